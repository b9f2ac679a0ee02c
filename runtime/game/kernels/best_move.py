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

A finder that remembers keeps what it found at the anchors of each line, as long as the rack stays the same: bounds, and
best moves. On the next board it takes over whatever it knows of lines that are equal there. So a rollout of several
candidates finds the opponent's reply with one rack: their boards have most lines in common (:mod:`.rollouts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from .shared_types import BLANK, line_key, meta_of, put_move, tiles_of
    from .squares import Squares

    #: Stages of an anchor: its bound is a loose one, is a tight one, or is the worth of the best move there.
    LOOSE, TIGHT, FOUND = 0, 1, 2
    #: Maximum number of anchors of a board; capacity for anchors of one rack; number of lines that may be known.
    MOST_ANCHORS, ROOM, LINES = 2048, 4096, 1024


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
        self.remembers = self.knows_rack = False
        self.rack_number = self.anchors_noted = self.waiting = 0
        if not cython.compiled:
            self.noted = [SimpleNamespace() for _ in range(ROOM)]
            self.order, self.bounds = [0] * MOST_ANCHORS, [0] * MOST_ANCHORS
            self.known_lines = [SimpleNamespace(key=0, rack=-1, begin=0, end=0) for _ in range(LINES)]
            self.last_rack = [0] * 64
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

    def each_anchor(self, squares: Squares, tiles: int, crossed: int, held: int) -> None:
        """Record the anchors of a line; take over those of an equal line with the same rack."""
        if not self.remembers or not self.noting or squares.tiles_down == 0:
            GaddagGenerator.each_anchor(self, squares, tiles, crossed, held)
            return
        key = line_key(self.line, self.length, 32 * self.down + self.number)
        slot = key & (LINES - 1)
        self.held = held
        if self.known_lines[slot].key == key and self.known_lines[slot].rack == self.rack_number:
            for at in range(self.known_lines[slot].begin, self.known_lines[slot].end):
                self._await(at)
            return
        begin = self.anchors_noted
        GaddagGenerator.each_anchor(self, squares, tiles, crossed, held)
        self.known_lines[slot].key = key
        self.known_lines[slot].rack = self.rack_number
        self.known_lines[slot].begin = begin
        self.known_lines[slot].end = self.anchors_noted

    def at_anchor(self, node: int, held: int) -> None:
        """Record the anchor with its bound for later or, in the second phase, play it."""
        if not self.noting:
            GaddagGenerator.at_anchor(self, node, held)
            return
        at = self.anchors_noted
        alone = self.line[self.first].tile == 0
        if not alone and node == 0:
            return
        first = self.first + alone
        bound = self.shadow.bound(self.line, first, self.last, self.limit, self.length, NO_PLAY, False, False)
        if bound == NO_PLAY:
            return
        self.held = held
        self.noted[at].bound = bound
        self.noted[at].stage = LOOSE
        self.noted[at].direction = self.down
        self.noted[at].number = self.number
        self.noted[at].first = self.first
        self.noted[at].last = self.last
        self.noted[at].limit = self.limit
        self.anchors_noted += 1
        self._await(at)

    def _await(self, at: int) -> None:
        """Put a recorded anchor on the list of those to play, if it may have the best move."""
        bound = self.noted[at].bound
        if bound < self.best_worth:
            return
        if self.noted[at].stage == FOUND:
            self._take_found(at)
            return
        self.order[self.waiting] = at
        self.bounds[self.waiting] = bound
        self.waiting += 1

    def _take_found(self, at: int) -> None:
        """Take the best move of an anchor, if it beats the best so far."""
        worth = self.noted[at].bound
        if not self.has_best or worth > self.best_worth or self.goes_before(self.noted[at].meta, self.noted[at].tiles):
            self.has_best = True
            self.best_meta = self.noted[at].meta
            self.best_tiles = self.noted[at].tiles
            if worth > self.best_worth:
                self._raise_floors(worth)

    def answer(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Write the best move of a position, unless an exchange is worth more.

        If several moves are wanted, they are listed and none is written.
        """
        self.waiting = self.listed = 0
        self.has_best = False
        self.empty_board = squares.tiles_down == 0
        self.noting = True
        if not self.remembers or not self._is_same(rack):
            self.shadow.take_rack(rack, self.values)
            self.highest = self.shadow.highest
            self._weigh_leaves(rack)
            self._forget_anchors()
        elif self.anchors_noted > ROOM - MOST_ANCHORS:
            self._forget_anchors()
        self._raise_floors(NO_PLAY)
        if self.exchangeable > 0 and self.leaves is not None:
            self._raise_floors(self.leaves.find_exchange(rack, self.exchangeable))
        self.each_line(squares, rack, both)
        self.noting = False
        while self.waiting:
            highest = 0
            for slot in range(1, self.waiting):
                if self.bounds[slot] > self.bounds[highest]:
                    highest = slot
            loose = self.bounds[highest]
            if loose < self.best_worth:
                break
            at = self.order[highest]
            self.enter(squares, self.noted[at].direction, self.noted[at].number)
            self.first = self.noted[at].first
            self.last = self.noted[at].last
            self.limit = self.noted[at].limit
            bound = loose
            if self.noted[at].stage == LOOSE:
                bound = self._tighten(at)
                if self.best_worth <= bound < loose:
                    # After its tight bound, this anchor is no longer the highest.
                    self.bounds[highest] = bound
                    continue
            if bound >= self.best_worth and bound != NO_PLAY:
                self._find_at(at)
                self.played += 1
            self.waiting -= 1
            self.order[highest] = self.order[self.waiting]
            self.bounds[highest] = self.bounds[self.waiting]
        self.forget(self.kept)
        if self.has_best:
            self._write_best()

    def _is_same(self, rack: memoryview) -> bool:
        """Return whether this rack and the worths of its leaves are those of the last position."""
        # With an empty bag the worths of leaves depend on the opponent's rack, too.
        same = self.knows_rack and self.bag > 0
        for tile in range(64):
            same = same and self.last_rack[tile] == rack[tile]
            self.last_rack[tile] = rack[tile]
        self.knows_rack = self.bag > 0 and (self.leaves is None or not self.leaves.adapts)
        return same

    def _forget_anchors(self) -> None:
        """Forget all anchors, which were those of another rack."""
        self.anchors_noted = 0
        self.rack_number += 1

    def choose(self, number: int) -> None:
        """Write the listed move of this number."""
        self.best_worth = self.listed_worths[number]
        self.best_meta, self.best_tiles = self.listed_metas[number], self.listed_tiles[number]
        self._write_best()

    def _write_best(self) -> None:
        """Write the best move."""
        self.out = put_move(self.out, self.best_tiles, self.best_meta)
        self.kept += 1

    def _tighten(self, at: int) -> int:
        """Compute and store a tight bound for the current anchor; return it."""
        self._fetch()
        bound = self._bound(False)
        if bound == NO_PLAY:
            # There may be plays worth less than the best so far.
            self.noted[at].bound = self.best_worth - 1
        else:
            self.noted[at].bound = bound
            self.noted[at].stage = TIGHT
        return bound

    def _find_at(self, at: int) -> None:
        """Play the current anchor; if the finder remembers, store its best move."""
        if not self.remembers or self.wanted:
            self._play()
            return
        had, worth, meta, tiles = self.has_best, self.best_worth, self.best_meta, self.best_tiles
        self.has_best = False
        self._play()
        if self.has_best:
            self.noted[at].bound = self.best_worth
            self.noted[at].stage = FOUND
            self.noted[at].meta = self.best_meta
            self.noted[at].tiles = self.best_tiles
            if not had or self.best_worth > worth or not self.goes_before(meta, tiles):
                return
        else:
            self.noted[at].bound = worth - 1
            self.has_best = had
        self.best_meta = meta
        self.best_tiles = tiles

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
        rack: bytes,
        both: bool,
        bag: int,
        exchangeable: int,
        kept_cost: int,
        out_worth: int,
        grid: bytes | None = None,
    ) -> tuple[bytes, int, bytes]:
        """Return the record of the best move, its worth, and the counts of tiles to exchange instead.

        Takes the arguments of :meth:`moves_of` and the fields that games set. The record is empty if an exchange is
        worth more. The counts are all 0 if there is a record, or if nothing can be done.
        """
        if self.leaves is None or bag < 0 or exchangeable < 0:
            raise ValueError("a finder that weighs leaves, and numbers of tiles")
        self.bag = bag
        self.exchangeable = exchangeable
        self.kept_cost = kept_cost
        self.out_worth = out_worth
        found = self.moves_of(squares, rack, both, grid)
        given = bytes(64)
        if exchangeable and not len(found):
            given = bytes([self.leaves.exchanged[tile] for tile in range(64)])
        return found, self.best_worth, given
