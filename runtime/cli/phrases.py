"""``lexq anagram LETTERS --words 2-3``: anagrams of several words, written as found.

A set of words is a line, or with --json an object. A million lines need no more memory than one, and the search ends if
the reader closes the pipe.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from ... import console
from ...declared_commands import UsageError
from .answer_options import Shown
from .write_answers import format_csv

if TYPE_CHECKING:
    from ..lexicon import Lexicon

#: Sets written at a time.
_PAGE = 1024


def answer_phrases(
    lexicon: Lexicon,
    letters: str,
    words: tuple[int, int] | None,
    shortest: int,
    longest: int | None,
    using: list[str],
    shown: Shown,
) -> int:
    """Write the sets of words that together use exactly these letters.

    Returns how many were found, at least 1 if there are any.
    """
    for name, value in (("sort", shown.sort), ("reverse", shown.reverse), ("columns", shown.columns)):
        if value:
            raise UsageError(f"phrases come in the order in which they are found: --{name} is for single words")
    if shown.group is not None or shown.length is not None or shown.marks:
        raise UsageError("--group, --marks and --length are for single words; phrases have --min and --max")
    found = lexicon.phrases(letters, words, shortest, longest, using)
    if shown.count:
        number = found.count()
        rows: Iterator[tuple[object, ...]] = iter([(number,)])
        console.write(_format(rows, "count", shown))
        return number
    counted = _Counted(iter(found))
    last = None if shown.limit is None else shown.offset + shown.limit
    console.write(_format(islice(counted.rows(), shown.offset, last), "words", shown))
    # With --limit 0 no set was searched; the exit code must still tell whether there are any.
    return counted.number or sum(1 for _ in islice(found, 1))


class _Counted:
    """Sets of words, counted as they are written or skipped."""

    def __init__(self, sets: Iterator[tuple[str, ...]]) -> None:
        self.sets = sets
        self.number = 0

    def rows(self) -> Iterator[tuple[object, ...]]:
        for words in self.sets:
            self.number += 1
            yield (words,)


def _format(rows: Iterator[tuple[object, ...]], name: str, shown: Shown) -> Iterator[str]:
    """Rows of one value as text, a page at a time.

    The first row is a page of its own, so that it appears at once.
    """
    page = 1
    while block := list(islice(rows, page)):
        page = _PAGE
        if shown.format == "json":
            yield "".join([console.json_line({name: value}) for (value,) in block])
            continue
        texts = [(" ".join(value) if isinstance(value, tuple) else str(value),) for (value,) in block]
        if shown.format == "lines":
            yield "".join([f"{text}\n" for (text,) in texts])
            continue
        if not shown.header_written:
            shown.header_written = True
            texts.insert(0, (name,))
        yield format_csv(texts, "," if shown.format == "csv" else "\t")
