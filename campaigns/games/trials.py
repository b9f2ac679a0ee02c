"""Whole games: the kernel's against the referee's, by threads and processes, and tiles counted after every action.

The kernel's games are compared turn for turn with those of a match, for greedy and static players, one by one and in
pairs; static players have leave values that nobody trained. Random actions, challenges, undo and redo among them, are
done in games of a small alphabet until these end.
"""

import argparse
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import lexkit
from campaigns.load.trials import add_lexicon
from campaigns.run import Trial, Tried, tried
from lexkit import Game, Rules
from lexkit.errors import LexkitError
from lexkit.players.autoplay.kernel_games import KernelMatch
from lexkit.players.autoplay.match import Match
from lexkit.players.equity import worths_for
from lexkit.players.one_ply import Static
from lexkit.runtime.game.rules import CHALLENGES
from tests.game.referee.making import small_rules
from tests.game.referee.test_conservation import CHANGES, KINDS, LEXICON, check_actions
from tests.players.test_kernel_games import recorded, told, with_leaves

#: Kinds of actions: mostly plays, so that games get on.
_WEIGHTS = [12, 2, 3, 1, 3, 1, 3, 2]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=1000, help="of each comparison; 1000 by default")
    parser.add_argument("--random", type=int, default=10_000, help="games of random actions; 10000 by default")
    add_lexicon(parser)


def trials(asked: argparse.Namespace) -> list[Trial]:
    names = ("greedy", "greedy"), ("static", "static"), ("static", "greedy")
    compared = [
        Trial(
            f"{first} and {second}{', paired' if paired else ''}",
            "a kernel's games, turn for turn those of the referee",
            lambda chosen=(first, second), paired=paired: _compare(asked, chosen, paired),  # type: ignore[misc]
        )
        for first, second in names
        for paired in (False, True)
    ]
    return [
        *compared,
        Trial("processes", "the same figures by threads and by two processes", lambda: _compare_processes(asked)),
        Trial("random actions", "no tile is lost, nothing half done", lambda: tried(_act_at_random(asked.random))),
    ]


def _compare(asked: argparse.Namespace, chosen: tuple[str, str], paired: bool) -> Tried:
    lexicon = lexkit.open(asked.lexicon)
    rules = Rules(alphabet=lexicon.alphabet)
    values = [with_leaves(lexicon, 3) if name == "static" else None for name in chosen]
    players = ["greedy" if one is None else Static(one) for one in values]
    match = Match(lexicon, *players, rules=rules, seed=1, paired=paired)
    worths = [None if one is None else worths_for(one, rules.layout) for one in values]
    kernel = KernelMatch(lexicon.core, rules, 1, *worths, paired=paired)
    found = (recorded(chunk, at) for chunk in kernel.play(asked.games) for at in range(len(chunk)))
    expected = (_by_player(match, number) for number in range(asked.games))
    return tried(
        None if one == other else f"game {number} differs"
        for number, (one, other) in enumerate(zip(found, expected, strict=True))
    )


def _by_player(match: Match, number: int) -> tuple[Any, ...]:
    """A game of a match as a kernel's records say it: by player, not by seat."""
    turns, scores, ending, out, reason = told(match.game(number))
    seats = match.seats(number)
    order = [seats.index(player) for player in range(2)]
    turns = [(seats[turn[0]], *turn[1:]) for turn in turns]
    return (
        turns,
        tuple(scores[seat] for seat in order),
        tuple(ending[seat] for seat in order),
        None if out is None else seats[out],
        reason,
    )


def _compare_processes(asked: argparse.Namespace) -> Tried:
    lexicon = lexkit.open(asked.lexicon)
    cases = []
    for first in ("greedy", "casual"):
        match = lexkit.Match(lexicon, first, "greedy", paired=True)
        expected = match.tally(asked.games // 2 * 2).to_json()
        with ProcessPoolExecutor(2) as executor:
            found = match.tally(asked.games // 2 * 2, executor=executor).to_json()
        cases.append(None if found == expected else f"{first}: {found} instead of {expected}")
    return tried(cases)


def _act_at_random(games: int) -> Iterator[str | None]:
    for seed in range(games):
        rng = random.Random(seed)
        rules = small_rules(challenge=rng.choice(CHALLENGES), **rng.choice(CHANGES))
        players = [f"P{number}" for number in range(rng.randint(2, 4))]
        game = Game(LEXICON, players, rules=rules, seed=seed, first=seed % len(players))
        actions = [(rng.choices(KINDS, _WEIGHTS)[0], rng.randrange(100)) for _ in range(rng.choice([20, 60, 120]))]
        try:
            check_actions(game, rules, actions)
        except (AssertionError, LexkitError) as error:
            yield f"seed {seed}: {error}"
        else:
            yield None
