"""Number of ways to draw a word from a full bag, and the order of words by it, with ties or without.

All numbers are exact. The order of all words is computed once per lexicon and cached with it. Equally likely words
share their places or, without ties, follow each other by alphagram and then in the alphabet's order, as in Zyzzyva.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING, Any, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.checks import require_whole
from lexkit.base.errors import QueryError
from lexkit.base.time_limits import LEAST_TO_SORT, look

from .memory_limits import require_few, require_room
from .spell_in_blocks import values_in_blocks
from .tile_sums import alphagram_keys, start_walk
from .words import Words, all_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.formats.alphabet import Alphabet

    from ..automaton.index import Index

#: Maximum number of blanks among the tiles drawn.
MAX_BLANKS: Final = 2
#: Number of words computed in Python between two checks of the deadline.
_LOOK: Final = 1024
#: Up to here, a number known modulo 2 ** 64 and to at least 45 bits is certain.
_CERTAIN: Final = 2.0**100
#: Maximum total of letters in all words of one length: 64 MB.
_MOST_TILES: Final = 1 << 26


def probability(words: Words, blanks: int = MAX_BLANKS) -> NDArray[Any]:
    """Return the number of ways to draw each word from a full bag. Takes about 0.1 us per word.

    All tiles of the bag are distinguished.

    Args:
        words: The words.
        blanks: Maximum number of blanks among the tiles drawn.

    Returns:
        A uint64 array of shape (words,), or an array of Python ints if a number does not fit uint64.

    Raises:
        QueryError: ``blanks`` is not 0, 1 or 2.
    """
    return draws(words, _check_blanks(blanks))


def _check_blanks(blanks: int) -> int:
    """Return ``blanks``. Raises QueryError if it is out of range."""
    return require_whole(blanks, "number of blanks among the tiles drawn", 0, MAX_BLANKS)


def draws(words: Words, blanks: int) -> NDArray[Any]:
    """Return the numbers of :func:`probability` for a checked value of ``blanks``.

    The kernel computes each number twice: modulo 2 ** 64, and as a float. Together they determine numbers up to 2
    ** 100 exactly; larger ones are computed one by one.
    """
    return values_in_blocks(words, lambda block: _draw_block(block, blanks))


def _draw_block(words: Words, blanks: int) -> NDArray[Any]:
    walk, starts, stops = start_walk(words)
    alphabet = words.core.alphabet
    choices = np.zeros((64, 64), np.uint64)
    sizes = np.zeros((64, 64), np.float64)
    kinds = [min(alphabet.blanks, 1 << 31) if blanks else 0, *(tile.count for tile in alphabet.tiles)]
    for kind, count in enumerate(kinds):
        for number in range(64 if kind else blanks + 1):
            exact = comb(count, number)
            choices[kind, number] = exact & ((1 << 64) - 1)
            sizes[kind, number] = float(exact) if exact.bit_length() < 1000 else np.inf
    ways, about = np.zeros(len(words), np.uint64), np.zeros(len(words), np.float64)
    nothing = np.zeros(64, np.uint64)
    walk.draw(starts, stops, nothing.data, choices.data, sizes.data, choices[0, :3].copy().data, ways.data, about.data)
    if not (about < 2.0**63).all():
        return _compute_large(words, blanks, ways, about)
    return ways


def _compute_large(words: Words, blanks: int, ways: NDArray[np.uint64], about: NDArray[np.float64]) -> NDArray[Any]:
    """Return the exact numbers, from ``ways`` modulo 2 ** 64 and approximations ``about``."""
    certain = about < _CERTAIN
    above = np.zeros(len(words), np.float64)
    above[certain] = np.rint((about[certain] - ways[certain]) / 2.0**64)
    exact = above.astype(np.int64).astype(object) * (1 << 64) + ways.astype(object)
    unsure = np.flatnonzero(~certain)
    if len(unsure):
        mask = np.zeros(len(words), np.bool_)
        mask[unsure] = True
        spelled = words.core.tiles(*words.where(mask).ranges())
        ways_of = []
        for number, tiles in enumerate(spelled):
            if number % _LOOK == 0:
                look()
            ways_of.append(count_ways(words.core.alphabet, tiles, blanks))
        exact[unsure] = ways_of
    fits = max(exact.tolist()) < 1 << 64
    numbers: NDArray[Any] = exact.astype(np.uint64) if fits else exact
    return numbers


def count_ways(alphabet: Alphabet, tiles: bytes, blanks: int) -> int:
    """Return the number of ways to draw one word as a Python int: a product of one polynomial per kind of tile."""
    product = [1] + [0] * blanks
    for tile in set(tiles):
        number, count = tiles.count(tile), alphabet.tiles[tile - 1].count
        factor = [comb(count, number - taken) if taken <= number else 0 for taken in range(blanks + 1)]
        product = [sum(product[k] * factor[power - k] for k in range(power + 1)) for power in range(blanks + 1)]
    return sum(ways * comb(alphabet.blanks, power) for power, ways in enumerate(product))


def probability_order(words: Words, blanks: int = MAX_BLANKS) -> NDArray[np.int64]:
    """Return the place of each word by probability, among the words of its length.

    Place 1 is the word likeliest to be drawn. Equally likely words share the best of their places: 1 + the number
    of likelier words. The first call for a lexicon and a number of blanks takes about 0.3 us for each word of the
    lexicon; later calls look the places up.

    Args:
        words: The words.
        blanks: Maximum number of blanks among the tiles drawn.

    Returns:
        An int64 array of shape (words,).

    Raises:
        QueryError: ``blanks`` is not 0, 1 or 2.
    """
    return probability_places(words, blanks)[0]


def probability_places(words: Words, blanks: int = MAX_BLANKS) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (first, last), the places that equally likely words share: two int64 arrays, one entry for each word."""
    words.core.require_open()
    number = _check_blanks(blanks)
    first, last = words.core.remember(f"probability/{number}", lambda index: _find_places(index, number))
    ranks = words.to_numpy()
    return first[ranks], last[ranks]


