"""Kernel: the squares of a board, with the cross sets and cross scores that a lexicon gives each.

Every square is kept twice, once in its row and once in its column, so that a generator goes along either in steps of
one. An empty square in a line knows

- ``cross`` and ``cross_score``: the letters that make a word across the line there (all of them, if nothing stands
  across it), and what that word's other tiles score, its word multiplier applied,
- ``cross_multiplier``: what the tile put there counts in that word; 0 if it makes none,
- ``run_end`` and ``run_score``: the end and the score of the run of tiles that begins right behind it, 0 if none does.

The first tile of a run knows ``run_end`` and ``run_score`` of its own run, and ``run_node``, the node behind the run
read backwards, from which a generator starts. Each run is walked once, from right to left: the node behind it gives
the letters in front, that node's separator the letters behind (Gordon 1994, "Computing cross sets"); a square between
two runs is the rare case that tries every letter. :meth:`put` and :meth:`take` look only at what changed.

If the nodes encode alphagrams (:mod:`lexkit.runtime.game.wordsmog`), a letter makes a word if the letters of the
runs beside it and it can be arranged into one. Runs then have no node.

Guaranteed for every array that the format's proof passed: no read outside it, nor of the squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scoring import Scoring

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, child, children, letters, lowest, step
    from lexkit.formats.kernels.nodes import Nodes

    from .shared_types import (
        Square,
        copy_squares,
        first_of,
        fitting,
        is_board_tile,
        new_squares,
        only_once,
        reset_squares,
        squares_from,
    )

#: Maximum number of rows and of columns. One more square ends each line.
MOST = 32


class Squares:
    """Squares of one board for one lexicon."""

    def __init__(
        self,
        nodes: Nodes,
        letters: int,
        rows: int,
        columns: int,
        letter_multipliers: bytes,
        word_multipliers: bytes,
        start: int,
        scoring: Scoring,
        alphagrams: bool = False,
    ) -> None:
        """Create an empty board.

        ``letters``: mask of the alphabet; multipliers: a byte for each square, row by row, 0 in both for a brick;
        ``start``: number of the start square; ``scoring``: the scoring rules; ``alphagrams``: whether the nodes
        are those of alphagrams.
        """
        if not (0 < rows <= MOST and 0 < columns <= MOST):
            raise ValueError("a board has 1 to 32 rows and columns")
        if not len(letter_multipliers) == len(word_multipliers) == rows * columns or len(scoring.points) != 64:
            raise ValueError("multipliers for every square, points for 64 tile numbers")
        if not 0 <= start < rows * columns:
            raise ValueError("no such start square")
        only_once(self.nodes if cython.compiled else None)  # type: ignore[has-type]
        self.nodes = fitting(nodes)
        self.letters = letters
        self.alphagrams = alphagrams
        self.rows, self.columns = rows, columns
        self.start_row, self.start_column = divmod(start, columns)
        self.bricks = bytes([multiplier == 0 for multiplier in letter_multipliers])
        if not cython.compiled:
            self.values, self.occupied, self.crossed, self.sorted = [0] * 64, [0] * 64, [0] * 64, [0] * 64
        for tile, worth in enumerate(scoring.points):
            self.values[tile] = worth
        self._lay_out(letter_multipliers, word_multipliers)

    def _lay_out(self, letter_multipliers: bytes, word_multipliers: bytes) -> None:
        self.count = self.rows * (self.columns + 1) + self.columns * (self.rows + 1)
        self.owner: object = None
        self.taken = False
        self.tiles_down = 0
        self.memory = new_squares(self.count)
        self.squares = first_of(self.memory)
        for row in range(self.rows):
            for column in range(self.columns):
                at = row * self.columns + column
                for direction in range(2):
                    line = self.line(direction, column if direction else row)
                    place = row if direction else column
                    line[place].letter_multiplier = letter_multipliers[at]
                    line[place].word_multiplier = word_multipliers[at]
                    # No letter fits on a brick. Nothing else distinguishes bricks.
                    line[place].cross = self.letters if letter_multipliers[at] else 0
        self.fresh_memory = copy_squares(self.memory)
        self.fresh = first_of(self.fresh_memory)

    def like(self) -> Squares:
        """Return an empty board of the same kind, which takes less time than making one."""
        if self.rows == 0:
            raise ValueError("squares that were never made")
        other = Squares.__new__(Squares)
        other.nodes = self.nodes
        other.letters = self.letters
        other.alphagrams = self.alphagrams
        other.rows, other.columns = self.rows, self.columns
        other.start_row, other.start_column = self.start_row, self.start_column
        other.bricks = self.bricks
        other.owner = None
        other.taken = False
        other.tiles_down = 0
        other.count = self.count
        other.memory = copy_squares(self.fresh_memory)
        other.squares = first_of(other.memory)
        other.fresh_memory = self.fresh_memory
        other.fresh = self.fresh
        if not cython.compiled:
            other.values, other.occupied, other.crossed, other.sorted = [0] * 64, [0] * 64, [0] * 64, [0] * 64
        for number in range(64):
            other.values[number] = self.values[number]
        return other

    def place(self, direction: int, number: int) -> int:
        """Return the index of a line's first square among all squares: direction 0 for rows, 1 for columns."""
        if direction == 0:
            return number * (self.columns + 1)
        return self.rows * (self.columns + 1) + number * (self.rows + 1)

    def line(self, direction: int, number: int) -> list[Square]:
        """Return the squares of a line and one more, which is empty and allows no letter."""
        return squares_from(self.squares, self.place(direction, number))

    # -- cross sets ---------------------------------------------------------------------------------

    def _run(self, direction: int, number: int, first: int) -> None:
        """Walk the run of tiles that begins at ``first``; update it and the squares at its ends.

        The square in front is left to the run before it, if one ends right before that square.
        """
        graph = self.nodes.view
        line = self.line(direction, number)
        node = graph.reverse_root
        score = 0
        last = first
        while line[last + 1].tile:
            last += 1
        for at in range(last, first - 1, -1):
            score += self.values[0 if line[at].blank else line[at].tile]
            node = step(graph, node, line[at].tile)
        behind = step(graph, node, 0)
        in_front, at_back = letters(graph, node), letters(graph, behind)
        if self.alphagrams:
            in_front = at_back = self._arranged(line, first, last)
        line[first].run_node = node
        line[first].run_end = last
        line[first].run_score = score
        if first > 0 and line[first - 1].word_multiplier:
            line[first - 1].run_end = last
            line[first - 1].run_score = score
            if first == 1 or line[first - 2].tile == 0:
                self._cross(direction, number, first - 1, in_front, score)
        end = last + 2
        if line[last + 1].word_multiplier and line[end].tile:
            while line[end].tile:
                score += self.values[0 if line[end].blank else line[end].tile]
                end += 1
            if self.alphagrams:
                at_back = self._arranged(line, first, end - 1)
            else:
                at_back = self._between(behind, line, last + 2, end - 1)
        self._cross(direction, number, last + 1, at_back, score)

    def _cross(self, direction: int, number: int, at: int, allowed: int, score: int) -> None:
        """Set the cross set, score and multiplier of this line's square at ``at`` for the line across it."""
        line = self.line(direction, number)
        multiplier = line[at].word_multiplier
        if multiplier:  # neither a brick nor behind the last square
            multiplier *= line[at].letter_multiplier
            line = self.line(1 - direction, at)
            line[number].cross = allowed
            line[number].cross_score = score * line[number].word_multiplier
            line[number].cross_multiplier = multiplier
            self.crossed[(1 - direction) * 32 + at] |= ONE << number

    def _between(self, node: int, line: list[Square], first: int, last: int) -> int:
        """Return the letters that lead from ``node`` to a word that ends with the tiles from ``first`` to ``last``."""
        graph = self.nodes.view
        among = children(graph, node)
        bits = among
        fit = 0
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = child(graph, node, among, tile)
            for at in range(first, last):
                there = step(graph, there, line[at].tile)
            if letters(graph, there) >> line[last].tile & 1:
                fit |= ONE << tile
        return fit

    def _arranged(self, line: list[Square], first: int, last: int) -> int:
        """Return the letters that can be arranged into a word with the tiles from ``first`` to ``last``."""
        graph = self.nodes.view
        node = graph.forward_root
        count = 0
        fit = 0
        for at in range(first, last + 1):
            tile = line[at].tile
            if tile:
                place = count
                while place and self.sorted[place - 1] > tile:
                    self.sorted[place] = self.sorted[place - 1]
                    place -= 1
                self.sorted[place] = tile
                count += 1
        # A letter goes before the first higher tile.
        for place in range(count):
            among = children(graph, node)
            bits = among & ((ONE << self.sorted[place]) - 1)
            while bits:
                tile = lowest(bits)
                bits &= bits - 1
                there = child(graph, node, among, tile)
                for at in range(place, count - 1):
                    there = step(graph, there, self.sorted[at])
                if letters(graph, there) >> self.sorted[count - 1] & 1:
                    fit |= ONE << tile
            node = step(graph, node, self.sorted[place])
        return fit | letters(graph, node)

    # -- tiles --------------------------------------------------------------------------------------

    def cover(self, row: int, column: int, tile: int) -> None:
        """Put a tile on a square, or remove it, without updating other squares."""
        at, number = column, row
        none = 0
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
                self.occupied[direction * 32 + number] |= ONE << at
            else:
                self.occupied[direction * 32 + number] &= ~(ONE << at)
            self.crossed[direction * 32 + number] &= ~(ONE << at)
            at, number = row, column
        self.tiles_down += 1 if tile else -1

    def look_around(self, direction: int, number: int, at: int) -> None:
        """Update one line after a square changed: the square, its neighbours and the runs that touch it."""
        line = self.line(direction, number)
        length = self.rows if direction else self.columns
        first = at
        for near in range(max(0, at - 1), min(length, at + 2)):
            if line[near].tile == 0 and line[near].word_multiplier:
                line[near].run_end = 0
                line[near].run_score = 0
                across = self.line(1 - direction, near)
                across[number].cross = self.letters
                across[number].cross_score = 0
                across[number].cross_multiplier = 0
                self.crossed[(1 - direction) * 32 + near] &= ~(ONE << number)
        if line[at].tile == 0 and at > 0:
            first = at - 1
        if line[first].tile:
            while first > 0 and line[first - 1].tile:
                first -= 1
        # Include the run before, if a single square separates it from this one.
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

    def walk_runs(self, direction: int, number: int, at: int) -> None:
        """Walk the run through ``at``, where a tile was added, and the run before it across a one-square gap."""
        line = self.line(direction, number)
        while at > 0 and line[at - 1].tile:
            at -= 1
        self._run(direction, number, at)
        if at > 1 and line[at - 2].tile:
            at -= 2
            while at > 0 and line[at - 1].tile:
                at -= 1
            self._run(direction, number, at)

    def load(self, grid: bytes | memoryview) -> None:
        """Set the board's tiles, a byte for each square, row by row, and compute everything again."""
        at = 0
        reset_squares(self.squares, self.fresh, self.count)
        for number in range(64):
            self.occupied[number] = self.crossed[number] = 0
        self.tiles_down = 0
        for row in range(self.rows):
            for column in range(self.columns):
                if grid[at]:
                    self.cover(row, column, grid[at])
                at += 1
        if self.tiles_down == 0:
            return
        for direction in range(2):
            for number in range(self.columns if direction else self.rows):
                starts = self.occupied[direction * 32 + number] & ~(self.occupied[direction * 32 + number] << 1)
                while starts:
                    self._run(direction, number, lowest(starts))
                    starts &= starts - 1

    def copy(self, other: Squares) -> None:
        """Copy the tiles and squares of another board of the same kind."""
        reset_squares(self.squares, other.squares, self.count)
        for number in range(64):
            self.occupied[number] = other.occupied[number]
            self.crossed[number] = other.crossed[number]
        self.tiles_down = other.tiles_down

    def set(self, grid: bytes) -> None:
        """Set the board's tiles: a byte for each square, row by row, 0 for empty, 128 added for a blank."""
        if self.rows == 0 or len(grid) != self.rows * self.columns:
            raise ValueError("a tile or 0 for every square, of squares that were made")
        if not self.fits(grid):
            raise ValueError("a tile outside the alphabet, or on a brick")
        self.load(grid)

    def fits(self, grid: bytes | memoryview) -> bool:
        """Return whether these tiles may lie on this board: letters of the alphabet, none on a brick."""
        for at in range(self.rows * self.columns):
            if grid[at] and (self.bricks[at] or not is_board_tile(self.letters, grid[at])):
                return False
        return True

    def _holds(self, at: int) -> int:
        """Return the tile on the square of this number. Raises ValueError if the board has no such square."""
        if not 0 <= at < self.rows * self.columns:
            raise ValueError("no such square")
        line = self.line(0, at // self.columns)
        return line[at % self.columns].tile

    def put(self, squares: Sequence[int], tiles: Sequence[int]) -> None:
        """Put tiles on empty squares (numbers row by row). Only runs that touch them are walked again."""
        # Check and use the same copy: the caller's lists may change.
        squares, tiles = list(map(index, squares)), list(map(index, tiles))
        if len(set(squares)) != len(squares):
            raise ValueError("each square once")
        for at, tile in zip(squares, tiles, strict=True):
            if self._holds(at) or self.bricks[at]:
                raise ValueError("a tile goes on an empty square")
            if not 0 < tile < 256 or not is_board_tile(self.letters, tile):
                raise ValueError("a tile outside the alphabet")
        for at, tile in zip(squares, tiles, strict=True):
            self.cover(at // self.columns, at % self.columns, tile)
        self._look_again(squares)

    def take(self, squares: Sequence[int]) -> None:
        """Remove the tiles from these squares."""
        squares = list(map(index, squares))
        if len(set(squares)) != len(squares):
            raise ValueError("each square once")
        for at in squares:
            if not self._holds(at):
                raise ValueError("there is no tile to take")
        for at in squares:
            self.cover(at // self.columns, at % self.columns, 0)
        self._look_again(squares)

    def _look_again(self, squares: list[int]) -> None:
        for at in squares:
            self.look_around(0, at // self.columns, at % self.columns)
            self.look_around(1, at % self.columns, at // self.columns)

    def describe_line(self, direction: int, number: int) -> list[tuple[int, ...]]:
        """For tests: return each square's tile (128: blank), cross set, score, multiplier, run_end and run_score."""
        if direction not in (0, 1) or not 0 <= number < (self.columns if direction else self.rows):
            raise ValueError("no such line")
        line = self.line(direction, number)
        each: list[tuple[int, ...]] = []
        for at in range(self.rows if direction else self.columns):
            square = line[at]
            free = square.tile == 0
            cross = [square.cross, free * square.cross_score, square.cross_multiplier]
            each.append((square.tile | square.blank, *cross, free * square.run_end, free * square.run_score))
        return each
