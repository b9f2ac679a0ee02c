"""Measure automata as Gordon (1994), Tables II and III, and Appel & Jacobson (1988) do, and lexkit's own layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from lexkit.formats.alphabet import Alphabet
from lexkit.formats.automaton_section import Graph
from lexkit.formats.constants import GRAPH_SIZE, set_width

from .construct.minimal_automaton import (
    UnplacedNodes,
    arrange,
    build_semi_minimized_gaddag,
    build_unminimized_dawg,
    build_unminimized_gaddag,
    minimize_gaddag,
)
from .construct.optional_sections import States, number_states
from .kernels.gordon_automaton import Gordon
from .lists.sorted_words import TileWords

# The names of columns, as in TABLE_3.
DAWG_UNMINIMIZED: Final = "DAWG, unminimized"
DAWG: Final = "DAWG, minimized"
GADDAG_UNMINIMIZED: Final = "GADDAG, unminimized"
GADDAG_SEMI_MINIMIZED: Final = "GADDAG, semi-minimized"
GADDAG: Final = "GADDAG, minimized"


@dataclass(frozen=True)
class NodeArray:
    """Size of lexkit's layout of the minimized GADDAG and DAWG, with counts. ``bits``: per character of the words."""

    nodes: int
    arcs: int
    bytes: int
    bits: float


@dataclass(frozen=True)
class EdgeArray:
    """Size of an automaton as an array of edges, as Appel & Jacobson store it (section 3.4.3).

    A node is the index of its first edge. An edge has a letter, the index of the node that it leads to, a bit that
    tells whether it completes a word, and one that marks the last edge of a node. The node without edges has index
    0. ``bits``: bits that an edge needs; ``bytes_32`` and ``bytes_24``: size of the array with edges of that many
    bits, or None if an edge does not fit.
    """

    nodes: int
    edges: int
    bits: int
    bytes_32: int | None
    bytes_24: int | None

    @classmethod
    def of(cls, nodes: int, edges: int, labels: int) -> EdgeArray:
        """Compute the size. ``nodes``: number of nodes with edges; ``labels``: number of different labels of edges."""
        bits = (labels - 1).bit_length() + edges.bit_length() + 2
        size = edges + 1
        return cls(nodes, edges, bits, 4 * size if bits <= 32 else None, 3 * size if bits <= 24 else None)


@dataclass(frozen=True)
class Statistics:
    """Tables II and III for one list.

    ``figures``: Table III by column; ``histograms``: for the two minimized automata, the number of states by
    number of outgoing arcs, from 0; ``edge_arrays``: by column, the layout of Appel & Jacobson; ``node_array``:
    lexkit's own layout.
    """

    words: int
    characters: int
    letters: int
    figures: dict[str, Figures]
    histograms: dict[str, tuple[int, ...]]
    edge_arrays: dict[str, EdgeArray]
    node_array: NodeArray

    @property
    def ratio(self) -> dict[str, float]:
        """Size of the minimized GADDAG as a multiple of the minimized DAWG's."""
        return self.figures[GADDAG].ratio(self.figures[DAWG])

    def percent(self, column: str) -> tuple[float, ...]:
        """Return a histogram in per cent of the states."""
        histogram = self.histograms[column]
        states = max(1, sum(histogram))
        return tuple(100 * count / states for count in histogram)

    def to_json(self) -> dict[str, Any]:
        """Return all figures as data for JSON."""
        return {
            "words": self.words,
            "characters": self.characters,
            "letters": self.letters,
            "figures": {column: figures.to_json() for column, figures in self.figures.items()},
            "ratio": self.ratio,
            "histograms": {
                column: {"states": list(histogram), "percent": list(self.percent(column))}
                for column, histogram in self.histograms.items()
            },
            "edge_arrays": {column: asdict(array) for column, array in self.edge_arrays.items()},
            "node_array": asdict(self.node_array),
        }


