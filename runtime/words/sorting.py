"""Sorting words by fields, by columns, by arrays of the caller's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import QueryError, require_flag
from ..limits import LEAST_TO_SORT, look
from .listing import Listing, listing_of
from .memory_limits import require_few
from .rank_ranges import as_array
from .word_fields import field

if TYPE_CHECKING:
    from .words import Words

#: Seconds that a value that is no number takes to be sorted, at least.
_TO_SORT_VALUE: Final = 1e-7


def sort(words: Words, keys: tuple[str | ArrayLike, ...], backwards: bool) -> Listing:
    """Sort words by these keys, as :meth:`lexkit.Words.sorted_by` does."""
    named = {key: field(words.core, key.removeprefix("-")) for key in keys if isinstance(key, str) and not _plain(key)}
    # Ranks, keys, and the order.
    require_few(words, size=8 * (len(keys) + 2 - len(named)) + sum(one.size for one in named.values()))
    ranks = words.to_numpy()
    # The least important key first, as np.lexsort takes them.
    columns: list[NDArray[Any]] = [ranks]
    for key in reversed(keys):
        look()
        if not isinstance(key, str):
            columns += _make_comparable(_read_key(key, len(words)), falling=False)
        elif _plain(key):
            columns.append(~ranks if key.startswith("-") else ranks)
        else:
            values = named[key].sort_keys(words)
            columns += _make_comparable(values, falling=key.startswith("-"))
    look(LEAST_TO_SORT * len(ranks) * (len(columns) - 1))
    if len(columns) > 1:
        ranks = ranks[np.lexsort(columns)]
    elif isinstance(words, Listing):
        ranks = np.sort(ranks)
    return listing_of(words.core, ranks[::-1] if require_flag(backwards, "reverse") else ranks)


def _plain(key: str) -> bool:
    """Whether a key is the alphabet's order, which ranks have."""
    return key.removeprefix("-") == "alphabet"


def _read_key(key: ArrayLike, size: int) -> NDArray[Any]:
    """A key that the caller passed: one value for each word."""
    values = as_array(key, "cannot sort by this", "one value a word")
    if values.shape != (size,):
        raise QueryError("cannot sort by this", expected=f"one value for each of {size:,} words", found=values.shape)
    return values


def _make_comparable(values: Any, falling: bool) -> list[NDArray[Any]]:
    """One or two arrays to sort by. A missing value (None, NaN, masked) comes last, falling or not."""
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "biuf":
        values = _number_values(values.tolist() if isinstance(values, np.ndarray) else values)
    known = np.ma.getdata(values)
    if falling:
        known = -known if known.dtype.kind == "f" else ~known
    return [known] if np.ma.getmask(values) is np.ma.nomask else [known, np.ma.getmaskarray(values)]


def _number_values(values: list[Any]) -> NDArray[np.int64]:
    """Replace values by their places in sorted order.

    For values that numpy cannot sort, such as texts; None is masked.
    """
    look(_TO_SORT_VALUE * len(values))
    try:
        numbers = {value: number for number, value in enumerate(sorted(set(values) - {None}))}
    except TypeError as error:
        raise QueryError("cannot sort by values that do not compare", found=str(error)) from error
    numbers[None] = -1
    found = np.fromiter(map(numbers.__getitem__, values), np.int64, len(values))
    return np.ma.masked_equal(found, -1) if (found < 0).any() else found
