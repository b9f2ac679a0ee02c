"""Kernel: whole games of two players who each choose the best of every position.

A game is a bag, shuffled by numbers that the caller gives, and turns until a player is out, or the rules end it because
nobody scores: the rules are those of :mod:`lexkit.players.autoplay.match`, whose games these are, turn for
turn. All that the caller needs to follow a game is written: a record of :data:`TURN` bytes for each turn, and the tiles
that each player began with. Games are played without Python's lock.

Guaranteed: records are written only into the room that the caller gives; a game that needs more room, or more numbers
for shuffling, says so and ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from .best_move import BestFinder
    from .shared_types import is_rack_tile, meta_of, only_once, tiles_of
    from .squares import Squares

    #: Bytes of a turn: its kind, the number of tiles played or exchanged and of those drawn, row, column, direction,
    #: the number of tiles on the rack and of those in the bag, at most 255; the score and the worth in 4 each; 16 for
    #: the tiles, for those drawn, and for the rack before the turn.
    TURN = 64
    #: Kinds of turns.
    PASS, PLACEMENT, EXCHANGE = 0, 1, 2
    #: Instead of a number of turns: the game needs more numbers for shuffling, more room; or the search was stopped.
    MORE_CHANCES, MORE_ROOM, STOPPED = -1, -2, -3
    #: Instead of a player who is out: turns without a point, or passes, ended the game.
    ZEROS, PASSES = -1, -2
    #: Most tiles of a bag.
    MOST_TILES_IN_BAG = 2048
    #: What keeping tiles costs when the bag is empty, besides twice their points: thousandths of a point.
    KEPT_COST = 10000
    #: Most candidates to play out.
    MOST_TRIES = 32


class GamePlayer:
    """A table for two players: their finders of moves, a board, a bag, two racks."""

    def __init__(
        self,
        squares: Squares,
        first: BestFinder,
        second: BestFinder,
        rack_size: int,
        exchange_minimum: int,
        zero_turns: int,
        pass_turns: int,
        exchanges_count: bool,
        empty_board_ends: bool,
        exchange_limit: int,
        patience: int,
        both: bool,
        first_tries: int = 0,
        second_tries: int = 0,
        ahead: GamePlayer | None = None,
    ) -> None:
        """``squares``, ``first`` and ``second`` are this table's alone; ``both``: an empty board is played down too.
        ``first_tries``: how many candidates the first player plays out when the bag is empty, at most MOST_TRIES; then
        ``ahead`` is a table of the same kind, this one's alone, whose players play by equity.

        The rules are those of :class:`lexkit.Rules`; ``patience``: after so many turns in a row without a point
        players do not exchange any more, 0 for no limit.
        """
        only_once(self.squares if cython.compiled else None)  # type: ignore[has-type]
        if squares is None or first is None or second is None:
            raise TypeError("squares and two finders")
        if not 0 < rack_size <= 15:
            raise ValueError("a rack has 1 to 15 tiles")
        if not (0 <= first_tries <= MOST_TRIES and 0 <= second_tries <= MOST_TRIES):
            raise ValueError("a number of candidates")
        self.first = first
        self.second = second
        self.turn_ahead = np.zeros(TURN, np.uint8).data
        self.rack_size = rack_size
        self.exchange_minimum = exchange_minimum
        if zero_turns < 0 or pass_turns < 0 or not (zero_turns or pass_turns):
            raise ValueError("turns without a point that end a game")
        self.zero_turns = zero_turns
        self.pass_turns = pass_turns
        self.exchanges_count = exchanges_count
        self.empty_board_ends = empty_board_ends
        self.exchange_limit = exchange_limit
        self.patience = patience
        self.both = both
        self.left = 0
        self.used = 0
        self.zeros = self.passes = self.idle = 0
        self.bag = np.zeros(MOST_TILES_IN_BAG, np.uint8).data
        self.racks = np.zeros(128, np.uint8).data
        self.empty = np.zeros(squares.rows * squares.columns, np.uint8).data
        if not cython.compiled:
            self.scores, self.exchanges, self.played_on, self.tries = [0, 0], [0, 0], [0] * 16, [0, 0]
        self.tries[0], self.tries[1] = first_tries, second_tries
        self._have_ahead(squares, ahead)
        if self.ahead is None and (first_tries or second_tries):
            raise ValueError("a table to look ahead on")
        self.squares = squares

    def _have_ahead(self, squares: Squares, ahead: GamePlayer | None) -> None:
        """Have this table to look ahead on, if it fits these squares."""
        self.ahead: Any = ahead
        if ahead is None:
            return
        if ahead.squares is None or ahead.squares.nodes is not squares.nodes or ahead.rack_size != self.rack_size:
            raise ValueError("tables of two lexicons or rules")
        if ahead.squares is squares or ahead.squares.count != squares.count or ahead.squares.rows != squares.rows:
            raise ValueError("two kinds of board")

    def play(
        self, tiles: memoryview, chances: memoryview, begins: int, turns: memoryview, held: memoryview, ends: memoryview
    ) -> None:
        """Play games, one for each row of ``ends``. All arrays are flat: rows one after another.

        ``tiles``: uint8, the numbers of all tiles, as the bag is filled; ``chances``: float64, equally many for each
        game, from 0 to below 1; ``begins``: who begins the first game, 0 or 1, and then the players alternate;
        ``turns``: uint8, rows of TURN, filled with the turns of all games; ``held``: uint8, rows of 32, the tiles each
        player begins with, and zeros; ``ends``: int64, rows of 6: the number of turns, or why there are none; the
        scores before the end, by player; the points left on each rack; the player who went out, or ZEROS or PASSES.

        A game that cannot end is the last one; those after it have its end. Raises what stopped a search.
        """
        if self.squares is None or self.first is None or self.second is None:
            raise ValueError("a table that was never made")
        games = len(ends) // 6
        if len(ends) != 6 * games or len(held) != 32 * games or games == 0 or len(chances) % games:
            raise ValueError("as many ends, racks and chances as games")
        if len(turns) % TURN or len(tiles) > MOST_TILES_IN_BAG or begins not in (0, 1):
            raise ValueError("room for turns, and a bag that is not too full")
        for at in range(len(tiles)):
            if not is_rack_tile(self.squares.letters, tiles[at]):
                raise ValueError("a tile outside the alphabet")
        self.start()
        numbers = len(chances) // games
        with cython.nogil:
            room = 0
            for game in range(games):
                number = self._play_game(
                    tiles,
                    chances[game * numbers : (game + 1) * numbers],
                    (begins + game) & 1,
                    turns[room * TURN :],
                    held[game * 32 : game * 32 + 32],
                )
                ends[6 * game] = number
                if number < 0:
                    for later in range(game + 1, games):
                        ends[6 * later] = number
                    break
                room += number
                for player in range(2):
                    ends[6 * game + 1 + player] = self.scores[player]
                    ends[6 * game + 3 + player] = self._left_on(player)
                ends[6 * game + 5] = self.out  # type: ignore[has-type]
        self.raise_failure()

    def start(self) -> None:
        """Make the finders ready, here and ahead. Raises ValueError if they cannot play on the squares."""
        if not (
            self.first.plays_on(self.squares, self.rack_size) and self.second.plays_on(self.squares, self.rack_size)
        ):
            raise ValueError("finders and squares of two lexicons, or too small for the racks")
        self.first.start()
        self.second.start()
        if self.ahead is not None:
            self.ahead.start()

    def raise_failure(self) -> None:
        """Raise what stopped a finder, if anything did."""
        self.first.raise_failure()
        self.second.raise_failure()
        if self.ahead is not None:
            self.ahead.raise_failure()

    def _play_game(
        self, tiles: memoryview, chances: memoryview, player: int, turns: memoryview, held: memoryview
    ) -> int:
        """Play one game; give its number of turns, or why it did not end."""
        number = 0
        self.used = 0
        self.zeros = self.passes = self.idle = 0
        self.out = ZEROS
        self.left = len(tiles)
        for at in range(self.left):
            self.bag[at] = tiles[at]
        if not self._shuffle(chances):
            return MORE_CHANCES
        self.squares.load(self.empty)
        for at in range(128):
            self.racks[at] = 0
        for other in range(2):
            self.scores[other] = self.exchanges[other] = 0
            self._draw(other, self.rack_size, held[16 * other : 16 * other + 16])
        while self.out < 0 and not self._given_up():
            if (number + 1) * TURN > len(turns):
                return MORE_ROOM
            turn = turns[number * TURN : number * TURN + TURN]
            if player:
                reason = self._take_turn(self.second, player, chances, turn)
            else:
                reason = self._take_turn(self.first, player, chances, turn)
            if reason < 0:
                return reason
            number += 1
            player = 1 - player
        if self.out < 0 and self.pass_turns and self.passes >= self.pass_turns:
            self.out = PASSES
        return number

    def _given_up(self) -> bool:
        """Whether the game ends because no player scores."""
        if self.pass_turns and self.passes >= self.pass_turns:
            return True
        return (
            self.zero_turns > 0
            and self.zeros >= self.zero_turns
            and (self.empty_board_ends or self.squares.tiles_down > 0)
        )

    def _may_exchange(self, player: int) -> bool:
        """Whether a player may exchange tiles, and has not given it up."""
        if self.left == 0 or self.left < self.exchange_minimum or (self.patience and self.idle >= self.patience):
            return False
        return self.exchange_limit == 0 or self.exchanges[player] < self.exchange_limit

    def _take_turn(self, finder: BestFinder, player: int, chances: memoryview, turn: memoryview) -> int:
        """Play the best move, else exchange, else pass; give 0, or why the game cannot go on."""
        for at in range(TURN):
            turn[at] = 0
        self._write_rack(player, turn)
        finder.kept = 0
        finder.forget(0)
        finder.bag = self.left
        finder.exchangeable = 0
        if self._may_exchange(player):
            finder.exchangeable = min(self.left, turn[6])
        finder.kept_cost = KEPT_COST
        finder.out_worth = 2000 * self._left_on(1 - player)
        if self.tries[player] and self.left == 0:
            if not self._look_ahead(finder, player, chances):
                return STOPPED
        else:
            self._tell_unseen(finder, player)
            finder.answer(self.squares, self.racks[64 * player : 64 * player + 64], self.both)
        if finder.failed:
            return STOPPED
        if finder.found():
            self._place(player, meta_of(finder.memory, 0), tiles_of(finder.memory, 0), turn)
            self._write_number(turn, 12, finder.best_worth)
        elif finder.exchangeable:
            if not self._exchange(finder, player, chances, turn):
                return MORE_CHANCES
        else:
            self.zeros += 1
            self.idle += 1
            self.passes += 1
        return 0

    def _tell_unseen(self, finder: BestFinder, player: int) -> None:
        """Tell a finder which tiles a player does not see, if that makes a difference."""
        if finder.leaves is None or not finder.leaves.adapts:
            return
        for at in range(64):
            finder.leaves.unseen[at] = self.racks[64 * (1 - player) + at]
        for at in range(self.left):
            tile = self.bag[at]
            finder.leaves.unseen[tile] = finder.leaves.unseen[tile] + 1

    def _look_ahead(self, finder: BestFinder, player: int, chances: memoryview) -> bool:
        """Find the candidate after which the player gains most, if both play by equity; False if it was stopped.

        Of equal ones the one of the highest equity. The bag is empty: what is not seen is the opponent's rack.
        """
        best = 0
        most = 0
        finder.wanted = self.tries[player]
        finder.answer(self.squares, self.racks[64 * player : 64 * player + 64], self.both)
        finder.wanted = 0
        for at in range(finder.listed if finder.listed > 1 else 0):
            if not self._play_out(player, finder.listed_metas[at], finder.listed_tiles[at], chances):
                return False
            gain = self.ahead._gained(player)
            if at == 0 or gain > most:
                most = gain
                best = at
        if finder.listed:
            finder.choose(best)
        return True

    def _play_out(self, player: int, meta: int, tiles: int, chances: memoryview) -> bool:
        """Play a move on the table ahead, and on until a player is out or neither can play; False if it was stopped."""
        other = player
        self.ahead.squares.copy(self.squares)
        for at in range(128):
            self.ahead.racks[at] = self.racks[at]
        self.ahead.left = 0
        self.ahead.out = ZEROS
        self.ahead.scores[0] = self.ahead.scores[1] = 0
        self.ahead._place(player, meta, tiles, self.turn_ahead)
        while self.ahead.out < 0 and self.ahead.passes < 2:
            other = 1 - other
            if other:
                reason = self.ahead._take_turn(self.ahead.second, 1, chances, self.turn_ahead)
            else:
                reason = self.ahead._take_turn(self.ahead.first, 0, chances, self.turn_ahead)
            if reason < 0:
                return False
        return True

    def _gained(self, player: int) -> int:
        """How much more a player has gained than the other, by points and by what is left."""
        other = 1 - player
        gain = self.scores[player] - self.scores[other]
        if self.out == player:
            return gain + 2 * self._left_on(other)
        if self.out == other:
            return gain - 2 * self._left_on(player)
        return gain + self._left_on(other) - self._left_on(player)

    def _place(self, player: int, meta: int, tiles: int, turn: memoryview) -> None:
        """Play a move."""
        row, column, count, down = meta >> 32 & 255, meta >> 40 & 255, meta >> 48 & 255, meta >> 56 & 1
        low = 0xFFFFFFFF
        score = meta & low
        turn[0] = PLACEMENT
        turn[1] = count
        turn[3] = row
        turn[4] = column
        turn[5] = down
        self._write_number(turn, 8, score)
        number = column if down else row
        square = row if down else column
        line = self.squares.line(down, number)
        for at in range(count):
            tile = tiles >> 8 * at & 255
            while line[square].tile:
                square += 1
            turn[16 + at] = tile
            if down:
                self.squares.cover(square, number, tile)
            else:
                self.squares.cover(number, square, tile)
            self.played_on[at] = square
            self.racks[64 * player + (0 if tile & 128 else tile)] -= 1
        for at in range(count):
            square = self.played_on[at]
            self.squares.look_around(down, number, square)
            self.squares.look_around(1 - down, square, number)
        self.scores[player] += score
        self.zeros = 0 if score else self.zeros + 1
        self.idle = 0 if score else self.idle + 1
        self.passes = 0
        turn[2] = self._draw(player, count, turn[32:48])
        if self.left == 0 and self._is_empty(player):
            self.out = player

    def _exchange(self, finder: BestFinder, player: int, chances: memoryview, turn: memoryview) -> bool:
        """Exchange what the finder chose; False if chances ran out.

        One that weighs no leaves has as many tiles exchanged as may be, those of low numbers first.
        """
        count = 0
        turn[0] = EXCHANGE
        for tile in range(64):
            copies = finder.leaves.exchanged[tile] if finder.leaves is not None else self.racks[64 * player + tile]
            while copies and count < finder.exchangeable:
                copies -= 1
                self.racks[64 * player + tile] -= 1
                turn[16 + count] = tile
                count += 1
        if finder.leaves is not None:
            self._write_number(turn, 12, finder.best_worth)
        turn[1] = count
        turn[2] = self._draw(player, count, turn[32:48])
        for at in range(count):
            self.bag[self.left] = turn[16 + at]
            self.left += 1
        if self.exchanges_count:
            self.zeros += 1
        self.idle += 1
        self.passes = 0
        self.exchanges[player] += 1
        return self._shuffle(chances)

    def _write_rack(self, player: int, turn: memoryview) -> None:
        """Write the rack of a player, sorted, and the number of its tiles."""
        count = 0
        for tile in range(64):
            for _copy in range(self.racks[64 * player + tile]):
                turn[48 + count] = tile
                count += 1
        turn[6] = count
        turn[7] = min(self.left, 255)

    def _write_number(self, turn: memoryview, at: int, number: int) -> None:
        """Write a number into four bytes, in two's complement."""
        for byte in range(4):
            turn[at + byte] = number >> 8 * byte & 255

    def _draw(self, player: int, wanted: int, drawn: memoryview) -> int:
        """Draw tiles, as many as there are, and write them; give their number."""
        count = 0
        while count < wanted and self.left:
            self.left -= 1
            drawn[count] = self.bag[self.left]
            self.racks[64 * player + self.bag[self.left]] += 1
            count += 1
        return count

    def _shuffle(self, chances: memoryview) -> bool:
        """Shuffle the bag as :class:`lexkit.Bag` does; False if there are too few chances."""
        if self.left > 1 and len(chances) - self.used < self.left - 1:
            return False
        for last in range(self.left - 1, 0, -1):
            other = cython.cast(cython.Py_ssize_t, chances[self.used] * (last + 1))
            # A chance is from 0 to below 1; any other number stays inside the bag.
            other = max(0, min(last, other))
            self.used += 1
            tile = self.bag[last]
            self.bag[last] = self.bag[other]
            self.bag[other] = tile
        return True

    def _is_empty(self, player: int) -> bool:
        for tile in range(64):
            if self.racks[64 * player + tile]:
                return False
        return True

    def _left_on(self, player: int) -> int:
        """The points of the tiles left on a rack."""
        points = 0
        for tile in range(64):
            points += self.racks[64 * player + tile] * self.first.values[tile]
        return points
