"""``lexq anagram LETTERS --words 2-3``: anagrams of several words, written as found.

A set of words is a line, or with --json an object. A million lines need no more memory than one, and the search ends if
the reader closes the pipe.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from ... import console
from ...declared_commands import UsageError
from .answer_options import Shown
from .write_answers import format_pages, write_count

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
        write_count(number, shown)
        return number
    counted = _Counted(iter(found))
    last = None if shown.limit is None else shown.offset + shown.limit
    pages = _pages(islice(counted, shown.offset, last), shown.format == "json")
    console.write(format_pages(["words"], pages, shown))
    # With --limit 0 no set was searched; the exit code must still tell whether there are any.
    return counted.number or sum(1 for _ in islice(found, 1))


class _Counted:
    """Sets of words, counted as they are written or skipped."""

    def __init__(self, sets: Iterator[tuple[str, ...]]) -> None:
        self.sets = sets
        self.number = 0

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        for words in self.sets:
            self.number += 1
            yield words


def _pages(sets: Iterator[tuple[str, ...]], apart: bool) -> Iterator[list[tuple[Any]]]:
    """Rows of one set each, its words ``apart`` or in one text.

    The first row is a page of its own, so that it appears at once.
    """
    page = 1
    while block := list(islice(sets, page)):
        page = _PAGE
        yield [(words if apart else " ".join(words),) for words in block]
