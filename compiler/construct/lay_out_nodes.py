"""Place the nodes of an automaton in the node array of a file. SPEC.md, section 4.

In each part of the array (forward nodes by the width of their counts, then the reverse part) nodes are ordered for
walks, as :mod:`lexkit.formats.node_arrays.node_order` says. The order depends only on the automaton, not on how it was
built.

The array is written by the kernel :mod:`..kernels.node_layout_passes` or, if that is not compiled, with numpy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...errors import WordListError
from ...formats import compiled_kernels
from ...formats.automaton_section import Graph
from ...formats.node_arrays.node_heights import list_runs
from ...formats.node_arrays.node_order import order_for_walks
from ..kernels import node_layout_passes
from .minimal_automaton import UnplacedNodes, survey

__all__ = ["arrange"]

#: The part of the array by the bits of a node's counts, 0 for nodes without.
_PARTS = np.full(33, 3, np.uint8)
_PARTS[[8, 16, 32]] = 0, 1, 2


def arrange(nodes: UnplacedNodes, letters: int, width: int) -> Graph:
    """Lay out an automaton as a node array.

    The same automaton gives the same array. Raises WordListError if the array would need 2**32 words or more.
    """
    size = len(nodes)
    _, totals, reached = survey(nodes)
    fan_out = np.diff(nodes.first).astype(np.int64)
    count_bits = np.where(totals < 1 << 8, 8, np.where(totals < 1 << 16, 16, 32)).astype(np.uint8)
    count_bits[reached & 1 == 0] = 0
    parts = _PARTS[count_bits]
    order = order_for_walks(nodes.first, nodes.children, nodes.forward_root, nodes.reverse_root, parts)
    per_word = np.where(count_bits > 0, 32 // np.maximum(count_bits, 1), 1).astype(np.int64)
    count_words = np.where((count_bits > 0) & (fan_out > 1), -(-(fan_out - 1) // per_word), 0)
    sizes = (2 * width + fan_out + count_words)[order]
    ends = np.cumsum(sizes)
    places = np.zeros(size, np.uint32)
    places[order] = ends - sizes
    if int(ends[-1]) > 0xFFFFFFFF or int(totals[nodes.forward_root]) > 0xFFFFFFFF:
        raise WordListError("too many words for one lexicon", expected="an array of fewer than 2**32 words")
    words = np.zeros(int(ends[-1]), np.uint32)
    _emit(nodes, totals, order, places, count_bits * (fan_out > 1), words, width)
    byte_end, half_end, forward_end = (
        int(ends[np.searchsorted(parts[order[1:]], part, side="right")]) for part in (0, 1, 2)
    )
    return Graph(
        memory=words.data,
        width=width,
        letters=letters,
        word_count=int(totals[nodes.forward_root]),
        forward_root=int(places[nodes.forward_root]),
        reverse_root=int(places[nodes.reverse_root]),
        byte_end=byte_end,
        half_end=half_end,
        forward_end=forward_end,
        nodes=len(order),
        arcs=int(fan_out[order].sum()),
    )


def _emit(
    nodes: UnplacedNodes,
    totals: NDArray[np.uint64],
    order: NDArray[np.int64],
    places: NDArray[np.uint32],
    count_bits: NDArray[np.uint8],
    words: NDArray[np.uint32],
    width: int,
) -> None:
    """Write the nodes, in ``order``, at their ``places``. ``count_bits`` is 0 for nodes without counts."""
    if compiled_kernels.is_compiled(node_layout_passes):
        node_layout_passes.emit(
            nodes.letter_sets.data,
            nodes.child_sets.data,
            nodes.first.data,
            nodes.children.data,
            totals.data,
            order.data,
            places.data,
            count_bits.data,
            words.data,
            width,
        )
        return
    at = places[order].astype(np.int64)
    low = np.uint64(0xFFFFFFFF)
    for half in range(width):
        shift = np.uint64(32 * half)
        words[at + half] = nodes.letter_sets[order] >> shift & low
        words[at + width + half] = nodes.child_sets[order] >> shift & low
    first = nodes.first.astype(np.int64)[order]
    fan_out = np.diff(nodes.first).astype(np.int64)[order]
    children = nodes.children[list_runs(first, fan_out)]
    words[list_runs(at + 2 * width, fan_out)] = places[children]
    bits = count_bits[order].astype(np.int64)
    counted = np.flatnonzero(bits)
    at, first, fan_out, bits = (array[counted] for array in (at, first, fan_out, bits))
    _emit_counts(
        totals[nodes.children[list_runs(first, fan_out - 1)]], at + 2 * width + fan_out, fan_out - 1, bits, words
    )


def _emit_counts(
    totals: NDArray[np.uint64],
    starts: NDArray[np.int64],
    stored: NDArray[np.int64],
    bits: NDArray[np.int64],
    words: NDArray[np.uint32],
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
