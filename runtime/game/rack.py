"""Racks: multisets of tiles, blanks included.

Guaranteed: at most :data:`MAX_RACK` tiles, all of one alphabet. A rack is immutable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, compress, islice
from typing import Any, Final

from lexkit import lexicons
from lexkit.base.errors import AlphabetError, PositionError, show_value
from lexkit.base.time_limits import look
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.tile import BLANK as BLANK_MARK

from ..automaton.kernels import tile_strings
from .text.notation import KINDS, tile_text

#: Maximum number of tiles on a rack.
MAX_RACK: Final = 15
#: Number of entries of :attr:`Rack.counts`: the blank and 63 letters.
SIZE: Final = 64


class Tiles(bytes):
    """Tile numbers, 0 for a blank, as a bag returns them and a rack accepts them."""

    __slots__ = ()


class Rack:
    """An immutable multiset of tiles: ``Rack("RETAIN?")``.

    It supports ``len``, ``in``, iteration over labels, ``+`` and ``-``. ``str(rack)`` lists the labels in the
    alphabet's order, blanks last.
    """

    __slots__ = ("_alphabet", "_counts", "_length")

    def __init__(self, tiles: str | bytes | Sequence[int] | Rack, alphabet: Alphabet | str = "english") -> None:
        """Read tiles from text, from a bag or from counts, in about 2 us.

        Args:
            tiles: A rack, tiles of a bag, a text or counts. In text, ``?`` is a blank, case does not matter, and a
                tile of several code points is read by the longest label that fits, or in brackets. Counts begin
                with the blanks, then follow by tile number.
            alphabet: An alphabet, or the name of a shipped one.

        Raises:
            PositionError: A tile is outside the alphabet, or there are more than 15 tiles.
        """
        if isinstance(alphabet, str):
            alphabet = lexicons.alphabet(alphabet)
        elif not isinstance(alphabet, Alphabet):
            raise TypeError(f"an alphabet must be an Alphabet or the name of one, not {type(alphabet).__name__}")
        self._alphabet = alphabet
        if isinstance(tiles, str):
            self._counts, self._length = count_tiles(tiles, alphabet)
        elif isinstance(tiles, Rack):
            _require_same_letters(tiles.alphabet, alphabet)
            self._counts, self._length = tiles.counts, len(tiles)
        elif isinstance(tiles, Tiles):
            self._counts = _check_counts(_count_numbers(tiles), alphabet)
            self._length = len(tiles)
        else:
            self._counts = _check_counts(tiles, alphabet)
            self._length = sum(self._counts.rstrip(b"\0"))
        if self._length > MAX_RACK:
            raise PositionError("too many tiles on a rack", expected=f"at most {MAX_RACK}", found=self._length)

    @classmethod
    def of_tiles(cls, tiles: Iterable[int], alphabet: Alphabet | str = "english") -> Rack:
        """Return the rack of tile numbers, 0 for a blank, in any order.

        Args:
            tiles: Tile numbers.
            alphabet: An alphabet, or the name of a shipped one.

        Raises:
            PositionError: A tile is outside the alphabet, or there are more than 15 tiles.
        """
        try:
            numbers = Tiles(list(islice(tiles, SIZE)))  # more than any rack has
        except ValueError:
            numbers = Tiles(b"\xff")
        except TypeError:
            raise TypeError(f"tiles: expected numbers of tiles, found {show_value(tiles)}") from None
        return cls(numbers, alphabet)

    @property
    def counts(self) -> bytes:
        """Number of each tile: 64 bytes, blanks first, then by tile number."""
        return self._counts

    @property
    def alphabet(self) -> Alphabet:
        """Alphabet of the tiles."""
        return self._alphabet

    @property
    def tiles(self) -> bytes:
        """Tile numbers, sorted, blanks (0) first."""
        return tiles_of(self._counts)

    def has(self, tiles: str | bytes | Rack) -> bool:
        """Return whether all of these tiles are on the rack at once.

        Args:
            tiles: The text of a rack, a rack, or the tile bytes of a play.
        """
        counts = self._counts_of(tiles)
        return all(have >= want for have, want in zip(self._counts, counts, strict=True))

    def missing(self, tiles: str | bytes | Rack) -> list[str]:
        """Return the labels of the tiles that are not on the rack, blanks (``?``) last.

        Args:
            tiles: The text of a rack, a rack, or the tile bytes of a play.
        """
        counts = self._counts_of(tiles)
        return _labels(self._alphabet, [max(0, w - h) for h, w in zip(self._counts, counts, strict=True)])

    def _counts_of(self, tiles: str | bytes | Rack) -> Sequence[int]:
        if isinstance(tiles, Rack):
            _require_same_letters(tiles.alphabet, self._alphabet)
            return tiles.counts
        if isinstance(tiles, str):
            return count_tiles(tiles, self._alphabet)[0]
        if not isinstance(tiles, bytes):
            raise TypeError(f"tiles must be a str, a Rack or the bytes of a play, not {type(tiles).__name__}")
        kinds = tiles.translate(KINDS)
        return [kinds.count(number) for number in range(SIZE)]

    def __add__(self, tiles: str | bytes | Rack) -> Rack:
        """Return the rack with these tiles added."""
        if not isinstance(tiles, (str, bytes, Rack)):
            return NotImplemented
        counts = self._counts_of(tiles)
        return Rack([have + more for have, more in zip(self._counts, counts, strict=True)], self._alphabet)

    def __sub__(self, tiles: str | bytes | Rack) -> Rack:
        """Return the rack without these tiles: its leave.

        Raises:
            PositionError: Not all of the tiles are on the rack.
        """
        if not isinstance(tiles, (str, bytes, Rack)):
            return NotImplemented
        missing = self.missing(tiles)
        if missing:
            raise PositionError("not on the rack", expected=f"tiles of {self}", found=" ".join(missing))
        counts = self._counts_of(tiles)
        return Rack([have - less for have, less in zip(self._counts, counts, strict=True)], self._alphabet)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[str]:
        """Iterate over the labels in the alphabet's order, blanks (``?``) last."""
        return iter(_labels(self._alphabet, self._counts))

    def __contains__(self, label: object) -> bool:
        if label == BLANK_MARK:
            return self._counts[0] > 0
        number = self._alphabet.number(label) if isinstance(label, str) else None
        return number is not None and self._counts[number] > 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rack):
            return NotImplemented
        return self._counts == other._counts and self._alphabet.labels == other._alphabet.labels

    def __hash__(self) -> int:
        return hash(self._counts)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Rack, (self._counts, self._alphabet))

    def __str__(self) -> str:
        return tile_text(self._alphabet).bracketed(self.tiles[self._counts[0] :]) + BLANK_MARK * self._counts[0]

    def __repr__(self) -> str:
        return (
            f"Rack({str(self)!r})"
            if self._alphabet.name == "english"
            else f"Rack({str(self)!r}, {self._alphabet.name!r})"
        )

    def _repr_svg_(self) -> str:
        from ..pictures.markup import show_rack

        return show_rack(self)


