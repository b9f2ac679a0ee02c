"""Subsets of a rack and the board's letters, ranked by how promising they look.

"We rank combinations with a score composed of the sum of the bigram scores in the word to the power of e, multiplied by
the total letter scores of the word." A combination is some tiles of the rack, a letter for each blank among them, and
none or one of the letters on the board. Since letters of a combination have no order, all its pairs of letters count,
in both orders. The score of a bigram is how often it occurs in the list.

Which letters spell a word, and which go together, is computed once for a lexicon (:func:`spelled_by`). His program
hashes the set of letters and then compares how many there are of each; here the hash is of the multiset, a sum of
64-bit numbers, one for each letter, so that a table of sums says at once which words some letters spell. Two multisets
with the same sum would be taken for one, which happens once in some billion lists.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....errors import PositionError
from ....limits import LEAST_TO_SORT, look
from ...game.rules import Rules
from ..levels import STEP, mix

if TYPE_CHECKING:
    from ...automaton.index import Index
    from ...game.rack import Rack

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
