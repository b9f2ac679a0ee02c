"""Minimax over the plays of the most promising combinations: two plies, and four when the bag is empty.

    Enos(seed=1, subsets=300).choose(situation)

A position's plays are those whose word comes from one of the ``subsets`` best combinations
(:mod:`.promising_subsets`): the combinations are looked up in the table of words (:func:`.spelled_by`), and the
words are placed by the library's generator, which gives the same plays as trying each word on each line. Of these, the
plays of the highest scores are searched. The opponent's rack is a likely one of the unseen tiles; when the bag is
empty, it is known.

The value of a line is what the player scores, less what the opponent scores, and what going out gains. Enos adds "a
simple heuristic based on the comparative scores of the hands", of which no more is said.

Guaranteed: a choice depends on the lexicon, the seed, the squares and the rack alone.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ....errors import QueryError, require_whole
from ...game.move import Snapshot
from ...game.move_finder import Finder, finder_for
from ...game.moves import order
from ...game.rack import Rack, tiles_of
from ...game.rules import OUT_SWING, count_unseen
from ...game.text.notation import BLANK, LETTERS
from ..evaluation import Choice, Evaluation, choose_without_moves, held_by_opponent
from ..levels import words_of
from .promising_subsets import KEYS, Spelled, best_combinations, combination_keys, spelled_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...automaton.index import Index
    from ...game.board import Board
    from ...game.move import Move
    from ...game.moves import Moves
    from ...game.rules import Rules
    from ..evaluation import Situation

#: Combinations looked up, the paper's m, and at most.
SUBSETS: Final = 1000
_MOST_SUBSETS: Final = 10_000_000
#: How many plays are searched at each ply: of two, and of the four of an endgame, of which the last counts the best.
_WIDTHS: Final = (12, 1)
_LAST_WIDTHS: Final = (8, 5, 3, 1)
#: How the opponent's rack is guessed.
RACKS: Final = ("sampled", "likely")


class Enos(Evaluation):
    """The evaluation that plays as Enos's program does."""

    name = "enos"

    def __init__(self, seed: int | str = 0, subsets: int = SUBSETS, opponent: str = "sampled") -> None:
        """``subsets``: how many combinations are looked up; ``opponent``: its rack is ``sampled``, or ``likely``, which
        is the one nearest to the shares of the unseen tiles. Raises QueryError for others."""
        if opponent not in RACKS:
            raise QueryError("no such rack", place="opponent", expected=" or ".join(RACKS), found=repr(opponent))
        self.seed = seed
        self._subsets = require_whole(subsets, "number of subsets", 1, _MOST_SUBSETS)
        self._opponent = opponent

    def choose(self, situation: Situation) -> Choice:
        search = _Search(situation.core, situation.board, self._subsets)
        board, rack = situation.board, situation.rack
        moves, numbers = search.plays(board.grid, rack)
        if not len(numbers):
            # No word of these combinations can be placed: any other will do.
            move = situation.best_move()
            return choose_without_moves(situation, 0) if move is None else Choice(move, considered=0)
        widths = _WIDTHS if situation.bag else _LAST_WIDTHS
        other = self._other(situation)
        best = search.best(moves, numbers[: widths[0]], (rack, other), widths, last=not situation.bag)
        return Choice(moves[int(best)], considered=len(numbers))

    def _other(self, situation: Situation) -> Rack:
        """The opponent's rack: known, or guessed. Without a distribution it has no tiles."""
        rules, rack = situation.board.rules, situation.rack
        if not any(rules.distribution):
            return Rack(bytes(64), rules.alphabet)
        unseen = count_unseen(rules, situation.board.grid, rack.tiles)
        held = held_by_opponent(situation, unseen)
        if situation.bag and self._opponent == "sampled":
            chance = random.Random(f"{self.seed} {situation.board.grid.hex()} {rack.counts.hex()}")
            tiles = tiles_of(unseen)
            # Random numbers alone: every Python shuffles alike by them.
            chosen = sorted(range(len(tiles)), key=[chance.random() for _ in tiles].__getitem__)[:held]
            return Rack.of_tiles(bytes([tiles[at] for at in chosen]), rules.alphabet)
        return likely_rack(unseen, held, rules)


