"""SQLite files of apps: safe opening, migrations from older versions, transactions.

    database = Database(lexkit.user_folder() / "games.sqlite", application=0x6C6B7467, migrations=MIGRATIONS)
    with database.transaction() as connection:
        connection.execute("UPDATE ...")

Guaranteed: a transaction is atomic, and survives if the process is killed (SQLite's write-ahead log); no link is
followed, and no file of another program or a newer release is opened. Any number of threads may use a database: one
at a time writes, and one at a time reads, on a separate connection, so that reading waits for no writer of any
process. Waiting transactions are committed together: each returns when it is on the disk, or fails. Several
processes may use one file.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import Final

from lexkit.base.checks import require_path
from lexkit.errors import StorageError, storage_errors

#: Seconds to wait for another process that writes.
_WAIT: Final = 10
#: Seconds after which a waiting thread commits a batch itself, in case the responsible thread was interrupted.
_INTERRUPTED: Final = 0.1
#: Suffixes of a database file and of the files that SQLite makes beside it.
_BESIDE: Final = ("", "-wal", "-shm", "-journal")


class _Batch:
    """Transactions that are saved together by one COMMIT, or not at all."""

    def __init__(self) -> None:
        self.begun = False
        self.ended = threading.Event()
        self.error: BaseException | None = None

    def end(self, error: BaseException | None = None) -> None:
        """Wake the waiting threads. ``error`` says why nothing was saved, None that everything was."""
        self.error = error
        self.ended.set()


class Database:
    """An open SQLite file.

    ``application`` is the application id of this kind of file. ``migrations`` are SQL scripts; script n takes a file
    from version n - 1 to n. Raises StorageError if the file cannot be opened or is of another kind.
    """

    def __init__(self, path: str | PathLike[str], *, application: int, migrations: Sequence[str]) -> None:
        self.path = Path(os.path.abspath(require_path(path)))
        #: Locks of the two connections, for writing and for reading.
        self._lock, self._reading = threading.RLock(), threading.RLock()
        #: Thread in a transaction, a marker for each thread about to begin one, and the uncommitted batch.
        self._writer: int | None = None
        self._coming: set[object] = set()
        self._batch = _Batch()
        _make_file(self.path)
        self._connection = self._connect()
        try:
            self._prepare(application, migrations)
            self._reader = self._connect()
        except BaseException:
            self._connection.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        try:
            return sqlite3.connect(
                self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False, cached_statements=32
            )
        except sqlite3.Error as error:
            raise self._storage_error(error, "cannot open") from error

    def _prepare(self, application: int, migrations: Sequence[str]) -> None:
        with self.transaction(doing="cannot open") as connection:
            marked = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            empty = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if marked != application and not (empty and not marked):
                raise StorageError("the file belongs to another program", path=self.path, remedy="name another file")
            if version > len(migrations):
                raise StorageError(
                    "the file was written by a newer release",
                    path=self.path,
                    expected=f"version {len(migrations)}",
                    found=version,
                )
            connection.execute(f"PRAGMA application_id = {application}")
            for number, script in enumerate(migrations[version:], version + 1):
                for statement in filter(str.strip, script.split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")
        try:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error as error:
            raise self._storage_error(error, "cannot open") from error

    @contextmanager
    def transaction(self, doing: str = "cannot write") -> Iterator[sqlite3.Connection]:
        """Yield the connection in a transaction, which is committed after the block, or rolled back if it raises.

        Raises StorageError if SQLite fails.
        """
        if self._writer == threading.get_ident():
            raise RuntimeError("a transaction inside another one")
        self._coming.add(coming := object())
        try:
            with self._lock:
                self._coming.discard(coming)
                self._writer = threading.get_ident()
                try:
                    batch = self._batch
                    yield from self._in_batch(batch)
                finally:
                    self._writer = None
                    # Otherwise a thread that is about to begin commits the batch.
                    if not self._coming:
                        self._commit()
        except sqlite3.Error as error:
            raise self._storage_error(error, doing) from error
        finally:
            self._coming.discard(coming)
        while not batch.ended.wait(_INTERRUPTED):
            with self._lock:
                if batch is self._batch:
                    self._commit()
        if batch.error is not None:
            raise self._storage_error(batch.error, doing) from batch.error

    def _in_batch(self, batch: _Batch) -> Iterator[sqlite3.Connection]:
        """Yield the connection in a part of a batch, which is rolled back if the block raises."""
        connection, first = self._connection, not batch.begun
        try:
            # Inside the try, so that Ctrl-C right after it ends the transaction too.
            connection.execute("BEGIN IMMEDIATE" if first else "SAVEPOINT one")
            yield connection
            if not first:
                connection.execute("RELEASE one")
            batch.begun = True
        except BaseException as error:
            if first:
                self._undo(error)
            else:
                self._undo_part(error)
            raise

    def _undo_part(self, error: BaseException) -> None:
        """Roll back the last part of the batch, or all if an error made SQLite end the transaction."""
        try:
            self._connection.execute("ROLLBACK TO one")
            self._connection.execute("RELEASE one")
        except sqlite3.Error as ended:
            self._undo(error if isinstance(error, sqlite3.Error) else ended)

    def _commit(self) -> None:
        """Commit the batch, if there is one, and report success or the error to the waiting threads."""
        if self._batch.begun:
            try:
                self._connection.execute("COMMIT")
            except BaseException as error:
                self._undo(error)
                if not isinstance(error, sqlite3.Error):
                    raise
            else:
                self._next_batch()

    def _undo(self, error: BaseException) -> None:
        """Roll back the batch."""
        with suppress(sqlite3.ProgrammingError):  # the connection is closed
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        self._next_batch(error)

    def _next_batch(self, error: BaseException | None = None) -> None:
        """End the batch and begin the next one."""
        batch, self._batch = self._batch, _Batch()
        batch.end(error)

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Return the rows of a query on committed data. Raises StorageError if SQLite fails."""
        with self._reading:
            try:
                return self._reader.execute(query, tuple(values)).fetchall()
            except sqlite3.Error as error:
                raise self._storage_error(error, "cannot read") from error

    def close(self) -> None:
        """Close the file. Every transaction is saved already."""
        with self._reading, self._lock:
            with suppress(sqlite3.ProgrammingError):  # it is closed
                self._commit()
            self._reader.close()
            self._connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _storage_error(self, error: BaseException, doing: str) -> StorageError:
        full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        return StorageError(f"{doing}: {error}", errno=errno.ENOSPC if full else errno.EIO, path=self.path)


def delete_files(path: Path) -> None:
    """Delete a file that is not open, with the files that SQLite makes beside it. Raises StorageError."""
    with storage_errors("cannot delete", path):
        for end in _BESIDE:
            path.with_name(path.name + end).unlink(missing_ok=True)


def _make_file(path: Path) -> None:
    """Make a file that only the user may read, if it is missing.

    Raises StorageError if it, or a file that SQLite makes beside it, is a link or not a regular file.
    """
    with storage_errors("cannot open", path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Do not open an existing file: closing it would release this process's locks on it.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600))
        for end in _BESIDE:
            beside = path.with_name(path.name + end)
            try:
                mode = os.lstat(beside).st_mode
            except FileNotFoundError:
                continue
            if not stat.S_ISREG(mode):
                what = "a link" if stat.S_ISLNK(mode) else "not a regular file"
                raise StorageError(f"{what}: lexkit does not open it", errno=errno.ELOOP, path=beside)
