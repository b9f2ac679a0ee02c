"""Kernel: the best move of a position, without finding all of them.

Every anchor first gets its shadow, an upper bound of the worth of any play there (:mod:`.shadow`). The finder then
plays the anchors by their shadows, highest first, until the next shadow is below the best move found. At each it lays
only tiles that may make a better move (:mod:`.choice_walk`), or, if choices of tiles are not listed, writes only moves
that may be better. Most anchors are never played.

A play is worth its score, in thousandths of a point. If the finder has a leave table (:mod:`.leave_table`), the worth
of the leave is added, and on an empty board the cost of the vowels subtracted. The best exchange counts as found first.

The answer is exactly the best of all moves, ties included: of equal worths the higher score, then across before down,
then fewer tiles before more, then the leftmost, the topmost, and last the smaller tile numbers, the play's last tile
compared first. This takes three comparisons: of the scores, of the other fields of a move's number, and of its tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .scoring import Scoring

from lexkit.formats.kernels import cython

if not cython.compiled:
    from types import SimpleNamespace

    from lexkit.formats.kernels.node import step
    from lexkit.formats.kernels.nodes import Nodes

    from .choice_walk import ChoiceWalk
    from .gaddag_generator import GaddagGenerator
    from .leave_table import LeaveTable
    from .rack_subsets import RackSubsets
    from .shadow import NO_PLAY, Shadow
    from .shared_types import BLANK, meta_of, put_move, tiles_of
    from .squares import Squares


class BestFinder(ChoiceWalk):
    """Generator that finds only the best move of each position."""

    def __init__(
        self,
        nodes: Nodes,
        scoring: Scoring,
        shadow: Shadow,
        leaves: LeaveTable | None = None,
        opening: memoryview | None = None,
        vowels: int = 0,
    ) -> None:
        """Take the arguments of :class:`ChoiceWalk`, a shadow and a leave table.

        ``shadow`` must not be shared with another finder; nor ``leaves``, which is None if leaves are worth
        nothing.
        """
        subsets = self._choices_of(nodes, shadow, leaves, opening)
        ChoiceWalk.__init__(self, nodes, scoring, subsets, opening, vowels)
        self.played = 0
        self.bag = self.exchangeable = 0
        self.kept_cost = self.out_worth = 0
        if not cython.compiled:
            self.noted = [SimpleNamespace() for _ in range(2048)]
        self._take(shadow, leaves)

    def _choices_of(self, nodes: Nodes, shadow: Shadow, leaves: LeaveTable | None, opening: Any) -> RackSubsets:
        """Return the choices of tiles that a shadow bounds by. Raises ValueError for unsuitable arguments."""
        if shadow is None or shadow.table is None or shadow.table.nodes is not nodes:
            raise ValueError("a shadow of the same lexicon")
        if leaves is not None and (
            opening is None or len(opening) != 2048 or leaves.columns < 2 + (shadow.letters.bit_length() - 1)
        ):
            raise ValueError("leaves of this alphabet, and what vowels cost on 2048 squares")
        if shadow.taken or (leaves is not None and leaves.taken):
            raise ValueError("a shadow and leaves that no other finder has")
        return shadow.subsets

    def _take(self, shadow: Shadow, leaves: LeaveTable | None) -> None:
        """Take ownership of the shadow and the leave table; no other finder may use them."""
        shadow.taken = True
        if leaves is not None:
            leaves.taken = True
        self.leaves: Any = leaves
        shadow.subsets.leaves = leaves
        self.shadow = shadow

    def at_anchor(self, node: int, held: int) -> None:
        """Record the anchor with its bound for later or, in the second phase, play it."""
        if not self.noting:
            GaddagGenerator.at_anchor(self, node, held)
            return
        slot = self.waiting
        alone = self.line[self.first].tile == 0
        if not alone and node == 0:
            return
        first = self.first + alone
        bound = self.shadow.bound(self.line, first, self.last, self.limit, self.length, NO_PLAY, False, False)
        if bound == NO_PLAY:
            return
        self.held = held
        self.noted[slot].bound = bound
        self.noted[slot].tight = False
        self.noted[slot].direction = self.down
        self.noted[slot].number = self.number
        self.noted[slot].first = self.first
        self.noted[slot].last = self.last
        self.noted[slot].limit = self.limit
        self.waiting += 1

    def answer(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Write the best move of a position, unless an exchange is worth more.

        If several moves are wanted, they are listed and none is written.
        """
        self.waiting = self.listed = 0
        self.has_best = False
        self.empty_board = squares.tiles_down == 0
        self.noting = True
        self.shadow.take_rack(rack, self.values)
        self.highest = self.shadow.highest
        self._weigh_leaves(rack)
        self._raise_floors(NO_PLAY)
        if self.exchangeable > 0 and self.leaves is not None:
            self._raise_floors(self.leaves.find_exchange(rack, self.exchangeable))
        self.each_line(squares, rack, both)
        self.noting = False
        while self.waiting:
            highest = 0
            for slot in range(1, self.waiting):
                if self.noted[slot].bound > self.noted[highest].bound:
                    highest = slot
            anchor = self.noted[highest]
            if anchor.bound < self.best_worth:
                break
            self.enter(squares, anchor.direction, anchor.number)
            self.first = anchor.first
            self.last = anchor.last
            self.limit = anchor.limit
            # In interpreted kernels an anchor is an object that changes with its bound.
            bound = loose = anchor.bound
            if not anchor.tight:
                bound = self._tighten(highest)
                if self.best_worth <= bound < loose:
                    # After its tight bound, this anchor is no longer the highest.
                    continue
            if bound >= self.best_worth and bound != NO_PLAY:
                self._play()
                self.played += 1
            self.waiting -= 1
            # Swap the anchors instead of copying: in interpreted kernels they are objects.
            self.noted[highest] = self.noted[self.waiting]
            self.noted[self.waiting] = anchor
        self.forget(self.kept)
        if self.has_best:
            self._write_best()

    def choose(self, number: int) -> None:
        """Write the listed move of this number."""
        self.best_worth = self.listed_worths[number]
        self.best_meta, self.best_tiles = self.listed_metas[number], self.listed_tiles[number]
        self._write_best()

    def _write_best(self) -> None:
        """Write the best move."""
        self.out = put_move(self.out, self.best_tiles, self.best_meta)
        self.kept += 1

    def _tighten(self, slot: int) -> int:
        """Compute and store a tight bound for the current anchor; return it."""
        self._fetch()
        bound = self._bound(False)
        self.noted[slot].bound = bound
        self.noted[slot].tight = True
        return bound

    def _bound(self, marks: bool) -> int:
        """Return a tight bound of the current anchor, and mark its good choices."""
        alone = self.line[self.first].tile == 0
        return self.shadow.bound(
            self.line, self.first + alone, self.last, self.limit, self.length, self.best_worth, True, marks
        )

    def _fetch(self) -> None:
        """Prefetch the nodes around the current anchor."""
        node = self.line[self.first].run_node
        if self.line[self.first].tile and node:
            if self.first > self.limit:
                self.fetch_children(node, self.first - 1, self.shadow.usable)
            node = step(self.nodes.view, node, 0)
            if node and self.last + 1 < self.length:
                self.fetch_children(node, self.last + 1, self.shadow.usable)

    def _play(self) -> None:
        """Play the current anchor."""
        if not self.subsets.lists:
            self.forget(self.kept)
            GaddagGenerator.at_anchor(self, self.line[self.first].run_node, self.held)
            self._look_through()
            return
        self.subsets.forget_good()
        node = self.line[self.first].run_node
        if self.line[self.first].tile and node and self.first > self.limit:
            self.fetch_turns(node, self.first - 1, self.shadow.usable)
        self._bound(True)
        if self.subsets.close():
            self.furthest = self.shadow.furthest
            for front in range(self.furthest + 1):
                self.most_of[front] = self.shadow.deepest[front]
            self.play_choices(self.line[self.first].run_node)

    def ready(self) -> bool:
        """Return whether the finder has a shadow to bound plays by."""
        return self.shadow is not None

    def _weigh_leaves(self, rack: memoryview) -> None:
        """List the worths of this rack's leaves."""
        listed = False
        if self.leaves is not None:
            if self.bag > 0:
                listed = self.leaves.by_value(rack)
                if listed and self.leaves.adapts:
                    self.leaves.adapt(rack, self.bag)
            else:
                listed = self.leaves.by_cost(rack, self.values, self.kept_cost, self.out_worth)
        self.shadow.weighs = listed
        self.shadow.subsets.weigh(listed)

    def _raise_floors(self, worth: int) -> None:
        """Ignore moves worth less than ``worth`` from now on."""
        self.best_worth = worth
        for laid in range(17):
            missing = worth - (self.leaves.best[laid] if self.shadow.weighs else 0)
            # The lowest score that reaches it, rounded up.
            self.floors[laid] = (missing + 999) // 1000 if missing > 0 else 0

    def _look_through(self) -> None:
        """Take the best of the moves written, if it beats the best so far."""
        low = 0xFFFFFFFF
        for number in range(self.kept, self.found()):
            meta = meta_of(self.memory, number)
            worth = 1000 * (meta & low)
            tiles = tiles_of(self.memory, number)
            if self.shadow.weighs:
                worth += self._worth_of_rest(meta, tiles)
            if worth < self.best_worth:
                continue
            if self.wanted:
                self.consider(worth, meta, tiles)
                self._raise_floors(self.best_worth)
            elif not self.has_best or worth > self.best_worth or self.goes_before(meta, tiles):
                self.has_best = True
                self.best_meta = meta
                self.best_tiles = tiles
                if worth > self.best_worth:
                    self._raise_floors(worth)

    def _worth_of_rest(self, meta: int, tiles: int) -> int:
        """Return a move's worth apart from its score: its leave, less the cost of its vowels."""
        leave = self.leaves.count - 1
        for at in range(meta >> 48 & 255):
            tile = tiles >> 8 * at & 255
            leave -= self.leaves.weights[0 if tile & BLANK else tile]
        worth: int = self.leaves.worth[leave]
        if self.empty_board:
            worth -= self.vowels_cost(meta, tiles)
        return worth

    def anchors_played(self) -> int:
        """Number of anchors played since the finder was made."""
        return self.played

    # -- for callers in Python ------------------------------------------------------------------------

    def best_by_worth(
        self,
        squares: Squares,
        rack: memoryview,
        both: bool,
        bag: int,
        exchangeable: int,
        kept_cost: int,
        out_worth: int,
    ) -> tuple[NDArray[np.uint8], int, bytes]:
        """Return the best move as one row, its worth, and the counts of tiles to exchange instead.

        Takes the arguments of :meth:`moves_of` and the fields that games set. There is no row if an exchange is
        worth more. The counts are all 0 if there is a row, or if nothing can be done.
        """
        if self.leaves is None or bag < 0 or exchangeable < 0:
            raise ValueError("a finder that weighs leaves, and numbers of tiles")
        self.bag = bag
        self.exchangeable = exchangeable
        self.kept_cost = kept_cost
        self.out_worth = out_worth
        found = self.moves_of(squares, rack, both)
        given = bytes(64)
        if exchangeable and not len(found):
            given = bytes([self.leaves.exchanged[tile] for tile in range(64)])
        return found, self.best_worth, given
