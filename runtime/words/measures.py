"""Numbers about words: length, points, vowels, letters, anagrams, and the ways to draw them.

Every function takes Words and returns one entry per word, in their order. All are exact. A number that needs the whole
lexicon (anagrams, places in the order of probability) is computed once per lexicon, and cached there.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from ...errors import QueryError
from ..limits import LEAST_TO_SORT, look
from .kernels.measure import Measure
from .words import Words, all_words, require_few

if TYPE_CHECKING:
    from ...formats.alphabet import Alphabet
    from ..automaton.index import HasIndex, Index

#: The public names, as ``lexkit.measures`` shows them; the others are for lexkit's own code.
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

#: Most blanks that may be among the tiles drawn.
MAX_BLANKS: Final = 2
#: Bits that the number of one letter in a word takes: at most 63.
_COUNT_BITS: Final = 6
#: Letters whose numbers fit one 64-bit sum.
_COUNTED: Final = 10
#: Odd, and its bits as if at random: the golden ratio's.
_MIX: Final = 0x9E3779B97F4A7C15
#: Words worked out one by one between two looks at the clock.
_LOOK: Final = 1024
#: Ways known modulo 2 ** 64 and to 45 bits or better are exact up to here, and then some.
_CERTAIN: Final = 2.0**100


# -- sums along the path ------------------------------------------------------------------------------------


def _measure(words: Words, each: float = 1e-8) -> tuple[Measure, memoryview, memoryview]:
    """A walk, and the ranges to walk; ``each``: seconds that a word takes at least."""
    index = words.core
    index.require_open()
    require_few(words, each)
    walk = Measure(index.nodes)
    starts, stops = words.ranges()
    return walk, np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data


def _added(words: Words, weights: Iterable[int]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """(sums, masks): of the weights of each word's tiles, tile 1's first, modulo 2 ** 64; of its letters."""
    look()
    walk, starts, stops = _measure(words)
    table = np.zeros(64, np.uint64)
    listed = list(weights)
    table[1 : 1 + len(listed)] = np.array(listed, np.uint64)
    sums, masks = np.zeros(len(words), np.uint64), np.zeros(len(words), np.uint64)
    walk.add(starts, stops, table.data, sums.data, masks.data)
    return sums, masks


def tile_sums(words: Words, weights: Iterable[int]) -> NDArray[np.int64]:
    """The sum of the weights of each word's tiles, tile 1's first; weights from 0 to 2 ** 57. About 25 ns a word."""
    return _added(words, weights)[0].view(np.int64)


def letter_masks(words: Words) -> NDArray[np.uint64]:
    """The letters of each word as a set, bit t for tile t. About 25 ns a word."""
    return _added(words, ())[1]


def lengths(words: Words) -> NDArray[np.uint8]:
    """Tiles of each word."""
    return words.lengths()


def points(words: Words) -> NDArray[np.int64]:
    """Sum of each word's tiles, without premium squares or blanks. About 25 ns a word."""
    return tile_sums(words, (tile.points for tile in words.core.alphabet.tiles))


def vowels(words: Words) -> NDArray[np.int64]:
    """Vowels of each word, those the alphabet names, counted as often as they occur. About 25 ns a word."""
    return tile_sums(words, (tile.vowel for tile in words.core.alphabet.tiles))


def consonants(words: Words) -> NDArray[np.int64]:
    """Letters of each word that are no vowels. About 25 ns a word."""
    return tile_sums(words, (not tile.vowel for tile in words.core.alphabet.tiles))


def unique_letters(words: Words) -> NDArray[np.uint8]:
    """Different letters of each word. About 25 ns a word."""
    return np.bitwise_count(letter_masks(words))


def palindromes(words: Words) -> NDArray[np.bool_]:
    """Whether each word reads the same backwards, tile by tile. About 25 ns a word."""
    walk, starts, stops = _measure(words)
    flags = np.zeros(len(words), np.uint8)
    walk.mirror(starts, stops, np.zeros(64, np.uint64).data, flags.data)
    return flags.view(np.bool_)


