"""The first bytes of other programs' files, and errors that name the format of a file that is not a lexicon.

Quackle and Macondo also call their files .gaddag; wolges, MAGPIE and word-golib read headerless KWG files. None of
these opens as a lexicon: the error names the format. :mod:`.format_table` lists those that can be converted.
"""

from __future__ import annotations

import struct
from os import PathLike
from typing import Final, NoReturn

from lexkit.base.errors import ForeignFileError, LexkitError, TruncatedFileError

from ..constants import HEADER, MAGIC

#: Format, as :mod:`.format_table` names it -> (first bytes of its files, description of one in errors).
SIGNATURES: Final = {
    "macondo-gaddag": (b"cgdg", "a Macondo GADDAG"),
    "macondo-dawg": (b"cdwg", "a Macondo DAWG"),
    "quackle-gaddag": (b"\x01", "a Quackle lexicon"),
    "quackle-dawg": (b"\x01", "a Quackle lexicon"),
    "fst": (b"\x03\0\0\0\0\0\0\0", "an fst file"),
    "lxd": (b"\x40\0\0\0", "an LXD lexicon"),
    "marisa": (b"We love Marisa.", "a marisa-trie"),
}
#: Signatures that are long enough to be reliable, also of files that are not lexicons.
_SURE: Final = (
    *(one for one in SIGNATURES.values() if len(one[0]) > 1),
    (b"PDWG", "a MAGPIE packed DAWG"),
    (b"\x28\xb5\x2f\xfd", "zstandard-compressed data"),
    (b"\x1f\x8b", "gzip-compressed data"),
    (b"\xfd7zXZ\0", "xz-compressed data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"SQLite format 3\0", "an SQLite database"),
)
#: Remedy for compressed files that cannot be read.
UNPACK: Final = "unpack it first"
#: Signatures that no text begins with.
_PACKED: Final = tuple(one for one in _SURE if not (one[0].isascii() and one[0].decode().isprintable()))

#: lexkit's magic number, damaged in text mode: line ends converted (in either direction), high bit or first byte
#: lost,
#: or read as Latin-1 or UTF-8 and written as UTF-8.
_TEXT_DAMAGE = (
    b"\x89LEX\n",
    b"\x89LEX\r\r",
    b"\x89LEX\r\n\x1a\r",
    b"\x09LEX",
    b"LEX\r\n",
    b"\xc2\x89LEX",
    b"\xef\xbf\xbdLEX",
)


def refuse_foreign(data: memoryview, path: str | PathLike[str] | None) -> NoReturn:
    """Raise TruncatedFileError or ForeignFileError with a description of the file."""
    start = bytes(data[:64])
    if not start:
        raise TruncatedFileError("the file is empty", path=path, expected=f"{HEADER.size} bytes or more", found=0)
    if MAGIC.startswith(start) or (start.startswith(MAGIC) and len(data) < HEADER.size):
        raise TruncatedFileError(
            "incomplete header", path=path, expected=f"{HEADER.size} bytes or more", found=f"{len(data)} bytes"
        )
    if start.startswith(_TEXT_DAMAGE):
        raise ForeignFileError("damaged by a transfer in text mode", path=path, remedy="copy it again as a binary file")
    found = _describe(start, data)
    raise ForeignFileError(
        "not a lexkit lexicon",
        path=path,
        expected="a .gaddag file of lexkit",
        found=found,
        remedy=UNPACK if found.endswith("-compressed data") else "build one from the word list: lexc build WORDS",
    )


def refuse_no_text(start: bytes, path: str | PathLike[str], kind: type[LexkitError], what: str) -> None:
    """Raise ``kind`` if a file that should be text begins like a compressed file or a lexicon."""
    found = "a lexicon" if start.startswith(MAGIC[:4]) else next((n for m, n in _PACKED if start.startswith(m)), None)
    if _is_bzip2(start):
        found = "bzip2-compressed data"
    if found is not None:
        remedy = "read it with lexc list" if found == "a lexicon" else UNPACK
        raise kind(f"not {what}", path=path, expected="a text", found=found, remedy=remedy)


def _is_bzip2(start: bytes) -> bool:
    return start[:3] == b"BZh" and start[4:10] == b"1AY&SY"


def _describe(start: bytes, data: memoryview) -> str:
    """Describe a file that is not a lexkit lexicon, by its first bytes."""
    for magic, name in _SURE:
        if start.startswith(magic):
            return name
    if _is_bzip2(start):
        return "bzip2-compressed data"
    if len(data) % 4 == 0 and len(data) >= 8:
        first, second = struct.unpack_from("<II", data)
        if first >> 24 == 0 and first >> 22 & 1 and (first & 0x3FFFFF) < len(data) // 4:
            kind = "GADDAG" if second >> 24 == 0 and not second >> 23 & 1 else "DAWG"
            return f"probably a KWG ({kind} of wolges, MAGPIE or word-golib)"
    if start[0] == 1 and len(start) > 17:
        return "probably a Quackle lexicon"
    try:
        bytes(data[:4096]).decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(data) - 4 and error.start < 4000:
            return "unknown binary data"
    return "text; is it the word list itself?"
