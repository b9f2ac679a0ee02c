"""Grades of turns: none, small, medium or large, by what a turn lost, and the mistake index of a game.

``lexicons/players/grades.toml`` has the numbers: chances to win while the bag has tiles, points once it is empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from .... import lexicons

if TYPE_CHECKING:
    from .turn_costs import Cost

#: No mistake, and the mistakes from the least on.
NONE: Final = "none"
MISTAKES: Final = ("small", "medium", "large")


def grade_of(cost: Cost, bag: int) -> str:
    """The grade of a turn with so many tiles in the bag before it."""
    if bag:
        limits, lost = lexicons.grades()["win_percent"], round(100 * cost.win_loss, 2)
    else:
        limits, lost = lexicons.grades()["endgame_points"], cost.spread_loss
        if cost.by == "endgame" and cost.best_win == 1 > cost.win:
            return MISTAKES[-1]
    return max((name for name in MISTAKES if lost >= limits[name]), key=MISTAKES.index, default=NONE)


def badness_of(grade: str | None, cost: Cost | None) -> tuple[float, float, float]:
    """How bad a mistake is, to sort by: by its grade, then by the chance to win, then by the points that it cost."""
    if grade not in MISTAKES or cost is None:
        return -1, 0, 0
    return MISTAKES.index(str(grade)), cost.win_loss, cost.spread_loss


def mistake_index(counts: Mapping[str, int]) -> float:
    """The weights of mistakes, added up. ``counts``: grade -> how many."""
    weights = lexicons.grades()["weights"]
    return round(sum(weights[name] * counts.get(name, 0) for name in MISTAKES), 3)
