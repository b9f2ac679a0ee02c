"""Numbers about words: length, points, vowels, letters, anagrams, and the ways to draw them.

Every function takes Words and returns one entry per word, in their order. All are exact. A number that needs the whole
lexicon (anagrams, places in the order of probability) is computed once per lexicon, and cached there.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, Any, Final

from ...errors import require_whole
from ...formats.kernels import lazy_numpy as np
from ..limits import LEAST_TO_SORT, look
from .blocks import in_blocks, list_in_blocks, values_in_blocks
from .kernels.measure import Measure
from .memory_limits import BLOCK, require_few, require_room
from .words import Words, all_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

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

#: Most blanks among the tiles drawn.
MAX_BLANKS: Final = 2
#: Bits that hold the count of one letter in a word, at most 63.
_COUNT_BITS: Final = 6
_COUNT_MASK: Final = (1 << _COUNT_BITS) - 1
#: Letters whose counts fit one 64-bit sum.
_COUNTED: Final = 10
#: An odd multiplier with random-looking bits, from the golden ratio (Fibonacci hashing).
_MIX: Final = 0x9E3779B97F4A7C15
#: Words computed in Python between two checks of the time limit.
_LOOK: Final = 1024
#: A number known modulo 2 ** 64 and to 45 bits or better is certain up to here.
_CERTAIN: Final = 2.0**100


# -- sums along the path ------------------------------------------------------------------------------------


def _start_walk(words: Words) -> tuple[Measure, memoryview, memoryview]:
    """(walk, starts, stops): a walk, and the ranges to walk."""
    index = words.core
    index.require_open()
    require_few(words)
    walk = Measure(index.nodes)
    starts, stops = words.ranges()
    return walk, np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data


def _add_weights(words: Words, weights: Iterable[int]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """(sums, masks): each word's tile weights, and its letters.

    sums: the weights of its tiles, modulo 2 ** 64; masks: bit t for tile t. ``weights``: that of tile 1 first.
    """
    walk, starts, stops = _start_walk(words)
    table = np.zeros(64, np.uint64)
    listed = list(weights)
    table[1 : 1 + len(listed)] = np.array(listed, np.uint64)
    sums, masks = np.zeros(len(words), np.uint64), np.zeros(len(words), np.uint64)
    walk.add(starts, stops, table.data, sums.data, masks.data)
    return sums, masks


def tile_sums(words: Words, weights: Iterable[int]) -> NDArray[np.int64]:
    """The sum of the weights of each word's tiles, int64. About 25 ns a word.

    ``weights``: that of tile 1 first, each from 0 to 2 ** 57.
    """
    listed = list(weights)
    return values_in_blocks(words, lambda block: _add_weights(block, listed)[0].view(np.int64))


def letter_masks(words: Words) -> NDArray[np.uint64]:
    """The letters of each word as a mask, uint64.

    Bit t for tile t. About 25 ns a word.
    """
    return values_in_blocks(words, lambda block: _add_weights(block, ())[1])


def lengths(words: Words) -> NDArray[np.uint8]:
    """The number of tiles of each word, uint8. About 15 ns a word."""
    return words.lengths()


def points(words: Words) -> NDArray[np.int64]:
    """The points of each word's tiles, int64, without premium squares or blanks. About 25 ns a word."""
    return tile_sums(words, (tile.points for tile in words.core.alphabet.tiles))


def vowels(words: Words) -> NDArray[np.int64]:
    """The number of vowels in each word, int64, repeats included.

    The alphabet says which letters are vowels. About 25 ns a word.
    """
    return tile_sums(words, (tile.vowel for tile in words.core.alphabet.tiles))


def consonants(words: Words) -> NDArray[np.int64]:
    """The number of letters in each word that are not vowels, int64. About 25 ns a word."""
    return tile_sums(words, (not tile.vowel for tile in words.core.alphabet.tiles))


def unique_letters(words: Words) -> NDArray[np.uint8]:
    """The number of different letters in each word, uint8. About 25 ns a word."""
    return values_in_blocks(words, lambda block: np.bitwise_count(letter_masks(block)))


def palindromes(words: Words) -> NDArray[np.bool_]:
    """Whether each word reads the same backwards, tile by tile: bool. About 25 ns a word."""
    return values_in_blocks(words, _mirrored)


def _mirrored(words: Words) -> NDArray[np.bool_]:
    walk, starts, stops = _start_walk(words)
    flags = np.zeros(len(words), np.uint8)
    walk.mirror(starts, stops, np.zeros(64, np.uint64).data, flags.data)
    return flags.view(np.bool_)


def letter_counts(words: Words, tiles: Iterable[int]) -> list[NDArray[np.uint8]]:
    """How often each of these different tiles occurs.

    One uint8 array for each tile. One walk for every ten tiles.
    """
    wanted = list(tiles)
    found = []
    for start in range(0, len(wanted), _COUNTED):
        part = wanted[start : start + _COUNTED]
        weights = [0] * 63
        for place, tile in enumerate(part):
            weights[tile - 1] = 1 << _COUNT_BITS * place
        counts = [np.empty(len(words), np.uint8) for _ in part]
        done = 0
        for block in in_blocks(words):
            sums, _ = _add_weights(block, weights)
            for place, count in enumerate(counts):
                count[done : done + len(sums)] = sums >> np.uint64(_COUNT_BITS * place) & np.uint64(_COUNT_MASK)
            done += len(sums)
        found += counts
    return found


# -- the same letters ---------------------------------------------------------------------------------------


def _letter_keys(words: Words) -> list[NDArray[np.uint64]]:
    """Keys that are equal for anagrams, and for no other words."""
    keys = []
    for start in range(0, len(words.core.alphabet), _COUNTED):
        weights = [0] * start + [1 << _COUNT_BITS * place for place in range(_COUNTED)]
        keys.append(tile_sums(words, weights[:63]).view(np.uint64))
    return keys


