"""Reader of letters and classes of letters in a query.

A letter is any spelling that the alphabet reads, the longest that fits; the alphabet decides about case. A bracket
is

* one letter, if its content is one spelling: ``[CH]`` is the tile CH of the Spanish alphabet, as in every other
  text, and ``[HC]`` means H or C;
* otherwise a class of letters, read the same way: ``[ACH]`` is A or CH, ``[A[C]H]`` is A, C or H; ``A-F`` is a
  range in the alphabet's order, and ``^`` directly behind the opening bracket takes all other letters.

Everything else raises QuerySyntaxError, with the place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexkit.base.errors import AlphabetError, QuerySyntaxError
from lexkit.base.time_limits import look
from lexkit.formats.bounded_input import to_nfc
from lexkit.formats.folding import suggest_folding

from .grammar import demand_short
from .kernels.expression_reader import TileReader

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet


def tile_reader(text: str, alphabet: Alphabet) -> TileReader:
    """Return a reader of a text, whose errors are QuerySyntaxError. Its places are those of the text in NFC."""
    demand_short(text, "the text")
    return TileReader(
        text if text.isascii() else alphabet.fold_case(to_nfc(text, QuerySyntaxError)), alphabet, _error, look
    )


def _error(source: TileReader, at: int, what: str, expected: str, remedy: str | None) -> QuerySyntaxError:
    text = source.text
    remedy = remedy or suggest_folding(text[at : at + 1], source.alphabet)
    found = repr(text[at]) if at < len(text) else "the end"
    return QuerySyntaxError(what, text=text, at=at, expected=expected, found=found, remedy=remedy)


def letters_of(text: str, alphabet: Alphabet) -> bytes:
    """Return the tiles of a value of at least one letter. Raises QuerySyntaxError, with the place, otherwise."""
    try:
        tiles = alphabet.encode(text)
    except AlphabetError as error:
        raise QuerySyntaxError.of(error, text) from error
    if not tiles:
        raise QuerySyntaxError("the letters are missing", text=text, expected="at least one letter", found="none")
    return tiles
