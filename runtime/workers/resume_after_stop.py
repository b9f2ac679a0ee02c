"""File of finished pieces of a long job, so that the job can be resumed after a stop.

The file is a SQLite database: a description of the job, and a JSON text for each piece by its number. A piece is in
the file completely or not at all, and only once, even if the machine stops during writing. Each piece has a
checksum; a damaged piece is done again.
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

#: Application number that marks the file as lexkit's ("lxwk").
_APPLICATION: Final = 0x6C78776B
#: Time to wait for another process that writes, in seconds.
_PATIENCE: Final = 60

#: Number of letters of a checksum, which stands in front of the JSON.
_SUM: Final = 16

#: Results, as they arrive.
Results = Generator[Any, None, None]


class DonePieces:
    """Finished pieces of one job: ``DonePieces("run.sqlite", {"games": 1000})``.

    ``work``: description of the job; a file of another job is refused. Raises StorageError if the file has another
    format, belongs to another job, is damaged, or cannot be written.
    """

    def __init__(self, path: str | PathLike[str], work: dict[str, Any]) -> None:
        self.path = fspath(require_path(path))
        wanted = json.dumps(work, sort_keys=True)
        with self._open() as database, database:
            (application,) = database.execute("PRAGMA application_id").fetchone()
            tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if application != _APPLICATION and tables:
                raise StorageError("not a file of finished work", path=self.path, remedy="name another file")
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
                    remedy="resume that job, or name another file",
                )

    def _open(self) -> Any:
        return _Raising(self.path)

    def pieces(self) -> frozenset[str]:
        """Return the finished pieces, by their arguments as JSON. Damaged ones are removed."""
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
        """Return the result of a finished piece."""
        with self._open() as database:
            found = database.execute("SELECT result FROM pieces WHERE piece = ?", (piece,)).fetchone()
            if found is None or not _is_sound(piece, found[0]):
                raise StorageError("the file of finished work is damaged", path=self.path, place=f"piece {piece}")
            return json.loads(found[0][_SUM:])

    def keep(self, piece: str, result: Any) -> None:
        """Store the result of a piece. A result that is stored already stays."""
        text = json.dumps(result)
        with self._open() as database, database:
            database.execute("INSERT OR IGNORE INTO pieces VALUES (?, ?)", (piece, _checksum(piece, text) + text))

    def fill(self, pieces: Iterable[tuple[Any, ...]], do: Callable[[Iterable[tuple[Any, ...]]], Results]) -> Results:
        """Yield the results of all pieces in order: those in the file, and those of ``do``, stored as they arrive.

        A piece is identified by its arguments: a piece that was cut differently is another one.
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
    """Connection that is closed at the end of the block and raises lexkit's errors."""

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
        return StorageError(f"cannot use this file of finished work: {error}", path=self.path)


def _checksum(piece: str, text: str) -> str:
    return sha256(f"{piece}\n{text}".encode()).hexdigest()[:_SUM]


def _is_sound(piece: Any, text: Any) -> bool:
    """Return whether this is the stored text of a piece. Damage can also change the type of a text."""
    return isinstance(piece, str) and isinstance(text, str) and text[:_SUM] == _checksum(piece, text[_SUM:])


def _difference(text: Any, wanted: dict[str, Any]) -> str:
    """Describe how the job of a file differs from the job wanted."""
    try:
        known = dict(json.loads(text))
    except (ValueError, TypeError):
        return "none that can be read"
    names = [name for name in {**known, **wanted} if known.get(name) != wanted.get(name)]
    return ", ".join([f"{name} {known.get(name)!r} instead of {wanted.get(name)!r}" for name in names])
