"""What is known of words, by name: to sort by, to write in columns, to put in a data frame.

Some fields follow from the words themselves and are here; the rest are the columns of the lexicon. All that sorts,
writes or tabulates words asks :func:`field` and knows nothing of where the values come from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...errors import QueryError
from ..listing import Listing

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from ..words import Words

__all__ = ["USUAL", "Field", "Values", "field", "field_names"]

#: One value a word: numbers as an array, texts as a list.
Values: TypeAlias = "NDArray[Any] | list[str]"
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


def field(lexicon: Lexicon, name: str) -> Field:
    """The field of this name; QueryError, with the names there are, where there is none."""
    made = _FIELDS.get(name)
    if made is not None:
        return made
    if name in _columns(lexicon):
        column: Any = lexicon.column(name)  # type: ignore[attr-defined]
        return Field(name, lambda words: column[words])
    raise QueryError("no such field", expected=f"one of {', '.join(field_names(lexicon))}", found=repr(name))


def field_names(lexicon: Lexicon) -> tuple[str, ...]:
    """The names that :func:`field` knows for this lexicon."""
    return (*_FIELDS, *_columns(lexicon))


def _columns(lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(getattr(lexicon, "columns", ()))


def _arranged(values: Callable[[Words], Any], words: Words) -> Any:
    """Values in the order of these words: what measures words walks them in the alphabet's order."""
    if not isinstance(words, Listing):
        return values(words)
    known = values(words.sorted())
    places = words.places()
    return known[places] if isinstance(known, np.ndarray) else [known[place] for place in places.tolist()]


# -- what follows from the words ------------------------------------------------------------------------


def _sorted_tiles(words: Words) -> list[bytes]:
    encode = words.lexicon.alphabet.encode
    return [bytes(sorted(encode(word))) for word in words.to_list()]


def _alphagrams(words: Words) -> list[str]:
    return list(map(words.lexicon.alphabet.decode, _sorted_tiles(words)))


def _hooks(words: Words, behind: bool) -> list[str]:
    return [str(words.lexicon.cross_sets(word)[behind]) for word in words.to_list()]


def _of_tiles(words: Words, worth: list[int]) -> NDArray[np.int64]:
    """The sum of what each tile is worth, for each word."""
    encode = words.lexicon.alphabet.encode
    return np.array([sum([worth[tile - 1] for tile in encode(word)]) for word in words.to_list()], np.int64)


_FIELDS: Final = {
    made.name: made
    for made in (
        Field("word", lambda words: words.to_list(), lambda words: words.to_numpy()),
        Field("rank", lambda words: words.to_numpy()),
        Field("length", lambda words: words.lengths()),
        Field("points", lambda words: _of_tiles(words, [tile.points for tile in words.lexicon.alphabet.tiles])),
        Field("vowels", lambda words: _of_tiles(words, [tile.vowel for tile in words.lexicon.alphabet.tiles])),
        Field("alphagram", _alphagrams, _sorted_tiles),
        Field("front", lambda words: _hooks(words, False)),
        Field("back", lambda words: _hooks(words, True)),
    )
}
