"""All nodes of a node array as numpy arrays. SPEC.md, section 4.

A node's length depends on its child set, so that each node's start is known only from the node before it. Here numpy
computes, for every word of the array, the length of a node that would start there; a short loop picks the real ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class NodeTable:
    """The nodes in file order. Only one thing is proved: each of them lies inside the array.

    Node i begins at word ``starts[i]``, its k-th arc is at word ``arcs[first[i] + k]``, and its counts begin at word
    ``counts[i]``, each ``count_bits[i]`` wide (0 if the node has none). The node ends before word ``ends[i]``.
    """

    starts: NDArray[np.int64]
    letter_sets: NDArray[np.uint64]
    child_sets: NDArray[np.uint64]
    first: NDArray[np.int64]
    arcs: NDArray[np.int64]
    counts: NDArray[np.int64]
    count_bits: NDArray[np.int64]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def of(cls, words: NDArray[np.uint32], width: int, byte_end: int, half_end: int, forward_end: int) -> NodeTable:
        """Read the nodes, up to the first that leaves the array."""
        starts = _find_starts(words, width, byte_end, half_end, forward_end)
        letter_sets, child_sets = (_read_sets(words, starts + offset, width) for offset in (0, width))
        fan_out = np.bitwise_count(child_sets).astype(np.int64)
        first = np.zeros(len(starts) + 1, np.int64)
        np.cumsum(fan_out, out=first[1:])
        counts = starts + 2 * width + fan_out
        bits = np.where(starts < byte_end, 8, np.where(starts < half_end, 16, 32))
        bits[(starts >= forward_end) | (fan_out < 2)] = 0
        return cls(
            starts=starts,
            letter_sets=letter_sets,
            child_sets=child_sets,
            first=first,
            arcs=list_runs(starts + 2 * width, fan_out),
            counts=counts,
            count_bits=bits,
            ends=counts + ((fan_out - 1) * bits + 31) // 32,
        )

    def find_children(self, words: NDArray[np.uint32]) -> NDArray[np.int32]:
        """Find the number of the node that each arc leads to.

        It is 0 if no node begins there. No arc may lead out of the array.
        """
        numbers = np.zeros(len(words), np.int32)
        numbers[self.starts] = np.arange(len(self))
        children: NDArray[np.int32] = numbers[words[self.arcs]]
        return children


def _read_sets(words: NDArray[np.uint32], places: NDArray[np.int64], width: int) -> NDArray[np.uint64]:
    """Read the letter sets or child sets that begin at these words."""
    sets = words[places].astype(np.uint64)
    if width == 2:
        sets |= words[places + 1].astype(np.uint64) << np.uint64(32)
    return sets


def _find_starts(
    words: NDArray[np.uint32], width: int, byte_end: int, half_end: int, forward_end: int
) -> NDArray[np.int64]:
    """Find the starts of the nodes, up to the first that leaves the array."""
    heads = max(0, len(words) - 2 * width + 1)
    fan_out = np.bitwise_count(words[width : width + heads])
    if width == 2:
        fan_out += np.bitwise_count(words[width + 1 : width + 1 + heads])
    # A length fits in a byte: at most 4 words of sets, 64 arcs and 63 counts.
    lengths = fan_out + np.uint8(2 * width)
    stored = np.maximum(fan_out, 1) - np.uint8(1)
    for low, high, a_word in ((0, byte_end, 4), (byte_end, half_end, 2), (half_end, forward_end, 1)):
        lengths[low:high] += (stored[low:high] + np.uint8(a_word - 1)) // np.uint8(a_word)
    steps = lengths.tobytes()
    starts = []
    at = 0
    while at < heads:
        starts.append(at)
        at += steps[at]
    if at > len(words):
        starts.pop()
    return np.array(starts, np.int64)


def list_runs(starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """List the numbers of each run, from its start on, run after run."""
    ends = np.cumsum(sizes)
    places = np.repeat(starts - ends + sizes, sizes)
    places += np.arange(len(places))
    return places


def compute_heights(first: NDArray[np.int64], children: NDArray[np.integer[Any]], limit: int) -> NDArray[np.uint8]:
    """Compute the longest chain of arcs below each node. ``limit + 1`` means longer than ``limit`` < 255."""
    heights = np.zeros(len(first) - 1, np.uint8)
    # In round h the remaining arcs lead to a child of height h - 1 or more.
    parents = np.repeat(np.arange(len(heights), dtype=np.int32), np.diff(first))
    height = 0
    while len(children) and height <= limit:
        height += 1
        heights[parents] = height
        left = heights[children] == height
        parents, children = parents[left], children[left]
    return heights
