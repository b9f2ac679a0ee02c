"""Keys and their rate limits, read from a TOML file that has only hashes of keys.

    [[key]]
    name = "club"
    sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    requests_a_second = 50
    burst = 500

``lexq serve --new-key club`` makes a key and such an entry. A request sends its key in the header ``Authorization:
Bearer KEY``.
"""

from __future__ import annotations

import hashlib
import secrets
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec

from lexkit.errors import LexkitError, show_value

from ..shell.command_files import read_small_text
from ..web.limits import RateLimit
from ..web.threads import BusyError

#: Maximum bytes of a file of keys, and maximum characters of a key and of its name.
_MOST_BYTES: Final = 1 << 20
_MOST_KEY: Final = 200
_MOST_NAME: Final = 100
#: Default rate limit of a key: requests per second, and burst.
_RATE: Final = 20.0
_BURST: Final = 200


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    """Entry of a key in the file."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=_MOST_NAME)]
    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    requests_a_second: Annotated[float, msgspec.Meta(gt=0)] = _RATE
    burst: Annotated[int, msgspec.Meta(ge=1)] = _BURST


class _File(msgspec.Struct, forbid_unknown_fields=True):
    key: list[_Entry]


class KeysError(LexkitError, ValueError):
    """The file of keys cannot be read."""


class Key(NamedTuple):
    """Key: its name and its rate limit."""

    name: str
    rate: RateLimit


class Keys:
    """Keys of a file. With several workers, each worker has its share of every rate."""

    def __init__(self, path: Path, workers: int = 1) -> None:
        self._path, self._workers = path, workers

    @cached_property
    def by_hash(self) -> dict[str, Key]:
        """Keys by hash, read once. Raises StorageError or KeysError, with the path."""
        return {
            entry.sha256: Key(
                entry.name,
                RateLimit(entry.requests_a_second / self._workers, max(1, entry.burst // self._workers)),
            )
            for entry in _read(self._path)
        }

    def find(self, authorization: str) -> Key | None:
        """Return the key of a header ``Authorization``, None if it is not a known key.

        Raises BusyError if the keys cannot be read now.
        """
        try:
            keys = self.by_hash
        except LexkitError as error:
            raise BusyError("the keys cannot be read now", remedy="try again in a moment") from error
        scheme, _, key = authorization.partition(" ")
        if scheme.lower() != "bearer" or not 0 < len(key) <= _MOST_KEY:
            return None
        # The time of a lookup by hash reveals nothing about the key.
        return keys.get(_hash(key))


def _read(path: Path) -> list[_Entry]:
    text = read_small_text(path, KeysError, "a file of keys", _MOST_BYTES)
    try:
        entries = msgspec.convert(tomllib.loads(text), _File).key
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise KeysError(f"not a file of keys: {error}", path=path, remedy="lexq serve --new-key NAME") from None
    for what in ("name", "sha256"):
        values = [getattr(entry, what) for entry in entries]
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise KeysError(f"two keys with the same {what}", path=path, found=twice)
    return entries


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def make_key(name: str) -> tuple[str, str]:
    """Make a key; return it and its entry for the file, from which the key cannot be recovered.

    Raises KeysError for an invalid name.
    """
    if not 0 < len(name) <= _MOST_NAME or not name.isprintable():
        raise KeysError("not the name of a key", expected=f"1 to {_MOST_NAME} characters", found=show_value(name))
    key = secrets.token_urlsafe(32)
    quoted = msgspec.json.encode(name).decode()
    return key, f'[[key]]\nname = {quoted}\nsha256 = "{_hash(key)}"\nrequests_a_second = {_RATE}\nburst = {_BURST}\n'
