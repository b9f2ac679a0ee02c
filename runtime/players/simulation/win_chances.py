"""How likely a lead wins, by how many tiles the player on turn cannot see.

The chances of a lead are those of :func:`formula`, or of a table that was filled from games. A table has a row for each
number of unseen tiles and a column for each lead of the player on turn, so that it costs one look.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["MOST_LEAD", "WinChances", "formula"]

#: Leads beyond this many points count as this many.
MOST_LEAD: Final = 400
#: The tiles that a lead of 30 points stands for: with so many more than unseen, nine games of ten are won.
_STEADY: Final = 30
_NINE_OF_TEN: Final = np.log(9)


def formula(unseen: NDArray[np.float64], lead: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance to win with a lead: nine of ten with 30 points more than there are unseen tiles.

    A logistic curve, as wolges' notes fit it. ``unseen``: tiles that the player on turn cannot see; ``lead``: of that
    player, in points. float64, the shape of both together.
    """
    width = (_STEADY + unseen) / _NINE_OF_TEN
    chances: NDArray[np.float64] = 1 / (1 + np.exp(-lead / width))
    return chances


class WinChances:
    """A table of chances.

    ``table``: float32, a row for each number of unseen tiles from 0 on, and columns for leads from -MOST_LEAD to
    MOST_LEAD points.
    """

    def __init__(self, table: NDArray[np.float32]) -> None:
        self.table = table

    def of(self, unseen: NDArray[np.int64], lead: NDArray[np.float64]) -> NDArray[np.float64]:
        """The chance of the player on turn to win: float64, one for each lead in points."""
        rows = np.clip(unseen, 0, len(self.table) - 1)
        columns = np.rint(np.clip(lead, -MOST_LEAD, MOST_LEAD)).astype(np.intp) + MOST_LEAD
        return self.table[rows, columns].astype(np.float64)

    @staticmethod
    @lru_cache(maxsize=8)
    def by_formula(most_unseen: int) -> WinChances:
        """The table of :func:`formula` for up to so many unseen tiles."""
        unseen = np.arange(most_unseen + 1, dtype=np.float64)[:, None]
        lead = np.arange(-MOST_LEAD, MOST_LEAD + 1, dtype=np.float64)
        table = formula(unseen, lead).astype(np.float32)
        table.flags.writeable = False
        return WinChances(table)
