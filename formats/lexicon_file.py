"""Open and prove a whole .gaddag file, or make the bytes of one.

:func:`open_file` maps or reads a file and checks every rule of SPEC.md before it returns anything, except those that
cost too much and are checked on first use. :func:`lexicon_bytes` is the inverse.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
import stat
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from lexkit.base.checks import require_one_of, require_path
from lexkit.base.errors import (
    AlphabetError,
    CorruptFileError,
    ForeignFileError,
    LexiconNotFoundError,
    LexkitError,
    StorageError,
    TruncatedFileError,
    storage_errors,
)

from .alphabet import Alphabet
from .automaton_section import Graph, read_graph
from .constants import ALPHABET, ALPHAGRAMS, COLUMNS, DAGGAD, EDITIONS, EXPANDED, GADDAG, LEAVES, PROVENANCE, SUFFIX
from .header_and_sections import Bytes, Section, Sections, pack_json, pack_sections, parse_json, read_sections

# The code for sections that few files have is loaded only for those files, so that the others open faster.
if TYPE_CHECKING:
    from .alphagrams_section import Alphagrams
    from .arc_table_section import Expanded
    from .columns_section import StoredColumn
    from .editions_section import Editions
    from .leaves_section import StoredLeaves

Backend: TypeAlias = Literal["mmap", "read"]


@dataclass(frozen=True)
class LexiconFile:
    """The content of a proved file. ``path`` is None for bytes in memory."""

    path: Path | None
    alphabet: Alphabet
    provenance: Mapping[str, Any]
    gaddag: Graph
    daggad: Graph | None
    expanded: Expanded | None
    alphagrams: Alphagrams | None
    #: By name, in order of names.
    columns: Mapping[str, StoredColumn]
    editions: Editions | None
    leaves: StoredLeaves | None
    sections: Sections
    backend: str

    @cached_property
    def plain_fingerprint(self) -> str:
        """A fingerprint of everything but the leave values. About 1 ms a megabyte, the first time."""
        told = [(name, zlib.crc32(data)) for name, data in self.sections.data.items() if name != LEAVES]
        return hashlib.sha256(repr(sorted(told)).encode()).hexdigest()[:32]

    @property
    def fingerprint(self) -> str:
        """32 hexadecimal digits. Files with the same fingerprint have the same content."""
        return self.sections.fingerprint


def lexicon_bytes(
    alphabet: Alphabet,
    provenance: Mapping[str, Any],
    gaddag: Graph,
    daggad: Graph | None = None,
    expanded: Bytes | None = None,
    alphagrams: Bytes | None = None,
    columns: Bytes | None = None,
    editions: Editions | None = None,
) -> Iterator[Bytes]:
    """Make the bytes of a file, in pieces. The same input gives the same bytes."""
    sections: dict[str, Section | None] = {
        ALPHABET: pack_json(alphabet.to_json()),
        PROVENANCE: pack_json(provenance),
        GADDAG: gaddag.pieces(),
        DAGGAD: daggad.pieces() if daggad else None,
        EXPANDED: expanded,
        ALPHAGRAMS: alphagrams,
        COLUMNS: columns,
        EDITIONS: editions.to_bytes() if editions else None,
    }
    return pack_sections({name: section for name, section in sections.items() if section is not None})


def open_file(path: str | PathLike[str], backend: Backend = "mmap") -> LexiconFile:
    """Open and prove the lexicon at ``path``.

    ``backend="read"`` copies the file into memory, for folders where other users may write: if a mapped file is
    truncated in place, the process dies. For packed files see :func:`lexkit.formats.packed_lexicon.open_lexicon`.
    Raises StorageError or a subclass of LexiconFileError. Cost: about 5 ms for the 6.6 MB of 180,000 English words.
    """
    path = Path(require_path(path, "lexicon", LexiconNotFoundError))
    return open_bytes(load(path, backend), path, backend)


def open_bytes(data: Bytes | mmap.mmap, path: Path | None = None, backend: str = "memory") -> LexiconFile:
    """Prove the bytes of a whole lexicon file. See :func:`open_file`."""
    sections = read_sections(memoryview(data), path)
    try:
        alphabet = Alphabet.from_json(parse_json(sections.data[ALPHABET], ALPHABET, path))
    except AlphabetError as error:
        raise CorruptFileError.at(path, f"J4: section {ALPHABET}", found=error) from error
    provenance = parse_json(sections.data[PROVENANCE], PROVENANCE, path)
    gaddag = read_graph(sections.data[GADDAG], alphabet, GADDAG, path)
    daggad = None
    if DAGGAD in sections.data:
        daggad = read_graph(sections.data[DAGGAD], alphabet, DAGGAD, path)
        if daggad.word_count != gaddag.word_count:
            raise CorruptFileError.at(
                path, f"G8: section {DAGGAD}", found=f"{daggad.word_count} words, not {gaddag.word_count}"
            )
    expanded = None
    if EXPANDED in sections.data:
        from .arc_table_section import read_expanded

        expanded = read_expanded(sections.data[EXPANDED], alphabet, EXPANDED, path)
    alphagrams = None
    if ALPHAGRAMS in sections.data:
        from .alphagrams_section import read_alphagrams

        alphagrams = read_alphagrams(sections.data[ALPHAGRAMS], gaddag.word_count, ALPHAGRAMS, path)
    columns: Mapping[str, StoredColumn] = {}
    if COLUMNS in sections.data:
        from .columns_section import read_columns

        columns = read_columns(sections.data[COLUMNS], gaddag.word_count, path)
    editions = None
    if EDITIONS in sections.data:
        from .editions_section import read_editions

        editions = read_editions(sections.data[EDITIONS], gaddag.word_count, EDITIONS, path)
    leaves = None
    if LEAVES in sections.data:
        from .leaves_section import read_leaves

        leaves = read_leaves(sections.data[LEAVES], len(alphabet), path)
    return LexiconFile(
        path, alphabet, provenance, gaddag, daggad, expanded, alphagrams, columns, editions, leaves, sections, backend
    )


def load(path: Path, backend: Backend) -> Bytes | mmap.mmap:
    """Map or read the bytes of a regular file, through one descriptor.

    Raises LexiconNotFoundError, ForeignFileError, TruncatedFileError or StorageError.
    """
    require_one_of(backend, ("mmap", "read"), "no such backend", LexkitError)
    try:
        # Do not block: opening a FIFO must not wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError as error:
        if os.path.splitext(path)[1].lower() not in ("", SUFFIX, ".zst"):
            raise LexiconNotFoundError("no such file", path=path) from error
        raise LexiconNotFoundError("no such lexicon", path=path, remedy="build it: lexc build WORDS") from error
    except OSError as error:
        raise StorageError.of(error, "cannot open", path) from error
    with storage_errors("cannot read", path), contextlib.ExitStack() as held:
        held.callback(os.close, descriptor)
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "a special file"
            raise ForeignFileError("not a regular file", path=path, expected="a .gaddag file", found=kind)
        if status.st_size == 0:
            raise TruncatedFileError("an empty file is no lexicon", path=path, remedy="build or copy it again")
        if backend == "mmap":
            return _map(descriptor, status.st_size, path)
        with open(descriptor, "rb", closefd=False) as file:
            return file.read()


def _map(descriptor: int, size: int, path: Path) -> mmap.mmap:
    """Map a file read-only. The system maps it at once if it can, since all of it is about to be read."""
    try:
        if hasattr(mmap, "MAP_POPULATE"):
            return mmap.mmap(descriptor, size, mmap.MAP_SHARED | mmap.MAP_POPULATE, mmap.PROT_READ)
        return mmap.mmap(descriptor, size, access=mmap.ACCESS_READ)
    except ValueError as error:
        raise TruncatedFileError("the file got shorter while it was opened", path=path) from error
