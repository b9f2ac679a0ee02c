"""Queries that are answered lazily: what :class:`.words.Words` holds until its ranges are needed.

Counting, spelling and locating words cost differently, and most callers need only one of them. A query does each when
it is asked, without making arrays if it can: a process that only counts or spells words never imports numpy.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Protocol

from ...formats.kernels import numpy_on_first_use as np
from .memory_limits import require_few_words

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .rank_ranges import Ranges


class LazyRanges(Protocol):
    """A query that gives ranges of ranks, such as :class:`..automaton.lazy_substring.LazySubstring`."""

    def size(self) -> int:
        """Number of words."""
        ...

    def ranges(self, size: int | None = None) -> Ranges:
        """Starts and stops of the ranges of ranks, int64. ``size``: the number of words, if they were counted."""
        ...

    def spell(self) -> list[str]:
        """The words, in order."""
        ...


class Between:
    """The words with ``low`` <= rank < ``high``, both in range, or none."""

    __slots__ = ("core", "high", "low")

    def __init__(self, index: Index, low: int, high: int) -> None:
        self.core = index
        self.low = low
        self.high = max(low, high)

    def size(self) -> int:
        return self.high - self.low

    def ranges(self, size: int | None = None) -> Ranges:
        ends = ([self.low], [self.high]) if self.low < self.high else ([], [])
        return np.array(ends[0], np.int64), np.array(ends[1], np.int64)

    def spell(self) -> list[str]:
        require_few_words(self.size())
        return self.core.spell(array("q", [self.low]), array("q", [self.high]))


class FoundRanges:
    """Ranges that a kernel found: ``starts`` and ``stops`` of int64, and the number of words in them."""

    __slots__ = ("core", "number", "starts", "stops")

    def __init__(self, index: Index, starts: memoryview, stops: memoryview, number: int) -> None:
        self.core = index
        self.starts = starts
        self.stops = stops
        self.number = number

    def size(self) -> int:
        return self.number

    def ranges(self, size: int | None = None) -> Ranges:
        return np.frombuffer(self.starts, np.int64), np.frombuffer(self.stops, np.int64)

    def spell(self) -> list[str]:
        require_few_words(self.number)
        return self.core.spell(self.starts, self.stops)
