"""Answers in another order than the alphabet's: by probability, by a column, by numbers of the caller's.

A :class:`Listing` is the set of words it was sorted from, with an order of its own. Sorting is done once, on ranks
and on what they are sorted by; of the words themselves only those that are read are spelled, so that a page from the
middle costs as much as the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from .words import Words, as_place, one_each, rank_ranges, words_at

if TYPE_CHECKING:
    from ..automaton.index import Index

__all__ = ["Listing"]

#: Words spelled at a time while iterating.
_PAGE = 1024


class Listing(Words):
    """Words in another order. Made by :meth:`lexkit.Words.sorted_by`.

    Indexing, slices (Listings again, backwards too), iteration and all arrays are in that order. As a set it is what
    it was: ``in``, ``==`` and the hash do not look at the order, and ``& | - ^ ~`` give plain Words.
    """

    __slots__ = ("_order",)

    def __init__(self, index: Index, ranks: NDArray[np.int64]) -> None:
        """From ranks (int64) that the lexicon has, each at most once, in the order wanted."""
        super().__init__(index, None, None)
        self._order = ranks
        self._size = len(ranks)

    def ranges(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        if self._ranges is None:
            self._ranges = rank_ranges(np.sort(self._order))
        return self._ranges

    # -- as a sequence ------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _PAGE):
            yield from self[start : start + _PAGE].to_list()

    def __reversed__(self) -> Iterator[str]:
        return iter(self[::-1])

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Listing: ...
    def __getitem__(self, place: int | slice) -> str | Listing:
        if isinstance(place, slice):
            return Listing(self.core, self._order[place])
        number = as_place(place, len(self))
        return words_at(self.core, self._order[number : number + 1])[0]

    def to_list(self) -> list[str]:
        """All of them as Python strings, in this order: about 0.4 us each."""
        return words_at(self.core, self._order)

    def to_numpy(self) -> NDArray[np.int64]:
        """Their ranks in this order, int64."""
        return self._order.copy()

    def lengths(self) -> NDArray[np.uint8]:
        """Tiles of each word, uint8, in this order."""
        lengths: NDArray[np.uint8] = self.sorted().lengths()[self.places()]
        return lengths

    def where(self, fitting: NDArray[np.bool_]) -> Listing:
        """Those for which this is true, in the same order: bool, one for each word, in this order.

        What an array masks is not; QueryError for anything else.
        """
        return Listing(self.core, self._order[one_each(fitting, len(self))])

    def sorted(self) -> Words:
        """The same words in the alphabet's order."""
        return Words(self.core, *self.ranges())

    def places(self) -> NDArray[np.intp]:
        """Where each word stands in :meth:`sorted`."""
        places = np.empty(len(self._order), np.intp)
        places[np.argsort(self._order)] = np.arange(len(self._order))
        return places

    def __reduce__(self) -> tuple[Any, ...]:
        return (Listing, (self.core, self._order))
