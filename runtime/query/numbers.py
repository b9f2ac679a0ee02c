"""How numbers are written in conditions: ``7``, ``5-8``, ``8-``, ``-4``, ``>5``, ``>=5``, ``<5``, ``<=5``, ``=5``.

The one place that reads them, for lengths and points as for columns. Where numbers can be negative or have a fraction
they may also stand on both sides of two dots, ``-2..0.5``, because ``-4`` means "up to 4" everywhere.
"""

from __future__ import annotations

import re
from math import inf, nextafter
from typing import Final

from ...errors import QuerySyntaxError

__all__ = ["MAX_DIGITS", "RANGE", "parse_range"]

#: Most digits of a number: every whole number of so many fits 64 bits.
MAX_DIGITS: Final = 18
#: What a range looks like, for help and errors.
RANGE: Final = "N, N-M, N-, -N, >N, >=N, <N or <=N"

_NUMBER: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+", re.ASCII)
_COMPARISON: Final = re.compile(r">=|<=|>|<|=")


def parse_range(text: str, *, whole: bool = True) -> tuple[float, float]:
    """(low, high), both included: the numbers that are meant; ``inf`` and ``-inf`` where there is no limit.

    ``whole``: whether only whole numbers from 0 are asked about; limits are then ints. QuerySyntaxError says where
    the text cannot be read, or that it means no number at all.
    """
    reader = _Reader(text, whole)
    comparison = _COMPARISON.match(text)
    if comparison:
        reader.at = comparison.end()
        number = reader.number()
        reader.end()
        return _compared(comparison[0], number, whole)
    least: float = 0 if whole else -inf
    low, high = least, inf
    # A sign is a sign only in front of two dots: "-4" is "up to 4".
    dots = text.find("..")
    if dots >= 0 and not whole:
        if dots > 0:
            low = reader.number(dots)
        reader.at = dots + 2
        if reader.at < len(text):
            high = reader.number()
        elif dots == 0:
            reader.fail()
    else:
        if not text.startswith("-"):
            low = high = reader.number(signed=False)
        if text.startswith("-", reader.at):
            reader.at += 1
            if reader.at < len(text):
                high = reader.number(signed=False)
            elif len(text) > 1:
                high = inf
            else:
                reader.fail()
    reader.end()
    if low > high:
        raise QuerySyntaxError("no number is in this range", text=text, expected="the smaller number first", found=text)
    return low, high


def _compared(sign: str, number: float, whole: bool) -> tuple[float, float]:
    least: float = 0 if whole else -inf
    if sign == ">=":
        return number, inf
    if sign == "<=":
        return least, number
    if sign == ">":
        return (number + 1 if whole else nextafter(number, inf)), inf
    if sign == "<":
        # With whole numbers, "<0" is (0, -1): nothing is in it, and that is the answer.
        return least, (number - 1 if whole else nextafter(number, -inf))
    return number, number


class _Reader:
    """A place in a text that should be numbers."""

    def __init__(self, text: str, whole: bool) -> None:
        self.text = text
        self.whole = whole
        self.at = 0

    def number(self, end: int | None = None, *, signed: bool = True) -> float:
        """The number that begins here, and ends at ``end`` if that is told."""
        start = self.at
        if signed and not self.whole and self.text[start : start + 1] in ("+", "-"):
            start += 1
        found = _NUMBER.match(self.text, start)
        if found is None or (end is not None and found.end() != end):
            self.at = start if found is None else min(found.end(), len(self.text))
            self.fail()
        assert found is not None
        digits = found[0]
        if "." in digits and self.whole:
            self.at = start + digits.index(".")
            self.fail("whole numbers")
        if len(digits) > MAX_DIGITS:
            self.at = start
            self.fail(f"at most {MAX_DIGITS} digits")
        negative = self.text[self.at : start] == "-"
        self.at = found.end()
        value = float(digits) if "." in digits else int(digits)
        return -value if negative else value

    def end(self) -> None:
        if self.at < len(self.text):
            self.fail()

    def fail(self, expected: str = RANGE) -> None:
        found = self.text[self.at : self.at + 20]
        raise QuerySyntaxError(
            "no number or range of numbers",
            text=self.text,
            at=self.at,
            expected=expected,
            found=repr(found) if found else "the end",
        )
