"""The condition that a word is in an edition of the lexicon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....errors import QueryError, QuerySyntaxError
from ....formats.kernels import numpy_on_first_use as np
from ...words.edition_marks import no_editions
from .all_kinds import Kind
from .condition import Filter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...automaton.index import Index
    from ...words.words import Words

#: Steps to check a word's mask.
_PER_MASK: Final = 0.2


class InEdition(Filter):
    """The words of one edition."""

    def __init__(self, name: str, index: Index) -> None:
        self.text = f"edition:{name}"
        editions = index.file.editions
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

    def cost_among(self, index: Index, number: float) -> float:
        return _PER_MASK * number

    def plan(self, index: Index) -> str:
        return "looks up the editions of each word found so far"


KINDS: Final = (Kind("edition", "NAME", "Words of the edition NAME", "", InEdition),)
