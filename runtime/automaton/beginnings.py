"""A substring or suffix query, evaluated lazily.

The answer is a set of strings with which the words begin: see :mod:`.kernels.substring_walk`. Counting needs no string,
spelling needs the strings in order, and ranks need one walk for each string. Each is done only when needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...errors import QueryError
from .kernels.found_strings import MAX_STRINGS, MAX_VISITS, ContradictionError, TooManyStringsError

if TYPE_CHECKING:
    from .index import Index

__all__ = ["Beginnings", "in_order"]

#: Rows of keys to try first: 20 to 24 tiles, more than any word of most lists.
_ROWS = 2
#: Rows that hold 64 tiles of up to 6 bits.
_ALL_ROWS = 7


class Beginnings:
    """The words that contain these tiles, or end with them."""

    __slots__ = ("_texts", "core", "only_ends", "tiles")

    def __init__(self, index: Index, tiles: bytes, only_ends: bool) -> None:
        self.core = index
        self.tiles = tiles
        self.only_ends = only_ends
        self._texts: NDArray[np.uint64] | None = None

    def size(self) -> int:
        """Number of words."""
        self.core.require_open()
        try:
            return self.core.containing().size(self.tiles, self.only_ends)
        except (ContradictionError, TooManyStringsError) as error:
            raise self._explain(error) from None

    def texts(self) -> NDArray[np.uint64]:
        """The strings in order, as keys: uint64, shape (rows + 1, strings)."""
        if self._texts is None:
            self.core.require_open()
            search = self.core.containing()
            try:
                texts = search.find(self.tiles, self.only_ends, _ROWS)
                if search.longest_found() > _ROWS * (64 // self.core.nodes.tile_bits):
                    texts = search.find(self.tiles, self.only_ends, _ALL_ROWS)
            except (ContradictionError, TooManyStringsError) as error:
                raise self._explain(error) from None
            self._texts = in_order(texts)
        return self._texts

    def _explain(self, error: Exception) -> Exception:
        """The error of lexkit for that of a walk."""
        if isinstance(error, ContradictionError):
            return self.core.contradiction("Q1")
        return QueryError(
            "too many ways to begin",
            expected=f"at most {MAX_STRINGS:,}, found in {MAX_VISITS:,} steps",
            remedy="ask for a longer text",
        )

    def ranges(self, size: int | None = None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Starts and stops of the ranges of ranks, int64.

        ``size``: the number of words, if they were counted. Raises CorruptFileError if the two parts of the file
        contradict each other.
        """
        texts = self.texts()
        starts = np.empty(texts.shape[1], np.int64)
        stops = np.empty(texts.shape[1], np.int64)
        walk = self.core.walk()
        walk.locate(texts.data, starts.data, stops.data)
        # Everything that uses ranges relies on this.
        counted = size is None or int((stops - starts).sum()) == size
        if not counted or (starts >= stops).any() or (starts[1:] < stops[:-1]).any():
            raise self.core.contradiction("Q2")
        return starts, stops

    def spell(self) -> list[str]:
        """The words, in order."""
        return self.core.spell_texts(self.texts())


def in_order(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Sort keys (:mod:`.kernels.sort_keys`) as their strings sort.

    The first row tells nearly all of them apart.
    """
    order = np.argsort(keys[0])
    first = keys[0][order]
    if (first[1:] == first[:-1]).any():
        order = np.lexsort(keys[-2::-1])
    return np.ascontiguousarray(keys[:, order])
