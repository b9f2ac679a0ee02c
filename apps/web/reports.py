"""Reports of finished games, made in the background while a player views the game, and stored with it.

When a player opens a finished or recorded game, the server sends the stored report, marked as stale if the record has
changed since. An incomplete report is made again, turn by turn, in a separate process of low priority. Each completed
level is stored.

Guaranteed: a report is sent only for a game whose racks everyone may see; a room makes one report at a time, and none
while nobody is in it. The static report comes at once; of those that continue, ``limits.reports`` run at a time, and
the others wait.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary, WeakSet

import lexkit
from lexkit.errors import LexkitError, StorageError
from lexkit.players.reports.statistics import FACTS, PlayerTable, statistics_of

from ..table import Table
from .report_process import ReportProcess
from .requests import in_json, sentence
from .threads import Threads

if TYPE_CHECKING:
    from ..table import Tables
    from .limits import Limits
    from .room import Client, Room

#: The levels of the first and of a complete report, and seconds between two of its messages.
_STATIC: Final = "static"
_WHOLE: Final = "endgame"
_REPORTS: Final = 0.5


class RoomReport:
    """State of the report of a room."""

    def __init__(self) -> None:
        #: Revision with a complete report, and revision of the report started last.
        self.revision = self.begun = -1
        self.message: dict[str, Any] | None = None
        #: Clients that were sent ``message``.
        self.told: WeakSet[Client] = WeakSet()
        self.task: asyncio.Task[None] | None = None


class Reports:
    """Reports of a server."""

    def __init__(self, tables: Tables, threads: Threads, limits: Limits) -> None:
        self._tables, self._threads, self._limits = tables, threads, limits
        self._made: WeakKeyDictionary[Room[Table], RoomReport] = WeakKeyDictionary()
        self._process = ReportProcess()
        self._slots = asyncio.Semaphore(limits.reports)
        self._numbers = count()

    def close(self) -> None:
        """Make no further reports."""
        self._process.close()

    def follow(self, room: Room[Any]) -> None:
        """Send the report of a room whose game is over, and start making it if the record has changed."""
        if not isinstance(room.table, Table) or not _is_open(room):
            return
        made = self._made.setdefault(room, RoomReport())
        if made.message is not None:
            self._tell(room, made, made.message)
        if made.task is None and made.revision != room.table.revision:
            made.task = asyncio.create_task(self._make(room, made))

    async def _make(self, room: Room[Table], made: RoomReport) -> None:
        """Rebuild the report until it matches the current record."""
        try:
            while made.revision != room.table.revision and room.clients and _is_open(room):
                revision = room.table.revision
                if await self._make_one(room, made, revision):
                    made.revision = revision
        except LexkitError as error:
            made.revision = room.table.revision
            self._tell(room, made, {"error": sentence(error)})
        except RuntimeError:
            if not self._threads.closed:
                raise
        finally:
            made.task = None

    async def _make_one(self, room: Room[Table], made: RoomReport, revision: int) -> bool:
        """Make the report of a game, and return whether the record is still the same."""
        game, name = room.table.game, room.name
        made.begun = revision
        of = await self._threads.quick(name_record, game)
        kept = await self._threads.reading(kept_report, self._tables, name)
        whole: dict[str, Any] = {}
        if kept is not None:
            whole = kept[1]
            self._tell_report(room, made, whole, stale=kept[0] != of)
        if kept is None or kept[0] != of:
            whole = await self._static(game)
            await self._keep(room, made, of, whole)
        if whole["level"] == _WHOLE:
            return True
        async with self._slots:
            return await self._go_on(room, made, of, revision)

    async def _static(self, game: lexkit.Game) -> dict[str, Any]:
        """Return the first step of a report, and drop the rest."""
        number = next(self._numbers)
        whole = await self._process.step(number, game, self._limits.report_turn)
        assert whole is not None
        self._process.drop(number)
        return whole

    async def _go_on(self, room: Room[Table], made: RoomReport, of: str, revision: int) -> bool:
        """Make a report to its end, and return whether the record is still the same."""
        game, number = room.table.game, next(self._numbers)
        level, told = _STATIC, monotonic()
        try:
            while room.table.revision == revision and room.clients:
                whole = await self._process.step(number, game, self._limits.report_turn)
                if whole is None:
                    return True
                if whole["level"] != level:
                    await self._keep(room, made, of, whole)
                elif whole["weighed"] == whole["to_weigh"] or monotonic() - told >= _REPORTS:
                    self._tell_report(room, made, whole)
                else:
                    continue
                level, told = whole["level"], monotonic()
            return False
        finally:
            self._process.drop(number)

    async def _keep(self, room: Room[Table], made: RoomReport, of: str, whole: dict[str, Any]) -> None:
        """Store a report with its game, and send it."""
        with suppress(StorageError):  # send it nevertheless
            await self._threads.file(self._tables.keep_report, room.name, of, in_json(whole))
        self._tell_report(room, made, whole)

    def _tell_report(self, room: Room[Table], made: RoomReport, whole: dict[str, Any], *, stale: bool = False) -> None:
        """Send all clients a report. ``stale`` marks that it is about another record."""
        room.report = None if stale else (made.begun, whole)
        self._tell(room, made, {**facts_of(whole), "stale": stale})

    def _tell(self, room: Room[Table], made: RoomReport, message: dict[str, Any]) -> None:
        """Send a message to all clients that were not sent it yet."""
        if message is not made.message:
            made.message, made.told = message, WeakSet()
        for client in list(room.clients):
            if client not in made.told:
                made.told.add(client)
                client.send({"report": message})


def _is_open(room: Room[Table]) -> bool:
    """Return whether everyone may see all racks."""
    return room.table.over or room.table.recorded


def name_record(game: lexkit.Game) -> str:
    """Return a hash that identifies the record of a game."""
    return hashlib.sha256(game.to_json().encode()).hexdigest()


def kept_report(tables: Tables, name: str) -> tuple[str, dict[str, Any]] | None:
    """Return the name of the record (:func:`name_record`) and the stored report (Report.to_dict) of a game, or None."""
    kept = tables.report(name)
    if kept is None:
        return None
    whole = json.loads(kept[1])
    # Older versions kept less.
    is_complete = "result" in whole and all(player.keys() >= set(FACTS) for player in whole["players"])
    return (kept[0], whole) if is_complete else None


def facts_of(whole: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a report that a page shows, as Report.to_dict gives them."""
    facts = {name: whole[name] for name in ("level", "weighed", "to_weigh", "curve", "worst", "remarks")}
    shown = statistics_of(PlayerTable.BROWSER_OF_MANY if len(whole["players"]) > 2 else PlayerTable.BROWSER)
    below = statistics_of(PlayerTable.BROWSER_BELOW)
    columns = [{"head": one.head, "meaning": one.meaning} for one in shown]
    lines = [{"head": one.title or one.head, "meaning": one.meaning} for one in below]
    players = [
        {
            "name": player["name"],
            "cells": [one.write(player[one.name]) for one in shown],
            "below": ", ".join(
                [f"{one.title or one.head} {text}" for one in below if (text := one.write(player[one.name]))]
            ),
        }
        for player in whole["players"]
    ]
    wanted = ("number", "seat", "action", "grade", "ungraded", "why", "luck", "phony")
    turns = []
    for turn in whole["turns"]:
        cost = turn["cost"] or {"spread_loss": turn["loss"], "win_loss": None, "found": None}
        facts_of_turn = {name: turn[name] for name in wanted}
        turns.append(
            {**facts_of_turn, "lost": cost["spread_loss"], "win_loss": cost["win_loss"], "found": cost["found"]}
        )
    return {**facts, "columns": columns, "below": lines, "players": players, "turns": turns}
