"""Build the minimal GADDAG from sorted words with numpy, on machines without compiled kernels.

Both halves start as tries: one of the words, and one of their prefixes read backwards, in which the path of a prefix
ends with the separator's arc to that prefix's state in the first trie. From the leaves up, each state gets a 64-bit
hash of its right language: a sum, over its letters and arcs, of numbers that depend on the tile and on the hash
below. States with one hash become one node.

Hashes may collide, so the result is checked: the letter set, child set and children of each state are compared with
those of the state that represents its node. If all agree, then, by induction over the height, states of one node have
equal languages; if not, the construction starts again with other hashes. In the other direction, states with equal
languages always have equal hashes. The result is therefore minimal, and the same automaton as that of
:mod:`..kernels.minimal_gaddag_from_sorted_words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...errors import LexkitError
from ...formats.node_arrays.node_heights import list_runs
from ..lists.sorted_words import TileWords
from .minimal_automaton import UnplacedNodes
from .tries import Trie, build_trie, count_common, key_shape, make_reversed_keys, sort_reversed

__all__ = ["build_with_numpy"]

#: Attempts with different hashes before giving up. One in 10**7 lists of 10**6 states needs a second.
_ATTEMPTS: Final = 8


def build_with_numpy(words: TileWords, letters: int) -> UnplacedNodes:
    """Build the minimal GADDAG of sorted, unique words.

    Memory: about 150 bytes a state of the two tries (1.4 million for 178,691 English words).
    """
    states = _States.of(words, letters)
    for attempt in range(_ATTEMPTS):
        hashes, heights = states.compute_hashes(_make_codes(attempt))
        nodes = states.merge(hashes, heights)
        if nodes is not None:
            return nodes
    raise LexkitError("no hash tells the states apart", expected=f"one of {_ATTEMPTS} attempts to do", found="none")


def _scatter(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble 64-bit values, one to one."""
    values = (values ^ (values >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    values ^= values >> np.uint64(32)
    values *= np.uint64(0xD6E8FEB86659FD93)
    values ^= values >> np.uint64(32)
    return values


def _make_codes(attempt: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Make two numbers for each tile: one for a complete word, and an odd factor for the hash below."""
    codes = _scatter(np.arange(1, 129, dtype=np.uint64) + np.uint64(attempt << 32 | 0x9E3779B9))
    return codes[:64], codes[64:] | np.uint64(1)


@dataclass(frozen=True)
class _Half:
    """One trie. Each state has the tile that leads to it, which may complete a word."""

    trie: Trie
    tiles: NDArray[np.uint8]
    complete: NDArray[np.bool_]
    #: Whether a state has children or a separator's arc, so that an arc leads to it.
    inner: NDArray[np.bool_]

    def gather(
        self, function: np.ufunc, values: NDArray[np.uint64], low: int, high: int
    ) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Reduce the values of states ``low`` to ``high``, whole families, by parent: (parents, results)."""
        parents = self.trie.parents[low:high]
        families = np.flatnonzero(np.diff(parents, prepend=-1))
        return parents[families], function.reduceat(values, families)

    def collect_sets(self, chosen: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """Collect the tiles that lead to the chosen children of each state."""
        sets = np.zeros(len(self.trie), np.uint64)
        if len(self.trie) > 1:
            bits = np.where(chosen[1:], np.uint64(1) << self.tiles[1:].astype(np.uint64), np.uint64(0))
            parents, found = self.gather(np.bitwise_or, bits, 1, len(self.trie))
            sets[parents] = found
        return sets

    def climb(
        self,
        hashes: NDArray[np.uint64],
        heights: NDArray[np.uint8],
        codes: tuple[NDArray[np.uint64], NDArray[np.uint64]],
    ) -> None:
        """Complete each state's hash and height from those of its children, from the leaves up."""
        completing, marks = codes
        levels = self.trie.levels
        for depth in range(len(levels) - 2, 0, -1):
            low, high = int(levels[depth]), int(levels[depth + 1])
            tiles, inner = self.tiles[low:high], self.inner[low:high]
            values = np.where(inner, _scatter(hashes[low:high]) * marks[tiles], np.uint64(0))
            values += np.where(self.complete[low:high], completing[tiles], np.uint64(0))
            parents, sums = self.gather(np.add, values, low, high)
            hashes[parents] += sums
            parents, tallest = self.gather(np.maximum, np.where(inner, heights[low:high] + np.uint8(1), 0), low, high)
            heights[parents] = np.maximum(heights[parents], tallest.astype(np.uint8))


def _mark_inner(trie: Trie) -> NDArray[np.bool_]:
    """Mark the states that have children."""
    inner = np.zeros(len(trie), bool)
    inner[trie.parents[1:]] = True
    return inner


@dataclass(frozen=True)
class _States:
    """The states of both halves, the reverse one behind the forward one.

    ``crossing``: the states of the reverse half that have a separator's arc; ``landing``: the states it leads to.
    The arcs of state s to inner states, in order of their tiles, are ``targets[first[s]:first[s + 1]]``.
    """

    forward: _Half
    reverse: _Half
    crossing: NDArray[np.int64]
    landing: NDArray[np.int64]
    letter_sets: NDArray[np.uint64]
    child_sets: NDArray[np.uint64]
    first: NDArray[np.int64]
    targets: NDArray[np.int64]

    @classmethod
    def of(cls, words: TileWords, letters: int) -> _States:
        trie, tiles = build_trie(words)
        complete = np.zeros(len(trie), bool)
        complete[trie.ends] = True
        forward = _Half(trie, tiles, complete, _mark_inner(trie))

        keys = make_reversed_keys(words, trie, letters)[:, 1:]
        order = sort_reversed(keys)
        common = count_common([key[order] for key in keys], key_shape(letters)[1])
        prefixes = order + 1
        del keys, order
        backwards = Trie.of(trie.depths[prefixes].astype(np.int64), common)
        complete = np.zeros(len(backwards), bool)
        complete[backwards.ends] = forward.complete[prefixes]
        inner = _mark_inner(backwards)
        crosses = forward.inner[prefixes]
        crossing, landing = backwards.ends[crosses], prefixes[crosses]
        inner[crossing] = True
        tiles = np.zeros(len(backwards), np.uint8)
        sources = prefixes[backwards.strings[1:]]
        tiles[1:] = words.tiles[words.offsets[trie.strings[sources]] + trie.depths[sources] - backwards.depths[1:]]
        reverse = _Half(backwards, tiles, complete, inner)
        return cls._join(forward, reverse, crossing, landing)

    @classmethod
    def _join(cls, forward: _Half, reverse: _Half, crossing: NDArray[np.int64], landing: NDArray[np.int64]) -> _States:
        shift = len(forward.trie)
        letter_sets = np.concatenate([half.collect_sets(half.complete) for half in (forward, reverse)])
        child_sets = np.concatenate([half.collect_sets(half.inner) for half in (forward, reverse)])
        child_sets[shift + crossing] |= np.uint64(1)
        first = np.zeros(len(child_sets) + 1, np.int64)
        np.cumsum(np.bitwise_count(child_sets), out=first[1:])
        targets = np.empty(first[-1], np.int64)
        # The separator's bit is the lowest, so that its arc is the first; the others are in order of their parents.
        others = np.ones(len(targets), bool)
        others[first[shift + crossing]] = False
        targets[first[shift + crossing]] = landing
        inner = [1 + np.flatnonzero(half.inner[1:]) for half in (forward, reverse)]
        targets[others] = np.concatenate([inner[0], shift + inner[1]])
        return cls(forward, reverse, crossing, landing, letter_sets, child_sets, first, targets)

    def compute_hashes(
        self, codes: tuple[NDArray[np.uint64], NDArray[np.uint64]]
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """Compute the hash of each state's right language, and its height in arcs."""
        shift = len(self.forward.trie)
        hashes = np.zeros(len(self.child_sets), np.uint64)
        heights = np.zeros(len(self.child_sets), np.uint8)
        self.forward.climb(hashes[:shift], heights[:shift], codes)
        hashes[shift + self.crossing] = _scatter(hashes[self.landing]) * codes[1][0]
        heights[shift + self.crossing] = heights[self.landing] + np.uint8(1)
        self.reverse.climb(hashes[shift:], heights[shift:], codes)
        return hashes, heights

    def merge(self, hashes: NDArray[np.uint64], heights: NDArray[np.uint8]) -> UnplacedNodes | None:
        """Merge the states of each hash into one node, or return None if some of them differ."""
        shift = len(self.forward.trie)
        there = np.flatnonzero(self.letter_sets | self.child_sets)
        order = there[np.argsort(hashes[there])]
        fresh = np.ones(len(order), bool)
        fresh[1:] = hashes[order[1:]] != hashes[order[:-1]]
        # Number them by height, so that children come before their parents. Node 0 is the empty node.
        standing = order[fresh]
        by_height = np.argsort(heights[standing], kind="stable")
        numbers = np.empty(len(standing), np.uint32)
        numbers[by_height] = np.arange(1, len(standing) + 1)
        node_of = np.zeros(len(hashes), np.uint32)
        node_of[order] = numbers[np.cumsum(fresh) - 1]
        standing = standing[by_height]
        if not self._members_agree(node_of, order[~fresh], standing):
            return None
        fan_out = np.concatenate([[0], np.diff(self.first)[standing]])
        first = np.zeros(len(fan_out) + 1, np.uint32)
        np.cumsum(fan_out, out=first[1:])
        empty = np.zeros(1, np.uint64)
        return UnplacedNodes(
            letter_sets=np.concatenate([empty, self.letter_sets[standing]]),
            child_sets=np.concatenate([empty, self.child_sets[standing]]),
            first=first,
            children=node_of[self.targets[list_runs(self.first[standing], fan_out[1:])]],
            forward_root=int(node_of[0]),
            reverse_root=int(node_of[shift]),
        )

    def _members_agree(
        self, node_of: NDArray[np.uint32], members: NDArray[np.int64], standing: NDArray[np.int64]
    ) -> bool:
        """Whether all members have the sets and children of the state that represents their node."""
        models = standing[node_of[members] - 1]
        for sets in (self.letter_sets, self.child_sets):
            if not np.array_equal(sets[members], sets[models]):
                return False
        # Their child sets are equal, so that they have the same number of arcs, for the same tiles.
        fan_out = np.diff(self.first)[members]
        mine, its = (self.targets[list_runs(self.first[states], fan_out)] for states in (members, models))
        return np.array_equal(node_of[mine], node_of[its])
