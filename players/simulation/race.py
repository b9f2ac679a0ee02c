"""The candidates of a simulation with their results, and which of them stay in the race.

All candidates in the race have the same iterations, and an iteration deals the same tiles to all of them. Two
candidates are therefore compared by the differences of their results, iteration by iteration, in which the common
luck of the tiles cancels. Candidates are dropped by confidence, or by halves as the time or the budget is spent.

Halving is for a choice that has to be made soon (Karnin, Koren and Somekh 2013, "Almost optimal exploration in
multi-armed bandits"): each time an equal part is spent, the weaker half is dropped, so that the last two candidates
have most of the iterations. A hundred iterations are few, so each candidate counts as if it had :data:`WEIGHT` more
iterations with the results that its equity predicts.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lexkit.runtime.game.move_finder import Row, spreads_of

from ..candidates import Candidate
from ..leaves import THOUSAND
from .win_chances import WinChances

#: Chance to win that a point of spread adds when candidates are compared: it decides between equal chances.
POINT: Final = 0.0002


@dataclass(frozen=True, slots=True)
class Results:
    """Results of iterations: chances to win, and changes of spread with the leaves, in points: float64, one each."""

    wins: NDArray[np.float64]
    spreads: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.wins)

    @property
    def worths(self) -> NDArray[np.float64]:
        """Values by which candidates are compared, one for each iteration."""
        worths: NDArray[np.float64] = self.wins + POINT * self.spreads
        return worths


@dataclass(slots=True)
class Moments:
    """Count of numbers, their mean, and the sum of the squares of their differences from it."""

    number: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, more: NDArray[np.float64]) -> None:
        """Add numbers (Chan, Golub and LeVeque 1983, "Algorithms for computing the sample variance")."""
        if not len(more):
            return
        mean, total = float(more.mean()), self.number + len(more)
        step = mean - self.mean
        self.squares += float(((more - mean) ** 2).sum()) + step * step * self.number * len(more) / total
        self.mean += step * len(more) / total
        self.number = total


class Arm:
    """A candidate in the race.

    ``grid``: the squares after it; ``kept`` and ``returned``: 64 counts, of the rack, and of the tiles returned to
    the bag; ``draws``: number of tiles drawn; ``before``: the kernel's numbers of that name. A round takes the time
    of its own iterations, however many came before: the totals are stored as :class:`Moments`.
    """

    def __init__(
        self, candidate: Candidate, grid: bytes, kept: bytes, returned: bytes, draws: int, before: Sequence[int]
    ) -> None:
        self.candidate = candidate
        self.grid, self.kept, self.returned = grid, kept, returned
        self.draws, self.before = draws, np.array(before, np.int64)
        self.live = True
        self.wins, self.spreads = Moments(), Moments()
        #: Number of iterations in the last round.
        self.last = 0
        #: Expected worth before any iteration, expected worth now, and the number of iterations it counts for.
        self.prior = self.expected = 0.0
        self.weight = 0
        #: The worths of all iterations, in an array with room for more.
        self._worths: NDArray[np.float64] = np.zeros(0)
        #: The arm it was last compared with, and the differences of the iterations compared.
        self._compared: tuple[Arm | None, Moments] = None, Moments()

    def __len__(self) -> int:
        return self.wins.number

    @property
    def mean(self) -> float:
        """Mean worth of its iterations."""
        return self.wins.mean + POINT * self.spreads.mean

    @property
    def worth(self) -> float:
        """Value by which candidates are compared."""
        number = len(self)
        if not number:
            return -math.inf
        return (number * self.mean + self.weight * self.expected) / (number + self.weight)

    def worths(self, start: int, stop: int) -> NDArray[np.float64]:
        """Return the worth of each iteration from ``start`` to ``stop``."""
        return self._worths[start:stop]

    def add(self, more: Results) -> None:
        """Add the results of further iterations."""
        before, after = len(self), len(self) + len(more)
        if after > len(self._worths):
            room = np.zeros(max(after, 2 * len(self._worths)))
            room[:before] = self._worths[:before]
            self._worths = room
        self._worths[before:after] = more.worths
        self.last = len(more)
        self.wins.add(more.wins)
        self.spreads.add(more.spreads)

    def behind(self, leader: Arm) -> Moments:
        """Return the differences between the leader's and its own worth, iteration by iteration."""
        whom, moments = self._compared
        if whom is not leader:
            moments = Moments()
            self._compared = leader, moments
        start, stop = moments.number, len(self)
        moments.add(leader.worths(start, stop) - self.worths(start, stop))
        return moments

    def read(self, rows: NDArray[np.int64], lead: int, chances: WinChances) -> Results:
        """Return the results of rows of the kernel; ``lead``: of the player before the candidate, in points."""
        change = self.candidate.score + spreads_of(rows)
        given_up = rows[:, Row.GIVEN_UP] > 0
        change = change + np.where(given_up, rows[:, Row.OTHERS_LEFT] - rows[:, Row.LEFT], 0)
        ended = given_up | (rows[:, Row.OUT] >= 0)
        final = lead + change
        left: NDArray[np.float64] = np.where(ended, 0.0, rows[:, Row.LEAVES] / THOUSAND)
        # After an even number of turns the opponent is to move.
        side = np.where(rows[:, Row.TURNS] % 2 == 0, -1, 1)
        open_ = chances.of(rows[:, Row.UNSEEN], side * (final + left))
        open_ = np.where(side < 0, 1 - open_, open_)
        wins = np.where(ended, (np.sign(final) + 1) / 2, open_)
        return Results(wins, change + left)


