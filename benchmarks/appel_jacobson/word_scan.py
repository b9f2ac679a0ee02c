"""All plays of a position by going through the whole word list, as programs before Appel & Jacobson's did.

Weinberger's "has no concept of" a tree: it discards as many words as possible by quick global tests (which letters the
word has), then by quick local tests (where in a line a word of this length may begin), and examines those that are left
letter by letter. With ``quick`` off, every word is examined in every place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import cython
except ImportError:
    from lexkit.formats.kernels import uncompiled as cython

from line_search import LineSearch

__all__ = ["WordScan"]

if not cython.compiled:
    from line_search import popcount
    from position_lines import ALL, BLANK, LINES


class WordScan(LineSearch):
    """A search without a structure. ``tests``: words held against a line; ``parts``: against a place in it."""

    def __init__(self, structure: Any, words: list[bytes], keep: bool = False) -> None:
        LineSearch.__init__(self, structure, keep)
        self.quick = True
        self.letters: Any = np.frombuffer(b"".join(words), np.uint8).copy()
        self.starts: Any = np.cumsum([0, *map(len, words)]).astype(np.int32)
        sets = [sum({1 << tile for tile in word}) for word in words]
        self.sets: Any = np.array(sets, np.uint32)
        if not cython.compiled:
            self.places = [0] * (LINES * 16)
            self.line_sets = [0] * LINES
            self.letters, self.starts, self.sets = self.letters.tolist(), self.starts.tolist(), sets

    def describe_lines(self) -> None:
        """Note for each line which letters a word may have, and for each length where one may begin, as bits."""
        for line in range(LINES):
            self.enter(line)
            letters = ALL if self.counts[0] > 1 else self.held
            for at in range(1, 16):
                if self.tiles[self.base + at]:
                    letters |= 1 << self.tiles[self.base + at]
            self.line_sets[line] = letters
            for length in range(2, 16):
                bits = 0
                for first in range(1, 17 - length):
                    if self.may_begin(first, length):
                        bits |= 1 << first
                self.places[line * 16 + length] = bits

    def may_begin(self, first: int, length: int) -> bool:
        """Whether a word may lie here: no tile in front and behind, an anchor under it, and tiles enough."""
        if self.tiles[self.base + first - 1] or self.tiles[self.base + first + length]:
            return False
        empty = anchors = 0
        for at in range(first, first + length):
            empty += self.tiles[self.base + at] == 0
            anchors += self.is_anchor(at)
        return anchors > 0 and empty <= self.total

    def by_scan(self) -> None:
        """Hold each word against each line."""
        self.describe_lines()
        blanks = self.counts[0]
        for number in range(len(self.sets)):
            start = self.starts[number]
            length = self.starts[number + 1] - start
            if length < 2 or length > 15:
                continue
            for line in range(LINES):
                places = self.places[line * 16 + length]
                if not places:
                    continue
                self.tests += 1
                if self.quick and popcount(self.sets[number] & ~self.line_sets[line]) > blanks:
                    continue
                self.enter(line)
                for first in range(1, 17 - length):
                    if places >> first & 1:
                        self.parts += 1
                        if self.fits(start, first, length):
                            self.lay_word(start, first, length, first, 0, self.total)

    def fits(self, start: int, first: int, length: int) -> bool:
        """Whether a word fits the tiles and cross sets here, and the rack by its letters."""
        missing = 0
        for place in range(length):
            tile = self.letters[start + place]
            here = self.base + first + place
            if self.tiles[here]:
                if self.tiles[here] != tile:
                    return False
            elif not self.cross[here] >> tile & 1:
                return False
            elif not self.held >> tile & 1:
                missing += 1
                if missing > self.counts[0]:
                    return False
        return True

    def lay_word(self, start: int, first: int, length: int, at: int, last: int, remaining: int) -> None:
        """Lay the rest of a word, from the square ``at`` on, each tile as a letter or as a blank."""
        while at < first + length and self.tiles[self.base + at]:
            at += 1
        if at == first + length:
            self.note(last, first, at - 1, remaining)
            return
        tile = self.letters[start + at - first]
        source = self.first_source(tile)
        while source >= 0:
            if self.counts[source] == 0:
                return
            self.laid[at] = tile if source else tile + BLANK
            self.take(source)
            self.lay_word(start, first, length, at + 1, at, remaining - 1)
            self.put_back(source)
            self.laid[at] = 0
            source = self.next_source(source)
