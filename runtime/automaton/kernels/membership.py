"""Kernel: membership, the most frequent query, directly from a Python string.

:class:`Members` is the base class of :class:`lexkit.Lexicon`, so that ``word in lexicon`` is one call of compiled
code.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import letters, step
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given

    from .tile_strings import prefetch_text, read_tiles, require_tiles


#: Closed node array without words.
_no_words = Nodes(memoryview(bytes(8)).cast("I"), 1, 0, 0, 0, 0, 0, 0, lambda: None)
_no_words.opened = False


class Members:
    """Base class with a proved node array, and membership of words in it. A Python class completes it."""

    def __cinit__(self, *arguments: object, **named: object) -> None:
        """Start as a closed lexicon without words. Compiled, this runs when an object is allocated."""
        self._begin(_no_words, memoryview(b""))

    def _begin(self, nodes: Nodes, table: memoryview) -> None:
        """Take a node array, and a table from code point to tile.

        The table has 0 for no letter, and is empty if labels have several code points. It is copied and checked
        here once, so that no lookup need check its numbers again.
        """
        tiles: Any = bytes(memoryview(table))
        require_tiles(tiles)
        self.tile_of_code = tiles
        self.nodes = given(nodes)
        self.table = memoryview(tiles)

    def _is_unusual_word(self, word: object) -> bool:
        """Return membership where :meth:`_member` cannot tell. A subclass may know more spellings."""
        return False

    def _member(self, word: str) -> int:
        """Return 1 for a word, 0 for a non-word, -1 if the table lacks a character."""
        graph = self.nodes.view
        node = graph.forward_root
        if not cython.compiled:
            tiles = [0] * 64
        length = read_tiles(word, self.tile_of_code, tiles, 0)
        if length <= 0:
            return length
        for i in range(length - 1):
            # Off the graph, the walk stays at the empty node.
            node = step(graph, node, tiles[i])
        return letters(graph, node) >> tiles[length - 1] & 1

    def __contains__(self, word: object) -> bool:
        """Return whether this is a word, in any spelling that the alphabet reads. Takes about 0.1 us."""
        answer = -1
        # Exactly str: subclasses are read the general way.
        if self.nodes.opened and type(word) is str:
            answer = self._member(word)
        return self._is_unusual_word(word) if answer < 0 else answer == 1

    def _contains_each(self, texts: list[str], answers: memoryview) -> bool:
        """Write the membership of each text of the list: 1, 0, or 255 if the table lacks a character.

        Returns whether the table had all characters. If a text is not exactly str, or the number of texts is not
        that of the answers, the result is False and the answers have no meaning.

        Sixteen words walk side by side, so that the processor waits for the memory of all of them at once.
        """
        graph = self.nodes.view
        told = True
        if len(texts) != len(answers):
            return False
        if not cython.compiled:
            tiles, nodes, lengths = [0] * 1024, [0] * 16, [0] * 16
        # Lanes that are done read on, and the result is discarded. What they read must be valid tiles all the same.
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
            # All lanes take one step fewer than the longest word has letters; those that are done stay in place.
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
