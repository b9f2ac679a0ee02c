"""Rooms: who looks at a table, over a WebSocket each, and what they are sent and answered.

A client's first message says who it is: ``{"do": "hello", "game": ..., "token": ...}``; with an empty token it is a
spectator. The server sends it the constant part once, and its seat's view now and after each change. Its other messages
ask or act, with an ``id`` that the answer repeats: see :mod:`.messages`.

Guaranteed: a client is sent its own seat's view and nothing else; a hostile message is answered with an error, or ends
its own connection, and the game goes on; a client that does not read is disconnected. A player with a seat can
always join: the oldest spectator makes room. A table has one room, as long as a client is in it or a bot thinks there,
so clients that join meanwhile see what the bot did.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from lexkit.errors import LexkitError, StorageError

from ..table import StaleTableError, Tables
from .choices import describe_game
from .declared_fields import BadMessageError, in_json, read_fields, read_object, sentence
from .limits import Allowance, Allowances, Limits, Places, Shares, address_of
from .messages import HELLO, NAME, NUMBER, answer_message
from .reports import Reports
from .room import LATER, REFUSED, Client, LaterError, Room
from .threads import Threads

#: Close code of too large a message.
TOO_LARGE: Final = 1009


@dataclass(eq=False)
class Rooms:
    """The rooms of a server.

    ``offered``: the lexicons of tables -> the names that the page shows; ``held``: the bytes of all, and ``asked``: all
    that is asked for, by address.
    """

    tables: Tables
    threads: Threads
    limits: Limits
    offered: Mapping[str, str]
    held: Shares
    asked: Allowances

    def __post_init__(self) -> None:
        self._rooms: dict[str, Room[Any]] = {}
        self._reports = Reports(self.tables, self.threads, self.limits)
        self._open = Places(self.limits.connections, self.limits.connections_of_address)

    def close(self) -> None:
        """Make no further reports."""
        self._reports.close()

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one client until it leaves."""
        address = address_of(websocket.client)
        task: Any = asyncio.current_task()
        if not self._open.take(address, task, task.cancel):
            await websocket.close(LATER)
            return
        try:
            await websocket.accept()
            await self._serve(websocket, address)
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:  # others need the place, or the server ends
            with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
                await websocket.close(LATER)
        finally:
            self._open.give_back(address, task)

    async def _serve(self, websocket: WebSocket, address: str) -> None:
        try:
            hello = await asyncio.wait_for(self._receive(websocket), self.limits.hello)
            client, room = await self._enter(websocket, hello, address)
        except TimeoutError:
            await websocket.close(REFUSED)
            return
        except StorageError:
            # It passes: the page tries again, as it does not after a refusal.
            await websocket.close(LATER)
            return
        except LaterError as error:
            await websocket.send_text(in_json({"later": sentence(error)}))
            await websocket.close(LATER)
            return
        except LexkitError as error:
            await websocket.send_text(in_json({"refused": sentence(error)}))
            await websocket.close(REFUSED)
            return
        sending = asyncio.create_task(client.send_on())
        try:
            setting = room.table.setting()
            setting["offered"] = self.offered.get(room.table.lexicon_name or "")
            lexicon = room.table.lexicon
            setting["definitions"] = bool(setting["offered"] and lexicon and "definition" in lexicon.columns)
            setting["about"] = describe_game(setting, setting["offered"] or "")
            first = {"setting": setting, "seat": client.seat}
            client.send(first)
            if client.seat is not None:
                await self.threads.quick(address, room.table.come, client.seat)
            await room.tell_all()
            await self._converse(client, room)
            if client.lost:
                # The connection is closed, if that can be sent at all.
                await asyncio.wait([sending], timeout=1)
        finally:
            room.clients.pop(client, None)
            client.leave()
            sending.cancel()
            if room.clients:
                room.tell_presence()
            else:
                await self._close_if_empty(room)

    async def _close_if_empty(self, room: Room[Any]) -> None:
        if room.empty and self._rooms.get(room.name) is room:
            del self._rooms[room.name]
            room.leave()
            await self._pause(room)

    async def _enter(self, websocket: WebSocket, hello: dict[str, Any], address: str) -> tuple[Client, Room[Any]]:
        """The client of a first message, in its room. Raises LexkitError for a table or token that is not there."""
        _, name, token = read_fields(hello, HELLO).values()
        room = self._rooms.get(name)
        table = room.table if room else await self.threads.reading(address, self.tables.open_any, name)
        seat = table.seat_of(token) if token else None
        most = self.limits.connections_of_table
        made = Room(name, table, self.tables, self.threads, self._close_if_empty, self._reports.follow, most)
        room = self._rooms.setdefault(name, made)
        room.make_place(seat)
        client = Client(websocket, seat, self.limits, address, self.held)
        room.clients[client] = None
        if seat is not None or not room.address:
            room.address = address
        return client, room

    async def _converse(self, client: Client, room: Room[Any]) -> None:
        """Answer messages until the client leaves, or is let go: each when it has taken the answers before."""
        allowance = Allowance(self.limits.messages_a_second, self.limits.message_burst)
        bad = 0
        owed = 0.0
        while not client.lost:
            number: int | None = None
            try:
                owed = max(owed, self.asked.owe(client.address, 1))
                client.receiving = asyncio.create_task(self._next(client, owed))
                owed = 0.0
                found = await client.receiving
                number = int(read_fields(found, NUMBER)["id"])
                if not allowance.take():
                    raise BadMessageError("too many messages: wait a moment")
                name = read_fields(found, NAME)["do"]
                size = client.send({"id": number, **await answer_message(client, room, name, found)})
                # What is large counts as several messages.
                large = size // self.limits.large
                owed = max(allowance.owe(large), self.asked.owe(client.address, large))
            except BadMessageError as error:
                bad += 1
                if bad > self.limits.bad_messages:
                    client.lose()
                    return
                client.send({"id": number, "error": sentence(error)})
            except LexkitError as error:
                client.send({"id": number, "error": await self._answer(error, room)})
            except asyncio.CancelledError:
                if not client.lost:
                    raise

    async def _next(self, client: Client, owed: float) -> dict[str, Any]:
        """The next message, after this many seconds and once the client has taken all answers."""
        await client.written()
        if owed:
            await asyncio.sleep(owed)
        return await self._receive(client.websocket)

    async def _answer(self, error: LexkitError, room: Room[Any]) -> str:
        """The message about an error; the table is opened again, and shown, if it was not the newest."""
        if isinstance(error, StaleTableError):
            try:
                await room.refresh()
                await room.tell_all()
            except LexkitError as other:
                return sentence(other)
        return sentence(error)

    async def _receive(self, websocket: WebSocket) -> dict[str, Any]:
        """The next message. Raises BadMessageError, and WebSocketDisconnect when there is none."""
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise BadMessageError("not a text message")
        if len(text) > self.limits.message:
            await websocket.close(TOO_LARGE)
            raise WebSocketDisconnect(TOO_LARGE)
        return read_object(text)

    async def _pause(self, room: Room[Any]) -> None:
        # If the server is closing, or its disk is full, how long a turn has lasted so far is lost.
        with suppress(StorageError, RuntimeError):
            await self.threads.file(room.address, self.tables.pause, room.table, used=True)
