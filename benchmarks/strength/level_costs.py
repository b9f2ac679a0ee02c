"""Points that the levels lose a turn: the table by which reports of games estimate a player's level.

    python benchmarks/strength/level_costs.py --seeds 60 --games 20 > lexicons/players/level_costs.toml
    python benchmarks/strength/level_costs.py --check learner,regular,advanced --seeds 60 --games 20 --first 900000

Each level plays against itself with the bundled list, or another one (``--lexicon``), and each game has the static
report of ``lexq gcg report``. What a level knows depends on a seed. The mean is that of all turns; the spread is the
standard deviation of the mean of a game, times the square root of its turns: turns of one game are not independent. 30
games take 2 s. ``--check`` estimates the level of players in fresh games, of 1, 3, 10 and all games of a seed, and
counts the estimates whose range has the level.
"""

import argparse
from collections.abc import Iterator

import numpy as np

import lexkit
from lexkit.lexicons import levels
from lexkit.players.reports.report import PlayerSummary, Report, summarize


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=60, metavar="N", help="how many seeds")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each")
    parser.add_argument("--first", type=int, default=5000, metavar="SEED", help="the first seed")
    parser.add_argument("-l", "--lexicon", metavar="NAME", help="by default the bundled list")
    parser.add_argument("--check", metavar="LEVEL,...", help="try the estimates for these levels")
    chosen = parser.parse_args()
    lex = lexkit.open(chosen.lexicon)
    if chosen.check:
        for level in chosen.check.split(","):
            check(level, list(seasons(lex, level, chosen)))
        return
    print(f"[{lex.alphabet.name}]")
    print(f'origin = "the {"bundled English list" if chosen.lexicon is None else f"list {chosen.lexicon}"}"')
    print(f'list_sha256 = "{lex.core.file.provenance["sha256"]}"')
    print(f"# {len(lex):,} words; {chosen.seeds * chosen.games:,} games a level, seeds from {chosen.first} on")
    measured = [measure([one for season in seasons(lex, level, chosen) for one in season]) for level in levels()]
    for name, numbers in zip(("mean", "spread"), zip(*measured, strict=True), strict=True):
        print(f"{name:6} = [{', '.join(f'{number:.2f}' for number in numbers)}]")


def seasons(lex: lexkit.Lexicon, level: str, chosen: argparse.Namespace) -> Iterator[list[PlayerSummary]]:
    """The players of the games of each seed."""
    for seed in range(chosen.first, chosen.first + chosen.seeds):
        games = lexkit.Match(lex, level, level, seed=seed).play(chosen.games)
        yield [player for game in games for player in lexkit.analyse(game).players]


def measure(players: list[PlayerSummary]) -> tuple[float, float]:
    """The mean loss of a turn and its spread."""
    losses, turns = (np.array([getattr(one, name) for one in players]) for name in ("loss", "compared"))
    mean = losses.sum() / turns.sum()
    return mean, np.sqrt(((losses - mean * turns) ** 2).sum() / turns.sum())


def check(level: str, players: list[list[PlayerSummary]]) -> None:
    """Print how often the range of the estimates has the level, and how wide it is."""
    number = list(levels()).index(level) + 1
    for games in (1, 3, 10, len(players[0])):
        found = []
        for season in players:
            for first in range(0, len(season) - games + 1, games):
                some = season[first : first + games]
                for one in some:
                    one.name = level
                (whole,) = summarize([Report((), (one,)) for one in some])
                assert whole.level is not None
                assert whole.level_low is not None
                assert whole.level_high is not None
                found.append((whole.compared, whole.level, whole.level_low, whole.level_high))
        turns, nearest, low, high = np.array(found).T
        right = ((low <= number) & (number <= high)).mean()
        print(
            f"{level} ({number}), {games} games, {turns.mean():.0f} turns: mean {nearest.mean():.1f}, "
            f"ranges of {(high - low + 1).mean():.1f} levels, {right:.0%} of {len(found)} have it"
        )


if __name__ == "__main__":
    main()
