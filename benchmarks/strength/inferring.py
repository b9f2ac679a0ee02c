"""How well what is inferred predicts the leave that a player kept.

    python benchmarks/strength/inferring.py PLAYER [GAMES [SEED]]

PLAYER plays GAMES (40 by default; SEED 7) against ``positional``, which infers from its plays. Printed is, for each
number of tiles unseen and each share of iterations that do not count on the inference, by how much the logarithm of the
chance of the leave that was kept is higher than that of a draw from all tiles, in the mean of the turns in which all
leaves were looked at, with a 95% interval; and in how many of them the inference had that leave at all.
"""

from __future__ import annotations

import math
import random
import statistics
import sys

import lexkit
from lexkit.players.endgame.racks_and_bag import choices_of
from lexkit.runtime.game.rules import count_unseen
from lexkit.runtime.game.text.notation import KINDS

LEAVES = 1000
SHARES = (0.2, 0.5)
#: Most tiles unseen of each row.
PHASES = (32, 60, 100)


def chances(view: lexkit.View, before: lexkit.View, action: lexkit.Action) -> tuple[float, float] | None:
    """The chance of the leave that was kept by the draw, and by the inference; None if it is of a sample."""
    move = action.move
    if not isinstance(move, lexkit.Move):
        return None
    kept = before.rack - move.played
    inference = lexkit.infer(before.board.copy(), view.rack, action, lexicon=before.core, most=LEAVES)
    if not kept or not inference.exact or not view.bag:
        return None
    played = move.played.translate(KINDS)
    unseen = bytes(count_unseen(view.rules, before.board.grid, view.rack.tiles + played))
    ways = dict(choices_of(unseen, len(kept)))
    drawn = ways[kept.counts[: len(unseen)]] / sum(ways.values())
    return drawn, inference.chance(kept) if inference.ways else drawn


def main() -> None:
    name = sys.argv[1]
    games, seed = (*map(int, sys.argv[2:]), *(40, 7)[max(0, len(sys.argv) - 2) :])
    lex, chance = lexkit.open(), random.Random(seed)
    found: dict[int, list[tuple[float, float]]] = {phase: [] for phase in PHASES}
    for number in range(games):
        game = lexkit.Game(lex, ("Ann", "Bob"), seed=chance.getrandbits(32))
        players = [lexkit.player(each, lex, seed=number) for each in ("positional", name)]
        before = None
        while not game.over:
            view = game.view(game.to_move)
            action = players[view.player].choose(view)
            if view.player == 0 and before is not None:
                both = chances(view, *before)
                if both is not None:
                    found[min(phase for phase in PHASES if sum(view.unseen.values()) <= phase)].append(both)
            before = (view, action) if view.player else None
            game.act(action)
    for phase, pairs in found.items():
        told = [f"{name}, at most {phase} unseen: {len(pairs)} turns, {sum(told > 0 for _, told in pairs)} had it"]
        for share in SHARES:
            more = [math.log((1 - share) * inferred / drawn + share) for drawn, inferred in pairs]
            if len(more) > 1:
                error = 1.96 * statistics.stdev(more) / len(more) ** 0.5
                told.append(f"share {share}: {statistics.mean(more):+.2f} ± {error:.2f}")
        print("   ".join(told))


if __name__ == "__main__":
    main()
