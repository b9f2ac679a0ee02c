"""Reading letters and classes of letters out of a query, place by place.

A letter is any spelling the alphabet reads, the longest that fits; case is the alphabet's matter. A bracket is

* that one letter, where all of what is in it is one spelling: ``[CH]`` is the tile CH of the Spanish alphabet, as in
  every other text, and ``[HC]`` says H or C;
* else a class, in which letters stand side by side, read the same way: ``[ACH]`` is A or CH, ``[A[C]H]`` is A, C or H;
  ``A-F`` is a range in the alphabet's order, and ``^`` right behind the bracket takes all letters but these.

Everything else is a QuerySyntaxError that names the place.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NoReturn

from ....errors import AlphabetError, QuerySyntaxError
from ...limits import look
from .grammar import demand_short

if TYPE_CHECKING:
    from ....formats.alphabet import Alphabet

__all__ = ["TileText", "letters_of"]


class TileText:
    """A text and how far it has been read; ``at`` counts code points of the text in NFC."""

    def __init__(self, text: str, alphabet: Alphabet) -> None:
        demand_short(text, "the text")
        self.text = text if text.isascii() else unicodedata.normalize("NFC", text)
        self.alphabet = alphabet
        self.at = 0
        self._spellings = alphabet.spellings
        self._longest = max(map(len, self._spellings), default=0)

    def fail(self, what: str, expected: str, at: int | None = None, remedy: str | None = None) -> NoReturn:
        """What is wrong, at the place reached or another."""
        place = self.at if at is None else at
        found = repr(self.text[place]) if place < len(self.text) else "the end"
        raise QuerySyntaxError(what, text=self.text, at=place, expected=expected, found=found, remedy=remedy)

    @property
    def next(self) -> str:
        """The code point that comes next, empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, text: str) -> bool:
        """Whether this comes next; if so, it is read."""
        look()  # here and where a letter is read: every reader of a long text comes by
        there = self.text.startswith(text, self.at)
        self.at += len(text) if there else 0
        return there

    def letter(self) -> int | None:
        """The number of the tile that comes next, which is read; None where there is none."""
        look()
        for size in range(min(self._longest, len(self.text) - self.at), 0, -1):
            number = self._spellings.get(self.text[self.at : self.at + size])
            if number is not None:
                self.at += size
                return number
        return None

    def letter_or_fail(self, what: str, expected: str = "") -> int:
        """The tile that comes next."""
        number = self.letter()
        if number is None:
            self.fail(what, expected or f"a letter of the {self.alphabet.name} alphabet")
        return number

    def letters(self) -> int:
        """The mask of the letter or the bracket that comes next."""
        opening = self.at
        number = self.letter()
        if number is not None:
            return 1 << number
        if not self.take("["):
            self.fail(f"not a letter of the {self.alphabet.name} alphabet", "a letter or [LETTERS]")
        others = self.take("^")
        mask = 0
        while not self.take("]"):
            if not self.next:
                self.fail("a bracket is not closed", "]", opening)
            start = self.at
            first = self.letter_or_fail("only letters stand in a bracket", "a letter or ]")
            if not self.take("-"):
                mask |= 1 << first
                continue
            last = self.letter_or_fail("a range has two ends", "a letter behind the -")
            if last < first:
                self.fail("a range backwards", "the letter that comes first in the alphabet on the left", start)
            mask |= (2 << last) - (1 << first)
        if mask == 0:
            self.fail("an empty bracket", "letters between [ and ]", opening)
        return self.alphabet.mask & ~mask if others else mask


def letters_of(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of a value that is one letter or more; raises QuerySyntaxError, with the place, for anything else."""
    try:
        tiles = alphabet.encode(text)
    except AlphabetError as error:
        raise QuerySyntaxError.of(error, text) from error
    if not tiles:
        raise QuerySyntaxError("no letters", text=text, expected="at least one letter", found="none")
    return tiles
