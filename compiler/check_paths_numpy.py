"""Follow and count the paths of an automaton with numpy.

This serves if the kernel :mod:`.kernels.check_paths` is not compiled. Words share their prefixes, so that each
prefix x is followed only once: forwards, and as REV(x) with the separator behind it. If both ways lead to the same
node, every path REV(x)◊y exists whose word exists. Every y is followed only if they do not, which happens in a graph
that is not minimal or not correct.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..formats.automaton_section import Graph
from ..formats.node_arrays.node_table import NodeTable, read_sets
from .construct.tries import Trie, build_trie
from .lists.sorted_words import TileWords

__all__ = ["count_paths", "find_missing_path"]


def find_missing_path(graph: Graph, words: TileWords) -> int:
    """Find the first of the sorted, unique words that lacks a path, or -1."""
    trie, tiles = build_trie(words)
    levels = trie.levels
    nodes = np.full(len(trie), graph.forward_root, np.int64)
    for depth in range(1, len(levels) - 1):
        low, high = levels[depth : depth + 2]
        nodes[low:high] = _step(graph, nodes[trie.parents[low:high]], tiles[low:high])
    completed, crossing = _follow_backwards(graph, words, trie)
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
            found[longer[chosen]] &= _follow_rest(graph, words, longer[chosen], starts, depth)
    missing = np.flatnonzero(~found)
    return int(missing[0]) if len(missing) else -1


def _follow_backwards(graph: Graph, words: TileWords, trie: Trie) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Follow prefixes backwards: (whether REV(x) is a whole path, the node behind REV(x)◊ or 0)."""
    nodes = np.full(len(trie), graph.reverse_root, np.int64)
    completed = np.zeros(len(trie), bool)
    last = words.offsets[trie.strings] + trie.depths - 1
    for place in range(len(trie.levels) - 2):
        # States are in order of depth: from this one on prefixes have a tile at this place; the first ones end there.
        deep, deeper = trie.levels[place + 1 : place + 3]
        tiles = words.tiles[last[deep:] - place]
        completed[deep:deeper] = _completes(graph, nodes[deep:deeper], tiles[: deeper - deep])
        nodes[deep:] = _step(graph, nodes[deep:], tiles)
    return completed, _step(graph, nodes, np.zeros(len(trie), np.uint8))


def _follow_rest(
    graph: Graph, words: TileWords, chosen: NDArray[np.int64], nodes: NDArray[np.int64], depth: int
) -> NDArray[np.bool_]:
    """Whether the rest of each chosen word, behind ``depth`` tiles, is a path from its node."""
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
    """Find the child of each node for its tile, or 0, the empty node."""
    child_sets = read_sets(graph.words, nodes + graph.width, graph.width)
    bits = np.uint64(1) << tiles.astype(np.uint64)
    places = nodes + 2 * graph.width + np.bitwise_count(child_sets & (bits - np.uint64(1)))
    # Word 0 holds 0, by the format's rules.
    places[child_sets & bits == 0] = 0
    return graph.words[places].astype(np.int64)


def _completes(graph: Graph, nodes: NDArray[np.int64], tiles: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether each tile completes a path at its node."""
    completes: NDArray[np.bool_] = read_sets(graph.words, nodes, graph.width) >> tiles & np.uint64(1) != 0
    return completes


def count_paths(graph: Graph) -> int:
    """Count the paths from the reverse root, exactly below 2**53. Larger numbers never look smaller."""
    table = NodeTable.of(graph.words, graph.width, graph.byte_end, graph.half_end, graph.forward_end)
    totals = table.count_paths(table.find_children(graph.words))
    return int(totals[np.searchsorted(table.starts, graph.reverse_root)])
