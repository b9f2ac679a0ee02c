"""Pure functions on ranks and ranges of ranks.

A set of words is stored as ascending, disjoint, non-empty ranges [start, stop) of ranks: two int64 arrays.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, cast

from ...errors import QueryError
from ...formats.kernels import lazy_numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Ranges",
    "as_mask",
    "as_place",
    "as_ranks",
    "cover_edges",
    "merge_ranges",
    "ranges_of_ranks",
    "require_ranges",
    "sort_distinct",
]

#: The starts and the stops.
Ranges: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.int64]]"


# -- reading what the caller passes -------------------------------------------------------------------------


def as_ranks(ranks: ArrayLike) -> NDArray[np.int64]:
    """Convert ranks to int64.

    Raises QueryError unless all are whole numbers.
    """
    try:
        array = np.asarray(ranks)
        if not array.size:
            return np.zeros(0, np.int64)
        if array.dtype == np.bool_:
            raise TypeError("a mask")
        return array.astype(np.int64, casting="same_kind")
    except (TypeError, ValueError, OverflowError) as error:
        raise QueryError("a rank is a whole number", found=repr(ranks)[:60]) from error


def as_place(index: object, size: int) -> int:
    """The place that an index into ``size`` words means.

    Raises IndexError if it is out of range.
    """
    place = wanted = operator.index(cast(SupportsIndex, index))
    if wanted < 0:
        place += size
    if not 0 <= place < size:
        raise IndexError(f"word {wanted} of {size}")
    return place


def as_mask(fitting: ArrayLike, size: int) -> NDArray[np.bool_]:
    """Convert to a mask of ``size`` bools.

    An entry that a masked array hides is False. Raises QueryError if the dtype is not bool (numpy would take numbers
    for places) or the shape is another.
    """
    mask = np.ma.filled(fitting, False) if isinstance(fitting, np.ma.MaskedArray) else fitting
    try:
        array: NDArray[Any] = np.asarray(mask)
    except (TypeError, ValueError) as error:
        raise QueryError("not a mask", expected="one bool for each word", found=str(error)) from error
    if array.dtype != np.bool_ or array.shape != (size,):
        if array.size == size == 0:
            return np.zeros(0, np.bool_)
        found = f"{array.dtype} of shape {array.shape}"
        raise QueryError("not a mask", expected=f"one bool for each of {size:,} words", found=found)
    return array


def require_ranges(starts: ArrayLike, stops: ArrayLike, words: int) -> Ranges:
    """Copy ranges of ranks that a caller made.

    Raises QueryError unless they are int64, one-dimensional, of one length, ascending, disjoint, not empty, and in
    range for this number of words.
    """
    ends = np.array(starts), np.array(stops)
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
    """The distinct numbers in ascending order. ``np.unique`` hashes them, which takes up to forty times as long."""
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
    """Sort ranges in any order and merge those that overlap or touch."""
    if len(starts) < 2 or (starts[1:] >= stops[:-1]).all():
        return starts, stops
    order = np.argsort(starts)
    starts, reached = starts[order], np.maximum.accumulate(stops[order])
    first = np.ones(len(starts), bool)
    first[1:] = starts[1:] > reached[:-1]
    last = np.ones(len(starts), bool)
    last[:-1] = first[1:]
    return starts[first], reached[last]


def cover_edges(ranges: Ranges, edges: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether a range begins at or spans each edge."""
    begun, ended = (np.searchsorted(ends, edges, side="right") for ends in ranges)
    inside: NDArray[np.bool_] = begun > ended
    return inside