def statistics(words: TileWords, alphabet: Alphabet, unminimized: bool = True) -> Statistics:
    """Build the automata of a list and count their states, arcs and letter sets.

    ``unminimized=False`` leaves out the unminimized DAWG and GADDAG. 178,691 English words take 1.2 s and 80 MB, or
    0.7 s and 40 MB without those two.
    """
    words = words.sorted_unique()
    count = _Count(len(alphabet), len(words.tiles))
    figures = {}
    edge_arrays = {}
    if unminimized:
        figures[DAWG_UNMINIMIZED] = count.built(build_unminimized_dawg(words), separator=False)
        edge_arrays[DAWG_UNMINIMIZED] = count.trie_edges(words, figures[DAWG_UNMINIMIZED].arcs)
        figures[GADDAG_UNMINIMIZED] = count.built(build_unminimized_gaddag(words), separator=True)
    gaddag = build_semi_minimized_gaddag(words)
    figures[GADDAG_SEMI_MINIMIZED] = count.built(gaddag, separator=True)
    nodes = minimize_gaddag(gaddag)
    del gaddag
    dawg_states = number_states(nodes, nodes.forward_root)
    gaddag_states = number_states(nodes, nodes.reverse_root)
    figures[DAWG] = count.minimized(dawg_states, separator=False)
    figures[GADDAG] = count.minimized(gaddag_states, separator=True)
    return Statistics(
        words=len(words),
        characters=len(words.tiles),
        letters=len(alphabet),
        figures=figures,
        histograms={
            DAWG: _count_fan_out(dawg_states, len(alphabet)),
            GADDAG: _count_fan_out(gaddag_states, len(alphabet) + 1),
        },
        edge_arrays=edge_arrays
        | {DAWG: count.edges(dawg_states, separator=False), GADDAG: count.edges(gaddag_states, separator=True)},
        node_array=count.laid_out(arrange(nodes, len(alphabet))),
    )


def construct_step_by_step(
    words: TileWords,
    letters: int,
    stage: Callable[[str], AbstractContextManager[None]],
    sizes: dict[str, dict[str, int]],
) -> UnplacedNodes:
    """Build the minimized GADDAG by Figure 4, and report the size of the automaton after each step.

    The trie, which Figure 4 avoids, is built for comparison only.

    Args:
        words: Sorted words.
        letters: Number of letters of the alphabet.
        stage: Measures the time of a step, by name.
        sizes: Receives the size of each automaton, by the name of its step.
    """
    count = _Count(letters, len(words.tiles))

    def report(step: str, figures: Figures) -> None:
        sizes[step] = {
            "states": figures.states,
            "arcs": figures.arcs,
            "letter_sets": figures.letter_sets,
            "bytes": figures.compressed_bytes,
        }

    with stage("trie"):
        trie = build_unminimized_gaddag(words)
    report("trie", count.built(trie, separator=True))
    del trie
    with stage("semi-minimized"):
        gaddag = build_semi_minimized_gaddag(words)
    report("semi-minimized", count.built(gaddag, separator=True))
    with stage("minimized"):
        nodes = minimize_gaddag(gaddag)
    report("minimized", count.minimized(number_states(nodes, nodes.reverse_root), separator=True))
    return nodes


@dataclass(frozen=True)
class _Count:
    """Counts automata over an alphabet of ``letters``, for words with ``characters`` in total."""

    letters: int
    characters: int

    def built(self, automaton: Gordon, separator: bool) -> Figures:
        letter_sets = len(np.unique(automaton.arrays()[3]))
        return self._figures(automaton.states, automaton.arcs, letter_sets, separator)

    def minimized(self, states: States, separator: bool) -> Figures:
        return self._figures(len(states), int(states.fan_out.sum()), len(states.letter_sets()), separator)

    def _figures(self, states: int, arcs: int, letter_sets: int, separator: bool) -> Figures:
        return Figures.of(
            states, arcs, letter_sets, letters=self.letters, separator=separator, characters=self.characters
        )

    def trie_edges(self, words: TileWords, arcs: int) -> EdgeArray:
        """Count the edges of the trie: one for each prefix of a word.

        An arc of Gordon's leads to a prefix that goes on; the remaining edges are words that are not prefixes of
        others.
        """
        listed = list(words)
        ends = sum(not following.startswith(word) for word, following in pairwise([*listed, b""])) if listed else 0
        return EdgeArray.of(arcs + bool(listed), arcs + ends, self.letters)

    def edges(self, states: States, separator: bool) -> EdgeArray:
        """Count the edges of a minimized automaton: one at each node for each letter that goes on or completes a
        word.
        """
        automaton, reached = states.automaton, states.reached
        fan_out = np.bitwise_count(automaton.letter_sets[reached] | automaton.child_sets[reached])
        return EdgeArray.of(int(np.count_nonzero(fan_out)), int(fan_out.sum(dtype=np.int64)), self.letters + separator)

    def laid_out(self, graph: Graph) -> NodeArray:
        size = GRAPH_SIZE + 4 * len(graph.words)
        return NodeArray(graph.nodes, graph.arcs, size, 8 * size / max(1, self.characters))


