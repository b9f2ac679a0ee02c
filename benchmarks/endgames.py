"""Endgames and pre-endgames: seconds of a processor, positions a second, and whether answers are exact and right.

    python benchmarks/endgames.py [GOLDEN.tsv NAME=LIST ... | solved]

Without arguments, the endgames of ``tests/golden/endgames.tsv``, on the bundled list. GOLDEN.tsv has fields with tabs
between: name, position, name of a list, plies (``all`` for exact answers), spread; each NAME=LIST says where a list is.
The endgames of seven tiles against seven are those of greedy games on the bundled list, when their bag is empty, and
the pre-endgames those of the same games with one tile in the bag. What threads gain is counted on one processor, so
that other work on the machine does not count: the time of each share is taken by itself, and all but the longest is
subtracted. ``solved`` counts instead how many of 100 such endgames are solved to the end in 1, 10 and 60 seconds of
one core's time, in some twenty minutes.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from generators import opened
from measuring import machine, row

import lexkit
from lexkit.base import time_limits as limits
from lexkit.players.endgame import solution

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "endgames.tsv"
#: Endgames of 5 to 7 tiles against 1 or 2 that have no place: of greedy games, and last a published one.
STUCK = Path(__file__).parent / "stuck.cgp"
#: Full endgames to look four turns ahead in, and pre-endgames, each of 8 moves.
FULL, PRE = 20, 5
#: Full endgames to solve, and the seconds in which.
SOLVED, PATIENCE = 100, (1, 10, 60)
#: Runs of which the fastest counts, where times are compared.
REPEATS = 3


def main() -> None:
    print(machine())
    english = lexkit.open("english")
    if sys.argv[1:] == ["solved"]:
        count_solved(english)
        return
    solve_golden(english, sys.argv[1:])
    spent: list[float] = []
    for line in STUCK.read_text("utf-8").splitlines():
        start = time.process_time()
        solution = lexkit.solve(lexkit.Board.from_cgp(line), english, timeout=60)
        spent.append(time.process_time() - start if solution.exact else float("inf"))
    row(f"{len(spent)} stuck endgames", summary(spent))
    spent.clear()
    nodes = 0
    for one in ended_games(english, FULL, in_bag=0):
        start = time.process_time()
        solution = lexkit.solve(one, english, plies=4)
        spent.append(time.process_time() - start)
        nodes += solution.nodes
    row("7 against 7 tiles, 4 turns ahead", summary(spent))
    row("positions a second", f"{nodes / sum(spent):,.0f}")
    for threads in (2, 4):
        gains = [gain(one, english, threads) for one in ended_games(english, FULL, in_bag=0)]
        row(f"the same by {threads} threads", gained(gains))
    certain = 0
    with by_processor():
        for one in ended_games(english, FULL, in_bag=1):
            certain += lexkit.pre_endgame(one, english, timeout=10)[0].exact
    row("1 tile in the bag, all moves, in 10 s", f"{certain} of {FULL} best moves certain")
    spent.clear()
    for one in ended_games(english, PRE, in_bag=1):
        moves = english.moves(one).top(8)
        start = time.process_time()
        lexkit.pre_endgame(one, english, moves=moves, plies=4)
        spent.append(time.process_time() - start)
    row("1 tile in the bag, 8 moves, 4 turns ahead", summary(spent))


def count_solved(english: lexkit.Lexicon) -> None:
    """Solve full endgames to the end, by the time of the processor, and count how long each takes."""
    spent = []
    with by_processor():
        for board in ended_games(english, SOLVED, in_bag=0):
            start = time.process_time()
            exact = lexkit.solve(board, english, threads=1, timeout=PATIENCE[-1]).exact
            spent.append(time.process_time() - start if exact else float("inf"))
    for seconds in PATIENCE:
        number = sum(each <= seconds for each in spent)
        row(f"7 against 7 tiles, to the end, in {seconds} s", f"{number} of {SOLVED}")
    row("the same, a half of them in", f"{statistics.median(spent):.2f} s")


def by_processor() -> Any:
    """Have limits of time count the processor's, whatever else the machine does."""
    return patch.object(limits, "time", SimpleNamespace(monotonic=time.process_time))


