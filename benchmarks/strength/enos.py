"""Enos's player and the sampled two-ply search: what few subsets miss, and how they fare against other players.

    python benchmarks/strength/enos.py misses [LEXICON [POSITIONS [EXPONENT...]]]
    python benchmarks/strength/enos.py turns [POSITIONS [PLAYER OTHER...]]
    python benchmarks/strength/enos.py match PLAYER OTHER PAIRS [LEXICON]

LEXICON: one with leave values, or ``-`` for the bundled one; POSITIONS: CGP, a position a line, ``-`` for every fifth
of ``positions.cgp``, or how many are taken from greedy games, one a game. ``misses`` says how often the best move is
not among those of the M best subsets, by EXPONENT (e). ``turns`` says how many points a turn each OTHER gains over
PLAYER while the bag has tiles, by a simulation of two turns, the same one for all. ``match`` plays pairs of games with
the same bag; each player begins one of them.

Players are those of ``lexkit.player``, and besides: ``enos-100`` with 100 subsets; ``enos-likely`` with the likely
tiles instead of sampled ones; ``enos-8x5x3x1`` with these widths, and so four plies; ``enos-hands0.5`` with that weight
of the hands; or together, as ``enos-10000-likely-8x5x3x1-hands-1``. ``two-ply-5x20`` has 5 plays and 20 racks, and
``two-ply-leaves`` or ``two-ply-5x20-leaves`` adds the value of its leave; ``two-ply-last`` searches
with an empty bag alone.
"""

from __future__ import annotations

import math
import random
import re
import sys
import time
from pathlib import Path

import numpy as np

import lexkit
from lexkit.players.base import Choice, Situation, Strategy
from lexkit.players.enos import SUBSETS, WIDTHS, Enos, from_subsets, spelled_by
from lexkit.players.one_ply import Greedy
from lexkit.players.registry import strategy
from lexkit.players.two_ply import TwoPly
from lexkit.runtime.game.rules import count_unseen

sys.path.append(str(Path(__file__).parent.parent))
from generators import opened
from measuring import machine

POSITIONS = Path(__file__).parent.parent / "positions.cgp"
#: How many of the best subsets are looked up, and all of them.
NUMBERS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 10_000_000)
SEED = 2004
#: Iterations of the simulation that judges turns, and a confidence at which it leaves out no play.
ITERATIONS = 200
NEVER = 1 - 1e-12
PLAYERS = (
    *("greedy", "two-ply-20x1", "two-ply-5x5", "two-ply-5x20", "two-ply-20x5", "two-ply"),
    *("static", "two-ply-5x20-leaves", "two-ply-leaves", "heuristic-3"),
)


class LastTurns(TwoPly):
    """The two-ply search when the bag is empty; until then the highest score."""

    name = "two-ply-last"

    def choose(self, situation: Situation) -> Choice:
        return Greedy().choose(situation) if situation.bag else super().choose(situation)


def positions(lex: lexkit.Lexicon, source: str | None) -> list[lexkit.Board]:
    """The positions of a file, or one of each of so many greedy games."""
    if source is None or not source.isdigit():
        lines = Path(source or POSITIONS).read_text("utf-8").splitlines()
        return [lexkit.Board.from_cgp(text) for text in (lines if source else lines[::5]) if text.strip()]
    greedy = lexkit.player("greedy", lex)
    boards = []
    for seed in range(int(source)):
        game = lexkit.Game(lex, seed=SEED + seed)
        while not game.over:
            game.act(greedy.choose(game.view(game.to_move)))
        text = random.Random(seed).choice(list(game.positions()))
        boards.append(lexkit.Board.from_cgp(text, rules=game.rules))
    return boards


def misses(lex: lexkit.Lexicon, boards: list[lexkit.Board], exponents: list[float]) -> None:
    """In how many positions the best move is not among those of the best subsets."""
    every = [moves for board in boards if len(moves := lex.moves(board))]
    spelled = spelled_by(lex.core)
    print(f"{len(every):,} positions; per exponent: best move missed, mean loss in points, no move at all\n")
    print("| subsets |", *(f"{exponent:.3g} |" for exponent in exponents), "ms |")
    print("|---|" + "---|" * (len(exponents) + 1))
    for number in NUMBERS:
        cells = []
        start = time.thread_time()
        for exponent in exponents:
            lost, empty = [], 0
            for moves in every:
                scores = moves.to_numpy()["score"]
                found = from_subsets(spelled, moves, number, exponent)
                empty += not len(found)
                lost.append(int(scores.max()) - (int(scores[found[0]]) if len(found) else 0))
            cells.append(f"{np.mean(np.array(lost) > 0):.1%}, {np.mean(lost):.1f}, {empty / len(lost):.1%} |")
        spent = (time.thread_time() - start) / len(every) / len(exponents)
        name = f"{number:,}" if number < NUMBERS[-1] else "all"
        print(f"| {name} |", *cells, f"{spent * 1e3:.1f} |", flush=True)


