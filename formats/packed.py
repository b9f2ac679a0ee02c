"""Packed lexicons: a .gaddag file as one zstandard frame, ``.gaddag.zst``, for shipping.

Any zstandard program packs and unpacks them too. What comes out is proved like every lexicon; what goes in is
never trusted for its size.
"""

from __future__ import annotations

import hashlib
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from .foreign.signatures import refuse_foreign
from .layout import MAGIC, MAX_UNPACKED
from .lexicon_file import Backend, LexiconFile, load, open_bytes
from .streams import ZSTD_MAGIC, unzstd
from .user_cache import cached

if TYPE_CHECKING:
    from mmap import mmap

    Buffer = bytes | bytearray | memoryview | mmap

__all__ = ["open_lexicon", "pack", "unpack"]


def pack(path: str | PathLike[str], level: int = 19) -> tuple[LexiconFile, bytes]:
    """Prove a lexicon file and give it with its bytes packed, size and checksum included."""
    import zstandard

    data = load(Path(fspath(path)), "read")
    file = open_bytes(data, Path(fspath(path)), "read")
    compressor = zstandard.ZstdCompressor(level=level, write_checksum=True, write_content_size=True)
    return file, compressor.compress(bytes(data))


def unpack(path: str | PathLike[str], limit: int = MAX_UNPACKED) -> bytes:
    """The lexicon file inside a packed one, proved; at most ``limit`` bytes."""
    data = _unpacked(load(Path(fspath(path)), "read"), path, limit)
    open_bytes(data, Path(fspath(path)))
    return data


def _unpacked(packed: Buffer, path: str | PathLike[str], limit: int) -> bytes:
    front = b""
    pieces = []
    for piece in unzstd(iter([bytes(packed)]), path, limit):
        pieces.append(piece)
        # What does not begin like a lexicon is not unpacked to its end, which may be gigabytes away.
        if len(front) < len(MAGIC):
            front += piece[: len(MAGIC)]
            if not MAGIC.startswith(front[: len(MAGIC)]):
                refuse_foreign(memoryview(piece), path)
    return b"".join(pieces)


def open_lexicon(path: str | PathLike[str], backend: Backend = "mmap") -> LexiconFile:
    """Open a lexicon file, packed or not; see :func:`lexkit.formats.lexicon_file.open_file`.

    A packed one is unpacked once into the user's cache folder and mapped from there.
    """
    path = Path(fspath(path))
    data = load(path, backend)
    if bytes(data[: len(ZSTD_MAGIC)]) != ZSTD_MAGIC:
        return open_bytes(data, path, backend)
    name = "unpacked-" + hashlib.sha256(data).hexdigest()[:40]
    return cached(name, lambda: _unpacked(memoryview(data), path, MAX_UNPACKED), path, backend)
