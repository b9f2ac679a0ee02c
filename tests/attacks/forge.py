"""Lexicon files that lie: taken apart, changed anywhere, and sealed again with checksums that fit.

The layout is written down here a second time, from SPEC.md and not from ``formats/constants.py``, so that a slip
there shows.
"""

import json
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lexkit.compiler.construct.minimal_automaton import arrange, build_sorted
from lexkit.compiler.lists.word_list import read_words
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.formats.lexicon_file import lexicon_bytes

HEADER = struct.Struct("<8sHHIQII")
HEADER_FIELDS = ("magic", "read", "write", "count", "size", "checksum", "zero")
ROW = struct.Struct("<16sQQII")
ROW_FIELDS = ("name", "offset", "length", "checksum", "zero")
HEAD = struct.Struct("<IIQQQQQQQQQ")
HEAD_FIELDS = (
    "width", "letters", "word_count", "size", "forward_root", "reverse_root", "byte_end", "half_end",
    "forward_end", "nodes", "arcs",
)  # fmt: skip
HEAD_SIZE = 128

Fields = dict[str, Any]


def letters(count: int) -> Alphabet:
    """An alphabet of so many one-letter labels, from A on."""
    labels = [chr(code) for code in [*range(0x41, 0x5B), *range(0x410, 0x430), *map(ord, "ΓΔΘΛΞ")]][:count]
    return Alphabet("letters", [Tile(label, label.lower(), 1, 1) for label in labels])


def lexicon(words: Iterable[str], alphabet: Alphabet | int = 3) -> bytes:
    """An honest file."""
    chosen = letters(alphabet) if isinstance(alphabet, int) else alphabet
    tiles = read_words(list(words), chosen).words.sorted_unique()
    graph = arrange(build_sorted(tiles), len(chosen))
    return b"".join(lexicon_bytes(chosen, {"source": "attacks"}, graph))


def sections(data: bytes) -> dict[bytes, bytes]:
    """The sections of an honest file, by name."""
    found = {}
    for row in range(HEADER.unpack_from(data)[3]):
        name, offset, length, _, _ = ROW.unpack_from(data, HEADER.size + ROW.size * row)
        found[name.rstrip(b"\0")] = data[offset : offset + length]
    return found


def shell(
    parts: Mapping[bytes, bytes] | Iterable[tuple[bytes, bytes]],
    edit: Callable[[Fields, list[Fields]], None] | None = None,
    seal: bool = True,
    padding: int = 0,
) -> bytes:
    """A file with these sections. ``edit`` may change the fields of header and table before they are sealed."""
    items = list(parts.items() if isinstance(parts, Mapping) else parts)
    body = b""
    rows: list[Fields] = []
    front = HEADER.size + ROW.size * len(items)
    for name, data in items:
        body += bytes([padding]) * (-(front + len(body)) % 64)
        rows.append(
            {"name": name, "offset": front + len(body), "length": len(data), "checksum": zlib.crc32(data), "zero": 0}
        )
        body += data
    header: Fields = {
        "magic": b"\x89LEX\r\n\x1a\n",
        "read": 1,
        "write": 1,
        "count": len(items),
        "size": front + len(body),
        "checksum": 0,
        "zero": 0,
    }
    if edit:
        edit(header, rows)
    table = b"".join(ROW.pack(*(row[field] for field in ROW_FIELDS)) for row in rows)
    if seal:
        header["checksum"] = zlib.crc32(HEADER.pack(*(header[field] for field in HEADER_FIELDS)) + table)
    return HEADER.pack(*(header[field] for field in HEADER_FIELDS)) + table + body


def reseal(damaged: bytes) -> bytes:
    """The same bytes with all checksums made to fit, as far as the table can be followed."""
    data = bytearray(damaged)
    count = min(HEADER.unpack_from(data)[3], (len(data) - HEADER.size) // ROW.size)
    for row in range(count):
        at = HEADER.size + ROW.size * row
        _, offset, length, _, _ = ROW.unpack_from(data, at)
        struct.pack_into("<I", data, at + 32, zlib.crc32(data[offset : offset + length]))
    struct.pack_into("<I", data, 24, 0)
    struct.pack_into("<I", data, 24, zlib.crc32(data[: HEADER.size + ROW.size * count]))
    return bytes(data)


def with_section(data: bytes, name: bytes, content: bytes) -> bytes:
    """The file with another content of one section."""
    return shell({**sections(data), name: content})


def with_alphabet(data: bytes, alphabet: object) -> bytes:
    """The file with this JSON value, or these bytes, as its alphabet."""
    raw = alphabet if isinstance(alphabet, bytes) else json.dumps(alphabet).encode()
    return with_section(data, b"alphabet", raw)


def graph(data: bytes) -> tuple[Fields, list[int]]:
    """Head and node array of the automaton."""
    section = sections(data)[b"gaddag"]
    head = dict(zip(HEAD_FIELDS, HEAD.unpack_from(section), strict=True))
    return head, list(struct.unpack_from(f"<{head['size']}I", section, HEAD_SIZE))


def automaton(head: Fields, words: list[int]) -> bytes:
    """An automaton section; ``size`` in the head may lie."""
    packed = HEAD.pack(*(head[field] for field in HEAD_FIELDS)).ljust(HEAD_SIZE, b"\0")
    return packed + struct.pack(f"<{len(words)}I", *words)


def with_graph(data: bytes, words: list[int] | None = None, **fields: int) -> bytes:
    """The file with another node array, or other fields in its head."""
    head, old = graph(data)
    return with_section(data, b"gaddag", automaton({**head, **fields}, old if words is None else words))


def hand_made(words: list[int], alphabet: int | Alphabet = 2, **fields: int) -> bytes:
    """A file with this node array, all of it forward part with one-byte counts unless ``fields`` say more."""
    data = lexicon([], alphabet)
    size = len(words)
    head = {**graph(data)[0], "size": size, "byte_end": size, "half_end": size, "forward_end": size}
    return with_section(data, b"gaddag", automaton({**head, **fields}, words))


def nodes(head: Fields, words: list[int]) -> list[tuple[int, int, int]]:
    """(index, index of the first child, number of children) of each node."""
    found = []
    at = 0
    width = head["width"]
    while at < len(words):
        children = sum(word.bit_count() for word in words[at + width : at + 2 * width])
        found.append((at, at + 2 * width, children))
        per_word = 4 if at < head["byte_end"] else 2 if at < head["half_end"] else 1
        counted = at < head["forward_end"] and children > 1
        at += 2 * width + children + (-(-(children - 1) // per_word) if counted else 0)
    return found
