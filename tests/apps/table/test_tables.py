"""Tables kept in a file: every action at once, whoever is killed; two processes at one table; damage."""

import gc
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import lexkit
from lexkit.apps.table import StaleTableError, Table, TableNotFoundError, Tables
from lexkit.errors import LexkitError, StorageError
from tests.apps.table.test_table import table
from tests.running import in_threads


def test_a_table_is_found_as_it_was_left(small: str, file: Path) -> None:
    made = table(small, clock=(600, 5), rules={"challenge": "5pt"}, hints=False, undo=True)
    with Tables(file) as tables:
        name = tables.add(made, kind="test")
        made.act(0, "pass")
        made.answer()
    with Tables(file) as tables:
        again = tables.open(name)
        assert again is not made
        assert again.seats == made.seats
        for turn in (0, 1, None):
            assert again.view(0, turn=turn) | {"clock": 0} == made.view(0, turn=turn) | {"clock": 0}
        assert again.setting() == made.setting()
        again.act(0, "pass")
        again.undo(0)


def test_one_object_for_all_who_ask(small: str, file: Path) -> None:
    with Tables(file) as tables:
        name = tables.add(table(small))
        gc.collect()
        opened = []
        in_threads(4, lambda _: opened.append(tables.open(name)))
        assert len(set(map(id, opened))) == 1


def test_two_processes_at_one_table(small: str, file: Path) -> None:
    with Tables(file) as ours, Tables(file) as theirs:
        name = ours.add(table(small, "Ann", "Bob"))
        mine, other = ours.open(name), theirs.open(name)
        mine.act(0, "pass")
        with pytest.raises(StaleTableError):
            other.act(0, "pass")
        assert other.view(None)["turns"] == 0, "what was not kept has not happened"
        other = theirs.open(name)
        assert other.view(None)["turns"] == 1
        other.act(1, "pass")
        assert ours.open(name).view(None)["turns"] == 2


def test_what_cannot_be_kept_has_not_happened(small: str, file: Path) -> None:
    tables = Tables(file)
    made = table(small, "Ann", "Bob")
    tables.add(made)
    tables.close()
    before = made.view(0)
    with pytest.raises(StorageError):
        made.act(0, "pass")
    assert made.view(0) == before


def test_lists(small: str, file: Path) -> None:
    with Tables(file) as tables:
        first, second = tables.add(table(small), kind="web"), tables.add(table(small, "Cay", "Dan"), kind="terminal")
        assert [one.name for one in tables.list()] == [second, first]
        assert [one.players for one in tables.list(kind="terminal")] == [("Cay", "Dan")]
        tables.open(first).act(0, "pass")
        assert [(one.name, one.turns) for one in tables.list()] == [(first, 1), (second, 0)]
        tables.open(second).act(0, "resign")
        assert [one.name for one in tables.list(over=True)] == [second]
        assert [one.name for one in tables.list(over=False)] == [first]
        assert [one.name for one in tables.list(most=1)] == [second]


def test_deleted_tables(small: str, file: Path) -> None:
    with Tables(file) as tables:
        made = table(small)
        name = tables.add(made)
        tables.delete(name)
        for do in (tables.open, tables.delete):
            with pytest.raises(TableNotFoundError):
                do(name)
        made.act(0, "pass")
        for nothing in ("", "x" * 10_000, "'; DROP TABLE tables; --", None):
            with pytest.raises(TableNotFoundError):
                tables.open(nothing)  # type: ignore[arg-type]


def test_the_clock_stands_still_while_nobody_is_there(small: str, file: Path) -> None:
    made = table(small, "Ann", "Bob", clock=(100, 0))
    with Tables(file) as tables:
        name = tables.add(made)
        made._watch.at += 30
        tables.pause(made)
    with Tables(file) as tables:
        left = tables.open(name).view(0)["clock"]["left"]
        tables.pause(table(small))  # one that is not kept
    assert 69 < left[0] < 70
    assert left[1] == 100