def worse(arm: Arm, leader: Arm, risk: float) -> bool:
    """Return whether an arm seems worse than the leader, with an error probability of about ``risk``.

    The generalized likelihood ratio of the differences is compared with the threshold of Garivier and Kaufmann
    (2016, "Optimal best arm identification with fixed confidence"). Their threshold holds for results of a known
    family of distributions. Here the variance is estimated, so that the risk holds for many iterations only.
    """
    behind = arm.behind(leader)
    if behind.mean <= 0:
        return False
    if behind.squares == 0:
        return True
    number = behind.number
    return number * number * behind.mean**2 / (2 * behind.squares) > math.log((1 + math.log(number)) / risk)


# -- the race ---------------------------------------------------------------------------------------------

#: Number of iterations before a candidate may be dropped.
WARM: Final = 96
#: Number of iterations that equity counts for.
WEIGHT: Final = 64
#: A candidate this many standard errors behind is dropped before its half is.
_FAR: Final = 3.0


class Race(ABC):
    """A race of arms: which stay after a round, how long a round may be, and when it ends."""

    #: True if the last arm left is the best with a confidence.
    confident = False

    def __init__(self, arms: Sequence[Arm], budget: int | None) -> None:
        """Set the number of iterations of all arms together, ``budget``."""
        self._arms, self._budget, self._used = arms, budget, 0

    def most(self, live: int) -> int | None:
        """Return the maximum number of iterations of each arm in the next round, at least 1; None for no limit."""
        return None if self._budget is None else max(1, (self._budget - self._used) // live)

    def leave_behind(self, live: Sequence[Arm]) -> None:
        """Drop arms after a round."""
        self._used += len(live) * live[0].last
        self._compare(live)

    @abstractmethod
    def _compare(self, live: Sequence[Arm]) -> None:
        """Drop arms that are not the best, after a round."""

    @property
    def over(self) -> bool:
        """True if the budget is spent: less is left than an iteration of each arm."""
        return self._budget is not None and self._budget - self._used < sum(arm.live for arm in self._arms)

    def ended(self, done: int, iterations: int) -> str | None:
        """Return why the race ends after a round, or None.

        ``done``: iterations of each arm still in it, of at most ``iterations``.
        """
        if sum(arm.live for arm in self._arms) == 1:
            return "confident" if self.confident else "iterations"
        return "iterations" if done >= iterations or self.over else None


class ByConfidence(Race):
    """Race in which a candidate is dropped if it is worse than the leader with the requested confidence."""

    confident = True

    def __init__(self, arms: Sequence[Arm], risk: float, budget: int | None) -> None:
        """Set ``risk``, the total probability of dropping the best, and ``budget``, the iterations of all together."""
        super().__init__(arms, budget)
        self._risk = risk / max(1, len(arms) - 1)

    def _compare(self, live: Sequence[Arm]) -> None:
        leader = max(live, key=lambda arm: arm.worth)
        if len(leader) >= WARM:
            for arm in live:
                arm.live = arm is leader or not worse(arm, leader, self._risk)


class ByHalves(Race):
    """Race in which the weaker half is dropped each time an equal part of the time and of the work is used."""

    def __init__(self, arms: Sequence[Arm], budget: int | None, began: float, end: float | None) -> None:
        """Set ``budget``, the iterations of all together; ``began`` and ``end`` are times of ``time.monotonic``."""
        super().__init__(arms, budget)
        self._began, self._end = began, end
        self._parts = max(1, math.ceil(math.log2(len(arms))))

    def most(self, live: int) -> int | None:
        """Return the maximum number of iterations of each arm in the next round, to fit a part of the budget."""
        most = super().most(live)
        return most and max(1, min((self._budget or 0) // (live * self._parts), most))

    def _compare(self, live: Sequence[Arm]) -> None:
        # Both are sums over the same iterations, and the arms' own differ by the worths of the candidates.
        level = sum([arm.mean - arm.prior for arm in live]) / len(live)
        for arm in live:
            arm.expected = arm.prior + level
        ranked = sorted(live, key=lambda arm: -arm.worth)
        stay = max(1, math.ceil(len(self._arms) / 2 ** math.floor(self._parts * self._share)))
        leader = ranked[0]
        for place, arm in enumerate(ranked[1:], 1):
            arm.live = place < stay and not (len(leader) >= WARM and self._far_behind(arm, leader))

    @property
    def _share(self) -> float:
        """Share used, from 0 to below 1."""
        used = 0.0 if self._budget is None else self._used / self._budget
        if self._end is not None:
            used = max(used, (time.monotonic() - self._began) / max(1e-9, self._end - self._began))
        return min(used, 1 - 1e-9)

    @staticmethod
    def _far_behind(arm: Arm, leader: Arm) -> bool:
        behind = arm.behind(leader)
        number = len(arm) + WEIGHT
        error = math.sqrt(behind.squares / behind.number / number)
        return leader.worth - arm.worth > _FAR * error


def expect_by_equity(arms: Sequence[Arm], chances: WinChances, unseen: int, lead: int) -> None:
    """Let each arm expect the result that its candidate's equity predicts, for WEIGHT iterations.

    ``lead``: of the player to move, who does not see ``unseen`` tiles.
    """
    for arm in arms:
        equity = arm.candidate.equity
        # The other player is to move then.
        arm.prior = 1 - chances.of_one(unseen, -(lead + equity)) + POINT * equity
        arm.expected, arm.weight = arm.prior, WEIGHT
