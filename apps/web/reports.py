"""Reports of finished games, made in the background while a player looks at the game, and kept with it.

When a player opens a game that is over or recorded, the server sends the report that it has kept, marked as stale if
the record has changed since. An incomplete report is made again, turn by turn, in a process of its own that gives way
to all else: addresses take turns there. Each completed level is kept.

Guaranteed: a report is sent only of a game whose racks all may see; one room makes one report at a time; nothing is
made for a room that nobody is in.
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

from ..table import Table
from .declared_fields import in_json, sentence
from .report_process import ReportProcess
from .threads import BusyError, Threads

if TYPE_CHECKING:
    from ..table import Tables
    from .limits import Limits
    from .room import Client, Room

#: The level of a complete report, and seconds between two of its messages, and until what was refused is tried again.
_WHOLE: Final = "endgame"
_REPORTS: Final = 0.5
_AGAIN: Final = 5.0


class _Made:
    """The report of a room, as far as it is."""

    def __init__(self) -> None:
        self.revision = -1
        self.message: dict[str, Any] | None = None
        #: Who has been sent that message.
        self.told: WeakSet[Client] = WeakSet()
        self.task: asyncio.Task[None] | None = None


class Reports:
    """The reports of a server."""

    def __init__(self, tables: Tables, threads: Threads, limits: Limits) -> None:
        self._tables, self._threads, self._limits = tables, threads, limits
        self._made: WeakKeyDictionary[Room[Table], _Made] = WeakKeyDictionary()
        self._making = ReportProcess(limits.reports)
        self._numbers = count()

    def close(self) -> None:
        """Make nothing further."""
        self._making.close()

    def follow(self, room: Room[Any]) -> None:
        """Send the report of a room whose game is over, and begin to make it if the record is another one."""
        if not isinstance(room.table, Table) or not _is_open(room):
            return
        made = self._made.setdefault(room, _Made())
        if made.message is not None:
            self._tell(room, made, made.message)
        if made.task is None and made.revision != room.table.revision:
            made.task = asyncio.create_task(self._make(room, made))

    async def _make(self, room: Room[Table], made: _Made) -> None:
        """Make reports until there is one of the record as it is."""
        try:
            while made.revision != room.table.revision and room.clients and _is_open(room):
                revision = room.table.revision
                if await self._make_one(room, made, revision):
                    made.revision = revision
        except BusyError:
            asyncio.get_running_loop().call_later(_AGAIN, self.follow, room)
        except LexkitError as error:
            made.revision = room.table.revision
            self._tell(room, made, {"error": sentence(error)})
        except RuntimeError:
            if not self._threads.closed:
                raise
        finally:
            made.task = None

    async def _make_one(self, room: Room[Table], made: _Made, revision: int) -> bool:
        """Make the report of a game; whether nothing came between."""
        game, name, address = room.table.game, room.name, room.address
        of = await self._threads.quick(address, name_record, game)
        kept = await self._threads.reading(address, self._tables.report, name)
        if kept is not None:
            facts = json.loads(kept[1])
            stale = kept[0] != of
            self._tell(room, made, {**facts, "stale": stale})
            if not stale and facts["level"] == _WHOLE:
                return True
        level, told, number, seconds = "", 0.0, next(self._numbers), self._limits.report_turn
        while (facts := await self._threads.reports(address, self._making.step, number, game, seconds)) is not None:
            if room.table.revision != revision or not room.clients:
                return False
            done = facts["weighed"] == facts["to_weigh"]
            if facts["level"] != level or done or monotonic() - told >= _REPORTS:
                if facts["level"] != level:
                    level = facts["level"]
                    with suppress(StorageError):  # it is shown all the same
                        await self._threads.file(address, self._tables.keep_report, name, of, in_json(facts))
                self._tell(room, made, {**facts, "stale": False})
                told = monotonic()
        return True

    def _tell(self, room: Room[Table], made: _Made, message: dict[str, Any]) -> None:
        """Send everybody a message that they have not been sent."""
        if message is not made.message:
            made.message, made.told = message, WeakSet()
        for client in list(room.clients):
            if client not in made.told:
                made.told.add(client)
                client.send({"report": message})


def _is_open(room: Room[Table]) -> bool:
    """Whether all may see all racks."""
    return room.table.over or room.table.recorded


def name_record(game: lexkit.Game) -> str:
    """What tells the record of a game from any other."""
    return hashlib.sha256(game.to_json().encode()).hexdigest()
