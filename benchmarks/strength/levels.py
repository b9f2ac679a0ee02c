"""How often each level wins against the one before it: their calibration.

    python benchmarks/strength/levels.py --seeds 60 --games 40

What a level knows depends on a seed, so that games of one seed are not independent: the interval (95%) is that of the
mean over seeds. Each seed has its games in pairs: the same bags, with the seats swapped. 10 to 20 ms a game.
"""

import argparse
import statistics
from itertools import pairwise

import lexkit
from lexkit.lexicons import levels


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=60, metavar="N", help="how many seeds, at least 2")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="games of each")
    parser.add_argument("--first", type=int, default=1000, metavar="SEED", help="the first seed")
    parser.add_argument("-l", "--lexicon", metavar="NAME", help="by default the bundled list")
    chosen = parser.parse_args()
    if chosen.seeds < 2:
        parser.error("at least 2 seeds: an interval needs them")
    lex = lexkit.open(chosen.lexicon)
    for weaker, stronger in pairwise([*levels(), "greedy"]):
        tallies = [
            lexkit.Match(lex, stronger, weaker, seed=chosen.first + seed, paired=True).tally(chosen.games)
            for seed in range(chosen.seeds)
        ]
        wins, leads = shown([tally.share for tally in tallies], 100), shown([tally.mean for tally in tallies], 1)
        scores = [statistics.mean(tally.mean_scores[player] for tally in tallies) for player in (0, 1)]
        print(
            f"{stronger} against {weaker}: {wins}% of {chosen.seeds * chosen.games:,} games, {leads} points, "
            f"scores {scores[0]:.0f} and {scores[1]:.0f}"
        )


def shown(values: list[float], factor: float) -> str:
    """The mean over seeds, and its interval."""
    error = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    return f"{factor * statistics.mean(values):.1f} +- {factor * error:.1f}"


if __name__ == "__main__":
    main()
