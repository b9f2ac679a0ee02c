"""Frequencies of letters and pairs of letters in a lexicon, and the number of different strings in its words.

They come from a sample of the words. The estimates of search costs use them: see :mod:`.where_to_begin`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.runtime.words.listing import words_at

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index

#: Number of words in the sample.
_SAMPLE: Final = 512
#: Weight of the frequencies that pairs would have if letters were independent: a pair that no word of the sample
#: has may occur in other words.
_UNLIKE_SAMPLE: Final = 0.1
#: Maximum number of shares that are cached.
_MOST_SHARES: Final = 4096
#: Branching of strings at the front of a word and inside, as a share of the alphabet; measured on English.
_FRONT, _INSIDE = 0.35, 0.45


@dataclass(frozen=True)
class Profile:
    """Statistics of a lexicon that estimates use.

    ``shares``: share of each tile; ``pairs[a][b]``: share of tile a before tile b among neighbours; ``before[a]``,
    ``behind[b]``: sums of the pairs with tile a in front, with tile b behind; ``front[d]``: number of different
    beginnings of d letters; ``inside[d]``: number of different strings of d letters.
    """

    shares: tuple[float, ...]
    pairs: tuple[tuple[float, ...], ...]
    before: tuple[float, ...]
    behind: tuple[float, ...]
    front: tuple[float, ...]
    inside: tuple[float, ...]
    #: Cached shares of sets of letters, and of sets next to others.
    known: dict[int | tuple[int, int, bool], float]

    def share(self, mask: int) -> float:
        """Return the share of these letters among the tiles of words."""
        share = self.known.get(mask)
        if share is None:
            share = sum([share for tile, share in enumerate(self.shares) if mask >> tile & 1])
            if len(self.known) < _MOST_SHARES:
                self.known[mask] = share
        return share

    def share_beside(self, mask: int, read: int, leftwards: bool) -> float:
        """Return the share of these letters behind one of ``read``, or in front of it. ``read`` 0 means any letter.

        Vowels stand side by side far less often than if letters did not depend on their neighbours.
        """
        if not read or read & self.letters == self.letters or mask & self.letters == self.letters:
            return self.share(mask)
        share = self.known.get((mask, read, leftwards))
        if share is None:
            near, far = _tiles_of(read & self.letters), _tiles_of(mask & self.letters)
            if leftwards:
                both = sum([self.pairs[other][tile] for tile in near for other in far])
            else:
                both = sum([self.pairs[tile][other] for tile in near for other in far])
            known = self.behind if leftwards else self.before
            whole = sum([known[tile] for tile in near])
            share = both / whole if whole else 0.0
            if len(self.known) < _MOST_SHARES:
                self.known[mask, read, leftwards] = share
        return share

    @property
    def letters(self) -> int:
        """Mask of all letters."""
        return (1 << len(self.shares)) - 2


def _tiles_of(mask: int) -> list[int]:
    return [tile for tile in range(mask.bit_length()) if mask >> tile & 1]


def profile(index: Index) -> Profile:
    """Return the lexicon's profile, computed once from a sample of its words in about 0.4 ms."""
    return index.remember("profile", _compute_profile)


def _compute_profile(index: Index) -> Profile:
    number = len(index)
    letters = len(index.alphabet)
    ranks = np.unique(np.linspace(0, max(0, number - 1), min(number, _SAMPLE)).astype(np.int64))
    words = [index.alphabet.encode(word) for word in words_at(index, ranks)]
    tiles = np.frombuffer(b"".join(words), np.uint8)
    counts = np.bincount(tiles, minlength=letters + 1) + 0.1
    counts[0] = 0.0
    shares = counts / counts.sum()
    # With a 0 behind each word, which is in no pair of letters.
    ended = np.frombuffer(b"\0".join(words), np.uint8).astype(np.intp)
    beside = np.bincount(ended[:-1] * (letters + 1) + ended[1:], minlength=(letters + 1) ** 2).astype(np.float64)
    pairs = beside.reshape(letters + 1, letters + 1)
    pairs[0], pairs[:, 0] = 0.0, 0.0
    pairs += (_UNLIKE_SAMPLE * pairs.sum() + 1.0) * np.outer(shares, shares)
    # Words that have a letter at each depth, and places in words where a string of each length begins.
    lengths = np.bincount([len(word) for word in words] or [0])
    ending = np.append(lengths, 0) * (number / max(1, len(words)))
    reaching = ending[::-1].cumsum()[::-1]
    places = reaching[::-1].cumsum()[::-1]
    return Profile(
        tuple(shares.tolist()),
        tuple(map(tuple, pairs.tolist())),
        tuple(pairs.sum(1).tolist()),
        tuple(pairs.sum(0).tolist()),
        _estimate_distinct(reaching.tolist(), letters, _FRONT),
        _estimate_distinct(places.tolist(), letters, _INSIDE),
        {},
    )


def _estimate_distinct(totals: list[float], letters: int, branching: float) -> tuple[float, ...]:
    """Estimate the number of different strings of each length from the number of all strings."""
    different = [1.0]
    for depth in range(1, len(totals)):
        possible = letters * max(1.5, branching * letters) ** (depth - 1)
        there = totals[depth]
        different.append(max(1e-9, there * possible / (there + possible)))
    return tuple(different)
