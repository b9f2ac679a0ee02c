"""Tables of positions, words and turns as record batches: read, answered and written a batch at a time.

    batches = lexkit.read_batches("positions.parquet", ["cgp"])
    lexkit.write_batches(lex.best_move_batches(batches), "best.parquet")

A batch is a ``pyarrow.RecordBatch``. However long a table is, only a few of its batches are in memory. Batches of a
Parquet file are bounded in bytes, because such a file may store one long text for millions of rows. pyarrow is
optional: ``pip install 'lexkit[arrow]'``.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lexkit.base.checks import require_one_of, require_path
from lexkit.base.errors import ForeignFileError, LexkitError, QueryError, StorageError, show_value
from lexkit.base.time_limits import look
from lexkit.formats.atomic import replacing
from lexkit.formats.constants import MAX_LENGTH

from ..game.fields import MOVE_FIELDS, TURN_FIELDS, USUAL, USUAL_OF_TURNS, choose_fields, rows_of_turns
from ..game.many_positions import best_of_texts
from ..words.data_frames import find_library
from ..workers.pieces_of_work import in_order

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..game.referee.game import Game
    from ..words.words import Words

#: Default number of rows of a batch that is read or made.
ROWS: Final = 4096
#: Maximum number of rows of a batch passed in: its answer is held in memory as a whole.
MOST_ROWS: Final = 1 << 20
#: Approximate maximum size of a batch of Parquet with more than one row, in bytes.
BYTES: Final = 1 << 26
#: Maximum size of one row, in bytes.
_ROW_BYTES: Final = 1 << 28
#: Length of the longest text that may be a word, in bytes.
_LONGEST_WORD: Final = 64 * MAX_LENGTH
#: Number of positions that a worker gets at a time.
_PIECE: Final = 512
#: Fields of moves and turns that are numbers; fields in neither list are texts.
_NUMBERS: Final = ("score", "row", "column", "played", "turn", "player", "total", "drawn", "final")
#: Fields of moves and turns that are bools.
_FLAGS: Final = ("is_bingo", "across", "won")
#: Name of the column that describes what is wrong with a row.
ERROR: Final = "error"


def _arrow() -> Any:
    """Import and return pyarrow. Raises QueryError if it is not installed."""
    return find_library("arrow")[1]


def _module(name: str) -> Any:
    """Return a module of pyarrow as Any, because pyarrow has no type annotations."""
    return import_module(f"pyarrow.{name}")


# -- files ------------------------------------------------------------------------------------------------


def read_batches(path: str | os.PathLike[str], columns: Iterable[str] | None = None, rows: int = ROWS) -> Iterator[Any]:
    """Yield the record batches of a file: Parquet, Arrow (``.arrow``, ``.feather``) or CSV, by its name.

    A table without rows yields one empty batch.

    Args:
        path: The file.
        columns: Names of the columns to read, by default all.
        rows: Maximum number of rows of a batch of Parquet. Batches have fewer rows if these would take more than 64
            MB. Batches of other files are as the file has them.

    Raises:
        StorageError: The file cannot be read.
        ForeignFileError: The content is not what the name promises, or a row takes more than 256 MB.
        QueryError: A column is missing (the message lists the columns), or two columns have its name.
    """
    path = require_path(path)
    names = None if columns is None else list(columns)
    kind, arrow = _kind_of(path), _arrow()
    try:
        with open(path, "rb") as file:
            if kind == "parquet":
                schema, batches = _open_parquet(file, names, rows, path)
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
    except LexkitError as error:  # TimeLimitError is an OSError too
        if isinstance(error, ForeignFileError):
            error.path = error.path or path
        raise
    except OSError as error:
        if error.errno is None:  # raised by pyarrow for the content
            raise ForeignFileError(f"not a file of {kind}", path=path, found=show_value(str(error))) from None
        raise StorageError.of(error, "cannot read", path) from error
    except arrow.lib.ArrowException as error:
        raise ForeignFileError(f"not a file of {kind}", path=path, found=show_value(str(error))) from None


def _open_parquet(file: Any, names: list[str] | None, rows: int, path: str) -> tuple[Any, Iterator[Any]]:
    """Return (schema, batches) of a Parquet file.

    Texts are read as references to the distinct ones, and expanded to texts in pieces of bounded size.
    """
    parquet = _module("parquet")
    meta = parquet.read_metadata(file)
    schema = meta.schema.to_arrow_schema()
    _require_columns(schema.names, names, path)
    leaves = [meta.schema.column(at) for at in range(meta.num_columns)]
    texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY" and leaf.converted_type != "DECIMAL"]
    # With pre_buffer=True all that was read would stay in memory.
    source = parquet.ParquetFile(file, metadata=meta, pre_buffer=False, read_dictionary=texts)
    size = max((_row_size(meta.row_group(at), leaves) for at in range(meta.num_row_groups)), default=0)
    _require_row(size, path)
    rows = max(1, min(rows, BYTES // max(1, size)))
    batches = source.iter_batches(batch_size=rows, columns=names)
    chosen = schema if names is None else _module("lib").schema([schema.field(name) for name in names])
    return schema, (piece for batch in batches for piece in _in_pieces(batch, chosen, path))


def _row_size(group: Any, leaves: list[Any]) -> int:
    """Return the approximate bytes that a row of a row group takes while it is read. Equal texts count once."""
    size = 0
    for at, leaf in enumerate(leaves):
        chunk = group.column(at)
        values = 8 * chunk.num_values if leaf.max_repetition_level else 0
        size += max(chunk.total_uncompressed_size, values)
    return int(size // max(1, group.num_rows))


def _require_row(size: int, path: str) -> None:
    if size > _ROW_BYTES:
        raise ForeignFileError(
            "a row of the table is too large", path=path, expected=f"at most {_ROW_BYTES:,} bytes", found=f"{size:,}"
        )


def _in_pieces(batch: Any, schema: Any, path: str) -> Iterator[Any]:
    """Yield the rows of a batch with the types of a schema, about BYTES of them at a time at most."""
    look()
    size = sum(map(_size_as_written, batch.columns))
    if size > BYTES and batch.num_rows > 1:
        half = batch.num_rows // 2
        yield from _in_pieces(batch.slice(0, half), schema, path)
        yield from _in_pieces(batch.slice(half), schema, path)
        return
    _require_row(size, path)
    arrays = []
    for array, field in zip(batch.columns, schema, strict=True):
        if array.type != field.type and _module("types").is_dictionary(array.type):
            array = array.dictionary_decode()
        arrays.append(array.cast(field.type))
    yield _module("lib").RecordBatch.from_arrays(arrays, schema=schema)


def _size_as_written(array: Any) -> int:
    """Return the size of an array in bytes after its references are replaced by their texts."""
    types = _module("types")
    if types.is_dictionary(array.type):
        lengths = _module("compute").binary_length(array.dictionary).fill_null(0).to_numpy(zero_copy_only=False)
        places = array.indices.drop_null().to_numpy(zero_copy_only=False)
        if len(places) and not 0 <= places.min() <= places.max() < len(lengths):
            raise ForeignFileError("not a file of parquet", found="a reference to no text")
        return 8 * len(array) + int(lengths[places].sum())
    if types.is_list(array.type) or types.is_large_list(array.type) or types.is_map(array.type):
        inner = [array.keys, array.items] if types.is_map(array.type) else [array.flatten()]
        return 8 * len(array) + sum(map(_size_as_written, inner))
    if types.is_struct(array.type):
        return sum(map(_size_as_written, array.flatten()))
    return int(array.nbytes)


def _or_an_empty_one(batches: Iterable[Any], schema: Any, arrow: Any) -> Iterator[Any]:
    batch = None
    for batch in batches:
        yield batch
    if batch is None:
        yield arrow.RecordBatch.from_arrays([arrow.nulls(0, field.type) for field in schema], schema=schema)


def write_batches(batches: Iterable[Any], path: str | os.PathLike[str], kind: str | None = None) -> int:
    """Write record batches to a file and return the number of rows.

    The file is written completely or not at all: it gets its name when the last batch is written.

    Args:
        batches: At least one batch, which may be empty.
        path: The file. Its name says whether it is Parquet, Arrow or CSV.
        kind: ``parquet``, ``arrow`` or ``csv``, to override the name.

    Returns:
        The number of rows written.

    Raises:
        QueryError: There is no batch.
        StorageError: The file cannot be written.
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
        with _refusals(f"the table cannot be written as {kind}", arrow):
            writer = _writer(kind, sink, first.schema, arrow)
        with writer:
            for batch in _first_and_rest(first, rest):
                look()
                with _refusals(f"the table cannot be written as {kind}", arrow):
                    writer.write_batch(batch)
                rows += batch.num_rows
    return rows


