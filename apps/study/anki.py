"""Read the fronts of notes from Anki's exports: texts and packages (``.apkg``, ``.colpkg``).

A text is read as Anki's importer reads it. Header lines at its beginning give the format (``#separator:tab``) and
the columns that are not fields of a note (``#deck column:1``). After them, a record that begins with ``#`` is a
comment, and a quoted field may contain separators, line ends and doubled quotes.

Guaranteed: a package is unpacked in bounded memory, and its database is read as safely as a cardbox.
"""

from __future__ import annotations

import csv
import html
import io
import itertools
import re
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from lexkit.errors import ColumnError, LexkitError

from ..shell.command_files import unzstd
from .cardbox import open_table

#: First bytes and file suffixes of packages.
MAGIC: Final = b"PK\x03\x04"
SUFFIXES: Final = (".apkg", ".colpkg")
_SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t", "space": " ", "pipe": "|", "colon": ":"}
#: Headers that name a column that is not a field of the note.
_COLUMNS: Final = frozenset(["guid column", "notetype column", "deck column", "tags column"])
#: All headers of Anki.
_HEADERS: Final = _COLUMNS | {"separator", "html", "tags", "columns", "notetype", "deck", "if matches"}
#: Databases in a package, newest format first. A package also has older formats for older programs.
_COLLECTIONS: Final = ("collection.anki21b", "collection.anki21", "collection.anki2")
#: Maximum bytes of an unpacked database, and of the fields of a note.
_MOST_BYTES: Final = 1 << 26
_LONGEST: Final = 1 << 22
_TAG: Final = re.compile("(<[^<>]*>)")
#: HTML elements whose text is not visible.
_HIDDEN: Final = ("style", "script")
_SOUND: Final = re.compile(r"\[sound:[^][]*\]")


def is_anki_text(text: str) -> bool:
    """Return whether the comments at the beginning of a text include a header of Anki."""
    begins = itertools.takewhile(lambda line: line.startswith("#"), io.StringIO(text))
    return any(_read_header(line)[0] in _HEADERS for line in begins)


def read_text(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the front, without HTML, of each note of a text. Raises csv.Error."""
    lines = io.StringIO(text, newline="")
    headers: dict[str, str] = {}
    number = 0
    for line in lines:
        if not line.startswith("#"):
            break
        number += 1
        name, value = _read_header(line)
        headers[name] = value
    else:
        return
    written = headers.get("separator", "")
    found = _SEPARATORS.get(written.strip().lower(), written)
    separator = found if found in _SEPARATORS.values() else _guess_separator(line)
    columns = {int(headers[name]) for name in _COLUMNS & headers.keys() if headers[name].strip().isdecimal()}
    is_html = headers.get("html", "").strip().lower() != "false"
    records = _Records(line, lines)
    reader = csv.reader(records, delimiter=separator)
    for row in reader:
        records.begins = True
        fields = [field for at, field in enumerate(row, 1) if at not in columns]
        if any(map(str.strip, fields)):
            yield number + records.read, _as_line(fields[0]) if is_html else " ".join(fields[0].split())


class _Records:
    """Iterator over the lines of records, without comments."""

    def __init__(self, first: str, lines: Iterator[str]) -> None:
        self._lines = lines
        self._first: str | None = first
        #: ``begins``: True if the next line begins a record; ``read``: number of lines read.
        self.begins, self.read = True, 0

    def __iter__(self) -> _Records:
        return self

    def __next__(self) -> str:
        while True:
            line, self._first = self._first if self._first is not None else next(self._lines), None
            self.read += 1
            if not (self.begins and line.startswith("#")):
                self.begins = False
                return line


def _read_header(line: str) -> tuple[str, str]:
    """Return (name, value) of a line ``#name:value``, two empty texts for any other line."""
    name, colon, value = line.partition(":")
    return (name[1:].strip().lower(), value.rstrip("\r\n")) if colon and name.startswith("#") else ("", "")


def _guess_separator(line: str) -> str:
    return next((sign for sign in ("\t", "|", ";", ":", ",") if sign in line), " ")


def _as_line(field: str) -> str:
    """Return the visible text of HTML on one line, without references to sounds."""
    shown: list[str] = []
    hidden = ""
    for part in _TAG.split(field):
        if part.startswith("<") and part.endswith(">"):
            name = part.strip("</>").partition(" ")[0].lower()
            hidden = "" if part.startswith("</") and name == hidden else name if name in _HIDDEN else hidden
            shown.append(" " if name in ("br", "div", "p", "li", "tr", "hr") else "")
        elif not hidden:
            shown.append(html.unescape(part))
    return " ".join(_SOUND.sub(" ", "".join(shown)).split())


def read_package(data: bytes, path: str | None = None, most: int = 1_000_000) -> Iterator[str]:
    """Yield the fronts of the notes of a package, without HTML. Raises ColumnError."""
    content = _unpack(data, path)
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            for (fields,) in open_table(connection, content, "notes", ("flds",), most, _LONGEST):
                yield _as_line(str(fields).partition("\x1f")[0])
    except ColumnError as error:
        error.path = path
        raise
    except (sqlite3.Error, UnicodeDecodeError, MemoryError, OverflowError) as error:
        raise ColumnError(f"not a package of Anki: {error}", path=path) from error


def _unpack(data: bytes, path: str | None) -> bytes:
    """Return the unpacked newest database of a package."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {one.filename: one for one in archive.infolist()}
            name = next((one for one in _COLLECTIONS if one in members), "")
            content = None
            # Other compression methods may need unbounded memory.
            if name and members[name].compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                with archive.open(members[name]) as member:
                    content = member.read(_MOST_BYTES + 1)
        if content is not None and name.endswith("b"):
            content = b"".join(unzstd(iter([content]), path, _MOST_BYTES, len(content)))
    except LexkitError as error:
        raise ColumnError(f"not a package of Anki: {error.what}", path=path, expected=error.expected) from error
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError) as error:
        raise ColumnError(f"not a package of Anki: {error}", path=path) from error
    except RuntimeError as error:  # encrypted, or a version of zip that Python cannot read
        raise ColumnError(f"cannot read this package: {error}", path=path) from error
    if content is None:
        raise ColumnError("not a package of Anki", path=path, expected=f"a file {_COLLECTIONS[-1]} in it")
    if len(content) > _MOST_BYTES:
        raise ColumnError("the collection is too large", path=path, expected=f"at most {_MOST_BYTES:,} bytes")
    return content
