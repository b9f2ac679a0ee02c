"""Duplicate games on the server: alone, with friends by a link, the clock of a turn, and what no message reveals."""

import json
import threading
import time
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from lexkit.apps.table.duplicate_table import MOST_PLAYERS
from tests.apps.table.test_duplicate_table import plays

from .conftest import Player, Server
from .test_hostile import WRONG


def begin(server: Server, **fields: Any) -> dict[str, Any]:
    answer = server.http.post("/api/duplicates", json=fields)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def table(server: Server, begun: dict[str, Any]) -> Any:
    return server.made.tables.open_any(begun["game"])


def friends(server: Server, *names: str, **fields: Any) -> tuple[dict[str, Any], list[Player]]:
    """A game that has begun, and its players."""
    begun = begin(server, friends="yes", name=names[0], **fields)
    players = [server.sit(begun), *[server.sit(server.join(begun, name)) for name in names[1:]]]
    assert players[0].ask("begin")["done"]
    return begun, [player for player in players if player.wait(lambda view: bool(view["rack"]))]


def test_alone_against_the_maximum(server: Server) -> None:
    begun = begin(server, name="Ann", kind="joker", layout="super")
    assert begun["invitation"] is None
    ann = server.sit(begun)
    assert (ann.setting["duplicate"], ann.setting["seconds"], ann.setting["rows"]) == ("joker", None, 21)
    best = plays(table(server, begun))[0]
    preview = ann.ask("preview", play=best)["preview"]
    assert ann.ask("submit", play=best, turn=1)["done"]
    view = ann.wait(lambda view: view["turns"] == 1)
    (turn,) = view["history"]
    assert (turn["best"]["text"], view["scores"], view["maximum"]) == (best, [preview["score"]], preview["score"])
    assert all(view["squares"][square] for square in turn["best"]["squares"])
    assert "error" in ann.ask("submit", play="", turn=1), "that turn has ended"
    assert ann.ask("look", turn=0)["past"]["rack"] == turn["rack"]
    (listed,) = server.http.post("/api/standings", json={"games": begun["game"]}).json().values()
    assert (listed["scores"], listed["maximum"], listed["turns"]) == ([preview["score"]], preview["score"], 1)


def test_friends_come_by_one_link(server: Server) -> None:
    begun, (ann, bob, cid) = friends(server, "Ann", "Bob", "bob")
    assert ann.view["names"] == ["Ann", "Bob", "bob 2"]
    assert ann.view["rack"] == bob.view["rack"] == cid.view["rack"]
    assert [player.view["may"]["close"] for player in (ann, bob, cid)] == [True, False, False]
    for player, at in ((bob, 1), (ann, 0)):
        assert player.ask("submit", play=plays(table(server, begun))[at], turn=1)["done"]
    assert cid.wait(lambda view: view["handed"] == [True, True, False])["turns"] == 0
    assert "error" in bob.ask("close_turn", turn=1), "only who made the game"
    assert ann.ask("close_turn", turn=1)["done"]
    for player in (ann, bob, cid):
        view = player.wait(lambda view: view["turns"] == 1)
        assert view["scores"] == [view["maximum"], view["history"][0]["plays"][1]["score"], 0]
    for number in range(3, MOST_PLAYERS):
        assert "token" in server.join(begun, f"P{number}")
    assert "all seats" in server.join(begun, "one more")["error"]
    assert "error" in server.join({"invitation": "x"}, "Dan")


def test_a_name_that_is_none(server: Server) -> None:
    begun = begin(server, friends="yes")
    assert "name" in server.join(begun, "a\u0300\u0300\u0300\u0300\u0300\u0300\u0300\u0300")["error"]
    assert server.sit(server.join(begun)).view["names"] == ["Player 1", "Player"]


def test_no_message_reveals_a_play_before_the_turn_ends(serve: Callable[..., Server], tmp_path: Any) -> None:
    """Whatever Bob hands in, each byte that Ann and a spectator get is the same until then."""
    heard = []
    for at in (0, 1, 2):
        server = serve(folder=tmp_path / str(at))
        begun = begin(server, friends="yes", name="Ann")
        made = table(server, begun)
        made._standing = made._standing._replace(game=_dealt(made))
        ann, bob, anyone = server.sit(begun), server.sit(server.join(begun, "Bob")), server.sit(begun, "")
        ann.ask("begin")
        options = plays(made)
        bob.ask("submit", play=options[2 - at], turn=1)
        bob.ask("submit", play=options[at], turn=1)
        said = []
        for player in (ann, anyone):
            player.wait(lambda view: view["handed"] == [False, True])
            said += [player.ask("look", turn=0), player.ask("preview", play=options[0])]
            said.append(player.ask("submit", play="1A ZZZ", turn=1))
        told = json.dumps([said, ann.bytes, anyone.bytes])
        for secret in (begun["game"], begun["token"], made.seats[1].token):
            assert (secret in told) == (secret == begun["game"]), "a name of the game, and no token"
            told = told.replace(secret, "")
        heard.append(told)
        assert bob.view["own"]["text"] == options[at]
    assert heard[0] == heard[1] == heard[2]


