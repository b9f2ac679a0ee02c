"""Rooms: the clients of tables, one WebSocket each, and the conversation with them.

A client's first message identifies it: ``{"do": "hello", "game": ..., "token": ...}``; with an empty token it is a
spectator. The server sends the constant part once, and its seat's view at once and after each change. The client's
other messages ask or act, with an ``id`` that the answer repeats: see :mod:`.messages`.

Guaranteed: a client is sent only its own seat's view; a hostile message is answered with an error or ends its own
connection, and the game goes on; a client that does not read is disconnected. A player with a seat can always join: the
oldest spectator is disconnected. A table has one room as long as a client is in it or a bot thinks there, so that
clients that join meanwhile see the bot's move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from lexkit.errors import LexkitError, StorageError

from ..table import StaleTableError, Tables
from .choices import describe_game
from .limits import Limits, RateLimit
from .messages import DECODER, Hello, answer_message, number_of
from .reports import Reports
from .requests import BadMessageError, in_json, read_message, sentence
from .room import LATER, REFUSED, Client, LaterError, Room
from .threads import Threads
from .training import training_facts


@dataclass(eq=False)
class Rooms:
    """Rooms of a server. ``offered`` maps the lexicon of a table to the name that the page shows.

    ``learns``: whether the server trains leave values on request.
    """

    tables: Tables
    threads: Threads
    limits: Limits
    offered: Mapping[str, str]
    learns: bool = True

    def __post_init__(self) -> None:
        self._rooms: dict[str, Room[Any]] = {}
        self._reports = Reports(self.tables, self.threads, self.limits)

    def close(self) -> None:
        """Make no further reports."""
        self._reports.close()

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one client until it leaves."""
        try:
            await websocket.accept()
            await self._serve(websocket)
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:  # the server shuts down
            with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
                await websocket.close(LATER)

    async def _serve(self, websocket: WebSocket) -> None:
        try:
            hello = read_message(await asyncio.wait_for(self._receive(websocket), self.limits.hello), DECODER)
            client, room = await self._enter(websocket, hello)
        except TimeoutError:
            await websocket.close(REFUSED)
            return
        except StorageError:
            # A temporary error: with this code, unlike after a refusal, the page tries again.
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
            if "list" in setting:
                setting["list"] = training_facts(setting["list"], self.learns)
            setting["definitions"] = bool(setting["offered"] and lexicon and "definition" in lexicon.columns)
            setting["about"] = describe_game(setting, setting["offered"] or "")
            first = {"setting": setting, "seat": client.seat}
            client.send(first)
            if client.seat is not None:
                await self.threads.quick(room.table.come, client.seat)
            await room.tell_all()
            await self._converse(client, room)
            if client.lost:
                # Wait briefly for the closing message to be sent.
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

    async def _enter(self, websocket: WebSocket, hello: Any) -> tuple[Client, Room[Any]]:
        """Return the client of a first message, in its room. Raises LexkitError for an unknown table or token."""
        if not isinstance(hello, Hello):
            raise BadMessageError("not the first message", place="do", expected="hello")
        name = hello.game
        room = self._rooms.get(name)
        table = room.table if room else await self.threads.reading(self.tables.open_any, name)
        seat = table.seat_of(hello.token) if hello.token else None
        most = self.limits.connections_of_table
        made = Room(name, table, self.tables, self.threads, self._close_if_empty, self._reports.follow, most)
        room = self._rooms.setdefault(name, made)
        room.make_place(seat)
        client = Client(websocket, seat, self.limits)
        room.clients[client] = None
        return client, room

    async def _converse(self, client: Client, room: Room[Any]) -> None:
        """Answer messages, each after the earlier answers were sent, until the client leaves or is disconnected."""
        rate = RateLimit(self.limits.messages_a_second, self.limits.message_burst)
        bad = 0
        while not client.lost:
            text, number = "", None
            try:
                client.receiving = asyncio.create_task(self._next(client))
                text = await client.receiving
                message = read_message(text, DECODER)
                number = message.id
                if not rate.take():
                    raise BadMessageError("too many messages: wait a moment")
                client.send({"id": number, **await answer_message(client, room, message)})
            except BadMessageError as error:
                bad += 1
                if bad > self.limits.bad_messages:
                    client.lose()
                    return
                client.send({"id": number_of(text) if number is None else number, "error": sentence(error)})
            except LexkitError as error:
                client.send({"id": number, "error": await self._answer(error, room)})
            except asyncio.CancelledError:
                if not client.lost:
                    raise

    async def _next(self, client: Client) -> str:
        """Return the next message, after all answers were sent."""
        await client.written()
        return await self._receive(client.websocket)

    async def _answer(self, error: LexkitError, room: Room[Any]) -> str:
        """Return the message about an error; if the table was stale, open and send it again."""
        if isinstance(error, StaleTableError):
            try:
                await room.refresh()
                await room.tell_all()
            except LexkitError as other:
                return sentence(other)
        return sentence(error)

    async def _receive(self, websocket: WebSocket) -> str:
        """Return the next message. Raises BadMessageError, and WebSocketDisconnect at the end."""
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | None = message.get("text")
        if text is None:
            raise BadMessageError("not a text message")
        return text

    async def _pause(self, room: Room[Any]) -> None:
        # If the server shuts down or its disk is full, the time used in the current turn is lost.
        with suppress(StorageError, RuntimeError):
            await self.threads.file(self.tables.pause, room.table, used=True)
