"""The sets of a position automaton as the kernel reads them: rows of 64-bit words.

Reading begins at a position of its own, number 0, which takes no letter; those of the expression follow.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .position_automaton import Positions

__all__ = ["PositionTables", "position_tables"]


@dataclass(frozen=True)
class PositionTables:
    """Sets of positions, ``words`` 64-bit words each, one behind the other in flat arrays of uint64.

    ``follow``: one for each of the 64 * words positions there could be; ``labels``: which take each tile, from 0;
    ``last``: behind which a text may end; ``universal``: behind which every text is met, the empty one too.
    """

    words: int
    follow: NDArray[np.uint64]
    labels: NDArray[np.uint64]
    last: NDArray[np.uint64]
    universal: NDArray[np.uint64]


def position_tables(positions: Positions, letters: int) -> PositionTables:
    """The tables for an alphabet of so many letters. About 1 us a position."""
    words = (len(positions.labels) + 64) // 64
    alphabet = (1 << letters + 1) - 2
    masks = [0] + [label & alphabet for label in positions.labels]
    last = positions.last << 1 | positions.nullable
    follow = _leading_on([positions.first << 1, *(after << 1 for after in positions.follow)], masks, last)
    anything = _anything(follow, masks, last, alphabet)
    return PositionTables(
        words,
        _rows(follow, words, 64 * words),
        _rows(_by_tile(masks, letters, alphabet), words),
        _rows([last], words),
        _rows([anything], words),
    )


def _rows(sets: list[int], words: int, number: int = 0) -> NDArray[np.uint64]:
    """Sets of positions as ``words`` 64-bit words each, with empty ones behind up to ``number``."""
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


def _leading_on(follow: list[int], masks: list[int], last: int) -> list[int]:
    """``follow`` without positions from which nothing can be met: no letter fits, or the end is out of reach."""
    takes = sum([1 << place for place, mask in enumerate(masks) if mask])
    good, before = last, -1
    while good != before:
        before = good
        # Most positions are followed by later ones: backwards, once is enough for these.
        for place in range(len(follow) - 1, -1, -1):
            if follow[place] & good & takes:
                good |= 1 << place
    good &= takes
    return [after & good for after in follow]


def _anything(follow: list[int], masks: list[int], last: int, alphabet: int) -> int:
    """Positions behind which every text is met, the empty one too."""
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