def letter_counts(words: Words, tiles: Iterable[int]) -> list[NDArray[np.uint8]]:
    """How often each of these different tiles occurs: an array a tile, one entry a word. One walk for ten tiles."""
    wanted = list(tiles)
    found = []
    for start in range(0, len(wanted), _COUNTED):
        part = wanted[start : start + _COUNTED]
        weights = [0] * 63
        for place, tile in enumerate(part):
            weights[tile - 1] = 1 << _COUNT_BITS * place
        sums, _ = _added(words, weights)
        found += [
            (sums >> np.uint64(_COUNT_BITS * place) & np.uint64((1 << _COUNT_BITS) - 1)).astype(np.uint8)
            for place in range(len(part))
        ]
    return found


# -- the same letters ---------------------------------------------------------------------------------------


def _letter_keys(words: Words) -> list[NDArray[np.uint64]]:
    """Numbers that are all the same for two words if and only if both have the same letters equally often."""
    keys = []
    for start in range(0, len(words.core.alphabet), _COUNTED):
        weights = [0] * start + [1 << _COUNT_BITS * place for place in range(_COUNTED)]
        keys.append(_added(words, weights[:63])[0])
    return keys


def _groups(index: Index) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(order, firsts): the ranks with anagrams side by side; where in ``order`` each group begins, and its length.

    One key, made of all, sorts them; that it tells all letters apart is looked up in the keys themselves.
    """
    keys = _letter_keys(all_words(index))
    mixed = np.zeros(len(index), np.uint64)
    for key in keys:
        mixed = (mixed ^ key) * np.uint64(_MIX)
        mixed ^= mixed >> np.uint64(29)
    look(LEAST_TO_SORT * len(mixed))
    order = np.argsort(mixed)
    look()
    new = np.zeros(len(order) + 1, np.bool_)
    new[[0, -1]] = True
    sorted_mix = mixed[order]
    new[1:-1] = sorted_mix[1:] != sorted_mix[:-1]
    differ = np.zeros(max(0, len(order) - 1), np.bool_)
    for key in keys:
        arranged = key[order]
        differ |= arranged[1:] != arranged[:-1]
    if len(order) and (differ & ~new[1:-1]).any():
        # Other letters, the same number: happens to one list of a million words in 40 million.
        order = np.lexsort(keys)
        differ[:] = False
        for key in keys:
            arranged = key[order]
            differ |= arranged[1:] != arranged[:-1]
        new[1:-1] = differ
    return order, np.flatnonzero(new)


def _anagram_counts(index: Index) -> tuple[NDArray[np.int64]]:
    require_few(all_words(index))
    counts = np.zeros(len(index), np.int64)
    if len(index):
        order, firsts = _groups(index)
        sizes = np.diff(firsts)
        counts[order] = np.repeat(sizes, sizes)
    return (counts,)


def anagram_counts(words: Words) -> NDArray[np.int64]:
    """Words of the whole lexicon with the same letters as each, itself among them.

    The first call for a lexicon takes about 0.3 us a word of it; then it is looked up.
    """
    words.core.require_open()
    return words.core.remember("anagrams", _anagram_counts)[0][words.to_numpy()]


def same_letters(lexicon: HasIndex, tiles: bytes) -> Words:
    """The words of the lexicon that have exactly these tiles: one walk of all words, about 25 ns each."""
    used = sorted(set(tiles))
    words = all_words(lexicon.core)
    words = words.where(letter_masks(words) == np.uint64(sum(1 << tile for tile in used)))
    fitting = np.ones(len(words), np.bool_)
    for tile, found in zip(used, letter_counts(words, used), strict=True):
        fitting &= found == tiles.count(tile)
    return words.where(fitting)


def alphagrams(words: Words) -> list[str]:
    """The letters of each word in the alphabet's order. About 0.3 us a word, 1 us where labels are longer."""
    index = words.core
    if not len(words):
        index.require_open()
        return []
    rows = _sorted_tiles(words)
    if index.alphabet.simple:
        codes = np.concatenate([[0], index.codes[1:]]).astype(np.uint32)
        texts: list[str] = codes[rows].view(f"<U{rows.shape[1]}").ravel().tolist()
        return texts
    decode = index.alphabet.decode
    return [decode(row.tobytes().rstrip(b"\0")) for row in rows]


