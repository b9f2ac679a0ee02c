"""Moves: all of a position, the best one, many positions at once, and what Python adds.

    python benchmarks/moves.py [WORDS [POSITIONS]] [--yardstick FOLDER]

WORDS: a word list or a lexicon, without it the bundled one; POSITIONS: CGP, a position a line, without it the 2,600 of
``positions.cgp``. The peers' figures (``peers.toml``) are for the 178,691 words that ``build_and_query.py`` names and
2,600 positions like these, with the machine each was measured on. Every task makes cross sets from scratch, except
where it says "on a board asked before". FOLDER has a C program that shows what the machine can do: its ``run.sh WORDS
POSITIONS`` prints its ns a move, taken in the same minute.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from generators import opened
from measuring import machine, medians, process, row

import lexkit
from lexkit.runtime.game.move_finder import BEST, GADDAG, Finder, finder_for

POSITIONS = Path(__file__).parent / "positions.cgp"
#: Positions given to a kernel at once, as few as leave the moves in the processor's cache.
SOME = 8
ROUNDS = 5

MEMORY = """
import resource, sys, lexkit
lex = lexkit.open(sys.argv[1])
boards = [lexkit.Board.from_cgp(text) for text in open(sys.argv[2]) if text.strip()]
lex.moves(boards[0])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
kept, number = [], 0
while number < 1_000_000:
    for board in boards:
        kept.append(lex.moves(board.copy()).to_numpy())
        number += len(kept[-1])
        if number >= 1_000_000:
            break
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 / number * 1e6)
"""


class Kernel:
    """The kernels asked directly, without boards, racks or moves as objects."""

    def __init__(self, finder: Finder, boards: list[lexkit.Board]) -> None:
        self.grids = [board.grid for board in boards]
        self.racks = [lexkit.Rack(board.racks[0], board.alphabet).counts for board in boards]
        self.squares = finder.new_squares()
        self.both = finder.both
        self.generators = {kind: finder.new_generator(kind) for kind in (GADDAG, BEST)}
        self.ends = np.zeros(SOME, np.int64)

    def run(self, kind: str) -> int:
        """Moves found in all positions."""
        found = 0
        for first in range(0, len(self.grids), SOME):
            some = slice(first, first + SOME)
            grids, racks = (memoryview(b"".join(each[some])) for each in (self.grids, self.racks))
            ends = self.ends[: len(self.grids[some])].data
            self.generators[kind].moves_of_each(self.squares, grids, racks, self.both, ends)
            found += ends[-1]
        return found


def ask_yardstick(folder: str, lex: lexkit.Lexicon, boards: list[lexkit.Board]) -> float:
    """The nanoseconds a move that a C program takes for these words and positions."""
    with TemporaryDirectory() as work:
        words, positions = Path(work) / "words.txt", Path(work) / "positions.cgp"
        words.write_text("".join(f"{word}\n" for word in lex.words()), "utf-8")
        positions.write_text("".join(f"{board.to_cgp()}\n" for board in boards), "utf-8")
        command = ["bash", str(Path(folder) / "run.sh"), str(words), str(positions)]
        # Its own scripts find this Python, with numpy.
        environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    # The first figure of a line counts the cross sets, as ours does; the others leave them out.
    return min(float(found) for found in re.findall(r"^.*?([\d.]+) ns/move", done.stdout, re.M))


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", nargs="?", help="a word list or a lexicon, by default the bundled one")
    parser.add_argument("positions", nargs="?", type=Path, default=POSITIONS, help="CGP, a position a line")
    parser.add_argument("--yardstick", metavar="FOLDER", help="a C program to compare with, which run.sh there runs")
    chosen = parser.parse_args()
    if chosen.yardstick and not (Path(chosen.yardstick) / "run.sh").is_file():
        parser.error(f"no run.sh in {chosen.yardstick}")
    lex, path = opened(chosen.words), chosen.positions
    boards = [lexkit.Board.from_cgp(text) for text in path.read_text("utf-8").splitlines() if text.strip()]
    boards = [board for board in boards if board.rules is boards[0].rules]
    unasked = [board.copy() for board in boards]
    finder = finder_for(lex.core, boards[0])
    kernel = Kernel(finder, boards)
    number, positions = kernel.run(GADDAG), len(boards)
    squares = [finder.squares_of(board)[0] for board in boards]
    counts = [lexkit.Rack(board.racks[0], board.alphabet).counts for board in boards]
    generator = finder.new_generator(GADDAG)
    batch = (boards * (10_000 // positions + 1))[:10_000]

    # Boards that were asked nothing yet: each task runs twice a round.
    fresh = [[board.copy() for board in unasked] for _ in range(4 * ROUNDS)]

    times = medians(
        {
            "all": lambda: kernel.run(GADDAG),
            "best": lambda: kernel.run(BEST),
            "api": lambda: [lex.moves(board) for board in boards],
            "api best": lambda: [lex.best_move(board) for board in boards],
            "api fresh": lambda: [lex.moves(board) for board in fresh.pop()],
            "api best fresh": lambda: [lex.best_move(board) for board in fresh.pop()],
            "kernel": lambda: [generator.moves_of(*each, False) for each in zip(squares, counts, strict=True)],
            "moves, one": lambda: len(lex.moves_batch(batch, threads=1)),
            "moves, two": lambda: len(lex.moves_batch(batch, threads=2)),
            "best, one": lambda: len(lex.best_moves(batch, threads=1)),
            "best, two": lambda: len(lex.best_moves(batch, threads=2)),
        },
        rounds=ROUNDS,
    )
    print(machine())
    print(
        f"{len(lex):,} words; {positions:,} positions of {path.name}, {number:,} moves, {number / positions:.0f} each\n"
    )
    ns, us = 1e9 / number, 1e6 / positions
    row("all moves, a move", f"{times['all'] * ns:.0f} ns")
    if chosen.yardstick:
        yardstick = ask_yardstick(chosen.yardstick, lex, boards)
        row("the yardstick, a move", f"{yardstick:.0f} ns")
        ratios = f"{times['all'] * ns / yardstick:.2f}, {times['api fresh'] * ns / yardstick:.2f}"
        row("of the yardstick: kernel, lex.moves on fresh boards", ratios)
    row("best move, a position", f"{times['best'] * us:.0f} us")
    row("lex.best_move, on a fresh board", f"{times['api best fresh'] * us:.0f} us")
    before = kernel.generators[BEST].anchors_played()
    kernel.run(BEST)
    played = (kernel.generators[BEST].anchors_played() - before) / positions
    anchors = sum(lex.counters(board).anchors for board in boards) / positions
    row("anchors played for it, of all", f"{played:.0f} of {anchors:.0f}")
    row("all moves, a position", f"{times['all'] * us:.0f} us")
    row("lex.moves, on a fresh board", f"{times['api fresh'] * us:.0f} us")
    added = (times["api"] - times["kernel"]) / positions * 1e6
    row("what lex.moves adds, on a board asked before", f"{added:.1f} us")
    row("lex.best_move, on a board asked before", f"{times['api best'] / positions * 1e6:.0f} us")
    for kind, what in (("moves", "moves_batch"), ("best", "best_moves")):
        one, two = times[f"{kind}, one"], times[f"{kind}, two"]
        row(f"{what}, {len(batch):,} positions, 1 thread", f"{one:.2f} s")
        row("the same, 2 threads", f"{two:.2f} s, x {one / two:.2f}")
    if chosen.words and Path(chosen.words).suffix != ".gaddag":
        return
    source = chosen.words or "english"
    _, _, output = process(MEMORY, source, str(path))
    row("memory of a million moves, kept", f"{float(output):.0f} MB")


if __name__ == "__main__":
    main()
