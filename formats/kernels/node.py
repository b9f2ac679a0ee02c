"""Read a node (letter set, child set, children, counts), and sets of bits. SPEC.md, section 4.

Interpreted kernels call these functions; compiled ones inline the same functions from ``node.pxd``. All of them
trust a node array that :mod:`.proof` has passed.
"""

from __future__ import annotations

#: Mask of the bits of a sum or product that compiled kernels keep.
LOW_64 = (1 << 64) - 1
#: The number 1 as wide as a set, to shift to the bit of a tile.
ONE = 1


def popcount(bits: int) -> int:
    """Return the number of set bits."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Return the number of the lowest set bit; ``bits`` is not 0."""
    return (bits & -bits).bit_length() - 1


class View:
    """Node array, its roots, and the ends of its parts; a C structure in compiled kernels."""

    words: memoryview
    size: int
    width: int
    forward_root: int
    reverse_root: int
    byte_end: int
    half_end: int


def letters(graph: View, node: int) -> int:
    """Return Gordon's letter set: the tiles that complete a word at this node, bit t for tile t."""
    words = graph.words
    return words[node] | words[node + 1] << 32 if graph.width == 2 else words[node]


def children(graph: View, node: int) -> int:
    """Return the child set: the tiles with an arc to another node, bit 0 for the separator."""
    return letters(graph, node + graph.width)


def arcs(graph: View, node: int) -> int:
    """Return the tiles that complete a word or lead to another node; bit 0 for the separator."""
    return letters(graph, node) | children(graph, node)


def kid(graph: View, node: int, number: int) -> int:
    """Return child ``number`` of a node, counted from 0. Of a node without children, number -1 is 0, the empty node."""
    return graph.words[node + 2 * graph.width + number]


def child(graph: View, node: int, among: int, tile: int) -> int:
    """Return the child for a tile that is in the node's child set ``among``."""
    return kid(graph, node, popcount(among & ((1 << tile) - 1)))


def step(graph: View, node: int, tile: int) -> int:
    """Return the child of a node for this tile, or 0, the empty node, if there is none."""
    among = children(graph, node)
    return child(graph, node, among, tile) if among >> tile & 1 else 0


def count_before(graph: View, node: int, fan: int, number: int) -> int:
    """Return the number of words below the children before child ``number`` of a forward node with ``fan`` children."""
    if number == 0:
        return 0
    size = 3 + (node >= graph.byte_end) + (node >= graph.half_end)
    place = number - 1
    return kid(graph, node, fan + (place >> 5 - size)) >> (place << size & 31) & ((1 << (1 << size)) - 1)


def below(graph: View, node: int) -> int:
    """Return the number of words below a node of the forward part.

    Counts are stored for all children but the last. The words of the last child are counted there in the same way.
    """
    total = 0
    while True:
        total += popcount(letters(graph, node))
        fan = popcount(children(graph, node))
        if fan == 0:
            return total
        total += count_before(graph, node, fan, fan - 1)
        node = kid(graph, node, fan - 1)


def words_before(graph: View, node: int, ends: int, among: int, bit: int) -> int:
    """Return the number of words of a forward node whose next tile is below the tile of ``bit`` (1 << tile).

    ``ends``, ``among``: the node's letter set and child set. With a tile's bit this counts the words before the
    first that starts with the tile; with bit << 1, the words before the first that starts with a later tile.
    """
    place = popcount(among & (bit - 1))
    if place < popcount(among):
        return popcount(ends & (bit - 1)) + count_before(graph, node, popcount(among), place)
    # No count is stored for the last child: count the words from the end.
    return below(graph, node) - popcount(ends & ~(bit - 1))


def rank_before(graph: View, node: int, ends: int, among: int, bit: int, low: int, high: int) -> int:
    """Return ``low`` + :func:`words_before`, for a node whose words have ranks ``low`` to before ``high``."""
    place = popcount(among & (bit - 1))
    if place < popcount(among):
        return low + popcount(ends & (bit - 1)) + count_before(graph, node, popcount(among), place)
    return high - popcount(ends & ~(bit - 1))


def prefetch(graph: View, node: int) -> None:
    """Hint that this node will be read soon. Compiled code prefetches it."""
