"""Bingo stems: the sets of tiles that most often become a word with one more tile.

A stem's worth is the number of ways to draw it from a full bag, without blanks, times the number of tiles left in
the bag that complete a word. So stems of six tiles are ordered by the chance to draw the stem first and then a
seventh tile that completes a word. They follow from the lexicon and the bag alone; no list of stems is stored.
"""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base import lazy_numpy as np
from lexkit.base.checks import require_whole
from lexkit.base.errors import QueryError, with_plain_types
from lexkit.base.time_limits import LEAST_TO_SORT, look
from lexkit.formats.alphabet import LetterSet
from lexkit.formats.constants import MAX_LENGTH

from .tile_sums import alphagram_keys, letter_counts, letter_masks
from .words import Words, all_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index

#: Default number of stems: about as many as players learn.
USUAL_STEMS: Final = 100
#: Maximum number of stems that are listed.
MOST_STEMS: Final = 1000
#: Maximum total of tiles in all stems of one size, repeats included: half a gigabyte while they are sorted.
_MOST_TILES: Final = 1 << 26
#: Number of stems counted exactly between two checks of the deadline.
_LOOK: Final = 1024
#: Number of words compared with a stem between two checks of the deadline.
_BLOCK: Final = 1 << 20
#: Rounding error of logarithms. Stems that differ by less are counted exactly.
_UNSURE: Final = 1e-6


@with_plain_types
class Stem(NamedTuple):
    """Bingo stem, as :meth:`lexkit.Lexicon.stems` lists it.

    Attributes:
        letters: Its tiles.
        ways: Number of ways to draw it, without blanks.
        tiles: Number of tiles in the rest of the bag that complete a word.
        with_letters: The letters that complete a word.
    """

    letters: str
    ways: int
    tiles: int
    with_letters: LetterSet


def check_size(size: int, best: int) -> tuple[int, int]:
    """Return both arguments. Raises QueryError if no stem has this size, or if so many cannot be listed."""
    tiles = require_whole(size, "size of stems", 1, MAX_LENGTH - 1)
    return tiles, require_whole(best, "number of stems", 1, MOST_STEMS)


def stem_tiles(index: Index, size: int, best: int = USUAL_STEMS) -> tuple[bytes, ...]:
    """Return the best stems as sorted tiles, the best first. Equally good ones are in the alphabet's order.

    The first call for a size takes about 1 us for each tile of the words that have one more tile.
    """
    size, best = check_size(size, best)
    index.require_open()
    return index.remember(f"stems/{size}", lambda whole: _find_stems(whole, size))[:best]


def best_stems(index: Index, size: int, best: int = USUAL_STEMS) -> list[Stem]:
    """Return the best stems, each with the two factors of its worth."""
    alphabet = index.alphabet
    stems = stem_tiles(index, size, best)
    completed = _completing(index, set(stems), size)
    return [
        Stem(
            alphabet.decode(stem),
            _count_ways(index, stem),
            _count_left(index, stem, completed[stem]),
            alphabet.letter_set(sum(1 << tile for tile in completed[stem])),
        )
        for stem in stems
    ]


def have_stem(words: Words, stems: tuple[bytes, ...]) -> NDArray[np.bool_]:
    """Return which words have all tiles of one of these stems: bool, shape (words,)."""
    masks = letter_masks(words)
    doubled = sorted({tile for stem in stems for tile in stem if stem.count(tile) > 1})
    counts = dict(zip(doubled, letter_counts(words, doubled), strict=True))
    fits = np.zeros(len(words), np.bool_)
    for start in range(0, len(words), _BLOCK):
        block = slice(start, start + _BLOCK)
        there, found = masks[block], fits[block]
        for stem in stems:
            look()
            mask = np.uint64(sum(1 << tile for tile in set(stem)))
            have = there & mask == mask
            for tile in {tile for tile in stem if stem.count(tile) > 1}:
                have &= counts[tile][block] >= stem.count(tile)
            found |= have
    return fits


