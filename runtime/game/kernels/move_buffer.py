"""Kernel: the base of every generator of moves: its rack, its current line, its buffer of moves, and its entry points.

A generator writes the moves of one position in ``answer``. Everything around that is here: arguments are checked
first, so that nothing unsuitable reaches the search; one position or many are answered without Python's lock; and the
moves found are copied to bytes.

A move is written as its tiles, a byte each, and one number: score, row, column, tiles laid, direction. Room for moves
is doubled when there is little left, never for one move.

Guaranteed: racks of letters of the alphabet, no more tiles than a move's bytes hold; boards whose tiles fit; a
MemoryError, after the search, if there was no memory for the moves found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .scoring import Scoring

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE
    from lexkit.formats.kernels.nodes import Nodes

    from .shared_types import (
        BONUSES,
        ENOUGH,
        FIRST_ROOM,
        KEPT_ROOM,
        LOOK,
        MOST_MOVES,
        MOST_STATES,
        MOST_TILES,
        MOVE_SIZE,
        RESERVE,
        bytes_from,
        fitting,
        is_rack_tile,
        only_once,
    )
    from .squares import Squares

DISTRUST = "a rack is 64 counts of tiles of the alphabet, no more than fit, for squares of the same lexicon"


class MoveBuffer:
    """Moves of one position after another. Their memory is reused from one position to the next."""

    def __init__(self, nodes: Nodes, scoring: Scoring) -> None:
        """Take the nodes and the scoring rules, which include the size of a full rack."""
        only_once(self.nodes if cython.compiled else None)  # type: ignore[has-type]
        fitting(nodes)
        if not 0 < scoring.rack_size <= MOST_TILES:
            raise ValueError("a rack of that size needs the wide kernels")
        if len(scoring.points) != 64 or len(scoring.bonuses) != BONUSES:
            raise ValueError("points for 64 tile numbers, and a bonus for each number of tiles and each length")
        self.rack_size = scoring.rack_size
        self.bonuses = scoring.bonuses
        self.failed = self.too_many = self.tired = self.taken = False
        self.error: BaseException | None = None
        self.state_limit = self.last_state = 0
        self.highest = self.word_start = 0
        self.anchors = self.states = self.arcs = 0
        if cython.compiled:
            self.array = np.empty((0, MOVE_SIZE), np.uint8)
            self._make_room(FIRST_ROOM, 0)
        else:
            self.counts, self.values, self.floors = [0] * 64, [0] * 64, [0] * 17
            self.memory: Any = []
            self.out: Any = self.memory
        for number, worth in enumerate(scoring.points):
            self.values[number] = worth
        self.nodes = nodes

    def _make_room(self, moves: int, kept: int) -> None:
        """Allocate room for this many moves; keep the first ``kept``."""
        array = np.empty((moves, MOVE_SIZE), np.uint8)
        array[:kept] = self.array[:kept]
        view = array
        # Nothing can fail from here on.
        self.array = array
        self.memory = cython.address(view[0, 0])
        self.out = self.memory + kept * MOVE_SIZE
        self.room = self.memory + (moves - RESERVE) * MOVE_SIZE

    def grow(self) -> None:
        """Double the capacity. If that fails, drop the moves so far; the search then ends with an error."""
        whole = ((self.room - self.memory) // MOVE_SIZE + RESERVE) * 2
        self.too_many = whole > MOST_MOVES
        if not self.too_many:
            with cython.gil:
                try:
                    self._make_room(whole, self.found())
                    return
                except MemoryError:
                    pass
        self.failed = True
        self.state_limit = 0
        self.out = self.memory

    def must_stop(self) -> bool:
        """Return whether the search must end: the deadline passed, memory ran out, or there were too many states."""
        if not self.failed and self.states < self.last_state:
            self.state_limit = self.states + LOOK
            with cython.gil:
                try:
                    self.nodes.look()
                except BaseException as error:  # time is up, or Ctrl-C
                    self.error = error
                    self.failed = True
                    self.state_limit = 0
        elif not self.failed:
            self.failed = self.tired = True
            self.state_limit = 0
        return self.failed

    def ready(self) -> bool:
        """Return whether everything that the search needs is set."""
        return True

    # -- a position -----------------------------------------------------------------------------------

    def answer(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Write the answer for one position; here, all of its moves."""
        self.each_line(squares, rack, both)

    def each_line(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Enter each line that has anchors. ``both``: play an empty board down as well as across."""
        held = self.take_rack(rack)
        if self.laid_and_left == 0:  # type: ignore[has-type]
            return
        for direction in range(2 if both or squares.tiles_down else 1):
            if squares.tiles_down == 0:
                self.enter(squares, direction, squares.start_column if direction else squares.start_row)
                self.each_anchor(squares, 0, ONE << (squares.start_row if direction else squares.start_column), held)
                continue
            for number in range(squares.columns if direction else squares.rows):
                tiles = squares.occupied[direction * 32 + number]
                crossed = squares.crossed[direction * 32 + number]
                if tiles | crossed:
                    self.enter(squares, direction, number)
                    self.each_anchor(squares, tiles, crossed, held)

    def each_anchor(self, squares: Squares, tiles: int, crossed: int, held: int) -> None:
        """Write the plays of the current line.

        ``tiles``: mask of its occupied squares; ``crossed``: mask of the squares next to a tile across it;
        ``held``: the letters of the rack. On an empty board the start square counts as crossed.
        """

    def take_rack(self, rack: memoryview) -> int:
        """Set the rack (64 counts by tile number, the blank's first) and return its set of letters."""
        held = 0
        total = 0
        for tile in range(64):
            self.counts[tile] = rack[tile]
            total += rack[tile]
            if tile and rack[tile]:
                held |= ONE << tile
        # The next check of the deadline is due after a number of states, wherever positions begin and end.
        self.last_state = self.states + MOST_STATES
        if self.failed:
            self.state_limit = 0
        self.laid_and_left = total
        return held

    def bonus(self, laid: int, span: int) -> int:
        """Return the bonus of a play of ``laid`` tiles whose word has ``span`` squares behind its first."""
        return self.bonuses[laid << 5 | span]

    def has_bonus(self, laid: int) -> bool:
        """Return whether a play of ``laid`` tiles may have a bonus."""
        for span in range(32):
            if self.bonuses[laid << 5 | span]:
                return True
        return False

    def enter(self, squares: Squares, direction: int, number: int) -> None:
        """Make a line the current one."""
        self.letters = squares.letters
        self.line = squares.line(direction, number)
        self.number = number
        self.length = squares.rows if direction else squares.columns
        self.down = direction == 1
        self.start_shift = 32 if direction else 40
        self.meta = ONE * number << (40 if direction else 32)
        if direction:
            self.meta |= ONE << 56

    # -- the callers ----------------------------------------------------------------------------------

    def moves_of(self, squares: Squares, rack: bytes, both: bool, grid: bytes | None = None) -> bytes:
        """Return all moves of a position, one record after another: see :mod:`lexkit.runtime.game.moves`.

        ``rack``: 64 counts by tile number, the blank's first; ``both``: play an empty board down as well; ``grid``:
        tiles to set the squares to first.
        """
        counts: Any = rack
        if len(rack) != 64 or not self._trusts(squares, counts):
            raise ValueError(DISTRUST)
        if grid is not None:
            squares.set(grid)
        self.start()
        with cython.nogil:
            self.answer(squares, counts, both)
        return self._result()

    def moves_of_each(
        self, squares: Squares, grids: memoryview, racks: memoryview, both: bool, ends: memoryview
    ) -> bytes:
        """Return all moves of many positions, and fill ``ends`` (int64) with the end of each one's moves.

        ``grids`` and ``racks``: the arguments of :meth:`Squares.set` and :meth:`moves_of` for all positions, one
        after another. ``squares`` is left with the last position. Positions after the first ENOUGH moves are left
        to another call; their end is -1.
        """
        if squares is None:
            raise ValueError(DISTRUST)
        size = squares.rows * squares.columns
        enough = False
        if len(grids) != len(ends) * size or len(racks) != len(ends) * 64:
            raise ValueError("as many boards as racks and ends")
        for i in range(len(ends)):
            if not squares.fits(bytes_from(grids, i * size)):
                raise ValueError("a tile outside the alphabet, or on a brick")
            if not self._trusts(squares, bytes_from(racks, i * 64)):
                raise ValueError(DISTRUST)
        self.start()
        with cython.nogil:
            for i in range(len(ends)):
                if enough:
                    ends[i] = -1
                    continue
                squares.load(bytes_from(grids, i * size))
                self.answer(squares, bytes_from(racks, i * 64), both)
                ends[i] = self.found()
                enough = ends[i] >= ENOUGH
        return self._result()

    def counted(self) -> tuple[int, int, int]:
        """(anchors, states, arcs) counted since the generator was made. Each kind of generator defines its counts."""
        return self.anchors, self.states, self.arcs

    def plays_on(self, squares: Squares, rack_size: int) -> bool:
        """Return whether these squares are of this lexicon and a move's bytes can hold racks of this size."""
        if squares is None or self.nodes is None or squares.nodes is not self.nodes:  # None: never initialized
            return False
        return self.ready() and rack_size <= (8 if self.rack_size <= 8 else 15)

    def _trusts(self, squares: Squares, rack: memoryview) -> bool:
        """Return whether the squares are of this lexicon, and the rack is of its alphabet and fits a move's bytes."""
        total = 0
        if not self.plays_on(squares, 0):
            return False
        for tile in range(64):
            total += rack[tile]
            if rack[tile] and not is_rack_tile(squares.letters, tile):
                return False
        return self.plays_on(squares, total)

    def found(self) -> int:
        """Return the number of moves written."""
        if not cython.compiled:
            number = len(self.out)
        else:
            number = (self.out - self.memory) // MOVE_SIZE
        return number

    def forget(self, kept: int) -> None:
        """Drop all moves except the first ``kept``."""
        if cython.compiled:
            self.out = self.memory + kept * MOVE_SIZE
        else:
            del self.out[kept:]

    def start(self) -> None:
        """Clear the moves and failures of earlier calls."""
        self.failed = self.too_many = self.tired = False
        self.error = None
        self.state_limit = self.states  # the first look is due at once
        self.kept = 0
        self.forget(0)

    def raise_failure(self) -> None:
        """Raise the error that ended the search early, if there is one."""
        if self.error is not None:
            # Clear the stored error. Its traceback would keep the frames of the search alive until a garbage
            # collection.
            error, self.error = self.error, None
            try:
                raise error
            finally:
                del error
        if self.tired:
            raise OverflowError(f"more than {MOST_STATES:,} states to visit")
        if self.too_many:
            raise OverflowError(f"more than {MOST_MOVES:,} moves")
        if self.failed:
            raise MemoryError("no memory for the moves of this position")

    def _result(self) -> bytes:
        """Return the records of the moves written."""
        self.raise_failure()
        if not cython.compiled:
            size = 8 if self.rack_size <= 8 and self.nodes.view.width == 1 else 16
            return b"".join([tiles.to_bytes(size, "little") + meta.to_bytes(8, "little") for tiles, meta in self.out])
        moves: bytes = self.memory[: self.found() * MOVE_SIZE]
        if self.room - self.memory > KEPT_ROOM * MOVE_SIZE:
            # One position in a thousand needs this much room. Release it instead of keeping it for the others.
            self._make_room(FIRST_ROOM, 0)
        return moves
