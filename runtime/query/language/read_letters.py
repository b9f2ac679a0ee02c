"""Reader of letters and classes of letters in a query.

A letter is any spelling that the alphabet reads, the longest that fits; the alphabet decides about case. A bracket
is

* one letter, if its content is one spelling: ``[CH]`` is the tile CH of the Spanish alphabet, as in every other
  text, and ``[HC]`` means H or C;
* otherwise a class of letters, read the same way: ``[ACH]`` is A or CH, ``[A[C]H]`` is A, C or H; ``A-F`` is a
  range in the alphabet's order, and ``^`` directly behind the opening bracket takes all other letters.

Everything else raises QuerySyntaxError, with the place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from lexkit.base.errors import AlphabetError, QuerySyntaxError
from lexkit.base.time_limits import in_force, look
from lexkit.formats.bounded_input import to_nfc
from lexkit.formats.folding import suggest_folding

from .grammar import demand_short

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet


class TileText:
    """Text and the place reached in it. ``at`` counts code points of the text in NFC."""

    def __init__(self, text: str, alphabet: Alphabet) -> None:
        demand_short(text, "the text")
        self.text = text if text.isascii() else alphabet.fold_case(to_nfc(text, QuerySyntaxError))
        self.alphabet = alphabet
        self.at = 0
        self._spellings = alphabet.spellings
        self._multiple = alphabet.multiple

    def fail(self, what: str, expected: str, at: int | None = None, remedy: str | None = None) -> NoReturn:
        """Raise QuerySyntaxError for the place reached, or for ``at``."""
        place = self.at if at is None else at
        remedy = remedy or suggest_folding(self.text[place : place + 1], self.alphabet)
        found = repr(self.text[place]) if place < len(self.text) else "the end"
        raise QuerySyntaxError(what, text=self.text, at=place, expected=expected, found=found, remedy=remedy)

    @property
    def next(self) -> str:
        """Next code point, empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, text: str) -> bool:
        """Read ``text`` if it comes next, and return whether it did."""
        if in_force:
            look()  # here and in letter(): every reader of a long text calls one of them
        there = self.text.startswith(text, self.at)
        self.at += len(text) if there else 0
        return there

    def letter(self) -> int | None:
        """Read the next tile, or return None if there is none."""
        if in_force:
            look()
        if self._multiple is not None:
            pattern, numbers = self._multiple
            found = pattern.match(self.text, self.at)
            if found is not None:
                self.at = found.end()
                return numbers[found[0]]
        number = self._spellings.get(self.text[self.at : self.at + 1])
        if number is not None:
            self.at += 1
        return number

    def letter_or_fail(self, what: str, expected: str = "") -> int:
        """Read the next tile. Raises QuerySyntaxError if there is none."""
        number = self.letter()
        if number is None:
            self.fail(what, expected or f"a letter of the {self.alphabet.name} alphabet")
        return number

    def letters(self) -> int:
        """Read the next letter or bracket, as a mask."""
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
            first = self.letter_or_fail("a bracket may only contain letters", "a letter or ]")
            if not self.take("-"):
                mask |= 1 << first
                continue
            last = self.letter_or_fail("the range lacks its last letter", "a letter behind the -")
            if last < first:
                self.fail("the range is backwards", "the letter that comes first in the alphabet on the left", start)
            mask |= (2 << last) - (1 << first)
        if mask == 0:
            self.fail("the bracket is empty", "letters between [ and ]", opening)
        return self.alphabet.mask & ~mask if others else mask


def letters_of(text: str, alphabet: Alphabet) -> bytes:
    """Return the tiles of a value of at least one letter. Raises QuerySyntaxError, with the place, otherwise."""
    try:
        tiles = alphabet.encode(text)
    except AlphabetError as error:
        raise QuerySyntaxError.of(error, text) from error
    if not tiles:
        raise QuerySyntaxError("the letters are missing", text=text, expected="at least one letter", found="none")
    return tiles
