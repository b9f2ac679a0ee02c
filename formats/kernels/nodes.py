"""Kernel: the node array that all walks use. SPEC.md, section 4.

:class:`Nodes` is made once per lexicon, from an array that :mod:`.proof` has passed, and passed to every kernel. In
a kernel, ``graph`` is its *view*: the plain numbers that the functions of :mod:`.node` take.
"""

from __future__ import annotations

from collections.abc import Callable

from . import cython

if not cython.compiled:
    from .node import View, children, letters, popcount, step

    #: Number of words, strings or nodes between two checks of the deadline; a hundred take some microseconds.
    LOOK = 1 << 10


class Nodes:
    """A proved node array, its roots, and the values that all walks share.

    ``word_count``: number of words in the lexicon; ``tile_count``: number of tiles, including the separator;
    ``tile_bits``: bits of a tile in a sort key; ``opened``: false once the lexicon is closed; ``look``: deadline
    check that long walks call at intervals, sometimes with the seconds that the next step takes; it raises to stop
    the walk.
    """

    view: View

    def __init__(
        self,
        array: memoryview,
        width: int,
        forward_root: int,
        reverse_root: int,
        byte_end: int,
        half_end: int,
        word_count: int,
        letters: int,
        look: Callable[..., None],
    ) -> None:
        size = len(array)
        ends = (byte_end, half_end, forward_root, reverse_root, 0)
        if width not in (1, 2) or not all(0 <= end <= size for end in ends) or size < 2 * width or word_count < 0:
            raise ValueError("no proved node array")
        self.array = array
        self.word_count = word_count
        self.tile_count = letters + 1
        self.tile_bits = max(1, letters.bit_length())
        self.opened = True
        self.look = look
        if cython.compiled:
            self.view.words = cython.address(self.array[0])
        else:
            self.view = View()
            self.view.words = array
        self.view.size = len(array)
        self.view.width = width
        self.view.forward_root = forward_root
        self.view.reverse_root = reverse_root
        self.view.byte_end = byte_end
        self.view.half_end = half_end

    def letter_set(self, node: int) -> int:
        """Return the letter set of a node. Raises IndexError for a number outside the array. For callers in Python."""
        return letters(self.view, self._checked(node))

    def child_set(self, node: int) -> int:
        """Return the child set of a node. Raises IndexError for a number outside the array. For callers in Python."""
        return children(self.view, self._checked(node))

    def child_of(self, node: int, tile: int) -> int:
        """Return the child of a node for a tile, or 0. Raises IndexError outside the array. For callers in Python."""
        fan = popcount(self.child_set(node))
        if node + 2 * self.view.width + fan > self.view.size or not 0 <= tile < 64:
            raise IndexError(f"no node {node}, or no tile {tile}")
        return step(self.view, node, tile)

    def _checked(self, node: int) -> int:
        if not 0 <= node <= self.view.size - 2 * self.view.width:
            raise IndexError(f"no node {node}")
        return node


def given(nodes: Nodes) -> Nodes:
    """Return ``nodes``. Raises TypeError if it is None."""
    if nodes is None:
        raise TypeError("a kernel needs nodes")
    return nodes
