"""Read, prove and write KWG, KBWG and KAD, the graphs of wolges, MAGPIE, Macondo and word-golib.

A file is an array of 32-bit nodes, little-endian, with nothing before or behind it. A node has the index of its
first child, whether it is the last of its siblings, whether a word ends there, and its tile. Node 0 leads to the
root list of the DAWG; node 1, in files with both parts, to that of the GADDAG, whose separator is tile 0. KWG has
22 bits for indices; KBWG has 24, in another order. A KAD file is a KWG DAWG of alphagrams. None of them states its
alphabet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from lexkit.base.errors import CorruptFileError, LexkitError, TruncatedFileError

from .format_table import FoundWords, Source, WordsToWrite
from .sibling_lists import SiblingLists, place, spell


@dataclass(frozen=True)
class _Bits:
    """Layout of a node: the lowest bit of each field, and the number of bits of an index and a tile."""

    place: int
    place_bits: int
    last: int
    accepts: int
    tile: int
    tile_bits: int


_KWG: Final = _Bits(0, 22, 22, 23, 24, 8)
_KBWG: Final = _Bits(8, 24, 6, 7, 0, 6)


def read_kwg(source: Source) -> FoundWords:
    """Read a KWG or KAD file, with both parts or only the DAWG."""
    return _read(source, _KWG)


def read_kbwg(source: Source) -> FoundWords:
    """Read a KBWG file."""
    return _read(source, _KBWG)


def write_kwg(words: WordsToWrite) -> bytes:
    """Return the bytes of a KWG file with both parts, or with only the DAWG if the words have no GADDAG.

    Raises LexkitError for more nodes than it can hold.
    """
    return _write(words, _KWG)


write_kwg_dawg = write_kad = write_kwg


def write_kbwg(words: WordsToWrite) -> bytes:
    """Return the bytes of a KBWG file. See :func:`write_kwg`."""
    return _write(words, _KBWG)


def _read(source: Source, bits: _Bits) -> FoundWords:
    size = len(source.data)
    if size < 4 or size % 4:
        found = f"{size:,} bytes"
        raise TruncatedFileError("incomplete array of nodes", path=source.path, expected="4 bytes a node", found=found)
    nodes = np.frombuffer(source.data, "<u4")
    most = 1 << bits.place_bits
    if len(nodes) > most:
        raise CorruptFileError.at(source.path, "nodes", f"at most {most:,}", f"{len(nodes):,}")
    tiles = nodes >> bits.tile & (1 << bits.tile_bits) - 1
    lists = SiblingLists(
        tiles.astype(np.uint8),
        (nodes >> bits.accepts & 1).astype(bool),
        (nodes >> bits.last & 1).astype(bool),
        (nodes >> bits.place & most - 1).astype(np.int64),
        0,
        path=source.path,
    )
    # A DAWG of words does not contain tile 0.
    both = len(nodes) > 1 and not (lists.letters[1] or lists.accepts[1])
    for number in range(1 + both):
        if lists.letters[number] or lists.accepts[number] or not lists.last[number]:
            expected = "tile 0, the end of no word, the last of its siblings"
            raise CorruptFileError.at(source.path, f"node {number}", expected, f"0x{int(nodes[number]):08x}")
    # MAGPIE writes node 1 without children if there is only a DAWG.
    gaddag = int(lists.children[1]) if both and (lists.children[1] or not lists.children[0]) else None
    lists = replace(lists, root=int(lists.children[0]), gaddag=gaddag)
    return FoundWords(*spell(lists, source.letters)[:2], lists=lists)


def _write(words: WordsToWrite, bits: _Bits) -> bytes:
    roots = 1 if words.lists.gaddag is None else 2
    lists = place(words.lists, roots, share=True)
    most = 1 << bits.place_bits
    if len(lists) > most:
        raise LexkitError(
            f"too many words for {words.format}",
            expected=f"at most {most:,} nodes",
            found=f"{len(lists):,}",
            remedy="write kbwg, or the DAWG alone: kwg-dawg" if bits is _KWG else None,
        )
    children, last = lists.children.copy(), lists.last.copy()
    children[0], last[:roots] = lists.root, True
    if lists.gaddag is not None:
        children[1] = lists.gaddag
    fields: Any = children << bits.place | last.astype(np.int64) << bits.last
    fields |= lists.accepts.astype(np.int64) << bits.accepts | lists.letters.astype(np.int64) << bits.tile
    return bytes(fields.astype("<u4").tobytes())
