"""Columns of a lexicon, with one value for each word; and its editions.

A column gives each word an integer, a number, a text, or no value. It is indexed by words or ranks, one or many at
once. Numbers are views of the mapped file; a text is decompressed with the block that holds it.

A word's *mark* is the symbol shared by all editions that have the word. If two editions are marked ``$`` and ``#``,
``$`` follows the words that only the first has, and ``#`` those that only the second has.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast, overload

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError, show_value
from lexkit.base.time_limits import LEAST_TO_SORT, look
from lexkit.base.written_numbers import is_missing, is_number
from lexkit.formats.columns_section import INTEGER, TEXT, StoredColumn
from lexkit.formats.editions_section import Editions

from ..automaton.index import copy_words
from .memory_limits import BLOCK, require_room
from .rank_ranges import as_array, as_ranks
from .spell_in_blocks import list_in_blocks
from .words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index
    from ..lexicon.lexicon import Lexicon

#: Minimum time to copy a number from any place, in seconds.
_TO_COPY: Final = 2e-9

#: Value of one word, or None.
Value: TypeAlias = int | float | str | None
#: Values of many words: integers (masked if a word has none), numbers (NaN if it has none), or texts (None).
Values: TypeAlias = "NDArray[Any] | list[str | None]"


class Column:
    """Column of a lexicon, made by :meth:`lexkit.Lexicon.column`.

    ``column["WORD"]`` and ``column[rank]`` return one value, or None. ``column[words]`` takes Words, a slice, or a
    list or array of ranks, words or bools (a mask), and returns one value for each, in their order: an int64 array
    (a masked array if words of the column lack a value), a float64 array (NaN for a missing value), or a list of
    str (None for a missing value). Indexing raises QueryError for a non-word, for a rank out of range, and for
    words of another lexicon.
    """

    def __init__(self, index: Index, stored: StoredColumn) -> None:
        if not isinstance(stored, StoredColumn):
            raise TypeError("a column is made by lexkit.Lexicon.column")
        self.core = index
        self._stored = stored
        if stored.kind == TEXT:
            stored.texts.look = look

    @property
    def lexicon(self) -> Lexicon:
        """Lexicon whose words have these values."""
        from ..lexicon.lexicon import lexicon_of

        return lexicon_of(self)

    @property
    def name(self) -> str:
        """Name of the column, as :meth:`lexkit.Lexicon.column` takes it."""
        return self._stored.name

    @property
    def kind(self) -> str:
        """Kind of the values: ``integer``, ``number`` or ``text``."""
        return self._stored.kind

    def __eq__(self, other: object) -> bool:
        """Return whether the other object is the column of this name in a lexicon with the same content."""
        return isinstance(other, Column) and (self.name, self.core.fingerprint) == (other.name, other.core.fingerprint)

    def __hash__(self) -> int:
        return hash((self.name, self.core.fingerprint))

    def __len__(self) -> int:
        """Return the number of words of the lexicon, with or without a value."""
        return self._stored.words

    @property
    def missing(self) -> int:
        """Number of words without a value. The first access to a text column decompresses all its texts."""
        self.core.require_open()
        return self._stored.missing

    @property
    def values(self) -> NDArray[Any]:
        """All numbers by rank: a read-only view of the file, of shape (words,), in the stored dtype.

        A word without a value has 0 or NaN; :attr:`absent` marks these words.

        Raises:
            QueryError: The column holds texts.
        """
        self.core.require_open()
        if self.kind == TEXT:
            raise QueryError(
                "a text column has no array of values", found=f"column {self.name}", remedy="column[words] gives a list"
            )
        return self._stored.values

    @property
    def absent(self) -> NDArray[np.bool_] | None:
        """Mask of the ranks without a number: bool, shape (words,).

        It is None if every word has a number, and for a text column.
        """
        self.core.require_open()
        return None if self.kind == TEXT else self._stored.absent

    @overload
    def __getitem__(self, key: str | int) -> Value: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, key: slice | Words | Iterable[str] | Iterable[int] | NDArray[Any]) -> Values: ...
    def __getitem__(self, key: object) -> Value | Values:
        self.core.require_open()
        if isinstance(key, str):
            return self._value_at(self.core.rank_of_word(key))
        if isinstance(key, slice):
            places = range(*key.indices(len(self)))
            look(_TO_COPY * len(places))
            return self._values_at(np.arange(places.start, places.stop, places.step, dtype=np.int64))
        try:
            rank = operator.index(cast(Any, key))
        except TypeError:
            return self._values_at(self._read_ranks(key))
        if not -len(self) <= rank < len(self):
            raise QueryError("rank out of range", expected=f"0 to {len(self) - 1}", found=rank)
        return self._value_at(rank % len(self))

    def _read_ranks(self, key: Any) -> NDArray[np.int64]:
        """Return the ranks that a key for many words means, checked to be in range."""
        if isinstance(key, Words):
            if key.core is not self.core and key.core.fingerprint != self.core.fingerprint:
                raise QueryError("the words are of another lexicon", expected=self.core, found=key.core)
            return key.to_numpy()
        if not isinstance(key, Iterable) or not getattr(key, "ndim", 1):
            raise QueryError("neither words nor ranks", found=show_value(key))
        listed = key if isinstance(key, np.ndarray) else copy_words(key)
        look(_TO_COPY * len(listed))
        if len(listed) and isinstance(listed[0], str):
            ranks = self.core.ranks(listed)
            if (ranks < 0).any():
                unknown = str(listed[int(np.argmax(ranks < 0))])
                raise QueryError("not a word of the lexicon", found=repr(unknown))
            return ranks
        if len(listed) and isinstance(listed[0], bool):
            listed = as_array(listed, "neither words nor ranks", "a mask")
        if isinstance(listed, np.ndarray) and listed.dtype == bool:
            if listed.shape != (len(self),):
                raise QueryError("the mask must have one entry per word", expected=len(self), found=listed.shape)
            return np.flatnonzero(listed)
        ranks = as_ranks(listed).ravel()
        wrong = (ranks < 0) | (ranks >= len(self))
        if wrong.any():
            found = int(ranks[np.argmax(wrong)])
            raise QueryError("rank out of range", expected=f"0 to {len(self) - 1}", found=found)
        return ranks

    def _value_at(self, rank: int) -> Value:
        stored = self._stored
        if self.kind == TEXT:
            return stored.texts.text(rank) or None
        if stored.absent is not None and stored.absent[rank]:
            return None
        value: int | float = stored.values[rank].item()
        return value

    def _values_at(self, ranks: NDArray[np.int64]) -> Values:
        stored = self._stored
        if self.kind == TEXT:
            return [text or None for text in self._texts_at(ranks)]
        look(_TO_COPY * len(ranks))
        if self.kind != INTEGER:
            return stored.values[ranks].astype(np.float64, copy=False)
        chosen = stored.values[ranks].astype(np.int64)
        if stored.absent is None:
            return chosen
        masked: NDArray[Any] = np.ma.MaskedArray(chosen, stored.absent[ranks])
        return masked

    def _texts_at(self, ranks: NDArray[np.int64]) -> list[str]:
        """Return the texts of these ranks, in their order.

        They are read in ascending order of rank, so that no block is decompressed twice.
        """
        texts = self._stored.texts
        if len(ranks) <= BLOCK:
            return texts.texts(ranks)
        require_room(len(ranks), 16)
        look(LEAST_TO_SORT * len(ranks))
        order = np.argsort(ranks, kind="stable")
        found = [""] * len(ranks)
        for start in range(0, len(ranks), BLOCK):
            look()
            places = order[start : start + BLOCK]
            for place, text in zip(places.tolist(), texts.texts(ranks[places]), strict=True):
                found[place] = text
        return found

    def is_missing(self, words: Words | Iterable[str] | Iterable[int] | NDArray[Any]) -> NDArray[np.bool_]:
        """Return which of these words have no value.

        Args:
            words: Words, ranks or a mask, as for ``column[words]``.

        Returns:
            A bool array of shape (words,), in their order.
        """
        self.core.require_open()
        ranks = self._read_ranks(words)
        if self.kind == TEXT:
            return np.array([not text for text in self._texts_at(ranks)], bool)
        absent = self._stored.absent
        return np.zeros(len(ranks), bool) if absent is None else absent[ranks]

    def containing(self, text: str, words: Words | None = None) -> Words:
        """Return the words whose value contains this text, ignoring case.

        Decompresses every block that holds a text of the words searched: 0.1 s for 178,691 definitions of 80
        letters.

        Args:
            text: Text to look for.
            words: Words to search, by default all.

        Raises:
            QueryError: The column does not hold texts.
        """
        self.core.require_open()
        if self.kind != TEXT:
            raise QueryError(f"column {self.name} has no texts", expected="a column of texts", found=self.kind)
        texts = self._stored.texts
        if words is None:
            return Words.of_ranks(self.core, texts.holding(text))
        ranks = self._read_ranks(words)
        if len(ranks) == len(self):
            return Words.of_ranks(self.core, texts.holding(text))
        return Words.of_ranks(self.core, np.intersect1d(texts.holding(text, texts.blocks_of(ranks)), ranks))

    def __reduce__(self) -> tuple[Any, ...]:
        return (column_of, (self.core, self.name))

    def __repr__(self) -> str:
        return f"<Column {self.name}: {self.kind}, {len(self):,} words>"


def column_of(index: Index, name: str) -> Column:
    """Return the column of this name. Raises QueryError, which lists the columns, for any other name."""
    index.require_open()
    stored = index.columns.get(name) if isinstance(name, str) else None
    if stored is None:
        known = ", ".join(index.columns)
        raise QueryError(
            "the lexicon has no such column",
            expected=f"one of: {known}" if known else None,
            found=repr(name),
            remedy=None if known else f"attach it: lexc attach LEXICON --column {name}=FILE",
        )
    return Column(index, stored)


def values_of(index: Index, word: str) -> dict[str, Value]:
    """Return the word's value in every column, by column name. Raises QueryError for a non-word."""
    return {name: column_of(index, name)[word] for name in index.columns}


