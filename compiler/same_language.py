"""Prove that an automaton and a word list are the same language.

The format's own proof says that a file is safe; this one says that it is correct. For sorted, unique words it shows
that the forward part holds word i at rank i and nothing else, and that the reverse part holds exactly the paths
REV(x)◊y of Gordon's definition: it follows each of them and counts all paths.
"""

from __future__ import annotations

from threading import Thread
from typing import Final

import numpy as np

from ..formats.automaton_section import Graph
from ..formats.kernels.nodes import Nodes
from .kernels import check_paths
from .lists.sorted_words import TileWords

#: Words whose paths are followed between two moments at which Ctrl-C ends the work.
_BLOCK: Final = 1 << 14


def find_difference(graph: Graph, words: TileWords) -> tuple[str, object, object] | None:
    """Find the first difference between a proved graph and sorted, unique words.

    Returns None or (what differs, expected, found); if a word is missing, ``expected`` is its index and ``found`` None.
    """
    if graph.word_count != len(words):
        return "number of words", len(words), graph.word_count
    missing = _find_missing_path(graph, words)
    if missing >= 0:
        return "a word's path is missing", missing, None
    found = _count_paths(graph)
    if found != len(words.tiles):
        return "number of paths", len(words.tiles), found
    return None


def _find_missing_path(graph: Graph, words: TileWords) -> int:
    """Find the index of the first word that lacks a path, or -1."""
    nodes = graph.walkable()
    if _has_all_paths(nodes, words):
        return -1
    return check_paths.missing_path(nodes, words.tiles.data, words.offsets.data)


def _has_all_paths(nodes: Nodes, words: TileWords) -> bool:
    """Whether each path of the words is there, by :func:`.kernels.check_paths.has_all_paths`, in two threads."""
    found = [True, True]

    def follow(half: int, low: int, high: int) -> None:
        for begin in range(low, high, _BLOCK):
            end = min(begin + _BLOCK, high)
            if not (all(found) and check_paths.has_all_paths(nodes, words.tiles.data, words.offsets.data, begin, end)):
                found[half] = False
                return

    middle = len(words) // 2
    thread = Thread(target=follow, args=(1, middle, len(words)))
    thread.start()
    try:
        follow(0, 0, middle)
    except BaseException:
        found[0] = False  # the other half stops, too
        raise
    finally:
        thread.join()
    return all(found)


def _count_paths(graph: Graph) -> int:
    """Count the paths from the reverse root."""
    totals = np.zeros((len(graph.words) + 1) // 2, np.uint64)
    check_paths.count_paths(graph.walkable(), graph.forward_end, totals.data)
    return int(totals[graph.reverse_root >> 1])
