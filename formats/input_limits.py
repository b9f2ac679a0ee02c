"""Limits on input that is read as it comes: lists, queries, positions.

A stranger's input may never end: a pipe that nobody closes, a packed file of a few megabytes that unpacks to hundreds
of gigabytes. Every reader counts what it reads with a :class:`Meter`, which refuses input that is longer than any in
use, and input that goes on without anything in it.
"""

from __future__ import annotations

from typing import Final

from ..errors import LexkitError

__all__ = ["MAX_BLANK", "MAX_LIST", "MAX_STREAM", "Meter"]

#: Longest list, in bytes, unpacked: input whose words are collected before anything is answered.
MAX_LIST: Final = 1 << 32
#: Longest stream, in bytes: input that is answered line by line, in memory that does not grow.
MAX_STREAM: Final = 1 << 36
#: Most bytes of blank lines and remarks in a row.
MAX_BLANK: Final = 1 << 20


class Meter:
    """Counts the bytes of one input.

    ``name``: the input; ``what``: what it is, with its article; ``error``: the class of the errors raised; ``limit``:
    most bytes in all, or ``unit``.
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

        ``line``: the line that they begin; ``blank``: whether they are blank lines or remarks. Raises ``error`` at a
        limit.
        """
        self.size += size
        self.blank = self.blank + size if blank else 0
        if self.size > self.limit:
            raise self._refuse(f"too long {self.what}", line, f"at most {self.limit:,} {self.unit}")
        if self.blank > MAX_BLANK:
            raise self._refuse("too many blank lines in a row", line, f"at most {MAX_BLANK:,} bytes of them")

    def _refuse(self, what: str, line: int, expected: str) -> LexkitError:
        return self.error(what, path=self.name, place=f"line {line}", expected=expected)
