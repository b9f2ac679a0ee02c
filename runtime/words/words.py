"""Answers: sorted sets of words that are spelled only when looked at.

A :class:`Words` holds ascending, disjoint ranges of ranks. Counting, set operations and paging work on the
ranges; only words that are read are spelled.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import QueryError
from ..limits import look

if TYPE_CHECKING:
    from ..automaton.beginnings import Beginnings
    from ..automaton.index import HasIndex, Index
    from ..lexicon import Lexicon
    from .listing import Listing

__all__ = [
    "Words",
    "all_words",
    "are_of_one_lexicon",
    "as_place",
    "distinct",
    "one_each",
    "rank_ranges",
    "require_few",
    "union",
    "united",
    "whole_ranks",
    "words_at",
    "words_between",
]

#: Words spelled at a time while iterating.
_PAGE = 1024
#: Most words that are looked at one by one, or listed, at once: a file of 700 bytes can have 2^32 of them.
MOST_AT_ONCE: Final = 1 << 26
_RANK = np.dtype(np.int64)
#: Words shown by ``repr``.
_SHOWN = 6


class Words(Sequence[str]):
    """A sorted set of words of one lexicon, as ranks; words are spelled when looked at.

    ``len``, ``in``, iteration, indexing (``words[3]``, ``words[-5:]`` gives Words again) and the set operators
    ``& | - ^`` with another Words of the same lexicon. Two are equal if they hold the same words.
    """

    __slots__ = ("_all", "_ends", "_query", "_ranges", "_size", "core")

    def __init__(
        self,
        index: Index,
        starts: NDArray[np.int64] | None,
        stops: NDArray[np.int64] | None,
        query: Beginnings | None = None,
    ) -> None:
        """From ascending, disjoint, non-empty ranges [start, stop) of ranks (int64), or from a query.

        A query is asked for its ranges only when they are needed: it can be counted and spelled without.
        """
        self.core = index
        self._ranges = None if starts is None or stops is None else (starts, stops)
        self._query = query
        self._size: int | None = None
        self._ends: NDArray[np.int64] | None = None
        #: All ranks, where somebody has them.
        self._all: NDArray[np.int64] | None = None

    def ranges(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Starts and stops of the ascending, disjoint ranges [start, stop) of their ranks: int64, to be read only."""
        if self._ranges is None:
            assert self._query is not None
            self._ranges = self._query.ranges(self._size)
        return self._ranges

    @classmethod
    def of_ranks(cls, lexicon: HasIndex, ranks: ArrayLike) -> Words:
        """From ranks in any order; raises QueryError for a rank the lexicon does not have."""
        index = lexicon.core
        array = distinct(whole_ranks(ranks).ravel())
        if len(array) and (array[0] < 0 or array[-1] >= len(index)):
            found = int(array[0] if array[0] < 0 else array[-1])
            raise QueryError("no such rank", expected=f"0 to {len(index) - 1}", found=found)
        return cls(index, *rank_ranges(array))

    @classmethod
    def of_found(cls, index: Index, ranges: int, numbers: bytes) -> Words:
        """From so many ascending, disjoint ranges as a kernel gives them, where it has all ranks anyway.

        int64: all starts, then all stops, then all ranks.
        """
        array = np.frombuffer(numbers, _RANK)
        words = cls(index, array[:ranges], array[ranges : 2 * ranges])
        words._all = array[2 * ranges :]
        words._size = len(words._all)
        return words

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon they are words of."""
        from ..lexicon import lexicon_of

        return lexicon_of(self)

    # -- as a sequence ------------------------------------------------------------------------------

    def _cumulated(self) -> NDArray[np.int64]:
        """Number of words up to the end of each range."""
        if self._ends is None:
            starts, stops = self.ranges()
            self._ends = np.cumsum(stops - starts)
        return self._ends

    def __len__(self) -> int:
        if self._size is None:
            if self._ranges is None and self._query is not None:
                self._size = self._query.size()
            else:
                starts, stops = self.ranges()
                self._size = int((stops - starts).sum())
        return self._size

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[str]:
        self.ranges()
        for start in range(0, len(self), _PAGE):
            yield from self[start : start + _PAGE].to_list()

    def __contains__(self, word: object) -> bool:
        rank = self.core.rank(word) if isinstance(word, str) else None
        if rank is None:
            return False
        starts, stops = self.ranges()
        place = int(np.searchsorted(starts, rank, side="right")) - 1
        return place >= 0 and rank < int(stops[place])

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Words: ...
    def __getitem__(self, place: int | slice) -> str | Words:
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            if step < 0:
                raise QueryError("words are sorted", found=place, remedy="reversed() reads them backwards")
            if step == 1:
                return self._page(start, stop)
            return Words.of_ranks(self.core, self.to_numpy()[place])
        number = as_place(place, len(self))
        return self._page(number, number + 1).to_list()[0]

    def _page(self, start: int, stop: int) -> Words:
        """Words number ``start`` to ``stop``: two binary searches, nothing for what is skipped."""
        starts, stops = self.ranges()
        if start >= stop:
            return Words(self.core, starts[:0], stops[:0])
        ends = self._cumulated()
        first = int(np.searchsorted(ends, start, side="right"))
        last = int(np.searchsorted(ends, stop, side="left"))
        starts, stops = starts[first : last + 1].copy(), stops[first : last + 1].copy()
        stops[-1] -= int(ends[last]) - stop
        starts[0] += start - (int(ends[first - 1]) if first else 0)
        return Words(self.core, starts, stops)

    def to_list(self) -> list[str]:
        """All of them as Python strings: about 60 ns each. QueryError for more than 67,108,864."""
        if self._ranges is None and self._query is not None:
            return self._query.spell()
        require_few(self, 2e-8)
        return self.core.spell(*self.ranges())

    def to_numpy(self) -> NDArray[np.int64]:
        """Their ranks, ascending, int64: indices into any column of the lexicon."""
        if self._all is not None:
            return self._all.copy()
        require_few(self)
        starts, stops = self.ranges()
        lengths = stops - starts
        ranks = np.repeat(starts - (self._cumulated() - lengths), lengths)
        ranks += np.arange(len(ranks))
        return ranks

    def lengths(self) -> NDArray[np.uint8]:
        """Tiles of each word, uint8, in their order: about 15 ns a word."""
        require_few(self, 5e-9)
        return self.core.lengths(*self.ranges())

    def of_length(self, shortest: int, longest: int | None = None) -> Words:
        """Those of so many tiles, or of ``shortest`` to ``longest``."""
        lengths = self.lengths()
        return self.where((lengths >= shortest) & (lengths <= (shortest if longest is None else longest)))

    def where(self, fitting: NDArray[np.bool_]) -> Words:
        """Those for which this is true: bool, one for each word, in their order; what an array masks is not.

        QueryError for anything else.
        """
        return Words(self.core, *rank_ranges(self.to_numpy()[one_each(fitting, len(self))]))

    def sorted_by(self, *keys: str | ArrayLike, reverse: bool = False) -> Listing:
        """The same words in another order: by the first key, where that is the same by the next, last by rank.

        A key is ``alphabet``, a field (``length``, ``points``, ``probability``, any column of the lexicon), ``-`` in
        front for the largest first, or an array with one value for each word, in their order. Of what is not known
        (NaN) the order is last. ``reverse``: the whole order backwards. About 0.1 us a word and key.
        """
        from .sorting import sort

        return sort(self, keys, reverse)

    def sorted(self) -> Words:
        """These words in the alphabet's order."""
        return self

    # -- for other libraries ------------------------------------------------------------------------

    def to_frame(self, columns: Iterable[str] | None = None, library: str | None = None) -> Any:
        """A table with a row a word: a pandas or polars DataFrame, or a pyarrow Table.

        ``columns``: fields and columns of the lexicon, as for :meth:`sorted_by`; word, rank and length without.
        ``library``: ``pandas``, ``polars`` or ``arrow``; without, the first of them that is imported, else the first
        that is installed. Numbers are not copied again for the table.
        """
        from .frames import to_frame

        return to_frame(self, columns, library)

    def _repr_html_(self) -> str:
        """For notebooks: the first words with their hooks."""
        from .frames import html

        return html(self)

    # -- as a set -----------------------------------------------------------------------------------

    def _combine(self, other: Words, keep: Any) -> Words:
        if not are_of_one_lexicon(self, other):
            raise QueryError("words of two lexicons cannot be combined by rank", expected=self.core, found=other.core)
        edges = distinct(np.concatenate([*self.ranges(), *other.ranges()]))
        inside = keep(_covers(self, edges), _covers(other, edges))
        change = np.flatnonzero(np.diff(inside, prepend=False, append=False))
        return Words(self.core, edges[change[::2]], edges[change[1::2]])

    def __and__(self, other: Words) -> Words:
        return self._combine(other, np.logical_and) if isinstance(other, Words) else NotImplemented

    def __or__(self, other: Words) -> Words:
        return self._combine(other, np.logical_or) if isinstance(other, Words) else NotImplemented

    def __sub__(self, other: Words) -> Words:
        return self._combine(other, np.greater) if isinstance(other, Words) else NotImplemented

    def __xor__(self, other: Words) -> Words:
        return self._combine(other, np.not_equal) if isinstance(other, Words) else NotImplemented

    def __invert__(self) -> Words:
        """All words of the lexicon but these."""
        return all_words(self.core) - self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Words):
            return NotImplemented
        if not are_of_one_lexicon(self, other):
            return False
        return len(self) == len(other) and not self ^ other

    def __hash__(self) -> int:
        return hash((self.core.fingerprint, len(self), int(self.ranges()[0][0]) if self else -1))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Words, (self.core, *self.ranges()))

    def __repr__(self) -> str:
        if not self.core.nodes.opened:
            return "<words of a closed lexicon>"
        shown = ", ".join(self[:_SHOWN].to_list())
        more = ", ..." if len(self) > _SHOWN else ""
        return f"<{len(self):,} {'word' if len(self) == 1 else 'words'}{': ' if shown else ''}{shown}{more}>"


