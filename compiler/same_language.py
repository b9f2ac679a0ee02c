"""Proof that an automaton and a word list are the same language.

The format's own proof says that a file is safe; this one says that it is right. With the words sorted and
unique it shows that the forward part holds word i at rank i and nothing else, and that the reverse part holds
exactly the paths REV(x)◊y of Gordon's definition: each is followed, and the number of paths is counted.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..formats import compiled as backend
from ..formats.graph import Graph
from ..formats.lexicon_file import LexiconFile
from . import paths_numpy as paths_vectorised
from .kernels import paths
from .lists.sorted_words import TileWords

__all__ = ["demand_columns", "first_difference", "spell_all"]


def first_difference(graph: Graph, words: TileWords) -> tuple[str, object, object] | None:
    """What first tells the automaton from the sorted, unique words; None where nothing does.

    The graph must be proved already. (what, expected, found); for a missing word, its index is expected.
    """
    if graph.word_count != len(words):
        return "number of words", len(words), graph.word_count
    missing = _missing_path(graph, words)
    if missing >= 0:
        return "a word's path is missing", missing, None
    found = _paths(graph)
    if found != len(words.tiles):
        return "number of paths", len(words.tiles), found
    return None


def _missing_path(graph: Graph, words: TileWords) -> int:
    """Index of the first word with a path that is not there; -1 if all are."""
    if not backend.is_compiled(paths):
        return paths_vectorised.missing_path(graph, words)
    return paths.missing_path(graph.walkable(), words.tiles.data, words.offsets.data)


def _paths(graph: Graph) -> int:
    """The number of paths from the reverse root."""
    if not backend.is_compiled(paths):
        return paths_vectorised.paths(graph)
    totals = np.zeros(len(graph.words), np.uint64)
    paths.count_paths(graph.walkable(), graph.forward_end, totals.data)
    return int(totals[graph.reverse_root])


def spell_all(graph: Graph) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """(tiles, lengths) of all words of the graph, in order, laid end to end."""
    if not backend.is_compiled(paths):
        return paths_vectorised.spell_all(graph)
    lengths = np.zeros(graph.word_count, np.int64)
    nodes = graph.walkable()
    size = paths.spell(nodes, np.zeros(0, np.uint8).data, lengths.data)
    tiles = np.zeros(size, np.uint8)
    paths.spell(nodes, tiles.data, lengths.data)
    return tiles, lengths


def demand_columns(file: LexiconFile) -> None:
    """CorruptFileError unless everything inside the columns obeys its rules: what opening leaves to the reading."""
    for column in file.columns.values():
        _ = column.missing  # looks through all of it
