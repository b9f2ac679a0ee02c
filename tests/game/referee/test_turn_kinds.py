"""The registry of kinds of turns: every record of a game has each of them, and reads it again."""

import json

import pytest

from lexkit import Clock, Game, Rules, ScoreSheet
from lexkit.runtime.game.gcg.read import EVENTS, GcgReader
from lexkit.runtime.game.gcg.text import is_own
from lexkit.runtime.game.referee import turn
from lexkit.runtime.game.referee.turn_kinds import (
    EVENTS_USING_TURN,
    KIND_OF_NOTE,
    KIND_OF_WORD,
    KINDS,
    USING_TURN,
    TurnKind,
    form_of,
)
from tests.running import each


def with_each_kind() -> dict[str, Game]:
    """By kind, a game that is not dealt and whose last turn is of this kind."""
    games = {}
    for kind in TurnKind:
        game = Game(None, ("Ann", "Bob", "Cy"), rules=Rules(challenge="5pt"), seed=0, dealt=False)
        game.set_rack(0, "QUIZAEI")
        game.play("8G QUIZ")
        games[kind.value] = game
    games["exchange"].exchange("AEI")
    games["pass"].pass_turn()
    games["challenge"].challenge(invalid=["QUIZ"])
    games["resignation"].resign(player=2)
    games["time"].flag()
    games["fine"].fine(1, 10)
    games["accept"] = accepted()
    return games


def accepted() -> Game:
    """A game on few tiles that ends with a play that the other player leaves as it is."""
    from lexkit import Alphabet, Tile

    alphabet = Alphabet("two", [Tile("A", "a", points=1, count=3), Tile("B", "b", points=4, count=1)])
    rules = Rules(alphabet=alphabet, rack_size=2, challenge="single")
    game = Game(None, ("Ann", "Bob"), rules=rules, seed=0, dealt=False)
    game.play("8G AA")
    game.pass_turn()
    return game


GAMES = with_each_kind()


@each("kind", [kind.value for kind in TurnKind])
def test_each_kind_is_written_and_read_again(kind: str) -> None:
    game = GAMES[kind]
    assert game.turns[-1].kind == kind
    assert type(game.turns[-1].kind) is str
    assert json.loads(game.to_json())["turns"][-1]["kind"] == kind
    given = {"alphabet": game.rules.alphabet}
    read = [
        Game.from_json(game.to_json()),
        Game.from_gcg(game.to_gcg(), **given),
        Game.from_cgh(game.to_cgh(), **given),
        ScoreSheet.from_game(game).game,
    ]
    for one in read:
        assert [(turn.kind, turn.player, turn.text) for turn in one.turns] == [
            (turn.kind, turn.player, turn.text) for turn in game.turns
        ]
        assert one.scores == game.scores


def test_constants_are_the_values() -> None:
    for kind in TurnKind:
        assert getattr(turn, kind.name) == kind.value
        assert KINDS[kind.value] is kind
        assert form_of(GAMES[kind.value].turns[-1]) is kind.form


def test_forms() -> None:
    assert {"placement", "exchange", "pass"} == USING_TURN
    assert {"play", "exchange", "pass"} == EVENTS_USING_TURN
    for event in EVENTS:
        assert hasattr(GcgReader, f"_do_{event}")
    for note, kind in KIND_OF_NOTE.items():
        assert is_own(f"{note} Ann")
        assert not kind.form.events
    for kind in TurnKind:
        assert set(kind.form.values(GAMES[kind.value].turns[-1])) == set(kind.form.fields)
        line = kind.form.action(GAMES[kind.value].turns[-1])
        assert (line.split()[0] in KIND_OF_WORD) == bool(kind.form.words)


def test_an_unknown_kind_is_refused() -> None:
    from lexkit.errors import GameRecordError

    facts = json.loads(GAMES["pass"].to_json())
    facts["turns"][-1]["kind"] = "dance"
    with pytest.raises(GameRecordError, match="not a kind of turn"):
        Game.from_json(json.dumps(facts))


def test_a_clock_adds_its_increment_for_turns_that_are_used_up() -> None:
    game = Game(None, ("Ann", "Bob"), rules=Rules(challenge="single"), seed=0, clock=Clock(100, 5, None), at=0.0)
    game.pass_turn(at=1.0)
    game.resign(player=1, at=2.0)
    assert game.clock is not None
    assert game.clock.left == (104.0, 99.0)
