"""Words with a text at their start, at their end, or anywhere.

These are the queries that a GADDAG answers directly. A prefix takes one walk. Suffixes and substrings are lazy:
their answer is a set of strings with which the words begin (:mod:`..automaton.kernels.substring_walk`). Counting
needs no strings, spelling needs the strings in order, and ranks need one walk for each string.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError
from lexkit.formats.constants import MAX_LENGTH

from ..automaton.kernels.substring_walk import MAX_STRINGS, MAX_VISITS, ContradictionError, TooManyStringsError
from .words import Words, all_words, words_between, words_of_query

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index


#: Number of rows of keys to try first. They hold 20 to 24 tiles, more than most words have.
ROWS: Final = 2
#: Number of rows that hold 64 tiles of up to 6 bits.
ALL_ROWS: Final = 7


class LazySubstring:
    """Words that contain these tiles, or end with them."""

    __slots__ = ("_found", "_texts", "core", "only_ends", "tiles")

    def __init__(self, index: Index, tiles: bytes, only_ends: bool) -> None:
        self.core = index
        self.tiles = tiles
        self.only_ends = only_ends
        self._found = False
        self._texts: memoryview | None = None

    def size(self) -> int:
        """Return the number of words."""
        self.core.require_open()
        try:
            return self.core.containing().size(self.tiles, self.only_ends)
        except (ContradictionError, TooManyStringsError) as error:
            raise self._explain(error) from None

    def texts(self) -> memoryview | None:
        """Return the strings in order, as keys: uint64, shape (rows + 1, strings); None if there are none."""
        if not self._found:
            self.core.require_open()
            search = self.core.containing()
            try:
                texts = search.find(self.tiles, self.only_ends, ROWS)
                if search.longest_found() > ROWS * (64 // self.core.nodes.tile_bits):
                    texts = search.find(self.tiles, self.only_ends, ALL_ROWS)
            except (ContradictionError, TooManyStringsError) as error:
                raise self._explain(error) from None
            self._texts, self._found = texts, True
        return self._texts

    def _explain(self, error: Exception) -> Exception:
        """Return the public error for an error of the walk."""
        if isinstance(error, ContradictionError):
            return self.core.contradiction("Q1")
        return QueryError(
            "too many ways to begin",
            expected=f"at most {MAX_STRINGS:,}, found in {MAX_VISITS:,} steps",
            remedy="ask for a longer text",
        )

    def ranges(self, size: int | None = None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the starts and stops of the ranges of ranks, int64.

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
        """Return the words, in order."""
        texts = self.texts()
        return [] if texts is None else self.core.spell_texts(texts)


def prefix(index: Index, text: str) -> Words:
    """Return the words that start with this text, found by one walk."""
    tiles = index.encode(text)
    ranks = index.walk().prefix(tiles) if len(tiles) <= MAX_LENGTH else (0, 0)
    return _keep_text(words_between(index, *ranks), tiles)


def suffix(index: Index, text: str) -> Words:
    """Return the words that end with this text, found lazily."""
    return _words_with(index, text, only_ends=True)


def substring(index: Index, text: str) -> Words:
    """Return the words that contain this text anywhere, found lazily."""
    return _words_with(index, text, only_ends=False)


def _words_with(index: Index, text: str, only_ends: bool) -> Words:
    tiles = index.encode(text)
    if not tiles:
        words = all_words(index)
    elif len(tiles) > MAX_LENGTH:
        words = words_between(index, 0, 0)
    else:
        words = words_of_query(index, LazySubstring(index, tiles, only_ends))
    return _keep_text(words, tiles)


def _keep_text(words: Words, tiles: bytes) -> Words:
    """Record in the words the tiles that they were found with, and return them."""
    words.text = tiles
    return words
