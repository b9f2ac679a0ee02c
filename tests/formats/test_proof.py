"""The proof: exactly as strict as SPEC.md, rule by rule."""

from functools import cache
from itertools import combinations_with_replacement, islice, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.formats.automaton_section import Graph
from lexkit.formats.constants import MAX_LENGTH
from lexkit.formats.kernels import proof
from tests.attacks.test_disagreement import chain
from tests.formats.spec_reader import RefusedError, read_nodes
from tests.running import COMPILED, each
from tests.tile_graphs import damaged, every_word, graph_of, tile_lists

#: Counts of one byte; of two and four as well; sets of 64 bits.
GRAPHS = {
    "small": lambda: graph_of(TileWords.of([b"\1\2", b"\1\2\3", b"\2\1\3", b"\3\1\2\2", b"\3\3"]), 3),
    "many words": lambda: graph_of(every_word((1, 2), 16), 2),
    "wide sets": lambda: graph_of(TileWords.of([b"\1\x22", b"\x22\1\x22", b"\x23\1", b"\x23\1\2\3"]), 35),
    "four bytes": lambda: graph_of(every_word((1, 2, 3, 4), 9), 4),
}


@cache
def graph_named(name: str) -> Graph:
    return GRAPHS[name]()


def agreed(graph: Graph, words: np.ndarray, ends: tuple[int, int, int], max_height: int = MAX_LENGTH) -> int:
    """The rule that the kernel names, 0 if it accepts the array; the reader of SPEC.md accepts and refuses the same."""
    heights, totals = np.zeros(len(words), np.uint8), np.zeros(ends[2], np.uint32)
    mask = (1 << graph.letters + 1) - 2
    rule, place, nodes, arcs = proof.prove(words.data, heights.data, totals.data, graph.width, mask, *ends, max_height)
    try:
        starts, high, below, found_arcs = read_nodes(words.tolist(), graph.width, graph.letters, ends, max_height)
    except RefusedError as refused:
        assert rule, f"the kernel accepts what breaks {refused}"
        assert rule in proof.RULES
        assert 0 <= place <= len(words)
        return int(rule)
    assert (rule, nodes, arcs) == (0, len(starts), found_arcs)
    assert [at for at in range(len(words)) if proof.is_node(heights.data, at)] == sorted(starts)
    assert all(heights[at >> 1] >> 1 == high[at] + 1 for at in starts)
    assert all(proof.words_below(totals.data, at) == number for at, number in below.items())
    return 0


def ends_of(graph: Graph) -> tuple[int, int, int]:
    return graph.byte_end, graph.half_end, graph.forward_end


@given(tile_lists())
def test_what_the_compiler_makes_passes(case: tuple[int, TileWords]) -> None:
    graph = graph_of(case[1], case[0])
    assert agreed(graph, graph.words, ends_of(graph)) == 0


@pytest.mark.parametrize("name", GRAPHS)
def test_every_damaged_word(name: str) -> None:
    graph = graph_named(name)
    some = islice(damaged(graph.words), None, None, 1 if COMPILED else 3)
    rules = {agreed(graph, words, ends_of(graph)) for words in some}
    assert rules >= {0, 1, 3, 4, 6, 7, 10}


@pytest.mark.parametrize("name", GRAPHS)
def test_every_cut_and_every_border(name: str) -> None:
    graph = graph_named(name)
    for size in range(len(graph.words)):
        agreed(graph, graph.words[:size].copy(), tuple(min(end, size) for end in ends_of(graph)))
    borders = {0, len(graph.words), *(end + step for end in ends_of(graph) for step in range(-3, 4))}
    inside = sorted(border for border in borders if 0 <= border <= len(graph.words))
    found = {agreed(graph, graph.words, ends) for ends in product(inside, repeat=3) if ends[0] <= ends[1] <= ends[2]}
    assert {0, 12} <= found


