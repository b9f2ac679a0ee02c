"""Build tries of sorted strings, and sort prefixes by their reversed strings, with numpy.

A string has a state of its own in the trie for each letter that it does not share with the string before it, so that
the lengths of the common prefixes determine the trie. Both halves of a GADDAG start as a trie: one of the words, and
one of all their prefixes, read backwards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...formats.node_arrays.node_heights import list_runs
from ..lists.sorted_words import TileWords

__all__ = ["Trie", "build_trie", "count_common", "key_shape", "make_reversed_keys", "sort_reversed"]


@dataclass(frozen=True)
class Trie:
    """The trie of sorted, unique strings.

    States are ordered by depth, then by string. State 0 is the root; the children of a state are neighbours, in the
    order of their letters. ``strings[s]`` is the first string that passes through state s, ``depths[s]`` the number of
    its letters that lead there (uint8), ``parents[s]`` the state one letter before. The states of depth d are
    ``levels[d]:levels[d + 1]``; ``ends[i]`` is the state at the end of string i.
    """

    strings: NDArray[np.int64]
    depths: NDArray[np.uint8]
    parents: NDArray[np.int64]
    levels: NDArray[np.int64]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.depths)

    @classmethod
    def of(cls, lengths: NDArray[np.int64], common: NDArray[np.int64]) -> Trie:
        """Build the trie from the strings' lengths and what each has in common with the one before."""
        fresh = lengths - common
        last = np.cumsum(fresh)
        depths = list_runs(common + 1, fresh).astype(np.uint8)
        levels = np.concatenate([[0, 1], 1 + np.cumsum(np.bincount(depths, minlength=1)[1:])])
        # The states are in the order of the strings so far; sort them by depth.
        order = np.argsort(depths, kind="stable")
        parents = np.zeros(len(order) + 1, np.int64)
        for depth in range(2, len(levels) - 1):
            above = order[levels[depth - 1] - 1 : levels[depth] - 1]
            here = order[levels[depth] - 1 : levels[depth + 1] - 1]
            # The parent of a state is the last earlier one at the depth above.
            parents[levels[depth] : levels[depth + 1]] = np.searchsorted(above, here) + (levels[depth - 1] - 1)
        places = np.empty(len(order), np.int64)
        places[order] = np.arange(1, len(order) + 1)
        strings = np.repeat(np.arange(len(lengths)), fresh)[order]
        return cls(
            strings=np.concatenate([[0], strings]),
            depths=np.concatenate([np.zeros(1, np.uint8), depths[order]]),
            parents=parents,
            levels=levels,
            ends=places[last - 1],
        )


def build_trie(words: TileWords) -> tuple[Trie, NDArray[np.uint8]]:
    """Build (the trie of sorted, unique words, the tile that leads to each state or 0 for the root)."""
    trie = Trie.of(words.lengths, count_common(words.keys(), 8))
    tiles = np.zeros(len(trie), np.uint8)
    tiles[1:] = words.tiles[words.offsets[trie.strings[1:]] + trie.depths[1:] - 1]
    return trie, tiles


def count_common(keys: list[NDArray[np.uint64]], bits: int) -> NDArray[np.int64]:
    """Count the leading tiles that each string shares with the one before it.

    The count of the first string is 0. Row c of ``keys`` holds the c-th ``64 // bits`` tiles of each string, from the
    top bits down, with zeros behind its end.
    """
    common = np.zeros(len(keys[0]), np.int64)
    equal = np.ones(max(0, len(common) - 1), bool)
    for key in keys:
        differing = key[1:] ^ key[:-1]
        # The exponent of a float is the place of the highest bit, as long as rounding cannot carry into the next.
        differing &= ~(differing >> np.uint64(1))
        places = 64 - np.frexp(differing.astype(np.float64))[1].astype(np.int64)
        same = np.where(differing == 0, 64 // bits, places // bits)
        common[1:] += np.where(equal, same, 0)
        equal &= differing == 0
    return common


def key_shape(letters: int) -> tuple[int, int]:
    """(tiles in one sort key, bits of each) for an alphabet of ``letters`` letters."""
    bits = max(1, letters.bit_length())
    return 64 // bits, bits


def make_reversed_keys(words: TileWords, trie: Trie, letters: int) -> NDArray[np.uint64]:
    """Make sort keys of the prefixes of words, read backwards.

    There is one column for each state of their trie. Row c holds the c-th group of tiles; see :func:`key_shape` and
    :func:`count_common`.
    """
    group, bits = key_shape(letters)
    longest = len(trie.levels) - 2
    keys = np.zeros((max(1, -(-longest // group)), len(trie)), np.uint64)
    last = words.offsets[trie.strings] + trie.depths - 1
    for place in range(longest):
        # States are in order of depth: from this one on they have a tile at this place.
        deep = trie.levels[place + 1]
        tiles = words.tiles[last[deep:] - place].astype(np.uint64)
        keys[place // group, deep:] |= tiles << np.uint64(64 - bits * (place % group + 1))
    return keys


def sort_reversed(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Find the order of distinct strings by their keys, shape (rows, strings)."""
    # The first group of tiles distinguishes nearly all of them; only runs of equal ones need the others.
    order = np.argsort(keys[0])
    if len(keys) > 1:
        first = keys[0][order]
        same = np.flatnonzero(first[1:] == first[:-1])
        if len(same):
            tied = np.zeros(len(order), bool)
            tied[same] = tied[same + 1] = True
            members = order[tied]
            order[tied] = members[np.lexsort([key[members] for key in keys[::-1]])]
    return order
