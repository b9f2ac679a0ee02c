"""Kernel: the best line of an endgame: both racks are known, and the bag is empty.

A search of all lines, each player choosing the best: negamax with alpha-beta bounds, to a depth of some plies, or
whole: of as many as a line can have. All moves but the first of a position are searched with a null window, and again
if they turn out better (principal variation search). What is known of a position is kept in a table
(:mod:`.endgame_board`), and so are the moves of a line of squares for a rack (:mod:`.endgame_line_moves`). Where the
depth ends, both players play out the game at once, always the play that looks best.

A value is how much the player to move gains on the other from there to the end. The end is worth known at once: a play
that leaves no tile gains twice the points of the other rack, and after the last turn without a point each player loses
the points of one's own rack. A pass that is the only move costs no depth, if the move before scored.

Most moves need not be played to know that they are too bad: if the other player then has a play that leaves no tile, in
a line that the move does not change, that play bounds what the move can be worth. In the last two turns of the depth,
the search skips moves that look far too bad to matter.

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
    from .shared_types import is_rack_tile, meta_of, only_once, scatter, tiles_of

    #: Most turns of a line; a search that goes deeper plays out instead.
    DEEPEST = 96
    #: The mark and number of a pass.
    PASS_MARK = 0xFFFFFF
    #: Below all values, and above.
    LOWEST = -1073741824
    HIGHEST = 1073741823
    #: Moves for which there is room to order them, at first.
    FIRST_ORDER = 1 << 12
    #: As many moves are picked one by one, the best of those left; if they are not enough, the others are sorted.
    PICKED = 4
    #: At depths up to this, moves that look too bad are not searched: those that must make this much more of the rest,
    #: for each turn of depth, than the one that looks best makes if the game is played out.
    DOUBTFUL = 2
    MARGIN = 25
    #: Searches from this depth on are whole.
    WHOLE = 62
    #: They take least work if moves that end the game soon come first. So each tile laid adds TILE_WEIGHT, and
    #: POINT_WEIGHT for each point of it, to the score; what searches less than half as deep found best is ignored.
    TILE_WEIGHT, POINT_WEIGHT = 20, 6
    #: Most tiles in a bag.
    MOST_IN_BAG = 8
    #: A mask: positions between two looks at the clock.
    NODES_BETWEEN_LOOKS = 127


class EndgameSearch:
    """The search of one endgame after another. It belongs to one thread at a time."""

    def __init__(self, lines: LineMoves, table: SearchTable) -> None:
        """``lines`` and ``table``: this search's alone. What they keep holds for all endgames of one lexicon and one
        set of rules."""
        only_once(self.board if cython.compiled else None)  # type: ignore[has-type]
        self.lines = lines
        self.table = table
        if self.lines is None or self.table is None or self.lines.board is None or not self.table.made:
            raise TypeError("moves of lines and a table")
        if self.lines.in_use:
            raise ValueError("moves of lines that no other search has")
        self.begun = self.dealt = self.over = False
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
        # Without a board it was never made.
        self.lines.in_use = True
        self.board = self.lines.board

    def _make_room(self, room: int) -> None:
        """Room to order this many moves at a time."""
        order = np.zeros(room, np.int64)
        if self.ordered:
            order[: self.ordered] = self.order[: self.ordered]
        self.order: Any = order.data

    def begin(
        self, grid: memoryview, zeros: int, passes: int, zero_turns: int, pass_turns: int, empty_board_ends: bool
    ) -> None:
        """Turn to a board: uint8, row by row.

        ``zeros``, ``passes``: the last turns without a point, and passes, before an endgame on it; ``zero_turns``,
        ``pass_turns``: how many end the game, 0 for none; ``empty_board_ends``: whether the former end it also if no
        tile is on the board.
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
        self.turns_key = scatter(zero_turns * 64 + pass_turns * 2 + empty_board_ends)
        self.begun = True
        self.nodes = 0

    def deal(self, racks: memoryview, bag: memoryview) -> int | None:
        """Give both players racks of 64 counts, the one to move first, on the board that the search began with.

        ``bag``: the numbers of the tiles in the bag, in the order in which they are drawn. While it has tiles, both
        make the play that looks best: that of most points on the squares and off the rack. Gives what the first player
        has gained on the other when the endgame begins, which :meth:`deepen` then searches, or the game is over: see
        ``over``. None if the search was stopped.
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
        """Search to a depth, and give the value, if it is between ``low`` and ``high``; else a bound beyond these.

        The value is for the player to move: ``mover``. None if the search was stopped: :meth:`failure` says why,
        and :meth:`line` has the best so far. If ``budget`` is not 0, the search also stops after about as many
        positions, and ``spent`` is then true.
        """
        self.share_first, self.share_step = 0, 1
        return self._deepen(depth, low, high)

    def deepen_share(self, depth: int, low: int, high: int, best_move: int, first: int, step: int) -> int | None:
        """Search as :meth:`deepen` does, but only some moves of the first position: a share of its work.

        In the order in which moves are searched, these are number ``first``, from 0 on, and every ``step``-th after it.
        ``best_move``: the mark of the one that comes first; if all shares of a depth are given the same, each move is
        in one of them. Only number 0 is searched with the whole window at once, so that the others should be given what
        it comes to as ``low``.
        """
        if first < 0 or step < 1 or depth < 1 or high - 1 <= low:
            raise ValueError("a share of the moves, a depth, and a window of some width")
        self.share_first, self.share_step, self.best_move = first, step, best_move
        return self._deepen(depth, low, high)

    def _deepen(self, depth: int, low: int, high: int) -> int | None:
        """Search the share of the first position's moves that was chosen, to a depth."""
        if not self.dealt or self.over or not LOWEST // 2 <= low < high <= -LOWEST // 2 or not 0 <= depth < DEEPEST:
            raise ValueError("an endgame, a depth, and a window")
        self.lines.start()
        self.ordered = 0
        self.lengths[0] = 0
        self.proved = False
        self.tried = self.best_place = self.furthest = 0
        self.whole = depth >= WHOLE
        self.spent = False
        self.node_limit = self.nodes + self.budget if self.budget else 0
        with cython.nogil:
            value = self._search(self.mover, depth, low, high, self.zeros, self.passes, 0)
        if self.lines.generator.failed:
            return None
        return value

    def failure(self) -> None:
        """Raise what stopped the search."""
        if self.board is not None:
            self.lines.generator.raise_failure()

    def line(self) -> list[tuple[int, bytes, int]]:
        """The best line found: of each turn its score, its tiles, and its place, row << 16 | column << 8 | down."""
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
        """Whether only a share of the first position's moves is searched."""
        return self.share_first > 0 or self.share_step > 1

    def _look(self) -> None:
        """Look at the clock and at the budget."""
        if self.node_limit and self.nodes >= self.node_limit:
            self.spent = self.lines.generator.failed = True
            return
        self.lines.generator.last_state = self.lines.generator.states + 1
        self.lines.generator.must_stop()

    def _ends(self, zeros: int, passes: int) -> bool:
        """Whether the game ends after these numbers of turns without a point and of passes."""
        if self.pass_turns and passes >= self.pass_turns:
            return True
        return (
            self.zero_turns > 0
            and zeros >= self.zero_turns
            and (self.empty_board_ends or self.board.squares.tiles_down > 0)
        )

    def _key(self, board: int, mover: int, zeros: int, passes: int) -> int:
        """The key of a position with the racks of now, on the board of a key."""
        own = self.lines.keys[mover]
        state = zeros << 8 | passes
        return board ^ scatter(own) ^ self.lines.keys[1 - mover] ^ scatter(state ^ self.turns_key)

    def _search(self, mover: int, depth: int, alpha: int, beta: int, zeros: int, passes: int, ply: int) -> int:
        """The value of the position for the player to move, as :meth:`deepen` gives it."""
        other = 1 - mover
        hint = 0
        low = 0xFFFFFFFF
        none, nothing, one = 0, 0, 1
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
            if not self.whole or ply == 0 or self.table.depth(at) > WHOLE // 2:
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
        base = self.lines.generator.found()
        first = self.ordered
        best = LOWEST
        best_move = nothing
        proved = True
        searched = noted = False
        lowest = alpha
        # One play that ends the game is often enough: then no line is searched for more.
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
        # Where a play that ends the game is enough, as in most positions next to the last, no move is put in order.
        if best < beta or ply == 0:
            if not self.lines.gather(mover) or not self._order(mover, base, hint):
                return 0
            if not ends:
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
        while place < last and best < beta:
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
                # Another search weighs this one, and all that follow if they are as many as a step.
                if place > self.share_first and self.share_step >= last:
                    break
                place += 1
                continue
            if swap >> 24 < least and (place > first or depth < 2) and index != PASS_MARK:
                # This one and all after it look too bad.
                proved = False
                best = max(best, lowest)
                break
            tiles, meta, less = none, nothing, 1
            if index != PASS_MARK:
                tiles = tiles_of(self.lines.generator.memory, index)
                meta = meta_of(self.lines.generator.memory, index)
                if searched:
                    # So what the other player can do is known.
                    if not noted:
                        noted = True
                        self.lines.note_outs(other, ply)
                    value = self._ceiling(mover, tiles, meta, ply)
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
            # Of most positions enough is known before the move is played.
            known = index != PASS_MARK and below == lowest + 1
            known = known and self._knows_after(other, tiles, meta, deeper, score - below, score - lowest, missed)
            if known:
                self.lengths[ply + 1] = 0
                value = score - self.known
            else:
                if index != PASS_MARK:
                    self.board.play(tiles, meta)
                value = score - self._search(other, deeper, score - below, score - lowest, missed, passed, ply + 1)
            if below <= value < beta:
                if known:
                    known = False
                    self.board.play(tiles, meta)
                value = score - self._search(other, deeper, score - beta, score - lowest, missed, passed, ply + 1)
            self.lines.lift(mover, tiles, laid)
            if index != PASS_MARK and not known:
                self.board.take_back()
            if self.lines.generator.failed:
                return 0
            proved = self.proved and (proved or value >= beta)
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
        """Whether an entry of the table is enough for this depth and window; then ``known`` is its value."""
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
        """The same for the position after a play, whose tiles are off the rack, with another player to move."""
        at = self.table.find(self._key(self.board.key_after(tiles, meta), mover, zeros, 0))
        return at >= 0 and self._knows(at, depth, alpha, beta)

    def _ceiling(self, mover: int, tiles: int, meta: int, ply: int) -> int:
        """The most that a play can be worth, since the other player then ends the game; HIGHEST if that is not known.

        It does not look where the play changes something: the plays noted in all other lines are possible after it too,
        and score the same.
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

    def _points_of(self, tiles: int, meta: int) -> int:
        """The points of a play's tiles, whatever the squares."""
        points = 0
        for i in range(meta >> 48 & 255):
            tile = tiles >> 8 * i & 255
            points += self.board.squares.values[0 if tile & 128 else tile]
        return points

    def _order(self, mover: int, base: int, hint: int) -> bool:
        """Append to ``order`` the generator's moves from ``base`` on: how good each looks, and its number.

        The move with the mark ``hint`` looks best. False if there is no room.
        """
        low, one = 0xFFFFFFFF, 1
        last = self.lines.generator.found()
        if self.ordered + last - base + 1 > len(self.order):
            with cython.gil:
                try:
                    self._make_room(2 * (self.ordered + last - base + 1))
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
            self.order[self.ordered] = estimate << 24 | number
            self.ordered += 1
        return True

    def _sort(self, start: int, end: int) -> None:
        """Put a part of ``order`` in order, the highest first: Shell's sort."""
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
        """How good the best move from ``first`` on looks, whatever the table says."""
        best, one = 0, 1
        for i in range(first, self.ordered):
            if self.order[i] > 0:
                best = max(best, self.order[i] >> 24 & ((one << 36) - 1))
        return best

    def _mark(self, tiles: int, meta: int) -> int:
        """The mark of a move: 24 bits, not those of a pass."""
        words = tiles & LOW_64
        mark = scatter(words ^ scatter(meta >> 32)) & PASS_MARK
        return mark - (mark == PASS_MARK)

    def _begin_line(self, ply: int, tiles: int, meta: int, goes_on: bool) -> None:
        """Have the best line from a ply on begin with a move, and go on as the line found below."""
        self.line_tiles[DEEPEST * ply] = tiles
        self.line_metas[DEEPEST * ply] = meta
        self.lengths[ply] = 1
        if goes_on:
            for i in range(self.lengths[ply + 1]):
                self.line_tiles[DEEPEST * ply + i + 1] = self.line_tiles[DEEPEST * (ply + 1) + i]
                self.line_metas[DEEPEST * ply + i + 1] = self.line_metas[DEEPEST * (ply + 1) + i]
            self.lengths[ply] += self.lengths[ply + 1]

    def _play_out(self, mover: int, zeros: int, passes: int) -> int:
        """The value if from here on both players make the play that looks best.

        What is found of the positions on the way is kept too: many of them are looked at soon.
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
                # 0: known already, or not to be kept.
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
        """Play while the bag has tiles; give what the first player gains on the other."""
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
