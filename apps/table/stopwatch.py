"""The time of a table's clock, which runs only while a player thinks.

A game's clock counts seconds that a table tells it. They are those of a stopwatch, not of the day, since a table stands
still while no program has it open, until every person who was invited has come, and while a bot whose turn it is waits
for a processor.
"""

from __future__ import annotations

import math
import time
from typing import Final

#: Bots answer after, and are charged for, a whole number of these seconds: with a blank they think longer, but for less
#: than this, unless they are champions.
STEP: Final = 0.05


def rest_of_step(seconds: float) -> float:
    """The seconds until so many are a whole number of steps."""
    return max(1, math.ceil(seconds / STEP)) * STEP - seconds


class Stopwatch:
    """Seconds that have passed while it ran; it stands still at first.

    Not safe for threads: a table has a lock.
    """

    __slots__ = ("_since", "at")

    def __init__(self, at: float) -> None:
        #: The time when it was last started or stopped.
        self.at = at
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self._since is not None

    def read(self) -> float:
        """The time, in whole microseconds."""
        return round(self.at + (0.0 if self._since is None else time.monotonic() - self._since), 6)

    def run(self, running: bool) -> None:
        """Go on, or stand still, from now."""
        now = time.monotonic()
        self.at += 0.0 if self._since is None else now - self._since
        self._since = now if running else None

    def stop_at_step(self) -> None:
        """Stand still, as if it had run for a whole number of steps; if it stands still, nothing happens."""
        since, before = self._since, self.at
        self.run(False)
        if since is not None:
            self.at += rest_of_step(self.at - before)
