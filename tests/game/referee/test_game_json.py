"""Games as JSON: there and back, and whatever else a file may say."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Game, Layout, Rules
from lexkit.errors import GameRecordError
from tests.game.referee.making import small_lexicon, small_rules
from tests.running import each

LEXICON = small_lexicon()


def some_game() -> Game:
    """A game with every kind of action."""
    game = Game(LEXICON, ("Ann", "Bob", "Cy"), rules=small_rules(challenge="5pt"), seed="x", first=1)
    for _ in range(2):
        move = LEXICON.best_move(game.board, game.racks[game.to_move])
        assert move is not None
        game.play(move)
    game.challenge()
    game.exchange(str(game.racks[game.to_move])[:2])
    game.pass_turn()
    game.resign(player=0)
    return game


def test_a_game_is_written_again_without_a_look_at_shipped_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table writes its game after each turn."""
    game = Game(None, rules=Rules(challenge="double"))
    text = game.to_json()

    def refuse(*_: object) -> list[str]:
        raise AssertionError("a folder was listed")

    monkeypatch.setattr("os.listdir", refuse)
    assert game.to_json() == text


def test_there_and_back() -> None:
    game = some_game()
    text = game.to_json()
    again = Game.from_json(text, LEXICON)
    assert again.to_json() == text
    assert again.turns == game.turns
    assert (again.racks, again.bag.tiles, again.players) == (game.racks, game.bag.tiles, game.players)
    assert Game.from_json(text.encode()).to_json() == text  # no lexicon is needed
    assert json.loads(text)["rules"]["alphabet"]["name"] == "abc"


def test_shipped_alphabets_and_layouts_are_named() -> None:
    facts = json.loads(Game(None, rules=Rules.from_alphabet("spanish"), seed=1).to_json())
    assert facts["rules"]["alphabet"] == "spanish"
    assert facts["rules"]["layout"] == "standard"
    assert facts["rules"]["zero_turns"] == 12
    mine = Rules(Layout("mine", ["..-..", ".....", "-...-", ".....", "..-.."]), "english")
    assert Game.from_json(Game(None, rules=mine, seed=1).to_json()).rules == mine


CHANGES: list[tuple[list[Any], Any]] = [
    (["format"], "other"),
    (["version"], 2),
    (["players"], ["A"]),
    (["players"], "AB"),
    (["players"], [1, 2, 3]),
    (["first"], 9),
    (["first"], True),
    (["seed"], None),
    (["seed"], [1]),
    (["dealt"], 1),
    (["rules"], []),
    (["rules", "alphabet"], "klingon"),
    (["rules", "alphabet"], 7),
    (["rules", "alphabet", "tiles"], [{"label": 5}]),
    (["rules", "layout"], "/etc/passwd"),
    (["rules", "layout"], {"name": "x", "rows": ["q"], "start": "1A"}),
    (["rules", "zero_turns"], -1),
    (["rules", "surprise"], 1),
    (["rules", "rack_size"], 10**9),
    (["turns"], {}),
    (["turns", 0], 5),
    (["turns", 0, "kind"], "win"),
    (["turns", 0, "text"], "8H ZZZ"),
    (["turns", 0, "text"], "8H " + "A" * 100_000),
    (["turns", 2, "invalid"], ["AAAA"]),
    (["turns", 2, "words"], [[]]),
    (["turns", 3, "text"], "9999999999"),
    (["turns", 5, "player"], -1),
    (["scores"], [0, 0, 0]),
    (["scores"], "many"),
    (["clock"], {"seconds": -1, "increment": 0, "at": 0}),
    (["clock"], {"seconds": 1, "increment": 0, "at": 0}),
]


@each(("path", "value"), CHANGES)
def test_what_is_not_a_game(path: list[Any], value: Any) -> None:
    facts = json.loads(some_game().to_json())
    place = facts
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(GameRecordError) as caught:
        Game.from_json(json.dumps(facts), LEXICON)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000


@each("text", ["", "[]", "null", "{", "[" * 100_000, b"\xff\xfe", "{}" * 9, '{"a": 1e999}', "9" * 9999])
def test_what_is_not_json(text: str | bytes) -> None:
    with pytest.raises(GameRecordError):
        Game.from_json(text)


@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=4), st.booleans())
def test_damaged_texts(at: int, put: bytes, cut: bool) -> None:
    text = some_game().to_json().encode()
    at %= len(text)
    damaged = text[:at] + put + (b"" if cut else text[at + len(put) :])
    try:
        game = Game.from_json(damaged, LEXICON)
    except GameRecordError:
        return
    assert Game.from_json(game.to_json(), LEXICON).to_json() == game.to_json()
