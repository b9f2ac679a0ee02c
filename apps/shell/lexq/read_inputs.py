"""Inputs of ``lexq``: the lexicon, arguments and standard input."""

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

#: Maximum length of a line of standard input in bytes; holds the longest query in any characters.
MAX_LINE: Final = 1 << 18

_chosen: dict[str, str | None] = {"lexicon": None}
#: With --fold, "lexicon" maps to the lexicon whose letters texts are folded to, None until it is open; else empty.
_folding: dict[str, Lexicon | None] = {}


def choose_lexicon(name: str | None, fold: bool = False) -> None:
    """Set the lexicon (-l or its environment variable) and --fold for this run."""
    _chosen["lexicon"] = name
    _folding.clear()
    if fold:
        _folding["lexicon"] = None


def chosen_lexicon() -> str | None:
    """Return the value of -l or of its environment variable, or None."""
    return _chosen["lexicon"]


def is_folding() -> bool:
    """Return whether letters that the alphabet lacks are folded (--fold)."""
    return "lexicon" in _folding


def fold_letters(text: str) -> str:
    """Fold a text to the lexicon's alphabet if --fold is set, else return it unchanged."""
    if not is_folding():
        return text
    lexicon = _folding["lexicon"] or open_lexicon()
    return lexicon.fold(text)


def open_lexicon() -> Lexicon:
    """Open the chosen lexicon, else the user's default."""
    from lexkit.catalogue import open as open_chosen

    lexicon = open_chosen(_chosen["lexicon"])
    if is_folding():
        _folding["lexicon"] = lexicon
    return lexicon


def all_fields(texts: Iterable[str]) -> Iterator[str]:
    """Yield the arguments, folded; ``-`` is replaced by the whitespace-separated fields of standard input."""
    for text in texts:
        if text == "-":
            for line in _read_lines():
                yield from map(fold_letters, line.split())
        else:
            yield fold_letters(text)


def whole_lines(texts: Iterable[str]) -> Iterator[str]:
    """Yield the arguments; ``-`` is replaced by the lines of standard input, stripped."""
    for text in texts:
        if text == "-":
            yield from _read_lines()
        else:
            yield text


def _read_lines() -> Iterator[str]:
    """Yield the nonempty lines of standard input, stripped and without a byte order mark."""
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
