"""Read, prove and write DWG, the DAWG of Graham Toal and Zyzzyva, and LXD, whose letters are characters.

A DWG file has the number of its nodes and the nodes, 32 bits each, little-endian; the number counts as node 0, and
the root list begins at node 1. An LXD file has a head of 64 bytes, with a title and a number of words, then two
nodes that lead to the root list, and the rest. Letters of a DWG are ASCII, those of an LXD are Latin-1.
"""

from __future__ import annotations

import struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import CorruptFileError, LexkitError, TruncatedFileError

from .format_table import FoundWords, Source, WordsToWrite
from .sibling_lists import SiblingLists, place, spell

#: Labels: letter number i is the character with that code point.
_LATIN: Final = tuple(map(chr, range(1, 256)))
# The most nodes, for indices of 21 and 22 bits.
_DWG_NODES: Final = 1 << 21
_LXD_NODES: Final = 1 << 22
#: Head of an LXD file: its size, nodes, title, date, words.
_HEAD: Final = struct.Struct("<II32s20sI")
_ROOTS: Final = (0x8A800000, 0x8A800002)


def read_dwg(source: Source) -> FoundWords:
    """Read a DWG file."""
    nodes = _nodes_of(source, 0, _DWG_NODES)
    if len(nodes) != int(nodes[0]) + 1:
        raise _refuse_size(source, f"{int(nodes[0]):,} nodes", len(nodes) - 1)
    letters = (nodes >> 24).astype(np.uint8)
    letters[0] = 0
    lists = SiblingLists(
        letters,
        (nodes >> 23 & 1).astype(bool),
        (nodes >> 22 & 1).astype(bool),
        (nodes & _DWG_NODES - 1).astype(np.int64),
        1 if len(nodes) > 1 else 0,
        path=source.path,
    )
    return FoundWords(*spell(lists, 127)[:2], _LATIN)


def write_dwg(words: WordsToWrite) -> bytes:
    """Return the bytes of a DWG file. Raises LexkitError for letters beyond ASCII, and for too many nodes."""
    lists, letters = _placed(words, 1, _DWG_NODES, 127)
    if not lists.root:
        return struct.pack("<I", 0)
    nodes: Any = lists.children | lists.last.astype(np.int64) << 22 | lists.accepts.astype(np.int64) << 23
    nodes |= letters << 24
    nodes[0] = len(nodes) - 1
    return bytes(nodes.astype("<u4").tobytes())


def read_lxd(source: Source) -> FoundWords:
    """Read an LXD file."""
    nodes = _nodes_of(source, _HEAD.size, _LXD_NODES)
    head, count, _, _, number = _HEAD.unpack_from(source.data)
    if head != _HEAD.size or tuple(nodes[:2].tolist()) != _ROOTS:
        found = [hex(head), *map(hex, nodes[:2].tolist())]
        raise CorruptFileError.at(source.path, "head", [hex(_HEAD.size), *map(hex, _ROOTS)], found)
    if count != len(nodes):
        raise _refuse_size(source, f"{count:,} nodes", len(nodes))
    lists = SiblingLists(
        (nodes >> 22 & 0xFF).astype(np.uint8),
        (nodes >> 30 & 1).astype(bool),
        (nodes >> 31).astype(bool),
        np.where(np.arange(len(nodes)) < 2, 0, nodes & _LXD_NODES - 1).astype(np.int64),
        2 if len(nodes) > 2 else 0,
        path=source.path,
    )
    letters, lengths, *_ = spell(lists, 255)
    if number != len(lengths):
        raise CorruptFileError.at(source.path, "number of words", f"{len(lengths):,}", f"{number:,}")
    return FoundWords(letters, lengths, _LATIN)


def title_of_lxd(data: bytes) -> str:
    """Return the title in the head."""
    return data[8:40].rstrip(b"\0").decode("latin-1")


def write_lxd(words: WordsToWrite) -> bytes:
    """Return the bytes of an LXD file. Raises LexkitError for letters beyond Latin-1, and for too many nodes."""
    lists, letters = _placed(words, 2, _LXD_NODES, 255)
    nodes: Any = lists.children | lists.last.astype(np.int64) << 31 | lists.accepts.astype(np.int64) << 30
    nodes |= letters << 22
    nodes[:2] = _ROOTS
    title = words.name.encode("latin-1", "replace")[:31]
    return _HEAD.pack(_HEAD.size, len(nodes), title, b"", words.count) + bytes(nodes.astype("<u4").tobytes())


def _nodes_of(source: Source, begin: int, most: int) -> NDArray[np.uint32]:
    """Return the nodes behind the head. Raises TruncatedFileError or CorruptFileError for a wrong number of them."""
    size = len(source.data) - begin
    if size < 4 * (1 + (begin > 0)) or size % 4:
        raise _refuse_size(source, "a head and 4 bytes a node", f"{len(source.data):,} bytes")
    nodes = np.frombuffer(source.data, "<u4", offset=begin)
    if len(nodes) > most:
        raise CorruptFileError.at(source.path, "nodes", f"at most {most:,}", f"{len(nodes):,}")
    return nodes


def _refuse_size(source: Source, expected: str, found: object) -> TruncatedFileError:
    return TruncatedFileError("incomplete file", path=source.path, expected=expected, found=found)


def _placed(words: WordsToWrite, front: int, most: int, last: int) -> tuple[SiblingLists, NDArray[np.int64]]:
    """Return (the lists as they lie in the file, the code points of their letters)."""
    codes = np.array([0, *map(ord, words.labels)], np.int64)
    if int(codes.max()) > last:
        found = next(label for label in words.labels if ord(label) > last)
        raise LexkitError(f"{words.format} cannot hold this letter", expected=f"up to {last:#x}", found=found)
    lists = place(words.lists, front, share=True)
    if len(lists) > most:
        raise LexkitError(f"too many words for {words.format}", expected=f"at most {most:,} nodes", found=len(lists))
    return lists, codes[lists.letters]
