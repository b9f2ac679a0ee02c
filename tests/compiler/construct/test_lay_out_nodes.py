"""The layout of nodes: by definition, and what the kernel refuses."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from lexkit.compiler.construct.minimal_automaton import UnplacedNodes, arrange, build_sorted
from lexkit.compiler.kernels import node_layout_passes
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.formats.automaton_section import Graph
from tests.formats.spec_reader import SpecReader
from tests.running import each
from tests.tile_graphs import every_word, tile_lists


def paths(nodes: UnplacedNodes, node: int, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All paths from a node before it is laid out, in order."""
    letters, arcs = int(nodes.letter_sets[node]), int(nodes.child_sets[node])
    children = iter(nodes.children[nodes.first[node] : nodes.first[node + 1]].tolist())
    for tile in range(64):
        if letters >> tile & 1:
            yield (*path, tile)
        if arcs >> tile & 1:
            yield from paths(nodes, next(children), (*path, tile))


def as_laid_out(graph: Graph) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """All paths from both roots, read from the node array by SPEC.md, which proves it first."""
    reader = SpecReader.of_graph(b"".join(graph.pieces()), graph.letters)
    return list(reader.paths(graph.forward_root)), list(reader.paths(graph.reverse_root))


@given(tile_lists())
def test_the_layout_has_the_same_paths(case: tuple[int, TileWords]) -> None:
    letters, words = case
    nodes = build_sorted(words)
    expected = list(paths(nodes, nodes.forward_root)), list(paths(nodes, nodes.reverse_root))
    assert as_laid_out(arrange(nodes, letters)) == expected


def test_all_widths_of_counts() -> None:
    """19,607 words: counts of 8 and 16 bits, several in a word."""
    nodes = build_sorted(every_word(range(1, 8), 5))
    graph = arrange(nodes, 7)
    assert graph.forward_end > graph.byte_end > 0
    assert as_laid_out(graph)[0] == list(paths(nodes, nodes.forward_root))


def small() -> dict[str, Any]:
    """The arguments of all passes for two nodes, one the child of the other."""
    return {
        "letter_sets": np.array([0, 2, 4], np.uint64),
        "child_sets": np.array([0, 0, 2], np.uint64),
        "first": np.array([0, 0, 0, 1], np.uint32),
        "children": np.array([1], np.uint32),
        "order": np.array([0, 1, 2], np.uint32),
        "totals": np.array([0, 1, 2], np.uint64),
        "places": np.array([0, 2, 4], np.uint32),
        "count_bits": np.array([8, 8, 8], np.uint8),
        "words": np.zeros(7, np.uint32),
        "parts": np.zeros(3, np.uint8),
        "ends": np.zeros(4, np.int64),
        "heights": np.zeros(3, np.uint8),
        "reached": np.array([0, 1, 1], np.uint8),
        "forward_root": 2,
        "reverse_root": 2,
        "width": 1,
    }


ARGUMENTS = {
    node_layout_passes.survey: "letter_sets first children forward_root reverse_root heights totals reached",
    node_layout_passes.choose_parts: "totals reached count_bits parts",
    node_layout_passes.assign_places: "first children parts count_bits order places ends width",
    node_layout_passes.emit: "letter_sets child_sets first children totals order places count_bits words width",
}


def call(function: Callable[..., Any], **changed: Any) -> None:
    values = {**small(), **changed}
    given = [values[name] for name in ARGUMENTS[function].split()]
    function(*(value.data if isinstance(value, np.ndarray) else value for value in given))


@each("function", ARGUMENTS)
def test_kernel_takes_what_fits(function: Callable[..., Any]) -> None:
    call(function)


#: All arrays but those whose length says how many nodes there are to do something with.
SHORT = [
    (function, name)
    for function, names in ARGUMENTS.items()
    for name in names.split()
    if isinstance(small()[name], np.ndarray)
    and name != "order"
    and (function, name) != (node_layout_passes.choose_parts, "totals")
]


@each(("function", "name"), SHORT)
def test_kernel_refuses_arrays_that_are_too_short(function: Callable[..., Any], name: str) -> None:
    with pytest.raises(ValueError, match=r"numbers|room|starts|node|children|sets"):
        call(function, **{name: small()[name][:-1]})


@each(
    ("function", "changed"),
    [
        (node_layout_passes.survey, {"children": np.array([2], np.uint32)}),
        (node_layout_passes.survey, {"children": np.array([9], np.uint32)}),
        (node_layout_passes.survey, {"first": np.array([0, 1, 0, 1], np.uint32)}),
        (node_layout_passes.survey, {"first": np.array([0, 0, 0, 9], np.uint32)}),
        (node_layout_passes.survey, {"forward_root": 3}),
        (node_layout_passes.survey, {"reverse_root": 3}),
        (node_layout_passes.assign_places, {"order": np.array([0, 3], np.uint32)}),
        (node_layout_passes.assign_places, {"first": np.array([0, 0, 0, 9], np.uint32)}),
        (node_layout_passes.assign_places, {"count_bits": np.array([8, 8, 7], np.uint8)}),
        (node_layout_passes.assign_places, {"width": 3}),
        (node_layout_passes.emit, {"order": np.array([3], np.uint32)}),
        (node_layout_passes.emit, {"children": np.array([3], np.uint32)}),
        (node_layout_passes.emit, {"first": np.array([0, 0, 9, 1], np.uint32)}),
        (node_layout_passes.emit, {"places": np.array([0, 2, 5], np.uint32)}),
        (node_layout_passes.emit, {"count_bits": np.array([8, 8, 1], np.uint8)}),
        (node_layout_passes.emit, {"width": 0}),
    ],
)
def test_kernel_refuses_what_is_no_automaton(function: Callable[..., Any], changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"nodes|children|starts|sets|room|numbers"):
        call(function, **changed)
