"""The sets of a position automaton, as rows of 64-bit words.

Position 0 is the start, which takes no letter; the positions of the expression follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....formats.kernels import numpy_on_first_use as np
from .glushkov_automaton import Positions

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class PositionTables:
    """Sets of positions, ``words`` 64-bit words each, in flat uint64 arrays.

    ``follow``: one set for each of 64 * words possible positions; ``labels``: the positions that take each tile, from
    0; ``last``: those at which a text may end; ``universal``: those from which every rest matches, including the empty
    one.
    """

    words: int
    follow: NDArray[np.uint64]
    labels: NDArray[np.uint64]
    last: NDArray[np.uint64]
    universal: NDArray[np.uint64]


def position_tables(positions: Positions, letters: int) -> PositionTables:
    """The tables of an automaton, for an alphabet of ``letters``.

    About 1 us a position.
    """
    words = (len(positions.labels) + 64) // 64
    alphabet = (1 << letters + 1) - 2
    masks = [0] + [label & alphabet for label in positions.labels]
    last = positions.last << 1 | positions.nullable
    follow = _drop_dead_ends([positions.first << 1, *(after << 1 for after in positions.follow)], masks, last)
    universal = _find_universal(follow, masks, last, alphabet)
    return PositionTables(
        words,
        _rows(follow, words, 64 * words),
        _rows(_by_tile(masks, letters, alphabet), words),
        _rows([last], words),
        _rows([universal], words),
    )


def _rows(sets: list[int], words: int, number: int = 0) -> NDArray[np.uint64]:
    """Sets of positions as 64-bit words, padded with empty sets to ``number``."""
    rows = np.zeros(words * max(number, len(sets)), np.uint64)
    if words == 1:
        rows[: len(sets)] = sets
    else:
        whole = b"".join([one.to_bytes(8 * words, "little") for one in sets])
        rows[: words * len(sets)] = np.frombuffer(whole, "<u8")
    return rows


def _by_tile(masks: list[int], letters: int, alphabet: int) -> list[int]:
    """The positions that take each tile."""
    wild = sum([1 << place for place, mask in enumerate(masks) if mask == alphabet])
    taking = [wild] * (letters + 1)
    for place, mask in enumerate(masks):
        while mask and mask != alphabet:
            taking[(mask & -mask).bit_length() - 1] |= 1 << place
            mask &= mask - 1
    return taking


def _drop_dead_ends(follow: list[int], masks: list[int], last: int) -> list[int]:
    """``follow`` without positions that cannot lead to a match.

    Such a position takes no letter, or cannot reach the end.
    """
    takes = sum([1 << place for place, mask in enumerate(masks) if mask])
    good, before = last, -1
    while good != before:
        before = good
        # Most positions are followed by later ones: one pass from the back settles these.
        for place in range(len(follow) - 1, -1, -1):
            if follow[place] & good & takes:
                good |= 1 << place
    good &= takes
    return [after & good for after in follow]


def _find_universal(follow: list[int], masks: list[int], last: int, alphabet: int) -> int:
    """The positions from which every rest matches, including the empty one."""
    wild = sum([1 << place for place, mask in enumerate(masks) if mask == alphabet])
    some, before = last, -1
    while some != before:
        before = left = some
        while left:
            bit = left & -left
            left ^= bit
            if not follow[bit.bit_length() - 1] & some & wild:
                some ^= bit
    return some
