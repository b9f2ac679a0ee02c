"""Make columns of a lexicon from files of values, and from the texts beside the words of a list.

The kind of the column depends on all of its values: integers if every one is an integer, else numbers if every one
is a number, else texts. An empty field means no value; so does ``n/a`` or ``-`` among numbers
(:data:`lexkit.base.written_numbers.MISSING`), where digits in groups, as in ``1,234``, are refused. Guaranteed:
each value stands at the rank of its word, and the same rows in any order give the same column; anything else is a
ColumnError that names the line.

From a word list come ``definition``, the rest of a word's line, and ``spelling``, the word as the list spells it,
if that differs from the spelling of its tiles: lower-case letters, accents that the alphabet reads as plain
letters. If a list is folded, its words with letters that the alphabet lacks keep their spelling too: see
:mod:`lexkit.formats.folding`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import AlphabetError, ColumnError, show_value
from lexkit.base.written_numbers import GROUPED, is_missing, is_number
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.atomic import refuse_overwriting
from lexkit.formats.columns_section import NAME, StoredColumn
from lexkit.formats.constants import MAX_COLUMNS, MAX_LENGTH
from lexkit.formats.folding import Folder

from .read_value_file import ENDINGS, Row, read_rows, split_line
from .sorted_words import TileWords
from .word_list import SHOWN, decode

#: Number of words that are looked up between two points where Ctrl-C interrupts.
_BLOCK: Final = 1 << 14
INTEGER: Final = re.compile(r"[+-]?[0-9]+")
# Names of columns that always have texts.
DEFINITION: Final = "definition"
SPELLING: Final = "spelling"


@dataclass
class ColumnReport:
    """The report of a file of values.

    Attributes:
        name: Name of the column.
        kind: ``integer``, ``number`` or ``text``.
        rows: Number of rows in the file.
        missing: Number of words in the lexicon without a value.
        size: Size of the column in bytes.
        unknown: Number of rows that were left out because the lexicon does not have their word.
        shown: The first of these rows, as (line, word).
        no_number: If the column has texts although most values are numbers, the first value that is not, as (line,
            value).
    """

    name: str
    kind: str = ""
    rows: int = 0
    missing: int = 0
    size: int = 0
    unknown: int = 0
    shown: list[tuple[int, str]] = field(default_factory=list)
    no_number: tuple[int, str] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
        return dict(self.__dict__)


class WordRanks:
    """Looks up the ranks of words in a sorted list, without the runtime."""

    def __init__(self, words: TileWords, alphabet: Alphabet, folder: Folder | None = None) -> None:
        """``folder``: folds letters that the alphabet lacks, if wanted."""
        self.alphabet = alphabet
        self.folder = folder
        self.size = len(words)
        self._wide = max(1, int(words.lengths.max(initial=0)))
        self._keys = words.rows(self._wide)

    def ranks(self, words: TileWords) -> NDArray[np.int64]:
        """Return the rank of each word, or -1 if it is not in the list. About 0.5 us each."""
        ranks = np.full(len(words), -1, np.int64)
        if not self.size:
            return ranks
        fitting = np.flatnonzero((words.lengths > 0) & (words.lengths <= self._wide))
        keys = words.take(fitting).rows(self._wide)
        places = np.empty(len(keys), np.intp)
        for begin in range(0, len(keys), _BLOCK):  # so that Ctrl-C ends it soon
            places[begin : begin + _BLOCK] = np.searchsorted(self._keys, keys[begin : begin + _BLOCK])
        places = np.minimum(places, self.size - 1)
        found = self._keys[places] == keys
        ranks[fitting[found]] = places[found]
        return ranks

    def of_texts(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """Return the rank of each text, in any spelling that the alphabet reads, or -1."""
        return self.ranks(TileWords.of([self._encode(text) for text in texts]))

    def _encode(self, text: str) -> bytes:
        if len(text) > 16 * MAX_LENGTH:
            return b""
        try:
            return self.alphabet.encode(text if self.folder is None else self.folder.fold(text))
        except AlphabetError:
            return b""


def parse_column(text: str, reserved: Collection[str] = ()) -> tuple[str, str, str | None]:
    """Parse ``NAME=FILE`` or ``NAME=FILE:TITLE`` into (name, file, title of the file's column or None).

    ``reserved``: as in :func:`check_name`. Raises ColumnError if it is neither, or if a column may not have the name.
    """
    name, equals, file = text.partition("=")
    if not equals or not file:
        raise ColumnError("not a column", expected="NAME=FILE or NAME=FILE:TITLE", found=repr(text))
    check_name(name, reserved)
    titled = re.fullmatch(rf"(.*{ENDINGS}):([^:]+)", file, re.I | re.S)
    return (name, titled[1], titled[4]) if titled else (name, file, None)


def refuse_columns(texts: Iterable[str], target: str | PathLike[str], reserved: Collection[str] = ()) -> None:
    """Raise StorageError if a column takes its values from the file that is to be written."""
    for text in texts:
        refuse_overwriting(parse_column(text, reserved)[1], target, "the values of a column")


def may_be_name(name: str, reserved: Collection[str] = ()) -> bool:
    """Return whether a column may have this name. ``reserved``: as in :func:`check_name`."""
    return NAME.fullmatch(name) is not None and name.lower() not in reserved


def check_name(
    name: str,
    reserved: Collection[str] = (),
    path: str | PathLike[str] | None = None,
    remedy: str | None = None,
) -> None:
    """Raise ColumnError unless a column may have this name.

    ``reserved``: names, in lower case, that mean something else in a query; ``path``: the list whose field it is, if
    it is one.
    """
    if not NAME.fullmatch(name):
        raise ColumnError(
            "not a name for a column",
            path=path,
            expected="a letter, then up to 31 letters, digits, _ or -",
            found=show_value(name),
            remedy=remedy,
        )
    if name.lower() in reserved:
        raise ColumnError(
            "this name has another meaning in queries",
            path=path,
            found=repr(name),
            remedy=remedy or f"choose another name: my-{name}=FILE",
        )


def load_columns(
    texts: Iterable[str], ranks: WordRanks, skip_invalid: bool = False
) -> list[tuple[StoredColumn, ColumnReport]]:
    """Make a column for these words from each file, given as ``NAME=FILE`` or ``NAME=FILE:TITLE``.

    Raises ColumnError if two columns have one name, if there are too many, if a file has no rows, or as
    :func:`make_column` does.
    """
    parsed = [parse_column(text) for text in texts]
    names = [name for name, _, _ in parsed]
    if len(names) > MAX_COLUMNS:
        raise ColumnError("too many columns", expected=f"at most {MAX_COLUMNS}", found=len(names))
    repeated = {name for name in names if names.count(name) > 1}
    if repeated:
        raise ColumnError("two columns have the same name", found=", ".join(sorted(repeated)))
    made = []
    for name, file, title in parsed:
        rows = read_rows(file, name, title)
        if not rows:
            raise ColumnError("no rows in the file of a column", path=file, expected="a word and a value in each line")
        made.append(make_column(name, rows, ranks, file, skip_invalid))
    return made


def make_column(
    name: str,
    rows: list[Row],
    ranks: WordRanks,
    file: str,
    skip_invalid: bool = False,
    if_repeated: str | None = None,
) -> tuple[StoredColumn, ColumnReport]:
    """Make a column of these rows. About 2 us a row.

    ``if_repeated``: remedy for the error about a word with two values.

    Raises ColumnError if the lexicon lacks some of the words (the error names the first ten), unless
    ``skip_invalid`` leaves them out; if a word has two values; if an integer does not fit in 64 bits, a number is
    infinite, or a text is too long.
    """
    report = ColumnReport(name, rows=len(rows))
    places = ranks.of_texts(row.word for row in rows)
    unknown = np.flatnonzero(places < 0)
    if len(unknown):
        report.unknown = len(unknown)
        report.shown = [(rows[at].line, rows[at].word) for at in unknown[:SHOWN].tolist()]
        if not skip_invalid:
            raise _unknown_words_error(report, file, rows[0])
    chosen, are_numbers = read_numbers(
        name, [row for row, rank in zip(rows, places.tolist(), strict=True) if rank >= 0], file
    )
    values = _sort_by_rank(chosen, places[places >= 0].tolist(), file, if_repeated)
    others = [] if are_numbers else [row for row in chosen if row.value and not is_number(row.value)]
    if 0 < 2 * len(others) <= len(values):
        report.no_number = others[0].line, str(others[0].value)[:40]
    return _store(name, values, ranks.size, file, report, are_numbers), report


def read_numbers(name: str, rows: list[Row], file: str) -> tuple[list[Row], bool]:
    """Return (rows, whether their values are numbers); values that stand for a missing number become None.

    They are numbers if all are, and the file marks at least one of them as not a text; definitions and spellings
    are always texts. Raises ColumnError for digits in groups among numbers.
    """
    if name in (DEFINITION, SPELLING):
        return rows, False
    grouped: Row | None = None
    plain = groups_alone = False
    missing = 0
    for row in rows:
        if row.value is None:
            continue
        if is_number(row.value):
            plain = plain or not row.quoted
        elif is_missing(row.value):
            missing += 1
        elif GROUPED.fullmatch(row.value):
            grouped = grouped or row
            groups_alone = groups_alone or not row.quoted
        else:
            return rows, False
    if grouped is not None and (plain or groups_alone):
        raise ColumnError(
            f"a number of column {name} has a comma or digits in groups",
            path=file,
            place=f"line {grouped.line}",
            expected="digits, and a point before decimals",
            found=repr(str(grouped.value)[:40]),
            remedy="programs read it in different ways: write 1234 or 1.234; to store digits as text, use JSON Lines",
        )
    if plain and missing:
        rows = [row._replace(value=None) if row.value and is_missing(row.value) else row for row in rows]
    return rows, plain


def _unknown_words_error(report: ColumnReport, file: str, first: Row) -> ColumnError:
    places = "; ".join(f"line {line}: {word[:40]!r}" for line, word in report.shown)
    rest = f"; and {report.unknown - len(report.shown)} more" if report.unknown > len(report.shown) else ""
    header = ""
    table = re.search(r"\.[ct]sv(\.gz|\.zst)?$", file, re.I)
    if table and report.shown[0][0] == first.line and not is_number(first.value or ""):
        header = f"; if line {first.line} is a header, say which column: {report.name}={file}:TITLE"
    many = report.unknown > 1
    return ColumnError(
        f"{report.unknown:,} {'rows are' if many else 'row is'} about words the lexicon does not have",
        path=file,
        found=places + rest,
        remedy=f"correct them, or leave them out with skip_invalid=True{header}",
    )


def _sort_by_rank(rows: list[Row], ranks: list[int], file: str, if_repeated: str | None) -> dict[int, Row]:
    """Return the one row of each rank, ignoring rows without a value. Raises ColumnError if two values differ."""
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
                remedy=if_repeated,
            )
    return found


def _store(
    name: str, rows: dict[int, Row], size: int, file: str, report: ColumnReport, are_numbers: bool
) -> StoredColumn:
    """Store the rows as a column of the kind that fits all of them, and complete the report."""
    present = np.zeros(size, bool)
    present[list(rows)] = True
    report.missing = size - len(rows)
    column: StoredColumn
    if are_numbers and all(INTEGER.fullmatch(str(row.value)) for row in rows.values()):
        integers = np.zeros(size, np.int64)
        for rank, row in rows.items():
            integers[rank] = _parse_number(row, file, int, lambda value: -(1 << 63) <= value < 1 << 63, "of 64 bits")
        column = StoredColumn.of_integers(name, integers, ~present)
    elif are_numbers:
        numbers = np.full(size, np.nan)
        for rank, row in rows.items():
            numbers[rank] = _parse_number(row, file, float, math.isfinite, "below 1.8e308")
        column = StoredColumn.of_numbers(name, numbers)
    else:
        texts: list[str | None] = [None] * size
        for rank, row in rows.items():
            texts[rank] = row.value
        column = _store_texts(name, texts, rows, file)
    report.kind, report.size = column.kind, column.size
    return column


def _parse_number(row: Row, file: str, kind: Callable[[str], Any], fits: Callable[[Any], bool], expected: str) -> Any:
    text = str(row.value)
    value = kind(text) if len(text) <= 400 else math.inf
    if not fits(value):
        raise ColumnError(
            "the number is too large", path=file, place=f"line {row.line}", expected=f"one {expected}", found=text[:40]
        )
    return value


def _store_texts(name: str, texts: list[str | None], rows: dict[int, Row], file: str) -> StoredColumn:
    """Store a column of texts. Raises ColumnError, with the line, for a text that is not allowed."""
    try:
        return StoredColumn.of_texts(name, texts)
    except ValueError:
        for rank in sorted(rows):
            try:
                StoredColumn.of_texts(name, [texts[rank]])
            except ValueError as error:
                row = rows[rank]
                place = f"line {row.line}"
                raise ColumnError("not a text for a column", path=file, place=place, found=error) from error
        raise


class ListColumns:
    """Collects the lines of a list, as ``witness`` of :func:`.word_list.read_words`, and makes its columns."""

    def __init__(self, name: str, definitions: bool, spelling: bool, fold: bool = False) -> None:
        """``name``: the list's; ``fold``: keep the spelling of folded words, also without ``spelling``."""
        self.name = name
        self.definitions = definitions
        self.spelling = spelling
        self.fold = fold
        self._rows: list[Row] = []

    def __call__(self, block: bytes, line: int, numbers: NDArray[np.int64]) -> None:
        lines = decode(block, line, self.name).split("\n")
        for number in numbers.tolist():
            self._rows.append(split_line(number, lines[number - line].removesuffix("\r")))

    def make_columns(self, words: TileWords, alphabet: Alphabet) -> list[tuple[StoredColumn, ColumnReport]]:
        """Make the wanted columns for the ``words`` of the lexicon.

        Several spellings of a word are joined with commas. Raises ColumnError if a word has two definitions.
        """
        folder = Folder(alphabet) if self.fold else None
        ranks = WordRanks(words, alphabet, folder)
        made = []
        if self.definitions:
            made.append(make_column(DEFINITION, self._rows, ranks, self.name))
        if self.spelling or self.fold:
            # Without --spelling, only folded words have a spelling, and a list without such words has no column.
            rows = self._collect_spellings(ranks, words, alphabet)
            if rows or self.spelling:
                made.append(make_column(SPELLING, rows, ranks, self.name))
        return made

    def _collect_spellings(self, ranks: WordRanks, words: TileWords, alphabet: Alphabet) -> list[Row]:
        found: dict[int, set[str]] = {}
        listed = [row.word for row in self._rows if self.spelling or _is_folded(row.word, ranks.folder)]
        for word, rank in zip(listed, ranks.of_texts(listed).tolist(), strict=True):
            found.setdefault(rank, set()).add(word)
        rows = []
        for rank, tiles in enumerate(words):
            plain = alphabet.decode(tiles)
            if found.get(rank, {plain}) != {plain}:
                rows.append(Row(rank, plain, ", ".join(sorted(found[rank])), True))
        return rows


def _is_folded(word: str, folder: Folder | None) -> bool:
    """Return whether a word, in NFC, has letters that the alphabet lacks."""
    return folder is not None and not word.isascii() and folder.fold(word) != word
