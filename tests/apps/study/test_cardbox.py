"""Cardboxes of Zyzzyva: what their rows become, and forged files, which are refused by row."""

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lexkit.apps.study import Card, Deck
from lexkit.apps.study.cardbox import read_cardbox
from lexkit.apps.study.cards import review
from lexkit.apps.study.cards_csv import read_cards
from lexkit.errors import ColumnError, StorageError
from tests.apps.shell.shell import lexq
from tests.running import MANY

DAY = 86_400
AT = 1_700_000_000
TABLE = (
    "CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, streak integer, "
    "last_correct integer, difficulty integer, cardbox integer, next_scheduled integer)"
)
ROW = ("AEINORT", 5, 1, 3, AT, 20, 3, AT + 12 * DAY)


def cardbox(path: Path, rows: Sequence[Sequence[Any]] = (ROW,), table: str = TABLE, *more: str) -> bytes:
    """The bytes of a file with these rows, made as another program makes it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(table)
        connection.executemany(f"INSERT INTO questions VALUES ({', '.join('?' * len(rows[0]))})", rows)
        for statement in more:
            connection.execute(statement)
        connection.commit()
    return path.read_bytes()


def test_rows_become_cards(tmp_path: Path) -> None:
    path = tmp_path / "Anagrams.db"
    rows = [
        ROW,
        ("ADEINOR", 4, 3, 0, AT, 100, 0, AT + 90 * DAY),  # wrong the last time
        ("EIORSTU", 9, 0, 9, AT, 0, 10, AT + 99_999 * DAY),
        ("AEEIORT", 0, 2, 0, 0, 70, 0, AT),  # never right
        ("AEILNOR", 3, 0, 3, AT, 50, None, None),  # in no box
    ]
    cardbox(path, rows)
    with pytest.raises(ColumnError, match="too many cards"):
        read_cards(path, "list", "anagrams", most=4)
    known, wrong, firm, never, unboxed = read_cards(path, "list", "anagrams", most=5)
    assert known.memory is not None
    assert wrong.memory is not None
    assert firm.memory is not None
    assert known[:3] == ("list", "anagrams", "AEINORT")
    assert (known.reviews, known.misses) == (6, 1)
    assert known.memory == (2, None, 12.0, 2.8, AT + 12 * DAY, AT)
    assert (wrong.memory.stability, wrong.memory.difficulty, firm.memory.stability) == (0.5, 10.0, 3650.0)
    assert (never, unboxed) == (
        Card("list", "anagrams", "AEEIORT", None, 2, 2),
        Card("list", "anagrams", "AEILNOR", None, 3, 0),
    )
    # FSRS goes on from there: who still knows it sees it later than the box said, who does not sees it at once.
    again, good = (review(known.memory, rating, AT + 12 * DAY) for rating in (1, 3))
    assert good.due - good.reviewed > 12 * DAY
    assert again.due - again.reviewed < DAY
    assert path.read_bytes() == cardbox(tmp_path / "twin.db", rows), "the file is as it was"


def test_a_cardbox_is_added_at_the_shell(defined: str, tmp_path: Path) -> None:
    cardbox(tmp_path / "Anagrams.db", [("ACER", *ROW[1:]), ("ACRS", 0, 1, 0, 0, 0, 0, 0), ("QZ", 0, 0, 0, 0, 0, 0, 0)])
    done = lexq("-l", defined, "quiz", "--import", "Anagrams.db", "--file", "cards.sqlite", cwd=tmp_path)
    assert done.stdout == "added 2 cards; 1 question without an answer left out\n"
    with Deck(tmp_path / "cards.sqlite") as deck:
        known, new = deck.cards()
        assert (known.question, known.reviews, new.question, new.misses) == ("ACER", 6, "ACRS", 1)
        learned = deck.grade(known, 3, AT + 20 * DAY)
        assert deck.add(read_cards(tmp_path / "Anagrams.db", *known[:2])) == 1, "one more that the list lacks"
        assert deck.card(*known[:3]) == learned


def test_other_names_and_more_columns(tmp_path: Path) -> None:
    """The columns are found by name; other tables, and a log that was written back, do not matter."""
    table = (
        "CREATE TABLE Questions (study_order int, NEXT_SCHEDULED integer, cardbox integer, difficulty integer, "
        "last_correct integer, streak integer, incorrect integer, correct integer, question text primary key) "
        "WITHOUT ROWID"
    )
    rows = [(7, *reversed(ROW))]
    data = cardbox(tmp_path / "a.db", rows, table, "CREATE TABLE next_added (question)", "PRAGMA journal_mode = WAL")
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    data = (tmp_path / "a.db").read_bytes()
    assert data[18:20] == b"\2\2"
    assert read_cardbox(data, "x", "anagrams") == read_cardbox(cardbox(tmp_path / "b.db"), "x", "anagrams")


def changed(at: int, value: Any) -> tuple[Any, ...]:
    return (*ROW[:at], value, *ROW[at + 1 :])


@pytest.mark.parametrize(
    ("row", "error"),
    [
        (changed(0, None), "row 2: not a question"),
        (changed(0, b"ACER"), "row 2: not a question"),
        (changed(0, "A" * 201), "row 2: not a question"),
        (changed(0, "A" * 200_000), "near row 1: not a cardbox: string or blob too big"),
        (changed(0, "\x1b[2J"), "row 2: not a question"),
        (changed(1, -1), "row 2: invalid correct"),
        (changed(1, "many"), "row 2: invalid correct"),
        (changed(2, 1.5), "row 2: invalid incorrect"),
        (changed(2, 2**62), "row 2: invalid incorrect"),
        (changed(3, -(2**63)), "row 2: invalid streak"),
        (changed(4, 10**11), "row 2: last_correct is in the future|row 2: invalid last_correct"),
        (changed(4, 4_000_000_000), "row 2: last_correct is in the future"),
        (changed(5, 101), "row 2: invalid difficulty"),
        (changed(6, 10**6), "row 2: invalid cardbox"),
        (changed(7, 10**12), "row 2: invalid next_scheduled"),
    ],
)
def test_a_wrong_row_adds_no_card(tmp_path: Path, row: tuple[Any, ...], error: str) -> None:
    path = tmp_path / "Anagrams.db"
    cardbox(path, [ROW, row])
    with pytest.raises(ColumnError, match=error) as caught:
        read_cards(path, "x", "anagrams")
    assert str(caught.value.path) == str(path)


ENDLESS = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)"


@pytest.mark.parametrize(
    ("statements", "error"),
    [
        (["CREATE TABLE other (x)"], "a table named questions"),
        (["CREATE TABLE questions (question, correct, incorrect, streak, last_correct, cardbox, next_scheduled)"],
         "a column difficulty"),
        ([f"CREATE VIEW questions AS {ENDLESS} SELECT i question, 0 correct, 0 incorrect, 0 streak, 0 last_correct, "
          "0 difficulty, 0 cardbox, 0 next_scheduled FROM n"], "a table named questions"),
        ([TABLE.replace("question varchar(16)", "question AS (hex(zeroblob(1000000000)))")], "a column question"),
        (["CREATE VIRTUAL TABLE questions USING fts5(question, correct, incorrect, streak, last_correct, difficulty, "
          "cardbox, next_scheduled)"], "a table named questions"),
    ],
)  # fmt: skip
def test_nothing_of_a_file_is_run(tmp_path: Path, statements: list[str], error: str) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        try:
            for statement in statements:
                connection.execute(statement)
        except sqlite3.OperationalError as problem:
            pytest.skip(str(problem))
    with pytest.raises(ColumnError, match=error):
        read_cards(tmp_path / "a.db", "x", "anagrams")


def test_a_file_that_is_being_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "Anagrams.db"
    cardbox(path)
    for end in ("-wal", "-journal"):
        beside = Path(f"{path}{end}")
        beside.write_bytes(b"")
        assert len(read_cards(path, "x", "anagrams")) == 1
        beside.write_bytes(b"log")
        with pytest.raises(StorageError, match="close that program"):
            read_cards(path, "x", "anagrams")
        beside.unlink()


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    rows = [(f"AEIN{number:04}", *ROW[1:]) for number in range(300)]
    data = cardbox(tmp_path / "a.db", rows, TABLE, "CREATE INDEX by_question ON questions (question)")
    chance = random.Random(5)
    read = refused = 0
    for number in range(2000 if MANY else 60):
        if number % 4:
            forged = bytearray(data)
            for _ in range(chance.choice([1, 8, 200])):
                # Heads of pages more often than what is in them.
                at = chance.choice([chance.randrange(len(data)), chance.randrange(0, len(data), 4096) + number % 12])
                forged[at] = chance.randrange(256)
        else:
            forged = bytearray(data[: chance.randrange(16, len(data))])
        forged[:16] = data[:16]
        try:
            cards = read_cards(bytes(forged), "x", "anagrams", most=1000)
            assert len(cards) <= 1000
            read += 1
        except ColumnError as error:
            assert error.place
            refused += 1
    assert min(read, refused) > 3


def test_a_text_named_as_a_cardbox_is_none(tmp_path: Path) -> None:
    """Found: it was read as a list of questions, and other bytes were said not to be UTF-8."""
    path = tmp_path / "words.db"
    for data in (b"CARE\nRACE\n", b"\xff\xfe"):
        path.write_bytes(data)
        with pytest.raises(ColumnError, match=r"words\.db: the file is not a cardbox: expected a database of Zyzzyva"):
            read_cards(path, "x", "anagrams")


def test_a_file_without_cards_is_refused(tmp_path: Path) -> None:
    """Found: it added 0 cards, as if that had been wanted."""
    path = tmp_path / "list.txt"
    for text in ("", "\n\n", "# only a comment\n"):
        path.write_text(text)
        with pytest.raises(ColumnError, match=r"list\.txt: the file has no cards: expected a question a line"):
            read_cards(path, "x", "anagrams")
