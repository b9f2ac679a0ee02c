"""Named groups of words, as Zyzzyva has them, and the words that have a bingo stem.

Each group follows from the lexicon and the alphabet's bag: docs/queries.md defines them. A group that would need
another list, such as the words that were new in an edition, is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import AlphabetError, QueryError, QuerySyntaxError, did_you_mean
from lexkit.base.time_limits import look
from lexkit.formats.constants import MAX_LENGTH
from lexkit.runtime.words import measures, probability
from lexkit.runtime.words.bingo_stems import MOST_STEMS, USUAL_STEMS, have_stem, stem_tiles

from ..search.kernels.rack_machine import SOME_OF_IT
from .anagrams import OfTiles
from .condition import Condition, Filter
from .hooks import InnerHook
from .word_measures import Measured

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.words.words import Words

#: Tiles of words of type II: the most common of the English bag, in the numbers that a rack may have.
TYPE_TWO: Final = "AAADEEEEGIIILNNOORRSSTTU"
#: Words of type III are at least as likely to be drawn as this word of their length.
TYPE_THREE: Final = {7: "HUNTERS", 8: "NOTIFIED"}
#: Points of a heavy tile of a high five. No other tile of it has more points than these.
_HEAVY: Final = (4, 5)
#: Number of words whose tiles are compared at a time.
_BLOCK: Final = 1 << 16
#: Steps of 10 ns to spell a word.
_STEPS_TO_SPELL: Final = 15.0
#: Steps of 10 ns to compare a word with a hundred stems.
_STEPS_TO_COMPARE: Final = 40.0
#: Steps of 10 ns to count the ways to draw a word.
_STEPS_TO_COUNT: Final = 10.0


class HasStem(Filter):
    """Words that have all tiles of one of the best stems, and at least one tile more."""

    def __init__(self, size: int, best: int = USUAL_STEMS) -> None:
        self.size = size
        self.best = best

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        fits = np.zeros(len(words), np.bool_)
        longer = words.lengths() > self.size
        fits[longer] = have_stem(words.where(longer), stem_tiles(words.core, self.size, self.best))
        return fits

    def cost_among(self, index: Index, number: float) -> float:
        once = 0.0 if index.remembers(f"stems/{self.size}") else _STEPS_TO_SPELL * len(index)
        return once + _STEPS_TO_COMPARE * number * self.best / USUAL_STEMS


class HighFive(Filter):
    """Words of five tiles that begin or end with a heavy tile, and have no heavier one."""

    per_word = _STEPS_TO_SPELL

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        points = np.array([0, *(tile.points for tile in words.core.alphabet.tiles)], np.int64)
        fits = np.zeros(len(words), np.bool_)
        places = np.flatnonzero(words.lengths() == 5)
        fives = words.where(words.lengths() == 5)
        for start in range(0, len(fives), _BLOCK):
            look()
            block = fives[start : start + _BLOCK]
            tiles = np.frombuffer(b"".join(words.core.tiles(*block.ranges())), np.uint8).reshape(-1, 5)
            worth = points[tiles]
            ends = worth[:, [0, 4]]
            heavy = ((ends >= _HEAVY[0]) & (ends <= _HEAVY[1])).any(axis=1)
            fits[places[start : start + _BLOCK]] = heavy & (worth.max(axis=1) <= _HEAVY[1])
        return fits


class AsLikelyAs(Filter):
    """Words that can be drawn in at least as many ways as a given text, with up to two blanks."""

    per_word = _STEPS_TO_COUNT

    def __init__(self, text: str, index: Index) -> None:
        self.least = probability.count_ways(index.alphabet, index.alphabet.encode(text), probability.MAX_BLANKS)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        likely: NDArray[np.bool_] = probability.draws(words, probability.MAX_BLANKS) >= self.least
        return likely


class Group(Condition):
    """Words that meet some conditions and fail others."""

    def __init__(self, keep: Sequence[Condition], drop: Sequence[Condition] = ()) -> None:
        self.keep = keep
        self.drop = drop

    def words(self, index: Index) -> Words:
        return self._rest(self.keep[0].words(index), self.keep[1:])

    def among(self, words: Words) -> Words:
        return self._rest(words, self.keep)

    def _rest(self, words: Words, keep: Sequence[Condition]) -> Words:
        for condition in keep:
            look()
            words = condition.among(words)
        for condition in self.drop:
            look()
            words = words - condition.among(words)
        return words

    def cost(self, index: Index) -> float:
        return self.keep[0].cost(index) + self._cost_of_rest(index, len(index) / 8)

    def cost_among(self, index: Index, number: float) -> float:
        return self.keep[0].cost_among(index, number) + self._cost_of_rest(index, number / 8)

    def _cost_of_rest(self, index: Index, number: float) -> float:
        return sum(condition.cost_among(index, number) for condition in (*self.keep[1:], *self.drop))

    def plan(self, index: Index) -> str:
        return "one condition of the group after the other"


# -- the groups ---------------------------------------------------------------------------------------------


def _of_length(size: int, index: Index) -> Condition:
    return Measured("length", measures.lengths, None, str(size), index)


def _make_type(number: int, size: int) -> Maker:
    """Return the maker of the words of type I, II or III. Each type leaves out the words of the types before."""

    def make(index: Index) -> Group:
        length, first = _of_length(size, index), HasStem(6)
        if number == 1:
            return Group([length, first])
        try:
            second = OfTiles(SOME_OF_IT, TYPE_TWO, index)
            if number == 2:
                return Group([length, second], [first])
            return Group([length, AsLikelyAs(TYPE_THREE[size], index)], [first, second])
        except (AlphabetError, QuerySyntaxError) as error:
            raise QueryError(
                "the group is defined by English letters",
                expected=f"an alphabet that has all letters of {TYPE_TWO}",
                found=f"{index.alphabet.name}, without {error.found}",
                remedy="stem:6 and stem:7 are for every alphabet",
            ) from None

    return make


def _hooked(side: str) -> Maker:
    return lambda index: Group([InnerHook(side, index)])


Maker: TypeAlias = Callable[["Index"], Group]

#: Function that makes each group for a lexicon, by the group's name.
GROUPS: Final[dict[str, Maker]] = {
    "hook-words": _hooked("either"),
    "front-hooks": _hooked("front"),
    "back-hooks": _hooked("back"),
    "high-fives": lambda index: Group([HighFive()]),
    "type-i-sevens": _make_type(1, 7),
    "type-ii-sevens": _make_type(2, 7),
    "type-iii-sevens": _make_type(3, 7),
    "type-i-eights": _make_type(1, 8),
    "type-ii-eights": _make_type(2, 8),
    "type-iii-eights": _make_type(3, 8),
    "eights-from-seven-letter-stems": lambda index: Group([_of_length(8, index), HasStem(7)]),
}
#: Other spellings of parts of a name.
_NUMERALS: Final = {"1": "i", "2": "ii", "3": "iii", "7s": "sevens", "8s": "eights", "5s": "fives", "7": "seven"}


def group(value: str, index: Index) -> Group:
    """Return the group of a name, in any case, with blanks, hyphens or underscores between its parts."""
    parts = re.split(r"[\s_-]+", value.strip().lower()[:80])
    name = "-".join(_NUMERALS.get(part, part) for part in parts)
    if name in GROUPS:
        return GROUPS[name](index)
    if name.startswith("new-"):
        raise QuerySyntaxError(
            "which words are new cannot be computed from one list",
            text=value,
            expected="a group that follows from the lexicon and its bag",
            found=repr(value)[:60],
            remedy="compare with the older list: -in:OLDER, or lexc merge OLDER NEWER and edition:newer -edition:older",
        )
    raise QuerySyntaxError(
        "no such group",
        text=value,
        expected=f"one of {', '.join(GROUPS)}",
        found=repr(value)[:60],
        remedy=did_you_mean(name, GROUPS),
    )


def stem(value: str, index: Index) -> HasStem:
    found = re.fullmatch("([0-9]{1,4})(?:/([0-9]{1,6}))?", value)
    size, best = (int(found[1]), int(found[2] or USUAL_STEMS)) if found else (0, 0)
    if not (1 <= size < MAX_LENGTH and 1 <= best <= MOST_STEMS):
        raise QuerySyntaxError(
            "not a size of stems",
            text=value,
            expected=f"N tiles from 1 to {MAX_LENGTH - 1}, or N/BEST with BEST from 1 to {MOST_STEMS:,}",
            found=repr(value)[:60],
        )
    return HasStem(size, best)
