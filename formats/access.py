"""How a node is read: letter set, child set, children, counts. SPEC.md, section 4.

These are the functions for interpreted kernels; compiled ones inline the same from ``access.pxd``. All of them
trust a node array that :mod:`.proof` has passed.
"""

from __future__ import annotations

from .bits import popcount


def read_set(words: memoryview, at: int, width: int) -> int:
    """The letter set or child set that begins at this word."""
    return words[at] | words[at + 1] << 32 if width == 2 else words[at]


def step(words: memoryview, node: int, tile: int, width: int) -> int:
    """The child of a node for this tile; 0, the empty node, where there is none."""
    children = read_set(words, node + width, width)
    if not children >> tile & 1:
        return 0
    return words[node + 2 * width + popcount(children & ((1 << tile) - 1))]


def count_before(words: memoryview, counts: int, child: int, bits: int) -> int:
    """Words below the children before child number ``child``, from counts of so many bits at ``counts``."""
    if child == 0:
        return 0
    per_word = 32 // bits
    return words[counts + (child - 1) // per_word] >> (child - 1) % per_word * bits & ((1 << bits) - 1)
