"""Tables of positions, words and turns as record batches: read, answered and written a batch at a time.

    batches = lexkit.read_batches("positions.parquet", ["cgp"])
    lexkit.write_batches(lex.best_move_batches(batches), "best.parquet")

A batch is a ``pyarrow.RecordBatch``. However long a table is, a few batches of it are in memory. pyarrow is optional:
``pip install 'lexkit[arrow]'``.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...errors import ForeignFileError, LexkitError, QueryError, StorageError, require_one_of, require_path, show_value
from ...formats.atomic import replacing
from ...limits import look
from ..game.fields import MOVE_FIELDS, TURN_FIELDS, USUAL, USUAL_OF_TURNS, choose_fields, rows_of_turns
from ..game.many_positions import best_of_texts
from ..words.data_frames import find_library
from ..workers.pieces_of_work import in_order

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..game.referee.game import Game
    from ..words.words import Words

#: Rows of a batch that is read, and of one that is made.
ROWS: Final = 4096
#: Most rows of a batch that is given: what is made of one is held in memory whole.
MOST_ROWS: Final = 1 << 20
#: Positions that a worker gets at a time.
_PIECE: Final = 512
#: The kinds of values that fields of moves and turns have; all others are texts.
_NUMBERS: Final = ("score", "row", "column", "played", "turn", "player", "total", "drawn", "final")
_FLAGS: Final = ("is_bingo", "across", "won")
#: The column that says what is wrong with a row.
ERROR: Final = "error"


def _arrow() -> Any:
    """pyarrow. Raises QueryError if it is not installed."""
    return find_library("arrow")[1]


def _module(name: str) -> Any:
    """A part of pyarrow, which has no types."""
    return import_module(f"pyarrow.{name}")


# -- files ------------------------------------------------------------------------------------------------


def read_batches(path: str | os.PathLike[str], columns: Iterable[str] | None = None, rows: int = ROWS) -> Iterator[Any]:
    """The record batches of a file: Parquet, Arrow (``.arrow``, ``.feather``), or CSV, as its name says.

    ``columns``: only these; ``rows``: of a batch of Parquet, at most; other files have batches of their own. Raises
    StorageError if the file cannot be read, ForeignFileError if it is not what its name says, QueryError for a column
    that it has not, naming those that it has. A table without rows has one batch, which is empty.
    """
    path = require_path(path)
    names = None if columns is None else list(columns)
    kind, arrow = _kind_of(path), _arrow()
    try:
        with open(path, "rb") as file:
            if kind == "parquet":
                source = _module("parquet").ParquetFile(file, pre_buffer=False)  # else all that was read stays
                schema = source.schema_arrow
                _require_columns(schema.names, names, path)
                batches = source.iter_batches(batch_size=rows, columns=names)
            elif kind == "csv":
                batches = _module("csv").open_csv(file)
                schema = batches.schema
                _require_columns(schema.names, names, path)
            else:
                source = arrow.ipc.open_file(file)
                schema = source.schema
                _require_columns(schema.names, names, path)
                batches = (source.get_batch(number) for number in range(source.num_record_batches))
            for batch in _or_an_empty_one(batches, schema, arrow):
                look()
                yield batch if names is None else batch.select(names)
    except OSError as error:
        if error.errno is None:  # pyarrow's, of the content
            raise ForeignFileError(f"not a file of {kind}", path=path, found=show_value(str(error))) from None
        raise StorageError.of(error, "cannot read", path) from error
    except arrow.lib.ArrowException as error:
        raise ForeignFileError(f"not a file of {kind}", path=path, found=show_value(str(error))) from None


def _or_an_empty_one(batches: Iterable[Any], schema: Any, arrow: Any) -> Iterator[Any]:
    batch = None
    for batch in batches:
        yield batch
    if batch is None:
        yield arrow.RecordBatch.from_pylist([], schema=schema)


def write_batches(batches: Iterable[Any], path: str | os.PathLike[str], kind: str | None = None) -> int:
    """Write record batches to a file, Parquet, Arrow or CSV as its name says; how many rows there were.

    ``kind``: ``parquet``, ``arrow`` or ``csv``, whatever the name says. The file is written whole or not at all: it
    gets its name when the last batch is there. Raises QueryError if there is no batch, StorageError if the file cannot
    be written, and the errors of whoever makes the batches.
    """
    path = require_path(path)
    kind = require_one_of(kind, _KINDS.values(), "no such kind of table") if kind else _kind_of(path)
    arrow = _arrow()
    rest = iter(batches)
    first = next(rest, None)
    if first is None:
        raise QueryError("no batch to write", expected="at least one, which may be empty")
    rows = 0
    with replacing(path) as (_, append):
        sink = arrow.PythonFile(_Sink(append), mode="w")
        with _writer(kind, sink, first.schema, arrow) as writer:
            for batch in _first_and_rest(first, rest):
                look()
                writer.write_batch(batch)
                rows += batch.num_rows
    return rows


def _first_and_rest(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


class _Sink:
    """A file that pyarrow appends to."""

    closed = False

    def __init__(self, append: Callable[[bytes], None]) -> None:
        self._append = append

    def write(self, data: Any) -> int:
        self._append(bytes(data))
        return len(data)

    def flush(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def _writer(kind: str, sink: Any, schema: Any, arrow: Any) -> Any:
    if kind == "parquet":
        return _module("parquet").ParquetWriter(sink, schema, compression="zstd")
    if kind == "csv":
        return _module("csv").CSVWriter(sink, schema)
    return arrow.ipc.new_file(sink, schema)


#: What the end of a name says.
_KINDS: Final = {".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow", ".csv": "csv"}


def _kind_of(path: str | os.PathLike[str]) -> str:
    kind = _KINDS.get(os.path.splitext(os.fspath(path).lower())[1])
    if kind is None:
        expected = ", ".join(_KINDS)
        raise QueryError(
            "the name says no kind of table", place=os.fspath(path), expected=f"one that ends in {expected}"
        )
    return kind


def _require_columns(there: list[str], wanted: list[str] | None, path: object) -> None:
    for name in wanted or ():
        if name not in there:
            raise QueryError(
                "no such column",
                place=str(path),
                expected=f"one of {', '.join(there) or 'none'}",
                found=show_value(name),
            )


# -- answers ----------------------------------------------------------------------------------------------


def best_move_batches(
    index: Index, batches: Iterable[Any], column: str, fields: Iterable[str] | None, executor: Any
) -> Iterator[Any]:
    """See :meth:`lexkit.Lexicon.best_move_batches`."""
    names = choose_fields(fields, USUAL, MOVE_FIELDS)
    arrow = _arrow()
    waiting: deque[tuple[Any, int]] = deque()

    def pieces() -> Iterator[tuple[list[Any], list[str]]]:
        for batch in batches:
            look()
            texts = _column(batch, column)
            starts = range(0, len(texts), _PIECE) or (0,)
            waiting.append((batch, len(starts)))
            for start in starts:
                yield texts[start : start + _PIECE].to_pylist(), names

    def answers() -> Generator[Any, None, None]:
        return (_answer_piece(index, *piece) for piece in pieces())

    with closing(answers() if executor is None else in_order(executor, index, _answer_piece, pieces())) as found:
        for rows in found:
            batch, number = waiting.popleft()
            rows = [*rows, *(row for more in islice(found, number - 1) for row in more)]
            yield _with_columns(arrow, batch, [*names, ERROR], rows)


def _answer_piece(index: Index, texts: list[Any], names: list[str]) -> list[tuple[Any, ...]]:
    """A row of fields for each position, and what is wrong with it; in a worker."""
    nothing = (None,) * len(names)
    return [
        (*nothing, str(answer) if isinstance(answer, LexkitError) else None)
        if answer is None or isinstance(answer, LexkitError)
        else (*(MOVE_FIELDS[name](*answer) for name in names), None)
        for answer in best_of_texts(index, texts)
    ]


def filter_batches(words: Words, batches: Iterable[Any], column: str) -> Iterator[Any]:
    """See :meth:`lexkit.Words.filter_batches`."""
    index = words.core
    mask = np.zeros(index.nodes.word_count, np.bool_)
    for start, stop in zip(*words.ranges(), strict=True):
        mask[start:stop] = True
    arrow = _arrow()
    for batch in batches:
        look()
        texts = _column(batch, column).to_pylist()
        known = [(at, text) for at, text in enumerate(texts) if isinstance(text, str)]
        ranks = index.ranks([text for _, text in known])
        keep = np.zeros(len(texts), np.bool_)
        if len(known):
            at = np.array([at for at, _ in known])
            keep[at] = (ranks >= 0) & mask[ranks]
        yield batch.filter(arrow.array(keep))


def turns_to_batches(games: Game | Iterable[Game], columns: Iterable[str] | None = None) -> Iterator[Any]:
    """The turns of games as record batches, as :func:`lexkit.turns_to_frame` names and makes the columns.

    Games are read one by one, and not kept: ``lexkit.write_batches(lexkit.turns_to_batches(match.play(1_000_000)),
    "turns.parquet")`` takes little memory. There is one batch at least. Raises QueryError for an unknown column, and if
    pyarrow is not installed.
    """
    names = choose_fields(columns, USUAL_OF_TURNS, TURN_FIELDS, "a turn")
    arrow = _arrow()
    rows = rows_of_turns(games, names)

    def made() -> Iterator[Any]:
        while True:
            some = list(islice(rows, ROWS))
            yield _batch(arrow, names, some)
            if len(some) < ROWS:
                return

    return made()


def _column(batch: Any, column: str) -> Any:
    arrow = _arrow()
    if not isinstance(batch, arrow.RecordBatch):
        raise TypeError(f"batches: expected pyarrow.RecordBatch, found {type(batch).__name__}")
    if batch.num_rows > MOST_ROWS:
        raise QueryError("too large a batch", expected=f"at most {MOST_ROWS:,} rows", found=f"{batch.num_rows:,}")
    _require_columns(batch.schema.names, [column], "batches")
    return batch.column(column)


def _type_of(arrow: Any, name: str) -> Any:
    if name in _FLAGS:
        return arrow.bool_()
    if name == "time":
        return arrow.float64()
    if name == "game":
        return arrow.int64()
    return arrow.int32() if name in _NUMBERS else arrow.string()


def _arrays(arrow: Any, names: list[str], rows: list[tuple[Any, ...]]) -> list[Any]:
    columns = list(zip(*rows, strict=True)) or [() for _ in names]
    return [arrow.array(values, _type_of(arrow, name)) for name, values in zip(names, columns, strict=True)]


def _batch(arrow: Any, names: list[str], rows: list[tuple[Any, ...]]) -> Any:
    return arrow.RecordBatch.from_arrays(_arrays(arrow, names, rows), names)


def _with_columns(arrow: Any, batch: Any, names: list[str], rows: list[tuple[Any, ...]]) -> Any:
    """The batch with more columns behind its own; of two with one name the new one counts."""
    old = [name for name in batch.schema.names if name not in names]
    arrays = [batch.column(name) for name in old] + _arrays(arrow, names, rows)
    return arrow.RecordBatch.from_arrays(arrays, [*old, *names])