def no_numbers(column: Column, ranks: Iterable[int], texts: Iterable[str | None]) -> QueryError:
    """Return the error for texts of a column that should be numbers. It names the first text that is not a number."""
    found, remedy = "numbers that the file of values wrote as texts", "attach them as numbers"
    for rank, text in zip(ranks, texts, strict=True):
        if text and not is_number(text) and not is_missing(text):
            found = f"{text[:40]!r} for {Words.of_ranks(column.core, [rank])[0]}"
            remedy = "attach it again with numbers alone; an empty field, n/a or - is a missing one"
            break
    return QueryError(f"column {column.name} has texts, not numbers", found=found, remedy=remedy)


def no_definitions() -> QueryError:
    """Return the error for a lexicon that was built without definitions."""
    return QueryError(
        "the lexicon has no definitions",
        expected="a column definition",
        remedy="build with --definitions, or attach them: lexc attach LEXICON --column definition=FILE",
    )


def marks(words: Words) -> list[str]:
    """Return the mark of each word, or "", in their order. Takes about 20 ns per word."""
    return _describe_masks(words, Editions.mark_of)


def edition_names(words: Words) -> list[str]:
    """Return the editions of each word, in their order, separated by commas: ``nwl23,csw21``. About 20 ns per word."""
    return _describe_masks(words, lambda editions, mask: ",".join(editions.of_mask(mask)))


