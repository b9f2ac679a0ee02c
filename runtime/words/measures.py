"""Measures of words: length, points, vowels, letters, anagrams, and the number of ways to draw them.

Every function takes Words and returns one entry per word, in their order. All measures are exact. Those that need
the whole lexicon (anagrams, places in the order of probability) are computed once per lexicon and cached with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.time_limits import LEAST_TO_SORT, look

from .memory_limits import BLOCK, require_few
from .probability import probability, probability_order
from .spell_in_blocks import list_in_blocks, values_in_blocks
from .tile_sums import COUNT_BITS, COUNTED, letter_counts, letter_masks, sorted_tiles, start_walk, tile_sums
from .words import Words, all_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index, LexiconLike

#: Public names, shown by ``lexkit.measures``. The others are for lexkit's own code.
__all__ = [
    "alphagrams",
    "anagram_counts",
    "consonants",
    "lengths",
    "palindromes",
    "points",
    "probability",
    "probability_order",
    "unique_letters",
    "vowels",
]

#: Odd multiplier with random-looking bits, from the golden ratio (Fibonacci hashing).
_MIX: Final = 0x9E3779B97F4A7C15


def lengths(words: Words) -> NDArray[np.uint8]:
    """Return the number of tiles of each word. Takes about 15 ns per word.

    Args:
        words: Words of one lexicon.

    Returns:
        A uint8 array of shape (words,).
    """
    return words.lengths()


def points(words: Words) -> NDArray[np.int64]:
    """Return the points of each word's tiles, without premium squares or blanks. Takes about 25 ns per word.

    Args:
        words: Words of one lexicon.

    Returns:
        An int64 array of shape (words,).
    """
    return tile_sums(words, (tile.points for tile in words.core.alphabet.tiles))


def vowels(words: Words) -> NDArray[np.int64]:
    """Return the number of vowels in each word, counting repeats. Takes about 25 ns per word.

    The alphabet defines which letters are vowels.

    Args:
        words: Words of one lexicon.

    Returns:
        An int64 array of shape (words,).
    """
    return tile_sums(words, (tile.vowel for tile in words.core.alphabet.tiles))


def consonants(words: Words) -> NDArray[np.int64]:
    """Return the number of letters in each word that are not vowels, counting repeats. Takes about 25 ns per word.

    Args:
        words: Words of one lexicon.

    Returns:
        An int64 array of shape (words,).
    """
    return tile_sums(words, (not tile.vowel for tile in words.core.alphabet.tiles))


def unique_letters(words: Words) -> NDArray[np.uint8]:
    """Return the number of different letters in each word. Takes about 25 ns per word.

    Args:
        words: Words of one lexicon.

    Returns:
        A uint8 array of shape (words,).
    """
    return values_in_blocks(words, lambda block: np.bitwise_count(letter_masks(block)))


def palindromes(words: Words) -> NDArray[np.bool_]:
    """Return whether each word reads the same backwards, tile by tile. Takes about 25 ns per word.

    Args:
        words: Words of one lexicon.

    Returns:
        A bool array of shape (words,).
    """
    return values_in_blocks(words, _mirrored)


def _mirrored(words: Words) -> NDArray[np.bool_]:
    walk, starts, stops = start_walk(words)
    flags = np.zeros(len(words), np.uint8)
    walk.mirror(starts, stops, np.zeros(64, np.uint64).data, flags.data)
    return flags.view(np.bool_)


# -- the same letters ---------------------------------------------------------------------------------------


def _letter_keys(words: Words) -> list[NDArray[np.uint64]]:
    """Return keys that are equal for anagrams and for no other words."""
    keys = []
    for start in range(0, len(words.core.alphabet), COUNTED):
        weights = [0] * start + [1 << COUNT_BITS * place for place in range(COUNTED)]
        keys.append(tile_sums(words, weights[:63]).view(np.uint64))
    return keys


def _groups(index: Index) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (order, firsts): the ranks with anagrams side by side, and where each group begins.

    The last entry of ``firsts`` is the length of ``order``. The ranks are sorted by a hash of all keys. A collision
    is found by comparing the keys themselves.
    """
    words = all_words(index)
    # Memory for the keys, the hashes, an order and temporary arrays.
    require_few(words, size=8 * (-(-len(index.alphabet) // COUNTED) + 5))
    keys = _letter_keys(words)
    mixed = np.zeros(len(index), np.uint64)
    for key in keys:
        look(3e-9 * len(mixed))
        mixed ^= key
        mixed *= np.uint64(_MIX)
        mixed ^= mixed >> np.uint64(29)
    look(LEAST_TO_SORT * len(mixed))
    order = np.argsort(mixed)
    look(1e-8 * len(mixed))
    new = np.zeros(len(order) + 1, np.bool_)
    new[[0, -1]] = True
    sorted_mix = mixed[order]
    new[1:-1] = sorted_mix[1:] != sorted_mix[:-1]
    differ = np.zeros(max(0, len(order) - 1), np.bool_)
    for key in keys:
        look(1e-8 * len(order))
        arranged = key[order]
        differ |= arranged[1:] != arranged[:-1]
    if len(order) and (differ & ~new[1:-1]).any():
        # Hashes collide: expected in one of 40 million lists of a million words.
        look(LEAST_TO_SORT * len(keys) * len(order))
        order = np.lexsort(keys)
        differ[:] = False
        for key in keys:
            arranged = key[order]
            differ |= arranged[1:] != arranged[:-1]
        new[1:-1] = differ
    return order, np.flatnonzero(new)


def _anagram_counts(index: Index) -> tuple[NDArray[np.int64]]:
    require_few(all_words(index))
    look(2e-8 * len(index))
    counts = np.zeros(len(index), np.int64)
    if len(index):
        order, firsts = _groups(index)
        sizes = np.diff(firsts)
        counts[order] = np.repeat(sizes, sizes)
    return (counts,)


def anagram_counts(words: Words) -> NDArray[np.int64]:
    """Return the number of anagrams of each word in the whole lexicon, counting the word itself.

    The first call for a lexicon takes about 0.3 us for each of its words; later calls look the numbers up.

    Args:
        words: Words of one lexicon.

    Returns:
        An int64 array of shape (words,).
    """
    words.core.require_open()
    return words.core.remember("anagrams", _anagram_counts)[0][words.to_numpy()]


def same_letters(lexicon: LexiconLike, tiles: bytes) -> Words:
    """Return the words that have exactly these tiles, by one walk of all words, in about 25 ns each."""
    used = sorted(set(tiles))
    words = all_words(lexicon.core)
    words = words.where(letter_masks(words) == np.uint64(sum(1 << tile for tile in used)))
    fitting = np.ones(len(words), np.bool_)
    for tile, found in zip(used, letter_counts(words, used), strict=True):
        fitting &= found == tiles.count(tile)
    return words.where(fitting)


def alphagrams(words: Words) -> list[str]:
    """Return the alphagram of each word: its letters in the alphabet's order.

    Takes about 0.3 us per word, or 1 us if letters of the alphabet have several characters.

    Args:
        words: Words of one lexicon.

    Returns:
        A list of str.
    """
    index = words.core
    if not len(words):
        index.require_open()
        return []
    return list_in_blocks(words, _alphagrams_of_block, BLOCK // 8)


def _alphagrams_of_block(words: Words) -> list[str]:
    index = words.core
    rows = sorted_tiles(words)
    if index.alphabet.simple:
        codes = np.array(index.codes)
        texts: list[str] = codes[rows].view(f"<U{rows.shape[1]}").ravel().tolist()
        return texts
    decode = index.alphabet.decode
    return [decode(row.tobytes().rstrip(b"\0")) for row in rows]
