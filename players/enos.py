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
unseen tiles. With ``widths`` of three plies or more, the search also guesses the order of the bag: both players refill
their racks from it, and whoever empties a rack after the bag is out.

The value of a line is what the player scores, less what the opponent scores, and what going out gains. Enos adds "a
simple heuristic based on the comparative scores of the hands", and says no more of it: here ``hands`` times the
difference of the points on both racks where a line ends, 0 by default.

Guaranteed: a choice depends on the lexicon, the seed, the squares and the rack alone.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_whole
from lexkit.base.errors import PositionError, QueryError
from lexkit.base.time_limits import LEAST_TO_SORT, look
from lexkit.runtime.game.move import Snapshot
from lexkit.runtime.game.move_finder import Finder, finder_for
from lexkit.runtime.game.moves import order
from lexkit.runtime.game.rack import Rack, tiles_of
from lexkit.runtime.game.rules import OUT_SWING, Rules, count_unseen
from lexkit.runtime.game.text.notation import BLANK, LETTERS

from .base import Choice, Strategy, choose_without_moves, count_opponent_tiles
from .levels import STEP, mix, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.moves import Moves
    from lexkit.runtime.game.rack import Rack
    from lexkit.runtime.game.rules import Rules

    from .base import Situation


#: Number of words read at a time.
_WORDS_AT_ONCE: Final = 1 << 15


#: A number for each tile, whose sums identify multisets; 0 for no tile.
KEYS: Final = mix(np.arange(64, dtype=np.uint64) * STEP)


class Spelled:
    """Words of a lexicon by their letters, and the frequency of each pair of letters.

    ``keys``: uint64, sorted: the sum of KEYS of each word; ``ranks``: int64, the words in that order; ``bigrams``:
    int64, shape (64, 64): number of times that the second tile follows the first in the words of the list.
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
        """Return whether the letters of each sum spell a word."""
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        spelled: NDArray[np.bool_] = self.keys[places] == keys
        return spelled

    def words(self, key: int) -> NDArray[np.int64]:
        """Return the ranks of the words that the letters of a sum spell."""
        wanted = np.uint64(key)
        both: Any = np.searchsorted(self.keys, wanted), np.searchsorted(self.keys, wanted, "right")
        return self.ranks[slice(*both)]


def spelled_by(index: Index) -> Spelled:
    """Return the index of a lexicon's words, computed at its first use: about 0.3 s for 250,000 words."""
    return index.remember("letters of words", Spelled)


# -- combinations -----------------------------------------------------------------------------------------

#: Factor that marks the letters that are blanks in the key of a combination.
_BLANK: Final = np.uint64(0xD1342543DE82EF95)
#: Factor that marks the board's letter in the key of a combination.
_BOARD: Final = np.uint64(0x2545F4914F6CDD1D)
#: Maximum number of subsets of a rack. Seven tiles with two blanks have some 12,000.
_MOST: Final = 1 << 18
#: Number of subsets processed between two checks of the deadline.
_BLOCK: Final = 1 << 12


class _Subsets(NamedTuple):
    """Subsets of a rack: a row of 64 counts of letters for each, the points, and the sum of keys of the blanks."""

    counts: NDArray[np.uint8]
    points: NDArray[np.float64]
    blanks: NDArray[np.uint64]


class Combinations(NamedTuple):
    """Combinations, best first: the sum of KEYS of each one's letters, and a number that identifies it."""

    words: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    scores: NDArray[np.float64]


def best_combinations(
    spelled: Spelled, rules: Rules, rack: Rack, board: bytes, most: int, exponent: float = math.e
) -> Combinations:
    """Return the ``most`` combinations of the highest scores.

    Args:
        spelled: What is known of the lexicon.
        rules: The rules of the position.
        rack: The tiles to combine.
        board: The letters on the board, each once, sorted.
        most: The number of combinations, the paper's m.
        exponent: The power of the sum of bigram scores.

    Raises:
        PositionError: The rack has too many subsets.
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
        # The points that each letter adds to a subset, and the total of the subset's own pairs.
        added = counts @ together
        inside = ((counts * added).sum(axis=1) - counts @ together.diagonal()) / 2
        scores[block] = (inside[:, None] + added[:, letters]) ** exponent * (subsets.points[block, None] + values)
        # A single letter is not a word.
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
    """Return a number for each combination: its letters, its blanks, and the board's letter, as sums of KEYS."""
    keys: NDArray[np.uint64] = words + blanks * _BLANK + board * _BOARD
    return keys


@lru_cache(maxsize=2)
def _subsets(rack: bytes, rules: Rules) -> _Subsets:
    """Return all subsets of a rack, blanks with each letter, each once."""
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


