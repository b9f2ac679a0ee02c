"""Racks: the tiles somebody holds, as a multiset, blanks included.

Guaranteed: at most :data:`MAX_RACK` tiles, all of one alphabet. A rack never changes after it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from ... import lexicons
from ...errors import AlphabetError, PositionError
from ...formats.alphabet import BLANK as BLANK_MARK
from ...formats.alphabet import Alphabet
from .text.notation import KINDS, tile_text

__all__ = ["MAX_RACK", "Rack", "as_rack"]

#: Most tiles of a rack.
MAX_RACK: Final = 15
#: Entries of :attr:`Rack.counts`: the blank and 63 letters.
SIZE: Final = 64


class Rack:
    """A multiset of tiles: ``Rack("RETAIN?")``.

    ``?`` is a blank; upper and lower case mean the same here; a tile of several code points is read by the longest
    label that fits or in brackets. Instead of text, counts may be given: of blanks first, then by tile number.
    ``str`` has the alphabet's order, blanks last. About 2 us to make. Raises PositionError for tiles outside the
    alphabet and for more than 15 of them.
    """

    __slots__ = ("_alphabet", "_counts", "_length")

    def __init__(self, tiles: str | bytes | Sequence[int] | Rack, alphabet: Alphabet | str = "english") -> None:
        if isinstance(alphabet, str):
            alphabet = lexicons.alphabet(alphabet)
        elif not isinstance(alphabet, Alphabet):
            raise TypeError(f"an alphabet is an Alphabet or the name of one, not {type(alphabet).__name__}")
        self._alphabet = alphabet
        if isinstance(tiles, str):
            counts, self._length = _counted(tiles, alphabet)
            self._counts = bytes(counts)
        elif isinstance(tiles, Rack):
            _same_letters(tiles.alphabet, alphabet)
            self._counts, self._length = tiles.counts, len(tiles)
        else:
            self._counts = _checked(tiles, alphabet)
            self._length = sum(self._counts)
        if self._length > MAX_RACK:
            raise PositionError("too many tiles on a rack", expected=f"at most {MAX_RACK}", found=self._length)

    @property
    def counts(self) -> bytes:
        """How many of each tile, 64 bytes: blanks first, then by tile number."""
        return self._counts

    @property
    def alphabet(self) -> Alphabet:
        return self._alphabet

    @property
    def tiles(self) -> bytes:
        """The tiles one by one, by number, blanks (0) first."""
        return bytes([number for number, count in enumerate(self._counts) for _ in range(count)])

    def has(self, tiles: str | bytes | Rack) -> bool:
        """Whether all of these are on the rack at once: text of a rack, a rack, or the tile bytes of a play."""
        counts = self._counts_of(tiles)
        return all(have >= want for have, want in zip(self._counts, counts, strict=True))

    def missing(self, tiles: str | bytes | Rack) -> list[str]:
        """The labels of those that are not on the rack, blanks (``?``) last."""
        counts = self._counts_of(tiles)
        return _labels(self._alphabet, [max(0, w - h) for h, w in zip(self._counts, counts, strict=True)])

    def _counts_of(self, tiles: str | bytes | Rack) -> Sequence[int]:
        if isinstance(tiles, Rack):
            _same_letters(tiles.alphabet, self._alphabet)
            return tiles.counts
        if isinstance(tiles, str):
            return _counted(tiles, self._alphabet)[0]
        if not isinstance(tiles, bytes):
            raise TypeError(f"tiles are a str, a Rack or the bytes of a play, not {type(tiles).__name__}")
        kinds = tiles.translate(KINDS)
        return [kinds.count(number) for number in range(SIZE)]

    def __add__(self, tiles: str | bytes | Rack) -> Rack:
        """The rack with these tiles put on it."""
        if not isinstance(tiles, (str, bytes, Rack)):
            return NotImplemented
        counts = self._counts_of(tiles)
        return Rack([have + more for have, more in zip(self._counts, counts, strict=True)], self._alphabet)

    def __sub__(self, tiles: str | bytes | Rack) -> Rack:
        """The rack with these tiles taken from it (its leave); PositionError where it has them not."""
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
        """The labels, in the alphabet's order, blanks (``?``) last."""
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


def as_rack(tiles: Rack | str | bytes | Sequence[int], alphabet: Alphabet) -> Rack:
    """The same rack where it is one of these letters, else a new one; for what takes either."""
    if isinstance(tiles, Rack):
        _same_letters(tiles.alphabet, alphabet)
        return tiles
    return Rack(tiles, alphabet)


def _counted(text: str, alphabet: Alphabet) -> tuple[bytearray, int]:
    """The counts of a text's tiles, and their number."""
    counts = bytearray(SIZE)
    text = str.__str__(text)
    if len(text) > 16 * MAX_RACK:  # longer than any rack however it is spelled; also keeps counts below 256
        raise PositionError("too many tiles on a rack", expected=f"at most {MAX_RACK}", found=f"{len(text)} characters")
    if alphabet.simple:
        numbers = alphabet.spellings
        try:
            for letter in text:
                counts[0 if letter == BLANK_MARK else numbers[letter]] += 1
        except KeyError:
            counts = bytearray(SIZE)  # brackets, combining marks, or the error that the general way explains
        else:
            return counts, len(text)
    try:
        runs = [alphabet.encode(run) for run in text.split(BLANK_MARK)]
    except AlphabetError as error:
        raise PositionError(
            f"no tile of the {alphabet.name} alphabet", place=f"rack {text!r}", found=error.found
        ) from error
    counts[0] = len(runs) - 1
    for tile in b"".join(runs):
        counts[tile] += 1
    return counts, sum(counts)


def _checked(counts: bytes | Sequence[int], alphabet: Alphabet) -> bytes:
    """Counts as given by a caller, as 64 bytes."""
    try:
        # Number by number: of an array, bytes() takes the memory. What is checked is what is used.
        taken = counts if type(counts) is bytes else bytes(list(islice(counts, SIZE + 1)))
    except ValueError:
        taken = None
    if taken is None or len(taken) > SIZE:
        raise PositionError("not the counts of a rack", expected=f"at most {SIZE} numbers from 0 to {MAX_RACK}")
    if any(taken[len(alphabet) + 1 :]):
        raise PositionError(
            f"tiles outside the {alphabet.name} alphabet", expected=f"counts of the blank and {len(alphabet)} letters"
        )
    return taken.ljust(SIZE, b"\0")


def _labels(alphabet: Alphabet, counts: Sequence[int]) -> list[str]:
    letters = [label for number, label in enumerate(alphabet.labels, 1) for _ in range(counts[number])]
    return letters + [BLANK_MARK] * counts[0]


def _same_letters(one: Alphabet, other: Alphabet) -> None:
    if one is not other and one.labels != other.labels:
        raise PositionError("a rack of another alphabet", expected=other.name, found=one.name)
