"""The minimal GADDAG against Nerode's definition, and both ways to it against each other."""

import numpy as np
import pytest
from hypothesis import example, given

from lexkit.compiler.construct.minimal_automaton import (
    UnplacedNodes,
    arrange,
    build_gordon,
    build_sorted,
    build_unminimized_gaddag,
    minimize_gaddag,
)
from lexkit.compiler.construct.optional_sections import number_states
from lexkit.compiler.kernels.gordon_automaton import minimize
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.compiler.lists.word_list import read_words
from lexkit.lexicons import bundled_path
from tests.compiler.gaddag_oracle import (
    ENGLISH,
    NEARLY_EQUAL,
    Counts,
    completions,
    gaddag_paths,
    lexicons,
    minimized_counts,
    node_at,
    node_paths,
    tile_words,
    tiles,
)
from tests.running import each

ZAGG = ["REWOUND", "WOUND", "WOUNDED", "WOUNDING", "WOUNDS", "ZAGGED", "ZAGGING", "ZIGZAGGED", "ZIGZAGGING"]


def file_bytes(nodes: UnplacedNodes, letters: int) -> bytes:
    graph = arrange(nodes, letters)
    return graph.head() + graph.words.tobytes()


def right_languages(nodes: UnplacedNodes) -> list[frozenset[bytes]]:
    """What can be spelled from each node, children first, by joining what its children spell."""
    languages: list[frozenset[bytes]] = []
    for node in range(len(nodes)):
        here = {bytes([bit]) for bit in range(64) if int(nodes.letter_sets[node]) >> bit & 1}
        letters = [bit for bit in range(64) if int(nodes.child_sets[node]) >> bit & 1]
        children = nodes.children[int(nodes.first[node]) : int(nodes.first[node + 1])].tolist()
        for letter, child in zip(letters, children, strict=True):
            here |= {bytes([letter]) + rest for rest in languages[child]}
        languages.append(frozenset(here))
    return languages


@given(lexicons())
def test_language_of_both_roots(lexicon):
    words = lexicon[1]
    nodes = build_gordon(words)
    for root, expected in ((nodes.reverse_root, gaddag_paths(words)), (nodes.forward_root, set(words))):
        found = list(node_paths(nodes, root))
        assert set(found) == expected
        assert len(found) == len(expected)


@given(lexicons())
def test_minimal(lexicon):
    words = lexicon[1]
    nodes = build_gordon(words)
    languages = right_languages(nodes)
    # No two nodes spell the same, none but node 0 spells nothing, and every one is some beginning's.
    assert len(set(languages)) == len(nodes)
    reached = set(completions(gaddag_paths(words)).values()) | set(completions(set(words)).values())
    assert set(languages) == reached | {frozenset()}


@given(lexicons())
@example((26, tile_words(NEARLY_EQUAL)))
def test_states_and_arcs_are_the_papers(lexicon):
    words = lexicon[1]
    nodes = build_gordon(words)
    for root, paths in ((nodes.reverse_root, gaddag_paths(words)), (nodes.forward_root, set(words))):
        states = number_states(nodes, root)
        counts = Counts(len(states), int(states.fan_out.sum()), len(states.letter_sets()))
        assert counts == minimized_counts(paths)


@given(lexicons())
@example((26, tile_words(NEARLY_EQUAL)))
def test_states_are_told_by_their_arcs(lexicon):
    words = lexicon[1]
    nodes = build_gordon(words)
    states = number_states(nodes, nodes.reverse_root)
    longer = [frozenset(rest for rest in ends if len(rest) > 1) for ends in right_languages(nodes)]
    of_node = states.of_node.tolist()
    pairs = {(of_node[node], longer[node]) for node in states.reached.tolist()}
    assert len({state for state, _ in pairs}) == len({ends for _, ends in pairs}) == len(pairs)
    assert all(bool(state) == bool(ends) for state, ends in pairs)
    # Destinations before sources.
    for node in states.reached.tolist():
        for child in nodes.children[int(nodes.first[node]) : int(nodes.first[node + 1])].tolist():
            assert of_node[child] < of_node[node]


