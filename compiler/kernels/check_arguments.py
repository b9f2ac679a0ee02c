"""Check the arguments of the compiler's kernels, so that no index in their loops is out of range.

A kernel calls these functions before its loop. They test whole arrays with numpy: a few milliseconds for 178,691
words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Longest word, in letters.
LONGEST = 63
#: Number of words per block in checks that allocate temporary arrays.
_BLOCK = 1 << 16


class RefusedError(Exception):
    """Raised when a compiler kernel cannot continue. Arguments: the problem, the expected value, the actual value."""


def require_room(least: int, *arrays: memoryview | None) -> None:
    """Raise ValueError unless the last axis of each array has at least ``least`` elements."""
    if any(np.asarray(array).shape[-1:] < (least,) for array in arrays):
        raise ValueError(f"arrays of at least {least} numbers")


def require_below(limit: int, *arrays: memoryview | None) -> None:
    """Raise ValueError unless all numbers of the arrays are from 0 to ``limit`` - 1."""
    for array in arrays:
        numbers: NDArray[Any] = np.asarray(array)
        if array is None or (numbers.size and not 0 <= numbers.min() <= numbers.max() < limit):
            raise ValueError(f"numbers from 0 to below {limit}")


def require_words(tiles: memoryview | None, offsets: memoryview | None, low: int = 0, high: int | None = None) -> None:
    """Check the tiles and offsets of words ``low`` to before ``high``.

    Raises RefusedError for a word without letters or with more than LONGEST, and ValueError for any other fault.
    """
    ends = require_offsets(tiles, offsets, low, high)
    for start in range(0, len(ends) - 1, _BLOCK):
        some = ends[start : start + _BLOCK + 1]
        lengths = np.diff(some)
        refused = lengths[(lengths < 1) | (lengths > LONGEST)]
        if len(refused):
            raise RefusedError("not a word", f"1 to {LONGEST} letters", int(refused[0]))
        require_below(LONGEST + 1, np.asarray(tiles)[some[0] : some[-1]].data)


def require_offsets(
    tiles: memoryview | None, offsets: memoryview | None, low: int = 0, high: int | None = None
) -> NDArray[np.int64]:
    """Return the offsets of words ``low`` to before ``high``, and the end of the last.

    Raises ValueError unless the offsets ascend and lie inside ``tiles``.
    """
    require_room(0, tiles)
    require_room(1, offsets)
    words = len(offsets) - 1  # type: ignore[arg-type]
    if not 0 <= low <= (words if high is None else high) <= words:
        raise ValueError("words that there are")
    ends = np.asarray(offsets)[low : (words if high is None else high) + 1]
    if ends[0] < 0 or ends[-1] > len(tiles) or (ends[1:] < ends[:-1]).any():  # type: ignore[arg-type]
        raise ValueError("words that end inside the tiles")
    return ends


def require_new_prefixes(offsets: memoryview | None, shared: memoryview | None, prefixes: int) -> None:
    """Raise ValueError unless the words have ``prefixes`` distinct prefixes, including the empty one.

    ``shared``: length of the prefix that each word shares with the word before; each word must be longer than
    that prefix. Check the words with :func:`require_words` first.
    """
    ends, common = np.asarray(offsets), np.asarray(shared)
    require_room(len(ends) - 1, shared)
    found = 1
    for start in range(0, len(common), _BLOCK):
        new = np.diff(ends[start : start + _BLOCK + 1]) - common[start : start + _BLOCK]
        if (new < 1).any():
            raise ValueError("words that differ")
        found += int(new.sum())
    if len(common) >= len(ends) or found != prefixes:
        raise ValueError(f"{prefixes} prefixes")
