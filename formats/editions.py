"""An editions section: which of several word lists each word of a file is in. SPEC.md, "Editions".

One file has the words of all lists; a *mask* for each word has a bit for each list, the *edition*, that has the
word. An edition may have a *mark*, the symbol that players write behind words that are not in all lists.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import CorruptFileError, QueryError
from .json_object import json_bytes, parse_object
from .layout import EDITIONS_ALIGNMENT, EDITIONS_HEAD, MAX_EDITIONS

__all__ = ["Edition", "Editions", "Masks", "mask_size", "name_twice", "read_editions"]

Masks: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.uint64]

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}", re.ASCII)
_SHA256: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_MAX_MARK: Final = 4
_MAX_TEXT: Final = 300


@dataclass(frozen=True)
class Edition:
    """One of the lists. ``sha256``: of its words, one a line in order of rank, as in a provenance."""

    name: str
    mark: str = ""
    title: str = ""
    source: str = ""
    sha256: str = "0" * 64

    def fault(self) -> tuple[str, object] | None:
        """(what was expected, what was found) where it breaks rule M4; None where it does not."""
        for field in ("name", "mark", "title", "source", "sha256"):
            if not isinstance(getattr(self, field), str):
                return f"a text as {field}", _shown(getattr(self, field))
        if not _NAME.fullmatch(self.name):
            return "a name of 1 to 40 letters, digits and . _ + -, a letter or digit first", _shown(self.name)
        if len(self.mark) > _MAX_MARK or any(unicodedata.category(symbol)[0] not in "PS" for symbol in self.mark):
            return f"a mark of at most {_MAX_MARK} signs, such as # or $, no letters", _shown(self.mark)
        for field in ("title", "source"):
            text = getattr(self, field)
            if len(text) > _MAX_TEXT or any(unicodedata.category(symbol) in ("Cc", "Cs") for symbol in text):
                return f"a {field} of at most {_MAX_TEXT} characters, none of them a control character", _shown(text)
        if not _SHA256.fullmatch(self.sha256):
            return "64 hexadecimal digits as sha256", _shown(self.sha256)
        return None

    def to_json(self) -> dict[str, str]:
        return {"name": self.name, "mark": self.mark, "title": self.title, "source": self.source, "sha256": self.sha256}


@dataclass(frozen=True, eq=False)
class Editions:
    """The editions of a file in their order, and for each word in order of rank its mask: bit k for edition k."""

    listed: tuple[Edition, ...]
    masks: Masks

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in their order."""
        return tuple(edition.name for edition in self.listed)

    def number(self, name: str) -> int:
        """The place of the edition of that name, capital or small; QueryError naming those there are."""
        for number, edition in enumerate(self.listed):
            if edition.name.lower() == name.lower():
                return number
        raise QueryError("no such edition", expected=" or ".join(self.names), found=repr(name))

    def members(self, number: int) -> NDArray[np.bool_]:
        """Which words are in edition ``number``: bool, by rank."""
        inside: NDArray[np.bool_] = (self.masks & self.masks.dtype.type(1 << number)) != 0
        return inside

    def counts(self) -> list[int]:
        """The number of words of each edition."""
        return [int(np.count_nonzero(self.members(number))) for number in range(len(self.listed))]

    def of_mask(self, mask: int) -> tuple[str, ...]:
        """The names of the editions a mask tells of."""
        return tuple(name for number, name in enumerate(self.names) if mask >> number & 1)

    def mark_of(self, mask: int) -> str:
        """The mark that all editions of the mask have; "" where they have several, or one of them has none."""
        marks = {edition.mark for number, edition in enumerate(self.listed) if mask >> number & 1}
        return marks.pop() if len(marks) == 1 else ""

    def to_bytes(self) -> bytes:
        """The section."""
        head = json_bytes({"editions": [edition.to_json() for edition in self.listed]})
        size = mask_size(len(self.listed))
        front = EDITIONS_HEAD.pack(len(head), size, len(self.masks)) + head
        front = front.ljust(_aligned(len(front)), b"\0")
        return front + np.ascontiguousarray(self.masks, f"<u{size}").tobytes()


