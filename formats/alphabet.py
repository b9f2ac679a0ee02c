"""Alphabets: letters in order, their spellings, and the values of their tiles.

A letter's *tile number* is its place in the alphabet, from 1. Number 0 means the separator in an automaton and the
blank on a rack. A label may have several code points (Spanish CH, Catalan L·L). Text is read by the longest label
that fits, or one letter at a time as ``[CH]``; it is written so that reading it gives the same tiles. Each
alphabet defines its own case: a lower-case spelling means the same letter, and Python's case rules only fill in
what a data file leaves out.

Guaranteed: labels and spellings are unique, in Unicode NFC, and free of blanks, brackets and control characters;
there are at most 63 letters; names are safe to show on a terminal. An :class:`Alphabet` is immutable.
"""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property
from itertools import islice
from os import PathLike
from typing import Any, Final

from lexkit.base.checks import require_whole
from lexkit.base.errors import AlphabetError, show_value

from .bounded_input import to_nfc
from .constants import MAX_LETTERS, set_width
from .tile import Tile, check_tile

#: The most letters that are read or spelled at once, twice as many as a query may have: more are noticeably slow.
MAX_TEXT: Final = 1 << 17
#: Code points below this are looked up in a table: all of Latin, Greek and Cyrillic.
_TABLE: Final = 0x2000
#: Longest name or title, in characters: far more than any language needs.
MAX_NAME: Final = 200


