"""The shell of a .gaddag file: header, section table, sections, JSON. SPEC.md, sections 1 to 3.

:func:`pack_sections` and :func:`read_shell` are inverses, and so are :func:`pack_json` and :func:`parse_json`.
Reading trusts nothing: sizes are compared before anything is sliced or parsed. A file is valid only if every byte of
it is accounted for: sections follow one another without gaps or overlap, padding is zero, and nothing follows the last
section.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from os import PathLike
from typing import Any, TypeAlias

from lexkit.base.errors import CorruptFileError, TruncatedFileError, VersionError

from .constants import (
    ALIGNMENT,
    HEADER,
    MAGIC,
    MAX_JSON,
    MAX_JSON_DEPTH,
    MAX_JSON_NUMBER,
    MAX_SECTIONS,
    READ_VERSION,
    SECTION,
    WRITE_VERSION,
)
from .foreign.signatures import refuse_foreign

Bytes: TypeAlias = bytes | bytearray | memoryview
#: The bytes of a section, whole or in pieces.
Section: TypeAlias = Bytes | tuple[Bytes, ...]


def align(offset: int, to: int = ALIGNMENT) -> int:
    """Round an offset up to a multiple of ``to``."""
    return -(-offset // to) * to


def pack_sections(sections: Mapping[str, Section]) -> Iterator[Bytes]:
    """Iterate over the bytes of a file with these sections, in their order, in pieces."""
    end = HEADER.size + SECTION.size * len(sections)
    rows = []
    table = b""
    for name, section in sections.items():
        pieces = section if isinstance(section, tuple) else (section,)
        start = align(end)
        end = start + sum(map(len, pieces))
        rows.append((start, pieces))
        checksum = reduce(lambda sum_of_others, piece: zlib.crc32(piece, sum_of_others), pieces, 0)
        table += SECTION.pack(name.encode("ascii"), start, end - start, checksum, 0)
    front = HEADER.pack(MAGIC, READ_VERSION, WRITE_VERSION, len(rows), end, 0, 0)
    yield HEADER.pack(MAGIC, READ_VERSION, WRITE_VERSION, len(rows), end, zlib.crc32(front + table), 0) + table
    end = HEADER.size + len(table)
    for start, pieces in rows:
        if start > end:
            yield bytes(start - end)
        yield from pieces
        end = start + sum(map(len, pieces))


@dataclass(frozen=True)
class Sections:
    """The sections of a file as views of its bytes, with its versions, fingerprint and size."""

    data: Mapping[str, memoryview]
    read_version: int
    write_version: int
    #: Hash of header and table, which hold the checksums of everything else: two files with the same fingerprint
    #: hold the same lexicon, unless one was forged to match. :meth:`sha256` cannot be forged.
    fingerprint: str
    size: int
    whole: memoryview

    def sha256(self) -> str:
        """Return the SHA-256 of the whole (unpacked) file, as ``sha256sum`` does. 1 ms a megabyte."""
        return hashlib.sha256(self.whole).hexdigest()


def read_shell(
    data: Bytes, required: Sequence[str], known: Sequence[str], path: str | PathLike[str] | None = None
) -> Sections:
    """Check the shell of a whole file and return its sections.

    ``required`` and ``known``: names of sections (rules S7 and S8). Raises ForeignFileError, TruncatedFileError,
    VersionError or CorruptFileError, each with path, place, expected and found. Cost: one CRC-32 pass over the bytes.
    """
    corrupt = partial(CorruptFileError.at, path)
    sections, stated = _read_table(data, required, known, path)
    for label, section in sections.data.items():
        computed = zlib.crc32(section)
        if computed != stated[label]:
            raise corrupt(f"S5: checksum of section {label}", f"{stated[label]:08x}", f"{computed:08x}")
    return sections


def _read_table(
    data: Bytes, required: Sequence[str], known: Sequence[str], path: str | PathLike[str] | None
) -> tuple[Sections, dict[str, int]]:
    """Return (the sections, the checksums that the table states for them)."""
    corrupt = partial(CorruptFileError.at, path)
    whole = memoryview(data).cast("B")
    if len(whole) < HEADER.size or bytes(whole[: len(MAGIC)]) != MAGIC:
        refuse_foreign(whole, path)
    _, read_version, write_version, count, size, checksum, zero = HEADER.unpack_from(whole)
    if read_version > READ_VERSION:
        raise VersionError(
            "written for a newer lexkit",
            path=path,
            place="H2: read-version",
            expected=f"at most {READ_VERSION}",
            found=read_version,
            remedy="upgrade lexkit, or rebuild the lexicon with this release",
        )
    if len(whole) != size:
        raise TruncatedFileError(
            "incomplete file" if len(whole) < size else "there are bytes after the end of the lexicon",
            path=path,
            place="H3: file size",
            expected=f"{size} bytes",
            found=f"{len(whole)} bytes",
            remedy="copy or build it again",
        )
    if not 0 < count <= MAX_SECTIONS or HEADER.size + SECTION.size * count > size:
        raise corrupt("H4: number of sections", f"1 to {MAX_SECTIONS}, within the file", count)
    table_end = HEADER.size + SECTION.size * count
    front = HEADER.pack(MAGIC, read_version, write_version, count, size, 0, zero)
    computed = zlib.crc32(whole[HEADER.size : table_end], zlib.crc32(front))
    if computed != checksum:
        raise corrupt("H5: checksum of the header", f"{checksum:08x}", f"{computed:08x}")
    if zero or not 0 < read_version <= write_version:
        raise corrupt("H6: header", "1 <= read-version <= write-version, reserved field 0", bytes(whole[8:32]).hex())
    sections: dict[str, memoryview] = {}
    stated: dict[str, int] = {}
    end = table_end
    for row in range(count):
        name, start, length, checksum, zero = SECTION.unpack_from(whole, HEADER.size + SECTION.size * row)
        label = _decode_name(name, row, path)
        if label in sections:
            raise corrupt(f"S2: section table, row {row}", "each name once", label)
        if start != align(end) or length > size - start or zero:
            raise corrupt(
                f"S3: section {label}",
                f"offset {align(end)}, at most {size} bytes in all, reserved field 0",
                f"offset {start}, length {length}, {zero}",
            )
        if any(whole[end:start]):
            raise corrupt(f"S4: padding before section {label}", "zeros", bytes(whole[end:start]).hex())
        sections[label] = whole[start : start + length]
        end = start + length
        stated[label] = checksum
    if end != size:
        raise corrupt("S6: end of the last section", size, end)
    for label in required:
        if label not in sections:
            raise corrupt("S7: section table", f"a section {label}", ", ".join(sections))
    if write_version <= WRITE_VERSION:
        for label in sections:
            if label not in known:
                raise corrupt("S8: section table", ", ".join(known), label)
    fingerprint = hashlib.sha256(whole[:table_end]).hexdigest()[:32]
    return Sections(sections, read_version, write_version, fingerprint, size, whole), stated


def _decode_name(name: bytes, row: int, path: str | PathLike[str] | None) -> str:
    """Decode the name of a section, checking rule S1."""
    bare = name.rstrip(b"\0")
    if not bare or not all(0x20 < byte < 0x7F for byte in bare):
        raise CorruptFileError.at(
            path, f"S1: section table, row {row}", "a name in ASCII, padded with zeros", repr(name)
        )
    return bare.decode("ascii")


# -- JSON in sections ---------------------------------------------------------------------------------


def pack_json(data: Mapping[str, Any]) -> bytes:
    """Encode an object with sorted keys and no blanks, so that the same data gives the same bytes."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def parse_json(section: memoryview, name: str, path: str | PathLike[str] | None) -> dict[str, Any]:
    """Parse the object in these bytes, after checking their number.

    Raises CorruptFileError if rule J1, J2 or J3 is broken.
    """
    if len(section) > MAX_JSON:
        raise CorruptFileError.at(path, f"J1: section {name}", found=f"{len(section)} bytes, more than {MAX_JSON}")
    try:
        text = bytes(section).decode("utf-8")
        # Hooks for numbers are slow, so they are used only if a number may be too long.
        hooks: dict[str, Any] = (
            {"parse_int": _read_int, "parse_float": _read_float} if _LONG_NUMBER.search(text) else {}
        )
        value = json.loads(text, object_pairs_hook=_refuse_repeated_keys, parse_constant=_refuse_constant, **hooks)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # raises ValueError for a lone surrogate
        if text.count("[") + text.count("{") > MAX_JSON_DEPTH:
            _refuse_depth(value)
    except (ValueError, RecursionError) as error:
        raise CorruptFileError.at(path, f"J2: section {name}", found=error) from error
    if not isinstance(value, dict):
        raise CorruptFileError.at(path, f"J3: section {name}", found=f"a JSON {type(value).__name__}, not an object")
    return value


