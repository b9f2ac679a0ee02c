"""SQLite files of apps: links, other programs' files, versions, transactions, a process that is killed."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lexkit.apps.database import Database
from lexkit.errors import StorageError
from tests.running import in_threads

FIRST = "CREATE TABLE one (n INTEGER) STRICT"
SECOND = "CREATE TABLE two (n INTEGER) STRICT; INSERT INTO two SELECT n FROM one"


def made(path: Path, *migrations: str, application: int = 7) -> Database:
    return Database(path, application=application, migrations=migrations or (FIRST,))


def put(database: Database, number: int) -> None:
    with database.transaction() as connection:
        connection.execute("INSERT INTO one VALUES (?)", (number,))


def test_the_file_is_the_users_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.sqlite"
    made(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_an_older_file_is_moved_on_and_a_newer_one_left_alone(file: Path) -> None:
    with made(file) as old:
        put(old, 5)
    with made(file, FIRST, SECOND) as new:
        assert new.rows("SELECT n FROM two") == [(5,)]
    with pytest.raises(StorageError, match="newer release: expected version 1, found 2"):
        made(file)


def test_a_migration_that_fails_leaves_the_old_version(file: Path) -> None:
    with made(file) as old:
        put(old, 5)
    with pytest.raises(StorageError, match="cannot open"):
        made(file, FIRST, "CREATE TABLE two (n INTEGER) STRICT; INSERT INTO absent VALUES (1)")
    with made(file) as again:
        assert again.rows("SELECT name FROM sqlite_schema") == [("one",)]


def test_no_file_of_another_program_is_touched(file: Path, tmp_path: Path) -> None:
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE theirs (n)")
    other.close()
    with pytest.raises(StorageError, match="the file belongs to another program"):
        made(file)
    made(tmp_path / "games", application=8).close()
    with pytest.raises(StorageError, match="the file belongs to another program"):
        made(tmp_path / "games")
    text = tmp_path / "text"
    text.write_text("no database, " * 100)
    with pytest.raises(StorageError, match="not a database"):
        made(text)
    assert text.read_text() == "no database, " * 100


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_no_link_is_followed(file: Path, tmp_path: Path, end: str) -> None:
    target = tmp_path / "target"
    file.with_name(file.name + end).symlink_to(target)
    with pytest.raises(StorageError, match="a link: lexkit does not open it"):
        made(file)
    assert not target.exists()


def test_other_things_of_that_name(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="not a regular file"):
        made(tmp_path)
    with pytest.raises(StorageError):
        made(Path("a\0b"))
    (tmp_path / "plain").write_text("")
    with pytest.raises(StorageError, match="cannot open"):
        made(tmp_path / "plain" / "below")


def test_a_block_that_raises_is_undone(file: Path) -> None:
    with made(file) as database:
        with pytest.raises(StorageError, match="no such table"), database.transaction() as connection:
            connection.execute("INSERT INTO one VALUES (1)"), connection.execute("INSERT INTO absent VALUES (1)")
        with pytest.raises(ZeroDivisionError), database.transaction() as connection:
            connection.execute(f"INSERT INTO one VALUES ({1 / 0})")
        with pytest.raises(StorageError, match="cannot write"), database.transaction() as connection:
            connection.execute("INSERT INTO one VALUES ('text')")
        put(database, 2)
        assert database.rows("SELECT n FROM one") == [(2,)]
        with database.transaction(), pytest.raises(RuntimeError), database.transaction():
            pass


class Interrupted:
    """A connection on which Ctrl-C comes right behind the first BEGIN."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.interrupts = 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        cursor = self.connection.execute(statement, *values)
        if statement.startswith("BEGIN") and self.interrupts:
            self.interrupts -= 1
            raise KeyboardInterrupt
        return cursor


def test_ctrl_c_behind_its_beginning_ends_a_transaction(file: Path) -> None:
    with made(file) as database:
        database._connection = Interrupted(database._connection)  # type: ignore[assignment]
        with pytest.raises(KeyboardInterrupt):
            put(database, 1)
        put(database, 2)
        assert database.rows("SELECT n FROM one") == [(2,)]


def test_threads_take_turns(file: Path) -> None:
    with made(file) as database:
        in_threads(8, lambda number: [put(database, number * 100 + one) for one in range(20)])
        assert database.rows("SELECT count(*), count(DISTINCT n) FROM one") == [(160, 160)]


class Slow:
    """A connection whose first COMMIT waits until others have come, and on which one statement fails: ``fails``."""

    def __init__(self, database: Database, others: int, fails: str, number: int) -> None:
        self.connection, self.database, self.others = database._connection, database, others
        self.fails, self.number = fails, number
        self.done: list[str] = []
        database._connection = self  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        word = statement.partition(" ")[0]
        self.done.append(word)
        while self.done.count("COMMIT") == 1 and word == "COMMIT" and len(self.database._coming) < self.others:
            time.sleep(0.001)
        if word == self.fails and self.done.count(word) == self.number:
            self.connection.execute("ROLLBACK")  # as SQLite does when a disk does not work
            raise sqlite3.OperationalError("disk I/O error")
        return self.connection.execute(statement, *values)