def likely_rack(unseen: bytes, held: int, rules: Rules) -> Rack:
    """The rack nearest to the shares of these tiles: of each its whole share, then the largest remainders."""
    total = max(1, sum(unseen))
    counts = [count * held // total for count in unseen]
    remainders = sorted(range(64), key=lambda tile: (-(unseen[tile] * held % total), tile))
    for tile in remainders[: held - sum(counts)]:
        counts[tile] += 1
    return Rack(bytes(counts), rules.alphabet)


class _Node(NamedTuple):
    """A position of the search."""

    grid: bytes
    racks: tuple[Rack, Rack]
    widths: tuple[int, ...]
    last: bool


class _Search:
    """A search of one position."""

    def __init__(self, index: Index, board: Board, subsets: int) -> None:
        self.finder: Finder = finder_for(index, board)
        self.spelled = spelled_by(index)
        self.rules = board.rules
        self.subsets = subsets

    def plays(self, grid: bytes, rack: Rack) -> tuple[Moves, NDArray[np.intp]]:
        """(all moves, the numbers of those that come from the best combinations, highest scores first)."""
        moves = self.finder.moves_at(Snapshot(self.rules, grid), rack)
        return moves, from_subsets(self.spelled, moves, self.subsets)

    def best(
        self, moves: Moves, numbers: NDArray[np.intp], racks: tuple[Rack, Rack], widths: tuple[int, ...], *, last: bool
    ) -> int:
        """The number of the best play."""
        values: list[float] = []
        for number in numbers:
            bound = max(values, default=-np.inf)
            values.append(self._value_of(moves[int(number)], racks, widths, bound, np.inf, last=last))
        # Of equal ones the first: those that cannot be better may be worth less than it says.
        return int(numbers[int(np.argmax(values))])

    def _value_of(
        self,
        move: Move,
        racks: tuple[Rack, Rack],
        widths: tuple[int, ...],
        alpha: float,
        beta: float,
        *,
        last: bool,
    ) -> float:
        """What a play comes to for who makes it, if it is between ``alpha`` and ``beta``; else a bound beyond."""
        own, other = racks[0] - move.played, racks[1]
        if last and not len(own):
            return move.score + OUT_SWING * self.rules.points_of(other.counts)
        node = _Node(move.grid_after, (other, own), widths[1:], last)
        return move.score - self._value(node, move.score - beta, move.score - alpha, passed=False)

    def _value(self, node: _Node, alpha: float, beta: float, *, passed: bool) -> float:
        """The value of a position for the player to move: negamax with alpha-beta bounds."""
        if not node.widths or not len(node.racks[0]):
            return 0.0
        moves, numbers = self.plays(node.grid, node.racks[0])
        if not len(numbers):
            own, other = node.racks
            if passed or not node.last:
                return float(self._lead_of_racks(other, own)) if node.last else 0.0
            again = _Node(node.grid, (other, own), node.widths[1:], node.last)
            return -self._value(again, -beta, -alpha, passed=True)
        best = -np.inf
        for number in numbers[: node.widths[0]]:
            value = self._value_of(
                moves[int(number)], node.racks, node.widths, -beta, -max(alpha, best), last=node.last
            )
            best = max(best, value)
            if best >= beta:
                break
        return float(best)

    def _lead_of_racks(self, other: Rack, own: Rack) -> int:
        return self.rules.points_of(other.counts) - self.rules.points_of(own.counts)


def from_subsets(spelled: Spelled, moves: Moves, most: int) -> NDArray[np.intp]:
    """The numbers of the plays whose words come from the ``most`` best combinations, the highest scores first.

    The word of such a play has all its letters from the rack, but for one at most.
    """
    snapshot, found = moves.snapshot, moves.to_numpy()
    if not len(found):
        return np.zeros(0, np.intp)
    letters = bytes(sorted(set(snapshot.grid.translate(LETTERS)) - {0}))
    combinations = best_combinations(spelled, snapshot.rules, moves.rack, letters, most)
    wanted = combinations.keys[spelled.spell(combinations.words)]
    words, _ = words_of(snapshot, found)
    from_board = np.count_nonzero(words, axis=1) - found["played"]
    tiles = found["tiles"]
    word_keys = KEYS[words].sum(axis=1, dtype=np.uint64)
    blanks = np.where(tiles & BLANK, KEYS[tiles & 63], np.uint64(0)).sum(axis=1, dtype=np.uint64)
    board = word_keys - KEYS[tiles & 63].sum(axis=1, dtype=np.uint64)
    fitting = (from_board <= 1) & np.isin(combination_keys(word_keys, blanks, board), wanted)
    by_score = order(found)
    numbers: NDArray[np.intp] = by_score[fitting[by_score]]
    return numbers
