"""Messages that a client in a room may send, and their answers.

A message names its type, ``{"do": "act", ...}``: the name of its class in lower case. Each type declares the kind of
table at which it may be sent. An action names the ``revision`` that the client saw, so that one sent twice is done only
once. The messages of HTTP are in the files that answer them.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Struct

from lexkit.errors import LexkitError

from ..table import AnyTable, DuplicateTable, NotAllowedError, Table
from .analysis import OWN_PLAYS, Analysis
from .requests import BadMessageError, between, line, sentence
from .room import Client, Room
from .threads import BusyError, Threads

#: Highest number of a message, and of a change of a table.
HIGHEST: Final = 2**53
#: Running analyses, referenced here because the event loop keeps only weak references.
_RUNNING: Final[set[asyncio.Task[None]]] = set()

Number: TypeAlias = Annotated[int, between(0, HIGHEST)]
Turn: TypeAlias = Annotated[int, between(0, 10_000)]
#: -1 is the current position.
AnyTurn: TypeAlias = Annotated[int, between(-1, 10_000)]
Play: TypeAlias = Annotated[str, line(120)]


def _tag(name: str) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "_", name).lower()


class Message(Struct, tag_field="do", tag=_tag, kw_only=True):
    """A message. ``id`` is repeated in its answer."""

    #: The kind of table at which it may be sent.
    table: ClassVar[type[Any]] = AnyTable
    id: Number = 0

    async def answer(self, client: Client, room: Room[Any]) -> dict[str, Any]:
        """Carry out the message and return its answer. Raises LexkitError."""
        raise BadMessageError("not a request", place="do")


class Hello(Message):
    """First message: game and token of the client. Without a token it is a spectator."""

    game: Annotated[str, line(40)]
    token: Annotated[str, line(64)] = ""


class Act(Message):
    """Do an action, if the table is still as the client saw it."""

    table = Table
    action: Annotated[str, line(200)]
    revision: Number

    async def answer(self, client: Client, room: Room[Table]) -> dict[str, Any]:
        await room.change(room.table.act, client.own_seat, self.action, revision=self.revision)
        return {"done": True}


class Undo(Message):
    """Take back a turn."""

    table = Table
    revision: Number

    async def answer(self, client: Client, room: Room[Table]) -> dict[str, Any]:
        await room.change(room.table.undo, client.own_seat, revision=self.revision)
        return {"done": True}


class Submit(Message):
    """Hand in a play, or none, if the turn that the client saw has not ended."""

    table = DuplicateTable
    turn: Turn
    play: Play = ""

    async def answer(self, client: Client, room: Room[DuplicateTable]) -> dict[str, Any]:
        await room.change(room.table.submit, client.own_seat, self.play, turn=self.turn)
        return {"done": True}


class Begin(Message):
    """Begin the first turn."""

    table = DuplicateTable

    async def answer(self, client: Client, room: Room[DuplicateTable]) -> dict[str, Any]:
        await room.change(room.table.begin, client.own_seat)
        return {"done": True}


class CloseTurn(Message):
    """End the turn for all."""

    table = DuplicateTable
    turn: Turn

    async def answer(self, client: Client, room: Room[DuplicateTable]) -> dict[str, Any]:
        await room.change(room.table.close_turn, client.own_seat, turn=self.turn)
        return {"done": True}


class Preview(Message):
    """Ask what a placement would score, or would have scored."""

    play: Play
    turn: AnyTurn = -1

    async def answer(self, client: Client, room: Room[AnyTable]) -> dict[str, Any]:
        return {"preview": await room.threads.quick(room.table.preview, client.seat, self.play, _past(self.turn))}


class Look(Message):
    """Ask for a past position."""

    turn: Turn

    async def answer(self, client: Client, room: Room[AnyTable]) -> dict[str, Any]:
        return {"past": await room.threads.quick(room.table.view, client.seat, self.turn)}


class Hint(Message):
    """Ask for a hint, step by step."""

    table = Table
    step: Annotated[int, between(1, 4)]

    async def answer(self, client: Client, room: Room[Table]) -> dict[str, Any]:
        return {"hint": await room.threads.bots(room.table.hint, client.own_seat, self.step)}


class Gcg(Message):
    """Ask for the record of the game."""

    table = Table

    async def answer(self, client: Client, room: Room[Table]) -> dict[str, Any]:
        return {"gcg": await room.threads.quick(room.table.to_gcg, client.seat)}


class Cgp(Message):
    """Ask for a position as text."""

    table = Table
    turn: AnyTurn = -1

    async def answer(self, client: Client, room: Room[Table]) -> dict[str, Any]:
        return {"cgp": await room.threads.quick(room.table.to_cgp, client.seat, _past(self.turn))}


class Report(Message):
    """Ask for the report that the page shows, as an HTML page to save."""

    table = Table

    async def answer(self, client: Client, room: Room[Table]) -> dict[str, Any]:
        table, (revision, whole) = room.table, room.report or (-1, {})
        if revision != table.revision or not (table.over or table.recorded):
            raise NotAllowedError("there is no report yet")

        def write() -> str:
            return table.game.read_report(whole).to_html(" and ".join(table.game.players))

        return {"html": await room.threads.quick(write)}


class Beat(Message):
    """Heartbeat: a page that gets no answer has lost its connection."""

    async def answer(self, client: Client, room: Room[AnyTable]) -> dict[str, Any]:
        return {"done": True}


class Analyse(Message):
    """Start an analysis of a position, including the user's own plays; reports follow."""

    table = Table
    turn: AnyTurn = -1
    plays: Annotated[list[Play], msgspec.Meta(max_length=OWN_PLAYS)] = []

    async def answer(self, client: Client, room: Room[Table]) -> dict[str, Any]:
        analysis = await room.threads.quick(
            Analysis, room.table, client.seat, _past(self.turn), client.limits, self.plays
        )
        client.stop_analysis()
        client.analysis = analysis
        task = asyncio.create_task(_report(client, analysis, room.threads, self.turn))
        task.add_done_callback(_RUNNING.discard)
        _RUNNING.add(task)
        return {"done": True}


