"""Words in another order than the alphabet's.

A :class:`Listing` is the set of words that it was sorted from, with an order of its own. Ranks and keys are sorted
once; only the words that the caller reads are spelled, so that a page from the middle costs as much as the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from .rank_ranges import Ranges, as_mask, as_place, ranges_of_ranks
from .words import Words, words_at

if TYPE_CHECKING:
    from ..automaton.index import Index

__all__ = ["Listing"]

#: Words spelled at a time while iterating.
_PAGE = 1024


class Listing(Words):
    """Words in another order, made by :meth:`lexkit.Words.sorted_by`.

    Indexing, slices (Listings again, backwards too), iteration and all arrays follow that order. As a set it equals
    the words it was made of: ``in``, ``==`` and the hash ignore the order, and ``& | - ^ ~`` give plain Words.
    """

    __slots__ = ("_order",)

    def __init__(self, index: Index, ranks: NDArray[np.int64]) -> None:
        """Hold ranks in the order wanted.

        ``ranks``: int64, in range, each at most once.
        """
        super().__init__(index, None, None)
        self._order = ranks
        self._size = len(ranks)

    def ranges(self) -> Ranges:
        if self._ranges is None:
            self._ranges = ranges_of_ranks(np.sort(self._order))
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
        """All of them as Python strings, in this order.

        About 0.4 us each.
        """
        return words_at(self.core, self._order)

    def to_numpy(self) -> NDArray[np.int64]:
        """Their ranks: int64, shape (words,), in this order."""
        return self._order.copy()

    def lengths(self) -> NDArray[np.uint8]:
        """The number of tiles of each word, in this order.

        uint8, shape (words,).
        """
        lengths: NDArray[np.uint8] = self.sorted().lengths()[self.places()]
        return lengths

    def where(self, fitting: NDArray[np.bool_]) -> Listing:
        """Those for which a mask is true, in the same order.

        ``fitting``: bool, shape (words,), in this order; an entry that a masked array hides counts as false. Raises
        QueryError if the mask has another dtype or shape.
        """
        return Listing(self.core, self._order[as_mask(fitting, len(self))])

    def sorted(self) -> Words:
        """The same words in the alphabet's order."""
        return Words(self.core, *self.ranges())

    def places(self) -> NDArray[np.intp]:
        """The place of each word in :meth:`sorted`: intp, shape (words,)."""
        places = np.empty(len(self._order), np.intp)
        places[np.argsort(self._order)] = np.arange(len(self._order))
        return places

    def __reduce__(self) -> tuple[Any, ...]:
        return (Listing, (self.core, self._order))
