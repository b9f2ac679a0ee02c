"""Read, prove and write files of fst, the Rust library of sets and maps.

A file has a version, a type, nodes, the number of keys, the place of the root, and a CRC-32C. Keys are texts in
UTF-8, byte by byte. A node is read backward from its last byte, the state, and leads to nodes that lie before it.
Place 0 is the node that ends a key and has no arc. The value of a key is the sum of the outputs of its arcs and of
its last node.

The keys are words, or (``fst-gaddag``) the strings of a GADDAG: for each word, every reversed non-empty prefix,
followed by ``+`` and the rest if there is one. CAB has C+AB, AC+B and BAC.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import AlphabetError, CorruptFileError, TruncatedFileError, VersionError
from lexkit.base.time_limits import look

from ..constants import MAX_LENGTH
from .format_table import FoundWords, Source, WordsToWrite
from .sibling_lists import SiblingLists, dawg_of_gaddag, place, spell

_VERSION: Final = 3
_HEAD: Final = 16
#: Number of keys, root, checksum.
_FOOT: Final = struct.Struct("<QQI")
#: The common inputs, which a state encodes in its low 6 bits, from 1 on.
_COMMON: Final = b"te/oasripcnw.hlm-du012g=:bf3y5&_4v9678k%?xCDASFIBEjPTzRNM+LOqHG"
#: Nodes with more arcs have an index of their inputs.
_MANY_ARCS: Final = 32
#: Longest word in UTF-8, in bytes.
_LONGEST: Final = 4 * MAX_LENGTH
#: Separator in the strings of a GADDAG.
_SEPARATOR: Final = ord("+")
#: Number of bytes that are summed between two checks of the clock: 2 ms.
_BLOCK: Final = 1 << 14


def read_fst(source: Source) -> FoundWords:
    """Read a set, or a map whose values become a column."""
    (lists, weights, finals, of_empty), count = _read(source)
    letters, lengths, ends, sums = spell(lists, 255, weights, longest=_LONGEST)
    values = sums + finals[ends]  # modulo 2**64: those of 64 bits are below 0
    if of_empty is not None:
        lengths, values = np.concatenate([[0], lengths]), np.concatenate([of_empty, values])
    _require_count(source, len(lengths), count)
    columns = {"value": values} if values.any() else {}
    return FoundWords(*as_characters(letters, lengths, source), columns=columns)


def read_fst_gaddag(source: Source) -> FoundWords:
    """Read the words of a set with all strings of a GADDAG. Values of a map are ignored."""
    (lists, _, _, of_empty), count = _read(source)
    kinds = np.setdiff1d(lists.letters[1:], [_SEPARATOR])
    if of_empty is not None or (len(kinds) and int(kinds[-1]) >= 0x80):
        raise CorruptFileError.at(source.path, "keys", "strings of ASCII letters, none of them empty", "others")
    numbers = np.zeros(256, np.uint8)
    numbers[kinds] = np.arange(1, len(kinds) + 1)
    lists = dawg_of_gaddag(replace(lists, letters=numbers[lists.letters], root=0, gaddag=lists.root))
    letters, lengths = spell(lists, len(kinds))[:2]
    _require_count(source, len(letters), count)  # each word has as many strings as letters
    return FoundWords(letters, lengths, tuple(map(chr, kinds.tolist())), lists)


def _require_count(source: Source, found: int, count: int) -> None:
    if found != count:
        raise CorruptFileError.at(source.path, "number of keys", f"{found:,}", f"{count:,}")


def _read(
    source: Source,
) -> tuple[tuple[SiblingLists, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64] | None], int]:
    """Return (nodes, as from :func:`_read_nodes`; the number of keys that the file states)."""
    data = source.data
    if len(data) < _HEAD + _FOOT.size:
        raise TruncatedFileError(
            "incomplete fst file", path=source.path, expected=f"{_HEAD + _FOOT.size} bytes or more", found=len(data)
        )
    (version,) = struct.unpack_from("<Q", data)
    if version != _VERSION:
        raise VersionError("the fst file has another version", path=source.path, expected=_VERSION, found=version)
    count, root, checksum = _FOOT.unpack_from(data, len(data) - _FOOT.size)
    found = checksum_of(data[:-4])
    if found != checksum:
        raise CorruptFileError.at(source.path, "checksum", f"{found:#010x}", f"{checksum:#010x}")
    return _read_nodes(_Bytes(source, len(data) - _FOOT.size), root), count


class _Bytes:
    """The bytes of the nodes, which are read at many offsets at once."""

    def __init__(self, source: Source, end: int) -> None:
        self.source = source
        self.data = np.frombuffer(source.data, np.uint8, end)
        self.end = end

    def require(self, right: NDArray[np.bool_], nodes: NDArray[np.int64], expected: str, found: NDArray[Any]) -> None:
        """Raise CorruptFileError for the first node whose condition in ``right`` is false."""
        if not right.all():
            at = int(np.argmin(right))
            raise CorruptFileError.at(self.source.path, f"node at byte {nodes[at]}", expected, int(found[at]))

    def numbers(self, places: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the little-endian numbers of 0 to 8 bytes at these offsets; numbers of 64 bits become negative."""
        total = np.zeros(len(places), np.int64)
        for byte in range(8):
            there = np.flatnonzero(sizes > byte)
            total[there] |= self.data[places[there] + byte].astype(np.int64) << 8 * byte
        return total


