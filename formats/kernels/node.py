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


def count_size(node: int, byte_end: int, half_end: int) -> int:
    """How wide the counts of a node of the forward part are: 3, 4 or 5 for 8, 16 or 32 bits."""
    return 3 + (node >= byte_end) + (node >= half_end)


def count_before(words: memoryview, counts: int, child: int, size: int) -> int:
    """Words below the children before child number ``child``, from counts of this size at ``counts``."""
    if child == 0:
        return 0
    place = child - 1
    return words[counts + (place >> 5 - size)] >> (place << size & 31) & ((1 << (1 << size)) - 1)


def prefetch(words: memoryview, node: int) -> None:
    """A hint that this node will be read soon; compiled, the processor fetches it meanwhile."""


def below(words: memoryview, node: int, width: int, byte_end: int, half_end: int) -> int:
    """Words below a node of the forward part.

    Counts stand for all children but the last, whose words are counted at itself, and so on down.
    """
    total = 0
    while True:
        total += popcount(read_set(words, node, width))
        children = read_set(words, node + width, width)
        if children == 0:
            return total
        fan = popcount(children)
        total += count_before(words, node + 2 * width + fan, fan - 1, count_size(node, byte_end, half_end))
        node = words[node + 2 * width + fan - 1]
