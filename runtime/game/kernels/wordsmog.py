"""Kernel: the moves of WordSmog, in which the letters of a word may lie in any order: all, and the best.

The nodes are those of the alphagrams (:mod:`lexkit.runtime.game.wordsmog`). The words of a line fall into groups, by
the runs of tiles that they go through: words of a group have the same tiles of the board, and differ in where they
begin and how many tiles are laid, their *stretch* of the line. So one walk finds the choices of tiles for all of them:
it follows the alphagrams' letters in order, and takes each from the board, where it must take all, or from the rack. A
choice is then laid on each stretch of its size, in every order that the squares across allow.

Each move is found once: a stretch is one word, a choice one set of tiles, and equal tiles are not told apart.

A stretch of a line and a choice of tiles have up to 5,040 orders, of which one is wanted. The most that they score is
bounded by laying the highest tiles on the squares that count most. Only if that may be the best so far, the order is
found by dynamic programming over the tiles used: the best way to lay some of them on the first squares, for each set of
tiles. Stretches are bounded likewise before their choices are known, by the highest tiles of the rack, and lines by
their stretches. Lines with the highest bounds are searched first, and most others never.

:mod:`.best_move` defines what a play is worth, and the order of equal plays. The answer is the same as if all moves
were compared.

:meth:`counted` counts groups as **anchors**, nodes visited and tiles laid as **states**, and **arcs** as usual.
Guaranteed for every node array that the format's proof passed, and for those of alphagrams: no read outside it, nor
of the squares; no deeper than the rack and a line have tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .leave_table import LeaveTable
    from .scoring import Scoring
from lexkit.formats.kernels import cython

if not cython.compiled:
    from types import SimpleNamespace

    from lexkit.formats.kernels.node import ONE, child, children, letters, lowest, popcount
    from lexkit.formats.kernels.nodes import Nodes

    from .best_move import BestFinder
    from .move_buffer import MoveBuffer
    from .shadow import NO_PLAY
    from .shared_types import BLANK, put_move, score_of, with_cross, with_tile
    from .squares import Squares

    #: Maximum number of stretches of a group: 32 squares to begin on, at most 15 tiles.
    MOST_STRETCHES = 512
    #: Stored instead of the score of a set of tiles that cannot be laid on the first squares.
    IMPOSSIBLE = -1


class WordsmogWalk(BestFinder):
    """Generator of all moves of one position after another."""

    def __init__(
        self,
        nodes: Nodes,
        scoring: Scoring,
        leaves: LeaveTable | None = None,
        opening: memoryview | None = None,
        vowels: int = 0,
    ) -> None:
        """Take the arguments of :class:`MoveBuffer`, and of :class:`BestFinder` for a player who weighs leaves."""
        MoveBuffer.__init__(self, nodes, scoring)
        self._have(leaves, opening)
        self.opening: Any = opening
        self.vowels = vowels
        self.best_worth = self.best_meta = self.best_tiles = 0
        self.has_best = self.empty_board = self.noting = False
        self.bag = self.exchangeable = self.kept_cost = self.out_worth = 0
        self.played = 0
        self.stretch_count = self.fixed_count = self.fixed_points = 0
        if not cython.compiled:
            self.stretches = [SimpleNamespace(weights=[0] * 16) for _ in range(MOST_STRETCHES)]
            self.of_size, self.fixed, self.codes = [-1] * 17, [0] * 32, [0] * 17

    def _have(self, leaves: LeaveTable | None, opening: Any) -> None:
        """Take ownership of the leave table, if there is one. Raises ValueError for unsuitable arguments."""
        if (leaves is not None and (leaves.taken or opening is None)) or (opening is not None and len(opening) != 2048):
            raise ValueError("leaves that no other finder has, and what vowels cost on 2048 squares")
        if leaves is not None:
            leaves.taken = True
        self.leaves: Any = leaves

    def ready(self) -> bool:
        """Return whether everything that the search needs is set."""
        return True

    def answer(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Write all moves of one position."""
        self.each_line(squares, rack, both)

    # -- groups and stretches -------------------------------------------------------------------------

    def each_anchor(self, squares: Squares, tiles: int, crossed: int, held: int) -> None:
        """Search each group of the line: words through no tile, then through each run and the runs behind it."""
        line = self.line
        self._begin_group()
        self.fixed_count = self.fixed_points = 0
        if crossed:
            self._find_open(crossed)
            self._search(held)
        starts = tiles & ~(tiles << 1)
        while starts:
            first = at = lowest(starts)
            starts &= starts - 1
            inner = 0
            self.fixed_count = self.fixed_points = 0
            while inner <= self.laid_and_left:
                while line[at].tile:
                    self._fix(at)
                    at += 1
                self._begin_group()
                self._find_closed(first, at - 1, inner)
                self._search(held)
                gap = at
                while line[at].tile == 0 and line[at].cross:
                    at += 1
                if line[at].tile == 0:  # the end of the line, or a square where nothing fits
                    break
                inner += at - gap

    def _fix(self, at: int) -> None:
        """Add the tile on this square to those that the words of the group go through."""
        tile = self.line[at].tile
        place = self.fixed_count
        while place and self.fixed[place - 1] > tile:
            self.fixed[place] = self.fixed[place - 1]
            place -= 1
        self.fixed[place] = tile
        self.fixed_count += 1
        self.fixed_points += self.values[0 if self.line[at].blank else tile]

    def _begin_group(self) -> None:
        for size in range(17):
            self.of_size[size] = -1
        self.stretch_count = 0

    def _find_open(self, crossed: int) -> None:
        """Find the empty stretches that touch a tile, or cover the start square."""
        line = self.line
        for first in range(self.length):
            if first and line[first - 1].tile:
                continue
            last = first
            beside = False
            while line[last].tile == 0 and line[last].cross and last - first < self.laid_and_left:
                beside = beside or (crossed >> last & 1) != 0
                # A word has at least two tiles.
                if beside and last > first and line[last + 1].tile == 0:
                    self.add_stretch(first, last + 1 - first)
                last += 1

    def _find_closed(self, first: int, last: int, inner: int) -> None:
        """Find the stretches around the runs from ``first`` to ``last``, with ``inner`` empty squares in between."""
        line = self.line
        start = first
        while True:
            size = inner + first - start
            end = last
            while size <= self.laid_and_left:
                # A single tile that makes a word in both directions counts as a play of its row.
                if size > 1 or (size == 1 and not (self.down and self._is_crossed(start, end))):
                    self.add_stretch(start, size)
                end += 1
                size += 1
                if line[end].cross == 0 or line[end].tile or line[end + 1].tile:
                    break
            start -= 1
            if start < 0 or line[start].cross == 0 or (start and line[start - 1].tile):
                break
            if inner + first - start > self.laid_and_left:
                break

    def _is_crossed(self, at: int, end: int) -> bool:
        """Return whether the first empty square of a stretch makes a word across."""
        while at < end and self.line[at].tile:
            at += 1
        return self.line[at].cross_multiplier != 0

    def add_stretch(self, first: int, size: int) -> None:
        """Add to the group a stretch of ``size`` tiles that begins at the square ``first``."""
        number = self.stretch_count
        self.stretches[number].first = first
        self.stretches[number].next = self.of_size[size]
        self.of_size[size] = number
        self.stretch_count += 1

    # -- choices of tiles -----------------------------------------------------------------------------

    def _search(self, held: int) -> None:
        """Find the choices of tiles for the stretches of the group."""
        self.most_laid = 0
        for size in range(1, 17):
            if self.of_size[size] >= 0:
                self.most_laid = size
        if self.most_laid:
            self.anchors += 1
            _choose(self, self.nodes.view.forward_root, 0, 0, held)

    def lay_choice(self, laid: int) -> None:
        """Lay the first ``laid`` tiles of ``codes`` on every stretch of that size, in every order."""
        number = self.of_size[laid]
        # Add the bonus to the score of cross-words, which the word multiplier does not affect.
        points = with_cross(self.fixed_points, self.bonus(laid, laid + self.fixed_count - 1))
        while number >= 0:
            self.word_start = self.stretches[number].first
            _lay(self, self.word_start, 0, laid, 0, 0, points, 1)
            number = self.stretches[number].next