@each("name", GRAPHS)
@each("height", range(20))
def test_every_height(name: str, height: int) -> None:
    graph = graph_named(name)
    agreed(graph, graph.words, ends_of(graph), height)


@given(st.lists(st.one_of(st.integers(0, 15), st.integers(0, 0xFFFFFFFF)), max_size=30), st.data())
def test_any_array(numbers: list[int], data: st.DataObject) -> None:
    graph = graph_named(data.draw(st.sampled_from(["small", "wide sets"])))
    words = np.array(numbers, np.uint32)
    ends = sorted(data.draw(st.lists(st.integers(0, len(words)), min_size=3, max_size=3)))
    agreed(graph, words, (ends[0], ends[1], ends[2]))


def test_sums_that_overflow_are_refused() -> None:
    """63 arcs a node to the same child: 63**k words below, past 64 bits after eleven nodes."""
    graph = graph_of(TileWords.of([bytes([tile]) for tile in range(1, 64)]), 63)
    full = (1 << 64) - 2
    low, high = full & 0xFFFFFFFF, full >> 32
    words, at = [0, 0, 0, 0], 4
    words += [low, high, 0, 0]
    for level in range(1, 20):
        child, at = at, len(words)
        words += [0, 0, low, high] + [child] * 63
        words += [63**level * k & 0xFFFFFFFF for k in range(1, 63)]
    array = np.array(words, np.uint32)
    assert agreed(graph, array, (0, 0, len(array))) in (10, 11)


#: A node, and what may stand behind it: rules of the part without counts, where nodes go one after the other quickly.
NEAR_NODES = {
    # A node of three arcs, to leaves, whose letters, child set and the three words before are indices of higher nodes.
    "what stands near a node is none of its arcs": (
        [0, 0, 2, 0, 2, 2, 2, 2, 2, 4, 2, 6, 7, 7, 2, 2, 10, 2, 14, 2, 2, 2],
        0,
    ),
    # A node without arcs is as high as a leaf, whatever stands behind it.
    "the next node's letters are no arc": ([0, 0, 2, 0, 2, 2, 2, 4, 0, 4, 2, 7], 0),
    "a second empty node": ([0, 0, 2, 0, 4, 0, 0, 0, 2, 1, 2], 5),
}


@each("name", NEAR_NODES)
def test_what_stands_near_a_node(name: str) -> None:
    numbers, rule = NEAR_NODES[name]
    assert agreed(graph_named("small"), np.array(numbers, np.uint32), (4, 4, 4)) == rule


@each(("levels", "width"), [(7, 1), (15, 2), (31, 4)])
def test_the_most_words_that_a_count_holds(levels: int, width: int) -> None:
    """255, 65,535 and 2^32 - 1 words below a node; and one more, which is refused."""
    words, places, total = chain(levels, 2, True)
    assert total == 256**width - 2
    for letters, rule in ((0b010, 0), (0b110, 11)):
        array = np.array([*words, letters, 2, places[-1]], np.uint32)
        size = len(array)
        ends = (size if width == 1 else 2, size if width < 4 else 2, size)
        assert agreed(graph_named("small"), array, ends) == rule


def test_counts_that_take_more_than_a_word() -> None:
    """Six arcs: four counts in one word and the fifth, of 8 bits, in the next. Nothing may stand behind that one."""
    words = [0, 0, 126, 0]
    for child, below, letters in ((2, 6, 126), (4, 42, 0)):
        *four, fifth = (below * k for k in range(1, 6))
        words += [letters, 126, *[child] * 6, int.from_bytes(four, "little"), fifth]
    graph = graph_of(TileWords.of([b"\1"]), 6)
    ends = (len(words), len(words), len(words))
    assert agreed(graph, np.array(words, np.uint32), ends) == 0
    for bit in range(32):
        changed = np.array([*words[:-1], words[-1] ^ 1 << bit], np.uint32)
        assert agreed(graph, changed, ends) == (10 if bit < 8 else 11)


