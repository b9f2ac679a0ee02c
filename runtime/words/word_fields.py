"""Registry of fields: facts about words, by name, for sorting, printing and data frames.

Fields that are computed from the words are listed here; the others are the columns of the lexicon. Code that sorts,
prints or tabulates words calls :func:`field` and need not know where the values come from. :func:`report_word`
returns all facts about one word.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError, did_you_mean
from lexkit.base.time_limits import LEAST_TO_SORT, look
from lexkit.base.written_numbers import is_number
from lexkit.formats.columns_section import TEXT

from . import measures
from .column import (
    column_of,
    edition_names,
    editions_of,
    mark_of,
    marks,
    no_definitions,
    no_editions,
    no_numbers,
    values_of,
)
from .hooks import inner_hooks_of
from .listing import Listing, listing_of
from .memory_limits import require_few
from .rank_ranges import as_array
from .words import Words, all_words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..automaton.index import Index
    from .column import Column

#: One value for each word: an array of numbers (a missing one is masked or NaN) or a list of texts (or None).
Values: TypeAlias = "NDArray[Any] | list[str] | list[str | None]"
#: Column of definitions that a word list may bring.
DEFINITION: Final = "definition"
#: Column of spellings that a word list may bring.
SPELLING: Final = "spelling"
#: Bytes per word while words are sorted by a text of a column.
_PER_TEXT: Final = 160
#: Bytes per word while words are sorted by their alphagrams.
_PER_ALPHAGRAM: Final = 96
#: Bytes per word while words are sorted by their hooks.
_PER_HOOK: Final = 24
#: Minimum time to sort a value that is not a number, in seconds.
_TO_SORT_VALUE: Final = 1e-7
#: Fields shown if the caller names none.
USUAL: Final = ("word", "rank", "length")


class Field:
    """Field: a fact about words. Called with Words, it returns one value for each, in their order."""

    __slots__ = ("_order", "_values", "name", "size")

    def __init__(
        self,
        name: str,
        values: Callable[[Words], Values],
        order: Callable[[Words], Values | list[bytes]] | None = None,
        size: int = 8,
    ) -> None:
        """Define a field.

        ``values`` and ``order`` are functions of words in the alphabet's order. ``values`` returns the facts,
        ``order`` keys to sort by if the facts do not serve. ``size``: bytes that a word's key takes during sorting.
        """
        self.size = size
        self.name = name
        self._values = values
        self._order = order or values

    def __call__(self, words: Words) -> Values:
        values: Values = _compute_in_order(self._values, words)
        return values

    def sort_keys(self, words: Words) -> Values | list[bytes]:
        """Return the keys to sort by: those of ``order`` if it was given, otherwise the values."""
        values: Values | list[bytes] = _compute_in_order(self._order, words)
        return values

    def __repr__(self) -> str:
        return f"<Field {self.name}>"


def field(index: Index, name: str) -> Field:
    """Return the field of this name. Raises QueryError, which lists the names, for any other name."""
    computed = _FIELDS.get(name)
    if computed is not None:
        return computed
    if index.editions and name in _OF_EDITIONS:
        return _OF_EDITIONS[name]
    if name in index.columns:
        column = column_of(index, name)
        if column.kind == TEXT:
            return Field(name, lambda words: column[words], lambda words: _text_keys(column, words), _PER_TEXT)
        return Field(name, lambda words: column[words])
    raise QueryError(
        "no such field",
        expected=f"one of {', '.join(field_names(index))}",
        found=repr(name),
        remedy=_how_to_get(index, name),
    )


def _text_keys(column: Column, words: Words) -> Values:
    """Return the texts to sort words by. Raises QueryError if most are numbers, which texts do not sort correctly."""
    texts: list[str | None] = column[words]  # type: ignore[assignment]
    numbers = sum(is_number(text) for text in texts if text)
    if numbers > 1 and 2 * numbers >= len(texts) - texts.count(None):
        raise no_numbers(column, words.to_numpy().tolist(), texts)
    return texts


def _how_to_get(index: Index, name: str) -> str | None:
    """Return a remedy for a field that this lexicon lacks: how to get it, or the field probably meant; or None."""
    if name == DEFINITION:
        return no_definitions().remedy
    if name == SPELLING:
        return f"build with --spelling, or attach them: lexc attach LEXICON --column {SPELLING}=FILE"
    if name in _OF_EDITIONS:
        return no_editions(name).remedy
    return did_you_mean(name, field_names(index))


def computed_names() -> tuple[str, ...]:
    """Return the names of the fields that every lexicon has."""
    return tuple(_FIELDS)


def field_names(index: Index) -> tuple[str, ...]:
    """Return the names that :func:`field` accepts for this lexicon."""
    return (*_FIELDS, *(_OF_EDITIONS if index.editions else ()), *index.columns)


def marked_words(index: Index) -> Field:
    """Return the field of words followed by their marks: ``ZEN#``. Raises QueryError for a lexicon without editions."""
    if not index.editions:
        raise no_editions("marks")
    return Field(
        "word", lambda words: [word + (mark or "") for word, mark in zip(words.to_list(), marks(words), strict=True)]
    )