def _count_fan_out(states: States, most: int) -> tuple[int, ...]:
    """Count the states with 0, 1, ..., ``most`` arcs."""
    return tuple(np.bincount(states.fan_out, minlength=most + 1).tolist())


#: Size of an arc in bytes.
_WORD: Final = 4


def expanded_bytes(states: int, letter_sets: int, columns: int, width: int = 1) -> int:
    """Return the size of the expanded form in bytes: a word for each state and column, and for each letter set.

    ``columns``: the number of letters, and in a GADDAG one more for the separator; ``width``: words in a letter
    set, always one in the paper.
    """
    return _WORD * (columns * states + width * letter_sets)


def compressed_bytes(states: int, arcs: int, letter_sets: int, width: int = 1) -> int:
    """Return the size of the compressed form in bytes: a word for each state, arc and letter set."""
    return _WORD * (width * states + arcs + width * letter_sets)


@dataclass(frozen=True)
class Figures:
    """One column of Table III. Only states with arcs count; equal letter sets of arcs count once."""

    states: int
    arcs: int
    letter_sets: int
    expanded_bytes: int
    expanded_bits: float
    compressed_bytes: int
    compressed_bits: float

    @classmethod
    def of(cls, states: int, arcs: int, letter_sets: int, *, letters: int, separator: bool, characters: int) -> Figures:
        """Compute a column. ``characters``: total length of all words."""
        width = set_width(letters)
        expanded = expanded_bytes(states, letter_sets, letters + separator, width)
        compressed = compressed_bytes(states, arcs, letter_sets, width)
        per = max(1, characters)
        return cls(states, arcs, letter_sets, expanded, 8 * expanded / per, compressed, 8 * compressed / per)

    @property
    def expanded_arc(self) -> int:
        """Bits of an arc in the expanded form. Above 32 an arc does not fit in the paper's words."""
        return self.states.bit_length() + (self.letter_sets - 1).bit_length()

    @property
    def compressed_arc(self) -> int:
        """Bits of an arc in the compressed form, where a state is an index into states and arcs."""
        return (self.states + self.arcs).bit_length() + (self.letter_sets - 1).bit_length()

    def ratio(self, other: Figures) -> dict[str, float]:
        """Divide the states, arcs, letter sets and bytes by those of another column; 0 where that has none."""
        pairs = ((name, getattr(self, name), getattr(other, name)) for name in _COMPARED)
        return {name: mine / theirs if theirs else 0.0 for name, mine, theirs in pairs}

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "expanded_arc": self.expanded_arc, "compressed_arc": self.compressed_arc}


_COMPARED: Final = ("states", "arcs", "letter_sets", "expanded_bytes", "compressed_bytes")

#: Number of words in the paper's lexicon (2 to 8 letters).
WORDS: Final = 74_988

#: Table III of the paper, by structure. The paper has no unminimized GADDAG.
TABLE_3: Final = {
    "DAWG, unminimized": Figures(55_503, 91_901, 908, 5_775_944, 91.6, 593_248, 9.4),
    "DAWG, minimized": Figures(17_856, 49_341, 908, 1_860_656, 29.5, 272_420, 4.3),
    "GADDAG, semi-minimized": Figures(250_924, 413_887, 2_575, 27_110_092, 429.8, 2_669_544, 42.3),
    "GADDAG, minimized": Figures(89_031, 244_117, 2_575, 9_625_648, 152.6, 1_342_892, 21.3),
}

#: Table II of the paper: number of states by number of outgoing arcs (from 0) in the minimized structures.
TABLE_2: Final = {
    "DAWG, minimized": (
        0, 5_708, 5_510, 2_904, 1_385, 775, 445, 299, 189, 148, 98, 84, 53, 52, 41, 30, 20, 23, 16, 14, 10, 18, 12,
        8, 6, 4, 4,
    ),
    "GADDAG, minimized": (
        0, 35_103, 24_350, 11_291, 5_927, 3_654, 2_187, 1_435, 1_009, 821, 641, 493, 389, 325, 254, 198, 165, 150,
        128, 102, 81, 87, 65, 59, 52, 26, 34, 5,
    ),
}  # fmt: skip

#: Figures that Appel & Jacobson print for their 94,240 words: nodes and edges of the trie, nodes and bytes of the
#: DAWG.
EDGE_ARRAYS: Final = {
    "DAWG, unminimized": ("117,150", "179,618", "", "", ""),
    "DAWG, minimized": ("19,853", "", "23", "", "175 KB"),
}

