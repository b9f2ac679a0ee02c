"""Kernel: sort words tile by tile, a word before its extensions; for :mod:`..lists.sorted_words`.

It is a radix sort from the first tile on (MSD). Lists are usually nearly sorted: a range of words with a common
prefix is not moved if its next tiles already ascend.
"""

from __future__ import annotations

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    #: Ranges with fewer words use insertion sort.
    FEW_WORDS = 16

from .check_arguments import require_below, require_offsets, require_room


def ascends(tiles: memoryview, offsets: memoryview) -> bool:
    """Return whether the words ascend strictly, so that none occurs twice."""
    require_offsets(tiles, offsets)
    with cython.nogil:
        for word in range(1, len(offsets) - 1):
            if _compare(tiles, offsets, word - 1, word, 0) >= 0:
                return False
    return True


def sort_words(tiles: memoryview, offsets: memoryview, order: memoryview, room: memoryview) -> int:
    """Fill ``order`` with the indices of the distinct words in sorted order, and return their number.

    ``order``, and the buffer ``room``, have one number per word. Of equal words, the first is kept. Returns -1 if a
    word has more than 63 tiles, or a tile that is not from 1 to 63.
    """
    require_offsets(tiles, offsets)
    words = len(offsets) - 1
    require_room(0, order, room)
    if len(order) < words or len(room) < words:
        raise ValueError("a number for each word")
    if not cython.compiled:
        # Stack of ranges to sort, at most 63 per depth.
        lows, highs, depths = [0] * 4160, [0] * 4160, [0] * 4160
        counts = [0] * 66
    with cython.nogil:
        for word in range(words):
            order[word] = word
            if offsets[word + 1] - offsets[word] > 63:
                return -1
        ranges = 1
        lows[0] = depths[0] = 0
        highs[0] = words
        while ranges:
            ranges -= 1
            low = lows[ranges]
            high = highs[ranges]
            depth = depths[ranges]
            if high - low < FEW_WORDS:
                for i in range(low + 1, high):
                    word = order[i]
                    place = i
                    while place > low and _compare(tiles, offsets, order[place - 1], word, depth) > 0:
                        order[place] = order[place - 1]
                        place -= 1
                    order[place] = word
                continue
            for k in range(66):
                counts[k] = 0
            ascending = True
            last = 0
            for i in range(low, high):
                # Key 0 is the end of the word.
                at = offsets[order[i]] + depth
                key = 0
                if at < offsets[order[i] + 1]:
                    key = tiles[at]
                    if key == 0 or key > 63:
                        return -1
                counts[key + 1] += 1
                if key < last:
                    ascending = False
                last = key
            for k in range(1, 66):
                counts[k] += counts[k - 1]
            if not ascending:
                for i in range(low, high):
                    room[i] = order[i]
                for i in range(low, high):
                    word = room[i]
                    at = offsets[word] + depth
                    key = tiles[at] if at < offsets[word + 1] else 0
                    order[low + counts[key]] = word
                    counts[key] += 1
                for k in range(65, 0, -1):
                    counts[k] = counts[k - 1]
                counts[0] = 0
            # Words that end here are equal. Push the ranges of longer words, to be sorted by their next tile.
            for k in range(63, 0, -1):
                if counts[k + 1] - counts[k] > 1:
                    lows[ranges] = low + counts[k]
                    highs[ranges] = low + counts[k + 1]
                    depths[ranges] = depth + 1
                    ranges += 1
        kept = 0
        for i in range(words):
            if i == 0 or _compare(tiles, offsets, order[kept - 1], order[i], 0) != 0:
                order[kept] = order[i]
                kept += 1
    return kept


def copy_words(tiles: memoryview, offsets: memoryview, order: memoryview, to: memoryview, ends: memoryview) -> None:
    """Copy the words in this order to ``to``, end to end. ``ends`` already holds their new offsets."""
    starts = require_offsets(tiles, offsets)
    goals = require_offsets(to, ends)
    words = len(goals) - 1
    require_room(words, order)
    require_below(len(starts) - 1, np.asarray(order)[:words].data)
    fits = True
    with cython.nogil:
        for i in range(words):
            at = offsets[order[i]]
            if ends[i + 1] - ends[i] != offsets[order[i] + 1] - at:
                fits = False
                break
            for place in range(ends[i], ends[i + 1]):
                to[place] = tiles[at]
                at += 1
    if not fits:
        raise ValueError("as many tiles as the words have")


def _compare(tiles: memoryview, offsets: memoryview, one: int, other: int, depth: int) -> int:
    """Return a negative number if word ``one`` sorts before ``other``, 0 if they are equal, a positive one if after.

    Both words begin with the same ``depth`` tiles, which are skipped.
    """
    left = offsets[one] + depth
    right = offsets[other] + depth
    while left < offsets[one + 1] and right < offsets[other + 1]:
        if tiles[left] != tiles[right]:
            return tiles[left] - tiles[right]
        left += 1
        right += 1
    return (left < offsets[one + 1]) - (right < offsets[other + 1])
