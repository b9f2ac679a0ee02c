"""Sums along the letters of words: weights, sets of letters, counts of letters; alphagrams."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np

from .kernels.sum_along_words import Measure
from .memory_limits import require_few
from .spell_in_blocks import in_blocks, values_in_blocks
from .words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Number of bits that hold the count of one letter in a word, at most 63.
COUNT_BITS: Final = 6
_COUNT_MASK: Final = (1 << COUNT_BITS) - 1
#: Number of letters whose counts fit one 64-bit sum.
COUNTED: Final = 10


def start_walk(words: Words) -> tuple[Measure, memoryview, memoryview]:
    """Return (walk, starts, stops): a new walk, and the ranges to walk."""
    index = words.core
    index.require_open()
    require_few(words)
    walk = Measure(index.nodes)
    starts, stops = words.ranges()
    return walk, np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data


def _add_weights(words: Words, weights: Iterable[int]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return (sums, masks): the sum of each word's tile weights, modulo 2 ** 64, and its letters, bit t for tile t.

    ``weights``: the weight of each tile, that of tile 1 first.
    """
    walk, starts, stops = start_walk(words)
    table = np.zeros(64, np.uint64)
    listed = list(weights)
    table[1 : 1 + len(listed)] = np.array(listed, np.uint64)
    sums, masks = np.zeros(len(words), np.uint64), np.zeros(len(words), np.uint64)
    walk.add(starts, stops, table.data, sums.data, masks.data)
    return sums, masks


def tile_sums(words: Words, weights: Iterable[int]) -> NDArray[np.int64]:
    """Return the sum of the weights of each word's tiles, int64. Takes about 25 ns per word.

    ``weights``: the weight of each tile, that of tile 1 first, each from 0 to 2 ** 57.
    """
    listed = list(weights)
    return values_in_blocks(words, lambda block: _add_weights(block, listed)[0].view(np.int64))


def letter_masks(words: Words) -> NDArray[np.uint64]:
    """Return the letters of each word as a mask, uint64, bit t for tile t. Takes about 25 ns per word."""
    return values_in_blocks(words, lambda block: _add_weights(block, ())[1])


def letter_counts(words: Words, tiles: Iterable[int]) -> list[NDArray[np.uint8]]:
    """Return one uint8 array for each of these tiles: how often each word has it. One walk for every ten tiles."""
    wanted = list(tiles)
    found = []
    for start in range(0, len(wanted), COUNTED):
        part = wanted[start : start + COUNTED]
        weights = [0] * 63
        for place, tile in enumerate(part):
            weights[tile - 1] = 1 << COUNT_BITS * place
        counts = [np.empty(len(words), np.uint8) for _ in part]
        done = 0
        for block in in_blocks(words):
            sums, _ = _add_weights(block, weights)
            for place, count in enumerate(counts):
                count[done : done + len(sums)] = sums >> np.uint64(COUNT_BITS * place) & np.uint64(_COUNT_MASK)
            done += len(sums)
        found += counts
    return found


def sorted_tiles(words: Words) -> NDArray[np.uint8]:
    """Return one row for each word: its tiles in ascending order, then zeros."""
    sizes = words.lengths()
    rows = np.full((len(words), int(sizes.max())), 255, np.uint8)
    spelled = words.core.tiles(*words.ranges())
    rows[np.arange(rows.shape[1]) < sizes[:, None]] = np.frombuffer(b"".join(spelled), np.uint8)
    rows.sort(axis=1)
    rows[rows == 255] = 0
    return rows


def alphagram_keys(words: Words) -> NDArray[np.bytes_]:
    """Return the sorted tiles of each word as bytes, which compare as alphagrams do."""
    size = int(words.lengths().max()) if len(words) else 1
    rows = np.zeros((len(words), size), np.uint8)
    done = 0
    for block in in_blocks(words):
        found = sorted_tiles(block)
        rows[done : done + len(found), : found.shape[1]] = found
        done += len(found)
    return rows.view(f"S{size}").ravel()
