"""Values for words, read from a file: CSV, TSV, JSON Lines or a word list, into a column of a lexicon.

What a value is follows from all of them: integers if every one is an integer, else numbers if every one is a number,
else texts. An empty field is no value. Guaranteed: each row is one the file has, each value stands at the rank of its
word, and the same rows in any order give the same column; anything else is a ColumnError that names the line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...errors import AlphabetError, ColumnError
from ...formats.alphabet import Alphabet
from ...formats.column_names import RESERVED
from ...formats.columns import NAME, StoredColumn
from ...formats.layout import MAX_COLUMNS, MAX_LENGTH
from .sorted_words import TileWords
from .value_files import ENDINGS, NUMBER, Row, read_rows

__all__ = ["ColumnReport", "WordRanks", "check_name", "column_of", "column_of_rows", "columns_of", "parse_column"]

#: How many offending lines an error names.
SHOWN: Final = 10
_INTEGER: Final = re.compile(r"[+-]?[0-9]+")


@dataclass
class ColumnReport:
    """What became of a file of values."""

    name: str
    kind: str = ""
    rows: int = 0
    #: Words of the lexicon without a value.
    missing: int = 0
    size: int = 0
    #: Rows whose word the lexicon does not have, left out; the first of them: (line, word).
    unknown: int = 0
    shown: list[tuple[int, str]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(self.__dict__)


class WordRanks:
    """Word -> rank for the compiler, which has the words sorted and no kernel of the runtime."""

    def __init__(self, words: TileWords, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self.size = len(words)
        self._wide = max(1, int(words.lengths.max(initial=0)))
        self._keys = self._padded(words)

    def _padded(self, words: TileWords) -> NDArray[np.bytes_]:
        """Each word as one item that compares as the words do: tiles are never 0."""
        table = np.zeros((len(words), self._wide), np.uint8)
        rows = np.repeat(np.arange(len(words)), words.lengths)
        table[rows, np.arange(len(words.tiles)) - np.repeat(words.offsets[:-1], words.lengths)] = words.tiles
        return table.view(f"S{self._wide}").ravel()

    def ranks(self, words: TileWords) -> NDArray[np.int64]:
        """The rank of each of these words, -1 for one that is not there. About 0.5 us each."""
        ranks = np.full(len(words), -1, np.int64)
        if not self.size:
            return ranks
        fitting = np.flatnonzero((words.lengths > 0) & (words.lengths <= self._wide))
        keys = self._padded(words.take(fitting))
        places = np.minimum(np.searchsorted(self._keys, keys), self.size - 1)
        found = self._keys[places] == keys
        ranks[fitting[found]] = places[found]
        return ranks

    def of_texts(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """The same for words as text, in any spelling the alphabet reads; -1 also for what is no word of it."""
        return self.ranks(TileWords.of([self._tiles(text) for text in texts]))

    def _tiles(self, text: str) -> bytes:
        try:
            return self.alphabet.encode(text) if len(text) <= 16 * MAX_LENGTH else b""
        except AlphabetError:
            return b""


def parse_column(text: str) -> tuple[str, str, str | None]:
    """(name, file, title of the file's column or None) from ``NAME=FILE`` or ``NAME=FILE:TITLE``."""
    name, equals, file = text.partition("=")
    if not equals or not file:
        raise ColumnError("no column", expected="NAME=FILE or NAME=FILE:TITLE", found=repr(text))
    check_name(name)
    titled = re.fullmatch(rf"(.*{ENDINGS}):([^:]+)", file, re.I | re.S)
    return (name, titled[1], titled[4]) if titled else (name, file, None)


def check_name(name: str) -> None:
    """ColumnError unless a column may be called this."""
    if not NAME.fullmatch(name):
        raise ColumnError(
            "no name for a column", expected="a letter, then up to 31 letters, digits, _ or -", found=repr(name)[:60]
        )
    if name.lower() in RESERVED:
        raise ColumnError(
            "queries have this word for something else", found=repr(name), remedy=f"name it otherwise: my-{name}=FILE"
        )


def column_of(text: str, ranks: WordRanks, skip_invalid: bool = False) -> tuple[StoredColumn, ColumnReport]:
    """The column that ``NAME=FILE`` or ``NAME=FILE:TITLE`` means, for these words; see :func:`column_of_rows`."""
    name, file, title = parse_column(text)
    return column_of_rows(name, read_rows(file, name, title), ranks, file, skip_invalid)


def columns_of(
    texts: Iterable[str], ranks: WordRanks, skip_invalid: bool = False
) -> list[tuple[StoredColumn, ColumnReport]]:
    """The columns of several such texts; ColumnError where two have one name or there are too many."""
    texts = list(texts)
    names = [parse_column(text)[0] for text in texts]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ColumnError("two columns of one name", found=", ".join(sorted(twice)))
    if len(names) > MAX_COLUMNS:
        raise ColumnError("too many columns", expected=f"at most {MAX_COLUMNS}", found=len(names))
    return [column_of(text, ranks, skip_invalid) for text in texts]


def column_of_rows(
    name: str, rows: list[Row], ranks: WordRanks, file: str, skip_invalid: bool = False
) -> tuple[StoredColumn, ColumnReport]:
    """These rows as a column.

    ColumnError for words the lexicon does not have, naming the first ten, unless ``skip_invalid`` leaves them out;
    for a word with two values; for an integer beyond 64 bits, an infinite number, a text that is too long.
    About 2 us a row.
    """
    report = ColumnReport(name, rows=len(rows))
    places = ranks.of_texts(row.word for row in rows)
    unknown = np.flatnonzero(places < 0)
    if len(unknown):
        report.unknown = len(unknown)
        report.shown = [(rows[at].line, rows[at].word) for at in unknown[:SHOWN].tolist()]
        if not skip_invalid:
            raise _refusal(report, file, rows[0])
    chosen = [row for row, rank in zip(rows, places.tolist(), strict=True) if rank >= 0]
    values = _by_rank(chosen, places[places >= 0].tolist(), file)
    return _stored(name, values, ranks.size, file, report), report


def _refusal(report: ColumnReport, file: str, first: Row) -> ColumnError:
    places = "; ".join(f"line {line}: {word[:40]!r}" for line, word in report.shown)
    rest = f"; and {report.unknown - len(report.shown)} more" if report.unknown > len(report.shown) else ""
    header = ""
    table = re.search(r"\.[ct]sv(\.gz|\.zst)?$", file, re.I)
    if table and report.shown[0][0] == first.line and not NUMBER.fullmatch(first.value or ""):
        header = f"; if line {first.line} is a header, say which column: {report.name}={file}:TITLE"
    many = report.unknown > 1
    return ColumnError(
        f"{report.unknown:,} {'rows are' if many else 'row is'} about words the lexicon does not have",
        path=file,
        found=places + rest,
        remedy=f"correct them, or leave them out with --skip-invalid{header}",
    )


def _by_rank(rows: list[Row], ranks: list[int], file: str) -> dict[int, Row]:
    """The one row of each rank; a row without a value says nothing."""
    found: dict[int, Row] = {}
    for row, rank in zip(rows, ranks, strict=True):
        if row.value is None:
            continue
        other = found.setdefault(rank, row)
        if other.value != row.value:
            raise ColumnError(
                f"two values for {row.word[:40]!r}",
                path=file,
                place=f"lines {other.line} and {row.line}",
                expected="the same value, or one line",
                found=f"{other.value[:40]!r} and {row.value[:40]!r}",  # type: ignore[index]
            )
    return found


def _stored(name: str, rows: dict[int, Row], size: int, file: str, report: ColumnReport) -> StoredColumn:
    present = np.zeros(size, bool)
    present[list(rows)] = True
    report.missing = size - len(rows)
    plain = [row for row in rows.values() if not row.quoted]
    column: StoredColumn
    if rows and len(plain) == len(rows) and all(_INTEGER.fullmatch(str(row.value)) for row in plain):
        integers = np.zeros(size, np.int64)
        for rank, row in rows.items():
            integers[rank] = _number(row, file, int, lambda value: -(1 << 63) <= value < 1 << 63, "of 64 bits")
        column = StoredColumn.of_integers(name, integers, ~present)
    elif rows and len(plain) == len(rows) and all(NUMBER.fullmatch(str(row.value)) for row in plain):
        numbers = np.full(size, np.nan)
        for rank, row in rows.items():
            numbers[rank] = _number(row, file, float, math.isfinite, "below 1.8e308")
        column = StoredColumn.of_numbers(name, numbers)
    else:
        texts: list[str | None] = [None] * size
        for rank, row in rows.items():
            texts[rank] = row.value
        column = _texts(name, texts, rows, file)
    report.kind, report.size = column.kind, column.size
    return column


def _number(row: Row, file: str, kind: Callable[[str], Any], fits: Callable[[Any], bool], expected: str) -> Any:
    text = str(row.value)
    value = kind(text) if len(text) <= 400 else math.inf
    if not fits(value):
        raise ColumnError(
            "too large a number", path=file, place=f"line {row.line}", expected=f"one {expected}", found=text[:40]
        )
    return value


def _texts(name: str, texts: list[str | None], rows: dict[int, Row], file: str) -> StoredColumn:
    try:
        return StoredColumn.of_texts(name, texts)
    except ValueError:
        for rank in sorted(rows):
            try:
                StoredColumn.of_texts(name, [texts[rank]])
            except ValueError as error:
                row = rows[rank]
                raise ColumnError("no text for a column", path=file, place=f"line {row.line}", found=error) from error
        raise
