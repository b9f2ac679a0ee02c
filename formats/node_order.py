"""The order of nodes in the node array, and conversion between the two orders. SPEC.md, section 4.

Both orders depend only on the automaton. Both keep the parts of the array apart and children before their parents,
so that one pass can prove the array.

:func:`order_for_walks` is the order of every file: by depth, so that nodes near a root share the processor's
caches; at one depth by the number of children; then as a breadth-first search finds the nodes, so that the
children of one node lie together. The number of children comes early because the proof must know it to find the
next node, and a processor predicts it well if it seldom changes.

:func:`order_for_packing` puts similar nodes beside each other, by height and content. It is the order inside
packed files (:mod:`.packed_lexicon`): 178,691 English words pack to 2.3 MB, in the order for walks to 2.7 MB. The
content of a packed file is a lexicon file like any other, whose provenance has the key ``packed``.

Guaranteed: if :func:`arrange_for_packing` returns bytes for a file, :func:`arrange_for_walks` restores the file
from them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import CorruptFileError

from .automaton_section import Graph
from .constants import DAGGAD, GADDAG, MAX_DEPTH, PACKED, PROVENANCE
from .header_and_sections import Section, pack_json, pack_sections
from .kernels import breadth_first
from .lexicon_file import LexiconFile, open_bytes

#: Number of bits of an index in the order.
_PLACE = np.uint64(32)


def order_for_walks(
    first: NDArray[np.uint32],
    children: NDArray[np.uint32],
    forward_root: int,
    reverse_root: int,
    parts: NDArray[np.uint8],
) -> NDArray[np.uint32]:
    """Return the order for walks of the empty node, 0, and all nodes reachable from the roots.

    The children of node i are ``children[first[i]:first[i + 1]]``, each below i. ``parts``: 0 to 3, the part of
    the array that each node goes to; no child is in a later part than its parent. About 15 ms for 400,000 nodes.
    """
    queue, order = np.empty(len(parts), np.uint32), np.empty(len(parts) + 1, np.uint32)
    depths = np.zeros(len(parts), np.uint8)
    found = breadth_first.breadth_first(first.data, children.data, forward_root, reverse_root, queue.data, depths.data)
    count = breadth_first.sort_for_walks(first.data, parts.data, queue.data, found, depths.data, order.data)
    return order[:count]


def order_for_packing(
    first: NDArray[np.uint32],
    children: NDArray[np.uint32],
    child_sets: NDArray[np.uint64],
    letter_sets: NDArray[np.uint64],
    parts: NDArray[np.uint8],
    heights: NDArray[np.uint8],
) -> NDArray[np.int64]:
    """Return the order of all nodes by part, height, child set, letter set, and the places of their children.

    The arguments are those of :func:`order_for_walks`; ``heights``: the longest chain of arcs below each node.
    """
    rank = parts.astype(np.int32) << 8 | heights
    order = np.argsort(rank, kind="stable")
    places = np.zeros(len(parts), np.uint64)
    bounds = np.flatnonzero(np.diff(rank[order], prepend=-1, append=-1)).tolist()
    for low, high in pairwise(bounds):
        order[low:high] = _sort_by_content(first, children, child_sets, letter_sets, places, order[low:high])
        places[order[low:high]] = np.arange(low, high)
    return order


def _sort_by_content(
    first: NDArray[np.uint32],
    children: NDArray[np.uint32],
    child_sets: NDArray[np.uint64],
    letter_sets: NDArray[np.uint64],
    places: NDArray[np.uint64],
    members: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Sort nodes by child set, letter set and the places of their children."""
    members = members[np.lexsort((letter_sets[members], child_sets[members]))]
    fresh = (np.diff(child_sets[members]) != 0) | (np.diff(letter_sets[members]) != 0)
    # Compare the nodes that are equal so far child by child. No two nodes of a minimal automaton are equal.
    tied, classes = _find_ties(np.arange(len(members)), fresh)
    child = 0
    while len(tied):
        more = first[members[tied] + 1] - first[members[tied]] > child
        tied, classes = tied[more], classes[more]
        equals = members[tied]
        keys = classes << _PLACE | places[children[first[equals] + child]]
        order = np.argsort(keys, kind="stable")
        members[tied] = equals[order]
        keys = keys[order]
        tied, classes = _find_ties(tied, keys[1:] != keys[:-1])
        child += 1
    return members


