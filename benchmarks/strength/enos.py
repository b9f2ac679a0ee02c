"""Enos's player and the sampled two-ply search: what few subsets miss, and how they fare against other players.

    python benchmarks/strength/enos.py misses [LEXICON [POSITIONS]]
    python benchmarks/strength/enos.py match PLAYER OTHER PAIRS [LEXICON]

LEXICON: one with leave values, without it the bundled one; POSITIONS: CGP, a position a line, without it every fifth
of ``positions.cgp``. Players are those of ``lexkit.player``, and besides: ``enos-100`` with 100 subsets,
``enos-likely`` with the likely rack instead of a sampled one, ``two-ply-5x20`` with 5 plays and 20 racks, and
``two-ply-leaves`` or ``two-ply-5x20-leaves``, which adds the value of its leave.
Pairs of games have the same bag, and each player begins one of them.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import numpy as np

import lexkit
from lexkit.runtime.players.enos import Enos, from_subsets, spelled_by
from lexkit.runtime.players.evaluation import Evaluation
from lexkit.runtime.players.two_ply import TwoPly

sys.path.append(str(Path(__file__).parent.parent))
from generators import opened
from measuring import machine

POSITIONS = Path(__file__).parent.parent / "positions.cgp"
#: How many of the best subsets are looked up, and all of them.
NUMBERS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 10_000_000)
SEED = 2004


def misses(lex: lexkit.Lexicon, path: Path) -> None:
    """In how many positions the best move is not among those of the best subsets."""
    lines = path.read_text("utf-8").splitlines()
    boards = [lexkit.Board.from_cgp(text) for text in (lines[::5] if path == POSITIONS else lines) if text.strip()]
    every = [moves for board in boards if len(moves := lex.moves(board))]
    spelled = spelled_by(lex.core)
    print(f"{len(every):,} positions\n\n| subsets | best move missed | mean loss, points | no move at all | ms |")
    print("|---|---|---|---|---|")
    for number in NUMBERS:
        lost, empty = [], 0
        start = time.thread_time()
        for moves in every:
            scores = moves.to_numpy()["score"]
            found = from_subsets(spelled, moves, number)
            empty += not len(found)
            lost.append(int(scores.max()) - (int(scores[found[0]]) if len(found) else 0))
        spent = (time.thread_time() - start) / len(every)
        missed = np.count_nonzero(lost) / len(lost)
        name = f"{number:,}" if number < NUMBERS[-1] else "all"
        print(f"| {name} | {missed:.1%} | {np.mean(lost):.1f} | {empty / len(lost):.1%} | {spent * 1e3:.1f} |")


def player(name: str, lex: lexkit.Lexicon) -> str | Evaluation:
    """The player of a name."""
    if name == "enos-likely":
        return Enos(SEED, opponent="likely")
    if name.startswith("enos-"):
        return Enos(SEED, subsets=int(name.removeprefix("enos-")))
    if found := re.fullmatch(r"two-ply(?:-(\d+)x(\d+))?(-leaves)?", name):
        plays, racks, leaves = found.groups()
        numbers = {} if plays is None else {"moves": int(plays), "racks": int(racks)}
        return TwoPly(SEED, values=lex.leaves if leaves else None, **numbers)
    return name


def match(lex: lexkit.Lexicon, first: str, second: str, pairs: int) -> None:
    """Pairs of games of two players."""
    games = lexkit.Match(lex, player(first, lex), player(second, lex), seed=SEED, paired=True)
    start = time.process_time()
    tally = games.tally(2 * pairs, progress=lambda _: None)
    spent = time.process_time() - start
    low, high = tally.interval
    points = tally.to_json()["mean_interval"]
    print(f"| {first} | {second} | {pairs} | {tally.share:.1%} ({low:.1%} to {high:.1%}) ", end="")
    print(f"| {tally.mean:+.1f} ({points[0]:+.1f} to {points[1]:+.1f}) | {spent / (2 * pairs):.2f} |")


def main() -> None:
    what, *arguments = sys.argv[1:] or ["misses"]
    print(machine())
    if what == "misses":
        lex = opened(arguments[0] if arguments else None)
        misses(lex, Path(arguments[1]) if len(arguments) > 1 else POSITIONS)
    elif what == "match" and len(arguments) in (3, 4):
        match(opened(arguments[3] if len(arguments) > 3 else None), arguments[0], arguments[1], int(arguments[2]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
