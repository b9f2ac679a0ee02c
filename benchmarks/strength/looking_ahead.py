"""What champion would gain by looking further ahead, or by inferring what the opponent kept.

    python benchmarks/strength/looking_ahead.py LEAST MOST [POSITIONS [SEED [ITERATIONS]]]

From each game of static players one position with LEAST to MOST tiles unseen is taken (16 by default, at least 2; seed
1). The judge simulates its 16 best candidates to the end of the game, ITERATIONS (2,000) each, with what can be
inferred of the opponent. Printed is, for each way to choose with the work of a second, how much more often its play
wins by the judge than the play of the highest equity, and the difference from two turns with its 95% interval.
"""

from __future__ import annotations

import random
import statistics
import sys

import lexkit
from lexkit.runtime.players.simulation.simulate import MOST_ITERATIONS, MOST_PLIES

CANDIDATES = 16
#: Iterations of two turns in a second, as in champion.py.
BUDGET = 7500
#: Tiles that a turn takes, on average.
TILES_A_TURN = 4.5
LEAVES = 1000
#: Turns ahead, whether it infers, and seconds of work.
WAYS = {
    "two turns": (2, False, 1),
    "two, inferring": (2, True, 1),
    "four": (4, False, 1),
    "four, inferring": (4, True, 1),
    "six, inferring": (6, True, 1),
    "to the end": (MOST_PLIES, False, 1),
    "to the end, inferring": (MOST_PLIES, True, 1),
    "the same, three times the work": (MOST_PLIES, True, 3),
}


def position(
    lex: lexkit.Lexicon, least: int, most: int, chance: random.Random
) -> tuple[lexkit.View, lexkit.Inference | None]:
    """A view with so many tiles unseen from a new game, and what the turn before it tells."""
    static = lexkit.player("static", lex)
    while True:
        game = lexkit.Game(lex, ("Ann", "Bob"), seed=chance.getrandbits(32))
        before, turns = None, []
        while not game.over:
            view = game.view(game.to_move)
            if before is not None and least <= sum(view.unseen.values()) <= most:
                turns.append((view, *before))
            action = static.choose(view)
            before = view, action
            game.act(action)
        if turns:
            view, earlier, action = chance.choice(turns)
            inference = lexkit.infer(earlier.board.copy(), view.rack, action, lexicon=lex, most=LEAVES)
            return view, inference if inference.ways else None


def main() -> None:
    least, most, positions, seed, iterations = (*map(int, sys.argv[1:]), *(16, 1, 2000)[max(0, len(sys.argv) - 3) :])
    lex, chance = lexkit.open(), random.Random(seed)
    gains: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(positions):
        view, inference = position(lex, least, most, chance)
        judge = lexkit.simulate(
            view,
            lexicon=lex,
            plies=MOST_PLIES,
            candidates=CANDIDATES,
            iterations=iterations,
            confidence=0.9999999,
            opponent=inference,
            seed=chance.getrandbits(60),
        )
        for _ in judge:
            pass
        wins = {each.candidate.text: each.win for each in judge.results}
        first = max(judge.results, key=lambda each: each.candidate.equity)
        for way, (plies, infers, seconds) in WAYS.items():
            turns = min(plies, 1 + sum(view.unseen.values()) / TILES_A_TURN)
            chosen = lexkit.simulate(
                view,
                lexicon=lex,
                plies=plies,
                candidates=CANDIDATES,
                iterations=MOST_ITERATIONS,
                budget=round(BUDGET * seconds * 2 / turns),
                halving=True,
                opponent=inference if infers else None,
                seed=chance.getrandbits(60),
            ).best
            gains[way].append(wins[chosen.candidate.text] - first.win)
    for way, gained in gains.items():
        more = [one - two for one, two in zip(gained, gains["two turns"], strict=True)]
        error = 1.96 * statistics.stdev(more) / len(more) ** 0.5
        print(f"{way:32} {statistics.mean(gained):7.2%}   {statistics.mean(more):+7.2%} ± {error:.2%}")


if __name__ == "__main__":
    main()
