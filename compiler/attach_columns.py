"""Attach columns, leave values, or the hash of letter multisets to a lexicon that is already built.

All of them can be added, replaced and removed; every other section stays the same, byte for byte.

Guaranteed: an error leaves no partial file. Before the new file takes its name, it is read back and proved, its
other sections are compared with those of the old file, and every text of its columns is decompressed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from lexkit.base.checks import require_path
from lexkit.base.errors import AlphabetError, ChangedFileError, ColumnError, CorruptFileError, VersionError, show_value
from lexkit.formats.atomic import write_atomically
from lexkit.formats.columns_section import StoredColumn
from lexkit.formats.constants import ALPHAGRAMS, COLUMNS, LEAVES, MAX_COLUMNS, WRITE_VERSION
from lexkit.formats.header_and_sections import pack_sections
from lexkit.formats.leaves_section import StoredLeaves
from lexkit.formats.lexicon_file import LexiconFile, open_file
from lexkit.formats.packed_lexicon import open_lexicon
from lexkit.formats.sections import pack_contents

from .construct.optional_sections import hash_lexicon
from .lists.columns_from_lists import ColumnReport, WordRanks, load_columns, refuse_columns
from .lists.sorted_words import spell_words
from .verify import demand_columns


@dataclass
class AttachReport:
    """The report of :func:`lexkit.attach`.

    Attributes:
        path: The file that was written.
        columns: Names of all columns in the file, sorted.
        attached: A :class:`ColumnReport` for each file of values.
        removed: Names of the columns that were removed.
        size: Size of the file in bytes.
        fingerprint: Fingerprint of the file.
    """

    path: Path
    columns: list[str]
    attached: list[ColumnReport] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    size: int = 0
    fingerprint: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
        return self.__dict__ | {"path": str(self.path), "attached": [one.to_json() for one in self.attached]}


def attach(
    file: LexiconFile | str | PathLike[str],
    target: str | PathLike[str],
    columns: Sequence[str] = (),
    *,
    remove: Sequence[str] = (),
    alphagrams: bool | None = None,
    leaves: StoredLeaves | Literal[False] | None = None,
    skip_invalid: bool = False,
    reserved: Collection[str] = (),
    computed: Iterable[StoredColumn] = (),
) -> AttachReport:
    """Write a lexicon again, with columns, leave values or the hash changed: see :func:`lexkit.attach`.

    ``reserved``: names, in lower case, that no column may have; ``computed``: columns by rank that came from no file.
    :func:`lexkit.formats.atomic.lock_file` locks the
    file against other writers.
    """
    if not isinstance(file, LexiconFile):
        # Copied, not mapped: some systems cannot replace a mapped file.
        file = open_lexicon(file, "read")
    target = Path(require_path(target))
    if file.sections.write_version > WRITE_VERSION:
        raise VersionError(
            "written by a newer lexkit, whose sections this one does not know",
            path=file.path,
            expected=f"write-version {WRITE_VERSION}",
            found=file.sections.write_version,
            remedy="attach with that release",
        )
    for names, what in ((columns, "columns"), (remove, "remove")):
        if isinstance(names, str) or not all(isinstance(name, str) for name in names):
            raise TypeError(f"{what}: expected a sequence of str, found {show_value(names)}")
    refuse_columns(columns, target, reserved)
    kept = dict(file.columns)
    for name in remove:
        if name not in kept:
            found = ", ".join(kept) or "none"
            raise ColumnError("no such column to remove", path=file.path, expected=f"one of: {found}", found=repr(name))
        del kept[name]
    report = AttachReport(target, [], removed=list(remove))
    ranks = WordRanks(spell_words(file.gaddag), file.alphabet)
    for column, read in load_columns(columns, ranks, skip_invalid):
        kept[column.name] = column
        report.attached.append(read)
    kept.update((column.name, column) for column in computed)
    if not (leaves is None or leaves is False or isinstance(leaves, StoredLeaves)):
        raise TypeError(f"leaves must be StoredLeaves, False or None, not {type(leaves).__name__}")
    if len(kept) > MAX_COLUMNS:
        raise ColumnError("too many columns", expected=f"at most {MAX_COLUMNS}", found=len(kept))
    contents: dict[str, Any] = {**file.sections.data, COLUMNS: kept or None}
    if alphagrams is not None:
        contents[ALPHAGRAMS] = hash_lexicon(file) if alphagrams else None
    if leaves is not None:
        contents[LEAVES] = None if leaves is False else leaves
    if isinstance(leaves, StoredLeaves) and leaves.letters != len(file.alphabet):
        expected = f"leaves of an alphabet of {len(file.alphabet)} letters"
        raise AlphabetError(
            "the leave values are of another alphabet", path=file.path, expected=expected, found=leaves.letters
        )
    sections = pack_contents(contents)

    def check(path: Path) -> None:
        written = open_file(path)
        for name, data in sections.items():
            if written.sections.data[name] != data:
                raise CorruptFileError.at(path, f"section {name}", "what was to be written", "something else")
        demand_columns(written)
        _demand_unchanged(file, target)
        report.size, report.fingerprint = written.sections.size, written.fingerprint

    write_atomically(target, pack_sections(sections), check)
    report.columns = sorted(kept)
    return report


def _demand_unchanged(file: LexiconFile, target: Path) -> None:
    """Raise ChangedFileError if another process has changed the file that is to be replaced."""
    if file.path is None or not target.exists() or not target.samefile(file.path):
        return
    now = open_file(target).fingerprint
    if now != file.fingerprint:
        raise ChangedFileError(
            "changed by another process since it was read",
            path=target,
            expected=file.fingerprint,
            found=now,
            remedy="nothing was written; read it again and attach to that",
        )
