"""Tables II to VI of Gordon (1994) for any list of words, the paper's figures beside them.

    python benchmarks/gordon_tables.py [WORDS] [--games 1000] [--seed 1994] [--longest 15] [--alphabet english]

WORDS: a word list, else the bundled one; ``--longest 8`` leaves out longer words, as the paper did. Tables IV to VI
play games, so many by each of four first players and two generators: one minute for 1000.

What is the same as in the paper: the shell (two players on the standard board; highest score, or highest score and
leave; exchanges and passes are moves of a game too), and what is told of a move: processor seconds, arcs, anchors,
page faults. What is not:

- Ties. The paper plays the move found first, so the games of its two generators differ. Here ties go by a rule that
  does not depend on the generator; both play the same games, and are compared on the same positions.
- Arcs. Our generators find a last tile in a letter set and follow no arc to it, and look at arcs only for letters that
  are on the rack, in the child set and in the cross set; the paper does not say which arcs it counted.
- Seconds. The shell here is Python, the generators are compiled; so both are given: the shell, the generators alone.
- Layouts. lexkit's generators read the compressed form; ``gordon_layouts.py`` times both forms by another program.
- Page faults. The file is mapped, and proved whole when it is opened, which brings it into memory: what is counted
  after that are pages of working memory. Those of opening are given apart.
- Leave values, see players/leaves.py.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gordon_paper import AVERAGE_ARCS, TABLE_4, TABLE_5, TABLE_6
from measuring import machine

import lexkit
from lexkit.compiler.build import Options, build, load_words
from lexkit.compiler.gordon_statistics import format_statistics, statistics
from lexkit.lexicons import bundled_path
from lexkit.players.autoplay.match import Match
from lexkit.players.leaves import HEURISTICS
from lexkit.runtime.game.moves import Moves

#: As ``lexicon.moves(board, rack, generator=...)`` names them.
GENERATORS = ("dawg", "gaddag")


def faults() -> int:
    """Page faults of this process so far, with or without reading from disk."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_minflt + usage.ru_majflt


@dataclass
class Run:
    """Games of one pair of players, their moves found by one generator. ``searches``: (blanks on the rack, arcs)."""

    turns: int = 0
    games: int = 0
    seconds: float = 0.0
    finding: float = 0.0
    faults: int = 0
    anchors: int = 0
    arcs: int = 0
    score: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    means: list[float] = field(default_factory=lambda: [0.0, 0.0])
    searches: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, lexicon: lexkit.Lexicon, generator: Any, first: str, games: int, seed: int) -> Run:
        """Play them. Counting is a second search of each position, and in neither seconds nor page faults."""
        run = cls()
        counting = 0.0

        def find(board: lexkit.Board, rack: lexkit.Rack) -> Moves:
            nonlocal counting
            start = time.process_time()
            moves = lexicon.moves(board, rack, generator=generator)
            run.finding += time.process_time() - start
            before, start = faults(), time.process_time()
            anchors, _, arcs = lexicon.counters(board, rack, generator)
            run.anchors += anchors
            run.arcs += arcs
            run.searches.append(("?" in rack, arcs))
            run.faults -= faults() - before
            counting += time.process_time() - start
            return moves

        match = Match(lexicon, first, "greedy", seed=seed, find=find)
        faulted, start = faults(), time.process_time()
        for game in match.play(games):
            run.games += 1
            run.turns += len(game.turns)
            for player, score in enumerate(game.scores):
                run.means[player] += score / games
            if game.winner is not None:
                run.wins[game.winner] += 1
        run.seconds = time.process_time() - start - counting
        run.faults += faults() - faulted
        return run


