"""All nodes of a node array at once, as numpy arrays. SPEC.md, section 4.

Where a node ends depends on its child set, so where the next one begins is known only from there: the length that
a node would have is computed for every word of the array, and a short walk picks those that are nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .levels import runs

__all__ = ["NodeTable", "sets_at"]


@dataclass(frozen=True)
class NodeTable:
    """The nodes in file order; nothing is proved but that each of them lies inside the array.

    Node i begins at word ``starts[i]``; its k-th arc, at word ``arcs[first[i] + k]``; its counts, at
    ``counts[i]``, ``count_bits[i]`` wide (0 where it has none); it ends before ``ends[i]``.
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
        """Read them from the beginning, up to the first that would not lie inside the array."""
        starts = _starts(words, width, byte_end, half_end, forward_end)
        letter_sets, child_sets = (sets_at(words, starts + offset, width) for offset in (0, width))
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
            arcs=runs(starts + 2 * width, fan_out),
            counts=counts,
            count_bits=bits,
            ends=counts + ((fan_out - 1) * bits + 31) // 32,
        )

    def children(self, words: NDArray[np.uint32]) -> NDArray[np.int32]:
        """The number of the node that each arc leads to, 0 where no node begins. No arc leads out of the array."""
        numbers = np.zeros(len(words), np.int32)
        numbers[self.starts] = np.arange(len(self))
        children: NDArray[np.int32] = numbers[words[self.arcs]]
        return children


def sets_at(words: NDArray[np.uint32], places: NDArray[np.int64], width: int) -> NDArray[np.uint64]:
    """The letter sets or child sets that begin at these words."""
    sets = words[places].astype(np.uint64)
    if width == 2:
        sets |= words[places + 1].astype(np.uint64) << np.uint64(32)
    return sets


def _starts(words: NDArray[np.uint32], width: int, byte_end: int, half_end: int, forward_end: int) -> NDArray[np.int64]:
    """Where the nodes begin that lie inside the array, up to the first that does not."""
    heads = max(0, len(words) - 2 * width + 1)
    fan_out = np.bitwise_count(words[width : width + heads])
    if width == 2:
        fan_out += np.bitwise_count(words[width + 1 : width + 1 + heads])
    # At most 4 words of sets, 64 arcs, 63 counts: a byte holds it.
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
