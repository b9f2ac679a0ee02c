"""What is known of words, by name: to sort by, to write in columns, to put in a data frame.

Some fields follow from the words themselves and are here; the rest are the columns of the lexicon. All that sorts,
writes or tabulates words asks :func:`field` and knows nothing of where the values come from.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...errors import QueryError
from .column import column_of
from .editions import no_editions
from .listing import Listing

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .words import Words

__all__ = ["USUAL", "Field", "Values", "field", "field_names", "marked_words", "plain_values"]

#: One value a word: numbers as an array, masked or NaN where there is none; texts as a list, None where there is none.
Values: TypeAlias = "NDArray[Any] | list[str] | list[str | None]"
#: The fields of words where none are named.
USUAL: Final = ("word", "rank", "length")


class Field:
    """One fact about words: called with Words it gives a value for each, in their order."""

    __slots__ = ("_order", "_values", "name")

    def __init__(
        self,
        name: str,
        values: Callable[[Words], Values],
        order: Callable[[Words], Values | list[bytes]] | None = None,
    ) -> None:
        """``values``: of words in the alphabet's order. ``order``: what to sort by, where it is not the values."""
        self.name = name
        self._values = values
        self._order = order or values

    def __call__(self, words: Words) -> Values:
        values: Values = _arranged(self._values, words)
        return values

    def sort_values(self, words: Words) -> Values | list[bytes]:
        """What words are sorted by: the values, or something with the alphabet's order in it."""
        values: Values | list[bytes] = _arranged(self._order, words)
        return values

    def __repr__(self) -> str:
        return f"<Field {self.name}>"


def field(index: Index, name: str) -> Field:
    """The field of this name; QueryError, with the names there are, where there is none."""
    made = _FIELDS.get(name)
    if made is not None:
        return made
    if index.editions and name in _OF_EDITIONS:
        return _OF_EDITIONS[name]
    if name in index.file.columns:
        column = column_of(index, name)
        return Field(name, lambda words: column[words])
    raise QueryError("no such field", expected=f"one of {', '.join(field_names(index))}", found=repr(name))


def field_names(index: Index) -> tuple[str, ...]:
    """The names that :func:`field` knows for this lexicon."""
    return (*_FIELDS, *(_OF_EDITIONS if index.editions else ()), *index.file.columns)


def marked_words(index: Index) -> Field:
    """Words with their marks behind them, ``ZEN#``; QueryError for a lexicon without editions."""
    if not index.editions:
        raise no_editions("marks")
    marks = _OF_EDITIONS["mark"]
    return Field("word", lambda words: [word + mark for word, mark in zip(words.to_list(), marks(words), strict=True)])


def plain_values(values: Values) -> list[Any]:
    """As Python numbers and texts; None for what is not known (NaN)."""
    if isinstance(values, list):
        return values
    listed: list[Any] = values.tolist()
    if values.dtype.kind == "f":
        return [None if math.isnan(value) else value for value in listed]
    return listed


def _arranged(values: Callable[[Words], Any], words: Words) -> Any:
    """Values in the order of these words: what measures words walks them in the alphabet's order."""
    if not isinstance(words, Listing):
        return values(words)
    known = values(words.sorted())
    places = words.places()
    return known[places] if isinstance(known, np.ndarray) else [known[place] for place in places.tolist()]


# -- what follows from the words ------------------------------------------------------------------------


def _measured(name: str) -> Callable[[Words], Any]:
    """The measure of this name; those are loaded by the first field that needs one."""

    def values(words: Words) -> Any:
        from . import measures

        return getattr(measures, name)(words)

    return values


def _sorted_tiles(words: Words) -> list[bytes]:
    """Alphagrams in the alphabet's order, which need not be that of their code points."""
    encode = words.core.alphabet.encode
    return [encode(text) for text in _measured("alphagrams")(words)]


def _hooks(behind: bool) -> Callable[[Words], list[str]]:
    def values(words: Words) -> list[str]:
        from .hooks import hook_texts

        return hook_texts(words, behind)

    return values


def _edition(name: str) -> Callable[[Words], Any]:
    def values(words: Words) -> Any:
        from . import editions

        return getattr(editions, name)(words)

    return values


_FIELDS: Final = {
    made.name: made
    for made in (
        Field("word", lambda words: words.to_list(), lambda words: words.to_numpy()),
        Field("rank", lambda words: words.to_numpy()),
        Field("length", lambda words: words.lengths()),
        Field("points", _measured("points")),
        Field("vowels", _measured("vowels")),
        Field("consonants", _measured("consonants")),
        Field("unique", _measured("unique_letters")),
        Field("anagrams", _measured("anagram_counts")),
        Field("probability", _measured("probability_order")),
        Field("alphagram", _measured("alphagrams"), _sorted_tiles),
        Field("front", _hooks(False)),
        Field("back", _hooks(True)),
    )
}
#: Only where the lexicon was made of several lists.
_OF_EDITIONS: Final = {
    "mark": Field("mark", _edition("marks")),
    "editions": Field("editions", _edition("edition_names")),
}
