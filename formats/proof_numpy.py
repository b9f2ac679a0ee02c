"""Prove with numpy that a node array is safe to walk.

This serves if the kernel :mod:`.kernels.proof` is not compiled. It accepts and refuses exactly the same arrays as the
kernel. As long as no rule is broken, it finds the same starts of nodes. It checks each rule for all nodes before the
next rule, and it computes heights and sums only after it has proved that every arc leads to an earlier node. Therefore,
if several rules are broken, it may name another one than the kernel.

Cost: about 0.2 s and 100 MB for the 6.5 MB of a 180,000-word English list.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .node_arrays.node_heights import Levels, compute_heights, list_runs
from .node_arrays.node_table import NodeTable

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
    """Return (rule, place, nodes, arcs) and fill ``heights`` and ``totals``, if all rules hold.

    See :func:`lexkit.formats.kernels.proof.prove`.
    """
    if len(words) == 0:
        return 1, 0, 0, 0
    table = NodeTable.of(words, width, byte_end, half_end, forward_end)
    forward = int(np.searchsorted(table.starts, forward_end))
    broken = (
        _check_sets(table, forward, letters)
        or _check_extent(table, len(words), (byte_end, half_end, forward_end))
        or _check_order(table, words)
    )
    if broken:
        return *broken, 0, 0
    children = table.find_children(words)
    broken = _check_targets(table, words, children, forward_end)
    if broken:
        return *broken, 0, 0
    chains = compute_heights(table.first, children, max_height)
    limits = np.full(len(table), max_height, np.int64)
    limits[:forward] -= 1
    too_long = np.flatnonzero(chains > limits)
    if len(too_long):
        return 9, int(table.starts[too_long[0]]), 0, 0
    arcs = int(table.first[forward])
    below = Levels.of(table.first[: forward + 1], children[:arcs], chains[:forward]).add_up(
        np.bitwise_count(table.letter_sets[:forward]).astype(np.uint64)
    )
    broken = _check_counts(table, words, forward, children[:arcs], below, byte_end, half_end)
    if broken:
        return *broken, 0, 0
    heights[table.starts >> 1] = (chains + np.uint8(1)) << np.uint8(1) | (table.starts & 1).astype(np.uint8)
    totals[table.starts[:forward] >> 1] = below
    return 0, len(words), len(table), len(table.arcs)


def _find_first(rule: int, broken: NDArray[np.bool_], places: NDArray[np.int64]) -> tuple[int, int] | None:
    """Return the rule and the first place that breaks it, or None."""
    found = np.flatnonzero(broken)
    return (rule, int(places[found[0]])) if len(found) else None


def _check_sets(table: NodeTable, forward: int, letters: int) -> tuple[int, int] | None:
    """Check N1, N3, N4 and N5: letter sets and child sets."""
    outside = ~np.uint64(letters)
    empty = (table.letter_sets | table.child_sets) == 0
    if len(empty) and not empty[0]:
        return 1, 0
    foreign = table.child_sets & outside
    foreign[forward:] &= ~np.uint64(1)
    return (
        _find_first(3, (table.letter_sets & outside) != 0, table.starts)
        or _find_first(4, foreign != 0, table.starts)
        or _find_first(5, empty[1:], table.starts[1:])
    )


def _check_extent(table: NodeTable, size: int, ends: tuple[int, int, int]) -> tuple[int, int] | None:
    """Check N2 and N12: nodes fill the array, and its parts end with nodes."""
    reached = int(table.ends[-1]) if len(table) else 0
    if reached != size:
        return 2, reached
    for end in ends:
        place = int(np.searchsorted(table.starts, end))
        if end != size and (place == len(table) or table.starts[place] != end):
            return 12, end
    return None


def _check_order(table: NodeTable, words: NDArray[np.uint32]) -> tuple[int, int] | None:
    """Check N6: arcs point down."""
    return _find_first(6, words[table.arcs] >= np.repeat(table.starts, np.diff(table.first)), table.arcs)


def _check_targets(
    table: NodeTable, words: NDArray[np.uint32], children: NDArray[np.int32], forward_end: int
) -> tuple[int, int] | None:
    """Check N7 and N8: arcs lead to nodes. Child 0 is the empty node, or no node at all."""
    separators = table.arcs[table.first[:-1][(table.child_sets & np.uint64(1)) != 0]]
    return _find_first(7, children == 0, table.arcs) or _find_first(8, words[separators] >= forward_end, separators)


def _check_counts(
    table: NodeTable,
    words: NDArray[np.uint32],
    forward: int,
    children: NDArray[np.int32],
    below: NDArray[np.uint64],
    byte_end: int,
    half_end: int,
) -> tuple[int, int] | None:
    """Check N10 and N11: counts. ``below``: words below each node of the forward part.

    Sums are modulo 2**64, but exact up to and including the first node whose words do not fit in 32 bits, because
    the words of its children, at most 63, do; that node breaks N11.
    """
    starts = table.starts[:forward]
    limits = np.where(starts < byte_end, 0xFF, np.where(starts < half_end, 0xFFFF, 0xFFFFFFFF)).astype(np.uint64)
    broken = _find_first(11, below > limits, starts)
    if broken:
        return broken
    counted = np.flatnonzero(table.count_bits[:forward])
    bits, stored = table.count_bits[counted], np.diff(table.first)[counted] - 1
    padding = stored * bits % 32
    last = table.ends[counted] - 1
    spilled = (padding != 0) & (words[last].astype(np.int64) >> padding != 0)
    broken = _find_first(11, spilled, last)
    if broken:
        return broken
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(below[children])])
    begin = table.first[:-1][counted]
    expected = sums[list_runs(begin + 1, stored)] - np.repeat(sums[begin], stored)
    offset = list_runs(np.zeros_like(stored), stored) * np.repeat(bits, stored)
    places = np.repeat(table.counts[counted], stored) + offset // 32
    mask = (np.int64(1) << np.repeat(bits, stored)) - 1
    found = words[places].astype(np.int64) >> offset % 32 & mask
    return _find_first(10, found.astype(np.uint64) != expected, places)
