"""One client at a table: what is sent to it, and what it may ask without acting.

Guaranteed: for a client there wait one message of each kind at most, the newest of its views among them; what is large
counts, with that of others, against ``limits.held``; while anything waits, no further message of it is received.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..table import Table
from .analysis import Analysis
from .limits import Limits, Shares
from .messages import BadMessageError, Fields, in_json
from .requests import BusyError
from .thinking import Threads

#: Close codes: a message or a client that is not accepted; try again later.
REFUSED: Final = 1008
LATER: Final = 1013
#: Most turns that a game has.
_TURNS: Final = 10_000
#: Analyses that run: the event loop alone would not keep them.
_RUNNING: Final[set[asyncio.Task[None]]] = set()


class Client:
    """A connection, and the seat that it has; None is a spectator. ``held``: the bytes of all clients, by address."""

    def __init__(
        self, websocket: WebSocket, seat: int | None, limits: Limits, address: str = "", held: Shares | None = None
    ) -> None:
        self.websocket = websocket
        self.seat = seat
        self.limits = limits
        self.address = address
        self.lost = False
        self.analysis: Analysis | None = None
        self._held = held or Shares(limits.held, limits.held_of_address)
        #: What waits, by its kind: an older message of a kind is of no use to anyone.
        self._outbox: dict[str, str] = {}
        self._ready, self._written = asyncio.Event(), asyncio.Event()
        self._written.set()
        #: The revision of the last view that was sent, or waits.
        self._newest = -1
        self._code = REFUSED
        #: The task that receives from this client, once there is one.
        self.receiving: asyncio.Task[Any] | None = None

    def send(self, message: dict[str, Any]) -> int:
        """Send a message, when the ones before it have been sent; its size."""
        text = in_json(message)
        self._put(next(iter(message)), text)
        return len(text)

    def send_view(self, revision: int, text: str) -> None:
        """Send a view, with who is here, as :meth:`send` does; it is written once for all who see the same."""
        # Views are made in several threads: the newest may come first.
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
        """Wait until the client has taken all that it was sent."""
        await self._written.wait()

    async def send_on(self) -> None:
        """Send what waits, until the connection ends. A client for which there is no memory left is let go."""
        try:
            while not self.lost:
                await self._ready.wait()
                self._ready.clear()
                while self._outbox and not self.lost:
                    await self._write(self._outbox.pop(next(iter(self._outbox))))
                self._written.set()
            for text in self._outbox.values():
                await self.websocket.send_text(text)
            await self.websocket.close(self._code)
        except (WebSocketDisconnect, RuntimeError):
            self.lose()

    async def _write(self, text: str) -> None:
        size = len(text) if len(text) > self.limits.large else 0
        if not self._held.take(self.address, size):
            self.lose(LATER)
            return
        try:
            await self.websocket.send_text(text)
        finally:
            self._held.give_back(self.address, size)

    def lose(self, code: int = REFUSED, **last: str) -> None:
        """Let the client go: nothing more is kept for it, and nothing more is received. ``last``: what it is told."""
        self.lost = True
        self._code = code
        self._outbox = {"last": in_json(last)} if last else {}
        self._ready.set()
        if self.receiving is not None:
            self.receiving.cancel()

    def leave(self) -> None:
        """Stop what still runs for this client."""
        self.lost = True
        if self.analysis is not None:
            self.analysis.stop()


async def _preview(client: Client, table: Table, threads: Threads, fields: Fields) -> dict[str, Any]:
    """What a placement would score."""
    play = fields.text("play", 120)
    return {"preview": await threads.quick(table.preview, _seat(client), play)}


async def _look(client: Client, table: Table, threads: Threads, fields: Fields) -> dict[str, Any]:
    """The past."""
    turn = fields.number("turn", 0, _TURNS)
    return {"past": await threads.quick(table.view, client.seat, turn)}


async def _hint(client: Client, table: Table, threads: Threads, fields: Fields) -> dict[str, Any]:
    """A hint, step by step."""
    seat, step = _seat(client), fields.number("step", 1, 4)
    return {"hint": await threads.bot("static", lambda: table.hint(seat, step), client.address)}


async def _gcg(client: Client, table: Table, threads: Threads, fields: Fields) -> dict[str, Any]:
    """The record of the game."""
    return {"gcg": await threads.quick(table.to_gcg, client.seat)}


async def _cgp(client: Client, table: Table, threads: Threads, fields: Fields) -> dict[str, Any]:
    """The position."""
    turn = fields.number("turn", -1, _TURNS, -1)
    return {"cgp": await threads.quick(table.to_cgp, client.seat, None if turn < 0 else turn)}


async def _analyse(client: Client, table: Table, threads: Threads, fields: Fields) -> dict[str, Any]:
    """Begin to analyse a position; reports follow."""
    turn = fields.number("turn", -1, _TURNS, -1)
    if client.analysis is not None:
        client.analysis.stop()
    wanted = None if turn < 0 else turn
    client.analysis = await threads.quick(Analysis, table, client.seat, wanted, client.limits)
    task = asyncio.create_task(_report(client, client.analysis, threads, turn))
    task.add_done_callback(_RUNNING.discard)
    _RUNNING.add(task)
    return {"done": True}


async def _report(client: Client, analysis: Analysis, threads: Threads, turn: int) -> None:
    """Run an analysis, and send what it reports as it comes."""
    loop = asyncio.get_running_loop()

    def report(found: dict[str, Any]) -> None:
        if client.analysis is analysis:
            loop.call_soon_threadsafe(client.send, {"analysis": {**found, "turn": turn}})

    try:
        await threads.analyses.do(client.address, lambda: analysis.run(report))
    except BusyError as error:
        report({"rows": [], "note": str(error.what), "done": True})


async def _stop(client: Client, table: Table, threads: Threads, fields: Fields) -> dict[str, Any]:
    """Stop the analysis."""
    if client.analysis is not None:
        client.analysis.stop()
    return {"done": True}


def _seat(client: Client) -> int:
    if client.seat is None:
        raise BadMessageError("spectators have no rack")
    return client.seat


#: What a client may ask, by name; none of it changes the game.
ASKING: Final[dict[str, Callable[[Client, Table, Threads, Fields], Awaitable[dict[str, Any]]]]] = {
    "preview": _preview,
    "look": _look,
    "hint": _hint,
    "gcg": _gcg,
    "cgp": _cgp,
    "analyse": _analyse,
    "stop": _stop,
}
