"""Views that are late: what happens between the change of a table and the view of it that is sent."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from lexkit.apps.table import Table

from .conftest import Server

#: Seconds that nothing takes which happens at all.
LONG = 60


class Held:
    """A call of a method of tables that is held up when it has its answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.reached, self.go_on = threading.Event(), threading.Event()
        self._wanted = threading.Event()
        method: Callable[..., Any] = getattr(Table, name)

        def held(*values: Any) -> Any:
            mine = self._wanted.is_set()
            if mine:
                self._wanted.clear()
            answer = method(*values)
            if mine:
                self.reached.set()
                assert self.go_on.wait(LONG)
            return answer

        monkeypatch.setattr(Table, name, held)

    def hold_next(self) -> None:
        """Hold up the next call."""
        self._wanted.set()


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held(monkeypatch, "view")
    yield held
    held.go_on.set()


def hold_the_view_of_what_a_bot_did(views: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    settle = Table.settle

    def settled(*values: Any) -> Any:
        monkeypatch.setattr(Table, "settle", settle)
        done = settle(*values)
        views.hold_next()
        return done

    monkeypatch.setattr(Table, "settle", settled)


def phony(server: Server, begun: dict[str, Any]) -> str:
    """A first play that is no word."""
    game = server.table(begun).game
    letters = [letter for letter in str(game.racks[0]) if letter.isalpha()]
    plays = ("".join(some) for number in (2, 5) for some in permutations(letters, number))
    return "8H " + next(word for word in plays if word not in game.lexicon)


def test_a_bot_does_not_think_in_a_closed_room(server: Server, views: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    """It challenges, and nobody is there any more when that is told: it moves when somebody comes."""
    begun = server.begin(challenge="double")
    player = server.sit(begun)
    hold_the_view_of_what_a_bot_did(views, monkeypatch)
    thinking = Held(monkeypatch, "think")
    assert player.act(phony(server, begun)).get("done")
    assert views.reached.wait(LONG)
    table = server.table(begun)
    assert table.game.turns[-1].kind == "challenge"
    player.socket.close()
    rooms = server.made.rooms._rooms
    while any(room.clients for room in rooms.values()):
        time.sleep(0.001)
    thinking.hold_next()
    views.go_on.set()
    # What the loop had to do for that room is done when another game has begun and been seen.
    server.sit(server.begin("friend"))
    assert not thinking.reached.is_set()
    again = server.sit(begun)
    thinking.go_on.set()
    assert again.wait(lambda view: view["to_move"] == 0)["turns"] == table.game.turn_number


def test_a_room_that_nobody_is_in_has_no_clock(server: Server, views: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = server.begin(minutes=3)
    player = server.sit(begun)
    (room,) = server.made.rooms._rooms.values()
    hold_the_view_of_what_a_bot_did(views, monkeypatch)
    assert player.act("pass").get("done")
    assert views.reached.wait(LONG)
    player.socket.close()
    while room.clients:
        time.sleep(0.001)
    views.go_on.set()
    server.sit(server.begin("friend"))  # as above
    assert room not in server.made.rooms._rooms.values()
    assert room._flag is None or room._flag.cancelled()


def test_a_late_view_stops_no_clock(server: Server, views: Held) -> None:
    """Of two people who come at once, the first sees that the clock stands; then it runs."""
    begun = server.begin("friend", minutes=3)
    invited = server.join(begun)
    views.hold_next()
    with server.connect() as first:
        first.send_json({"do": "hello", "game": begun["game"], "token": begun["token"]})
        assert views.reached.wait(LONG)
        second = server.sit(invited)
        assert second.view["clock"]["running"] == 0
        (room,) = server.made.rooms._rooms.values()
        views.go_on.set()
        first.send_json({"id": 5, "do": "cgp"})
        seen = []
        while (message := first.receive_json()).get("id") != 5:
            seen += [message["view"]["clock"]["running"]] if "view" in message else []
        assert seen[-1] == 0
        assert room._flag is not None
        assert not room._flag.cancelled()


def test_who_comes_while_a_change_is_kept_is_told_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a seat that nobody had when the change was asked for."""
    begun = server.begin("friend")
    player = server.sit(begun)
    act, reached, go_on = Table.act, threading.Event(), threading.Event()

    def late(*values: Any, **named: Any) -> Any:
        reached.set()
        assert go_on.wait(LONG)
        return act(*values, **named)

    monkeypatch.setattr(Table, "act", late)
    player.socket.send_json({"id": 9, "do": "act", "action": "pass", "revision": player.view["revision"]})
    assert reached.wait(LONG)
    other = server.sit({"game": begun["game"], "token": ""})
    assert other.view["turns"] == 0
    go_on.set()
    assert other.wait(lambda view: view["turns"] == 1)["to_move"] == 1
