"""Alphabets: which letters there are, in which order, how they are spelled, and what the tiles are worth.

A letter's *tile number* is its place in the alphabet, from 1; number 0 is the separator's in an automaton
and the blank's on a rack. A label may be several code points (Spanish CH, Catalan L·L): text is read by the
longest label that fits, or letter by letter as ``[CH]``; text is written so that it reads back as the same
tiles. Case is the alphabet's own matter: a lower-case spelling means the same letter, and Python's case
rules are used only to fill in what a data file leaves out.

Guaranteed: labels and spellings are unique, in Unicode NFC, without blanks, brackets or control characters;
there are at most 63 letters; names can be shown on a terminal as they are. An :class:`Alphabet` never changes
after it is made.
"""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ..errors import AlphabetError
from .layout import MAX_LETTERS, set_width

__all__ = ["Alphabet", "LetterSet", "Tile"]

#: Stands for the blank on a rack and for "any letter" in a pattern: never a label.
BLANK: Final = "?"
#: Longest label, in code points.
MAX_LABEL: Final = 8
#: Most aliases of one letter, and longest name or title: far more than any language needs.
MAX_ALIASES: Final = 16
MAX_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of letter tile: spelling, points, how many are in the bag."""

    label: str
    lower: str
    points: int = 0
    count: int = 0
    vowel: bool = False
    aliases: tuple[str, ...] = ()

    def spellings(self) -> Iterator[str]:
        """Every text that means this tile, bracketed forms included."""
        plain = [self.label, self.lower, *self.aliases]
        if len(self.label) > 1:
            plain.append(self.label[0] + self.lower[1:])
            plain.append(self.lower[0] + self.label[1:])
        plain += [unicodedata.normalize("NFC", alias.lower()) for alias in self.aliases]
        for text in dict.fromkeys(plain):
            yield text
            yield "[" + text + "]"

    def to_json(self) -> dict[str, Any]:
        fields: dict[str, Any] = {"label": self.label, "points": self.points, "count": self.count}
        if self.lower != self.label.lower():
            fields["lower"] = self.lower
        if self.vowel:
            fields["vowel"] = True
        if self.aliases:
            fields["aliases"] = list(self.aliases)
        return fields


class LetterSet(Set[str]):
    """A set of letters of one alphabet, in its order: ``{C, F, G, S, T}``. ``mask`` has bit t for tile t."""

    __slots__ = ("alphabet", "mask")

    def __init__(self, alphabet: Alphabet, mask: int) -> None:
        self.alphabet = alphabet
        self.mask = mask

    def __contains__(self, label: object) -> bool:
        number = self.alphabet.number(label) if isinstance(label, str) else None
        return number is not None and bool(self.mask >> number & 1)

    def __iter__(self) -> Iterator[str]:
        return (tile.label for number, tile in enumerate(self.alphabet.tiles, 1) if self.mask >> number & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LetterSet) and other.alphabet == self.alphabet:
            return self.mask == other.mask
        return isinstance(other, Set) and set(self) == other

    def __hash__(self) -> int:
        return self._hash()

    def __reduce__(self) -> tuple[Any, ...]:
        return (LetterSet, (self.alphabet, self.mask))

    def _from_iterable(self, labels: Iterable[Any]) -> LetterSet:
        return self.alphabet.letter_set(labels)

    def __str__(self) -> str:
        return "".join(self)

    def __repr__(self) -> str:
        return "{" + ", ".join(self) + "}"


class Alphabet:
    """An ordered alphabet with its tile distribution.

    Iterating gives the labels in order; ``len`` is the number of letters. Alphabets are equal when all of
    their data is. Building one costs about 10 us a letter; :meth:`encode` about 1 us a word.
    """

    def __init__(
        self,
        name: str,
        tiles: Iterable[Tile],
        *,
        language: str = "und",
        title: str = "",
        blanks: int = 0,
        blank_points: int = 0,
    ) -> None:
        self.name = name
        self.tiles: tuple[Tile, ...] = tuple(tiles)
        self.language = language
        self.title = title or name
        self.blanks = blanks
        self.blank_points = blank_points
        self._numbers = self._check()

    def _check(self) -> dict[str, int]:
        """Spelling -> tile number, once every rule of the module's docstring holds."""
        if not isinstance(self.name, str) or not self.name:
            raise AlphabetError("an alphabet needs a name", found=repr(self.name))
        for text, place in ((self.name, "name"), (self.title, "title"), (self.language, "language")):
            if len(text) > MAX_NAME or any(unicodedata.category(c)[0] == "C" for c in text):
                raise AlphabetError(
                    "a name is short and has no control characters",
                    place=place,
                    expected=f"at most {MAX_NAME} characters",
                    found=_shown(text),
                )
        if len(self.tiles) > MAX_LETTERS:
            raise AlphabetError("too many letters", expected=f"at most {MAX_LETTERS}", found=len(self.tiles))
        numbers: dict[str, int] = {}
        # Labels first: an alias or a derived spelling never takes a text that is another tile's label.
        for number, tile in enumerate(self.tiles, 1):
            _check_tile(tile, number)
            if numbers.setdefault(tile.label, number) != number:
                raise AlphabetError("a label stands twice", place=f"letter {number}", found=tile.label)
        for number, tile in enumerate(self.tiles, 1):
            given = {tile.lower, *tile.aliases}
            for text in tile.spellings():
                owner = numbers.setdefault(text, number)
                if owner != number and text in given:
                    raise AlphabetError(
                        "two letters share a spelling",
                        place=f"letters {owner} and {number}",
                        found=text,
                    )
        return numbers

    # -- what is in it ------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[str]:
        return (tile.label for tile in self.tiles)

    def __contains__(self, label: object) -> bool:
        return isinstance(label, str) and self.number(label) is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alphabet) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.name, self.tiles))

    def __repr__(self) -> str:
        return f"<Alphabet {self.name}: {' '.join(self)}>"

    @property
    def width(self) -> int:
        """32-bit words in a set of these letters: 1 or 2."""
        return set_width(len(self.tiles))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(self)

    @cached_property
    def simple(self) -> bool:
        """Every label is one code point that stays by itself, so text and tiles are the same length."""
        return all(len(label) == 1 and not _joins(label) for label in self.labels)

    @cached_property
    def spellings(self) -> Mapping[str, int]:
        """Every accepted spelling of a letter -> its tile number."""
        return dict(self._numbers)

    def number(self, label: str) -> int | None:
        """The tile number of a letter, by any of its spellings; None where it is none."""
        found = self._numbers.get(label)
        return found if found is not None else self._numbers.get(unicodedata.normalize("NFC", label))

    def letter_set(self, letters: int | Iterable[str]) -> LetterSet:
        """A :class:`LetterSet` from a mask (bit t for tile t) or from letters; AlphabetError for others."""
        if isinstance(letters, int):
            if letters & ~self.mask:
                raise AlphabetError("a set has letters outside the alphabet", found=hex(letters))
            return LetterSet(self, letters)
        mask = 0
        for label in letters:
            number = self.number(label)
            if number is None:
                raise AlphabetError(f"{self.name} has no such letter", found=repr(label))
            mask |= 1 << number
        return LetterSet(self, mask)

    @property
    def mask(self) -> int:
        """The set of all letters: bits 1 to ``len(self)``."""
        return (1 << len(self.tiles) + 1) - 2

    # -- text <-> tiles -----------------------------------------------------------------------------

    @cached_property
    def _reader(self) -> re.Pattern[str]:
        longest_first = sorted(self._numbers, key=lambda text: (-len(text), text))
        return re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    @cached_property
    def multiple(self) -> tuple[re.Pattern[str], dict[str, int]] | None:
        """Pattern and numbers of the spellings of more than one code point; None where there are none.

        Bracketed forms of single letters count: ``[A]`` is three code points.
        """
        longer = {text: number for text, number in self._numbers.items() if len(text) > 1}
        if not longer:
            return None
        longest_first = sorted(longer, key=lambda text: (-len(text), text))
        return re.compile("|".join(map(re.escape, longest_first))), longer

    def encode(self, text: str) -> bytes:
        """The tile numbers of a word, one byte each.

        Longest label first; ``[CH]`` is always that one letter. Raises AlphabetError, naming the column,
        where the text holds something else.
        """
        if type(text) is not str:
            text = _exact(text)
        if self.simple:
            try:
                return bytes([self._numbers[letter] for letter in text])
            except KeyError:
                pass  # brackets, combining marks, or the error that the general way explains
        tiles = bytearray()
        at = 0
        match = self._reader.match
        normal = text if text.isascii() else unicodedata.normalize("NFC", text)
        while at < len(normal):
            found = match(normal, at)
            if found is None:
                error = AlphabetError(
                    f"not a letter of the {self.name} alphabet",
                    place=f"column {at + 1} of {text!r}",
                    expected="".join(self) if self.simple else " ".join(self),
                    found=repr(normal[at]),
                )
                error.at = at
                raise error
            tiles.append(self._numbers[found[0]])
            at = found.end()
        return bytes(tiles)

    def decode(self, tiles: Iterable[int]) -> str:
        """The word these tiles spell; letters in brackets where plain text would read as other tiles.

        AlphabetError for what is no number of a tile.
        """
        tiles = bytes(tiles)
        labels = self.labels
        if tiles and (0 in tiles or max(tiles) > len(labels)):
            expected = f"numbers of tiles from 1 to {len(labels)}"
            raise AlphabetError("not a word in tiles", expected=expected, found=_shown(tiles))
        text = "".join([labels[tile - 1] for tile in tiles])
        if self.simple:
            return text
        with contextlib.suppress(AlphabetError):  # marks that join the letter before them may read as none
            if self.encode(text) == tiles:
                return text
        return "".join([f"[{labels[tile - 1]}]" for tile in tiles])

    # -- data <-> alphabet --------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data; :meth:`from_json` is the inverse."""
        return {
            "name": self.name,
            "language": self.language,
            "title": self.title,
            "blank": {"count": self.blanks, "points": self.blank_points},
            "tiles": [tile.to_json() for tile in self.tiles],
        }

    @classmethod
    def from_json(cls, data: object) -> Alphabet:
        """From the data of a TOML file or a lexicon's alphabet section; AlphabetError where it is wrong."""
        table = _typed(data, dict, "alphabet")
        blank = _typed(table.get("blank", {}), dict, "blank")
        tiles = []
        for number, row in enumerate(_typed(table.get("tiles"), list, "tiles"), 1):
            row = _typed(row, dict, "row", number)
            label = _typed(row.get("label"), str, "label", number)
            aliases = _typed(row.get("aliases", []), list, "aliases", number)
            tiles.append(
                Tile(
                    label=label,
                    lower=_typed(row.get("lower", label.lower()), str, "lower", number),
                    points=_amount(row.get("points", 0), "points", number),
                    count=_amount(row.get("count", 0), "count", number),
                    vowel=_typed(row.get("vowel", False), bool, "vowel", number),
                    aliases=tuple([_typed(alias, str, "aliases", number) for alias in aliases]),
                )
            )
        return cls(
            _typed(table.get("name"), str, "name"),
            tiles,
            language=_typed(table.get("language", "und"), str, "language"),
            title=_typed(table.get("title", ""), str, "title"),
            blanks=_amount(blank.get("count", 0), "count of the blank"),
            blank_points=_amount(blank.get("points", 0), "points of the blank"),
        )


