"""The two-ply player: each play's score less the opponent's mean score in reply, over sampled racks.

Appel and Jacobson (1988, "The world's fastest Scrabble program", section 7.3) propose it: "we could do a two-ply
search, giving the opponent several different randomly selected racks. This would help us determine when a proposed
play for us leaves the board too 'open' for the opponent." They did not build it. This player does it for the plays
of the highest scores. The opponent replies with the highest score, and is dealt the same racks whatever is played.
Like theirs, the player ignores leaves; with ``values`` it adds them, for comparison.

Guaranteed: a choice depends on the seed, the squares and the rack alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from lexkit.base.checks import require_whole
from lexkit.runtime.game.move_finder import Finder, Row, finder_for, spreads_of
from lexkit.runtime.game.moves import order
from lexkit.runtime.game.rules import count_unseen
from lexkit.runtime.game.text.notation import KINDS

from .base import Choice, Strategy, choose_without_moves, count_opponent_tiles, idle_turns
from .equity import equities
from .leaves import THOUSAND
from .levels import seed_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.moves import Moves
    from lexkit.runtime.game.rules import Rules

    from .base import Situation
    from .leaves import LeaveValues

#: Default number of plays that are evaluated.
MOVES: Final = 20
#: Default number of racks that the opponent is dealt.
RACKS: Final = 20
#: Maximum of both numbers.
_MOST: Final = 10_000


class TwoPly(Strategy):
    """Strategy that chooses by a sampled two-ply search."""

    name = "two-ply"

    def __init__(
        self, seed: int | str = 0, moves: int = MOVES, racks: int = RACKS, values: LeaveValues | None = None
    ) -> None:
        """Set the number of plays to evaluate and of the opponent's racks; ``values``: leave values to add."""
        self.seed = seed
        self._number = require_whole(moves, "number of moves", 1, _MOST)
        self._racks = require_whole(racks, "number of racks", 1, _MOST)
        self._values = values
        #: Tables of the kernel that are not in use; threads share them.
        self._tables: list[tuple[Finder, Any]] = []

    @classmethod
    def named(cls, name: str, index: Index, rules: Rules, seed: int | str) -> Self:
        return cls(seed)

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        if not len(moves):
            return choose_without_moves(situation, 0)
        numbers, worths = self._candidates(situation, moves)
        if len(numbers) > 1 and any(situation.board.rules.distribution):
            worths = worths - self._replies(situation, moves, numbers)
        return Choice(moves[int(numbers[int(worths.argmax())])], considered=len(moves))

    def _candidates(self, situation: Situation, moves: Moves) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return (indices of the plays to evaluate, their own worths in points), best first."""
        found = moves.to_numpy()
        by_score = order(found)
        if self._values is None:
            numbers = by_score[: self._number]
            return numbers, found["score"][numbers].astype(np.float64)
        worths = equities(
            found, situation.rack, situation.board.grid, situation.bag, self._values, situation.board.rules
        )
        numbers = by_score[np.argsort(-worths[by_score], kind="stable")][: self._number]
        return numbers, worths[numbers] / THOUSAND

    def _replies(self, situation: Situation, moves: Moves, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the opponent's mean score after each play, less what either gains by going out."""
        rules, grid, rack = situation.board.rules, situation.board.grid, situation.rack
        unseen = count_unseen(rules, grid, rack.tiles)
        held = count_opponent_tiles(situation, unseen)
        counts = np.frombuffer(rack.counts, np.uint8)
        seed = number_of(self.seed, grid + rack.counts)
        finder, rollouts = self._table(situation)
        played = [moves[int(number)] for number in numbers]
        kept = [counts - np.bincount([*move.played.translate(KINDS)], minlength=64) for move in played]
        draws = np.array([min(len(move.played), situation.bag) for move in played], np.int64)
        # With an empty bag the opponent's rack is certain.
        rows = np.zeros((len(played), self._racks if situation.bag else 1, len(Row)), np.int64)
        rollouts.begin(memoryview(b"".join([move.grid_after for move in played])))
        rollouts.roll(
            memoryview(unseen),
            np.concatenate(kept).astype(np.uint8).data,
            draws.data,
            memoryview(bytes(64 * len(played))),
            held,
            memoryview(b""),
            np.zeros(0).data,
            np.zeros(5 * len(played), np.int64).data,
            1,
            seed,
            0,
            rows.reshape(-1).data,
        )
        self._tables.append((finder, rollouts))
        return np.array([-spreads_of(each).mean() for each in rows])

    def _table(self, situation: Situation) -> tuple[Finder, Any]:
        """Return a table of the kernel that no other thread uses."""
        finder = finder_for(situation.core, situation.board)
        while self._tables:
            table = self._tables.pop()
            if table[0] is finder:
                return table
        return finder, finder.new_rollouts(patience=idle_turns(finder.rules))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tables": []}


def number_of(seed: int | str, data: bytes) -> int:
    """Return 63 bits of a seed and of its purpose."""
    return seed_of(seed, data) >> 1
