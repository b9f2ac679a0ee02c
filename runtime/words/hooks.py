"""Hooks: letters and texts that extend a word to another word.

The one-letter hooks of all words are found by one walk for each end, in about 30 ns per word, and cached with the
lexicon. Longer texts are looked up each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import with_plain_types
from lexkit.formats.constants import MAX_LENGTH

from .kernels.word_pairs import Pairs
from .memory_limits import SMALL_BLOCK, require_few
from .prefix_suffix_substring import suffix
from .spell_in_blocks import list_in_blocks, values_in_blocks
from .words import Words, all_words, words_between

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index

#: Name under which the front hooks of all words are cached with the lexicon.
FRONT_HOOKS: Final = "front hooks"
#: Name under which the back hooks of all words are cached with the lexicon.
BACK_HOOKS: Final = "back hooks"
#: Words are looked up one by one, not in a walk of all words, if they are fewer than one in this many.
FEW: Final = 200
#: Bytes per word while its rank is sorted, made distinct and grouped.
_PER_RANK: Final = 40
#: Bytes per word of a cached hook.
_PER_HOOK: Final = 9


@with_plain_types
class InnerHooks(NamedTuple):
    """Inner hooks of a text: whether it is a word without an end letter.

    Attributes:
        front: True if it is a word without its first letter.
        back: True if it is a word without its last letter.
    """

    front: bool
    back: bool


def _pairs(index: Index) -> Pairs:
    index.require_open()
    return Pairs(index.nodes)


# -- a text in front or behind ------------------------------------------------------------------------------


def takes_prefix(index: Index, tiles: bytes) -> Words:
    """Return the words that are still words with these tiles in front."""
    if len(tiles) > MAX_LENGTH:
        return all_words(index)[:0]
    low, high = index.walk().prefix(tiles)
    require_few(words_between(index, low, high), size=_PER_RANK)
    ranks = np.zeros(high - low, np.int64)
    found = _pairs(index).taking_front(tiles, ranks.data)
    return Words.of_ranks(index, ranks[:found])


def takes_suffix(index: Index, tiles: bytes) -> Words:
    """Return the words that are still words with these tiles behind."""
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
    require_few(all_words(index), size=_PER_RANK)
    ranks = np.zeros(len(index), np.int64)
    found = _pairs(index).taking_back(tiles, ranks.data)
    return Words.of_ranks(index, ranks[:found])


# -- one letter ---------------------------------------------------------------------------------------------

_Sets: TypeAlias = "tuple[NDArray[np.uint64], NDArray[np.uint8]]"


def _hooks_of_all(index: Index, name: str) -> _Sets:
    """Return (masks, marks) of all words at one end, cached.

    masks: their hooks; marks: the bit of :func:`inner_hooks` for that end.
    """
    index.require_open()
    return index.remember(name, lambda whole: _walk(whole, name))


def _walk(index: Index, name: str) -> _Sets:
    require_few(all_words(index), size=_PER_HOOK)
    sets = np.zeros(len(index), np.uint64), np.zeros(len(index), np.uint8)
    pairs = _pairs(index)
    (pairs.backs if name == BACK_HOOKS else pairs.fronts)(*(part.data for part in sets))
    return sets


def front_hooks(words: Words) -> NDArray[np.uint64]:
    """Return the front hooks of each word as masks: uint64, bit t for tile t."""
    sets = _hooks_of_all(words.core, FRONT_HOOKS)[0]
    return values_in_blocks(words, lambda block: sets[block.to_numpy()])


def back_hooks(words: Words) -> NDArray[np.uint64]:
    """Return the back hooks of each word as masks: uint64, bit t for tile t."""
    sets = _hooks_of_all(words.core, BACK_HOOKS)[0]
    return values_in_blocks(words, lambda block: sets[block.to_numpy()])


def inner_hooks(words: Words) -> NDArray[np.uint8]:
    """Return the inner hooks of each word as numbers.

    1 if it is a word without its first letter, 2 without its last, 3 without either, otherwise 0.
    """
    fronts, backs = (_hooks_of_all(words.core, name)[1] for name in (FRONT_HOOKS, BACK_HOOKS))

    def marks(block: Words) -> NDArray[np.uint8]:
        ranks = block.to_numpy()
        return fronts[ranks] | backs[ranks]

    return values_in_blocks(words, marks)


def inner_hooks_of(index: Index, tiles: bytes) -> InnerHooks:
    """Return the inner hooks of one text, which need not be a word."""
    if not 1 < len(tiles) <= MAX_LENGTH:
        return InnerHooks(False, False)
    walk = index.walk()
    return InnerHooks(walk.rank(tiles[1:]) >= 0, walk.rank(tiles[:-1]) >= 0)


def hook_texts(words: Words, behind: bool) -> list[str]:
    """Return the hooks of each word, as text.

    A few words are looked up one by one; the hooks of more words are found by one walk of all words.
    """
    index = words.core
    name, sets = (BACK_HOOKS, back_hooks) if behind else (FRONT_HOOKS, front_hooks)
    if len(words) < len(index) // FEW and not index.remembers(name):
        return list_in_blocks(
            words, lambda block: [str(index.cross_sets(word)[behind]) for word in block.to_list()], SMALL_BLOCK
        )

    def texts_of(block: Words) -> list[str]:
        masks, places = np.unique(sets(block), return_inverse=True)
        texts = [str(index.alphabet.letter_set(mask)) for mask in masks.tolist()]
        return [texts[place] for place in places.tolist()]

    return list_in_blocks(words, texts_of)