#: Text that may be a number that is too long.
_LONG_NUMBER = re.compile(rf"[-0-9][-+.0-9eE]{{{MAX_JSON_NUMBER}}}")


def _refuse_long(number: str) -> str:
    if len(number) > MAX_JSON_NUMBER:
        raise ValueError(f"a number of {len(number)} characters, more than {MAX_JSON_NUMBER}")
    return number


def _read_int(number: str) -> int:
    return int(_refuse_long(number))


def _read_float(number: str) -> float:
    return float(_refuse_long(number))


def _refuse_depth(value: object) -> None:
    """Raise ValueError for objects and lists that are nested deeper than readers in other languages must follow."""
    level, depth = [value], 0
    while level := [part for part in level if isinstance(part, (dict, list))]:
        depth += 1
        if depth > MAX_JSON_DEPTH:
            raise ValueError(f"objects and lists in more than {MAX_JSON_DEPTH} levels")
        level = [inner for part in level for inner in (part.values() if isinstance(part, dict) else part)]


def _refuse_constant(name: str) -> None:
    """Raise ValueError for NaN and infinities, which Python reads and JSON does not have."""
    raise ValueError(f"{name} is not JSON")


def _refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object. Raises ValueError for a repeated key, since readers would disagree about its value."""
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return table
