"""Words by the edition they are in, and what editions say of words: in a lexicon that several lists were merged into.

A word's *mark* is the symbol that all editions which have the word share: of two editions, marked ``$`` and ``#``,
``$`` stands behind the words that only the first has, ``#`` behind those that only the second has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np

from ...errors import QueryError, QuerySyntaxError
from ...formats.editions import Editions
from ..edition_queries import no_editions
from .condition import Filter
from .kinds import Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..lexicon import Lexicon
    from ..words import Words

__all__ = ["KINDS", "InEdition", "edition_names", "marks"]

#: Steps it takes to look at a word's mask.
_PER_MASK: Final = 0.2


class InEdition(Filter):
    """The words of one edition."""

    def __init__(self, name: str, lexicon: Lexicon) -> None:
        self.text = f"edition:{name}"
        editions = lexicon._file.editions
        if editions is None:
            raise no_editions(self.text)
        try:
            self.number = editions.number(name)
        except QueryError as error:
            raise QuerySyntaxError(error.what, text=name, expected=error.expected, found=error.found) from None
        self.editions = editions

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        masks = self.editions.masks[words.to_numpy()]
        inside: NDArray[np.bool_] = (masks & masks.dtype.type(1 << self.number)) != 0
        return inside

    def cost_among(self, lexicon: Lexicon, number: float) -> float:
        return _PER_MASK * number

    def plan(self, lexicon: Lexicon) -> str:
        return "looks up the editions of each word found so far"


def marks(words: Words) -> list[str]:
    """The mark of each word, in their order; "" for a word without one. About 20 ns a word."""
    return _told(words, Editions.mark_of)


def edition_names(words: Words) -> list[str]:
    """The editions of each word, in their order, with commas between: ``nwl23,csw21``. About 20 ns a word."""
    return _told(words, lambda editions, mask: ",".join(editions.of_mask(mask)))


def _told(words: Words, tell: Callable[[Editions, int], str]) -> list[str]:
    """What is told of each word's mask; there are few different ones."""
    editions = words.lexicon._file.editions
    words.lexicon._require_open()
    if editions is None:
        return [""] * len(words)
    masks, places = np.unique(editions.masks[words.to_numpy()], return_inverse=True)
    told = [tell(editions, mask) for mask in masks.tolist()]
    return [told[place] for place in places.tolist()]


KINDS: Final = (Kind("edition", "NAME", "Words of the edition NAME", "", InEdition),)