def _alphagrams(index: Index, size: int) -> NDArray[np.uint8]:
    """Return the sorted tiles of all words of this size, one row for each set of anagrams."""
    words = all_words(index).of_length(size)
    if len(words) * size * (size - 1) > _MOST_TILES:
        raise QueryError("too many words for their stems", expected=f"at most {_MOST_TILES:,} tiles in all stems")
    look(2 * LEAST_TO_SORT * size * len(words))
    if not len(words):
        return np.zeros((0, size), np.uint8)
    return np.unique(alphagram_keys(words)).view(np.uint8).reshape(-1, size)


def _find_stems(index: Index, size: int) -> tuple[bytes, ...]:
    """Return the best MOST_STEMS stems of this size."""
    bag = index.alphabet.tiles
    if not any(tile.count for tile in bag):
        raise QueryError(
            "stems need a bag of tiles", found=f"the {index.alphabet.name} alphabet, which has no tile counts"
        )
    stems, tiles = _take_each_tile(_alphagrams(index, size + 1))
    if not len(stems):
        return ()
    keys, group = np.unique(stems.view(f"S{size}").ravel(), return_inverse=True)
    look()
    held = np.array([0, *(tile.count for tile in bag)], np.int64)
    left = np.zeros(len(keys), np.int64)
    np.add.at(left, group, np.maximum(held[tiles] - (stems == tiles[:, None]).sum(axis=1), 0))
    worth = _log_ways(index, keys.view(np.uint8).reshape(-1, size))
    with np.errstate(divide="ignore"):
        worth += np.log(left)
    drawn = np.flatnonzero(np.isfinite(worth))
    if len(drawn) > MOST_STEMS:
        least = np.partition(worth[drawn], -MOST_STEMS)[-MOST_STEMS]
        drawn = drawn[worth[drawn] >= least - _UNSURE]
    exact = []
    for number, place in enumerate(drawn.tolist()):
        if number % _LOOK == 0:
            look()
        stem = bytes(keys[place])
        exact.append((-_count_ways(index, stem) * int(left[place]), stem))
    return tuple([stem for _, stem in sorted(exact)[:MOST_STEMS]])


def _take_each_tile(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return (stems, tiles): each row without one of its different tiles, and that tile."""
    size = rows.shape[1]
    stems, tiles = [], []
    for place in range(size):
        look()
        new = rows if place == 0 else rows[rows[:, place] != rows[:, place - 1]]
        stems.append(np.delete(new, place, axis=1))
        tiles.append(new[:, place])
    return np.ascontiguousarray(np.concatenate(stems)), np.concatenate(tiles)


def _log_ways(index: Index, stems: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the logarithm of the number of ways to draw each stem, -inf if the bag has too few tiles."""
    logs = np.zeros(len(stems), np.float64)
    for number, tile in enumerate(index.alphabet.tiles, 1):
        look()
        times = (stems == number).sum(axis=1)
        exact = [comb(tile.count, held) for held in range(stems.shape[1] + 1)]
        with np.errstate(divide="ignore"):
            logs += np.log(np.array(exact, np.float64))[times]
    return logs


def _count_ways(index: Index, stem: bytes) -> int:
    """Return the exact number of ways to draw a stem."""
    tiles = index.alphabet.tiles
    return prod(comb(tiles[tile - 1].count, stem.count(tile)) for tile in set(stem))


def _count_left(index: Index, stem: bytes, completing: set[int]) -> int:
    """Return how many tiles of these letters are left in the bag once the stem is drawn."""
    tiles = index.alphabet.tiles
    return sum(max(0, tiles[tile - 1].count - stem.count(tile)) for tile in completing)


def _completing(index: Index, stems: set[bytes], size: int) -> dict[bytes, set[int]]:
    """Return the tiles that complete each of these stems to a word."""
    found: dict[bytes, set[int]] = {stem: set() for stem in stems}
    rows, tiles = _take_each_tile(_alphagrams(index, size + 1))
    if stems:
        chosen = np.isin(rows.view(f"S{size}").ravel(), np.array(sorted(stems), f"S{size}"))
        for stem, tile in zip(rows[chosen], tiles[chosen].tolist(), strict=True):
            found[stem.tobytes()].add(tile)
    return found
