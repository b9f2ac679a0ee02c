"""From nodes by number to nodes in the file. SPEC.md, section 4.

The order in the file depends only on the automaton, not on how it was built: groups (forward nodes by the width
of their counts, then the reverse part), in a group by height, and nodes of one group and height by what they are:
child set, letter set, then the places of their children, which have come before. Children come before parents in
every group order, since a child has a lower height and no more words below it than its parent. Similar nodes side
by side also pack best: the 6.6 MB of 178,691 English words to 2.3 MB, against 2.7 MB in order of height alone.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...errors import WordListError
from ...formats import compiled as backend
from ...formats.graph import Graph
from ..kernels import place_nodes as nodewise
from . import place_nodes_numpy as levelwise
from .nodes import Nodes

__all__ = ["arrange", "survey"]

#: Bits of a place in the order.
_PLACE = np.uint64(32)


def arrange(nodes: Nodes, letters: int, width: int) -> Graph:
    """The node array of an automaton, in the file's order. The same automaton gives the same array."""
    size = len(nodes)
    heights, totals, reached = survey(nodes)
    fan_out = np.diff(nodes.first).astype(np.int64)
    count_bits = np.where(totals < 1 << 8, 8, np.where(totals < 1 << 16, 16, 32)).astype(np.uint8)
    count_bits[reached & 1 == 0] = 0
    group = np.where(count_bits == 0, 64, count_bits).astype(np.uint16)
    group[0] = 0
    # The empty node is in every file.
    reached[0] = 1
    known = np.flatnonzero(reached)
    order = _canonical_order(nodes, known, group * 256 + heights, width)
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


def survey(nodes: Nodes) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint8]]:
    """(heights, totals, reached) of each node; :func:`lexkit.compiler.kernels.place_nodes.survey` says what they are."""
    if not backend.is_compiled(nodewise):
        return levelwise.survey(nodes)
    heights = np.zeros(len(nodes), np.uint8)
    totals = np.zeros(len(nodes), np.uint64)
    reached = np.zeros(len(nodes), np.uint8)
    nodewise.survey(
        nodes.letter_sets.data,
        nodes.first.data,
        nodes.children.data,
        nodes.forward_root,
        nodes.reverse_root,
        heights.data,
        totals.data,
        reached.data,
    )
    return heights, totals, reached


def _emit(
    nodes: Nodes,
    totals: NDArray[np.uint64],
    order: NDArray[np.int64],
    places: NDArray[np.uint32],
    count_bits: NDArray[np.uint8],
    words: NDArray[np.uint32],
    width: int,
) -> None:
    """Fill the node array."""
    if not backend.is_compiled(nodewise):
        levelwise.emit(nodes, totals, order, places, count_bits, words, width)
        return
    nodewise.emit(
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


def _canonical_order(nodes: Nodes, known: NDArray[np.int64], rank: NDArray[np.uint16], width: int) -> NDArray[np.int64]:
    """The known nodes by rank, and those of one rank by content. A child's rank is below its parent's."""
    order = known[np.argsort(rank[known], kind="stable")]
    places = np.zeros(len(nodes), np.uint64)
    bounds = np.flatnonzero(np.diff(rank[order].astype(np.int32), prepend=-1, append=-1)).tolist()
    for low, high in pairwise(bounds):
        order[low:high] = _by_content(nodes, order[low:high], places, width)
        places[order[low:high]] = np.arange(low, high)
    return order


def _by_content(nodes: Nodes, members: NDArray[np.int64], places: NDArray[np.uint64], width: int) -> NDArray[np.int64]:
    """Nodes by child set, letter set and the places of their children."""
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
    # One child after the other, among those that are equal so far. No two nodes are equal to the last child.
    tied, classes = _ties(np.arange(len(members)), fresh)
    child = 0
    while len(tied):
        equals = members[tied]
        keys = classes << _PLACE | places[nodes.children[nodes.first[equals] + child]]
        order = np.argsort(keys)
        members[tied] = equals[order]
        keys = keys[order]
        tied, classes = _ties(tied, keys[1:] != keys[:-1])
        child += 1
    return members


def _ties(where: NDArray[np.int64], fresh: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Those of some sorted things that equal a neighbour, and the number of the class of equals of each.

    ``fresh``: whether each but the first differs from the one before.
    """
    differs = np.concatenate([[True], fresh, [True]])
    tied = ~(differs[:-1] & differs[1:])
    return where[tied], np.cumsum(differs[:-1]).astype(np.uint64)[tied]
