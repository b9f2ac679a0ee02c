"""Kernel: the best line of an endgame: both racks are known, and the bag is empty.

The search is negamax with alpha-beta bounds, either to a depth of some plies or whole, which follows every line to its
end. All moves but the first of a position are searched with a null window, and again if they turn out better
(principal variation search). Values of positions are stored in a table (:mod:`.endgame_board`), and so are the moves
of a line of squares for a rack (:mod:`.endgame_line_moves`). Where the depth ends, both players play out the game at
once, always the play that looks best.

A value is how much the player to move gains on the other from there to the end. The end is scored directly: a play
that leaves no tile gains twice the points of the other rack, and after the last turn without a point each player loses
the points of one's own rack. A pass that is the only move costs no depth, if the move before scored.

Most moves need not be played to know that they are too bad: if the other player then has a play that leaves no tile, in
a line that the move does not change, that play bounds what the move can be worth. Nor is a player of one or two tiles
searched, if they are too few even when the other player only passes. In the last two turns of the depth, the search
skips moves that look far too bad to matter.

``proved`` tells whether anything below was cut off by the depth, or left out. A search that was proved at its root is
exact, and going deeper would not change it. Values that were proved are used at every later depth.

Guaranteed: a search that was stopped leaves the board as it was when it began.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import LOW_64

    from .endgame_board import AT_LEAST, AT_MOST, EXACT, MOST_PLAYS, PROVED, SearchTable
    from .endgame_line_moves import NO_SCORE, LineMoves
    from .endgame_solo import SoloBound
    from .shared_types import is_rack_tile, meta_of, only_once, scatter, tiles_of

    #: Maximum number of turns of a line; beyond it the game is played out.
    DEEPEST = 96
    #: Mark of a pass, and its move number.
    PASS_MARK = 0xFFFFFF
    #: Below all values, and above all values.
    LOWEST = -1073741824
    HIGHEST = 1073741823
    #: Initial capacity of ``order``, in moves.
    FIRST_ORDER = 1 << 12
    #: Number of moves picked one by one, each the best of those left. After these the rest is sorted.
    PICKED = 4
    #: At depths up to DOUBTFUL, moves that look too bad are skipped. A move is searched only if its estimate is at
    #: most MARGIN points for each ply of depth below what it needs, as judged by playing out the game.
    DOUBTFUL = 2
    MARGIN = 25
    #: Depth from which on a search is whole: it follows all lines to their ends.
    WHOLE = 62
    #: Whole searches take least work if moves that end the game soon come first. So the estimate of a move is its
    #: score, plus TILE_WEIGHT for each tile laid and POINT_WEIGHT for each point of these tiles. Best moves in the
    #: table are ignored if they come from a search of at most half of WHOLE.
    TILE_WEIGHT, POINT_WEIGHT = 20, 6
    #: Maximum number of tiles in the bag.
    MOST_IN_BAG = 8
    #: A player of LEAST_SOLO tiles or more is bounded by what is gained alone, if that is found in some steps: 2 to the
    #: power of three times the tiles and SOLO_STEPS, at most MOST_STEPS.
    LEAST_SOLO, SOLO_STEPS, MOST_STEPS = 3, 3, 1 << 22
    #: Makes keys of these bounds differ from those of positions.
    BOUND_SALT = 0x6A09E667
    #: Mask for the number of positions between two checks of the deadline.
    NODES_BETWEEN_LOOKS = 127


class EndgameSearch:
    """Search of one endgame after another. It belongs to one thread at a time."""

    def __init__(self, lines: LineMoves, table: SearchTable) -> None:
        """Take the moves of lines and the transposition table, which must not be shared with another search.

        What they store is valid for all endgames of one lexicon and one set of rules.
        """
        only_once(self.board if cython.compiled else None)  # type: ignore[has-type]
        self.lines = lines
        self.table = table
        if self.lines is None or self.table is None or self.lines.board is None or not self.table.made:
            raise TypeError("moves of lines and a table")
        if self.lines.in_use:
            raise ValueError("moves of lines that no other search has")
        self.solo = SoloBound(lines, table)
        self.begun = self.dealt = self.over = self.alone = False
        self.hopeless = self.solo_key = 0
        self.fresh = False
        self.nodes = self.best_move = self.furthest = self.known = 0
        self.ordered = self.best_place = self.choices = 0
        self.share_first, self.share_step = 0, 1
        self.budget = self.node_limit = 0
        self.proved = self.whole = self.spent = False
        self._make_room(FIRST_ORDER)
        if not cython.compiled:
            self.lengths = [0] * (DEEPEST + 1)
            self.line_tiles: list[int] = [0] * (DEEPEST * DEEPEST)
            self.line_metas: list[int] = [0] * (DEEPEST * DEEPEST)
            self.played_tiles: list[int] = [0] * DEEPEST
            self.played_counts: list[int] = [0] * DEEPEST
            self.played_by: list[int] = [0] * DEEPEST
            self.played_keys: list[int] = [0] * DEEPEST
            self.played_values: list[int] = [0] * DEEPEST
        # Without a board, the object was never initialized.
        self.lines.in_use = True
        self.board = self.lines.board

    def _make_room(self, room: int) -> None:
        """Allocate room to order this many moves at a time."""
        order, limits = np.zeros(room, np.int64), np.zeros(room, np.int32)
        if self.ordered:
            order[: self.ordered] = self.order[: self.ordered]
            limits[: len(self.limits)] = self.limits
        self.order: Any = order.data
        self.limits: Any = limits.data

    def begin(
        self, grid: bytes, zeros: int, passes: int, zero_turns: int, pass_turns: int, empty_board_ends: bool
    ) -> None:
        """Set the board (uint8, row by row) and the rules by which the game ends.

        ``zeros``, ``passes``: scoreless turns and passes in a row right before the endgame; ``zero_turns``,
        ``pass_turns``: the number of each that ends the game, 0 for no limit; ``empty_board_ends``: whether
        scoreless turns also end it if no tile is on the board.
        """
        if self.board is None or self.lines is None or self.table is None:
            raise ValueError("a search that was never made")
        self.begun = self.dealt = False
        if not 0 <= zero_turns <= 24 or not 0 <= pass_turns <= 24 or not zero_turns + pass_turns:
            raise ValueError("turns without a point that end a game")
        self.board.load(grid)
        self.zero_turns, self.pass_turns, self.empty_board_ends = zero_turns, pass_turns, empty_board_ends
        if not 0 <= zeros <= 24 or not 0 <= passes <= 24 or self._ends(zeros, passes):
            raise ValueError("a game that has not ended")
        self.zeros_before, self.passes_before = zeros, passes
        # A bonus for a single tile could exceed that of two.
        self.bounded = 1 if self.lines.generator.has_bonus(1) else 2
        self.turns_key = scatter(zero_turns * 64 + pass_turns * 2 + empty_board_ends)
        self.begun = True
        self.nodes = 0

    def deal(self, racks: memoryview, bag: memoryview) -> int | None:
        """Deal racks of 64 counts, first that of the player to move, and play until the bag is empty.

        ``bag``: tile numbers in the order in which they are drawn. While tiles are left in it, both players make
        the greedy play: the highest sum of its score and the points of its tiles. Returns what the first player
        has then gained on the other, or None if the search was stopped. The endgame follows, for :meth:`deepen`,
        unless the game is over (``over``).
        """
        if not self.begun or len(bag) > MOST_IN_BAG:
            raise ValueError("a board, and a bag of few tiles")
        if len(bag) and not (self.pass_turns or self.empty_board_ends or self.board.squares.tiles_down):
            raise ValueError("a board on which passes end a game")
        self.dealt = False
        while self.board.level:
            self.board.take_back()
        for at in range(len(bag)):
            if not is_rack_tile(self.board.squares.letters, bag[at]):
                raise ValueError("tiles of the alphabet")
        self.lines.deal(racks)
        if not self.lines.sizes[0] or not self.lines.sizes[1]:
            raise ValueError("tiles on both racks")
        if self.lines.sizes[0] + self.lines.sizes[1] + len(bag) > MOST_PLAYS:
            raise ValueError("more tiles than plays for which there is room")
        self.lines.start()
        self.mover = 0
        self.over = False
        self.proved = False
        self.tried = self.best = 0
        self.lengths[0] = 0
        self.zeros, self.passes = self.zeros_before, self.passes_before
        with cython.nogil:
            gained = self._empty_bag(bag)
        if self.lines.generator.failed:
            return None
        self.dealt = True
        return gained

    def deepen(self, depth: int, low: int, high: int) -> int | None:
        """Search to a depth; return the value if it is between ``low`` and ``high``, else a bound outside of them.

        The value is for the player to move, ``mover``. Returns None if the search was stopped: :meth:`failure`
        raises the reason, and :meth:`line` returns the best line so far. If ``budget`` is not 0, the search also
        stops after about that many positions and sets ``spent``.
        """
        self.share_first, self.share_step = 0, 1
        return self._deepen(depth, low, high)

    def deepen_share(self, depth: int, low: int, high: int, best_move: int, first: int, step: int) -> int | None:
        """Search as :meth:`deepen` does, but only a share of the first position's moves.

        The share is move number ``first``, counted from 0 in the order of the search, and every ``step``-th move
        after it. ``best_move`` is the mark of the move to search first. Give all shares of a depth the same one,
        so that each move is in exactly one share. Only move number 0 is searched with the full window at once;
        pass its value to the other shares as ``low``.
        """
        if first < 0 or step < 1 or depth < 1 or high - 1 <= low:
            raise ValueError("a share of the moves, a depth, and a window of some width")
        self.share_first, self.share_step, self.best_move = first, step, best_move
        return self._deepen(depth, low, high)

    def _deepen(self, depth: int, low: int, high: int) -> int | None:
        """Search the chosen share of the first position's moves to a depth."""
        if not self.dealt or self.over or not LOWEST // 2 <= low < high <= -LOWEST // 2 or not 0 <= depth < DEEPEST:
            raise ValueError("an endgame, a depth, and a window")
        self.lines.start()
        self.ordered = 0
        self.lengths[0] = 0
        self.proved = False
        self.tried = self.best_place = self.furthest = 0
        self.whole = depth >= WHOLE
        self.alone = False
        self.hopeless = LEAST_SOLO - 1
        self.spent = False
        self.node_limit = self.nodes + self.budget if self.budget else 0
        with cython.nogil:
            value = self._search(self.mover, depth, low, high, self.zeros, self.passes, 0)
        if self.lines.generator.failed:
            return None
        return value

    def bound(self) -> int | None:
        """Return an upper bound for the player to move if the other one has no play now, else None.

        None also means that it takes too long, or that the search was stopped.
        """
        if not self.dealt or self.over:
            raise ValueError("an endgame")
        most = HIGHEST
        self.lines.start()
        self.node_limit = 0
        key = self._key(self.board.board_keys[self.board.level], self.mover, self.zeros, self.passes)
        with cython.nogil:
            if self.lines.find_best(1 - self.mover) and not self.lines.has_play:
                most = self._most_solo(self.mover, key)
        return most if most < HIGHEST else None

    def failure(self) -> None:
        """Raise the error that stopped the search."""
        if self.board is not None:
            self.lines.generator.raise_failure()

    def line(self) -> list[tuple[int, bytes, int]]:
        """Return the best line found: score, tiles and place (row << 16 | column << 8 | down) of each turn."""
        turns = []
        for i in range(self.lengths[0]):
            meta = self.line_metas[i]
            tiles = self.line_tiles[i]
            number = meta >> 48 & 255
            laid = bytes([tiles >> 8 * at & 255 for at in range(number)])
            where = (meta >> 32 & 255) << 16 | (meta >> 40 & 255) << 8 | (meta >> 56 & 1)
            turns.append((meta & 0xFFFFFFFF, laid, where))
        return turns

    # -- the search ---------------------------------------------------------------------------------

    def _shares(self) -> bool:
        """Return whether only a share of the first position's moves is searched."""
        return self.share_first > 0 or self.share_step > 1

    def _look(self) -> None:
        """Check the deadline and the budget of positions."""
        if self.node_limit and self.nodes >= self.node_limit:
            self.spent = self.lines.generator.failed = True
            return
        self.lines.generator.last_state = self.lines.generator.states + 1
        self.lines.generator.must_stop()

    def _ends(self, zeros: int, passes: int) -> bool:
        """Return whether the game ends after this many scoreless turns and passes."""
        if self.pass_turns and passes >= self.pass_turns:
            return True
        return (
            self.zero_turns > 0
            and zeros >= self.zero_turns
            and (self.empty_board_ends or self.board.squares.tiles_down > 0)
        )

    def _key(self, board: int, mover: int, zeros: int, passes: int) -> int:
        """Return the key of a position with the current racks on the board with key ``board``."""
        own = self.lines.keys[mover]
        state = zeros << 8 | passes
        return board ^ scatter(own) ^ self.lines.keys[1 - mover] ^ scatter(state ^ self.turns_key)

    def _search(self, mover: int, depth: int, alpha: int, beta: int, zeros: int, passes: int, ply: int) -> int:
        """Return the value of the position for the player to move, with the bounds of :meth:`deepen`."""
        other = 1 - mover
        hint = 0
        low = 0xFFFFFFFF
        none, nothing, one = 0, 0, 1
        most = HIGHEST
        alone, self.alone, deep, fresh = self.alone, False, False, False
        self.nodes += 1
        self.furthest = max(self.furthest, ply)
        self.lengths[ply] = 0
        if self.nodes & NODES_BETWEEN_LOOKS == 0:
            self._look()
        if self.lines.generator.failed:
            return 0
        key = self._key(self.board.board_keys[self.board.level], mover, zeros, passes)
        wide = beta - alpha > 1
        at = self.table.find(key)
        if at >= 0:
            deep = self.table.depth(at) > WHOLE // 2
            if not self.whole or ply == 0 or deep:
                hint = self.table.move(at)
            if (not wide or depth <= 0) and self._knows(at, depth, alpha, beta):
                return self.known
        if depth <= 0 or ply >= DEEPEST - 1:
            value = self._play_out(mover, zeros, passes)
            self.proved = False
            if not self.lines.generator.failed:
                self.table.store(key, value, EXACT, 0, hint)
            return value

        if ply == 0 and self._shares():
            hint = self.best_move
            deep = True
        base = self.lines.generator.found()
        first = self.ordered
        best = LOWEST
        best_move = nothing
        proved = True
        searched = noted = False
        lowest = alpha
        # An out play, which ends the game, is often enough. Then no line is searched for more.
        if ply == 0 and self.whole:
            if not self.lines.find_best(other):
                return 0
            alone = not self.lines.has_play
        enough = not wide and self.lines.knows_out(mover, beta - 2 * self.lines.points[other])
        if not enough and not self.lines.find_best(mover):
            return 0
        ends = self._ends(zeros + 1, passes + 1)
        if ends:
            best = self.lines.points[other] - self.lines.points[mover]
            best_move = PASS_MARK
            self._begin_line(ply, none, nothing, False)
        if self.lines.out_score != NO_SCORE:
            value = self.lines.out_score + 2 * self.lines.points[other]
            if value > best:
                best = value
                best_move = self._mark(self.lines.play_tiles, self.lines.play_meta)
                self._begin_line(ply, self.lines.play_tiles, self.lines.play_meta, False)
        # If an out play is enough, as in most positions next to the last, no moves are ordered.
        if best < beta or ply == 0:
            if not self.lines.gather(mover):
                return 0
            if ply > 0 and self.lines.sizes[mover] <= self.bounded:
                most = self._most_alone(mover, base)
            elif alone and self.whole and self.lines.sizes[mover] > self.hopeless:
                most = self._most_solo(mover, key)
                fresh = most < HIGHEST and self.fresh
                if self.lines.generator.failed:
                    return 0
                opening = nothing if deep else self._find_opening(base)
                if opening:
                    hint = opening
            if most <= max(alpha, best) and (ply > 0 or not wide):
                best = max(best, most)
            elif not self._order(mover, base, hint, fresh):
                return 0
            elif not ends:
                self.order[self.ordered] = (one << 61 if hint == PASS_MARK else -(one << 61)) | PASS_MARK
                self.ordered += 1
        last = self.ordered
        lowest = max(alpha, best)
        place = first
        least = -(one << 61)
        if depth <= DOUBTFUL and not wide and best < beta and last - first > 2 and self.lines.out_score == NO_SCORE:
            if at >= 0 and self.table.depth(at) == 0:
                value = self.table.value(at)
            else:
                value = self._play_out(mover, zeros, passes)
                if self.lines.generator.failed:
                    return 0
            least = self._best_estimate(first) - (value - lowest) - MARGIN * depth
        while place < last and best < min(beta, most):
            if place == first + PICKED:
                self._sort(place, last)
            swap = self.order[place]
            if place < first + PICKED:
                top = place
                for i in range(place + 1, last):
                    if self.order[i] > self.order[top]:
                        top = i
                swap = self.order[top]
                self.order[top] = self.order[place]
            index = swap & PASS_MARK
            if ply == 0 and (place < self.share_first or (place - self.share_first) % self.share_step):
                # This move belongs to another share. So do all that follow, if the step is at least the number of
                # moves.
                if place > self.share_first and self.share_step >= last:
                    break
                place += 1
                continue
            if swap >> 24 < least and (place > first or depth < 2) and index != PASS_MARK:
                # This move and all after it look too bad.
                proved = False
                best = max(best, lowest)
                break
            tiles, meta, less = none, nothing, 1
            if index != PASS_MARK:
                tiles = tiles_of(self.lines.generator.memory, index)
                meta = meta_of(self.lines.generator.memory, index)
                value = self.limits[index]
                if searched:
                    # A move was searched, so the other player's moves are in the table.
                    if not noted:
                        noted = True
                        self.lines.note_outs(other, ply)
                    value = min(value, self._ceiling(mover, tiles, meta, ply))
                if value <= lowest:
                    if value > best:
                        best, best_move = value, self._mark(tiles, meta)
                        if wide:
                            self._begin_line(ply, tiles, meta, False)
                        if ply == 0:
                            self.best_place = place
                    place += 1
                    if ply == 0:
                        self.tried, self.best = place - first, best
                    continue
            elif place == first and last == first + 1 and best == LOWEST and zeros == 0:
                less = 0  # a pass that is the only move
            score = meta & low
            laid = meta >> 48 & 255
            self.lines.lay(mover, tiles, laid)
            deeper, missed, passed = depth - less, 0 if score else zeros + 1, passes + 1 if index == PASS_MARK else 0
            below = beta if place == first else lowest + 1
            searched = True
            # In most positions the table answers before the move is played.
            known = index != PASS_MARK and below == lowest + 1
            known = known and self._knows_after(other, tiles, meta, deeper, score - below, score - lowest, missed)
            if known:
                self.lengths[ply + 1] = 0
                value = score - self.known
            else:
                if index != PASS_MARK:
                    self.board.play(tiles, meta)
                self.alone = index == PASS_MARK and last == first + 1 and best == LOWEST
                value = score - self._search(other, deeper, score - below, score - lowest, missed, passed, ply + 1)
            if below <= value < beta:
                if known:
                    known = False
                    self.board.play(tiles, meta)
                self.alone = index == PASS_MARK and last == first + 1 and best == LOWEST
                value = score - self._search(other, deeper, score - beta, score - lowest, missed, passed, ply + 1)
            self.lines.lift(mover, tiles, laid)
            if index != PASS_MARK and not known:
                self.board.take_back()
            if self.lines.generator.failed:
                return 0
            proved = self.proved and (proved or value >= min(beta, most))
            if value > best:
                best = value
                best_move = PASS_MARK if index == PASS_MARK else self._mark(tiles, meta)
                if wide:
                    self._begin_line(ply, tiles, meta, True)
                if ply == 0:
                    self.best_place = place
                lowest = max(lowest, best)
            place += 1
            if ply == 0:
                self.tried, self.best = place - first, best
        self.lines.generator.forget(base)
        self.ordered = first
        self.proved = proved
        if ply == 0:
            self.best_move, self.choices = best_move, last
            if self._shares():
                return best
        kind = EXACT
        if best >= beta:
            kind = AT_LEAST
        elif best <= alpha:
            kind = AT_MOST
        self.table.store(key, best, kind, PROVED if proved else min(depth, PROVED - 1), best_move)
        return best

    def _knows(self, at: int, depth: int, alpha: int, beta: int) -> bool:
        """Return whether a table entry suffices for this depth and window; if so, set ``known`` to its value."""
        if self.table.depth(at) < depth:
            return False
        value = self.table.value(at)
        kind = self.table.kind(at)
        if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
            self.proved = self.table.depth(at) == PROVED
            self.known = value
            return True
        return False

    def _knows_after(self, mover: int, tiles: int, meta: int, depth: int, alpha: int, beta: int, zeros: int) -> bool:
        """Return whether the table suffices for the position after a play, and set ``known``.

        The tiles of the play must be off the rack; ``mover`` is the player to move after it.
        """
        at = self.table.find(self._key(self.board.key_after(tiles, meta), mover, zeros, 0))
        return at >= 0 and self._knows(at, depth, alpha, beta)

    def _ceiling(self, mover: int, tiles: int, meta: int, ply: int) -> int:
        """Return an upper bound of a play's value: the other player answers with an out play. HIGHEST if none is known.

        Uses the out plays noted in lines that the play does not change: they remain possible and score the same.
        """
        low = 0xFFFFFFFF
        score = meta & low
        if not score:
            return HIGHEST  # it may be the last turn
        self.board.find_changed(tiles, meta)
        out = self.lines.sure_out(ply)
        if out == NO_SCORE:
            return HIGHEST
        return score - out - 2 * (self.lines.points[mover] - self._points_of(tiles, meta))

    def _most_alone(self, mover: int, base: int) -> int:
        """Return an upper bound for a player of one tile or two: the most if the other player passes to the end.

        The generator has the player's moves from ``base`` on, except out plays. Two tiles are laid at once, or one by
        one. The second tile's play either scores what it would score now, or forms a word with the first. Then both
        tiles could also be laid at once, for at least as much.
        """
        low = 0xFFFFFFFF
        gain, out = self.lines.points[1 - mover], self.lines.out_score
        most = gain - self.lines.points[mover]
        if out != NO_SCORE:
            most = out + 2 * gain
        kind, one, two = NO_SCORE, NO_SCORE, NO_SCORE
        for number in range(base, self.lines.generator.found()):
            tile = tiles_of(self.lines.generator.memory, number) & 255
            score = meta_of(self.lines.generator.memory, number) & low
            tile = 0 if tile & 128 else tile
            if kind == NO_SCORE:
                kind = tile
            if tile == kind:
                one = max(one, score)
            else:
                two = max(two, score)
        if kind == NO_SCORE:
            return most
        if self.lines.racks[64 * mover + kind] == 2:
            two = one
        points = self.board.squares.values[kind]
        last = max(two, out)
        most = max(most, one + gain + (points - self.lines.points[mover] if last == NO_SCORE else last + gain))
        if two != NO_SCORE:
            most = max(most, two + max(one, out) + 2 * gain)
        return most

    def _most_solo(self, mover: int, key: int) -> int:
        """Return an upper bound for a player while the other one has no play: the most that is gained alone.

        ``key``: that of the position. The bound is kept in the table, with the first play. Sets ``fresh`` to whether
        ``solo`` also limits the moves of this position.
        """
        key = scatter(key ^ BOUND_SALT)
        at = self.table.find(key)
        self.fresh = key == self.solo_key
        if at >= 0:
            self.solo.opening = self.table.move(at)
            return self.table.value(at)
        steps = min(1 << (3 * self.lines.sizes[mover] + SOLO_STEPS), MOST_STEPS)
        spare = self.node_limit - self.nodes if self.node_limit else steps
        most = self.solo.most(mover, min(steps, spare))
        self.fresh = True
        self.solo_key = key
        if most == HIGHEST:
            self.hopeless = max(self.hopeless, self.lines.sizes[mover])
        if not self.lines.generator.failed and (most < HIGHEST or steps <= spare):
            self.table.store(key, most, EXACT, 1, self.solo.opening)
        return most

    def _find_opening(self, base: int) -> int:
        """Return the mark of the play with which the bound of :meth:`_most_solo` is reached, 0 if there is none."""
        for number in range(base, self.lines.generator.found()):
            tiles = tiles_of(self.lines.generator.memory, number)
            meta = meta_of(self.lines.generator.memory, number)
            if scatter(self.board.key_after(tiles, meta)) & PASS_MARK == self.solo.opening:
                return self._mark(tiles, meta)
        return 0

    def _points_of(self, tiles: int, meta: int) -> int:
        """Return the sum of the points of a play's tiles, without premium squares."""
        points = 0
        for i in range(meta >> 48 & 255):
            tile = tiles >> 8 * i & 255
            points += self.board.squares.values[0 if tile & 128 else tile]
        return points

    def _order(self, mover: int, base: int, hint: int, alone: bool) -> bool:
        """Append the generator's moves from ``base`` on to ``order``, with estimates; return False if memory ran out.

        The move with the mark ``hint`` gets the highest estimate. ``alone``: whether the last bound found is for this
        position; then it also limits each move.
        """
        low, one = 0xFFFFFFFF, 1
        last = self.lines.generator.found()
        if max(self.ordered + last - base + 1, last) > len(self.order):
            with cython.gil:
                try:
                    self._make_room(2 * max(self.ordered + last - base + 1, last))
                except MemoryError:
                    self.lines.generator.failed = True
                    return False
        for number in range(base, last):
            meta = meta_of(self.lines.generator.memory, number)
            tiles = tiles_of(self.lines.generator.memory, number)
            points = self._points_of(tiles, meta)
            estimate = (meta & low) + points
            if self.whole:
                estimate = (meta & low) + POINT_WEIGHT * points + TILE_WEIGHT * (meta >> 48 & 255)
            if hint and hint == self._mark(tiles, meta):
                estimate += one << 36
            self.limits[number] = self.solo.limit(tiles, meta) if alone else HIGHEST
            self.order[self.ordered] = estimate << 24 | number
            self.ordered += 1
        return True

    def _sort(self, start: int, end: int) -> None:
        """Sort a part of ``order``, highest first, by Shell's sort."""
        gap = 1
        while gap < (end - start) // 3:
            gap = 3 * gap + 1
        while gap:
            for at in range(start + gap, end):
                moved = self.order[at]
                to = at
                while to >= start + gap and self.order[to - gap] < moved:
                    self.order[to] = self.order[to - gap]
                    to -= gap
                self.order[to] = moved
            gap //= 3

    def _best_estimate(self, first: int) -> int:
        """Return the highest estimate in ``order`` from ``first`` on, without the bonus of the table's best move."""
        best, one = 0, 1
        for i in range(first, self.ordered):
            if self.order[i] > 0:
                best = max(best, self.order[i] >> 24 & ((one << 36) - 1))
        return best

    def _mark(self, tiles: int, meta: int) -> int:
        """Return the mark of a move: a 24-bit hash other than PASS_MARK."""
        words = tiles & LOW_64
        mark = scatter(words ^ scatter(meta >> 32)) & PASS_MARK
        return mark - (mark == PASS_MARK)

    def _begin_line(self, ply: int, tiles: int, meta: int, goes_on: bool) -> None:
        """Begin the best line from a ply on with a move; if ``goes_on``, append the best line from the next ply."""
        self.line_tiles[DEEPEST * ply] = tiles
        self.line_metas[DEEPEST * ply] = meta
        self.lengths[ply] = 1
        if goes_on:
            for i in range(self.lengths[ply + 1]):
                self.line_tiles[DEEPEST * ply + i + 1] = self.line_tiles[DEEPEST * (ply + 1) + i]
                self.line_metas[DEEPEST * ply + i + 1] = self.line_metas[DEEPEST * (ply + 1) + i]
            self.lengths[ply] += self.lengths[ply + 1]

    def _play_out(self, mover: int, zeros: int, passes: int) -> int:
        """Return the value if both players make greedy plays from here to the end of the game.

        Stores the values of the positions on the way too, since many of them are searched soon.
        """
        value, sign, plays, first, nothing = 0, 1, 0, mover, 0
        low = 0xFFFFFFFF
        while self.lines.find_best(mover):
            other = 1 - mover
            if self.lines.out_score != NO_SCORE:
                value += sign * (self.lines.out_score + 2 * self.lines.points[other])
                break
            if self.lines.has_play:
                score = self.lines.play_meta & low
                laid = self.lines.play_meta >> 48 & 255
                self.played_tiles[plays] = self.lines.play_tiles
                self.played_counts[plays] = laid
                self.played_by[plays] = mover
                plays += 1
                self.board.play(self.lines.play_tiles, self.lines.play_meta)
                self.lines.lay(mover, self.lines.play_tiles, laid)
                value += sign * score
                zeros, passes = 0 if score else zeros + 1, 0
                # A key of 0 means that the value is known already, or is not to be stored.
                self.played_keys[plays - 1] = 0
                if not self._ends(zeros, passes):
                    key = self._key(self.board.board_keys[self.board.level], other, zeros, passes)
                    at = self.table.find(key)
                    if at >= 0 and self.table.depth(at) == 0 and self.table.kind(at) == EXACT:
                        value -= sign * self.table.value(at)
                        break
                    self.played_keys[plays - 1] = key
                    self.played_values[plays - 1] = value
            else:
                zeros, passes = zeros + 1, passes + 1
            if self._ends(zeros, passes):
                value += sign * (self.lines.points[other] - self.lines.points[mover])
                break
            mover, sign = other, -sign
        while plays:
            plays -= 1
            if self.played_keys[plays] and not self.lines.generator.failed:
                rest = value - self.played_values[plays]
                if self.played_by[plays] == first:
                    rest = -rest
                self.table.store(self.played_keys[plays], rest, EXACT, 0, nothing)
            self.board.take_back()
            self.lines.lift(self.played_by[plays], self.played_tiles[plays], self.played_counts[plays])
        return value

    def _empty_bag(self, bag: memoryview) -> int:
        """Make greedy plays while the bag has tiles; return what the first player gains on the other."""
        gained, drawn = 0, 0
        low = 0xFFFFFFFF
        while drawn < len(bag) and self.lines.find_best(self.mover):
            if self.lines.has_play:
                score = self.lines.play_meta & low
                laid = self.lines.play_meta >> 48 & 255
                self.board.play(self.lines.play_tiles, self.lines.play_meta)
                self.lines.lay(self.mover, self.lines.play_tiles, laid)
                gained += score if self.mover == 0 else -score
                self.zeros, self.passes = 0 if score else self.zeros + 1, 0
                while laid and drawn < len(bag):
                    kind = bag[drawn]
                    self.lines.lift(self.mover, kind, 1)
                    drawn += 1
                    laid -= 1
            else:
                self.zeros, self.passes = self.zeros + 1, self.passes + 1
            if self._ends(self.zeros, self.passes):
                self.over = True
                gained += self.lines.points[1] - self.lines.points[0]
                break
            self.mover = 1 - self.mover
        return gained
