"""Kernel: list the nodes breadth first, with their depths, and sort them; for :mod:`..node_order`.

Children have lower numbers than their parents, so one descending pass computes a property of all ancestors of a
node.
"""

from __future__ import annotations

from . import cython

if not cython.compiled:
    #: Number of sort keys, each a combination of part, depth and fan-out.
    KEYS = 1 << 13
    #: Nodes of a depth with this many children or more have the same sort key.
    MANY = 4


def breadth_first(
    first: memoryview, children: memoryview, forward_root: int, reverse_root: int, queue: memoryview, depths: memoryview
) -> int:
    """Write the nodes reachable from the roots to ``queue``, the nearest first, and return their number.

    The children of node i are ``children[first[i]:first[i + 1]]``, each below i; the children of
    unreachable nodes are not read. ``queue`` begins with the reverse root, then the forward root; the children of a
    node are appended in their order. ``depths`` must be zeros; for each listed node it is set to one more than the
    length of the longest chain of arcs from a root.
    """
    size = len(first) - 1
    if len(queue) < size or len(depths) < size or not (0 <= forward_root < size and 0 <= reverse_root < size):
        raise ValueError("a number and a byte for each node, and roots that are nodes")
    count = len(children)
    known = 0
    wrong = False
    with cython.nogil:
        queue[0] = reverse_root
        depths[reverse_root] = 1
        reached = 1
        if not depths[forward_root]:
            queue[1] = forward_root
            depths[forward_root] = 1
            reached = 2
        while known < reached:
            node = queue[known]
            known += 1
            start = first[node]
            end = first[node + 1]
            if start > end or end > count:
                wrong = True
                break
            for arc in range(start, end):
                child = children[arc]
                if child >= node:
                    wrong = True
                    break
                if depths[child] == 0:
                    depths[child] = 1
                    queue[reached] = child
                    reached += 1
            if wrong:
                break
        for node in range(0 if wrong else size - 1, 0, -1):
            depth = depths[node]
            if depth:
                depth += 1
                for arc in range(first[node], first[node + 1]):
                    child = children[arc]
                    if depths[child] < depth:
                        depths[child] = depth
    if wrong:
        raise ValueError("runs of children in their order, each below its parent")
    return reached


def sort_for_walks(
    first: memoryview, parts: memoryview, queue: memoryview, found: int, depths: memoryview, order: memoryview
) -> int:
    """Sort the nodes that :func:`breadth_first` found into ``order``, the empty node first, and return their number.

    This is a counting sort: by part, then the deepest first, then by the number of children (up to MANY), then in
    the reverse order of discovery.
    """
    size = len(parts)
    if len(first) <= size or len(depths) < size or not 0 <= found <= len(queue) or len(order) <= found:
        raise ValueError("a part and a depth for each node, and room for the order")
    if not cython.compiled:
        starts = [0] * KEYS
    for key in range(KEYS):
        starts[key] = 0
    for i in range(found):
        node = queue[i]
        if node >= size:
            raise ValueError("nodes that there are")
        if node != 0:
            starts[key_of(parts[node], depths[node], first[node + 1] - first[node])] += 1
    place = 1
    for key in range(KEYS):
        count = starts[key]
        starts[key] = place
        place += count
    order[0] = 0
    for i in range(found - 1, -1, -1):
        node = queue[i]
        if node != 0:
            key = key_of(parts[node], depths[node], first[node + 1] - first[node])
            order[starts[key]] = node
            starts[key] += 1
    return place


def key_of(part: int, depth: int, fan: int) -> int:
    """Return the sort key of a node."""
    if fan > MANY:
        fan = MANY
    return ((part & 3) << 8 | 255 - depth) << 3 | fan
