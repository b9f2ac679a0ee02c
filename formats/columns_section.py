"""The section ``columns``: numbers and texts for each word, by rank, readable in place. SPEC.md, "Columns".

A column has one entry for each word, in order of rank: an integer, a number, a text, or nothing. The directory
names the columns; the positions of their arrays follow from it and from the number of words, so that nothing can
overlap. :func:`pack_columns` and :func:`read_columns` are inverses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import CorruptFileError

from .bounded_input import ZSTD_MAGIC
from .constants import COLUMNS, MAX_COLUMNS, MAX_PACKED_NUMBERS, MAX_PACKED_WINDOW
from .header_and_sections import Bytes, align, pack_json, parse_json
from .text_column import TextBlocks, count_blocks, pack_texts, read_block_ends

if TYPE_CHECKING:
    from numpy.typing import NDArray

INTEGER: Final = "integer"
NUMBER: Final = "number"
TEXT: Final = "text"
#: Syntax of the name of a column.
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")

_BITS: Final = (8, 16, 32, 64)
#: Maximum number of decimals of packed numbers.
_MOST_DECIMALS: Final = 9
#: Bound of the integers of packed numbers, and the bytes of each.
_MOST_PACKED: Final = (1 << 31) - 1
_PACKED_SIZE: Final = 4
#: Keys of the entry of packed numbers in the directory, and the maximum of each number.
_PACKED: Final = {"decimals": _MOST_DECIMALS, "packed": _MOST_PACKED, "sample": _MOST_PACKED}
#: Length of the field with the directory's size, in bytes.
_SIZE: Final = 8


@dataclass(frozen=True)
class StoredColumn:
    """A column as it is stored: its directory entry, its arrays, the number of words."""

    name: str
    entry: Mapping[str, Any]
    arrays: tuple[Bytes, ...]
    words: int
    path: Path | None = None

    # -- making one ---------------------------------------------------------------------------------

    @classmethod
    def of_integers(cls, name: str, values: NDArray[np.int64], missing: NDArray[np.bool_]) -> StoredColumn:
        """Store an integer for each word in the smallest of 8, 16, 32 or 64 bits."""
        values = np.where(missing, 0, values)
        low, high = int(values.min(initial=0)), int(values.max(initial=0))
        bits = next(bits for bits in _BITS if -(1 << bits - 1) <= low and high < 1 << bits - 1)
        arrays = [values.astype(f"<i{bits // 8}").tobytes()]
        if missing.any():
            arrays.append(np.packbits(missing, bitorder="little").tobytes())
        entry = {"kind": INTEGER, "bits": bits, "missing": int(missing.sum())}
        return cls(name, entry, tuple(arrays), len(values))

    @classmethod
    def of_numbers(cls, name: str, values: NDArray[np.float64]) -> StoredColumn:
        """Store a number for each word, NaN for none. Raises ValueError if one is infinite."""
        if np.isinf(values).any():
            raise ValueError("an infinite number")
        values = np.where(np.isnan(values), np.nan, values)  # the same bits for every NaN
        return cls(name, {"kind": NUMBER}, (values.astype("<f8").tobytes(),), len(values))

    @classmethod
    def of_decimals(cls, name: str, values: NDArray[np.float64], decimals: int, sample: int = 0) -> StoredColumn:
        """Store a number for each word, rounded to some decimals, compressed: a byte or less for each word.

        ``sample``: size of the sample that the numbers were measured on, 0 if unknown. Numbers too large or too many to
        be packed are stored as by :meth:`of_numbers`.
        """
        import zstandard

        scaled = np.rint(values * 10**decimals)
        if not (np.abs(scaled) <= _MOST_PACKED).all() or not 0 < len(values) <= MAX_PACKED_NUMBERS // _PACKED_SIZE:
            return cls.of_numbers(name, np.round(values, decimals))
        planes = scaled.astype("<i4").view(np.uint8).reshape(-1, _PACKED_SIZE).T
        frame = zstandard.ZstdCompressor(write_content_size=True).compress(planes.tobytes())
        entry = {"kind": NUMBER, "decimals": decimals, "packed": len(frame), "sample": sample}
        return cls(name, entry, (frame,), len(values))

    @classmethod
    def of_texts(cls, name: str, texts: Sequence[str | None]) -> StoredColumn:
        """Store a text for each word, empty or None for none.

        Raises ValueError if one is too long or has control characters.
        """
        return cls(name, {"kind": TEXT}, pack_texts(texts), len(texts))

    # -- reading one --------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """``integer``, ``number`` or ``text``."""
        return str(self.entry["kind"])

    @property
    def size(self) -> int:
        """Size of the column in the file, in bytes."""
        return sum(len(array) for array in self.arrays)

    @cached_property
    def values(self) -> NDArray[Any]:
        """The numbers of an integer or number column, by rank: read-only, a view of the file unless they are packed.

        Raises CorruptFileError if a number is infinite (rule C6), or if packed numbers are damaged (C9).
        """
        if "packed" in self.entry:
            return self._unpack()
        if self.kind == INTEGER:
            return np.frombuffer(self.arrays[0], f"<i{self.entry['bits'] // 8}")
        values = np.frombuffer(self.arrays[0], "<f8")
        infinite = np.isinf(values)
        if infinite.any():
            rank = int(np.argmax(infinite))
            raise CorruptFileError.at(self.path, f"C6: column {self.name}, rank {rank}", "a number", values[rank])
        return values

    def _unpack(self) -> NDArray[np.float64]:
        """Decompress packed numbers. 30 ms for three million."""
        import zstandard

        size, frame = _PACKED_SIZE * self.words, bytes(self.arrays[0])
        try:
            claimed = zstandard.frame_content_size(frame) if frame.startswith(ZSTD_MAGIC) else -1
            if claimed != size or size > MAX_PACKED_NUMBERS:
                found = f"{claimed} bytes" if claimed >= 0 else frame[:8].hex()
                raise self._not_packed(f"a zstandard frame that says its size, {size} bytes", found)
            decompressor = zstandard.ZstdDecompressor(max_window_size=MAX_PACKED_WINDOW)
            data = decompressor.decompress(frame, allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise self._not_packed("one whole zstandard frame", error) from error
        if len(data) != size:
            raise self._not_packed(f"{size} bytes", len(data))
        planes = np.frombuffer(data, np.uint8).reshape(_PACKED_SIZE, -1)
        values: NDArray[np.float64] = np.ascontiguousarray(planes.T).view("<i4")[:, 0] / 10 ** self.entry["decimals"]
        values.setflags(write=False)
        return values

    def _not_packed(self, expected: object, found: object) -> CorruptFileError:
        return CorruptFileError.at(self.path, f"C9: column {self.name}", expected, found)

    @cached_property
    def absent(self) -> NDArray[np.bool_] | None:
        """Mask of the ranks without an integer or number, or None if all have one."""
        if self.kind == NUMBER:
            nan = np.isnan(self.values)
            return nan if nan.any() else None
        if len(self.arrays) < 2:
            return None
        bits = np.unpackbits(np.frombuffer(self.arrays[1], np.uint8), count=self.words, bitorder="little")
        return bits.view(np.bool_)

    @cached_property
    def texts(self) -> TextBlocks:
        """The texts of a text column."""
        ends = np.frombuffer(self.arrays[0], "<u8")
        return TextBlocks(ends, self.arrays[1], self.words, self.name, self.path)

    @cached_property
    def missing(self) -> int:
        """Number of words without an entry. Counting them reads, and so proves, all numbers and texts."""
        if self.kind == INTEGER:
            return int(self.entry["missing"])
        if self.kind == NUMBER:
            return 0 if self.absent is None else int(self.absent.sum())
        return sum(not text for text in self.texts.all())


def pack_columns(columns: Iterable[StoredColumn]) -> bytes:
    """Pack columns into the bytes of a section, ordered by name."""
    ordered = sorted(columns, key=lambda column: column.name)
    directory = pack_json({column.name: column.entry for column in ordered})
    section = bytearray(len(directory).to_bytes(_SIZE, "little") + directory)
    for array in (array for column in ordered for array in column.arrays):
        section += bytes(align(len(section)) - len(section))
        section += array
    return bytes(section)


def read_columns(section: memoryview, words: int, path: Path | None = None) -> dict[str, StoredColumn]:
    """Read the columns of a lexicon with ``words`` words, in the order of their names.

    Proved here: names and kinds, and that the arrays are whole and fill the section. Numbers are proved to be
    finite, and blocks of texts to be valid, when they are read. Raises CorruptFileError. Cost: microseconds.
    """
    # (If the section is too short for the size itself, the right side is negative.)
    if int.from_bytes(section[:_SIZE], "little") > len(section) - _SIZE:
        found = section[:_SIZE].hex()
        raise CorruptFileError.at(path, f"C1: section {COLUMNS}", f"a directory within {len(section)} bytes", found)
    end = _SIZE + int.from_bytes(section[:_SIZE], "little")
    directory = parse_json(section[_SIZE:end], COLUMNS, path)
    if not 0 < len(directory) <= MAX_COLUMNS or not all(NAME.fullmatch(name) for name in directory):
        expected = f"1 to {MAX_COLUMNS} names of 1 to 32 letters, digits, _ or -"
        raise CorruptFileError.at(path, f"C2: section {COLUMNS}", expected, repr(sorted(directory))[:80])

    def cut(size: int, name: str) -> memoryview:
        """Return the next array, at a multiple of 64 behind zeros."""
        nonlocal end
        start = align(end)
        if start + size > len(section):
            found = f"{len(section)} bytes in all"
            raise CorruptFileError.at(path, f"C4: column {name}", f"{size} bytes from {start} on", found)
        if any(section[end:start]):
            raise CorruptFileError.at(path, f"C4: padding before column {name}", "zeros", section[end:start].hex())
        end = start + size
        return section[start:end]

    columns = {}
    for name in sorted(directory):
        entry = _check_entry(directory[name], name, words, path)
        columns[name] = StoredColumn(name, entry, tuple(_cut_arrays(entry, name, words, cut, path)), words, path)
    if end != len(section):
        place = f"C4: section {COLUMNS}, behind the last column"
        raise CorruptFileError.at(path, place, f"{end} bytes", f"{len(section)} bytes")
    return columns


def _check_entry(entry: Any, name: str, words: int, path: Path | None) -> Mapping[str, Any]:
    """Return a column's entry in the directory if it obeys rule C3."""
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if kind in (NUMBER, TEXT) and len(entry) == 1:
        return dict(entry)
    if (
        kind == NUMBER
        and entry.keys() == {"kind", *_PACKED}
        and all(type(entry[key]) is int and 0 <= entry[key] <= most for key, most in _PACKED.items())
    ):
        return dict(entry)
    if kind == INTEGER and entry.keys() == {"kind", "bits", "missing"}:
        bits, missing = entry["bits"], entry["missing"]
        if type(bits) is type(missing) is int and bits in _BITS and 0 <= missing <= words:
            return dict(entry)
    expected = (
        f"kind integer (with bits 8, 16, 32 or 64 and missing up to {words}), number (alone, or with decimals up to "
        f"{_MOST_DECIMALS}, packed and sample) or text"
    )
    raise CorruptFileError.at(path, f"C3: column {name}", expected, repr(entry)[:80])


def _cut_arrays(
    entry: Mapping[str, Any], name: str, words: int, cut: Callable[[int, str], memoryview], path: Path | None
) -> Iterable[memoryview]:
    """Iterate over the arrays of a column, as its entry defines them."""
    if entry["kind"] == NUMBER:
        yield cut(entry["packed"] if "packed" in entry else 8 * words, name)
    elif entry["kind"] == INTEGER:
        yield cut(entry["bits"] // 8 * words, name)
        if entry["missing"]:
            bitmap = cut(-(-words // 8), name)
            marked = int(np.bitwise_count(np.frombuffer(bitmap, np.uint8)).sum())
            if marked != entry["missing"] or (words % 8 and bitmap[-1] >> words % 8):
                expected = f"{entry['missing']} of {words} bits, zeros behind"
                raise CorruptFileError.at(path, f"C5: missing entries of column {name}", expected, f"{marked}")
            yield bitmap
    else:
        array = cut(8 * count_blocks(words), name)
        ends = read_block_ends(array)
        if ends is None:
            raise CorruptFileError.at(path, f"C4: blocks of column {name}", "ends that ascend", "others")
        yield array
        yield cut(int(ends[-1]) if len(ends) else 0, name)