_ROWS = (
    ("states", "states"),
    ("arcs", "arcs"),
    ("letter sets", "letter_sets"),
    ("expanded, bytes", "expanded_bytes"),
    ("expanded, bits a character", "expanded_bits"),
    ("compressed, bytes", "compressed_bytes"),
    ("compressed, bits a character", "compressed_bits"),
)
_EDGE_ROWS = (
    ("nodes", "nodes"),
    ("edges", "edges"),
    ("bits an edge", "bits"),
    ("bytes, edges of 32 bits", "bytes_32"),
    ("bytes, edges of 24 bits", "bytes_24"),
)
_COLUMNS = (DAWG_UNMINIMIZED, DAWG, GADDAG_UNMINIMIZED, GADDAG_SEMI_MINIMIZED, GADDAG)


def format_statistics(statistics: Statistics) -> str:
    """Format both tables and the size of lexkit's own layout."""
    array = statistics.node_array
    parts = [
        f"{statistics.words:,} words, {statistics.characters:,} letters, "
        f"{statistics.characters / max(1, statistics.words):.1f} a word",
        "",
        "Table III: sizes",
        *_format_sizes(statistics.figures, statistics.ratio),
        "",
        f"The paper's, {WORDS:,} words of 2 to 8 letters",
        *_format_sizes(TABLE_3, TABLE_3[GADDAG].ratio(TABLE_3[DAWG])),
        "",
        "Table II: states by number of arcs, in percent the paper's",
        *_format_histograms(statistics),
        "",
        "Appel & Jacobson's array of edges, with theirs for 94,240 words",
        *_format_edge_arrays(statistics.edge_arrays),
        "",
        f"In the file: {array.nodes:,} nodes, {array.arcs:,} arcs, {array.bytes:,} bytes, "
        f"{array.bits:.1f} bits a character, DAWG and counts included",
    ]
    return "\n".join(parts) + "\n"


def _format_sizes(figures: dict[str, Figures], ratio: dict[str, float]) -> list[str]:
    columns = [column for column in _COLUMNS if column in figures]
    header = ["", *(column.split(", ")[0] for column in columns), "ratio"]
    forms = ["", *(column.split(", ")[1] for column in columns), "G/D"]
    rows = []
    for title, name in _ROWS:
        values = [getattr(figures[column], name) for column in columns]
        cells = [f"{value:,.1f}" if isinstance(value, float) else f"{value:,}" for value in values]
        rows.append([title, *cells, f"{ratio[name]:.2f}" if name in ratio else ""])
    return _align([header, forms, *rows])


def _format_histograms(statistics: Statistics) -> list[str]:
    rows = [["arcs", "DAWG", "%", "paper", "GADDAG", "%", "paper"]]
    most = max(len(histogram) for histogram in statistics.histograms.values())
    for arcs in range(most):
        cells = [str(arcs)]
        for column in (DAWG, GADDAG):
            histogram, paper = statistics.histograms[column], TABLE_2[column]
            if arcs < len(histogram):
                cells += [f"{histogram[arcs]:,}", f"{statistics.percent(column)[arcs]:.1f}"]
            else:
                cells += ["", ""]
            cells.append(f"{100 * paper[arcs] / sum(paper):.1f}" if arcs < len(paper) else "")
        rows.append(cells)
    return _align(rows)


def _format_edge_arrays(arrays: dict[str, EdgeArray]) -> list[str]:
    names = {DAWG_UNMINIMIZED: "trie", DAWG: "DAWG", GADDAG: "GADDAG"}
    columns = [column for column in names if column in arrays]
    printed = [column for column in columns if column in EDGE_ARRAYS]
    header = ["", *(names[column] for column in columns), *(f"their {names[column]}" for column in printed)]
    rows = []
    for place, (title, name) in enumerate(_EDGE_ROWS):
        values = [getattr(arrays[column], name) for column in columns]
        cells = ["too few bits" if value is None else f"{value:,}" for value in values]
        rows.append([title, *cells, *(EDGE_ARRAYS[column][place] for column in printed)])
    return _align([header, *rows])


def _align(rows: Iterable[Sequence[str]]) -> list[str]:
    """Align the first column left and the others right, separated by two spaces."""
    listed = list(rows)
    widths = [max(len(row[place]) for row in listed) for place in range(len(listed[0]))]
    lines = []
    for row in listed:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines
