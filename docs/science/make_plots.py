"""Draw the plots of docs/science from what the scripts of benchmarks/science measured.

    pip install '.[science]'
    python docs/science/make_plots.py [FOLDER]        # by default docs/science

The data are list_sizes.json, longer_words.json and other_contents.json beside this file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
COLOURS = ("#1f6f54", "#c0692b", "#4a6fa5", "#8a8f8c")
INK = "#1d2420"
Data = dict[str, Any]


def draw_sizes(axes: Any, data: Data) -> None:
    """Time, peak memory and file by number of words, of both kinds of list."""
    panels = (("seconds", 1.0, "processor seconds"), ("peak", 1.0, "peak memory, MB"), ("file", 1e-6, "file, MB"))
    for axis, (what, unit, title) in zip(axes, panels, strict=True):
        for colour, kind in zip(COLOURS, ("letters", "forms"), strict=False):
            sizes = sorted(map(int, data[kind]))
            axis.loglog(sizes, [data[kind][str(size)][what] * unit for size in sizes], "o-", color=colour, label=kind)
        axis.minorticks_off()
        axis.set_title(title, loc="left")
        axis.set_xlabel("words")
    axes[0].legend(frameon=False)


def draw_lengths(axes: Any, data: Data) -> None:
    """Gordon's ratios by longest word of the bundled list, and cache misses by size of the cache."""
    rows = data["bundled"]
    lengths = sorted(map(int, rows))
    listed = [rows[str(length)] for length in lengths]
    axes[0].plot(lengths, [bytes_ratio(row) for row in listed], "o-", color=COLOURS[0], label="bytes, GADDAG / DAWG")
    arcs = [row["work"]["dawg"]["arcs"] / row["work"]["gaddag"]["arcs"] for row in listed]
    axes[0].plot(lengths, arcs, "o-", color=COLOURS[1], label="arcs, DAWG / GADDAG")
    axes[0].plot(lengths, [row["work"]["times"] for row in listed], "o-", color=COLOURS[2], label="time, DAWG / GADDAG")
    for height, what in ((5, "five times\nas large"), (2, "twice\nas fast")):
        axes[0].axhline(height, color=INK, linewidth=0.8, linestyle=":")
        axes[0].annotate(what, (1.01, height), xycoords=("axes fraction", "data"), va="center", fontsize=8)
    axes[0].set_xlabel("longest word")
    axes[0].set_ylim(0, 10.5)
    axes[0].legend(frameon=False, loc="upper left")
    axes[0].set_title("five times as large, twice as fast?", loc="left")
    misses = rows["15"]["caches"]
    sizes = sorted(map(int, misses))
    for colour, name in zip(COLOURS, ("gaddag", "dawg"), strict=False):
        last = [misses[str(size)][name]["last"] for size in sizes]
        axes[1].semilogx([size / 1024 for size in sizes], last, "o-", color=colour, label=name.upper(), base=2)
    kilobytes = [size // 1024 for size in sizes]
    axes[1].set_xticks(kilobytes, [f"{size:,}" for size in kilobytes])
    axes[1].set_xlabel("last cache, kB")
    axes[1].set_ylim(0)
    axes[1].set_title("misses of the last cache, a position", loc="left")
    axes[1].legend(frameon=False)


def bytes_ratio(row: Data) -> float:
    """How many times as large the GADDAG is."""
    return float(row["gaddag"]["bytes"] / row["dawg"]["bytes"])


def draw_languages(axes: Any, data: Data) -> None:
    """Both ratios by language, the smallest list first."""
    rows = sorted(((name, row["15"]) for name, row in data.items()), key=lambda pair: pair[1]["words"])
    names = [f"{name.capitalize()}, {row['words'] / 1000:,.0f}k" for name, row in rows]
    for axis, values, title, mark, what in (
        (axes[0], [bytes_ratio(row) for _, row in rows], "bytes, GADDAG / DAWG", 5, "Gordon: 5"),
        (axes[1], [row["work"]["times"] for _, row in rows], "time, DAWG / GADDAG", 2, "Gordon: 2"),
    ):
        bars = axis.barh(names, values, color=COLOURS[0])
        axis.bar_label(bars, [f"{value:.1f}" if mark == 5 else f"{value:.2f}" for value in values], padding=3)
        axis.axvline(mark, color=COLOURS[1], linewidth=1)
        axis.annotate(what, (mark, 0), (3, 12), textcoords="offset points", color=COLOURS[1], fontsize=8)
        axis.set_xlim(0, max(*values, mark) * 1.15)
        axis.invert_yaxis()
        axis.set_title(title, loc="left")
    axes[1].axvline(1, color=INK, linewidth=0.8, linestyle=":")  # as fast
    axes[1].set_yticklabels([])


def draw_contents(axes: Any, data: Data) -> None:
    """Bytes a symbol and the time of a question, by content and structure."""
    names = list(data)
    places = range(len(names))
    panels: tuple[tuple[str, Callable[[Data, str], float]], ...] = (
        ("bytes a symbol", lambda row, by: row["bytes"][by] / row["symbols"]),
        ("which strings have it, us", lambda row, by: row["us"]["strings"][by]),
        ("with a gap in it, us", lambda row, by: row["us"]["gap"][by]),
    )
    for axis, (title, value) in zip(axes, panels, strict=True):
        for number, (by, label) in enumerate((("gaddag", "GADDAG"), ("array", "suffix array"), ("fm", "FM-index"))):
            values = [value(data[name], by) for name in names]
            axis.semilogy(
                [place + 0.2 * (number - 1) for place in places], values, "o", color=COLOURS[number], label=label
            )
        axis.grid(axis="y", color=COLOURS[3], linewidth=0.3)
        axis.yaxis.set_major_formatter("{x:,.0f}")
        axis.set_xlim(-0.5, len(names) - 0.5)
        axis.minorticks_off()
        axis.set_xticks(list(places), names)
        axis.set_title(title, loc="left")
    axes[0].legend(loc="upper left", framealpha=1)


#: Name of the plot -> (what draws it, its data, panels, height in inches).
PLOTS: dict[str, tuple[Callable[[Any, Data], None], str, int, float]] = {
    "sizes": (draw_sizes, "list_sizes", 3, 2.8),
    "lengths": (draw_lengths, "longer_words", 2, 3.4),
    "languages": (draw_languages, "longer_words", 2, 4.2),
    "contents": (draw_contents, "other_contents", 3, 3.0),
}


def draw(name: str) -> str:
    """A plot, as SVG."""
    import io

    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    drawing, source, panels, height = PLOTS[name]
    data = json.loads((HERE / f"{source}.json").read_text("utf-8"))
    settings: dict[Any, Any] = {
        "svg.hashsalt": name,
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 9,
        "axes.titlesize": 9,
        "text.color": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with pyplot.rc_context(settings):
        figure, axes = pyplot.subplots(1, panels, figsize=(9, height))
        drawing(axes, data)
        figure.tight_layout()
        made = io.StringIO()
        figure.savefig(made, format="svg", metadata={"Date": None, "Title": name})
        pyplot.close(figure)
    return "".join(line.rstrip() + "\n" for line in made.getvalue().splitlines())


def main(folder: Path) -> None:
    """Draw them all."""
    for name in PLOTS:
        (folder / f"{name}.svg").write_text(draw(name), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else HERE)