def _choose(self: WordsmogWalk, node: int, taken: int, laid: int, held: int) -> None:
    """Take the next letter of an alphagram from the board or from the rack.

    ``taken``: number of the board's tiles used so far; ``held``: the letters on the rack. Of the same letter,
    tiles of the board come first, then letters of the rack, then blanks.
    """
    graph = self.nodes.view
    self.states += 1
    if self.states >= self.state_limit and self.must_stop():
        return
    ends = letters(graph, node)
    among = children(graph, node)
    allowed = self.letters if self.counts[0] else held
    if taken < self.fixed_count:
        tile = self.fixed[taken]
        if laid and taken + 1 == self.fixed_count and ends >> tile & 1:
            self.lay_choice(laid)
        if among >> tile & 1:
            self.arcs += 1
            _choose(self, child(graph, node, among, tile), taken + 1, laid, held)
        # A later letter would skip this tile of the board.
        allowed &= (ONE << tile) - 1
        ends &= 0
    if laid == self.most_laid:
        return
    bits = (ends | among) & allowed
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        blank = tile | BLANK
        for source in range(2):
            code = blank if source else tile
            kind = 0 if source else tile
            # A letter of the rack does not follow a blank that stands for the same letter.
            if self.counts[kind] == 0 or (laid and source == 0 and self.codes[laid - 1] == blank):
                continue
            self.counts[kind] -= 1
            self.codes[laid] = code
            if ends >> tile & 1:
                self.lay_choice(laid + 1)
            if among >> tile & 1:
                self.arcs += 1
                left = held
                if source == 0 and self.counts[kind] == 0:
                    left = held & ~(ONE << tile)
                _choose(self, child(graph, node, among, tile), taken, laid + 1, left)
            self.counts[kind] += 1


