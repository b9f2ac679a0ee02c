"""Kernel: from nodes by number to nodes in the file. SPEC.md, section 4.

The order in the file depends only on the automaton, not on how it was built: groups (forward nodes by the width
of their counts, then the reverse part), in a group by height, letter set, child set, and last by a
depth-first walk from the roots. Children come before parents in every group order, since a child has a lower
height and no more words below it than its parent. Equal child sets side by side also pack best:
2.4 MB against 2.7 MB in order of height alone (178,691 English words).
"""

from __future__ import annotations

import numpy as np

from ..formats.graph import Graph
from .nodes import Nodes

try:
    import cython
except ImportError:
    from ..formats import interpreted as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.bits import popcount
else:
    from ..formats.bits import popcount

#: Stack of a depth-first walk: no path has more arcs than this.
_DEPTH = 66


def survey(
    letter_sets: cython.const[cython.ulonglong][::1],
    first: cython.const[cython.uint][::1],
    children: cython.const[cython.uint][::1],
    forward_root: cython.uint,
    reverse_root: cython.uint,
    heights: cython.uchar[::1],
    totals: cython.ulonglong[::1],
    visits: cython.uint[::1],
    forward: cython.uchar[::1],
) -> int:
    """What the order in the file needs to know of each node, in one pass up and one walk down.

    ``heights``: longest chain of arcs below; ``totals``: words below, for nodes of the forward part;
    ``visits``: number in a depth-first walk from the forward and then the reverse root, from 1;
    ``forward``: 1 for nodes the forward root leads to. Gives the number of nodes visited.
    """
    node: cython.uint
    child: cython.uint
    arc: cython.uint
    visit: cython.uint = 0
    depth: cython.Py_ssize_t
    half: cython.int
    stack: cython.uint[::1] = memoryview(np.zeros(_DEPTH, np.uint32))
    next_arc: cython.uint[::1] = memoryview(np.zeros(_DEPTH, np.uint32))
    total: cython.ulonglong
    height: cython.uchar
    for half in range(2):
        node = reverse_root if half else forward_root
        if node == 0 or visits[node]:
            continue
        depth = 0
        visit += 1
        visits[node] = visit
        stack[0] = node
        next_arc[0] = first[node]
        while depth >= 0:
            node = stack[depth]
            if next_arc[depth] < first[node + 1]:
                child = children[next_arc[depth]]
                next_arc[depth] += 1
                if visits[child] == 0:
                    visit += 1
                    visits[child] = visit
                    depth += 1
                    stack[depth] = child
                    next_arc[depth] = first[child]
            else:
                height = 0
                total = popcount(letter_sets[node])
                for arc in range(first[node], first[node + 1]):
                    child = children[arc]
                    if heights[child] + 1 > height:
                        height = heights[child] + 1
                    total += totals[child]
                heights[node] = height
                if half == 0:
                    totals[node] = total
                    forward[node] = 1
                depth -= 1
    return visit


def emit(
    letter_sets: cython.const[cython.ulonglong][::1],
    child_sets: cython.const[cython.ulonglong][::1],
    first: cython.const[cython.uint][::1],
    children: cython.const[cython.uint][::1],
    totals: cython.const[cython.ulonglong][::1],
    order: cython.const[cython.longlong][::1],
    places: cython.const[cython.uint][::1],
    count_bits: cython.const[cython.uchar][::1],
    words: cython.uint[::1],
    width: cython.Py_ssize_t,
) -> None:
    """Write the nodes, in ``order``, at their ``places``; ``count_bits`` is 0 for nodes without counts."""
    i: cython.Py_ssize_t
    node: cython.Py_ssize_t
    at: cython.Py_ssize_t
    k: cython.Py_ssize_t
    bits: cython.Py_ssize_t
    per_word: cython.Py_ssize_t
    children_here: cython.Py_ssize_t
    below: cython.ulonglong
    low: cython.ulonglong = 0xFFFFFFFF
    for i in range(order.shape[0]):
        node = order[i]
        at = places[node]
        words[at] = cython.cast(cython.uint, letter_sets[node] & low)
        words[at + width] = cython.cast(cython.uint, child_sets[node] & low)
        if width == 2:
            words[at + 1] = cython.cast(cython.uint, letter_sets[node] >> 32)
            words[at + 3] = cython.cast(cython.uint, child_sets[node] >> 32)
        at += 2 * width
        children_here = first[node + 1] - first[node]
        for k in range(children_here):
            words[at + k] = places[children[first[node] + k]]
        bits = count_bits[node]
        if bits:
            at += children_here
            per_word = 32 // bits
            below = 0
            for k in range(children_here - 1):
                below += totals[children[first[node] + k]]
                words[at + k // per_word] |= cython.cast(cython.uint, below << (k % per_word * bits))


def arrange(nodes: Nodes, letters: int, width: int) -> Graph:
    """The node array of an automaton, in the file's order. The same automaton gives the same array."""
    size = len(nodes)
    heights = np.zeros(size, np.uint8)
    totals = np.zeros(size, np.uint64)
    visits = np.zeros(size, np.uint32)
    forward = np.zeros(size, np.uint8)
    visited = survey(
        memoryview(nodes.letter_sets),
        memoryview(nodes.first),
        memoryview(nodes.children),
        nodes.forward_root,
        nodes.reverse_root,
        memoryview(heights),
        memoryview(totals),
        memoryview(visits),
        memoryview(forward),
    )
    fan_out = np.diff(nodes.first).astype(np.int64)
    count_bits = np.where(totals < 1 << 8, 8, np.where(totals < 1 << 16, 16, 32)).astype(np.uint8)
    count_bits[forward == 0] = 0
    group = np.where(count_bits == 0, 64, count_bits).astype(np.int64)
    group[0] = 0
    known = np.flatnonzero((visits > 0) | (np.arange(size) == 0))
    order = known[
        np.lexsort(
            (
                visits[known],
                nodes.letter_sets[known],
                nodes.child_sets[known],
                group[known] * 256 + heights[known],
            )
        )
    ]
    per_word = np.where(count_bits > 0, 32 // np.maximum(count_bits, 1), 1).astype(np.int64)
    count_words = np.where((count_bits > 0) & (fan_out > 1), -(-(fan_out - 1) // per_word), 0)
    sizes = 2 * width + fan_out + count_words
    ends = np.cumsum(sizes[order])
    places = np.zeros(size, np.uint32)
    places[order] = ends - sizes[order]
    words = np.zeros(int(ends[-1]), np.uint32)
    emit(
        memoryview(nodes.letter_sets),
        memoryview(nodes.child_sets),
        memoryview(nodes.first),
        memoryview(nodes.children),
        memoryview(totals),
        memoryview(order),
        memoryview(places),
        memoryview(count_bits * (fan_out > 1)),
        memoryview(words),
        width,
    )
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
        nodes=visited + 1,
        arcs=int(fan_out[known].sum()),
    )