def _find_places(index: Index, blanks: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (first, last) of all words of the lexicon."""
    words, ways = _draw_all(index, blanks)
    first, last = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    for group in _group_by_length(words):
        look(LEAST_TO_SORT * len(group))
        here = ways[group]
        ascending = np.argsort(here)
        arranged = here[ascending]
        new = np.flatnonzero(np.concatenate([[True], arranged[1:] != arranged[:-1]]))
        equal = np.diff(new, append=len(group))
        # The sort is ascending, but place 1 is for the most ways: places count from the end.
        first[group[ascending]] = np.repeat(len(group) + 1 - new - equal, equal)
        last[group[ascending]] = np.repeat(len(group) - new, equal)
    return first, last


def strict_name(blanks: int) -> str:
    """Return the name under which the places of all words without ties are cached."""
    return f"strict probability/{blanks}"


def strict_places(words: Words, blanks: int) -> NDArray[np.int64]:
    """Return the place of each word among the words of its length, int64: 1, 2, 3 and so on, without ties.

    The first call for a lexicon and a number of blanks takes about 1 us for each word of the lexicon.
    """
    words.core.require_open()
    places = words.core.remember(strict_name(blanks), lambda index: (_find_strict_places(index, blanks),))[0]
    chosen: NDArray[np.int64] = places[words.to_numpy()]
    return chosen


def _find_strict_places(index: Index, blanks: int) -> NDArray[np.int64]:
    """Return the places, without ties, of all words of the lexicon."""
    words, ways = _draw_all(index, blanks)
    places = np.zeros(len(words), np.int64)
    for group in _group_by_length(words):
        same = Words.of_ranks(index, group)
        if int(same.lengths()[0]) * len(group) > _MOST_TILES:
            expected = f"at most {_MOST_TILES:,} letters"
            raise QueryError("too many words of one length", expected=expected, found=len(group))
        # Two sorts, and the sorting of each word's letters.
        look(3 * LEAST_TO_SORT * len(group))
        likely = np.unique(ways[group], return_inverse=True)[1].astype(np.int64)
        places[group[np.lexsort((alphagram_keys(same), -likely))]] = np.arange(1, len(group) + 1)
    return places


def _draw_all(index: Index, blanks: int) -> tuple[Words, NDArray[Any]]:
    """Return all words, and the number of ways to draw each."""
    words = all_words(index)
    require_few(words, size=9)
    return words, draws(words, blanks)


def _group_by_length(words: Words) -> Iterator[NDArray[np.intp]]:
    """Yield the indices of the words of each length."""
    sizes = words.lengths()
    for size in np.flatnonzero(np.bincount(sizes)):
        group = np.flatnonzero(sizes == size)
        # Memory for the ways in two orders, the two orders, and where each number begins and how often it occurs.
        require_room(len(group), 64)
        yield group
