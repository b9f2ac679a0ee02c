"""Tables II and III: the paper's own figures against its formulas, and ours against the plain-Python counts."""

import json
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given

from lexkit.compiler.construct.minimal_automaton import arrange, build_gordon
from lexkit.compiler.gordon_statistics import (
    DAWG,
    DAWG_UNMINIMIZED,
    GADDAG,
    GADDAG_SEMI_MINIMIZED,
    GADDAG_UNMINIMIZED,
    TABLE_2,
    TABLE_3,
    WORDS,
    EdgeArray,
    Figures,
    statistics,
)
from lexkit.compiler.lists.sorted_words import TileWords
from tests.compiler.gaddag_oracle import (
    ENGLISH,
    Counts,
    gaddag_paths,
    lexicons,
    minimized_counts,
    semi_minimized_counts,
    tile_words,
    tiles,
    unminimized_counts,
)
from tests.making import letters as first_letters
from tests.running import each

#: Letters of the paper's words: some number in this range gives every number of bits that it printed.
LETTERS_OF_THE_PAPER = range(504_550, 504_668)
LIST = ["CARE", "CARED", "CARES", "CAREEN", "SCARE", "WOUND", "WOUNDED", "REWOUND", "ZA", "AA", "A"]


def counts_of(figures: Figures) -> Counts:
    return Counts(figures.states, figures.arcs, figures.letter_sets)


@each("characters", [LETTERS_OF_THE_PAPER[0], LETTERS_OF_THE_PAPER[-1]])
@each("column", TABLE_3)
def test_formulas_give_every_figure_the_paper_printed(column, characters):
    printed = TABLE_3[column]
    ours = Figures.of(
        printed.states,
        printed.arcs,
        printed.letter_sets,
        letters=26,
        separator=column.startswith("GADDAG"),
        characters=characters,
    )
    assert ours.expanded_bytes == printed.expanded_bytes
    assert ours.compressed_bytes == printed.compressed_bytes
    assert f"{ours.expanded_bits:.1f}" == f"{printed.expanded_bits:.1f}"
    assert f"{ours.compressed_bits:.1f}" == f"{printed.compressed_bits:.1f}"


def test_words_of_the_paper_average_as_it_says():
    assert {f"{letters / WORDS:.1f}" for letters in LETTERS_OF_THE_PAPER} == {"6.7"}


def test_ratio_that_the_paper_printed():
    ratio = TABLE_3[GADDAG].ratio(TABLE_3[DAWG])
    assert {name: f"{value:.2f}" for name, value in ratio.items()} == {
        "states": "4.99",
        "arcs": "4.95",
        "letter_sets": "2.84",
        "expanded_bytes": "5.17",
        "compressed_bytes": "4.93",
    }


@pytest.mark.parametrize("column", TABLE_2)
def test_histograms_of_the_paper_add_up_to_its_table_3(column):
    histogram, figures = TABLE_2[column], TABLE_3[column]
    assert sum(histogram) == figures.states
    assert sum(arcs * states for arcs, states in enumerate(histogram)) == figures.arcs
    assert len(histogram) == 28 if column.startswith("GADDAG") else 27


def test_an_arc_of_the_paper_fits_32_bits():
    for figures in TABLE_3.values():
        assert figures.expanded_arc <= 32
        assert figures.compressed_arc <= 32
    # "less than 2^12 and 2^17"
    assert TABLE_3[GADDAG].expanded_arc == 12 + 17


@given(lexicons(longest=6))
def test_figures_are_the_plain_counts(lexicon):
    letters, words = lexicon
    found = statistics(words, first_letters(letters))
    paths, language = gaddag_paths(words), set(words)
    expected = {
        DAWG_UNMINIMIZED: unminimized_counts(language),
        GADDAG_UNMINIMIZED: unminimized_counts(paths),
        GADDAG_SEMI_MINIMIZED: semi_minimized_counts(paths),
        DAWG: minimized_counts(language),
        GADDAG: minimized_counts(paths),
    }
    assert {column: counts_of(figures) for column, figures in found.figures.items()} == expected
    for column, histogram in found.histograms.items():
        assert histogram[0] == 0
        assert sum(histogram) == expected[column].states
        assert sum(arcs * states for arcs, states in enumerate(histogram)) == expected[column].arcs
        assert sum(found.percent(column)) == pytest.approx(100 if sum(histogram) else 0)


