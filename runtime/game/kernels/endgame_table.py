"""Kernel: what a search knows of positions that it has met: the transposition table.

An entry is two words: the key of a position with the player to move, and the value found, 32 bits; a mark of the best
move, 24 bits, which only orders moves; how deep it was searched, 6 bits; and whether the value is exact or a bound,
2 bits. PROVED is deeper than all searches: nothing below was cut off. A position has four entries to choose from;
the one of the least depth is evicted.
"""

from __future__ import annotations

import numpy as np

from ....formats.kernels import cython

if not cython.compiled:
    from .shared_types import only_once

    #: Entries side by side.
    BUCKET = 4
    #: Kinds of values.
    EXACT, AT_LEAST, AT_MOST = 1, 2, 3
    #: The depth of values that no deeper search changes.
    PROVED = 63


class SearchTable:
    """Entries by the key of a position."""

    def __init__(self, buckets: int) -> None:
        """``buckets``: a power of 2; each takes 64 bytes."""
        only_once(True if cython.compiled and self.made else None)  # type: ignore[has-type]
        if buckets < 1 or buckets & (buckets - 1):
            raise ValueError("a power of 2")
        self.entries = np.zeros(2 * BUCKET * buckets, np.uint64).data
        self.mask = buckets - 1
        self.made = True

    def forget(self) -> None:
        """Forget everything."""
        for at in range(len(self.entries)):
            self.entries[at] = 0

    def find(self, key: int) -> int:
        """The place of a position's entry, -1 if there is none."""
        at = 2 * BUCKET * (key & self.mask)
        for i in range(BUCKET):
            if self.entries[at + 2 * i] == key and self.entries[at + 2 * i + 1]:
                return at + 2 * i
        return -1

    def value(self, at: int) -> int:
        """The value of an entry."""
        low = 0xFFFFFFFF
        value = self.entries[at + 1] & low
        if not cython.compiled and value >> 31:
            value -= 1 << 32
        return value

    def kind(self, at: int) -> int:
        """Whether that is EXACT, AT_LEAST or AT_MOST."""
        return self.entries[at + 1] >> 62

    def depth(self, at: int) -> int:
        """How deep it was searched."""
        return self.entries[at + 1] >> 56 & 63

    def move(self, at: int) -> int:
        """The mark of the best move."""
        return self.entries[at + 1] >> 32 & 0xFFFFFF

    def store(self, key: int, value: int, kind: int, depth: int, move: int) -> None:
        """Keep a value. ``move``: a mark of 24 bits."""
        low = 0xFFFFFFFF
        first = 2 * BUCKET * (key & self.mask)
        word = (value & low) | move << 32
        at = first
        least = PROVED + 1
        for i in range(BUCKET):
            if self.entries[first + 2 * i] == key and self.entries[first + 2 * i + 1]:
                if self.depth(first + 2 * i) > depth:
                    return
                at = first + 2 * i
                break
            other = self.depth(first + 2 * i) if self.entries[first + 2 * i + 1] else -1
            if other < least:
                least, at = other, first + 2 * i
        self.entries[at] = key
        deep, sort = depth, kind
        self.entries[at + 1] = word | deep << 56 | sort << 62
