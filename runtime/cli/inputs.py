"""What the commands of ``lexq`` are asked: which lexicon, and which texts."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from ...errors import QueryError
from ..limits import look

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = ["choose_lexicon", "first_fields", "open_lexicon", "whole_lines"]

#: Longest line of standard input, in bytes: the longest query, whatever it is written with.
MAX_LINE: Final = 1 << 18

_chosen: dict[str, str | None] = {"lexicon": None}


def choose_lexicon(name: str | None) -> None:
    """What -l or its variable says."""
    _chosen["lexicon"] = name


def open_lexicon() -> Lexicon:
    """The lexicon chosen, else the user's default."""
    from ...catalogue import open as open_chosen

    return open_chosen(_chosen["lexicon"])


def first_fields(texts: Iterable[str]) -> Iterator[str]:
    """The arguments, with - replaced by the first fields of standard input's lines: words of a word list."""
    for text in texts:
        if text == "-":
            for line in _standard_input():
                yield line.split()[0]
        else:
            yield text


def whole_lines(texts: Iterable[str]) -> Iterator[str]:
    """The arguments, with - replaced by standard input's lines, as they are but for blanks around them."""
    for text in texts:
        if text == "-":
            yield from _standard_input()
        else:
            yield text


def _standard_input() -> Iterator[str]:
    """Its lines without blanks around them, empty ones left out."""
    if sys.stdin is None:
        raise QueryError("standard input is closed")
    while line := sys.stdin.buffer.readline(MAX_LINE):
        if len(line) == MAX_LINE:
            raise QueryError("too long a line on standard input", expected=f"fewer than {MAX_LINE:,} bytes")
        look()
        try:
            text = line.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            raise QueryError("standard input is not UTF-8", found=f"byte 0x{line[error.start]:02x}") from None
        if text:
            yield text