def rack_of_counts(counts: bytes, alphabet: Alphabet, length: int | None = None) -> Rack:
    """Return the rack with these 64 counts, without checking them again. ``length``: their sum, if it is known."""
    rack = Rack.__new__(Rack)
    rack._alphabet, rack._counts = alphabet, counts
    rack._length = sum(counts) if length is None else length
    return rack


def tiles_of(counts: Sequence[int]) -> Tiles:
    """Return the tile numbers for counts of each kind, sorted, blanks (0) first."""
    return Tiles([tile for tile in compress(range(SIZE), counts) for _ in range(counts[tile])])


def parts_of(rack: Rack, most: int) -> Iterator[Rack]:
    """Yield the racks of 1 to ``most`` tiles of a rack: fewer tiles first, then by tile number."""
    for size in range(1, min(most, len(rack)) + 1):
        # Combinations of sorted tiles are sorted, so that equal ones can be told by a dict.
        for tiles in dict.fromkeys(combinations(rack.tiles, size)):
            look()
            yield Rack(Tiles(tiles), rack.alphabet)


def as_rack(tiles: Rack | str | bytes | Sequence[int], alphabet: Alphabet) -> Rack:
    """Return a rack unchanged, or the rack of a text or counts. Raises PositionError for a rack of another alphabet."""
    if isinstance(tiles, Rack):
        _require_same_letters(tiles.alphabet, alphabet)
        return tiles
    return Rack(tiles, alphabet)


