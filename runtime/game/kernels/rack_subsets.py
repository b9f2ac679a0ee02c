"""Kernel: which tiles of a rack can be played together, through certain tiles of the board.

All tiles of a play and those it plays through are letters of one word. For each distinct choice of tiles of the rack
the table of anagrams (:mod:`.anagram_table`) tells whether it may spell one. From the choices that may, the maxima that
bounds need are stored by the tiles played through and the number of tiles played: see :class:`RackSubsets`. There are
127 choices of seven tiles, and few different ways to play through tiles at the anchors of a position: some
microseconds, which save half of the states that a search for the best move visits.

When an anchor is played, a choice is marked as good if a play of it there may be worth enough. The walk
(:mod:`.choice_walk`) asks for sets of tiles that good choices have in common, which shifts of bits find for all at
once, and for the letters that a blank may stand for.

Racks of more than eight tiles have too many choices, and lexicons of very many words no table: then any tiles may be
played together.
"""

from __future__ import annotations

from math import comb
from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import LOW_64, ONE, lowest, popcount

    from .anagram_table import AnagramTable
    from .leave_table import NEVER
    from .shared_types import MOST_TILES, fetch_mark, is_marked, key_sum, only_once

    #: Maximum number of tiles of a rack whose choices are listed.
    MOST_LISTED = 8
    #: Minimum size of a choice with a blank that is looked up. A smaller one nearly always spells a word.
    LOOKED_UP = 5
    #: Number of slots. Each keeps one way to play through tiles, and one more keeps plays of any tiles.
    SLOTS = 64
    #: Numbers of a row: the maximum worth of tiles in a word that counts once, twice and three times, including the
    #: leave, in thousandths of a point; the maximum points of the tiles, of the highest of them, and of the second
    #: highest.
    ROW = 6
    #: Stored in a row: there is no such play; the row is not filled yet.
    UNKNOWN = -2147483647
    #: Number of 64-bit words of a set of choices.
    WORDS = 4


