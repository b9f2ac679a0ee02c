"""Conditions on what stands in a word as it is: at its start, at its end, anywhere.

The three queries of a GADDAG (the fst-gaddag article), as conditions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import AlphabetError, QuerySyntaxError
from .condition import Finding
from .kinds import Kind

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from ..words import Words

__all__ = ["KINDS", "Contained"]

#: Steps a word found takes.
_STEPS: Final = {"prefix": 0.0, "suffix": 10.0, "substring": 1.0}


class Contained(Finding):
    """The words that have these letters at a place."""

    def __init__(self, kind: str, letters: str, lexicon: Lexicon) -> None:
        self.text = f"{kind}:{letters}"
        self.kind = kind
        self.letters = letters
        try:
            lexicon.alphabet.encode(letters)
        except AlphabetError as error:
            raise QuerySyntaxError.of(error, letters) from error

    def words(self, lexicon: Lexicon) -> Words:
        answer: Words = getattr(lexicon, self.kind)(self.letters)
        return answer

    def cost(self, lexicon: Lexicon) -> float:
        """A guess: each letter given leaves a tenth of the words."""
        return 100 + _STEPS[self.kind] * len(lexicon) / 10.0 ** len(self.letters)

    def plan(self, lexicon: Lexicon) -> str:
        if self.kind == "prefix":
            return "one walk from the front"
        return f"walks the reverse part from the last letter of {self.letters}"


def _kind(name: str, where: str, example: str) -> Kind:
    return Kind(
        name,
        "LETTERS",
        f"Words that {where} LETTERS",
        example,
        lambda value, lexicon: Contained(name, value, lexicon),
    )


KINDS: Final = (
    _kind("prefix", "start with", "QUI"),
    _kind("suffix", "end with", "FUL"),
    _kind("substring", "contain", "UZZ"),
)
