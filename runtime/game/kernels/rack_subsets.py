"""Kernel: which tiles of a rack can be played together, through certain tiles of the board.

All tiles of a play and those it plays through are letters of one word. For each distinct choice of tiles of the rack
the table of anagrams (:mod:`.anagram_table`) says whether it may spell one. What is kept of those that may, by the
tiles played through and by how many tiles are played, is the most that bounds need: see :class:`RackSubsets`. There are
127 choices of seven tiles, and few different ways to play through tiles at the anchors of a position: some
microseconds, which save half of the states that a search for the best move visits.

Racks of more than eight tiles have too many choices, and lexicons of very many words no table: then any tiles may be
played together.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if not cython.compiled:
    from ....formats.kernels.count_bits import lowest, popcount
    from .anagram_table import AnagramTable
    from .leave_table import NEVER
    from .shared_types import MOST_TILES, fetch_mark, is_marked, key_sum

    #: Most tiles of a rack whose choices are listed.
    MOST_LISTED = 8
    #: Fewest tiles of a choice with a blank that is looked up; with fewer there is nearly always a word.
    LOOKED_UP = 5
    #: Ways to play through tiles that are kept, one for each slot; and one more for plays of any tiles.
    SLOTS = 64
    #: A row: the most that tiles are worth in a word that counts once, twice and three times, with what is kept of the
    #: rack, in thousandths of a point; the most points of the tiles, of the highest of them, and of the second.
    ROW = 6
    #: In a row: there is no such play; the row is not filled yet.
    UNKNOWN = -2147483647


class RackSubsets:
    """The choices of one rack after another, and a row of ROW numbers for plays of each number of tiles."""

    def __init__(self, table: AnagramTable) -> None:
        self.table = table
        if self.table is None:
            raise TypeError("no table")
        self.slot_size = (MOST_TILES + 1) * ROW
        self.rows = np.zeros((SLOTS + 1) * self.slot_size, np.int64).data
        self.any_tiles = SLOTS * self.slot_size
        self.racks = 0
        self.held = 0
        self.listed = self.lists = False
        #: What is kept is worth what this table, which has the same rack, says, if it weighs.
        self.leaves: Any = None
        self.weighs = False
        if not cython.compiled:
            self.values, self.tiles = [0] * 16, [0] * 16
            self.keys, self.blanks, self.spent, self.points = [0] * 256, [0] * 256, [0] * 256, [0] * 256
            self.second, self.choices, self.valid = [0] * 256, [0] * 256, [0] * 256
            self.number, self.room = [0] * 9, [0] * 9
            self.rack_of, self.through = [0] * SLOTS, [0] * SLOTS
        # Room for all choices of each size.
        for size in range(MOST_LISTED):
            self.room[size + 1] = self.room[size] + comb(MOST_LISTED, size)

    def take_rack(self, rack: memoryview, points: list[int]) -> None:
        """From now on it is this rack: 64 counts by tile number. Its tiles are sorted by value, highest first."""
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
        """Fill the rows for plays of any tiles: with what ``leaves`` says of the same rack, or leaves worth nothing."""
        self.weighs = weighs
        points = 0
        for count in range(1, self.held + 1):
            points += self.values[count - 1]
            row = self.any_tiles + count * ROW
            worth = self.leaves.best[count] if weighs else 0
            self._clear(row)
            self._raise(row, worth, points, self.values[0], self.values[1] if count > 1 else 0)

    def _list(self) -> None:
        """List the distinct choices of tiles, as sets of places on the sorted rack."""
        self.listed = True
        self.lists = self.held <= MOST_LISTED and self.table.knows
        if not self.lists:
            return
        for size in range(MOST_LISTED + 1):
            self.number[size] = 0
        twins = 0
        for at in range(1, self.held):
            if self.tiles[at] == self.tiles[at - 1]:
                twins |= 1 << at
        for choice in range(1, 1 << self.held):
            rest = choice & (choice - 1)
            at = lowest(choice)
            tile = self.tiles[at]
            self.keys[choice] = key_sum(self.keys[rest], self.table.keys[tile]) if tile else self.keys[rest]
            self.blanks[choice] = self.blanks[rest] + (tile == 0)
            self.points[choice] = self.points[rest] + self.values[at]
            self.second[choice] = self.values[lowest(rest)] if rest else 0
            self.spent[choice] = self.spent[rest] + (self.leaves.weights[tile] if self.weighs else 0)
            # Of equal tiles the first ones are chosen first.
            if choice & twins & ~(choice << 1) == 0:
                size = popcount(choice)
                self.choices[self.room[size] + self.number[size]] = choice
                self.number[size] += 1

    def row_for(self, through: int, count: int) -> int:
        """Where the row for plays of ``count`` tiles through certain tiles begins, whose keys add up to ``through``."""
        slot = through >> 58
        row = slot * self.slot_size + count * ROW
        if self.rack_of[slot] != self.racks or self.through[slot] != through:
            if not self.listed:
                self._list()
            self.rack_of[slot] = self.racks
            self.through[slot] = through
            for size in range(self.held + 1):
                self.rows[slot * self.slot_size + size * ROW] = UNKNOWN
        if not self.lists:
            row = self.any_tiles + count * ROW
        elif self.rows[row] == UNKNOWN:
            self._fill(row, through, count)
        return row

    def _fill(self, row: int, through: int, count: int) -> None:
        """Fill a row."""
        marks = self.table.marks
        shift = self.table.shift
        number = 0
        self._clear(row)
        for place in range(self.room[count], self.room[count] + self.number[count]):
            fetch_mark(marks, shift, key_sum(self.keys[self.choices[place]], through))
        for place in range(self.room[count], self.room[count] + self.number[count]):
            choice = self.choices[place]
            self.valid[number] = choice
            # Without a branch, which the processor would guess wrong.
            number += self.blanks[choice] != 0 or is_marked(marks, shift, key_sum(self.keys[choice], through))
        for place in range(number):
            choice = self.valid[place]
            worth = self.leaves.worth[self.leaves.count - 1 - self.spent[choice]] if self.weighs else 0
            points = self.points[choice]
            # With a blank there are many ways to look up: not if nothing depends on it.
            if (
                self.blanks[choice] == 1
                and count >= LOOKED_UP
                and not (
                    self._would_raise(row, worth, points, self.values[lowest(choice)], self.second[choice])
                    and self.table.spells_with_blank(key_sum(self.keys[choice], through))
                )
            ):
                continue
            self._raise(row, worth, points, self.values[lowest(choice)], self.second[choice])

    def _clear(self, row: int) -> None:
        """A row for which there is no play."""
        for at in range(3):
            self.rows[row + at] = NEVER
            self.rows[row + 3 + at] = 0

    def _raise(self, row: int, worth: int, points: int, first: int, second: int) -> None:
        """Have a row's numbers be no less than those of this choice."""
        self.rows[row] = max(self.rows[row], worth + 1000 * points)
        self.rows[row + 1] = max(self.rows[row + 1], worth + 2000 * points)
        self.rows[row + 2] = max(self.rows[row + 2], worth + 3000 * points)
        self.rows[row + 3] = max(self.rows[row + 3], points)
        self.rows[row + 4] = max(self.rows[row + 4], first)
        self.rows[row + 5] = max(self.rows[row + 5], second)

    def _would_raise(self, row: int, worth: int, points: int, first: int, second: int) -> bool:
        """Whether this choice has more of anything than a row says."""
        return (
            worth + 1000 * points > self.rows[row]
            or worth + 2000 * points > self.rows[row + 1]
            or worth + 3000 * points > self.rows[row + 2]
            or points > self.rows[row + 3]
            or first > self.rows[row + 4]
            or second > self.rows[row + 5]
        )