def turns(lex: lexkit.Lexicon, boards: list[lexkit.Board], names: list[str]) -> None:
    """Print the worth of each player's choices beside the first one's, in points, by the tiles in the bag."""
    rules = lexkit.Rules.from_alphabet(lex.alphabet)
    players = [strategy(player(name, lex), lex.core, rules, SEED) for name in names]
    gains: list[tuple[int, list[float]]] = []
    for board in boards:
        situation = situation_of(lex, board)
        if situation is None:
            continue
        candidates = {each.text: each for each in lex.moves(board).by_equity(lex)}
        moves = [text_of(each.choose(situation), board) for each in players]
        some = [candidates[text] for text in dict.fromkeys(moves)]
        judged = lexkit.simulate(
            board, lexicon=lex, candidates=some, iterations=ITERATIONS, seed=SEED + 1, confidence=NEVER, threads=1
        )
        *_, results = judged
        worth = {each.candidate.text: each.equity for each in results}
        gains.append((situation.bag, [worth[text] - worth[moves[0]] for text in moves]))
    print(f"{len(gains)} positions, {ITERATIONS} iterations\n")
    print(f"| player | points a turn more than {names[0]} | bag of more than 50 | 21 to 50 | 1 to 20 | other choice |")
    print("|---|---|---|---|---|---|")
    for column, name in enumerate(names[1:], 1):
        cells = []
        for low, high in ((1, 100), (51, 100), (21, 50), (1, 20)):
            those = np.array([gain[column] for bag, gain in gains if low <= bag <= high])
            cells.append(f"{those.mean():+.2f} ± {1.96 * those.std(ddof=1) / len(those) ** 0.5:.2f} ({len(those)})")
        other = np.mean([gain[column] != 0 for _, gain in gains])
        print(f"| {name} |", " | ".join(cells), f"| {other:.0%} |")


def text_of(choice: Choice, board: lexkit.Board) -> str:
    """A choice as a candidate's text."""
    if choice.move is not None:
        return choice.move.text
    return choice.action.text


def situation_of(lex: lexkit.Lexicon, board: lexkit.Board) -> Situation | None:
    """Return a player's view of a position, or None if the bag is empty."""
    rack = lexkit.Rack(board.racks[0], lex.alphabet)
    bag = sum(count_unseen(board.rules, board.grid, rack.tiles)) - board.rules.rack_size
    return Situation(lex.core, board, rack, bag) if bag > 0 else None


def player(name: str, lex: lexkit.Lexicon) -> str | Strategy:
    """The player of a name."""
    if found := re.fullmatch(r"enos(?:-(\d+))?(-likely)?(?:-(\d+(?:x\d+)*x\d+))?(?:-hands(-?[\d.]+))?", name):
        subsets, likely, widths, hands = found.groups()
        return Enos(
            SEED,
            int(subsets or SUBSETS),
            "likely" if likely else "sampled",
            widths=[int(width) for width in widths.split("x")] if widths else WIDTHS,
            hands=float(hands or 0),
        )
    if name == "two-ply-last":
        return LastTurns(SEED)
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
        name = arguments[0] if arguments else "-"
        source = arguments[1] if len(arguments) > 1 else "-"
        lex = opened(None if name == "-" else name)
        misses(
            lex, positions(lex, None if source == "-" else source), [float(each) for each in arguments[2:]] or [math.e]
        )
    elif what == "turns":
        lex = lexkit.open()
        source, *names = arguments or ["-"]
        turns(lex, positions(lex, None if source == "-" else source), names or list(PLAYERS))
    elif what == "match" and len(arguments) in (3, 4):
        match(opened(arguments[3] if len(arguments) > 3 else None), arguments[0], arguments[1], int(arguments[2]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
