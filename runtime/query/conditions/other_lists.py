"""Conditions on words of another lexicon or a word list.

``in:NAME`` means a lexicon, found by path or name as everywhere. ``in:FILE`` means any other file: a list of words,
the first field of each line, compressed or not. A word that one of the two alphabets cannot spell is not in both
lists; that is not an error.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import LexiconNotFoundError, LexkitError, QuerySyntaxError, WordListError
from lexkit.base.time_limits import look
from lexkit.formats.bounded_input import MAX_LINE, MAX_LIST, Meter, read_blocks, size_before_reading
from lexkit.formats.constants import MAGIC, PACKED_SUFFIX, SUFFIX
from lexkit.runtime.words.memory_limits import require_few
from lexkit.runtime.words.words import Words, all_words

from .condition import Condition, Filter, Search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index

#: Steps of 10 ns to spell a word and look it up in another lexicon.
_STEPS: Final = 15.0


class InLexicon(Filter):
    """Words that another lexicon has too, compared as text."""

    per_word = _STEPS

    def __init__(self, other: Index) -> None:
        self.other = other

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        if words.core.fingerprint == self.other.fingerprint:
            return np.ones(len(words), np.bool_)
        return self.other.contains(words.to_list())

    def plan(self, index: Index) -> str:
        return f"looks up each word found so far in {self.other.path or 'the other index'}"


class InWordFile(Search):
    """Words that a file lists, read when the condition is made."""

    def __init__(self, path: str, index: Index) -> None:
        self.fingerprint = index.fingerprint
        self.path = path
        self.found = _read_words(path, index)

    def words(self, index: Index) -> Words:
        index.require_open()
        if index.fingerprint != self.fingerprint:
            return _read_words(self.path, index)
        return self.found

    def cost(self, index: Index) -> float:
        return 100.0

    def plan(self, index: Index) -> str:
        return f"the words listed in {self.path}"


def _read_words(path: str, index: Index) -> Words:
    """Return the words of the lexicon that a file lists."""
    # Block by block, so that memory is bounded by the lexicon, not by the file.
    require_few(all_words(index))
    present = np.zeros(len(index), np.bool_)
    for texts in _first_fields(path):
        look()
        ranks = index.ranks(texts)
        present[ranks[ranks >= 0]] = True
    return all_words(index).where(present)


def _first_fields(path: str) -> Iterator[list[str]]:
    """Yield the first field of each line, one list for each block."""
    line, rest = 1, b"\xef\xbb\xbf"
    meter = Meter(path, "the list", WordListError, MAX_LIST)
    meter.foresee(size_before_reading(path))
    for block in read_blocks(path):
        meter.count(len(block), line, block.isspace())
        if rest == b"\xef\xbb\xbf":
            rest = b""
            block = block.removeprefix(b"\xef\xbb\xbf")
        lines = (rest + block).split(b"\n")
        rest = lines.pop()
        if len(rest) > MAX_LINE or any(len(text) > MAX_LINE for text in lines):
            raise WordListError(
                "the line is too long for a list of words",
                path=path,
                place=f"line {line} or below",
                expected=f"{MAX_LINE} bytes",
            )
        yield _decode_lines(lines, line, path)
        line += len(lines)
    if rest != b"\xef\xbb\xbf":
        yield _decode_lines([rest], line, path)


def _decode_lines(lines: list[bytes], first: int, path: str) -> list[str]:
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


def in_other_list(value: str, index: Index) -> Condition:
    if not value:
        raise QuerySyntaxError(
            "the other list is missing", text=value, expected="a lexicon's name or path, or a file of words"
        )
    path = os.path.abspath(value) if "\0" not in value else value
    if os.path.isfile(path) and not value.lower().endswith((SUFFIX, PACKED_SUFFIX)) and not _is_lexicon(path):
        return InWordFile(path, index)
    try:
        return InLexicon(index.other(value))
    except LexkitError:
        raise
    except (OSError, ValueError) as error:
        # The system rejects the name: it is too long, or contains a NUL.
        raise LexiconNotFoundError("no lexicon of that name or path", found=repr(value)[:60]) from error


def _is_lexicon(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False  # the code that reads it next reports why
