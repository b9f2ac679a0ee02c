"""Solver of cryptograms: texts in which each letter stands for another one, the same throughout.

Appel and Jacobson (1988) wrote "a code breaking tool" with their automaton. All words of a text share one key. So
the search takes the word with the fewest readings left, tries each, and keeps the readings of the other words that
agree with it. The readings of the last word complete the keys; numpy finds them all at once.

Keys are ordered by the total rarity of their words, and then by how common their letters are. They are searched in
bands of rarity, each twice as wide as the one before, so that the best keys are found first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_several, require_whole
from lexkit.base.errors import AlphabetError, QueryError, QuerySyntaxError, show_value
from lexkit.base.time_limits import LEAST_TO_SORT, look
from lexkit.formats.constants import MAX_LENGTH

from ..words.commonness import rarest, rarity_of
from ..words.spell_in_blocks import in_blocks
from .evaluate import meet

if TYPE_CHECKING:
    from ..automaton.index import Index

#: Maximum number of letters of a text.
MAX_LETTERS: Final = 2_000
#: Maximum number of words of one length, many times that of any real list.
_MOST_WORDS: Final = 1 << 21
#: Maximum number of keys without a limit.
_MOST_KEYS: Final = 1 << 20
#: Number of words of one length that are spelled at a time.
_BLOCK: Final = 1 << 14
#: Readings of a word as tiles, a row for each.
_Tiles = NDArray[np.uint8]
#: Numbers of the readings or letters, int64.
_Numbers = NDArray[np.int64]


class _Readings:
    """Readings of a word of the text: ``tiles``, a row for each; ``rarity`` of each, ascending.

    ``letters``: the letters of the text in each column, each once.
    """

    __slots__ = ("letters", "rarity", "tiles")

    def __init__(self, letters: tuple[int, ...], tiles: _Tiles, rarity: _Numbers) -> None:
        self.letters = letters
        self.tiles = tiles
        self.rarity = rarity

    def __len__(self) -> int:
        return len(self.tiles)

    def where(self, chosen: NDArray[np.bool_]) -> _Readings:
        return _Readings(self.letters, self.tiles[chosen], self.rarity[chosen])

    def up_to(self, rarity: int) -> _Readings:
        """Return the readings of at most this rarity."""
        end = int(np.searchsorted(self.rarity, rarity, "right"))
        return self if end == len(self) else _Readings(self.letters, self.tiles[:end], self.rarity[:end])


class Cryptogram:
    """Search for the keys of a text.

    Args:
        index: Index of the lexicon.
        text: Words of at most 63 letters, separated by spaces or punctuation.
        given: Known letters of the text, and the letters that they stand for.
        also: Words that may occur although the lexicon lacks them.

    Raises:
        QuerySyntaxError: The text has other characters, or no letters.
        QueryError: The text is too long, or two letters are given for one.
    """

    def __init__(
        self, index: Index, text: str, given: Mapping[str, str] | None = None, also: str | Iterable[str] = ()
    ) -> None:
        self.core = index
        #: The words in order, as tiles.
        self.words = _read_words(index, text)
        #: Known letters of the text, and the letters that they stand for.
        self.given = _read_given(index, given)
        require_several(also, "also", "a word, or several")
        self.also = {index.alphabet.encode(word) for word in ([also] if isinstance(also, str) else also)}
        self.rarity = rarity_of(index)

    def solve(self, limit: int | None = None) -> list[str]:
        """Return at most ``limit`` of the texts that the keys make, the likeliest first.

        Raises QueryError if there is no limit and more than a million keys fit.
        """
        wanted = _MOST_KEYS if limit is None else min(limit, _MOST_KEYS)
        if not wanted:
            return []
        words = self._readings()
        order = list(dict.fromkeys(letter for word in self.words for letter in word))
        if not all(map(len, words)):
            return []
        counts = np.bincount(np.frombuffer(b"".join(self.words), np.uint8), minlength=64)
        search = _Search(order, counts, self._letter_worths(words), self.given)
        keys: list[tuple[int, int, bytes]] = []
        band, last = 0, sum(int(word.rarity[-1]) for word in words)
        low = sum(int(word.rarity[0]) for word in words)
        first = low
        while low <= last and len(keys) < wanted:
            high = first + band
            keys += search.keys_between(words, low, high, wanted - len(keys), limit is None)
            low, band = high + 1, 2 * band + 1
        return [self._write(order, key) for _, _, key in keys]

    def _write(self, order: list[int], key: bytes) -> str:
        stands = dict(zip(order, key, strict=True))
        return " ".join(self.core.alphabet.decode(bytes(stands[letter] for letter in word)) for word in self.words)

    # -- readings -----------------------------------------------------------------------------------

    def _readings(self) -> list[_Readings]:
        """Return the readings of each different word."""
        lists: dict[int, tuple[_Tiles, _Numbers]] = {}
        found = []
        for word in dict.fromkeys(self.words):
            if len(word) not in lists:
                lists[len(word)] = self._words_of_length(len(word))
            tiles, rarity = lists[len(word)]
            letters = tuple(dict.fromkeys(word))
            first = [word.index(letter) for letter in letters]
            fits = np.ones(len(tiles), bool)
            for at, letter in enumerate(word):
                if at != word.index(letter):
                    fits &= tiles[:, at] == tiles[:, word.index(letter)]
            tiles, rarity = tiles[fits][:, first], rarity[fits]
            for one in range(len(letters)):
                for other in range(one):
                    look()
                    fits = tiles[:, one] != tiles[:, other]
                    tiles, rarity = tiles[fits], rarity[fits]
            readings = _Readings(letters, tiles, rarity)
            for letter, tile in self.given.items():
                readings = _agreeing(readings, {letter: tile}, 1 << tile)
            found.append(readings)
        return found

    def _words_of_length(self, length: int) -> tuple[_Tiles, _Numbers]:
        """Return (tiles, rarity) of all words of this length, the most common first."""
        index = self.core
        words = meet(index, "length", str(length))
        if len(words) > _MOST_WORDS:
            raise QueryError(
                "too many words of one length", expected=f"at most {_MOST_WORDS:,} of {length}", found=f"{len(words):,}"
            )
        more = {word for word in self.also if len(word) == length}
        if length == 1 and not words and not more:
            # Lists for word games lack the words A and I.
            every = np.arange(1, len(index.alphabet) + 1, dtype=np.uint8)
            return every[:, None], np.zeros(len(every), np.int64)
        blocks: list[bytes] = []
        rarity: list[int] = []
        for block in in_blocks(words, _BLOCK):
            starts, stops = block.ranges()
            blocks += index.tiles(starts, stops)
            rarity += map(self.rarity, block.to_list())
        known = set(blocks)
        blocks += sorted(more - known)
        rarity = [0 if word in more else number for word, number in zip(blocks, rarity + [0] * len(more), strict=False)]
        look(LEAST_TO_SORT * len(blocks))
        tiles = np.frombuffer(b"".join(blocks), np.uint8).reshape(-1, length)
        numbers = np.array(rarity, np.int64)
        order = np.argsort(numbers, kind="stable")
        return tiles[order], numbers[order]

    def _letter_worths(self, words: list[_Readings]) -> _Numbers:
        """Return how common each letter is in the readings of the text's words.

        In thousandths of a bit, 0 for the rarest letter. A reading counts half as much as one of the next lower
        rarity.
        """
        weights = np.zeros(64, np.int64)
        for word in words:
            weight = np.int64(1) << (rarest() - word.rarity)
            for column in word.tiles.T:
                weights += np.bincount(column, weight, minlength=64).astype(np.int64)
        worths: _Numbers = np.round(1000 * np.log2(weights + 1)).astype(np.int64)
        return worths


class _Search:
    """Search for the keys of a text, band by band.

    ``order``: the letters of the text in order of occurrence; ``counts``: how often each occurs; ``worths``: how
    common each letter of the alphabet is; ``given``: the known letters.
    """

    def __init__(self, order: list[int], counts: _Numbers, worths: _Numbers, given: dict[int, int]) -> None:
        self.order = order
        self.counts = counts
        self.worths = worths
        self.given = given

    def keys_between(
        self, words: list[_Readings], low: int, high: int, wanted: int, every: bool
    ) -> list[tuple[int, int, bytes]]:
        """Return the first keys with a rarity in this band: (rarity, minus the worth of the letters, key), ascending.

        ``every``: raise QueryError for more than ``wanted``.
        """
        found: list[tuple[int, int, bytes]] = []
        self.low, self.high = low, high
        for block in self._go_on(words, dict(self.given), 0):
            found += block
            if len(found) > wanted and every:
                raise QueryError(
                    "too many keys fit", expected=f"at most {_MOST_KEYS:,}", remedy="set a limit, or give letters"
                )
            if len(found) > 2 * wanted + 1024:
                look(LEAST_TO_SORT * len(found))
                found = sorted(found)[:wanted]
        look(LEAST_TO_SORT * len(found))
        return sorted(found)[:wanted]

    def _go_on(self, words: list[_Readings], key: dict[int, int], spent: int) -> Iterator[list[tuple[int, int, bytes]]]:
        """Try the readings of the word that has the fewest, and go on with the others."""
        look()
        # A word whose letters are all known has one reading left, so the search is at most as deep as there are
        # letters.
        spent += sum(int(word.rarity[0]) for word in words if key.keys() >= {*word.letters})
        words = [word for word in words if not key.keys() >= {*word.letters}]
        cheapest = [int(word.rarity[0]) for word in words]
        spare = self.high - spent - sum(cheapest)
        if spare < 0:
            return
        words = [word.up_to(rarity + spare) for word, rarity in zip(words, cheapest, strict=True)]
        if spent + sum(int(word.rarity[-1]) for word in words) < self.low:
            return
        if len(words) < 2:
            yield self._keys(words, key, spent)
            return
        chosen = min(words, key=len)
        others = [word for word in words if word is not chosen]
        new = [letter for letter in chosen.letters if letter not in key]
        columns = [chosen.letters.index(letter) for letter in new]
        for row, rarity in zip(chosen.tiles[:, columns].tolist(), chosen.rarity.tolist(), strict=True):
            learnt = dict(zip(new, row, strict=True))
            used = 0
            for tile in row:
                used |= 1 << tile
            left = []
            for word in others:
                left.append(_agreeing(word, learnt, used))
                if not len(left[-1]):
                    break
            else:
                yield from self._go_on(left, key | learnt, spent + rarity)

    def _keys(self, last: list[_Readings], key: dict[int, int], spent: int) -> list[tuple[int, int, bytes]]:
        """Return the complete keys in the band that the readings of the last word make, or the known key."""
        rarity = (last[0].rarity if last else np.zeros(1, np.int64)) + spent
        chosen = rarity >= self.low
        rarity = rarity[chosen]
        whole = np.zeros((len(rarity), len(self.order)), np.uint8)
        for place, letter in enumerate(self.order):
            whole[:, place] = key[letter] if letter in key else last[0].tiles[chosen, last[0].letters.index(letter)]
        worth = self.worths[whole] @ self.counts[self.order]
        return list(zip(rarity.tolist(), (-worth).tolist(), map(bytes, whole), strict=True))


def _agreeing(word: _Readings, learnt: Mapping[int, int], used: int) -> _Readings:
    """Return the readings that agree with letters of the key. ``used``: the letters that these stand for, as bits."""
    fits = np.ones(len(word), bool)
    for place, letter in enumerate(word.letters):
        column = word.tiles[:, place]
        if letter in learnt:
            fits &= column == learnt[letter]
        else:
            fits &= ~_members(used)[column]
    return word.where(fits)


def _members(mask: int) -> NDArray[np.bool_]:
    """Return a mask of tiles as an array."""
    members = np.zeros(64, bool)
    members[[tile for tile in range(64) if mask >> tile & 1]] = True
    return members


def _read_words(index: Index, text: str) -> tuple[bytes, ...]:
    """Return the words of a text as tiles.

    Punctuation separates words. An apostrophe does not, and is an error unless the alphabet has it.
    """
    if not isinstance(text, str):
        raise TypeError(f"a query must be a str, not {type(text).__name__}")
    words = []
    for piece in re.finditer(r"\S+", text):
        start = piece.start()
        for part in re.finditer(r"[^\x00]+", "".join("\0" if _separates(sign) else sign for sign in piece[0])):
            try:
                words.append(index.alphabet.encode(part[0]))
            except AlphabetError as error:
                raise QuerySyntaxError(
                    error.what,
                    text=text,
                    at=start + part.start() + error.at,
                    expected=error.expected,
                    found=error.found,
                ) from error
    if not words:
        raise QuerySyntaxError("the cryptogram has no letters", text=text, at=0, expected="words with spaces between")
    if max(map(len, words)) > MAX_LENGTH:
        raise QueryError("longer than any word", expected=f"at most {MAX_LENGTH} letters", found=max(map(len, words)))
    if sum(map(len, words)) > MAX_LETTERS:
        raise QueryError(
            "the text is too long", expected=f"at most {MAX_LETTERS:,} letters", found=sum(map(len, words))
        )
    return tuple(words)


def _separates(sign: str) -> bool:
    return sign not in "'\u2019\u00b7" and unicodedata.category(sign)[0] in "PS"


def _read_given(index: Index, given: Mapping[str, str] | None) -> dict[int, int]:
    """Return the given letters as tiles. Raises QueryError unless they are single letters for different letters."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"given must be a mapping of letters, not {type(given).__name__}")
    known: dict[int, int] = {}
    for pair in given.items():
        tiles = [index.alphabet.encode(one) for one in pair]
        if [len(one) for one in tiles] != [1, 1]:
            raise QueryError("not a letter of a key", expected="one letter for one letter", found=show_value(pair))
        known[tiles[0][0]] = tiles[1][0]
    if len(set(known.values())) < len(known):
        raise QueryError("two letters stand for one", expected="a letter for each", found=show_value(dict(given)))
    return known


def solve(
    index: Index,
    text: str,
    limit: int | None = None,
    given: Mapping[str, str] | None = None,
    also: str | Iterable[str] = (),
) -> list[str]:
    """Solve a cryptogram: implement :meth:`lexkit.Lexicon.cryptogram`."""
    number = None if limit is None else require_whole(limit, "number of keys", 0)
    index.require_open()
    return Cryptogram(index, text, given, also).solve(number)


def key_of(index: Index, text: str, plain: str) -> dict[str, str]:
    """Return the letter for which each letter of a cryptogram stands, by one of its solutions."""
    alphabet = index.alphabet
    letters, others = b"".join(_read_words(index, text)), b"".join(_read_words(index, plain))
    return {alphabet.labels[one - 1]: alphabet.labels[other - 1] for one, other in zip(letters, others, strict=True)}
