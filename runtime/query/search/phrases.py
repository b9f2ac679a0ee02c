"""Anagrams of several words: sets of words that together use given letters.

Appel and Jacobson (1988) used their automaton for this too. There may be millions of sets, so they are found
lazily: those of the fewest words first, and these in the order of the search, which always takes the rarest letter
next. The order is the same each time. Memory is bounded by the number of words that fit into the letters, not by
the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_several, require_whole
from lexkit.base.errors import AlphabetError, QueryError, QuerySyntaxError, show_value
from lexkit.base.time_limits import LEAST_TO_SORT, look
from lexkit.formats.compiled_kernels import is_compiled
from lexkit.formats.constants import MAX_LENGTH
from lexkit.runtime.words.listing import words_at
from lexkit.runtime.words.number_ranges import parse_range

from .kernels import phrase_search
from .kernels.phrase_search import Parts, Search

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.lexicon.lexicon import Lexicon

#: Maximum number of blanks. There is one search for each choice of letters that they stand for.
MAX_BLANKS: Final = 2
#: Number of words found at a time.
_WORDS: Final = 4096
#: Maximum number of words that can be parts of a phrase, many times what a list has.
_MOST_PARTS: Final = 1 << 21
#: Maximum number of calls to find these words, of at most 20 ms each.
_MOST_CALLS: Final = _MOST_PARTS // _WORDS
#: Number of sets found at a time.
_SETS: Final = 1024
#: Number of steps of a search between two checks of the deadline, about 10 ms.
_STEPS: Final = 1 << 20 if is_compiled(phrase_search) else 1 << 13
#: Number of words whose letters are packed at a time.
_BLOCK: Final = 1 << 13

#: Minimum time that numpy takes for all letters of a word, in seconds.
_PER_PART: Final = 1e-8

_Counts = NDArray[np.uint8]


class Phrases:
    """All sets of words that together use exactly the letters of ``text``, made by :meth:`lexkit.Lexicon.phrases`.

    It is an iterable of tuples of words in ascending order, found lazily, and can be iterated again. A word may
    occur twice in a set if there are letters for it.

    Attributes:
        using: Ranks of the words that every set has.
    """

    def __init__(
        self,
        index: Index,
        text: str,
        words: int | str | tuple[int, int] | None = None,
        shortest: int = 1,
        longest: int | None = None,
        using: str | Iterable[str] = (),
    ) -> None:
        self.core = index
        self.text = text
        self.tiles, self.blanks = _read_letters(index, text)
        letters = len(self.tiles) + self.blanks
        if not 0 < letters <= MAX_LENGTH:
            raise QueryError("a phrase needs letters", expected=f"1 to {MAX_LENGTH} of them", found=letters)
        if self.blanks > MAX_BLANKS:
            raise QueryError("too many blanks for a phrase", expected=f"at most {MAX_BLANKS}", found=self.blanks)
        fewest, most = (1, letters) if words is None else _read_range(words, letters)
        shortest = require_whole(shortest, "length", 1)
        longest = max(letters, shortest) if longest is None else require_whole(longest, "length", 1)
        if not 1 <= shortest <= longest:
            raise QueryError("invalid lengths", expected="1 <= shortest <= longest", found=f"{shortest} and {longest}")
        self.fewest, self.most = fewest, most
        self.shortest, self.longest = shortest, longest
        self.using: list[int] = []
        self._needed = np.zeros(64, np.int64)
        require_several(using, "using", "a word, or several")
        for word in [using] if isinstance(using, str) else using:
            self.using.append(_require_rank(index, word))
            self._needed += np.bincount(np.frombuffer(index.alphabet.encode(word), np.uint8), minlength=64)

    @property
    def lexicon(self) -> Lexicon:
        """Lexicon that has the words."""
        from lexkit.runtime.lexicon.lexicon import lexicon_of

        return lexicon_of(self)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        for counts in self._fill_blanks():
            yield from self._find_sets(counts)

    def count(self) -> int:
        """Return the number of sets, found without spelling them, about 10 million per second."""
        total = 0
        for counts in self._fill_blanks():
            rest = self._subtract_needed(counts)
            if rest is None:
                continue
            fewest, most = self._bound_words(rest)
            if not rest.any():
                total += fewest <= 0 <= most
            elif most > 0:
                total += _Table(self, rest).count(fewest, most)
        return total

    def __repr__(self) -> str:
        words = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        return f"<phrases of {words} {'word' if self.most == 1 else 'words'} with the letters of {self.text!r}>"

    # -- one multiset of letters at a time ----------------------------------------------------------

    def _fill_blanks(self) -> Iterator[_Counts]:
        """Yield the counts by tile for each choice of letters for the blanks."""
        given = np.bincount(np.frombuffer(self.tiles, np.uint8), minlength=64).astype(np.uint8)
        every = range(1, len(self.core.alphabet) + 1)
        for chosen in combinations_with_replacement(every, self.blanks):
            self.core.require_open()
            counts = given.copy()
            for tile in chosen:
                counts[tile] += 1
            yield counts

    def _subtract_needed(self, counts: _Counts) -> _Counts | None:
        """Return the letters left besides the needed words, or None if these do not fit."""
        if (self._needed > counts).any():
            return None
        return counts - self._needed.astype(np.uint8)

    def _bound_words(self, rest: _Counts) -> tuple[int, int]:
        """Return the minimum and maximum number of words that the remaining letters may form."""
        used = len(self.using)
        return self.fewest - used, min(self.most - used, int(rest.sum()) // self.shortest)

    def _find_sets(self, counts: _Counts) -> Iterator[tuple[str, ...]]:
        rest = self._subtract_needed(counts)
        if rest is None:
            return
        fewest, most = self._bound_words(rest)
        if not rest.any():
            if fewest <= 0 <= most:
                yield tuple(words_at(self.core, sorted(self.using)))
            return
        if most < 1:
            return
        table = _Table(self, rest)
        if not table.possible:
            return
        # A word's number is its place, by rank, among all words that may be in a set.
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
    """Words that fit into a multiset of letters, packed in buckets for :mod:`.kernels.phrase_search`."""

    def __init__(self, phrases: Phrases, counts: _Counts) -> None:
        self.letters = int(counts.sum())
        index = phrases.core
        parts = Parts(
            index.nodes,
            counts.data,
            phrases.shortest,
            min(phrases.longest, self.letters),
        )
        #: Ranks of the words, ascending.
        self.ranks, lengths, tiles = _find_parts(parts)
        look(_PER_PART * len(lengths))
        offsets = np.cumsum(lengths, dtype=np.int64) - lengths
        present = np.flatnonzero(counts)
        sets = _combine_tiles(np.bitwise_or, np.uint64(1) << np.arange(64, dtype=np.uint64), tiles, offsets)
        look(_PER_PART * len(sets))
        words_with = [int(np.count_nonzero(sets >> np.uint64(tile) & np.uint64(1))) for tile in present.tolist()]
        #: True if every letter occurs in a word.
        self.possible = bool(len(lengths)) and all(words_with)
        if not self.possible:
            return
        order = [tile for _, tile in sorted(zip(words_with, present.tolist(), strict=True))]
        fields = _Fields(order, counts)
        low, high = (_combine_tiles(np.add, weights, tiles, offsets) for weights in (fields.low, fields.high))
        first = np.where(low > 0, _lowest_bits(low), 64 + _lowest_bits(high))
        bucket = fields.letters[first]
        look(4 * LEAST_TO_SORT * len(low))
        placed = np.lexsort((np.arange(len(low)), high, low, -lengths.astype(np.int64), bucket))
        low, high, bucket = low[placed], high[placed], bucket[placed]
        self.shortest, self.longest = int(lengths.min()), int(lengths.max())
        self.total = fields.pack(counts)
        self.search = Search(
            low.data,
            high.data,
            lengths[placed].data,
            _group_ends(low, high).data,
            placed.astype(np.uint32).data,
            np.searchsorted(bucket, np.arange(len(order) + 1)).astype(np.uint32).data,
            fields.letters.data,
            np.zeros(2 << len(low).bit_length(), np.uint32).data,
            fields.guards[0],
            fields.guards[1],
            self.shortest,
            self.longest,
        )

    def _start_searches(self, fewest: int, most: int) -> Iterator[int]:
        """Start the search for each possible number of words, the fewest first."""
        if not self.possible:
            return
        fewest = max(fewest, 1, -(-self.letters // self.longest))
        for number in range(fewest, min(most, self.letters // self.shortest) + 1):
            self.search.begin(number, *self.total, self.letters)
            yield number

    def sets(self, fewest: int, most: int) -> Iterator[NDArray[np.uint32]]:
        """Yield blocks of sets, one set per row. Words are given as their indices in ``ranks``."""
        for number in self._start_searches(fewest, most):
            while not self.search.ended():
                look()
                block = np.empty((_SETS, number), np.uint32)
                found = self.search.fill(block.data, _STEPS)
                if found:
                    yield block[:found]

    def count(self, fewest: int, most: int) -> int:
        """Return the number of sets of ``fewest`` to ``most`` words."""
        total = 0
        for number in self._start_searches(fewest, most):
            unused = np.empty((1, number), np.uint32).data
            while not self.search.ended():
                look()
                self.search.count_on(unused, _STEPS)
            total += self.search.counted()
        return total


class _Fields:
    """Place of each letter's count in 128 bits.

    ``order``: the letters, the first in the lowest bits. A field has one bit more than the count needs, the guard.
    63 letters take at most 126 bits. A field that would cross the halves is moved up; there is room, because
    several copies of a letter take fewer bits than several letters.
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

    def pack(self, counts: _Counts) -> tuple[int, int]:
        """Pack counts by tile into two 64-bit numbers."""
        return int((counts * self.low).sum()), int((counts * self.high).sum())


