"""Ranges of whole numbers: ``7``, ``5-8``, ``8-``, ``-4``, ``>5``, ``>=5``, ``<5``.

Numbers of letters, points and the like are never negative, so ``-4`` is "up to 4". Numbers of columns have a sign and a
fraction, and their own reader in :mod:`..conditions.columns`.
"""

from __future__ import annotations

import re
from math import inf
from typing import Final

from ....errors import QuerySyntaxError

__all__ = ["MAX_DIGITS", "RANGE", "parse_range"]

#: Most digits of a number: all such numbers fit 64 bits.
MAX_DIGITS: Final = 18
#: The ways to write a range, for help and errors.
RANGE: Final = "N, N-M, N-, -N, >N, >=N, <N or <=N"

_NUMBER: Final = re.compile(r"[0-9]+", re.ASCII)
_COMPARISON: Final = re.compile(r">=|<=|>|<|=")


def parse_range(text: str) -> tuple[float, float]:
    """(low, high): the first and the last number of a range.

    Both are ints; ``high`` is ``inf`` if there is no upper limit. ``<0`` is (0, -1), an empty range. Raises
    QuerySyntaxError, with the place, for malformed text, and for limits in the wrong order.
    """
    comparison = _COMPARISON.match(text)
    if comparison:
        number, at = _read_number(text, comparison.end())
        _require_end(text, at)
        return {
            ">": (number + 1, inf),
            ">=": (number, inf),
            "<": (0, number - 1),
            "<=": (0, number),
            "=": (number, number),
        }[comparison[0]]
    low, high, at = 0, inf, 0
    if not text.startswith("-"):
        low, at = _read_number(text, 0)
        high = low
    if text.startswith("-", at):
        at += 1
        high = inf
        # A dash alone has no limits, and is an error.
        if at < len(text) or at == 1:
            high, at = _read_number(text, at)
    _require_end(text, at)
    if low > high:
        raise QuerySyntaxError("no number is in this range", text=text, expected="the smaller number first", found=text)
    return low, high


def _read_number(text: str, at: int) -> tuple[int, int]:
    """(number, end): the number that begins here, and where it ends."""
    found = _NUMBER.match(text, at)
    if found is None:
        raise _unreadable(text, at)
    if len(found[0]) > MAX_DIGITS:
        raise _unreadable(text, at, f"at most {MAX_DIGITS} digits")
    return int(found[0]), found.end()


def _require_end(text: str, at: int) -> None:
    if at < len(text):
        raise _unreadable(text, at)


def _unreadable(text: str, at: int, expected: str = RANGE) -> QuerySyntaxError:
    found = repr(text[at : at + 20]) if at < len(text) else "the end"
    return QuerySyntaxError("no number or range of numbers", text=text, at=at, expected=expected, found=found)
