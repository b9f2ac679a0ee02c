"""Pack a lexicon for shipping: a .gaddag file as one zstandard frame, ``.gaddag.zst``.

Any zstandard program can pack and unpack these files, too. The unpacked file is proved like every lexicon, and the
size that a packed file claims is not trusted. Nodes are packed in an order that compresses better than the one for
walks; :func:`unpack` and :func:`open_lexicon` restore the file byte for byte (:mod:`.node_order`).
"""

from __future__ import annotations

import hashlib
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lexkit.base.checks import require_path
from lexkit.base.errors import CorruptFileError, LexiconNotFoundError

from .bounded_input import MAX_UNPACKED, ZSTD_MAGIC, refuse_bomb, unzstd
from .constants import MAGIC, PACKED, PROVENANCE
from .foreign.signatures import refuse_foreign
from .header_and_sections import parse_json
from .lexicon_file import Backend, LexiconFile, load, open_bytes
from .sections import read_sections
from .user_cache import find_cached, open_cached

if TYPE_CHECKING:
    from mmap import mmap

    Buffer = bytes | bytearray | memoryview | mmap

#: Files smaller than this, in bytes, are packed as they are: an order for packing would save next to nothing.
_SMALL: Final = 1 << 16
#: Number of bytes that are compressed at a time: some tenths of a second.
_PIECE: Final = 1 << 19


def pack(path: str | PathLike[str], level: int = 19) -> tuple[LexiconFile, bytes]:
    """Prove a lexicon file and pack it, with size and checksum. Returns (the file, the packed bytes)."""
    import zstandard

    path = Path(require_path(path, "lexicon", LexiconNotFoundError))
    data = load(path, "read")
    file = open_bytes(data, path, "read")
    arranged = None
    if len(data) >= _SMALL:
        from .node_order import arrange_for_packing

        arranged = arrange_for_packing(file)
    compressor = zstandard.ZstdCompressor(level=level, write_checksum=True, write_content_size=True)
    whole = memoryview(data if arranged is None else arranged)
    stream = compressor.compressobj(size=len(whole))
    # Ctrl-C is noticed between pieces.
    pieces = [stream.compress(whole[start : start + _PIECE]) for start in range(0, len(whole), _PIECE)]
    packed = b"".join([*pieces, stream.flush()])
    refuse_bomb(len(data), len(packed), path)  # guarantees that the result can be unpacked again
    return file, packed


def pack_to_send(file: LexiconFile) -> bytes:
    """Pack an open file as it is, quickly: about 5 ms a megabyte."""
    import zstandard

    return zstandard.ZstdCompressor(level=3, write_checksum=True, write_content_size=True).compress(file.sections.whole)


def open_received(sha256: str, packed: bytes | None) -> LexiconFile | None:
    """Open a lexicon that came from another process, by the hash of its unpacked bytes.

    ``packed``: its content, which goes into the user's cache. Without it, the lexicon is taken from the cache;
    returns None if it is not there. Raises CorruptFileError if the content has another hash.
    """
    name = f"received-{sha256[:40]}"
    if packed is None:
        file = find_cached(name, "mmap")
    else:
        file = open_cached(name, lambda: _restore(memoryview(packed), None), Path(name), "mmap")
    if file is None or file.sections.sha256() == sha256:
        return file
    if packed is None:
        return None
    raise CorruptFileError.at(file.path, "SHA-256 of a received lexicon", sha256, file.sections.sha256())


def unpack(path: str | PathLike[str], limit: int = MAX_UNPACKED) -> bytes:
    """Unpack and prove a packed lexicon of at most ``limit`` bytes.

    Raises CorruptFileError if it is larger, and the errors of :func:`lexkit.formats.lexicon_file.open_file`.
    """
    path = Path(require_path(path, "lexicon", LexiconNotFoundError))
    data = _restore(load(path, "read"), path, limit)
    open_bytes(data, path)
    return data


def _restore(packed: Buffer, path: str | PathLike[str] | None, limit: int = MAX_UNPACKED) -> bytes:
    """Unpack the content, and restore the order of its nodes."""
    data = _unpack(packed, path, limit)
    sections = read_sections(data, path)
    if PACKED not in parse_json(sections.data[PROVENANCE], PROVENANCE, path):
        return data
    from .node_order import arrange_for_walks

    # open_bytes proves the content, since its nodes are followed.
    return arrange_for_walks(open_bytes(data, None if path is None else Path(path)))


def _unpack(packed: Buffer, path: str | PathLike[str] | None, limit: int) -> bytes:
    front = b""
    pieces = []
    for piece in unzstd(iter([bytes(packed)]), path, limit, len(packed)):
        pieces.append(piece)
        # Stop early if it does not begin like a lexicon: the end may be gigabytes away.
        if len(front) < len(MAGIC):
            front += piece[: len(MAGIC)]
            if not MAGIC.startswith(front[: len(MAGIC)]):
                refuse_foreign(memoryview(piece), path)
    return b"".join(pieces)


def open_lexicon(path: str | PathLike[str], backend: Backend = "mmap") -> LexiconFile:
    """Open a lexicon file, packed or not.

    See :func:`lexkit.formats.lexicon_file.open_file`. A packed file is unpacked once into the user's cache folder
    and mapped from there; ``path`` of the result is that of the packed file.
    """
    path = Path(require_path(path, "lexicon", LexiconNotFoundError))
    data = load(path, backend)
    if bytes(data[: len(ZSTD_MAGIC)]) != ZSTD_MAGIC:
        return open_bytes(data, path, backend)
    name = "unpacked-" + hashlib.sha256(data).hexdigest()[:40]
    return open_cached(name, lambda: _restore(memoryview(data), path), path, backend, path)


def open_content(content: Buffer) -> LexiconFile:
    """Open the bytes of a lexicon file, packed or not, which stay in memory.

    They are copied if they could change. Raises the errors of :func:`lexkit.formats.lexicon_file.open_file`.
    """
    data = content if type(content) is bytes else bytes(content)
    packed = data[: len(ZSTD_MAGIC)] == ZSTD_MAGIC
    return open_bytes(_restore(memoryview(data), None) if packed else data)