def _describe_masks(words: Words, describe: Callable[[Editions, int], str]) -> list[str]:
    """Return a description of each word's mask of editions. Each of the few different masks is described once."""
    editions = words.core.file.editions
    words.core.require_open()
    if editions is None:
        return [""] * len(words)

    def texts_of(block: Words) -> list[str]:
        masks, places = np.unique(editions.masks[block.to_numpy()], return_inverse=True)
        texts = [describe(editions, mask) for mask in masks.tolist()]
        return [texts[place] for place in places.tolist()]

    return list_in_blocks(words, texts_of)


def editions_of(index: Index, word: str) -> tuple[str, ...]:
    """Return the names of the editions that have the word. Empty for a non-word."""
    rank, editions = index.rank(word), index.file.editions
    return () if rank is None or editions is None else editions.of_mask(int(editions.masks[rank]))


def mark_of(index: Index, word: str) -> str:
    """Return the mark of the word, or ""."""
    rank, editions = index.rank(word), index.file.editions
    return "" if rank is None or editions is None else editions.mark_of(int(editions.masks[rank]))


def no_editions(asked: str) -> QueryError:
    """Return the error for a lexicon that was made from one list. ``asked``: what the caller asked for."""
    return QueryError(
        "this lexicon has no editions", found=asked, remedy="lexc merge makes one of several lists that has them"
    )
