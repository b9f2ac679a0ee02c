"""The order in which words are drawn: by their ways, likeliest first, each with a place of its own.

:func:`lexkit.measures.probability_order` gives equally likely words one place. Here they follow each other by
alphagram, then in the alphabet's order, which is how Zyzzyva numbers them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...errors import QueryError
from ...formats.kernels import numpy_on_first_use as np
from ..limits import LEAST_TO_SORT, look
from .measures import sorted_tiles
from .memory_limits import require_few, require_room
from .probability import draws
from .words import Words, all_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index

#: Most letters of all words of one length: 64 MB.
_MOST_TILES: Final = 1 << 26
#: Words whose letters are sorted at a time.
_BLOCK: Final = 1 << 16


def remembered_as(blanks: int) -> str:
    """The name under which the places of all words are cached."""
    return f"strict probability/{blanks}"


def strict_places(words: Words, blanks: int) -> NDArray[np.int64]:
    """The place of each word among those of its length, int64: 1, 2, 3 and so on, without ties.

    The first call for a lexicon and a number of blanks takes about 1 us for each word of the lexicon.
    """
    words.core.require_open()
    places = words.core.remember(remembered_as(blanks), lambda index: (_find_places(index, blanks),))[0]
    chosen: NDArray[np.int64] = places[words.to_numpy()]
    return chosen


def _find_places(index: Index, blanks: int) -> NDArray[np.int64]:
    """The places of all words of the lexicon."""
    words = all_words(index)
    require_few(words, size=9)
    ways, sizes = draws(words, blanks), words.lengths()
    places = np.zeros(len(words), np.int64)
    for size in np.flatnonzero(np.bincount(sizes)):
        group = np.flatnonzero(sizes == size)
        require_room(len(group), 64)
        # Two sorts, and the sorting of each word's letters.
        look(3 * LEAST_TO_SORT * len(group))
        letters = _sort_letters(words.where(sizes == size), int(size))
        order = np.lexsort((letters, -_rank_values(ways[group])))
        places[group[order]] = np.arange(1, len(group) + 1)
    return places


def _sort_letters(words: Words, size: int) -> NDArray[np.bytes_]:
    """The alphagrams of words of one size, which compare as their tiles do."""
    if len(words) * size > _MOST_TILES:
        raise QueryError("too many words of one length", expected=f"at most {_MOST_TILES:,} letters", found=len(words))
    rows = np.zeros((len(words), size), np.uint8)
    for start in range(0, len(words), _BLOCK):
        look()
        rows[start : start + _BLOCK] = sorted_tiles(words[start : start + _BLOCK])
    return rows.view(f"S{size}").ravel()


def _rank_values(values: NDArray[Any]) -> NDArray[np.int64]:
    """The place of each value among the different ones, from the smallest. Integers of any size."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64)
