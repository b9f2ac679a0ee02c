"""A graph and a list are the same language, or the first difference is found."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.compiler.construct.build_as_gordon import build_gordon
from lexkit.compiler.construct.lay_out_nodes import arrange
from lexkit.compiler.construct.minimal_automaton import UnplacedNodes, build_sorted
from lexkit.compiler.kernels import check_paths
from lexkit.compiler.lists.sorted_words import TileWords, spell_words
from lexkit.compiler.lists.word_list import read_words
from lexkit.compiler.same_language import find_difference
from lexkit.formats.automaton_section import Graph
from lexkit.formats.constants import MAX_LENGTH
from lexkit.formats.kernels import proof
from lexkit.lexicons import alphabet, bundled_path
from tests.running import COMPILED
from tests.tile_graphs import damaged, every_word, graph_of, tile_lists

EMPTY = TileWords.of([])
SAMPLES = {
    "empty": (EMPTY, 26),
    "one letter": (TileWords.of([b"\1"]), 1),
    "letters": (TileWords.of([bytes([tile]) for tile in range(1, 64)]), 63),
    "longest": (TileWords.of([b"\1" * MAX_LENGTH, b"\1" * (MAX_LENGTH - 1) + b"\2", b"\2" * MAX_LENGTH]), 2),
    "many": (every_word((1, 2, 3), 9), 3),
    "wide": (every_word((1, 31, 32, 63), 4), 63),
}


def is_its_own(graph: Graph, words: TileWords) -> None:
    """Nothing differs, and the graph spells the words."""
    assert find_difference(graph, words) is None
    spelled = spell_words(graph)
    assert np.array_equal(spelled.tiles, words.tiles)
    assert np.array_equal(spelled.lengths, words.lengths)


@given(tile_lists())
def test_any_list(case: tuple[int, TileWords]) -> None:
    letters, words = case
    is_its_own(graph_of(words, letters), words)


@pytest.mark.parametrize("sample", SAMPLES)
def test_lists_at_the_limits(sample: str) -> None:
    """Both routes make the same bytes of them."""
    words, letters = SAMPLES[sample]
    graph = graph_of(words, letters)
    is_its_own(graph, words)
    assert arrange(build_gordon(words), letters).to_bytes() == graph.to_bytes()


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute")
def test_the_bundled_list() -> None:
    words = read_words(bundled_path(), alphabet("english")).words.sorted_unique()
    graph = graph_of(words, 26)
    is_its_own(graph, words)
    assert arrange(build_gordon(words), 26).to_bytes() == graph.to_bytes()


@given(tile_lists(longest=4, most=12), tile_lists(longest=4, most=12))
def test_another_list_is_told_apart(case: tuple[int, TileWords], other: tuple[int, TileWords]) -> None:
    letters = max(case[0], other[0])
    found = find_difference(graph_of(case[1], letters), other[1])
    assert (found is None) == (list(case[1]) == list(other[1]))


def test_a_missing_path_is_found() -> None:
    """The same number of words, one other: in each place of the list."""
    words = list(every_word((1, 2), 4))
    for place in range(len(words)):
        changed = sorted([*words[:place], *words[place + 1 :], b"\3\1"])
        answer = find_difference(graph_of(TileWords.of(words), 3), TileWords.of(changed))
        assert answer == ("a word's path is missing", len(words) - 1, None)


def test_a_right_graph_need_not_be_minimal() -> None:
    """A child of the forward root is there twice: the paths behind the separator lead to the other one."""
    words = every_word((1, 2, 3), 4)
    nodes = build_sorted(words)
    kids = [nodes.children[low:high].tolist() for low, high in pairwise(nodes.first.tolist())]
    copied = kids[nodes.forward_root][0]
    moved = [[child + (child > copied) for child in children] for children in kids]
    moved[nodes.forward_root][0] += 1
    moved.insert(copied, moved[copied])
    order = np.insert(np.arange(len(nodes)), copied, copied)
    first = np.cumsum([0, *map(len, moved)]).astype(np.uint32)
    children = np.array([child for children in moved for child in children], np.uint32)
    roots = nodes.forward_root + 1, nodes.reverse_root + 1
    larger = UnplacedNodes(nodes.letter_sets[order], nodes.child_sets[order], first, children, *roots)
    graph = arrange(larger, 3)
    assert graph.nodes == len(nodes) + 1
    assert find_difference(graph, words) is None
    both_ways = check_paths.has_all_paths(graph.walkable(), words.tiles.data, words.offsets.data, 0, len(words))
    assert not both_ways


@given(tile_lists(longest=6), st.integers(1, 5))
def test_paths_are_followed_in_parts(case: tuple[int, TileWords], parts: int) -> None:
    words = case[1]
    nodes = graph_of(words, case[0]).walkable()
    bounds = [len(words) * part // parts for part in range(parts + 1)]
    for low, high in pairwise(bounds):
        assert check_paths.has_all_paths(nodes, words.tiles.data, words.offsets.data, low, high)
    longer = TileWords.of([*words, b"\1" * 7])
    assert not check_paths.has_all_paths(nodes, longer.tiles.data, longer.offsets.data, len(words), len(longer))


@pytest.mark.parametrize("letters", [5, 40])
def test_damage_that_stays_safe_is_told_apart(letters: int) -> None:
    """Arcs led elsewhere, letters exchanged: wherever the proof lets an array pass, the difference is found."""
    words = TileWords.of([b"\1\2", b"\1\2\3", b"\2\3", b"\2\3\3", b"\3\2\1", b"\4\2\1", b"\4\3", b"\5"]).sorted_unique()
    graph = graph_of(words, letters)
    mask, passed = (1 << letters + 1) - 2, 0
    for array in damaged(graph.words):
        heights, totals = np.zeros(len(array), np.uint8), np.zeros(graph.forward_end, np.uint32)
        ends = graph.byte_end, graph.half_end, graph.forward_end
        proved = proof.prove(array.data, heights.data, totals.data, graph.width, mask, *ends, MAX_LENGTH)
        if proved[0] == 0 and (
            proof.is_node(heights.data, graph.forward_root) and proof.is_node(heights.data, graph.reverse_root)
        ):
            changed = replace(graph, memory=array.data, word_count=proof.words_below(totals.data, graph.forward_root))
            same = np.array_equal(array, graph.words)
            assert (find_difference(changed, words) is None) == same
            passed += not same
    assert passed > 20, proof.RULES
