"""How a node is read: letter set, child set, children, counts; and sets of bits. SPEC.md, section 4.

These are the functions for interpreted kernels; compiled ones inline the same from ``node.pxd``. All of them trust a
node array that :mod:`.proof` has passed.
"""

from __future__ import annotations

#: The bits that compiled kernels keep of a sum or a product.
LOW_64 = (1 << 64) - 1
#: The lowest bit, as wide as sets are.
ONE = 1


def popcount(bits: int) -> int:
    """Number of set bits."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Number of the lowest set bit; ``bits`` is not 0."""
    return (bits & -bits).bit_length() - 1


class View:
    """The array and its numbers, a C structure in compiled kernels."""

    words: memoryview
    size: int
    width: int
    forward_root: int
    reverse_root: int
    byte_end: int
    half_end: int


def letters(graph: View, node: int) -> int:
    """Gordon's letter set: the tiles that complete a word at this node, bit t for tile t."""
    words = graph.words
    return words[node] | words[node + 1] << 32 if graph.width == 2 else words[node]


def children(graph: View, node: int) -> int:
    """The child set: the tiles that an arc leads on from, bit 0 for the separator."""
    return letters(graph, node + graph.width)


def arcs(graph: View, node: int) -> int:
    """The tiles that a node goes on with, be it to the end of a word or to another node; bit 0 for the separator."""
    return letters(graph, node) | children(graph, node)


def kid(graph: View, node: int, number: int) -> int:
    """Child number ``number`` of a node, from 0; 0, the empty node, for number 0 of a node without children."""
    return graph.words[node + 2 * graph.width + number]


def child(graph: View, node: int, among: int, tile: int) -> int:
    """The child for a tile that is in the node's child set ``among``."""
    return kid(graph, node, popcount(among & ((1 << tile) - 1)))


def step(graph: View, node: int, tile: int) -> int:
    """The child of a node for this tile; 0, the empty node, if there is none."""
    among = children(graph, node)
    return child(graph, node, among, tile) if among >> tile & 1 else 0


def count_before(graph: View, node: int, fan: int, number: int) -> int:
    """Words below the children before child ``number``, of a node of the forward part with ``fan`` children."""
    if number == 0:
        return 0
    size = 3 + (node >= graph.byte_end) + (node >= graph.half_end)
    place = number - 1
    return kid(graph, node, fan + (place >> 5 - size)) >> (place << size & 31) & ((1 << (1 << size)) - 1)


def below(graph: View, node: int) -> int:
    """Words below a node of the forward part.

    Counts stand for all children but the last, whose words are counted at itself, and so on down.
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
    """Words that a node of the forward part goes on to by tiles below that of ``bit``, which is 1 << tile.

    ``ends``, ``among``: the node's letter set and child set. Given a tile's bit, the number of words before those that
    start with it; given bit << 1, before those that start with a later tile.
    """
    place = popcount(among & (bit - 1))
    if place < popcount(among):
        return popcount(ends & (bit - 1)) + count_before(graph, node, popcount(among), place)
    # No count is stored behind the last child: there the words are counted from the end.
    return below(graph, node) - popcount(ends & ~(bit - 1))


def rank_before(graph: View, node: int, ends: int, among: int, bit: int, low: int, high: int) -> int:
    """The rank behind those words, if the words below the node have the ranks from ``low`` to before ``high``."""
    place = popcount(among & (bit - 1))
    if place < popcount(among):
        return low + popcount(ends & (bit - 1)) + count_before(graph, node, popcount(among), place)
    return high - popcount(ends & ~(bit - 1))


def prefetch(graph: View, node: int) -> None:
    """A hint that this node will be read soon; compiled, the processor fetches it meanwhile."""
