"""Clocks: the time that players have used, increments, overtime and its penalty.

    game = Game(lexicon, clock=Clock(1500, increment=5))        # real time
    game = Game(lexicon, clock=Clock(1500, now=None), at=0.0)   # the caller gives the time: game.play("8D CAT", at=9.5)

A player's clock runs from the turn before until the player's action is accepted, so the time to decide on a challenge
is the challenger's. Time that players are over is fined by the rules (``overtime_points`` for each ``overtime_seconds``
begun) when the game ends; beyond ``overtime_limit`` the game is lost.

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

#: Most seconds of a clock: a year.
MAX_SECONDS: Final = 366 * 86_400


@dataclass(frozen=True)
class Clock:
    """The time of each player: ``seconds``, and ``increment`` seconds more after each turn.

    ``now`` gives the time in seconds, by default that of a monotonic clock; if it is None, every action is given its
    time.
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
        """The time that a caller gave, else the current time.

        Raises ClockError if there is none, or if it is not a time.
        """
        if at is None:
            if self.now is None:
                raise ClockError(
                    "the time of the action is not known", expected="at=SECONDS", remedy="or a clock with now="
                )
            at = self.now()
        return _require_seconds(at, "at", -MAX_SECONDS * 100)

    def start(self, players: int, at: float | None) -> Times:
        """The times of players when a game begins."""
        return Times((self.seconds,) * require_whole(players, "number of players", 1, PLAYERS[1]), self.read(at))


@with_plain_types
class Times(NamedTuple):
    """What a clock showed: ``left``, the seconds of each player, negative for overtime, ``at`` this time."""

    left: tuple[float, ...]
    at: float

    def spend(self, player: int, at: float) -> Times:
        """The times after a player's clock ran until this time. Raises ClockError for a time before the last one."""
        if at < self.at:
            raise ClockError("the clock runs backwards", place="at", expected=f"{self.at:g} or later", found=f"{at:g}")
        return self.add(player, self.at - at)._replace(at=at)

    def add(self, player: int, seconds: float) -> Times:
        """The times with some more for one player."""
        left = list(self.left)
        left[player] = round(left[player] + seconds, 6)
        return Times(tuple(left), self.at)

    def is_up(self, player: int, rules: Rules) -> bool:
        """Whether a player has lost by time."""
        return bool(rules.overtime_limit) and -self.left[player] > rules.overtime_limit

    def penalties(self, rules: Rules) -> tuple[int, ...]:
        """The points that each player loses for overtime, 0 or less."""
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