def plain_values(values: Values) -> list[Any]:
    """Return values as Python numbers and texts, with None for NaN."""
    if isinstance(values, list):
        return values
    listed: list[Any] = values.tolist()
    if values.dtype.kind == "f":
        return [None if math.isnan(value) else value for value in listed]
    return listed


def _compute_in_order(values: Callable[[Words], Any], words: Words) -> Any:
    """Compute values in the alphabet's order, as every walk needs, and return them in the order of the words."""
    if not isinstance(words, Listing):
        return values(words)
    computed = values(words.sorted())
    places = words.places()
    return computed[places] if isinstance(computed, np.ndarray) else [computed[place] for place in places.tolist()]


# -- fields computed from the words ---------------------------------------------------------------------


def _measure(name: str) -> Callable[[Words], Any]:
    """Return the function of :mod:`.measures` with this name, imported at the first call."""

    def values(words: Words) -> Any:
        from . import measures

        return getattr(measures, name)(words)

    return values


def _ways(blanks: int) -> Callable[[Words], Any]:
    """Return the function that counts the ways to draw each word with up to this number of blanks."""

    def values(words: Words) -> Any:
        from .probability import probability

        return probability(words, blanks)

    return values


def _sorted_tiles(words: Words) -> Any:
    """Return the place of each word's alphagram among all of them, in the alphabet's order."""
    from .tile_sums import alphagram_keys

    keys = alphagram_keys(words)
    look(LEAST_TO_SORT * len(keys))
    return np.unique(keys, return_inverse=True)[1].astype(np.int64)


def _hooks(behind: bool) -> Callable[[Words], list[str]]:
    """Return the function that gives each word's hooks as text."""

    def values(words: Words) -> list[str]:
        from .hooks import hook_texts

        return hook_texts(words, behind)

    return values


_FIELDS: Final = {
    computed.name: computed
    for computed in (
        Field("word", lambda words: words.to_list(), lambda words: words.to_numpy()),
        Field("rank", lambda words: words.to_numpy()),
        Field("length", lambda words: words.lengths()),
        Field("points", _measure("points")),
        Field("vowels", _measure("vowels")),
        Field("consonants", _measure("consonants")),
        Field("unique", _measure("unique_letters")),
        Field("anagrams", _measure("anagram_counts")),
        Field("probability", _measure("probability_order")),
        *(Field(name, _ways(blanks)) for name, blanks in (("ways", 2), ("ways-1", 1), ("ways-0", 0))),
        Field("alphagram", _measure("alphagrams"), _sorted_tiles, size=_PER_ALPHAGRAM),
        Field("front", _hooks(False), size=_PER_HOOK),
        Field("back", _hooks(True), size=_PER_HOOK),
    )
}
#: Fields of a lexicon that was merged from several lists.
_OF_EDITIONS: Final = {
    "mark": Field("mark", marks),
    "editions": Field("editions", edition_names),
}


# -- sorting by fields, by columns, by arrays of the caller's -----------------------------------------------


