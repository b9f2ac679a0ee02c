"""Kernel: the moves of two racks on a board that changes little from one position to the next, line by line.

The moves in a line depend only on its squares, including their cross sets, and on the rack. A play changes a few
lines, so that nearly all moves of the next position have been found before: they are kept by line and rack. A slot of
the table holds the key of both, where the moves are, and the best of them:

- word 0: the key; word 1: where the moves begin, and how many there are, 32 bits each,
- word 2: the score of the best play that leaves no tile, NO_SCORE if there is none, and where it is,
- word 3: of all other plays, the highest sum of a score and the points of the tiles laid, and where that play is.

Plays that leave no tile are recognized by their number of tiles; only the best of them is kept. When there is no
room for more moves, the table is cleared.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, lowest

    from .endgame_board import SearchBoard
    from .gaddag_generator import GaddagGenerator
    from .shared_types import (
        BLANK,
        MOST_STATES,
        MOVE_SIZE,
        append_moves,
        bytes_from,
        fetch,
        is_rack_tile,
        meta_of,
        only_once,
        rack_key,
        tiles_of,
    )
    from .squares import Squares
    from .wordsmog import WordsmogWalk

    #: Words of 64 bits in a slot.
    SLOT = 4
    #: Stored instead of a score if there is no such move.
    NO_SCORE = -1
    #: MOST_OUTS: out plays (those that leave no tile) noted for each ply. MOST_NOTED: number of plies.
    MOST_OUTS, MOST_NOTED = 8, 96


class LineMoves:
    """Table of the moves of two racks on a board."""

    moves: Any
    play_tiles: int

    def __init__(self, board: SearchBoard, generator: GaddagGenerator, both: bool, slots: int, room: int) -> None:
        """Take a board and a generator, which must not be shared with another object.

        ``both``: play an empty board down as well; ``slots``: number of slots, a power of 2; ``room``: capacity in
        moves.
        """
        only_once(self.board if cython.compiled else None)  # type: ignore[has-type]
        self.generator = generator
        self.squares = self._squares_of(board)
        if slots < 1 or slots & (slots - 1) or not 0 < room < 1 << 31:
            raise ValueError("slots are a power of 2, and there is room for moves")
        if not self.generator.plays_on(self.squares, 1):
            raise ValueError("squares and a generator of the same lexicon")
        self.both = both
        self.racks = np.zeros(128, np.uint8).data
        self.slots = np.zeros(SLOT * slots, np.uint64).data
        self.mask = slots - 1
        self.room = 0
        self.stored = 0
        self.taken = self.held = 0
        if not cython.compiled:
            self.moves = []
            self.sizes, self.points, self.keys, self.rack_keys = [0, 0], [0, 0], [0, 0], [0] * 1024
            self.lines = [0, 0]
            self.noted = [0] * MOST_NOTED
            self.outs, self.out_lines = [0] * (MOST_OUTS * MOST_NOTED), [0] * (MOST_OUTS * MOST_NOTED)
        for tile in range(64):
            for count in range(1, 16):
                self.rack_keys[16 * tile + count] = rack_key(tile, count)
        self._make_room(room)
        self.in_use = False
        self._have(board)

    def _squares_of(self, board: SearchBoard) -> Squares:
        """Return the squares of the board. Raises an error if the board or the generator cannot be taken."""
        if board is None or self.generator is None or board.squares is None:
            raise TypeError("a board and a generator")
        if board.taken or self.generator.taken or type(self.generator) not in (GaddagGenerator, WordsmogWalk):
            raise ValueError("a board and a generator of all moves that no other object has")
        return board.squares

    def _have(self, board: SearchBoard) -> None:
        """Take ownership of the board and the generator."""
        board.taken = True
        self.generator.taken = True
        self.board = board

    def _make_room(self, room: int) -> None:
        """Allocate room for this many moves."""
        if cython.compiled:
            array = np.empty(room * MOVE_SIZE, np.uint8)
            view = array
            self.array = array
            self.moves = cython.address(view[0])
        self.room = room
        self.stored = 0

    def forget(self) -> None:
        """Drop all moves found so far."""
        for at in range(0, len(self.slots), SLOT):
            self.slots[at] = 0
        self.stored = 0
        if not cython.compiled:
            self.moves = []

    # -- racks --------------------------------------------------------------------------------------

    def deal(self, racks: memoryview) -> None:
        """Set the players' racks: uint8, 64 counts by tile number for each, the blank's first."""
        if self.board is None or len(racks) != 128:
            raise ValueError("two racks of 64 counts")
        for player in range(2):
            total = 0
            for tile in range(64):
                if racks[64 * player + tile]:
                    if not is_rack_tile(self.squares.letters, tile) or racks[64 * player + tile] > 15:
                        raise ValueError("tiles of the alphabet")
                    total += racks[64 * player + tile]
            if not self.generator.plays_on(self.squares, total):
                raise ValueError("racks that the generator's moves can hold")
        for player in range(2):
            self.sizes[player] = self.points[player] = 0
            self.keys[player] = 0
            for tile in range(64):
                self.racks[64 * player + tile] = racks[64 * player + tile]
                self.keys[player] ^= self.rack_keys[16 * tile + racks[64 * player + tile]]
                for _copy in range(racks[64 * player + tile]):
                    self.sizes[player] += 1
                    self.points[player] += self.squares.values[tile]

    def start(self) -> None:
        """Begin a search: the generator takes its rack again, since it may have been used for others meanwhile."""
        self.generator.start()
        self.taken = 0

    def lay(self, player: int, tiles: int, count: int) -> None:
        """Remove the tiles of a play from a player's rack."""
        for i in range(count):
            tile = tiles >> 8 * i & 255
            kind = 0 if tile & BLANK else tile
            had = self.racks[64 * player + kind]
            self.racks[64 * player + kind] = had - 1
            self.keys[player] ^= self.rack_keys[16 * kind + had] ^ self.rack_keys[16 * kind + had - 1]
            self.points[player] -= self.squares.values[kind]
        self.sizes[player] -= count

    def lift(self, player: int, tiles: int, count: int) -> None:
        """Put the tiles of a play back on a player's rack."""
        for i in range(count):
            tile = tiles >> 8 * i & 255
            kind = 0 if tile & BLANK else tile
            had = self.racks[64 * player + kind]
            self.racks[64 * player + kind] = had + 1
            self.keys[player] ^= self.rack_keys[16 * kind + had] ^ self.rack_keys[16 * kind + had + 1]
            self.points[player] += self.squares.values[kind]
        self.sizes[player] += count

    # -- moves --------------------------------------------------------------------------------------

    def _lines(self, direction: int) -> int:
        """Return the lines of a direction that may have plays, one bit each."""
        lines = 0
        if self.squares.tiles_down == 0:
            if direction and not self.both:
                return 0
            return ONE << (self.squares.start_column if direction else self.squares.start_row)
        for number in range(self.squares.columns if direction else self.squares.rows):
            if self.squares.occupied[direction * 32 + number] | self.squares.crossed[direction * 32 + number]:
                lines |= ONE << number
        return lines

    def _slot(self, direction: int, number: int, player: int) -> int:
        """Return the index of the slot with a line's moves for a player's rack, or -1 if the search was stopped."""
        key = self.board.line_keys[64 * self.board.level + 32 * direction + number] ^ self.keys[player]
        at = SLOT * (key & self.mask)
        if self.slots[at] != key and not self._generate(direction, number, player, at, key):
            at = -1
        return at

    def _prepare(self, player: int) -> None:
        """Find the lines that may have plays, and prefetch their slots."""
        for direction in range(2):
            lines = self._lines(direction)
            self.lines[direction] = lines
            while lines:
                key = self.board.line_keys[64 * self.board.level + 32 * direction + lowest(lines)] ^ self.keys[player]
                lines &= lines - 1
                fetch(self.slots, SLOT * (key & self.mask))

    def _generate(self, direction: int, number: int, player: int, at: int, key: int) -> bool:
        """Generate the moves of a line for a player's rack and fill a slot; return False if the search was stopped."""
        before = self.generator.found()
        self._take_rack(player)
        self.generator.enter(self.squares, direction, number)
        if self.squares.tiles_down:
            tiles = self.squares.occupied[direction * 32 + number]
            crossed = self.squares.crossed[direction * 32 + number]
        else:
            tiles = 0
            crossed = ONE << (self.squares.start_row if direction else self.squares.start_column)
        self.generator.each_anchor(self.squares, tiles, crossed, self.held)
        if self.generator.failed or not self._store(at, before, player):
            return False
        self.slots[at] = key
        return True

    def _take_rack(self, player: int) -> None:
        """Have the generator take a player's rack."""
        if self.taken != self.keys[player]:
            self.held = self.generator.take_rack(bytes_from(self.racks, 64 * player))
            self.taken = self.keys[player]
        self.generator.last_state = self.generator.states + MOST_STATES

    def _store(self, at: int, before: int, player: int) -> bool:
        """Move the generator's moves from ``before`` on into the table; return False if they do not fit."""
        found = self.generator.found()
        if self.stored + found - before > self.room:
            if found - before > self.room:
                self.generator.failed = self.generator.too_many = True
                return False
            with cython.gil:
                self.forget()
        low = 0xFFFFFFFF
        out_score, best = NO_SCORE, NO_SCORE
        out_at, best_at, plays = before, 0, 0
        start = self.stored
        for number in range(before, found):
            meta = meta_of(self.generator.memory, number)
            score, laid = meta & low, meta >> 48 & 255
            if laid == self.sizes[player]:
                if score > out_score:
                    out_score, out_at = score, number
                continue
            tiles = tiles_of(self.generator.memory, number)
            worth = score
            for i in range(laid):
                tile = tiles >> 8 * i & 255
                worth += self.squares.values[0 if tile & BLANK else tile]
            if worth > best:
                best, best_at = worth, start + plays
            self._keep(number)
            plays += 1
        if out_score != NO_SCORE:
            self._keep(out_at)
        self.slots[at + 1] = start | plays << 32
        self.slots[at + 2] = (out_score & low) | (start + plays) << 32
        self.slots[at + 3] = (best & low) | best_at << 32
        self.generator.forget(before)
        return True

    def _keep(self, number: int) -> None:
        """Append a move of the generator to the stored ones."""
        if cython.compiled:
            append_moves(self.moves + self.stored * MOVE_SIZE, self.generator.memory, number, 1)
        else:
            append_moves(self.moves, self.generator.memory, number, 1)
        self.stored += 1

    def find_best(self, player: int) -> bool:
        """Find the greedy play of a player, without looking ahead; return False if the search was stopped.

        Sets ``out_score`` to the highest score of an out play, or NO_SCORE, and ``has_play`` to whether there is
        any play. ``play`` is then the best out play; without one, the play with the highest sum of its score and
        the points of its tiles.
        """
        low = 0xFFFFFFFF
        best = NO_SCORE
        self.out_score = NO_SCORE
        self.has_play = False
        self._prepare(player)
        for direction in range(2):
            lines = self.lines[direction]
            while lines:
                at = self._slot(direction, lowest(lines), player)
                lines &= lines - 1
                if at < 0:
                    return False
                self._see_out(at)
                if self.out_score != NO_SCORE:
                    self.has_play = True
                elif self.slots[at + 3] & low != low:
                    worth = self.slots[at + 3] & low
                    if worth > best:
                        best = worth
                        self.has_play = True
                        self._take(self.slots[at + 3] >> 32)
        return True

    def knows_out(self, player: int, enough: int) -> bool:
        """Return whether an out play known so far scores at least ``enough``.

        Looks only at lines whose moves are in the table. Sets ``out_score`` and ``play`` to the best out play of
        these lines.
        """
        self.out_score = NO_SCORE
        self._prepare(player)
        for direction in range(2):
            lines = self.lines[direction]
            while lines:
                key = self.board.line_keys[64 * self.board.level + 32 * direction + lowest(lines)] ^ self.keys[player]
                lines &= lines - 1
                at = SLOT * (key & self.mask)
                if self.slots[at] == key:
                    self._see_out(at)
        return self.out_score != NO_SCORE and self.out_score >= enough

    def note_outs(self, player: int, ply: int) -> None:
        """Note a player's best out plays for a ply: one of each line whose moves are in the table."""
        low = 0xFFFFFFFF
        noted = 0
        self._prepare(player)
        for direction in range(2):
            lines = self.lines[direction]
            while lines:
                line = 32 * direction + lowest(lines)
                lines &= lines - 1
                key = self.board.line_keys[64 * self.board.level + line] ^ self.keys[player]
                at = SLOT * (key & self.mask)
                if self.slots[at] == key and self.slots[at + 2] & low != low:
                    score = self.slots[at + 2] & low
                    place = noted
                    while place and self.outs[MOST_OUTS * ply + place - 1] < score:
                        place -= 1
                    for i in range(min(noted, MOST_OUTS - 1), place, -1):
                        self.outs[MOST_OUTS * ply + i] = self.outs[MOST_OUTS * ply + i - 1]
                        self.out_lines[MOST_OUTS * ply + i] = self.out_lines[MOST_OUTS * ply + i - 1]
                    if place < MOST_OUTS:
                        self.outs[MOST_OUTS * ply + place] = score
                        self.out_lines[MOST_OUTS * ply + place] = line
                        noted = min(noted + 1, MOST_OUTS)
        self.noted[ply] = noted

    def sure_out(self, ply: int) -> int:
        """Return the highest score of a ply's noted out plays whose lines are not among the board's changed ones."""
        for i in range(self.noted[ply]):
            line = self.out_lines[MOST_OUTS * ply + i]
            if not self.board.changed[line >> 5] >> (line & 31) & 1:
                return self.outs[MOST_OUTS * ply + i]
        return NO_SCORE

    def gather(self, player: int) -> bool:
        """Append a player's moves, except out plays, to the generator's; return False if the search was stopped.

        Call it after :meth:`find_best` for the same player on the same board.
        """
        low = 0xFFFFFFFF
        for direction in range(2):
            lines = self.lines[direction]
            while lines:
                at = self._slot(direction, lowest(lines), player)
                lines &= lines - 1
                if at < 0:
                    return False
                number = self.slots[at + 1] >> 32
                place = self.slots[at + 1] & low
                if number:
                    if cython.compiled:
                        while self.generator.out + number * MOVE_SIZE > self.generator.room:
                            self.generator.grow()
                            if self.generator.failed:
                                return False
                    self.generator.out = append_moves(self.generator.out, self.moves, place, number)
        return True

    def gather_fits(self, player: int, loose: Squares, most: int) -> bool:
        """Append all words that fit a line, with at least one tile of a player's rack, to the generator's moves.

        Nothing need be beside them, and whatever lies across the line is ignored. ``loose`` are other squares of the
        same kind, which this changes. Returns False if there are more than ``most``, or the search was stopped.
        """
        base = self.generator.found()
        loose.copy(self.squares)
        self._take_rack(player)
        for direction in range(2):
            length = self.squares.rows if direction else self.squares.columns
            for number in range(self.squares.columns if direction else self.squares.rows):
                line = loose.line(direction, number)
                for at in range(length):
                    if line[at].tile == 0 and line[at].letter_multiplier:
                        line[at].cross = self.squares.letters
                        line[at].cross_score = line[at].cross_multiplier = 0
                tiles = self.squares.occupied[direction * 32 + number]
                self.generator.enter(loose, direction, number)
                self.generator.each_anchor(loose, tiles, ((ONE << length) - 1) & ~tiles, self.held)
                if self.generator.failed or self.generator.found() - base > most:
                    return False
        return True

    def _see_out(self, at: int) -> None:
        """Take the out play of a slot, if it has one that scores more than ``out_score``."""
        low = 0xFFFFFFFF
        if self.slots[at + 2] & low != low:
            score = self.slots[at + 2] & low
            if score > self.out_score:
                self.out_score = score
                self._take(self.slots[at + 2] >> 32)

    def _take(self, place: int) -> None:
        """Set ``play`` to the stored move at index ``place``."""
        self.play_tiles = tiles_of(self.moves, place)
        self.play_meta = meta_of(self.moves, place)
