"""Proof that an automaton and a word list are the same language.

The format's own proof says that a file is safe; this one says that it is right. With the words sorted and
unique it shows that the forward part holds word i at rank i and nothing else, and that the reverse part holds
exactly the paths REV(x)◊y of Gordon's definition: each is followed, and the number of paths is counted.
"""

from __future__ import annotations

import numpy as np

from ..formats import backend
from ..formats.graph import Graph
from . import paths, paths_vectorised
from .words import TileWords

__all__ = ["first_difference"]


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
    """Index of the first word with a path that is not there; -1 where all are."""
    if not backend.compiled(paths):
        return paths_vectorised.missing_path(graph, words)
    missing: int = paths.missing_path(
        memoryview(graph.words), graph.width, graph.forward_root, graph.reverse_root,
        memoryview(words.tiles), memoryview(words.offsets),
    )
    return missing


def _paths(graph: Graph) -> int:
    """The number of paths from the reverse root."""
    if not backend.compiled(paths):
        return paths_vectorised.paths(graph)
    totals = np.zeros(len(graph.words), np.uint64)
    paths.paths(
        memoryview(graph.words), graph.width, graph.forward_end, graph.byte_end, graph.half_end, memoryview(totals)
    )
    return int(totals[graph.reverse_root])
