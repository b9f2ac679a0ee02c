"""The editions that have a word, and the mark they give it.

A word's *mark* is the symbol shared by all editions that have the word. If two editions are marked ``$`` and ``#``,
``$`` follows the words that only the first has, and ``#`` those that only the second has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...errors import QueryError
from ...formats.editions_section import Editions
from ...formats.kernels import numpy_on_first_use as np
from .spell_in_blocks import list_in_blocks

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .words import Words


def marks(words: Words) -> list[str]:
    """The mark of each word, or "", in their order. About 20 ns a word."""
    return _describe_masks(words, Editions.mark_of)


def edition_names(words: Words) -> list[str]:
    """The editions of each word, in their order, separated by commas: ``nwl23,csw21``. About 20 ns a word."""
    return _describe_masks(words, lambda editions, mask: ",".join(editions.of_mask(mask)))


def _describe_masks(words: Words, describe: Callable[[Editions, int], str]) -> list[str]:
    """Describe each word's mask of editions.

    There are few different masks, and each is described once.
    """
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
    """The names of the editions that have the word.

    Empty for a non-word.
    """
    rank, editions = index.rank(word), index.file.editions
    return () if rank is None or editions is None else editions.of_mask(int(editions.masks[rank]))


def mark_of(index: Index, word: str) -> str:
    """The mark of the word, or ""."""
    rank, editions = index.rank(word), index.file.editions
    return "" if rank is None or editions is None else editions.mark_of(int(editions.masks[rank]))


def no_editions(asked: str) -> QueryError:
    """The error if a lexicon was made of one list.

    ``asked``: what the caller asked for.
    """
    return QueryError(
        "a lexicon without editions", found=asked, remedy="lexc merge makes one of several lists that has them"
    )