#: Default number of combinations to look up, the paper's m.
SUBSETS: Final = 1000
#: Maximum number of combinations to look up.
_MOST_SUBSETS: Final = 10_000_000
#: Default number of plays searched at each ply, of two.
WIDTHS: Final = (12, 1)
#: Number of plays searched at each ply of an endgame, of four; the last one counts the best play.
_LAST_WIDTHS: Final = (8, 5, 3, 1)
#: Maximum number of plies.
_MOST_PLIES: Final = 8
#: Maximum number of plays at one ply.
_MOST_WIDE: Final = 10_000
#: Maximum of an exponent or a weight.
_MOST_WEIGHT: Final = 10
#: Ways to guess the opponent's rack.
RACKS: Final = ("sampled", "likely")


class Enos(Strategy):
    """Strategy that plays as Enos's program does."""

    name = "enos"

    def __init__(
        self,
        seed: int | str = 0,
        subsets: int = SUBSETS,
        opponent: str = "sampled",
        *,
        exponent: float = math.e,
        widths: Sequence[int] = WIDTHS,
        hands: float = 0,
        pruning: bool = True,
    ) -> None:
        """Set the options; the defaults are the player ``enos``.

        Args:
            seed: Decides which tiles are guessed.
            subsets: Number of combinations to look up.
            opponent: The guess at unseen tiles: ``sampled``, or ``likely``, the nearest to their shares.
            exponent: The power of a combination's sum of bigram scores.
            widths: Number of plays to search at each ply while the bag has tiles.
            hands: Worth of a point on the rack where a line ends, if the opponent holds one less. Below 0 it counts
                tiles against their holder, as the end of a game does.
            pruning: Leave out lines that the bounds rule out (alpha-beta). The choice is the same without.

        Raises:
            QueryError: An option is out of range.
        """
        if opponent not in RACKS:
            raise QueryError("no such rack", place="opponent", expected=" or ".join(RACKS), found=repr(opponent))
        self.seed = seed
        self._opponent = opponent
        self._widths = tuple(require_whole(width, "width", 1, _MOST_WIDE) for width in widths)
        require_whole(len(self._widths), "number of plies", 1, _MOST_PLIES)
        for what, number in (("exponent", exponent), ("weight of hands", hands)):
            if not math.isfinite(number) or abs(number) > _MOST_WEIGHT:
                raise QueryError(f"invalid {what}", expected=f"at most {_MOST_WEIGHT}", found=repr(number))
        self._options = _EnosOptions(
            require_whole(subsets, "number of subsets", 1, _MOST_SUBSETS), float(exponent), float(hands), pruning
        )

    @classmethod
    def named(cls, name: str, index: Index, rules: Rules, seed: int | str) -> Self:
        return cls(seed)

    def choose(self, situation: Situation) -> Choice:
        search = _EnosSearch(situation.core, situation.board, self._options)
        board, rack = situation.board, situation.rack
        moves, numbers = search.plays(board.grid, rack)
        if not len(numbers):
            # No word of these combinations can be placed: consider all plays.
            move = situation.best_move()
            return choose_without_moves(situation, 0) if move is None else Choice(move, considered=0)
        widths = self._widths if situation.bag else _LAST_WIDTHS
        other, bag = self._guess(situation)
        best = search.best(moves, numbers[: widths[0]], _MinimaxNode(board.grid, (rack, other), widths, bag))
        return Choice(moves[int(best)], considered=len(numbers))

    def _guess(self, situation: Situation) -> tuple[Rack, bytes | None]:
        """Return the opponent's rack, known or guessed, and the order of the bag: None if nobody draws.

        Without a distribution the opponent has no tiles.
        """
        rules, rack = situation.board.rules, situation.rack
        if not any(rules.distribution):
            return Rack(bytes(64), rules.alphabet), None if situation.bag else b""
        unseen = count_unseen(rules, situation.board.grid, rack.tiles)
        held = count_opponent_tiles(situation, unseen)
        if situation.bag and self._opponent == "sampled":
            chance = random.Random(f"{self.seed} {situation.board.grid.hex()} {rack.counts.hex()}")
            tiles = tiles_of(unseen)
            # Only random() is used: every Python shuffles alike by it.
            order = sorted(range(len(tiles)), key=[chance.random() for _ in tiles].__getitem__)
            guessed = bytes([tiles[at] for at in order])
            other, bag = Rack.of_tiles(guessed[:held], rules.alphabet), guessed[held:]
        else:
            other = likely_rack(unseen, held, rules)
            bag = likely_order(bytes(map(int.__sub__, unseen, other.counts)))
        if not situation.bag:
            return other, b""
        # Two plies do not reach a tile that is drawn.
        return other, bag[: situation.bag] if len(self._widths) > len(WIDTHS) else None


