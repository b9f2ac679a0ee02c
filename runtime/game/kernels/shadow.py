"""Kernel: the shadow of an anchor, the most any play there could score.

Of the plays at one anchor those with l tiles in front of it and r behind are bounded by their squares alone: which
premiums they cover, which tiles they play through, which words they touch; the rack's tiles are taken as if the most
valuable could lie on the best squares. A longer play's bound is never lower, so only the longest plays that the rack
and the free squares allow are looked at. Squares on which no tile of the rack fits end the reach.

The bonus for playing all tiles would raise most such bounds for nothing. But all tiles of the rack and those played
through are letters of one word, whatever its order, and a table of all words by a sum over their letters says, rarely
wrong and never "no" for a word there is, whether these letters spell one. It is made once for a lexicon, in some
milliseconds, and has 8 to 16 bits a word.

Guaranteed: no play at the anchor scores more than the bound.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
    from cython.cimports.lexkit.runtime.game.kernels.fixed_width import (
        NARROW,
        Square,
        child,
        child_set,
        letter_set,
        letters_t,
    )
else:
    from ....formats.kernels.bits import lowest
    from ....formats.kernels.nodes import Nodes
    from .fixed_width import child, child_set, letter_set


#: Words of a lexicon whose letters are entered in the table: a second, and 32 MB.
MOST_WORDS = 1 << 24


@cython.final
@cython.cclass
class Shadow:
    """Bounds for one rack after another, for one lexicon and rack size."""

    def __init__(self, nodes: Nodes, letters: int, bingo: int, bingo_size: int) -> None:
        """``letters``: mask of the alphabet;
        ``bingo``: points for laying ``bingo_size`` tiles at once."""
        tile: cython.int
        word_count: cython.Py_ssize_t = nodes.word_count
        self.words = nodes.array
        self.width = nodes.view.width
        self.letters = letters
        self.bingo = bingo
        self.bingo_size = bingo_size
        # A file of a few bytes can have billions of words: then nothing is known of what letters spell.
        self.knows = 0 <= word_count <= MOST_WORDS
        self.shift = 64 - max(16, (8 * word_count).bit_length() if self.knows else 0)
        if cython.compiled:
            if NARROW and self.width != 1:
                raise ValueError("an array of wide sets needs the wide kernels")
            self.graph = cython.address(self.words[0])
            self.filter_memory = np.zeros((1 << 64 - self.shift) // 8, np.uint8).data
            self.seen = cython.address(self.filter_memory[0])
        else:
            self.graph = nodes.array
            self.seen = bytearray((1 << 64 - self.shift) // 8)
            self.keys, self.values = [0] * 64, [0] * 16
        for tile in range(64):
            self.keys[tile] = _key(tile)
        if self.knows:
            self._enter(nodes.view.forward_root, 0, 1)

    def like(self) -> Shadow:
        """Another one for the same lexicon, for another thread; the table is shared."""
        other: Shadow = Shadow.__new__(Shadow)
        tile: cython.int
        other.words = self.words
        other.width = self.width
        other.letters = self.letters
        other.bingo = self.bingo
        other.bingo_size = self.bingo_size
        other.knows = self.knows
        other.shift = self.shift
        other.graph = self.graph
        other.seen = self.seen
        if cython.compiled:
            other.filter_memory = self.filter_memory
            for tile in range(64):
                other.keys[tile] = self.keys[tile]
        else:
            other.keys, other.values = self.keys, [0] * 16
        return other

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter(self, node: cython.Py_ssize_t, key: cython.ulonglong, depth: cython.int) -> cython.void:
        """Mark the letters of all words that go on from this node, of at least ``bingo_size`` letters."""
        graph: cython.pointer(cython.const[cython.uint]) = self.graph
        width: cython.Py_ssize_t = self.width
        letters: cython.ulonglong = letter_set(graph, node, width)
        children: letters_t = child_set(graph, node, width)
        bits: cython.ulonglong = children
        place: cython.ulonglong
        tile: cython.int
        if depth >= self.bingo_size:
            while letters:
                tile = lowest(letters)
                letters &= letters - 1
                place = _sum(key, self.keys[tile]) >> self.shift
                self.seen[place >> 3] |= 1 << (place & 7)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            self._enter(child(graph, node, children, tile, width), _sum(key, self.keys[tile]), depth + 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _marked(self, key: cython.ulonglong) -> cython.bint:
        place: cython.ulonglong = key >> self.shift
        return self.seen[place >> 3] >> (place & 7) & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spells(self, through: cython.ulonglong) -> cython.bint:
        """Whether all tiles of the rack and those played through, whose keys add up to this, may spell a word."""
        key: cython.ulonglong = _sum(self.rack_key, through)
        bits: cython.ulonglong = self.letters
        if self.blanks > 1 or not self.knows:
            return True
        if self.blanks == 0:
            return self._marked(key)
        while bits:
            if self._marked(_sum(key, self.keys[lowest(bits)])):
                return True
            bits &= bits - 1
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_rack(
        self, rack: cython.pointer(cython.const[cython.uchar]), points: cython.pointer(cython.const[cython.int])
    ) -> cython.void:
        """Bounds from now on are this rack's: 64 counts by tile number, the blank's first."""
        tile: cython.int
        _copy: cython.int
        at: cython.int
        one: letters_t = 1
        self.held = 0
        self.blanks = rack[0]
        self.usable = 0
        self.rack_key = 0
        for tile in range(64):
            for _copy in range(rack[tile]):
                at = self.held
                while at > 0 and self.values[at - 1] < points[tile]:
                    self.values[at] = self.values[at - 1]
                    at -= 1
                self.values[at] = points[tile]
                self.held += 1
                if tile:
                    self.usable |= one << tile
                    self.rack_key = _sum(self.rack_key, self.keys[tile])
        self.highest = self.values[0]
        if self.blanks:
            self.usable = self.letters

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bound(
        self,
        line: cython.pointer(cython.const[Square]),
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        limit: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
    ) -> cython.int:
        """The most a play can score whose anchor is the run from ``first`` to ``last``; -1 for no play.

        An anchor with no tiles on it is its square, then ``first`` is ``last + 1``. ``limit``: how far left.
        """
        squares: cython.Py_ssize_t[32]
        # For so many tiles behind the anchor: product of word multipliers, points of tiles played through, of words
        # across, keys of the tiles played through.
        multiplier: cython.int[17]
        through: cython.int[17]
        crossed: cython.int[17]
        keys: cython.ulonglong[17]
        open_multipliers: cython.int[17]
        alone: cython.bint = first > last
        at: cython.Py_ssize_t
        place: cython.Py_ssize_t
        front: cython.int
        behind: cython.int
        reach: cython.int = 0
        total: cython.int
        count: cython.int
        whole: cython.int
        times: cython.int
        score: cython.int
        most: cython.int = -1
        left_multiplier: cython.int
        left_crossed: cython.int
        i: cython.int
        j: cython.int
        run: cython.ulonglong = 0
        if not cython.compiled:
            squares = [0] * 32
            multiplier, through, crossed, keys = [0] * 17, [0] * 17, [0] * 17, [0] * 17
            open_multipliers = [0] * 17
        multiplier[0] = 1
        through[0] = 0
        crossed[0] = 0
        for at in range(first, last + 1):
            run = _sum(run, self.keys[line[at].tile])
        if not alone:
            through[0] = line[first].run_score
        keys[0] = run
        # Squares behind the anchor, from squares[16] on.
        at = last + 1
        while reach < self.held and at < length and line[at].cross & self.usable:
            squares[16 + reach] = at
            multiplier[reach + 1] = multiplier[reach] * line[at].word_multiplier
            through[reach + 1] = through[reach]
            crossed[reach + 1] = crossed[reach] + line[at].cross_score
            keys[reach + 1] = keys[reach]
            if line[at].run_end:
                through[reach + 1] += line[at].run_score
                for place in range(at + 1, line[at].run_end + 1):
                    keys[reach + 1] = _sum(keys[reach + 1], self.keys[line[place].tile])
                at = line[at].run_end
            at += 1
            reach += 1
        left_multiplier = 1
        left_crossed = 0
        front = 0
        at = last if alone else first - 1
        while True:
            if front or not alone:
                for total in range(self.held - 1, self.held + 1):
                    behind = total - front
                    if behind > reach:
                        behind = reach
                    count = front + behind
                    # With all tiles only where they can be a word; with fewer once, and not none.
                    if behind < 0 or count == 0 or (total == self.held and count < total):
                        continue
                    if total == self.held and total >= self.bingo_size and not self.spells(keys[behind]):
                        continue
                    whole = left_multiplier * multiplier[behind]
                    for i in range(count):
                        place = squares[15 - i] if i < front else squares[16 + i - front]
                        times = whole * line[place].letter_multiplier + line[place].cross_multiplier
                        j = i
                        while j > 0 and open_multipliers[j - 1] < times:
                            open_multipliers[j] = open_multipliers[j - 1]
                            j -= 1
                        open_multipliers[j] = times
                    score = whole * through[behind] + left_crossed + crossed[behind]
                    for i in range(count):
                        score += open_multipliers[i] * self.values[i]
                    if count == self.bingo_size:
                        score += self.bingo
                    if score > most:
                        most = score
            # One more tile in front.
            if front == self.held or at < limit or not line[at].cross & self.usable:
                return most
            squares[15 - front] = at
            left_multiplier *= line[at].word_multiplier
            left_crossed += line[at].cross_score
            front += 1
            at -= 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sum(one: cython.ulonglong, other: cython.ulonglong) -> cython.ulonglong:
    """Keys added, in 64 bits."""
    return one + other if cython.compiled else (one + other) & 0xFFFFFFFFFFFFFFFF


def _key(tile: int) -> int:
    """A number for a tile, such that sums tell multisets of tiles apart (Steele, Lea and Flood 2014, SplitMix)."""
    key = (tile + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    key = (key ^ key >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return key ^ key >> 31
