"""A substring or suffix query, evaluated lazily.

The answer is a set of strings with which the words begin: see :mod:`.kernels.substring_walk`. Counting needs no string,
spelling needs the strings in order, and ranks need one walk for each string. Each is done only when needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import QueryError
from ...formats.kernels import numpy_on_first_use as np
from .kernels.found_strings import MAX_STRINGS, MAX_VISITS, ContradictionError, TooManyStringsError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .index import Index

#: Rows of keys to try first: 20 to 24 tiles, more than any word of most lists.
_ROWS = 2
#: Rows that hold 64 tiles of up to 6 bits.
_ALL_ROWS = 7


class LazySubstring:
    """The words that contain these tiles, or end with them."""

    __slots__ = ("_found", "_texts", "core", "only_ends", "tiles")

    def __init__(self, index: Index, tiles: bytes, only_ends: bool) -> None:
        self.core = index
        self.tiles = tiles
        self.only_ends = only_ends
        self._found = False
        self._texts: memoryview | None = None

    def size(self) -> int:
        """Number of words."""
        self.core.require_open()
        try:
            return self.core.containing().size(self.tiles, self.only_ends)
        except (ContradictionError, TooManyStringsError) as error:
            raise self._explain(error) from None

    def texts(self) -> memoryview | None:
        """The strings in order, as keys: uint64, shape (rows + 1, strings), or None."""
        if not self._found:
            self.core.require_open()
            search = self.core.containing()
            try:
                texts = search.find(self.tiles, self.only_ends, _ROWS)
                if search.longest_found() > _ROWS * (64 // self.core.nodes.tile_bits):
                    texts = search.find(self.tiles, self.only_ends, _ALL_ROWS)
            except (ContradictionError, TooManyStringsError) as error:
                raise self._explain(error) from None
            self._texts, self._found = texts, True
        return self._texts

    def _explain(self, error: Exception) -> Exception:
        """Lexkit's error for the error of a walk."""
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
        texts: Any = self.texts()
        strings = 0 if texts is None else texts.shape[1]
        starts = np.empty(strings, np.int64)
        stops = np.empty(strings, np.int64)
        if texts is not None:
            self.core.walk().locate(texts, starts.data, stops.data)
        # Everything that uses ranges relies on this.
        counted = size is None or int((stops - starts).sum()) == size
        if not counted or (starts >= stops).any() or (starts[1:] < stops[:-1]).any():
            raise self.core.contradiction("Q2")
        return starts, stops

    def spell(self) -> list[str]:
        """The words, in order."""
        texts = self.texts()
        return [] if texts is None else self.core.spell_texts(texts)