def _dealt(made: Any) -> Any:
    """The same game with a seed of its own."""
    import lexkit

    game = made._standing.game
    return lexkit.Duplicate(made.lexicon, game.players, rules=game.rules, seed="not to be seen", at=0.0)


def test_the_clock_ends_a_turn_for_all(server: Server) -> None:
    begun, (ann, bob) = friends(server, "Ann", "Bob", seconds=600)
    made = table(server, begun)
    best = plays(made)[0]
    assert 0 < ann.view["clock"]["left"] <= 600
    assert ann.ask("submit", play=best, turn=1)["done"]
    made._watch.at += 600  # the time that has passed
    server.sit(begun)  # whoever looks has the clock watched anew
    for player in (ann, bob):
        view = player.wait(lambda view: view["turns"] == 1)
        assert (view["scores"], view["history"][0]["plays"][1]) == ([view["maximum"], 0], None)
    assert "this turn has ended" in bob.ask("submit", play=best, turn=1)["error"]


def test_who_comes_back_finds_what_was_handed_in(serve: Callable[..., Server]) -> None:
    server = serve()
    begun, (ann, bob) = friends(server, "Ann", "Bob", seconds=600)
    best, other = plays(table(server, begun))[:2]
    assert bob.ask("submit", play=other, turn=1)["done"]
    token = table(server, begun).seats[1].token
    bob.socket.close()
    back = server.sit(begun, token)
    assert (back.view["own"]["text"], back.view["handed"], back.view["turns"]) == (other, [False, True], 0)
    left = back.view["clock"]["left"]
    for player in (ann, back):
        player.socket.close()
    # Killed and started again: the seats, what was handed in, and the time are there.
    again = serve()
    ann, bob = again.sit(begun), again.sit(begun, token)
    assert bob.view["own"]["text"] == other
    assert left - 60 < ann.view["clock"]["left"] <= left
    assert ann.ask("submit", play=best, turn=1)["done"]
    assert bob.wait(lambda view: view["turns"] == 1)["maximum"] == ann.view["maximum"]


def test_two_friends_at_once(server: Server) -> None:
    begun, players = friends(server, "Ann", "Bob", "Cid", "Dan")
    best = plays(table(server, begun))[0]
    at_once = threading.Barrier(len(players))
    answers: list[dict[str, Any]] = []

    def hand_in(player: Player) -> None:
        at_once.wait()
        answers.append(player.ask("submit", play=best, turn=1))

    threads = [threading.Thread(target=hand_in, args=[player]) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answer.get("done") for answer in answers)
    for player in players:
        view = player.wait(lambda view: view["turns"] == 1)
        assert view["scores"] == [view["maximum"]] * 4


def test_messages_of_one_kind_of_game_are_none_at_the_other(server: Server) -> None:
    alone, turns = server.sit(begin(server)), server.sit(server.begin())
    others = ("act", "undo", "hint", "gcg", "analyse")
    for player, names in ((turns, ("submit", "begin", "close_turn")), (alone, others)):
        for name in names:
            assert player.ask(name, play="", turn=1, action="pass", revision=0, step=1)["error"].startswith("do: ")
    anyone = server.sit({"game": alone.setting["name"], "token": ""})
    assert "spectators" in anyone.ask("submit", play="", turn=1)["error"]
    assert "error" in server.http.post("/api/study/mistakes", json={"game": alone.setting["name"]}).json()


@pytest.mark.parametrize(
    "wrong", [{"kind": "x"}, {"seconds": -1}, {"seconds": 10**6}, {"lexicon": "x"}, {"friends": 1}]
)
def test_what_no_page_asks_for(server: Server, wrong: dict[str, Any]) -> None:
    assert server.http.post("/api/duplicates", json=wrong).status_code == 400


@pytest.mark.parametrize("do", ["submit", "close_turn"])
def test_every_field_of_every_message_is_checked(do: str, server: Server) -> None:
    begun, (ann, bob) = friends(server, "Ann", "Bob")
    asked = {"submit": {"play": plays(table(server, begun))[0], "turn": 1}, "close_turn": {"turn": 1}}[do]
    for number, (name, value) in enumerate(product(asked, WRONG)):
        if (name, value) != ("play", ""):  # which is none
            player = (ann, bob)[number % 2]
            assert "error" in player.ask(do, **{**asked, name: value}), (name, value)
    assert (table(server, begun).turn, table(server, begun).handed) == (1, set())


def test_nobody_waits_in_a_room_that_is_empty(server: Server) -> None:
    """The time stands still while nobody is there."""
    begun = begin(server, seconds=600)
    player = server.sit(begun)
    player.socket.close()
    while server.made.rooms._rooms:
        time.sleep(0.001)
