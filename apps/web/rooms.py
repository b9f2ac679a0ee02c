"""Rooms: who looks at a table, over a WebSocket each, and what they are told.

A client's first message says who it is: ``{"do": "hello", "game": ..., "token": ...}``; with an empty token it is a
spectator. It is told what never changes and what its seat sees, and again after each change. Its other messages ask
or act, with an ``id`` that the answer repeats; an action names the ``revision`` that the client saw, so that one sent
twice is done once.

Guaranteed: a client is sent its own seat's view and nothing else; a hostile message is answered with an error, or ends
its own connection, and the game goes on; a client that does not read is not answered, and let go. Who has a seat is
always let in: the oldest spectator goes. There is one room for a table, as long as someone is in it or a bot thinks
there: who comes meanwhile is told what the bot did.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from lexkit.errors import LexkitError, StorageError

from ..table import StaleTableError, Table, Tables, Thought
from ..table.stopwatch import rest_of_step
from .client import ASKING, LATER, REFUSED, Client
from .limits import Allowance, Allowances, Limits, Shares, address_of
from .messages import BadMessageError, Fields, in_json, read_message, sentence
from .thinking import Threads

#: Close code of too large a message.
TOO_LARGE: Final = 1009
#: Highest number of a message.
_HIGHEST: Final = 2**53
#: Seconds until what could not be kept is tried again, at first and at most.
_SOON: Final = 0.5
_AT_MOST: Final = 30.0
#: Bad messages after which a connection ends.
_PATIENCE: Final = 20


class LaterError(LexkitError, RuntimeError):
    """There is no place now, but may be soon: the page tries again."""


class Room:
    """A table, and the clients that look at it; ``idle`` is called when a bot has acted. ``most``: clients."""

    def __init__(
        self,
        name: str,
        table: Table,
        tables: Tables,
        threads: Threads,
        idle: Callable[[Room], Awaitable[None]],
        most: int = Limits.connections_of_table,
    ) -> None:
        self.name = name
        self.table = table
        self.tables = tables
        self.threads = threads
        self.idle = idle
        self.most = most
        #: In the order in which they came.
        self.clients: dict[Client, None] = {}
        #: That of the player who came last: for it the bots of the table think.
        self.address = ""
        self._thinking: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        #: How often all were to be told; the last of these times of which they were.
        self._asked = self._told = 0

    @property
    def empty(self) -> bool:
        """Whether nobody is here, and no bot thinks."""
        return not self.clients and self._thinking is None

    async def tell_all(self) -> None:
        """Send every client what its seat sees, unless that was done since; then have a bot think, if one is to move.

        Nothing happens if nobody is here any more: who comes is told.
        """
        self._asked += 1
        number = self._asked
        seats = {client.seat for client in self.clients}
        views = await self.threads.quick(lambda: {seat: self.table.view(seat) for seat in seats})
        if not self.clients or number < self._told:
            return
        self._told = number
        here = self._here()
        for seat, view in views.items():
            text = in_json({"view": view, "here": here})
            for client in list(self.clients):
                if client.seat == seat:
                    client.send_view(view["revision"], text)
        self._watch_clock(next(iter(views.values()), None))
        self.wake()

    def make_place(self, seat: int | None) -> None:
        """Let a page go if one more is one too many: the oldest spectator, else the oldest of the seat with most.

        Raises LaterError for a spectator if there is no place.
        """
        if len(self.clients) < self.most:
            return
        if seat is None:
            raise LaterError("too many pages look at this game: this page tries again")
        pages = Counter(client.seat for client in self.clients)
        goes = None if pages[None] else max(pages, key=lambda one: (pages[one], one == seat))
        oldest = next(client for client in self.clients if client.seat == goes)
        self.clients.pop(oldest)
        if goes is None:
            oldest.lose(LATER, later="a player needed the place: this page tries again")
        else:
            oldest.lose(refused="it is open on too many other pages")

    def tell_presence(self) -> None:
        """Send every client who is here."""
        for client in list(self.clients):
            client.send({"here": self._here()})

    def wake(self) -> None:
        """Have a bot think, if one is to move."""
        if self._thinking is None:
            seat = self.table.seats[self.table.to_move]
            if seat.bot is not None and not self.table.over and not self.table.recorded:
                self._thinking = asyncio.create_task(self._think(seat.bot))

    def leave(self) -> None:
        """Forget the clock."""
        if self._flag is not None:
            self._flag.cancel()

    async def _think(self, bot: str) -> None:
        """Let a bot choose and act, also when nobody is here. The table forgets what was chosen if it has changed."""
        try:
            try:
                asked = monotonic()
                thought = await self.threads.bot(bot, self.table.think, self.address)
                if thought is not None:
                    await asyncio.sleep(rest_of_step(monotonic() - asked))
                    await self._settle(thought)
            finally:
                self._thinking = None
            await self.tell_all()
        except LexkitError as error:
            self._tell_trouble(sentence(error))
        except Exception:
            self._tell_trouble("the bot could not move: open the page again")
            raise
        finally:
            await self.idle(self)

    async def _settle(self, thought: Thought) -> None:
        """Keep what a bot chose. If the file cannot be written, retry while a client is connected."""
        delay = _SOON
        while True:
            try:
                await self.threads.file(self.table.settle, thought)
                return
            except StaleTableError:
                await self.refresh()
                return
            except StorageError as error:
                if not self.clients:
                    raise
                self._tell_trouble(sentence(error))
            await asyncio.sleep(delay)
            delay = min(2 * delay, _AT_MOST)

    async def refresh(self) -> None:
        """Open the table anew, which another process has changed. Raises LexkitError if it is gone."""
        self.table = await self.threads.reading(self.tables.open, self.name)

    def _tell_trouble(self, text: str) -> None:
        for client in list(self.clients):
            client.send({"trouble": text})

    def _here(self) -> list[bool]:
        seated = {client.seat for client in self.clients}
        return [seat.bot is not None or number in seated for number, seat in enumerate(self.table.seats)]

    def _watch_clock(self, view: dict[str, Any] | None) -> None:
        """End the game when a clock has run out, with its overtime."""
        self.leave()
        clock = view and view["clock"]
        limit = self.table.rules.overtime_limit
        if clock and limit and clock["running"] is not None:
            left = clock["left"][clock["running"]] + limit
            self._flag_after(max(0.0, left) + 0.05)

    def _flag_after(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._flag = loop.call_later(seconds, lambda: asyncio.ensure_future(self._time_up()))

    async def _time_up(self) -> None:
        try:
            await self.threads.file(self.table.flag)
        except StorageError:
            if self.clients:
                self._flag_after(_AT_MOST)
            return
        except StaleTableError:
            with suppress(LexkitError):
                await self.refresh()
        except LexkitError:
            return
        await self.tell_all()


class Rooms:
    """The rooms of a server.

    ``offered``: the lexicons of tables -> the names that the page shows; ``held``: the bytes of all, and ``asked``: all
    that is asked for, by address.
    """

    def __init__(
        self,
        tables: Tables,
        threads: Threads,
        limits: Limits,
        offered: Mapping[str, str],
        held: Shares,
        asked: Allowances,
    ) -> None:
        self.offered = offered
        self.tables = tables
        self.threads = threads
        self.limits = limits
        self._rooms: dict[str, Room] = {}
        self._open = Shares(limits.connections, limits.connections_of_address)
        self._held = held
        self._asked = asked

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one client until it leaves."""
        address = address_of(websocket.client)
        if not self._open.take(address):
            await websocket.close(LATER)
            return
        try:
            await websocket.accept()
            await self._serve(websocket, address)
        except WebSocketDisconnect:
            pass
        finally:
            self._open.give_back(address)

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
            first = {"setting": setting, "seat": client.seat}
            client.send(first)
            if client.seat is not None:
                await self.threads.quick(room.table.come, client.seat)
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

    async def _close_if_empty(self, room: Room) -> None:
        if room.empty and self._rooms.get(room.name) is room:
            del self._rooms[room.name]
            room.leave()
            await self._pause(room.table)

    async def _enter(self, websocket: WebSocket, hello: Fields, address: str) -> tuple[Client, Room]:
        """The client of a first message, in its room. Raises LexkitError for a table or token that is not there."""
        hello.one_of("do", ("hello",))
        name, token = hello.text("game", 40), hello.text("token", 64, "")
        room = self._rooms.get(name)
        table = room.table if room else await self.threads.reading(self.tables.open, name)
        seat = table.seat_of(token) if token else None
        most = self.limits.connections_of_table
        room = self._rooms.setdefault(name, Room(name, table, self.tables, self.threads, self._close_if_empty, most))
        room.make_place(seat)
        client = Client(websocket, seat, self.limits, address, self._held)
        room.clients[client] = None
        if seat is not None or not room.address:
            room.address = address
        return client, room

    async def _converse(self, client: Client, room: Room) -> None:
        """Answer messages until the client leaves, or is let go: each when it has taken the answers before."""
        allowance = Allowance(self.limits.messages_a_second, self.limits.message_burst)
        bad = 0
        owed = 0.0
        while not client.lost:
            number: int | None = None
            try:
                owed = max(owed, self._asked.owe(client.address, 1))
                client.receiving = asyncio.create_task(self._next(client, owed))
                owed = 0.0
                fields = await client.receiving
                number = fields.number("id", 0, _HIGHEST, 0)
                if not allowance.take():
                    raise BadMessageError("too many messages: wait a moment")
                size = client.send({"id": number, **await self._do(client, room, fields)})
                # What is large counts as several messages.
                large = size // self.limits.large
                owed = max(allowance.owe(large), self._asked.owe(client.address, large))
            except BadMessageError as error:
                bad += 1
                if bad > _PATIENCE:
                    client.lose()
                    return
                client.send({"id": number, "error": sentence(error)})
            except LexkitError as error:
                client.send({"id": number, "error": await self._answer(error, room)})
            except asyncio.CancelledError:
                if not client.lost:
                    raise

    async def _next(self, client: Client, owed: float) -> Fields:
        """The next message, after so many seconds, and once the client has taken all answers."""
        await client.written()
        await asyncio.sleep(owed)
        return await self._receive(client.websocket)

    async def _answer(self, error: LexkitError, room: Room) -> str:
        """What is told of an error; the table is opened anew, and shown, if it was not the newest."""
        if isinstance(error, StaleTableError):
            try:
                await room.refresh()
                await room.tell_all()
            except LexkitError as other:
                return sentence(other)
        return sentence(error)

    async def _do(self, client: Client, room: Room, fields: Fields) -> dict[str, Any]:
        """What a message asks for."""
        wanted = fields.text("do", 20)
        if wanted in ASKING:
            return await ASKING[wanted](client, room.table, self.threads, fields)
        if client.seat is None:
            raise BadMessageError("spectators do not act")
        revision = fields.number("revision", 0, 2**53)
        if wanted == "act":
            action = fields.text("action", 200)
            await self.threads.file(lambda: room.table.act(client.seat or 0, action, revision=revision))
        elif wanted == "undo":
            await self.threads.file(lambda: room.table.undo(client.seat or 0, revision=revision))
        else:
            raise BadMessageError("not a request", place="do")
        await room.tell_all()
        return {"done": True}

    async def _receive(self, websocket: WebSocket) -> Fields:
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
        return read_message(text)

    async def _pause(self, table: Table) -> None:
        # If the server is closing, or its disk is full, how long a turn has lasted so far is lost.
        with suppress(StorageError, RuntimeError):
            await self.threads.file(lambda: self.tables.pause(table, used=True))
