"""The paths of an automaton, followed, counted and spelled with numpy, where the kernel :mod:`.paths` is not compiled.

Words share their prefixes, so each prefix x is followed once: forwards, and as REV(x) with the separator behind
it. Where both come to the same node, all paths REV(x)◊y are there whose words are; only where they do not, as in
a graph that is not minimal or not right, is every y followed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..formats.graph import Graph
from ..formats.layout import MAX_DEPTH
from ..formats.levels import Levels, heights_of, runs
from ..formats.node_table import NodeTable, sets_at
from .construct.tries import Trie, trie_of_words
from .lists.sorted_words import TileWords

__all__ = ["missing_path", "paths", "spell_all"]


def missing_path(graph: Graph, words: TileWords) -> int:
    """Index of the first of the sorted, unique words with a path that is not there; -1 where all are."""
    trie, tiles = trie_of_words(words)
    levels = trie.levels
    nodes = np.full(len(trie), graph.forward_root, np.int64)
    for depth in range(1, len(levels) - 1):
        low, high = levels[depth : depth + 2]
        nodes[low:high] = _step(graph, nodes[trie.parents[low:high]], tiles[low:high])
    completed, crossing = _backwards(graph, words, trie)
    last = trie.ends
    found = completed[last] & _completes(graph, nodes[trie.parents[last]], tiles[last])
    for depth in range(1, len(levels) - 2):
        low, high = levels[depth : depth + 2]
        differs = nodes[low:high] != crossing[low:high]
        if differs.any():
            longer = np.flatnonzero(words.lengths > depth)
            prefix = np.searchsorted(trie.strings[low:high], longer, side="right") - 1
            chosen = differs[prefix]
            starts = crossing[low:high][prefix[chosen]]
            found[longer[chosen]] &= _followed(graph, words, longer[chosen], starts, depth)
    missing = np.flatnonzero(~found)
    return int(missing[0]) if len(missing) else -1


def _backwards(graph: Graph, words: TileWords, trie: Trie) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """For each prefix x: whether REV(x) is a whole path, and the node behind REV(x)◊, 0 for none."""
    nodes = np.full(len(trie), graph.reverse_root, np.int64)
    completed = np.zeros(len(trie), bool)
    last = words.offsets[trie.strings] + trie.depths - 1
    for place in range(len(trie.levels) - 2):
        # States are in order of depth: from here on prefixes are longer than this place, first those that end.
        deep, deeper = trie.levels[place + 1 : place + 3]
        tiles = words.tiles[last[deep:] - place]
        completed[deep:deeper] = _completes(graph, nodes[deep:deeper], tiles[: deeper - deep])
        nodes[deep:] = _step(graph, nodes[deep:], tiles)
    return completed, _step(graph, nodes, np.zeros(len(trie), np.uint8))


def _followed(
    graph: Graph, words: TileWords, chosen: NDArray[np.int64], nodes: NDArray[np.int64], depth: int
) -> NDArray[np.bool_]:
    """Whether what comes behind the first ``depth`` tiles of each chosen word is a path from its node."""
    found = np.zeros(len(chosen), bool)
    starts, lengths = words.offsets[chosen], words.lengths[chosen]
    left = np.arange(len(chosen))
    while len(left):
        tiles = words.tiles[starts[left] + depth]
        depth += 1
        ending = lengths[left] == depth
        found[left[ending]] = _completes(graph, nodes[ending], tiles[ending])
        nodes = _step(graph, nodes[~ending], tiles[~ending])
        left = left[~ending]
    return found


def _step(graph: Graph, nodes: NDArray[np.int64], tiles: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The child of each node for its tile; 0, the empty node, where there is none."""
    child_sets = sets_at(graph.words, nodes + graph.width, graph.width)
    bits = np.uint64(1) << tiles.astype(np.uint64)
    places = nodes + 2 * graph.width + np.bitwise_count(child_sets & (bits - np.uint64(1)))
    # Word 0 holds 0, by the format's rules.
    places[child_sets & bits == 0] = 0
    return graph.words[places].astype(np.int64)


def _completes(graph: Graph, nodes: NDArray[np.int64], tiles: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether each tile completes a path at its node."""
    completes: NDArray[np.bool_] = sets_at(graph.words, nodes, graph.width) >> tiles & np.uint64(1) != 0
    return completes


def paths(graph: Graph) -> int:
    """The number of paths from the reverse root, exact below 2**53, and never taken for a smaller one."""
    table = NodeTable.of(graph.words, graph.width, graph.byte_end, graph.half_end, graph.forward_end)
    totals = _below(table, table.children(graph.words))
    return int(totals[np.searchsorted(table.starts, graph.reverse_root)])


def _below(table: NodeTable, children: NDArray[np.int32]) -> NDArray[np.float64]:
    """The number of paths from each node; in floating point, which does not wrap around."""
    levels = Levels.of(table.first, children, heights_of(table.first, children, 2 * MAX_DEPTH))
    return levels.sums(np.bitwise_count(table.letter_sets).astype(np.float64))


def spell_all(graph: Graph) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """(tiles, lengths) of all words of the graph, in order, laid end to end."""
    words = graph.words[: graph.forward_end]
    table = NodeTable.of(words, graph.width, graph.byte_end, graph.half_end, graph.forward_end)
    children = table.children(words)
    below = _below(table, children).astype(np.int64)
    lengths = np.zeros(graph.word_count, np.int64)
    # All prefixes of one length at once: the node of each, and the rank of the next word that it begins.
    nodes = np.searchsorted(table.starts, np.array([graph.forward_root]))
    ranks = np.zeros(1, np.int64)
    # For each place in a word: which ranks have which tile there, as (first rank, number of ranks, tile).
    places: list[list[NDArray[Any]]] = []
    while len(nodes):
        arcs = table.first[nodes]
        found, longer = [], []
        for tile in range(1, graph.letters + 1):
            first = ranks.copy()
            completed, going_on = (
                np.flatnonzero(sets[nodes] >> np.uint64(tile) & np.uint64(1))
                for sets in (table.letter_sets, table.child_sets)
            )
            lengths[ranks[completed]] = len(places) + 1
            ranks[completed] += 1
            child = children[arcs[going_on]]
            longer.append((child, ranks[going_on]))
            ranks[going_on] += below[child]
            arcs[going_on] += 1
            beginning = np.flatnonzero(ranks > first)
            sizes = ranks[beginning] - first[beginning]
            found.append((first[beginning], sizes, np.full(len(beginning), tile, np.uint8)))
        places.append([np.concatenate(column) for column in zip(*found, strict=True)])
        nodes, ranks = (np.concatenate(column) for column in zip(*longer, strict=True))
    tiles = np.zeros(int(lengths.sum()), np.uint8)
    offsets = np.cumsum(lengths) - lengths
    for place, (first, sizes, found_tiles) in enumerate(places):
        tiles[offsets[runs(first, sizes)] + place] = np.repeat(found_tiles, sizes)
    return tiles, lengths
