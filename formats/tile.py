"""A tile of an alphabet: its spellings and values, and the rules of a spelling."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from lexkit.base.errors import AlphabetError, show_value

from .bounded_input import is_nfc, to_nfc

#: Symbol of the blank on a rack and of any letter in a pattern; never a label.
BLANK: Final = "?"
#: Longest label, in code points.
MAX_LABEL: Final = 8
#: The most aliases of one letter: far more than any language needs.
MAX_ALIASES: Final = 16


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile of an alphabet.

    Attributes:
        label: The letter in capitals, one or several code points.
        lower: The lower-case form, which stands for a blank used as this letter.
        points: Points of the tile.
        count: Number of these tiles in the bag.
        vowel: True if the letter is a vowel.
        aliases: Other spellings of the letter.
    """

    label: str
    lower: str
    points: int = 0
    count: int = 0
    vowel: bool = False
    aliases: tuple[str, ...] = ()

    def spellings(self) -> Iterator[str]:
        """Iterate over every text that means this tile, bracketed forms included."""
        plain = [self.label, self.lower, *self.aliases]
        if len(self.label) > 1:
            plain.append(self.label[0] + self.lower[1:])
            plain.append(self.lower[0] + self.label[1:])
        plain += [to_nfc(alias.lower()) for alias in self.aliases]
        for text in dict.fromkeys(plain):
            yield text
            yield "[" + text + "]"

    def to_json(self) -> dict[str, Any]:
        """Return the tile as in the data of an alphabet."""
        fields: dict[str, Any] = {"label": self.label, "points": self.points, "count": self.count}
        if self.lower != self.label.lower():
            fields["lower"] = self.lower
        if self.vowel:
            fields["vowel"] = True
        if self.aliases:
            fields["aliases"] = list(self.aliases)
        return fields


#: The types of a tile's fields.
_KINDS: Final = {"label": str, "lower": str, "points": int, "count": int, "aliases": tuple}
_USUAL: Final = tuple(_KINDS.values())


def check_tile(tile: Tile, number: int) -> None:
    """Raise AlphabetError if a tile breaks a rule of an alphabet."""
    if type(tile) is not Tile:
        _check_kinds(tile, number)
    kinds = (type(tile.label), type(tile.lower), type(tile.points), type(tile.count), type(tile.aliases))
    if kinds != _USUAL:
        _check_kinds(tile, number)
    if tile.vowel not in (True, False):
        place = f"vowel of letter {number}"
        raise AlphabetError("wrong kind of value", place=place, expected="True or False", found=show_value(tile.vowel))
    if len(tile.aliases) > MAX_ALIASES:
        raise AlphabetError(
            "too many aliases", place=f"letter {number}", expected=f"at most {MAX_ALIASES}", found=len(tile.aliases)
        )
    for text in (tile.label, tile.lower, *tile.aliases):
        if not isinstance(text, str):
            place = f"aliases of letter {number}"
            raise AlphabetError("wrong kind of value", place=place, expected="str", found=show_value(text))
        if len(text) == 1 and text.isascii() and text.isalnum():
            continue  # shortcut for most texts, which break no rule: opening a lexicon waits for this loop
        wrong = None
        if not text or len(text) > MAX_LABEL:
            wrong = f"a spelling has 1 to {MAX_LABEL} code points"
        elif BLANK in text:
            wrong = f"{BLANK} is the blank's"
        elif any(c in "[]" or c.isspace() or unicodedata.category(c)[0] in "CZ" for c in text):
            wrong = "a spelling has no blanks, brackets or control characters"
        elif not is_nfc(text):
            wrong = "a spelling is in Unicode NFC"
        if wrong:
            raise AlphabetError(wrong, place=f"letter {number}", found=show_value(text))


def _check_kinds(tile: Tile, number: int) -> None:
    if not isinstance(tile, Tile):
        raise AlphabetError("not a tile", place=f"letter {number}", expected="a Tile", found=show_value(tile))
    for name, kind in _KINDS.items():
        value = getattr(tile, name)
        if not isinstance(value, kind):
            place = f"{name} of letter {number}"
            raise AlphabetError("wrong kind of value", place=place, expected=kind.__name__, found=show_value(value))
