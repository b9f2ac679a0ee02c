"""Kernel: what :mod:`.arrange` asks of every node and writes of every node, one node after the other.

Children have lower numbers than their parents, so one pass up the numbers knows all that is below a node, and one
pass down all that leads to it.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ...formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import popcount
else:
    from ...formats.kernels.bits import popcount


def survey(
    letter_sets: cython.const[cython.ulonglong][::1],
    first: cython.const[cython.uint][::1],
    children: cython.const[cython.uint][::1],
    forward_root: cython.uint,
    reverse_root: cython.uint,
    heights: cython.uchar[::1],
    totals: cython.ulonglong[::1],
    reached: cython.uchar[::1],
) -> None:
    """What the order in the file needs to know of each node.

    ``heights``: longest chain of arcs below; ``totals``: paths below, which in the forward part are words;
    ``reached``: bit 0 for nodes the forward root leads to, bit 1 for those the reverse root leads to.
    """
    node: cython.Py_ssize_t
    child: cython.uint
    arc: cython.Py_ssize_t
    total: cython.ulonglong
    height: cython.uchar
    roots: cython.uchar
    for node in range(letter_sets.shape[0]):
        height = 0
        total = popcount(letter_sets[node])
        for arc in range(first[node], first[node + 1]):
            child = children[arc]
            if heights[child] + 1 > height:
                height = heights[child] + 1
            total += totals[child]
        heights[node] = height
        # In the reverse part of a strange list this can be more than 64 bits hold; nobody asks for it there.
        if not cython.compiled:
            total &= 0xFFFFFFFFFFFFFFFF
        totals[node] = total
    reached[forward_root] |= 1
    reached[reverse_root] |= 2
    for node in range(letter_sets.shape[0] - 1, 0, -1):
        roots = reached[node]
        if roots:
            for arc in range(first[node], first[node + 1]):
                reached[children[arc]] |= roots


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
