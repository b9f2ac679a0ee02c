"""What the editions of a lexicon say of its words: which of them have a word, and the mark they give it.

A word's *mark* is the symbol that all editions which have the word share: of two editions, marked ``$`` and ``#``,
``$`` stands behind the words that only the first has, ``#`` behind those that only the second has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...errors import QueryError
from ...formats.editions import Editions

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .words import Words

__all__ = ["edition_names", "editions_of", "mark_of", "marks", "no_editions"]


def marks(words: Words) -> list[str]:
    """The mark of each word, in their order; "" for a word without one. About 20 ns a word."""
    return _told(words, Editions.mark_of)


def edition_names(words: Words) -> list[str]:
    """The editions of each word, in their order, with commas between: ``nwl23,csw21``. About 20 ns a word."""
    return _told(words, lambda editions, mask: ",".join(editions.of_mask(mask)))


def _told(words: Words, tell: Callable[[Editions, int], str]) -> list[str]:
    """What is told of each word's mask; there are few different ones."""
    editions = words.core.file.editions
    words.core.require_open()
    if editions is None:
        return [""] * len(words)
    masks, places = np.unique(editions.masks[words.to_numpy()], return_inverse=True)
    told = [tell(editions, mask) for mask in masks.tolist()]
    return [told[place] for place in places.tolist()]


def editions_of(index: Index, word: str) -> tuple[str, ...]:
    """The names of the editions that have one word."""
    rank, editions = index.rank(word), index.file.editions
    return () if rank is None or editions is None else editions.of_mask(int(editions.masks[rank]))


def mark_of(index: Index, word: str) -> str:
    """The mark of one word, "" for a word without one."""
    rank, editions = index.rank(word), index.file.editions
    return "" if rank is None or editions is None else editions.mark_of(int(editions.masks[rank]))


def no_editions(asked: str) -> QueryError:
    """The error for a lexicon that was made of one list."""
    return QueryError(
        "a lexicon without editions", found=asked, remedy="lexc merge makes one of several lists that has them"
    )
