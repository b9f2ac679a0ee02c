"""Kernel: read letters, patterns and regular expressions over tiles, and make the trees that they mean.

:mod:`..patterns_and_regex` has the syntax, and :mod:`..read_letters` that of letters and brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE

    from .expression import Choice, Echo, Expression, Group, Letters, Repeat, Sequence

    #: Sign behind the last one: equal to no other.
    END = "the end"
    #: Maximum nesting of groups.
    MAX_NESTING = 50
    #: Maximum number in a repetition, more than any word has letters.
    MAX_TIMES = 999
    #: Number of signs that are read between two checks of the deadline.
    READ = 64

_PART = "a letter, ., [LETTERS] or ("


class TileReader:
    """Text and the place reached in it. ``at`` counts code points."""

    def __init__(self, text: str, alphabet: Any, error: Callable[..., Exception], look: Callable[[], None]) -> None:
        """Begin to read a text in the letters of an Alphabet.

        ``error``: makes an error of this reader, a place, and three texts: what is wrong, what is expected, the
        remedy or None; ``look``: checks the deadline.
        """
        if not isinstance(text, str):
            raise TypeError("a text is a str")
        self.text = text
        self.alphabet = alphabet
        self.mask = alphabet.mask
        self.at = 0
        self.size = len(text)
        self.count = 0
        self._error = error
        self._look = look
        self._spellings = alphabet.spellings
        #: Of spellings of several code points: a pattern, their tiles, and the first code point of each.
        self._longer: Any = alphabet.multiple
        self._starts = "" if alphabet.multiple is None else alphabet.multiple[2]

    def fail(self, what: str, expected: str, at: int | None = None, remedy: str | None = None) -> NoReturn:
        """Raise the error for the place reached, or for ``at``."""
        raise self._error(self, self.at if at is None else at, what, expected, remedy)

    @property
    def next(self) -> str:
        """Next code point, empty at the end."""
        return self.text[self.at : self.at + 1]

    def _sign(self) -> str:
        """Return the next code point, or END."""
        if 0 <= self.at < self.size:
            return self.text[self.at]
        return END

    def take(self, sign: str) -> bool:
        """Read a code point if it comes next, and return whether it did."""
        if self._sign() != sign:
            return False
        self.at += 1
        return True

    def letter(self) -> int:
        """Read the next tile. Returns 0 if there is none."""
        self.count += 1
        if self.count % READ == 0:
            self._look()
        sign = self._sign()
        if sign == END:
            return 0
        if sign in self._starts:
            found = self._longer[0].match(self.text, self.at)
            if found is not None:
                self.at = found.end()
                number: int = self._longer[1][found[0]]
                return number
        tile: int | None = self._spellings.get(sign)
        if tile is None:
            return 0
        self.at += 1
        return tile

    def fail_letter(self, expected: str) -> NoReturn:
        """Raise the error for a place where no tile can be read."""
        self.fail(f"not a letter of the {self.alphabet.name} alphabet", expected)

    def letters(self) -> int:
        """Read the next letter or bracket, as a mask."""
        opening = self.at
        number = self.letter()
        if number:
            return ONE << number
        if not self.take("["):
            self.fail_letter("a letter or [LETTERS]")
        others = self.take("^")
        mask = 0
        while not self.take("]"):
            if self._sign() == END:
                self.fail("a bracket is not closed", "]", opening)
            start = self.at
            first = self.letter()
            if first == 0:
                self.fail("a bracket may only contain letters", "a letter or ]")
            last = first
            if self.take("-"):
                last = self.letter()
                if last == 0:
                    self.fail("the range lacks its last letter", "a letter behind the -")
                if last < first:
                    self.fail(
                        "the range is backwards", "the letter that comes first in the alphabet on the left", start
                    )
            for number in range(first, last + 1):
                mask |= ONE << number
        if mask == 0:
            self.fail("the bracket is empty", "letters between [ and ]", opening)
        return self.mask & ~mask if others else mask


def read_pattern(source: TileReader) -> Expression:
    """Return the expression of a pattern without variables."""
    letter = Letters(source.mask)
    anything = Repeat(letter, 0, None)
    parts: list[Expression] = []
    while source._sign() != END:
        if source.take("?") or source.take("."):
            parts.append(letter)
        elif source.take("*"):
            parts.append(anything)
        elif source.take("^"):
            parts.append(Letters(source.mask & ~source.letters()))
        else:
            parts.append(Letters(source.letters()))
    return Sequence(tuple(parts))


def read_subsequence(source: TileReader) -> Expression:
    """Return the expression of these letters in order, with any letters between them."""
    anything = Repeat(Letters(source.mask), 0, None)
    parts: list[Expression] = [anything]
    while source._sign() != END:
        parts.append(Letters(source.letters()))
        parts.append(anything)
    return Sequence(tuple(parts))


class RegexReader:
    """Parser of a regular expression, with a method for each level of the grammar."""

    def __init__(self, source: TileReader) -> None:
        if not isinstance(source, TileReader):
            raise TypeError("a parser needs a reader")
        self.source = source
        self.any = Letters(source.mask)
        self.groups = 0
        #: Mask of the numbers of groups that are closed.
        self.closed = 0
        #: Number of groups that are open.
        self.nesting = 0

    def read(self) -> Expression:
        source = self.source
        source.take("^")
        expression = self._choice()
        if self._at_end():
            source.at += 1
        if source._sign() == ")":
            source.fail("a closing parenthesis without an opening one", f"{_PART} or the end")
        if source._sign() != END:
            self._misplaced()
        return expression

    def _choice(self) -> Expression:
        first = self._sequence()
        if self.source._sign() != "|":
            return first
        options = [first]
        while self.source.take("|"):
            options.append(self._sequence())
        return Choice(tuple(options))

    def _sequence(self) -> Expression:
        source = self.source
        parts: list[Expression] = []
        while source._sign() != END and source._sign() not in "|)" and not self._at_end():
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _at_end(self) -> bool:
        """Return whether only a final $ is left."""
        return self.source._sign() == "$" and self.source.at == self.source.size - 1

    def _repeated(self) -> Expression:
        source = self.source
        part = self._part()
        sign = source._sign()
        if sign == "*":
            least, most = 0, -1
        elif sign == "+":
            least, most = 1, -1
        elif sign == "?":
            least, most = 0, 1
        elif sign == "{":
            return self._end_repetition(self._braces(part))
        else:
            return part
        source.at += 1
        return self._end_repetition(Repeat(part, least, None if most < 0 else most))

    def _end_repetition(self, repetition: Expression) -> Expression:
        self.source.take("?")
        if self.source._sign() in "*+?{":
            self.source.fail("a repetition cannot be repeated", _PART, remedy="put the repeated part into (?: )")
        return repetition

    def _braces(self, part: Expression) -> Expression:
        source = self.source
        opening = source.at
        source.take("{")
        least = self._number()
        most = least
        if source.take(","):
            most = self._number()
        elif least is None:
            source.fail("a repetition needs one or two numbers", "{2}, {2,}, {,3} or {2,3}")
        if not source.take("}"):
            source.fail("a repetition is not closed", "a digit, a comma or }")
        if most is not None and most < (least or 0):
            source.fail("the repetition is backwards", "the smaller number on the left", opening)
        return Repeat(part, least or 0, most)

    def _number(self) -> int | None:
        source = self.source
        start = source.at
        while source._sign() in "0123456789":
            source.at += 1
            if source.at - start > 3:
                source.fail("a repetition is too long", f"at most {MAX_TIMES}", start)
        return int(source.text[start : source.at]) if source.at > start else None

    def _part(self) -> Expression:
        source = self.source
        sign = source._sign()
        if sign == ".":
            source.at += 1
            return self.any
        if sign == "[":
            return Letters(source.letters())
        if sign == "(":
            return self._group()
        if sign == "\\":
            return self._echo()
        if sign in ".()|*+?{}\\^$]":
            self._misplaced()
        number = source.letter()
        if number == 0:
            source.fail_letter(_PART)
        return Letters(ONE << number)

    def _group(self) -> Expression:
        source = self.source
        opening = source.at
        source.take("(")
        number = 0
        if source.take("?"):
            if not source.take(":"):
                source.fail("no such group", "(?: or (")
        else:
            self.groups += 1
            number = self.groups
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            source.fail("too many nested groups", f"at most {MAX_NESTING} of them", opening)
        inner = self._choice()
        self.nesting -= 1
        if not source.take(")"):
            if source._sign() != END:
                self._misplaced()
            source.fail("a parenthesis is not closed", ")", opening)
        if number == 0:
            return inner
        if number <= 9:
            self.closed |= 1 << number
        return Group(number, inner)

    def _echo(self) -> Expression:
        source = self.source
        start = source.at
        source.take("\\")
        if source._sign() not in "123456789":
            source.fail("only a digit may follow \\", "1 to 9, the number of a group")
        number = int(source.next)
        if not self.closed >> number & 1:
            what = f"group {number} is not closed yet" if number <= self.groups else f"there is no group {number} yet"
            source.fail(what, "the number of a group that ends before", start + 1)
        source.at += 1
        if source._sign() in "0123456789":
            source.fail("a backreference has one digit", f"{_PART} or a repetition")
        return Echo(number)

    def _misplaced(self) -> NoReturn:
        """Raise the error for a sign that is out of place."""
        source = self.source
        sign = source.next
        if sign in ("*", "+", "?", "{"):
            source.fail("nothing to repeat", _PART)
        if sign in ("^", "$"):
            where = "start" if sign == "^" else "end"
            source.fail(
                f"{sign} is allowed at the {where} only",
                _PART,
                remedy="an expression matches whole words: leave it out",
            )
        source.fail(f"{sign} closes nothing", _PART)
