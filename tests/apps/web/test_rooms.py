"""Rooms, clients and threads when something fails: a file that cannot be written, a client that does not read."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
import types
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import lexkit
from lexkit.apps.table import Seat, StaleTableError, Table, Tables
from lexkit.apps.web import room
from lexkit.apps.web.limits import Limits
from lexkit.apps.web.messages import Analyse, answer_message
from lexkit.apps.web.room import Client, Room
from lexkit.apps.web.threads import Threads
from lexkit.errors import StorageError

from .conftest import Server


class Silent:
    """A connection that takes all."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.sent.append(str(code))


def a_client(**limits: Any) -> Client:
    return Client(Silent(), 0, replace(Limits(), **limits))  # type: ignore[arg-type]


@pytest.mark.parametrize("failure", [StorageError("no space"), StaleTableError("changed"), ValueError("a defect")])
def test_a_bot_whose_turn_could_not_be_kept(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    monkeypatch.setattr(room, "_SOON", 0.0)
    tables, threads = Tables(tmp_path / "tables"), Threads()
    table = Table.new(["Ann", Seat("Bot", bot="greedy")], lexicon=small, seed=3, first=1)
    name = tables.add(table)
    failures = [failure]
    keep = table.keep

    def fail(kept: Table, game: lexkit.Game) -> None:
        if failures:
            raise failures.pop()
        assert keep is not None
        keep(kept, game)

    table.keep = fail

    async def idle(room: Room) -> None:
        idled.append(room)

    async def play() -> list[str]:
        room, client = Room(name, table, tables, threads, idle), a_client()
        room.clients[client] = None
        room.wake()
        task = room._thinking
        assert task is not None
        await asyncio.wait([task])
        told = [json.loads(text) for kind, text in client._outbox.items() if kind == "trouble"]
        if isinstance(failure, ValueError):
            assert isinstance(task.exception(), ValueError)
            room.wake()
            task = room._thinking
            assert task is not None
        while task is not None:
            await asyncio.wait([task])
            task = room._thinking
        return [one["trouble"] for one in told]

    idled: list[Room] = []
    told = asyncio.run(play())
    assert len(idled) == 1 + isinstance(failure, ValueError | StaleTableError)
    assert len(told) == (not isinstance(failure, StaleTableError))
    assert tables.open(name).game.turn_number == 1
    threads.close()


def test_a_player_looks_on_while_a_move_waits_for_a_locked_file(server: Server, tmp_path: Path) -> None:
    begun = server.begin("friend")
    player, other = server.sit(begun), server.sit(server.join(begun))
    with closing(sqlite3.connect(tmp_path / "web-games.sqlite", isolation_level=None)) as foreign:
        foreign.execute("BEGIN IMMEDIATE")
        player.socket.send_json({"id": 77, "do": "act", "action": "pass", "revision": player.view["revision"]})
        # Meanwhile everyone sees the game as it is, and pages can be opened.
        assert other.ask("look", turn=0)["past"]["turn"] == 0
        assert other.ask("cgp")["cgp"]
        assert server.sit(begun, "").view["turns"] == 0
        assert not any(message.get("id") == 77 for message in map(json.loads, player.bytes))
        foreign.execute("ROLLBACK")
    while player.hear().get("id") != 77:
        pass
    assert other.wait(lambda view: view["turns"] == 1)["to_move"] == 1


def test_a_locked_file_holds_up_no_view() -> None:
    async def ask() -> str:
        threads, free = Threads(), threading.Event()
        writes = [asyncio.create_task(threads.file(free.wait, 600)) for _ in range(8)]
        await asyncio.sleep(0)
        answer = await asyncio.wait_for(threads.quick(lambda: "seen"), 60)
        free.set()
        await asyncio.gather(*writes)
        threads.close()
        return answer

    assert asyncio.run(ask()) == "seen"


def test_what_writes_a_file_has_a_thread_and_what_reads_it_another(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = set()

    def noting(do: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*values: Any, **more: Any) -> Any:
            used.add((do.__name__, threading.current_thread().name.partition("_")[0]))
            return do(*values, **more)

        return noted

    for kind, name in ((Table, "act"), (Table, "settle"), (Tables, "open_any"), (Tables, "add")):
        monkeypatch.setattr(kind, name, noting(getattr(kind, name)))
    player = server.sit(server.begin())
    assert player.act("pass").get("done")
    player.wait(lambda view: view["turn"] == 2)
    assert used == {("act", "file"), ("settle", "file"), ("add", "file"), ("open_any", "reading")}


def test_records_that_take_long_to_read_hold_up_no_table(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    read, used = Table.from_gcg, []

    def noting(*values: Any, **more: Any) -> Table:
        used.append(threading.current_thread().name.partition("_")[0])
        return read(*values, **more)

    monkeypatch.setattr(Table, "from_gcg", noting)
    for _ in range(3):
        answer = server.http.post("/api/records", content=b"#player1 A A\n#player2 B B\n>A: AT 8G AT +4 4\n")
        assert "game" in answer.json()
    assert used == ["record"] * 3


def test_an_analysis_that_is_one_too_many_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexkit.apps.web.analysis._BEGIN", 60.0)  # also on a busy machine

    async def ask() -> list[Any]:
        position = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
        seats = ["Ann", Seat("Bot", bot="greedy")]
        table, threads = Table.new(seats, lexicon="english", position=position), Threads(analyses=2)
        free = threading.Event()
        running = asyncio.create_task(threads.analyses(lambda: free.wait(600)))
        clients = [a_client() for _ in range(5)]
        for client in clients:
            here: Any = types.SimpleNamespace(table=table, threads=threads)
            assert await answer_message(client, here, Analyse()) == {"done": True}
        reports: list[Any] = []
        while len(reports) < 5 or sum(one["done"] for one in reports) < 4:
            await asyncio.sleep(0.001)
            reports = [json.loads(told)["analysis"] for one in clients if (told := one._outbox.get("analysis"))]
        # Whoever waits for a turn, or gets none, knows the moves.
        assert all(len(one["rows"]) == 15 for one in reports)
        busy = ["busy" in one["note"] for one in reports]
        assert busy == [one["done"] for one in reports]
        free.set()
        await running
        while threads.analyses.number:
            await asyncio.sleep(0.001)
        threads.close()
        return busy

    assert sorted(asyncio.run(ask())) == [False] + [True] * 4


def test_no_older_view_follows_a_newer_one() -> None:
    async def send() -> list[str]:
        client = a_client()
        for revision in (1, 3, 2, 3):
            client.send_view(revision, str(revision))
        return list(client._outbox.values())

    assert asyncio.run(send()) == ["3"]


def test_of_each_kind_the_newest_message_waits() -> None:
    async def send() -> list[str]:
        client = a_client()
        for number in range(100):
            client.send({"analysis": number})
            client.send({"here": [number]})
            client.send({"trouble": number})
            client.send_view(number, "view")
        return list(client._outbox)

    assert asyncio.run(send()) == ["analysis", "trouble", "view"]


def test_a_lost_client_is_sent_nothing_and_heard_no_longer() -> None:
    async def lose() -> None:
        client = a_client()
        client.receiving = asyncio.create_task(asyncio.sleep(3600))
        client.send({"id": 3})
        client.lose()
        client.send({"id": 4})
        assert not client._outbox
        await asyncio.wait([client.receiving])
        assert client.receiving.cancelled()
        await client.send_on()
        assert client.websocket.sent == ["1008"]  # type: ignore[attr-defined]

    asyncio.run(lose())


def test_a_seat_always_has_its_place(serve: Callable[..., Server]) -> None:
    """Spectators fill the table; both players lose their connections, and come back."""
    server = serve(replace(Limits(), connections_of_table=4))
    begun = server.begin("friend")
    joined = server.join(begun)
    players = [server.sit(begun), server.sit(joined)]
    spectators = [server.sit(begun, "") for _ in range(2)]
    with server.connect() as socket:
        socket.send_json({"do": "hello", "game": begun["game"], "token": ""})
        assert "tries again" in socket.receive_json()["later"]
        assert socket.receive()["code"] == 1013
    again = [server.sit(begun), server.sit(joined)]
    # Each page that went is told why, and that it may come again.
    for spectator in spectators:
        assert spectator.hear_to_the_end() == 1013
        assert "later" in json.loads(spectator.bytes[-1])
    assert all(player.ask("cgp")["cgp"] for player in (*players, *again))
    # No spectator is left: a player with too many pages loses the oldest, and never the other one's.
    more = [server.sit(begun), server.sit(begun)]
    assert players[0].hear_to_the_end() == 1008
    assert again[0].hear_to_the_end() == 1008
    assert "refused" in json.loads(players[0].bytes[-1])
    assert all(player.ask("cgp")["cgp"] for player in (*more, players[1], again[1]))


def test_a_client_that_was_lost_is_let_go_and_the_game_goes_on(server: Server) -> None:
    begun = server.begin()
    player = server.sit(begun)
    (lost,) = server.made.rooms._rooms[begun["game"]].clients
    server.http.portal.call(lost.lose)
    assert player.hear_to_the_end() == 1008
    assert server.sit(begun).ask("cgp")["cgp"]


def test_a_failing_file_is_no_refusal(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = server.begin()

    def fail(name: str) -> Table:
        raise StorageError("cannot read")

    monkeypatch.setattr(server.made.tables, "open_any", fail)
    with server.connect() as socket:
        socket.send_json({"do": "hello", "game": begun["game"], "token": begun["token"]})
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_text()
    assert end.value.code == 1013


def test_a_table_that_is_gone_ends_no_connection(server: Server) -> None:
    begun = server.begin("friend")
    player = server.sit(begun)
    table = server.table(begun)
    with server.made.tables._database.transaction() as connection:
        connection.execute("DELETE FROM tables")
    assert "no such table" in player.act("pass")["error"]
    assert player.ask("cgp")["cgp"]
    assert table.game.turn_number == 0


def test_too_large_a_body_begins_no_game(server: Server) -> None:
    pieces = iter([b'{"opponent": "greedy"}', b" " * 5000])
    assert server.http.post("/api/games", content=pieces).status_code == 413
    assert not server.made.tables.list(kind="web")


def test_games_without_a_turn_go_when_the_server_starts(server: Server, serve: Callable[..., Server]) -> None:
    idle, played = server.begin("friend"), server.begin("friend")
    assert server.sit(played).act("pass").get("done")
    assert len(serve().made.tables.list(kind="web")) == 2
    left = serve(replace(Limits(), unplayed=-1.0))
    assert [one.name for one in left.made.tables.list(kind="web")] == [played["game"]]
    assert left.made.games._count == 1
    assert idle["game"] != played["game"]


def test_a_game_that_was_not_kept_does_not_count(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> str:
        raise StorageError("no space")

    monkeypatch.setattr(server.made.tables, "add", fail)
    assert server.http.post("/api/games", json={"opponent": "greedy"}).status_code == 409
    assert server.made.games._count == 0


def test_champions_that_wait_are_few(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """While many wait, nobody begins another game against one."""
    champions = server.made.threads.champions
    monkeypatch.setattr(champions, "number", server.made.limits.champions + champions._threads)
    refused = server.http.post("/api/games", json={"opponent": "champion:3"})
    assert (refused.status_code, "champion" in refused.text) == (409, True)
    assert server.http.post("/api/games", json={"opponent": "greedy"}).status_code == 200
    monkeypatch.setattr(champions, "number", 0)
    assert "as many games" not in server.http.post("/api/games", json={"opponent": "champion:3"}).text


def test_who_comes_while_a_bot_thinks_for_an_empty_room_is_told_its_move(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought, may_act, rooms = [], threading.Event(), server.made.rooms._rooms
    think = Table.think

    def slowly(table: Table) -> Any:
        thought.append(think(table))
        assert may_act.wait(60)
        return thought[-1]

    monkeypatch.setattr(Table, "think", slowly)
    begun = server.begin()
    player = server.sit(begun)
    assert player.act("pass").get("done")
    player.socket.close()
    while (left := rooms.get(begun["game"])) is not None and left.clients:
        time.sleep(0.001)
    again = server.sit(begun)
    # This answer follows the view that a client gets when it enters.
    assert again.ask("look", turn=0)["past"]["turn"] == 0
    may_act.set()
    assert [turn["player"] for turn in again.wait(lambda view: view["turns"] == 2)["history"]] == [0, 1]
    # In a room of its own the second client would have had the bot think again, and would hear of nothing else.
    assert len(thought) == 1
    again.socket.close()
    while rooms:
        time.sleep(0.001)


def test_any_page_may_ask_whether_the_server_is_there(server: Server) -> None:
    begun = server.begin("friend")
    for player in (server.sit(begun), server.sit(begun, token="")):
        assert player.ask("beat")["done"]
