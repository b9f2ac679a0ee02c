"""The time of a table's clock, which runs only while a player thinks.

A game's clock counts seconds that a table tells it. They are those of a stopwatch, not of the day, since a table stands
still while no program has it open, until every person who was invited has come, and while a bot whose turn it is waits
for a processor.
"""

from __future__ import annotations

import time

__all__ = ["Stopwatch"]


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
