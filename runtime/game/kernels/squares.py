"""Kernel: the squares of a board, with what a lexicon says of each: cross sets and cross scores.

Every square is kept twice, once in its row and once in its column, so that a generator goes along either in steps of
one. An empty square in a line knows

- ``cross`` and ``cross_score``: the letters that make a word across the line there (all, where nothing stands across
  it), and what that word's other tiles score, its word multiplier applied,
- ``cross_multiplier``: what the tile put there counts in that word; 0 where there is none,
- ``run_end`` and ``run_score``: where the run of tiles ends that begins right behind it, 0 for none.

The first tile of a run knows ``run_end`` and ``run_score`` of its own run, and ``nodes`` has the node behind the run
read backwards, which is where a generator begins. Each run is walked once, from right to left: the node behind it
gives the letters in front, that node's separator the letters behind (Gordon 1994, "Computing cross sets"); a square
between two runs is the rare case that tries every letter. :meth:`put` and :meth:`take` look only where it changed.

Guaranteed for every array that the format's proof passed: no read outside of it, nor of the squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from operator import index

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
        step,
    )
    from cython.cimports.libc.string import memcpy
else:
    from ....formats.kernels.bits import lowest
    from ....formats.kernels.nodes import Nodes
    from .fixed_width import Square, child, child_set, letter_set, step

#: Rows and columns at most; one more square ends each line.
MOST = 32


@cython.final
@cython.cclass
class Squares:
    """The squares of one board for one lexicon."""

    def __init__(
        self,
        nodes: Nodes,
        letters: int,
        rows: int,
        columns: int,
        letter_multipliers: bytes,
        word_multipliers: bytes,
        start: int,
        points: bytes,
    ) -> None:
        """An empty board.

        ``letters``: mask of the
        alphabet; multipliers: a byte a square, row by row, 0 in both for a brick; ``start``: number of the start
        square; ``points``: 64 uint16 by tile number, the blank's first, as bytes.
        """
        row: cython.Py_ssize_t
        column: cython.Py_ssize_t
        at: cython.Py_ssize_t
        size: cython.Py_ssize_t
        number: cython.Py_ssize_t
        direction: cython.int
        line: cython.pointer(Square)
        if not (0 < rows <= MOST and 0 < columns <= MOST):
            raise ValueError("a board has 1 to 32 rows and columns")
        if not len(letter_multipliers) == len(word_multipliers) == rows * columns or len(points) != 128:
            raise ValueError("multipliers for every square, points for 64 tile numbers")
        if not 0 <= start < rows * columns:
            raise ValueError("no such start square")
        if cython.compiled and NARROW and nodes.view.width != 1:
            raise ValueError("an array of wide sets needs the wide kernels")
        self.words = nodes.array
        self.width = nodes.view.width
        self.root = nodes.view.reverse_root
        self.letters = letters
        self.rows, self.columns = rows, columns
        self.tiles_down = 0
        self.bricks = bytes([multiplier == 0 for multiplier in letter_multipliers])
        self.start_row, self.start_column = divmod(start, columns)
        size = rows * (columns + 1) + columns * (rows + 1)
        if cython.compiled:
            self.graph = cython.address(self.words[0])
            self.memory = np.zeros(size * cython.sizeof(Square), np.uint8).data
            self.square = cython.cast(cython.pointer(Square), cython.address(self.memory[0]))
            self.node_memory = np.zeros(size, np.uint32).data
            self.nodes = cython.address(self.node_memory[0])
        else:
            self.graph = nodes.array
            shapes = ((rows, columns + 1), (columns, rows + 1))
            self.lines = [[[Square() for _ in range(length)] for _ in range(lines)] for lines, length in shapes]
            self.nodes = [0] * size
            self.values = [0] * 64
            self.occupied, self.crossed = [0] * 64, [0] * 64
        for tile, worth in enumerate(memoryview(points).cast("H")):
            self.values[tile] = worth
        for row in range(rows):
            for column in range(columns):
                at = row * columns + column
                for direction in range(2):
                    number = column if direction else row
                    line = self.line(direction, number)
                    number = row if direction else column
                    line[number].letter_multiplier = letter_multipliers[at]
                    line[number].word_multiplier = word_multipliers[at]
                    # No letter fits on a brick, and that is all there is to bricks.
                    line[number].cross = self.letters if letter_multipliers[at] else 0
        if cython.compiled:
            self.fresh = np.array(self.memory).data
        else:
            self.fresh = [[[copy(square) for square in line] for line in lines] for lines in self.lines]
        self.owner = None

    def like(self) -> Squares:
        """An empty board of the same kind, made quickly."""
        if self.rows == 0:
            raise ValueError("squares that were never made")
        other: Squares = Squares.__new__(Squares)
        number: cython.Py_ssize_t
        other.words, other.graph = self.words, self.graph
        other.width = self.width
        other.root = self.root
        other.letters = self.letters
        other.rows, other.columns = self.rows, self.columns
        other.tiles_down = 0
        other.bricks = self.bricks
        other.start_row, other.start_column = self.start_row, self.start_column
        other.owner = None
        other.fresh = self.fresh
        if cython.compiled:
            other.memory = np.array(self.fresh).data
            other.square = cython.cast(cython.pointer(Square), cython.address(other.memory[0]))
            other.node_memory = np.zeros(self.node_memory.shape[0], np.uint32).data
            other.nodes = cython.address(other.node_memory[0])
            for number in range(64):
                other.values[number] = self.values[number]
        else:
            other.lines = [[[copy(square) for square in line] for line in lines] for lines in self.fresh]
            other.nodes = [0] * len(self.nodes)
            other.values = self.values
            other.occupied, other.crossed = [0] * 64, [0] * 64
        return other

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def place(self, direction: cython.int, number: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where a line begins among all squares: direction 0 for rows, 1 for columns."""
        if direction == 0:
            return number * (self.columns + 1)
        return self.rows * (self.columns + 1) + number * (self.rows + 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def line(self, direction: cython.int, number: cython.Py_ssize_t) -> cython.pointer(Square):
        """The squares of a line, one more than it has: the last is empty, and nothing fits there."""
        if cython.compiled:
            return self.square + self.place(direction, number)
        return self.lines[direction][number]

    # -- cross sets ---------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, direction: cython.int, number: cython.Py_ssize_t, first: cython.Py_ssize_t) -> cython.void:
        """What the run of tiles that begins at ``first`` says of itself and of the squares at its ends.

        The square in front is left to the run before it, where one ends right before that square.
        """
        line: cython.pointer(Square) = self.line(direction, number)
        graph: cython.pointer(cython.const[cython.uint]) = self.graph
        width: cython.Py_ssize_t = self.width
        last: cython.Py_ssize_t = first
        end: cython.Py_ssize_t
        at: cython.Py_ssize_t
        node: cython.Py_ssize_t = self.root
        behind: cython.Py_ssize_t
        score: cython.int = 0
        while line[last + 1].tile:
            last += 1
        for at in range(last, first - 1, -1):
            score += self.values[0 if line[at].blank else line[at].tile]
            node = step(graph, node, line[at].tile, width)
        self.nodes[self.place(direction, number) + first] = cython.cast(cython.uint, node)
        line[first].run_end = cython.cast(cython.uchar, last)
        line[first].run_score = cython.cast(cython.ushort, score)
        if first > 0 and line[first - 1].word_multiplier:
            line[first - 1].run_end = cython.cast(cython.uchar, last)
            line[first - 1].run_score = cython.cast(cython.ushort, score)
            if first == 1 or line[first - 2].tile == 0:
                self._cross(direction, number, first - 1, letter_set(graph, node, width), score)
        behind = step(graph, node, 0, width)
        end = last + 2
        if line[last + 1].word_multiplier and line[end].tile:
            while line[end].tile:
                score += self.values[0 if line[end].blank else line[end].tile]
                end += 1
            self._cross(direction, number, last + 1, self._between(behind, line, last + 2, end - 1), score)
        else:
            self._cross(direction, number, last + 1, letter_set(graph, behind, width), score)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cross(
        self,
        direction: cython.int,
        number: cython.Py_ssize_t,
        at: cython.Py_ssize_t,
        letters: letters_t,
        score: cython.int,
    ) -> cython.void:
        """Tell the square at ``at``, which is seen across this line, what the tiles in this line allow there."""
        line: cython.pointer(Square) = self.line(direction, number)
        multiplier: cython.int = line[at].word_multiplier
        one: cython.ulonglong = 1
        if multiplier:  # neither a brick nor behind the last square
            multiplier *= line[at].letter_multiplier
            line = self.line(1 - direction, at)
            line[number].cross = letters
            line[number].cross_score = score * line[number].word_multiplier
            line[number].cross_multiplier = cython.cast(cython.uchar, multiplier)
            self.crossed[(1 - direction) * 32 + at] |= one << number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _between(
        self, node: cython.Py_ssize_t, line: cython.pointer(Square), first: cython.Py_ssize_t, last: cython.Py_ssize_t
    ) -> letters_t:
        """The letters that lead from ``node`` to a word with the tiles from ``first`` to ``last`` behind them."""
        graph: cython.pointer(cython.const[cython.uint]) = self.graph
        width: cython.Py_ssize_t = self.width
        children: letters_t = child_set(graph, node, width)
        bits: cython.ulonglong = children
        fitting: letters_t = 0
        one: letters_t = 1
        there: cython.Py_ssize_t
        at: cython.Py_ssize_t
        tile: cython.int
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = child(graph, node, children, tile, width)
            for at in range(first, last):
                there = step(graph, there, line[at].tile, width)
            if letter_set(graph, there, width) >> line[last].tile & 1:
                fitting |= one << tile
        return fitting

    # -- tiles --------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cover(self, row: cython.Py_ssize_t, column: cython.Py_ssize_t, tile: cython.uchar) -> cython.void:
        """A tile on a square, or none, as if nothing were beside it."""
        direction: cython.int
        line: cython.pointer(Square)
        at: cython.Py_ssize_t = column
        number: cython.Py_ssize_t = row
        none: letters_t = 0
        one: cython.ulonglong = 1
        for direction in range(2):
            line = self.line(direction, number)
            line[at].tile = tile & 127
            line[at].blank = tile & 128
            line[at].cross = none if tile else self.letters
            line[at].cross_score = 0
            line[at].cross_multiplier = 0
            line[at].run_end = 0
            line[at].run_score = 0
            if tile:
                self.occupied[direction * 32 + number] |= one << at
            else:
                self.occupied[direction * 32 + number] &= ~(one << at)
            self.crossed[direction * 32 + number] &= ~(one << at)
            at = row
            number = column
        self.tiles_down += 1 if tile else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _around(self, direction: cython.int, number: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Look again at what a changed square means in one line: for itself, its neighbours and the runs they touch."""
        line: cython.pointer(Square) = self.line(direction, number)
        across: cython.pointer(Square)
        length: cython.Py_ssize_t = self.rows if direction else self.columns
        near: cython.Py_ssize_t
        first: cython.Py_ssize_t = at
        one: cython.ulonglong = 1
        for near in range(max(0, at - 1), min(length, at + 2)):
            if line[near].tile == 0 and line[near].word_multiplier:
                line[near].run_end = 0
                line[near].run_score = 0
                across = self.line(1 - direction, near)
                across[number].cross = self.letters
                across[number].cross_score = 0
                across[number].cross_multiplier = 0
                self.crossed[(1 - direction) * 32 + near] &= ~(one << number)
        if line[at].tile == 0 and at > 0:
            first = at - 1
        if line[first].tile:
            while first > 0 and line[first - 1].tile:
                first -= 1
        # The run before, where its end and this one's beginning are the two sides of one square.
        if first > 1 and line[first - 2].tile and line[first - 1].tile == 0:
            first -= 2
        elif first > 0 and line[first].tile == 0 and line[first - 1].tile:
            first -= 1
        while first > 0 and line[first].tile and line[first - 1].tile:
            first -= 1
        while first < length and first <= at + 2:
            if line[first].tile and (first == 0 or line[first - 1].tile == 0):
                self._run(direction, number, first)
            first += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def load(self, grid: cython.pointer(cython.const[cython.uchar])) -> cython.void:
        """The board with these tiles, a byte a square, row by row; everything is computed anew."""
        row: cython.Py_ssize_t
        column: cython.Py_ssize_t
        number: cython.Py_ssize_t
        at: cython.Py_ssize_t = 0
        direction: cython.int
        starts: cython.ulonglong
        one: cython.ulonglong = 1
        if cython.compiled:
            memcpy(self.square, cython.address(self.fresh[0]), self.fresh.shape[0])
            for number in range(64):
                self.occupied[number] = 0
                self.crossed[number] = 0
        else:
            self.lines = [[[copy(square) for square in line] for line in lines] for lines in self.fresh]
            self.occupied, self.crossed = [0] * 64, [0] * 64
        self.tiles_down = 0
        for row in range(self.rows):
            for column in range(self.columns):
                if grid[at]:
                    self._cover(row, column, grid[at])
                at += 1
        if self.tiles_down == 0:
            return
        for direction in range(2):
            for number in range(self.columns if direction else self.rows):
                starts = self.occupied[direction * 32 + number] & ~(self.occupied[direction * 32 + number] << one)
                while starts:
                    self._run(direction, number, lowest(starts))
                    starts &= starts - 1

    def set(self, grid: cython.const[cython.uchar][::1]) -> None:
        """The board with these tiles: uint8, rows x columns, 0 for empty, 128 added for a blank."""
        if grid.shape[0] != self.rows * self.columns:
            raise ValueError("a tile or 0 for every square")
        tiles = cython.address(grid[0]) if cython.compiled else grid
        if not self.fits(tiles):
            raise ValueError("a tile outside the alphabet, or on a brick")
        self.load(tiles)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fits(self, grid: cython.pointer(cython.const[cython.uchar])) -> cython.bint:
        """Whether these tiles may lie on this board: letters of the alphabet, none on a brick."""
        at: cython.Py_ssize_t
        letters: cython.ulonglong = self.letters
        for at in range(self.rows * self.columns):
            if grid[at] and (grid[at] & 64 or not letters >> (grid[at] & 63) & 1 or self.bricks[at]):
                return False
        return True

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def holds(self, at: cython.Py_ssize_t) -> cython.int:
        """The tile on a square, by its number; ValueError for none of the board's."""
        line: cython.pointer(Square)
        if not 0 <= at < self.rows * self.columns:
            raise ValueError("no such square")
        line = self.line(0, at // self.columns)
        return line[at % self.columns].tile

    def put(self, squares: Sequence[int], tiles: Sequence[int]) -> None:
        """Put tiles on empty squares (numbers row by row); only runs that touch them are walked again."""
        at: cython.Py_ssize_t
        letters: cython.ulonglong = self.letters
        # What is checked is what is used: the caller's may change.
        squares, tiles = list(map(index, squares)), list(map(index, tiles))
        if len(set(squares)) != len(squares):
            raise ValueError("each square once")
        for square, tile in zip(squares, tiles, strict=True):
            if self.holds(square) or self.bricks[square]:
                raise ValueError("a tile goes on an empty square")
            if not 0 < tile < 256 or tile & 64 or not letters >> (tile & 63) & 1:
                raise ValueError("a tile outside the alphabet")
        for square, tile in zip(squares, tiles, strict=True):
            at = square
            self._cover(at // self.columns, at % self.columns, tile)
        self._look_again(squares)

    def take(self, squares: Sequence[int]) -> None:
        """Take the tiles from these squares."""
        at: cython.Py_ssize_t
        squares = list(map(index, squares))
        if len(set(squares)) != len(squares):
            raise ValueError("each square once")
        for square in squares:
            if not self.holds(square):
                raise ValueError("there is no tile to take")
        for square in squares:
            at = square
            self._cover(at // self.columns, at % self.columns, 0)
        self._look_again(squares)

    @cython.cfunc
    def _look_again(self, squares: Sequence[int]):
        for square in squares:
            at: cython.Py_ssize_t = square
            self._around(0, at // self.columns, at % self.columns)
            self._around(1, at % self.columns, at // self.columns)

    def seen(self, direction: int, number: int) -> list[tuple[int, ...]]:
        """Each square of a line: tile (blanks with 128), cross set, score and multiplier, run_end, run_score."""
        line: cython.pointer(Square)
        length: cython.Py_ssize_t = self.rows if direction else self.columns
        if direction not in (0, 1) or not 0 <= number < (self.columns if direction else self.rows):
            raise ValueError("no such line")
        line = self.line(direction, number)
        each = []
        for at in range(length):
            run = (0, 0) if line[at].tile else (int(line[at].run_end), int(line[at].run_score))
            cross = (line[at].cross, line[at].cross_score, line[at].cross_multiplier)
            each.append((line[at].tile | line[at].blank, *cross, *run))
        return each
