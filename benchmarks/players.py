"""Players: games a second, the best move by equity, what the referee adds to a turn, iterations of simulations.

    python benchmarks/players.py [LEXICON [POSITIONS]]

LEXICON: one with leave values, without it the bundled one; POSITIONS: CGP, a position a line, without it the 2,600 of
``positions.cgp``. Seconds are those of one thread's processor. The peers' figures are in ``peers.toml``.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from generators import opened
from measuring import machine, row

import lexkit
from lexkit.errors import LexkitError
from lexkit.players.autoplay.kernel_games import KernelMatch
from lexkit.players.equity import worths_for

POSITIONS = Path(__file__).parent / "positions.cgp"
#: Rounds of which the median counts; games and positions of a round.
ROUNDS, GAMES, SOME = 7, 100, 400
#: Iterations of one simulation: candidates, and of each.
CANDIDATES, ITERATIONS = 10, 96


def seconds(work: Callable[[], object]) -> float:
    """The median of some rounds, of this thread's processor time."""
    spent = []
    work()
    for _ in range(ROUNDS):
        start = time.thread_time()
        work()
        spent.append(time.thread_time() - start)
    return statistics.median(spent)


def main() -> None:
    lex = opened(sys.argv[1] if len(sys.argv) > 1 else None)
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else POSITIONS
    boards = [lexkit.Board.from_cgp(text) for text in path.read_text("utf-8").splitlines() if text.strip()]
    rules = boards[0].rules
    worths = worths_for(lex.leaves, rules.layout)
    print(f"{machine()}\n{len(lex):,} words; {len(boards):,} positions\n")

    for name, knows in (("static", worths), ("greedy", None)):
        match = KernelMatch(lex.core, rules, 3, knows, knows)
        spent = seconds(partial(_play, match))
        row(f"{name} games a second", f"{GAMES / spent:.0f}")

    some = boards[:SOME]
    equity = seconds(lambda: [lex.best_by_equity(board.copy(), None, bag=9) for board in some]) / len(some)
    score = seconds(lambda: [lex.best_move(board.copy()) for board in some]) / len(some)
    row("lex.best_by_equity, a position", f"{equity * 1e6:.0f} us")
    row("lex.best_move, the same positions", f"{score * 1e6:.0f} us")

    row("the referee, a turn", f"{referee(lex) * 1e6:.0f} us")
    row("iterations of two turns a second", f"{iterations(lex, boards[::40]):,.0f}")


def _play(match: KernelMatch) -> None:
    for _ in match.play(GAMES, threads=1):
        pass


def referee(lex: lexkit.Lexicon) -> float:
    """Seconds of the referee for a turn of a greedy game: the play, the draw, the end, the view of the next player."""
    game = lexkit.Game(lex, seed=1)
    found = []
    while not game.over:
        found.append(lex.best_move(game.view(game.to_move).board, game.racks[game.to_move]))
        game.play(found[-1]) if found[-1] else game.pass_turn()

    def play() -> None:
        other = lexkit.Game(lex, seed=1)
        for move in found:
            other.view(other.to_move)
            other.play(move) if move else other.pass_turn()

    return seconds(play) / len(found)


def iterations(lex: lexkit.Lexicon, boards: list[lexkit.Board]) -> float:
    """Iterations a second, of one thread."""
    number = 0
    spent = 0.0
    for board in boards:
        start = time.thread_time()
        try:
            simulation = lexkit.simulate(
                board, lexicon=lex, candidates=CANDIDATES, iterations=ITERATIONS, confidence=1 - 1e-12, threads=1
            )
            number += sum(each.iterations for each in (simulation.best, *simulation.results[1:]))
        except LexkitError:
            continue  # no tile is left
        spent += time.thread_time() - start
    return number / spent


if __name__ == "__main__":
    main()
