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

if not cython.compiled:
    from types import SimpleNamespace

    from ....formats.kernels.nodes import Nodes
    from .fixed_width import meta_of, put_move, tiles_of
    from .gaddag_generator import GaddagGenerator
    from .shadow import Shadow
    from .squares import Squares


class BestFinder(GaddagGenerator):
    """A generator that finds one move of each position, the best."""

    def __init__(self, nodes: Nodes, points: bytes, bingo: int, bingo_size: int, shadow: Shadow) -> None:
        """As a :class:`GaddagGenerator`; ``shadow`` is this finder's alone."""
        GaddagGenerator.__init__(self, nodes, points, bingo, bingo_size)
        self.shadow = shadow
        if self.shadow is None or self.shadow.nodes is not self.nodes:
            raise ValueError("a shadow of the same lexicon")
        self.played = 0
        if not cython.compiled:
            self.noted = [SimpleNamespace() for _ in range(2048)]

    def at_anchor(self, node: int, held: int) -> None:
        """Note the anchor with its bound, for later; or, when its time has come, play it."""
        if not self.noting:
            GaddagGenerator.at_anchor(self, node, held)
            return
        slot = self.waiting
        alone = self.line[self.first].tile == 0
        if not alone and node == 0:
            return
        bound = self.shadow.bound(self.line, self.first + alone, self.last, self.limit, self.length)
        if bound < 0:
            return
        self.held = held
        self.noted[slot].bound = bound
        self.noted[slot].direction = self.down
        self.noted[slot].number = self.number
        self.noted[slot].first = self.first
        self.noted[slot].last = self.last
        self.noted[slot].limit = self.limit
        self.waiting += 1

    def answer(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Write the best move of one position, if there is a move, and nothing else."""
        self.waiting = 0
        self.has_best = False
        self.floor = 0
        self.noting = True
        self.shadow.take_rack(rack, self.values)
        self.highest = self.shadow.highest
        self.each_line(squares, rack, both)
        self.noting = False
        while self.waiting:
            highest = 0
            for slot in range(1, self.waiting):
                if self.noted[slot].bound > self.noted[highest].bound:
                    highest = slot
            anchor = self.noted[highest]
            if anchor.bound < self.floor:
                break
            self.enter(squares, anchor.direction, anchor.number)
            self.first = anchor.first
            self.last = anchor.last
            self.limit = anchor.limit
            self.forget(self.kept)
            self.at_anchor(squares.run_nodes[squares.place(anchor.direction, anchor.number) + self.first], self.held)
            self._look_through()
            self.played += 1
            self.waiting -= 1
            # Exchanged, not copied: interpreted they are objects.
            self.noted[highest] = self.noted[self.waiting]
            self.noted[self.waiting] = anchor
        self.forget(self.kept)
        if self.has_best:
            self.out = put_move(self.out, self.best_tiles, self.best_meta)
            self.kept += 1

    def ready(self) -> bool:
        """Whether there is a shadow to bound plays by."""
        return self.shadow is not None

    def _look_through(self) -> None:
        """Take the best of the moves written, if it is better than the best so far."""
        low = 0xFFFFFFFF
        for number in range(self.kept, self.found()):
            meta = meta_of(self.memory, number)
            score = meta & low
            if score >= self.floor:
                tiles = tiles_of(self.memory, number)
                if not self.has_best or score > self.floor or self._goes_before(meta, tiles):
                    self.has_best = True
                    self.floor = score
                    self.best_meta = meta
                    self.best_tiles = tiles

    def _goes_before(self, meta: int, tiles: int) -> bool:
        """Whether a move of the same score comes before the best so far."""
        if meta >> 32 != self.best_meta >> 32:
            return meta >> 32 < self.best_meta >> 32
        return tiles < self.best_tiles

    def anchors_played(self) -> int:
        """How many anchors have been played since the finder was made."""
        return self.played
