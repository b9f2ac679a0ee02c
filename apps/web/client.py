"""One client at a table: what is sent to it, and what it may ask without acting.

Guaranteed: what waits for a client is bounded; of several views that wait only the last is sent.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..table import Table
from .analysis import Analysis
from .limits import Limits
from .messages import BadMessageError, Fields
from .thinking import Threads

__all__ = ["ASKING", "Client"]

#: Most turns that a game has.
_TURNS: Final = 10_000
#: Analyses that run: the event loop alone would not keep them.
_RUNNING: Final[set[asyncio.Task[None]]] = set()


class Client:
    """A connection, and the seat that it has; None is a spectator."""

    def __init__(self, websocket: WebSocket, seat: int | None, limits: Limits) -> None:
        self.websocket = websocket
        self.seat = seat
        self.limits = limits
        self.lost = False
        self.analysis: Analysis | None = None
        self._outbox: deque[dict[str, Any]] = deque()
        self._ready = asyncio.Event()
        #: The revision of the last view that was sent, or waits.
        self._newest = -1
        #: The task that receives from this client, once there is one.
        self.receiving: asyncio.Task[Any] | None = None

    def send(self, message: dict[str, Any]) -> None:
        """Send a message, when the ones before it have been sent."""
        if self.lost:
            return
        if "view" in message:
            # Views are made in several threads: the newest may come first.
            if message["view"]["revision"] < self._newest:
                return
            self._newest = message["view"]["revision"]
            # An older view is of no use to anyone.
            waiting = [one for one in self._outbox if "view" not in one]
            self._outbox = deque(waiting)
        if len(self._outbox) >= self.limits.waiting:
            self.lose()
            return
        self._outbox.append(message)
        self._ready.set()

    async def send_on(self) -> None:
        """Send what waits, until the connection ends; one that does not read is closed."""
        try:
            while not self.lost:
                await self._ready.wait()
                self._ready.clear()
                while self._outbox and not self.lost:
                    await self.websocket.send_text(json.dumps(self._outbox.popleft(), separators=(",", ":")))
            await self.websocket.close(1008)
        except (WebSocketDisconnect, RuntimeError):
            self.lose()

    def lose(self) -> None:
        """Let the client go: nothing more is kept for it, and nothing more is received."""
        self.lost = True
        self._outbox.clear()
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
    return {"hint": await threads.bot("static", lambda: table.hint(seat, step))}


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
    with ExitStack() as counted:
        counted.enter_context(threads.one_analysis(client.limits.analyses))
        client.analysis = await threads.quick(Analysis, table, client.seat, wanted, client.limits)
        task = asyncio.create_task(_report(client, client.analysis, threads, turn))
        task.add_done_callback(_RUNNING.discard)
        _RUNNING.add(task)
        # It counts until it has ended, also if it is cancelled before it begins.
        ended = counted.pop_all()
        task.add_done_callback(lambda _: ended.close())
    return {"done": True}


async def _report(client: Client, analysis: Analysis, threads: Threads, turn: int) -> None:
    """Run an analysis, and send what it reports as it comes."""
    loop = asyncio.get_running_loop()

    def report(found: dict[str, Any]) -> None:
        if client.analysis is analysis:
            loop.call_soon_threadsafe(client.send, {"analysis": {**found, "turn": turn}})

    await threads.analysis(lambda: analysis.run(report))


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
