"""The inputs of ``lexq``: a lexicon, and texts."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from lexkit.base.errors import QueryError
from lexkit.base.time_limits import look
from lexkit.formats.bounded_input import MAX_STREAM, Meter

if TYPE_CHECKING:
    from lexkit.runtime.lexicon.lexicon import Lexicon

#: Longest line of standard input, in bytes: the longest query in any characters.
MAX_LINE: Final = 1 << 18

_chosen: dict[str, str | None] = {"lexicon": None}
#: The lexicon whose letters others are folded to; None without --fold.
_folding: dict[str, Lexicon | None] = {}


def choose_lexicon(name: str | None, fold: bool = False) -> None:
    """Remember the value of -l or of its environment variable, and --fold."""
    _chosen["lexicon"] = name
    _folding.clear()
    if fold:
        _folding["lexicon"] = None


def chosen_lexicon() -> str | None:
    """Return the value of -l or of its environment variable, or None."""
    return _chosen["lexicon"]


def is_folding() -> bool:
    """Whether letters that the alphabet lacks are folded."""
    return "lexicon" in _folding


def fold_letters(text: str) -> str:
    """A word or letters as the lexicon's alphabet reads them, with --fold."""
    if not is_folding():
        return text
    lexicon = _folding["lexicon"] or open_lexicon()
    return lexicon.fold(text)


def open_lexicon() -> Lexicon:
    """Open the lexicon chosen, else the user's default."""
    from lexkit.catalogue import open as open_chosen

    lexicon = open_chosen(_chosen["lexicon"])
    if is_folding():
        _folding["lexicon"] = lexicon
    return lexicon


def all_fields(texts: Iterable[str]) -> Iterator[str]:
    """The arguments, with - replaced by the texts on standard input: every field of every line is one."""
    for text in texts:
        if text == "-":
            for line in _read_lines():
                yield from map(fold_letters, line.split())
        else:
            yield fold_letters(text)


def whole_lines(texts: Iterable[str]) -> Iterator[str]:
    """The arguments, with - replaced by the lines of standard input, stripped."""
    for text in texts:
        if text == "-":
            yield from _read_lines()
        else:
            yield text


def _read_lines() -> Iterator[str]:
    """Yield the lines of standard input, stripped, without empty ones and without a byte order mark."""
    if sys.stdin is None:
        raise QueryError("standard input is closed")
    number = 0
    meter = Meter("standard input", "the input", QueryError, MAX_STREAM)
    while line := sys.stdin.buffer.readline(MAX_LINE):
        if len(line) == MAX_LINE:
            raise QueryError("the line on standard input is too long", expected=f"fewer than {MAX_LINE:,} bytes")
        number += 1
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        meter.count(len(line), number, line.isspace())
        look()
        try:
            text = line.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            raise QueryError("standard input is not UTF-8", found=f"byte 0x{line[error.start]:02x}") from None
        if text:
            yield text
