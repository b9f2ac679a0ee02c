"""Tables of positions, words and turns as record batches."""

import gc
import math
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
from lexkit.errors import ForeignFileError, LexkitError, QueryError, StorageError, TimeLimitError
from lexkit.runtime.lexicon import record_batches
from tests.apps.shell.shell import lexq

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
        assert [one.num_rows for one in lexkit.read_batches(path, rows=2)] == [2, 1, 1, 1], "no batch of two row groups"


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
    with pytest.raises(QueryError, match="no known ending"):
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
    assert "no other options" in lexq("search", "prefix:CA", "--over", str(words), "-o", str(kept), "--count").stderr


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


# -- tables that others made ----------------------------------------------------------------------------


def parquet(path: Path, **columns: Any) -> Path:
    import_module("pyarrow.parquet").write_table(arrow.table(columns), path, store_schema=False)
    return path


def repeated(text: str, times: int) -> Any:
    """A column that stores a text once."""
    return arrow.DictionaryArray.from_arrays(arrow.array([0] * times, arrow.int32()), arrow.array([text]))


@pytest.fixture(scope="module")
def small() -> lexkit.Lexicon:
    return lexkit.build(["CARE", "CARES", "AB"])


def test_batches_are_bounded_in_bytes(small: lexkit.Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: a file of 715 bytes took 8 GB."""
    monkeypatch.setattr(record_batches, "BYTES", 1 << 18)
    times, path = 3000, tmp_path / "long.parquet"
    words = arrow.array(["care", "zz", None] * (times // 3))
    parquet(path, word=words, long=repeated("x" * 50_000, times), some=arrow.array([[1, 2], None, []] * (times // 3)))
    assert path.stat().st_size < 20_000
    rows, schema = 0, import_module("pyarrow.parquet").read_schema(path)
    for one in lexkit.read_batches(path):
        assert one.schema == schema
        assert one.nbytes <= 1 << 18
        assert one.slice(0, 1).to_pylist() == [
            {"word": words[rows].as_py(), "long": "x" * 50_000, "some": [[1, 2], None, []][rows % 3]}
        ]
        rows += one.num_rows
    assert rows == times
    found = small.words().filter_batches(lexkit.read_batches(path))
    assert sum(one.num_rows for one in found) == times // 3


def test_lists_of_long_texts_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_batches, "BYTES", 1 << 18)
    texts = repeated("x" * 50_000, 400)
    lists = arrow.ListArray.from_arrays(list(range(0, 401, 4)), texts)
    path = parquet(tmp_path / "long.parquet", some=lists, more=arrow.StructArray.from_arrays([texts[:100]], ["a"]))
    read = list(lexkit.read_batches(path))
    assert {one.num_rows for one in read} == {1}
    assert rows_of(read, "some", "more") == [(["x" * 50_000] * 4, {"a": "x" * 50_000})] * 100


def test_a_row_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_batches, "_ROW_BYTES", 1 << 18)
    path = parquet(tmp_path / "long.parquet", some=arrow.ListArray.from_arrays([0, 400], repeated("x" * 50_000, 400)))
    with pytest.raises(ForeignFileError, match=r"a row of the table is too large: expected at most 262,144 bytes"):
        list(lexkit.read_batches(path))


def test_a_table_keeps_to_the_time_limit(small: lexkit.Lexicon, tmp_path: Path) -> None:
    path = parquet(tmp_path / "long.parquet", word=repeated("x" * 1_000_000, 8192))
    with lexkit.within(math.inf) as limit:
        found = small.words().filter_batches(lexkit.read_batches(path))
        assert next(found).num_rows == 0
        limit.stop()
        with pytest.raises(TimeLimitError):
            next(found)


def invalid_texts() -> Any:
    """Texts of which one is not UTF-8."""
    ends = b"".join(end.to_bytes(4, "little") for end in (0, 4, 8))
    return arrow.Array.from_buffers(arrow.string(), 2, [None, arrow.py_buffer(ends), arrow.py_buffer(b"carec\xffre")])


NO_WORDS = {
    "lists": (arrow.array([["care"], []]), "word: the column has no texts: expected string, found list<"),
    "numbers": (arrow.array([1, 2]), "word: the column has no texts: expected string, found int64"),
    "bytes": (arrow.array([b"care", b"\xff"]), "word: the column has no texts: expected string, found binary"),
    "invalid texts": (invalid_texts(), "word: a text of the column is not UTF-8: found byte 0xff"),
}


@pytest.mark.parametrize("kind", NO_WORDS)
@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_a_column_that_has_no_words(small: lexkit.Lexicon, tmp_path: Path, kind: str, suffix: str) -> None:
    """Found: rows vanished, or an unexpected error."""
    values, message = NO_WORDS[kind]
    path = tmp_path / f"table{suffix}"
    lexkit.write_batches([arrow.record_batch({"word": values})], path)
    with pytest.raises(QueryError) as caught:
        list(small.words().filter_batches(lexkit.read_batches(path)))
    assert message in str(caught.value)
    if kind == "invalid texts":
        with pytest.raises(QueryError, match="not UTF-8"):
            list(small.best_move_batches(lexkit.read_batches(path), "word"))


def test_other_types_of_texts(small: lexkit.Lexicon, tmp_path: Path) -> None:
    texts = arrow.array(["care", None, "zz", "ab"])
    for values in (texts, texts.cast(arrow.large_string()), texts.dictionary_encode(), arrow.nulls(4)):
        for suffix in (".parquet", ".arrow"):
            path = tmp_path / f"table{suffix}"
            lexkit.write_batches([arrow.record_batch({"word": values})], path)
            found = rows_of(small.words().filter_batches(lexkit.read_batches(path)), "word")
            assert found == ([] if values.null_count == 4 else [("care",), ("ab",)])


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_two_columns_of_one_name(small: lexkit.Lexicon, tmp_path: Path, suffix: str) -> None:
    """Found: an unexpected error. Other columns may share a name."""
    path, out = tmp_path / f"table{suffix}", tmp_path / f"out{suffix}"
    texts = arrow.array(["care", "zz"])
    for names, asked in ((["word", "word"], "word"), (["word", "x", "x"], "x")):
        if suffix == ".csv":
            path.write_text(f"{','.join(names)}\n{','.join(['care'] * len(names))}\n")
        else:
            lexkit.write_batches([arrow.RecordBatch.from_arrays([texts] * len(names), names)], path)
        for answer in (small.words().filter_batches, small.best_move_batches, lambda batches, name: batches):
            with pytest.raises(QueryError, match=f"several columns have this name: .* '{asked}'"):
                list(answer(lexkit.read_batches(path, [asked]), asked))
    assert lexkit.write_batches(small.words().filter_batches(lexkit.read_batches(path)), out) == 1
    assert next(lexkit.read_batches(out)).schema.names == ["word", "x", "x"]
    assert next(small.best_move_batches(lexkit.read_batches(path), "word")).schema.names[:3] == ["word", "x", "x"]


def test_lists_are_not_written_as_csv(small: lexkit.Lexicon, tmp_path: Path) -> None:
    path = parquet(tmp_path / "table.parquet", word=arrow.array(["care", "zz"]), some=arrow.array([[1], []]))
    found = small.words().filter_batches(lexkit.read_batches(path))
    with pytest.raises(QueryError, match=r"the table cannot be written as csv: .*list"):
        lexkit.write_batches(found, tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()
    done = lexq("search", "length:4", "--over", str(path), "-o", str(tmp_path / "out.csv"))
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    done = lexq("search", "length:4", "--over", str(path), "-o", str(tmp_path / "out.parquet"))
    assert rows_of(lexkit.read_batches(tmp_path / "out.parquet"), "word", "some") == [("care", [1])]