def _read_letters(index: Index, text: str) -> tuple[bytes, int]:
    """Return the tiles of a text, and the number of its blanks. A space separates letters that would spell one tile."""
    if not isinstance(text, str):
        raise TypeError(f"a query must be a str, not {type(text).__name__}")
    tiles = []
    for piece in re.finditer(r"[^\s?]+", text):
        try:
            tiles.append(index.alphabet.encode(piece[0]))
        except AlphabetError as error:
            raise QuerySyntaxError(
                error.what, text=text, at=piece.start() + error.at, expected=error.expected, found=error.found
            ) from error
    return b"".join(tiles), text.count("?")


def _read_range(words: int | str | tuple[int, int], letters: int) -> tuple[int, int]:
    if isinstance(words, str):
        low, high = parse_range(words)
        words = max(1, int(low)), int(min(high, max(low, letters)))
    both = (words, words) if isinstance(words, int) else words
    if isinstance(both, tuple) and [type(number) for number in both] == [int, int] and 1 <= both[0] <= both[1]:
        return both
    raise QueryError(
        "invalid number of words", expected='1 or more, or a range like "2-3" or (2, 3)', found=show_value(words)
    )


def _require_rank(index: Index, word: str) -> int:
    rank = index.rank(word)
    if rank is None:
        raise QueryError("not a word of the lexicon", found=repr(word), remedy="use words of the lexicon")
    return rank