def all_words(index: Index) -> Words:
    """All words of a lexicon."""
    return words_between(index, 0, len(index))


def words_between(index: Index, low: int, high: int) -> Words:
    """The words with low <= rank < high, which the lexicon has; none if low >= high."""
    index.require_open()
    ends = ([low], [high]) if low < high else ([], [])
    starts, stops = (np.array(end, np.int64) for end in ends)
    return Words(index, starts, stops)


def words_at(index: Index, ranks: ArrayLike) -> list[str]:
    """The words of these ranks, in their order, repeats included; raises QueryError for a rank out of range."""
    wanted = whole_ranks(ranks).ravel()
    spelled = Words.of_ranks(index, wanted).to_list()
    places = np.searchsorted(distinct(wanted), wanted)
    return [spelled[place] for place in places.tolist()]


def union(index: Index, some: Sequence[Words]) -> Words:
    """The words of any of these sets, of one lexicon. One step, so that many small sets are not copied repeatedly."""
    if not some:
        return words_between(index, 0, 0)
    starts, stops = (np.concatenate(ends) for ends in zip(*(words.ranges() for words in some), strict=True))
    return Words(index, *united(starts, stops))


def are_of_one_lexicon(words: Words, other: Words) -> bool:
    """Whether the ranks of both mean the same words."""
    return words.core is other.core or words.core.fingerprint == other.core.fingerprint


