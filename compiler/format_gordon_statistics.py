"""Format Tables II and III of Gordon (1994) as text, with the paper's figures for comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .gordon_formulas import TABLE_2, TABLE_3, WORDS, Figures
from .gordon_statistics import DAWG, DAWG_UNMINIMIZED, GADDAG, GADDAG_SEMI_MINIMIZED, GADDAG_UNMINIMIZED, Statistics

_ROWS = (
    ("states", "states"),
    ("arcs", "arcs"),
    ("letter sets", "letter_sets"),
    ("expanded, bytes", "expanded_bytes"),
    ("expanded, bits a character", "expanded_bits"),
    ("compressed, bytes", "compressed_bytes"),
    ("compressed, bits a character", "compressed_bits"),
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


def _align(rows: Iterable[Sequence[str]]) -> list[str]:
    """Align the first column left and the others right, with two spaces between them."""
    listed = list(rows)
    widths = [max(len(row[place]) for row in listed) for place in range(len(listed[0]))]
    lines = []
    for row in listed:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines
