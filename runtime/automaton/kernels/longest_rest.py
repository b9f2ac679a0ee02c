"""Kernel: how many letters the longest word has left at each node of the forward part.

Worked out once for a lexicon, it tells a walk that needs a number of letters more which nodes it need not enter. Each
node is looked at once: 10 to 30 ms for a large list. Guaranteed for every array that the format's proof passed: no
read outside of it.
"""

from __future__ import annotations

from ....formats.kernels import cython

if not cython.compiled:
    from ....formats.kernels.count_bits import popcount
    from ....formats.kernels.node import children, kid
    from ....formats.kernels.nodes import Nodes, given


def fill_heights(nodes: Nodes, heights: memoryview) -> None:
    """Write the height of each node of the forward part at its number.

    ``heights`` has zeros, a byte for each word of the array. The root of an empty lexicon gets 1, one too many, which
    does no harm.
    """
    graph = given(nodes).view
    if len(heights) < graph.size:
        raise ValueError("a byte for each word of the array")
    if not cython.compiled:
        # For each node of the path: children that are done, and the longest way so far.
        trail, done, tallest = [0] * 66, [0] * 66, [0] * 66
    depth = 0
    trail[0] = graph.forward_root
    done[0] = 0
    tallest[0] = 1
    with cython.nogil:
        while depth >= 0:
            node = trail[depth]
            if done[depth] == popcount(children(graph, node)):
                heights[node] = tallest[depth]
                depth -= 1
                continue
            node = kid(graph, node, done[depth])
            if heights[node]:
                tallest[depth] = max(tallest[depth], heights[node] + 1)
                done[depth] += 1
            else:
                depth += 1
                trail[depth] = node
                done[depth] = 0
                tallest[depth] = 1
