"""The section ``editions``: which of several word lists have each word. SPEC.md, "Editions".

A file holds the words of several lists, its *editions*. The *mask* of a word has a bit for each edition that has
the word. An edition may have a *mark*, the symbol that players write behind words that are not in all lists.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import CorruptFileError, QueryError, show_value

from .constants import EDITIONS_ALIGNMENT, EDITIONS_HEAD, MAX_EDITIONS
from .header_and_sections import align, pack_json, parse_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

Masks: TypeAlias = "NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.uint64]"

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}", re.ASCII)
_SHA256: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_MAX_MARK: Final = 4
_MAX_TEXT: Final = 300


@dataclass(frozen=True)
class Edition:
    """One of the lists. ``sha256``: hash of its words, one a line, by rank, as in a provenance."""

    name: str
    mark: str = ""
    title: str = ""
    source: str = ""
    sha256: str = "0" * 64

    def find_fault(self) -> tuple[str, object] | None:
        """Return (expected, found) if the edition breaks rule M4, else None."""
        for field in ("name", "mark", "title", "source", "sha256"):
            if not isinstance(getattr(self, field), str):
                return f"a text as {field}", show_value(getattr(self, field))
        if not _NAME.fullmatch(self.name):
            return "a name of 1 to 40 letters, digits and . _ + -, a letter or digit first", show_value(self.name)
        if len(self.mark) > _MAX_MARK or any(unicodedata.category(symbol)[0] not in "PS" for symbol in self.mark):
            return f"a mark of at most {_MAX_MARK} signs, such as # or $, no letters", show_value(self.mark)
        for field in ("title", "source"):
            text = getattr(self, field)
            if len(text) > _MAX_TEXT or any(unicodedata.category(symbol) in ("Cc", "Cs") for symbol in text):
                expected = f"a {field} of at most {_MAX_TEXT} characters, none of them a control character"
                return expected, show_value(text)
        if not _SHA256.fullmatch(self.sha256):
            return "64 hexadecimal digits as sha256", show_value(self.sha256)
        return None


@dataclass(frozen=True, eq=False)
class Editions:
    """The editions of a file, and the masks of its words by rank: bit k for edition k."""

    listed: tuple[Edition, ...]
    masks: Masks

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the editions, in their order."""
        return tuple(edition.name for edition in self.listed)

    def number(self, name: str) -> int:
        """Return the number, from 0, of the edition of this name, ignoring case.

        Raises QueryError, naming the editions, if there is none.
        """
        for number, edition in enumerate(self.listed):
            if edition.name.lower() == name.lower():
                return number
        raise QueryError("no such edition", expected=" or ".join(self.names), found=repr(name))

    def members(self, number: int) -> NDArray[np.bool_]:
        """Return which words are in edition ``number``: bool, by rank."""
        inside: NDArray[np.bool_] = (self.masks & self.masks.dtype.type(1 << number)) != 0
        return inside

    def counts(self) -> list[int]:
        """Return the number of words of each edition."""
        return [int(np.count_nonzero(self.members(number))) for number in range(len(self.listed))]

    def of_mask(self, mask: int) -> tuple[str, ...]:
        """Return the names of the editions in a mask."""
        return tuple(name for number, name in enumerate(self.names) if mask >> number & 1)

    def mark_of(self, mask: int) -> str:
        """Return the mark that all editions of a mask share, or ""."""
        marks = {edition.mark for number, edition in enumerate(self.listed) if mask >> number & 1}
        return marks.pop() if len(marks) == 1 else ""

    def to_bytes(self) -> bytes:
        """Pack the editions into the bytes of the section."""
        head = pack_json({"editions": [asdict(edition) for edition in self.listed]})
        size = mask_size(len(self.listed))
        front = EDITIONS_HEAD.pack(len(head), size, len(self.masks)) + head
        front = front.ljust(align(len(front), EDITIONS_ALIGNMENT), b"\0")
        return front + np.ascontiguousarray(self.masks, f"<u{size}").tobytes()


def mask_size(editions: int) -> int:
    """Return the size of a mask in bytes, 1, 2, 4 or 8, with a bit for each edition."""
    return next(size for size in (1, 2, 4, 8) if editions <= 8 * size)


def read_editions(section: memoryview, words: int, name: str, path: Path | None = None) -> Editions:
    """Prove and read the section of a lexicon with ``words`` words.

    Raises CorruptFileError if one of the rules M1 to M8 is broken. Cost: two passes over the masks, about 30 us for
    280,000 words.
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
        head = parse_json(section[EDITIONS_HEAD.size : end], name, path)
    except CorruptFileError as error:
        refuse("M2", "a JSON object (rules J1 to J3)", error.found)
    listed = _read_list(head.get("editions"), refuse)
    if size != mask_size(len(listed)):
        refuse("M5", f"masks of {mask_size(len(listed))} bytes for {len(listed)} editions", f"{size} bytes")
    start = align(end, EDITIONS_ALIGNMENT)
    if stated != words or len(section) != start + size * words:
        refuse("M6", f"{words} words, {start + size * words} bytes", f"{stated} words, {len(section)} bytes")
    if any(section[end:start]):
        refuse("M6", "zeros before the masks", bytes(section[end:start]).hex())
    masks: Masks = np.frombuffer(section[start:], f"<u{size}")
    if not masks.all():
        refuse("M7", "each word in an edition", f"word {int(np.flatnonzero(masks == 0)[0])} in none")
    if words and int(masks.max()) >> len(listed):
        refuse("M8", f"masks of {len(listed)} bits", f"word {int(masks.argmax())}: {int(masks.max()):#x}")
    return Editions(listed, masks)


def _read_list(rows: Any, refuse: Any) -> tuple[Edition, ...]:
    """Read the list of editions, checking rules M3 and M4."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= MAX_EDITIONS:
        found = f"{len(rows)} of them" if isinstance(rows, list) else f"a JSON {type(rows).__name__}"
        refuse("M3", f"a list of 1 to {MAX_EDITIONS} editions", found)
    listed = []
    for row in rows:
        if not isinstance(row, dict):
            refuse("M3", "an object for each edition", f"a JSON {type(row).__name__}")
        edition = Edition(**{one.name: row.get(one.name, "") for one in fields(Edition)})
        fault = edition.find_fault()
        if fault is not None:
            refuse("M4", *fault)
        listed.append(edition)
    repeated = find_repeated([edition.name for edition in listed])
    if repeated is not None:
        refuse("M4", "different names, ignoring case", repr(repeated))
    return tuple(listed)


def find_repeated(names: Sequence[str]) -> str | None:
    """Return the first name that repeats an earlier one, ignoring case, or None."""
    seen: set[str] = set()
    for name in names:
        if name.lower() in seen:
            return name
        seen.add(name.lower())
    return None