def aligned(rows: Sequence[Sequence[str]]) -> None:
    """Print rows, the first column to the left, the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(wide) for cell, wide in zip(row[1:], widths[1:], strict=True))]
        print("  ".join(cells).rstrip())


def clock(seconds: float) -> str:
    """Hours, minutes and seconds, as the paper writes them."""
    return f"{int(seconds) // 3600}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02}"


def ratio(dawg: float, gaddag: float) -> str:
    return f"{dawg / gaddag:.2f}" if gaddag else "-"


def table_4(runs: dict[str, Run], opening: int) -> None:
    """Ours beside the paper's: DAWG, GADDAG, ratio."""
    dawg, gaddag = (runs[generator] for generator in GENERATORS)
    old_dawg, old_gaddag = (TABLE_4[generator] for generator in GENERATORS)
    rows = [["", "DAWG", "GADDAG", "D/G", "paper: DAWG", "GADDAG", "D/G"]]

    def line(title: str, ours: Sequence[float], paper: Sequence[float], form: str) -> None:
        cells = [form.format(value) for value in ours] + [ratio(*ours)]
        rows.append([title, *cells, *(form.format(value) for value in paper), ratio(*paper)])

    def per_move(name: str) -> tuple[float, ...]:
        return tuple(getattr(run, name) / max(1, run.turns) for run in (dawg, gaddag))

    old = old_dawg, old_gaddag
    old_seconds = tuple(column.seconds[0] for column in old)
    ours = dawg.seconds, gaddag.seconds
    times = [f"{seconds:.2f} s" for seconds in ours]
    rows.append(
        [
            "processor, all games",
            *times,
            ratio(*ours),
            *(clock(seconds) for seconds in old_seconds),
            ratio(*old_seconds),
        ]
    )
    shell = tuple(1e6 * value for value in per_move("seconds"))
    old_shell = tuple(1e6 * column.seconds[0] / column.moves for column in old)
    line("us a move, compressed", shell, old_shell, "{:,.0f}")
    finding = tuple(1e6 * value for value in per_move("finding"))
    rows.append(["us a move, the generator alone", *(f"{us:,.1f}" for us in finding), ratio(*finding), "-", "-", "-"])
    old_expanded = tuple(1e6 * column.seconds[1] / column.moves for column in old)
    rows.append(["us a move, expanded", "-", "-", "-", *(f"{us:,.0f}" for us in old_expanded), ratio(*old_expanded)])
    line("page faults", (dawg.faults, gaddag.faults), tuple(column.faults[0] for column in old), "{:,}")
    line("arcs", (dawg.arcs, gaddag.arcs), (old_dawg.arcs, old_gaddag.arcs), "{:,}")
    line("arcs a move", per_move("arcs"), tuple(column.arcs / column.moves for column in old), "{:,.0f}")
    rates = tuple(run.arcs / max(1e-9, run.finding) for run in (dawg, gaddag))
    line("arcs a second", rates, tuple(column.arcs / column.seconds[0] for column in old), "{:,.0f}")
    line("anchors", (dawg.anchors, gaddag.anchors), tuple(column.anchors for column in old), "{:,}")
    line("anchors a move", per_move("anchors"), tuple(column.anchors / column.moves for column in old), "{:.2f}")
    rows.append(["moves", *(f"{run.turns:,}" for run in (dawg, gaddag)), "", *(f"{c.moves:,}" for c in old), ""])
    scores = [f"{sum(run.means) / 2:.2f}" for run in (dawg, gaddag)]
    rows.append(["average score", *scores, "", *(f"{column.average_score:.2f}" for column in old), ""])
    print(f"Table IV: {gaddag.games:,} greedy games; the paper's 1000. Expanded: see gordon_layouts.py.")
    aligned(rows)
    print(f"Opening the lexicon, proved whole: {opening:,} page faults.\n")


