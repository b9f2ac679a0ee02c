"""What :mod:`.arrange` asks of every node and writes of every node, with numpy: many nodes at a time.

The same as the kernel :mod:`.nodewise`, for where it is not compiled.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...formats.layout import MAX_DEPTH
from ...formats.levels import Levels, heights_of, runs
from .nodes import Nodes

__all__ = ["emit", "survey"]


def survey(nodes: Nodes) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint8]]:
    """(heights, totals, reached), as :func:`lexkit.compiler.kernels.place_nodes.survey` fills them."""
    first = nodes.first.astype(np.int64)
    heights = heights_of(first, nodes.children, 2 * MAX_DEPTH)
    levels = Levels.of(first, nodes.children, heights)
    totals = levels.sums(np.bitwise_count(nodes.letter_sets).astype(np.uint64))
    reached = levels.reached(nodes.forward_root).astype(np.uint8)
    reached |= levels.reached(nodes.reverse_root).astype(np.uint8) << 1
    return heights, totals, reached


def emit(
    nodes: Nodes,
    totals: NDArray[np.uint64],
    order: NDArray[np.int64],
    places: NDArray[np.uint32],
    count_bits: NDArray[np.uint8],
    words: NDArray[np.uint32],
    width: int,
) -> None:
    """Write the nodes, in ``order``, at their ``places``; ``count_bits`` is 0 for nodes without counts."""
    at = places[order].astype(np.int64)
    low = np.uint64(0xFFFFFFFF)
    for half in range(width):
        shift = np.uint64(32 * half)
        words[at + half] = nodes.letter_sets[order] >> shift & low
        words[at + width + half] = nodes.child_sets[order] >> shift & low
    first = nodes.first.astype(np.int64)[order]
    fan_out = np.diff(nodes.first).astype(np.int64)[order]
    children = nodes.children[runs(first, fan_out)]
    words[runs(at + 2 * width, fan_out)] = places[children]

    # Counts: before each child but the first, the words below the children that come earlier.
    bits = count_bits[order].astype(np.int64)
    counted = np.flatnonzero(bits)
    at, first, fan_out, bits = (array[counted] for array in (at, first, fan_out, bits))
    stored = fan_out - 1
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(totals[nodes.children[runs(first, stored)]])])
    begin = np.cumsum(stored) - stored
    before = sums[1:] - np.repeat(sums[begin], stored)
    place = runs(np.zeros_like(stored), stored)
    bits = np.repeat(bits, stored)
    target = np.repeat(at + 2 * width + fan_out, stored) + place * bits // 32
    before <<= (place * bits % 32).astype(np.uint64)
    # Counts that share a word are neighbours.
    shared = np.flatnonzero(np.diff(target, prepend=-1))
    if len(shared):
        words[target[shared]] = np.bitwise_or.reduceat(before, shared)
