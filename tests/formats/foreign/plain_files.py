"""Readers and writers of other programs' files in plain Python: no lexkit, no numpy, a word at a time.

A word is a tuple of numbers of tiles; 0 is the separator of a GADDAG. Readers give the set of words, or of paths.
"""

import struct
from collections.abc import Callable, Iterable, Iterator

Word = tuple[int, ...]
#: (tile, accepts, last, first child) of a node.
Node = tuple[int, bool, bool, int]
Trie = dict[int, tuple[bool, "Trie"]]


def paths_of(words: Iterable[Word]) -> set[Word]:
    """The paths of a GADDAG of these words."""
    return {
        word[:cut][::-1] + ((0, *word[cut:]) if cut < len(word) else ())
        for word in words
        for cut in range(1, len(word) + 1)
    }


def walk(node: Callable[[int], Node], first: int, before: Word = ()) -> Iterator[Word]:
    """The paths from the list of siblings that begins at ``first``."""
    at = first
    while first:
        tile, accepts, last, child = node(at)
        if accepts:
            yield (*before, tile)
        yield from walk(node, child, (*before, tile))
        if last:
            return
        at += 1


def trie_of(words: Iterable[Word]) -> Trie:
    root: Trie = {}
    for word in words:
        at = root
        for place, tile in enumerate(word, 1):
            accepts, below = at.get(tile, (False, {}))
            at[tile] = (accepts or place == len(word), below)
            at = below
    return root


def nodes_of(tries: Iterable[Trie], front: int, order: Callable[[int], int] = int) -> tuple[list[int], list[Node]]:
    """Tries as nodes, not minimal: (the first of each root list, the nodes), behind ``front`` others."""
    nodes: list[Node] = []

    def lay(trie: Trie) -> int:
        if not trie:
            return 0
        first = front + len(nodes)
        tiles = sorted(trie, key=order)
        nodes.extend((0, False, False, 0) for _ in tiles)
        for place, tile in enumerate(tiles):
            accepts, below = trie[tile]
            nodes[first - front + place] = (tile, accepts, tile == tiles[-1], lay(below))
        return first

    return [lay(trie) for trie in tries], nodes


# -- KWG, KBWG, KAD -------------------------------------------------------------------------------------


def read_kwg(data: bytes, root: int = 0, big: bool = False) -> set[Word]:
    """The words (root 0) or the paths of the GADDAG (root 1)."""
    values = struct.unpack(f"<{len(data) // 4}I", data)

    def node(at: int) -> Node:
        value = values[at]
        if big:
            return value & 63, bool(value >> 7 & 1), bool(value >> 6 & 1), value >> 8
        return value >> 24, bool(value >> 23 & 1), bool(value >> 22 & 1), value & 0x3FFFFF

    return set(walk(node, node(root)[3]))


def write_kwg(words: Iterable[Word], both: bool = True, big: bool = False) -> bytes:
    tries = [trie_of(words)] + ([trie_of(paths_of(words))] if both else [])
    roots, nodes = nodes_of(tries, len(tries))
    packed = []
    for tile, accepts, last, child in [*((0, False, True, root) for root in roots), *nodes]:
        value = child << 8 | accepts << 7 | last << 6 | tile if big else child | last << 22 | accepts << 23 | tile << 24
        packed.append(value)
    return struct.pack(f"<{len(packed)}I", *packed)