def _read_nodes(
    data: _Bytes, root: int
) -> tuple[SiblingLists, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64] | None]:
    """Return (nodes as lists, output of each arc, final output behind each arc, value of the empty key or None)."""
    if not (root == 0 or _HEAD <= root < data.end):
        raise CorruptFileError.at(data.source.path, "root", f"{_HEAD} to {data.end - 1}", root)
    found: list[tuple[NDArray[Any], ...]] = []
    # By offset of a node: the index of its first arc, whether it ends keys, and its final output.
    first = np.zeros(data.end, np.int64)
    is_final = np.zeros(data.end, bool)
    adds = np.zeros(data.end, np.int64)
    is_final[0] = True
    seen = np.zeros(data.end, bool)
    seen[0] = True
    level, arcs, depth = np.array([root] if root else [], np.int64), 1, 0
    while len(level):
        look()
        depth += 1
        if depth > _LONGEST + 1:
            raise CorruptFileError.at(data.source.path, "nodes", f"keys of at most {_LONGEST} bytes", "longer ones")
        seen[level] = True
        counts, inputs, outputs, goals, final, added = _read_level(data, level)
        first[level] = np.where(counts > 0, arcs + np.cumsum(counts) - counts, 0)
        is_final[level], adds[level] = final, added
        last = np.zeros(len(inputs), bool)
        last[np.cumsum(counts)[counts > 0] - 1] = True
        found.append((inputs, outputs, goals, last))
        arcs += len(inputs)
        _require_bytes(data, arcs - 1)
        level = np.unique(goals[~seen[goals]])
    of_empty = adds[[root]] if is_final[root] else None  # place 0 ends a key, too
    nothing = np.zeros(1, np.int64)
    letters, outputs, goals, last = (
        np.concatenate([nothing, *column]) for column in zip(*(found or [(nothing[:0],) * 4]), strict=True)
    )
    accepts = is_final[goals]
    accepts[0] = False
    lists = SiblingLists(
        letters.astype(np.uint8), accepts, last.astype(bool), first[goals], int(first[root]), path=data.source.path
    )
    return lists, outputs, adds[goals], of_empty


