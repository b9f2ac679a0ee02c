"""The messages that a client in a room may send, each with its fields and what answers it.

A message names itself, ``{"do": "act", ...}``; who may send it, and at which kind of table, stands with its fields. An
action names the ``revision`` that the client saw, so that one sent twice is done once. What is asked over HTTP stands
in the ``routes`` of the files that answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

from lexkit.errors import LexkitError

from ..table import AnyTable, DuplicateTable, NotAllowedError, Table
from .analysis import OWN_PLAYS, Analysis
from .declared_fields import BadMessageError, Field, Fields, Number, OneOf, Text, Texts, read_fields, sentence
from .room import Client, Room
from .threads import BusyError, Threads

#: Highest number of a message, and of a change of a table.
HIGHEST: Final = 2**53
#: The fields of the first message, and of each later one.
HELLO: Final[Fields] = {"do": OneOf(("hello",)), "game": Text(40), "token": Text(64, "")}
NUMBER: Final = {"id": Number(0, HIGHEST, 0)}
NAME: Final = {"do": Text(20)}


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


@_message(Table)
async def report(client: Client, room: Room[Table]) -> dict[str, Any]:
    """The report that the page shows, as a page that can be kept. Raises NotAllowedError if there is none."""
    table, (revision, whole) = room.table, room.report or (-1, {})
    if revision != table.revision or not (table.over or table.recorded):
        raise NotAllowedError("there is no report yet")

    def write() -> str:
        return table.game.read_report(whole).to_html(" and ".join(table.game.players))

    return {"html": await room.threads.quick(client.address, write)}


@_message(AnyTable)
async def beat(client: Client, room: Room[AnyTable]) -> dict[str, Any]:
    """Nothing but an answer: a page that gets none has lost its connection."""
    return {"done": True}


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
