"""Conditions on a fixed text: a prefix, a suffix, a substring.

These are the three queries that a GADDAG answers directly (see the fst-gaddag article), as conditions.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import AlphabetError, QuerySyntaxError
from lexkit.runtime.words.prefix_suffix_substring import prefix, substring, suffix
from lexkit.runtime.words.words import Words

from ..search.letter_statistics import profile
from .condition import SearchOrFilter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index

#: Function that finds the words of each kind.
_FOUND_BY: Final = {"prefix": prefix, "suffix": suffix, "substring": substring}
#: Steps for each word found.
_STEPS: Final = {"suffix": 30.0, "substring": 5.0}
#: Frequency of a letter at the end of words, and anywhere in words, relative to its share of all tiles (English).
_MORE_OFTEN: Final = {"suffix": 4.0, "substring": 9.0}


class Contained(SearchOrFilter):
    """Words that have these letters side by side. ``kind``: at their start, at their end, or anywhere."""

    #: Comparing texts is faster than reading letters.
    steps_to_look = 6.0

    def __init__(self, kind: str, letters: str, index: Index) -> None:
        self.kind = kind
        self.letters = letters
        try:
            self.tiles = index.alphabet.encode(letters)
        except AlphabetError as error:
            raise QuerySyntaxError.of(error, letters) from error

    def words(self, index: Index) -> Words:
        return _FOUND_BY[self.kind](index, self.letters)

    def cost(self, index: Index) -> float:
        """Return the estimated steps.

        Letters occur together more often than by chance, so each further letter counts with the root of its share.
        """
        if self.kind == "prefix" or not self.tiles:
            return 100
        first, *others = (profile(index).share(1 << tile) for tile in reversed(self.tiles))
        words = min(0.5, _MORE_OFTEN[self.kind] * first) * prod(others) ** 0.5 * len(index)
        return 100 + _STEPS[self.kind] * words

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        alphabet = words.core.alphabet
        tiles: Any = self.tiles
        spelled: Any = words.to_list()
        if alphabet.simple:
            tiles = alphabet.decode(tiles)
        else:
            spelled = map(alphabet.encode, spelled)
        match self.kind:
            case "prefix":
                fitting = (word.startswith(tiles) for word in spelled)
            case "suffix":
                fitting = (word.endswith(tiles) for word in spelled)
            case _:
                fitting = (tiles in word for word in spelled)
        return np.fromiter(fitting, bool, len(words))

    def plan(self, index: Index) -> str:
        if self.kind == "prefix":
            return "one walk from the front"
        return f"walks the reverse part from the last letter of {self.letters}"


with_prefix: Final = partial(Contained, "prefix")
with_suffix: Final = partial(Contained, "suffix")
with_substring: Final = partial(Contained, "substring")