@given(lexicons())
def test_same_bytes_as_the_sorted_route(lexicon):
    letters, words = lexicon
    expected = file_bytes(build_sorted(words), letters)
    assert file_bytes(build_gordon(words), letters) == expected
    assert file_bytes(minimize_gaddag(build_unminimized_gaddag(words)), letters) == expected
    backwards = TileWords.of(list(words)[::-1])
    assert file_bytes(build_gordon(backwards), letters) == expected


@each("words", [[], ["A"], ["A", "I"], ["AB"], ["A", "AB", "BA"], ZAGG])
def test_same_bytes_for_the_shortest_lists(words):
    words = tile_words(words)
    assert file_bytes(build_gordon(words), 26) == file_bytes(build_sorted(words), 26)


def test_same_bytes_for_a_part_of_the_bundled_list():
    words = read_words(bundled_path(), ENGLISH).words
    words = words.take(np.arange(0, len(words), 97))
    assert file_bytes(build_gordon(words), 26) == file_bytes(build_sorted(words), 26)


def test_the_longest_words_of_the_largest_alphabet():
    letters = bytes(range(1, 64))
    words = TileWords.of([letters, letters[::-1], b"\x3f" * 63, b"\x3f" * 62, b"\x3f"]).sorted_unique()
    nodes = build_gordon(words)
    assert set(node_paths(nodes, nodes.reverse_root)) == gaddag_paths(words)
    assert file_bytes(nodes, 63) == file_bytes(build_sorted(words), 63)


def test_wound_and_zagg_share_a_state_but_no_letter_set():
    nodes = build_gordon(tile_words(ZAGG))
    states = number_states(nodes, nodes.reverse_root)
    wound = {node_at(nodes, tiles(path)) for path in ("W◊OUND", "OW◊UND", "UOW◊ND", "NUOW◊D", "DNUOW◊")}
    zagg = {node_at(nodes, tiles(path)) for path in ("Z◊AGG", "AZ◊GG", "GAZ◊G", "GGAZ◊")}
    assert len(wound) == len(zagg) == 1
    assert wound != zagg
    wound_node, zagg_node = wound.pop(), zagg.pop()
    assert states.of_node[wound_node] == states.of_node[zagg_node] != 0
    assert ENGLISH.letter_set(int(nodes.letter_sets[wound_node])) == {"S"}
    assert ENGLISH.letter_set(int(nodes.letter_sets[zagg_node])) == set()
    # "The ◊ precludes this": before it, REWOUND and ZIGZAGGED tell them apart.
    before = {int(states.of_node[node_at(nodes, tiles(path))]) for path in ("DNUOW", "GGAZ")}
    assert len(before) == 2


def test_arcs_with_different_letter_sets_to_one_state():
    # INIT leads to state 1; its arcs 1 and 2, for A and B, to state 2, completing C and D; its arc 3 for A nowhere.
    letters = np.array([0, 1, 2, 1], np.uint8)
    destinations = np.array([1, 2, 2, 0], np.uint32)
    following = np.array([0, 2, 0, 0], np.uint32)
    letter_sets = np.array([0, 1 << 3, 1 << 4, 1 << 5], np.uint64)
    first = np.array([0, 1, 3], np.uint32)
    nodes = UnplacedNodes(*minimize(*map(memoryview, (letters, destinations, following, letter_sets, first))))
    assert set(node_paths(nodes, nodes.reverse_root)) == {tiles(path) for path in ("AC", "AAE", "BD", "BAE")}
    assert len(number_states(nodes, nodes.reverse_root)) == 2


@pytest.mark.filterwarnings("error")
def test_the_fullest_letter_sets():
    # Nearly all 64 bits: a hash that adds to such a set leaves what a 64-bit number holds.
    words = TileWords.of([bytes([letter]) for letter in range(1, 64)] + [b"\x01" + bytes([x]) for x in range(1, 64)])
    nodes = build_gordon(words)
    assert set(node_paths(nodes, nodes.reverse_root)) == gaddag_paths(words)
    assert len(nodes) == 1 + len(set(right_languages(nodes)) - {frozenset()})