class LetterSet(Set[str]):
    """A set of letters of an alphabet, such as ``{C, F, G, S, T}``.

    It behaves like a ``frozenset`` of labels, iterates in the order of the alphabet, and contains a letter in any
    spelling.

    Attributes:
        alphabet: The :class:`lexkit.Alphabet`.
        mask: The set as an integer: bit t stands for tile number t.
    """

    __slots__ = ("alphabet", "mask")

    def __init__(self, alphabet: Alphabet, mask: int) -> None:
        self.alphabet = alphabet
        if not isinstance(mask, int):
            mask = require_whole(mask, "set of letters", 0, kind=AlphabetError)
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

        Alphabet("first", [Tile("A", "a", points=1, count=9, vowel=True), Tile("B", "b", points=3, count=2)],
        blanks=2)

    Iterating gives the labels in order; ``len`` is the number of letters. Two alphabets are equal if all of their
    data is. Making one takes about 10 us a letter, :meth:`encode` about 1 us a word.

    Args:
        name: Name of the alphabet, at most 200 characters.
        tiles: The letters in order, at most 63.
        language: Code of the language, for example ``en``.
        title: Name for people; by default ``name``.
        blanks: Number of blanks in the bag.
        blank_points: Points of a blank.

    Attributes:
        name: Name of the alphabet.
        tiles: A tuple with a :class:`lexkit.Tile` for each letter, in order.
        language: Code of the language.
        title: Name for people.
        blanks: Number of blanks in the bag.
        blank_points: Points of a blank.

    Raises:
        AlphabetError: A rule is broken: a label or spelling occurs twice or has a forbidden character, there are
            too many letters, or a value is out of range.
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
        _check_text(title, "title")
        self.title = title or name
        self.blanks = blanks
        self.blank_points = blank_points
        self._numbers = self._number_spellings()

    def _number_spellings(self) -> dict[str, int]:
        """Map each spelling to its tile number, checking every rule of the module's docstring."""
        if not isinstance(self.name, str) or not self.name:
            raise AlphabetError("an alphabet needs a name", found=repr(self.name))
        for text, place in ((self.name, "name"), (self.title, "title"), (self.language, "language")):
            _check_text(text, place)
            if len(text) > MAX_NAME or any(unicodedata.category(c)[0] == "C" for c in text):
                raise AlphabetError(
                    "the text is too long or has control characters",
                    place=place,
                    expected=f"at most {MAX_NAME} characters",
                    found=show_value(text),
                )
        if len(self.tiles) > MAX_LETTERS:
            raise AlphabetError("too many letters", expected=f"at most {MAX_LETTERS}", found=len(self.tiles))
        _check_amount(self.blanks, "count of the blank")
        _check_amount(self.blank_points, "points of the blank")
        numbers: dict[str, int] = {}
        # Labels first, so that no alias or derived spelling takes a text that is another tile's label.
        for number, tile in enumerate(self.tiles, 1):
            check_tile(tile, number)
            if numbers.setdefault(tile.label, number) != number:
                raise AlphabetError("two letters have one label", place=f"letter {number}", found=tile.label)
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

    # -- letters and their numbers ------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[str]:
        return (tile.label for tile in self.tiles)

    def __contains__(self, label: object) -> bool:
        return isinstance(label, str) and self.number(label) is not None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Alphabet) and self.to_json() == other.to_json())

    def __hash__(self) -> int:
        return hash((self.name, self.tiles))

    def __repr__(self) -> str:
        return f"<Alphabet {self.name}: {' '.join(self)}>"

    @property
    def width(self) -> int:
        """Number of 32-bit words in a set of these letters: 1 or 2."""
        return set_width(len(self.tiles))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The letters in order, as they appear on tiles."""
        return tuple(self)

    @cached_property
    def simple(self) -> bool:
        """True if every label is one code point, so that text and tiles have the same length."""
        return all(len(label) == 1 and not _can_join(label) for label in self.labels)

    @cached_property
    def spellings(self) -> Mapping[str, int]:
        """A mapping from each accepted spelling to its tile number."""
        return dict(self._numbers)

    @cached_property
    def code_table(self) -> bytes:
        """Table from code point to tile number, 0 for no letter. Empty if a label has several characters."""
        if not self.simple:
            return b""
        single = {ord(text): number for text, number in self._numbers.items() if len(text) == 1}
        highest = max((code for code in single if code < _TABLE), default=0)
        table = bytearray(max(256, highest + 1))
        for code, number in single.items():
            if code <= highest:
                table[code] = number
        return bytes(table)

    def number(self, label: str) -> int | None:
        """Return the tile number of a letter, given in any spelling, or None if it is not in the alphabet.

        Args:
            label: The letter.

        Raises:
            AlphabetError: ``label`` is not a str.
        """
        try:
            return self._numbers[label]
        except (KeyError, TypeError):
            _check_text(label, "label")
        with contextlib.suppress(AlphabetError):  # too many combining marks for a letter
            return None if label.isascii() else self._numbers.get(to_nfc(label))
        return None

    def letter_set(self, letters: int | Iterable[str]) -> LetterSet:
        """Make a :class:`LetterSet`.

        Args:
            letters: A mask (bit t for tile t), or letters in any spelling.

        Raises:
            AlphabetError: One of them is not in the alphabet.
        """
        if isinstance(letters, int):
            if letters & ~self.mask:
                raise AlphabetError("a set has letters outside the alphabet", found=show_value(hex(letters)))
            return LetterSet(self, letters)
        if not isinstance(letters, Iterable) or not getattr(letters, "ndim", 1):
            raise AlphabetError("not a set of letters", expected="a mask, or letters", found=show_value(letters))
        mask = 0
        listed = list(islice(letters, MAX_TEXT + 1))
        if len(listed) > MAX_TEXT:
            raise _too_many("more")
        for label in listed:
            number = self.number(label) if isinstance(label, str) else None
            if number is None:
                raise AlphabetError(f"{self.name} has no such letter", found=repr(label))
            mask |= 1 << number
        return LetterSet(self, mask)

    @cached_property
    def mask(self) -> int:
        """The mask of all letters: bits 1 to ``len(self)``."""
        return (1 << len(self.tiles) + 1) - 2

    # -- text <-> tiles -----------------------------------------------------------------------------

    @cached_property
    def _reader(self) -> re.Pattern[str]:
        longest_first = sorted(self._numbers, key=lambda text: (-len(text), text))
        return re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    @cached_property
    def multiple(self) -> tuple[re.Pattern[str], dict[str, int], str] | None:
        """Pattern and tile numbers of the spellings longer than one code point, and the first code points, or None.

        Bracketed forms of single letters count: ``[A]`` is three code points.
        """
        longer = {text: number for text, number in self._numbers.items() if len(text) > 1}
        if not longer:
            return None
        longest_first = sorted(longer, key=lambda text: (-len(text), text))
        return re.compile("|".join(map(re.escape, longest_first))), longer, "".join({text[0] for text in longer})

    def encode(self, text: str) -> bytes:
        """Convert a word to tile numbers.

        The longest label wins; ``[CH]`` always means that one letter. About 1 us a word.

        Args:
            text: The word, in any case and spelling that the alphabet reads.

        Returns:
            One byte per tile.

        Raises:
            AlphabetError: The text has something that is not a letter. ``at`` is its index, and the message names
                the column.
        """
        if type(text) is not str:
            text = _copy_text(text)
        if len(text) > MAX_TEXT:
            raise _too_many(f"{len(text):,} characters")
        if self.simple:
            try:
                return bytes(map(self._numbers.__getitem__, text))
            except KeyError:
                pass  # brackets, combining marks, or an error: the general way below handles all three
        tiles = bytearray()
        at = 0
        match = self._reader.match
        normal = to_nfc(text)
        while at < len(normal):
            found = match(normal, at)
            if found is None:
                folded = self.fold_case(normal)
                if folded != normal:
                    return self.encode(folded)
                raise self._refusal(text, normal, at)
            tiles.append(self._numbers[found[0]])
            at = found.end()
        return bytes(tiles)

    def fold_case(self, text: str) -> str:
        """Return a text in NFC; if the alphabet was taken from a list, with the case of letters that it lacks folded.

        So ``straße`` is read as STRASSE. Other alphabets define their own case, and leave the text as it is.

        Args:
            text: The text.
        """
        from .folding import fold_case_for

        return fold_case_for(self, text)

    def _refusal(self, text: str, normal: str, at: int) -> AlphabetError:
        from .folding import refuse_letter

        return refuse_letter(self, text, normal, at)

    def decode(self, tiles: Iterable[int]) -> str:
        """Spell a word, given as tile numbers.

        Letters are in brackets if plain text would be read as other tiles.

        Args:
            tiles: Tile numbers, for example the bytes of :meth:`encode`.

        Raises:
            AlphabetError: A number is not that of a tile.
        """
        labels = self.labels
        try:
            # Listed first: bytes(5) would be five zeros.
            listed = tiles if isinstance(tiles, bytes) else list(islice(tiles, MAX_TEXT + 1))
            tiles = bytes(listed)
        except (TypeError, ValueError):
            expected = f"numbers of tiles from 1 to {len(labels)}"
            raise AlphabetError("not a word in tiles", expected=expected, found=show_value(tiles)) from None
        if len(tiles) > MAX_TEXT:
            raise _too_many(f"{len(tiles):,} tiles")
        if tiles and (0 in tiles or max(tiles) > len(labels)):
            expected = f"numbers of tiles from 1 to {len(labels)}"
            raise AlphabetError("not a word in tiles", expected=expected, found=show_value(tiles))
        text = "".join([labels[tile - 1] for tile in tiles])
        if self.simple:
            return text
        with contextlib.suppress(AlphabetError):  # joined to the letter before, a mark may not be readable
            if self.encode(text) == tiles:
                return text
        return "".join([f"[{labels[tile - 1]}]" for tile in tiles])

    # -- data <-> alphabet --------------------------------------------------------------------------

    @classmethod
    def from_file(cls, path: str | PathLike[str], form: str | None = None) -> Alphabet:
        """Read an alphabet from a file.

        Args:
            path: The file.
            form: ``toml``, ``magpie``, ``macondo``, ``wolges`` or ``quackle``. By default the form is recognized
                by the file's name and first line.

        Raises:
            AlphabetError: The file is not an alphabet; ``place`` names the line.
            StorageError: The file cannot be read.
        """
        from .foreign.letter_distributions import read_alphabet

        return read_alphabet(cls, path, form)

    def to_text(self, form: str = "toml") -> str:
        """Return the alphabet as the text of a file.

        Args:
            form: ``toml``, ``magpie``, ``macondo``, ``wolges`` or ``quackle``.

        Raises:
            AlphabetError: The form cannot hold the alphabet.
        """
        from .foreign.letter_distributions import write_alphabet

        return write_alphabet(self, form)

    def to_json(self) -> dict[str, Any]:
        """Return all of it as data for JSON. :meth:`from_json` is the inverse."""
        return {
            "name": self.name,
            "language": self.language,
            "title": self.title,
            "blank": {"count": self.blanks, "points": self.blank_points},
            "tiles": [tile.to_json() for tile in self.tiles],
        }

    @classmethod
    def from_json(cls, data: object) -> Alphabet:
        """Make an alphabet from the data of a TOML file or a lexicon.

        Args:
            data: A dict as :meth:`to_json` returns it.

        Raises:
            AlphabetError: The data is not an alphabet.
        """
        table = _check_type(data, dict, "alphabet")
        blank = _check_type(table.get("blank", {}), dict, "blank")
        tiles = []
        for number, row in enumerate(_check_type(table.get("tiles"), list, "tiles"), 1):
            row = _check_type(row, dict, "row", number)
            label = _check_type(row.get("label"), str, "label", number)
            aliases = _check_type(row.get("aliases", []), list, "aliases", number)
            tiles.append(
                Tile(
                    label=label,
                    lower=_check_type(row.get("lower", label.lower()), str, "lower", number),
                    points=_check_amount(row.get("points", 0), "points", number),
                    count=_check_amount(row.get("count", 0), "count", number),
                    vowel=_check_type(row.get("vowel", False), bool, "vowel", number),
                    aliases=tuple([_check_type(alias, str, "aliases", number) for alias in aliases]),
                )
            )
        return cls(
            _check_type(table.get("name"), str, "name"),
            tiles,
            language=_check_type(table.get("language", "und"), str, "language"),
            title=_check_type(table.get("title", ""), str, "title"),
            blanks=_check_amount(blank.get("count", 0), "count of the blank"),
            blank_points=_check_amount(blank.get("points", 0), "points of the blank"),
        )


def _check_text(text: object, field: str) -> None:
    if not isinstance(text, str):
        raise AlphabetError("wrong kind of value", place=field, expected="str", found=show_value(text))


def _too_many(found: str) -> AlphabetError:
    return AlphabetError("too many letters at once", expected=f"at most {MAX_TEXT:,}", found=found)


def _copy_text(text: object) -> str:
    """Copy a text into a plain str. A subclass may show one text and hold another."""
    if not isinstance(text, str):
        raise TypeError(f"a word is a str, not {type(text).__name__}")
    return str.__str__(text)


def _can_join(label: str) -> bool:
    """Return whether NFC may join a label to the letter before, as a combining mark, Korean vowel or final."""
    return unicodedata.category(label)[0] == "M" or "\u1160" <= label <= "\u11ff"


def _check_type(value: Any, kind: type, field: str, letter: int | None = None) -> Any:
    """Return the value if it has this type. ``letter``: the number of the letter that it describes."""
    if type(value) is kind:
        return value
    place, found = _place(field, letter), show_value(value)
    raise AlphabetError("wrong kind of value", place=place, expected=kind.__name__, found=found)


def _check_amount(value: Any, field: str, letter: int | None = None) -> int:
    """Return the value if it is an integer from 0 to 2**31 - 1."""
    number: int = _check_type(value, int, field, letter)
    if not 0 <= number < 1 << 31:
        raise AlphabetError("out of range", place=_place(field, letter), expected="0 to 2147483647", found=number)
    return number


def _place(field: str, letter: int | None) -> str:
    return field if letter is None else f"{field} of letter {letter}"
