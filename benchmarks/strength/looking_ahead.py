"""What champion gains by looking further ahead, by more candidates, and by inferring what the opponent kept.

    python benchmarks/strength/looking_ahead.py LEAST MOST [POSITIONS [SEED [SECONDS]]]

From games of static players POSITIONS (16 by default, at least 2; SEED 1) with LEAST to MOST tiles unseen are taken,
one of each game, in which the lead promises a chance to win of 5% to 95%. Each way to choose has the work of SECONDS
(1). The judge plays what was chosen to the end of the game 2,500 times, with what can be inferred of the opponent; the
player looks ahead as ``positional`` does when the bag is empty, with 5 candidates, the opponent plays as ``static``.
Printed is how much more often the play of each way wins than the play of the highest equity, and than that of two
turns, with 95% intervals.
"""

from __future__ import annotations

import random
import statistics
import sys
from dataclasses import replace
from typing import Any

import lexkit
from lexkit.players.champion import ITERATIONS_A_SECOND, share_of_iterations
from lexkit.players.simulation.simulate import MOST_ITERATIONS, MOST_PLIES
from lexkit.players.simulation.win_chances import chances_for
from lexkit.runtime.game.move_finder import Finder, Worths

#: Leaves of the opponent to look at.
LEAVES = 1000
#: A chance to win that is less than this, or as near to 1, is taken for decided.
DECIDED = 0.05
#: Times that the judge plays each, and the player's candidates when the bag is empty.
JUDGED, TRIES = 2500, 5
#: Turns ahead, candidates, and the share of iterations that do not count on what is inferred: 1 to infer nothing.
WAYS = {
    "two turns": (2, 16, 1.0),
    "two, inferring": (2, 16, 0.5),
    "four": (4, 16, 1.0),
    "to the end": (MOST_PLIES, 16, 1.0),
    "to the end, 32 candidates": (MOST_PLIES, 32, 1.0),
    "to the end, inferring": (MOST_PLIES, 16, 0.5),
    "to the end, 32 candidates, inferring": (MOST_PLIES, 32, 0.5),
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
        if not turns:
            continue
        view, earlier, action = chance.choice(turns)
        win = chances_for(view.rules).of_one(sum(view.unseen.values()), view.board.lead)
        if DECIDED < win < 1 - DECIDED:
            inference = lexkit.infer(earlier.board.copy(), view.rack, action, lexicon=lex, most=LEAVES)
            return view, inference if inference.ways else None


def judge(
    view: lexkit.View, lex: lexkit.Lexicon, plays: list[Any], inference: lexkit.Inference | None, seed: int
) -> dict[str, float]:
    """How often each of the plays wins."""
    if len(plays) < 2:
        return {play.text: 0.0 for play in plays}
    usual = Finder.new_rollouts

    def look_ahead(finder: Finder, first: Worths, second: Worths, *, patience: int) -> Any:
        return usual(finder, first._replace(tries=TRIES), second, patience=patience)

    Finder.new_rollouts = look_ahead  # type: ignore[assignment, method-assign]
    try:
        simulation = lexkit.simulate(
            view,
            lexicon=lex,
            plies=MOST_PLIES,
            candidates=plays,
            iterations=JUDGED,
            confidence=0.9999999,
            opponent=inference and replace(inference, unknown=0.0),
            seed=seed,
        )
        for _ in simulation:
            pass
    finally:
        Finder.new_rollouts = usual  # type: ignore[method-assign]
    return {each.candidate.text: each.win for each in simulation.results}


def main() -> None:
    least, most, positions, seed = (*map(int, sys.argv[1:5]), *(16, 1)[max(0, len(sys.argv) - 3) :])
    seconds = float(sys.argv[5]) if len(sys.argv) > 5 else 1.0
    lex, chance = lexkit.open(), random.Random(seed)
    wins: dict[str, list[float]] = {way: [] for way in ("the highest equity", *WAYS)}
    for _ in range(positions):
        view, inference = position(lex, least, most, chance)
        unseen = sum(view.unseen.values())
        chosen = {"the highest equity": lex.moves(view.board, view.rack).by_equity(lex)[0]}
        for way, (plies, candidates, unknown) in WAYS.items():
            chosen[way] = lexkit.simulate(
                view,
                lexicon=lex,
                plies=plies,
                candidates=candidates,
                iterations=MOST_ITERATIONS,
                budget=share_of_iterations(ITERATIONS_A_SECOND * seconds, plies, unseen),
                halving=True,
                opponent=replace(inference, unknown=unknown) if inference and unknown < 1 else None,
                seed=chance.getrandbits(60),
            ).best.candidate
        plays = {candidate.text: candidate for candidate in chosen.values()}
        judged = judge(view, lex, list(plays.values()), inference, chance.getrandbits(60))
        for way, candidate in chosen.items():
            wins[way].append(judged[candidate.text])
    print(f"{'':36}  more wins than the highest equity, than two turns")
    for way, won in wins.items():
        told = [f"{way:36}"]
        for other in ("the highest equity", "two turns"):
            more = [one - two for one, two in zip(won, wins[other], strict=True)]
            told.append(f"{statistics.mean(more):+7.2%} ± {1.96 * statistics.stdev(more) / len(more) ** 0.5:.2%}")
        print("   ".join(told))


if __name__ == "__main__":
    main()