def require_few(words: Words, each: float = 1e-9) -> None:
    """QueryError where there are more than can be looked at one by one, TimeLimitError where in the time left.

    ``each``: seconds that one takes at least.
    """
    if len(words) > MOST_AT_ONCE:
        raise QueryError(
            "too many words at once",
            expected=f"at most {MOST_AT_ONCE:,}",
            found=f"{len(words):,}",
            remedy="ask for fewer, or take them in slices",
        )
    look(each * len(words))


def whole_ranks(ranks: ArrayLike) -> NDArray[np.int64]:
    """Ranks as int64; QueryError for what is no whole number."""
    try:
        array = np.asarray(ranks)
        if not array.size:
            return np.zeros(0, np.int64)
        if array.dtype == np.bool_:
            raise TypeError("a mask")
        return array.astype(np.int64, casting="same_kind")
    except (TypeError, ValueError, OverflowError) as error:
        raise QueryError("a rank is a whole number", found=repr(ranks)[:60]) from error


def as_place(index: object, number: int) -> int:
    """The place of one of so many, from 0, that this index means; IndexError where there is none."""
    place = wanted = operator.index(cast(SupportsIndex, index))
    if wanted < 0:
        place += number
    if not 0 <= place < number:
        raise IndexError(f"word {wanted} of {number}")
    return place


def one_each(fitting: ArrayLike, number: int) -> NDArray[np.bool_]:
    """A mask for so many words; QueryError for what is none, such as numbers, which numpy takes for places."""
    mask = np.ma.filled(fitting, False) if isinstance(fitting, np.ma.MaskedArray) else fitting
    try:
        array: NDArray[Any] = np.asarray(mask)
    except (TypeError, ValueError) as error:
        raise QueryError("no mask", expected="one bool for each word", found=str(error)) from error
    if array.dtype != np.bool_ or array.shape != (number,):
        if array.size == number == 0:
            return np.zeros(0, np.bool_)
        found = f"{array.dtype} of shape {array.shape}"
        raise QueryError("no mask", expected=f"one bool for each of {number:,} words", found=found)
    return array


def distinct(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """These numbers in ascending order, each once. ``np.unique`` hashes them, which takes up to forty times as long."""
    ordered = np.sort(numbers)
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def united(starts: NDArray[np.int64], stops: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Ranges in any order, which may overlap, as ascending, disjoint ones of the same ranks."""
    if len(starts) < 2 or (starts[1:] >= stops[:-1]).all():
        return starts, stops
    order = np.argsort(starts)
    starts, reached = starts[order], np.maximum.accumulate(stops[order])
    first = np.ones(len(starts), bool)
    first[1:] = starts[1:] > reached[:-1]
    last = np.ones(len(starts), bool)
    last[:-1] = first[1:]
    return starts[first], reached[last]


def rank_ranges(ranks: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Ascending, unique ranks as ranges."""
    first = np.ones(len(ranks), bool)
    first[1:] = np.diff(ranks) > 1
    starts = ranks[first]
    last = np.ones(len(ranks), bool)
    last[:-1] = first[1:]
    return starts, ranks[last] + 1


def _covers(words: Words, edges: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether a range begins at or spans each edge."""
    begun, ended = (np.searchsorted(ends, edges, side="right") for ends in words.ranges())
    inside: NDArray[np.bool_] = begun > ended
    return inside
