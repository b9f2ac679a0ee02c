"""Random actions, challenges, undo and redo among them: no tile is lost, and nothing is half done."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Game, Rules
from lexkit.errors import LexkitError, NothingToUndoError
from lexkit.runtime.game.rules import CHALLENGES
from tests.game.referee.making import all_tiles, small_lexicon, small_rules, tiles_of

LEXICON = small_lexicon()
KINDS = ["best", "phoney", "exchange", "pass", "challenge", "resign", "undo", "redo"]
ACTIONS = st.tuples(st.sampled_from(KINDS), st.integers(0, 99))
CHANGES: list[dict[str, Any]] = [
    {},
    {"pass_turns": 4, "zero_turns": 0},
    {"exchange_limit": 1, "out_bonus": "each", "exchanges_count": False},
    {"empty_board_ends": False, "withdrawn_is_pass": True, "pass_turns": 3},
]


def facts(game: Game) -> tuple[Any, ...]:
    """All that there is to know of a game."""
    views = [game.view(player) for player in range(len(game.players))]
    return (game.board.grid, game.racks, game.bag.tiles, game.turns, game.scores, game.result, views, game.to_cgp())


def act(game: Game, action: str, number: int) -> None:
    """Do something, which may be illegal."""
    rack = game.racks[game.to_move]
    if action == "best":
        moves = LEXICON.moves(game.board, rack)
        if len(moves):
            game.play(moves[number % len(moves)])
    elif action == "phoney":
        labels = [label if label != "?" else "c" for label in rack]
        game.play(f"{8 - number % 2}{'GHI'[number % 3]} {''.join(labels)}")
    elif action == "exchange":
        game.exchange("".join(list(rack)[: number % 4]))
    elif action == "pass":
        game.pass_turn()
    elif action == "challenge":
        move = game.challengeable
        game.challenge(move.words[:1] if move is not None and number % 3 == 0 else None)
    elif action == "resign":
        if number % 9 == 0:
            game.resign(player=number % len(game.players))
    elif action == "undo":
        game.undo()
    else:
        game.redo()


@given(
    st.integers(0, 10**6),
    st.sampled_from(CHALLENGES),
    st.integers(2, 4),
    st.sampled_from(CHANGES),
    st.lists(ACTIONS, max_size=60),
)
def test_no_tile_is_lost(seed: int, challenge: str, players: int, changes: dict[str, Any], actions: list[Any]) -> None:
    rules = small_rules(challenge=challenge, **changes)
    game = Game(LEXICON, [f"P{number}" for number in range(players)], rules=rules, seed=seed, first=seed % players)
    check_actions(game, rules, actions)


def check_actions(game: Game, rules: Rules, actions: list[Any]) -> None:
    """Do the actions and check the game after each."""
    past = [facts(game)]
    ahead: list[Any] = []
    for action, number in actions:
        before, turns = facts(game), len(game.turns)
        try:
            act(game, action, number)
        except LexkitError:
            assert facts(game) == before
            continue
        assert tiles_of(game) == all_tiles(rules)
        if action == "undo":
            ahead.append(past.pop())
        elif action == "redo":
            past.append(ahead.pop())
        elif len(game.turns) > turns:
            past.append(facts(game))
            ahead = []
        assert facts(game) == past[-1]
    assert facts(Game.from_json(game.to_json(), LEXICON)) == facts(game)
    end = facts(game)
    for _ in end[3]:
        game.undo()
    assert facts(game) == past[0]
    with pytest.raises(NothingToUndoError):
        game.undo()
    for _ in end[3]:
        game.redo()
    assert facts(game) == end


@pytest.mark.parametrize("challenge", CHALLENGES)
def test_whole_games_end(challenge: str) -> None:
    """Each player plays the best move, or exchanges, or passes, and every third play is challenged."""
    rules = small_rules(challenge=challenge)
    reasons = set()
    for seed in range(12):
        game = Game(LEXICON, rules=rules, seed=seed)
        number = 0
        while not game.over:
            number += 1
            move = LEXICON.best_move(game.board, game.racks[game.to_move]) if not game.waiting else None
            if game.challengeable is not None and number % 3 == 0:
                game.challenge()
            elif game.waiting:
                game.pass_turn()
            elif move is not None:
                game.play(move)
            elif game.bag_size:
                game.exchange(str(game.racks[game.to_move])[:1])
            else:
                game.pass_turn()
            assert tiles_of(game) == all_tiles(rules)
        assert game.result is not None
        reasons.add(game.result.reason)
        points = sum(turn.score for turn in game.turns if not turn.success)
        assert sum(game.scores) == sum(game.result.ending) + points
    assert reasons & {"out", "zeros", "challenge"}
