"""File of queries, answered as they are read.

Each line is a query. Blank lines and lines that start with ``#`` are skipped. A file that begins with ``<`` is one
query, a search saved by Zyzzyva: see :mod:`.language.zyzzyva`. Nothing is read ahead, so that a program may write a
query, read the answer, and write the next.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from lexkit.base.errors import LexkitError, QueryError, QuerySyntaxError, storage_errors
from lexkit.base.time_limits import look
from lexkit.formats.bounded_input import MAX_STREAM, Meter
from lexkit.formats.foreign.signatures import refuse_no_text

from .language.grammar import MAX_TEXT

#: Maximum length of a line, in bytes. The parser of the language limits it in characters.
_MAX_LINE: Final = 4 * MAX_TEXT + 2
#: Maximum number of bytes that are skipped to find the end of a longer line.
_MAX_SKIPPED: Final = 1 << 26


class Request(NamedTuple):
    """Query of a file."""

    line: int
    text: str
    #: Reason why the line is not a query, or None.
    error: LexkitError | None = None


def requests(path: str) -> Iterator[Request]:
    """Yield the queries of a file, or of standard input for ``-``."""
    if path == "-":
        if sys.stdin is None:
            raise QueryError("standard input is closed")
        yield from _read_lines(sys.stdin.buffer, "standard input")
        return
    with storage_errors("cannot read", path):
        file = open(path, "rb")
    with file:
        yield from _read_lines(file, path)


def _read_lines(file: BinaryIO, path: str) -> Iterator[Request]:
    number = 0
    meter = Meter(path, "the batch", QueryError, MAX_STREAM)
    with storage_errors("cannot read", path):
        while line := file.readline(_MAX_LINE):
            number += 1
            if number == 1:
                refuse_no_text(line, path, QueryError, "queries")
            too_long = len(line) == _MAX_LINE and not line.endswith(b"\n")
            if number == 1 and line.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
                yield _read_saved_search(line, file)
                return
            if too_long:
                _skip_line(file, number, path)
            request = _read_line(number, line, too_long)
            meter.count(len(line), number, request is None)
            if request is None:
                look()
            else:
                yield request


def _skip_line(file: BinaryIO, number: int, path: str) -> None:
    """Skip the rest of a line that is too long. Raises QueryError if it does not end."""
    skipped = 0
    while (rest := file.readline(_MAX_LINE)) and not rest.endswith(b"\n"):
        look()
        skipped += len(rest)
        if skipped > _MAX_SKIPPED:
            expected = f"at most {MAX_TEXT:,} characters"
            raise QueryError("the line does not end", path=path, place=f"line {number}", expected=expected)


def _read_line(number: int, line: bytes, too_long: bool) -> Request | None:
    """Return the request of a line, or None for a blank line or a comment."""
    if too_long:
        error = QuerySyntaxError("the query is too long", expected=f"at most {MAX_TEXT:,} characters")
        return Request(number, "", error)
    try:
        text = line.removeprefix(b"\xef\xbb\xbf" if number == 1 else b"").decode("utf-8").strip()
    except UnicodeDecodeError as error:
        text = line.decode("utf-8", "replace").strip()
        found = f"byte 0x{line[error.start]:02x}"
        at = max(text.find("\N{REPLACEMENT CHARACTER}"), 0)
        return Request(number, text, QuerySyntaxError("the query is not UTF-8", text=text, at=at, found=found))
    return Request(number, text) if text and not text.startswith("#") else None


def _read_saved_search(start: bytes, file: BinaryIO) -> Request:
    """Return the rest of a file as a search that Zyzzyva saved."""
    from .language.zyzzyva import MAX_BYTES, query_text

    content = start + file.read(MAX_BYTES)
    try:
        return Request(1, query_text(content))
    except QueryError as error:
        return Request(1, "", error)
