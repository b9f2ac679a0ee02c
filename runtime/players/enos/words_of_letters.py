"""What Enos's player knows of a list: which letters spell a word, and which letters go together.

Both are computed once for a lexicon. His program hashes the set of letters and then compares how many there are of
each; here the hash is of the multiset, a sum of 64-bit numbers, one for each letter, so that a table of sums says at
once which words some letters spell. Two multisets with the same sum would be taken for one, which happens once in some
billion lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...limits import look

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...automaton.index import Index

__all__ = ["KEYS", "Spelled", "spelled_by"]

#: Words read at a time.
_BLOCK: Final = 1 << 15


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers that look random (Steele, Lea and Flood 2014, SplitMix)."""
    numbers = numbers * np.uint64(0x9E3779B97F4A7C15)
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


#: A number for each tile, of which the sums tell multisets apart; 0 for none.
KEYS: Final = _mixed(np.arange(64, dtype=np.uint64))


class Spelled:
    """The words of a lexicon by their letters, and how often each letter follows each.

    ``keys``: uint64, sorted: the sum of KEYS of each word; ``ranks``: int64, the words in that order; ``bigrams``:
    int64, shape (64, 64): how often the second tile follows the first in the words of the list.
    """

    def __init__(self, index: Index) -> None:
        keys = np.zeros(len(index), np.uint64)
        self.bigrams: NDArray[np.int64] = np.zeros((64, 64), np.int64)
        for start in range(0, len(index), _BLOCK):
            look()
            words = index.tiles(np.array([start]), np.array([min(len(index), start + _BLOCK)]))
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
