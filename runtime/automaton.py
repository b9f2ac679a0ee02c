"""Kernel: membership, the question asked most, straight from a Python string.

:class:`Automaton` is the base of :class:`lexkit.Lexicon`, so that ``word in lexicon`` is one call into compiled
code. It holds the node array and the table from code points to tiles; all else is in the other kernels.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ..formats import interpreted as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.access import read_set, step
    from cython.cimports.lexkit.runtime.tiles import prefetch_text, read_tiles
else:
    from ..formats.access import read_set, step
    from .tiles import prefetch_text, read_tiles


@cython.cclass
class Automaton:
    """A proved node array that can be asked for words."""

    # Uncompiled these are attributes like any other: none may have the name of a method of Lexicon.
    array: cython.const[cython.uint][::1]
    table: cython.const[cython.uchar][::1]
    width: cython.Py_ssize_t
    forward_root: cython.Py_ssize_t
    opened: cython.bint

    def __init__(self, words: memoryview, table: memoryview, width: int, forward_root: int) -> None:
        """``table``: code point -> tile, 0 for no letter; empty where labels have several code points."""
        self.array = words
        self.table = table
        self.width = width
        self.forward_root = forward_root
        self.opened = True

    def _shut(self) -> None:
        """From now on every question is an error. The array itself goes with the last object that uses it."""
        self.opened = False

    def _is_open(self) -> bool:
        return self.opened

    def _unusual(self, word: object) -> bool:
        """Membership of what :meth:`_member` cannot tell; the subclass says."""
        raise NotImplementedError

    @cython.cfunc
    @cython.exceptval(check=False)
    def _member(self, word: str) -> cython.int:
        """1: a word; 0: none; -1: not told by the table."""
        node: cython.Py_ssize_t = self.forward_root
        length: cython.Py_ssize_t = len(word)
        i: cython.Py_ssize_t
        code: cython.Py_UCS4
        tile: cython.uchar
        for i in range(length):
            code = word[i]
            if not cython.compiled:
                code = ord(code)
            if code >= self.table.shape[0]:
                return -1
            tile = self.table[code]
            if tile == 0:
                return -1
            if i + 1 < length:
                # Once off the graph the walk stays at the empty node; letters not looked at may be none.
                node = step(self.array, node, tile, self.width)
            elif read_set(self.array, node, self.width) >> tile & 1:
                return 1
        return 0

    def __contains__(self, word: object) -> bool:
        """Whether this is a word, in any spelling the alphabet reads. About 0.1 us."""
        answer: cython.int = -1
        # Exactly str: what only derives from it is read the general way.
        if self.opened and type(word) is str:
            answer = self._member(word)
        if answer < 0:
            return self._unusual(word)
        return answer == 1

    def _contains_each(self, texts: list, answers: cython.uchar[::1]) -> bool:
        """Membership of each text of the list: 1, 0, or 255 for "not told by the table".

        Gives whether all were told. Where something else than exact str stands among the texts, or their number
        is not the answers', nothing is: the answers then mean nothing.

        Sixteen words walk side by side, so that the processor waits for the memory of all of them at once.
        """
        words: cython.const[cython.uint][::1] = self.array
        table: cython.const[cython.uchar][::1] = self.table
        width: cython.Py_ssize_t = self.width
        tiles: cython.uchar[1024]
        nodes: cython.Py_ssize_t[16]
        lengths: cython.Py_ssize_t[16]
        first: cython.Py_ssize_t
        lanes: cython.Py_ssize_t
        lane: cython.Py_ssize_t
        depth: cython.Py_ssize_t
        length: cython.Py_ssize_t
        longest: cython.Py_ssize_t
        going: cython.Py_ssize_t
        node: cython.Py_ssize_t
        tile: cython.uchar
        told: cython.bint = True
        text: str
        if len(texts) != answers.shape[0]:
            return False
        if not cython.compiled:
            tiles, nodes, lengths = [0] * 1024, [0] * 16, [0] * 16
        # Lanes that are done read on, and what they read is thrown away: it must be tiles all the same.
        for depth in range(1024):
            tiles[depth] = 0
        for first in range(0, len(texts), 16):
            lanes = min(16, len(texts) - first)
            longest = 0
            for lane in range(lanes):
                prefetch_text(texts, first + lane + 8)
                if type(texts[first + lane]) is not str:
                    return False
                text = texts[first + lane]
                length = read_tiles(text, table, tiles, lane * 64)
                answers[first + lane] = 255 if length < 0 else 0
                told &= length >= 0
                nodes[lane] = self.forward_root
                lengths[lane] = length
                if length > longest:
                    longest = length
            # All lanes take as many steps as the longest word but the last; those that are done stay where they
            # are. To ask each lane whether it is done would be guessed wrong once a word, at 15 ns.
            for depth in range(longest - 1):
                for lane in range(lanes):
                    going = -(depth + 1 < lengths[lane])
                    node = step(words, nodes[lane], tiles[lane * 64 + depth], width)
                    nodes[lane] = (node & going) | (nodes[lane] & ~going)
            for lane in range(lanes):
                if lengths[lane] > 0:
                    tile = tiles[lane * 64 + lengths[lane] - 1]
                    answers[first + lane] = read_set(words, nodes[lane], width) >> tile & 1
        return told
