"""Kernel: the passes over all nodes that lay them out; for :mod:`..construct.lay_out_nodes`.

Children have lower numbers than their parents, so one pass up the numbers knows all that is below a node, and one
pass down all that leads to it.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ...formats.kernels import uncompiled as cython

if not cython.compiled:
    from ...formats.kernels.count_bits import popcount

from .check_arguments import require_arcs, require_below, require_places, require_room


def survey(
    letter_sets: memoryview,
    first: memoryview,
    children: memoryview,
    forward_root: int,
    reverse_root: int,
    heights: memoryview,
    totals: memoryview,
    reached: memoryview,
) -> None:
    """Fill in what the layout needs to know of each node.

    ``heights``: longest chain of arcs below; ``totals``: paths below, which in the forward part are words;
    ``reached``: bit 0 for nodes the forward root leads to, bit 1 for those the reverse root leads to.
    Raises ValueError unless children have lower numbers than their parents.
    """
    size = require_arcs(first, children)
    require_room(size, letter_sets, heights, totals, reached)
    if len(letter_sets) != size or not 0 <= forward_root < size or not 0 <= reverse_root < size:
        raise ValueError("sets and roots of as many nodes")
    for node in range(len(letter_sets)):
        height = 0
        total = popcount(letter_sets[node])
        for arc in range(first[node], first[node + 1]):
            child = children[arc]
            height = max(height, heights[child] + 1)
            total += totals[child]
        heights[node] = height
        # In the reverse part this can be more than 64 bits hold, if the list is strange; it is not used there.
        if not cython.compiled:
            total &= 0xFFFFFFFFFFFFFFFF
        totals[node] = total
    reached[forward_root] |= 1
    reached[reverse_root] |= 2
    for node in range(len(letter_sets) - 1, 0, -1):
        roots = reached[node]
        if roots:
            for arc in range(first[node], first[node + 1]):
                reached[children[arc]] |= roots


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
    """Write the nodes, in ``order``, at their ``places``; ``count_bits`` is 0 for nodes without counts.

    Raises ValueError unless there is room for them.
    """
    size = require_arcs(first, children)
    require_room(0, order, words)
    require_room(size, letter_sets, child_sets, totals, places, count_bits)
    require_below(size, order)
    require_places(first, order, places, count_bits, len(words), width)
    low = 0xFFFFFFFF
    for i in range(len(order)):
        node = order[i]
        at = places[node]
        words[at] = letter_sets[node] & low
        words[at + width] = child_sets[node] & low
        if width == 2:
            words[at + 1] = letter_sets[node] >> 32
            words[at + 3] = child_sets[node] >> 32
        at += 2 * width
        arc = first[node]
        fan = first[node + 1] - arc
        for k in range(fan):
            words[at + k] = places[children[arc + k]]
        bits = count_bits[node]
        if bits:
            at += fan
            per_word = 32 // bits
            below = 0
            for k in range(fan - 1):
                below += totals[children[arc + k]]
                words[at + k // per_word] |= below << (k % per_word * bits)
