"""How numbers of letters, points and the like are written: ``7``, ``5-8``, ``8-``, ``-4``, ``>5``, ``>=5``, ``<5``.

The one place that reads them. They are whole and never negative, so ``-4`` is "up to 4"; what stands in columns has a
sign and a fraction, and its own reader in :mod:`.column_conditions`.
"""

from __future__ import annotations

import re
from math import inf
from typing import Final

from ....errors import QuerySyntaxError

__all__ = ["MAX_DIGITS", "RANGE", "parse_range"]

#: Most digits of a number: every whole number of so many fits 64 bits.
MAX_DIGITS: Final = 18
#: What a range looks like, for help and errors.
RANGE: Final = "N, N-M, N-, -N, >N, >=N, <N or <=N"

_NUMBER: Final = re.compile(r"[0-9]+", re.ASCII)
_COMPARISON: Final = re.compile(r">=|<=|>|<|=")


def parse_range(text: str) -> tuple[float, float]:
    """(low, high), both included: the numbers that are meant, ints, but ``inf`` where there is no upper limit.

    ``<0`` is (0, -1): nothing is in it. QuerySyntaxError says where the text cannot be read, or that its limits are
    the wrong way round.
    """
    comparison = _COMPARISON.match(text)
    if comparison:
        number, at = _number(text, comparison.end())
        _end(text, at)
        return {
            ">": (number + 1, inf),
            ">=": (number, inf),
            "<": (0, number - 1),
            "<=": (0, number),
            "=": (number, number),
        }[comparison[0]]
    low, high, at = 0, inf, 0
    if not text.startswith("-"):
        low, at = _number(text, 0)
        high = low
    if text.startswith("-", at):
        at += 1
        high = inf
        # A dash alone has no limit on either side, and means nothing.
        if at < len(text) or at == 1:
            high, at = _number(text, at)
    _end(text, at)
    if low > high:
        raise QuerySyntaxError("no number is in this range", text=text, expected="the smaller number first", found=text)
    return low, high


def _number(text: str, at: int) -> tuple[int, int]:
    """The number that begins here, and where it ends."""
    found = _NUMBER.match(text, at)
    if found is None:
        raise _unreadable(text, at)
    if len(found[0]) > MAX_DIGITS:
        raise _unreadable(text, at, f"at most {MAX_DIGITS} digits")
    return int(found[0]), found.end()


def _end(text: str, at: int) -> None:
    if at < len(text):
        raise _unreadable(text, at)


def _unreadable(text: str, at: int, expected: str = RANGE) -> QuerySyntaxError:
    found = repr(text[at : at + 20]) if at < len(text) else "the end"
    return QuerySyntaxError("no number or range of numbers", text=text, at=at, expected=expected, found=found)
