"""What the server keeps for clients: bounded in bytes, also if they read nothing, and given back when they are gone."""

from __future__ import annotations

import asyncio
import gc
import json
import platform
import socket
import tracemalloc
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lexkit.apps.table import Table
from lexkit.apps.web import connections
from lexkit.apps.web.application import Application
from lexkit.apps.web.limits import Limits
from tests.running import FULL, run_python

from .test_command import REQUEST, UPGRADE, connected, listen, masked

LARGE = 200_000
RECORD = "#player1 A A\n#player2 B B\n>A: AT 8G AT +4 4\n"
ATTACKERS = 8
ASKED = 30 if FULL else 12


def make_views_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views of recorded games are as large as records may make them, and each is made anew."""
    view = Table.view

    def large(table: Table, *values: Any) -> dict[str, Any]:
        shown = view(table, *values)
        return {**shown, "notes": "x" * LARGE} if table.recorded else shown

    monkeypatch.setattr(Table, "view", large)


async def upgraded(address: tuple[str, int], game: str, stack: ExitStack) -> socket.socket:
    """A spectator's WebSocket that has said hello, and takes in few bytes."""
    loop = asyncio.get_running_loop()
    client = stack.enter_context(socket.socket())
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.setblocking(False)
    await loop.sock_connect(client, address)
    await loop.sock_sendall(client, UPGRADE)
    assert (await loop.sock_recv(client, 4096)).startswith(b"HTTP/1.1 101")
    await loop.sock_sendall(client, masked({"do": "hello", "game": game, "token": ""}))
    return client


def kept() -> int:
    """The bytes that Python has allocated."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def ask_round(address: tuple[str, int], game: str, rounds: int) -> None:
    """An honest client asks and is answered: when the last answer comes, what others asked before is done."""
    from websockets.asyncio.client import connect

    async with connect(f"ws://127.0.0.1:{address[1]}/api/live") as honest:
        await honest.send(json.dumps({"do": "hello", "game": game, "token": ""}))
        for number in range(1, rounds + 1):
            await honest.send(json.dumps({"id": number, "do": "cgp"}))
            while json.loads(await asyncio.wait_for(honest.recv(), 60)).get("id") != number:
                pass


def test_clients_that_read_nothing_make_the_server_keep_little(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each asks for what is large, again and again, and reads none of it; then all of them go."""
    limits = replace(Limits(), message_burst=1 << 30, unread=600.0)
    made = Application({"small": small}, tmp_path, limits=limits)
    make_views_large(monkeypatch)
    game = made.tables.add(Table.from_gcg(RECORD, lexicon=small), kind="web")
    other = made.tables.add(Table.new(["Ann", "Bob"], lexicon=small), kind="web")

    async def attack() -> tuple[int, int]:
        listening, address, connections = await listen(made)
        await ask_round(address, other, 3)
        tracemalloc.start()
        before = kept()
        with ExitStack() as stack:
            loop = asyncio.get_running_loop()
            for _ in range(ATTACKERS):
                client = await upgraded(address, game, stack)
                for number in range(ASKED):
                    asked = masked({"id": number, "do": "look", "turn": 1})
                    with suppress(TimeoutError):
                        await asyncio.wait_for(loop.sock_sendall(client, asked), 1)
            await ask_round(address, other, 2 * ASKED)
            during = kept() - before
        while connections:
            await asyncio.sleep(0.001)
        await ask_round(address, other, 3)
        listening.close()
        return during, kept() - before

    try:
        during, after = asyncio.run(asyncio.wait_for(attack(), 300))
    finally:
        tracemalloc.stop()
        made.close()
    # Of each the message that is being sent, with its copy in the buffer of the connection, and one that waits.
    assert during < ATTACKERS * 4 * LARGE, f"{during:,}"
    assert after < 2 * LARGE, f"{after:,}"


def test_answers_that_nobody_reads_are_few(small: str, tmp_path: Path) -> None:
    """Large files are asked for on many connections, and none is read: one address gets only so much."""
    limits = replace(Limits(), unread=600.0, held=30_000_000, held_of_address=20_000_000)
    made = Application({"small": small}, tmp_path, limits=limits)
    size = 9_000_000  # more than the system takes for a socket

    async def large(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % size)]})
        await send({"type": "http.response.body", "body": b"x" * size})

    made.app.app = large  # type: ignore[attr-defined]
    asked = b"GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

    async def attack() -> tuple[int, list[bytes]]:
        listening, address, connections = await listen(made)
        loop = asyncio.get_running_loop()
        begins = []
        tracemalloc.start()
        before = kept()
        with ExitStack() as stack:
            for _ in range(12):
                client = stack.enter_context(socket.socket())
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.setblocking(False)
                await loop.sock_connect(client, address)
                await loop.sock_sendall(client, asked)
                begins.append((await loop.sock_recv(client, 12))[9:])
            during = kept() - before
        while connections or made.app._held._taken:  # type: ignore[attr-defined]
            await asyncio.sleep(0.001)
        async with connected(address) as (reader, writer):
            writer.write(asked)
            whole = await reader.read()
        assert whole.endswith(b"x" * size)
        listening.close()
        return during, begins

    try:
        during, begins = asyncio.run(asyncio.wait_for(attack(), 300))
    finally:
        tracemalloc.stop()
        made.close()
    assert begins == [b"200"] * 2 + [b"503"] * 10
    assert during < 22_000_000, f"{during:,}"


def test_requests_that_come_slowly_are_few(small: str, tmp_path: Path) -> None:
    """Each brings most of a large file, and then nothing."""
    from starlette.testclient import TestClient

    limits = replace(Limits(), held=150_000, held_of_address=150_000)
    made = Application({"small": small}, tmp_path, limits=limits)

    async def attack() -> bytes:
        listening, address, connections = await listen(made)
        head = REQUEST.replace(b"GET /api/offers", b"POST /api/records") + b"content-length: 200000\r\n\r\n"
        async with connected(address) as (_, first):
            first.write(head + b"x" * 100_000)
            await first.drain()
            while not made.app._held._taken:  # type: ignore[attr-defined]
                await asyncio.sleep(0.001)
            async with connected(address) as (reader, writer):
                writer.write(head + b"x" * 150_000)
                answer = await reader.read(12)
        # What a request held is given back after its connection is gone.
        while connections or made.app._held._taken:  # type: ignore[attr-defined]
            await asyncio.sleep(0.001)
        listening.close()
        return answer[9:]

    assert asyncio.run(asyncio.wait_for(attack(), 60)) == b"503"
    with TestClient(made.app, base_url="http://127.0.0.1:1") as http:
        assert http.post("/api/records", content=b"x" * 140_000).status_code == 409


#: Fills memory with blocks among others, each in a cycle as requests of uvicorn are, and lets go of all but the others.
FRAGMENTS = """
import asyncio
from pathlib import Path
from lexkit.apps.web.connections import give_memory_back

def resident():
    return int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmRSS")))

before, kept = resident(), []
for number in range(4_000):
    blocks = [bytes(16_000)]
    blocks.append(blocks)
    kept.append(bytes(600))
during = resident() - before
asyncio.run(give_memory_back())
print(during, resident() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells how much memory a process has")
def test_what_was_used_goes_back_to_the_system(small: str, tmp_path: Path) -> None:
    during, after = map(int, run_python("import gc; gc.disable()\n" + FRAGMENTS).split())
    if "glibc" in platform.libc_ver():
        assert during > 50_000
        assert after < during / 3
    with closing(Application({"small": small}, tmp_path)) as made:
        assert connections.configure(made.app, Limits()).callback_notify is connections.give_memory_back
