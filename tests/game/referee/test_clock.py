"""Clocks: increments, overtime by started periods, time limits, and times that cannot be."""

import pytest

from lexkit import Clock, Game
from lexkit.errors import ClockError
from tests.game.referee.making import small_lexicon, small_rules
from tests.running import each

LEXICON = small_lexicon()


def timed(seconds: float = 60, increment: float = 0, **changes: object) -> Game:
    """A game whose caller gives the time."""
    rules = small_rules(challenge="single", **changes)
    return Game(LEXICON, rules=rules, seed=1, clock=Clock(seconds, increment, now=None), at=100)


def test_the_player_to_move_spends_time() -> None:
    game = timed(increment=2)
    assert game.clock is not None
    assert game.clock.left == (60, 60)
    turn = game.pass_turn(at=110)
    assert turn.time == 10
    assert game.clock.left == (52, 60)
    assert (game.time_left(1, at=115), game.time_left(0, at=115)) == (55, 52)
    game.exchange(str(game.racks[1])[:1], at=110)
    assert game.clock.left == (52, 62)


def test_a_challenge_takes_the_challengers_time() -> None:
    game = timed(increment=2)
    move = LEXICON.best_move(game.board, game.racks[0])
    assert move is not None
    game.play(move, at=101)
    game.challenge(at=104)
    assert game.clock is not None
    assert game.clock.left == (61, 57)
    game.pass_turn(at=105)
    assert game.clock.left == (61, 58)


@each(("over", "penalty"), [(0, 0), (0.001, 10), (60, 10), (60.001, 20), (120, 20)])
def test_overtime_is_fined_by_started_minutes(over: float, penalty: int) -> None:
    game = timed(zero_turns=1)
    game.pass_turn(at=160 + over)
    assert game.result is not None
    assert game.result.overtime == (-penalty, 0)
    assert game.scores[0] == game.ending[0] - penalty


def test_time_that_is_up() -> None:
    game = timed(overtime_limit=30)
    assert game.flag(at=190) is False
    assert game.turns == ()
    before = game.to_json()
    with pytest.raises(ClockError, match=r"time is up.*game.flag"):
        game.pass_turn(at=190.5)
    assert game.to_json() == before
    assert game.flag(at=190.5) is True
    assert game.result is not None
    assert (game.result.reason, game.winner, game.result.overtime) == ("time", 1, (-10, 0))
    assert Game.from_json(game.to_json(), LEXICON).to_json() == game.to_json()


@each("at", [99, float("nan"), float("inf"), -1e300, None])
def test_times_that_cannot_be(at: float | None) -> None:
    game = timed()
    before = game.to_json()
    with pytest.raises(ClockError):
        game.pass_turn(at=at)
    with pytest.raises(ClockError):
        game.flag(at=at)
    assert game.to_json() == before


def test_what_is_no_clock() -> None:
    with pytest.raises(ClockError):
        Clock(-1)
    with pytest.raises(ClockError):
        Clock(1, float("nan"))
    with pytest.raises(TypeError):
        Clock("1")  # type: ignore[arg-type]
    game = Game(LEXICON, rules=small_rules(), seed=1)
    assert game.clock is None
    with pytest.raises(ClockError, match="has no clock"):
        game.pass_turn(at=1)
    with pytest.raises(ClockError, match="has no clock"):
        game.flag()


def test_a_clock_of_ones_own() -> None:
    now = iter([0.0, 5.0, 7.0, 9.0, 10.0])
    game = Game(LEXICON, rules=small_rules(), seed=1, clock=Clock(60, now=lambda: next(now)))
    game.pass_turn()
    game.pass_turn()
    assert game.clock is not None
    assert game.clock.left == (55, 58)
    game.undo()  # the clock of the second player runs on from now
    assert game.clock.left == (55, 60)
    game.pass_turn()
    assert game.clock.left == (55, 59)


def test_undo_and_redo_with_given_times() -> None:
    game = timed()
    game.pass_turn(at=105)
    game.pass_turn(at=107)
    game.undo(at=120)
    game.redo(at=130)
    assert game.clock is not None
    assert (game.clock.left, game.clock.at) == ((55, 58), 130)
    with pytest.raises(ClockError, match="backwards"):
        game.undo(at=129)
    game.undo()
    assert game.clock.at == 130
    game.pass_turn(at=131)
    assert Game.from_json(game.to_json(), LEXICON).clock.left == game.clock.left  # type: ignore[union-attr]


def test_times_are_kept_to_the_microsecond() -> None:
    """Found: what a turn took had the noise of a subtraction, and was another number in a game read from JSON."""
    game = Game(small_lexicon(), rules=small_rules(), seed=1, clock=Clock(60, 0.3, None), at=1e6)
    for step in range(1, 5):
        game.pass_turn(at=1e6 + step * 0.3)
    game.undo(at=1e6 + 1.7)
    game.exchange(str(game.racks[game.to_move])[:1], at=1e6 + 2.1)
    assert [turn.time for turn in game.turns] == [0.3, 0.3, 0.3, 0.4]
    assert Game.from_json(game.to_json(), game.lexicon) == game