def count_tiles(text: str, alphabet: Alphabet) -> tuple[bytes, int]:
    """Return (counts, size) of the tiles in a text. Raises PositionError for a tile outside the alphabet."""
    if type(text) is not str:
        text = str.__str__(text)
    if len(text) > 16 * MAX_RACK:  # longer than any rack in any spelling; also keeps counts below 256
        raise PositionError("too many tiles on a rack", expected=f"at most {MAX_RACK}", found=f"{len(text)} characters")
    counted = tile_strings.count_tiles(text, alphabet.code_table)
    if counted is not None:
        return counted, len(text)
    # There are brackets, combining marks, several characters to a letter, or an error.
    try:
        runs = [alphabet.encode(run) for run in text.split(BLANK_MARK)]
    except AlphabetError as error:
        raise PositionError(
            f"not a tile of the {alphabet.name} alphabet", place=f"rack {text!r}", found=error.found
        ) from error
    tiles = bytes(len(runs) - 1) + b"".join(runs)
    return _count_numbers(tiles), len(tiles)


def _count_numbers(tiles: bytes) -> bytes:
    """Return the counts of tile numbers, with an extra entry if some numbers belong to no tile."""
    found = [tiles.count(number) for number in range(SIZE)]
    return bytes(found if sum(found) == len(tiles) < 256 else [0] * (SIZE + 1))


def _check_counts(counts: bytes | Sequence[int], alphabet: Alphabet) -> bytes:
    """Return a caller's counts as 64 bytes, checked."""
    try:
        # Read number by number: bytes(array) would copy the array's memory. The copy is checked and used.
        taken = counts if type(counts) is bytes else bytes(list(islice(counts, SIZE + 1)))
    except ValueError:
        taken = None
    except TypeError:
        raise TypeError(f"tiles: expected a text, a Rack or counts, found {show_value(counts)}") from None
    if taken is None or len(taken) > SIZE:
        raise PositionError("not the counts of a rack", expected=f"at most {SIZE} numbers from 0 to {MAX_RACK}")
    if len(taken.rstrip(b"\0")) > len(alphabet) + 1:
        raise PositionError(
            f"tiles outside the {alphabet.name} alphabet", expected=f"counts of the blank and {len(alphabet)} letters"
        )
    return taken.ljust(SIZE, b"\0")


def _labels(alphabet: Alphabet, counts: Sequence[int]) -> list[str]:
    letters = [label for number, label in enumerate(alphabet.labels, 1) for _ in range(counts[number])]
    return letters + [BLANK_MARK] * counts[0]


def _require_same_letters(one: Alphabet, other: Alphabet) -> None:
    if one is not other and one.labels != other.labels:
        raise PositionError("the rack has another alphabet", expected=other.name, found=one.name)


def count_racks(counts: Iterable[int], size: int) -> int:
    """Return the number of different racks of ``size`` tiles among these counts of each kind.

    It is a coefficient of the product of the polynomials 1 + x + ... + x^n.
    """
    ways = [1] + [0] * size
    for there in counts:
        ways = [sum(ways[max(0, at - there) : at + 1]) for at in range(size + 1)]
    return ways[size]