def _read_level(data: _Bytes, nodes: NDArray[np.int64]) -> tuple[NDArray[Any], ...]:
    """Return (number of arcs of each node; inputs, outputs and goals of all arcs; which nodes end keys; their
    outputs).
    """
    states = data.data[nodes].astype(np.int64)
    single, following = states >= 0x80, states >= 0xC0
    low = states & 0x3F
    more = low == 0  # the input, or the number of arcs, has a byte of its own
    beside = data.data[nodes - 1].astype(np.int64)
    common = np.frombuffer(b"\0" + _COMMON, np.uint8).astype(np.int64)
    counts = np.where(single, 1, np.where(more, np.where(beside == 1, 256, beside), low))
    _require_bytes(data, int(counts.sum()))
    final = ~single & (states & 0x40 > 0)
    at = nodes - more
    sizes = np.where(following, 0, data.data[np.maximum(at - 1, 0)])
    goal_size, output_size = sizes >> 4, sizes & 15
    data.require((goal_size <= 8) & (output_size <= 8), nodes, "numbers of at most 8 bytes", sizes)
    tables = np.where(~single & (counts > _MANY_ARCS), 256, 0)
    # The lowest offset of each field of a node, from the top down.
    inputs_at = at - ~following - tables
    goals_at = inputs_at - np.where(single, 0, counts)
    outputs_at = goals_at - counts * goal_size
    final_at = outputs_at - counts * output_size
    lowest = final_at - np.where(final, output_size, 0)
    data.require(lowest >= _HEAD, nodes, f"its bytes from {_HEAD} on", lowest)
    owners = np.repeat(np.arange(len(nodes)), counts)
    number = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    named = np.where(low[owners] > 0, common[low[owners]], beside[owners])
    inputs = np.where(single[owners], named, data.data[np.maximum(inputs_at[owners] - 1 - number, 0)])
    back = data.numbers(goals_at[owners] - (number + 1) * goal_size[owners], goal_size[owners])
    outputs = data.numbers(outputs_at[owners] - (number + 1) * output_size[owners], output_size[owners])
    goals = np.where(back == 0, 0, lowest[owners] - back)
    goals[following[owners]] = lowest[following] - 1
    data.require((goals == 0) | ((goals >= _HEAD) & (goals < nodes[owners])), nodes[owners], "a goal before it", goals)
    added = data.numbers(lowest, np.where(final, output_size, 0))
    return counts, inputs, outputs, goals, final, added


def _require_bytes(data: _Bytes, arcs: int) -> None:
    """Raise CorruptFileError for more arcs than bytes, that is, for overlapping nodes."""
    if arcs > data.end:
        raise CorruptFileError.at(data.source.path, "nodes", f"at most {data.end:,} arcs, a byte each", f"{arcs:,}")


def as_characters(
    letters: NDArray[np.uint8], lengths: NDArray[np.int64], source: Source
) -> tuple[NDArray[np.uint8], NDArray[np.int64], tuple[str, ...]]:
    """Turn words of UTF-8 bytes into words of numbered characters: (letters, lengths, the characters)."""
    if not len(letters) or int(letters.max()) < 0x80:
        return letters, lengths, tuple(map(chr, range(1, 128)))
    spaced = np.zeros(len(letters) + len(lengths), np.uint8)
    is_letter = np.ones(len(spaced), bool)
    is_letter[np.cumsum(lengths + 1) - 1] = False
    spaced[is_letter] = letters
    try:
        text = spaced.tobytes().decode()
    except UnicodeDecodeError as error:
        raise CorruptFileError.at(source.path, "keys", "UTF-8", error.reason) from None
    codes = np.frombuffer(text.encode("utf-32-le"), "<u4")
    ends = np.flatnonzero(codes == 0)
    kinds, numbers = np.unique(codes[codes > 0], return_inverse=True)
    if len(ends) != len(lengths) or len(kinds) > 255:
        raise CorruptFileError.at(source.path, "keys", "at most 255 different characters, none of them 0", len(kinds))
    return (numbers + 1).astype(np.uint8), np.diff(ends, prepend=-1) - 1, tuple(map(chr, kinds.tolist()))


@cache
def _table() -> tuple[int, ...]:
    """Return the CRC-32C of each byte."""
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


def checksum_of(data: bytes | bytearray) -> int:
    """Return the CRC-32C of the data, masked as fst does. 0.1 s for a megabyte."""
    table, crc = _table(), 0xFFFFFFFF
    for start in range(0, len(data), _BLOCK):
        look()
        for byte in data[start : start + _BLOCK]:
            crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


