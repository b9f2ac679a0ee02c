"""Tables of positions, words and turns as record batches."""

import gc
import random
import tracemalloc
import weakref
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.errors import ForeignFileError, LexkitError, QueryError, StorageError
from lexkit.runtime.lexicon_methods import record_batches
from tests.cli.shell import lexq

arrow = pytest.importorskip("pyarrow", reason="no pyarrow: record batches were not tried")

HERE = Path(__file__)
POSITIONS = (HERE.parents[2] / "benchmarks" / "positions.cgp").read_text("utf-8").splitlines()[:40]
NO_POSITION = "no position at all"
NO_MOVE = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 VV/ 0/0 0"
SUFFIXES = (".parquet", ".arrow", ".feather", ".csv")


def batch(texts: list[Any], column: str = "cgp") -> Any:
    return arrow.record_batch(
        {"id": arrow.array(range(len(texts)), arrow.int64()), column: arrow.array(texts, arrow.string())}
    )


def rows_of(batches: Any, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for one in batches for row in one.to_pylist()]


@pytest.mark.parametrize("kind", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_best_moves_are_those_of_each_position(english: lexkit.Lexicon, kind: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(record_batches, "_PIECE", 3)
    texts = [*POSITIONS[:7], NO_MOVE, *POSITIONS[7:20]]
    given = [batch(texts[:5]), batch([]), batch(texts[5:])]
    executor = kind and kind(2)
    try:
        found = list(english.best_move_batches(given, executor=executor))
    finally:
        if executor:
            executor.shutdown()
    assert [one.num_rows for one in found] == [5, 0, len(texts) - 5]
    assert {tuple(one.schema.names) for one in found} == {
        ("id", "cgp", "place", "tiles", "score", "words", "leave", "error")
    }
    assert len({one.schema for one in found}) == 1
    for row, text in zip(rows_of(found, "place", "tiles", "score", "error"), texts, strict=True):
        move = english.best_move(text)
        assert row == (*((None,) * 3 if move is None else (move.place, move.tiles, move.score)), None)


def test_what_is_no_position_is_told_in_its_row(english: lexkit.Lexicon) -> None:
    (found,) = english.best_move_batches([batch([POSITIONS[0], NO_POSITION, None, POSITIONS[1]])])
    errors = found.column("error").to_pylist()
    assert [error is None for error in errors] == [True, False, False, True]
    assert found.column("score").to_pylist()[1:3] == [None, None]
    assert NO_POSITION in errors[1]


def test_batches_are_not_kept(english: lexkit.Lexicon) -> None:
    made: list[weakref.ref[Any]] = []
    most = 0

    def batches() -> Iterator[Any]:
        nonlocal most
        for _ in range(50):
            one = batch(POSITIONS[:2])
            made.append(weakref.ref(one))
            gc.collect()
            most = max(most, sum(each() is not None for each in made))
            yield one
            del one

    assert sum(one.num_rows for one in english.best_move_batches(batches())) == 100
    assert most <= 4


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files_are_read_as_they_were_written(english: lexkit.Lexicon, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"table{suffix}"
    assert lexkit.write_batches([batch(POSITIONS[:3]), batch(POSITIONS[3:5])], path) == 5
    assert rows_of(lexkit.read_batches(path, ["cgp"]), "cgp") == [(text,) for text in POSITIONS[:5]]
    if suffix == ".parquet":
        assert [one.num_rows for one in lexkit.read_batches(path, rows=2)] == [2, 2, 1]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_table_without_rows(english: lexkit.Lexicon, tmp_path: Path, suffix: str) -> None:
    empty, best = tmp_path / f"empty{suffix}", tmp_path / f"best{suffix}"
    if suffix == ".csv":
        empty.write_text("id,cgp\n")
    else:
        lexkit.write_batches([batch([])], empty)
    assert lexkit.write_batches(english.best_move_batches(lexkit.read_batches(empty, ["cgp"])), best) == 0
    assert [one.num_rows for one in lexkit.read_batches(best, ["score"])] == [0]


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    path.write_bytes(b"before")

    def batches() -> Iterator[Any]:
        yield batch(["A"])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lexkit.write_batches(batches(), path)
    with pytest.raises(QueryError, match="no batch"):
        lexkit.write_batches([], path)
    assert [one.name for one in tmp_path.iterdir()] == ["table.parquet"]
    assert path.read_bytes() == b"before"


def test_errors_say_what_there_is(english: lexkit.Lexicon, tmp_path: Path) -> None:
    table = tmp_path / "table.parquet"
    lexkit.write_batches([batch(["A"], "text")], table)
    with pytest.raises(QueryError, match="id, text"):
        list(lexkit.read_batches(table, ["cgp"]))
    with pytest.raises(QueryError, match="id, text"):
        list(english.best_move_batches(lexkit.read_batches(table)))
    with pytest.raises(QueryError, match="kind of table"):
        list(lexkit.read_batches("table.txt"))
    with pytest.raises(StorageError):
        list(lexkit.read_batches(tmp_path / "missing.parquet"))
    with pytest.raises(TypeError, match="RecordBatch"):
        list(english.best_move_batches([POSITIONS]))  # type: ignore[list-item]
    for suffix in (".parquet", ".arrow"):
        wrong = tmp_path / f"wrong{suffix}"
        for content in (b"", b"PAR1", b"no such table" * 50):
            wrong.write_bytes(content)
            with pytest.raises(ForeignFileError):
                list(lexkit.read_batches(wrong))


def test_damaged_files_are_refused_or_read(tmp_path: Path) -> None:
    table, damaged = tmp_path / "table.parquet", tmp_path / "damaged.parquet"
    lexkit.write_batches([batch(POSITIONS[:4])], table)
    content = table.read_bytes()
    for place in range(0, len(content), max(1, len(content) // 60)):
        damaged.write_bytes(content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :])
        with suppress(LexkitError):
            list(lexkit.read_batches(damaged))


def test_rows_with_words_of_an_answer(english: lexkit.Lexicon) -> None:
    given = [batch(["CARE", "acre", None, "XYZZY", "SCARE"], "word"), batch([], "word")]
    found = list(english.search("prefix:CAR or suffix:CARE").filter_batches(given))
    assert rows_of(found, "id", "word") == [(0, "CARE"), (4, "SCARE")]
    assert rows_of(english.words().filter_batches(given[:1]), "id") == [(0,), (1,), (4,)]


def test_turns_of_games(english: lexkit.Lexicon) -> None:
    games = list(lexkit.Match(english, "greedy", "greedy", seed=3).play(3))
    found = list(lexkit.turns_to_batches(iter(games)))
    table = lexkit.turns_to_frame(games, library="arrow").to_pylist()
    assert [row for one in found for row in one.to_pylist()] == table
    assert [one.num_rows for one in lexkit.turns_to_batches([])] == [0]
    every = lexkit.turns_to_batches(games, ["time", "won", "is_bingo", "drawn", "final"])
    assert sum(one.num_rows for one in every) == len(table)


def test_at_the_shell(english: lexkit.Lexicon, tmp_path: Path) -> None:
    source, target = tmp_path / "positions.parquet", tmp_path / "best.arrow"
    lexkit.write_batches([batch([POSITIONS[0], NO_POSITION])], source)
    done = lexq("moves", str(source), "--best", "-o", str(target), "--columns", "place,score")
    assert (done.returncode, done.stdout) == (3, "")
    assert "row 2: not a position" in done.stderr
    (found,) = lexkit.read_batches(target)
    assert found.schema.names == ["id", "cgp", "place", "score", "error"]
    assert lexq("moves", str(source), "-o", str(target)).returncode == 2
    assert lexq("moves", str(source), "--best").returncode == 2
    assert "alone" in lexq("moves", str(source), "--best", "-o", str(target), "--json").stderr
    assert lexq("moves", POSITIONS[0], "--processes", "2").returncode == 2
    words, kept = tmp_path / "words.csv", tmp_path / "kept.parquet"
    lexkit.write_batches([batch(["CARE", "XYZZY"], "word")], words)
    done = lexq("search", "prefix:CA", "--over", str(words), "-o", str(kept))
    assert (done.returncode, done.stdout) == (0, "")
    assert rows_of(lexkit.read_batches(kept), "word") == [("CARE",)]
    assert lexq("search", "prefix:CA", "--over", str(words)).returncode == 2
    assert "alone" in lexq("search", "prefix:CA", "--over", str(words), "-o", str(kept), "--count").stderr


def test_what_was_read_does_not_stay(tmp_path: Path) -> None:
    """Found: of a table of 250 MB all that had been read stayed in memory until its end."""
    draw, path = random.Random(3), tmp_path / "noise.parquet"
    noise = [draw.randbytes(500).hex() for _ in range(1000)]
    writer = import_module("pyarrow.parquet").ParquetWriter(path, batch(noise).schema)
    with writer:
        for _ in range(30):
            writer.write_batch(batch(noise))
    tracemalloc.start()
    try:
        for one in lexkit.read_batches(path):
            del one
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 15_000_000
    assert most < 8_000_000


@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_other_libraries_read_it(english: lexkit.Lexicon, tmp_path: Path, library: str) -> None:
    module = pytest.importorskip(library)
    path = tmp_path / "best.parquet"
    lexkit.write_batches(english.best_move_batches([batch([*POSITIONS, NO_MOVE])]), path)
    if library == "polars":
        scores = module.read_parquet(path)["score"].to_list()
    else:
        scores = [score for (score,) in module.sql(f"select score from '{path}'").fetchall()]
    moves = [english.best_move(text) for text in POSITIONS]
    assert scores == [*[move.score for move in moves if move], None]


def test_tallies_make_a_table(tmp_path: Path) -> None:
    """Each line of ``lexq autoplay --json`` is a row, whose lists are by player."""
    lines = [lexq("autoplay", "--games", "2", "--json", "--seed", seed).stdout for seed in ("1", "2")]
    tallies, table = tmp_path / "tallies.jsonl", tmp_path / "tallies.parquet"
    tallies.write_text("".join(lines), "utf-8")
    read = import_module("pyarrow.json").read_json(tallies)
    lexkit.write_batches(read.to_batches(), table)
    rows = rows_of(lexkit.read_batches(table), "seed", "games", "players", "wins", "draws")
    assert [row[:3] for row in rows] == [(1, 2, ["greedy", "greedy"]), (2, 2, ["greedy", "greedy"])]
    assert all(sum(wins) + draws == 2 for _, _, _, wins, draws in rows)
