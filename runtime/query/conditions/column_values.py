"""Conditions on the values of columns and on editions: ``freq:>1000``, ``definition:bird``, ``edition:nwl23``.

A number is compared by ``>``, ``>=``, ``<``, ``<=`` or ``=``, lies in a range (``5-10``), or equals the one given.
A text contains the one given, ignoring case. Comparing texts with a number is an error, which explains why they are
not numbers. A word without a value matches none of these; ``NAME:*`` finds the words with a value.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError, QuerySyntaxError
from lexkit.formats.columns_section import INTEGER, TEXT
from lexkit.runtime.words.column import column_of, no_definitions, no_editions, no_numbers
from lexkit.runtime.words.number_ranges import Bounds
from lexkit.runtime.words.words import all_words

from .condition import Filter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.words.column import Column
    from lexkit.runtime.words.words import Words

    from .condition import Condition

#: Value of a condition that any value meets.
ANY: Final = "*"
#: Number, as in a file of values.
_NUMBER: Final = r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?"
#: Number with an optional sign of comparison.
_COMPARED: Final = re.compile(rf"(>=|<=|>|<|=)?\s*({_NUMBER})")
#: Range of numbers.
_RANGE: Final = re.compile(rf"({_NUMBER})\s*(?:-|\.\.)\s*({_NUMBER})")
#: Forms of a condition on a number, for errors.
_EXPECTED: Final = "a number, >N, >=N, <N, <=N, or N-M"

#: Steps per text to decompress a block of texts and search it.
_PER_TEXT: Final = 30.0
#: Steps to check a word's number, or its mask of editions.
_PER_NUMBER: Final = 0.2


class Comparison(Filter):
    """Words whose number lies between two bounds, inclusive, which may be infinite."""

    per_word = _PER_NUMBER

    def __init__(self, column: Column, value: str) -> None:
        self.column = column
        bounds = _read_bounds(value)
        self.low, self.high = bounds.whole() if column.kind == INTEGER else _doubles(bounds)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        values: NDArray[Any] = self.column.values
        missing = self.column.absent
        if len(words) < len(self.column):
            ranks = words.to_numpy()
            values = values[ranks]
            missing = None if missing is None else missing[ranks]
        fits = np.ones(len(values), bool) if missing is None else ~missing
        if self.low > -math.inf:
            fits &= values >= self.low
        if self.high < math.inf:
            fits &= values <= self.high
        return fits

    def plan(self, index: Index) -> str:
        return f"compares the numbers of column {self.column.name}"


class TextSearch(Filter):
    """Words whose text contains another."""

    def __init__(self, column: Column, value: str) -> None:
        self.column = column
        self.wanted = value
        if not value:
            raise QuerySyntaxError("nothing to look for", text=value, at=0, expected="a text", found="nothing")
        compared, between = _COMPARED.fullmatch(value.strip()), _RANGE.fullmatch(value.strip())
        # A text may contain 5-10, but a search for a text that contains >5 is unlikely.
        if (compared and compared[1]) or (between and not column.containing(value)):
            words = all_words(column.core)
            raise no_numbers(column, range(len(words)), cast("list[str | None]", column[words]))

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        found = self.column.containing(self.wanted, words).to_numpy()
        return np.isin(words.to_numpy(), found, assume_unique=True)

    def words(self, index: Index) -> Words:
        return self.column.containing(self.wanted)

    def cost_among(self, index: Index, number: float) -> float:
        """Return the estimated steps: each word decompresses a block, up to all blocks."""
        return _PER_TEXT * min(128.0 * number, len(index))

    def plan(self, index: Index) -> str:
        return f"unpacks column {self.column.name} and looks through its texts"


class HasValue(Filter):
    """Words that have a value in a column."""

    def __init__(self, column: Column) -> None:
        self.column = column

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        return ~self.column.is_missing(words)

    def cost_among(self, index: Index, number: float) -> float:
        return _PER_TEXT * min(128.0 * number, len(index)) if self.column.kind == TEXT else _PER_NUMBER * number


def column_condition(index: Index, name: str, value: str) -> Condition:
    """Return the condition ``name:value`` on a column of the lexicon.

    Comparing numbers takes about 1 ns per word. Searching 178,691 definitions takes 0.1 s, or 30 us per word if few
    are left. Raises QueryError for an unknown column, QuerySyntaxError for a malformed value.
    """
    column = column_of(index, name)
    kind = TextSearch if column.kind == TEXT else Comparison
    condition = HasValue(column) if value == ANY else kind(column, value)
    condition.text = f"{name}:{value}"
    return condition


def _read_bounds(value: str) -> Bounds:
    text = value.strip()
    compared = _COMPARED.fullmatch(text)
    if compared:
        sign, number = compared[1], Fraction(compared[2])
        if sign in (">", ">="):
            return Bounds(number, None, above=sign == ">")
        if sign in ("<", "<="):
            return Bounds(None, number, below=sign == "<")
        return Bounds(number, number)
    between = _RANGE.fullmatch(text)
    if between:
        low, high = Fraction(between[1]), Fraction(between[2])
        if low > high:
            at = len(value) - len(value.lstrip()) + between.start(2)
            raise QuerySyntaxError(
                "the range is empty", text=value, at=at, expected=f"{between[1]} or more", found=between[2]
            )
        return Bounds(low, high)
    start = re.match(rf"\s*(?:>=|<=|>|<|=)?\s*(?:{_NUMBER}(?:-|\.\.)?)?", value)
    at = start.end() if start else 0
    found = repr(value[at : at + 20]) if at < len(value) else "nothing"
    raise QuerySyntaxError("not a number to compare with", text=value, at=at, expected=_EXPECTED, found=found)


def _doubles(bounds: Bounds) -> tuple[float, float]:
    """Return the first and the last double in the range, rounded as in a file of values."""
    low = -math.inf if bounds.low is None else _nearest(bounds.low)
    high = math.inf if bounds.high is None else _nearest(bounds.high)
    return (
        math.nextafter(low, math.inf) if bounds.above else low,
        math.nextafter(high, -math.inf) if bounds.below else high,
    )


def _nearest(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def definition(value: str, index: Index) -> Condition:
    if "definition" not in index.columns:
        raise no_definitions()
    return column_condition(index, "definition", value)


class InEdition(Filter):
    """Words of one edition."""

    per_word = _PER_NUMBER

    def __init__(self, name: str, index: Index) -> None:
        editions = index.file.editions
        if editions is None:
            raise no_editions(f"edition:{name}")
        try:
            self.number = editions.number(name)
        except QueryError as error:
            raise QuerySyntaxError(error.what, text=name, expected=error.expected, found=error.found) from None
        self.editions = editions

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        masks = self.editions.masks[words.to_numpy()]
        inside: NDArray[np.bool_] = (masks & masks.dtype.type(1 << self.number)) != 0
        return inside

    def plan(self, index: Index) -> str:
        return "looks up the editions of each word found so far"
