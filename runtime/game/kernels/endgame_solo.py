"""Kernel: the most that a player can gain alone, while the other player only passes.

No player can gain more than that, since the other one may pass to the end. If the other player's tiles have no place,
it is often exactly what the player gains.

The tiles that a player lays until the end fall into *clusters*: tiles in one run of the final board, in a row or a
column, are of one cluster. No word has tiles of two clusters, so each scores the same without the others, and the
order of plays matters only within a cluster. There are thousands of clusters where there are millions of positions.

A *fit* is a word that can stand in a line, with at least one tile of the rack, whatever lies across. Every run of a
final board with a new tile is one. A cluster grows from its first fit: each tile either has no neighbor across, or is
in a fit there too. What a cluster brings is the best order of plays, found from the last play backwards, and stored by
the tiles that are down. Of each set of tiles the best clusters are kept, and the rack is shared out among clusters that
do not touch.

The bound is not always reached: the other player may get a play.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from .endgame_board import EXACT, SearchTable
    from .endgame_line_moves import LineMoves
    from .shared_types import meta_of, only_once, scatter, tile_key, tiles_of

    #: Maximum number of tiles of the player, and of fits.
    MOST_SOLO, MOST_FITS = 7, 1 << 15
    #: Numbers of a fit: CELLS new tiles at most, each square << 16 | kind << 8 | tile; then how many there are, the
    #: first and last square of the word, the squares in front and behind (-1 beyond the edge), and the direction.
    FIT, CELLS = 14, 8
    COUNT, FIRST, LAST, FRONT, BEHIND, DOWN = 8, 9, 10, 11, 12, 13
    #: Maximum number of sets of tiles of a rack, and of clusters of each that are kept.
    MOST_SETS, KEPT = 128, 16
    #: Maximum number of squares of a board.
    MOST_SQUARES = 1024
    #: Value of a cluster that no order of plays lays, of a set of tiles that has no clusters, and above all values.
    NO_ORDER, IMPOSSIBLE, NO_BOUND = -1, -536870912, 1073741823
    #: The highest bit of each number of four bits.
    GUARDS = 0x88888888
    #: Makes keys of clusters and runs differ from those of positions and tiles.
    SOLO_SALT = 0x5DEECE66
    #: Mask for the number of steps between two checks of the deadline.
    STEPS_BETWEEN_LOOKS = 4095


class SoloBound:
    """Bounds of what players gain alone. It belongs to one search."""

    def __init__(self, lines: LineMoves, table: SearchTable) -> None:
        """Take the moves of lines, for their board, racks and generator, and a table for the values of clusters."""
        only_once(self.table if cython.compiled else None)  # type: ignore[has-type]
        self._begin(lines, table)
        self.opening = self.steps = self.most_fits = 0
        self.table = table

    def _begin(self, lines: LineMoves, table: SearchTable) -> None:
        if lines is None or lines.board is None or table is None or not table.made:
            raise TypeError("moves of lines and a table")
        self.lines = lines
        self.board, self.squares = lines.board, lines.squares

    def _make_room(self) -> None:
        """Allocate what the first bound needs: few searches look for one."""
        self.loose = self.squares.like()
        self.columns = self.loose.columns
        self.size = self.loose.rows * self.loose.columns
        # A fit takes 120 bytes, about as many as the search may use for each move that it has room for.
        most_fits = max(1, min(MOST_FITS, self.lines.room // 4))
        self.fits: Any = np.zeros(FIT * most_fits, np.int32).data
        self.chain: Any = np.zeros(CELLS * most_fits, np.int32).data
        self.heads: Any = np.zeros(16 * self.size, np.int32).data
        self.runs: Any = np.zeros(4 * most_fits, np.uint64).data
        self.with_cell: Any = np.zeros(8 * MOST_SETS * self.size, np.int32).data
        if not cython.compiled:
            self.tiles, self.stands = [0] * MOST_SQUARES, [0] * MOST_SQUARES
            self.letter_multipliers, self.word_multipliers = [0] * MOST_SQUARES, [0] * MOST_SQUARES
            self.mine, self.blocked = [0] * MOST_SQUARES, [0] * MOST_SQUARES
            self.decided, self.fronts, self.behinds = ([0] * (2 * MOST_SQUARES) for _ in range(3))
            self.kind_of = [0] * 64
            self.left, self.radix, self.worths, self.held = [0] * 8, [0] * 8, [0] * 8, [0] * 8
            self.cell_squares, self.cell_tiles, self.cell_keys = [0] * 8, [0] * 8, [0] * 8
            self.pending, self.choices = [0] * 8, [0] * 8
            self.kept, self.total, self.ends, self.packs, self.lowest = ([0] * MOST_SETS for _ in range(5))
            self.others = [0] * MOST_SETS
            self.values, self.openings, self.counts = ([0] * (KEPT * MOST_SETS) for _ in range(3))
            self.places = [0] * (CELLS * KEPT * MOST_SETS)
        for square in range(self.size):
            row, column = square // self.columns, square % self.columns
            self.fronts[2 * square] = square - 1 if column else -1
            self.behinds[2 * square] = square + 1 if column + 1 < self.columns else -1
            self.fronts[2 * square + 1] = square - self.columns if row else -1
            self.behinds[2 * square + 1] = square + self.columns if square + self.columns < self.size else -1
            line = self.loose.line(0, row)
            self.letter_multipliers[square] = line[column].letter_multiplier
            self.word_multipliers[square] = line[column].word_multiplier
        self.most_fits = most_fits

    def most(self, player: int, steps: int) -> int:
        """Return an upper bound of what a player gains on the other, to the end of the game.

        Sets ``opening`` to the mark of a play to begin with: of the key that the board then has. Returns NO_BOUND if
        the search was stopped, if it takes more than about ``steps`` steps, or if the rack is too large.
        """
        size = self.lines.sizes[player]
        if not 0 < size <= MOST_SOLO or self.squares.tiles_down == 0 or self.squares.alphagrams:
            return NO_BOUND
        if self.most_fits == 0:
            with cython.gil:
                try:
                    self._make_room()
                except MemoryError:
                    return NO_BOUND
        self.steps = steps
        base = self.lines.generator.found()
        if not self.lines.gather_fits(player, self.loose, self.most_fits):
            self.lines.generator.forget(base)
            return NO_BOUND
        number = self.lines.generator.found() - base
        self._prepare(player)
        self._note_fits(base, number)
        self.lines.generator.forget(base)
        for fit in range(number):
            self.first_fit = fit
            self.cells = self.queued = 0
            if self._lay(fit):
                self._settle(fit, 0)
            self._lift(0)
        if self.steps < 0 or self.lines.generator.failed:
            return NO_BOUND
        return self._share_out(self.lines.points[1 - player])

    def limit(self, tiles: int, meta: int) -> int:
        """Return an upper bound of what the player gains alone with a play, on the board of the last bound found."""
        limit = NO_BOUND
        down = meta >> 56 & 1
        square = (meta >> 32 & 255) * self.columns + (meta >> 40 & 255)
        for i in range(meta >> 48 & 255):
            while self.stands[square]:
                square = self.behinds[2 * square + down]
            tile = tiles >> 8 * i & 255
            at = self.sets * (8 * square + self.kind_of[0 if tile & 128 else tile])
            most = -NO_BOUND
            for number in range(self.sets):
                if self.with_cell[at + number] != NO_ORDER:
                    most = max(most, self.with_cell[at + number] + self.others[number])
            limit = min(limit, most)
            square = self.behinds[2 * square + down]
        return limit

    def _prepare(self, player: int) -> None:
        """Copy the board's tiles and count the rack's."""
        self.here = self.board.board_keys[self.board.level]
        self.start = scatter(self.here ^ SOLO_SALT)
        for square in range(self.size):
            self.tiles[square] = self.stands[square] = self.mine[square] = self.blocked[square] = 0
            self.decided[2 * square] = self.decided[2 * square + 1] = 0
        for row in range(self.squares.rows):
            line = self.squares.line(0, row)
            for column in range(self.squares.columns):
                if line[column].tile:
                    square = row * self.columns + column
                    self.tiles[square] = self.stands[square] = line[column].tile | line[column].blank
        self.kinds, self.sets = 0, 1
        for tile in range(64):
            count = self.lines.racks[64 * player + tile]
            if count:
                self.kind_of[tile] = self.kinds
                self.left[self.kinds] = self.held[self.kinds] = count
                self.radix[self.kinds] = self.sets
                self.worths[self.kinds] = self.squares.values[tile]
                self.sets *= count + 1
                self.kinds += 1
        for number in range(self.sets):
            self.kept[number] = 0
        for at in range(8 * self.sets * self.size):
            self.with_cell[at] = NO_ORDER

    def _note_fits(self, base: int, number: int) -> None:
        """Take the generator's moves from ``base`` on as fits."""
        for at in range(16 * self.size):
            self.heads[at] = -1
        self.run_mask = 1
        while self.run_mask < 2 * number:
            self.run_mask *= 2
        for at in range(self.run_mask):
            self.runs[at] = 0
        self.run_mask -= 1
        for fit in range(number):
            meta = meta_of(self.lines.generator.memory, base + fit)
            tiles = tiles_of(self.lines.generator.memory, base + fit)
            count, down = meta >> 48 & 255, meta >> 56 & 1
            square = (meta >> 32 & 255) * self.columns + (meta >> 40 & 255)
            at = FIT * fit
            self.fits[at + COUNT], self.fits[at + FIRST], self.fits[at + DOWN] = count, square, down
            self.fits[at + FRONT] = self.fronts[2 * square + down]
            key = scatter(SOLO_SALT + down)
            for i in range(count):
                tile = tiles >> 8 * i & 255
                kind = self.kind_of[0 if tile & 128 else tile]
                while self.stands[square]:
                    square = self.behinds[2 * square + down]
                self.fits[at + i] = square << 16 | kind << 8 | tile
                key ^= tile_key(square, tile)
                head = 16 * square + 2 * kind + down
                self.chain[CELLS * fit + i] = self.heads[head]
                self.heads[head] = CELLS * fit + i
                last = square
                square = self.behinds[2 * square + down]
            while square >= 0 and self.stands[square]:
                last = square
                square = self.behinds[2 * square + down]
            self.fits[at + LAST], self.fits[at + BEHIND] = last, square
            slot = key & self.run_mask
            while self.runs[slot]:
                slot = slot + 1 & self.run_mask
            self.runs[slot] = key

    # -- squares and runs -----------------------------------------------------------------------------

    def _first(self, square: int, down: int) -> int:
        """Return the first square of the run through this one."""
        front = self.fronts[2 * square + down]
        while front >= 0 and self.tiles[front]:
            square = front
            front = self.fronts[2 * square + down]
        return square

    def _last(self, square: int, down: int) -> int:
        """Return the last square of the run through this one."""
        behind = self.behinds[2 * square + down]
        while behind >= 0 and self.tiles[behind]:
            square = behind
            behind = self.behinds[2 * square + down]
        return square

    # -- clusters -------------------------------------------------------------------------------------

    def _grow(self, at: int) -> None:
        """Decide what stands across the tiles from number ``at`` of the pending ones on, in every way."""
        if not self._may_go_on():
            return
        while at < self.queued and self.decided[self.pending[at]]:
            at += 1
        if at == self.queued:
            self._weigh()
            return
        square, down = self.pending[at] >> 1, self.pending[at] & 1
        first, last = self._first(square, down), self._last(square, down)
        if first == last:
            front, behind = self.fronts[2 * square + down], self.behinds[2 * square + down]
            self.decided[2 * square + down] = 1
            self._block(front, behind, 1)
            self._grow(at + 1)
            self._block(front, behind, -1)
            self.decided[2 * square + down] = 0
        tile = self.tiles[square]
        link = self.heads[16 * square + 2 * self.kind_of[0 if tile & 128 else tile] + down]
        laid, queued = self.cells, self.queued
        while link >= 0 and link // CELLS >= self.first_fit:
            fit = link // CELLS
            if (
                self.fits[FIT * fit + link % CELLS] & 255 == tile
                and self.fits[FIT * fit + FIRST] <= first
                and self.fits[FIT * fit + LAST] >= last
            ):
                if self._lay(fit):
                    self._settle(fit, at + 1)
                self._lift(laid)
                self.queued = queued
            link = self.chain[link]

    def _may_go_on(self) -> bool:
        """Count a step; return False if there were too many, or the search was stopped."""
        self.steps -= 1
        if self.steps & STEPS_BETWEEN_LOOKS == 0:
            self.lines.generator.last_state = self.lines.generator.states + 1
            self.lines.generator.must_stop()
        return self.steps >= 0 and not self.lines.generator.failed

    def _lay(self, fit: int) -> bool:
        """Lay the tiles of a fit that are not down; return False if one cannot be. :meth:`_lift` takes them back."""
        start = FIT * fit
        down, front, behind = self.fits[start + DOWN], self.fits[start + FRONT], self.fits[start + BEHIND]
        if (front >= 0 and self.mine[front]) or (behind >= 0 and self.mine[behind]):
            return False
        for i in range(self.fits[start + COUNT]):
            cell = self.fits[start + i]
            square, kind, tile = cell >> 16, cell >> 8 & 255, cell & 255
            if self.mine[square]:
                if self.tiles[square] != tile:
                    return False
            elif self.blocked[square] or not self.left[kind]:
                return False
            else:
                self.left[kind] -= 1
                self.tiles[square] = tile
                self.cell_squares[self.cells], self.cell_tiles[self.cells] = square, tile
                self.cell_keys[self.cells] = tile_key(square, tile)
                self.cells += 1
                self.mine[square] = self.cells
                self.pending[self.queued] = 2 * square + 1 - down
                self.queued += 1
        return True

    def _lift(self, cells: int) -> None:
        """Take back all tiles of the cluster but the first ``cells``."""
        while self.cells > cells:
            self.cells -= 1
            square, tile = self.cell_squares[self.cells], self.cell_tiles[self.cells]
            self.left[self.kind_of[0 if tile & 128 else tile]] += 1
            self.tiles[square] = self.mine[square] = 0

    def _settle(self, fit: int, at: int) -> None:
        """Let a fit be a run of the final board, and go on with the pending tiles from number ``at`` on."""
        start = FIT * fit
        down = self.fits[start + DOWN]
        for i in range(self.fits[start + COUNT]):
            self.decided[2 * (self.fits[start + i] >> 16) + down] = 1
        self._block(self.fits[start + FRONT], self.fits[start + BEHIND], 1)
        self._grow(at)
        self._block(self.fits[start + FRONT], self.fits[start + BEHIND], -1)
        for i in range(self.fits[start + COUNT]):
            self.decided[2 * (self.fits[start + i] >> 16) + down] = 0

    def _block(self, front: int, behind: int, more: int) -> None:
        """Let the squares before and behind a run stay empty, or no longer (``more`` is -1)."""
        if front >= 0:
            self.blocked[front] += more
        if behind >= 0:
            self.blocked[behind] += more

    def _weigh(self) -> None:
        """Find what the cluster brings."""
        number, linked = 0, False
        for i in range(self.cells):
            tile = self.cell_tiles[i]
            number += self.radix[self.kind_of[0 if tile & 128 else tile]]
            for down in range(2):
                front, behind = (
                    self.fronts[2 * self.cell_squares[i] + down],
                    self.behinds[2 * self.cell_squares[i] + down],
                )
                if (front >= 0 and self.stands[front]) or (behind >= 0 and self.stands[behind]):
                    linked = True
        if not linked:
            return
        value = self._value((1 << self.cells) - 1)
        if value == NO_ORDER:
            return
        for i in range(self.cells):
            tile = self.cell_tiles[i]
            at = self.sets * (8 * self.cell_squares[i] + self.kind_of[0 if tile & 128 else tile]) + number
            self.with_cell[at] = max(self.with_cell[at], value)
        # Keep the best clusters of these tiles, highest first.
        place = min(self.kept[number], KEPT - 1)
        if self.kept[number] < KEPT:
            self.kept[number] += 1
        elif value <= self.values[KEPT * number + place]:
            return
        place += KEPT * number
        while place > KEPT * number and self.values[place - 1] < value:
            self._copy_cluster(place - 1, place)
            place -= 1
        self.values[place], self.openings[place], self.counts[place] = value, self.opening, self.cells
        for i in range(self.cells):
            self.places[CELLS * place + i] = self.cell_squares[i] << 8 | self.cell_tiles[i]

    def _copy_cluster(self, place: int, to: int) -> None:
        """Copy one of the clusters that are kept."""
        self.values[to], self.openings[to], self.counts[to] = (
            self.values[place],
            self.openings[place],
            self.counts[place],
        )
        for i in range(self.counts[place]):
            self.places[CELLS * to + i] = self.places[CELLS * place + i]

    # -- the order of plays ---------------------------------------------------------------------------

    def _value(self, down_now: int) -> int:
        """Return the most that plays score which lay these tiles of the cluster, a bit each, or NO_ORDER.

        They are down, and no others of the cluster. Sets ``opening`` to the mark of the first play.
        """
        if not down_now:
            return 0
        key = self.start
        for i in range(self.cells):
            if down_now >> i & 1:
                key ^= self.cell_keys[i]
        at = self.table.find(key)
        if at >= 0:
            self.opening = self.table.move(at)
            return self.table.value(at)
        self._may_go_on()
        best, opening = NO_ORDER, 0
        valid = self._is_valid(down_now)
        for down in range(2 * valid):
            seen = 0
            for i in range(self.cells):
                if (down_now & ~seen) >> i & 1:
                    first, last = self._first(self.cell_squares[i], down), self._last(self.cell_squares[i], down)
                    run = self._members(first, last, down)
                    seen |= run
                    part = run
                    while part:
                        # A single tile is a play of its row.
                        score = NO_ORDER if down and not part & (part - 1) else self._score(part, first, last, down)
                        if score != NO_ORDER:
                            self._show(part, 0)
                            rest = self._value(down_now & ~part)
                            self._show(part, 1)
                            if rest != NO_ORDER and score + rest > best:
                                best = score + rest
                                opening = self.opening
                                if not down_now & ~part:
                                    opening = scatter(key ^ self.start ^ self.here) & 0xFFFFFF
                        part = (part - 1) & run
        self.table.store(key, best, EXACT, 0, opening)
        self.opening = opening
        return best

    def _show(self, part: int, there: int) -> None:
        """Put these tiles of the cluster down, or take them off."""
        for i in range(self.cells):
            if part >> i & 1:
                self.tiles[self.cell_squares[i]] = self.cell_tiles[i] if there else 0

    def _is_valid(self, down_now: int) -> bool:
        """Return whether all runs of these tiles are words."""
        for i in range(self.cells):
            if down_now >> i & 1:
                for down in range(2):
                    first, last = self._first(self.cell_squares[i], down), self._last(self.cell_squares[i], down)
                    if first != last:
                        run = self._members(first, last, down)
                        if run & ((1 << i) - 1) == 0 and not self._is_word(run, down):
                            return False
        return True

    def _is_word(self, run: int, down: int) -> bool:
        """Return whether a run with these tiles of the cluster is a word."""
        key = scatter(SOLO_SALT + down)
        for i in range(self.cells):
            if run >> i & 1:
                key ^= self.cell_keys[i]
        slot = key & self.run_mask
        while self.runs[slot]:
            if self.runs[slot] == key:
                return True
            slot = slot + 1 & self.run_mask
        return False

    def _members(self, first: int, last: int, down: int) -> int:
        """Return the tiles of the cluster that are down from one square to another, a bit each."""
        run = 0
        step = self.columns if down else 1
        square = first
        while square <= last:
            if self.mine[square]:
                run |= 1 << self.mine[square] - 1
            square += step
        return run

    def _score(self, part: int, first: int, last: int, down: int) -> int:
        """Return the score if these tiles of a run are laid last, NO_ORDER if they touch no other tile."""
        if first == last:
            down = 1 - down
            first, last = self._first(first, down), self._last(first, down)
        step, across_step = 1, self.columns
        if down:
            step, across_step = self.columns, 1
        main, multiplier, crosses, laid, linked = 0, 1, 0, 0, False
        square = first
        while square <= last:
            points = self._points(square)
            if not self.mine[square] or not part >> self.mine[square] - 1 & 1:
                linked = True
            else:
                laid += 1
                points *= self.letter_multipliers[square]
                multiplier *= self.word_multipliers[square]
                start, end = self._first(square, 1 - down), self._last(square, 1 - down)
                if start != end:
                    linked = True
                    cross = points
                    beside = start
                    while beside <= end:
                        if beside != square:
                            cross += self._points(beside)
                        beside += across_step
                    crosses += cross * self.word_multipliers[square]
            main += points
            square += step
        if not linked:
            return NO_ORDER
        return main * multiplier + crosses + self.lines.generator.bonus(laid, (last - first) // step)

    def _points(self, square: int) -> int:
        """Return the points of the tile on a square."""
        tile = self.tiles[square]
        return self.squares.values[0 if tile & 128 else tile]

    # -- all clusters together ------------------------------------------------------------------------

    def _share_out(self, gain: int) -> int:
        """Return the most that clusters of disjoint tiles bring which do not touch, with what the end brings.

        ``gain``: the points of the other player's rack. A set of tiles is a number: the sum of ``radix`` over them.
        """
        highest = self._bound_sets(gain)
        # The player may also lay no tile.
        self.most_gained, self.opening = self.ends[0], 0
        while True:
            number = 0
            for other in range(self.sets):
                if self.total[other] + self.ends[other] > self.total[number] + self.ends[number]:
                    number = other
            if self.total[number] + self.ends[number] <= self.most_gained:
                return self.most_gained
            self.chosen, self.end = 0, self.ends[number]
            self._pack(number, 0)
            if self.steps < 0 or self.lines.generator.failed:
                return highest
            self.ends[number] = -NO_BOUND

    def _bound_sets(self, gain: int) -> int:
        """Set ``total`` to a bound of what each set of tiles brings, and ``ends`` to what the end adds.

        Clusters may touch here. Returns the highest sum of both.
        """
        highest = -NO_BOUND
        for number in range(self.sets):
            rest, points = number, 0
            self.packs[number] = self.lowest[number] = 0
            for kind in range(self.kinds):
                count = rest % (self.held[kind] + 1)
                rest //= self.held[kind] + 1
                points += (self.held[kind] - count) * self.worths[kind]
                self.packs[number] |= count << 4 * kind
                if count and not self.lowest[number]:
                    self.lowest[number] = 15 << 4 * kind
            self.ends[number] = 2 * gain if number == self.sets - 1 else gain - points
            self.total[number] = 0 if number == 0 else IMPOSSIBLE
            for part in range(1, number + 1):
                if self.kept[part] and self._has_part(number, part):
                    self.total[number] = max(self.total[number], self.values[KEPT * part] + self.total[number - part])
            highest = max(highest, self.total[number] + self.ends[number])
        # The most that the other tiles bring, with the end.
        for number in range(self.sets):
            self.others[number] = -NO_BOUND
            for rest in range(self.sets - number):
                if self._contains(self.sets - 1 - number, rest):
                    self.others[number] = max(self.others[number], self.total[rest] + self.ends[number + rest])
        return highest

    def _has_part(self, number: int, part: int) -> bool:
        """Return whether a set of tiles contains another one, which has a tile of its lowest kind."""
        return self.packs[part] & self.lowest[number] != 0 and self._contains(number, part)

    def _contains(self, number: int, part: int) -> bool:
        """Return whether a set of tiles contains another one."""
        guards = GUARDS
        return ((self.packs[number] | guards) - self.packs[part]) & guards == guards

    def _pack(self, number: int, gained: int) -> None:
        """Lay a set of tiles in clusters that touch none of those chosen, in every way that may be the best."""
        if not self._may_go_on():
            return
        if not number:
            if gained + self.end > self.most_gained:
                self._note(gained + self.end)
            return
        for part in range(1, number + 1):
            if self.kept[part] and self._has_part(number, part):
                rest = gained + self.total[number - part] + self.end
                for place in range(KEPT * part, KEPT * part + self.kept[part]):
                    if self.values[place] + rest <= self.most_gained:
                        break
                    if self._touches(place):
                        continue
                    self.choices[self.chosen] = place
                    self.chosen += 1
                    self._take(place, 1)
                    self._pack(number - part, gained + self.values[place])
                    self._take(place, -1)
                    self.chosen -= 1
                # The clusters that were not kept bring no more than the last one that was.
                if self.kept[part] == KEPT and self.values[KEPT * part + KEPT - 1] + rest > self.most_gained:
                    self._note(self.values[KEPT * part + KEPT - 1] + rest)

    def _note(self, gained: int) -> None:
        """Take a bound as the highest so far, and begin with the chosen cluster that brings most."""
        self.most_gained = gained
        best = NO_ORDER
        for i in range(self.chosen):
            if self.values[self.choices[i]] > best:
                best = self.values[self.choices[i]]
                self.opening = self.openings[self.choices[i]]

    def _touches(self, place: int) -> bool:
        """Return whether a cluster has a tile on or beside those that were taken."""
        for i in range(self.counts[place]):
            if self.blocked[self.places[CELLS * place + i] >> 8]:
                return True
        return False

    def _take(self, place: int, more: int) -> None:
        """Block the squares of a cluster and those beside its runs, or free them (``more`` is -1)."""
        for i in range(self.counts[place]):
            self.tiles[self.places[CELLS * place + i] >> 8] = self.places[CELLS * place + i] & 255
        for i in range(self.counts[place]):
            square = self.places[CELLS * place + i] >> 8
            self.blocked[square] += more
            for down in range(2):
                first, last = self._first(square, down), self._last(square, down)
                self._block(self.fronts[2 * first + down], self.behinds[2 * last + down], more)
        for i in range(self.counts[place]):
            self.tiles[self.places[CELLS * place + i] >> 8] = 0
