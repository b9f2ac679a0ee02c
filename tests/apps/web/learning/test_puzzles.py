"""The page of puzzles over HTTP: try by try, what stays hidden until the end, and mistakes of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.study import Card, Deck
from lexkit.apps.web.application import Application
from tests.apps.web.conftest import PATIENT


@pytest.fixture(scope="module")
def made(english: lexkit.Lexicon) -> list[lexkit.Puzzle]:
    return list(lexkit.puzzles(english, 2, seed=3, iterations=32))


class Page:
    """A server with cards of puzzles, and what a page sends to it."""

    def __init__(self, made: Application, http: Any) -> None:
        self.made, self.http = made, http
        self.at: dict[str, Any] = {}

    def post(self, what: str, **fields: Any) -> Any:
        """What a message answers; steps are counted."""
        found = self.http.post(f"/api/puzzles/{what}", json={**self.at, **fields}).json()
        self.at |= {name: found[name] for name in ("code", "step") if name in found}
        return found


@pytest.fixture
def page(tmp_path: Path, made: list[lexkit.Puzzle]) -> Iterator[Page]:
    from starlette.testclient import TestClient

    with Deck(tmp_path / "study.sqlite") as deck:
        deck.add([Card("english", "puzzles", one.to_json()) for one in made])
    application = Application({"English": "english"}, tmp_path, limits=PATIENT)
    with TestClient(application.app, base_url="http://127.0.0.1:8765") as http:
        yield Page(application, http)


NOTE = "leave values of the bundled English list; lexc leaves small.gaddag trains its own"


def test_whose_leave_values_figures_depend_on_is_told(small: str, tmp_path: Path) -> None:
    """With borrowed ones puzzles are made, asked and ended as with own ones."""
    from starlette.testclient import TestClient

    application = Application({"small": small, "English": "english"}, tmp_path, limits=PATIENT)
    with TestClient(application.app, base_url="http://127.0.0.1:8765") as http:
        page = Page(application, http)
        page.post("begin")
        assert page.post("next")["result"]["leaves"] == NOTE
        assert page.post("give-up")["result"]["end"]["plays"][1]["loss"] >= 10
        own = Page(application, http)
        own.post("begin", lexicon="English")
        assert own.post("next")["result"]["leaves"] == ""


def test_a_round_from_begin_to_end(page: Page, made: list[lexkit.Puzzle], tmp_path: Path) -> None:
    first, second = made
    assert page.http.get("/api/puzzles/offers").json()["tags"] == dict(lexkit.Puzzle.TAGS)
    begun = page.post("begin")
    assert begun.keys() == {"code", "step", "answered", "right"}
    asked = page.post("next")
    told = asked["result"]
    assert "".join(sorted(told["view"]["rack"])) == "".join(sorted(first.board.rack))
    assert told["view"]["scores"] == list(first.board.scores)
    assert told["view"]["squares"].count("") == 225 - len(first.board)
    assert told.keys() == {"setting", "view", "leaves", "source", "turn", "player", "played"}, "no best play"
    move = first.board.move(first.best)
    shown = page.post("preview", play=first.best)["preview"]
    assert shown == {"score": move.score, "words": list(move.words)}
    step = page.at["step"]
    assert "not in the lexicon" in page.post("try", play="8H ZZ")["error"]
    assert page.at["step"] == step, "no step was taken"
    wrong = page.post("try", play=first.plays[1].text)["result"]
    assert wrong == {**first.plays[1]._asdict(), "end": None}
    again = page.post("try", play=first.best, step=step)
    assert again["result"] == wrong, "a step is taken once"
    assert page.post("hint")["result"]["tags"] == list(first.tags)
    right = page.post("try", play=first.best)
    end = right["result"]["end"]
    assert (end["right"], end["rating"], end["best"], end["answers"]) == (True, "hard", first.best, [first.best])
    assert [play["text"] for play in end["plays"]] == [play.text for play in first.plays]
    assert end["tags"] == [lexkit.Puzzle.TAGS[tag] for tag in first.tags]
    assert (right["answered"], right["right"]) == (1, 1)
    assert "error" in page.post("try", play=first.best)
    assert page.post("next")["result"]["turn"] == second.turn
    given = page.post("give-up")
    assert (given["result"]["end"]["rating"], given["answered"], given["right"]) == ("again", 2, 1)
    with Deck(tmp_path / "study.sqlite") as deck:
        assert [(card.reviews, card.misses) for card in deck.cards(kind="puzzles")] == [(1, 1), (1, 0)]
    new = page.post("next")["result"]
    assert new["source"].startswith("game ")
    page.at["code"] = "x"
    assert page.post("hint") == {"error": "the server has forgotten this session: begin another", "gone": True}


def test_mistakes_of_a_game_are_for_those_who_may_see_it(page: Page) -> None:
    begun = page.http.post("/api/games", json={"opponent": "novice"}).json()
    assert page.post("begin", game=begun["game"], token=begun["token"])["error"] == "the game is not over"
    game = lexkit.Match(lexkit.open("english"), "novice", "novice", seed=1).game(0)
    kept = page.http.post("/api/records?lexicon=English", content=game.to_gcg().encode()).json()
    page.post("begin", game=kept["game"])
    told = page.post("next")["result"]
    turn = game.turns[told["turn"] - 1]
    assert (told["played"], told["player"]) == (turn.text, game.players[turn.player])


def test_what_is_not_found_in_time_may_be_tried_again(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    page.post("begin", tag="exchange")
    for _ in range(2):
        page.post("next")
        page.post("give-up")
    monkeypatch.setattr(page.made.puzzles, "_limits", replace(page.made.limits, puzzle=1e-9))
    for _ in range(2):
        assert "was found in time" in page.post("next")["error"]