def table_5(runs: dict[str, Run]) -> None:
    """The histogram of arcs a move, in powers of two."""
    print("Table V: moves by arcs, with and without a blank on the rack; in brackets the paper's")
    counts: dict[str, dict[int, list[int]]] = {generator: defaultdict(lambda: [0, 0]) for generator in GENERATORS}
    for generator, run in runs.items():
        for blank, arcs in run.searches:
            counts[generator][max(0, arcs.bit_length() - 8)][0 if blank else 1] += 1
    last = max(len(TABLE_5["dawg"]), *(max(found, default=0) + 1 for found in counts.values()))
    rows = [["arcs", "DAWG: blank", "", "without", "", "GADDAG: blank", "", "without", ""]]
    for place in range(last):
        low, high = (0 if place == 0 else 128 << place), 256 << place
        cells = [f"{low}-{high - 1}" if high <= 512 else f"{short(low)}-{short(high)}"]
        for generator in GENERATORS:
            paper = TABLE_5[generator][place] if place < len(TABLE_5[generator]) else (0, 0)
            for number, old in zip(counts[generator][place], paper, strict=True):
                cells += [f"{number:,}", f"({old:,})"]
        rows.append(cells)
    totals, averages = ["all"], ["average arcs"]
    for generator in GENERATORS:
        for blank in (True, False):
            each = [arcs for held, arcs in runs[generator].searches if held == blank]
            totals += [f"{len(each):,}", f"({sum(row[not blank] for row in TABLE_5[generator]):,})"]
            averages += [f"{sum(each) / max(1, len(each)):,.0f}", f"({AVERAGE_ARCS[generator][not blank]:,})"]
    aligned([*rows, totals, averages])
    print()


def short(number: int) -> str:
    return f"{number >> 20}M" if number >= 1 << 20 else f"{number >> 10}K" if number >= 1 << 10 else str(number)


def table_6(runs: dict[str, dict[str, Run]]) -> None:
    """The heuristics against greedy, and how they fared, which the paper does not tell."""
    print("Table VI: each player against a greedy one; us of the whole shell; in brackets the paper's, in ms")
    rows = [["", "us a move: D", "", "G", "", "D/G", "", "arcs a move: D", "", "G", "", "D/G", ""]]
    for first, pair in runs.items():
        dawg, gaddag = (pair[generator] for generator in GENERATORS)
        old = TABLE_6[first]
        cells = [first]
        ours = [1e6 * run.seconds / max(1, run.turns) for run in (dawg, gaddag)]
        for value, paper in zip(ours, old.seconds[:2], strict=True):
            cells += [f"{value:,.0f}", f"({1e3 * paper:,.0f})" if paper else "(?)"]
        cells += [ratio(*ours), f"({old.seconds[2]:.2f})"]
        arcs = [run.arcs / max(1, run.turns) for run in (dawg, gaddag)]
        for value, paper in zip(arcs, old.arcs[:2], strict=True):
            cells += [f"{value:,.0f}", f"({paper:,})"]
        rows.append([*cells, ratio(*arcs), f"({old.arcs[2]:.2f})"])
    aligned(rows)
    print("\nHow they fared, and page faults (the paper's: about 1,010 by the DAWG, 3,130 by the GADDAG)")
    rows = [["", "won", "mean score", "greedy's", "us for finding: D", "G", "page faults: D", "G"]]
    for first, pair in runs.items():
        dawg, gaddag = (pair[generator] for generator in GENERATORS)
        found = [f"{1e6 * run.finding / max(1, run.turns):,.1f}" for run in (dawg, gaddag)]
        won = f"{100 * gaddag.wins[0] / max(1, gaddag.games):.1f}%"
        means = [f"{mean:.2f}" for mean in gaddag.means]
        rows.append([first, won, *means, *found, f"{dawg.faults:,}", f"{gaddag.faults:,}"])
    aligned(rows)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="?", default=str(bundled_path()))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1994)
    parser.add_argument("--longest", type=int, default=63)
    parser.add_argument("--alphabet", default="english")
    options = parser.parse_args()
    print(machine())
    chosen = Options(alphabet=options.alphabet, max_length=options.longest)
    print(f"{options.words}\n\n{format_statistics(statistics(*load_words(options.words, chosen)))}")
    with tempfile.TemporaryDirectory(prefix="lexkit-gordon-") as folder:
        target = Path(folder) / "list.gaddag"
        build(options.words, target, chosen)
        before = faults()
        with lexkit.open(target) as lexicon:
            opening = faults() - before
            runs: dict[str, dict[str, Run]] = {}
            for first in ("greedy", *HEURISTICS):
                runs[first] = {
                    generator: Run.of(lexicon, generator, first, options.games, options.seed)
                    for generator in GENERATORS
                }
                if first == "greedy":
                    table_4(runs[first], opening)
                    table_5(runs[first])
            table_6(runs)


if __name__ == "__main__":
    main()