def test_a_list_in_full():
    words = tile_words(LIST)
    found = statistics(words, ENGLISH)
    assert (found.words, found.characters, found.letters) == (len(LIST), sum(map(len, LIST)), 26)
    assert set(TABLE_3) < set(found.figures)
    gaddag = found.figures[GADDAG]
    assert gaddag.expanded_bytes == 4 * (27 * gaddag.states + gaddag.letter_sets)
    assert gaddag.expanded_bits == 8 * gaddag.expanded_bytes / found.characters
    dawg = found.figures[DAWG]
    assert dawg.expanded_bytes == 4 * (26 * dawg.states + dawg.letter_sets)
    assert found.ratio["states"] == gaddag.states / dawg.states
    graph = arrange(build_gordon(words), 26)
    assert found.node_array.bytes == len(graph.head()) + graph.words.nbytes
    assert (found.node_array.nodes, found.node_array.arcs) == (graph.nodes, graph.arcs)


def test_without_the_unminimized():
    found = statistics(tile_words(LIST), ENGLISH, unminimized=False)
    assert set(found.figures) == {GADDAG_SEMI_MINIMIZED, DAWG, GADDAG}
    assert set(found.edge_arrays) == {DAWG, GADDAG}


def test_repeated_words_count_once():
    words = TileWords.of([tiles(word) for word in LIST + LIST[::-1]])
    assert statistics(words, ENGLISH) == statistics(tile_words(LIST), ENGLISH)


@each("words", [[], ["A"], LIST])
def test_to_json_is_plain_data(words):
    found = statistics(tile_words(words), ENGLISH)
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert data["figures"][GADDAG]["states"] == found.figures[GADDAG].states
    assert data["histograms"][DAWG]["states"] == list(found.histograms[DAWG])


# -- the edge array of Appel & Jacobson, section 3.4.3 ----------------------------------------------------


def rests(paths: set[bytes]) -> dict[bytes, frozenset[bytes]]:
    """Each proper beginning of a path -> what completes it: their trie has a node for each."""
    found: dict[bytes, set[bytes]] = {}
    for path in paths:
        for at in range(len(path)):
            found.setdefault(path[:at], set()).add(path[at:])
    return {beginning: frozenset(rest) for beginning, rest in found.items()}


def pack(nodes: Iterable[frozenset[bytes]], root: frozenset[bytes]) -> tuple[list[int], int, int]:
    """(array, place of the root, bits of an index): the edges of these nodes, packed as the paper says."""
    first, edges = {frozenset(): 0}, 1
    for node in nodes:
        first[node] = edges
        edges += len({rest[0] for rest in node})
    width = (edges - 1).bit_length()
    array = [0]
    for node in list(first)[1:]:
        letters = sorted({rest[0] for rest in node})
        for letter in letters:
            behind = frozenset(rest[1:] for rest in node if rest[0] == letter)
            ends, last = b"" in behind, letter == letters[-1]
            array.append(letter << width + 2 | first[behind - {b""}] << 2 | ends << 1 | last)
    return array, first[root], width


def unpack(array: list[int], at: int, width: int, before: bytes = b"") -> Iterator[bytes]:
    """The words in an array of edges, from a node."""
    while at:
        edge = array[at]
        path = before + bytes([edge >> width + 2])
        if edge & 2:
            yield path
        yield from unpack(array, edge >> 2 & (1 << width) - 1, width, path)
        at = 0 if edge & 1 else at + 1


@given(lexicons(longest=6))
def test_the_edge_array_has_the_nodes_and_edges_of_one_built_in_plain_python(lexicon):
    letters, words = lexicon
    found = statistics(words, first_letters(letters)).edge_arrays
    for column, paths, labels in ((DAWG, set(words), letters), (GADDAG, gaddag_paths(words), letters + 1)):
        nodes = rests(paths)
        array, root, width = pack(dict.fromkeys(nodes.values()), nodes.get(b"", frozenset()))
        assert set(unpack(array, root, width)) == paths
        bits = (labels - 1).bit_length() + width + 2
        sizes = [size * len(array) if bits <= 8 * size else None for size in (4, 3)]
        assert found[column] == EdgeArray(len(set(nodes.values())), len(array) - 1, bits, *sizes)
    beginnings = rests(set(words))
    edges = len({beginning + rest[:1] for beginning, ends in beginnings.items() for rest in ends})
    trie = found[DAWG_UNMINIMIZED]
    assert (trie.nodes, trie.edges) == (len(beginnings), edges)


def test_an_edge_that_does_not_fit_has_no_size():
    # 5 bits for a letter, two flags, and 17 bits for at most 131,071 edges.
    assert EdgeArray.of(9, 131_071, 26) == EdgeArray(9, 131_071, 24, 4 * 131_072, 3 * 131_072)
    assert EdgeArray.of(9, 131_072, 26) == EdgeArray(9, 131_072, 25, 4 * 131_073, None)
    assert EdgeArray.of(9, 1 << 25, 27) == EdgeArray(9, 1 << 25, 33, None, None)
    # "We need a total of 23 bits to store each edge", of 16 for the index.
    assert EdgeArray.of(19_853, 60_000, 26).bits == 23
