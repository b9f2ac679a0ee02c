"""Clients that send as much as they can: each is cut off soon, and what it sent is not kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from lexkit.apps.web import guard
from lexkit.apps.web.application import Application
from lexkit.apps.web.guard import Guard
from lexkit.apps.web.limits import Allowance, Limits

from .conftest import HOST, Server
from .test_command import UPGRADE, connected, listen

HELLO_BEGINS = b'{"do":'


def frame(kind: int, text: bytes = b"", *, last: bool = True) -> bytes:
    """A frame of a WebSocket, as a client sends it."""
    assert len(text) < 126
    return bytes([last << 7 | kind, 0x80 | len(text)]) + bytes(4) + text


@pytest.mark.parametrize(
    "flood",
    [
        frame(9, b"x" * 125),
        frame(10, b"x" * 125),
        frame(0, last=False),
        frame(1),
        frame(2),
        frame(1, b"{}"),
    ],
    ids=["pings", "pongs", "empty pieces", "empty texts", "empty bytes", "messages"],
)
def test_a_flood_of_frames_is_cut_off(flood: bytes, small: str, tmp_path: Path) -> None:
    """However small the frames are, and whether the client reads what it is answered or not."""
    made = Application({"small": small}, tmp_path, limits=replace(Limits(), hello=60.0, unread=600.0))

    async def attack() -> int:
        listening, address, connections = await listen(made)
        async with connected(address) as (reader, writer):
            writer.write(UPGRADE)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
            writer.write(frame(1, HELLO_BEGINS, last=False) if flood[0] == 0 else b"")
            (protocol,) = connections
            most = 0
            for _ in range(200):
                writer.write(flood * 100)
                try:
                    await writer.drain()
                except ConnectionError:
                    break
                await asyncio.sleep(0)
                most = max(most, len(protocol.frames), protocol.queue.qsize())
            else:
                raise AssertionError("it was not cut off")
        while connections:
            await asyncio.sleep(0.001)
        listening.close()
        return most

    try:
        most = asyncio.run(asyncio.wait_for(attack(), 60))
    finally:
        made.close()
    assert most <= 2 * Limits().message_burst + 1


def test_few_bytes_are_read_of_one_before_others_have_their_turns(small: str, tmp_path: Path) -> None:
    """A body may come in pieces of few bytes, each of which takes time."""
    made = Application({"small": small}, tmp_path)
    sizes: list[int] = []

    async def attack() -> None:
        listening, address, connections = await listen(made)
        async with connected(address) as (reader, writer):
            writer.write(b"POST /api/study/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 120000\r\n\r\n")
            while not connections:
                await asyncio.sleep(0.001)
            (protocol,) = connections
            receive = protocol.data_received

            def noted(data: bytes) -> None:
                sizes.append(len(data))
                receive(data)

            protocol.data_received = noted
            writer.write(b"x" * 120_000)
            await writer.drain()
            assert (await reader.readline()).startswith(b"HTTP/1.1 ")
        listening.close()

    try:
        asyncio.run(asyncio.wait_for(attack(), 60))
    finally:
        made.close()
    assert sum(sizes) > 100_000
    assert max(sizes) <= 1 << 14


def test_what_is_owed_comes_with_time() -> None:
    now = [0.0]
    allowance = Allowance(10.0, 20, lambda: now[0])
    assert allowance.owe(20) == 0
    now[0] = 1.0
    assert allowance.owe(10) == 0
    assert allowance.owe(5) == pytest.approx(0.6)
    now[0] = 1.5
    assert allowance.owe(1) == pytest.approx(0.2)


def test_an_address_that_asks_for_too_much_waits_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it asks for, pages too; a WebSocket counts as several."""
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    async def nothing(*_: Any) -> None:
        pass

    monkeypatch.setattr(guard.asyncio, "sleep", note)
    guarded = Guard(nothing, limits=replace(Limits(), asked_a_second=0.001, asked_burst=7, entering=5))

    def ask(kind: str, address: str) -> int:
        headers = [(b"host", b"127.0.0.1")]
        scope = {"type": kind, "path": "/static/x", "client": (address, 1), "headers": headers}
        waits.clear()
        asyncio.run(guarded(scope, nothing, nothing))
        return len(waits)

    assert [ask("http", "a") for _ in range(9)] == [0] * 7 + [1] * 2
    assert [ask("websocket", "b") for _ in range(3)] == [0, 1, 1]
    assert ask("http", "c") == 0


def test_messages_of_one_address_are_counted_together(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve()
    players = [server.sit(server.begin()) for _ in range(2)]
    owed: list[tuple[str, int]] = []
    monkeypatch.setattr(server.made.rooms.asked, "owe", lambda address, number: owed.append((address, number)) or 0.0)
    for player in players:
        assert player.ask("cgp")["cgp"]
    assert owed.count(("testclient", 1)) == 2


def test_a_file_of_cards_that_comes_slowly_shuts_nobody_else_out(serve: Callable[..., Server]) -> None:
    server = serve()
    assert server.made.study._importing.take("testclient")  # as a request does, until its body has come

    def bring(address: str) -> int:
        client = TestClient(server.made.app, base_url=HOST, client=(address, 1))
        return client.post("/api/study/import", content=b"question\n").status_code

    assert bring("testclient") == 429
    assert bring("192.168.1.2") == 200


def test_idle_connections_of_two_addresses_shut_nobody_out(server: Server) -> None:
    """How many connections there may be, one rule says, which leaves some for others."""
    from lexkit.apps.web.connections import configure

    limits = server.made.limits
    assert 2 * limits.sockets_of_address < limits.sockets
    allowed = configure(server.made.app, limits).limit_concurrency
    assert allowed is None or allowed > limits.sockets


@pytest.mark.parametrize(("path", "status"), [("/api/study/import", 411), ("/api/records", 411), ("/api/games", 400)])
def test_a_file_that_comes_in_pieces_is_refused(path: str, status: int, server: Server) -> None:
    """Sixteen million pieces of a byte each would keep others waiting; four thousand do not."""
    refused = server.http.post(path, content=iter([b"x", b"y"]))
    assert refused.status_code == status
    # What else comes is not read.
    assert refused.headers.get("connection") == ("close" if status == 411 else None)
