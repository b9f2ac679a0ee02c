"""Place the nodes of an automaton in the node array of a file. SPEC.md, section 4.

The order in the file depends only on the automaton, not on how it was built. Nodes are ordered by group (forward
nodes by the width of their counts, then the reverse part), in a group by height, and at one height by content: child
set, letter set, then the places of their children, which are known by then. Children come before their parents,
since a child has a lower height than its parent and no more words below it. This order also packs best, because
similar nodes are neighbours: the 6.6 MB of 178,691 English words to 2.3 MB, against 2.7 MB if ordered by height alone.

The array is written by the kernel :mod:`..kernels.place_nodes` or, if that is not compiled, with numpy.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...errors import WordListError
from ...formats import compiled_kernels
from ...formats.graph import Graph
from ...formats.node_heights import list_runs
from ..kernels import place_nodes
from .nodes import Nodes, survey

__all__ = ["arrange"]

#: Bits of a place in the order.
_PLACE = np.uint64(32)


def arrange(nodes: Nodes, letters: int, width: int) -> Graph:
    """Lay out an automaton as a node array.

    The same automaton gives the same array. Raises WordListError if the array would need 2**32 words or more.
    """
    size = len(nodes)
    heights, totals, reached = survey(nodes)
    fan_out = np.diff(nodes.first).astype(np.int64)
    count_bits = np.where(totals < 1 << 8, 8, np.where(totals < 1 << 16, 16, 32)).astype(np.uint8)
    count_bits[reached & 1 == 0] = 0
    group = np.where(count_bits == 0, 64, count_bits).astype(np.uint16)
    group[0] = 0
    # Every file has the empty node.
    reached[0] = 1
    known = np.flatnonzero(reached)
    order = _order_nodes(nodes, known, group * 256 + heights, width)
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
        int(ends[np.searchsorted(group[order], bits, side="right") - 1]) for bits in (8, 16, 32)
    )
    return Graph(
        words=words,
        width=width,
        letters=letters,
        word_count=int(totals[nodes.forward_root]),
        forward_root=int(places[nodes.forward_root]),
        reverse_root=int(places[nodes.reverse_root]),
        byte_end=byte_end,
        half_end=half_end,
        forward_end=forward_end,
        nodes=len(known),
        arcs=int(fan_out[known].sum()),
    )


def _emit(
    nodes: Nodes,
    totals: NDArray[np.uint64],
    order: NDArray[np.int64],
    places: NDArray[np.uint32],
    count_bits: NDArray[np.uint8],
    words: NDArray[np.uint32],
    width: int,
) -> None:
    """Write the nodes, in ``order``, at their ``places``. ``count_bits`` is 0 for nodes without counts."""
    if compiled_kernels.is_compiled(place_nodes):
        place_nodes.emit(
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


def _order_nodes(nodes: Nodes, known: NDArray[np.int64], rank: NDArray[np.uint16], width: int) -> NDArray[np.int64]:
    """Sort the known nodes by rank, then by content. A child's rank is below its parent's."""
    order = known[np.argsort(rank[known], kind="stable")]
    places = np.zeros(len(nodes), np.uint64)
    bounds = np.flatnonzero(np.diff(rank[order].astype(np.int32), prepend=-1, append=-1)).tolist()
    for low, high in pairwise(bounds):
        order[low:high] = _sort_by_content(nodes, order[low:high], places, width)
        places[order[low:high]] = np.arange(low, high)
    return order


def _sort_by_content(
    nodes: Nodes, members: NDArray[np.int64], places: NDArray[np.uint64], width: int
) -> NDArray[np.int64]:
    """Sort nodes by child set, letter set and the places of their children."""
    child_sets, letter_sets = nodes.child_sets[members], nodes.letter_sets[members]
    if width == 1:
        both = child_sets << _PLACE | letter_sets
        order = np.argsort(both)
        both = both[order]
        fresh = both[1:] != both[:-1]
    else:
        order = np.lexsort((letter_sets, child_sets))
        fresh = (np.diff(child_sets[order]) != 0) | (np.diff(letter_sets[order]) != 0)
    members = members[order]
    # Compare the nodes that are equal so far child by child. No two nodes are equal in all of their children.
    tied, classes = _find_ties(np.arange(len(members)), fresh)
    child = 0
    while len(tied):
        equals = members[tied]
        keys = classes << _PLACE | places[nodes.children[nodes.first[equals] + child]]
        order = np.argsort(keys)
        members[tied] = equals[order]
        keys = keys[order]
        tied, classes = _find_ties(tied, keys[1:] != keys[:-1])
        child += 1
    return members


def _find_ties(indices: NDArray[np.int64], fresh: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Find the elements of a sorted sequence that equal a neighbour.

    ``fresh``: whether each element but the first differs from the one before. Returns the indices of the tied
    elements and the number of the class of each.
    """
    differs = np.concatenate([[True], fresh, [True]])
    tied = ~(differs[:-1] & differs[1:])
    return indices[tied], np.cumsum(differs[:-1]).astype(np.uint64)[tied]
