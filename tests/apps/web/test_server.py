"""The server as uvicorn runs it: the limits that are told to it, and clients that do not read."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from lexkit.apps.table import Table
from lexkit.apps.web.application import Application
from lexkit.apps.web.limits import Limits
from lexkit.apps.web.server import make_config

LARGE = 200_000
RECORD = "#player1 A A\n#player2 B B\n>A: AT 8G AT +4 4\n"
ATTACKERS = 8
ASKED = 12


@asynccontextmanager
async def serving(made: Application) -> AsyncIterator[int]:
    """A server in this loop, which closes the application in the end; its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(make_config(made.app, made.limits))
    running = asyncio.create_task(server.serve([listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await running


async def ask(port: int, sent: bytes) -> bytes:
    """Return the answer of a connection to these bytes, until its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with closing(writer):
        writer.write(sent)
        return await reader.read()


def request(path: str, *lines: str) -> bytes:
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *lines, "", ""]).encode()


def test_connections_beyond_the_limit_are_told_503(small: str, tmp_path: Path) -> None:
    async def come(made: Application) -> None:
        async with serving(made) as port:
            asked = request("/api/offers").replace(b"POST", b"GET")
            while not (await ask(port, asked)).startswith(b"HTTP/1.1 200"):
                pass
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            while not (answer := await ask(port, asked)).startswith(b"HTTP/1.1 503"):
                assert answer.startswith(b"HTTP/1.1 200")  # they were not accepted yet
            for _, writer in idle:
                writer.close()

    made = Application({"small": small}, tmp_path, limits=replace(Limits(), connections=3))
    asyncio.run(asyncio.wait_for(come(made), 60))


@pytest.mark.parametrize("lines", [("content-length: 5000",), ("transfer-encoding: chunked",)])
def test_a_body_that_is_too_large_is_told_so(lines: tuple[str, ...], small: str, tmp_path: Path) -> None:
    """Whether it says how large it is, or comes in pieces."""

    async def come(made: Application) -> bytes:
        async with serving(made) as port:
            piece = b"3e8\r\n" + b"x" * 1000 + b"\r\n"
            return await ask(port, request("/api/games", *lines) + 5 * piece)

    answer = asyncio.run(asyncio.wait_for(come(Application({"small": small}, tmp_path)), 60))
    assert answer.startswith(b"HTTP/1.1 413")


def test_behind_a_proxy_each_person_has_limits_of_their_own(small: str, tmp_path: Path) -> None:
    async def come(made: Application) -> list[bytes]:
        async with serving(made) as port:
            asked = [request("/api/offers", f"X-Forwarded-For: 192.0.2.{number}") for number in (1, 1, 2)]
            return [(await ask(port, one.replace(b"POST", b"GET")))[9:12] for one in asked]

    made = Application({"small": small}, tmp_path, limits=replace(Limits(), request_burst=1, requests_a_second=0.001))
    assert asyncio.run(asyncio.wait_for(come(made), 60)) == [b"200", b"429", b"200"]


def test_clients_that_read_nothing_make_the_server_keep_little(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each asks for what is large, again and again, and reads none of it; then all of them go."""
    from websockets.asyncio.client import connect

    view = Table.view

    def large(table: Table, *values: Any) -> dict[str, Any]:
        shown = view(table, *values)
        return {**shown, "notes": "x" * LARGE} if table.recorded else shown

    monkeypatch.setattr(Table, "view", large)

    def kept() -> int:
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    async def ask_rounds(port: int, game: str, rounds: int) -> None:
        """An honest client is answered: then what others asked before is done."""
        async with connect(f"ws://127.0.0.1:{port}/api/live") as honest:
            await honest.send(json.dumps({"do": "hello", "game": game}))
            for number in range(1, rounds + 1):
                await honest.send(json.dumps({"id": number, "do": "cgp"}))
                while json.loads(await honest.recv()).get("id") != number:
                    pass

    async def attack(made: Application) -> tuple[int, int]:
        game = made.tables.add(Table.from_gcg(RECORD, lexicon=small), kind="web")
        other = made.tables.add(Table.new(["Ann", "Bob"], lexicon=small), kind="web")
        async with serving(made) as port:
            await ask_rounds(port, other, 3)
            tracemalloc.start()
            before = kept()
            clients = [await connect(f"ws://127.0.0.1:{port}/api/live", max_queue=1) for _ in range(ATTACKERS)]
            for client in clients:
                await client.send(json.dumps({"do": "hello", "game": game}))
                for number in range(ASKED):
                    await client.send(json.dumps({"id": number, "do": "look", "turn": 1}))
            await ask_rounds(port, other, 2 * ASKED)
            during = kept() - before
            for client in clients:
                client.transport.abort()
            while made.rooms._rooms:
                await asyncio.sleep(0.001)
            await ask_rounds(port, other, 3)
            del clients, client
            return during, kept() - before

    made = Application({"small": small}, tmp_path, limits=replace(Limits(), message_burst=1 << 30))
    try:
        during, after = asyncio.run(asyncio.wait_for(attack(made), 300))
    finally:
        tracemalloc.stop()
    # Of each the message that is being sent, with its copy in the buffer of the connection, and one that waits; and
    # what the client itself has received.
    assert during < ATTACKERS * 8 * LARGE, f"{during:,}"
    assert after < 2 * LARGE, f"{after:,}"