def _find_ties(indices: NDArray[np.int64], fresh: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Find the elements of a sorted sequence that equal a neighbour.

    ``fresh``: for each element but the first, whether it differs from the one before. Returns the indices of the
    tied elements and the number of the class of each.
    """
    differs = np.concatenate([[True], fresh, [True]])
    tied = ~(differs[:-1] & differs[1:])
    return indices[tied], np.cumsum(differs[:-1]).astype(np.uint64)[tied]


def arrange_for_packing(file: LexiconFile) -> bytes | None:
    """Return the lexicon's bytes in the order for packing, or None if its file could not be restored from them.

    About 0.2 s for the 6.6 MB of 180,000 English words.
    """
    if PACKED in file.provenance:
        return None
    arranged = _rewrite(file, {**file.provenance, PACKED: True}, _in_order_for_packing)
    try:
        made = arrange_for_walks(open_bytes(arranged))
    except CorruptFileError:
        return None  # a node is unreachable: no compiler writes such a file
    return arranged if made == file.sections.whole else None


def arrange_for_walks(file: LexiconFile) -> bytes:
    """Restore the file that :func:`arrange_for_packing` was given.

    Raises CorruptFileError if a node is unreachable.
    """
    provenance = {key: value for key, value in file.provenance.items() if key != PACKED}
    return _rewrite(file, provenance, _in_order_for_walks)


def _rewrite(file: LexiconFile, provenance: dict[str, Any], arrange: Callable[[Graph], Graph]) -> bytes:
    """Return the bytes of a file with another provenance and rearranged node arrays."""
    sections: dict[str, Section] = dict(file.sections.data)
    sections[PROVENANCE] = pack_json(provenance)
    sections[GADDAG] = arrange(file.gaddag).pieces()
    if file.daggad is not None:
        sections[DAGGAD] = arrange(file.daggad).pieces()
    return b"".join(pack_sections(sections))


def _in_order_for_packing(graph: Graph) -> Graph:
    table, first, children, parts = _read_nodes(graph)
    heights = compute_heights(table.first, children, 2 * MAX_DEPTH)
    order = order_for_packing(first, children, table.child_sets, table.letter_sets, parts, heights)
    return _reorder(graph, table, children, order)


def _in_order_for_walks(graph: Graph) -> Graph:
    table, first, children, parts = _read_nodes(graph)
    forward_root, reverse_root = np.searchsorted(table.starts, (graph.forward_root, graph.reverse_root)).tolist()
    order = order_for_walks(first, children, forward_root, reverse_root, parts)
    if len(order) < len(table):
        raise CorruptFileError.at(None, "P6: nodes that the roots lead to", len(table) - 1, len(order) - 1)
    return _reorder(graph, table, children, order)


def _read_nodes(
    graph: Graph,
) -> tuple[NodeTable, NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8]]:
    """Return (the nodes; their first, children and parts, as :func:`order_for_walks` takes them)."""
    ends = (graph.byte_end, graph.half_end, graph.forward_end)
    table = NodeTable.of(graph.words, graph.width, *ends)
    children = table.find_children(graph.words).astype(np.uint32)
    parts = np.searchsorted(ends, table.starts, side="right").astype(np.uint8)
    return table, table.first.astype(np.uint32), children, parts


def _reorder(graph: Graph, table: NodeTable, children: NDArray[np.uint32], order: NDArray[Any]) -> Graph:
    """Return the graph with its nodes in another order, which keeps each in its part."""
    sizes = (table.ends - table.starts)[order]
    places = np.zeros(len(table), np.int64)
    places[order] = np.cumsum(sizes) - sizes
    words = np.empty_like(graph.words)
    words[list_runs(places, table.ends - table.starts)] = graph.words
    words[list_runs(places + 2 * graph.width, np.diff(table.first))] = places[children]
    forward_root, reverse_root = np.searchsorted(table.starts, (graph.forward_root, graph.reverse_root))
    return replace(
        graph, memory=words.data, forward_root=int(places[forward_root]), reverse_root=int(places[reverse_root])
    )


@dataclass(frozen=True)
class NodeTable:
    """The nodes in file order. Only one property is proved: each of them lies inside the array.

    Node i begins at word ``starts[i]``, its k-th arc is at word ``arcs[first[i] + k]``, and its counts begin at
    word ``counts[i]``, each ``count_bits[i]`` wide (0 if the node has none). The node ends before word
    ``ends[i]``.
    """

    starts: NDArray[np.int64]
    letter_sets: NDArray[np.uint64]
    child_sets: NDArray[np.uint64]
    first: NDArray[np.int64]
    arcs: NDArray[np.int64]
    counts: NDArray[np.int64]
    count_bits: NDArray[np.int64]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def of(cls, words: NDArray[np.uint32], width: int, byte_end: int, half_end: int, forward_end: int) -> NodeTable:
        """Read the nodes, up to the first one that leaves the array."""
        starts = _find_starts(words, width, byte_end, half_end, forward_end)
        letter_sets, child_sets = (_read_sets(words, starts + offset, width) for offset in (0, width))
        fan_out = np.bitwise_count(child_sets).astype(np.int64)
        first = np.zeros(len(starts) + 1, np.int64)
        np.cumsum(fan_out, out=first[1:])
        counts = starts + 2 * width + fan_out
        bits = np.where(starts < byte_end, 8, np.where(starts < half_end, 16, 32))
        bits[(starts >= forward_end) | (fan_out < 2)] = 0
        return cls(
            starts=starts,
            letter_sets=letter_sets,
            child_sets=child_sets,
            first=first,
            arcs=list_runs(starts + 2 * width, fan_out),
            counts=counts,
            count_bits=bits,
            ends=counts + ((fan_out - 1) * bits + 31) // 32,
        )

    def find_children(self, words: NDArray[np.uint32]) -> NDArray[np.int32]:
        """Return the number of the node that each arc leads to, 0 if no node begins there.

        No arc may lead out of the array.
        """
        numbers = np.zeros(len(words), np.int32)
        numbers[self.starts] = np.arange(len(self))
        children: NDArray[np.int32] = numbers[words[self.arcs]]
        return children


def _read_sets(words: NDArray[np.uint32], places: NDArray[np.int64], width: int) -> NDArray[np.uint64]:
    """Read the letter sets or child sets that begin at these words."""
    sets = words[places].astype(np.uint64)
    if width == 2:
        sets |= words[places + 1].astype(np.uint64) << np.uint64(32)
    return sets


def _find_starts(
    words: NDArray[np.uint32], width: int, byte_end: int, half_end: int, forward_end: int
) -> NDArray[np.int64]:
    """Find the starts of the nodes, up to the first one that leaves the array."""
    heads = max(0, len(words) - 2 * width + 1)
    fan_out = np.bitwise_count(words[width : width + heads])
    if width == 2:
        fan_out += np.bitwise_count(words[width + 1 : width + 1 + heads])
    # A length fits in a byte: at most 4 words of sets, 64 arcs and 63 counts.
    lengths = fan_out + np.uint8(2 * width)
    stored = np.maximum(fan_out, 1) - np.uint8(1)
    for low, high, a_word in ((0, byte_end, 4), (byte_end, half_end, 2), (half_end, forward_end, 1)):
        lengths[low:high] += (stored[low:high] + np.uint8(a_word - 1)) // np.uint8(a_word)
    steps = lengths.tobytes()
    starts = []
    at = 0
    while at < heads:
        starts.append(at)
        at += steps[at]
    if at > len(words):
        starts.pop()
    return np.array(starts, np.int64)


def list_runs(starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers ``start``, ``start + 1``, ... of each run, run after run."""
    ends = np.cumsum(sizes)
    places = np.repeat(starts - ends + sizes, sizes)
    places += np.arange(len(places))
    return places


def compute_heights(first: NDArray[np.int64], children: NDArray[np.integer[Any]], limit: int) -> NDArray[np.uint8]:
    """Return the longest chain of arcs below each node; ``limit + 1`` means longer than ``limit`` (< 255)."""
    heights = np.zeros(len(first) - 1, np.uint8)
    # In round h the remaining arcs lead to a child of height h - 1 or more.
    parents = np.repeat(np.arange(len(heights), dtype=np.int32), np.diff(first))
    height = 0
    while len(children) and height <= limit:
        height += 1
        heights[parents] = height
        left = heights[children] == height
        parents, children = parents[left], children[left]
    return heights
