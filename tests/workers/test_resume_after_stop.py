"""A file of finished work with damaged bytes: lexkit reports it or does the piece again, with no wrong result."""

import random
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lexkit.errors import StorageError
from lexkit.runtime.workers.resume_after_stop import DonePieces

WORK = {"games": 4, "players": ["greedy", "static"]}
PIECES = [(0, 16), (16, 16), (32, 16)]


def do(pieces: Iterable[tuple[int, int]]) -> Iterator[Any]:
    for first, games in pieces:
        yield [{"tally": {"wins": [first, games]}, "text": "ÄÖ"}]


EXPECTED = list(do(PIECES))


def finish(path: Path) -> list[Any]:
    return list(DonePieces(path, WORK).fill(PIECES, do))


@pytest.fixture
def done(tmp_path: Path) -> Path:
    assert finish(tmp_path / "run") == EXPECTED
    return tmp_path / "run"


def test_what_is_done_is_not_done_again(done: Path) -> None:
    assert list(DonePieces(done, WORK).fill(PIECES, lambda pieces: (one for one in list(pieces)))) == EXPECTED


def test_no_flipped_bit_changes_a_result(done: Path) -> None:
    """Found: with a bit flipped in a piece, a match told other wins."""
    sound = done.read_bytes()
    rng = random.Random(1)
    places = [place for place, byte in enumerate(sound) if byte]
    refused = 0
    for place in rng.sample(places, 80):
        damaged = bytearray(sound)
        damaged[place] ^= 1 << rng.randrange(8)
        done.write_bytes(damaged)
        try:
            assert finish(done) == EXPECTED, place
        except StorageError:
            refused += 1
    assert refused < 60


@pytest.mark.parametrize("text", ["[]", "", "0", "null", '0123456789abcdef [{"tally": {"wins": [9, 9]}}]'])
@pytest.mark.parametrize("kind", [str, bytes])
def test_a_piece_that_is_damaged_is_done_again(done: Path, text: str, kind: type) -> None:
    with closing(sqlite3.connect(done)) as database, database:
        database.execute("UPDATE pieces SET result = ?", (text if kind is str else text.encode(),))
    assert finish(done) == EXPECTED
    assert len(DonePieces(done, WORK).pieces()) == 3


def test_a_result_under_the_name_of_another_piece(done: Path) -> None:
    with closing(sqlite3.connect(done)) as database, database:
        database.execute("UPDATE pieces SET piece = '[0, 17]' WHERE piece = '[0, 16]'")
        database.execute("UPDATE pieces SET piece = '[0, 16]' WHERE piece = '[16, 16]'")
    assert finish(done) == EXPECTED


@pytest.mark.parametrize("what", [b"\xff", "[]", "3", None, 7])
def test_work_that_is_not_told(done: Path, what: Any) -> None:
    with closing(sqlite3.connect(done)) as database, database:
        database.execute("CREATE TABLE other (what)")
        database.execute("DROP TABLE work")
        database.execute("ALTER TABLE other RENAME TO work")
        database.execute("INSERT INTO work VALUES (?)", (what,))
    with pytest.raises(StorageError, match="another job"):
        finish(done)