def _find_parts(parts: Parts) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return (ranks, lengths, tiles) of all words that fit. Raises QueryError if there are millions."""
    ranks, lengths, tiles = np.empty(_WORDS, np.int64), np.empty(_WORDS, np.uint8), np.empty(_WORDS * 63, np.uint8)
    blocks = []
    for _ in range(_MOST_CALLS):
        look()
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


def _combine_tiles(
    join: np.ufunc, of_tile: NDArray[np.uint64], tiles: NDArray[np.uint8], offsets: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """Return, for each word, the numbers of its tiles combined by ``join``.

    ``offsets``: where each word begins in ``tiles``. The work is done in blocks, to save memory.
    """
    joined = np.zeros(len(offsets), np.uint64)
    for first in range(0, len(offsets), _BLOCK):
        look()
        begins = offsets[first : first + _BLOCK]
        end = offsets[first + _BLOCK] if first + _BLOCK < len(offsets) else len(tiles)
        joined[first : first + _BLOCK] = join.reduceat(of_tile[tiles[begins[0] : end]], begins - begins[0])
    return joined


def _lowest_bits(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the index of each number's lowest set bit, undefined for 0."""
    lowest: NDArray[np.int64] = np.bitwise_count((bits & (~bits + np.uint64(1))) - np.uint64(1)).astype(np.int64) % 64
    return lowest


def _group_ends(low: NDArray[np.uint64], high: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Return the end of each word's group of equal counts."""
    last = np.ones(len(low), bool)
    last[:-1] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    ends = np.flatnonzero(last).astype(np.uint32) + np.uint32(1)
    of_each: NDArray[np.uint32] = ends[np.cumsum(last) - last]
    return of_each
