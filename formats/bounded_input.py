"""Read a file in blocks, decompressing it if needed.

Every truncation is an error. ``.zst`` files must hold one complete zstandard frame, with nothing behind it, and
decompress to no more than the caller allows. (The library itself stops silently at a truncated frame, ignores a
second one, and trusts the size that a frame claims.) ``.gz`` files may have any number of members.

Untrusted input may never end: a pipe that no process closes, a compressed file of a few megabytes that expands to
hundreds of gigabytes. Every reader of lists, queries and positions counts its input with a :class:`Meter`, which
refuses input that is longer than any in use, and input that goes on with blank lines only.

:func:`to_nfc` is the one place where lexkit normalizes text from outside. Unicode sorts the combining marks behind
a letter, and Python sorts them in quadratic time: a line of 64 kB with nothing but marks takes 19 seconds. So
marks are counted first. More than 30 in a row are refused, the limit of the stream-safe text format (Unicode
Standard Annex 15, section 13); no language writes more than a few.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import unicodedata
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, Final

from lexkit.base.checks import require_path
from lexkit.base.errors import (
    AlphabetError,
    CorruptFileError,
    LexkitError,
    QuerySyntaxError,
    StorageError,
    TruncatedFileError,
    storage_errors,
)

#: Size limit of a file with one alphabet or board, in bytes: many times larger than any in use.
MAX_SMALL_FILE: Final = 1 << 16
#: Too many parts for a dotted TOML key: Python's reader takes quadratic time and memory for each key.
_MOST_PARTS: Final = 33
#: This many parts with a dot behind each; a row of 32 glyphs never matches.
_DOTTED: Final = re.compile(
    rf"""(?<![^\n\t ,[{{])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_MOST_PARTS}}}"""
)
ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
#: Size of the longest frame header, in bytes.
MAX_FRAME_HEADER: Final = 18
#: Number of bytes that are read at a time.
BLOCK: Final = 1 << 20
#: Number of compressed bytes given to the decompressor at a time: a byte can become 32 KiB, so that a piece never
#: becomes more than 32 MiB before it is counted.
PIECE: Final = 1 << 10
#: The same for gzip, where a byte can become 1 KiB, and each member copies the rest of its piece.
GZIP_PIECE: Final = 1 << 13
#: Largest window that a frame may ask for: the default of the zstd command.
MAX_WINDOW: Final = 128 << 20
#: Uncompressed size, in bytes, that is never refused as a decompression bomb.
MAX_UNTOLD: Final = 64 << 20
#: Largest compression ratio beyond that size. Lexicons have 2 to 4, lists 4 to 30.
MAX_RATIO: Final = 256
#: Default size limit of a packed lexicon, uncompressed, in bytes.
MAX_UNPACKED: Final = 4 << 30
#: Longest line of a list of words, in bytes.
MAX_LINE: Final = 1 << 16
#: Size limit of a list, uncompressed, in bytes: input whose words are collected before anything is answered.
MAX_LIST: Final = 1 << 32
#: Size limit of a stream, in bytes: input that is answered line by line, in constant memory.
MAX_STREAM: Final = 1 << 36
#: The most bytes of blank lines and remarks in a row.
MAX_BLANK: Final = 1 << 20
#: The most combining marks in a row.
MAX_MARKS: Final = 30
#: Characters that may be marks. Usual text has no two of them at a distance of 15, and no 31 in a row, so that
#: hardly
#: any text needs the exact check: this takes about 1 ns a character.
_PERHAPS: Final = r"[^\x00-\x7f\w\s]"
_TWO: Final = _PERHAPS + "{2}"
_MANY: Final = _PERHAPS + _PERHAPS + f"{{{MAX_MARKS}}}"


def read_blocks(source: str | PathLike[str]) -> Iterator[bytes]:
    """Read a file in blocks, decompressed if its name ends in .zst or .gz.

    ``-`` is standard input. Raises StorageError if it cannot be read, CorruptFileError or TruncatedFileError if
    compressed data is incomplete or damaged.
    """
    path = require_path(source)
    if path == "-":
        if sys.stdin is None:
            raise StorageError("standard input is closed", errno=errno.EBADF)
        yield from _read_plain(sys.stdin.buffer, path)
        return
    with storage_errors("cannot read", path):
        size = os.path.getsize(path) if os.path.isfile(path) else None
        file = open(path, "rb")
    with file:
        if path.lower().endswith(".zst"):
            yield from unzstd(_read_plain(file, path), path, size=size)
        elif path.lower().endswith(".gz"):
            yield from _gunzip(_read_plain(file, path), path)
        else:
            yield from _read_plain(file, path)


def size_before_reading(source: str | PathLike[str]) -> int | None:
    """Return the uncompressed size of a file in bytes, if it is known before reading, else None.

    It is the size of a plain file, or the one that a .zst file claims. It is unknown for pipes, for gzip data,
    which only has its size modulo 4 GiB, and for files that reading will refuse.
    """
    path = require_path(source)
    try:
        if path == "-" or path.lower().endswith(".gz") or not os.path.isfile(path):
            return None
        if not path.lower().endswith(".zst"):
            return os.path.getsize(path)
        with open(path, "rb") as file:
            first = file.read(MAX_FRAME_HEADER)
    except (OSError, ValueError):
        return None
    import zstandard

    try:
        claimed = zstandard.frame_content_size(first)
    except zstandard.ZstdError:
        return None
    return claimed if claimed >= 0 else None


def _read_plain(file: BinaryIO, path: str) -> Iterator[bytes]:
    while True:
        with storage_errors("cannot read", path):
            block = file.read(BLOCK)
        if not block:
            return
        yield block


def _gunzip(blocks: Iterator[bytes], path: str) -> Iterator[bytes]:
    """Decompress gzip data: members, one behind the other, followed by zeros, as gzip itself reads them.

    This uses zlib, since Python's gzip module reads names in headers, and zeros, byte by byte, for seconds in one
    call.
    """
    import zlib

    packed = produced = 0
    member = None
    for block in blocks:
        for start in range(0, len(block), GZIP_PIECE):
            rest = block[start : start + GZIP_PIECE]
            packed += len(rest)
            while rest:
                if member is None or member.eof:
                    rest = rest.lstrip(b"\0") if member else rest
                    member = zlib.decompressobj(zlib.MAX_WBITS | 16) if rest else member
                    continue
                try:
                    data = member.decompress(rest)
                except zlib.error as error:
                    raise CorruptFileError("damaged gzip data", path=path, found=str(error)) from error
                rest = member.unused_data
                produced += len(data)
                refuse_bomb(produced, packed, path)
                yield data
    # An empty file is not gzip data, although the gzip module accepts it.
    if member is None or not member.eof:
        raise TruncatedFileError("incomplete gzip data", path=path, remedy="copy it again")


def refuse_bomb(size: int, packed: int, path: str | PathLike[str] | None, place: str | None = None) -> None:
    """Raise CorruptFileError if ``packed`` compressed bytes expand to suspiciously many (``size``)."""
    if size > max(MAX_UNTOLD, MAX_RATIO * packed):
        raise CorruptFileError(
            "too large when unpacked",
            path=path,
            place=place,
            expected=f"at most {MAX_UNTOLD:,} bytes, or {MAX_RATIO} times the {packed:,} bytes that are packed",
            found=f"{size:,}",
        )


def unzstd(
    blocks: Iterator[bytes], path: str | PathLike[str] | None, limit: int | None = None, size: int | None = None
) -> Iterator[bytes]:
    """Decompress one whole zstandard frame of at most ``limit`` bytes.

    The limit applies to the size that the frame claims and to the bytes that it produces, and so does that of
    :func:`refuse_bomb`. ``size``: size of all blocks together, if known: then an excessive claim is refused before
    anything is decompressed. Raises CorruptFileError or TruncatedFileError.
    """
    import zstandard

    first = next(blocks, b"")
    if ZSTD_MAGIC.startswith(first):
        raise TruncatedFileError("incomplete zstandard data", path=path, found=f"{len(first)} bytes")
    # A skippable frame may hold anything, and would be read as an empty file.
    if not first.startswith(ZSTD_MAGIC):
        raise CorruptFileError("not a zstandard frame", path=path, found=bytes(first[:8]).hex())
    try:
        claimed = zstandard.frame_content_size(first)
    except zstandard.ZstdError as error:
        if len(first) < MAX_FRAME_HEADER:
            raise TruncatedFileError("incomplete zstandard data", path=path, remedy="copy it again") from error
        raise CorruptFileError("damaged zstandard data", path=path, found=str(error)) from error
    if limit is not None and claimed > limit:
        raise CorruptFileError(
            "too large when unpacked", path=path, place="frame header", expected=f"at most {limit} bytes", found=claimed
        )
    if size is not None:
        refuse_bomb(claimed, size, path, "frame header")
    frame = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW).decompressobj()
    produced = consumed = 0
    block = first
    while block:
        for start in range(0, len(block), PIECE):
            if frame.eof:
                break
            try:
                data = frame.decompress(block[start : start + PIECE])
            except zstandard.ZstdError as error:
                raise CorruptFileError("damaged zstandard data", path=path, found=str(error)) from error
            produced += len(data)
            refuse_bomb(produced, consumed + start + PIECE, path)
            if limit is not None and produced > limit:
                raise CorruptFileError("too large when unpacked", path=path, expected=f"at most {limit} bytes")
            yield data
        consumed += len(block)
        block = next(blocks, b"")
        if frame.eof and (block or frame.unused_data):
            raise CorruptFileError(
                "there are bytes after the zstandard frame", path=path, expected="one frame and no more"
            )
    if not frame.eof:
        raise TruncatedFileError("incomplete zstandard data", path=path, remedy="copy it again")
    if claimed >= 0 and produced != claimed:
        raise CorruptFileError("the zstandard frame has another size", path=path, expected=claimed, found=produced)


class Meter:
    """Counts the bytes of one input, and raises at its limits.

    ``name``: name of the input; ``what``: its kind, such as ``the list``; ``error``: class of the errors;
    ``limit``: size limit in ``unit``.
    """

    def __init__(self, name: str, what: str, error: type[LexkitError], limit: int, unit: str = "bytes") -> None:
        self.name = name
        self.what = what
        self.error = error
        self.limit = limit
        self.unit = unit
        self.size = 0
        self.blank = 0

    def count(self, size: int, line: int, blank: bool) -> None:
        """Count bytes that were read.

        ``line``: the line that they begin; ``blank``: they are blank lines or remarks. Raises ``error`` at a
        limit.
        """
        self.size += size
        self.blank = self.blank + size if blank else 0
        if self.size > self.limit:
            raise self._refuse(f"{self.what} is too long", line, f"at most {self.limit:,} {self.unit}")
        if self.blank > MAX_BLANK:
            raise self._refuse("too many blank lines in a row", line, f"at most {MAX_BLANK:,} bytes of them")

    def foresee(self, size: int | None) -> None:
        """Raise ``error``, before anything is read, if the input is known to be too long."""
        if size is not None and size > self.limit:
            expected, found = f"at most {self.limit:,} {self.unit}", f"{size:,}"
            raise self.error(f"{self.what} is too long", path=self.name, expected=expected, found=found)

    def _refuse(self, what: str, line: int, expected: str) -> LexkitError:
        return self.error(what, path=self.name, place=f"line {line}", expected=expected)


def to_nfc(
    text: str, kind: type[LexkitError] = AlphabetError, *, path: str | PathLike[str] | None = None, line: int = 1
) -> str:
    """Return a text in Unicode NFC.

    Raises ``kind``, with line and column, if it has more than 30 combining marks in a row. ``line``: number of the
    first line.
    """
    if text.isascii():
        return text
    at = _find_marks(text)
    if at is None:
        return unicodedata.normalize("NFC", text)
    begin = text.rfind("\n", 0, at) + 1
    place = f"column {at - begin + 1}"
    if line > 1 or "\n" in text:
        place = f"line {line + text.count(chr(10), 0, at)}, {place}"
    what, expected = "too many combining marks in a row", f"at most {MAX_MARKS}"
    error = kind(what, path=path, place=place, expected=expected, found=f"{text[at : at + 3]!a} and so on")
    if isinstance(error, AlphabetError | QuerySyntaxError):
        error.at = at
    if isinstance(error, QuerySyntaxError):
        error.text, error.place = text, None
    raise error


def is_nfc(text: str) -> bool:
    """Return whether a text is in Unicode NFC, without too many combining marks in a row."""
    return text.isascii() or (_find_marks(text) is None and unicodedata.is_normalized("NFC", text))


def _find_marks(text: str) -> int | None:
    """Return the index of the first 31 marks in a row, or None."""
    if not re.search(_TWO, text[:: MAX_MARKS // 2]) or not re.search(_MANY, text):
        return None
    marks = re.escape("".join(filter(_is_mark, set(text))))
    found = re.search(f"[{marks}]{{{MAX_MARKS + 1}}}", text) if marks else None
    return None if found is None else found.start()


def _is_mark(letter: str) -> bool:
    """Return whether Unicode may reorder a character. Three Tibetan vowels are no marks, but become two each."""
    return unicodedata.combining(unicodedata.normalize("NFD", letter)[0]) > 0


def read_small_file(
    path: str | PathLike[str], kind: type[LexkitError], what: str, maximum: int = MAX_SMALL_FILE
) -> bytes:
    """Read a small file that an option names.

    Args:
        path: The file.
        kind: Class of the error for a file that is too large.
        what: Description of the expected file, with its article.
        maximum: Size limit in bytes.

    Raises:
        StorageError: It cannot be read, or is not a regular file: a device may never end, a pipe never begin.
        kind: It is too large.
    """
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise StorageError("not a regular file", errno=errno.EINVAL, path=path)
        with open(path, "rb") as file:
            content = file.read(maximum + 1)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError.of(error, "cannot read", path) from error
    if len(content) > maximum:
        raise kind(f"not {what}", path=path, expected=f"at most {maximum} bytes", found="more")
    return content


def read_small_text(
    path: str | PathLike[str], kind: type[LexkitError], what: str, maximum: int = MAX_SMALL_FILE
) -> str:
    """Read a small file as :func:`read_small_file` does, as text without a byte order mark.

    Raises ``kind`` if it is not UTF-8.
    """
    content = read_small_file(path, kind, what, maximum)
    try:
        return content.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise kind(f"not {what}: {error}", path=path, place=f"line {line}", expected="UTF-8") from error


def parse_toml(text: str, path: str | PathLike[str], kind: type[LexkitError], what: str) -> dict[str, Any]:
    """Parse the text of a small TOML file. Raises ``kind`` if it is not TOML."""
    import tomllib

    if _DOTTED.search(text):
        raise kind(f"not {what}: a key of too many parts", path=path, expected=f"at most {_MOST_PARTS}")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise kind(f"not {what}: {error}", path=path, expected="TOML") from error
