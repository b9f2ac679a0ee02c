"""Sorting words: by fields, by columns, by numbers of the caller's; see :meth:`lexkit.Words.sorted_by`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import QueryError
from ..limits import LEAST_TO_SORT, look
from .fields import field
from .listing import Listing

if TYPE_CHECKING:
    from .words import Words

__all__ = ["sort"]


def sort(words: Words, keys: tuple[str | ArrayLike, ...], backwards: bool) -> Listing:
    """Words by these keys, as :meth:`lexkit.Words.sorted_by` says."""
    ranks = words.to_numpy()
    # The least important first, as numpy wants them.
    columns: list[NDArray[Any]] = [ranks]
    for key in reversed(keys):
        if not isinstance(key, str):
            columns += _comparable(_given(key, len(words)), falling=False)
        elif key.removeprefix("-") == "alphabet":
            columns.append(~ranks if key.startswith("-") else ranks)
        else:
            values = field(words.core, key.removeprefix("-")).sort_values(words)
            columns += _comparable(values, falling=key.startswith("-"))
    look(LEAST_TO_SORT * len(ranks) * (len(columns) - 1))
    if len(columns) > 1:
        ranks = ranks[np.lexsort(columns)]
    elif isinstance(words, Listing):
        ranks = np.sort(ranks)
    return Listing(words.core, ranks[::-1] if backwards else ranks)


def _given(key: ArrayLike, number: int) -> NDArray[Any]:
    """A key of the caller's: one value a word."""
    try:
        values = np.asanyarray(key)
    except (TypeError, ValueError) as error:
        raise QueryError("cannot sort by this", expected="one value a word", found=str(error)) from error
    if values.shape != (number,):
        raise QueryError("cannot sort by this", expected=f"one value for each of {number:,} words", found=values.shape)
    return values


def _comparable(values: Any, falling: bool) -> list[NDArray[Any]]:
    """One or two arrays to sort by. What is not known is last either way: None, NaN, what an array masks."""
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "biuf":
        values = _numbered(values.tolist() if isinstance(values, np.ndarray) else values)
    known = np.ma.getdata(values)
    if falling:
        known = -known if known.dtype.kind == "f" else ~known
    return [known] if np.ma.getmask(values) is np.ma.nomask else [known, np.ma.getmaskarray(values)]


def _numbered(values: list[Any]) -> NDArray[np.int64]:
    """For values that numpy does not sort as they are: the number of each among those there are, None masked."""
    try:
        numbers = {value: number for number, value in enumerate(sorted(set(values) - {None}))}
    except TypeError as error:
        raise QueryError("cannot sort by values that do not compare", found=str(error)) from error
    numbers[None] = -1
    found = np.fromiter(map(numbers.__getitem__, values), np.int64, len(values))
    return np.ma.masked_equal(found, -1) if (found < 0).any() else found
