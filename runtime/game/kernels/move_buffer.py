"""Kernel: what every generator of moves has: a rack, a line at work, room for the moves it writes, and who asks.

A generator says in ``_answer`` what it finds of one position. Everything around that is here: what is asked is looked
at first, so that nothing which a caller passes reaches the search unless it fits; one position or many are answered
without Python's lock; and the moves found become one array.

A move is written as its tiles, a byte each, and one number: score, row, column, tiles laid, direction. Room for moves
is doubled when there is little left, never for one move.

Guaranteed: racks of letters of the alphabet, no more tiles than a move's bytes hold; boards whose tiles fit; a
MemoryError, after the search, where moves found no room.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
    from cython.cimports.lexkit.runtime.game.kernels.fixed_width import (
        FIRST_ROOM,
        KEPT_ROOM,
        LOOK,
        MOST_MOVES,
        MOST_STATES,
        MOVE_SIZE,
        NARROW,
        RESERVE,
        letters_t,
    )
    from cython.cimports.lexkit.runtime.game.kernels.squares import Squares
    from cython.cimports.libc.stdlib import free, malloc, realloc
    from cython.cimports.libc.string import memcpy

else:
    from ....formats.kernels.nodes import Nodes
    from .fixed_width import LOOK, MOST_STATES

DISTRUST = "a rack is 64 counts of tiles of the alphabet, no more than fit, for squares of the same lexicon"


@cython.cclass
class MoveBuffer:
    """The moves of one position after another; its memory is kept from one to the next."""

    def __init__(self, nodes: Nodes, points: bytes, bingo: int, bingo_size: int) -> None:
        """``points``: uint16 by tile
        number, the blank's first, as bytes; ``bingo``: points for laying ``bingo_size`` tiles at once."""
        if not 0 < bingo_size <= (8 if cython.compiled and NARROW else 16):
            raise ValueError("a rack of that size needs the wide kernels")
        if len(points) != 128:
            raise ValueError("points for 64 tile numbers")
        if cython.compiled and NARROW and nodes.view.width != 1:
            raise ValueError("an array of wide sets needs the wide kernels")
        self.words = nodes.array
        self.width = nodes.view.width
        self.root = nodes.view.reverse_root
        self.look = nodes.look
        self.bingo = bingo
        self.bingo_size = bingo_size
        self.failed = self.too_many = self.tired = False
        self.error = None
        self.states_beyond = 0
        self.floor = 0
        self.highest = 0
        self.anchors = self.states = self.arcs = 0
        if cython.compiled:
            free(self.memory)  # of an earlier __init__; NULL before the first
            self.graph = cython.address(self.words[0])
            self.memory = cython.cast(cython.pointer(cython.uchar), malloc(FIRST_ROOM * MOVE_SIZE))
            if self.memory == cython.NULL:
                raise MemoryError
            self.out = self.memory
            self.room = self.memory + (FIRST_ROOM - RESERVE) * MOVE_SIZE
        else:
            self.graph = nodes.array
            self.counts, self.values = [0] * 64, [0] * 64
            self.moves = self.out = []
        for number, worth in enumerate(memoryview(points).cast("H")):
            self.values[number] = worth

    def __dealloc__(self) -> None:
        free(self.memory)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _grow(self) -> cython.void:
        """Twice the room for moves. Where there is none the moves so far are dropped, and the end is an error."""
        more: cython.pointer(cython.uchar) = cython.NULL
        size: cython.Py_ssize_t = self.out - self.memory
        whole: cython.Py_ssize_t = (self.room - self.memory + RESERVE * MOVE_SIZE) * 2
        self.too_many = whole > MOST_MOVES * MOVE_SIZE
        if not self.too_many:
            more = cython.cast(cython.pointer(cython.uchar), realloc(self.memory, whole))
        if more == cython.NULL:
            self.failed = True
            self.state_limit = 0
            self.out = self.memory
            return
        self.memory = more
        self.out = more + size
        self.room = more + whole - RESERVE * MOVE_SIZE

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _tired(self) -> cython.bint:
        """Some states later, whether the search goes no further: time is up, or there was no room."""
        if not self.failed and self.states_beyond:
            self.state_limit += min(self.states_beyond, LOOK)
            self.states_beyond -= min(self.states_beyond, LOOK)
            with cython.gil:
                try:
                    self.look()
                except BaseException as error:  # time is up, or Ctrl-C
                    self.error = error
                    self.failed = True
                    self.state_limit = 0
        elif not self.failed:
            self.failed = self.tired = True
            self.state_limit = 0
        return self.failed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ready(self) -> cython.bint:
        """Whether all that the search needs is there."""
        return True

    # -- a position -----------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _answer(
        self, squares: Squares, rack: cython.pointer(cython.const[cython.uchar]), both: cython.bint
    ) -> cython.void:
        """Write what is wanted of one position. ``both``: an empty board is played down as well as across."""

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take_rack(self, rack: cython.pointer(cython.const[cython.uchar])) -> letters_t:
        """The letters of a rack of 64 counts by tile number, the blank's first."""
        tile: cython.int
        one: letters_t = 1
        held: letters_t = 0
        total: cython.int = rack[0]
        for tile in range(1, 64):
            self.counts[tile] = rack[tile]
            if rack[tile]:
                held |= one << tile
                total += rack[tile]
        self.blanks = rack[0]
        self.states_beyond = MOST_STATES - LOOK
        self.state_limit = 0 if self.failed else self.states + LOOK
        self.laid_and_left = total
        self.bingo_left = total - self.bingo_size + 1 if total >= self.bingo_size else 0
        return held

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter(self, squares: Squares, direction: cython.int, number: cython.Py_ssize_t) -> cython.void:
        """Turn to a line."""
        one: cython.ulonglong = 1
        self.letters = squares.letters
        self.line = squares.line(direction, number)
        self.number = number
        self.length = squares.rows if direction else squares.columns
        self.down = direction == 1
        self.start_shift = 32 if direction else 40
        self.meta = cython.cast(cython.ulonglong, number) << (40 if direction else 32)
        if direction:
            self.meta |= one << 56

    # -- who asks -------------------------------------------------------------------------------------

    def moves_of(self, squares: Squares, rack: cython.const[cython.uchar][::1], both: bool) -> np.ndarray:
        """All moves of the position, uint8, a row each: see :mod:`.moves`.

        ``rack``: 64 counts by tile number, the blank's first; ``both``: an empty board is played down too.
        """
        if rack.shape[0] != 64 or not self._trusts(squares, cython.address(rack[0]) if cython.compiled else rack):
            raise ValueError(DISTRUST)
        self._forget()
        if cython.compiled:
            with cython.nogil:
                self._answer(squares, cython.address(rack[0]), both)
        else:
            self._answer(squares, rack, both)
        return self._result()

    def moves_of_each(
        self,
        squares: Squares,
        grids: cython.const[cython.uchar][:, ::1],
        racks: cython.const[cython.uchar][:, ::1],
        both: bool,
        ends: cython.longlong[::1],
    ) -> np.ndarray:
        """All moves of many positions, as :meth:`moves_of`; ``ends`` is filled with where each one's end.

        ``grids``: the tiles of each, as :meth:`Squares.set` takes them; ``squares`` is left with the last.
        """
        i: cython.Py_ssize_t
        alright: cython.bint = both
        if not grids.shape[0] == racks.shape[0] == ends.shape[0] or grids.shape[1] != squares.rows * squares.columns:
            raise ValueError("as many boards as racks and ends")
        if racks.shape[1] != 64:
            raise ValueError(DISTRUST)
        for i in range(grids.shape[0]):
            if not squares.fits(cython.address(grids[i, 0]) if cython.compiled else bytes(grids[i])):
                raise ValueError("a tile outside the alphabet, or on a brick")
            if not self._trusts(squares, cython.address(racks[i, 0]) if cython.compiled else bytes(racks[i])):
                raise ValueError(DISTRUST)
        self._forget()
        if cython.compiled:
            with cython.nogil:
                for i in range(grids.shape[0]):
                    squares.load(cython.address(grids[i, 0]))
                    self._answer(squares, cython.address(racks[i, 0]), alright)
                    ends[i] = (self.out - self.memory) // MOVE_SIZE
        else:
            for i in range(len(grids)):
                squares.load(bytes(grids[i]))
                self._answer(squares, bytes(racks[i]), both)
                ends[i] = len(self.moves)
        return self._result()

    def counted(self) -> tuple[int, int, int]:
        """(anchors, states, arcs) since the generator was made; each kind of generator says what it counts."""
        return self.anchors, self.states, self.arcs

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _trusts(self, squares: Squares, rack: cython.pointer(cython.const[cython.uchar])) -> cython.bint:
        """Whether these are a rack of this alphabet that a move's bytes can hold, and squares of this lexicon."""
        tile: cython.int
        total: cython.int = 0
        letters: cython.ulonglong = squares.letters
        for tile in range(64):
            total += rack[tile]
            if rack[tile] and not (letters | 1) >> tile & 1:
                return False
        if cython.compiled:
            # NULL: never initialized.
            if self.graph == cython.NULL or squares.graph != self.graph:
                return False
        elif squares.graph is not self.graph:
            return False
        return self._ready() and squares.width == self.width and total <= (8 if self.bingo_size <= 8 else 15)

    @cython.final
    @cython.cfunc
    def _forget(self):
        self.failed = self.too_many = self.tired = False
        self.error = None
        self.kept = 0
        if cython.compiled:
            self.out = self.memory
        else:
            self.moves = []
            self.out = self.moves

    @cython.final
    @cython.cfunc
    def _result(self):
        """The moves found, as an array of their own."""
        if self.error is not None:
            raise self.error
        if self.tired:
            raise OverflowError(f"more than {MOST_STATES:,} states to visit")
        if not cython.compiled:
            size = 8 if self.bingo_size <= 8 and self.width == 1 else 16
            rows = [tiles.to_bytes(size, "little") + meta.to_bytes(8, "little") for tiles, meta in self.moves]
            return np.frombuffer(b"".join(rows), np.uint8).reshape(-1, size + 8)
        if self.too_many:
            raise OverflowError(f"more than {MOST_MOVES:,} moves")
        if self.failed:
            raise MemoryError("no memory for the moves of this position")
        found: cython.Py_ssize_t = (self.out - self.memory) // MOVE_SIZE
        moves = np.empty((found, MOVE_SIZE), np.uint8)
        room: cython.uchar[:, ::1] = moves
        if found:
            memcpy(cython.address(room[0, 0]), self.memory, found * MOVE_SIZE)
        if self.room - self.memory > KEPT_ROOM * MOVE_SIZE:
            # A position in a thousand needs so much: not to be held for the others.
            more = cython.cast(cython.pointer(cython.uchar), realloc(self.memory, FIRST_ROOM * MOVE_SIZE))
            if more != cython.NULL:
                self.memory = more
                self.room = more + (FIRST_ROOM - RESERVE) * MOVE_SIZE
        return moves