def test_a_game_without_a_clock_is_not_written_anew_when_it_is_left(
    small: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only when it was used is kept."""
    with Tables(file) as tables:
        made = table(small)
        tables.add(made)
        monkeypatch.setattr(Table, "facts", lambda *_: pytest.fail("it was written anew"))
        (before,) = tables.list()
        (kept,) = tables._database.rows("SELECT facts FROM tables")
        tables.pause(made, used=True)
        (after,) = tables.list()
        assert after.changed > before.changed
        assert tables._database.rows("SELECT facts FROM tables") == [kept]


def test_a_table_that_acts_while_another_thread_pauses_it(small: str, file: Path) -> None:
    with Tables(file) as tables:
        made = table(small, clock=(100, 0))
        tables.add(made)
        paused = threading.Thread(target=tables.pause, args=(made,), daemon=True)
        with made._lock:  # as an action holds it, and then the file's
            paused.start()
            paused.join(0.2)
            free = tables._database._lock.acquire(timeout=5)
        assert free, "each waits for the other"
        tables._database._lock.release()
        paused.join()


@pytest.mark.parametrize(
    "facts",
    ["", "{}", "[]", '{"game": 1}', '{"lexicon": 3}', '{"seats": 1}', '{"game": "{}"}', '{"thinking": "x"}', "nothing"],
)
def test_damaged_tables(small: str, file: Path, facts: str) -> None:
    with Tables(file) as tables:
        made = table(small)
        name = tables.add(made)
        whole = json.dumps({**made.facts(), **json.loads(facts)}) if facts.startswith('{"') else facts
        with tables._database.transaction() as connection:
            connection.execute("UPDATE tables SET facts = ?, revision = 9", (whole,))
        with pytest.raises(LexkitError):
            tables.open(name)
        assert len(tables.list()) == 1


def test_a_file_that_a_newer_release_made(small: str, file: Path) -> None:
    Tables(file).close()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageError, match="newer release"):
        Tables(file)


def test_the_usual_file(small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXKIT_HOME", str(tmp_path / "home"))
    Tables().close()
    assert (tmp_path / "home" / "games.sqlite").is_file()


PLAYED = """
import sys
from lexkit.apps.table import Table, Tables
tables = Tables(sys.argv[1])
table = Table.new(["Ann", "Bob"], lexicon=sys.argv[2], seed=1, rules={"zero_turns": 10_000})
print(tables.add(table), flush=True)
for number in range(100_000):
    table.act(number % 2, "pass")
    print(number + 1, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed")
def test_a_killed_process_loses_nothing(small: str, file: Path) -> None:
    command = [sys.executable, "-c", PLAYED, str(file), small]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        name = child.stdout.readline().strip()
        told = [int(child.stdout.readline()) for _ in range(4)]
        os.kill(child.pid, signal.SIGKILL)
        told += [int(line) for line in child.stdout if line.endswith("\n")]
    with Tables(file) as tables:
        made: Table = tables.open(name)
        assert made.game.turn_number in (told[-1], told[-1] + 1)
        made.act(made.to_move, "pass")


def test_a_table_is_one_object_while_it_is_written(small: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Tables(file) as tables:
        made = table(small, "Ann", "Bob")
        name = tables.add(made)
        keep = made.keep
        opened = []

        def keep_and_open(kept: Table, game: lexkit.Game) -> None:
            assert keep is not None
            keep(kept, game)
            opened.append(tables.open(name))  # as another thread may, after COMMIT

        made.keep = keep_and_open
        made.act(0, "pass")
        assert opened == [made]
        assert tables.open(name) is made
        assert made.revision == 1


def test_a_list_says_how_games_stand_also_those_of_an_older_file(small: str, file: Path) -> None:
    with Tables(file) as tables:
        name, over = tables.add(table(small)), tables.add(table(small))
        tables.open(name).act(0, "pass")
        tables.open(over).act(0, "resign")
        first, second = tables.find([name, over, "none"])
        assert {(one.to_move, one.winner, one.reason) for one in (first, second)} == {
            (tables.open(name).to_move, None, None),
            (None, 1, "resignation"),
        }
        with tables._database.transaction() as connection:
            connection.execute("DROP TABLE reports")
            connection.execute("ALTER TABLE tables DROP COLUMN standing")
            connection.execute("PRAGMA user_version = 1")
    with Tables(file) as tables:
        assert [one.to_move for one in tables.find([name])] == [None]
        tables.open(name).answer()
        assert [one.to_move for one in tables.find([name])] == [0]


def test_games_without_a_turn_are_deleted(small: str, file: Path) -> None:
    with Tables(file) as tables:
        played, idle, other = (tables.add(table(small), kind) for kind in ("web", "web", "terminal"))
        tables.open(played).act(0, "pass")
        assert tables.delete_unplayed("web", 0.0) == 0
        assert tables.delete_unplayed("web", 1e11) == 1
        assert {one.name for one in tables.list()} == {played, other}
        with pytest.raises(TableNotFoundError):
            tables.open(idle)


@pytest.mark.parametrize("other_process", [False, True])
def test_a_table_that_comes_into_use_is_not_deleted_as_unused(
    small: str, file: Path, monkeypatch: pytest.MonkeyPatch, *, other_process: bool
) -> None:
    """Neither while it is being opened here, nor if another process acts at it just before."""
    with Tables(file) as tables, Tables(file) as other:
        name = tables.add(table(small), kind="web")
        gc.collect()
        with tables._database.transaction() as connection:
            connection.execute("UPDATE tables SET changed = 0")
        rows = tables._database.rows
        gone: list[str | None] = []

        def read(query: str, values: tuple[object, ...] = ()) -> list[object]:
            found = rows(query, values)
            monkeypatch.undo()
            if other_process:
                opened = other.open(name)
                opened.act(opened.to_move, "pass")
            else:
                gone.append(tables.delete_unused("web", 1.0))
            return found

        monkeypatch.setattr(tables._database, "rows", read)
        if other_process:
            gone.append(tables.delete_unused("web", 1.0))
        opened = tables.open(name)
        if not other_process:
            opened.act(opened.to_move, "pass")
        assert gone == [None]
        assert tables.list()[0].turns == 1
