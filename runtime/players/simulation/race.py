"""Which candidates of a simulation stay in the race: by confidence, or by halves as the time or the work is used up.

By halves is for a choice that has to be made soon (Karnin, Koren and Somekh 2013, "Almost optimal exploration in
multi-armed bandits"): each time an equal part is used, the weaker half is left behind, so that the last two candidates
have most of the iterations. A hundred iterations are few: so each candidate counts as if it had :data:`WEIGHT` more
iterations with the results that its equity lets expect.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final

from .simulated_candidates import POINT, Arm, worse
from .win_chances import WinChances

__all__ = ["ByConfidence", "ByHalves", "Race", "expect_by_equity"]

#: Iterations before a candidate may be left behind.
WARM: Final = 96
#: How many iterations equity counts for.
WEIGHT: Final = 64
#: A candidate this many standard errors behind is left behind before its half is.
_FAR: Final = 3.0


class ByConfidence:
    """A candidate is left behind if it is worse than the leader with the wanted confidence."""

    #: Whether the last one left is the best with a confidence.
    confident: Final = True

    def __init__(self, arms: Sequence[Arm], risk: float, budget: int | None) -> None:
        """``risk``: that the best is left behind, for all together; ``budget``: iterations of all together."""
        self._risk = risk / max(1, len(arms) - 1)
        self._budget, self._used, self._live = budget, 0, len(arms)

    def most(self, live: int) -> int | None:
        """The most iterations that each arm may have in the next round, at least 1; None for no limit."""
        return None if self._budget is None else max(1, (self._budget - self._used) // live)

    def leave_behind(self, live: Sequence[Arm]) -> None:
        """Leave arms behind, after a round."""
        self._used += len(live) * live[0].last
        leader = max(live, key=lambda arm: arm.worth)
        if len(leader) >= WARM:
            for arm in live:
                arm.live = arm is leader or not worse(arm, leader, self._risk)
        self._live = sum(arm.live for arm in live)

    @property
    def over(self) -> bool:
        """Whether what it was given is used up: less is left than an iteration of each."""
        return self._budget is not None and self._budget - self._used < self._live


class ByHalves:
    """The weaker half is left behind each time an equal part of the time and of the work is used."""

    confident: Final = False

    def __init__(self, arms: Sequence[Arm], budget: int | None, began: float, end: float | None) -> None:
        """``budget``: iterations of all together; ``began``, ``end``: times of ``time.monotonic``."""
        self._number = len(arms)
        self._budget, self._began, self._end = budget, began, end
        self._parts = max(1, math.ceil(math.log2(len(arms))))
        self._used, self._live = 0, len(arms)

    def most(self, live: int) -> int | None:
        """The most iterations that each arm may have in the next round: no more than fit a part of the budget."""
        if self._budget is None:
            return None
        return max(1, min(self._budget // (live * self._parts), (self._budget - self._used) // live))

    def leave_behind(self, live: Sequence[Arm]) -> None:
        """Leave arms behind, after a round."""
        self._used += len(live) * live[0].last
        # Both are sums over the same iterations, and the arms' own differ by what the candidates are worth.
        level = sum([arm.mean - arm.prior for arm in live]) / len(live)
        for arm in live:
            arm.expected = arm.prior + level
        ranked = sorted(live, key=lambda arm: -arm.worth)
        stay = max(1, math.ceil(self._number / 2 ** math.floor(self._parts * self._share)))
        for arm in ranked[stay:]:
            arm.live = False
        leader = ranked[0]
        if len(leader) >= WARM:
            for arm in ranked[1:stay]:
                arm.live = not self._far_behind(arm, leader)
        self._live = sum(arm.live for arm in live)

    @property
    def over(self) -> bool:
        """Whether what it was given is used up: less is left than an iteration of each."""
        return self._budget is not None and self._budget - self._used < self._live

    @property
    def _share(self) -> float:
        """The share used, from 0 to below 1."""
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


#: What decides which arms stay.
Race = ByConfidence | ByHalves


def expect_by_equity(arms: Sequence[Arm], chances: WinChances, unseen: int, lead: int) -> None:
    """Have each arm expect what the equity of its candidate says, for WEIGHT iterations.

    ``lead``: of the player to move, who does not see ``unseen`` tiles.
    """
    for arm in arms:
        equity = arm.candidate.equity
        # The other player is to move then.
        arm.prior = 1 - chances.of_one(unseen, -(lead + equity)) + POINT * equity
        arm.expected, arm.weight = arm.prior, WEIGHT
