"""The notation of places and tiles: ``8D`` across, ``D8`` down, ``.IFE``.

Rows are numbers from 1, columns letters A to Z, AA, AB and so on. The number first means across, the letter first means
down; case does not matter. Tiles are bytes: 0 is an empty square (in a play, a square already covered), 1 to 63 the
letter of that number in the alphabet, :data:`BLANK` + t a blank designated as t, written in lower case. A tile of
several code points is read bare, by the longest label that fits, or in brackets.

Guaranteed: the texts of :meth:`TileText.write` and :meth:`TileText.bracketed` are read as the same tiles, in every
alphabet whose letters have two cases.
"""

from __future__ import annotations

import re
from typing import Final

from lexkit.base.errors import AlphabetError, LexkitError, PositionError, show_value
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.bounded_input import to_nfc
from lexkit.formats.tile import Tile

#: Bit of a tile byte that marks a blank, designated as the letter of the other bits.
BLANK: Final = 0x80
#: Maximum number of rows, and of columns, of a board.
MAX_SIDE: Final = 32
#: Maximum length of a position's text, CGP or drawn: many times that of a full board.
MAX_TEXT: Final = 1 << 16
#: Names of the columns: A to Z, AA to AF.
COLUMNS: Final = tuple([chr(65 + i) for i in range(26)] + ["A" + chr(65 + i) for i in range(MAX_SIDE - 26)])

#: For ``bytes.translate``: tile byte -> the letter it shows.
LETTERS: Final = bytes(tile & (BLANK - 1) for tile in range(256))
#: For ``bytes.translate``: tile byte -> the tile that it takes from a rack, 0 for a blank.
KINDS: Final = bytes(0 if tile & BLANK else tile for tile in range(256))

#: A row and a column, in either order.
PLACE: Final = re.compile(r"([0-9]{1,3})([A-Za-z]{1,2})|([A-Za-z]{1,2})([0-9]{1,3})")
#: Characters with a meaning of their own, which no bare spelling of a tile may contain.
_MARKS: Final = frozenset(".()?")


def read_place(text: str, error: type[LexkitError] = PositionError) -> tuple[int, int, bool]:
    """Return (row, column, across) of a place, rows and columns from 0.

    It does not check that the place is on a board. Raises ``error`` if the text is not a place.
    """
    found = PLACE.fullmatch(text)
    number = int(found[1] or found[4]) if found else 0
    if found is None or not number:
        raise error("not a place", expected="a row and a column, as 8D (across) or D8 (down)", found=show_value(text))
    column = 0
    for letter in (found[2] or found[3]).upper():
        column = column * 26 + ord(letter) - 64
    return number - 1, column - 1, found[1] is not None


def write_place(row: int, column: int, across: bool) -> str:
    """Return a place as text: ``8D`` across, ``D8`` down."""
    return f"{row + 1}{COLUMNS[column]}" if across else f"{COLUMNS[column]}{row + 1}"


def square_name(square: int, columns: int) -> str:
    """Return the name of a square, such as ``8D``. ``square``: its index, row * columns + column."""
    return f"{square // columns + 1}{COLUMNS[square % columns]}"


class TileText:
    """Reader and writer of one alphabet's tiles, made by :func:`tile_text`. About 2 us a word."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        #: True if every tile is one code point, so that text and tiles have the same length.
        self.simple = alphabet.simple and all(len(tile.lower) == 1 for tile in alphabet.tiles)
        #: Accepted spelling -> tile byte.
        self.spellings: dict[str, int] = {
            text: number | BLANK if _is_lower(text, alphabet.tiles[number - 1]) else number
            for text, number in alphabet.spellings.items()
            if text[0] == "[" or not _MARKS & set(text)
        }
        #: Tile byte -> its text: the label, the lower-case form for a designated blank, "." for 0.
        self.labels: tuple[str, ...] = tuple(_labels(alphabet))
        self._table = {**self.spellings, ".": 0}
        longest_first = sorted(self._table, key=lambda text: (-len(text), text))
        self._reader = re.compile("|".join(map(re.escape, longest_first)))

    def read(self, text: str) -> bytes:
        """Return the tile bytes of a text, 0 for each ``.``.

        Raises AlphabetError, with the place, for anything else.
        """
        table = self._table
        text = str.__str__(text)
        if self.simple:
            try:
                return bytes([table[letter] for letter in text])
            except KeyError:
                pass  # brackets, or an error that is explained below
        normal = to_nfc(text)
        tiles = bytearray()
        at = 0
        while at < len(normal):
            found = self._reader.match(normal, at)
            if found is None:
                raise AlphabetError(
                    f"not a tile of the {self.alphabet.name} alphabet",
                    place=f"column {at + 1} of {show_value(text)}",
                    found=repr(normal[at]),
                )
            tiles.append(table[found[0]])
            at = found.end()
        return bytes(tiles)

    def write(self, tiles: bytes) -> str:
        """Return tiles as the text of a play, ``.`` for 0.

        Tiles are in brackets where plain text would be ambiguous.
        """
        text = "".join([self.labels[tile] for tile in tiles])
        if self.simple or self._reads_as(text, tiles):
            return text
        return self._bracket_each(tiles)

    def bracketed(self, tiles: bytes) -> str:
        """Return tiles as text for CGP, with tiles of several code points in brackets."""
        if self.simple:
            return "".join([self.labels[tile] for tile in tiles])
        text = "".join([self.square(tile) for tile in tiles])
        return text if self._reads_as(text, tiles) else self._bracket_each(tiles)

    def square(self, tile: int) -> str:
        """Return the text of one tile, ``.`` for 0, in brackets if it has several code points."""
        label = self.labels[tile]
        return label if len(label) == 1 else f"[{label}]"

    def word(self, tiles: bytes) -> str:
        """Return the word that tiles show, as a lexicon spells it; blanks are in upper case too."""
        if self.simple:
            return "".join([self.labels[tile & (BLANK - 1)] for tile in tiles])
        return self.alphabet.decode(tiles.translate(LETTERS))

    def _reads_as(self, text: str, tiles: bytes) -> bool:
        try:
            return self.read(text) == tiles
        except AlphabetError:
            return False

    def _bracket_each(self, tiles: bytes) -> str:
        return "".join([f"[{self.labels[tile]}]" if tile else "." for tile in tiles])


#: Cached by identity: comparing the data of two alphabets takes longer than reading a board.
_cache: dict[int, TileText] = {}


def tile_text(alphabet: Alphabet) -> TileText:
    """Return the cached reader and writer of an alphabet's tiles."""
    found = _cache.get(id(alphabet))
    if found is None:
        if len(_cache) >= 64:
            _cache.clear()
        found = _cache[id(alphabet)] = TileText(alphabet)
    return found


def _labels(alphabet: Alphabet) -> list[str]:
    labels = ["."] * 256
    for number, tile in enumerate(alphabet.tiles, 1):
        labels[number] = tile.label
        labels[BLANK | number] = tile.lower
    return labels


def _is_lower(text: str, tile: Tile) -> bool:
    """Return whether a spelling is in lower case, and so means a blank."""
    bare = text[1:-1] if text[0] == "[" and len(text) > 2 else text
    if bare == tile.label:
        return False
    if bare == tile.lower:
        return True
    if bare in tile.aliases or bare.upper() in tile.aliases:
        return bare == bare.lower() != bare.upper()
    return bare[0] == tile.lower[0] != tile.label[0]
