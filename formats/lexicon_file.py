"""Open and prove a whole .gaddag file, or make the bytes of one.

:func:`open_file` maps or reads a file and checks every rule of SPEC.md before it returns, except expensive ones,
which are checked on first use. :func:`lexicon_bytes` is the inverse.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import stat
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from lexkit.base.checks import require_one_of, require_path
from lexkit.base.errors import (
    ForeignFileError,
    LexiconNotFoundError,
    LexkitError,
    StorageError,
    TruncatedFileError,
    storage_errors,
)

from .constants import ALPHABET, GADDAG, PROVENANCE, SUFFIX
from .header_and_sections import Bytes, pack_sections
from .sections import LexiconFile as LexiconFile
from .sections import pack_contents, read_contents, read_sections

if TYPE_CHECKING:
    from .alphabet import Alphabet
    from .automaton_section import Graph

Backend: TypeAlias = Literal["mmap", "read"]


def lexicon_bytes(alphabet: Alphabet, provenance: Mapping[str, Any], gaddag: Graph, **optional: Any) -> Iterator[Bytes]:
    """Iterate over the bytes of a file, in pieces. The same input gives the same bytes.

    ``optional``: contents of optional sections by name, or their bytes; None leaves a section out.
    """
    return pack_sections(pack_contents({ALPHABET: alphabet, PROVENANCE: provenance, GADDAG: gaddag, **optional}))


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
    return LexiconFile(path=path, sections=sections, backend=backend, **read_contents(sections, path))


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
            raise TruncatedFileError("the file is empty", path=path, remedy="build or copy it again")
        if backend == "mmap":
            return _map(descriptor, status.st_size, path)
        with open(descriptor, "rb", closefd=False) as file:
            return file.read()


def _map(descriptor: int, size: int, path: Path) -> mmap.mmap:
    """Map a file read-only, with all its pages at once if the system can, since all of it is about to be read."""
    try:
        if hasattr(mmap, "MAP_POPULATE"):
            return mmap.mmap(descriptor, size, mmap.MAP_SHARED | mmap.MAP_POPULATE, mmap.PROT_READ)
        return mmap.mmap(descriptor, size, access=mmap.ACCESS_READ)
    except ValueError as error:
        raise TruncatedFileError("the file got shorter while it was opened", path=path) from error
