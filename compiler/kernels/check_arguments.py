"""The checks of what the compiler's kernels are given: after them, no index is out of range.

They look at whole arrays, with numpy: a few milliseconds for 178,691 words. A kernel calls them before its loop.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Most letters of a word.
LONGEST = 63


class RefusedError(Exception):
    """A kernel of the compiler cannot go on; arguments: what is wrong, what was expected, what was found."""


def require_room(least: int, *arrays: memoryview | None) -> None:
    """Raise ValueError unless each array has at least this many numbers in a row, or columns."""
    if any(np.asarray(array).shape[-1:] < (least,) for array in arrays):
        raise ValueError(f"arrays of at least {least} numbers")


def require_below(limit: int, *arrays: memoryview | None) -> None:
    """Raise ValueError unless all numbers are from 0 to below the limit."""
    for array in arrays:
        numbers: NDArray[Any] = np.asarray(array)
        if array is None or (numbers.size and not 0 <= numbers.min() <= numbers.max() < limit):
            raise ValueError(f"numbers from 0 to below {limit}")


def require_words(tiles: memoryview | None, offsets: memoryview | None, low: int = 0, high: int | None = None) -> None:
    """Check the tiles of words, end to end, and where each word begins and the last one ends, from ``low`` to ``high``.

    Raises RefusedError for a word without letters and for one of more than LONGEST, else ValueError.
    """
    ends = require_offsets(tiles, offsets, low, high)
    lengths = np.diff(ends)
    refused = lengths[(lengths < 1) | (lengths > LONGEST)]
    if len(refused):
        raise RefusedError("not a word", f"1 to {LONGEST} letters", int(refused[0]))
    if len(lengths):
        require_below(LONGEST + 1, np.asarray(tiles)[ends[0] : ends[-1]].data)


def require_offsets(
    tiles: memoryview | None, offsets: memoryview | None, low: int = 0, high: int | None = None
) -> NDArray[np.int64]:
    """Give where these words begin, and the last one ends. Raises ValueError unless they ascend inside of the tiles."""
    require_room(0, tiles)
    require_room(1, offsets)
    words = len(offsets) - 1  # type: ignore[arg-type]
    if not 0 <= low <= (words if high is None else high) <= words:
        raise ValueError("words that there are")
    ends = np.asarray(offsets)[low : (words if high is None else high) + 1]
    if ends[0] < 0 or ends[-1] > len(tiles) or (np.diff(ends) < 0).any():  # type: ignore[arg-type]
        raise ValueError("words that end inside of the tiles")
    return ends


def require_parents(parents: memoryview | None) -> None:
    """Raise ValueError unless there is a prefix, and each but the first has an earlier one as its parent."""
    require_room(1, parents)
    numbers = np.asarray(parents)[1:]
    if (numbers > np.arange(len(numbers))).any():
        raise ValueError("prefixes behind their parents")


def require_arcs(first: memoryview | None, children: memoryview | None) -> int:
    """Check the children of all nodes, and where those of each node begin and the last ones end.

    Gives the number of nodes. Raises ValueError unless every child has a lower number than its parent.
    """
    require_room(0, children)
    require_room(1, first)
    starts = np.asarray(first).astype(np.int64)
    fan_out = np.diff(starts)
    if starts[0] != 0 or starts[-1] > len(children) or (fan_out < 0).any():  # type: ignore[arg-type]
        raise ValueError("starts of children that ascend")
    parents = np.repeat(np.arange(len(fan_out)), fan_out)
    if (np.asarray(children)[: starts[-1]] >= parents).any():
        raise ValueError("children with lower numbers than their parents")
    return len(fan_out)


def require_places(
    first: memoryview, order: memoryview, places: memoryview, count_bits: memoryview, room: int, width: int
) -> None:
    """Check that each node of ``order``, with its children and counts, fits into ``room`` words at its place."""
    nodes = np.asarray(order)
    fan_out = np.diff(np.asarray(first).astype(np.int64))[nodes]
    bits = np.asarray(count_bits).astype(np.int64)[nodes]
    if width not in (1, 2) or not np.isin(bits, (0, 8, 16, 32)).all():
        raise ValueError("sets of 1 or 2 words, counts of 8, 16 or 32 bits")
    counts = np.where(bits > 0, -(-(fan_out - 1) // (32 // np.maximum(bits, 1))), 0)
    ends = np.asarray(places).astype(np.int64)[nodes] + 2 * width + fan_out + np.maximum(counts, 0)
    if (ends > room).any():
        raise ValueError("room for every node at its place")
