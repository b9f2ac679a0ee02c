"""The compiler's stages with numpy: the same answers as its kernels."""

from dataclasses import replace
from itertools import count, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.compiler.construct import build_from_sorted_words_numpy
from lexkit.compiler.construct.build_from_sorted_words import build_incremental
from lexkit.compiler.construct.build_from_sorted_words_numpy import build_with_numpy
from lexkit.compiler.construct.lay_out_nodes import arrange
from lexkit.compiler.construct.minimal_automaton import UnplacedNodes
from lexkit.compiler.kernels import check_paths
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.compiler.lists.word_list import read_words
from lexkit.compiler.lists.words_of_lexicon_file import spell_words
from lexkit.compiler.same_language import find_difference
from lexkit.errors import LexkitError
from lexkit.formats.automaton_section import Graph
from lexkit.formats.constants import MAX_LENGTH, set_width
from lexkit.lexicons import alphabet
from tests.kernel_or_numpy import damaged, every_word, graph_of, tile_lists, way
from tests.running import COMPILED

EMPTY = TileWords.of([])
SAMPLES = {
    "empty": (EMPTY, 26),
    "one letter": (TileWords.of([b"\1"]), 1),
    "letters": (TileWords.of([bytes([tile]) for tile in range(1, 64)]), 63),
    "longest": (TileWords.of([b"\1" * MAX_LENGTH, b"\1" * (MAX_LENGTH - 1) + b"\2", b"\2" * MAX_LENGTH]), 2),
    "many": (every_word((1, 2, 3), 9), 3),
    "wide": (every_word((1, 31, 32, 63), 4), 63),
}


def both(words: TileWords, letters: int) -> Graph:
    """The graph, made by the kernels and with numpy: the same bytes."""
    width = set_width(letters)
    with way(kernels=True):
        graph = arrange(build_incremental(words), letters, width)
    with way(kernels=False):
        other = arrange(build_with_numpy(words, letters), letters, width)
    assert graph.head() == other.head()
    assert np.array_equal(graph.words, other.words)
    return graph


def agreed(graph: Graph, words: TileWords) -> object:
    """What :func:`find_difference` says both ways."""
    with way(kernels=True):
        answer = find_difference(graph, words)
    with way(kernels=False):
        assert find_difference(graph, words) == answer
    return answer


def same_spelling(graph: Graph, words: TileWords) -> None:
    for kernels in (True, False):
        with way(kernels):
            spelled = spell_words(graph)
        assert np.array_equal(spelled.tiles, words.tiles)
        assert np.array_equal(spelled.lengths, words.lengths)


@given(tile_lists())
def test_any_list(case: tuple[int, TileWords]) -> None:
    letters, words = case
    graph = both(words, letters)
    assert agreed(graph, words) is None
    same_spelling(graph, words)


@pytest.mark.parametrize("sample", SAMPLES)
def test_lists_at_the_limits(sample: str) -> None:
    words, letters = SAMPLES[sample]
    graph = both(words, letters)
    assert agreed(graph, words) is None
    same_spelling(graph, words)


def test_the_bundled_list(english_words: TileWords) -> None:
    if not COMPILED:
        pytest.skip("interpreted kernels take minutes")
    graph = both(english_words, 26)
    assert agreed(graph, english_words) is None
    same_spelling(graph, english_words)


@pytest.fixture(scope="module")
def english_words() -> TileWords:
    from lexkit.lexicons import bundled_path

    return read_words(bundled_path(), alphabet("english")).words.sorted_unique()


@given(tile_lists(longest=4, most=12), tile_lists(longest=4, most=12))
def test_another_list_is_told_apart(case: tuple[int, TileWords], other: tuple[int, TileWords]) -> None:
    letters = max(case[0], other[0])
    found = agreed(graph_of(case[1], letters), other[1])
    assert (found is None) == (list(case[1]) == list(other[1]))


def test_a_missing_path_is_found() -> None:
    """The same number of words, one other: in each place of the list."""
    words = list(every_word((1, 2), 4))
    for place in range(len(words)):
        changed = sorted([*words[:place], *words[place + 1 :], b"\3\1"])
        answer = agreed(graph_of(TileWords.of(words), 3), TileWords.of(changed))
        assert answer == ("a word's path is missing", len(words) - 1, None)


def test_a_right_graph_need_not_be_minimal() -> None:
    """A child of the forward root is there twice: the paths behind the separator lead to the other one."""
    words = every_word((1, 2, 3), 4)
    nodes = build_with_numpy(words, 3)
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
    graph = arrange(larger, 3, 1)
    assert graph.nodes == len(nodes) + 1
    assert agreed(graph, words) is None
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
    """Arcs led elsewhere, letters exchanged: wherever the proof lets an array pass, both ways say the same."""
    from lexkit.formats.kernels import proof
    from lexkit.formats.proof_numpy import prove

    words = TileWords.of([b"\1\2", b"\1\2\3", b"\2\3", b"\2\3\3", b"\3\2\1", b"\4\2\1", b"\4\3", b"\5"]).sorted_unique()
    graph = graph_of(words, letters)
    mask, passed = (1 << letters + 1) - 2, 0
    for array in damaged(graph.words):
        heights, totals = np.zeros(len(array), np.uint8), np.zeros(graph.forward_end, np.uint32)
        ends = graph.byte_end, graph.half_end, graph.forward_end
        if prove(array, heights, totals, graph.width, mask, *ends, MAX_LENGTH)[0] == 0 and (
            proof.is_node(heights.data, graph.forward_root) and proof.is_node(heights.data, graph.reverse_root)
        ):
            changed = replace(graph, memory=array.data, word_count=proof.words_below(totals.data, graph.forward_root))
            same = np.array_equal(array, graph.words)
            assert (agreed(changed, words) is None) == same
            passed += not same
    assert passed > 20, proof.RULES


@pytest.mark.parametrize("bits", [0, 1, 2, 5])
def test_collisions_are_seen_and_other_hashes_tried(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first hashes are too short to tell states apart, the result is that of good ones."""
    tried = count()
    codes, climb = build_from_sorted_words_numpy._make_codes, build_from_sorted_words_numpy._Half.climb

    def bad_codes(attempt: int) -> tuple[np.ndarray, np.ndarray]:
        assert next(tried) == attempt
        return codes(attempt)

    def bad_climb(half: object, hashes: np.ndarray, *rest: object) -> None:
        climb(half, hashes, *rest)
        if bits < 5 and next(tried_climbs) < 2:
            hashes &= np.uint64((1 << bits) - 1)

    tried_climbs = count()
    words = SAMPLES["many"][0]
    expected = both(words, 3)
    monkeypatch.setattr(build_from_sorted_words_numpy, "_make_codes", bad_codes)
    monkeypatch.setattr(build_from_sorted_words_numpy._Half, "climb", bad_climb)
    nodes = build_with_numpy(words, 3)
    assert next(tried) == (2 if bits < 5 else 1)
    assert np.array_equal(arrange(nodes, 3, 1).words, expected.words)


def test_hashes_that_never_tell_apart_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = np.zeros(64, np.uint64)
    monkeypatch.setattr(build_from_sorted_words_numpy, "_make_codes", lambda attempt: (nothing, nothing))
    with pytest.raises(LexkitError, match="no hash"):
        build_with_numpy(SAMPLES["many"][0], 3)