class Stop(Message):
    """Stop the analysis."""

    table = Table

    async def answer(self, client: Client, room: Room[Table]) -> dict[str, Any]:
        client.stop_analysis()
        return {"done": True}


#: All types of message.
MessageType: TypeAlias = (
    Hello | Act | Undo | Submit | Begin | CloseTurn | Preview | Look | Hint | Gcg | Cgp | Report | Beat | Analyse | Stop
)
#: Reads a message of any type.
DECODER: Final[msgspec.json.Decoder[MessageType]] = msgspec.json.Decoder(MessageType)


def number_of(text: str) -> int | None:
    """Return the number of a message that could not be read, to name it in the refusal; None if it has none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if type(number) is int and 0 <= number <= HIGHEST else None


async def answer_message(client: Client, room: Room[Any], message: Message) -> dict[str, Any]:
    """Carry out a message and return its answer.

    Raises:
        BadMessageError: The message is not for this kind of table.
        LexkitError: Errors of the table.
    """
    if not isinstance(room.table, message.table):
        raise BadMessageError("not a request at this table", place="do")
    return await message.answer(client, room)


def _past(turn: int) -> int | None:
    """Return the number of a past turn; None for the current position."""
    return None if turn < 0 else turn


async def _report(client: Client, analysis: Analysis, threads: Threads, turn: int) -> None:
    """Run an analysis, and send its reports as they come."""
    loop = asyncio.get_running_loop()
    place = {"turn": turn, "revision": analysis.revision}

    def report(found: dict[str, Any]) -> None:
        if client.analysis is analysis:
            loop.call_soon_threadsafe(client.send, {"analysis": {**found, **place}})

    rows: list[dict[str, Any]] = []
    try:
        with suppress(LexkitError):  # the analysis has reported it
            rows = await threads.bots(analysis.begin)
            report({"rows": rows, "note": "", "done": False})
        await threads.analyses(analysis.run, report)
    except BusyError as error:
        report({"rows": rows, "note": sentence(error), "done": True})