class RackSubsets:
    """Choices of tiles of one rack after another, and a row of ROW numbers for the plays of each number of tiles."""

    def __init__(self, table: AnagramTable) -> None:
        only_once(self.table if cython.compiled else None)  # type: ignore[has-type]
        if table is None:
            raise TypeError("no table")
        self.table = table
        self.slot_size = (MOST_TILES + 1) * ROW
        self.any_tiles = SLOTS * self.slot_size
        self.racks = 0
        self.held = 0
        self.listed = self.lists = False
        #: Leave table of the same rack, used if leaves are weighed.
        self.leaves: Any = None
        self.weighs = False
        if not cython.compiled:
            self.values, self.tiles = [0] * 16, [0] * 16
            self.keys, self.blanks, self.spent, self.points = [0] * 256, [0] * 256, [0] * 256, [0] * 256
            self.first, self.second, self.worths, self.left = [0] * 256, [0] * 256, [0] * 256, [0] * 256
            self.choices, self.may_spell, self.valid, self.known = [0] * 256, [0] * 256, [0] * 256, [0] * 256
            self.blank_letters, self.beyond, self.letters = [0] * 256, [0] * 256, [0] * 16384
            self.of_size = [0] * 9 * WORDS
            self.rows = [0] * (SLOTS + 1) * self.slot_size
            self.halves, self.places, self.good, self.reach = [0] * 6, [0] * 64, [0] * WORDS, [0] * WORDS
            self.number, self.room = [0] * 9, [0] * 9
            self.rack_of, self.through = [0] * SLOTS, [0] * SLOTS
        for choice in range(9 * WORDS):
            self.of_size[choice] = 0
        self.places[0] = 0
        # For each bit, the set of numbers below 64 that have it.
        for size in range(6):
            self.halves[size] = LOW_64 // ((ONE << (1 << size)) + ONE) << (1 << size)
        for choice in range(256):
            self.of_size[popcount(choice) * WORDS + (choice >> 6)] |= ONE << (choice & 63)
        # Reserve room for all choices of each size.
        for size in range(MOST_LISTED):
            self.room[size + 1] = self.room[size] + comb(MOST_LISTED, size)

    def take_rack(self, rack: memoryview, points: list[int]) -> None:
        """Set the rack (64 counts by tile number) and sort its tiles by value, highest first."""
        self.racks += 1
        self.held = 0
        self.listed = False
        for tile in range(64):
            for _copy in range(rack[tile]):
                at = self.held
                while at > 0 and self.values[at - 1] < points[tile]:
                    self.values[at] = self.values[at - 1]
                    self.tiles[at] = self.tiles[at - 1]
                    at -= 1
                self.values[at] = points[tile]
                self.tiles[at] = tile
                self.held += 1

    def weigh(self, weighs: bool) -> None:
        """Fill the rows for plays of any tiles; a leave is worth what ``leaves`` holds for this rack, or nothing."""
        self.weighs = weighs
        points = 0
        for count in range(1, self.held + 1):
            points += self.values[count - 1]
            row = self.any_tiles + count * ROW
            worth = self.leaves.best[count] if weighs else 0
            for often in range(3):
                self.rows[row + often] = worth + 1000 * (often + 1) * points
            self.rows[row + 3] = points
            self.rows[row + 4] = self.values[0]
            self.rows[row + 5] = self.values[1] if count > 1 else 0

    def _list(self) -> None:
        """List the distinct choices of tiles, each a set of positions on the sorted rack."""
        self.listed = True
        self.lists = self.held <= MOST_LISTED and self.table.knows
        if not self.lists:
            return
        for size in range(MOST_LISTED + 1):
            self.number[size] = 0
        twins = 0
        for tile in range(64):
            self.places[tile] = 0
        for at in range(self.held):
            self.places[self.tiles[at]] |= 1 << at
            if at and self.tiles[at] == self.tiles[at - 1]:
                twins |= 1 << at
        self.left[0] = 0
        for at in range(self.held):
            if self.tiles[at]:
                self.left[0] |= ONE << self.tiles[at]
        for choice in range(1, 1 << self.held):
            rest = choice & (choice - 1)
            at = lowest(choice)
            tile = self.tiles[at]
            self.keys[choice] = key_sum(self.keys[rest], self.table.keys[tile]) if tile else self.keys[rest]
            self.blanks[choice] = self.blanks[rest] + (tile == 0)
            self.points[choice] = self.points[rest] + self.values[at]
            self.left[choice] = self.left[rest]
            if self.places[tile] & ~choice == 0:
                self.left[choice] &= ~(ONE << tile)
            self.first[choice] = self.values[at]
            self.second[choice] = self.values[lowest(rest)] if rest else 0
            self.spent[choice] = self.spent[rest] + (self.leaves.weights[tile] if self.weighs else 0)
            self.worths[choice] = self.leaves.worth[self.leaves.count - 1 - self.spent[choice]] if self.weighs else 0
            # Of equal tiles, the first ones are chosen first.
            if choice & twins & ~(choice << 1) == 0:
                size = popcount(choice)
                self.choices[self.room[size] + self.number[size]] = choice
                self.number[size] += 1

    def row_for(self, through: int, count: int) -> int:
        """Return the index of the row for plays of ``count`` tiles through tiles whose keys sum to ``through``."""
        slot = through >> 58
        row = slot * self.slot_size + count * ROW
        if self.rack_of[slot] != self.racks or self.through[slot] != through:
            if not self.listed:
                self._list()
            self.rack_of[slot] = self.racks
            self.through[slot] = through
            for size in range(self.held + 1):
                self.rows[slot * self.slot_size + size * ROW] = UNKNOWN
            for word in range(slot * WORDS, slot * WORDS + WORDS):
                self.valid[word] = self.known[word] = 0
        if not self.lists:
            row = self.any_tiles + count * ROW
        elif self.rows[row] == UNKNOWN:
            self._fill(row, slot, through, count)
        return row

    def _fill(self, row: int, slot: int, through: int, count: int) -> None:
        """Fill a row."""
        marks = self.table.marks
        shift = self.table.shift
        number = 0
        for place in range(self.room[count], self.room[count] + self.number[count]):
            fetch_mark(marks, shift, key_sum(self.keys[self.choices[place]], through))
        for place in range(self.room[count], self.room[count] + self.number[count]):
            choice = self.choices[place]
            self.may_spell[number] = choice
            # Avoid a branch that the processor would mispredict.
            number += self.blanks[choice] != 0 or is_marked(marks, shift, key_sum(self.keys[choice], through))
        # The numbers of the row, initialized for no play.
        once = twice = thrice = cython.cast(cython.longlong, NEVER)
        most = first = second = 0
        for place in range(number):
            choice = self.may_spell[place]
            points = self.points[choice]
            single = self.worths[choice] + 1000 * points
            double = single + 1000 * points
            triple = double + 1000 * points
            # A blank needs many lookups. Skip them if nothing depends on the result.
            if (
                self.blanks[choice] == 1
                and count >= LOOKED_UP
                and (
                    (single > once or double > twice or triple > thrice)
                    or points > most
                    or self.first[choice] > first
                    or self.second[choice] > second
                )
                and self.letters_for(slot, choice, through) == 0
            ):
                continue
            self.valid[slot * WORDS + (choice >> 6)] |= ONE << (choice & 63)
            once = max(once, single)
            twice = max(twice, double)
            thrice = max(thrice, triple)
            most = max(most, points)
            first = max(first, self.first[choice])
            second = max(second, self.second[choice])
        self.rows[row], self.rows[row + 1], self.rows[row + 2] = once, twice, thrice
        self.rows[row + 3], self.rows[row + 4], self.rows[row + 5] = most, first, second

    def letters_for(self, slot: int, choice: int, through: int) -> int:
        """Return the letters that a choice's blank may be to spell a word with the tiles played through.

        ``slot``: the slot of the tiles played through.
        """
        place = slot * 256 + choice
        word = slot * WORDS + (choice >> 6)
        if self.known[word] >> (choice & 63) & 1 == 0:
            marks = self.table.marks
            through = key_sum(self.keys[choice], through)
            found = 0
            bits = self.table.letters
            while bits:
                tile = lowest(bits)
                bits &= bits - 1
                found |= (ONE << tile) * is_marked(marks, self.table.shift, key_sum(through, self.table.keys[tile]))
            self.letters[place] = found
            self.known[word] |= ONE << (choice & 63)
        return self.letters[place]

    # -- the good choices of one anchor ---------------------------------------------------------------

    def forget_good(self) -> None:
        """Clear the set of good choices."""
        for word in range(WORDS):
            self.good[word] = 0

    def mark(self, through: int, count: int, score: int, whole: int, top: int, extra: int, least: int) -> bool:
        """Mark as good the choices of ``count`` tiles whose plays may be worth ``least``; return whether there are any.

        ``through``: the tiles played through, whose row must be filled. For the other arguments see
        :meth:`Shadow._worth_of`.
        """
        some = False
        slot = through >> 58
        for word in range(4 if self.held > 7 else 2):
            bits = self.valid[slot * WORDS + word] & self.of_size[count * WORDS + word]
            while bits:
                choice = 64 * word + lowest(bits)
                bit = bits & (0 - bits)
                bits ^= bit
                worth = self.points[choice] * whole + top * self.first[choice] + (extra - top) * self.second[choice]
                worth = 1000 * (score + worth) + self.worths[choice]
                if worth < least:
                    continue
                if self.blanks[choice]:
                    found = self.table.letters
                    if self.blanks[choice] == 1 and count >= LOOKED_UP:
                        found = self.letters_for(slot, choice, through)
                        if found == 0:
                            continue
                    if self.good[word] & bit:
                        found |= self.blank_letters[choice]
                    self.blank_letters[choice] = found
                self.good[word] |= bit
                some = True
        return some

    def close(self) -> bool:
        """Find the choices contained in longer good ones; return whether there are good choices."""
        words = 4 if self.held > 7 else 2
        if not cython.compiled:
            whole = [0] * WORDS
        for word in range(words):
            some = self.good[word]
            for place in range(6):
                some |= (some & self.halves[place]) >> (1 << place)
            whole[word] = some
        if self.held > 7:
            whole[0] |= whole[2]
            whole[1] |= whole[3]
            whole[2] |= whole[3]
        whole[0] |= whole[1]
        for word in range(words):
            some = 0
            for place in range(6):
                some |= (whole[word] & self.halves[place]) >> (1 << place)
            self.reach[word] = some
        self.reach[0] |= whole[1]
        if self.held > 7:
            self.reach[0] |= whole[2]
            self.reach[1] |= whole[3]
            self.reach[2] |= whole[3]
        if self.places[0]:
            self._close_letters()
        return whole[0] != 0

    def _close_letters(self) -> None:
        """Find the letters that the blank of a choice may stand for in longer good choices."""
        for choice in range((1 << self.held) - 1, 0, -1):
            if choice & self.places[0] == 0:
                continue
            if self.good[choice >> 6] >> (choice & 63) & 1 == 0:
                self.blank_letters[choice] = 0
            every = 0
            others = (1 << self.held) - 1 & ~choice
            while others:
                bigger = choice | others & -others
                others &= others - 1
                every |= self.beyond[bigger] | self.blank_letters[bigger]
            self.beyond[choice] = every