def _lay(
    self: WordsmogWalk, at: int, done: int, laid: int, used: int, tiles: int, points: int, multiplier: int
) -> None:
    """Lay each unused tile of ``codes`` in turn on the next empty square, and go on.

    ``used``: mask of the tiles laid so far; ``done``: their number, of ``laid``. For ``tiles``, ``points`` and
    ``multiplier`` see :func:`go_right`.
    """
    line = self.line
    self.states += 1
    if self.states >= self.state_limit and self.must_stop():
        return
    while line[at].tile:
        at += 1
    square = line[at]
    multiplier *= square.word_multiplier
    points = with_cross(points, square.cross_score)
    for place in range(laid):
        code = self.codes[place]
        if used >> place & 1 or not square.cross >> (code & 63) & 1:
            continue
        # Of equal tiles, which are adjacent, take only the first unused one.
        if place and self.codes[place - 1] == code and not used >> place - 1 & 1:
            continue
        longer = with_tile(points, square, self.values[0 if code & BLANK else code])
        shifted = code
        shifted = tiles | shifted << 8 * done
        if done + 1 < laid:
            _lay(self, at + 1, done + 1, laid, used | 1 << place, shifted, longer, multiplier)
            continue
        if cython.compiled and self.out > self.room:
            self.grow()
        score = score_of(longer, multiplier)
        meta = self.meta | self.word_start << self.start_shift | ONE * laid << 48
        self.out = put_move(self.out, shifted, meta + score)


