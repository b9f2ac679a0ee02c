"""Hooks: what words become with something in front or behind, and what they are without their first or last letter.

The one-letter hooks of all words are found by one walk for either end, about 30 ns a word, and kept with the lexicon;
longer texts are looked for each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...formats.layout import MAX_LENGTH
from .fixed_text import suffix
from .kernels.word_pairs import Pairs
from .words import Words, all_words, require_few, words_between

if TYPE_CHECKING:
    from ..automaton.index import Index

__all__ = [
    "BACK_HOOKS",
    "FEW",
    "FRONT_HOOKS",
    "InnerHooks",
    "back_hooks",
    "front_hooks",
    "hook_texts",
    "inner_hooks",
    "inner_hooks_of",
    "takes_prefix",
    "takes_suffix",
]

#: Names under which the hooks of all words are kept with the lexicon.
FRONT_HOOKS: Final = "front hooks"
BACK_HOOKS: Final = "back hooks"
#: Words are looked up one by one, not in one walk of all, if they are fewer than one in this many.
FEW: Final = 200
#: Seconds that a word takes at least if all words are passed.
_LEAST: Final = 2e-8


class InnerHooks(NamedTuple):
    """Whether a word without its first letter is a word, and without its last one."""

    front: bool
    back: bool


def _pairs(index: Index) -> Pairs:
    index.require_open()
    return Pairs(index.nodes)


# -- what goes in front or behind ---------------------------------------------------------------------------


def takes_prefix(index: Index, tiles: bytes) -> Words:
    """The words that are words with these tiles in front as well."""
    if len(tiles) > MAX_LENGTH:
        return all_words(index)[:0]
    low, high = index.walk().prefix(tiles)
    require_few(words_between(index, low, high), _LEAST)
    ranks = np.zeros(high - low, np.int64)
    found = _pairs(index).taking_front(tiles, ranks.data)
    return Words.of_ranks(index, ranks[:found])


def takes_suffix(index: Index, tiles: bytes) -> Words:
    """The words that are words with these tiles behind as well."""
    if not tiles:
        return all_words(index)
    if len(tiles) > MAX_LENGTH:
        return all_words(index)[:0]
    if len(tiles) == 1:
        return all_words(index).where(back_hooks(all_words(index)) >> np.uint64(tiles[0]) & np.uint64(1) == 1)
    if len(tiles) > 2:
        ending = suffix(index, index.alphabet.decode(tiles))
        if len(ending) < len(index) // FEW:
            walk = index.walk()
            longer = index.tiles(*ending.ranges())
            shorter = [walk.rank(spelled[: -len(tiles)]) for spelled in longer if spelled.endswith(tiles)]
            return Words.of_ranks(index, [rank for rank in shorter if rank >= 0])
    require_few(all_words(index), _LEAST)
    ranks = np.zeros(len(index), np.int64)
    found = _pairs(index).taking_back(tiles, ranks.data)
    return Words.of_ranks(index, ranks[:found])


# -- one letter ---------------------------------------------------------------------------------------------

_Sets = tuple[NDArray[np.uint64], NDArray[np.uint8]]


def _fronts(index: Index) -> _Sets:
    require_few(all_words(index), _LEAST)
    masks, marks = np.zeros(len(index), np.uint64), np.zeros(len(index), np.uint8)
    _pairs(index).fronts(masks.data, marks.data)
    return masks, marks


def _backs(index: Index) -> _Sets:
    require_few(all_words(index), _LEAST)
    masks, marks = np.zeros(len(index), np.uint64), np.zeros(len(index), np.uint8)
    _pairs(index).backs(masks.data, marks.data)
    return masks, marks


def front_hooks(words: Words) -> NDArray[np.uint64]:
    """The letters that go in front of each word, as sets: bit t for tile t."""
    words.core.require_open()
    return words.core.remember(FRONT_HOOKS, _fronts)[0][words.to_numpy()]


def back_hooks(words: Words) -> NDArray[np.uint64]:
    """The letters that go behind each word, as sets: bit t for tile t."""
    words.core.require_open()
    return words.core.remember(BACK_HOOKS, _backs)[0][words.to_numpy()]


def inner_hooks(words: Words) -> NDArray[np.uint8]:
    """Of each word: 1 if it is one without its first letter, 2 if without its last, 3 if both, else 0."""
    words.core.require_open()
    ranks = words.to_numpy()
    fronts = words.core.remember(FRONT_HOOKS, _fronts)[1][ranks]
    return fronts | words.core.remember(BACK_HOOKS, _backs)[1][ranks]


def inner_hooks_of(index: Index, tiles: bytes) -> InnerHooks:
    """The same of one text, which need not be a word."""
    if not 1 < len(tiles) <= MAX_LENGTH:
        return InnerHooks(False, False)
    walk = index.walk()
    return InnerHooks(walk.rank(tiles[1:]) >= 0, walk.rank(tiles[:-1]) >= 0)


def hook_texts(words: Words, behind: bool) -> list[str]:
    """Hooks as text: looked up one by one for a few words, else by one walk for all words of the lexicon."""
    index = words.core
    name, sets = (BACK_HOOKS, back_hooks) if behind else (FRONT_HOOKS, front_hooks)
    if len(words) < len(index) // FEW and not index.remembers(name):
        return [str(index.cross_sets(word)[behind]) for word in words.to_list()]
    masks, places = np.unique(sets(words), return_inverse=True)
    texts = [str(index.alphabet.letter_set(mask)) for mask in masks.tolist()]
    return [texts[place] for place in places.tolist()]
