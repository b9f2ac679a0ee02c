"""Equity: the worth of a play, its score and its leave, in thousandths of a point.

While the bag has tiles, a play is worth its score and the trained value of its leave, on an empty board less the
cost of its vowels there (:func:`~lexkit.runtime.game.move_finder.opening_costs`). When the bag is empty, tiles kept
cost twice their points and ``KEPT`` besides, and going out earns twice the points of the unseen tiles, which are
the opponents'. An exchange is worth its leave.

These are the rules of today's engines: the terms are those of MAGPIE, Macondo and wolges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.formats.leaves_section import leave_steps
from lexkit.runtime.game.move_finder import Worths, opening_costs
from lexkit.runtime.game.moves import order
from lexkit.runtime.game.rules import OUT_SWING

from .leaves import THOUSAND

if TYPE_CHECKING:
    from lexkit.runtime.game.layout import Layout
    from lexkit.runtime.game.rack import Rack
    from lexkit.runtime.game.rules import Rules

    from .leaves import LeaveValues, TrainedValues

#: Cost of keeping tiles when the bag is empty, besides their points.
KEPT: Final = 10_000


def equities(
    found: NDArray[np.void], rack: Rack, grid: bytes, bag: int, values: LeaveValues, rules: Rules
) -> NDArray[np.int64]:
    """Return the equity of each play of a position: int64, in thousandths of a point.

    ``found``: the plays, as :meth:`lexkit.Moves.to_numpy` returns them; ``grid``: the squares; ``bag``: number of
    tiles in the bag.
    """
    leaves = values.leaves(rack)
    if bag:
        worths = np.rint(leaves.values * THOUSAND).astype(np.int64)
    else:
        counts = np.frombuffer(rack.counts, np.uint8).astype(np.int64)[leaves.kinds]
        kept = (counts - leaves.played) @ np.array(rules.points, np.int64)[leaves.kinds]
        worths = -OUT_SWING * THOUSAND * kept - KEPT
        worths[leaves.used == len(rack)] = OUT_SWING * THOUSAND * points_unseen(rules, grid, rack)
    plays = leaves.weights[found["tiles"]].sum(axis=1, dtype=np.intp)
    equity: NDArray[np.int64] = found["score"].astype(np.int64) * THOUSAND + worths[plays]
    if not any(grid):
        equity -= _opening(found, rules)
    return equity


def _opening(found: NDArray[np.void], rules: Rules) -> NDArray[np.int64]:
    """Return the cost of each play's vowels on an empty board."""
    costs = opening_costs(rules.layout)
    vowels = np.array([False] + [tile.vowel for tile in rules.alphabet.tiles] + [False] * 63)
    total = np.zeros(len(found), np.int64)
    down = found["down"].astype(np.intp)
    lane = np.where(down, found["column"], found["row"]).astype(np.intp)
    first = np.where(down, found["row"], found["column"]).astype(np.intp)
    for at in range(found["tiles"].shape[1]):
        # The board is empty: a play's tiles are adjacent.
        laid = found["played"] > at
        place = np.where(laid, first + at, 0)
        total += np.where(laid & vowels[found["tiles"][:, at] & 63], costs[down, lane, place], 0)
    return total


def worths_for(values: TrainedValues, layout: Layout) -> Worths:
    """Return the worths of leaves for kernels, the same object for the same layout."""
    known = values.worths.get(layout)
    if known is not None:
        return known
    stored = values.stored
    steps = leave_steps(stored.letters, stored.longest).reshape(-1)
    vowels = sum(1 << number for number, tile in enumerate(values.alphabet.tiles, 1) if tile.vowel)
    costs = opening_costs(layout).reshape(-1)
    made = Worths(values.thousandths.data, steps.data, stored.longest, costs.data, vowels)
    return values.worths.setdefault(layout, made)


def points_unseen(rules: Rules, grid: bytes, rack: Rack) -> int:
    """Return the points of the tiles that are neither on the board nor on this rack."""
    values = rules.values
    seen = sum(map(values.__getitem__, grid.translate(None, b"\0"))) + rules.points_of(rack.counts)
    return rules.points_of(rules.distribution) - seen


def highest(found: NDArray[np.void], equity: NDArray[np.int64]) -> int:
    """Return the index of the play of the highest equity; among equal ones, the first by the rule of moves."""
    alike = np.flatnonzero(equity == equity.max())
    return int(alike[order(found[alike])[0]])


def exchanges(rack: Rack, most: int, values: LeaveValues) -> list[tuple[int, bytes]]:
    """Return (equity, tiles) of each exchange of 1 to ``most`` tiles, best first, in thousandths of a point.

    Among equal ones, exchanges of fewer tiles come first, then those of the lower tile numbers.
    """
    leaves = values.leaves(rack)
    worths = np.rint(leaves.values * THOUSAND).astype(np.int64)
    allowed = np.flatnonzero((leaves.used > 0) & (leaves.used <= most))
    choices = sorted((-int(worths[at]), int(leaves.used[at]), leaves.tiles(int(at))) for at in allowed)
    return [(-worth, tiles) for worth, _, tiles in choices]
