"""WordSmog: a play is legal if the letters of each word that it makes can be arranged into a word of the list.

The test uses the alphagram, the same letters in order. All alphagrams of a lexicon form a trie, in a node array
like that of the words (SPEC.md, section 4, without counts and without a reverse part): the kernels walk both with
the same functions. It is built at a lexicon's first use in WordSmog, and cached in memory.

Guaranteed: arcs lead to later nodes, and the array has as many words as its nodes state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lexkit.base.errors import AlphabetError
from lexkit.base.time_limits import look
from lexkit.formats.kernels.nodes import Nodes

from ..words.tile_sums import alphagram_keys
from ..words.words import all_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index
    from .rules import Rules


#: Name of the variant in :class:`lexkit.Rules`.
WORDSMOG: Final = "wordsmog"


def is_word(index: Index, rules: Rules, word: str) -> bool:
    """Return whether these letters, in this order, are a word by the rules of a game."""
    if rules.variant != WORDSMOG:
        return word in index
    try:
        tiles = sorted(index.encode(word))
    except AlphabetError:
        return False
    nodes, node = alphagram_nodes(index), 2 * index.alphabet.width
    for tile in tiles[:-1]:
        node = nodes.child_of(node, tile)
    return bool(tiles) and nodes.letter_set(node) >> tiles[-1] & 1 == 1


def alphagram_nodes(index: Index) -> Nodes:
    """Return the alphagrams of a lexicon's words. 0.4 s and up to 40 MB for 247,419 words, once for an open lexicon."""
    index.require_open()
    return index.remember("alphagram nodes", _make_nodes)


def _make_nodes(index: Index) -> Nodes:
    keys = np.unique(alphagram_keys(all_words(index)))
    look()
    rows = keys.view(np.uint8).reshape(len(keys), keys.itemsize)
    width = index.alphabet.width
    array = lay_out_trie(rows, width)
    root = 2 * width
    return Nodes(array.data, width, root, 0, len(array), len(array), len(keys), len(index.alphabet), look)


def lay_out_trie(rows: NDArray[np.uint8], width: int) -> NDArray[np.uint32]:
    """Return the node array of a trie, its root after the empty node.

    ``rows``: sorted, each once: tiles, then zeros; ``width``: number of 32-bit words of a set.
    """
    lengths = np.count_nonzero(rows, axis=1)
    # Nodes are laid out level by level: then the children of a level's nodes are those of the next level, in order.
    nodes = np.zeros(len(rows), np.intp)
    levels = []
    count, start = 1, 2 * width
    for depth in range(rows.shape[1]):
        look()
        active = lengths > depth
        rows, lengths, nodes = rows[active], lengths[active], nodes[active]
        if depth and not len(rows):
            break
        tiles = rows[:, depth].astype(np.uint64)
        bits = np.uint64(1) << tiles
        ends = lengths == depth + 1
        sets = np.zeros((2, count), np.uint64)
        np.bitwise_or.at(sets[0], nodes[ends], bits[ends])
        rows, lengths, nodes, tiles, bits = rows[~ends], lengths[~ends], nodes[~ends], tiles[~ends], bits[~ends]
        np.bitwise_or.at(sets[1], nodes, bits)
        new = np.ones(len(rows), bool)
        new[1:] = (nodes[1:] != nodes[:-1]) | (tiles[1:] != tiles[:-1])
        parents = nodes[new]
        nodes = np.cumsum(new) - 1
        fans = np.bincount(parents, minlength=count)
        sizes = 2 * width + fans
        places = start + np.concatenate([[0], np.cumsum(sizes)])
        levels.append((places, sets, fans, parents))
        count, start = len(parents), int(places[-1])
    array = np.zeros(start, np.uint32)
    for level, (places, sets, fans, parents) in enumerate(levels):
        look()
        for number, each in enumerate(sets):
            for part in range(width):
                array[places[:-1] + number * width + part] = each >> np.uint64(32 * part) & np.uint64(0xFFFFFFFF)
        if len(parents):
            within = np.arange(len(parents)) - (np.cumsum(fans) - fans)[parents]
            array[places[parents] + 2 * width + within] = levels[level + 1][0][:-1]
    return array
