"""Appel & Jacobson's test series (1988, section 4.1), and their "two orders of magnitude" over a scan of the words.

    python benchmarks/appel_jacobson/series_and_scan.py [WORDS] [--series 100] [--rounds 5] [--interpreted]

WORDS: an English word list, else the bundled one. A series is ten games of a player who takes the highest score against
one who passes at each move; another is ten games of that player against itself. In the positions of the first one all
moves are found by lexkit and by the program of :mod:`compare_searches`: by DAWG as printed, by GADDAG, and by holding
every word against every line (:mod:`word_scan`). All must find the same moves.
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

from compare_searches import check, run, search
from compiled_search import use_compiled
from position_lines import CrossSets, as_plays, lines_of
from two_way_dawg import build

import lexkit
from lexkit.compiler.build import Options, compile_list, load_words
from lexkit.formats.lexicon_file import open_bytes
from lexkit.lexicons import bundled_path

sys.path.append(str(Path(__file__).parent.parent))
from measuring import machine, rounds_of

#: Games of a series, and positions of the first series in which the word list is scanned.
GAMES = 10


def play(lexicon: lexkit.Lexicon, seed: int, passes: bool) -> tuple[list[lexkit.Board], list[int], lexkit.Game]:
    """A game: its positions, the number of moves in each, and the game; ``passes``: the second player always does.

    The positions are those of the player who takes the highest score, or of both. Without a move they exchange all
    tiles, or pass. As usual, six turns without a point end a game too.
    """
    game = lexkit.Game(lexicon, seed=seed, first=seed % 2)
    boards, numbers = [], []
    while not game.over:
        if passes and game.to_move == 1:
            game.pass_turn()
            continue
        boards.append(lexkit.Board.from_cgp(game.to_cgp()))
        moves = game.placements
        numbers.append(len(moves))
        best = lexicon.best_move(game.view(game.to_move))
        if best is not None:
            game.play(best)
        elif game.exchangeable:
            game.exchange(str(game.racks[game.to_move])[: game.exchangeable])
        else:
            game.pass_turn()
    return boards, numbers, game


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):,.1f} ({min(values):,.1f} to {max(values):,.1f})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="?", default=str(bundled_path()))
    parser.add_argument("--series", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--interpreted", action="store_true")
    options = parser.parse_args()
    chosen = Options(alphabet="english", max_length=15)
    print(machine())
    tiles, _ = load_words(options.words, chosen)
    words = list(tiles)
    lexicon = lexkit.Lexicon(open_bytes(b"".join(compile_list(options.words, chosen)[2])))
    print(f"{len(words):,} words\n\n{options.series} series of {GAMES} games, median (least to most) of a series:")
    turns, legal, finals = [], [], []
    first: list[lexkit.Board] = []
    for series in range(options.series):
        games = [play(lexicon, series * GAMES + number, True) for number in range(GAMES)]
        first = first or [board for boards, _, _ in games for board in boards]
        turns.append(float(sum(len(numbers) for _, numbers, _ in games)))
        legal.append(statistics.mean(number for _, numbers, _ in games for number in numbers))
        alone = [play(lexicon, series * GAMES + number, False)[2] for number in range(GAMES)]
        finals.append(statistics.mean(score for game in alone for score in game.scores))
    print(f"moves made against one who passes   {spread(turns)}, theirs 224")
    print(f"legal moves a turn                  {spread(legal)}, theirs 450")
    print(f"final score against itself          {spread(finals)}, theirs 377\n")

    cross_sets = CrossSets(words)
    positions = [lines_of(board, board.racks[0], cross_sets) for board in first]
    moves = [as_plays(lexicon.moves(board, board.racks[0])) for board in first]
    with tempfile.TemporaryDirectory(prefix="lexkit-searches-") as folder:
        if not options.interpreted:
            use_compiled(Path(folder))
        from word_scan import WordScan

        dawg, gaddag = build(words, "dawg"), build(words, "gaddag")
        made: dict[str, tuple[Any, str]] = {}
        for keep in (True, False):
            slow = WordScan(dawg, words, keep)
            slow.quick = False
            made = {
                "words, without quick tests": (slow, "by_scan"),
                "words, with quick tests": (WordScan(dawg, words, keep), "by_scan"),
                "DAWG, as printed": (search("dawg", dawg, {"looking": False}, keep), "by_dawg"),
                "GADDAG": (search("gaddag", gaddag, {}, keep), "by_gaddag"),
            }
            for one, method in made.values() if keep else ():
                check(one, method, positions, moves)
        tasks: dict[str, Callable[[], object]] = {
            title: partial(run, one, method, positions) for title, (one, method) in made.items()
        }
        tasks["lexkit, with scores"] = lambda: [lexicon.moves(board.copy(), board.racks[0]) for board in first]
        spent = rounds_of(tasks, options.rounds, time.process_time)
    print(
        f"{len(first)} positions of the first series, {sum(map(len, moves)):,} moves; a position, and the ratio to the"
    )
    print("DAWG as printed, median (least to most) of the rounds:")
    base = spent["DAWG, as printed"]
    for title, times in spent.items():
        ratios = [mine / theirs for mine, theirs in zip(times, base, strict=True)]
        print(f"{title:28}{statistics.median(times) / len(first) * 1e6:12,.1f} us   {spread(ratios)}")


if __name__ == "__main__":
    main()
