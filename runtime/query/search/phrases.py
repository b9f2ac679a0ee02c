"""Anagrams of several words: all sets of words whose letters together are exactly the letters given.

What Appel and Jacobson (1988) also used their automaton for. There may be millions, so they are given as they are
found: those with the fewest words first, and of these in the order of the search, which goes on with the rarest letter.
The order is the same each time. Memory is bounded by the words that fit into the letters, whatever the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ....errors import AlphabetError, QueryError, QuerySyntaxError
from ....formats.layout import MAX_LENGTH
from ...limits import look
from ...words.words import words_at
from .kernels.phrase_parts import Parts
from .kernels.phrase_search import Search

if TYPE_CHECKING:
    from ...automaton.index import Index
    from ...lexicon import Lexicon

__all__ = ["MAX_BLANKS", "Phrases"]

#: Most blanks: the search is made once for each choice of letters that they stand for.
MAX_BLANKS: Final = 2
#: Words found at a time, sets given at a time, steps of a search between two looks at signals (about 10 ms).
_WORDS: Final = 4096
#: Most words that can be parts of a phrase, many times what a list has; and calls to find them, of 20 ms at most.
_MOST_PARTS: Final = 1 << 24
_MOST_CALLS: Final = _MOST_PARTS // _WORDS
_SETS: Final = 1024
#: Words whose letters are packed at a time.
_BLOCK: Final = 1 << 16
_STEPS: Final = 1 << 20

_Counts = NDArray[np.uint8]


class Phrases:
    """All sets of words with exactly these letters: iterable, each a tuple of words in ascending order.

    A word may stand twice in a set if there are letters for it. Made by :meth:`lexkit.Lexicon.phrases`.
    """

    def __init__(
        self,
        index: Index,
        text: str,
        words: int | tuple[int, int] | None = None,
        shortest: int = 1,
        longest: int | None = None,
        using: str | Iterable[str] = (),
    ) -> None:
        self.core = index
        self.text = text
        self.tiles, self.blanks = _letters(index, text)
        letters = len(self.tiles) + self.blanks
        if not 0 < letters <= MAX_LENGTH:
            raise QueryError("a phrase has letters", expected=f"1 to {MAX_LENGTH} of them", found=letters)
        if self.blanks > MAX_BLANKS:
            raise QueryError("too many blanks for a phrase", expected=f"at most {MAX_BLANKS}", found=self.blanks)
        fewest, most = (1, letters) if words is None else _range(words)
        longest = max(letters, shortest) if longest is None else longest
        if not 1 <= shortest <= longest:
            raise QueryError("no such lengths", expected="1 <= shortest <= longest", found=f"{shortest} and {longest}")
        self.fewest, self.most = fewest, most
        self.shortest, self.longest = shortest, longest
        #: Ranks of the words that every set must have.
        self.using: list[int] = []
        self._needed = np.zeros(64, np.int64)
        for word in [using] if isinstance(using, str) else using:
            self.using.append(_rank(index, word))
            self._needed += np.bincount(np.frombuffer(index.alphabet.encode(word), np.uint8), minlength=64)

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon whose words they are."""
        from ...lexicon import lexicon_of

        return lexicon_of(self)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        for counts in self._fillings():
            yield from self._sets(counts)

    def count(self) -> int:
        """How many sets there are; none is spelled. About 10 million a second."""
        total = 0
        for counts in self._fillings():
            rest = self._rest(counts)
            if rest is None:
                continue
            fewest, most = self._numbers(rest)
            if not rest.any():
                total += fewest <= 0 <= most
            elif most > 0:
                total += _Table(self, rest).count(fewest, most)
        return total

    def __repr__(self) -> str:
        words = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        return f"<phrases of {words} {'word' if self.most == 1 else 'words'} with the letters of {self.text!r}>"

    # -- one multiset of letters at a time ----------------------------------------------------------

    def _fillings(self) -> Iterator[_Counts]:
        """Counts of letters by tile, for each choice of the letters that blanks stand for."""
        given = np.bincount(np.frombuffer(self.tiles, np.uint8), minlength=64).astype(np.uint8)
        every = range(1, len(self.core.alphabet) + 1)
        for chosen in combinations_with_replacement(every, self.blanks):
            self.core.require_open()
            counts = given.copy()
            for tile in chosen:
                counts[tile] += 1
            yield counts

    def _rest(self, counts: _Counts) -> _Counts | None:
        """What is left of these letters beside the words that must be there; None where those do not fit."""
        if (self._needed > counts).any():
            return None
        return counts - self._needed.astype(np.uint8)

    def _numbers(self, rest: _Counts) -> tuple[int, int]:
        """How many words the rest may be: fewest and most."""
        used = len(self.using)
        return self.fewest - used, min(self.most - used, int(rest.sum()) // self.shortest)

    def _sets(self, counts: _Counts) -> Iterator[tuple[str, ...]]:
        rest = self._rest(counts)
        if rest is None:
            return
        fewest, most = self._numbers(rest)
        if not rest.any():
            if fewest <= 0 <= most:
                yield tuple(words_at(self.core, sorted(self.using)))
            return
        if most < 1:
            return
        table = _Table(self, rest)
        if not table.possible:
            return
        # Words are called by their place among all that may stand in a set: in order of rank.
        ranks = np.union1d(table.ranks, np.array(self.using, np.int64))
        spelled = np.array([*words_at(self.core, ranks), ""], object)[:-1]
        own = np.searchsorted(ranks, table.ranks).astype(np.uint32)
        used = np.searchsorted(ranks, np.array(self.using, np.int64))
        for block in table.sets(fewest, most):
            self.core.require_open()
            places = own[block]
            if len(used):
                places = np.sort(np.hstack([places, np.tile(used, (len(places), 1))]), axis=1)
            yield from map(tuple, spelled[places].tolist())


class _Table:
    """The words that fit into a multiset of letters, packed and in buckets: see :mod:`.phrase_search`."""

    def __init__(self, phrases: Phrases, counts: _Counts) -> None:
        self.letters = int(counts.sum())
        index = phrases.core
        parts = Parts(
            index.nodes,
            counts.data,
            phrases.shortest,
            min(phrases.longest, self.letters),
        )
        #: Ascending ranks of the words.
        self.ranks, lengths, tiles = _all_parts(parts)
        offsets = np.cumsum(lengths, dtype=np.int64) - lengths
        present = np.flatnonzero(counts)
        sets = _of_words(np.bitwise_or, np.uint64(1) << np.arange(64, dtype=np.uint64), tiles, offsets)
        words_with = [int(np.count_nonzero(sets >> np.uint64(tile) & np.uint64(1))) for tile in present.tolist()]
        #: Whether every letter is in some word.
        self.possible = bool(len(lengths)) and all(words_with)
        if not self.possible:
            return
        order = [tile for _, tile in sorted(zip(words_with, present.tolist(), strict=True))]
        fields = _Fields(order, counts)
        low, high = (_of_words(np.add, weights, tiles, offsets) for weights in (fields.low, fields.high))
        first = np.where(low > 0, _lowest(low), 64 + _lowest(high))
        bucket = fields.letters[first]
        placed = np.lexsort((np.arange(len(low)), high, low, -lengths.astype(np.int64), bucket))
        low, high, bucket = low[placed], high[placed], bucket[placed]
        self.shortest, self.longest = int(lengths.min()), int(lengths.max())
        self.total = fields.packed(counts)
        self.search = Search(
            low.data,
            high.data,
            lengths[placed].data,
            _ends(low, high).data,
            placed.astype(np.uint32).data,
            np.searchsorted(bucket, np.arange(len(order) + 1)).astype(np.uint32).data,
            fields.letters.data,
            np.zeros(2 << len(low).bit_length(), np.uint32).data,
            fields.guards[0],
            fields.guards[1],
            self.shortest,
            self.longest,
        )

    def _searches(self, fewest: int, most: int) -> Iterator[int]:
        """Starts the search for each number of words there can be, the fewest first."""
        if not self.possible:
            return
        fewest = max(fewest, 1, -(-self.letters // self.longest))
        for number in range(fewest, min(most, self.letters // self.shortest) + 1):
            self.search.begin(number, *self.total, self.letters)
            yield number

    def sets(self, fewest: int, most: int) -> Iterator[NDArray[np.uint32]]:
        """Sets in blocks: one a row, words by their place in ``ranks``."""
        for number in self._searches(fewest, most):
            while not self.search.ended():
                look()
                block = np.empty((_SETS, number), np.uint32)
                found = self.search.fill(block.data, _STEPS)
                if found:
                    yield block[:found]

    def count(self, fewest: int, most: int) -> int:
        total = 0
        for number in self._searches(fewest, most):
            unused = np.empty((1, number), np.uint32).data
            while not self.search.ended():
                look()
                self.search.count_on(unused, _STEPS)
            total += self.search.counted()
        return total


class _Fields:
    """Where the count of each letter stands in 128 bits: the letters in this order, the first in the lowest bits.

    A field has a bit more than the count needs, the guard. 63 letters take at most 126 bits, and a field
    that would lie across both halves is moved up where a wide one has left room: more than one copy of a letter
    takes fewer bits than as many letters.
    """

    def __init__(self, order: list[int], counts: _Counts) -> None:
        self.low, self.high = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
        self.letters = np.zeros(128, np.uint8)
        self.guards = [0, 0]
        at = 0
        for number, tile in enumerate(order):
            width = int(counts[tile]).bit_length() + 1
            if at < 64 < at + width:
                at = 64
            assert at + width <= 128, "63 letters fit"
            half, place = divmod(at, 64)
            (self.high if half else self.low)[tile] = np.uint64(1 << place)
            self.guards[half] |= 1 << place + width - 1
            self.letters[at : at + width] = number
            at += width

    def packed(self, counts: _Counts) -> tuple[int, int]:
        """Counts by tile, packed."""
        return int((counts * self.low).sum()), int((counts * self.high).sum())


def _letters(index: Index, text: str) -> tuple[bytes, int]:
    """The tiles of a text and the number of its blanks; spaces only part letters that would be read as one."""
    if not isinstance(text, str):
        raise TypeError(f"a query is a str, not {type(text).__name__}")
    tiles = []
    for piece in re.finditer(r"[^\s?]+", text):
        try:
            tiles.append(index.alphabet.encode(piece[0]))
        except AlphabetError as error:
            raise QuerySyntaxError(
                error.what, text=text, at=piece.start() + error.at, expected=error.expected, found=error.found
            ) from error
    return b"".join(tiles), text.count("?")


def _range(words: int | tuple[int, int]) -> tuple[int, int]:
    both = (words, words) if isinstance(words, int) else words
    if isinstance(both, tuple) and [type(number) for number in both] == [int, int] and 1 <= both[0] <= both[1]:
        return both
    raise QueryError("no such number of words", expected="1 or more, or a range like (2, 3)", found=repr(words))


def _rank(index: Index, word: str) -> int:
    rank = index.rank(word)
    if rank is None:
        raise QueryError("not a word of the lexicon", found=repr(word), remedy="sets of words are made of its words")
    return rank


def _all_parts(parts: Parts) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8]]:
    """Ranks, lengths and tiles of all words that fit; QueryError where those are millions."""
    ranks, lengths, tiles = np.empty(_WORDS, np.int64), np.empty(_WORDS, np.uint8), np.empty(_WORDS * 63, np.uint8)
    blocks = []
    for _ in range(_MOST_CALLS):
        found, used = parts.fill(ranks.data, lengths.data, tiles.data)
        blocks.append((ranks[:found].copy(), lengths[:found].copy(), tiles[:used].copy()))
        if parts.ended():
            break
    else:
        raise QueryError("too many words fit into the phrase", expected=f"at most {_MOST_PARTS:,}")
    return (
        np.concatenate([block[0] for block in blocks]),
        np.concatenate([block[1] for block in blocks]),
        np.concatenate([block[2] for block in blocks]),
    )


def _of_words(
    join: np.ufunc, of_tile: NDArray[np.uint64], tiles: NDArray[np.uint8], offsets: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """For each word that begins at one of the offsets the numbers of its tiles, joined; in blocks, to save memory."""
    joined = np.zeros(len(offsets), np.uint64)
    for first in range(0, len(offsets), _BLOCK):
        begins = offsets[first : first + _BLOCK]
        end = offsets[first + _BLOCK] if first + _BLOCK < len(offsets) else len(tiles)
        joined[first : first + _BLOCK] = join.reduceat(of_tile[tiles[begins[0] : end]], begins - begins[0])
    return joined


def _lowest(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The number of the lowest set bit of each, below 64; anything for 0."""
    lowest: NDArray[np.int64] = np.bitwise_count((bits & (~bits + np.uint64(1))) - np.uint64(1)).astype(np.int64) % 64
    return lowest


def _ends(low: NDArray[np.uint64], high: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """For each word, where those of the same counts, which stand side by side, end."""
    last = np.ones(len(low), bool)
    last[:-1] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    ends = np.flatnonzero(last).astype(np.uint32) + np.uint32(1)
    of_each: NDArray[np.uint32] = ends[np.cumsum(last) - last]
    return of_each
