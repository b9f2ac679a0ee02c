"""Cards of a cardbox: the SQLite files in which Zyzzyva, and programs that follow it, keep what was learned.

    CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, streak integer,
                            last_correct integer, difficulty integer, cardbox integer, next_scheduled integer)

Zyzzyva keeps ``Anagrams.db`` in the folder ``quiz/data/LEXICON`` among its own. Times are seconds since 1970. A
question that is in a box comes when its box says, and from then on as FSRS says: as firmly known as the time between
its last right answer and the day for which it is scheduled. One that was never right is a new card.

Guaranteed: the file is copied into memory and read there, in bounded time and memory; nothing of it is run: no view, no
trigger, no function. Every value is checked, and a file with one wrong row adds no card.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from lexkit.errors import ColumnError, StorageError, show_value

from .cards import DAY, KNOWN, Card, Memory, require_question

#: How a SQLite file begins.
MAGIC: Final = b"SQLite format 3\0"
#: How the name of a cardbox ends.
SUFFIX: Final = ".db"
_FIELDS: Final = (
    "question", "correct", "incorrect", "streak", "last_correct", "difficulty", "cardbox", "next_scheduled",
)  # fmt: skip
#: Where a file says whether it has a log beside it, and what it says if not.
_LOGGED, _NOT_LOGGED = slice(18, 20), b"\1\1"
#: Longest text, and longest statement of a schema, in bytes; SQLite's steps for each row that it may take.
_LONGEST: Final = 100_000
_STEPS: Final = 1000
#: Most cards, if the caller sets no other limit.
_MOST: Final = 1_000_000
#: Days of a card that was wrong the last time, and the fewest and most of any.
_WRONG: Final = 0.5
_LEAST_DAYS: Final = 0.5
_MOST_DAYS: Final = 3650.0
_LATEST: Final = 253_402_300_799  # the last second of the year 9999


def read_cardbox(data: bytes, lexicon: str, kind: str, path: str | None = None, most: int | None = None) -> list[Card]:
    """The cards of a cardbox. Arguments are those of :func:`.cards_csv.read_cards`.

    ``path``: where the bytes come from, if from a file. Raises ColumnError, with the row; StorageError if the program
    that writes the file has it open.
    """
    if path is not None:
        for end in ("-wal", "-journal"):
            beside = Path(path + end)
            if beside.exists() and beside.stat().st_size:
                raise StorageError("another program is writing this file", path=path, remedy="close that program")
    most = _MOST if most is None else most
    cards: list[Card] = []
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            rows = open_table(connection, data, "questions", _FIELDS, most)
            for row in rows:
                if len(cards) >= most:
                    raise ColumnError("too many cards", expected=f"at most {most:,}")
                cards.append(_card(dict(zip(_FIELDS, row, strict=True)), lexicon, kind))
    except ColumnError as error:
        error.path, error.place = path, error.place or f"row {len(cards) + 1}"
        raise
    except (sqlite3.Error, UnicodeDecodeError, MemoryError, OverflowError) as error:
        raise ColumnError(f"not a cardbox: {error}", path=path, place=f"near row {len(cards) + 1}") from error
    return cards


def open_table(
    connection: sqlite3.Connection, data: bytes, table: str, fields: Sequence[str], most: int, longest: int = _LONGEST
) -> sqlite3.Cursor:
    """The rows of a table. The database takes nothing from its file but that table.

    Args:
        connection: An empty database in memory.
        data: The file.
        table: The name of the table.
        fields: The columns to read.
        most: The most rows that the caller takes; one more is read.
        longest: Bytes of the longest text.

    Raises:
        ColumnError: The file has no such table.
        sqlite3.Error: The file is damaged.
    """
    if not hasattr(connection, "deserialize"):
        raise ColumnError(
            "this Python cannot read a SQLite file from memory", place="the file", remedy="export as text"
        )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _LONGEST)
    # A log that was written back leaves its mark in the file.
    plain = data[: _LOGGED.start] + _NOT_LOGGED + data[_LOGGED.stop :]
    connection.deserialize(plain)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA query_only = ON")
    steps = iter(range(100 + most))
    connection.set_progress_handler(lambda: next(steps, None) is None, _STEPS)
    query = "SELECT type, sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE"
    found = connection.execute(query, (table,)).fetchone()
    if found is None or found[0] != "table" or not str(found[1]).lower().startswith("create table"):
        raise ColumnError("a database of another kind", place="the file", expected=f"a table named {table}")
    # The last value says whether a column is computed.
    columns = {row[1].lower() for row in connection.execute(f"PRAGMA table_xinfo({table})") if not row[6]}
    missing = [name for name in fields if name not in columns]
    if missing:
        raise ColumnError("a database of another kind", place=f"the table {table}", expected=f"a column {missing[0]}")
    return connection.execute(f"SELECT {', '.join(fields)} FROM {table} LIMIT ?", (most + 1,))


def _card(row: dict[str, Any], lexicon: str, kind: str) -> Card:
    question = require_question(row["question"])
    right, wrong = _number(row, "correct"), _number(row, "incorrect")
    memory = None
    last, due = _number(row, "last_correct", _LATEST), _number(row, "next_scheduled", _LATEST)
    if last > time.time() + DAY:
        raise ColumnError("last_correct is in the future", expected="a time in the past", found=last)
    _number(row, "cardbox", 1000)
    if row["cardbox"] is not None and last and due:
        days = (due - last) / DAY if _number(row, "streak") else _WRONG
        days = min(max(days, _LEAST_DAYS), _MOST_DAYS)
        difficulty = 1 + 9 * _number(row, "difficulty", 100) / 100
        memory = Memory(KNOWN, None, days, difficulty, float(due), float(last))
    return Card(lexicon, kind, question, memory, right + wrong, wrong)


def _number(row: dict[str, Any], name: str, most: int = 10**9) -> int:
    """A whole number of a row; one that is missing is 0."""
    value = row[name]
    if value is None:
        return 0
    if not isinstance(value, int) or not 0 <= value <= most:
        raise ColumnError(f"invalid {name}", expected=f"0 to {most:,}", found=show_value(value))
    return value
