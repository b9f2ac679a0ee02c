"""Conditions on words that stand elsewhere too: in another lexicon, or in a file of words.

``in:NAME`` is a lexicon, found as everywhere by path or name; ``in:FILE`` any other file is read as a list of words,
the first field of each line, compressed or not. What the alphabet of the lexicon asked cannot spell is none of its
words, and what the other one cannot spell is none of the other's: neither is an error.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ....errors import LexiconNotFoundError, LexkitError, QuerySyntaxError, WordListError
from ....formats.layout import MAGIC, PACKED_SUFFIX, SUFFIX
from ....formats.streams import read_blocks
from ...limits import look
from ...words.words import Words
from .condition import Condition, Filter, Finding
from .kinds import Kind

if TYPE_CHECKING:
    from ...automaton.index import Index

__all__ = ["KINDS", "InLexicon", "InWordFile"]

#: Longest line of a file of words, in bytes.
MAX_LINE: Final = 1 << 16
#: Steps of 10 ns to spell a word and look it up in another lexicon.
_STEPS: Final = 15.0


class InLexicon(Filter):
    """The words that another lexicon has as well, compared as text."""

    def __init__(self, value: str, other: Index) -> None:
        self.text = f"in:{value}"
        self.other = other

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        if words.core.fingerprint == self.other.fingerprint:
            return np.ones(len(words), np.bool_)
        return self.other.contains(words.to_list())

    def cost_among(self, index: Index, number: float) -> float:
        return _STEPS * number

    def plan(self, index: Index) -> str:
        return f"looks up each word found so far in {self.other.path or 'the other index'}"


class InWordFile(Finding):
    """The words that a file lists; it is read once, when the condition is made."""

    def __init__(self, value: str, path: str, index: Index) -> None:
        self.text = f"in:{value}"
        self.fingerprint = index.fingerprint
        self.path = path
        self.found = _listed(path, index)

    def words(self, index: Index) -> Words:
        index.require_open()
        if index.fingerprint != self.fingerprint:
            return _listed(self.path, index)
        return self.found

    def cost(self, index: Index) -> float:
        return 100.0

    def plan(self, index: Index) -> str:
        return f"the words listed in {self.path}"


def _listed(path: str, index: Index) -> Words:
    # Block by block, so that memory is bounded by the lexicon, not by the file.
    present = np.zeros(len(index), np.bool_)
    for texts in _first_fields(path):
        look()
        ranks = index.ranks(texts)
        present[ranks[ranks >= 0]] = True
    return Words.of_ranks(index, np.flatnonzero(present))


def _first_fields(path: str) -> Iterator[list[str]]:
    """The words of the file, a list for each block of it."""
    line, rest = 1, b"\xef\xbb\xbf"
    for block in read_blocks(path):
        if rest == b"\xef\xbb\xbf":
            rest = b""
            block = block.removeprefix(b"\xef\xbb\xbf")
        lines = (rest + block).split(b"\n")
        rest = lines.pop()
        if len(rest) > MAX_LINE or any(len(text) > MAX_LINE for text in lines):
            raise WordListError(
                "a line too long for a list of words",
                path=path,
                place=f"line {line} or below",
                expected=f"{MAX_LINE} bytes",
            )
        yield _decoded(lines, line, path)
        line += len(lines)
    if rest != b"\xef\xbb\xbf":
        yield _decoded([rest], line, path)


def _decoded(lines: list[bytes], first: int, path: str) -> list[str]:
    try:
        return [fields[0].decode() for fields in map(bytes.split, lines) if fields]
    except UnicodeDecodeError:
        pass
    for number, text in enumerate(lines, first):
        for word in text.split()[:1]:
            try:
                word.decode()
            except UnicodeDecodeError as error:
                found = f"byte 0x{word[error.start]:02x}"
                raise WordListError("not UTF-8", path=path, place=f"line {number}", found=found) from None
    return []


def _elsewhere(value: str, index: Index) -> Condition:
    if not value:
        raise QuerySyntaxError("where else?", text=value, expected="a lexicon's name or path, or a file of words")
    path = os.path.abspath(value) if "\0" not in value else value
    if os.path.isfile(path) and not value.endswith((SUFFIX, PACKED_SUFFIX)) and not _is_lexicon(path):
        return InWordFile(value, path, index)
    try:
        return InLexicon(value, index.other(value))
    except LexkitError:
        raise
    except (OSError, ValueError) as error:
        # A name that the system does not even look up: too long, or with a NUL in it.
        raise LexiconNotFoundError("no lexicon of that name or path", found=repr(value)[:60]) from error


def _is_lexicon(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False  # whoever reads it next says why


KINDS: Final = (
    Kind(
        "in",
        "LEXICON or FILE",
        "Words that another lexicon has too, by name or path, or that a file lists, one a line",
        "english",
        _elsewhere,
    ),
)