def _groups(index: Index) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(order, firsts): the ranks with anagrams side by side.

    firsts: where in ``order`` each group begins, and the end. The ranks are sorted by a hash of all keys; a collision
    is found by comparing the keys themselves.
    """
    words = all_words(index)
    # Keys, hashes, an order, and what is made of them on the way.
    require_few(words, size=8 * (-(-len(index.alphabet) // _COUNTED) + 5))
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
        # A collision of hashes: expected in one of 40 million lists of a million words.
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
    """The number of anagrams of each word in the whole lexicon.

    int64; each word counts itself. The first call for a lexicon takes about 0.3 us for each of its words; later calls
    look it up.
    """
    words.core.require_open()
    return words.core.remember("anagrams", _anagram_counts)[0][words.to_numpy()]


def same_letters(lexicon: HasIndex, tiles: bytes) -> Words:
    """The words that have exactly these tiles.

    One walk of all words, about 25 ns each.
    """
    used = sorted(set(tiles))
    words = all_words(lexicon.core)
    words = words.where(letter_masks(words) == np.uint64(sum(1 << tile for tile in used)))
    fitting = np.ones(len(words), np.bool_)
    for tile, found in zip(used, letter_counts(words, used), strict=True):
        fitting &= found == tiles.count(tile)
    return words.where(fitting)


def alphagrams(words: Words) -> list[str]:
    """The letters of each word in the alphabet's order.

    A list of str. About 0.3 us a word, 1 us if labels have several characters.
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


def sorted_tiles(words: Words) -> NDArray[np.uint8]:
    """One row for each word: its tiles in ascending order, then zeros."""
    sizes = words.lengths()
    rows = np.full((len(words), int(sizes.max())), 255, np.uint8)
    spelled = words.core.tiles(*words.ranges())
    rows[np.arange(rows.shape[1]) < sizes[:, None]] = np.frombuffer(b"".join(spelled), np.uint8)
    rows.sort(axis=1)
    rows[rows == 255] = 0
    return rows


# -- drawing words from the bag -----------------------------------------------------------------------------


def probability(words: Words, blanks: int = MAX_BLANKS) -> NDArray[Any]:
    """The number of ways to draw each word from a full bag.

    All tiles of the bag are told apart, and at most ``blanks`` of those drawn are blanks. uint64; an array of Python
    ints if a number is larger than that. About 0.1 us a word. Raises QueryError unless ``blanks`` is 0, 1 or 2.
    """
    return draws(words, _check_blanks(blanks))


def _check_blanks(blanks: int) -> int:
    """Raise QueryError if ``blanks`` is out of range, else return it."""
    return require_whole(blanks, "number of blanks among the tiles drawn", 0, MAX_BLANKS)


def draws(words: Words, blanks: int) -> NDArray[Any]:
    """The same, with ``blanks`` already checked.

    The kernel gives each number twice: modulo 2 ** 64, and as a float. Together they determine numbers up to 2 ** 100
    exactly; larger ones are computed one by one.
    """
    return values_in_blocks(words, lambda block: _draw_block(block, blanks))


def _draw_block(words: Words, blanks: int) -> NDArray[Any]:
    walk, starts, stops = _start_walk(words)
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
    """The exact numbers, from ``ways`` modulo 2 ** 64 and approximations ``about``."""
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
    """The ways to draw one word, in Python's integers.

    The product of one polynomial for each kind of tile.
    """
    product = [1] + [0] * blanks
    for tile in set(tiles):
        number, count = tiles.count(tile), alphabet.tiles[tile - 1].count
        factor = [comb(count, number - taken) if taken <= number else 0 for taken in range(blanks + 1)]
        product = [sum(product[k] * factor[power - k] for k in range(power + 1)) for power in range(blanks + 1)]
    return sum(ways * comb(alphabet.blanks, power) for power, ways in enumerate(product))


def probability_order(words: Words, blanks: int = MAX_BLANKS) -> NDArray[np.int64]:
    """The place of each word by probability, among those of its length.

    int64; place 1 is for the likeliest to be drawn. Words that are equally likely share the best of their places: 1 +
    the number of likelier words. The first call for a lexicon and a number of blanks takes about 0.3 us for each word
    of the lexicon; later calls look it up.
    """
    return probability_places(words, blanks)[0]


def probability_places(words: Words, blanks: int = MAX_BLANKS) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(first, last): the places that equally likely words share.

    int64, one of each for each word.
    """
    words.core.require_open()
    number = _check_blanks(blanks)
    first, last = words.core.remember(f"probability/{number}", lambda index: _find_places(index, number))
    ranks = words.to_numpy()
    return first[ranks], last[ranks]


def _find_places(index: Index, blanks: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(first, last) of all words of the lexicon."""
    words = all_words(index)
    require_few(words, size=9)
    ways, sizes = draws(words, blanks), words.lengths()
    first, last = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    for size in np.flatnonzero(np.bincount(sizes)):
        group = np.flatnonzero(sizes == size)
        # Ways in two orders, two orders, where each number begins and how often it occurs.
        require_room(len(group), 64)
        look(LEAST_TO_SORT * len(group))
        here = ways[group]
        ascending = np.argsort(here)
        arranged = here[ascending]
        new = np.flatnonzero(np.concatenate([[True], arranged[1:] != arranged[:-1]]))
        equal = np.diff(new, append=len(group))
        # The sort is ascending, and the most ways come first: places count from the end.
        first[group[ascending]] = np.repeat(len(group) + 1 - new - equal, equal)
        last[group[ascending]] = np.repeat(len(group) - new, equal)
    return first, last