def _exact(text: object) -> str:
    """A text as nothing but a str: what derives from it may say one thing and hold another."""
    if not isinstance(text, str):
        raise TypeError(f"a word is a str, not {type(text).__name__}")
    return str.__str__(text)


def _check_tile(tile: Tile, number: int) -> None:
    if len(tile.aliases) > MAX_ALIASES:
        raise AlphabetError(
            "too many aliases", place=f"letter {number}", expected=f"at most {MAX_ALIASES}", found=len(tile.aliases)
        )
    for text in (tile.label, tile.lower, *tile.aliases):
        if len(text) == 1 and text.isascii() and text.isalnum():
            continue  # as most are, and nothing below applies: opening a lexicon waits for this
        wrong = None
        if not text or len(text) > MAX_LABEL:
            wrong = f"a spelling has 1 to {MAX_LABEL} code points"
        elif BLANK in text:
            wrong = f"{BLANK} is the blank's"
        elif any(c in "[]" or c.isspace() or unicodedata.category(c)[0] in "CZ" for c in text):
            wrong = "a spelling has no blanks, brackets or control characters"
        elif unicodedata.normalize("NFC", text) != text:
            wrong = "a spelling is in Unicode NFC"
        if wrong:
            raise AlphabetError(wrong, place=f"letter {number}", found=_shown(text))


def _joins(label: str) -> bool:
    """Whether NFC may join it with the letter before: a combining mark, a vowel or final of Korean."""
    return unicodedata.category(label)[0] == "M" or "\u1160" <= label <= "\u11ff"


def _shown(value: object) -> str:
    """A value as an error shows it: on one line, and not endless."""
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "..."


def _typed(value: Any, kind: type, field: str, letter: int | None = None) -> Any:
    """The value, where it is of this kind; ``letter`` is the number of the letter it says something of."""
    if type(value) is kind:
        return value
    raise AlphabetError("wrong kind of value", place=_place(field, letter), expected=kind.__name__, found=_shown(value))


def _amount(value: Any, field: str, letter: int | None = None) -> int:
    number: int = _typed(value, int, field, letter)
    if not 0 <= number < 1 << 31:
        raise AlphabetError("out of range", place=_place(field, letter), expected="0 to 2147483647", found=number)
    return number


def _place(field: str, letter: int | None) -> str:
    return field if letter is None else f"{field} of letter {letter}"
