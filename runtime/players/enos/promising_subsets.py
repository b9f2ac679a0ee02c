"""Subsets of a rack and the board's letters, ranked by how promising they look.

"We rank combinations with a score composed of the sum of the bigram scores in the word to the power of e, multiplied by
the total letter scores of the word." A combination is some tiles of the rack, a letter for each blank among them, and
none or one of the letters on the board. Since letters of a combination have no order, all its pairs of letters count,
in both orders. The score of a bigram is how often it occurs in the list.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....errors import PositionError
from ...game.rules import Rules
from ...limits import LEAST_TO_SORT, look
from .words_of_letters import KEYS, Spelled

if TYPE_CHECKING:
    from ...game.rack import Rack

__all__ = ["Combinations", "best_combinations", "combination_keys"]

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
            "a rack of too many subsets", place="rack", expected=f"at most {_MOST:,}", found=f"{number:,}"
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
