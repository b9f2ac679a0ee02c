"""Store tables in a SQLite file: add, open, list and delete them.

    tables = Tables()                                # in the user's data folder; or Tables("games.sqlite")
    name = tables.add(Table.new(["Ann", "Bob"]))     # from now on, each action is saved in one transaction
    table = tables.open(name)

Guaranteed: an action is stored when :meth:`.table.Table.act` returns, and survives if the process is killed then; all
threads of a process share one :class:`.table.Table` for each name; if two processes act at one table, the second gets
StaleTableError, and finds the table as the first left it.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Sequence
from os import PathLike
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

import lexkit
from lexkit.errors import GameRecordError, show_value

from ..database import Database
from .any_table import AnyTable
from .duplicate_table import DuplicateTable
from .lexicons import describe_list
from .seats import StaleTableError, TableNotFoundError
from .table import Table

#: Maps the mark in a table's facts to its class.
_KINDS: Final = {kind.mark: kind for kind in (Table, DuplicateTable)}
#: SQLite application id of files of tables: "lxtb".
APPLICATION: Final = 0x6C787462
_LISTED: Final = "name, begun, changed, over, players, scores, turns, kind, standing"
#: Schema migrations: script n takes a file from version n - 1 to n.
MIGRATIONS: Final = (
    """
    CREATE TABLE tables (
        name TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        begun REAL NOT NULL,
        changed REAL NOT NULL,
        over INTEGER NOT NULL,
        players TEXT NOT NULL,
        scores TEXT NOT NULL,
        turns INTEGER NOT NULL,
        kind TEXT NOT NULL,
        facts TEXT NOT NULL
    ) STRICT;
    CREATE INDEX by_change ON tables (kind, over, changed)
    """,
    "ALTER TABLE tables ADD COLUMN standing TEXT NOT NULL DEFAULT '{}'",
    """
    CREATE TABLE reports (
        name TEXT PRIMARY KEY REFERENCES tables (name) ON DELETE CASCADE,
        record TEXT NOT NULL,
        report TEXT NOT NULL
    ) STRICT
    """,
)


class Listed(NamedTuple):
    """Entry of a list of tables: ``begun`` and ``changed`` are seconds since 1970, ``kind`` is the kind given to add.

    ``to_move`` is the seat to move, ``winner`` the seat that has won, and ``reason`` why the game ended, as in
    :class:`lexkit.Result`. All three are None in files of older versions and in duplicate games.
    """

    name: str
    begun: float
    changed: float
    over: bool
    players: tuple[str, ...]
    scores: tuple[int, ...]
    turns: int
    kind: str
    to_move: int | None = None
    winner: int | None = None
    reason: str | None = None
    #: Total score of the best plays of a duplicate game, None for other games.
    maximum: int | None = None
    #: Word list, as :func:`.lexicons.describe_list` describes it; empty if not known.
    lexicon: str = ""


class Tables:
    """Tables in a file, by default ``games.sqlite`` in the user's data folder. Safe to use from any thread."""

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        file = lexkit.user_folder() / "games.sqlite" if path is None else path
        self._database = Database(file, application=APPLICATION, migrations=MIGRATIONS)
        self._open: WeakValueDictionary[str, AnyTable] = WeakValueDictionary()
        #: Number of threads about to open each name, and the name that is being deleted as unused.
        self._opening: Counter[str] = Counter()
        self._going = ""
        #: Lock of these and of the dictionary; never held while waiting for a file.
        self._lock = threading.RLock()

    def add(self, table: AnyTable, kind: str = "") -> str:
        """Store a table under a new name that cannot be guessed, and return the name. ``kind`` is for :meth:`list`."""
        name = secrets.token_urlsafe(9)
        now = time.time()
        row = self._row(table, table.facts(), None)
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO tables"
                " (name, revision, begun, changed, kind, over, players, scores, turns, standing, facts)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (name, table.revision, now, now, kind, *row),
            )
        self._adopt(table, name, table.revision)
        return name

    def open(self, name: str) -> Table:
        """Open a table of a game in turns. Raises TableNotFoundError for any other game, and as :meth:`open_any`."""
        table = self.open_any(name)
        if not isinstance(table, Table):
            raise TableNotFoundError("no such table", expected="a game in turns", found=show_value(name))
        return table

    def open_any(self, name: str) -> AnyTable:
        """Open a table of any kind by its name.

        Raises TableNotFoundError if there is none, GameRecordError if it is damaged.
        """
        name = str(name)
        with self._lock:
            if name == self._going:
                raise TableNotFoundError("no such table", found=show_value(name))
            self._opening[name] += 1
        try:
            return self._read(name)
        finally:
            with self._lock:
                self._opening[name] -= 1
                if not self._opening[name]:
                    del self._opening[name]

    def _read(self, name: str) -> AnyTable:
        """Read the table of a name that is counted as about to be opened."""
        found = self._database.rows("SELECT revision, facts FROM tables WHERE name = ?", (name,))
        if not found:
            raise TableNotFoundError("no such table", found=show_value(name))
        revision, facts = int(str(found[0][0])), str(found[0][1])
        with self._lock:
            table = self._open.get(name)
            if table is not None and table.kept >= revision:
                return table
            try:
                read = json.loads(facts)
                table = _KINDS[read.get("table", "")].of_facts(read)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                if isinstance(error, lexkit.errors.LexkitError):
                    raise
                raise GameRecordError("not a table", place=name, found=show_value(str(error))) from error
            self._adopt(table, name, revision)
            return table

    def pause(self, table: AnyTable, *, used: bool = False) -> None:
        """Save the time that the player to move has used, when a table is left. ``used`` counts this as a change."""
        if table.name is None:
            return
        # An acting table takes its own lock before the file's. Read the table first, to keep that order of locks.
        revision = table.revision
        facts = json.dumps(table.facts()) if table.timed else None
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE tables SET facts = coalesce(?, facts), changed = max(changed, ?)"
                " WHERE name = ? AND revision = ?",
                (facts, time.time() if used else 0.0, table.name, revision),
            )

    def list(self, *, over: bool | None = None, kind: str | None = None, most: int = 100) -> list[Listed]:
        """List tables, last changed first; optionally only those that are over or not, or of one kind."""
        rows = self._database.rows(
            f"SELECT {_LISTED} FROM tables WHERE (?1 IS NULL OR over = ?1) AND (?2 IS NULL OR kind = ?2)"
            " ORDER BY changed DESC, rowid DESC LIMIT ?3",
            (None if over is None else int(over), kind, most),
        )
        return [_listed(*row) for row in rows]

    def find(self, names: Sequence[str]) -> tuple[Listed, ...]:
        """Return the entries of those names that exist."""
        marks = ", ".join("?" * len(names))
        rows = self._database.rows(f"SELECT {_LISTED} FROM tables WHERE name IN ({marks})", names)
        return tuple([_listed(*row) for row in rows])

    def report(self, name: str) -> tuple[str, str] | None:
        """Return the name of the record and the saved report of a table, None if there is none."""
        rows = self._database.rows("SELECT record, report FROM reports WHERE name = ?", (name,))
        return (str(rows[0][0]), str(rows[0][1])) if rows else None

    def keep_report(self, name: str, record: str, report: str) -> None:
        """Save a report of a table. ``record`` names the version of the record that it is about."""
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO reports SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM tables WHERE name = ?1)",
                (name, record, report),
            )

    def delete(self, name: str) -> None:
        """Delete a table. Raises TableNotFoundError if there is none."""
        with self._database.transaction() as connection:
            gone = connection.execute("DELETE FROM tables WHERE name = ?", (name,)).rowcount
        with self._lock:
            table = self._open.pop(name, None)
            if table is not None:
                table.name = table.keep = None
        if not gone:
            raise TableNotFoundError("no such table", found=show_value(name))

    def delete_unplayed(self, kind: str, before: float) -> int:
        """Delete the tables of a kind without turns that were begun before a time, and return their number."""
        rows = self._database.rows("SELECT name FROM tables WHERE kind = ? AND turns = 0 AND begun < ?", (kind, before))
        for (name,) in rows:
            self.delete(str(name))
        return len(rows)

    def delete_unused(self, kind: str, before: float) -> str | None:
        """Delete the longest unused table of a kind, among those neither open nor used since a time.

        Returns its name, None if no table qualifies.
        """
        rows = self._database.rows(
            "SELECT name FROM tables WHERE kind = ? AND changed < ? ORDER BY changed", (kind, before)
        )
        for (name,) in rows:
            if self._delete_unused(str(name), before):
                return str(name)
        return None

    def _delete_unused(self, name: str, before: float) -> bool:
        """Delete a table unless it is open, about to be opened, or used since a time; return whether it was deleted."""
        with self._lock:
            if name in self._open or name in self._opening:
                return False
            self._going = name
        try:
            with self._database.transaction() as connection:
                statement = "DELETE FROM tables WHERE name = ? AND changed < ?"
                return connection.execute(statement, (name, before)).rowcount == 1
        finally:
            with self._lock:
                self._going = ""

    def close(self) -> None:
        """Close the file. Open tables can no longer change."""
        self._database.close()

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- in here ------------------------------------------------------------------------------------

    def _keep(self, table: AnyTable, game: Any) -> None:
        """Save a change of a table in one transaction. Raises StaleTableError if another process was first."""
        row, before = self._row(table, table.facts(game), game), table.revision
        try:
            with self._database.transaction() as connection:
                done = connection.execute(
                    "UPDATE tables SET revision = ?, changed = ?, over = ?, players = ?, scores = ?, turns = ?,"
                    " standing = ?, facts = ? WHERE name = ? AND revision = ?",
                    (before + 1, time.time(), *row, table.name, before),
                )
                if done.rowcount != 1:
                    raise StaleTableError("the table has changed, or is gone", remedy="open it again")
                # Set before the commit, so that readers of the row see that the open table is up to date.
                table.kept = before + 1
        except BaseException:
            table.kept = before
            raise

    def _adopt(self, table: AnyTable, name: str, revision: int) -> None:
        """Save the changes of a table from now on."""
        with self._lock:
            table.revision = table.kept = revision
            table.name = name
            table.keep = self._keep
            self._open[name] = table

    def _row(self, table: AnyTable, facts: dict[str, Any], game: Any) -> tuple[Any, ...]:
        told = table.summary(game)
        if table.lexicon_name is not None and table.lexicon is not None:
            told["lexicon"] = describe_list(table.lexicon_name, table.lexicon)
        first = [json.dumps(told.pop(name)) for name in ("players", "scores")]
        over, turns = int(told.pop("over")), told.pop("turns")
        return (over, *first, turns, json.dumps(told), json.dumps(facts))


def _listed(*row: Any) -> Listed:
    name, begun, changed, over, players, scores, turns, kind, standing = row
    told = tuple(json.loads(players)), tuple(json.loads(scores)), turns, kind
    return Listed(name, begun, changed, bool(over), *told, **json.loads(standing))
