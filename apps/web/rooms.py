"""Rooms: who looks at a table, over a WebSocket each, and the messages that they may send, declared with their fields.

A client's first message says who it is: ``{"do": "hello", "game": ..., "token": ...}``; with an empty token it is a
spectator. The server sends it the constant part once, and its seat's view now and after each change. Its other messages
ask or act, with an ``id`` that the answer repeats; an action names the ``revision`` that the client saw, so that one
sent twice is done once.

Guaranteed: a client is sent its own seat's view and nothing else; a hostile message is answered with an error, or ends
its own connection, and the game goes on; a client that does not read is disconnected. A player with a seat can
always join: the oldest spectator makes room. A table has one room, as long as a client is in it or a bot thinks there,
so clients that join meanwhile see what the bot did.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from lexkit.errors import LexkitError, StorageError

from ..table import AnyTable, DuplicateTable, StaleTableError, Table, Tables
from .analysis import OWN_PLAYS, Analysis
from .limits import Allowance, Allowances, Limits, Places, Shares, address_of
from .messages import (
    BadMessageError,
    Field,
    Fields,
    Number,
    OneOf,
    Text,
    Texts,
    in_json,
    read_fields,
    read_object,
    sentence,
)
from .reports import Reports
from .room import LATER, REFUSED, Client, LaterError, Room
from .threads import BusyError, Threads

#: Close code of too large a message.
TOO_LARGE: Final = 1009
#: Highest number of a message, and of a change of a table.
HIGHEST: Final = 2**53
#: The fields of the first message, and of each later one.
_HELLO: Final[Fields] = {"do": OneOf(("hello",)), "game": Text(40), "token": Text(64, "")}
_NUMBER: Final = {"id": Number(0, HIGHEST, 0)}
_NAME: Final = {"do": Text(20)}


Work: TypeAlias = Callable[..., Awaitable[dict[str, Any]]]


class Asked(NamedTuple):
    """A kind of message: the tables at which it is one, its fields, what answers it, and whether it takes a seat."""

    table: type
    fields: Fields
    answer: Work
    seated: bool


#: Analyses that run: the event loop alone would not keep them.
_RUNNING: Final[set[asyncio.Task[None]]] = set()
#: What a client may ask, by the ``do`` of the message.
MESSAGES: Final[dict[str, Asked]] = {}
_TURN: Final = Number(0, 10_000)
#: -1 is the position that there is now.
_ANY_TURN: Final = Number(-1, 10_000, -1)
_REVISION: Final = Number(0, HIGHEST)
_PLAY: Final = Text(120)


def _message(table: type, /, seated: bool = False, **fields: Field) -> Callable[[Work], Work]:
    """Declare a message of the function's name: called with client, room, seat if it takes one, and fields.

    ``table``: the tables at which it may be sent.
    """

    def declare(work: Work) -> Work:
        MESSAGES[work.__name__] = Asked(table, fields, work, seated)
        return work

    return declare


async def answer_message(client: Client, room: Room[Any], name: str, found: Mapping[str, Any]) -> dict[str, Any]:
    """Do what a message asks for. Raises BadMessageError if no page sends such a message, and errors of the table."""
    asked = MESSAGES.get(name)
    if asked is None or not isinstance(room.table, asked.table):
        raise BadMessageError("not a request", place="do")
    if not asked.seated:
        return await asked.answer(client, room, **read_fields(found, asked.fields))
    if client.seat is None:
        raise BadMessageError("spectators have no rack, and do not act")
    return await asked.answer(client, room, client.seat, **read_fields(found, asked.fields))


@_message(Table, seated=True, action=Text(200), revision=_REVISION)
async def act(client: Client, room: Room[Table], seat: int, action: str, revision: int) -> dict[str, Any]:
    """Do an action, if the table is still as the client saw it."""
    await room.change(client.address, room.table.act, seat, action, revision=revision)
    return {"done": True}


@_message(Table, seated=True, revision=_REVISION)
async def undo(client: Client, room: Room[Table], seat: int, revision: int) -> dict[str, Any]:
    """Take back a turn."""
    await room.change(client.address, room.table.undo, seat, revision=revision)
    return {"done": True}


@_message(DuplicateTable, seated=True, play=Text(_PLAY.most, ""), turn=_TURN)
async def submit(client: Client, room: Room[DuplicateTable], seat: int, play: str, turn: int) -> dict[str, Any]:
    """Hand in a play, or none, if it is still the turn that the client saw."""
    await room.change(client.address, room.table.submit, seat, play, turn=turn)
    return {"done": True}


@_message(DuplicateTable, seated=True)
async def begin(client: Client, room: Room[DuplicateTable], seat: int) -> dict[str, Any]:
    """Begin the first turn."""
    await room.change(client.address, room.table.begin, seat)
    return {"done": True}


@_message(DuplicateTable, seated=True, turn=_TURN)
async def close_turn(client: Client, room: Room[DuplicateTable], seat: int, turn: int) -> dict[str, Any]:
    """End the turn for all."""
    await room.change(client.address, room.table.close_turn, seat, turn=turn)
    return {"done": True}


@_message(AnyTable, play=_PLAY, turn=_ANY_TURN)
async def preview(client: Client, room: Room[AnyTable], play: str, turn: int) -> dict[str, Any]:
    """What a placement would score, or would have scored."""
    wanted = None if turn < 0 else turn
    return {"preview": await room.threads.quick(client.address, room.table.preview, client.seat, play, wanted)}


@_message(AnyTable, turn=_TURN)
async def look(client: Client, room: Room[AnyTable], turn: int) -> dict[str, Any]:
    """The past."""
    return {"past": await room.threads.quick(client.address, room.table.view, client.seat, turn)}


@_message(Table, seated=True, step=Number(1, 4))
async def hint(client: Client, room: Room[Table], seat: int, step: int) -> dict[str, Any]:
    """A hint, step by step."""
    return {"hint": await room.threads.bots(client.address, room.table.hint, seat, step)}


@_message(Table)
async def gcg(client: Client, room: Room[Table]) -> dict[str, Any]:
    """The record of the game."""
    return {"gcg": await room.threads.quick(client.address, room.table.to_gcg, client.seat)}


@_message(Table, turn=_ANY_TURN)
async def cgp(client: Client, room: Room[Table], turn: int) -> dict[str, Any]:
    """The position."""
    return {"cgp": await room.threads.quick(client.address, room.table.to_cgp, client.seat, None if turn < 0 else turn)}


@_message(Table, turn=_ANY_TURN, plays=Texts(OWN_PLAYS, _PLAY.most))
async def analyse(client: Client, room: Room[Table], turn: int, plays: Sequence[str]) -> dict[str, Any]:
    """Begin to analyse a position, with plays of one's own; reports follow."""
    wanted = None if turn < 0 else turn
    begun = room.threads.quick(client.address, Analysis, room.table, client.seat, wanted, client.limits, plays)
    analysis = await begun
    await stop(client, room)
    client.analysis = analysis
    task = asyncio.create_task(_report(client, client.analysis, room.threads, turn))
    task.add_done_callback(_RUNNING.discard)
    _RUNNING.add(task)
    return {"done": True}


async def _report(client: Client, analysis: Analysis, threads: Threads, turn: int) -> None:
    """Run an analysis, and send what it reports as it comes."""
    loop = asyncio.get_running_loop()

    def report(found: dict[str, Any]) -> None:
        if client.analysis is analysis:
            loop.call_soon_threadsafe(client.send, {"analysis": {**found, **place}})

    rows: list[dict[str, Any]] = []
    place = {"turn": turn, "revision": analysis.revision}
    try:
        with suppress(LexkitError):  # which the analysis tells
            rows = await threads.bots(client.address, analysis.begin)
            report({"rows": rows, "note": "", "done": False})
        await threads.analyses(client.address, analysis.run, report)
    except BusyError as error:
        report({"rows": rows, "note": sentence(error), "done": True})


@_message(Table)
async def stop(client: Client, room: Room[Table]) -> dict[str, Any]:
    """Stop the analysis."""
    if client.analysis is not None:
        client.analysis.stop()
    return {"done": True}


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
        _, name, token = read_fields(hello, _HELLO).values()
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
                number = int(read_fields(found, _NUMBER)["id"])
                if not allowance.take():
                    raise BadMessageError("too many messages: wait a moment")
                name = read_fields(found, _NAME)["do"]
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
