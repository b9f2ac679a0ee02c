"""Kernel: the shadow of an anchor, the most any play there could be worth.

Of the plays at one anchor those with l tiles in front of it and r behind are bounded by their squares alone: which
premiums they cover, which tiles they play through, which words they touch; the rack's tiles are taken as if the most
valuable could lie on the best squares. Squares on which no tile of the rack fits end the reach.

If leaves are worth nothing, a longer play's bound is never lower, and only the longest plays that the rack and the free
squares allow are looked at. Otherwise plays of each number of tiles are, and the best leave of the rest is added.

The bonus for playing all tiles would raise most such bounds for nothing. But all tiles of the rack and those played
through are letters of one word, whatever its order. A table of all words, by a sum over their letters, says whether
these letters spell one: sometimes wrongly yes, never wrongly no. It is made once for a lexicon, in some milliseconds,
and has 8 to 16 bits a word.

Guaranteed: no play at the anchor is worth more than the bound.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if not cython.compiled:
    from ....formats.kernels.bits import ONE, lowest
    from ....formats.kernels.node import below, child, children, letters
    from ....formats.kernels.nodes import LOOK, Nodes
    from .shared_types import Square, fitting

    #: The bound of an anchor without plays: below all worths.
    NO_PLAY = -2147483647

#: The most words of a lexicon whose letters are entered in the table: a second, and 32 MB.
MOST_WORDS = 1 << 24


class Shadow:
    """Bounds for one rack after another, for one lexicon and rack size."""

    def __init__(self, nodes: Nodes, letters: int, bingo: int, bingo_size: int) -> None:
        """``letters``: mask of the alphabet; ``bingo``: points for laying ``bingo_size`` tiles at once."""
        self.nodes = fitting(nodes)
        self.letters = letters
        self.bingo = bingo
        self.bingo_size = bingo_size
        # A file of a few bytes can have billions of words: then nothing is known of what letters spell.
        self.weighs = False
        self.entered = 0
        self.knows = 0 <= nodes.word_count <= MOST_WORDS
        self.shift = 64 - max(16, (8 * nodes.word_count).bit_length() if self.knows else 0)
        self.marks = np.zeros((1 << 64 - self.shift) // 8, np.uint8).data
        if not cython.compiled:
            self.keys, self.values, self.extra = [0] * 64, [0] * 16, [0] * 17
        for tile in range(64):
            self.keys[tile] = _key(tile)
        if self.knows:
            self._enter_below(self.nodes.view.forward_root, 0, 1, nodes.word_count)

    def like(self) -> Shadow:
        """Another one for the same lexicon, for another thread; the table is shared."""
        other = Shadow.__new__(Shadow)
        other.nodes = self.nodes
        other.letters = self.letters
        other.bingo = self.bingo
        other.bingo_size = self.bingo_size
        other.weighs = False
        other.knows = self.knows
        other.shift = self.shift
        other.marks = self.marks
        if not cython.compiled:
            other.keys, other.values, other.extra = [0] * 64, [0] * 16, [0] * 17
        for tile in range(64):
            other.keys[tile] = self.keys[tile]
        return other

    def _enter_below(self, node: int, key: int, depth: int, number: int) -> None:
        """The same as :meth:`_enter` for ``number`` words, piece by piece, looking at the clock."""
        graph = self.nodes.view
        if number <= LOOK:
            self._enter(node, key, depth)
            self.entered += number
            if self.entered >= LOOK:
                self.entered = 0
                self.nodes.look()
        else:
            self._mark(letters(graph, node), key, depth)
        among = children(graph, node)
        bits = among if number > LOOK else 0
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = child(graph, node, among, tile)
            self._enter_below(there, _sum(key, self.keys[tile]), depth + 1, below(graph, there))

    def _mark(self, ends: int, key: int, depth: int) -> None:
        """Mark the letters of the words that end with one more of these tiles, if there are enough of them."""
        while ends and depth >= self.bingo_size:
            tile = lowest(ends)
            ends &= ends - 1
            place = _sum(key, self.keys[tile]) >> self.shift
            self.marks[place >> 3] |= 1 << (place & 7)

    def _enter(self, node: int, key: int, depth: int) -> None:
        """Mark the letters of all words that go on from this node, of at least ``bingo_size`` letters."""
        graph = self.nodes.view
        ends = letters(graph, node)
        among = children(graph, node)
        bits = among
        self._mark(ends, key, depth)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            self._enter(child(graph, node, among, tile), _sum(key, self.keys[tile]), depth + 1)

    def _marked(self, key: int) -> int:
        place = key >> self.shift
        return self.marks[place >> 3] >> (place & 7) & 1

    def spells(self, through: int) -> bool:
        """Whether all tiles of the rack and those played through, whose keys add up to this, may spell a word."""
        key = _sum(self.rack_key, through)
        bits = self.letters
        if self.blanks > 1 or not self.knows:
            return True
        if self.blanks == 0:
            return self._marked(key) != 0
        while bits:
            if self._marked(_sum(key, self.keys[lowest(bits)])):
                return True
            bits &= bits - 1
        return False

    def take_rack(self, rack: memoryview, points: list[int]) -> None:
        """Bounds from now on are this rack's: 64 counts by tile number, the blank's first."""
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
                    self.usable |= ONE << tile
                    self.rack_key = _sum(self.rack_key, self.keys[tile])
        self.highest = self.values[0]
        if self.blanks:
            self.usable = self.letters

    def bound(self, line: list[Square], first: int, last: int, limit: int, length: int) -> int:
        """The most that a play can be worth whose anchor is the run from ``first`` to ``last``; NO_PLAY for no play.

        In thousandths of a point: its score, and ``extra`` for the number of its tiles.

        An anchor with no tiles on it is its square, then ``first`` is ``last + 1``. ``limit``: how far left.
        """
        alone = first > last
        reach = front = 0
        most = NO_PLAY
        shortest = 1 if self.weighs else self.held - 1
        left_multiplier, left_crossed = 1, 0
        run = 0
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
        at = last if alone else first - 1
        while True:
            if front or not alone:
                for total in range(shortest, self.held + 1):
                    behind = total - front
                    if behind > reach:
                        behind = reach
                    count = front + behind
                    # With all tiles only if they can be a word; with fewer once, and with at least one.
                    if behind < 0 or count == 0 or (count < total and (self.weighs or total == self.held)):
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
                    worth = score
                    worth = 1000 * worth + self.extra[count]
                    if worth > most:
                        most = worth
            # One more tile in front.
            if front == self.held or at < limit or not line[at].cross & self.usable:
                return most
            squares[15 - front] = at
            left_multiplier *= line[at].word_multiplier
            left_crossed += line[at].cross_score
            front += 1
            at -= 1


def _sum(one: int, other: int) -> int:
    """Keys added, in 64 bits."""
    return one + other if cython.compiled else (one + other) & 0xFFFFFFFFFFFFFFFF


def _key(tile: int) -> int:
    """A number for a tile, such that sums tell multisets of tiles apart (Steele, Lea and Flood 2014, SplitMix)."""
    key = (tile + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    key = (key ^ key >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return key ^ key >> 31
