"""How connections end: by the client, refused, too late, with more than is read, with the server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lexkit.apps.web.application import Application
from lexkit.apps.web.limits import Limits
from tests.apps.web.test_command import REQUEST, connected, listen

WHOLE = REQUEST + b"\r\n"
SEARCH = b"GET /api/words?q=length:3-8 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POSTED = REQUEST.replace(b"GET", b"POST").replace(b"offers", b"games")

Address = tuple[str, int]
Asked = Callable[[Address, set[Any]], Awaitable[None]]


@pytest.fixture
def attack(small: str, tmp_path: Path) -> Any:
    """Runs a client against a server with these limits: it gets the address, and the open connections."""

    def run(client: Asked, **limits: Any) -> None:
        made = Application({"small": small}, tmp_path, limits=replace(Limits(), **limits))

        async def serve() -> None:
            listening, address, connections = await listen(made)
            await asyncio.wait_for(client(address, connections), 60)
            listening.close()
            while connections:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.02)  # in which those end that were only told why

        asyncio.run(serve())
        made.close()

    return run


def status_of(answer: bytes) -> int:
    return int(answer.split()[1])


@pytest.mark.parametrize(
    "sent",
    [b"", REQUEST, POSTED + b"content-length: 50\r\n\r\nabc", WHOLE, SEARCH, WHOLE + WHOLE],
    ids=["no", "head", "body", "quick", "search", "two"],
)
def test_a_client_that_closes_its_half_has_gone(sent: bytes, attack: Any) -> None:
    """It cannot be told from one that has closed the connection."""

    async def client(address: Address, connections: set[Any]) -> None:
        async with connected(address) as (reader, writer):
            writer.write(sent)
            writer.write_eof()
            answer = await reader.read()
            assert not answer or status_of(answer) == 200
        while connections:
            await asyncio.sleep(0.001)

    attack(client, hello=600.0)


def test_a_head_that_is_late_is_told_408(attack: Any) -> None:
    async def client(address: Address, connections: set[Any]) -> None:
        async with connected(address) as (reader, writer), connected(address) as (idle, _):
            writer.write(REQUEST)
            while not any(connection.conn.trailing_data[0] for connection in connections):
                await asyncio.sleep(0.001)
            loop = asyncio.get_running_loop()
            for connection in list(connections):
                assert 0 < connection.deadline.when() - loop.time() <= 600
                connection.deadline.cancel()
                connection._close_unless_it_runs()  # as it comes, once the time is up
            assert status_of(await reader.read()) == 408
            # Who has asked nothing is told nothing.
            assert await idle.read() == b""

    attack(client, hello=600.0)


@pytest.mark.parametrize(("limits", "status"), [({"sockets_of_address": 2}, 429), ({"sockets": 2}, 503)])
def test_a_connection_too_many_is_told_so(limits: dict[str, int], status: int, attack: Any) -> None:
    async def client(address: Address, connections: set[Any]) -> None:
        async with connected(address), connected(address):
            while len(connections) < 2:
                await asyncio.sleep(0.001)
            for _ in range(3):
                async with connected(address) as (reader, writer):
                    writer.write(WHOLE * 20)
                    answer = await reader.read()
                    assert status_of(answer) == status
                    assert b"connection: close" in answer
            # Of those who are told, few are waited for.
            async with AsyncExitStack() as stack:
                told = [await stack.enter_async_context(connected(address)) for _ in range(5)]
                assert b"" in [await reader.read() for reader, _ in told]

    attack(client, refused=2, lingering=600.0, **limits)


def test_a_connection_that_gives_way_is_told_so(attack: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address has all connections, one of which waits for an answer: it gives way to another address."""
    addresses = iter("aaab")
    monkeypatch.setattr("lexkit.apps.web.connections.address_of", lambda peer: next(addresses))

    async def client(address: Address, connections: set[Any]) -> None:
        async with AsyncExitStack() as stack:
            made = [await stack.enter_async_context(connected(address)) for _ in range(4)]
            assert status_of(await made[0][0].readuntil(b"\r\n\r\n")) == 503
            reader, writer = made[3]
            writer.write(WHOLE)
            assert status_of(await reader.readuntil(b"\r\n\r\n")) == 200

    attack(client, sockets=3, sockets_of_address=3)


def test_a_body_too_large_is_answered_before_the_connection_ends(attack: Any) -> None:
    """Whoever sends on without reading must not lose the answer to a reset."""

    async def client(address: Address, connections: set[Any]) -> None:
        async with connected(address) as (reader, writer):
            writer.write(POSTED + b"content-length: 3000000\r\n\r\n")
            for _ in range(30):
                writer.write(b"x" * 100_000)
                await writer.drain()
            assert status_of(await reader.read()) == 413

    attack(client)


def test_requests_on_their_way_are_answered_when_the_server_ends(attack: Any) -> None:
    async def client(address: Address, connections: set[Any]) -> None:
        async with connected(address) as (reader, writer), connected(address) as (idle, _):
            while len(connections) < 2:
                await asyncio.sleep(0.001)
            # What uvicorn does with each when it is told to stop.
            writer.write(WHOLE)
            for connection in list(connections):
                connection.shutdown()
            assert status_of(await reader.read()) == 200
            assert await idle.read() == b""

    attack(client)


@pytest.mark.skipif(not hasattr(socket, "TCP_NOTSENT_LOWAT"), reason="this system has no such limit")
def test_the_system_keeps_little_for_a_client_that_does_not_read(attack: Any) -> None:
    """It kept megabytes of each connection, before the server learnt that nobody reads."""

    async def client(address: Address, connections: set[Any]) -> None:
        async with connected(address):
            while not connections:
                await asyncio.sleep(0.001)
            own = next(iter(connections)).transport.get_extra_info("socket")
            assert own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT) == Limits().waiting

    attack(client)
