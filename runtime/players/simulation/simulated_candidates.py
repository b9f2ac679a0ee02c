"""The candidates of a simulation, each with the results of its iterations.

All candidates still in the race have the same iterations, and an iteration deals the same tiles to all of them. So two
candidates are compared by the differences of their results, iteration by iteration: what the tiles did to both alike
does not blur them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..candidates import Candidate
from .win_chances import WinChances

__all__ = ["Arm", "Results", "worse"]

#: What a point of spread adds to the chance to win when candidates are compared: it decides between equal chances.
POINT: Final = 0.0002
#: Columns of a row of the kernel.
_GAIN, _LEAVES, _OUT, _ZEROS, _LEFT, _OTHERS_LEFT, _UNSEEN, _TURNS = range(8)


@dataclass(frozen=True, slots=True)
class Results:
    """Results of iterations: chances to win, and changes of spread with what is left, in points: float64, one each."""

    wins: NDArray[np.float64]
    spreads: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.wins)


@dataclass(slots=True)
class Arm:
    """A candidate in the race.

    ``grid``: the squares after it; ``kept`` and ``returned``: 64 counts, of the rack, and of what goes into the bag;
    ``draws``: how many tiles are drawn; ``zeros``: turns in a row without a point.
    """

    candidate: Candidate
    grid: bytes
    kept: bytes
    returned: bytes
    draws: int
    zeros: int
    results: Results = field(default_factory=lambda: Results(np.zeros(0), np.zeros(0)))
    live: bool = True

    @property
    def worth(self) -> float:
        """What candidates are compared by."""
        return float(self.results.wins.mean() + POINT * self.results.spreads.mean()) if len(self.results) else -math.inf

    def add(self, more: Results) -> None:
        """Take the results of the iterations that follow."""
        wins, spreads = self.results.wins, self.results.spreads
        self.results = Results(np.concatenate([wins, more.wins]), np.concatenate([spreads, more.spreads]))

    def read(self, rows: NDArray[np.int64], lead: int, chances: WinChances, zero_turns: int) -> Results:
        """The results of rows of the kernel; ``lead``: of the player before the candidate, in points."""
        change = self.candidate.score + rows[:, _GAIN]
        out = rows[:, _OUT]
        change = change + 2 * np.where(out == 0, rows[:, _OTHERS_LEFT], np.where(out == 1, -rows[:, _LEFT], 0))
        given_up = (out < 0) & (rows[:, _ZEROS] >= zero_turns)
        change = change + np.where(given_up, rows[:, _OTHERS_LEFT] - rows[:, _LEFT], 0)
        ended = given_up | (out >= 0)
        final = lead + change
        left = np.where(ended, 0.0, rows[:, _LEAVES] / 1000)
        # After an even number of turns the opponent is to move.
        side = np.where(rows[:, _TURNS] % 2 == 0, -1, 1)
        open_ = chances.of(rows[:, _UNSEEN], side * (final + left))
        open_ = np.where(side < 0, 1 - open_, open_)
        wins = np.where(ended, (np.sign(final) + 1) / 2, open_)
        return Results(wins, change + left)


def worse(arm: Arm, leader: Arm, risk: float) -> bool:
    """Whether an arm is worse than the leader, with a chance of at most ``risk`` to be wrong.

    The generalized likelihood ratio of the differences against the threshold of Garivier and Kaufmann (2016, "Optimal
    best arm identification with fixed confidence").
    """
    number = len(arm.results)
    difference: NDArray[Any] = leader.results.wins[:number] - arm.results.wins
    difference = difference + POINT * (leader.results.spreads[:number] - arm.results.spreads)
    mean, variance = float(difference.mean()), float(difference.var())
    if mean <= 0:
        return False
    if variance == 0:
        return True
    return number * mean * mean / (2 * variance) > math.log((1 + math.log(number)) / risk)
