"""Answers to queries: sorted sets of words, spelled lazily.

A :class:`Words` holds ascending, disjoint ranges of ranks. Counting, set operations and paging work on the ranges;
only words that the caller reads are spelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from lexkit.base import lazy_numpy as np
from lexkit.base.checks import require_whole
from lexkit.base.errors import QueryError
from lexkit.base.time_limits import LEAST_TO_SORT, in_force, look

from ..automaton.read_only_arrays import freeze
from .memory_limits import BLOCK, require_few, require_room
from .rank_ranges import (
    Between,
    LazyRanges,
    Ranges,
    as_mask,
    as_place,
    as_ranks,
    combine_ranges,
    core_of,
    join_ranges,
    ranges_of_ranks,
    require_ranges,
    sort_distinct,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..automaton.index import Index, LexiconLike
    from ..lexicon.lexicon import Lexicon
    from .listing import Listing
    from .occurrences import Occurrence

#: Number of words spelled at a time while iterating.
_PAGE = 1024
#: Number of words shown by ``repr``.
_SHOWN = 6


class Words(Sequence[str]):
    """Sorted set of words of one lexicon, spelled lazily.

    It supports ``len``, ``in``, iteration, indexing (``words[3]``; ``words[-5:]`` is a Words again), ``~``, and the
    set operators ``& | - ^`` with another Words of the same lexicon. Two are equal if they hold the same words.
    Because it is stored as ranges of ranks, ``len`` and taking a page spell no words.
    """

    __slots__ = ("_all", "_ends", "_frozen", "_query", "_ranges", "_size", "core", "text")

    def __init__(self, lexicon: LexiconLike, starts: ArrayLike, stops: ArrayLike) -> None:
        """Make the words of ranges of ranks [start, stop).

        Args:
            lexicon: The lexicon, or its index.
            starts: First rank of each range, int64. The array is copied.
            stops: End of each range, int64. The array is copied.

        Raises:
            QueryError: The ranges are not ascending, disjoint, non-empty and in range.
        """
        index = core_of(lexicon)
        self.hold(index, require_ranges(starts, stops, len(index)))

    def hold(
        self,
        index: Index,
        ranges: Ranges | None,
        query: LazyRanges | None = None,
        every: NDArray[np.int64] | None = None,
    ) -> None:
        """Initialize from ranges of ranks, or from a query that finds them. For lexkit's own code.

        ``every``: all ranks, if they are known; then all arrays are read-only.
        """
        self.core = index
        self._ranges = ranges
        self._frozen = every is not None
        self._query = query
        #: Tiles of the prefix, suffix or substring that found these words; for lexkit's own code.
        self.text: bytes | None = None
        self._size: int | None = None if every is None else len(every)
        self._ends: NDArray[np.int64] | None = None
        #: All ranks, if they are known.
        self._all: NDArray[np.int64] | None = every

    def ranges(self) -> Ranges:
        """Return the ranges [start, stop) of the ranks.

        Returns:
            A pair (starts, stops) of read-only int64 arrays of equal length. The ranges are ascending, disjoint and
            not empty.
        """
        ranges = self._find_ranges()
        if not self._frozen:
            ranges = self._ranges = freeze(ranges[0]), freeze(ranges[1])
            self._frozen = True
        return ranges

    def _find_ranges(self) -> Ranges:
        """Return the ranges for methods of this class, which do not modify them; freezing would take a microsecond.

        Every read of the answer comes through here or through the index, and checks the deadline.
        """
        if in_force:
            look()
        if self._ranges is None:
            assert self._query is not None
            self._ranges = self._query.ranges(self._size)
        return self._ranges

    @classmethod
    def of_ranks(cls, lexicon: LexiconLike, ranks: ArrayLike) -> Words:
        """Return the words with these ranks.

        Args:
            lexicon: The lexicon, or its index.
            ranks: Ranks in any order; repeats count once.

        Raises:
            QueryError: A rank is out of range.
        """
        index = core_of(lexicon)
        look()
        given = as_ranks(ranks).ravel()
        # The ranks are sorted, made distinct, and grouped.
        require_room(len(given), 32)
        look(LEAST_TO_SORT * len(given))
        array = sort_distinct(given)
        if len(array) and (array[0] < 0 or array[-1] >= len(index)):
            found = int(array[0] if array[0] < 0 else array[-1])
            raise QueryError("rank out of range", expected=f"0 to {len(index) - 1}", found=found)
        return words_of_ranges(index, *ranges_of_ranks(array))

    @property
    def lexicon(self) -> Lexicon:
        """Lexicon that these words belong to."""
        from ..lexicon.lexicon import lexicon_of

        return lexicon_of(self)

    # -- as a sequence ------------------------------------------------------------------------------

    def _count_to_ends(self) -> NDArray[np.int64]:
        """Return the number of words up to the end of each range, cached."""
        if self._ends is None:
            starts, stops = self._find_ranges()
            self._ends = np.cumsum(stops - starts)
        return self._ends

    def __len__(self) -> int:
        if self._size is None:
            if self._ranges is None and self._query is not None:
                self._size = self._query.size()
            else:
                starts, stops = self._find_ranges()
                self._size = int((stops - starts).sum())
        return self._size

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[str]:
        self._find_ranges()
        for start in range(0, len(self), _PAGE):
            yield from self[start : start + _PAGE].to_list()

    def __contains__(self, word: object) -> bool:
        rank = self.core.rank(word) if isinstance(word, str) else None
        if rank is None:
            return False
        starts, stops = self._find_ranges()
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
                raise QueryError(
                    "Words cannot be sliced backwards", found=place, remedy="reversed() reads them backwards"
                )
            if step == 1:
                page = self._page(start, stop)
                page.text = self.text
                return page
            require_few(self, size=16)
            return Words.of_ranks(self.core, self.to_numpy()[place])
        number = as_place(place, len(self))
        return self._page(number, number + 1).to_list()[0]

    def _page(self, start: int, stop: int) -> Words:
        """Return the words at places ``start`` to ``stop``, by two binary searches. Skipped words cost nothing."""
        if start >= stop:
            return words_of_query(self.core, Between(self.core, 0, 0))
        if self._ranges is None and isinstance(self._query, Between):
            return words_between(self.core, self._query.low + start, self._query.low + stop)
        starts, stops = self._find_ranges()
        ends = self._count_to_ends()
        first = int(np.searchsorted(ends, start, side="right"))
        last = int(np.searchsorted(ends, stop, side="left"))
        starts, stops = starts[first : last + 1].copy(), stops[first : last + 1].copy()
        stops[-1] -= int(ends[last]) - stop
        starts[0] += start - (int(ends[first - 1]) if first else 0)
        return words_of_ranges(self.core, starts, stops)

    def to_list(self) -> list[str]:
        """Return all words as Python strings, in about 60 ns each.

        Raises:
            QueryError: There are more than 67,108,864 words.
        """
        if self._ranges is None and self._query is not None:
            return self._query.spell()
        require_few(self)
        return self.core.spell(*self._find_ranges())

    def to_numpy(self) -> NDArray[np.int64]:
        """Return the ranks: indices into any column of the lexicon.

        Returns:
            An int64 array of shape (words,), ascending.

        Raises:
            QueryError: There are more than 67,108,864 words.
        """
        if in_force:
            look()
        if self._all is not None:
            return self._all.copy()
        require_few(self)
        if len(self) <= BLOCK:
            return self._list_ranks()
        ranks = np.empty(len(self), np.int64)
        for start in range(0, len(self), BLOCK):
            look()
            ranks[start : start + BLOCK] = self._page(start, min(start + BLOCK, len(self))).to_numpy()
        return ranks

    def _list_ranks(self) -> NDArray[np.int64]:
        """Return the ranks of at most a block of words."""
        starts, stops = self._find_ranges()
        if len(self) == len(starts):
            return starts.copy()
        lengths = stops - starts
        ranks = np.repeat(starts - (self._count_to_ends() - lengths), lengths)
        ranks += np.arange(len(ranks))
        return ranks

    def lengths(self) -> NDArray[np.uint8]:
        """Return the number of tiles of each word. Takes about 15 ns per word.

        Returns:
            A uint8 array of shape (words,), in the order of the words.
        """
        require_few(self)
        return self.core.lengths(*self._find_ranges())

    def of_length(self, shortest: int | str, longest: int | None = None) -> Words:
        """Return the words with ``shortest`` tiles, or with ``shortest`` to ``longest`` tiles.

        Args:
            shortest: Number of tiles, or, without ``longest``, a range of the query language such as ``"5-8"`` or
                ``">=7"``.
            longest: Maximum number of tiles, by default ``shortest``.

        Raises:
            QueryError: A number is not a whole number of at least 0, or ``shortest`` is greater than ``longest``.
        """
        if isinstance(shortest, str) and longest is None:
            from .number_ranges import parse_range

            low, high = parse_range(shortest)
        else:
            low = require_whole(shortest, "length", 0)
            high = low if longest is None else require_whole(longest, "length", 0)
            if low > high:
                raise QueryError(
                    "the range of lengths is empty", expected="the smaller one first", found=f"{low}, {high}"
                )
        lengths = self.lengths()
        look(1e-9 * len(lengths))
        return self.where((lengths >= low) & (lengths <= high))

    def occurrences(self, text: str | None = None) -> Iterator[Occurrence]:
        """Yield each occurrence of a text in each word: the letters before it, the text, and the letters after it.

        Words come in order, and the occurrences in a word from left to right; they may overlap. Takes about 1 us
        each.

        Args:
            text: Text to look for; by default the prefix, suffix or substring that found these words.

        Raises:
            QueryError: The text is empty, or there is neither a text nor a prefix, suffix or substring that found
                the words.
            AlphabetError: The alphabet cannot spell the text.
        """
        from .occurrences import split_words

        if text is None and self.text is None:
            raise QueryError(
                "no text to look for", remedy="give it: words.occurrences(text), or ask lex.substring(text)"
            )
        tiles = self.core.encode(text) if text is not None else self.text
        assert tiles is not None
        return split_words(self.core, self, tiles)

    def where(self, fitting: NDArray[np.bool_]) -> Words:
        """Return the words for which a mask is true.

        Args:
            fitting: A bool array of shape (words,), in the order of the words. Masked entries of a masked array
                count as false.

        Raises:
            QueryError: The mask has another dtype or shape.
        """
        mask = as_mask(fitting, len(self))
        require_few(self)
        if len(self) <= BLOCK:
            return words_of_ranges(self.core, *ranges_of_ranks(self.to_numpy()[mask]))
        found = []
        for start in range(0, len(self), BLOCK):
            look()
            stop = min(start + BLOCK, len(self))
            found.append(ranges_of_ranks(self._page(start, stop).to_numpy()[mask[start:stop]]))
        return words_of_ranges(self.core, *join_ranges(found, look))

    def sorted_by(self, *keys: str | ArrayLike, reverse: bool = False) -> Listing:
        """Return the same words in another order.

        Takes about 0.1 us per word and key. Ties of the first key are broken by the next, and at last by rank. A
        word without a value (None, NaN or masked) comes last.

        Args:
            keys: Each is ``alphabet``, a field (``length``, ``points``, ``probability`` or any column of the
                lexicon), or an array with one value per word, in the order of the words. ``-`` in front of a name
                puts the largest first.
            reverse: Reverse the whole order.

        Raises:
            QueryError: A field is unknown, or an array has another shape or values that cannot be compared.
        """
        from .word_fields import sort

        return sort(self, keys, reverse)

    def sorted(self) -> Words:
        """Return these words in the alphabet's order."""
        return self

    # -- for other libraries ------------------------------------------------------------------------

    def to_frame(self, columns: Iterable[str] | None = None, library: str | None = None) -> Any:
        """Return a data frame with one row per word: a pandas or polars DataFrame, or a pyarrow Table.

        Arrays of numbers are not copied again for the table.

        Args:
            columns: Names of fields and of columns of the lexicon, as for :meth:`sorted_by`; by default word, rank
                and length.
            library: ``pandas``, ``polars`` or ``arrow``; by default the first of them that the program has
                imported, or else the first that is installed.

        Raises:
            QueryError: A field or library is unknown, or the library is not installed.
        """
        from .data_frames import to_frame

        return to_frame(self, columns, library)

    def filter_batches(self, batches: Iterable[Any], column: str = "word") -> Iterator[Any]:
        """Yield each pyarrow.RecordBatch with only the rows whose ``column`` is one of these words.

        Batches are read as they are asked for. Takes 0.2 us per row.

        Args:
            batches: Record batches.
            column: Name of the column that holds words.

        Raises:
            QueryError: There is no such column.
        """
        from ..lexicon.record_batches import filter_batches

        return filter_batches(self, batches, column)

    def _repr_html_(self) -> str:
        """Show the first words with their hooks, for notebooks."""
        from lexkit.players.pictures.results import show_words

        return show_words(self)

    # -- as a set -----------------------------------------------------------------------------------

    def _combine(self, other: Words, keep: Any) -> Words:
        if not are_of_one_lexicon(self, other):
            raise QueryError("cannot combine words of different lexicons", expected=self.core, found=other.core)
        return words_of_ranges(self.core, *combine_ranges(self._find_ranges(), other._find_ranges(), keep, look))

    def __and__(self, other: Words) -> Words:
        return self._combine(other, np.logical_and) if isinstance(other, Words) else NotImplemented

    def __or__(self, other: Words) -> Words:
        return self._combine(other, np.logical_or) if isinstance(other, Words) else NotImplemented

    def __sub__(self, other: Words) -> Words:
        return self._combine(other, np.greater) if isinstance(other, Words) else NotImplemented

    def __xor__(self, other: Words) -> Words:
        return self._combine(other, np.not_equal) if isinstance(other, Words) else NotImplemented

    def __invert__(self) -> Words:
        """Return all other words of the lexicon."""
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
        return (Words, (self.core, *self.ranges()), (None, {"text": self.text}))

    def __repr__(self) -> str:
        if not self.core.nodes.opened:
            return "<words of a closed lexicon>"
        shown = ", ".join(self[:_SHOWN].to_list())
        more = ", ..." if len(self) > _SHOWN else ""
        return f"<{len(self):,} {'word' if len(self) == 1 else 'words'}{': ' if shown else ''}{shown}{more}>"


def words_of_ranges(index: Index, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> Words:
    """Return the words of ranges without the checks of :class:`Words`, for callers whose ranges are correct."""
    words = Words.__new__(Words)
    words.hold(index, (starts, stops))
    return words


def words_of_query(index: Index, query: LazyRanges) -> Words:
    """Return the words of a query that finds their ranges when needed, and can count and spell without them."""
    words = Words.__new__(Words)
    words.hold(index, None, query)
    return words


def all_words(index: Index) -> Words:
    """Return all words of a lexicon."""
    return words_between(index, 0, len(index))


def words_between(index: Index, low: int, high: int) -> Words:
    """Return the words with low <= rank < high, both in range. There are none if low >= high."""
    index.require_open()
    return words_of_query(index, Between(index, low, high))


def are_of_one_lexicon(words: Words, other: Words) -> bool:
    """Return whether a rank means the same word in both."""
    return words.core is other.core or words.core.fingerprint == other.core.fingerprint
