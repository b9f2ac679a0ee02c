"""Kernel: whether some letters, in any order, may spell a word.

All words of a lexicon are entered in a table by a sum over their letters, which tells multisets of letters apart: four
bits of one 64-bit number, chosen by the sum. If one of them is not set, the letters spell no word; if all are, they
nearly always do: the table has 12 to 24 bits a word, and is sometimes wrong in this direction, in less than one case of
a hundred. It is made once for a lexicon, in some milliseconds.

(Bloom 1970, "Space/time trade-offs in hash coding with allowable errors"; here a word's bits lie side by side, so that
one access to memory answers.)

Guaranteed: letters that spell a word are never said to spell none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import below, child, children, letters, lowest
    from lexkit.formats.kernels.nodes import LOOK, Nodes

    from .shared_types import bits_of, fitting, is_marked, is_rack_tile, key_sum, only_once, split_mix

#: Maximum number of words entered from a lexicon: they take a second and 64 MB.
MOST_WORDS = 1 << 24


class AnagramTable:
    """Anagram table of one lexicon: the letters of each of its words."""

    def __init__(self, nodes: Nodes, letters: int) -> None:
        """Build the table; ``letters`` is the mask of the alphabet."""
        only_once(self.nodes if cython.compiled else None)  # type: ignore[has-type]
        self.nodes = fitting(nodes)
        self.letters = letters
        # A file of a few bytes can hold billions of words. The table of such a lexicon stays empty.
        knows = 0 <= nodes.word_count <= MOST_WORDS
        self.shift = 64 - max(6, (12 * nodes.word_count).bit_length() - 6 if knows else 0)
        self.entered = 0
        self.memory = np.zeros(1 << 64 - self.shift, np.uint64).data
        self.marks: Any = cython.address(self.memory[0]) if cython.compiled else self.memory
        if not cython.compiled:
            self.keys = [0] * 64
        for tile in range(64):
            self.keys[tile] = _key(tile)
        if knows:
            self._enter_below(self.nodes.view.forward_root, 0, nodes.word_count)
        self.knows = knows

    def _enter_below(self, node: int, key: int, number: int) -> None:
        """Enter ``number`` words below a node as :meth:`_enter` does, in pieces, checking the deadline between them."""
        graph = self.nodes.view
        if number <= LOOK:
            self._enter(node, key)
            self.entered += number
            if self.entered >= LOOK:
                self.entered = 0
                self.nodes.look()
        else:
            self._mark(letters(graph, node), key)
        among = children(graph, node)
        bits = among if number > LOOK else 0
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = child(graph, node, among, tile)
            self._enter_below(there, key_sum(key, self.keys[tile]), below(graph, there))

    def _enter(self, node: int, key: int) -> None:
        """Enter the letters of all words below this node."""
        graph = self.nodes.view
        among = children(graph, node)
        bits = among
        self._mark(letters(graph, node), key)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            self._enter(child(graph, node, among, tile), key_sum(key, self.keys[tile]))

    def _mark(self, ends: int, key: int) -> None:
        """Enter the letters of the words that end with one more of the tiles ``ends``."""
        while ends:
            tile = lowest(ends)
            ends &= ends - 1
            word = key_sum(key, self.keys[tile])
            self.marks[word >> self.shift] |= bits_of(word)

    def spells(self, key: int) -> bool:
        """Return whether letters whose keys sum to ``key`` may spell a word."""
        return is_marked(self.marks, self.shift, key)

    def spells_with_blank(self, key: int) -> bool:
        """Return whether letters whose keys sum to ``key`` may spell a word with any one more letter."""
        bits = self.letters
        while bits:
            if is_marked(self.marks, self.shift, key_sum(key, self.keys[lowest(bits)])):
                return True
            bits &= bits - 1
        return False

    # -- for callers in Python ------------------------------------------------------------------------

    def may_spell(self, word: bytes) -> bool:
        """Return whether these tiles, in some order, may spell a word. One blank (0) is allowed: it is any letter."""
        key = 0
        blanks = 0
        for at in range(len(word)):
            if not is_rack_tile(self.letters, word[at]):
                raise ValueError("a tile outside the alphabet")
            if word[at]:
                key = key_sum(key, self.keys[word[at]])
            else:
                blanks += 1
        if blanks > 1:
            raise ValueError("one blank at most")
        if not self.knows:
            return True
        return self.spells_with_blank(key) if blanks else self.spells(key)


def _key(tile: int) -> int:
    """Return the key of a tile. Sums of keys distinguish multisets of tiles."""
    return split_mix((tile + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF)
