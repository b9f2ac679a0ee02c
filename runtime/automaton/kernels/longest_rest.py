"""Kernel: how many letters the longest word has left at each node of the forward part.

Known once for a lexicon, it tells walks that need so many letters more where they need not go. Each node is looked at
once: 10 to 30 ms for a large list. Guaranteed for every array that the format's proof passed: no read outside of it.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import popcount
    from cython.cimports.lexkit.formats.kernels.node import read_set
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
else:
    from ....formats.kernels.bits import popcount
    from ....formats.kernels.node import read_set
    from ....formats.kernels.nodes import Nodes

#: Nodes on the longest path: no word has more tiles.
DEPTH = 66


@cython.final
@cython.cclass
class Heights:
    """One walk through the forward part, each node visited once."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    trail: cython.Py_ssize_t[66]
    # Children of each node of the trail that are done, and the longest way so far.
    done: cython.Py_ssize_t[66]
    tallest: cython.uchar[66]

    def __init__(self, nodes: Nodes) -> None:
        if not cython.compiled:
            self.trail, self.done, self.tallest = [0] * DEPTH, [0] * DEPTH, [0] * DEPTH
        self.words = nodes.array
        self.width = nodes.view.width

    def fill(self, root: cython.Py_ssize_t, heights: cython.uchar[::1]) -> None:
        """Write the height of each node at its number; ``heights`` has zeros, a byte for each word of the array.

        The root of an empty lexicon gets 1, one too many, which harms nobody.
        """
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        depth: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t
        child: cython.Py_ssize_t
        self.trail[0] = root
        self.done[0] = 0
        self.tallest[0] = 1
        with cython.nogil:
            while depth >= 0:
                node = self.trail[depth]
                if self.done[depth] == popcount(read_set(words, node + width, width)):
                    heights[node] = self.tallest[depth]
                    depth -= 1
                    continue
                child = words[node + 2 * width + self.done[depth]]
                if heights[child]:
                    if heights[child] >= self.tallest[depth]:
                        self.tallest[depth] = heights[child] + 1
                    self.done[depth] += 1
                else:
                    depth += 1
                    self.trail[depth] = child
                    self.done[depth] = 0
                    self.tallest[depth] = 1