def test_as_many_arcs_as_there_are_letters() -> None:
    """63 arcs and 62 counts, two in a word: each of them is looked at."""
    graph = graph_of(every_word(range(1, 64), 2), 63)
    assert agreed(graph, graph.words, ends_of(graph)) == 0
    counts = graph.forward_root + 4 + 63
    for place in range(counts, counts + 31):
        changed = graph.words.copy()
        changed[place] += 1
        assert agreed(graph, changed, ends_of(graph)) == 10


def test_every_part_ends_where_a_node_does() -> None:
    """Nodes of one arc have no counts, so that nothing else is wrong where the parts end inside a node."""
    words = np.array([0, 0, 2, 0, 2, 2, 2, 2, 2, 4], np.uint32)
    for ends in combinations_with_replacement(range(11), 3):
        whole = set(ends) <= {0, 2, 4, 7, 10}
        assert agreed(graph_named("small"), words, ends) == (0 if whole else 12)


#: Arrays with a fault or several: the ends of their parts, and the rule and the word that the kernel names. It goes
#: from word to word.
FAULTS = {
    "foreign letters, then foreign arcs": ([0, 0, 32, 32], (4, 4, 4), (3, 2)),
    "foreign arcs, then one out of the array": ([0, 0, 2, 32, 99], (5, 5, 5), (4, 2)),
    "an empty node, then foreign letters": ([0, 0, 0, 0, 32, 0], (6, 6, 6), (5, 2)),
    "the second count, in a word of its own": ([0, 0, 2, 0, 0, 14, 2, 2, 2, 1, 6], (2, 2, 11), (10, 10)),
    "two wrong counts": ([0, 0, 2, 0, 0, 14, 2, 2, 2, 5, 6], (2, 2, 11), (10, 9)),
    "an arc into a node, then one out of the array": ([0, 0, 2, 0, 0, 6, 3, 99, 1], (9, 9, 9), (7, 6)),
    "the separator into the same part, then an arc out of the array": (
        [0, 0, 2, 0, 4, 0, 0, 3, 4, 99],
        (4, 4, 4),
        (8, 8),
    ),
    "a path too long, then foreign letters": ([0, 0, 2, 0, 2, 2, 2, 2, 2, 4, 32, 0], (12, 12, 12), (9, 7)),
    "a part that ends inside a node": ([0, 0, 2, 0, 2, 2, 2], (3, 7, 7), (12, 7)),
    "bits behind the counts, then foreign letters": ([0, 0, 2, 0, 0, 6, 2, 2, 257, 32, 0], (11, 11, 11), (11, 8)),
}


@each("name", FAULTS)
def test_the_kernel_names_the_first_fault(name: str) -> None:
    numbers, ends, expected = FAULTS[name]
    words = np.array(numbers, np.uint32)
    heights, totals = np.zeros(len(words), np.uint8), np.zeros(len(words), np.uint32)
    assert proof.prove(words.data, heights.data, totals.data, 1, 14, *ends, 2)[:2] == expected
    assert agreed(graph_named("small"), words, ends, 2)


def test_the_node_with_more_words_than_its_count_holds_is_named() -> None:
    """Six arcs to one node, eight levels of them; what follows has foreign letters."""
    words, at = [0, 0, 126, 0], 2
    places = []
    for level in range(3):
        child, at = at, len(words)
        places.append(at)
        below = 6 * sum(6**power for power in range(level + 1))
        counts = [below * k for k in range(1, 6)] + [0, 0, 0]
        words += [126, 126, *[child] * 6]
        words += [sum((counts[k + lane] & 255) << 8 * lane for lane in range(4)) for k in (0, 4)]
    array = np.array([*words, 1 << 20, 0], np.uint32)
    heights, totals = np.zeros(len(array), np.uint8), np.zeros(len(array), np.uint32)
    ends = (len(array), len(array), len(array))
    assert proof.prove(array.data, heights.data, totals.data, 1, 126, *ends, MAX_LENGTH)[:2] == (11, places[1])