def sort(words: Words, keys: tuple[str | ArrayLike, ...], backwards: bool) -> Listing:
    """Sort words by these keys, as :meth:`lexkit.Words.sorted_by` does."""
    named = {key: field(words.core, key.removeprefix("-")) for key in keys if isinstance(key, str) and not _plain(key)}
    # Memory for the ranks, the keys and the order.
    require_few(words, size=8 * (len(keys) + 2 - len(named)) + sum(one.size for one in named.values()))
    ranks = words.to_numpy()
    # np.lexsort takes the least important key first.
    columns: list[NDArray[Any]] = [ranks]
    for key in reversed(keys):
        look()
        if not isinstance(key, str):
            columns += _make_comparable(_read_key(key, len(words)), falling=False)
        elif _plain(key):
            columns.append(~ranks if key.startswith("-") else ranks)
        else:
            values = named[key].sort_keys(words)
            columns += _make_comparable(values, falling=key.startswith("-"))
    look(LEAST_TO_SORT * len(ranks) * (len(columns) - 1))
    if len(columns) > 1:
        ranks = ranks[np.lexsort(columns)]
    elif isinstance(words, Listing):
        ranks = np.sort(ranks)
    return listing_of(words.core, ranks[::-1] if backwards else ranks)


def _plain(key: str) -> bool:
    """Return whether a key means the alphabet's order, which is that of ranks."""
    return key.removeprefix("-") == "alphabet"


def _read_key(key: ArrayLike, size: int) -> NDArray[Any]:
    """Return a key that the caller passed as an array with one value for each word."""
    values = as_array(key, "cannot sort by this", "one value a word")
    if values.shape != (size,):
        raise QueryError("cannot sort by this", expected=f"one value for each of {size:,} words", found=values.shape)
    return values


def _make_comparable(values: Any, falling: bool) -> list[NDArray[Any]]:
    """Return one or two arrays to sort by. A missing value (None, NaN, masked) comes last, falling or not."""
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "biuf":
        values = _number_values(values.tolist() if isinstance(values, np.ndarray) else values)
    known = np.ma.getdata(values)
    if falling:
        known = -known if known.dtype.kind == "f" else ~known
    return [known] if np.ma.getmask(values) is np.ma.nomask else [known, np.ma.getmaskarray(values)]


def _number_values(values: list[Any]) -> NDArray[np.int64]:
    """Replace values that numpy cannot sort, such as texts, by their places in sorted order. None is masked."""
    look(_TO_SORT_VALUE * len(values))
    try:
        numbers = {value: number for number, value in enumerate(sorted(set(values) - {None}))}
    except TypeError as error:
        raise QueryError("cannot sort by values that cannot be compared with each other", found=str(error)) from error
    numbers[None] = -1
    found = np.fromiter(map(numbers.__getitem__, values), np.int64, len(values))
    return np.ma.masked_equal(found, -1) if (found < 0).any() else found


def report_word(index: Index, word: str) -> dict[str, Any]:
    """Return facts about a word, by name, in the order shown.

    For a non-word there are two: its spelling, and that it is not valid. Probability is the chance to draw the
    word's tiles from the full bag, blanks included. The first call for a lexicon computes the places of all words,
    in about 0.5 us each. Editions and columns come last.
    """
    tiles = index.alphabet.encode(word)
    rank = index.rank(word)
    facts: dict[str, Any] = {"word": index.alphabet.decode(tiles), "valid": rank is not None}
    if rank is None:
        return facts
    alone = Words.of_ranks(index, [rank])
    front, back = index.cross_sets(word)
    # Not a pattern query: a label of the alphabet may contain characters that have a meaning in patterns.
    same = measures.same_letters(index, tiles)
    facts |= {
        "rank": rank,
        "length": len(tiles),
        "points": int(measures.points(alone)[0]),
        "vowels": int(measures.vowels(alone)[0]),
        "front": list(front),
        "back": list(back),
        "inner": inner_words(index, tiles),
        "alphagram": measures.alphagrams(alone)[0],
        "anagrams": (same - alone).to_list(),
        "probability": {
            "ways": int(measures.probability(alone)[0]),
            "place": int(measures.probability_order(alone)[0]),
            "of": len(all_words(index).of_length(len(tiles))),
        },
    }
    if index.editions:
        facts["editions"] = list(editions_of(index, word))
        facts["mark"] = mark_of(index, word)
    return facts | values_of(index, word)


def inner_words(index: Index, tiles: bytes) -> list[str]:
    """Return the words that remain when an end letter of these tiles is removed."""
    front, back = inner_hooks_of(index, tiles)
    shorter = [tiles[1:]] * front + [tiles[:-1]] * back
    return [index.alphabet.decode(left) for left in shorter]
