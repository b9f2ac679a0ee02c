"""Words in an order other than the alphabet's.

A :class:`Listing` has the words that it was sorted from, in an order of its own. Ranks and keys are sorted once.
Only the words that the caller reads are spelled, so that a page from the middle costs as much as the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, overload

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError
from lexkit.base.time_limits import LEAST_TO_SORT, in_force, look

from .memory_limits import BLOCK, require_room
from .rank_ranges import Ranges, as_mask, as_place, as_ranks, core_of, ranges_of_ranks, sort_distinct
from .words import Words, words_of_ranges

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..automaton.index import Index, LexiconLike

#: Minimum time to copy a number in any order, in seconds.
_TO_COPY: Final = 2e-9
#: Number of words spelled at a time while iterating.
_PAGE = 1024


class Listing(Words):
    """Words in an order of their own, made by :meth:`lexkit.Words.sorted_by`.

    Indexing, slices (Listings again, also backwards), iteration and all arrays follow that order. As a set it
    equals the words it was made from: ``in``, ``==`` and the hash ignore the order, and ``& | - ^ ~`` return plain
    Words.
    """

    __slots__ = ("_order",)

    def __init__(self, lexicon: LexiconLike, ranks: ArrayLike) -> None:
        """Make a listing of words from their ranks.

        Args:
            lexicon: The lexicon, or its index.
            ranks: Whole numbers, in range, each at most once, in the order wanted. They are copied.

        Raises:
            QueryError: The ranks are not such numbers.
        """
        index = core_of(lexicon)
        order = as_ranks(ranks)
        require_room(order.size, 32)
        look(LEAST_TO_SORT * order.size)
        distinct = sort_distinct(order.ravel())
        outside = len(distinct) and (distinct[0] < 0 or distinct[-1] >= len(index))
        if order.ndim != 1 or len(distinct) != len(order) or outside:
            expected = f"each at most once, one dimension, 0 to {len(index) - 1:,}"
            raise QueryError("not ranks in an order", expected=expected, found=repr(ranks)[:60])
        self.hold_order(index, order.copy())

    def hold_order(self, index: Index, order: NDArray[np.int64]) -> None:
        """Initialize from ranks that are in range, each at most once. For lexkit's own code."""
        self.hold(index, None)
        self._order = order
        self._size = len(order)

    def _find_ranges(self) -> Ranges:
        if in_force:
            look()
        if self._ranges is None:
            require_room(len(self._order), 32)
            look(LEAST_TO_SORT * len(self._order))
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
            order = self._order[place]
            look(_TO_COPY * len(order))
            return listing_of(self.core, order)
        number = as_place(place, len(self))
        return words_at(self.core, self._order[number : number + 1])[0]

    def to_list(self) -> list[str]:
        """Return all words as Python strings, in this order. Takes about 0.4 us each."""
        return words_at(self.core, self._order)

    def to_numpy(self) -> NDArray[np.int64]:
        """Return the ranks as an int64 array of shape (words,), in this order."""
        look(_TO_COPY * len(self._order))
        return self._order.copy()

    def lengths(self) -> NDArray[np.uint8]:
        """Return the number of tiles of each word as a uint8 array of shape (words,), in this order."""
        lengths, places = self.sorted().lengths(), self.places()
        look(_TO_COPY * len(places))
        return lengths[places]

    def where(self, fitting: NDArray[np.bool_]) -> Listing:
        """Return the words for which a mask is true, in the same order.

        Args:
            fitting: A bool array of shape (words,), in this order. Masked entries of a masked array count as false.

        Raises:
            QueryError: The mask has another dtype or shape.
        """
        look(_TO_COPY * len(self._order))
        return listing_of(self.core, self._order[as_mask(fitting, len(self))])

    def sorted(self) -> Words:
        """Return the same words in the alphabet's order."""
        return words_of_ranges(self.core, *self.ranges())

    def places(self) -> NDArray[np.intp]:
        """Return the place of each word in :meth:`sorted` as an intp array of shape (words,)."""
        require_room(len(self._order), 16)
        look((LEAST_TO_SORT + _TO_COPY) * len(self._order))
        places = np.empty(len(self._order), np.intp)
        places[np.argsort(self._order)] = np.arange(len(self._order))
        return places

    def __reduce__(self) -> tuple[Any, ...]:
        return (Listing, (self.core, self._order))


def listing_of(index: Index, order: NDArray[np.int64]) -> Listing:
    """Return a listing of ranks without the checks of :class:`Listing`, for callers whose ranks are correct."""
    listing = Listing.__new__(Listing)
    listing.hold_order(index, order)
    return listing


def words_at(index: Index, ranks: ArrayLike) -> list[str]:
    """Return the words with these ranks, in the order of the ranks, repeats included.

    Raises QueryError for a rank out of range.
    """
    wanted = as_ranks(ranks).ravel()
    found = Words.of_ranks(index, wanted)
    spelled, distinct = found.to_list(), found.to_numpy()
    listed: list[str] = []
    for start in range(0, len(wanted), BLOCK):
        look()
        places = np.searchsorted(distinct, wanted[start : start + BLOCK])
        listed += [spelled[place] for place in places.tolist()]
    return listed
