"""Read, prove and write the GADDAG and the DAWG of Quackle, version 1.

Both begin with the byte 1 and the exclusive or of the MD5 of all words, in Quackle's letters, which are numbered
from 5. Nodes of the GADDAG have 4 bytes: the distance to the first child (big-endian, 3 bytes), then the letter
(0: the separator, the last of its siblings), whether a word ends, whether siblings end. Nodes of the DAWG have 7:
the index of the first child, the letter from 0 and whether siblings end, and the playability of the word that ends
there, or 0. Node 0 leads to the root list of either. Quackle itself writes a trie, but also reads lists that share
their continuations.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import CorruptFileError, LexkitError, TruncatedFileError

from .format_table import FoundWords, Source, WordsToWrite
from .sibling_lists import SiblingLists, dawg_of_gaddag, place, spell

#: Letters of the GADDAG and of the hashed words are numbered from this plus 1.
_BEFORE_LETTERS: Final = 4
_HASH_END: Final = 17
_MOST: Final = 1 << 24
_LETTERS: Final = 0x3F - _BEFORE_LETTERS


def read_quackle_gaddag(source: Source) -> FoundWords:
    """Read a GADDAG. Its hash is not compared, because a word that was in the list twice cancels itself out."""
    bytes_of = _cut_nodes(source, _HASH_END, 4)
    ahead = _read_place(bytes_of)
    flags = bytes_of[:, 3]
    places = np.arange(len(flags))
    letters = flags & 0x3F
    wrong = np.flatnonzero((letters > 0) & (letters <= _BEFORE_LETTERS))
    if len(wrong):
        raise CorruptFileError.at(source.path, f"node {wrong[0]}, letter", "0, or 5 and more", int(letters[wrong[0]]))
    lists = SiblingLists(
        np.where(letters > 0, letters - _BEFORE_LETTERS, 0).astype(np.uint8),
        flags & 0x40 > 0,
        flags & 0x80 > 0,
        np.where(ahead > 0, places + ahead, 0),
        0,
        int(ahead[0]),
        source.path,
    )
    lists = dawg_of_gaddag(lists)
    return FoundWords(*spell(lists, source.letters)[:2], lists=lists)


def write_quackle_gaddag(words: WordsToWrite) -> bytes:
    """Return the bytes of a GADDAG. Raises LexkitError for more letters or nodes than it can hold."""
    _require_letters(words)
    lists = place(words.lists, 1)
    owners: NDArray[np.int64] = np.cumsum(lists.last) - lists.last
    keys = owners * 128 + np.where(lists.letters == 0, 127, lists.letters)
    order = np.argsort(keys[1:], kind="stable") + 1
    order = np.concatenate([[0], order])
    letters = np.where(lists.letters > 0, lists.letters + _BEFORE_LETTERS, 0)[order]
    goals = lists.children[order]
    goals[0] = lists.gaddag or 0
    ahead = np.where(goals > 0, goals - np.arange(len(goals)), 0)
    if int(ahead.max()) >= _MOST:
        raise _too_many(words, int(ahead.max()))
    last = lists.last.copy()
    last[0] = True
    flags = letters | lists.accepts[order].astype(np.int64) << 6 | last.astype(np.int64) << 7
    return b"\1" + _hash(words) + _pack(ahead << 8 | flags, 4)


def read_quackle_dawg(source: Source) -> FoundWords:
    """Read a DAWG, with the playability of its words as a column."""
    begin = _HASH_END + 4
    if len(source.data) < begin:
        raise TruncatedFileError(
            "incomplete head of the file", path=source.path, expected=f"{begin} bytes", found=len(source.data)
        )
    number = int.from_bytes(source.data[_HASH_END : begin - 1], "big")
    labels = []
    for _ in range(source.data[begin - 1]):
        end = source.data.find(b" ", begin, begin + 64)
        try:
            labels.append(source.data[begin : max(end, begin)].decode())
        except UnicodeDecodeError:
            labels.append("")
        if not labels[-1]:
            raise CorruptFileError.at(source.path, f"letter {len(labels)}", "UTF-8 and a space", "others")
        begin = end + 1
    bytes_of = _cut_nodes(source, begin, 7)
    goals, playability = _read_place(bytes_of), _read_place(bytes_of[:, 4:])
    flags = bytes_of[:, 3]
    lists = SiblingLists(
        ((flags & 0x3F) + 1).astype(np.uint8), playability > 0, flags & 0x40 > 0, goals, int(goals[0]), path=source.path
    )
    letters, lengths, ends, _ = spell(lists, len(labels))
    if len(lengths) != number:
        raise CorruptFileError.at(source.path, "number of words", f"{len(lengths):,}", f"{number:,}")
    return FoundWords(letters, lengths, labels, columns={"playability": playability[ends]})


def write_quackle_dawg(words: WordsToWrite) -> bytes:
    """Return the bytes of a DAWG in which all words are equally playable.

    Raises LexkitError for more letters, nodes or words than it can hold.
    """
    _require_letters(words)
    lists = place(words.lists, 1, share=True)
    if len(lists) > _MOST or words.count >= _MOST:
        raise _too_many(words, max(len(lists), words.count))
    goals, last = lists.children.copy(), lists.last.copy()
    goals[0], last[0] = lists.root, True
    letters = np.maximum(lists.letters.astype(np.int64) - 1, 0)
    nodes = goals << 32 | (letters | last.astype(np.int64) << 6) << 24 | lists.accepts
    spelled = "".join(f"{label} " for label in words.labels).encode()
    head = b"\1" + _hash(words) + words.count.to_bytes(3, "big") + bytes([len(words.labels)]) + spelled
    return head + _pack(nodes, 7)


def _cut_nodes(source: Source, begin: int, size: int) -> NDArray[np.uint8]:
    """Return the nodes behind the head: uint8, shape (nodes, bytes per node)."""
    room = len(source.data) - begin
    if source.data[:1] != b"\1":
        raise CorruptFileError.at(source.path, "byte 0", "1, the version", source.data[:1].hex())
    if room < size or room % size:
        expected = f"a head of {begin} bytes, and {size} bytes a node"
        raise TruncatedFileError("incomplete file", path=source.path, expected=expected, found=len(source.data))
    return np.frombuffer(source.data, np.uint8, offset=begin).reshape(-1, size)


def _read_place(bytes_of: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the big-endian numbers in the first three bytes of each row."""
    wide = bytes_of[:, :3].astype(np.int64)
    place: NDArray[np.int64] = wide[:, 0] << 16 | wide[:, 1] << 8 | wide[:, 2]
    return place


def _pack(nodes: NDArray[Any], size: int) -> bytes:
    """Return numbers as big-endian integers of ``size`` bytes."""
    return nodes.astype(">u8").view(np.uint8).reshape(-1, 8)[:, 8 - size :].tobytes()


def _hash(words: WordsToWrite) -> bytes:
    """Return the exclusive or of the MD5 of each word."""
    shifted = (words.letters_of_words + np.uint8(_BEFORE_LETTERS)).tobytes()
    total = at = 0
    for size in words.lengths.tolist():
        total ^= int.from_bytes(hashlib.md5(shifted[at : at + size], usedforsecurity=False).digest())
        at += size
    return total.to_bytes(16)


def _require_letters(words: WordsToWrite) -> None:
    if len(words.labels) > _LETTERS:
        raise LexkitError(f"too many letters for {words.format}", expected=_LETTERS, found=len(words.labels))


def _too_many(words: WordsToWrite, found: int) -> LexkitError:
    return LexkitError(f"too many words for {words.format}", expected=f"at most {_MOST:,} nodes", found=f"{found:,}")
