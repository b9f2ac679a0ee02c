"""Values of conditions that are letters: read once, the same for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import AlphabetError, QuerySyntaxError

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = ["letters_of"]


def letters_of(text: str, lexicon: Lexicon) -> bytes:
    """The tiles of a value that is one letter or more; QuerySyntaxError, with the place, for anything else."""
    try:
        tiles = lexicon.alphabet.encode(text)
    except AlphabetError as error:
        raise QuerySyntaxError.of(error, text) from error
    if not tiles:
        raise QuerySyntaxError("no letters", text=text, expected="at least one letter", found="none")
    return tiles
