"""Enos's player (2004): minimax over the plays of the most promising combinations of letters.

    Enos(seed=1, subsets=300).choose(situation)

"We rank combinations with a score composed of the sum of the bigram scores in the word to the power of e, multiplied by
the total letter scores of the word." A combination is some tiles of the rack, a letter for each blank among them, and
none or one of the letters on the board. Since letters of a combination have no order, all its pairs of letters count,
in both orders. The score of a bigram is how often it occurs in the list.

Which letters spell a word, and which go together, is computed once for a lexicon (:func:`spelled_by`). His program
hashes the set of letters and then compares how many there are of each; here the hash is of the multiset, a sum of
64-bit numbers, one for each letter, so that a table of sums says at once which words some letters spell. Two multisets
with the same sum would be taken for one, which happens once in some billion lists.

A position's plays are those whose word comes from one of the ``subsets`` best combinations. The library's generator
places the words, which gives the same plays as trying each word on each line. The plays of the highest scores are
searched, two plies, and four when the bag is empty: then the opponent's rack is known, before it is a likely one of the
unseen tiles.

The value of a line is what the player scores, less what the opponent scores, and what going out gains. Enos adds "a
simple heuristic based on the comparative scores of the hands", of which no more is said.

Guaranteed: a choice depends on the lexicon, the seed, the squares and the rack alone.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import PositionError, QueryError, require_whole
from ...limits import LEAST_TO_SORT, look
from ..game.move import Snapshot
from ..game.move_finder import Finder, finder_for
from ..game.moves import order
from ..game.rack import Rack, tiles_of
from ..game.rules import OUT_SWING, Rules, count_unseen
from ..game.text.notation import BLANK, LETTERS
from .evaluation import Choice, Evaluation, choose_without_moves, held_by_opponent
from .levels import STEP, mix, words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index
    from ..game.board import Board
    from ..game.move import Move
    from ..game.moves import Moves
    from ..game.rack import Rack
    from ..game.rules import Rules
    from .evaluation import Situation


#: Words read at a time.
_WORDS_AT_ONCE: Final = 1 << 15


#: A number for each tile, of which the sums tell multisets apart; 0 for none.
KEYS: Final = mix(np.arange(64, dtype=np.uint64) * STEP)


class Spelled:
    """The words of a lexicon by their letters, and how often each letter follows each.

    ``keys``: uint64, sorted: the sum of KEYS of each word; ``ranks``: int64, the words in that order; ``bigrams``:
    int64, shape (64, 64): how often the second tile follows the first in the words of the list.
    """

    def __init__(self, index: Index) -> None:
        keys = np.zeros(len(index), np.uint64)
        self.bigrams: NDArray[np.int64] = np.zeros((64, 64), np.int64)
        for start in range(0, len(index), _WORDS_AT_ONCE):
            look()
            words = index.tiles(np.array([start]), np.array([min(len(index), start + _WORDS_AT_ONCE)]))
            # A zero after each word, so that no pair of tiles reaches over its end.
            flat = np.frombuffer(b"\0".join([*words, b""]), np.uint8)
            ends = np.flatnonzero(flat == 0)
            sums = np.cumsum(KEYS[flat])
            keys[start : start + len(words)] = np.diff(sums[ends], prepend=np.uint64(0))
            pairs = flat[:-1].astype(np.intp) * 64 + flat[1:]
            self.bigrams += np.bincount(pairs, minlength=64 * 64).reshape(64, 64)
        self.bigrams[0] = self.bigrams[:, 0] = 0
        order = np.argsort(keys, kind="stable")
        self.keys: NDArray[np.uint64] = keys[order]
        self.ranks: NDArray[np.int64] = order.astype(np.int64)

    def spell(self, keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Whether the letters of each sum spell a word."""
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        spelled: NDArray[np.bool_] = self.keys[places] == keys
        return spelled

    def words(self, key: int) -> NDArray[np.int64]:
        """The ranks of the words that the letters of a sum spell."""
        wanted = np.uint64(key)
        both: Any = np.searchsorted(self.keys, wanted), np.searchsorted(self.keys, wanted, "right")
        return self.ranks[slice(*both)]


def spelled_by(index: Index) -> Spelled:
    """What is known of a lexicon, computed when it is first asked for: about 0.3 s for 250,000 words."""
    return index.remember("letters of words", Spelled)


# -- combinations -----------------------------------------------------------------------------------------

#: What tells combinations with the same letters apart: which of them are blanks, and which is the board's.
_BLANK: Final = np.uint64(0xD1342543DE82EF95)
_BOARD: Final = np.uint64(0x2545F4914F6CDD1D)
#: The most subsets of a rack, and how many are looked at between two looks at the clock. Seven tiles with two blanks
#: have some 12,000.
_MOST: Final = 1 << 18
_BLOCK: Final = 1 << 12


