"""What a player sees: nothing that is hidden, whatever the others hold and draw."""

import pickle
from contextlib import suppress
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from lexkit import Game, View
from lexkit.errors import NothingToUndoError
from lexkit.players.base import Situation
from lexkit.players.one_ply import Greedy
from tests.game.referee.making import small_lexicon, small_rules
from tests.running import COMPILED

LEXICON = small_lexicon()


def seen_by(game: Game, player: int) -> list[Any]:
    """What a player has seen of a game, told without a view: its own racks and all public facts."""
    told: list[Any] = [str(game.racks[player]), game.scores, game.to_move, game.bag_size, game.result]
    for turn in game.turns:
        own = (turn.text, str(turn.rack), turn.drawn) if turn.player == player else None
        public = turn.text if turn.kind != "exchange" else turn.size
        told.append((turn.player, turn.kind, turn.score, turn.scores, turn.words, public, own))
    return told


def play_some(seed: int, choices: list[int]) -> Game:
    """A game in which each choice is one action."""
    game = Game(LEXICON, ("Ann", "Bob"), rules=small_rules(challenge="single"), seed=seed)
    for choice in choices:
        if game.over:
            break
        rack = game.racks[game.to_move]
        if choice == 0 and game.challengeable is not None:
            game.challenge(invalid=game.challengeable.words[:1])
        elif choice == 1 and game.bag_size and not game.waiting and len(rack):
            game.exchange(str(rack)[:1])
        else:
            move = None if game.waiting else LEXICON.best_move(game.board, rack)
            game.play(move) if move is not None else game.pass_turn()
    return game


@settings(max_examples=12 if COMPILED else 4)
@given(st.lists(st.integers(0, 3), max_size=8))
def test_games_that_look_the_same_give_the_same_view(choices: list[int]) -> None:
    """Of sixty games, those that one player cannot tell apart are one to that player."""
    groups: dict[str, list[Game]] = {}
    for seed in range(60):
        game = play_some(seed, choices)
        for player in range(2):
            groups.setdefault(repr((player, seen_by(game, player))), []).append(game)
    for told, games in groups.items():
        player = int(told[1])
        first = games[0].view(player)
        for game in games[1:]:
            view = game.view(player)
            assert view == first
            assert pickle.dumps(view) == pickle.dumps(first) or pickle.loads(pickle.dumps(view)) == first
            assert choice_of(view) == choice_of(first)
            assert (view.to_cgp(), view.unseen) == (first.to_cgp(), first.unseen)


@settings(max_examples=20 if COMPILED else 5)
@given(st.lists(st.sampled_from(["pass", "undo", "redo", "copy", "other"]), max_size=14), st.integers(0, 9))
def test_views_have_the_turns_that_were_not_taken_back(choices: list[str], seed: int) -> None:
    """Whatever views there were before: those of a game that was undone, done again, copied and played on.

    Its copies, which share what was seen, go on by turns.
    """
    game = play_some(seed, [2, 1])
    others = [game.copy()]
    for choice in choices:
        game.view(seed & 1)
        if choice == "copy":
            others.append(game)
            game = game.copy()
        elif choice == "other":
            others.append(game)
            game = others.pop(0)
        elif choice == "undo":
            with suppress(NothingToUndoError):
                game.undo()
        elif choice == "redo":
            with suppress(NothingToUndoError):
                game.redo()
        elif not game.over:
            game.pass_turn()
        for one, player in product([game, *others], range(2)):
            seen = tuple(turn if turn.player == player else turn.hidden() for turn in one.turns)
            assert one.view(player).turns == seen


def test_some_games_do_look_the_same() -> None:
    """The test above has pairs of games that differ."""
    pairs = 0
    for choices in ([], [1], [2, 1]):
        found: dict[str, Game] = {}
        for seed in range(200):
            game = play_some(seed, choices)
            other = found.setdefault(repr(seen_by(game, 0)), game)
            pairs += other.racks[1] != game.racks[1]
    assert pairs > 10


def choice_of(view: View) -> Any:
    """What a player chooses who knows this view alone."""
    if view.result is not None or view.to_move != view.player or view.waiting:
        return None
    situation = Situation(LEXICON.core, view.board, view.rack, view.bag)
    return Greedy().choose(situation)


def test_a_view_stays_as_it_was() -> None:
    game = Game(LEXICON, rules=small_rules(), seed=2)
    view = game.view(0)
    squares = view.board.grid
    move = LEXICON.best_move(game.board, game.racks[0])
    assert move is not None
    game.play(move)
    assert view.board.grid == squares
    assert view.turns == ()
    assert view == pickle.loads(pickle.dumps(view))
    assert view.board == pickle.loads(pickle.dumps(view)).board
    hidden = game.view(1).turns[0]
    assert (hidden.rack, hidden.drawn, hidden.move) == (None, None, move)
    assert game.view(0).turns[0].rack is not None
    assert view.to_cgp().split()[1] == f"{view.rack}/"
