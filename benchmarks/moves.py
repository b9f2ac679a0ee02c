"""Moves: all of a position, the best one, many positions at once, and what Python adds.

    python benchmarks/moves.py [WORDS [POSITIONS]]

WORDS: a word list or a lexicon, without it the bundled one; POSITIONS: CGP, a position a line, without it the 2,600 of
``positions.cgp``. The peers' figures are for the 178,691 words that ``build_and_query.py`` names and 2,600 positions
like these, measured on a machine of 2 virtual cores at 2.8 GHz. Every task makes cross sets from scratch, except where
it says "on a board asked before".
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from generators import opened
from measuring import machine, medians, process, row

import lexkit
from lexkit.runtime.game.finder import BEST, GADDAG, Finder, finder_for

POSITIONS = Path(__file__).parent / "positions.cgp"
#: Positions given to a kernel at once, as few as leave the moves in the processor's cache.
SOME = 8

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
            found += len(self.generators[kind].moves_of_each(self.squares, grids, racks, self.both, ends))
        return found


def main() -> None:
    lex = opened(sys.argv[1] if len(sys.argv) > 1 else None)
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else POSITIONS
    boards = [lexkit.Board.from_cgp(text) for text in path.read_text("utf-8").splitlines() if text.strip()]
    boards = [board for board in boards if board.rules is boards[0].rules]
    finder = finder_for(lex.core, boards[0])
    kernel = Kernel(finder, boards)
    number, positions = kernel.run(GADDAG), len(boards)
    squares = [finder.squares_of(board)[0] for board in boards]
    counts = [memoryview(lexkit.Rack(board.racks[0], board.alphabet).counts) for board in boards]
    generator = finder.new_generator(GADDAG)
    batch = (boards * (10_000 // positions + 1))[:10_000]

    times = medians(
        {
            "all": lambda: kernel.run(GADDAG),
            "best": lambda: kernel.run(BEST),
            "api": lambda: [lex.moves(board) for board in boards],
            "api best": lambda: [lex.best_move(board) for board in boards],
            "kernel": lambda: [generator.moves_of(*each, False) for each in zip(squares, counts, strict=True)],
            "moves, one": lambda: len(lex.moves_batch(batch, threads=1)),
            "moves, two": lambda: len(lex.moves_batch(batch, threads=2)),
            "best, one": lambda: len(lex.best_moves(batch, threads=1)),
            "best, two": lambda: len(lex.best_moves(batch, threads=2)),
        },
        rounds=5,
    )
    print(machine())
    print(
        f"{len(lex):,} words; {positions:,} positions of {path.name}, {number:,} moves, {number / positions:.0f} each\n"
    )
    peers = "C yardstick 170-209, MAGPIE 364 + 19 us a position, Quackle 690"
    row("all moves with scores, a move", f"{times['all'] / number * 1e9:.0f} ns", "<= 200 ns", peers)
    peers = "MAGPIE 105 (116 MB word map), 205 (GADDAG); Quackle 543"
    row("best move only, a position", f"{times['best'] / positions * 1e6:.0f} us", "<= 90 us", peers)
    before = kernel.generators[BEST].anchors_played()
    kernel.run(BEST)
    played = (kernel.generators[BEST].anchors_played() - before) / positions
    anchors = sum(lex.counters(board).anchors for board in boards) / positions
    row("anchors played for it, of all", f"{played:.0f} of {anchors:.0f}", "-", "-")
    row("all moves, a position", f"{times['all'] / positions * 1e6:.0f} us", "-", "MAGPIE through its API 6.4 ms")
    added = (times["api"] - times["kernel"]) / positions * 1e6
    row("what lex.moves adds, on a board asked before", f"{added:.1f} us", "<= 10 us", "-")
    row("lex.best_move, on a board asked before", f"{times['api best'] / positions * 1e6:.0f} us", "-", "-")
    for kind, what in (("moves", "moves_batch"), ("best", "best_moves")):
        one, two = times[f"{kind}, one"], times[f"{kind}, two"]
        row(f"{what}, {len(batch):,} positions, 1 thread", f"{one:.2f} s", "-", "-")
        row("the same, 2 threads", f"{two:.2f} s, x {one / two:.2f}", ">= x 1.8", "-")
    if len(sys.argv) > 1 and Path(sys.argv[1]).suffix != ".gaddag":
        return
    source = sys.argv[1] if len(sys.argv) > 1 else "english"
    _, _, output = process(MEMORY, source, str(path))
    row("memory of a million moves, kept", f"{float(output):.0f} MB", "<= 40 MB", "-")


if __name__ == "__main__":
    main()