class WordsmogFinder(WordsmogWalk):
    """Generator that finds only the best move of each position."""

    def __init__(
        self,
        nodes: Nodes,
        scoring: Scoring,
        leaves: LeaveTable | None = None,
        opening: memoryview | None = None,
        vowels: int = 0,
        every: bool = False,
    ) -> None:
        """Take the arguments of :class:`WordsmogWalk`.

        ``every``: write the best order of each choice of tiles on each stretch. On an empty board, write two
        orders if they differ: the best by score alone, and the best after the cost of vowels.
        """
        WordsmogWalk.__init__(self, nodes, scoring, leaves, opening, vowels)
        self.weighs = False
        self.every = every
        self.costs_vowels = opening is not None
        self.written = 0
        if not cython.compiled:
            self.line_bounds, self.laid_values, self.free, self.top_values = [0] * 64, [0] * 17, [0] * 17, [0] * 17
            self.choice_values, self.weight_of = [0] * 17, [0] * 17
        self.scores_of = np.zeros(1 << (8 if scoring.rack_size <= 8 else 15), np.int64).data
        self.worths_of = np.zeros(1 << (8 if scoring.rack_size <= 8 else 15), np.int64).data

    def ready(self) -> bool:
        """Return whether everything that the search needs is set."""
        return self.worths_of is not None

    def answer(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Write the best move of a position, unless an exchange is worth more."""
        self.has_best = False
        self.empty_board = squares.tiles_down == 0
        self.best_worth = NO_PLAY
        self.noting = False
        self._weigh_rack(rack)
        if self.exchangeable > 0 and self.leaves is not None:
            self.best_worth = self.leaves.find_exchange(rack, self.exchangeable)
        if self.every:
            self.each_line(squares, rack, both)
            return
        self.noting = True
        for line in range(64):
            self.line_bounds[line] = NO_PLAY
        self.each_line(squares, rack, both)
        self.noting = False
        while not self.failed:
            highest = 0
            for line in range(1, 64):
                if self.line_bounds[line] > self.line_bounds[highest]:
                    highest = line
            if self.line_bounds[highest] == NO_PLAY or self.line_bounds[highest] < self.best_worth:
                break
            self.line_bounds[highest] = NO_PLAY
            self._search_line(squares, highest >> 5, highest & 31)
        self.forget(self.kept)
        if self.has_best:
            self.out = put_move(self.out, self.best_tiles, self.best_meta)
            self.kept += 1

    def _weigh_rack(self, rack: memoryview) -> None:
        """List the worths of this rack's leaves, and the values of its tiles, highest first."""
        self.weighs = False
        if self.leaves is not None:
            if self.bag > 0:
                self.weighs = self.leaves.by_value(rack)
            else:
                self.weighs = self.leaves.by_cost(rack, self.values, self.kept_cost, self.out_worth)
        count = 0
        for tile in range(64):
            for _copy in range(rack[tile]):
                self._put_value(self.top_values, count, self.values[tile])
                count += 1

    def _put_value(self, values: list[int], count: int, value: int) -> None:
        """Insert a value into a list of ``count`` values, highest first."""
        while count and values[count - 1] < value:
            values[count] = values[count - 1]
            count -= 1
        values[count] = value

    def _search_line(self, squares: Squares, direction: int, number: int) -> None:
        """Search a line recorded earlier."""
        held = 0
        for tile in range(1, 64):
            if self.counts[tile]:
                held |= ONE << tile
        self.enter(squares, direction, number)
        if squares.tiles_down:
            tiles = squares.occupied[direction * 32 + number]
            crossed = squares.crossed[direction * 32 + number]
        else:
            tiles = 0
            crossed = ONE << (squares.start_row if direction else squares.start_column)
        WordsmogWalk.each_anchor(self, squares, tiles, crossed, held)

    def add_stretch(self, first: int, size: int) -> None:
        """Add a stretch to the group if a play there may be the best; in the first phase, raise the line's bound."""
        line = self.line
        number = self.stretch_count
        points = self.fixed_points
        multiplier = 1
        across = 0
        at = first
        for place in range(size):
            while line[at].tile:
                at += 1
            multiplier *= line[at].word_multiplier
            across += line[at].cross_score
            self.free[place] = at
            at += 1
        points = points * multiplier + across + self.bonus(size, size + self.fixed_count - 1)
        for place in range(size):
            at = self.free[place]
            weight = multiplier * line[at].letter_multiplier + line[at].cross_multiplier
            self._put_value(self.weight_of, place, weight)
        bound = points
        for place in range(size):
            bound += self.weight_of[place] * self.top_values[place]
        worth = 1000 * bound
        if self.weighs:
            worth += self.leaves.best[size]
        if self.noting:
            slot = (32 if self.down else 0) + self.number
            if worth > self.line_bounds[slot]:
                self.line_bounds[slot] = worth
            return
        if worth < self.best_worth:
            return
        for place in range(size):
            self.stretches[number].weights[place] = self.weight_of[place]
        self.stretches[number].points = points
        self.stretches[number].multiplier = multiplier
        WordsmogWalk.add_stretch(self, first, size)

    def lay_choice(self, laid: int) -> None:
        """Compare the best order of the first ``laid`` tiles of ``codes`` on every stretch of that size."""
        leave_worth = 0
        leave = 0
        if self.weighs:
            leave = self.leaves.count - 1
        for place in range(laid):
            code = self.codes[place]
            kind = 0 if code & BLANK else code
            self.laid_values[place] = self.values[kind]
            self._put_value(self.choice_values, place, self.values[kind])
            if self.weighs:
                leave -= self.leaves.weights[kind]
        if self.weighs:
            leave_worth = self.leaves.worth[leave]
        number = self.of_size[laid]
        while number >= 0:
            bound = self.stretches[number].points
            for place in range(laid):
                bound += self.stretches[number].weights[place] * self.choice_values[place]
            worth = 1000 * bound + leave_worth
            if self.every:
                self.written = 0
                self._arrange(number, laid, 0, False)
                if self.empty_board and self.costs_vowels:
                    self._arrange(number, laid, 0, True)
            elif worth >= self.best_worth:
                self._arrange(number, laid, leave_worth, self.empty_board and self.weighs)
            number = self.stretches[number].next

    def _arrange(self, number: int, laid: int, leave_worth: int, costs: bool) -> None:
        """Find the best order of the chosen tiles on a stretch, and compare it with the best move so far or write it.

        ``costs``: whether vowels next to premium squares cost something.
        """
        line = self.line
        at = self.word_start = self.stretches[number].first
        multiplier = self.stretches[number].multiplier
        full = (1 << laid) - 1
        opening = 1024 * self.down + 32 * self.number
        for place in range(laid):
            while line[at].tile:
                at += 1
            self.free[place] = at
            self.weight_of[place] = multiplier * line[at].letter_multiplier + line[at].cross_multiplier
            at += 1
        self.scores_of[0] = self.worths_of[0] = 0
        for used in range(1, full + 1):
            place = popcount(used) - 1
            at = self.free[place]
            cost = 0
            if costs:
                cost = self.opening[opening + at]
            best_worth = 0
            best_score = IMPOSSIBLE
            bits = used
            while bits:
                tile = lowest(bits)
                bits &= bits - 1
                before = used & ~(1 << tile)
                code = self.codes[tile]
                if self.scores_of[before] == IMPOSSIBLE or not line[at].cross >> (code & 63) & 1:
                    continue
                score = self.scores_of[before] + self.laid_values[tile] * self.weight_of[place]
                worth = self.worths_of[before] + 1000 * self.laid_values[tile] * self.weight_of[place]
                if costs and self.vowels >> (code & 63) & 1:
                    worth -= cost
                if best_score == IMPOSSIBLE or worth > best_worth or (worth == best_worth and score > best_score):
                    best_worth, best_score = worth, score
            self.worths_of[used], self.scores_of[used] = best_worth, best_score
        if self.scores_of[full] == IMPOSSIBLE:
            return
        worth = self.worths_of[full] + 1000 * self.stretches[number].points + leave_worth
        if worth < self.best_worth and not self.every:
            return
        meta = self.meta | self.word_start << self.start_shift | ONE * laid << 48
        meta += self.scores_of[full] + self.stretches[number].points
        tiles = self._trace(laid, costs, opening)
        if self.every:
            if tiles != self.written:
                self.written = tiles
                if cython.compiled and self.out > self.room:
                    self.grow()
                self.out = put_move(self.out, tiles, meta)
            return
        if not self.has_best or worth > self.best_worth or self.goes_before(meta, tiles):
            self.has_best = True
            self.best_worth = worth
            self.best_meta = meta
            self.best_tiles = tiles

    def _trace(self, laid: int, costs: bool, opening: int) -> int:
        """Return the tiles in the best order found; of equal orders, that of the lowest last tile, and so on."""
        used = (1 << laid) - 1
        tiles = 0
        for place in range(laid - 1, -1, -1):
            at = self.free[place]
            lowest_code = 256
            chosen = 0
            for tile in range(laid):
                code = self.codes[tile]
                if not used >> tile & 1 or code >= lowest_code or not self.line[at].cross >> (code & 63) & 1:
                    continue
                before = used & ~(1 << tile)
                if self.scores_of[before] == IMPOSSIBLE:
                    continue
                gained = self.laid_values[tile] * self.weight_of[place]
                worth = self.worths_of[before] + 1000 * gained
                if costs and self.vowels >> (code & 63) & 1:
                    worth -= self.opening[opening + at]
                if worth == self.worths_of[used] and self.scores_of[before] + gained == self.scores_of[used]:
                    lowest_code = code
                    chosen = tile
            used &= ~(1 << chosen)
            code_shifted = lowest_code
            tiles |= code_shifted << 8 * place
        return tiles
