"""A table and its clients: messages to them, thinking of bots, and clocks that run out.

Guaranteed: at most one message of each kind waits for a client, always the newest view; while any message waits, no
further message of the client is received.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from lexkit.errors import LexkitError, StorageError

from ..table import AnyTable, StaleTableError, Tables
from ..table.seats import Thought, rest_of_step
from .analysis import Analysis
from .limits import Limits
from .requests import BadMessageError, in_json, sentence
from .threads import Threads

T = TypeVar("T", bound=AnyTable)
#: Number of the views, and the view of each seat.
_Views: TypeAlias = tuple[int, dict[int | None, dict[str, Any]]]
#: WebSocket close codes: a refused message or client; try again later.
REFUSED: Final = 1008
LATER: Final = 1013
#: First and maximum delay before a failed save is tried again, in seconds.
_SOON: Final = 0.5
_AT_MOST: Final = 30.0


@dataclass(eq=False)
class Client:
    """Connection with its seat; None is a spectator."""

    websocket: WebSocket
    seat: int | None
    limits: Limits
    lost = False
    analysis: Analysis | None = None
    #: The task that receives from this client, once there is one.
    receiving: asyncio.Task[Any] | None = None

    def __post_init__(self) -> None:
        #: Waiting messages by kind; a newer message replaces an older one of its kind.
        self._outbox: dict[str, str] = {}
        self._ready, self._written = asyncio.Event(), asyncio.Event()
        self._written.set()
        #: Revision of the last view that was sent or waits.
        self._newest = -1
        self._code = REFUSED

    def send(self, message: dict[str, Any]) -> None:
        """Queue a message, to be sent after those before it."""
        self._put(next(iter(message)), in_json(message))

    def send_view(self, revision: int, text: str) -> None:
        """Queue a view, which includes who is present. Its text is made once for all clients of a seat."""
        # Views are made in several threads, so the newest may come first.
        if revision >= self._newest:
            self._newest = revision
            self._outbox.pop("here", None)
            self._put("view", text)

    def _put(self, kind: str, text: str) -> None:
        if not self.lost:
            self._outbox.pop(kind, None)
            self._outbox[kind] = text
            self._written.clear()
            self._ready.set()

    async def written(self) -> None:
        """Wait until all queued messages have been sent."""
        await self._written.wait()

    async def send_on(self) -> None:
        """Send the queued messages until the connection ends."""
        try:
            while not self.lost:
                await self._ready.wait()
                self._ready.clear()
                while self._outbox and not self.lost:
                    await self.websocket.send_text(self._outbox.pop(next(iter(self._outbox))))
                self._written.set()
            for text in self._outbox.values():
                await self.websocket.send_text(text)
            await self.websocket.close(self._code)
        except (WebSocketDisconnect, RuntimeError):
            self.lose()

    def lose(self, code: int = REFUSED, **last: str) -> None:
        """Disconnect the client and drop its queued messages. ``last`` is a last message to it."""
        self.lost = True
        self._code = code
        self._outbox = {"last": in_json(last)} if last else {}
        self._ready.set()
        if self.receiving is not None:
            self.receiving.cancel()

    def leave(self) -> None:
        """Stop everything that still runs for this client."""
        self.lost = True
        self.stop_analysis()

    def stop_analysis(self) -> None:
        """Stop the analysis, if one runs."""
        if self.analysis is not None:
            self.analysis.stop()

    @property
    def own_seat(self) -> int:
        """Seat of a player. Raises BadMessageError for a spectator."""
        if self.seat is None:
            raise BadMessageError("spectators have no rack, and do not act")
        return self.seat


class LaterError(LexkitError, RuntimeError):
    """There is no room for the client now; the page tries again later."""


@dataclass(eq=False)
class Room(Generic[T]):
    """Table with its clients, at most ``most``. The callback ``idle`` is called when a bot has acted."""

    name: str
    table: T
    tables: Tables
    threads: Threads
    idle: Callable[[Room[T]], Awaitable[None]]
    #: Callback for when all clients were sent their views.
    told: Callable[[Room[T]], None] | None = None
    most: int = Limits.connections_of_table
    #: Clients in the order of their arrival.
    clients: dict[Client, None] = field(default_factory=dict)
    #: Newest report: the revision of the table, and the report as Report.to_dict returns it.
    report: tuple[int, dict[str, Any]] | None = None

    def __post_init__(self) -> None:
        self._thinking: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        #: Counter of views, and the number of the last views sent.
        self._numbers, self._told = count(), -1

    @property
    def empty(self) -> bool:
        """True if no client is here and no bot thinks."""
        return not self.clients and self._thinking is None

    async def tell_all(self) -> None:
        """Send every client its seat's view; then let a bot think, if one is to move.

        Without clients, nothing happens: one that joins gets its view.
        """
        self._tell(await self._views())

    async def change(self, work: Callable[..., Any], *values: Any, **named: Any) -> None:
        """Change the table and save the change; then continue like :meth:`tell_all`."""
        self._tell(await self._views(partial(work, *values, **named)))

    async def _views(self, change: Callable[[], Any] | None = None) -> _Views:
        """Apply a change, if given, and return the next number with each seat's view, made in the same thread."""

        def make() -> _Views:
            if change is not None:
                change()
            # Take the number first: then a view with a higher number lacks nothing that one with a lower number has.
            number, seats = next(self._numbers), {client.seat for client in list(self.clients)}
            return number, {seat: self.table.view(seat) for seat in seats}

        return await (self.threads.quick if change is None else self.threads.file)(make)

    def _tell(self, made: _Views) -> None:
        """Send every client its seat's view, unless newer ones were sent."""
        number, views = made
        if not self.clients or number < self._told:
            return
        self._told = number
        here = self._here()
        for seat, view in views.items():
            text = in_json({"view": view, "here": here})
            for client in list(self.clients):
                if client.seat == seat:
                    client.send_view(view["revision"], text)
        self._watch_clock()
        self.wake()
        if self.told is not None:
            self.told(self)

    def make_place(self, seat: int | None) -> None:
        """Disconnect a client if there are too many: the oldest spectator, else the oldest of the seat with most.

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
        """Send every client which seats are present."""
        for client in list(self.clients):
            client.send({"here": self._here()})

    def wake(self) -> None:
        """Let a bot think, if one is to move."""
        if self._thinking is None and (bot := self.table.bot) is not None:
            self._thinking = asyncio.create_task(self._think(bot))

    def leave(self) -> None:
        """Cancel the timer of the clock."""
        if self._flag is not None:
            self._flag.cancel()

    async def _think(self, bot: str) -> None:
        """Let a bot choose and act, even if nobody is here. The choice is dropped if the table has changed."""
        try:
            views = None
            try:
                asked = monotonic()
                thought = await self.threads.of_bot(bot)(self.table.think)
                if thought is not None:
                    await asyncio.sleep(rest_of_step(monotonic() - asked))
                    views = await self._settle(thought)
            finally:
                self._thinking = None
            self._tell(views or await self._views())
        except LexkitError as error:
            self._tell_trouble(sentence(error))
        except Exception:
            self._tell_trouble("the bot could not move: open the page again")
            raise
        finally:
            await self.idle(self)

    async def _settle(self, thought: Thought) -> _Views | None:
        """Play a bot's choice and return the new views, None if the table was changed elsewhere.

        If the file cannot be written, it retries while a client is connected.
        """
        delay = _SOON
        while True:
            try:
                return await self._views(partial(self.table.settle, thought))
            except StaleTableError:
                await self.refresh()
                return None
            except StorageError as error:
                if not self.clients:
                    raise
                self._tell_trouble(sentence(error))
            await asyncio.sleep(delay)
            delay = min(2 * delay, _AT_MOST)

    async def refresh(self) -> None:
        """Open the table again after another process has changed it. Raises LexkitError if it is gone."""
        self.table = cast(T, await self.threads.reading(self.tables.open_any, self.name))

    def _tell_trouble(self, text: str) -> None:
        for client in list(self.clients):
            client.send({"trouble": text})

    def _here(self) -> list[bool]:
        seated = {client.seat for client in self.clients}
        return [seat.bot is not None or number in seated for number, seat in enumerate(self.table.seats)]

    def _watch_clock(self) -> None:
        """Set a timer that ends the game or the turn when its time is up."""
        self.leave()
        left = self.table.ends_in
        if left is not None:
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
