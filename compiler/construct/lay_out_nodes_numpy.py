"""The passes that lay nodes out, with numpy, for machines without compiled kernels.

Each function does what that of the same name in :mod:`..kernels.node_layout_passes` does, and takes the same arguments.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...formats.node_arrays.node_heights import list_runs

__all__ = ["assign_places", "choose_parts", "emit"]

#: The part of the array by the bits of a node's counts, 0 for nodes without.
_PARTS: Final = np.full(33, 3, np.uint8)
_PARTS[[8, 16, 32]] = 0, 1, 2


def choose_parts(totals: memoryview, reached: memoryview, count_bits: memoryview, parts: memoryview) -> None:
    """Choose the part of the array that each node goes to, and the bits of its counts."""
    below, roots = np.asarray(totals), np.asarray(reached)
    bits = np.where(below < 1 << 8, 8, np.where(below < 1 << 16, 16, 32)).astype(np.uint8)
    bits[roots & 1 == 0] = 0
    np.asarray(count_bits)[:] = bits
    np.asarray(parts)[:] = _PARTS[bits]


def assign_places(
    first: memoryview,
    children: memoryview,
    parts: memoryview,
    count_bits: memoryview,
    order: memoryview,
    places: memoryview,
    ends: memoryview,
    width: int,
) -> int:
    """Put the nodes one behind the other in ``order``, the empty node first, and return the number of their arcs."""
    nodes = np.asarray(order)
    fan_out = np.diff(np.asarray(first)).astype(np.int64)[nodes]
    bits = np.asarray(count_bits)[nodes].astype(np.int64)
    per_word = np.where(bits > 0, 32 // np.maximum(bits, 1), 1)
    counts = np.where((bits > 0) & (fan_out > 1), -(-(fan_out - 1) // per_word), 0)
    sizes = 2 * width + fan_out + counts
    stops = np.cumsum(sizes)
    np.asarray(places)[nodes] = (stops - sizes) & 0xFFFFFFFF
    last = np.zeros(4, np.int64)
    last[0] = stops[0]
    np.maximum.at(last, np.asarray(parts)[nodes[1:]], stops[1:])
    np.asarray(ends)[:4] = np.maximum.accumulate(last)
    return int(fan_out.sum())


def emit(
    letter_sets: memoryview,
    child_sets: memoryview,
    first: memoryview,
    children: memoryview,
    totals: memoryview,
    order: memoryview,
    places: memoryview,
    count_bits: memoryview,
    words: memoryview,
    width: int,
) -> None:
    """Write the nodes, in ``order``, at their ``places``."""
    nodes, starts, target = np.asarray(order), np.asarray(first).astype(np.int64), np.asarray(words)
    place_of, child_of, below = np.asarray(places), np.asarray(children), np.asarray(totals)
    at = place_of[nodes].astype(np.int64)
    low = np.uint64(0xFFFFFFFF)
    for half in range(width):
        shift = np.uint64(32 * half)
        target[at + half] = np.asarray(letter_sets)[nodes] >> shift & low
        target[at + width + half] = np.asarray(child_sets)[nodes] >> shift & low
    fan_out = np.diff(starts)[nodes]
    run = starts[nodes]
    target[list_runs(at + 2 * width, fan_out)] = place_of[child_of[list_runs(run, fan_out)]]
    bits = np.asarray(count_bits)[nodes].astype(np.int64)
    counted = np.flatnonzero((bits > 0) & (fan_out > 1))
    at, run, fan_out, bits = (array[counted] for array in (at, run, fan_out, bits))
    earlier = below[child_of[list_runs(run, fan_out - 1)]]
    _emit_counts(earlier, at + 2 * width + fan_out, fan_out - 1, bits, target)


def _emit_counts(
    totals: NDArray[np.uint64],
    starts: NDArray[np.int64],
    stored: NDArray[np.int64],
    bits: NDArray[np.int64],
    words: NDArray[Any],
) -> None:
    """Write the counts of nodes.

    A count is the number of words below all earlier children, for each child but the first. Node i has ``stored[i]``
    counts, each ``bits[i]`` wide, from word ``starts[i]`` on. ``totals``: the words below each child but the last, node
    after node.
    """
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(totals)])
    begin = np.cumsum(stored) - stored
    before = sums[1:] - np.repeat(sums[begin], stored)
    offset = list_runs(np.zeros_like(stored), stored) * np.repeat(bits, stored)
    target = np.repeat(starts, stored) + offset // 32
    before <<= (offset % 32).astype(np.uint64)
    # Counts that share a word are neighbours.
    shared = np.flatnonzero(np.diff(target, prepend=-1))
    if len(shared):
        words[target[shared]] = np.bitwise_or.reduceat(before, shared)
