"""Kernel: membership, the question asked most, straight from a Python string.

:class:`Members` is the base of :class:`lexkit.Lexicon`, so that ``word in lexicon`` is one call into compiled code.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import letters, step
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given

    from .tile_strings import prefetch_text, read_tiles, require_tiles


#: Nodes of no word, closed.
_no_words = Nodes(memoryview(bytes(8)).cast("I"), 1, 0, 0, 0, 0, 0, 0, lambda: None)
_no_words.opened = False


class Members:
    """A proved node array that can be asked for words: a base, which a class in Python completes."""

    def __cinit__(self, *arguments: object, **named: object) -> None:
        """Compiled, called when an object is allocated: until :meth:`_begin` it is a closed lexicon without words."""
        self._begin(_no_words, memoryview(b""))

    def _begin(self, nodes: Nodes, table: memoryview) -> None:
        """``table``: code point -> tile, 0 for no letter; empty if labels have several code points.

        A copy is kept, checked here once: no word that is read looks at the numbers again.
        """
        tiles: Any = bytes(memoryview(table))
        require_tiles(tiles)
        self.tile_of_code = tiles
        self.nodes = given(nodes)
        self.table = memoryview(tiles)

    def _is_unusual_word(self, word: object) -> bool:
        """Membership of what :meth:`_member` cannot tell: a subclass may know more spellings."""
        return False

    def _member(self, word: str) -> int:
        """1: a word; 0: none; -1: not told by the table."""
        graph = self.nodes.view
        node = graph.forward_root
        if not cython.compiled:
            tiles = [0] * 64
        length = read_tiles(word, self.tile_of_code, tiles, 0)
        if length <= 0:
            return length
        for i in range(length - 1):
            # Once off the graph the walk stays at the empty node.
            node = step(graph, node, tiles[i])
        return letters(graph, node) >> tiles[length - 1] & 1

    def __contains__(self, word: object) -> bool:
        """Whether this is a word, in any spelling the alphabet reads. About 0.1 us."""
        answer = -1
        # Exactly str: what only derives from it is read the general way.
        if self.nodes.opened and type(word) is str:
            answer = self._member(word)
        return self._is_unusual_word(word) if answer < 0 else answer == 1

    def _contains_each(self, texts: list[str], answers: memoryview) -> bool:
        """Membership of each text of the list: 1, 0, or 255 for "not told by the table".

        Gives whether all were told. If something else than exact str stands among the texts, or their number is not
        that of the answers, nothing is: the answers then mean nothing.

        Sixteen words walk side by side, so that the processor waits for the memory of all of them at once.
        """
        graph = self.nodes.view
        told = True
        if len(texts) != len(answers):
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
                length = read_tiles(text, self.tile_of_code, tiles, lane * 64)
                nodes[lane] = graph.forward_root
                lengths[lane] = length
                longest = max(longest, length)
            # All lanes take as many steps as the longest word but the last; those that are done stay where they are.
            # To ask each lane whether it is done would be guessed wrong once a word, at 15 ns.
            for depth in range(longest - 1):
                for lane in range(lanes):
                    going = -(depth + 1 < lengths[lane])
                    node = step(graph, nodes[lane], tiles[lane * 64 + depth])
                    nodes[lane] = (node & going) | (nodes[lane] & ~going)
            for lane in range(lanes):
                length = lengths[lane]
                if length > 0:
                    tile = tiles[lane * 64 + length - 1]
                    answers[first + lane] = letters(graph, nodes[lane]) >> tile & 1
                else:
                    answers[first + lane] = 255 if length < 0 else 0
                    told &= length == 0
            if (first + 16) % LOOK == 0:
                self.nodes.look()
        return told
