"""Spell the words of a lexicon file, by a kernel or with numpy."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...errors import WordListError
from ...formats import compiled_kernels
from ...formats.automaton_section import Graph
from ...formats.constants import MAX_TILES
from ...formats.node_arrays.node_heights import list_runs
from ...formats.node_arrays.node_table import NodeTable
from ..kernels import check_paths
from .sorted_words import TileWords

__all__ = ["spell_words"]

#: Most words that are spelled: a gigabyte for their lengths alone.
MOST_WORDS: Final = 1 << 27


def spell_words(graph: Graph) -> TileWords:
    """Spell all words of a proved graph, in order, from its forward part.

    Raises WordListError for more words or letters than a list may have: a few hundred bytes can hold billions.
    """
    _require_few("words", graph.word_count, MOST_WORDS)
    if not compiled_kernels.is_compiled(check_paths):
        return _spell_with_numpy(graph)
    lengths = np.zeros(graph.word_count, np.int64)
    nodes = graph.walkable()
    letters = check_paths.spell(nodes, np.zeros(0, np.uint8).data, lengths.data)
    _require_few("letters", letters, MAX_TILES)
    tiles = np.zeros(letters, np.uint8)
    check_paths.spell(nodes, tiles.data, lengths.data)
    return TileWords.joined(tiles, lengths)


def _require_few(what: str, number: int, most: int) -> None:
    if number > most:
        raise WordListError(f"too many {what} to be spelled", expected=f"at most {most:,}", found=f"{number:,}")


def _spell_with_numpy(graph: Graph) -> TileWords:
    """Spell the words tile by tile: all prefixes of one length at once."""
    words = graph.words[: graph.forward_end]
    table = NodeTable.of(words, graph.width, graph.byte_end, graph.half_end, graph.forward_end)
    children = table.find_children(words)
    below = table.count_paths(children).astype(np.int64)
    lengths = np.zeros(graph.word_count, np.int64)
    # The node of each prefix, and the rank of the next word that begins with it.
    nodes = np.searchsorted(table.starts, np.array([graph.forward_root]))
    ranks = np.zeros(1, np.int64)
    # For each place in a word, which ranks have which tile there: (first rank, number of ranks, tile).
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
    _require_few("letters", int(lengths.sum()), MAX_TILES)
    tiles = np.zeros(int(lengths.sum()), np.uint8)
    offsets = np.cumsum(lengths) - lengths
    for place, (first, sizes, found_tiles) in enumerate(places):
        tiles[offsets[list_runs(first, sizes)] + place] = np.repeat(found_tiles, sizes)
    return TileWords.joined(tiles, lengths)
