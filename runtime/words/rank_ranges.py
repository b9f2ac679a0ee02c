"""Ranks and ranges of ranks: functions on them, and queries that find them lazily.

A set of words is stored as ascending, disjoint, non-empty ranges [start, stop) of ranks, in two int64 arrays.

Counting, spelling and locating words have different costs, and most callers need only one of them. A lazy query
does each on demand, without arrays if possible: a process that only counts or spells words never imports numpy.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Sequence
from itertools import pairwise
from reprlib import repr as short_repr
from typing import TYPE_CHECKING, Any, Final, Protocol, SupportsIndex, TypeAlias, cast

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError, TimeLimitError, show_value
from lexkit.base.time_limits import LEAST_TO_SORT, look

from ..automaton.index import Index
from .memory_limits import require_few_words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..automaton.index import Index, LexiconLike

#: Maximum number of ranges of one answer: 64 MB.
MOST_RANGES: Final = 1 << 22
#: Number of ranges of each of two sets that are combined at a time.
_BLOCK: Final = 1 << 15

#: Starts and stops.
Ranges: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.int64]]"


# -- reading what the caller passes -------------------------------------------------------------------------


def core_of(lexicon: LexiconLike) -> Index:
    """Return the index of a lexicon. Raises TypeError for another object."""
    core = getattr(lexicon, "core", None)
    if not isinstance(core, Index):  # None is "no lexicon" to many a caller
        raise TypeError(f"lexicon: expected an open lexicon, found {show_value(lexicon)}")
    return core


def as_array(values: ArrayLike, what: str, expected: str) -> NDArray[Any]:
    """Convert an argument to an array, long lists piece by piece with a check of the deadline in between.

    Raises QueryError, with ``what`` is wrong and what was ``expected``, if numpy cannot convert it.
    """
    try:
        if not isinstance(values, list | tuple | range) or len(values) <= _BLOCK:
            return np.asanyarray(values)
        pieces = []
        for start in range(0, len(values), _BLOCK):
            look()
            pieces.append(np.asanyarray(values[start : start + _BLOCK]))
        return np.concatenate(pieces)
    except TimeLimitError:  # TimeLimitError is a ValueError too
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise QueryError(what, expected=expected, found=str(error)) from error


def as_ranks(ranks: ArrayLike) -> NDArray[np.int64]:
    """Convert ranks to int64. Raises QueryError unless all are whole numbers."""
    array = np.asarray(as_array(ranks, "ranks must be whole numbers", "an array of ranks"))
    try:
        if not array.size:
            return np.zeros(0, np.int64)
        if array.dtype == np.bool_:
            raise TypeError("bools are a mask, not ranks")
        return array.astype(np.int64, casting="same_kind")
    except (TypeError, ValueError, OverflowError) as error:
        raise QueryError("ranks must be whole numbers", found=short_repr(ranks)[:60]) from error


def as_place(index: object, size: int) -> int:
    """Return the place that an index into ``size`` words means. Raises IndexError if it is out of range."""
    try:
        place = wanted = operator.index(cast(SupportsIndex, index))
    except TypeError:
        raise TypeError(f"an index of Words must be a whole number or a slice, not {show_value(index)}") from None
    if wanted < 0:
        place += size
    if not 0 <= place < size:
        raise IndexError(f"word {show_value(wanted)} of {size}")
    return place


def as_mask(fitting: ArrayLike, size: int) -> NDArray[np.bool_]:
    """Convert to a mask of ``size`` bools.

    Masked entries of a masked array are False. Raises QueryError if the shape is wrong or the dtype is not bool:
    numpy would take numbers for places.
    """
    mask = np.ma.filled(fitting, False) if isinstance(fitting, np.ma.MaskedArray) else fitting
    if isinstance(mask, list | tuple) and len(mask) != size:
        raise QueryError("not a mask", expected=f"one bool for each of {size:,} words", found=f"{len(mask):,}")
    array: NDArray[Any] = np.asarray(as_array(mask, "not a mask", "one bool for each word"))
    if array.dtype != np.bool_ or array.shape != (size,):
        if array.size == size == 0:
            return np.zeros(0, np.bool_)
        found = f"{array.dtype} of shape {array.shape}"
        raise QueryError("not a mask", expected=f"one bool for each of {size:,} words", found=found)
    return array


def require_ranges(starts: ArrayLike, stops: ArrayLike, words: int) -> Ranges:
    """Copy and check ranges of ranks passed by a caller.

    Raises QueryError unless they are int64, one-dimensional, of equal length, ascending, disjoint, not empty, and
    in range for this number of words.
    """
    what, expected = "not ranges of ranks", "two int64 arrays of one dimension"
    ends = np.array(as_array(starts, what, expected)), np.array(as_array(stops, what, expected))
    if any(array.dtype != np.int64 or array.ndim != 1 for array in ends):
        found = ", ".join(f"{array.dtype} of shape {array.shape}" for array in ends)
        raise QueryError("not ranges of ranks", expected="two int64 arrays of one dimension", found=found)
    if len(ends[0]) != len(ends[1]):
        found = f"{len(ends[0]):,} and {len(ends[1]):,}"
        raise QueryError("not ranges of ranks", expected="a stop for each start", found=found)
    if len(ends[0]):
        both = np.stack(ends, axis=1).ravel()
        if (both[1::2] <= both[::2]).any() or (both[2::2] < both[1:-1:2]).any() or both[0] < 0 or both[-1] > words:
            expected = f"ascending, disjoint and not empty, from 0 to {words:,}"
            raise QueryError("not ranges of ranks", expected=expected, found="others")
    return ends


# -- ranks and ranges ---------------------------------------------------------------------------------------


def sort_distinct(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the distinct numbers, ascending. ``np.unique`` hashes them, which takes up to forty times as long."""
    ordered = np.sort(numbers)
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def ranges_of_ranks(ranks: NDArray[np.int64]) -> Ranges:
    """Group ascending, unique ranks into ranges."""
    first = np.ones(len(ranks), bool)
    first[1:] = np.diff(ranks) > 1
    starts = ranks[first]
    last = np.ones(len(ranks), bool)
    last[:-1] = first[1:]
    return starts, ranks[last] + 1


