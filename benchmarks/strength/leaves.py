"""Compare leave values by pairs of games: the same bags and the same beginner, with the seats swapped.

    python benchmarks/strength/leaves.py lexicon greedy --pairs 3000
    python benchmarks/strength/leaves.py lexicon other.klv2 -l nwl.gaddag

A player is ``greedy``, ``lexicon`` (the values of the lexicon, as the player ``static`` has them), ``positional``, or a
part of it (``adapted``: leaves by the tiles not seen; ``ahead:N``: N candidates played out when the bag is empty),
``heuristic`` or ``means`` (the values for alphabets without bundled ones), or the name of a file with leave values
(.klv2 or .leaves.zst). Prints the first player's share of the games and its lead
in points, each with an interval of 95%. 2 ms a game and thread.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

import lexkit
from lexkit.players.autoplay.kernel_games import KernelMatch
from lexkit.players.equity import worths_for
from lexkit.players.leaves import HEURISTICS, HeuristicValues, TrainedValues
from lexkit.players.positional import TRIES, positional_worths
from lexkit.runtime.game.move_finder import Worths


def worths_of(name: str, lexicon: lexkit.Lexicon, rules: lexkit.Rules) -> Worths | None:
    """What a player knows of leaves."""
    if name == "greedy":
        return None
    kind, _, tries = name.partition(":")
    of_lexicon = kind in ("lexicon", "positional", "adapted", "ahead")
    if name in ("heuristic", "means"):
        values = heuristic_values(lexicon.alphabet, of_means=name == "means")
    else:
        values = lexicon.leaves if of_lexicon else lexkit.read_leaves(name, lexicon.alphabet)
    if kind == "positional":
        return positional_worths(values, rules)
    if kind == "adapted":
        return positional_worths(values, rules)._replace(tries=0)
    if kind == "ahead":
        return worths_for(values, rules.layout)._replace(tries=int(tries or TRIES))
    return worths_for(values, rules.layout)


def heuristic_values(alphabet: lexkit.Alphabet, *, of_means: bool) -> TrainedValues:
    """The values of a lexicon whose tiles no bundled list has; ``of_means``: whose letters were not measured either."""
    known = lexkit.Alphabet("other", alphabet.tiles, blanks=alphabet.blanks + 1) if of_means else alphabet
    return TrainedValues(HeuristicValues.named(HEURISTICS[-1], known).table(), alphabet)


def play(
    lexicon: lexkit.Lexicon, rules: lexkit.Rules, seed: int, first: Worths | None, second: Worths | None, games: int
) -> NDArray[np.int64]:
    """The scores of games, one row each."""
    match = KernelMatch(lexicon.core, rules, seed, first, second)
    return np.concatenate([some.scores for some in match.play(games)])


def interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The mean, and how far it may be from the true one."""
    return float(values.mean()), float(1.96 * values.std() / len(values) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("-l", "--lexicon")
    parser.add_argument("--pairs", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lexicon = lexkit.open(options.lexicon)
    rules = lexkit.Rules(alphabet=lexicon.alphabet)
    first, second = (worths_of(name, lexicon, rules) for name in (options.first, options.second))
    one = play(lexicon, rules, options.seed, first, second, options.pairs)
    other = play(lexicon, rules, options.seed, second, first, options.pairs)[:, ::-1]
    shares = sum((scores[:, 0] > scores[:, 1]) + 0.5 * (scores[:, 0] == scores[:, 1]) for scores in (one, other)) / 2
    share, width = interval(np.asarray(shares))
    lead, breadth = interval(((one[:, 0] - one[:, 1]) + (other[:, 0] - other[:, 1])) / 2)
    means = np.concatenate([one, other]).mean(axis=0)
    print(f"{options.first} against {options.second}: {2 * options.pairs:,} games in pairs")
    print(f"share {100 * share:.2f} % +- {100 * width:.2f}, lead {lead:+.2f} +- {breadth:.2f} points")
    print(f"mean scores {means[0]:.1f} and {means[1]:.1f}")


if __name__ == "__main__":
    main()