def _sorted_tiles(words: Words) -> NDArray[np.uint8]:
    """A row for each word: its tiles in ascending order, then zeros."""
    sizes = words.lengths()
    rows = np.full((len(words), int(sizes.max())), 255, np.uint8)
    spelled = words.core.tiles(*words.ranges())
    rows[np.arange(rows.shape[1]) < sizes[:, None]] = np.frombuffer(b"".join(spelled), np.uint8)
    rows.sort(axis=1)
    rows[rows == 255] = 0
    return rows


# -- drawing them from the bag ------------------------------------------------------------------------------


def probability(words: Words, blanks: int = MAX_BLANKS) -> NDArray[Any]:
    """In how many ways a draw from the alphabet's full bag gives each word; 0 where none does.

    Every tile of the bag counts as one of its own, and at most so many of those drawn are blanks (of all the bag has).
    uint64; an array of Python ints where a number is larger than that. About 0.1 us a word.
    """
    return draws(words, _checked(blanks))


def _checked(blanks: int) -> int:
    if not isinstance(blanks, int) or not 0 <= blanks <= MAX_BLANKS:
        raise QueryError("blanks among the tiles drawn", expected=f"0 to {MAX_BLANKS}", found=repr(blanks))
    return blanks


def draws(words: Words, blanks: int) -> NDArray[Any]:
    """As :func:`probability`, which has checked ``blanks``.

    The kernel knows each number modulo 2 ** 64, and about; both together tell numbers up to 2 ** 100 exactly. Larger
    ones are worked out one by one.
    """
    walk, starts, stops = _measure(words, 3e-8)
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
        return _large(words, blanks, ways, about)
    return ways


def _large(words: Words, blanks: int, ways: NDArray[np.uint64], about: NDArray[np.float64]) -> NDArray[Any]:
    """The numbers themselves, from what is known of them."""
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
            ways_of.append(_ways(words.core.alphabet, tiles, blanks))
        exact[unsure] = ways_of
    fits = max(exact.tolist()) < 1 << 64
    known: NDArray[Any] = exact.astype(np.uint64) if fits else exact
    return known


def _ways(alphabet: Alphabet, tiles: bytes, blanks: int) -> int:
    """The same for one word, in Python's numbers: the product of a polynomial for each kind of tile."""
    product = [1] + [0] * blanks
    for tile in set(tiles):
        number, count = tiles.count(tile), alphabet.tiles[tile - 1].count
        factor = [comb(count, number - taken) if taken <= number else 0 for taken in range(blanks + 1)]
        product = [sum(product[k] * factor[power - k] for k in range(power + 1)) for power in range(blanks + 1)]
    return sum(ways * comb(alphabet.blanks, power) for power, ways in enumerate(product))


def probability_order(words: Words, blanks: int = MAX_BLANKS) -> NDArray[np.int64]:
    """Each word's place, from 1, among all words of its length, those with the most ways to be drawn first.

    Words with as many ways share the best of their places: it is 1 + the number of words that have more. The first
    call for a lexicon and a number of blanks takes about 0.3 us a word of it; then it is looked up.
    """
    return probability_places(words, blanks)[0]


def probability_places(words: Words, blanks: int = MAX_BLANKS) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(first, last): the places that each word and those with as many ways take together."""
    words.core.require_open()
    number = _checked(blanks)
    first, last = words.core.remember(f"probability/{number}", lambda index: _places(index, number))
    ranks = words.to_numpy()
    return first[ranks], last[ranks]


def _places(index: Index, blanks: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    words = all_words(index)
    ways, sizes = draws(words, blanks), words.lengths()
    first, last = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    for size in np.flatnonzero(np.bincount(sizes)):
        group = np.flatnonzero(sizes == size)
        look(LEAST_TO_SORT * len(group))
        here = ways[group]
        ascending = np.argsort(here)
        arranged = here[ascending]
        new = np.flatnonzero(np.concatenate([[True], arranged[1:] != arranged[:-1]]))
        equal = np.diff(new, append=len(group))
        # Places count from the end: most ways first.
        first[group[ascending]] = np.repeat(len(group) + 1 - new - equal, equal)
        last[group[ascending]] = np.repeat(len(group) - new, equal)
    return first, last