def likely_rack(unseen: bytes, held: int, rules: Rules) -> Rack:
    """Return the rack nearest to the shares of these tiles: each tile's whole share, then the largest remainders."""
    total = max(1, sum(unseen))
    counts = [count * held // total for count in unseen]
    remainders = sorted(range(64), key=lambda tile: (-(unseen[tile] * held % total), tile))
    for tile in remainders[: held - sum(counts)]:
        counts[tile] += 1
    return Rack(bytes(counts), rules.alphabet)


def likely_order(counts: bytes) -> bytes:
    """Return these tiles in an order in which every prefix has about their shares."""
    copies = [((copy + 0.5) / count, tile) for tile, count in enumerate(counts) for copy in range(count)]
    return bytes(tile for _, tile in sorted(copies))


class _EnosOptions(NamedTuple):
    """Options of a search."""

    subsets: int = SUBSETS
    exponent: float = math.e
    hands: float = 0.0
    pruning: bool = True


class _MinimaxNode(NamedTuple):
    """A position of the search. ``bag``: the tiles in it, in the order in which they are drawn; None: nobody draws."""

    grid: bytes
    racks: tuple[Rack, Rack]
    widths: tuple[int, ...]
    bag: bytes | None


class _EnosSearch:
    """A search of one position."""

    def __init__(self, index: Index, board: Board, options: _EnosOptions) -> None:
        self.finder: Finder = finder_for(index, board)
        self.spelled = spelled_by(index)
        self.rules = board.rules
        self.options = options

    def plays(self, grid: bytes, rack: Rack) -> tuple[Moves, NDArray[np.intp]]:
        """Return (all moves, indices of those that come from the best combinations, highest scores first)."""
        moves = self.finder.moves_at(Snapshot(self.rules, grid), rack)
        return moves, from_subsets(self.spelled, moves, self.options.subsets, self.options.exponent)

    def best(self, moves: Moves, numbers: NDArray[np.intp], node: _MinimaxNode) -> int:
        """Return the index of the best play."""
        values: list[float] = []
        for number in numbers:
            bound = max(values, default=-np.inf) if self.options.pruning else -np.inf
            values.append(self._value_of(moves[int(number)], node, bound, np.inf))
        # Among equal plays take the first: later ones may be worth less than their bound.
        return int(numbers[int(np.argmax(values))])

    def _value_of(self, move: Move, node: _MinimaxNode, alpha: float, beta: float) -> float:
        """Return the value of a play for its player if it is between ``alpha`` and ``beta``; else a bound beyond."""
        own, other = node.racks[0] - move.played, node.racks[1]
        bag = node.bag
        if bag:
            number = len(move.played)
            own, bag = own + bag[:number], bag[number:]
        if bag == b"" and not len(own):
            return move.score + OUT_SWING * self.rules.points_of(other.counts)
        after = _MinimaxNode(move.grid_after, (other, own), node.widths[1:], bag)
        return move.score - self._value(after, move.score - beta, move.score - alpha, passed=False)

    def _value(self, node: _MinimaxNode, alpha: float, beta: float, *, passed: bool) -> float:
        """Return the value of a position for the player to move: negamax with alpha-beta bounds."""
        own, other = (self.rules.points_of(rack.counts) for rack in node.racks)
        if not node.widths or not len(node.racks[0]):
            return self.options.hands * (own - other)
        moves, numbers = self.plays(node.grid, node.racks[0])
        if not len(numbers):
            if passed:
                return float(other - own) if node.bag == b"" else self.options.hands * (own - other)
            mover, waiting = node.racks
            again = _MinimaxNode(node.grid, (waiting, mover), node.widths[1:], node.bag)
            return -self._value(again, -beta, -alpha, passed=True)
        best = -np.inf
        for number in numbers[: node.widths[0]]:
            bound = max(alpha, best) if self.options.pruning else -np.inf
            best = max(best, self._value_of(moves[int(number)], node, bound, beta))
            if best >= beta:
                break
        return float(best)


def from_subsets(spelled: Spelled, moves: Moves, most: int, exponent: float = math.e) -> NDArray[np.intp]:
    """Return the indices of the plays whose words come from the ``most`` best combinations, highest scores first.

    The word of such a play has all its letters from the rack, except at most one.
    """
    snapshot, found = moves.snapshot, moves.to_numpy()
    if not len(found):
        return np.zeros(0, np.intp)
    letters = bytes(sorted(set(snapshot.grid.translate(LETTERS)) - {0}))
    combinations = best_combinations(spelled, snapshot.rules, moves.rack, letters, most, exponent)
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
