"""Kernel: rollouts: some turns of both players after a candidate, again and again, with other tiles drawn each time.

An iteration deals the tiles that the player to move cannot see: to the opponent, whose tiles may be partly known; to
the player, who draws for those played or exchanged; the rest is the bag. Then both play what is best by their finders,
as in whole games (:mod:`.game_player`), turn by turn, as many turns as wanted or until the game ends.

An iteration's tiles depend on its number and the seed only, not on the candidate: so the same number means the same
opponent's tiles and the same order of the bag for all candidates, and differences are due to the candidates only
("common random numbers"). The random numbers are SplitMix (Steele, Lea and Flood 2014).

Each iteration is played for one candidate after another. The opponent replies to all of them with the same rack, on
boards that have most lines in common, so that a finder that remembers (:mod:`.best_move`) finds most of a reply only
once. The player's next move has such a finder too: candidates that keep the same tiles draw the same ones.

Guaranteed: rows are written only where the caller gives room; no more tiles are dealt than there are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import LOW_64

    from .best_move import BestFinder
    from .game_player import MOST_TILES_IN_BAG, PASS, TURN, GamePlayer
    from .shared_types import is_rack_tile, only_once, split_mix
    from .squares import Squares

    #: Numbers of an iteration's row: the player's points less the opponent's; the same difference of their last
    #: leaves, in thousandths of a point; who is out (0 for the player, 1 for the opponent, -1 for none); 1 if the
    #: game ended because nobody scored, else 0; the points left on the player's rack; those on the opponent's; the
    #: number of tiles that the next to move cannot see; the number of turns.
    FIELDS = 8
    #: Bytes of a possible rack of the opponent: its number of tiles, their tile numbers, then zeros.
    HOLDING = 17
    #: Maximum number of turns of an iteration.
    MOST_PLIES = 64
    #: Numbers of the state before an iteration: scoreless turns in a row as the rules count them, passes, all
    #: scoreless turns, and the numbers of exchanges of the player and of the opponent.
    BEFORE = 5


class Rollouts:
    """Table for iterations: the squares after each candidate, and the players."""

    def __init__(self, table: GamePlayer, reply_finder: BestFinder, next_finder: BestFinder) -> None:
        """Take a table, and the finders of the opponent's first move and of the player's next one.

        None of them may be shared with another object. They must be of the same lexicon.
        """
        only_once(self.table if cython.compiled else None)
        self.state = 0
        self.step = 0x9E3779B97F4A7C15
        self.turn = np.zeros(TURN, np.uint8).data
        self.drawn_tiles = np.zeros(16, np.uint8).data
        self.chances: Any = np.zeros(MOST_PLIES * MOST_TILES_IN_BAG, np.float64).data
        self._take(table, reply_finder, next_finder)

    def _take(self, table: GamePlayer, reply_finder: BestFinder, next_finder: BestFinder) -> None:
        """Take ownership of the table and the finders, if they belong together."""
        if table is None or table.squares is None or reply_finder is None or next_finder is None:
            raise TypeError("a table and two finders")
        self.after: list[Squares] = []
        self.arms = 0
        self.reply_finder = reply_finder
        self.next_finder = next_finder
        self.table = table

    def begin(self, grids: memoryview) -> None:
        """Set the boards after the candidates: uint8, rows x columns tiles each, as for :meth:`Squares.set`."""
        if self.table is None:
            raise ValueError("a table that was never made")
        size = self.table.squares.rows * self.table.squares.columns
        if len(grids) == 0 or len(grids) % size:
            raise ValueError("whole boards")
        self.arms = 0
        while len(self.after) < len(grids) // size:
            self.after.append(self.table.squares.like())
        for arm in range(len(grids) // size):
            self.after[arm].set(bytes(grids[arm * size : arm * size + size]))
        self.arms = len(grids) // size

    def roll(
        self,
        unseen: memoryview,
        kept: memoryview,
        draws: memoryview,
        returned: memoryview,
        held: int,
        holdings: memoryview,
        weights: memoryview,
        before: memoryview,
        plies: int,
        seed: int,
        first: int,
        rows: memoryview,
    ) -> None:
        """Run iterations ``first``, ``first + 1`` and so on of all candidates.

        ``rows``: int64, flat: a row of FIELDS for each iteration of the first candidate, then of the second, and
        so on.

        ``unseen``: 64 counts by tile number: the tiles that the player did not see before the candidate. ``kept``,
        ``returned``: 64 counts for each candidate: the tiles that the player keeps, and those that an exchange
        returns to the bag.

        ``draws``: int64, number of tiles that the player draws after each candidate; ``held``: number of tiles on
        the opponent's rack.

        ``holdings``: rows of HOLDING bytes, tiles that the opponent may hold. A row is chosen at random by its
        weight; no rows mean that nothing is known. ``weights``: float64, cumulative weights of these rows.

        ``before``: int64, the numbers of BEFORE, after each candidate.

        Raises the error that stopped a search.
        """
        total = 0
        arms = self.arms
        if self.table is None or arms == 0:
            raise ValueError("a table that was never made, or without boards")
        number = len(rows) // (FIELDS * arms)
        if len(unseen) != 64 or len(kept) != 64 * arms or len(returned) != 64 * arms or len(draws) != arms:
            raise ValueError("64 counts of tiles, and a number of draws, for each candidate")
        if number == 0 or len(rows) != FIELDS * arms * number:
            raise ValueError("as many rows for each candidate")
        if not (0 <= plies <= MOST_PLIES and first >= 0 and len(before) == BEFORE * arms):
            raise ValueError("a number of turns")
        for at in range(BEFORE * arms):
            if not 0 <= before[at] < 1 << 20:
                raise ValueError("a number of turns")
        if len(holdings) != HOLDING * len(weights):
            raise ValueError("a weight for each set of tiles")
        for tile in range(64):
            total += unseen[tile]
            if unseen[tile] and not is_rack_tile(self.table.squares.letters, tile):
                raise ValueError("a tile outside the alphabet")
        for arm in range(arms):
            self._check(total, kept[64 * arm : 64 * arm + 64], draws[arm], returned[64 * arm : 64 * arm + 64], held)
        for row in range(len(weights)):
            if not self._may_hold(unseen, held, holdings[row * HOLDING : row * HOLDING + HOLDING]):
                raise ValueError("the opponent cannot hold these tiles")
            if not weights[row] > (weights[row - 1] if row else 0.0):
                raise ValueError("weights above 0, added up")
        self._start()
        with cython.nogil:
            for at in range(number * arms):
                arm = at % arms
                row = arm * number + at // arms
                self.state = (seed ^ split_mix(first + at // arms)) & LOW_64
                self._deal(
                    unseen,
                    kept[64 * arm : 64 * arm + 64],
                    draws[arm],
                    returned[64 * arm : 64 * arm + 64],
                    held,
                    holdings,
                    weights,
                )
                self._set_board(arm)
                self.table.zeros, self.table.passes = before[BEFORE * arm], before[BEFORE * arm + 1]
                self.table.idle = before[BEFORE * arm + 2]
                self.table.exchanges[0] = before[BEFORE * arm + 3]
                self.table.exchanges[1] = before[BEFORE * arm + 4]
                if not self._play(plies, rows[row * FIELDS : row * FIELDS + FIELDS]):
                    break
        self.table.raise_failure()
        self.reply_finder.raise_failure()
        self.next_finder.raise_failure()

    def _check(self, total: int, kept: memoryview, draws: int, returned: memoryview, held: int) -> None:
        """Raise ValueError if a candidate's tiles cannot be dealt; ``total``: the number of unseen tiles."""
        more = 0
        back = 0
        for tile in range(64):
            more += kept[tile]
            back += returned[tile]
            if (kept[tile] or returned[tile]) and not is_rack_tile(self.table.squares.letters, tile):
                raise ValueError("a tile outside the alphabet")
        size = self.table.rack_size
        if not (0 <= draws <= size and 0 <= held <= size and held + draws <= total and more + draws <= size):
            raise ValueError("more tiles than there are, or than a rack holds")
        if total + back > MOST_TILES_IN_BAG:
            raise ValueError("more tiles than a bag holds")

    def _start(self) -> None:
        """Make the finders ready. Raises ValueError if they cannot play on the squares."""
        self.table.start()
        for finder in (self.reply_finder, self.next_finder):
            if not finder.plays_on(self.table.squares, self.table.rack_size):
                raise ValueError("finders and squares of two lexicons, or too small for the racks")
            finder.start()
            finder.remembers = True
            finder.knows_rack = False

    def _set_board(self, arm: int) -> None:
        """Set the board to that after a candidate."""
        with cython.gil:
            self.table.squares.copy(self.after[arm])

    def _may_hold(self, unseen: memoryview, held: int, holding: memoryview) -> bool:
        """Return whether the opponent may hold these tiles, given the counts of unseen tiles."""
        if holding[0] > held or holding[0] > 16:
            return False
        for at in range(holding[0]):
            copies = 0
            for other in range(at + 1):
                copies += holding[1 + other] == holding[1 + at]
            if holding[1 + at] > 63 or copies > unseen[holding[1 + at]]:
                return False
        return True

    def _deal(
        self,
        unseen: memoryview,
        kept: memoryview,
        draws: int,
        returned: memoryview,
        held: int,
        holdings: memoryview,
        weights: memoryview,
    ) -> None:
        """Deal the tiles of an iteration."""
        row = -1
        if len(weights):
            row = self._choose(weights)
        for tile in range(64):
            self.table.racks[tile] = kept[tile]
            self.table.racks[64 + tile] = 0
        if row >= 0:
            for at in range(holdings[row * HOLDING]):
                self.table.racks[64 + holdings[row * HOLDING + 1 + at]] += 1
            held -= holdings[row * HOLDING]
        self.table.left = 0
        for tile in range(64):
            for _copy in range(unseen[tile] - self.table.racks[64 + tile]):
                self.table.bag[self.table.left] = tile
                self.table.left += 1
        self._shuffle()
        self.table._draw(1, held, self.drawn_tiles)
        self.table._draw(0, draws, self.drawn_tiles)
        for tile in range(64):
            for _copy in range(returned[tile]):
                # Insert each at a random position in the bag.
                at = self._below(self.table.left + 1)
                self.table.bag[self.table.left] = self.table.bag[at]
                self.table.bag[at] = tile
                self.table.left += 1

    def _play(self, plies: int, row: memoryview) -> bool:
        """Play the turns of an iteration and write its row; return False if the search was stopped."""
        gain = leftover = number = 0
        if not cython.compiled:
            leaves = [0, 0]
        self.table.used = 0
        self.table.out = -1
        leaves[0] = leaves[1] = 0
        for at in range(plies * self.table.left):
            self.chances[at] = (self._next() >> 11) * 1.1102230246251565e-16
        if self.table.left == 0 and self.table._is_empty(0):
            self.table.out = 0
        while number < plies and self.table.out < 0 and not self.table._given_up():
            player = 1 - number % 2
            if number == 0:
                reason = self.table._take_turn(self.reply_finder, 1, self.chances, self.turn)
            elif number == 1:
                reason = self.table._take_turn(self.next_finder, 0, self.chances, self.turn)
            elif player:
                reason = self.table._take_turn(self.table.second, 1, self.chances, self.turn)
            else:
                reason = self.table._take_turn(self.table.first, 0, self.chances, self.turn)
            if reason < 0:
                return False
            score = self._number_at(8)
            gain += -score if player else score
            leaves[player] = 0
            # With an empty bag, no tiles will be drawn to a leave, so that it is worth nothing.
            if self.turn[0] != PASS and self.turn[7]:
                leaves[player] = self._number_at(12) - 1000 * score
            number += 1
        leftover = leaves[0] - leaves[1]
        row[0] = gain
        row[1] = leftover
        row[2] = self.table.out
        row[3] = self.table.out < 0 and self.table._given_up()
        row[4] = self.table._left_on(0)
        row[5] = self.table._left_on(1)
        row[6] = self.table.left + self._held_by(number % 2)
        row[7] = number
        return True

    def _held_by(self, opponent: int) -> int:
        """Return the number of tiles on the rack of the player (0) or of the opponent (1)."""
        number = 0
        for tile in range(64):
            number += self.table.racks[64 * opponent + tile]
        return number

    def _number_at(self, at: int) -> int:
        """Return the 4-byte number at an offset of the turn's record."""
        number = 0
        for byte in range(4):
            # Use 64 bits: shifted in a C int, the fourth byte could set the sign.
            part = self.turn[at + byte]
            number |= part << 8 * byte
        return number - (number >> 31 << 32)

    def _shuffle(self) -> None:
        """Shuffle the bag."""
        for last in range(self.table.left - 1, 0, -1):
            other = self._below(last + 1)
            tile = self.table.bag[last]
            self.table.bag[last] = self.table.bag[other]
            self.table.bag[other] = tile

    def _choose(self, weights: memoryview) -> int:
        """Return a row chosen at random in proportion to its weight."""
        low = 0
        high = len(weights) - 1
        wanted = (self._next() >> 11) * 1.1102230246251565e-16 * weights[high]
        while low < high:
            middle = (low + high) // 2
            if weights[middle] > wanted:
                high = middle
            else:
                low = middle + 1
        return low

    def _below(self, stop: int) -> int:
        """Return a random number from 0 to below ``stop``, which must be small, by scaling 32 random bits."""
        return (self._next() >> 32) * stop >> 32

    def _next(self) -> int:
        """Return the next random number of 64 bits."""
        self.state = (self.state + self.step) & LOW_64
        return split_mix(self.state)