# -- writing --------------------------------------------------------------------------------------------


def write_fst(words: WordsToWrite) -> bytes:
    """Return the bytes of a set. ``labels`` are bytes, as characters of Latin-1."""
    lists = place(words.lists, 1)
    return _write(lists, lists.root, words.labels, words.count)


def write_fst_gaddag(words: WordsToWrite) -> bytes:
    """Return the bytes of the set of all strings of a GADDAG. Raises AlphabetError for letters beyond ASCII, and for
    +.
    """
    wrong = [label for label in words.labels if not label.isascii() or label == chr(_SEPARATOR)]
    if wrong:
        expected = f"letters of ASCII, without {chr(_SEPARATOR)}"
        raise AlphabetError("fst-gaddag cannot hold this letter", expected=expected, found=wrong[0])
    lists = place(words.lists, 1)
    sizes = np.array([0, *map(len, words.tile_labels)], np.int64)
    return _write(lists, lists.gaddag or 0, words.labels, int(sizes[words.letters_of_words].sum()))


def _write(lists: SiblingLists, root: int, labels: Sequence[str], keys: int) -> bytes:
    """Return the bytes of the set of the paths from a root."""
    inputs = np.array([_SEPARATOR, *map(ord, labels)], np.uint8)[lists.letters].tolist()
    children, accepts = lists.children.tolist(), lists.accepts.tolist()
    last = np.flatnonzero(lists.last)
    ends = (last[np.searchsorted(last, np.arange(len(lists)))] + 1).tolist() if len(last) else []
    made = bytearray(struct.pack("<QQ", _VERSION, 0))
    # A node of fst itself ends keys; here the letter that leads to a node does. Each node is written behind its
    # children, the last of them right before it.
    places: dict[tuple[int, bool], int] = {(0, True): 0}
    before = 1  # the place of the node written last; none
    open_nodes = [(root, False, root)] if root else []
    while open_nodes:
        first, final, at = open_nodes.pop()
        while at < ends[first] and (children[at], accepts[at]) in places:
            at += 1
        if at < ends[first]:
            open_nodes += [(first, final, at), (children[at], accepts[at], children[at])]
            continue
        # Sorted, since the separator is not below all letters.
        arcs = sorted((inputs[at], places[children[at], accepts[at]]) for at in range(first, ends[first]))
        _add_node(made, arcs, final, before)
        before = places[first, final] = len(made) - 1
    if not root:
        _add_node(made, [], False, before)
    made += struct.pack("<QQ", keys, len(made) - 1)
    return bytes(made) + struct.pack("<I", checksum_of(made))


def _add_node(made: bytearray, arcs: list[tuple[int, int]], final: bool, before: int) -> None:
    """Append a node with arcs (input, offset of the goal). ``before``: offset of the node written last."""
    begin = len(made)
    single = len(arcs) == 1 and not final
    if single and arcs[0][1] == before:
        made += _named(0xC0, arcs[0][0])
        return
    steps = [begin - goal if goal else 0 for _, goal in arcs]
    size = (max(steps, default=0).bit_length() + 7) // 8
    size = max(size, 1) if arcs else 0
    for step in reversed(steps):
        made += step.to_bytes(size, "little")
    if single:
        made.append(size << 4)
        made += _named(0x80, arcs[0][0])
        return
    made += bytes(value for value, _ in reversed(arcs))
    if len(arcs) > _MANY_ARCS:
        table = bytearray(b"\xff" * 256)
        for number, (value, _) in enumerate(arcs):
            table[value] = number
        made += table
    made.append(size << 4)
    if not 0 < len(arcs) < 0x40:
        made.append(len(arcs))
    made.append(final << 6 | (len(arcs) if len(arcs) < 0x40 else 0))


def _named(state: int, value: int) -> bytes:
    """Return the state of a node with one arc, preceded by the input if that is not a common one."""
    number = _COMMON.find(value) + 1
    return bytes([state | number]) if number else bytes([value, state])
