"""Read small text files that describe something: an alphabet, a board.

Guaranteed: no file takes more than a moment or a megabyte, whatever it holds; anything but a small regular file of
UTF-8 is a typed error.
"""

from __future__ import annotations

import errno
import re
import stat
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ..errors import LexkitError, StorageError

#: Largest file in bytes, many times what any alphabet or board takes.
MAX_FILE: Final = 1 << 16
#: Parts of a dotted key. Python's reader takes the square of their number for each, in seconds and in memory.
_MOST_PARTS: Final = 33
#: This many parts with a dot behind each: no row of 32 glyphs has as many.
_DOTTED: Final = re.compile(
    rf"""(?<![^\n\t ,[{{])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_MOST_PARTS}}}"""
)


def read_small_text(path: str | PathLike[str], kind: type[LexkitError], what: str) -> str:
    """Read a small file as text, without a byte order mark.

    Raises StorageError if it cannot be read or is no regular file, and an error of this kind if it is too large or not
    UTF-8. ``what``: what it should be, with its article.
    """
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise StorageError("not a regular file", errno=errno.EINVAL, path=path)
        with open(path, "rb") as file:
            content = file.read(MAX_FILE + 1)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError.of(error, "cannot read", path) from error
    if len(content) > MAX_FILE:
        raise kind(f"not {what}", path=path, expected=f"at most {MAX_FILE} bytes", found="more")
    try:
        return content.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise kind(f"not {what}: {error}", path=path, place=f"line {line}", expected="UTF-8") from error


def parse_toml(text: str, path: str | PathLike[str], kind: type[LexkitError], what: str) -> dict[str, Any]:
    """Parse the text of a small TOML file. Raises an error of this kind if it is not TOML."""
    import tomllib

    if _DOTTED.search(text):
        raise kind(f"not {what}: a key of too many parts", path=path, expected=f"at most {_MOST_PARTS}")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise kind(f"not {what}: {error}", path=path, expected="TOML") from error
