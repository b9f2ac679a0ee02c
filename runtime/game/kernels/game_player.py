"""Kernel: whole games of two players who each choose the best of every position.

A game is a bag, shuffled by numbers that the caller gives, and turns until a player is out, or the rules end it
because nobody scores. The games equal those of :mod:`lexkit.players.autoplay.match` turn for turn. All that the caller
needs to follow a game is written: a record of :data:`TURN` bytes for each turn, and the tiles that each player began
with. Games are played without Python's lock.

Guaranteed: records are written only into the room that the caller gives; a game that needs more room, or more numbers
for shuffling, says so and ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from .best_move import BestFinder
    from .shared_types import bytes_from, is_rack_tile, meta_of, only_once, tiles_of
    from .squares import Squares

    #: Bytes of a turn's record: kind; number of tiles played or exchanged; number drawn; row; column; direction;
    #: number of tiles on the rack; number in the bag (at most 255); 4 bytes each for score and worth; 16 each for the
    #: tiles played or exchanged, the tiles drawn, and the rack before the turn.
    TURN = 64
    #: Kinds of turns.
    PASS, PLACEMENT, EXCHANGE = 0, 1, 2
    #: Returned instead of a number of turns: the game ran out of chances or of room, or the search was stopped.
    MORE_CHANCES, MORE_ROOM, STOPPED = -1, -2, -3
    #: Stored instead of the player who went out: scoreless turns, or passes, ended the game.
    ZEROS, PASSES = -1, -2
    #: Maximum number of tiles in the bag.
    MOST_TILES_IN_BAG = 2048
    #: Cost of keeping tiles when the bag is empty, in thousandths of a point, besides twice their points.
    KEPT_COST = 10000
    #: Maximum number of candidates to play out.
    MOST_TRIES = 32


class GamePlayer:
    """Table for two players: their finders of moves, a board, a bag and two racks."""

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
        """Take the squares, the players' finders and the rules of :class:`lexkit.Rules`.

        ``squares``, ``first`` and ``second`` must not be shared with another table. ``both``: play an empty board
        down as well. ``patience``: number of scoreless turns in a row after which players stop exchanging, 0 for
        no limit.

        ``first_tries``, ``second_tries``: number of candidates that each player plays out when the bag is empty,
        at most MOST_TRIES. They are played out on ``ahead``, an unshared table of the same kind whose players play
        by equity.
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
        """Take ``ahead`` as the table to look ahead on, if it fits these squares."""
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
        """Play games, one for each row of ``ends``. All arrays are flat, with their rows one after another.

        ``tiles``: uint8, the numbers of all tiles, as the bag is filled.

        ``chances``: float64 from 0 to below 1, the same number for each game.

        ``begins``: the player who begins the first game, 0 or 1; then the players alternate.

        ``turns``: uint8, filled with a record of TURN bytes for each turn of all games.

        ``held``: uint8, rows of 32, filled with the tiles that each player begins with, then zeros.

        ``ends``: int64, rows of 6: the number of turns, or the reason why there is none; each player's score
        before the end; the points left on each rack; the player who went out, or ZEROS or PASSES.

        A game that cannot be finished is the last one; its end is also written for the games after it. Raises the
        error that stopped a search.
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
        """Make the finders ready, here and on ``ahead``. Raises ValueError if they cannot play on the squares."""
        if not (
            self.first.plays_on(self.squares, self.rack_size) and self.second.plays_on(self.squares, self.rack_size)
        ):
            raise ValueError("finders and squares of two lexicons, or too small for the racks")
        self.first.start()
        self.second.start()
        if self.ahead is not None:
            self.ahead.start()

    def raise_failure(self) -> None:
        """Raise the error that stopped a finder, if there is one."""
        self.first.raise_failure()
        self.second.raise_failure()
        if self.ahead is not None:
            self.ahead.raise_failure()

    def _play_game(
        self, tiles: memoryview, chances: memoryview, player: int, turns: memoryview, held: memoryview
    ) -> int:
        """Play one game; return its number of turns, or the reason why it was not finished."""
        number = 0
        self.used = 0
        self.zeros = self.passes = self.idle = 0
        self.out = ZEROS
        self.left = len(tiles)
        for at in range(self.left):
            self.bag[at] = tiles[at]
        if not self._shuffle(chances):
            return MORE_CHANCES
        self.squares.load(bytes_from(self.empty, 0))
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
        """Return whether the game ends because no player scores."""
        if self.pass_turns and self.passes >= self.pass_turns:
            return True
        return (
            self.zero_turns > 0
            and self.zeros >= self.zero_turns
            and (self.empty_board_ends or self.squares.tiles_down > 0)
        )

    def _may_exchange(self, player: int) -> bool:
        """Return whether a player may exchange tiles and has not stopped exchanging."""
        if self.left == 0 or self.left < self.exchange_minimum or (self.patience and self.idle >= self.patience):
            return False
        return self.exchange_limit == 0 or self.exchanges[player] < self.exchange_limit

    def _take_turn(self, finder: BestFinder, player: int, chances: memoryview, turn: memoryview) -> int:
        """Play the best move, else exchange, else pass; return 0, or the reason why the game cannot go on."""
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
            finder.answer(self.squares, bytes_from(self.racks, 64 * player), self.both)
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
        """Set a finder's unseen tiles to those the player does not see, if its leave values adapt to them."""
        if finder.leaves is None or not finder.leaves.adapts:
            return
        for at in range(64):
            finder.leaves.unseen[at] = self.racks[64 * (1 - player) + at]
        for at in range(self.left):
            tile = self.bag[at]
            finder.leaves.unseen[tile] = finder.leaves.unseen[tile] + 1

    def _look_ahead(self, finder: BestFinder, player: int, chances: memoryview) -> bool:
        """Find the candidate that gains most when both play on by equity; return False if the search was stopped.

        Of equal gains, the candidate of highest equity is chosen. The bag is empty, so that the unseen tiles are
        the opponent's rack.
        """
        best = 0
        most = 0
        finder.wanted = self.tries[player]
        finder.answer(self.squares, bytes_from(self.racks, 64 * player), self.both)
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
        """Play a move on ``ahead``, then the rest of the game; return False if the search was stopped.

        The game ends when a player is out, or after two passes.
        """
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
        """Return how much more a player has gained than the opponent, by score and by the tiles left."""
        other = 1 - player
        gain = self.scores[player] - self.scores[other]
        if self.out == player:
            return gain + 2 * self._left_on(other)
        if self.out == other:
            return gain - 2 * self._left_on(player)
        return gain + self._left_on(other) - self._left_on(player)

    def _place(self, player: int, meta: int, tiles: int, turn: memoryview) -> None:
        """Play a move and write its turn."""
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
        """Exchange the tiles that the finder chose; return False if the chances ran out.

        A finder without leave values exchanges as many tiles as allowed, lowest tile numbers first.
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
        """Write a player's rack, sorted, and its number of tiles into the turn's record."""
        count = 0
        for tile in range(64):
            for _copy in range(self.racks[64 * player + tile]):
                turn[48 + count] = tile
                count += 1
        turn[6] = count
        turn[7] = min(self.left, 255)

    def _write_number(self, turn: memoryview, at: int, number: int) -> None:
        """Write a number in four bytes, as two's complement."""
        for byte in range(4):
            turn[at + byte] = number >> 8 * byte & 255

    def _draw(self, player: int, wanted: int, drawn: memoryview) -> int:
        """Draw tiles, as many as wanted or left in the bag, write them to ``drawn`` and return their number."""
        count = 0
        while count < wanted and self.left:
            self.left -= 1
            drawn[count] = self.bag[self.left]
            self.racks[64 * player + self.bag[self.left]] += 1
            count += 1
        return count

    def _shuffle(self, chances: memoryview) -> bool:
        """Shuffle the bag as :class:`lexkit.Bag` does; return False if there are too few chances."""
        if self.left > 1 and len(chances) - self.used < self.left - 1:
            return False
        for last in range(self.left - 1, 0, -1):
            other = cython.cast(cython.Py_ssize_t, chances[self.used] * (last + 1))
            # A chance is from 0 to below 1. Clamp any other number to an index inside the bag.
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
        """Return the points of the tiles left on a rack."""
        points = 0
        for tile in range(64):
            points += self.racks[64 * player + tile] * self.first.values[tile]
        return points
