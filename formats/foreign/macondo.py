"""Read, prove and write the DAWG and GADDAG of Macondo before it adopted KWG.

All numbers are big-endian. A file has a magic, the list's name, the code points of its letters, an array of letter
sets and an array of nodes. A node is a word with its number of arcs and the index of its letter set, then its
arcs, each a letter and the index of another node. A set has the letters that complete a word there. The root is at
index 0.
"""

from __future__ import annotations

import struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import CorruptFileError, LexkitError, TruncatedFileError
from lexkit.base.time_limits import look

from .format_table import FoundWords, Source, WordsToWrite
from .sibling_lists import SiblingLists, dawg_of_gaddag, lists_of_sets, place, spell
from .signatures import SIGNATURES

#: Letter number of the separator; letters have lower numbers.
_SEPARATOR: Final = 50
#: The separator sorts like this character.
_SORTED_AS: Final = ord("^")
_MOST_NODES: Final = 1 << 24
#: Number of words that are read between two checks of the clock.
_BLOCK: Final = 1 << 16


def read_macondo_dawg(source: Source) -> FoundWords:
    """Read a DAWG."""
    return _read(source, gaddag=False)


def read_macondo_gaddag(source: Source) -> FoundWords:
    """Read a GADDAG."""
    return _read(source, gaddag=True)


def write_macondo_dawg(words: WordsToWrite) -> bytes:
    """Return the bytes of a DAWG. Raises LexkitError for more letters or nodes than it can hold."""
    return _write(words, SIGNATURES["macondo-dawg"][0])


def write_macondo_gaddag(words: WordsToWrite) -> bytes:
    """Return the bytes of a GADDAG. See :func:`write_macondo_dawg`."""
    return _write(words, SIGNATURES["macondo-gaddag"][0])


def title_of_macondo_dawg(data: bytes) -> str:
    """Return the name of the list."""
    return data[5 : 5 + data[4]].decode("utf-8", "replace") if len(data) > 4 else ""


title_of_macondo_gaddag = title_of_macondo_dawg


class _Fields:
    """Reads fields from the front of a file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.at = 4

    def take(self, size: int, what: str) -> int:
        """Skip this many bytes, and return the offset of the first."""
        self.at += size
        if self.at > len(self.source.data):
            expected, found = f"{self.at:,} bytes or more", f"{len(self.source.data):,}"
            what = f"the file ends in its {what}"
            raise TruncatedFileError(what, path=self.source.path, expected=expected, found=found)
        return self.at - size

    def array(self, kind: str, what: str) -> NDArray[Any]:
        """Read an array that follows its length."""
        (length,) = struct.unpack_from(">I", self.source.data, self.take(4, what))
        size = np.dtype(kind).itemsize
        return np.frombuffer(self.source.data, kind, length, self.take(size * length, what))


def _read(source: Source, gaddag: bool) -> FoundWords:
    fields = _Fields(source)
    magic, _ = SIGNATURES["macondo-gaddag" if gaddag else "macondo-dawg"]
    fields.take(source.data[fields.take(1, "head")], "name")
    codes = fields.array(">u4", "letters")
    sets = fields.array(">u8", "letter sets").astype(np.uint64)
    words = fields.array(">u4", "nodes").astype(np.int64)

    def corrupt(place: str, expected: object, found: object) -> CorruptFileError:
        return CorruptFileError.at(source.path, place, expected, found)

    if source.data[:4] != magic or fields.at != len(source.data):
        raise corrupt("end", f"{magic!r} and {fields.at} bytes", f"{source.data[:4]!r}, {len(source.data)} bytes")
    if len(codes) >= _SEPARATOR or len(set(codes.tolist())) < len(codes) or not len(words):
        raise corrupt("letters and nodes", f"fewer than {_SEPARATOR} different letters, and a root", len(codes))
    labels = tuple(chr(code) if code < 0xD800 or 0xDFFF < code < 0x110000 else "\0" for code in codes.tolist())
    # Letters count from 0 in the file, and from 1 here.
    if len(sets) and int(np.bitwise_or.reduce(sets)) >> len(codes):
        raise corrupt("letter sets", f"bits of {len(codes)} letters", hex(int(np.bitwise_or.reduce(sets))))
    heads, counts = _find_nodes(words)
    if int(heads[-1] + counts[-1]) + 1 != len(words):
        raise corrupt(f"node {heads[-1]}", f"arcs within {len(words):,} words", int(counts[-1]))
    places = words[heads] & 0xFFFFFF
    if int(places.max()) >= len(sets):
        raise corrupt(f"node {heads[places.argmax()]}, letter set", f"below {len(sets):,}", int(places.max()))
    arcs = np.ones(len(words), bool)
    arcs[heads] = False
    owners = np.repeat(np.arange(len(heads)), counts)
    letters, goals = words[arcs] >> 24, words[arcs] & 0xFFFFFF
    wrong = np.flatnonzero((letters >= len(codes)) & ~((letters == _SEPARATOR) & gaddag))
    if len(wrong):
        raise corrupt(f"node {heads[owners[wrong[0]]]}, letter", f"below {len(codes)}", int(letters[wrong[0]]))
    numbers = np.full(len(words), -1)
    numbers[heads] = np.arange(len(heads))
    wrong = np.flatnonzero(goals >= len(words))
    if not len(wrong):
        wrong = np.flatnonzero(numbers[goals] < 0)
    if len(wrong):
        raise corrupt(f"node {heads[owners[wrong[0]]]}, child", "the place of a node", int(goals[wrong[0]]))
    look()
    bits = np.where(letters == _SEPARATOR, 0, letters + 1)
    order = np.argsort(owners * 64 + bits, kind="stable")
    twice = np.flatnonzero(np.diff((owners * 64 + bits)[order]) == 0)
    if len(twice):
        raise corrupt(f"node {heads[owners[order[twice[0]]]]}", "one arc for each letter", "two")
    child_sets = np.zeros(len(heads), np.uint64)
    np.bitwise_or.at(child_sets, owners, np.uint64(1) << bits.astype(np.uint64))
    lists = lists_of_sets(sets[places] << np.uint64(1), child_sets, numbers[goals][order], 0, 0 if gaddag else None)
    lists = SiblingLists(
        lists.letters, lists.accepts, lists.last, lists.children, lists.root, lists.gaddag, source.path
    )
    if gaddag:
        lists = dawg_of_gaddag(lists)
    return FoundWords(*spell(lists, len(codes))[:2], labels, lists)


def _find_nodes(words: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (offsets of the nodes, their numbers of arcs)."""
    counts = words >> 24
    steps, starts, at = counts.tolist(), [], 0
    for end in range(_BLOCK, len(steps) + _BLOCK, _BLOCK):
        look()
        while at < min(end, len(steps)):
            starts.append(at)
            at += 1 + steps[at]
    heads = np.array(starts, np.int64)
    return heads, counts[heads]


