"""Positions given at the shell: a text, a file, standard input.

A file or stream has either CGP texts, one on each line, or one drawn board. The first line that is not blank
decides: CGP has a ``/`` between rows, a drawing has none. Blank lines are skipped. Lines of CGP are read lazily, so
that a program may write a line and read its answer.

Guaranteed: memory is bounded for any input; an error names the file and the line.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from lexkit.base.errors import PositionError, StorageError, show_value, storage_errors
from lexkit.base.time_limits import look
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.bounded_input import MAX_STREAM, Meter

from ..board import Board
from ..layout import Layout
from .notation import MAX_TEXT

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import LexiconLike

#: Maximum length of a line of CGP and of a drawing, in bytes, more than the readers accept.
MAX_BYTES: Final = 4 * MAX_TEXT
STANDARD_INPUT: Final = "standard input"
#: Operations of CGP that may name the alphabet or lexicon, with their operands.
_SAID: Final = re.compile(r"[\s;]-?(ld|lex)\s+([^;]*)")
_EXPECTED: Final = "CGP, a line a position, or a drawn board"
#: Beginnings of files that users name by mistake.
_OTHERS: Final = (
    ((b"<",), "markup, such as a picture in SVG", ""),
    ((b"{", b"["), "JSON", ""),
    (
        (b">", b"#character-encoding", b"#player", b"#title", b"#description", b"#lexicon"),
        "a game in GCG",
        "lexq gcg show FILE --turn N --json has its CGP",
    ),
)

#: Function that opens the lexicon for a text with these operations of CGP, or returns None.
Opening = Callable[[dict[str, str]], "LexiconLike | None"]


class Reading(NamedTuple):
    """Settings for reading positions: the user's choices, which override the positions."""

    lexicon: Opening = lambda opcodes: None
    alphabet: Alphabet | None = None
    layout: Layout | str | None = None


class NumberedBoard(NamedTuple):
    """A board, and the number of its line, or None.

    Only a line of CGP from a file or stream has a number.
    """

    number: int | None
    board: Board


def read_positions(source: str, how: Reading | None = None) -> Iterator[NumberedBoard]:
    """Yield the positions of a text, a file or standard input.

    ``source``: a CGP text, the name of a file, or ``-``. Raises PositionError for a malformed position,
    StorageError if the file cannot be read.
    """
    how = how or Reading()
    if source == "-":
        if sys.stdin is None:
            raise StorageError("standard input is closed")
        yield from _read_stream(sys.stdin.buffer, STANDARD_INPUT, how)
    elif _is_file(source):
        with _open(source) as stream:
            yield from _read_stream(stream, source, how)
    else:
        yield NumberedBoard(None, _of_cgp(source, how))


def _of_cgp(text: str, how: Reading) -> Board:
    """Return the board of a CGP text."""
    said = {code: name.strip() for code, name in _SAID.findall(text[:MAX_TEXT])}
    return Board.from_cgp(text, alphabet=how.alphabet, layout=how.layout, lexicon=how.lexicon(said))


def _is_file(source: str) -> bool:
    """Return whether a text names a file. A name that exists is a file; any other text must look like CGP."""
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
    raise PositionError("neither a position nor a file", expected="a CGP text, a file, or -", found=show_value(source))


def _open(path: str) -> BinaryIO:
    if os.path.isdir(path):
        raise StorageError("cannot read: a folder", errno=errno.EISDIR, path=path)
    with storage_errors("cannot read", path):
        return open(path, "rb")


def _read_stream(stream: BinaryIO, name: str, how: Reading) -> Iterator[NumberedBoard]:
    empty = True
    meter = Meter(name, "the file of positions", PositionError, MAX_STREAM)
    with storage_errors("cannot read", name):
        for number, line in enumerate(iter(lambda: stream.readline(MAX_BYTES), b""), 1):
            if number == 1:
                line = line.removeprefix(codecs.BOM_UTF8)
            blank = not line.strip()
            meter.count(len(line), number, blank)
            if blank:
                look()
                continue
            if empty:
                _require_position(line, name)
            if empty and b"/" not in line:
                rest = stream.read(MAX_BYTES)
                with _naming(name):
                    drawing = _decode(line + rest)
                    board = Board.from_text(drawing, alphabet=how.alphabet, layout=how.layout, lexicon=how.lexicon({}))
                yield NumberedBoard(None, board)
                return
            empty = False
            with _naming(name, f"line {number}"):
                board = _of_cgp(_decode(line), how)
            yield NumberedBoard(number, board)
    if empty:
        raise PositionError("not a position: it is empty", path=name, expected=_EXPECTED)


def _require_position(line: bytes, name: str) -> None:
    """Raise PositionError for a file that begins like one of another format."""
    for starts, found, remedy in _OTHERS:
        if line.lstrip().startswith(starts):
            raise PositionError("not a position", path=name, expected=_EXPECTED, found=found, remedy=remedy or None)


def _decode(content: bytes) -> str:
    if len(content) >= MAX_BYTES:
        raise PositionError("not a position", expected=f"fewer than {MAX_BYTES} bytes", found="more")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PositionError("not UTF-8", found=f"byte 0x{content[error.start]:02x}") from None


@contextmanager
def _naming(name: str, line: str = "") -> Iterator[None]:
    """Add the file, and the line, to errors about a position."""
    try:
        yield
    except PositionError as error:
        error.path, error.place = name, ", ".join(filter(None, (line, error.place))) or None
        raise
