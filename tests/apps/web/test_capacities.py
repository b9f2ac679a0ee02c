"""A full server: what was unused for longest gives way, never what is in use or was lately."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from lexkit.apps.study import Card, Deck
from lexkit.apps.web.application import Application
from lexkit.apps.web.limits import Limits

from .conftest import Server


def test_cards_that_were_unused_for_longest_give_way(small: str, tmp_path: Path) -> None:
    """Never those of somebody who was here lately, or is here; and one address fills no server."""
    from starlette.testclient import TestClient

    network = "http://192.168.1.5:8765"
    limits = replace(Limits(), learners=3, learner_burst=4, quizzes_of_learner=1, quizzes=2)
    made = Application({"small": small}, tmp_path, network=True, limits=limits)
    learners = made.study._learners
    with TestClient(made.app, base_url=network) as http:

        def study(learner: int, http: TestClient = http) -> int:
            """Begin, and answer: the status of the last."""
            asked = {"learner": f"{learner:032x}", "query": "length:4"}
            answer = http.post("/api/study/begin", json=asked)
            if answer.status_code == 200:
                asked = {"quiz": answer.json()["quiz"], "step": 0, "answer": ""}
                answer = http.post("/api/study/answer", json=asked)
            return answer.status_code

        def path(learner: int) -> Path:
            return learners._path(learners.name(f"{learner:032x}"))

        def leave(learner: int, days: float) -> None:
            then = time.time() - days * 86_400
            os.utime(path(learner), (then, then))

        assert [study(learner) for learner in range(4)] == [200, 200, 200, 409]
        leave(1, 29)
        assert study(4) == 409
        leave(0, 40)
        # Quizzes of the last two are open: that is use, whatever their files say.
        leave(2, 60)
        assert study(4) == 200
        assert [path(learner).exists() for learner in (0, 1, 2, 4)] == [False, True, True, True]
        assert not list(tmp_path.rglob(f"{path(0).name}-*"))
        # Five would be new at this address; another address has its own four.
        leave(1, 50)
        assert study(5) == 409
        assert study(6, TestClient(made.app, base_url=network, client=("10.0.0.1", 5))) == 200
        assert not path(1).exists()


def test_answers_that_are_remembered_are_bounded(tmp_path: Path) -> None:
    with Deck(tmp_path / "deck.sqlite", reviews=5) as deck:
        for number in range(20):
            deck.grade(Card("small", "check", str(number)), 3, 1e9 + number)
        assert deck.reviewed(0.0) == {"check": (5, 5)}
        assert len(list(deck.cards())) == 20


def test_the_game_that_was_unused_for_longest_gives_way(serve: Callable[..., Server]) -> None:
    """A full server: never a game that somebody looks at, or that was played or looked at lately."""
    limits = replace(Limits(), games=3)
    server = serve(limits)
    games = [server.begin("friend") for _ in range(3)]
    database = server.made.tables._database

    def leave(number: int, days: float) -> None:
        with database.transaction() as connection:
            then = time.time() - days * 86_400
            connection.execute("UPDATE tables SET changed = ? WHERE name = ?", (then, games[number]["game"]))

    def begun() -> int:
        return int(server.http.post("/api/games", json={"opponent": "greedy"}).status_code)

    assert begun() == 409
    leave(0, 6)
    assert begun() == 409
    for number, days in enumerate((30, 20, 10)):
        leave(number, days)
    player = server.sit(games[0])
    # One comes back, looks, and goes: that is use.
    server.sit(games[1]).socket.close()
    while len(server.made.rooms._rooms) > 1:
        time.sleep(0.001)
    assert begun() == 200
    assert begun() == 409
    assert "used" in server.http.post("/api/join", json={"invitation": games[2]["invitation"]}).json()["error"]
    assert player.ask("cgp")["cgp"]
    assert server.sit(games[1]).ask("cgp")["cgp"]
    rows = server.made.invitations._database.rows("SELECT name FROM invitations")
    assert {str(name) for (name,) in rows} == {games[0]["game"], games[1]["game"]}
    # What a link leaves behind: nothing.
    server.join(games[0])
    assert len(server.made.invitations._database.rows("SELECT name FROM invitations")) == 1
    assert server.made.games._count == 3
