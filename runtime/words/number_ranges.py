"""Ranges of numbers: ``7``, ``5-8``, ``8-``, ``-4``, ``>5``, ``>=5``, ``<5``.

Numbers of letters, points and the like are whole, so ``>5`` means ``>=6``. Percentages may have a decimal point: a
:class:`Bounds` compares them exactly. No such number is negative, so ``-4`` means "up to 4". Numbers of columns
have a sign; :mod:`..query.conditions.column_values` reads them.
"""

from __future__ import annotations

import operator
import re
from fractions import Fraction
from math import ceil, floor, inf
from typing import Final, NamedTuple

from lexkit.base.errors import QuerySyntaxError, show_value

#: Maximum number of digits of a number, so that every number fits 64 bits.
MAX_DIGITS: Final = 18
#: Forms of a range, for help and errors.
RANGE: Final = "N, N-M, N-, -N, >N, >=N, <N or <=N"

_NUMBER: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?", re.ASCII)
_WHOLE: Final = re.compile(r"[0-9]+", re.ASCII)
#: Condition that takes letters, for each condition of a similar name that takes a number.
_OF_LETTERS: Final = {
    "anagrams": "anagram",
    "front-hooks": "front-hook",
    "back-hooks": "back-hook",
    "vowels": "includes",
    "consonants": "includes",
}
_COMPARISON: Final = re.compile(r">=|<=|>|<|=")
_ZERO: Final = Fraction(0)


class Bounds(NamedTuple):
    """Exact range of numbers.

    ``low`` and ``high`` are None if there is no limit. ``above`` and ``below`` exclude the limits themselves.
    """

    low: Fraction | None
    high: Fraction | None
    above: bool = False
    below: bool = False

    def whole(self) -> tuple[float, float]:
        """Return the first and last whole number in the range, both ints, or infinite if there is no limit."""
        return self.times(Fraction(1))

    def times(self, factor: Fraction) -> tuple[float, float]:
        """Return the first and last whole number in the range multiplied by ``factor``, a positive number."""
        first, last = -inf, inf
        if self.low is not None:
            first = floor(self.low * factor) + 1 if self.above else ceil(self.low * factor)
        if self.high is not None:
            last = ceil(self.high * factor) - 1 if self.below else floor(self.high * factor)
        return first, last


def parse_range(text: str, kind: str = "") -> tuple[float, float]:
    """Return the first and last number of a range of whole numbers.

    Both are ints; the last is ``inf`` if there is no upper limit. ``<0`` is (0, -1), an empty range. ``kind``: the
    condition that needs the number, for the remedy if the text is letters. Raises QuerySyntaxError, with the place,
    for malformed text and for limits in the wrong order.
    """
    if kind in _OF_LETTERS and text.isalpha():
        error = _unreadable(text, 0)
        other = _OF_LETTERS[kind]
        error.remedy = f"letters are for {other}:{text[:40]}, in Python {other.replace('-', '_')}({text[:40]!r})"
        raise error
    return _parse(text, whole=True).whole()


def parse_bounds(text: str) -> Bounds:
    """Parse a range whose numbers may have a decimal point. Raises QuerySyntaxError as :func:`parse_range` does."""
    return _parse(text, whole=False)


def number_text(number: object, point: bool = False) -> str:
    """Return an argument that is a number as text of the query language.

    A text is returned unchanged. ``point``: a decimal point is allowed. Raises QuerySyntaxError for anything but a
    number of at least 0 with at most 18 digits: in the query language, ``-4`` would mean "up to 4".
    """
    if isinstance(number, str):
        return number
    if point and isinstance(number, float):
        return show_value(number)
    try:
        whole = None if isinstance(number, bool) else operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        whole = None
    if whole is None:
        wanted = f"{'a number' if point else 'a whole number'}, or a text: {RANGE}"
        raise QuerySyntaxError("not a number or range of numbers", expected=wanted, found=show_value(number))
    if 0 <= whole < 10**MAX_DIGITS:
        return str(whole)
    text = str(whole) if abs(whole) < 10**MAX_DIGITS else f"an int of {whole.bit_length()} bits"
    raise QuerySyntaxError("not a number or range of numbers", expected=f"0 to {10**MAX_DIGITS - 1:,}", found=text)


def _parse(text: str, whole: bool) -> Bounds:
    comparison = _COMPARISON.match(text)
    if comparison:
        number, at = _read_number(text, comparison.end(), whole)
        _require_end(text, at)
        return {
            ">": Bounds(number, None, above=True),
            ">=": Bounds(number, None),
            "<": Bounds(_ZERO, number, below=True),
            "<=": Bounds(_ZERO, number),
            "=": Bounds(number, number),
        }[comparison[0]]
    low, at = _ZERO, 0
    high: Fraction | None = None
    if not text.startswith("-"):
        low, at = _read_number(text, 0, whole)
        high = low
    if text.startswith("-", at):
        at += 1
        high = None
        # A dash alone sets no limits, which is an error.
        if at < len(text) or at == 1:
            high, at = _read_number(text, at, whole)
    _require_end(text, at)
    if high is not None and low > high:
        raise QuerySyntaxError(
            "the range of numbers is empty", text=text, expected="the smaller number first", found=text
        )
    return Bounds(low, high)


def _read_number(text: str, at: int, whole: bool) -> tuple[Fraction, int]:
    """Return the number that begins at ``at``, and the offset of its end."""
    found = (_WHOLE if whole else _NUMBER).match(text, at)
    if found is None:
        raise _unreadable(text, at)
    if sum(map(str.isdigit, found[0])) > MAX_DIGITS:
        raise _unreadable(text, at, f"at most {MAX_DIGITS} digits")
    return Fraction(found[0]), found.end()


def _require_end(text: str, at: int) -> None:
    if at < len(text):
        raise _unreadable(text, at)


def _unreadable(text: str, at: int, expected: str = RANGE) -> QuerySyntaxError:
    found = repr(text[at : at + 20]) if at < len(text) else "the end"
    return QuerySyntaxError("not a number or range of numbers", text=text, at=at, expected=expected, found=found)
