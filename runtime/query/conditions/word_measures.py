"""Conditions on measures of a word: length, points, letters, anagrams, probability.

Those on numbers take ``7``, ``5-8``, ``8-``, ``-4`` or a comparison, ``>=5``: see :mod:`...words.number_ranges`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import AlphabetError, QuerySyntaxError
from lexkit.formats.constants import MAX_LENGTH
from lexkit.runtime.words import measures
from lexkit.runtime.words.number_ranges import parse_bounds, parse_range
from lexkit.runtime.words.probability import MAX_BLANKS, probability_places, strict_name, strict_places
from lexkit.runtime.words.tile_sums import letter_counts, letter_masks, tile_sums

from ..language.read_letters import letters_of
from .condition import Filter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.formats.alphabet import Alphabet
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.words.words import Words

#: Steps of 10 ns for each word in a walk.
_STEPS: Final = 2.5
#: Steps of 10 ns for each word to compute all anagrams or places the first time.
_STEPS_ONCE: Final = 30.0
#: More letters than any word has.
_NEVER: Final = MAX_LENGTH + 1


class Measured(Filter):
    """Words for which a number is in a range."""

    def __init__(
        self,
        kind: str,
        measure: Callable[[Words], NDArray[Any]],
        remembered: str | None,
        value: str,
        index: Index,
        once: float = _STEPS_ONCE,
    ) -> None:
        """Read the range.

        ``remembered``: name of the cached numbers of all words, if they are cached; ``once``: steps per word of the
        lexicon to find them the first time.
        """
        self.low, self.high = parse_range(value, kind)
        self.measure = measure
        self.remembered = remembered
        self.once = once

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        values = self.measure(words)
        fitting: NDArray[np.bool_] = (values >= self.low) & (values <= self.high)
        return fitting

    def cost_among(self, index: Index, number: float) -> float:
        return _cost(index, number, self.remembered, self.once)


def _cost(index: Index, number: float, remembered: str | None, once: float = _STEPS_ONCE) -> float:
    if remembered is None:
        return _STEPS * number
    return number / 10 + (0 if index.remembers(remembered) else once * len(index))


class Probable(Filter):
    """Words whose place by probability is in a range.

    Places count the words of the same length. Equally likely words share their places, and match if one of the
    places does: Zyzzyva calls this lax. If ``strict``, each word has a place of its own.
    """

    def __init__(self, strict: bool, value: str, index: Index) -> None:
        self.strict = strict
        limits, slash, blanks = value.partition("/")
        try:
            self.low, self.high = parse_range(limits)
        except QuerySyntaxError as error:
            raise _move_into(error, value, 0) from None
        self.blanks = MAX_BLANKS
        if slash:
            if blanks not in ("0", "1", "2"):
                raise QuerySyntaxError(
                    "not a number of blanks",
                    text=value,
                    at=len(limits) + 1,
                    expected=f"0 to {MAX_BLANKS}",
                    found=repr(blanks),
                )
            self.blanks = int(blanks)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        if self.strict:
            first = last = strict_places(words, self.blanks)
        else:
            first, last = probability_places(words, self.blanks)
        fitting: NDArray[np.bool_] = (last >= self.low) & (first <= self.high)
        return fitting

    def cost_among(self, index: Index, number: float) -> float:
        if self.strict:
            return 3 * _cost(index, number, strict_name(self.blanks))
        return _cost(index, number, f"probability/{self.blanks}")


class Includes(Filter):
    """Words that have all of these letters. A letter given twice must occur twice."""

    per_word = _STEPS

    def __init__(self, value: str, index: Index) -> None:
        tiles = letters_of(value, index.alphabet)
        self.wanted = {tile: tiles.count(tile) for tile in sorted(set(tiles))}

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        if max(self.wanted.values()) == 1:
            mask = np.uint64(sum(1 << tile for tile in self.wanted))
            all_there: NDArray[np.bool_] = letter_masks(words) & mask == mask
            return all_there
        counts = letter_counts(words, self.wanted)  # first, because it refuses too many words
        fitting = np.ones(len(words), np.bool_)
        for found, times in zip(counts, self.wanted.values(), strict=True):
            fitting &= found >= times
        return fitting


class Excludes(Filter):
    """Words that have none of these letters."""

    per_word = _STEPS

    def __init__(self, value: str, index: Index) -> None:
        self.mask = np.uint64(sum(1 << tile for tile in set(letters_of(value, index.alphabet))))

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        none_there: NDArray[np.bool_] = letter_masks(words) & self.mask == 0
        return none_there


class ConsistsOf(Filter):
    """Words whose percentage of given letters is in a range."""

    per_word = 2 * _STEPS

    def __init__(self, value: str, index: Index) -> None:
        letters = _letters_before_range(value, index.alphabet)
        self.tiles = frozenset(letters_of(letters, index.alphabet))
        percent = "=100" if letters == value else value[len(letters) :]
        try:
            bounds = parse_bounds(percent)
        except QuerySyntaxError as error:
            raise _move_into(error, value, len(letters)) from None
        # For each length, the exact minimum and maximum number of letters. No word has 64 letters.
        limits = [bounds.times(Fraction(size, 100)) for size in range(MAX_LENGTH + 1)]
        self.fewest = np.array([min(few, _NEVER) for few, _ in limits], np.int64)
        self.most = np.array([min(many, _NEVER) for _, many in limits], np.int64)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        inside = tile_sums(words, (tile in self.tiles for tile in range(1, 64)))
        sizes = words.lengths()
        fitting: NDArray[np.bool_] = (inside >= self.fewest[sizes]) & (inside <= self.most[sizes])
        return fitting


class Palindrome(Filter):
    """Words that read the same backwards, compared tile by tile, or all others."""

    per_word = _STEPS

    def __init__(self, value: str, index: Index) -> None:
        if value.lower() not in ("yes", "no"):
            raise QuerySyntaxError("neither yes nor no", text=value, expected="yes, no or nothing", found=repr(value))
        self.wanted = value.lower() != "no"

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        fitting: NDArray[np.bool_] = measures.palindromes(words) == self.wanted
        return fitting


def _letters_before_range(value: str, alphabet: Alphabet) -> str:
    """Return the letters in front of a percentage: up to a sign of comparison, or to the digits at the end.

    In an alphabet with digits, a value that can be read as letters has no percentage.
    """
    sign = re.search("[<>=]", value)
    if sign:
        return value[: sign.start()]
    try:
        alphabet.encode(value)
    except AlphabetError:
        return re.sub(r"[0-9.-]*\Z", "", value)
    return value


def _move_into(error: QuerySyntaxError, value: str, start: int) -> QuerySyntaxError:
    """Turn an error in a part of a value, from ``start`` on, into one in the value."""
    error.text = value
    error.at += start
    return error


length: Final = partial(Measured, "length", measures.lengths, None)
points: Final = partial(Measured, "points", measures.points, None)
vowels: Final = partial(Measured, "vowels", measures.vowels, None)
consonants: Final = partial(Measured, "consonants", measures.consonants, None)
unique: Final = partial(Measured, "unique", measures.unique_letters, None)
anagrams: Final = partial(Measured, "anagrams", measures.anagram_counts, "anagrams")
probability: Final = partial(Probable, False)
strict_probability: Final = partial(Probable, True)
