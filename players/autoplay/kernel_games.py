"""Games of two greedy, static or positional players, played whole by a kernel.

They are the games of :class:`lexkit.Match`, turn for turn; only a record of each turn is kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import PositionError
from lexkit.base.time_limits import count_threads, look
from lexkit.runtime.game.many_positions import run_in_threads
from lexkit.runtime.game.move_finder import Worths, finder_of_rules
from lexkit.runtime.game.rack import tiles_of
from lexkit.runtime.game.referee.endings import ending_points

from ..base import idle_turns
from ..equity import worths_for

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.rules import Rules

    from ..leaves import TrainedValues

#: Record of a turn: its kind; number of tiles played or exchanged, number drawn, and which; a placement's first
#: square, direction and score; the worth of the choice, in thousandths of a point; the rack before, and the number
#: of tiles in the bag, at most 255.
TURN: Final = np.dtype(
    [
        *((name, "u1") for name in ("kind", "played", "drawn", "row", "column", "down", "held", "bag")),
        *((name, "<i4") for name in ("score", "worth")),
        *((name, "u1", (16,)) for name in ("tiles", "tiles_drawn", "rack")),
    ]
)
#: Kinds of turns.
PASS, PLACEMENT, EXCHANGE = range(3)
#: Number of games that one thread plays at a time: some 50 ms.
_GAMES: Final = 64
#: Number of turns of a game for which memory is allocated at first.
_TURNS: Final = 40
#: Maximum number of turns of all games of one call: 180 MB.
_MOST_TURNS: Final = 1 << 22


@dataclass(frozen=True)
class PlayedGames:
    """Games with successive numbers. Arrays have one row for each game, and two columns if they are by player."""

    #: Number of the first game.
    first: int
    #: Number of turns of each game, int64.
    lengths: NDArray[np.int64]
    #: Final scores, and the change of each at the end, int64, by player.
    scores: NDArray[np.int64]
    ending: NDArray[np.int64]
    #: Player who went out, -1 if scoreless turns ended the game, -2 if passes did.
    out: NDArray[np.int64]
    #: Tiles that each player began with, uint8, shape (games, 2, 16), padded with zeros.
    held: NDArray[np.uint8]
    #: Records of the turns of all games, one game after another: see TURN.
    turns: NDArray[np.void]

    def __len__(self) -> int:
        return len(self.lengths)

    def turns_of(self, game: int) -> NDArray[np.void]:
        """Return the records of the turns of a game, by its index from 0."""
        stop = int(self.lengths[: game + 1].sum())
        return self.turns[stop - int(self.lengths[game]) : stop]

    def plays_of(self, game: int) -> bytes:
        """Return the plays and exchanges of a game, with their places, as bytes: equal for games that went alike."""
        turns = self.turns_of(game)
        return b"".join([turns[name].tobytes() for name in ("kind", "played", "row", "column", "down", "tiles")])

    def players(self) -> NDArray[np.int64]:
        """Return the player of each turn, int64."""
        starts = np.cumsum(self.lengths) - self.lengths
        within = np.arange(len(self.turns)) - np.repeat(starts, self.lengths)
        begins = self.first + np.arange(len(self.lengths))
        players: NDArray[np.int64] = (within + np.repeat(begins, self.lengths)) % 2
        return players


class KernelMatch:
    """A series of games of two players, ``first`` and ``second``.

    A player is the worths of its leaves, or None for a player who counts points only. ``seed``: decides the bags of
    all games; ``paired``: see :class:`lexkit.Match`.
    """

    def __init__(
        self,
        index: Index,
        rules: Rules,
        seed: int,
        first: Worths | None = None,
        second: Worths | None = None,
        paired: bool = False,
    ) -> None:
        self.finder = finder_of_rules(index, rules)
        self.seed = seed
        self.players = first, second
        self.paired = paired

    @classmethod
    def of_static(cls, index: Index, rules: Rules, seed: int, values: TrainedValues) -> KernelMatch:
        """Return a match of two static players with these leave values."""
        worths = worths_for(values, rules.layout)
        return cls(index, rules, seed, worths, worths)

    def play(self, games: int, start: int = 0, threads: int | None = None) -> Iterator[PlayedGames]:
        """Yield games from number ``start`` on, lazily and in order, some at a time.

        ``threads``: by default one for each processor; the games are the same with any number. About 1 ms a game.
        Raises TimeLimitError when the time is up.
        """
        # Threads beyond the number of pieces have no work.
        threads = min(count_threads(threads), -(-games // _GAMES) or 1)
        tables = [Table(self) for _ in range(threads)]

        def play_some(some: slice) -> PlayedGames:
            look()
            table = tables.pop()
            try:
                return table.play(some.start, some.stop - some.start)
            finally:
                tables.append(table)

        stop = start + games
        while start < stop:
            end = min(stop, start + 4 * threads * _GAMES)
            chunks = [slice(at, min(end, at + _GAMES)) for at in range(start, end, _GAMES)]
            yield from run_in_threads(play_some, chunks, threads)
            start = end


class Table:
    """A table of one thread."""

    def __init__(self, match: KernelMatch) -> None:
        self.rules = match.finder.rules
        self.players = self.seat(match, idle_turns(self.rules))
        self.seed = match.seed
        self.tiles = tiles_of(self.rules.distribution)

    def seat(self, match: KernelMatch, patience: int) -> list[Any]:
        """Return the kernel's table, or two with swapped seats for games in pairs."""
        first, second = match.players
        tables = [match.finder.new_game_player(first, second, patience=patience)]
        if match.paired:
            tables.append(match.finder.new_game_player(second, first, patience=patience))
        return tables

    def play(self, first: int, games: int) -> PlayedGames:
        """Play the games of these numbers."""
        parts: list[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]] = []
        # Random numbers for the first shuffle and one more.
        usual = numbers, room = 2 * len(self.tiles), _TURNS
        # In pairs the player who begins sits first; the players of a call alternate in beginning.
        together = 1 if len(self.players) == 2 else games
        number, stop, some = first, first + games, together
        while number < stop:
            ends, held, turns = self.call(number, some, numbers, room)
            done = int((ends[:, 0] >= 0).sum())
            if done:
                parts.append((ends[:done], held[:done], turns[: int(ends[:done, 0].sum())]))
                number += done
                (numbers, room), some = usual, min(together, stop - number)
            else:
                # An unusually long game, alone.
                numbers, room, some = 2 * numbers, 2 * room, 1
        ends, held, turns = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        held = held.reshape(-1, 2, 16)
        if len(self.players) == 2:
            swapped = np.arange(first, stop) % 2 == 1
            for columns in (ends[:, 1:3], ends[:, 3:5], held):
                columns[swapped] = columns[swapped, ::-1]
            ends[swapped, 5] = np.where(ends[swapped, 5] < 0, ends[swapped, 5], 1 - ends[swapped, 5])
        left = ends[:, 3:5]
        out = ends[:, 5]
        each = zip(left.tolist(), out.tolist(), strict=True)
        ending = np.array([ending_points(self.rules, points, who if who >= 0 else None) for points, who in each])
        records = turns.reshape(-1).view(TURN)
        return PlayedGames(first, ends[:, 0], ends[:, 1:3] + ending, ending, out, held, records)

    def call(self, first: int, games: int, numbers: int, room: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Call the kernel for some games; return their ends, first racks and turns: see ``GamePlayer.play``."""
        if games * room > _MOST_TURNS:
            raise PositionError("the game is too long", expected=f"at most {_MOST_TURNS:,} turns", found="more")
        ends = np.zeros((games, 6), np.int64)
        held = np.zeros((games, 32), np.uint8)
        turns = np.empty((games * room, TURN.itemsize), np.uint8)
        chances = np.empty((games, numbers))
        tables = len(self.players)
        for row in range(games):
            chance = random.Random(f"{self.seed} {(first + row) // tables}").random
            chances[row] = [chance() for _ in range(numbers)]
        flat = (array.reshape(-1).data for array in (turns, held, ends))
        begins = first % 2 if tables == 1 else 0
        self.players[first % tables].play(memoryview(self.tiles), chances.reshape(-1).data, begins, *flat)
        return ends, held, turns
