"""Games in CGH: written and read again they are the same, and whatever a record says, it is a game or a typed error."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Game, Rules
from lexkit.errors import GameRecordError, LexkitError, StorageError, show_value
from tests.running import each

GCG = Path(__file__).parent.parent.parent / "golden" / "gcg"
#: A record as another program could write it: a bonus, a challenge that costs a turn, an exchange of unknown tiles.
OWN = {
    "events": [
        {
            "nickname": "ann",
            "rack": "AEHMNN?",
            "totalScore": 80,
            "tilePlayEvent": {"coordinates": "8D", "play": "HANgMEN", "score": 80},
        },
        {"nickname": "bob", "challengeEvent": {"wordsChallenged": ["HANGMEN"], "playValid": True}},
        {"nickname": "ann", "totalScore": 80, "exchangeEvent": {"numExchanged": 3}, "comment": "Why <not>?"},
        {
            "nickname": "bob",
            "rack": "EIRRUUZ",
            "totalScore": 64,
            "tilePlayEvent": {"coordinates": "E8", "play": "AZURE", "score": 64},
        },
        {"nickname": "ann", "totalScore": 80, "passEvent": {}},
    ],
    "players": [{"nickname": "ann", "realName": "Ann Archer"}, {"nickname": "bob"}],
    "lexicon": "NWL20",
    "letterDistribution": "english",
    "challengeRule": "DOUBLE",
    "numberOfZeroptTurnsToEndGame": 6,
    "lastKnownRacks": ["", "IRU"],
}


def own() -> dict[str, Any]:
    copied = json.loads(json.dumps(OWN))
    copied["events"][3]["tilePlayEvent"]["score"] = copied["events"][3]["totalScore"] = score_of_azure()
    return copied


def score_of_azure() -> int:
    board = lexkit.Board()
    board.play("8D HANgMEN")
    return board.move("E8 AZURE").score


def read(facts: dict[str, Any]) -> lexkit.Game:
    return lexkit.Game.from_cgh(json.dumps(facts))


def told(game: lexkit.Game) -> list[tuple[Any, ...]]:
    """What CGH says of the turns of a game, and of its end."""
    kinds = ("placement", "exchange", "pass", "challenge", "fine")
    turns = [
        ((turn.player - game.first) % len(game.players), turn.kind, turn.text, turn.score, str(turn.rack or ""))
        for turn in game.turns
        if turn.kind in kinds
    ]
    # Racks are known as far as it was said; a challenge and a fine say nothing of the rack.
    return [turn if turn[1] in kinds[:3] else turn[:4] for turn in turns]


def test_a_record_of_another_program() -> None:
    game = read(own())
    assert game.players == ("Ann Archer", "bob")
    assert [turn.kind for turn in game.turns] == ["placement", "challenge", "exchange", "placement", "pass"]
    assert game.turns[1].success is False
    assert game.scores == (80, score_of_azure())
    assert game.rules.challenge == "double"
    assert str(game.racks[1]) == "IRU"
    assert game.to_move == 1


@each("path", sorted(GCG.glob("*.gcg")))
def test_games_are_the_same_again(path: Path) -> None:
    try:
        game = lexkit.read_gcg(path)
    except LexkitError:
        return
    again = lexkit.Game.from_cgh(game.to_cgh())
    assert again.scores == tuple(game.scores[game.first :] + game.scores[: game.first])
    assert told(again) == told(game)
    assert lexkit.Game.from_cgh(again.to_cgh()).to_cgh() == again.to_cgh()


@each("rules", ["double", "5pt", "5pt/word", "10pt", "triple"])
def test_challenges_of_every_rule(rules: str, english: lexkit.Lexicon) -> None:
    game = lexkit.Game(english, rules=lexkit.Rules(challenge=rules), seed=5)
    for _ in range(4):
        best = english.best_move(game.board, game.racks[game.to_move])
        assert best is not None
        game.play(best)
        if not game.over:
            game.challenge()
        if game.over:
            break
    again = lexkit.Game.from_cgh(game.to_cgh())
    assert [turn.kind for turn in again.turns] == [turn.kind for turn in game.turns]
    assert again.scores == game.scores


def test_whole_games_with_ends(english: lexkit.Lexicon) -> None:
    for rules in (lexkit.Rules(challenge="single"), lexkit.Rules(challenge="single", out_bonus="each")):
        for game in lexkit.Match(english, "greedy", "greedy", seed=8, rules=rules).play(3):
            again = lexkit.Game.from_cgh(game.to_cgh())
            assert again.over
            assert (again.players, again.scores, again.ending) == (game.players, game.scores, game.ending)


def test_times_are_written() -> None:
    game = lexkit.Game(None, seed=1, clock=lexkit.Clock(60, 5, None), at=0)
    game.pass_turn(at=10)
    game.pass_turn(at=12)
    game.pass_turn(at=20)
    facts = json.loads(game.to_cgh())
    assert (facts["startingTime"], facts["timeIncrements"]) == ([60, 60], [5, 5])
    assert [event["timeRemaining"] for event in facts["events"]] == [50, 58, 47]
    assert len(lexkit.Game.from_cgh(game.to_cgh()).turns) == 3


def changed(path: tuple[Any, ...], value: object) -> dict[str, Any]:
    facts = own()
    inside: Any = facts
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return facts


@each(
    ("path", "value", "expected"),
    [
        (("events", 0, "totalScore"), 81, "event 1, total_score: another total"),
        (("events", 0, "tilePlayEvent", "score"), 81, "event 1, score: another score"),
        (("events", 0, "tilePlayEvent", "scoredAs"), 90, "agreed on"),
        (("events", 0, "tilePlayEvent", "coordinates"), "Z99", "event 1"),
        (("events", 0, "rack"), "ZZZ", "event 1"),
        (("events", 0, "nickname"), "eve", "event 1, nickname: not a player"),
        (("events", 2, "nickname"), "bob", "event 3, nickname: not this player's turn"),
        (("events", 2, "exchangeEvent"), {"exchangedRack": "QQ"}, "event 3"),
        (("events", 1, "challengeEvent", "wordsChallenged"), ["OTHER"], "event 2"),
        (("events", 1, "challengeEvent", "scoreBonus"), 5, "another bonus"),
        (("events", 4), {"nickname": "ann", "overdrawEvent": {"rackThrownIn": "A"}}, "event 5, kind"),
        (("events", 4), {"nickname": "ann", "gameEndEvent": {"endgameRackBonus": 6}}, "the game is not over"),
        (("events", 4), {"nickname": "ann", "passEvent": {}, "exchangeEvent": {}}, "event 5, kind"),
        (("events",), 7, "events"),
        (("players",), [{"nickname": "ann"}], "record"),
        (("players",), [{"nickname": "ann"}, {"nickname": "ann"}], "nicknames"),
        (("challengeRule",), "HALF", "challenge_rule"),
        (("letterDistribution",), "klingon", "record"),
        (("boardLayout",), "round", "record"),
        (("variant",), "duplicate", "variant"),
        (("startingCgp",), "15/15 / 0/0 0", "starting_cgp"),
        (("lastKnownRacks",), ["", "", ""], "more racks"),
        (("lastKnownRacks",), ["", "QQQ"], "last_known_racks"),
        (("numberOfZeroptTurnsToEndGame",), -3, "record"),
    ],
)
def test_what_a_record_cannot_say(path: tuple[Any, ...], value: object, expected: str) -> None:
    with pytest.raises(GameRecordError, match=expected):
        read(changed(path, value))


def test_names_in_snake_case_and_numbers_of_choices_are_read() -> None:
    facts = own()
    facts["challenge_rule"] = 1
    del facts["challengeRule"]
    facts["events"][0]["tile_play_event"] = facts["events"][0].pop("tilePlayEvent")
    assert read(facts).scores == read(own()).scores


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a record."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [one for key, inner in inside for one in [(*path, key), *places(inner, (*path, key))]]


@given(st.sampled_from(places(OWN)), JSON)
def test_any_other_value_is_a_game_or_a_typed_error(path: tuple[Any, ...], value: object) -> None:
    try:
        game = read(changed(path, value))
    except GameRecordError:
        return
    assert sum(len(rack) for rack in game.racks) + game.bag_size <= 100


@given(st.text() | st.binary())
def test_any_other_text_is_a_typed_error(text: str | bytes) -> None:
    with pytest.raises(GameRecordError):
        lexkit.Game.from_cgh(text)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(StorageError, match=r"game\.json"):
        lexkit.read_cgh(path)
    path.write_text("{}", "utf-8")
    with pytest.raises(GameRecordError, match=r"game\.json"):
        lexkit.read_cgh(path)
    path.write_text(json.dumps(own()), "utf-8")
    assert (
        lexkit.read_cgh(str(path), rules=lexkit.Rules(challenge="double", bingo=50, zero_turns=9)).rules.zero_turns == 9
    )


def test_lists_within_lists_and_what_is_no_text() -> None:
    """Deep enough for JSON, too deep to show."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert show_value(deep) == "a list"
    for wrong in (None, 3, ["{}"]):
        with pytest.raises(GameRecordError, match="not a text"):
            lexkit.Game.from_cgh(wrong)  # type: ignore[arg-type]
        with pytest.raises(GameRecordError, match="not a text"):
            lexkit.Game.from_json(wrong)  # type: ignore[arg-type]


def test_a_rack_that_was_corrected_after_the_end() -> None:
    """Found: racks were compared one by one, and one of them was unknown again between two."""
    game = Game(None, ("A", "B", "C"), rules=Rules(pass_turns=2, zero_turns=0), dealt=False)
    game.play("8H QI")
    game.set_rack(1, "AEI")
    game.pass_turn()
    game.pass_turn()
    game.fine(2, 10)
    game.set_rack(1, "EE")
    again = Game.from_cgh(game.to_cgh())
    assert (again.scores, again.racks) == (game.scores, game.racks)
    facts = json.loads(game.to_cgh())
    assert facts["lastKnownRacks"] == ["", "EE", ""]
    facts["lastKnownRacks"][1] = "EEE"
    with pytest.raises(GameRecordError, match="racks that lead to other scores"):
        Game.from_cgh(json.dumps(facts))
