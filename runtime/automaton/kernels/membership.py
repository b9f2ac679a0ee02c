"""Kernel: answer membership, the most frequent query, directly from a Python string.

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


#: Node array of a closed lexicon without words.
_no_words = Nodes(memoryview(bytes(8)).cast("I"), 1, 0, 0, 0, 0, 0, 0, lambda: None)
_no_words.opened = False


class Members:
    """Base class that holds a proved node array and answers membership in it. A Python class completes it."""

    def __cinit__(self, *arguments: object, **named: object) -> None:
        """Start as a closed lexicon without words. Compiled, this runs when an object is allocated."""
        self._begin(_no_words, memoryview(b""))

    def _begin(self, nodes: Nodes, table: memoryview) -> None:
        """Use this node array, and this table from code point to tile.

        The table has 0 for code points that are no letters, and is empty if labels have several code points. It is
        copied and checked here once, so that lookups need not check its numbers.
        """
        tiles: Any = bytes(memoryview(table))
        require_tiles(tiles)
        self.tile_of_code = tiles
        self.nodes = given(nodes)
        self.table = memoryview(tiles)

    def _is_unusual_word(self, word: object) -> bool:
        """Return membership of a word that :meth:`_member` cannot read. A subclass may read more spellings."""
        return False

    def _member(self, word: str) -> int:
        """Return 1 for a word, 0 for a non-word, -1 for a text too long or with a character that the table lacks."""
        graph = self.nodes.view
        node = graph.forward_root
        if not cython.compiled:
            tiles = [0] * 64
        length = read_tiles(word, self.tile_of_code, tiles, 0)
        if length <= 0:
            return length
        for i in range(length - 1):
            # Without an arc, the walk goes to the empty node and stays there.
            node = step(graph, node, tiles[i])
        return letters(graph, node) >> tiles[length - 1] & 1

    def __contains__(self, word: object) -> bool:
        """Return whether ``word`` is in the lexicon, in any spelling that the alphabet reads. Takes about 0.1 us."""
        answer = -1
        # Only str itself: subclasses take the general path.
        if self.nodes.opened and type(word) is str:
            answer = self._member(word)
        return self._is_unusual_word(word) if answer < 0 else answer == 1

    def _contains_each(self, texts: list[str], answers: memoryview) -> bool:
        """Write the membership of each text to ``answers``: 1, 0, or 255 if it cannot be read as in :meth:`_member`.

        Returns whether all texts could be read. If a text is not exactly str, or there are not as many answers as
        texts, the result is False and the answers are undefined.

        Sixteen words are walked side by side, so that their memory accesses overlap.
        """
        graph = self.nodes.view
        told = True
        if len(texts) != len(answers):
            return False
        if not cython.compiled:
            tiles, nodes, lengths = [0] * 1024, [0] * 16, [0] * 16
        # Finished lanes keep reading, and their results are discarded. They must still read valid tiles.
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
            # All lanes take one step fewer than the longest word has letters. Finished lanes stay in place.
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
