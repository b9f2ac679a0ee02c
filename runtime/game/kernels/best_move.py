"""Kernel: the best move of a position, without finding all of them.

Every anchor casts its shadow first (:mod:`.shadow`): the most any play there could score. Then the anchors are
played in the order of their shadows, highest first, until the next one's is below the best move found; and at each
only moves are written that may be better than that. Most anchors are never played.

The answer is exactly the best of all moves, ties included: of equal scores across comes before down, then fewer tiles
before more, then the leftmost, the topmost, and last the smaller tile numbers, the play's last tile compared first.
That is one comparison of what stands behind the score in a move's number, and one of its tiles.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
    from cython.cimports.lexkit.runtime.game.kernels.fixed_width import (
        MOVE_SIZE,
        letters_t,
        meta_of,
        put_move,
        tiles_of,
        tiles_t,
    )
    from cython.cimports.lexkit.runtime.game.kernels.gaddag_generator import Generator
    from cython.cimports.lexkit.runtime.game.kernels.shadow import Shadow
    from cython.cimports.lexkit.runtime.game.kernels.squares import Squares
else:
    from ....formats.kernels.nodes import Nodes
    from .fixed_width import put_move
    from .gaddag_generator import Generator


@cython.final
@cython.cclass
class BestFinder(Generator):
    """A generator that finds one move of each position, the best."""

    shadow: Shadow
    noting: cython.bint
    held: letters_t
    # Anchors not yet played: bound, direction and line, place.
    waiting: cython.Py_ssize_t
    bounds: cython.int[2048]
    directions: cython.uchar[2048]
    numbers: cython.uchar[2048]
    firsts: cython.uchar[2048]
    lasts: cython.uchar[2048]
    limits: cython.uchar[2048]
    # The best move so far; its score is the generator's floor.
    found: cython.bint
    best_meta: cython.ulonglong
    best_tiles: tiles_t
    played: cython.ulonglong

    def __init__(
        self,
        nodes: Nodes,
        points: bytes,
        bingo: int,
        bingo_size: int,
        shadow: Shadow,
    ) -> None:
        """As a :class:`Generator`; ``shadow`` is this finder's alone."""
        Generator.__init__(self, nodes, points, bingo, bingo_size)
        if shadow.width != self.width:
            raise ValueError("a shadow of the same lexicon")
        self.shadow = shadow
        self.played = 0
        if not cython.compiled:
            self.bounds, self.directions, self.numbers = [0] * 2048, [0] * 2048, [0] * 2048
            self.firsts, self.lasts, self.limits = [0] * 2048, [0] * 2048, [0] * 2048

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _at_anchor(self, node: cython.Py_ssize_t, held: letters_t) -> cython.void:
        """Note the anchor with its bound, for later; or, when its time has come, play it."""
        slot: cython.Py_ssize_t = self.waiting
        bound: cython.int
        if not self.noting:
            Generator._at_anchor(self, node, held)
            return
        alone: cython.bint = self.line[self.first].tile == 0
        if not alone and node == 0:
            return
        bound = self.shadow.bound(
            self.line, self.first + 1 if alone else self.first, self.last, self.limit, self.length
        )
        if bound < 0:
            return
        self.held = held
        self.bounds[slot] = bound
        self.directions[slot] = self.down
        self.numbers[slot] = cython.cast(cython.uchar, self.number)
        self.firsts[slot] = cython.cast(cython.uchar, self.first)
        self.lasts[slot] = cython.cast(cython.uchar, self.last)
        self.limits[slot] = cython.cast(cython.uchar, self.limit)
        self.waiting += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _answer(
        self, squares: Squares, rack: cython.pointer(cython.const[cython.uchar]), both: cython.bint
    ) -> cython.void:
        """Write the best move of one position, if there is a move, and nothing else."""
        slot: cython.Py_ssize_t
        highest: cython.Py_ssize_t
        direction: cython.int
        self.waiting = 0
        self.found = False
        self.floor = 0
        self.noting = True
        self.shadow.take_rack(rack, self.values)
        self.highest = self.shadow.highest
        self._position(squares, rack, both)
        self.noting = False
        while self.waiting:
            highest = 0
            for slot in range(1, self.waiting):
                if self.bounds[slot] > self.bounds[highest]:
                    highest = slot
            if self.bounds[highest] < self.floor:
                break
            direction = self.directions[highest]
            self._enter(squares, direction, self.numbers[highest])
            self.first = self.firsts[highest]
            self.last = self.lasts[highest]
            self.limit = self.limits[highest]
            self._clear()
            self._at_anchor(squares.nodes[squares.place(direction, self.numbers[highest]) + self.first], self.held)
            self._look_through()
            self.played += 1
            self.waiting -= 1
            slot = self.waiting
            self.bounds[highest] = self.bounds[slot]
            self.directions[highest] = self.directions[slot]
            self.numbers[highest] = self.numbers[slot]
            self.firsts[highest] = self.firsts[slot]
            self.lasts[highest] = self.lasts[slot]
            self.limits[highest] = self.limits[slot]
        self._clear()
        if self.found:
            self.out = put_move(self.out, self.best_tiles, self.best_meta)
            self.kept += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ready(self) -> cython.bint:
        """Whether there is a shadow to bound plays by."""
        return self.shadow is not None

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _clear(self) -> cython.void:
        """Forget the moves written for this position."""
        if cython.compiled:
            self.out = self.memory + self.kept * MOVE_SIZE
        else:
            del self.moves[self.kept :]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_through(self) -> cython.void:
        """Whether one of the moves written is better than the best so far."""
        meta: cython.ulonglong
        tiles: tiles_t
        score: cython.int
        low: cython.ulonglong = 0xFFFFFFFF
        if cython.compiled:
            move: cython.pointer(cython.uchar) = self.memory + self.kept * MOVE_SIZE
            while move < self.out:
                meta = meta_of(move)
                score = cython.cast(cython.int, meta & low)
                if score >= self.floor:
                    tiles = tiles_of(move)
                    if not self.found or score > self.floor or self._goes_before(meta, tiles):
                        self.found = True
                        self.floor = score
                        self.best_meta = meta
                        self.best_tiles = tiles
                move += MOVE_SIZE
        else:
            for tiles, meta in self.moves[self.kept :]:
                score = meta & low
                if score > self.floor or (score == self.floor and (not self.found or self._goes_before(meta, tiles))):
                    self.found, self.floor, self.best_meta, self.best_tiles = True, score, meta, tiles

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _goes_before(self, meta: cython.ulonglong, tiles: tiles_t) -> cython.bint:
        """Whether a move of the same score comes before the best so far."""
        if meta >> 32 != self.best_meta >> 32:
            return meta >> 32 < self.best_meta >> 32
        return tiles < self.best_tiles

    def anchors_played(self) -> int:
        """How many anchors have been played since the finder was made."""
        return self.played
