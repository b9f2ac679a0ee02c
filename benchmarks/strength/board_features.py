"""What features of the board after a play tell of its worth that score and leave do not.

    python benchmarks/strength/board_features.py POSITIONS [SEED [ITERATIONS]]

From each game of static players one position with more than seven tiles in the bag is taken. Its 8 best candidates by
equity are simulated two turns ahead, ITERATIONS (300) each, with the same racks for all. What the simulation says
beside equity is explained by features of the board, within each position, by ridge regression on the other positions
(ten parts). Printed is, for the play that is highest by equity, by equity and features, and by the simulation, how many
points it is worth more than the first by a second simulation with other racks.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import lexkit

CANDIDATES = 8
PENALTY = 30.0
PARTS = 10
NAMES = (
    *(f"{kind} within {reach}" for kind in ("3W", "2W", "3L", "2L") for reach in (1, 3, 7)),
    *("vowel beside a premium", "hooks", "letters in hooks", "free rows and columns", "tiles laid", "tiles kept"),
)
VOWELS = frozenset("AEIOU")
#: Of the candidates of a position: features, equity, and what two simulations say.
Row: TypeAlias = "tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]"


def features(before: lexkit.Board, candidate: lexkit.Candidate) -> list[float]:
    """What a play changes on the board, in the order of NAMES."""
    board = before.copy()
    laid = 0
    if candidate.move is not None:
        board.play(candidate.move)
        laid = len(candidate.move.squares)
    after, earlier = seen(board), seen(before)
    return [*(one - other for one, other in zip(after, earlier, strict=True)), laid, 7.0 - laid]


def seen(board: lexkit.Board) -> list[float]:
    """Premium squares that can be reached, hooks, and lines for long words on a board."""
    layout = board.layout
    rows, columns = layout.rows, layout.columns
    grid = np.frombuffer(board.grid, np.uint8).reshape(rows, columns)
    covered = grid != 0
    words = np.frombuffer(bytes(layout.word_multipliers), np.uint8).reshape(rows, columns)
    letters = np.frombuffer(bytes(layout.letter_multipliers), np.uint8).reshape(rows, columns)
    kinds = [words == 3, words == 2, letters == 3, letters == 2]
    found: list[float] = []
    for kind in kinds:
        for reach in (1, 3, 7):
            found.append(float((kind & ~covered & near(covered, reach)).sum()))
    alphabet = board.alphabet
    vowels = np.isin(grid & 63, [alphabet.labels.index(one) + 1 for one in VOWELS]) & covered
    premium = (words > 1) | (letters > 1)
    found.append(float((near(vowels, 1) & premium & ~covered).sum()))
    edge = near(covered, 1) & ~covered
    sets = hooks(board, edge)
    found += [float(sum(map(bool, sets))), float(sum(sets))]
    open_lines = 0
    for lines in (covered, covered.T):
        padded = np.pad(lines, 1)
        free = ~(padded[1:-1, 1:-1] | padded[:-2, 1:-1] | padded[2:, 1:-1])
        open_lines += int(
            (np.cumsum(free, 1)[:, 6:] - np.pad(np.cumsum(free, 1), ((0, 0), (1, 0)))[:, :-7] == 7).any(1).sum()
        )
    found.append(float(open_lines))
    return found


def near(covered: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    """Squares that have a covered one at most so far away in their row or column."""
    found = np.zeros_like(covered)
    for step in range(1, reach + 1):
        found[step:] |= covered[:-step]
        found[:-step] |= covered[step:]
        found[:, step:] |= covered[:, :-step]
        found[:, :-step] |= covered[:, step:]
    return found


def hooks(board: lexkit.Board, edge: NDArray[np.bool_]) -> list[int]:
    """How many letters fit on each square beside tiles, across a row and across a column."""
    lexicon = board.lexicon
    assert lexicon is not None
    labels = ["", *board.alphabet.labels]
    grid = np.frombuffer(board.grid, np.uint8).reshape(edge.shape) & 63
    found = []
    for lines, edges in ((grid, edge), (grid.T, edge.T)):
        for row, place in zip(*np.nonzero(edges), strict=True):
            line = lines[row]
            first, last = place, place + 1
            while first and line[first - 1]:
                first -= 1
            while last < len(line) and line[last]:
                last += 1
            if last - first > 1:
                front = "".join(labels[tile] for tile in line[first:place])
                back = "".join(labels[tile] for tile in line[place + 1 : last])
                found.append(len(lexicon.cross_set(front, back)))
    return found


def simulated(
    view: lexkit.View, candidates: Sequence[lexkit.Candidate], iterations: int, seed: int, lex: lexkit.Lexicon
) -> NDArray[np.float64]:
    """What two turns ahead say of each candidate, in points."""
    simulation = lexkit.simulate(
        view, lexicon=lex, plies=2, candidates=candidates, iterations=iterations, confidence=0.9999999, seed=seed
    )
    for _ in simulation:
        pass
    found = {each.candidate.text: each.equity for each in simulation.results}
    return np.array([found[one.text] for one in candidates])


def main() -> None:
    positions, seed, iterations = (*map(int, sys.argv[1:]), *(1, 300)[max(0, len(sys.argv) - 2) :])
    lex, chance = lexkit.open(), random.Random(seed)
    static = lexkit.player("static", lex)
    rows: list[Row] = []
    while len(rows) < positions:
        game = lexkit.Game(lex, ("Ann", "Bob"), seed=chance.getrandbits(32))
        turns = []
        while not game.over:
            view = game.view(game.to_move)
            if view.bag > 7 and game.turn_number:
                turns.append(view)
            game.act(static.choose(view))
        view = chance.choice(turns)
        listed = lex.moves(view.board, view.rack).by_equity(lex, view.bag)[:CANDIDATES]
        told = np.array([features(view.board, one) for one in listed])
        equity = np.array([one.equity for one in listed])
        first, second = (simulated(view, listed, iterations, chance.getrandbits(60), lex) for _ in range(2))
        rows.append((told, equity, first, second))
    report(rows)


def report(rows: list[Row]) -> None:
    """Fit, and say what each way to choose gains."""
    centred = [(told - told.mean(0), (by - equity) - (by - equity).mean()) for told, equity, by, _ in rows]
    scale = np.concatenate([told for told, _ in centred]).std(0) + 1e-9
    gains: dict[str, list[float]] = {"features": [], "simulation": []}
    predicted, true = [], []
    for part in range(PARTS):
        others = [one for number, one in enumerate(centred) if number % PARTS != part]
        x = np.concatenate([told for told, _ in others]) / scale
        y = np.concatenate([more for _, more in others])
        weights = np.linalg.solve(x.T @ x + PENALTY * np.eye(x.shape[1]), x.T @ y)
        for told, equity, by, judge in rows[part::PARTS]:
            more = (told - told.mean(0)) / scale @ weights
            predicted.append(more)
            true.append((judge - equity) - (judge - equity).mean())
            gains["features"].append(judge[int((equity + more).argmax())] - judge[int(equity.argmax())])
            gains["simulation"].append(judge[int(by.argmax())] - judge[int(equity.argmax())])
    both, real = np.concatenate(predicted), np.concatenate(true)
    print(
        f"{len(rows)} positions; what simulations say beside equity: sd {real.std():.2f} points, of which features "
        f"predict a correlation of {np.corrcoef(both, real)[0, 1]:.2f}"
    )
    for way, gained in gains.items():
        error = 1.96 * statistics.stdev(gained) / len(gained) ** 0.5
        print(f"{way:12} {statistics.mean(gained):+.2f} ± {error:.2f} points a turn")
    x = np.concatenate([told for told, _ in centred]) / scale
    weights = np.linalg.solve(
        x.T @ x + PENALTY * np.eye(x.shape[1]), x.T @ np.concatenate([more for _, more in centred])
    )
    for name, weight, size in sorted(
        zip(NAMES, weights / scale, scale, strict=True), key=lambda one: -abs(one[1] * one[2])
    ):
        print(f"{name:24} {weight:+.3f} points each, sd {size:.2f}")


if __name__ == "__main__":
    main()
