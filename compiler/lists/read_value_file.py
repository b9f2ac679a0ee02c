"""Read rows of words and values from a file.

The file is CSV, TSV, JSON Lines, or a word list with a text after each word. The suffix of its name tells which
(``.csv``, ``.tsv``, ``.jsonl`` or ``.ndjson``, ``.txt``; each also with ``.gz`` or ``.zst``). Files are in UTF-8;
a byte order mark at the start is dropped. The first line of a table is a header if the user gives a title, if one
of its fields is the name of the column, or if its value does not begin like a number while all others are numbers;
otherwise it is a row like the others.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from lexkit.base.errors import ColumnError, LexkitError
from lexkit.base.written_numbers import begins_like_number, is_missing, is_number
from lexkit.formats.bounded_input import MAX_LINE, Meter, read_blocks

from .word_list import decode, join_lines

#: The suffixes of files with values, to split ``FILE:TITLE``.
ENDINGS: Final = r"\.(csv|tsv|jsonl|ndjson|txt)(\.gz|\.zst)?"
#: Size limit of a file, uncompressed, in bytes: its rows are held in memory.
MAX_FILE: Final = 1 << 30
#: Longest row of CSV, in characters: a quoted row may have any number of lines.
MAX_ROW: Final = 1 << 20
# Remedies for a table that cannot be read as one.
SEMICOLONS: Final = "in CSV, fields are separated by commas, not semicolons"
_QUOTES: Final = 'in CSV, a text with a comma stands in quotes: WORD,"a text, with a comma"'
_FIRST: Final = re.compile(r"[ \t]*([^ \t]+)[ \t]*(.*)", re.S)


class Row(NamedTuple):
    """A word and its value, or None. ``quoted``: the file marks the value as a text, even if it is a number."""

    line: int
    word: str
    value: str | None
    quoted: bool = False


def read_rows(file: str, name: str, title: str | None = None) -> list[Row]:
    """Read the rows of a file for the column ``name``.

    ``title``: the column of the file to take. Raises ColumnError with the line, what was expected and what was
    found.
    """
    ending = re.sub(r"\.(gz|zst)$", "", file.lower()).rpartition(".")[2]
    lines = read_lines(file)
    if ending in ("csv", "tsv"):
        form: Any = {"delimiter": "\t", "quoting": csv.QUOTE_NONE} if ending == "tsv" else {}
        return _read_table(read_csv(lines, file, ColumnError, **form), file, name, title)
    if ending in ("jsonl", "ndjson"):
        return _read_objects(lines, file, name, title or name)
    if ending == "txt":
        if title is not None:
            raise ColumnError("a word list has no header", path=file, found=repr(title))
        return [split_line(line, text)._replace(quoted=False) for line, text in lines if text.strip(" \t\r")]
    expected = "a name that ends in .csv, .tsv, .jsonl or .txt, perhaps with .gz or .zst behind"
    raise ColumnError("not a kind of file with values", path=file, expected=expected)


def read_lines(file: str, kind: type[LexkitError] = ColumnError) -> Iterator[tuple[int, str]]:
    """Iterate over (number, text in NFC without its line end) of each line, with one block in memory."""
    meter = Meter(file, "the file", kind, MAX_FILE, "bytes, unpacked")
    for line, block in join_lines(read_blocks(file), meter):
        for number, text in enumerate(decode(block, line, file, kind).split("\n")[:-1], line):
            if len(text) > MAX_LINE:
                expected = f"at most {MAX_LINE} characters"
                raise kind("a line is too long", path=file, place=f"line {number}", expected=expected)
            yield number, text.removesuffix("\r")


def read_csv(
    lines: Iterator[tuple[int, str]], file: str, kind: type[LexkitError], **form: Any
) -> Iterator[tuple[int, int, list[str]]]:
    """Iterate over (number of the first line, of the last line, fields) of each row of CSV, strict by default."""
    size = 0

    def measure() -> Iterator[str]:
        nonlocal size
        for number, text in lines:
            size += len(text) + 1
            if size > MAX_ROW:
                expected = f"at most {MAX_ROW:,} characters"
                raise kind("a row of CSV does not end", path=file, place=f"line {number}", expected=expected)
            yield text + "\n"

    rows = csv.reader(measure(), **form or {"strict": True})
    while True:
        first, size = rows.line_num + 1, 0
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise kind("not a line of CSV", path=file, place=f"line {first}", found=error) from error
        if row is None:
            return
        yield first, rows.line_num, row


def _refuse(what: str, file: str, line: int, **details: Any) -> ColumnError:
    return ColumnError(what, path=file, place=f"line {line}", **details)


def _read_table(rows: Iterator[tuple[int, int, list[str]]], file: str, name: str, title: str | None) -> list[Row]:
    """Read a table whose first field is the word."""
    fields: list[tuple[int, list[str]]] = []
    for line, _, row in rows:
        row = [part.strip(" ") for part in row]
        if not any(row):
            continue
        expected = len(fields[0][1]) if fields else max(2, len(row))
        if len(row) != expected:
            raise _refuse(
                "another number of fields than before" if fields else "no value behind the word",
                file,
                line,
                expected=f"{expected} fields" if fields else "a word and a value",
                found=f"{len(row)}: {' | '.join(row)[:60]!r}",
                remedy=_QUOTES if fields else SEMICOLONS if ";" in row[0] else None,
            )
        if not row[0]:
            raise _refuse("the line has no word", file, line, expected="a word in the first field")
        fields.append((line, row))
    if not fields:
        return []
    at, header = _choose_field(fields, file, name, title)
    return [Row(line, row[0], row[at] or None) for line, row in fields[header:]]


def _choose_field(fields: list[tuple[int, list[str]]], file: str, name: str, title: str | None) -> tuple[int, int]:
    """Return (index of the field with the value, number of header lines)."""
    line, first = fields[0]
    titles = [part.casefold() for part in first]
    wanted = (name if title is None else title).casefold()
    if wanted in titles[1:]:
        at = titles.index(wanted, 1)
        if wanted in titles[at + 1 :]:
            raise _refuse("two columns have the same title", file, line, found=repr(first[at]))
        return at, 1
    if title is not None:
        raise _refuse("no such column", file, line, expected=" or ".join(map(repr, first[1:])), found=repr(title))
    if len(first) > 2:
        raise _refuse(
            "several values a line",
            file,
            line,
            expected=f"a word and a value, or a header with {name!r}",
            found=f"{len(first)} fields: {' | '.join(first)[:60]!r}",
            remedy=f"say which: {name}=FILE:TITLE; in CSV, a text with a comma stands in quotes",
        )
    others = [row[1] for _, row in fields[1:] if row[1] and not is_missing(row[1])]
    numbers = bool(others) and all(map(is_number, others))
    return 1, int(numbers and not begins_like_number(first[1]) and not is_missing(first[1]))


def split_line(line: int, text: str) -> Row:
    """Split a line that is not blank into its word and the text behind it."""
    found = _FIRST.match(text)
    assert found is not None, "a line that is not blank"
    return Row(line, found[1], found[2].strip() or None, True)


def _read_objects(lines: Iterator[tuple[int, str]], file: str, name: str, key: str) -> list[Row]:
    """Read JSON Lines. Raises ColumnError if no line has the key, which must be a mistake."""
    rows: list[Row] = []
    first: tuple[str, ...] = ()
    has_key = False
    for line, text in lines:
        if text.strip():
            row, keys = _parse_object(line, text, file, key)
            has_key = has_key or key in keys
            first = first or keys
            rows.append(row)
    if rows and not has_key:
        others = [other for other in first if other != "word"]
        raise _refuse(
            "no line has a value of this name",
            file,
            rows[0].line,
            expected=" or ".join(map(repr, others))[:200] if others else f"one under {key!r}",
            found=repr(key),
            remedy=f"say which: {name}=FILE:KEY" if others else None,
        )
    return rows


def _parse_object(line: int, text: str, file: str, key: str) -> tuple[Row, tuple[str, ...]]:
    """Parse a JSON object with the word under ``word`` as (row, its keys)."""

    def refuse(what: str, expected: str, found: object) -> ColumnError:
        return _refuse(what, file, line, expected=expected, found=found)

    try:
        value = json.loads(text, parse_int=_AsWritten, parse_float=_AsWritten, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise refuse("not a line of JSON", "an object", error) from error
    if not isinstance(value, dict):
        raise refuse("not a line of JSON Lines", "an object", f"a JSON {type(value).__name__}")
    word, given = value.get("word"), value.get(key)
    if not isinstance(word, str) or isinstance(word, _AsWritten) or not word:
        raise refuse("the line has no word", 'a text under "word"', f"the keys {', '.join(map(repr, value))[:60]}")
    keys = tuple(value)
    if given is None or given == "":
        return Row(line, word, None), keys
    if isinstance(given, _AsWritten):
        return Row(line, word, str(given)), keys
    if not isinstance(given, str):
        raise refuse(f"invalid value under {key!r}", "a number, a text or null", f"a {type(given).__name__}")
    return Row(line, word, given, True), keys


class _AsWritten(str):
    """A JSON number as it is written. The whole column decides whether it becomes an integer or a number."""


def _refuse_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")