def gain(board: lexkit.Board, english: lexkit.Lexicon, threads: int) -> tuple[float, float]:
    """How many times faster ``threads`` are than one, if each has a processor; and the seconds of one thread."""
    saved = 0.0

    def in_turn(work: Callable[[slice], Any], shares: Sequence[slice], threads: int) -> list[Any]:
        nonlocal saved
        results, spent = [], []
        for share in shares:
            start = time.process_time()
            results.append(work(share))
            spent.append(time.process_time() - start)
        saved += sum(spent) - max(spent)
        return results

    alone: list[float] = []
    together: list[float] = []
    with patch.object(solution, "run_in_threads", in_turn):
        for _ in range(REPEATS):
            for number, seconds in ((1, alone), (threads, together)):
                saved = 0.0
                start = time.process_time()
                lexkit.solve(board, english, plies=4, threads=number)
                seconds.append(time.process_time() - start - saved)
    return min(alone) / min(together), min(alone)


def gained(gains: list[tuple[float, float]]) -> str:
    """The median, the least and the most of gains, and the gain of all endgames together."""
    each = sorted(times for times, _ in gains)
    together = sum(alone for _, alone in gains) / sum(alone / times for times, alone in gains)
    return f"{statistics.median(each):.2f} times as fast ({each[0]:.2f} to {each[-1]:.2f}), all {together:.2f}"


def solve_golden(english: lexkit.Lexicon, arguments: list[str]) -> None:
    """Solve endgames whose answers are known."""
    lists = {name: opened(path) for name, _, path in (argument.partition("=") for argument in arguments[1:])}
    spent: list[float] = []
    right, exact, slowest = 0, 0, ""
    for name, cgp, lexicon, spread in known_endgames(arguments[0] if arguments else None):
        board = lexkit.Board.from_cgp(cgp)
        start = time.process_time()
        solution = lexkit.solve(board, lists.get(lexicon, english), timeout=60)
        spent.append(time.process_time() - start)
        if spent[-1] == max(spent):
            slowest = f"{name} ({'/'.join(board.racks)})"
        right += solution.spread == spread
        exact += solution.exact
    row("known endgames", summary(spent))
    print(f"    {right} right, {exact} exact; the slowest: {slowest}")


def known_endgames(path: str | None) -> Iterator[tuple[str, str, str, int]]:
    """(name, position, list, spread) of endgames that an independent engine solved."""
    if path is None:
        for line in GOLDEN.read_text("utf-8").splitlines():
            if not line.startswith("#"):
                name, cgp, spread, _ = line.split("\t")
                yield name, cgp, "", int(spread)
        return
    for line in Path(path).read_text("utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) > 4 and fields[3] == "all":
            yield fields[0], fields[1], fields[2].split()[0], int(fields[4])


def ended_games(english: lexkit.Lexicon, number: int, in_bag: int) -> Iterator[lexkit.Board]:
    """The positions of greedy games with ``in_bag`` tiles in the bag and two full racks."""
    seed = 0
    while number:
        game = lexkit.Game(english, seed=seed)
        seed += 1
        while not game.over and game.bag_size > in_bag:
            best = english.best_move(game.board, game.racks[game.to_move])
            if best is None:
                game.pass_turn()
            else:
                game.play(best)
        if not game.over and game.bag_size == in_bag and len(game.racks[0]) == len(game.racks[1]) == 7:
            number -= 1
            yield lexkit.Board.from_cgp(game.to_cgp())


def summary(spent: list[float]) -> str:
    """The median and the highest of times."""
    return f"{statistics.median(spent):.3f}, most {max(spent):.3f} s"


if __name__ == "__main__":
    main()