def put_together(file: Path, fails: str = "", number: int = 0) -> tuple[list[str], dict[int, Exception], set[int]]:
    """Put 0, and while that is written, 1 to 7 by as many threads, of which 3 raises an error.

    Returns the statements, what was raised by whom, and what is in the file.
    """
    raised: dict[int, Exception] = {}
    with made(file) as database:
        slow = Slow(database, 7, fails, number)

        def put_one(one: int) -> None:
            while one and "COMMIT" not in slow.done:
                time.sleep(0.001)
            try:
                with database.transaction() as connection:
                    connection.execute("INSERT INTO one VALUES (?)", (one,))
                    if one == 3:
                        raise ZeroDivisionError
            except (StorageError, ZeroDivisionError) as error:
                raised[one] = error

        in_threads(8, put_one)
        put(database, 9)
        with made(file) as other:
            return slow.done, raised, {int(str(row[0])) for row in other.rows("SELECT n FROM one")}


def test_transactions_that_wait_for_one_another_are_written_together(file: Path) -> None:
    """One of them raises an error: it is undone alone."""
    done, raised, kept = put_together(file)
    assert done.count("COMMIT") == 3
    assert (set(raised), kept) == ({3}, {0, 1, 2, 4, 5, 6, 7, 9})


@pytest.mark.parametrize(("fails", "number"), [("COMMIT", 2), ("INSERT", 5), ("RELEASE", 2)])
def test_if_what_was_written_together_is_undone_all_are_told(file: Path, fails: str, number: int) -> None:
    """Those that come after an error of the disk begin anew."""
    _, raised, kept = put_together(file, fails, number)
    assert kept == {*range(8), 9} - set(raised)
    told = [str(error) for error in raised.values() if isinstance(error, StorageError)]
    assert len(told) >= 2
    assert all("disk I/O error" in text for text in told)
    assert isinstance(raised[3], ZeroDivisionError) or fails == "INSERT"


def test_what_nobody_comes_to_write_is_written_all_the_same(file: Path) -> None:
    """A thread that was about to begin has been interrupted."""
    with made(file) as database:
        database._coming.add(object())
        put(database, 1)
        assert database.rows("SELECT n FROM one") == [(1,)]


def test_a_closed_file_says_so(file: Path) -> None:
    database = made(file)
    database.close()
    with pytest.raises(StorageError, match="cannot write"), database.transaction():
        pass
    with pytest.raises(StorageError, match="cannot read"):
        database.rows("SELECT 1")


KILLED = """
import sys
from lexkit.apps.database import Database
database = Database(sys.argv[1], application=7, migrations=["CREATE TABLE one (n INTEGER) STRICT"])
for number in range(100_000):
    with database.transaction() as connection:
        connection.execute("INSERT INTO one VALUES (?)", (number,))
        connection.execute("INSERT INTO one VALUES (?)", (-number,))
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed")
def test_what_a_killed_process_had_written_is_there(file: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED, str(file)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [int(child.stdout.readline()) for _ in range(5)]
        os.kill(child.pid, signal.SIGKILL)
        told += [int(line) for line in child.stdout if line.endswith("\n")]
    with made(file) as database:
        found = [row[0] for row in database.rows("SELECT n FROM one ORDER BY rowid")]
        kept = len(found) // 2
        assert kept in (len(told), len(told) + 1)
        assert found == [sign * number for number in range(kept) for sign in (1, -1)]
        assert database.rows("PRAGMA integrity_check") == [("ok",)]


KILLED_TOGETHER = """
import sys, threading
from lexkit.apps.database import Database
database = Database(sys.argv[1], application=7, migrations=["CREATE TABLE one (n INTEGER) STRICT"])
def put_all(thread):
    for number in range(thread, 1_000_000, 8):
        with database.transaction() as connection:
            connection.execute("INSERT INTO one VALUES (?)", (number,))
        sys.stdout.write(f"{number}\\n")
        sys.stdout.flush()
for thread in range(8):
    threading.Thread(target=put_all, args=(thread,)).start()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed")
def test_what_threads_of_a_killed_process_were_told_is_there(file: Path) -> None:
    """Their transactions were written together."""
    command = [sys.executable, "-c", KILLED_TOGETHER, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [int(child.stdout.readline()) for _ in range(100)]
        os.kill(child.pid, signal.SIGKILL)
        told += [int(line) for line in child.stdout if line.endswith("\n")]
    with made(file) as database:
        found = {int(str(row[0])) for row in database.rows("SELECT n FROM one")}
        assert set(told) <= found
        assert len(found) <= len(told) + 8
        assert database.rows("PRAGMA integrity_check") == [("ok",)]


OPENED_TWICE = """
import os, signal, sqlite3, subprocess, sys
from contextlib import closing
from lexkit.apps.database import Database
def opened():
    return Database(sys.argv[1], application=7, migrations=["CREATE TABLE one (n INTEGER) STRICT"])
def put(database, number):
    with database.transaction() as connection:
        connection.execute("INSERT INTO one VALUES (?)", (number,))
first = opened()
put(first, 1)
second = opened()
other = "import sqlite3, sys; it = sqlite3.connect(sys.argv[1]); it.execute('SELECT n FROM one').fetchall(); it.close()"
subprocess.run([sys.executable, "-c", other, sys.argv[1]], check=True)
put(first, 2)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed")
def test_a_process_that_opens_a_file_twice_keeps_its_locks_on_it(file: Path) -> None:
    done = subprocess.run([sys.executable, "-c", OPENED_TWICE, str(file)], capture_output=True, text=True, timeout=300)
    assert done.returncode == -signal.SIGKILL, done.stderr
    with made(file) as database:
        assert database.rows("SELECT n FROM one") == [(1,), (2,)]