def _write(words: WordsToWrite, magic: bytes) -> bytes:
    if len(words.labels) >= _SEPARATOR:
        raise LexkitError(f"too many letters for {words.format}", expected=_SEPARATOR - 1, found=len(words.labels))
    codes = np.array([ord(label) for label in words.labels], ">u4")
    name = words.name.encode("utf-8", "replace")[:255]
    head = magic + bytes([len(name)]) + name + struct.pack(">I", len(codes)) + codes.tobytes()
    lists = place(words.lists, 1)
    # The first letter that sorts behind the separator; arcs are stored in that order.
    behind = 1 + int((codes < _SORTED_AS).sum())
    keys = np.where(lists.letters == 0, 2 * behind - 1, 2 * lists.letters.astype(np.int64))
    owners: NDArray[np.int64] = np.cumsum(lists.last) - lists.last
    order = np.argsort(owners[1:] * 128 + keys[1:], kind="stable") + 1
    owners = owners[1:]
    count = int(owners[-1]) + 1 if len(owners) else 1
    ending = np.flatnonzero(lists.accepts[1:])
    letter_sets = np.zeros(count, np.uint64)
    bits = np.uint64(1) << (lists.letters[1:][ending].astype(np.uint64) - np.uint64(1))
    np.bitwise_or.at(letter_sets, owners[ending], bits)
    sets, places = np.unique(letter_sets, return_inverse=True)
    arcs = order[lists.children[order] > 0]
    counts = np.bincount(owners[arcs - 1], minlength=count)
    heads = np.cumsum(counts + 1) - counts - 1
    if heads[-1] + counts[-1] >= _MOST_NODES:
        expected = f"places up to {_MOST_NODES:,}"
        raise LexkitError(f"too many words for {words.format}", expected=expected, found=int(heads[-1]))
    whole = np.empty(count + len(arcs), np.int64)
    whole[heads] = counts << 24 | places
    is_arc = np.ones(len(whole), bool)
    is_arc[heads] = False
    letters = lists.letters[arcs].astype(np.int64) - 1
    whole[is_arc] = np.where(letters < 0, _SEPARATOR, letters) << 24 | heads[owners[lists.children[arcs] - 1]]
    packed = struct.pack(">I", len(sets)) + sets.astype(">u8").tobytes()
    return bytes(head + packed + struct.pack(">I", len(whole)) + whole.astype(">u4").tobytes())
