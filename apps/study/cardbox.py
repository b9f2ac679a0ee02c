"""Read cards from a cardbox: the SQLite file in which Zyzzyva, and programs like it, keep their study data.

    CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, streak integer,
                            last_correct integer, difficulty integer, cardbox integer, next_scheduled integer)

Zyzzyva keeps ``Anagrams.db`` in the subfolder ``quiz/data/LEXICON`` of its folder. Times are seconds since 1970. A
question in a box first comes on the day that the cardbox has scheduled, and later as FSRS schedules it; its stability
is the time between its last right answer and that day. A question that was never right becomes a new card.

Guaranteed: the file is copied into memory and read there, in bounded time and memory; no code in it is run: no view,
trigger or function. Every value is checked, and a file with one wrong row adds no card.
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

#: First bytes of a SQLite file.
MAGIC: Final = b"SQLite format 3\0"
#: File suffix of a cardbox.
SUFFIX: Final = ".db"
_FIELDS: Final = (
    "question", "correct", "incorrect", "streak", "last_correct", "difficulty", "cardbox", "next_scheduled",
)  # fmt: skip
#: Bytes of the header that tell whether the file has a write-ahead log, and their value if it has none.
_LOGGED, _NOT_LOGGED = slice(18, 20), b"\1\1"
#: Maximum bytes of a text and of a schema statement; maximum steps of SQLite's machine per row.
_LONGEST: Final = 100_000
_STEPS: Final = 1000
#: Maximum number of cards, unless the caller sets another limit.
_MOST: Final = 1_000_000
#: Stability in days of a card whose last answer was wrong; minimum and maximum of any card.
_WRONG: Final = 0.5
_LEAST_DAYS: Final = 0.5
_MOST_DAYS: Final = 3650.0
_LATEST: Final = 253_402_300_799  # the last second of the year 9999


def read_cardbox(data: bytes, lexicon: str, kind: str, path: str | None = None, most: int | None = None) -> list[Card]:
    """Return the cards of a cardbox. Arguments are those of :func:`.cards_csv.read_cards`.

    ``path`` is the file that the bytes come from, or None. Raises ColumnError, with the row; StorageError if another
    program is writing the file.
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
    """Load a database into memory and return a cursor over the rows of one table. Nothing else in it is used.

    Args:
        connection: An empty database in memory.
        data: The file.
        table: The name of the table.
        fields: The columns to read.
        most: Maximum number of rows that the caller accepts; one more is read, so that an excess is noticed.
        longest: Maximum bytes of a text.

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
    # A write-ahead log leaves its mark in the header even after it was written back.
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
    # row[6] is not zero for a computed column.
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
    """Return a nonnegative integer of a row, 0 for NULL. Raises ColumnError for any other value."""
    value = row[name]
    if value is None:
        return 0
    if not isinstance(value, int) or not 0 <= value <= most:
        raise ColumnError(f"invalid {name}", expected=f"0 to {most:,}", found=show_value(value))
    return value