@contextmanager
def _refusals(what: str, arrow: Any) -> Iterator[None]:
    """Raise QueryError for what pyarrow refuses, such as lists in CSV."""
    try:
        yield
    except arrow.lib.ArrowException as error:
        raise QueryError(what, found=show_value(str(error)), remedy="leave such columns out") from None


def _first_and_rest(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


class _Sink:
    """File that pyarrow appends to."""

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


#: Kind of table for each ending of a file name.
_KINDS: Final = {".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow", ".csv": "csv"}


def _kind_of(path: str | os.PathLike[str]) -> str:
    kind = _KINDS.get(os.path.splitext(os.fspath(path).lower())[1])
    if kind is None:
        expected = ", ".join(_KINDS)
        raise QueryError(
            "the file name has no known ending", place=os.fspath(path), expected=f"one that ends in {expected}"
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
        if there.count(name) > 1:
            raise QueryError(
                "several columns have this name", place=str(path), expected="each name once", found=show_value(name)
            )


# -- answers ----------------------------------------------------------------------------------------------


def best_move_batches(
    index: Index, batches: Iterable[Any], column: str, fields: Iterable[str] | None, executor: Any
) -> Iterator[Any]:
    """Implement :meth:`lexkit.Lexicon.best_move_batches`."""
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
                yield _listed(texts[start : start + _PIECE], column), names

    def answers() -> Generator[Any, None, None]:
        return (_answer_piece(index, *piece) for piece in pieces())

    with closing(answers() if executor is None else in_order(executor, index, _answer_piece, pieces())) as found:
        for rows in found:
            batch, number = waiting.popleft()
            rows = [*rows, *(row for more in islice(found, number - 1) for row in more)]
            yield _with_columns(arrow, batch, [*names, ERROR], rows)


def _answer_piece(index: Index, texts: list[Any], names: list[str]) -> list[tuple[Any, ...]]:
    """Return a row of fields, and of the error or None, for each position. Runs in a worker."""
    nothing = (None,) * len(names)
    return [
        (*nothing, str(answer) if isinstance(answer, LexkitError) else None)
        if answer is None or isinstance(answer, LexkitError)
        else (*(MOVE_FIELDS[name](*answer) for name in names), None)
        for answer in best_of_texts(index, texts)
    ]


def filter_batches(words: Words, batches: Iterable[Any], column: str) -> Iterator[Any]:
    """Implement :meth:`lexkit.Words.filter_batches`."""
    index = words.core
    mask = np.zeros(index.nodes.word_count, np.bool_)
    for start, stop in zip(*words.ranges(), strict=True):
        mask[start:stop] = True
    arrow = _arrow()
    for batch in batches:
        look()
        texts = _texts(batch, column)
        places = None
        if _module("types").is_dictionary(texts.type):
            places, texts = texts.indices.fill_null(-1).to_numpy(zero_copy_only=False), texts.dictionary
        keep = np.zeros(len(texts) + 1, np.bool_)  # the last entry is for rows without a text
        lengths = _module("compute").binary_length(texts).fill_null(_LONGEST_WORD + 1)
        at = np.flatnonzero(lengths.to_numpy(zero_copy_only=False) <= _LONGEST_WORD)
        if len(at):
            ranks = index.ranks(_listed(texts.take(arrow.array(at)), column))
            keep[at] = (ranks >= 0) & mask[ranks]
        with _refusals("the rows of the table cannot be chosen", arrow):
            yield batch.filter(arrow.array(keep[:-1] if places is None else keep[places]))


def turns_to_batches(games: Game | Iterable[Game], columns: Iterable[str] | None = None) -> Iterator[Any]:
    """Yield the turns of games as record batches, with the columns of :func:`lexkit.turns_to_frame`.

    Games are read one by one and not kept, so that
    ``lexkit.write_batches(lexkit.turns_to_batches(match.play(1_000_000)), "turns.parquet")`` takes little memory.
    There is at least one batch.

    Args:
        games: A game, or an iterable of games.
        columns: Names of columns, as for :func:`lexkit.turns_to_frame`.

    Raises:
        QueryError: A column is unknown, or pyarrow is not installed.
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
        raise QueryError("the batch is too large", expected=f"at most {MOST_ROWS:,} rows", found=f"{batch.num_rows:,}")
    _require_columns(batch.schema.names, [column], "batches")
    return batch.column(column)


def _texts(batch: Any, column: str) -> Any:
    """Return a column of texts. Raises QueryError if its values are not texts."""
    texts, types = _column(batch, column), _module("types")
    kind = texts.type.value_type if types.is_dictionary(texts.type) else texts.type
    if types.is_null(kind) or types.is_string_view(kind):
        return texts.cast(_arrow().large_string())
    if not (types.is_string(kind) or types.is_large_string(kind)):
        raise QueryError("the column has no texts", place=column, expected="string", found=str(texts.type))
    return texts


def _listed(array: Any, column: str) -> list[Any]:
    """Return the values of an array. Raises QueryError for a text that is not UTF-8."""
    try:
        values: list[Any] = array.to_pylist()
    except UnicodeDecodeError as error:
        found = f"byte 0x{error.object[error.start]:02x}"
        raise QueryError("a text of the column is not UTF-8", place=column, found=found) from None
    return values


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
    """Return the batch with columns added behind its own. A new column replaces one with the same name."""
    old = [at for at, name in enumerate(batch.schema.names) if name not in names]
    arrays = [batch.column(at) for at in old] + _arrays(arrow, names, rows)
    return arrow.RecordBatch.from_arrays(arrays, [*(batch.schema.names[at] for at in old), *names])
