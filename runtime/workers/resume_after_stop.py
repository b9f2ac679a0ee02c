"""The pieces of a long work that are done, in a file, so that the work can go on after a stop.

The file is a SQLite database: what the work is, and a JSON text for each piece by its number. A piece is in the file
completely or not at all, and once, also if the machine stops while it is written. Each has a checksum: one that is
damaged is done again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from hashlib import sha256
from os import PathLike, fspath
from typing import Any, Final

from lexkit.base.checks import require_path
from lexkit.base.errors import StorageError

#: Marks the file as lexkit's ("lxwk").
_APPLICATION: Final = 0x6C78776B
#: Seconds to wait for another process that writes.
_PATIENCE: Final = 60

#: Letters of a checksum, which stands before the JSON.
_SUM: Final = 16

#: Results as they come.
Results = Generator[Any, None, None]


class DonePieces:
    """The done pieces of one work: ``DonePieces("run.sqlite", {"games": 1000})``.

    ``work``: what the work is; a file of other work is refused. Raises StorageError for a file that is not such a
    file, is of other work, is damaged, or cannot be written.
    """

    def __init__(self, path: str | PathLike[str], work: dict[str, Any]) -> None:
        self.path = fspath(require_path(path))
        wanted = json.dumps(work, sort_keys=True)
        with self._open() as database, database:
            (application,) = database.execute("PRAGMA application_id").fetchone()
            tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if application != _APPLICATION and tables:
                raise StorageError("not a file of done work", path=self.path, remedy="name another file")
            database.execute(f"PRAGMA application_id = {_APPLICATION}")
            database.execute("CREATE TABLE IF NOT EXISTS work (what TEXT NOT NULL)")
            database.execute("CREATE TABLE IF NOT EXISTS pieces (piece TEXT PRIMARY KEY, result TEXT NOT NULL)")
            known = database.execute("SELECT what FROM work").fetchone()
            if known is None:
                database.execute("INSERT INTO work VALUES (?)", (wanted,))
            elif known[0] != wanted:
                differing = _difference(known[0], work)
                raise StorageError(
                    "the file belongs to another job",
                    path=self.path,
                    found=differing,
                    remedy="go on with that, or name another",
                )

    def _open(self) -> Any:
        return _Raising(self.path)

    def pieces(self) -> frozenset[str]:
        """The pieces that are done, by their arguments as JSON. Damaged ones are removed."""
        with self._open() as database, database:
            sound, damaged = set(), []
            for number, piece, text in database.execute("SELECT rowid, piece, result FROM pieces"):
                if _is_sound(piece, text):
                    sound.add(piece)
                else:
                    damaged.append((number,))
            database.executemany("DELETE FROM pieces WHERE rowid = ?", damaged)
            return frozenset(sound)

    def result(self, piece: str) -> Any:
        """The result of a piece that is done."""
        with self._open() as database:
            found = database.execute("SELECT result FROM pieces WHERE piece = ?", (piece,)).fetchone()
            if found is None or not _is_sound(piece, found[0]):
                raise StorageError("the file of done work is damaged", path=self.path, place=f"piece {piece}")
            return json.loads(found[0][_SUM:])

    def keep(self, piece: str, result: Any) -> None:
        """Keep the result of a piece. One that is there already stays."""
        text = json.dumps(result)
        with self._open() as database, database:
            database.execute("INSERT OR IGNORE INTO pieces VALUES (?, ?)", (piece, _checksum(piece, text) + text))

    def fill(self, pieces: Iterable[tuple[Any, ...]], do: Callable[[Iterable[tuple[Any, ...]]], Results]) -> Results:
        """The results of all pieces in order: those in the file, and ``do`` of the others, kept as they come.

        A piece is known by its arguments: one that was cut otherwise is another one.
        """
        listed = [(json.dumps(arguments), arguments) for arguments in pieces]
        done = self.pieces()
        missing = do(arguments for piece, arguments in listed if piece not in done)
        with closing(missing):
            for piece, _ in listed:
                if piece in done:
                    yield self.result(piece)
                else:
                    result = next(missing)
                    self.keep(piece, result)
                    yield result


class _Raising:
    """A connection, closed at the end of the block, with errors of lexkit."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.connection: sqlite3.Connection | None = None

    def __enter__(self) -> sqlite3.Connection:
        try:
            self.connection = sqlite3.connect(self.path, timeout=_PATIENCE)
        except sqlite3.Error as error:
            raise self._error(error) from error
        return self.connection

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if self.connection is not None:
            self.connection.close()
        if isinstance(error, sqlite3.Error | json.JSONDecodeError):
            raise self._error(error) from error

    def _error(self, error: BaseException) -> StorageError:
        return StorageError(f"cannot use this file of done work: {error}", path=self.path)


def _checksum(piece: str, text: str) -> str:
    return sha256(f"{piece}\n{text}".encode()).hexdigest()[:_SUM]


def _is_sound(piece: Any, text: Any) -> bool:
    """Whether this is what was kept for a piece; damage makes other types of a text, too."""
    return isinstance(piece, str) and isinstance(text, str) and text[:_SUM] == _checksum(piece, text[_SUM:])


def _difference(text: Any, wanted: dict[str, Any]) -> str:
    """What the work of a file has other than the work wanted."""
    try:
        known = dict(json.loads(text))
    except (ValueError, TypeError):
        return "none that can be read"
    names = [name for name in {**known, **wanted} if known.get(name) != wanted.get(name)]
    return ", ".join([f"{name} {known.get(name)!r} instead of {wanted.get(name)!r}" for name in names])
