"""Messages of clients: JSON objects with few fields, read without trust, and errors told in a sentence.

    message = read_message('{"id": 3, "do": "act", "action": "8D QUIZ", "revision": 7}')
    message.text("action", 200), message.number("revision", 0, 10**9)

Guaranteed: whatever text a client sends, reading it gives a message with valid fields or raises BadMessageError, in
time that grows with its length; what is told of an error has no path of this machine.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any, Final

from lexkit.errors import LexkitError, StorageError

_MISSING: Final = object()
#: A value that is an absolute path, quoted or not.
_PATH: Final = re.compile(r"""['"]?(/|~|\\\\|[A-Za-z]:[/\\])""")


class BadMessageError(LexkitError, ValueError):
    """A message that no page of this server sends."""


class Fields:
    """The fields of a JSON object."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Any) -> None:
        if not isinstance(fields, dict):
            raise BadMessageError("not an object")
        self._fields = fields

    def text(self, name: str, most: int, default: str | None = None, *, plain: bool = True) -> str:
        """A text of at most ``most`` characters; with no control characters, if it is to be ``plain``."""
        value = self._fields.get(name, _MISSING)
        if value is _MISSING and default is not None:
            return default
        if not isinstance(value, str) or len(value) > most:
            raise BadMessageError("not a text", place=name, expected=f"at most {most} characters")
        if plain and not value.isprintable():
            raise BadMessageError("a text with control characters", place=name, expected="one line of text")
        return value

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number in a range."""
        value: Any = self._fields.get(name, _MISSING)
        if value is _MISSING and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadMessageError("not a number", place=name, expected=f"{least} to {most}")
        return int(value)

    def one_of(self, name: str, values: tuple[str, ...], default: str | None = None) -> str:
        """One of some texts."""
        value = self._fields.get(name, _MISSING)
        if value is _MISSING and default is not None:
            return default
        if not isinstance(value, str) or value not in values:
            raise BadMessageError("not one of the values", place=name, expected=", ".join(values))
        return value


def read_message(text: str | bytes) -> Fields:
    """The fields of a message. Raises BadMessageError."""
    try:
        return Fields(json.loads(text))
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadMessageError):
            raise
        raise BadMessageError("not JSON") from None


def in_json(message: Any) -> str:
    """A message as it is sent."""
    return json.dumps(message, separators=(",", ":"))


def sentence(error: LexkitError, *, found: bool = True) -> str:
    """What a client is told of an error; ``found``: also where it is, and what was found there."""
    if isinstance(error, StorageError):
        return "the server could not keep that: try again"
    parts = [str(part) for part in (error.place if found else None, error.what) if part]
    if found and error.found is not None:
        if not _PATH.match(str(error.found)):
            parts.append(str(error.found)[:80])
    elif error.expected is not None and not _PATH.match(str(error.expected)):
        parts.append(f"expected {error.expected}"[:200])
    text = ": ".join(parts).replace("; lexq --help lists all", "")
    return text.replace(error.path, os.path.basename(error.path)) if error.path else text
