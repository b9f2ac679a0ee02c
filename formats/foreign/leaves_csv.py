"""Leave values as text, in the form of wolges and MAGPIE: one line ``leave,value`` each, without a header.

A leave is its tiles in any order, ``?`` for a blank; its value is in points. A tile with several letters that are
tiles themselves is in brackets: in Spanish ``CH`` is C and H. Leaves worth nothing have no line. lexkit stores
values in steps of a fraction of a point: see :mod:`.klv2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from os import PathLike
from typing import Final

import numpy as np

from lexkit.base.errors import AlphabetError, ColumnError

from ..alphabet import Alphabet
from ..constants import MAX_LEAVE
from ..leaves_section import StoredLeaves
from .klv2 import keys_worth_something, store_values

#: Number of values that are written at a time.
_BLOCK: Final = 1 << 16
#: A value. Python's float() accepts more.
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
#: Larger values are clamped to this: still too large to be stored, but within 32 bits.
_FAR: Final = 1e9


def read_leaves_csv(data: bytes, alphabet: Alphabet, path: str | PathLike[str] | None = None) -> StoredLeaves:
    """Read leave values from a text. Raises ColumnError, with the line, and CorruptFileError for values beyond 16
    bits.
    """
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise ColumnError("not UTF-8", path=path, found=f"byte {error.start}") from None
    values: dict[bytes, float] = {}
    letters_of = _reader(alphabet)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        leave, _, text = line.rpartition(",")
        place = f"line {number}"
        try:
            tiles = letters_of(leave.strip().strip('"'))
        except AlphabetError as error:
            what, found = "not a leave and its value", error.found or line
            raise ColumnError(what, path=path, place=place, expected="tiles, a comma, a number", found=found) from None
        if not 1 <= len(tiles) <= MAX_LEAVE or not _NUMBER.fullmatch(text.strip()):
            expected = f"1 to {MAX_LEAVE} tiles, a comma, a number"
            raise ColumnError("not a leave and its value", path=path, place=place, expected=expected, found=line)
        value = min(max(float(text), -_FAR), _FAR)
        if tiles in values:
            raise ColumnError("the leave has a value already", path=path, place=place, found=leave)
        values[tiles] = value
    if not values:
        raise ColumnError("the file has no leave", path=path, expected="a line for each: tiles, a comma, a number")
    longest = max(map(len, values))
    leaves = np.zeros((len(values), longest), np.uint8)
    for row, tiles in enumerate(values):
        leaves[row, : len(tiles)] = np.frombuffer(tiles, np.uint8) + 1
    return store_values(leaves, np.array(list(values.values()), np.float32), len(alphabet), path, "csv")


def _reader(alphabet: Alphabet) -> Callable[[str], bytes]:
    """Return a function that reads a leave as its tiles, blanks first."""
    several = [label for label in alphabet.labels if len(label) > 1 and all(one in alphabet for one in label)]
    apart = re.compile(
        "|".join([r"\[[^\]]*\]", *map(re.escape, sorted(several, key=len, reverse=True))]), re.IGNORECASE
    )

    def spell(found: re.Match[str]) -> str:
        return found[0] if found[0][0] == "[" else "".join(f"[{letter}]" for letter in found[0])

    def read(leave: str) -> bytes:
        pieces = leave.split("?")
        if several:
            pieces = [apart.sub(spell, piece) for piece in pieces]
        return bytes(len(pieces) - 1) + bytes(sorted(b"".join(map(alphabet.encode, pieces))))

    return read


def write_leaves_csv(leaves: StoredLeaves, alphabet: Alphabet) -> bytes:
    """Return the text of these values, short leaves first. 2 s for English."""
    keys, values = keys_worth_something(leaves)
    labels = np.array(["", "?", *(label if len(label) == 1 else f"[{label}]" for label in alphabet.labels)], object)
    texts = []
    for start in range(0, len(keys), _BLOCK):
        rows = labels[keys[start : start + _BLOCK]]
        points = (values[start : start + _BLOCK] / leaves.scale).tolist()
        texts += [f"{''.join(row)},{value:.9g}\n" for row, value in zip(rows, points, strict=True)]
    return "".join(texts).encode()
