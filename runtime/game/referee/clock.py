"""Clocks: the time that players have used, increments, overtime and its penalty.

    game = Game(lexicon, clock=Clock(1500, increment=5))        # real time
    game = Game(lexicon, clock=Clock(1500, now=None), at=0.0)   # the caller gives the time: game.play("8D CAT", at=9.5)

A player's clock runs from the turn before until the player's action is accepted, so the time to decide on a
challenge is the challenger's. When the game ends, the rules fine players for overtime (``overtime_points`` for each
``overtime_seconds`` begun). A player who exceeds ``overtime_limit`` loses the game.

Guaranteed: all times are finite and whole microseconds, and no action is earlier than the one before it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.checks import require_whole
from lexkit.base.errors import ClockError, show_value, with_plain_types

from ..names import PLAYERS

if TYPE_CHECKING:
    from ..rules import Rules

#: Maximum time of a clock, in seconds: a year.
MAX_SECONDS: Final = 366 * 86_400


@dataclass(frozen=True)
class Clock:
    """Time control of a game.

    Attributes:
        seconds: Time of each player, in seconds.
        increment: Seconds added after each turn.
        now: Function that returns the time in seconds, by default a monotonic clock. None: the caller passes ``at``
            with every action.
    """

    seconds: float
    increment: float = 0
    now: Callable[[], float] | None = field(default_factory=lambda: time.monotonic)

    def __post_init__(self) -> None:
        for name in ("seconds", "increment"):
            object.__setattr__(self, name, _require_seconds(getattr(self, name), name, 0))
        if self.now is not None and not callable(self.now):
            raise TypeError(f"now: expected a function that gives seconds, or None, found {show_value(self.now)}")

    def read(self, at: float | None) -> float:
        """Return the time that the caller gave, else the current time.

        Args:
            at: Time in seconds, or None.

        Raises:
            ClockError: There is no time, or it is not valid.
        """
        if at is None:
            if self.now is None:
                raise ClockError(
                    "the time of the action is not known", expected="at=SECONDS", remedy="or a clock with now="
                )
            at = self.now()
        return _require_seconds(at, "at", -MAX_SECONDS * 100)

    def start(self, players: int, at: float | None) -> Times:
        """Return the times of the players when a game begins.

        Args:
            players: Number of players.
            at: Time in seconds, or None.
        """
        return Times((self.seconds,) * require_whole(players, "number of players", 1, PLAYERS[1]), self.read(at))


@with_plain_types
class Times(NamedTuple):
    """Clock readings: ``left``, the seconds of each player, negative for overtime, ``at`` a time."""

    left: tuple[float, ...]
    at: float

    def spend(self, player: int, at: float) -> Times:
        """Return the times after a player's clock ran until a time.

        Args:
            player: Number of the player.
            at: Time in seconds.

        Raises:
            ClockError: The time is before the last one.
        """
        if at < self.at:
            raise ClockError("the clock runs backwards", place="at", expected=f"{self.at:g} or later", found=f"{at:g}")
        return self.add(player, self.at - at)._replace(at=at)

    def add(self, player: int, seconds: float) -> Times:
        """Return the times with seconds added for one player.

        Args:
            player: Number of the player.
            seconds: Seconds to add.
        """
        left = list(self.left)
        left[player] = round(left[player] + seconds, 6)
        return Times(tuple(left), self.at)

    def is_up(self, player: int, rules: Rules) -> bool:
        """Return whether a player has lost by time.

        Args:
            player: Number of the player.
            rules: Rules of the game.
        """
        return bool(rules.overtime_limit) and -self.left[player] > rules.overtime_limit

    def penalties(self, rules: Rules) -> tuple[int, ...]:
        """Return the points that each player loses for overtime, 0 or less.

        Args:
            rules: Rules of the game.
        """
        return tuple(
            [-math.ceil(max(0.0, -left) / rules.overtime_seconds) * rules.overtime_points for left in self.left]
        )


def _require_seconds(value: float, name: str, least: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} is a number of seconds, not {type(value).__name__}")
    if not least <= value <= abs(least) + MAX_SECONDS:
        raise ClockError("not a time", place=name, expected="a finite number of seconds", found=show_value(value))
    # Whole microseconds, so that sums of times are exact enough to be compared.
    return round(float(value), 6)
