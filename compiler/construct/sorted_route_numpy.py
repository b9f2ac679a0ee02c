"""The minimal GADDAG from sorted words with numpy only: for machines without compiled kernels.

Both halves are laid out as tries, of the words and of their prefixes read backwards, in which a path of the second
ends with the separator's arc to the state of the first that it stands for. From the leaves up each state gets a
64-bit hash of its right language: a sum, over its letters and arcs, of numbers that depend on the tile and on the
hash below. States of one hash become one node.

Hashes may collide, so nothing rests on them: afterwards the members of each node are compared, letter set,
child set and children, with the state that stands for it. If all agree, then by induction over the height equal
numbers mean equal languages; if not, everything is done again with other hashes. And states of one language have
one hash, whatever the numbers: the result is minimal, and the same automaton as that of :mod:`.incremental`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...errors import LexkitError
from ...formats.levels import runs
from ..lists.sorted_words import TileWords
from .nodes import Nodes
from .tries import Trie, in_common, reversed_keys, reversed_order, tiles_a_key, trie_of_words

__all__ = ["build_vectorised"]

#: Attempts with different hashes before giving up. One in 10**7 lists of 10**6 states needs a second.
_ATTEMPTS: Final = 8


def build_vectorised(words: TileWords, letters: int) -> Nodes:
    """The minimal GADDAG of sorted, unique words.

    Memory: about 150 bytes a state of the two tries (1.4 million for 178,691 English words).
    """
    states = _States.of(words, letters)
    for attempt in range(_ATTEMPTS):
        hashes, heights = states.hashes_and_heights(_codes(attempt))
        nodes = states.merged(hashes, heights)
        if nodes is not None:
            return nodes
    raise LexkitError("no hash tells the states apart", expected=f"one of {_ATTEMPTS} attempts to do", found="none")


def _scatter(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A one-to-one function on 64 bits that leaves no bit where it was."""
    values = (values ^ (values >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    values ^= values >> np.uint64(32)
    values *= np.uint64(0xD6E8FEB86659FD93)
    values ^= values >> np.uint64(32)
    return values


def _codes(attempt: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """For each tile a number that stands for "completes a word", and an odd one that marks its arc."""
    codes = _scatter(np.arange(1, 129, dtype=np.uint64) + np.uint64(attempt << 32 | 0x9E3779B9))
    return codes[:64], codes[64:] | np.uint64(1)


@dataclass(frozen=True)
class _Half:
    """One trie, with the tile that leads to each state, and whether that tile completes a word."""

    trie: Trie
    tiles: NDArray[np.uint8]
    complete: NDArray[np.bool_]
    #: States that have others or a separator below, so that arcs lead to them.
    inner: NDArray[np.bool_]

    def gathered(
        self, function: np.ufunc, values: NDArray[np.uint64], low: int, high: int
    ) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """The parents of states ``low`` to ``high`` (whole families), and the function of their children's values."""
        parents = self.trie.parents[low:high]
        families = np.flatnonzero(np.diff(parents, prepend=-1))
        return parents[families], function.reduceat(values, families)

    def sets(self, which: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """For each state the set of the tiles that lead to those of its children."""
        sets = np.zeros(len(self.trie), np.uint64)
        if len(self.trie) > 1:
            bits = np.where(which[1:], np.uint64(1) << self.tiles[1:].astype(np.uint64), np.uint64(0))
            parents, found = self.gathered(np.bitwise_or, bits, 1, len(self.trie))
            sets[parents] = found
        return sets

    def climb(
        self,
        hashes: NDArray[np.uint64],
        heights: NDArray[np.uint8],
        codes: tuple[NDArray[np.uint64], NDArray[np.uint64]],
    ) -> None:
        """Add to each state's hash what its children give, and raise its height above theirs, from the leaves up."""
        completing, marks = codes
        levels = self.trie.levels
        for depth in range(len(levels) - 2, 0, -1):
            low, high = int(levels[depth]), int(levels[depth + 1])
            tiles, inner = self.tiles[low:high], self.inner[low:high]
            values = np.where(inner, _scatter(hashes[low:high]) * marks[tiles], np.uint64(0))
            values += np.where(self.complete[low:high], completing[tiles], np.uint64(0))
            parents, sums = self.gathered(np.add, values, low, high)
            hashes[parents] += sums
            parents, tallest = self.gathered(np.maximum, np.where(inner, heights[low:high] + np.uint8(1), 0), low, high)
            heights[parents] = np.maximum(heights[parents], tallest.astype(np.uint8))


def _inner(trie: Trie) -> NDArray[np.bool_]:
    inner = np.zeros(len(trie), bool)
    inner[trie.parents[1:]] = True
    return inner


@dataclass(frozen=True)
class _States:
    """The states of both halves, those of the reverse one behind those of the forward one.

    ``crossing``: the states of the reverse half that have a separator's arc; ``landing``: where each leads.
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
        trie, tiles = trie_of_words(words)
        complete = np.zeros(len(trie), bool)
        complete[trie.ends] = True
        forward = _Half(trie, tiles, complete, _inner(trie))

        keys = reversed_keys(words, trie, letters)[:, 1:]
        order = reversed_order(keys)
        common = in_common([key[order] for key in keys], tiles_a_key(letters)[1])
        prefixes = order + 1
        del keys, order
        backwards = Trie.of(trie.depths[prefixes].astype(np.int64), common)
        complete = np.zeros(len(backwards), bool)
        complete[backwards.ends] = forward.complete[prefixes]
        inner = _inner(backwards)
        crosses = forward.inner[prefixes]
        crossing, landing = backwards.ends[crosses], prefixes[crosses]
        inner[crossing] = True
        tiles = np.zeros(len(backwards), np.uint8)
        sources = prefixes[backwards.strings[1:]]
        tiles[1:] = words.tiles[words.offsets[trie.strings[sources]] + trie.depths[sources] - backwards.depths[1:]]
        reverse = _Half(backwards, tiles, complete, inner)
        return cls._joined(forward, reverse, crossing, landing)

    @classmethod
    def _joined(
        cls, forward: _Half, reverse: _Half, crossing: NDArray[np.int64], landing: NDArray[np.int64]
    ) -> _States:
        shift = len(forward.trie)
        letter_sets = np.concatenate([half.sets(half.complete) for half in (forward, reverse)])
        child_sets = np.concatenate([half.sets(half.inner) for half in (forward, reverse)])
        child_sets[shift + crossing] |= np.uint64(1)
        first = np.zeros(len(child_sets) + 1, np.int64)
        np.cumsum(np.bitwise_count(child_sets), out=first[1:])
        targets = np.empty(first[-1], np.int64)
        # The separator's bit is the lowest, so its arc is the first; the others are in order of their parents.
        others = np.ones(len(targets), bool)
        others[first[shift + crossing]] = False
        targets[first[shift + crossing]] = landing
        inner = [1 + np.flatnonzero(half.inner[1:]) for half in (forward, reverse)]
        targets[others] = np.concatenate([inner[0], shift + inner[1]])
        return cls(forward, reverse, crossing, landing, letter_sets, child_sets, first, targets)

    def hashes_and_heights(
        self, codes: tuple[NDArray[np.uint64], NDArray[np.uint64]]
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """A hash of each state's right language, and the length of its longest chain of arcs."""
        shift = len(self.forward.trie)
        hashes = np.zeros(len(self.child_sets), np.uint64)
        heights = np.zeros(len(self.child_sets), np.uint8)
        self.forward.climb(hashes[:shift], heights[:shift], codes)
        hashes[shift + self.crossing] = _scatter(hashes[self.landing]) * codes[1][0]
        heights[shift + self.crossing] = heights[self.landing] + np.uint8(1)
        self.reverse.climb(hashes[shift:], heights[shift:], codes)
        return hashes, heights

    def merged(self, hashes: NDArray[np.uint64], heights: NDArray[np.uint8]) -> Nodes | None:
        """One node for all states of one hash; None where that would make one of states that differ."""
        shift = len(self.forward.trie)
        there = np.flatnonzero(self.letter_sets | self.child_sets)
        order = there[np.argsort(hashes[there])]
        fresh = np.ones(len(order), bool)
        fresh[1:] = hashes[order[1:]] != hashes[order[:-1]]
        # By height, so that children come before their parents. Node 0 is the empty one.
        standing = order[fresh]
        by_height = np.argsort(heights[standing], kind="stable")
        numbers = np.empty(len(standing), np.uint32)
        numbers[by_height] = np.arange(1, len(standing) + 1)
        node_of = np.zeros(len(hashes), np.uint32)
        node_of[order] = numbers[np.cumsum(fresh) - 1]
        standing = standing[by_height]
        if not self._agree(node_of, order[~fresh], standing):
            return None
        fan_out = np.concatenate([[0], np.diff(self.first)[standing]])
        first = np.zeros(len(fan_out) + 1, np.uint32)
        np.cumsum(fan_out, out=first[1:])
        empty = np.zeros(1, np.uint64)
        return Nodes(
            letter_sets=np.concatenate([empty, self.letter_sets[standing]]),
            child_sets=np.concatenate([empty, self.child_sets[standing]]),
            first=first,
            children=node_of[self.targets[runs(self.first[standing], fan_out[1:])]],
            forward_root=int(node_of[0]),
            reverse_root=int(node_of[shift]),
        )

    def _agree(self, node_of: NDArray[np.uint32], members: NDArray[np.int64], standing: NDArray[np.int64]) -> bool:
        """Whether each of these states has the sets and the children of the state that stands for its node."""
        models = standing[node_of[members] - 1]
        for sets in (self.letter_sets, self.child_sets):
            if not np.array_equal(sets[members], sets[models]):
                return False
        # Equal child sets: as many arcs, for the same tiles.
        fan_out = np.diff(self.first)[members]
        mine, its = (self.targets[runs(self.first[states], fan_out)] for states in (members, models))
        return np.array_equal(node_of[mine], node_of[its])