def mask_size(editions: int) -> int:
    """Bytes of a mask for so many editions: the fewest of 1, 2, 4 and 8 that have a bit for each."""
    return next(size for size in (1, 2, 4, 8) if editions <= 8 * size)


def _shown(value: object) -> str:
    return repr(value)[:60]


def _aligned(offset: int) -> int:
    return -(-offset // EDITIONS_ALIGNMENT) * EDITIONS_ALIGNMENT


def read_editions(section: memoryview, words: int, name: str, path: Path | None = None) -> Editions:
    """Prove the section of a lexicon of so many words; CorruptFileError for rules M1 to M8.

    Cost: two passes over the masks, about 30 us for 280,000 words.
    """

    def refuse(rule: str, expected: object, found: object) -> NoReturn:
        raise CorruptFileError.at(path, f"{rule}: section {name}", expected, found)

    if len(section) < EDITIONS_HEAD.size:
        refuse("M1", f"a head of {EDITIONS_HEAD.size} bytes", f"{len(section)} bytes")
    length, size, stated = EDITIONS_HEAD.unpack_from(section)
    end = EDITIONS_HEAD.size + length
    if end > len(section):
        refuse("M1", f"{length} bytes of JSON", f"{len(section) - EDITIONS_HEAD.size} bytes")
    try:
        head = parse_object(section[EDITIONS_HEAD.size : end], name, path)
    except CorruptFileError as error:
        refuse("M2", "a JSON object (rules J1 to J3)", error.found)
    listed = _listed(head.get("editions"), refuse)
    if size != mask_size(len(listed)):
        refuse("M5", f"masks of {mask_size(len(listed))} bytes for {len(listed)} editions", f"{size} bytes")
    start = _aligned(end)
    if stated != words or len(section) != start + size * words:
        refuse(
            "M6",
            f"{words} words, {start + size * words} bytes",
            f"{stated} words, {len(section)} bytes",
        )
    if any(section[end:start]):
        refuse("M6", "zeros before the masks", bytes(section[end:start]).hex())
    masks: Masks = np.frombuffer(section[start:], f"<u{size}")
    if not masks.all():
        refuse("M7", "each word in an edition", f"word {int(np.flatnonzero(masks == 0)[0])} in none")
    if words and int(masks.max()) >> len(listed):
        refuse("M8", f"masks of {len(listed)} bits", f"word {int(masks.argmax())}: {int(masks.max()):#x}")
    return Editions(listed, masks)


def _listed(rows: Any, refuse: Any) -> tuple[Edition, ...]:
    """Rules M3 and M4."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= MAX_EDITIONS:
        found = f"{len(rows)} of them" if isinstance(rows, list) else f"a JSON {type(rows).__name__}"
        refuse("M3", f"a list of 1 to {MAX_EDITIONS} editions", found)
    listed = []
    for row in rows:
        if not isinstance(row, dict):
            refuse("M3", "an object for each edition", f"a JSON {type(row).__name__}")
        edition = Edition(
            row.get("name", ""), row.get("mark", ""), row.get("title", ""), row.get("source", ""), row.get("sha256", "")
        )
        fault = edition.fault()
        if fault is not None:
            refuse("M4", *fault)
        listed.append(edition)
    twice = name_twice([edition.name for edition in listed])
    if twice is not None:
        refuse("M4", "each name once, capital or small", repr(twice))
    return tuple(listed)


def name_twice(names: Sequence[str]) -> str | None:
    """A name that stands twice, capital and small letters being the same; None where there is none."""
    seen: set[str] = set()
    for name in names:
        if name.lower() in seen:
            return name
        seen.add(name.lower())
    return None