def merge_ranges(starts: NDArray[np.int64], stops: NDArray[np.int64]) -> Ranges:
    """Sort ranges in any order, and merge those that overlap or touch."""
    if len(starts) < 2 or (starts[1:] >= stops[:-1]).all():
        return starts, stops
    order = np.argsort(starts)
    starts, reached = starts[order], np.maximum.accumulate(stops[order])
    first = np.ones(len(starts), bool)
    first[1:] = starts[1:] > reached[:-1]
    last = np.ones(len(starts), bool)
    last[:-1] = first[1:]
    return starts[first], reached[last]


def join_ranges(sets: Sequence[Ranges], look: Callable[[float], None]) -> Ranges:
    """Return the union of these sets of ranges, at least one. Joined in one step, so that each set is copied once."""
    number = sum(len(starts) for starts, _ in sets)
    _require_few_ranges(number)
    starts, stops = (np.concatenate(ends) for ends in zip(*sets, strict=True))
    look(LEAST_TO_SORT * number)
    return merge_ranges(starts, stops)


def _require_few_ranges(number: int) -> None:
    """Raise QueryError if an answer would have more than MOST_RANGES ranges."""
    if number > MOST_RANGES:
        raise QueryError(
            "too many ranges of words",
            expected=f"at most {MOST_RANGES:,} ranges of ranks",
            found=f"{number:,}",
            remedy="ask for fewer, or take them in slices",
        )


def combine_ranges(one: Ranges, other: Ranges, keep: Callable[..., Any], look: Callable[[], None]) -> Ranges:
    """Combine two sets of ranges by a function of two bools, such as np.logical_and.

    ``keep`` must return False for two False. Long sets are cut at some of their starts and combined piece by piece,
    with a check of the deadline in between.
    """
    if len(one[0]) + len(other[0]) <= 2 * _BLOCK:
        return _combine_few(one, other, keep)
    cuts = sort_distinct(np.concatenate([one[0][::_BLOCK], other[0][::_BLOCK]])).tolist()
    pieces = []
    number = 0
    end = max(int(stops[-1]) for _, stops in (one, other) if len(stops))
    for low, high in pairwise([*cuts, end]):
        look()
        piece = _combine_few(_between(one, low, high), _between(other, low, high), keep)
        number += len(piece[0])
        _require_few_ranges(number)
        pieces.append(piece)
    starts, stops = (np.concatenate(ends) for ends in zip(*pieces, strict=True))
    apart = np.ones(len(starts) + 1, np.bool_)
    np.greater(starts[1:], stops[:-1], out=apart[1:-1])
    return starts[apart[:-1]], stops[apart[1:]]


def _between(ranges: Ranges, low: int, high: int) -> Ranges:
    """Return the parts of ranges from ``low`` to before ``high``."""
    starts, stops = ranges
    some = slice(np.searchsorted(stops, low, side="right"), np.searchsorted(starts, high, side="left"))
    return np.maximum(starts[some], low), np.minimum(stops[some], high)


def _combine_few(one: Ranges, other: Ranges, keep: Callable[..., Any]) -> Ranges:
    """Combine two small sets of ranges."""
    edges = sort_distinct(np.concatenate([*one, *other]))
    inside = keep(_cover_edges(one, edges), _cover_edges(other, edges))
    change = np.flatnonzero(np.diff(inside, prepend=False, append=False))
    return edges[change[::2]], edges[change[1::2]]


def _cover_edges(ranges: Ranges, edges: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return whether a range begins at or spans each edge."""
    begun, ended = (np.searchsorted(ends, edges, side="right") for ends in ranges)
    inside: NDArray[np.bool_] = begun > ended
    return inside


class LazyRanges(Protocol):
    """Query that finds ranges of ranks on demand, such as :class:`.prefix_suffix_substring.LazySubstring`."""

    def size(self) -> int:
        """Return the number of words."""
        ...

    def ranges(self, size: int | None = None) -> Ranges:
        """Return the starts and stops of the ranges, int64. ``size``: the number of words, if they were counted."""
        ...

    def spell(self) -> list[str]:
        """Return the words, in order."""
        ...


class Between:
    """Words with ``low`` <= rank < ``high``, both in range, or none."""

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
    """Ranges found by a kernel: ``starts`` and ``stops``, int64, and the number of words in them."""

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
