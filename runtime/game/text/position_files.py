"""Where positions come from at the shell: a CGP text, a file, or standard input.

A file or a stream holds either CGP texts, one a line, or one drawn board; the first line that is not blank tells:
CGP has a ``/`` between rows, drawings have none. Blank lines are passed over. Lines of CGP are read as they are
asked for, so that a program may write a line and read its answer.

Guaranteed: bounded memory, whatever is read; an error names the file and the line.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final, NamedTuple

from ....errors import PositionError, StorageError
from ....formats.alphabet import Alphabet
from ..board import Board
from ..layout import Layout

__all__ = ["Position", "read_positions"]

#: Longest line of CGP, and longest drawing, in bytes: more than any reader of either takes.
MAX_BYTES: Final = 1 << 18
STANDARD_INPUT: Final = "standard input"

Given = Callable[[], Alphabet | None]


def _none() -> None:
    return None


class Position(NamedTuple):
    """A board, and the number of its line where it is one of a file's or a stream's lines of CGP."""

    number: int | None
    board: Board


def read_positions(source: str, *, alphabet: Given = _none, layout: Layout | str | None = None) -> Iterator[Position]:
    """The positions of a CGP text, of the file of that name, or of standard input (``-``).

    A drawing says nothing of its alphabet: it has the one that ``alphabet()`` gives, which is asked only then.
    PositionError for what is no position, StorageError for what cannot be read.
    """
    if source == "-":
        if sys.stdin is None:
            raise StorageError("standard input is closed")
        yield from _read(sys.stdin.buffer, STANDARD_INPUT, alphabet, layout)
    elif _is_file(source):
        with _opened(source) as stream:
            yield from _read(stream, source, alphabet, layout)
    else:
        yield Position(None, Board.from_cgp(source, layout=layout))


def _is_file(source: str) -> bool:
    """Whether a text names a file, not a position. What is there is a file; what is not must look like CGP."""
    try:
        os.stat(source)
        return True
    except (OSError, ValueError) as error:
        fields = source.split()
        looks_like_path = "." in source or source.startswith(("/", "~"))
        if not fields or ("/" in fields[0] and (len(fields) > 1 or not looks_like_path)):
            return False
        if looks_like_path and isinstance(error, OSError):
            raise StorageError.of(error, "cannot read", source) from error
    raise PositionError("neither a position nor a file", expected="a CGP text, a file, or -", found=_shown(source))


def _opened(path: str) -> BinaryIO:
    try:
        if os.path.isdir(path):
            raise StorageError("cannot read: a folder", errno=errno.EISDIR, path=path)
        return open(path, "rb")
    except OSError as error:
        if isinstance(error, StorageError):
            raise
        raise StorageError.of(error, "cannot read", path) from error


def _read(stream: BinaryIO, name: str, alphabet: Given, layout: Layout | str | None) -> Iterator[Position]:
    number = 0
    empty = True
    try:
        for number, line in enumerate(iter(lambda: stream.readline(MAX_BYTES), b""), 1):
            if number == 1:
                line = line.removeprefix(codecs.BOM_UTF8)
            if not line.strip():
                continue
            if empty and b"/" not in line:
                rest = stream.read(MAX_BYTES)
                yield Position(None, _drawn(line + rest, name, alphabet, layout))
                return
            empty = False
            yield Position(number, _line(line, number, name, layout))
    except OSError as error:
        if isinstance(error, StorageError):
            raise
        raise StorageError.of(error, "cannot read", name) from error
    if empty:
        raise PositionError("no position: it is empty", path=name, expected="CGP, a line a position, or a drawn board")


def _line(line: bytes, number: int, name: str, layout: Layout | str | None) -> Board:
    try:
        return Board.from_cgp(_text(line), layout=layout)
    except PositionError as error:
        raise _at(error, name, f"line {number}") from None


def _drawn(drawing: bytes, name: str, alphabet: Given, layout: Layout | str | None) -> Board:
    try:
        return Board.from_text(_text(drawing), alphabet=alphabet(), layout=layout)
    except PositionError as error:
        raise _at(error, name, None) from None


def _text(content: bytes) -> str:
    if len(content) >= MAX_BYTES:
        raise PositionError("no position", expected=f"fewer than {MAX_BYTES} bytes", found="more")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PositionError("not UTF-8", found=f"byte 0x{content[error.start]:02x}") from None


def _at(error: PositionError, name: str, line: str | None) -> PositionError:
    """The error, with where it was read put before its own place."""
    details: dict[str, Any] = {"expected": error.expected, "found": error.found, "remedy": error.remedy}
    place = ", ".join(part for part in (line, error.place) if part) or None
    return PositionError(error.what, path=name, place=place, **details)


def _shown(text: str) -> str:
    shown = repr(text)
    return shown if len(shown) <= 60 else shown[:60] + "..."
