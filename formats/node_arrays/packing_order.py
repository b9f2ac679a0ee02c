"""Lay the nodes of a file out again: for packing, or for walks as in every file.

The order for walks packs worse than an order by content (:mod:`.node_order`), so the content of a packed file can be
in that other order. It is a lexicon file like any other, whose provenance says so with the key ``packed``.

Guaranteed: if :func:`arrange_for_packing` gives bytes for a file, :func:`arrange_for_walks` makes that file of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import CorruptFileError
from ..automaton_section import Graph
from ..constants import DAGGAD, GADDAG, MAX_DEPTH, PACKED, PROVENANCE
from ..header_and_sections import Bytes, pack_json, pack_sections
from ..lexicon_file import LexiconFile, open_bytes
from .node_order import order_for_packing, order_for_walks
from .node_table import NodeTable, compute_heights, list_runs


def arrange_for_packing(file: LexiconFile) -> bytes | None:
    """The same lexicon in the order for packing, or None if its file could not be made again from that.

    About 0.2 s for the 6.6 MB of 180,000 English words.
    """
    if PACKED in file.provenance:
        return None
    arranged = _rewrite(file, {**file.provenance, PACKED: True}, _in_order_for_packing)
    try:
        made = arrange_for_walks(open_bytes(arranged))
    except CorruptFileError:
        return None  # some node is not reached: no compiler writes such a file
    return arranged if made == file.sections.whole else None


def arrange_for_walks(file: LexiconFile) -> bytes:
    """The file that :func:`arrange_for_packing` was given.

    Raises CorruptFileError if a node is not reached from a root.
    """
    provenance = {key: value for key, value in file.provenance.items() if key != PACKED}
    return _rewrite(file, provenance, _in_order_for_walks)


def _rewrite(file: LexiconFile, provenance: dict[str, Any], arrange: Callable[[Graph], Graph]) -> bytes:
    """The bytes of a file with another provenance and with its node arrays arranged anew."""
    sections: dict[str, Bytes] = dict(file.sections.data)
    sections[PROVENANCE] = pack_json(provenance)
    sections[GADDAG] = arrange(file.gaddag).to_bytes()
    if file.daggad is not None:
        sections[DAGGAD] = arrange(file.daggad).to_bytes()
    return b"".join(pack_sections(sections))


def _in_order_for_packing(graph: Graph) -> Graph:
    table, first, children, parts = _read_nodes(graph)
    heights = compute_heights(table.first, children, 2 * MAX_DEPTH)
    order = order_for_packing(first, children, table.child_sets, table.letter_sets, parts, heights)
    return _reorder(graph, table, children, order)


def _in_order_for_walks(graph: Graph) -> Graph:
    table, first, children, parts = _read_nodes(graph)
    forward_root, reverse_root = np.searchsorted(table.starts, (graph.forward_root, graph.reverse_root)).tolist()
    order = order_for_walks(first, children, forward_root, reverse_root, parts)
    if len(order) < len(table):
        raise CorruptFileError.at(None, "P6: nodes that the roots lead to", len(table) - 1, len(order) - 1)
    return _reorder(graph, table, children, order)


def _read_nodes(
    graph: Graph,
) -> tuple[NodeTable, NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8]]:
    """(the nodes, and their first, children and parts as :mod:`.node_order` takes them)."""
    ends = (graph.byte_end, graph.half_end, graph.forward_end)
    table = NodeTable.of(graph.words, graph.width, *ends)
    children = table.find_children(graph.words).astype(np.uint32)
    parts = np.searchsorted(ends, table.starts, side="right").astype(np.uint8)
    return table, table.first.astype(np.uint32), children, parts


def _reorder(graph: Graph, table: NodeTable, children: NDArray[np.uint32], order: NDArray[Any]) -> Graph:
    """The same nodes in another order, which keeps each in its part."""
    sizes = (table.ends - table.starts)[order]
    places = np.zeros(len(table), np.int64)
    places[order] = np.cumsum(sizes) - sizes
    words = np.empty_like(graph.words)
    words[list_runs(places, table.ends - table.starts)] = graph.words
    words[list_runs(places + 2 * graph.width, np.diff(table.first))] = places[children]
    forward_root, reverse_root = np.searchsorted(table.starts, (graph.forward_root, graph.reverse_root))
    return replace(
        graph, memory=words.data, forward_root=int(places[forward_root]), reverse_root=int(places[reverse_root])
    )
