"""Kernel: the passes over all nodes that lay them out; for :mod:`..construct.minimal_automaton`.

Children have lower numbers than their parents, so one ascending pass computes a property of all descendants of a
node, and one descending pass a property of all its ancestors. Each pass checks its input as it goes.
"""

from __future__ import annotations

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import popcount

from .check_arguments import require_room


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
    """Compute the properties of each node that the layout needs.

    ``heights``: length of the longest chain of arcs below; ``totals``: number of paths below, which in the forward
    part are words; ``reached``: bit 0 for nodes reachable from the forward root, bit 1 from the reverse root.
    Raises ValueError unless children have lower numbers than their parents.
    """
    size = len(letter_sets)
    require_room(size, heights, totals, reached)
    require_room(size + 1, first)
    require_room(0, children)
    if not (0 <= forward_root < size and 0 <= reverse_root < size):
        raise ValueError("sets and roots of as many nodes")
    for node in range(size):
        require_arcs(first, children, node)
        height = 0
        total = popcount(letter_sets[node])
        for arc in range(first[node], first[node + 1]):
            child = children[arc]
            if child >= node:
                raise ValueError("children with lower numbers than their parents")
            height = max(height, heights[child] + 1)
            total += totals[child]
        heights[node] = height
        # An unusual list can overflow 64 bits here in the reverse part, where totals are not used.
        if not cython.compiled:
            total &= 0xFFFFFFFFFFFFFFFF
        totals[node] = total
    reached[forward_root] |= 1
    reached[reverse_root] |= 2
    for node in range(size - 1, 0, -1):
        roots = reached[node]
        if roots:
            for arc in range(first[node], first[node + 1]):
                reached[children[arc]] |= roots


def choose_parts(totals: memoryview, reached: memoryview, count_bits: memoryview, parts: memoryview) -> None:
    """Choose the part of the array for each node, 0 to 3, and the width of its counts in bits, 0 for no counts.

    Forward nodes are in parts 0 to 2, by the width of their counts. Part 3, the reverse part, has no counts.
    """
    require_room(len(totals), totals, reached, count_bits, parts)
    for node in range(len(totals)):
        total = totals[node]
        part = 0
        if not reached[node] & 1:
            part = 3
        elif total >= 1 << 16:
            part = 2
        elif total >= 1 << 8:
            part = 1
        parts[node] = part
        count_bits[node] = 8 << part if part < 3 else 0


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
    """Assign consecutive places to the nodes in ``order``, the empty node first, and return the number of arcs.

    ``places`` is filled with the offset of each node, in words, and ``ends`` with the end of each of the four
    parts; a part without nodes ends where the part before it ends. The empty node belongs to no part. Places are
    valid if the last end is below 2**32. Raises ValueError for nodes that do not exist.
    """
    size = len(parts)
    require_room(size + 1, first)
    require_room(size, count_bits, places)
    require_room(4, ends)
    require_room(0, order, children)
    at = 0
    arcs = 0
    low = 0xFFFFFFFF
    for part in range(4):
        ends[part] = 0
    for i in range(len(order)):
        node = order[i]
        if node >= size:
            raise ValueError("nodes that there are")
        places[node] = at & low
        require_arcs(first, children, node)
        fan = first[node + 1] - first[node]
        arcs += fan
        at += node_size(fan, count_bits[node], width)
        if i == 0:
            ends[0] = at
        else:
            ends[parts[node] & 3] = at
    for part in range(1, 4):
        ends[part] = max(ends[part], ends[part - 1])
    return arcs


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
    """Write the nodes in ``order`` to ``words``, at their ``places``. ``count_bits`` is 0 for nodes without counts.

    Raises ValueError if a node does not fit.
    """
    size = len(letter_sets)
    require_room(size, child_sets, totals, places, count_bits)
    require_room(size + 1, first)
    require_room(0, children, order, words)
    low = 0xFFFFFFFF
    for i in range(len(order)):
        node = order[i]
        if node >= size:
            raise ValueError("nodes that there are")
        require_arcs(first, children, node)
        arc = first[node]
        fan = first[node + 1] - arc
        bits = count_bits[node]
        at = places[node]
        if at + node_size(fan, bits, width) > len(words):
            raise ValueError("room for every node at its place")
        words[at] = letter_sets[node] & low
        words[at + width] = child_sets[node] & low
        if width == 2:
            words[at + 1] = letter_sets[node] >> 32
            words[at + 3] = child_sets[node] >> 32
        at += 2 * width
        for k in range(fan):
            child = children[arc + k]
            if child >= size:
                raise ValueError("children that there are")
            words[at + k] = places[child]
        if bits:
            at += fan
            per_word = 32 // bits
            below = 0
            for k in range(fan - 1):
                below += totals[children[arc + k]]
                words[at + k // per_word] |= below << (k % per_word * bits)


def require_arcs(first: memoryview, children: memoryview, node: int) -> None:
    """Raise ValueError unless the node's children lie inside the array of children."""
    if first[node] > first[node + 1] or first[node + 1] > len(children):
        raise ValueError("starts of children that ascend")


def node_size(fan: int, bits: int, width: int) -> int:
    """Return the size of a node in words: two sets, its children, and a count for each child but the first."""
    if width not in (1, 2) or bits not in (0, 8, 16, 32):
        raise ValueError("sets of 1 or 2 words, counts of 8, 16 or 32 bits")
    counts = 0
    if bits and fan > 1:
        per_word = 32 // bits
        counts = (fan - 1 + per_word - 1) // per_word
    return 2 * width + fan + counts
