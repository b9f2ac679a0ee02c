"""Two old questions of Appel & Jacobson (1988): the two-way DAWG (7.1) and fewer left parts (7.2).

    python benchmarks/appel_jacobson/compare_searches.py [WORDS [POSITIONS]] [--longest 15] [--rounds 5] [--interpreted]

WORDS: an English word list, else the bundled one; POSITIONS: CGP, a position a line, else ``positions.cgp``. All
searches are one program (:mod:`line_search`, :mod:`fewer_left_parts`), compiled alike by Cython, and score nothing; so
are all structures (:mod:`two_way_dawg`). Every search must find exactly lexkit's moves in every position, and those by
DAWG and GADDAG must count exactly the anchors and arcs of lexkit's own generators.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from compiled_search import use_compiled
from position_lines import CrossSets, Lines, as_plays, lines_of
from two_way_dawg import KINDS, Structure, build

import lexkit
from lexkit.compiler.build import Options, compile_list, load_words
from lexkit.formats.lexicon_file import open_bytes
from lexkit.lexicons import bundled_path

sys.path.append(str(Path(__file__).parent.parent))
from measuring import machine, rounds_of

#: Title -> (structure, name of the search, its switches).
SEARCHES: dict[str, tuple[str, str, dict[str, bool]]] = {
    "DAWG, as printed": ("dawg", "by_dawg", {"looking": False}),
    "DAWG": ("dawg", "by_dawg", {}),
    "DAWG, left parts in a list": ("dawg", "by_list", {}),
    "DAWG, left parts outside": ("dawg", "by_outer_loop", {}),
    "GADDAG, as printed": ("gaddag", "by_gaddag", {"looking": False}),
    "GADDAG": ("gaddag", "by_gaddag", {}),
    "two-way, left side first": ("two-way", "by_both_sides", {"choosing": False}),
    "two-way": ("two-way", "by_both_sides", {}),
    "two-way with marks, left side first": ("marked", "by_both_sides", {"choosing": False}),
    "two-way with marks": ("marked", "by_both_sides", {}),
}

#: Searches -> the generator of lexkit that has the same anchors and arcs.
SAME_AS: dict[str, Any] = {"DAWG": "dawg", "GADDAG": "gaddag"}


def search(kind: str, structure: Structure, switches: dict[str, bool], keep: bool) -> Any:
    """A search by one structure."""
    from fewer_left_parts import FewerLeftParts
    from line_search import LineSearch

    made: Any = FewerLeftParts(structure, keep) if kind == "dawg" else LineSearch(structure, keep)
    for name, value in switches.items():
        setattr(made, name, value)
    return made


def run(made: Any, method: str, positions: list[Lines]) -> None:
    """Search all positions."""
    each: Callable[[], None] = getattr(made, method)
    for lines in positions:
        made.load(lines.tiles, lines.cross, lines.crossed, lines.rack)
        each()


def check(made: Any, method: str, positions: list[Lines], moves: list[set[tuple[int, int, bytes]]]) -> None:
    """Stop if a search does not find lexkit's moves, each once."""
    for number, (lines, expected) in enumerate(zip(positions, moves, strict=True)):
        made.plays = []
        run(made, method, [lines])
        if len(made.plays) != len(expected) or set(made.plays) != expected:
            sys.exit(f"position {number + 1}: {method} finds other moves than lexkit")


def print_sizes(structures: dict[str, Structure]) -> None:
    print(f"{'':12} {'sections':>11} {'nodes':>10} {'arcs':>11} {'edges':>11} {'bytes':>12}")
    for kind, made in structures.items():
        print(
            f"{kind:12} {made.sections:11,} {made.nodes:10,} {made.arcs:11,} {made.edges:11,} {made.words.nbytes:12,}"
        )
    print()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="?", default=str(bundled_path()))
    parser.add_argument("positions", nargs="?", default=str(Path(__file__).parent.parent / "positions.cgp"))
    parser.add_argument("--longest", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--interpreted", action="store_true")
    options = parser.parse_args()
    chosen = Options(alphabet="english", max_length=options.longest)
    print(machine())
    tiles, _ = load_words(options.words, chosen)
    words = list(tiles)
    structures = {kind: build(words, kind) for kind in KINDS}
    print(f"{len(words):,} words of at most {options.longest} letters\n")
    print_sizes(structures)
    lexicon = lexkit.Lexicon(open_bytes(b"".join(compile_list(options.words, chosen)[2])))
    texts = Path(options.positions).read_text("utf-8").splitlines()
    boards = [lexkit.Board.from_cgp(text) for text in texts if text.strip()]
    cross_sets = CrossSets(words)
    positions = [lines_of(board, board.racks[0], cross_sets) for board in boards]
    moves = [as_plays(lexicon.moves(board, board.racks[0])) for board in boards]
    with tempfile.TemporaryDirectory(prefix="lexkit-searches-") as folder:
        if not options.interpreted:
            use_compiled(Path(folder))
        made = {}
        for title, (kind, method, switches) in SEARCHES.items():
            check(search(kind, structures[kind], switches, True), method, positions, moves)
            made[title] = search(kind, structures[kind], switches, False)
            run(made[title], method, positions)
        counted = {title: (s.anchors, s.arcs, s.parts, s.in_vain, s.tests) for title, s in made.items()}
        for title, generator in SAME_AS.items():
            each = [lexicon.counters(board, board.racks[0], generator) for board in boards]
            if counted[title][:2] != (sum(a for a, _, _ in each), sum(arcs for _, _, arcs in each)):
                sys.exit(f"{title}: other counts than lexkit's")
        print(f"{len(positions):,} positions, {sum(map(len, moves)):,} moves; a position:\n")
        times = rounds_of(
            {t: partial(run, made[t], SEARCHES[t][1], positions) for t in SEARCHES},
            options.rounds,
            time.process_time,
        )
    base = times["GADDAG"]
    columns = ("us", "of GADDAG", "least", "most", "anchors", "arcs", "left parts", "in vain", "tests")
    print(f"{'':36}" + "".join(f"{column:>11}" for column in columns))
    number = len(positions)
    for title, (anchors, arcs, *others) in counted.items():
        ratios = [mine / theirs for mine, theirs in zip(times[title], base, strict=True)]
        print(f"{title:36}{statistics.median(times[title]) / number * 1e6:11.1f}", end="")
        print("".join(f"{value:11.2f}" for value in (statistics.median(ratios), min(ratios), max(ratios))), end="")
        print("".join(f"{value / number:11,.1f}" for value in (anchors, arcs, *others)))
    longest = made["DAWG, left parts in a list"].most
    print(f"\nlongest list of left parts: {longest:,}")


if __name__ == "__main__":
    main()