class _Subsets(NamedTuple):
    """The subsets of a rack: a row each of 64 counts of letters, the points, and the sum of keys of the blanks."""

    counts: NDArray[np.uint8]
    points: NDArray[np.float64]
    blanks: NDArray[np.uint64]


class Combinations(NamedTuple):
    """Combinations, best first: the sum of KEYS of the letters of each, and a number that tells it from all others."""

    words: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    scores: NDArray[np.float64]


def best_combinations(spelled: Spelled, rules: Rules, rack: Rack, board: bytes, most: int) -> Combinations:
    """The ``most`` combinations of the highest scores. ``board``: the letters on it, each once, sorted.

    Raises PositionError for a rack of too many subsets.
    """
    subsets = _subsets(rack.counts, rules)
    # Whole numbers below 2**53 throughout, so that sums are exact.
    bigrams = spelled.bigrams.astype(np.float64)
    together = bigrams + bigrams.T
    np.fill_diagonal(together, bigrams.diagonal())
    letters = np.frombuffer(b"\0" + board, np.uint8).astype(np.intp)
    values = np.array(rules.values, np.float64)[letters]
    scores = np.empty((len(subsets.counts), len(letters)))
    for start in range(0, len(scores), _BLOCK):
        look()
        block = slice(start, start + _BLOCK)
        counts = subsets.counts[block].astype(np.float64)
        # What each letter adds to a subset, and what the subset's own pairs come to.
        added = counts @ together
        inside = ((counts * added).sum(axis=1) - counts @ together.diagonal()) / 2
        scores[block] = (inside[:, None] + added[:, letters]) ** math.e * (subsets.points[block, None] + values)
        # One letter is no word.
        scores[block][counts.sum(axis=1) < 2, 0] = -1
    flat = scores.reshape(-1)
    look(LEAST_TO_SORT * len(flat))
    chosen = np.argsort(-flat, kind="stable")[: min(most, int((flat >= 0).sum()))]
    rows, columns = np.divmod(chosen, len(letters))
    words = np.empty(len(rows), np.uint64)
    for start in range(0, len(rows), _BLOCK):
        look()
        block = slice(start, start + _BLOCK)
        words[block] = subsets.counts[rows[block]].astype(np.uint64) @ KEYS
    words += KEYS[letters[columns]]
    keys = combination_keys(words, subsets.blanks[rows], KEYS[letters[columns]])
    return Combinations(words, keys, flat[chosen])


def combination_keys(
    words: NDArray[np.uint64], blanks: NDArray[np.uint64], board: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """A number for each combination: of its letters, of those that are blanks, and of the board's, as sums of KEYS."""
    keys: NDArray[np.uint64] = words + blanks * _BLANK + board * _BOARD
    return keys


@lru_cache(maxsize=2)
def _subsets(rack: bytes, rules: Rules) -> _Subsets:
    """All subsets of a rack, blanks with each letter, none twice."""
    letters = range(1, len(rules.alphabet) + 1)
    held = math.prod([rack[tile] + 1 for tile in letters])
    number = held * math.comb(len(letters) + rack[0], rack[0])
    if number > _MOST:
        raise PositionError(
            "the rack has too many subsets", place="rack", expected=f"at most {_MOST:,}", found=f"{number:,}"
        )
    look()
    plain = np.zeros((1, 64), np.uint8)
    for tile in letters:
        if rack[tile]:
            more = np.arange(rack[tile] + 1)
            plain = np.repeat(plain, len(more), axis=0)
            plain[:, tile] = np.tile(more, len(plain) // len(more))
    chosen = [some for number in range(rack[0] + 1) for some in combinations_with_replacement(letters, number)]
    blanks = np.zeros((len(chosen), 64), np.uint8)
    for row, some in enumerate(chosen):
        if row % _BLOCK == 0:
            look()
        for tile in some:
            blanks[row, tile] += 1
    counts = (plain[:, None] + blanks).reshape(-1, 64)
    values = np.zeros(64)
    values[: len(rules.points)] = rules.points
    points = ((plain @ values)[:, None] + blanks.sum(axis=1) * rules.points[0]).reshape(-1)
    keys = np.tile(blanks.astype(np.uint64) @ KEYS, len(plain))
    filled = counts.any(axis=1)
    return _Subsets(counts[filled], points[filled], keys[filled])


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
                return (
                    float(self.rules.points_of(other.counts) - self.rules.points_of(own.counts)) if node.last else 0.0
                )
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
