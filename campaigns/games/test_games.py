"""A small part of the campaign of games: some hundred games, compared and counted."""

import argparse

import lexkit
from campaigns.games.trials import trials
from lexkit import lexicons
from tests.players.test_kernel_games import compare, with_leaves
from tests.players.test_match import small_list
from tests.running import MANY


def test_a_few_of_each(english: lexkit.Lexicon) -> None:
    games, acted = (4, 100) if MANY else (2, 12)
    asked = argparse.Namespace(games=games, random=acted, lexicon="english")
    for trial in trials(asked):
        done = trial.do()
        assert (done.found, done.cases > 0) == ([], True), trial.name


def test_some_hundred_games() -> None:
    few = small_list(lexicons.alphabet("english"))
    rules = lexkit.Rules(alphabet=few.alphabet)
    compare(few, rules, 1000, 200 if MANY else 20)
    leaves = with_leaves(few, 1), with_leaves(few, 2)
    compare(few, rules, 2000, 60 if MANY else 6, leaves=leaves)
