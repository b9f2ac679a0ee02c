"""Kernel: a board on which a search plays and takes back moves, and its transposition table.

Each play goes one level deeper. A level has squares of its own, which begin as a copy of those above, so that taking a
play back only returns to them. For each line of squares and for the board, a level knows a key, 64 bits: only the keys
of lines in which a square changed are computed again. A line is changed by tiles in it, and by what other lines allow
on its squares: those right before and behind a run of tiles.

Guaranteed: no more levels than there is room for, if the caller deals at most ``MOST_PLAYS`` tiles, racks and bag
together, as the search does: a play takes one of them at least. So only passes make a line longer than that.

The transposition table holds values of positions. An entry is two words: the key of a position with the player to
move, and a word of four fields: the value found, 32 bits; a mark of the best move, 24 bits, which only orders moves;
how deep it was searched, 6 bits; and whether the value is exact or a bound, 2 bits. PROVED is deeper than all
searches: nothing was cut off. A position has four entries to choose from; the one of the least depth is evicted. The
table begins small; each time half of it is used, it becomes four times as large, up to a limit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, lowest

    from .shared_types import copy_words, first_of, line_key, new_squares, only_once, reset_squares, tile_key
    from .squares import Squares

    #: Maximum number of plays from the first position to the last. Each takes a tile, so it equals the number of
    #: tiles dealt: two racks of 15 and a bag of 8.
    MOST_PLAYS = 38
    #: Entries of a bucket.
    BUCKET = 4
    #: FIRST_BUCKETS: initial number of buckets. GROWTH: the factor by which the table grows.
    FIRST_BUCKETS, GROWTH = 1 << 12, 4
    #: Kinds of values: an exact value, a lower bound, an upper bound.
    EXACT, AT_LEAST, AT_MOST = 1, 2, 3
    #: Depth of a value that no deeper search can change.
    PROVED = 63


class SearchBoard:
    """Squares of a position and of the positions after each play."""

    first: Any

    def __init__(self, squares: Squares) -> None:
        """Take ``squares``, which must not be shared with another board."""
        only_once(self.squares if cython.compiled else None)
        self._begin(squares)

    def _begin(self, squares: Squares) -> None:
        if squares is None or squares.rows == 0:
            raise TypeError("squares of a board")
        if squares.taken:
            raise ValueError("squares that no other board has")
        self.level = 0
        if cython.compiled:
            # The squares object owns the memory of all levels.
            squares.memory = new_squares(squares.count * (MOST_PLAYS + 1))
            self.first = first_of(squares.memory)
        else:
            self.levels = [new_squares(squares.count) for _ in range(MOST_PLAYS + 1)]
            self.tiles_down, self.board_keys = [0] * (MOST_PLAYS + 1), [0] * (MOST_PLAYS + 1)
            self.changed = [0, 0]
            self.sets, self.line_keys = [0] * (128 * (MOST_PLAYS + 1)), [0] * (64 * (MOST_PLAYS + 1))
        self.taken = False
        squares.taken = True
        self.squares = squares
        self.use(0)

    def load(self, grid: bytes) -> None:
        """Set the first position from a grid: a byte for each square, row by row, 128 added for a blank."""
        if self.squares is None:
            raise ValueError("a board that was never made")
        self.use(0)
        self.squares.set(grid)
        key = 0
        for at in range(len(grid)):
            if grid[at]:
                key ^= tile_key(at, grid[at])
        self.board_keys[0] = key
        self._find_keys(0, (ONE << self.squares.rows) - 1)
        self._find_keys(1, (ONE << self.squares.columns) - 1)

    def use(self, level: int) -> None:
        """Make the squares point to those of a level."""
        self.level = level
        if cython.compiled:
            self.squares.squares = self.first + level * self.squares.count
        else:
            self.squares.squares = self.levels[level]

    def play(self, tiles: int, meta: int) -> None:
        """Play a move, as generators write it, and go one level deeper; at most ``MOST_PLAYS`` levels."""
        level = self.level
        row, column, count, down = meta >> 32 & 255, meta >> 40 & 255, meta >> 48 & 255, meta >> 56 & 1
        number = column if down else row
        at = row if down else column
        self.find_changed(tiles, meta)
        copy_words(self.sets, 128 * level, self.squares.occupied, 0)
        copy_words(self.sets, 128 * level + 64, self.squares.crossed, 0)
        copy_words(self.line_keys, 64 * level + 64, self.line_keys, 64 * level)
        self.tiles_down[level] = self.squares.tiles_down
        before = self.squares.squares
        self.use(level + 1)
        reset_squares(self.squares.squares, before, self.squares.count)
        line = self.squares.line(down, number)
        if not cython.compiled:
            placed = [0] * 16
        key = self.board_keys[level]
        for i in range(count):
            tile = tiles >> 8 * i & 255
            while line[at].tile:
                at += 1
            placed[i] = at
            if down:
                self.squares.cover(at, number, tile)
                key ^= tile_key(at * self.squares.columns + number, tile)
            else:
                self.squares.cover(number, at, tile)
                key ^= tile_key(number * self.squares.columns + at, tile)
        self.board_keys[level + 1] = key
        # Update the play's own run and the runs across its tiles.
        self.squares.walk_runs(down, number, at)
        for i in range(count):
            self.squares.walk_runs(1 - down, placed[i], number)
        self._find_keys(0, self.changed[0])
        self._find_keys(1, self.changed[1])

    def key_after(self, tiles: int, meta: int) -> int:
        """Return the key that the board would have after a play, without playing it."""
        row, column, count, down = meta >> 32 & 255, meta >> 40 & 255, meta >> 48 & 255, meta >> 56 & 1
        run = self.squares.occupied[32 * down + (column if down else row)]
        at = row if down else column
        # Distance of two adjacent squares of the line, and the number of its first square.
        step, start = 1, row * self.squares.columns
        if down:
            step, start = self.squares.columns, column
        key = self.board_keys[self.level]
        for i in range(count):
            while run >> at & 1:
                at += 1
            key ^= tile_key(start + step * at, tiles >> 8 * i & 255)
            at += 1
        return key

    def find_changed(self, tiles: int, meta: int) -> None:
        """Find the lines that a play would change and set ``changed``: a bit for each row and for each column.

        They are the lines through its tiles, and through the squares right before and behind its run and the runs
        across its tiles.
        """
        row, column, count, down = meta >> 32 & 255, meta >> 40 & 255, meta >> 48 & 255, meta >> 56 & 1
        number = column if down else row
        at = row if down else column
        run = self.squares.occupied[32 * down + number]
        along, across = ONE << number, 0
        for _tile in range(count):
            while run >> at & 1:
                at += 1
            run |= ONE << at
            across |= ONE << at
            along |= self._beyond(self.squares.occupied[32 * (1 - down) + at], number)
        across |= self._beyond(run, at)
        self.changed[down] = along & ((ONE << (self.squares.columns if down else self.squares.rows)) - 1)
        self.changed[1 - down] = across & ((ONE << (self.squares.rows if down else self.squares.columns)) - 1)

    def _beyond(self, run: int, at: int) -> int:
        """Return the squares right before and behind the run around ``at`` (``run``: a line's tiles), one bit each."""
        end = at + 1
        while run >> end & 1:
            end += 1
        beyond = ONE << end
        while at > 0 and run >> at - 1 & 1:
            at -= 1
        if at > 0:
            beyond |= ONE << at - 1
        return beyond

    def take_back(self) -> None:
        """Take back the last play."""
        level = self.level - 1
        self.use(level)
        copy_words(self.squares.occupied, 0, self.sets, 128 * level)
        copy_words(self.squares.crossed, 0, self.sets, 128 * level + 64)
        self.squares.tiles_down = self.tiles_down[level]

    def _find_keys(self, direction: int, lines: int) -> None:
        """Compute the keys of these lines on the current level."""
        length = self.squares.rows if direction else self.squares.columns
        while lines:
            number = lowest(lines)
            lines &= lines - 1
            key = line_key(self.squares.line(direction, number), length, 32 * direction + number)
            self.line_keys[64 * self.level + 32 * direction + number] = key


class SearchTable:
    """Transposition table: entries by the key of a position."""

    def __init__(self, buckets: int) -> None:
        """Create an empty table of at most ``buckets`` buckets, a power of 2; each takes 64 bytes."""
        only_once(True if cython.compiled and self.made else None)  # type: ignore[has-type]
        if buckets < 1 or buckets & (buckets - 1):
            raise ValueError("a power of 2")
        self.most = buckets
        self.mask = min(FIRST_BUCKETS, buckets) - 1
        self.entries = np.zeros(2 * BUCKET * (self.mask + 1), np.uint64).data
        self.kept = 0
        self.made = True

    def forget(self) -> None:
        """Clear the table."""
        for at in range(len(self.entries)):
            self.entries[at] = 0
        self.kept = 0

    def _grow(self) -> None:
        """Grow the table, if there is memory. The entries of a bucket spread over several new ones, so that all fit."""
        old = self.entries
        buckets = min(GROWTH * (self.mask + 1), self.most)
        try:
            entries = np.zeros(2 * BUCKET * buckets, np.uint64).data
        except MemoryError:
            self.most = self.mask + 1
            return
        self.entries = entries
        self.mask = buckets - 1
        for at in range(0, len(old), 2):
            if old[at + 1]:
                to = 2 * BUCKET * (old[at] & self.mask)
                while self.entries[to + 1]:
                    to += 2
                self.entries[to] = old[at]
                self.entries[to + 1] = old[at + 1]

    def find(self, key: int) -> int:
        """Return the index of a position's entry, or -1 if there is none."""
        at = 2 * BUCKET * (key & self.mask)
        for i in range(BUCKET):
            if self.entries[at + 2 * i] == key and self.entries[at + 2 * i + 1]:
                return at + 2 * i
        return -1

    def value(self, at: int) -> int:
        """Return the value of an entry."""
        low = 0xFFFFFFFF
        value = self.entries[at + 1] & low
        if not cython.compiled and value >> 31:
            value -= 1 << 32
        return value

    def kind(self, at: int) -> int:
        """Return the kind of an entry's value: EXACT, AT_LEAST or AT_MOST."""
        return self.entries[at + 1] >> 62

    def depth(self, at: int) -> int:
        """Return the depth to which an entry's position was searched."""
        return self.entries[at + 1] >> 56 & 63

    def move(self, at: int) -> int:
        """Return the mark of an entry's best move."""
        return self.entries[at + 1] >> 32 & 0xFFFFFF

    def store(self, key: int, value: int, kind: int, depth: int, move: int) -> None:
        """Store the value of a position. ``move``: the 24-bit mark of its best move."""
        low = 0xFFFFFFFF
        first = 2 * BUCKET * (key & self.mask)
        word = (value & low) | move << 32
        at = first
        least = PROVED + 1
        for i in range(BUCKET):
            if self.entries[first + 2 * i] == key and self.entries[first + 2 * i + 1]:
                if self.depth(first + 2 * i) > depth:
                    return
                at = first + 2 * i
                break
            other = self.depth(first + 2 * i) if self.entries[first + 2 * i + 1] else -1
            if other < least:
                least, at = other, first + 2 * i
        if not self.entries[at + 1]:
            self.kept += 1
        self.entries[at] = key
        deep, sort = depth, kind
        self.entries[at + 1] = word | deep << 56 | sort << 62
        if self.kept > self.mask * BUCKET // 2 and self.mask + 1 < self.most:
            with cython.gil:
                self._grow()
