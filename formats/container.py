"""The outer shell of a .gaddag file: header, section table, sections. SPEC.md, sections 1 and 2.

:func:`pack_sections` and :func:`read_sections` are inverses. Reading trusts nothing: sizes are compared
before anything is sliced, and a file passes only if every byte of it is accounted for - sections follow one
another without holes or overlap, padding is zero, nothing stands behind the last.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TypeAlias

from ..errors import CorruptFileError, TruncatedFileError, VersionError
from .foreign.signatures import refuse_foreign
from .layout import (
    ALIGNMENT,
    HEADER,
    KNOWN_SECTIONS,
    MAGIC,
    MAX_SECTIONS,
    READ_VERSION,
    REQUIRED_SECTIONS,
    SECTION,
    WRITE_VERSION,
)

__all__ = ["Sections", "pack_sections", "read_sections"]

Bytes: TypeAlias = bytes | bytearray | memoryview


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT


def pack_sections(sections: Mapping[str, Bytes]) -> Iterator[Bytes]:
    """The bytes of a file with these sections, in their order, piece by piece."""
    end = HEADER.size + SECTION.size * len(sections)
    rows = []
    for name, data in sections.items():
        start = _aligned(end)
        end = start + len(data)
        rows.append((name, start, data))
    table = b"".join(
        SECTION.pack(name.encode("ascii"), start, len(data), zlib.crc32(data), 0) for name, start, data in rows
    )
    front = HEADER.pack(MAGIC, READ_VERSION, WRITE_VERSION, len(rows), end, 0, 0)
    yield HEADER.pack(MAGIC, READ_VERSION, WRITE_VERSION, len(rows), end, zlib.crc32(front + table), 0) + table
    end = HEADER.size + len(table)
    for _, start, data in rows:
        if start > end:
            yield bytes(start - end)
        yield data
        end = start + len(data)


@dataclass(frozen=True)
class Sections:
    """What a file holds, by section name, as views of its bytes; and what identifies it."""

    data: Mapping[str, memoryview]
    read_version: int
    write_version: int
    #: Of header and table, which hold the checksums of everything else: two files with the same fingerprint hold the
    #: same lexicon, unless somebody made them to deceive: checksums can be forged. :meth:`sha256` cannot.
    fingerprint: str
    size: int
    whole: memoryview

    def sha256(self) -> str:
        """Of all bytes of the file, as ``sha256sum`` gives it, of a packed one as it is unpacked. 1 ms a megabyte."""
        return hashlib.sha256(self.whole).hexdigest()


def read_sections(data: Bytes, path: str | PathLike[str] | None = None) -> Sections:
    """Check the shell of a whole file and give its sections. Cost: one CRC-32 pass over the bytes.

    Raises ForeignFileError, TruncatedFileError, VersionError or CorruptFileError, each with path, place,
    expected and found.
    """
    sections, stated = _read_shell(data, path)
    for label, section in sections.data.items():
        computed = zlib.crc32(section)
        if computed != stated[label]:
            raise CorruptFileError.at(
                path, f"S5: checksum of section {label}", f"{stated[label]:08x}", f"{computed:08x}"
            )
    return sections


def _read_shell(data: Bytes, path: str | PathLike[str] | None) -> tuple[Sections, dict[str, int]]:
    """The sections, and the checksums the table states for them."""
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
            "incomplete file" if len(whole) < size else "bytes behind the end of the lexicon",
            path=path,
            place="H3: file size",
            expected=f"{size} bytes",
            found=f"{len(whole)} bytes",
            remedy="copy or build it again",
        )
    if not 0 < count <= MAX_SECTIONS or HEADER.size + SECTION.size * count > size:
        raise CorruptFileError.at(path, "H4: number of sections", f"1 to {MAX_SECTIONS}, within the file", count)
    table_end = HEADER.size + SECTION.size * count
    front = HEADER.pack(MAGIC, read_version, write_version, count, size, 0, zero)
    computed = zlib.crc32(whole[HEADER.size : table_end], zlib.crc32(front))
    if computed != checksum:
        raise CorruptFileError.at(path, "H5: checksum of the header", f"{checksum:08x}", f"{computed:08x}")
    if zero or not 0 < read_version <= write_version:
        raise CorruptFileError.at(
            path, "H6: header", "1 <= read-version <= write-version, reserved field 0", bytes(whole[8:32]).hex()
        )
    sections: dict[str, memoryview] = {}
    stated: dict[str, int] = {}
    end = table_end
    for row in range(count):
        name, start, length, checksum, zero = SECTION.unpack_from(whole, HEADER.size + SECTION.size * row)
        label = _section_name(name, row, path)
        if label in sections:
            raise CorruptFileError.at(path, f"S2: section table, row {row}", "each name once", label)
        if start != _aligned(end) or length > size - start or zero:
            raise CorruptFileError.at(
                path,
                f"S3: section {label}",
                f"offset {_aligned(end)}, at most {size} bytes in all, reserved field 0",
                f"offset {start}, length {length}, {zero}",
            )
        if any(whole[end:start]):
            raise CorruptFileError.at(
                path, f"S4: padding before section {label}", "zeros", bytes(whole[end:start]).hex()
            )
        sections[label] = whole[start : start + length]
        end = start + length
        stated[label] = checksum
    if end != size:
        raise CorruptFileError.at(path, "S6: end of the last section", size, end)
    for label in REQUIRED_SECTIONS:
        if label not in sections:
            raise CorruptFileError.at(path, "S7: section table", f"a section {label}", ", ".join(sections))
    if write_version <= WRITE_VERSION:
        for label in sections:
            if label not in KNOWN_SECTIONS:
                raise CorruptFileError.at(path, "S8: section table", ", ".join(KNOWN_SECTIONS), label)
    fingerprint = hashlib.sha256(whole[:table_end]).hexdigest()[:32]
    return Sections(sections, read_version, write_version, fingerprint, size, whole), stated


def _section_name(name: bytes, row: int, path: str | PathLike[str] | None) -> str:
    bare = name.rstrip(b"\0")
    if not bare or not all(0x20 < byte < 0x7F for byte in bare):
        raise CorruptFileError.at(
            path, f"S1: section table, row {row}", "a name in ASCII, padded with zeros", repr(name)
        )
    return bare.decode("ascii")
