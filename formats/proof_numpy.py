"""The proof that a node array is safe to walk, with numpy: for where the kernel :mod:`.proof` is not compiled.

The same rules, as strict: what the kernel refuses is refused here, and nothing else is. Node starts are those
that the kernel would come to, as long as no rule is broken; a rule is checked for all nodes before others are
looked at, and heights and sums are only computed of arcs that are known to lead to nodes before their own. So where
several rules are broken, another than the kernel's may be named.

Cost: about 0.2 s and 100 MB for the 6.5 MB of a 180,000-word English list.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .levels import Levels, heights_of, runs
from .node_table import NodeTable

__all__ = ["prove"]


def prove(
    words: NDArray[np.uint32],
    heights: NDArray[np.uint8],
    totals: NDArray[np.uint32],
    width: int,
    letters: int,
    byte_end: int,
    half_end: int,
    forward_end: int,
    max_height: int,
) -> tuple[int, int, int, int]:
    """(rule, place, nodes, arcs), and ``heights`` and ``totals`` filled, as :func:`lexkit.formats.kernels.proof.prove`.

    They are filled only where all rules hold.
    """
    if len(words) == 0:
        return 1, 0, 0, 0
    table = NodeTable.of(words, width, byte_end, half_end, forward_end)
    forward = int(np.searchsorted(table.starts, forward_end))
    broken = (
        _sets_broken(table, forward, letters)
        or _extent_broken(table, len(words), (byte_end, half_end, forward_end))
        or _order_broken(table, words)
    )
    if broken:
        return *broken, 0, 0
    children = table.children(words)
    broken = _targets_broken(table, words, children, forward_end)
    if broken:
        return *broken, 0, 0
    chains = heights_of(table.first, children, max_height)
    limits = np.full(len(table), max_height, np.int64)
    limits[:forward] -= 1
    too_long = np.flatnonzero(chains > limits)
    if len(too_long):
        return 9, int(table.starts[too_long[0]]), 0, 0
    arcs = int(table.first[forward])
    below = Levels.of(table.first[: forward + 1], children[:arcs], chains[:forward]).sums(
        np.bitwise_count(table.letter_sets[:forward]).astype(np.uint64)
    )
    broken = _counts_broken(table, words, forward, children[:arcs], below, byte_end, half_end)
    if broken:
        return *broken, 0, 0
    heights[table.starts >> 1] = (chains + np.uint8(1)) << np.uint8(1) | (table.starts & 1).astype(np.uint8)
    totals[table.starts[:forward] >> 1] = below
    return 0, len(words), len(table), len(table.arcs)


def _first(rule: int, broken: NDArray[np.bool_], places: NDArray[np.int64]) -> tuple[int, int] | None:
    """The rule and the first place where it is broken."""
    found = np.flatnonzero(broken)
    return (rule, int(places[found[0]])) if len(found) else None


def _sets_broken(table: NodeTable, forward: int, letters: int) -> tuple[int, int] | None:
    """N1, N3, N4, N5: letter sets and child sets."""
    outside = ~np.uint64(letters)
    empty = (table.letter_sets | table.child_sets) == 0
    if len(empty) and not empty[0]:
        return 1, 0
    foreign = table.child_sets & outside
    foreign[forward:] &= ~np.uint64(1)
    return (
        _first(3, (table.letter_sets & outside) != 0, table.starts)
        or _first(4, foreign != 0, table.starts)
        or _first(5, empty[1:], table.starts[1:])
    )


def _extent_broken(table: NodeTable, size: int, ends: tuple[int, int, int]) -> tuple[int, int] | None:
    """N2, N12: the nodes fill the array, and its parts end where nodes do."""
    reached = int(table.ends[-1]) if len(table) else 0
    if reached != size:
        return 2, reached
    for end in ends:
        place = int(np.searchsorted(table.starts, end))
        if end != size and (place == len(table) or table.starts[place] != end):
            return 12, end
    return None


def _order_broken(table: NodeTable, words: NDArray[np.uint32]) -> tuple[int, int] | None:
    """N6: arcs point down."""
    return _first(6, words[table.arcs] >= np.repeat(table.starts, np.diff(table.first)), table.arcs)


def _targets_broken(
    table: NodeTable, words: NDArray[np.uint32], children: NDArray[np.int32], forward_end: int
) -> tuple[int, int] | None:
    """N7, N8: arcs lead to nodes, 0 being the number of the empty one and of what is none."""
    separators = table.arcs[table.first[:-1][(table.child_sets & np.uint64(1)) != 0]]
    return _first(7, children == 0, table.arcs) or _first(8, words[separators] >= forward_end, separators)


def _counts_broken(
    table: NodeTable,
    words: NDArray[np.uint32],
    forward: int,
    children: NDArray[np.int32],
    below: NDArray[np.uint64],
    byte_end: int,
    half_end: int,
) -> tuple[int, int] | None:
    """N10, N11: counts. ``below``: words below each node of the forward part.

    Sums are modulo 2**64, and exact nevertheless up to the first node whose words do not fit 32 bits, because it
    has at most 63 children that do; that node breaks N11.
    """
    starts = table.starts[:forward]
    limits = np.where(starts < byte_end, 0xFF, np.where(starts < half_end, 0xFFFF, 0xFFFFFFFF)).astype(np.uint64)
    broken = _first(11, below > limits, starts)
    if broken:
        return broken
    counted = np.flatnonzero(table.count_bits[:forward])
    bits, stored = table.count_bits[counted], np.diff(table.first)[counted] - 1
    padding = stored * bits % 32
    last = table.ends[counted] - 1
    spilled = (padding != 0) & (words[last].astype(np.int64) >> padding != 0)
    broken = _first(11, spilled, last)
    if broken:
        return broken
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(below[children])])
    begin = table.first[:-1][counted]
    expected = sums[runs(begin + 1, stored)] - np.repeat(sums[begin], stored)
    offset = runs(np.zeros_like(stored), stored) * np.repeat(bits, stored)
    places = np.repeat(table.counts[counted], stored) + offset // 32
    mask = (np.int64(1) << np.repeat(bits, stored)) - 1
    found = words[places].astype(np.int64) >> offset % 32 & mask
    return _first(10, found.astype(np.uint64) != expected, places)
