"""Sections ``columns`` that break each of their rules, C1 to C9, and sections damaged at random."""

import contextlib
import json
import random
import struct
import tracemalloc

import pytest
import zstandard

from lexkit.errors import CorruptFileError, LexkitError
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.lexicon.lexicon import Lexicon
from tests.attacks.forge import graph, hand_made, lexicon, reseal, sections, shell, with_graph
from tests.attacks.rules import breaks, refusal
from tests.running import each

WORDS = ["".join("ABC"[number // 3**place % 3] for place in range(6)) for number in range(300)]
HONEST = lexicon(WORDS)


def frame(data: bytes, **options) -> bytes:
    return zstandard.ZstdCompressor(**{"write_content_size": True, **options}).compress(data)


def section(directory: object, *arrays: bytes, size: int | None = None, padding: bytes = b"\0", behind: bytes = b""):
    """A section as SPEC.md describes it, whatever its parts are."""
    named = directory if isinstance(directory, bytes) else json.dumps(directory, sort_keys=True).encode()
    data = struct.pack("<Q", len(named) if size is None else size) + named
    for array in arrays:
        data += padding * (-len(data) % 64) + array
    return data + behind


def texts(blocks: list[bytes]) -> tuple[bytes, bytes]:
    ends = [sum(map(len, blocks[: number + 1])) for number in range(len(blocks))]
    return struct.pack(f"<{len(ends)}Q", *ends), b"".join(blocks)


def block(number: int, text: str = "x") -> bytes:
    return (text + "\0").encode() * (44 if number == 2 else 128)


BLOCKS = [frame(block(number)) for number in range(3)]
BITMAP = bytes([7]) + bytes(37)
INTEGER = {"kind": "integer", "bits": 16, "missing": 0}
PACKED = {"kind": "number", "decimals": 2, "packed": 1, "sample": 0}
GAPS = {"kind": "integer", "bits": 8, "missing": 3}
NUMBERS = struct.pack("<300d", *range(300))
SHORTS = struct.pack("<300h", *range(300))
ALL = {"freq": INTEGER, "gaps": GAPS, "number": {"kind": "number"}, "words": {"kind": "text"}}


def whole(words: bytes = HONEST, **changed: object) -> bytes:
    """An honest section of every kind, but for what is changed."""
    parts: dict[str, object] = {"freq": SHORTS, "gaps": bytes(300), "bitmap": BITMAP, "number": NUMBERS}
    parts["ends"], parts["blob"] = texts(BLOCKS)
    parts |= changed
    names = ("freq", "gaps", "bitmap", "number", "ends", "blob")
    return section(ALL, *(parts[name] for name in names))  # type: ignore[arg-type]


def opened(columns: bytes) -> Lexicon:
    return Lexicon(open_bytes(shell({**sections(HONEST), b"columns": columns})))


def refused(columns: bytes, rule: str, ask=lambda lexicon: None) -> None:
    refusal(rule, lambda: ask(opened(columns)))


def test_honest():
    lexicon = opened(whole())
    assert lexicon.columns == ("freq", "gaps", "number", "words")
    assert lexicon.column("freq")[:3].tolist() == [0, 1, 2]
    assert lexicon.column("gaps")[2:5].tolist() == [None, 0, 0]
    assert lexicon.column("number")[299] == 299.0
    assert lexicon.column("words")[299] == "x"


@breaks("C1")
@each("data", [b"", bytes(7), struct.pack("<Q", 1), struct.pack("<Q", 2**64 - 1) + b"{}"])
def test_directory_within_the_section(data):
    refused(data, "C1")


@breaks("C1", "J1", "J2", "J3")
@each(
    ("rule", "directory"),
    [
        ("J1", b" " * (1 << 20) + b"{}"),
        ("J2", b"{"),
        ("J2", b"\xff{}"),
        ("J2", b"[" * 100_000),
        ("J2", b'{"a": {"kind": "text"}, "a": {"kind": "number"}}'),
        ("J3", b"[]"),
    ],
)
def test_directory_is_json(rule, directory):
    refused(section(directory), rule)


@breaks("C2")
@each(
    "names",
    [[], [f"n{number}" for number in range(65)], [""], ["a" * 33], ["1a"], ["-a"], ["a b"], ["é"], ["a:b"], ["a\n"]],
)
def test_names(names):
    refused(section({name: {"kind": "number"} for name in names}, *[NUMBERS] * len(names)), "C2")


def test_names_that_are():
    for names in (["a"], ["A" * 32], ["a-_9", "B"], [f"n{number}" for number in range(64)]):
        assert opened(section({name: {"kind": "number"} for name in names}, *[NUMBERS] * len(names))).columns


@breaks("C3")
@each(
    "entry",
    [
        None, 7, [], {}, {"kind": "date"}, {"kind": ["text"]}, {"kind": "number", "bits": 64},
        {"kind": "text", "missing": 0}, {"kind": "integer"}, {"kind": "integer", "bits": 16},
        {**INTEGER, "bits": 24}, {**INTEGER, "bits": 16.0}, {**INTEGER, "bits": "16"},
        {**INTEGER, "missing": -1}, {**INTEGER, "missing": 301}, {**INTEGER, "missing": 2**70},
        {**INTEGER, "missing": False}, {**INTEGER, "title": "x"},
        {**PACKED, "decimals": 10}, {**PACKED, "decimals": -1}, {**PACKED, "packed": 2**31}, {**PACKED, "packed": True},
        {**PACKED, "sample": "1"}, {**PACKED, "sample": -1}, {**PACKED, "kind": "text"}, {**PACKED, "missing": 0},
        {"kind": "number", "decimals": 2, "packed": 1, "bits": 32},
    ],
)  # fmt: skip
def test_entries(entry):
    refused(section({"freq": entry}, SHORTS), "C3")


@breaks("C4")
@each(
    "data",
    [
        section({"freq": INTEGER}, SHORTS[:-1]),
        section({"freq": INTEGER}, SHORTS + b"\0"),
        section({"freq": INTEGER}),
        section({"freq": INTEGER}, SHORTS, padding=b" "),
        section({"freq": INTEGER}, SHORTS, behind=bytes(64)),
        section({"number": {"kind": "number"}}, NUMBERS[:-8]),
        section({"n": {**PACKED, "packed": 9}}, bytes(8)),
        section({"n": {**PACKED, "packed": 9}}, bytes(10)),
        section({"n": {**PACKED, "packed": 2**31 - 1}}, bytes(10)),
        section({"gaps": GAPS}, bytes(300)),
        section({"gaps": GAPS}, bytes(300), BITMAP[:-1]),
        section({"gaps": GAPS}, bytes(300), BITMAP, padding=b"\1"),
        section({"words": {"kind": "text"}}, texts(BLOCKS)[0][:-8]),
        section({"words": {"kind": "text"}}, texts(BLOCKS)[0]),
        section({"words": {"kind": "text"}}, texts(BLOCKS)[0], texts(BLOCKS)[1][:-1]),
        section({"words": {"kind": "text"}}, texts(BLOCKS)[0], texts(BLOCKS)[1] + b"\0"),
        section({"words": {"kind": "text"}}, struct.pack("<3Q", 0, 10, 20), bytes(20)),
        section({"words": {"kind": "text"}}, struct.pack("<3Q", 10, 10, 20), bytes(20)),
        section({"words": {"kind": "text"}}, struct.pack("<3Q", 10, 9, 20), bytes(20)),
        section({"words": {"kind": "text"}}, struct.pack("<3Q", 10, 20, 20), bytes(20)),
        section({"words": {"kind": "text"}}, struct.pack("<3Q", 10, 30, 20), bytes(20)),
        section({"words": {"kind": "text"}}, struct.pack("<3Q", 10, 20, 2**63), bytes(20)),
        section({"words": {"kind": "text"}}, struct.pack("<3Q", 10, 20, 2**64 - 1), bytes(20)),
        section({"words": {"kind": "text"}}, struct.pack("<3Q", 2**64 - 2, 2**64 - 1, 5), bytes(20)),
    ],
)
def test_arrays(data):
    refused(data, "C4")


@breaks("C4")
def test_arrays_of_a_lexicon_of_billions():
    """A few hundred bytes can hold 2^32 - 2 words: arrays for so many must be there, and are not made."""
    words, below = [0, 0, 6, 0], 2
    while below < 1 << 31:
        previous = len(words) - (2 if below == 2 else 5)
        words += [6, 6, previous, previous, below]
        below = 2 * below + 2
    root = len(words) - 5
    data = hand_made(words, byte_end=4, half_end=4, forward_root=root, reverse_root=root, word_count=below)
    head = graph(data)[0]
    nodes = (len(words) - 4) // 5 + 2
    data = with_graph(data, words, **{**head, "nodes": nodes, "arcs": 2 * (nodes - 2)})
    assert open_bytes(data).gaddag.word_count == 2**32 - 2
    sized = section({"n": {**PACKED, "packed": len(BLOCKS[0])}}, BLOCKS[0])
    with pytest.raises(CorruptFileError, match="C9"):
        _ = open_bytes(shell({**sections(data), b"columns": sized})).columns["n"].values
    for entry in ({"kind": "number"}, {"kind": "text"}, INTEGER, {**INTEGER, "missing": 2**31}):
        with pytest.raises(CorruptFileError, match="C4"):
            open_bytes(shell({**sections(data), b"columns": section({"n": entry}, NUMBERS, NUMBERS)}))


@breaks("C5")
@each(
    "bitmap", [bytes(38), bytes([15]) + bytes(37), b"\xff" * 38, bytes([3]) + bytes(36) + b"\x80", bytes([3, 8]) * 19]
)
def test_bitmaps(bitmap):
    refused(whole(bitmap=bitmap), "C5")


@breaks("C6")
@pytest.mark.parametrize("value", [float("inf"), float("-inf")])
def test_infinite_numbers(value):
    data = whole(number=struct.pack("<300d", *range(299), value))
    asked = {
        "column[rank]": lambda lexicon: lexicon.column("number")[0],
        "column[words]": lambda lexicon: lexicon.column("number")[lexicon.words()],
        "values": lambda lexicon: lexicon.column("number").values,
        "missing": lambda lexicon: lexicon.column("number").missing,
    }
    for ask in asked.values():
        refused(data, "C6", ask)


def packed(frame_of: bytes) -> bytes:
    return section({"number": {**PACKED, "packed": len(frame_of)}}, frame_of)


def test_packed_numbers():
    planes = bytes(range(256)) + bytes(44) + bytes([1]) * 300 + bytes([0] * 299 + [255]) * 2
    column = opened(packed(frame(planes))).column("number")
    assert column[:3].tolist() == [2.56, 2.57, 2.58]
    assert column[299] == (256 - 2**16) / 100
    assert (column.kind, column.missing, column.absent) == ("number", 0, None)


@breaks("C9")
@each(
    "data",
    [
        b"", b"x" * 20, b"\x28\xb5\x2f\xfd", frame(bytes(1199)), frame(bytes(1201)), frame(bytes(1200)) + b"\0",
        frame(bytes(1200))[:-1], frame(bytes(1200)) * 2, frame(bytes(1200), write_content_size=False),
        frame(random.Random(1).randbytes(1200), write_checksum=True)[:-1] + b"\0",
    ],
)  # fmt: skip
def test_packs(data):
    for ask in (lambda one: one.column("number")[0], lambda one: one.column("number").missing):
        refused(packed(data), "C9", ask)


def bomb(size: int) -> bytes:
    """A frame that claims ``size`` and unpacks to as much from a few bytes."""
    return frame(bytes(size))


def claiming(size: int, last: bytes = BLOCKS[1]) -> bytes:
    """A frame in one piece whose header claims this size, in eight bytes."""
    return b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<QI", size, 1 << 3 | 1)[:11] + b"x"


HOSTILE_FRAMES = {
    "no frame": b"x" * 20,
    "one byte": b"x",
    "magic alone": b"\x28\xb5\x2f\xfd",
    "skippable frame": b"\x50\x2a\x4d\x18" + struct.pack("<I", 4) + b"wxyz",
    "does not say its size": frame(block(1), write_content_size=False),
    "cut": BLOCKS[1][:-1],
    "a byte behind": BLOCKS[1] + b"\0",
    "twice": BLOCKS[1] * 2,
    "a skippable frame behind": BLOCKS[1] + b"\x50\x2a\x4d\x18" + bytes(4),
    "wrong checksum": frame(block(1), write_checksum=True)[:-1] + b"\0",
    "needs a dictionary": b"\x28\xb5\x2f\xfd\x21\x07\x04" + bytes(9),
    "claims 1 TiB": claiming(1 << 40),
    "claims 2^64 - 3": claiming(2**64 - 3),
    "claims more than it has": claiming(2),
    "claims nothing": claiming(0),
    "nothing": frame(b""),
    "a byte too large": bomb((4 << 20) + 1),
    "bomb": bomb(64 << 20),
}

HOSTILE_TEXTS = {
    "not UTF-8": b"\xff\0" * 128,
    "a surrogate": b"\xed\xa0\x80\0" * 128,
    "cut inside a character": b"x\0" * 127 + b"\xc3\0",
    "a text too few": b"x\0" * 127,
    "a text too many": b"x\0" * 129,
    "bytes behind": b"x\0" * 128 + b"x",
    "the last without its end": b"x\0" * 127 + b"x",
    "an escape sequence": b"\x1b[2J\0" * 128,
    "a bell": b"x\0" * 127 + b"\a\0",
    "delete": b"x\0" * 127 + b"\x7f\0",
    "a C1 control": "\x9b2J\0".encode() + b"x\0" * 127,
}

ASKED = {
    "column[rank]": lambda lexicon: lexicon.column("words")[130],
    "column[words]": lambda lexicon: lexicon.column("words")[lexicon.words()],
    "missing": lambda lexicon: lexicon.column("words").missing,
    "containing": lambda lexicon: lexicon.column("words").containing("q"),
    "containing, among few": lambda lexicon: lexicon.column("words").containing("x", lexicon[128:131]),
}


@breaks("C7")
@each("kind", HOSTILE_FRAMES)
def test_frames(kind):
    ends, blob = texts([BLOCKS[0], HOSTILE_FRAMES[kind], BLOCKS[2]])
    data = whole(ends=ends, blob=blob)
    lexicon = opened(data)
    assert lexicon.column("words")[0] == "x", "the blocks beside it are read"
    assert lexicon.column("words")[299] == "x"
    tracemalloc.start()
    try:
        for ask in ASKED.values():
            refused(data, "C7", ask)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


@breaks("C7")
def test_windows():
    """A frame may be of more than one piece, but not ask for a window of gigabytes."""
    ends, blob = texts(
        [BLOCKS[0], b"\x28\xb5\x2f\xfd\x80" + bytes([21 << 3]) + struct.pack("<I", 256) + bytes(9), BLOCKS[2]]
    )
    refused(whole(ends=ends, blob=blob), "C7", ASKED["column[rank]"])


@breaks("C8")
@each("kind", HOSTILE_TEXTS)
def test_texts(kind):
    ends, blob = texts([BLOCKS[0], frame(HOSTILE_TEXTS[kind]), BLOCKS[2]])
    data = whole(ends=ends, blob=blob)
    assert opened(data).column("words")[0] == "x"
    for ask in ASKED.values():
        refused(data, "C8", ask)


@breaks("C8")
def test_every_control_character():
    """Each by itself, in the middle of a text; tab and line feed are none, nor is what stands beside them."""
    for code in [*range(1, 0xA2), 0x2028, 0xFEFF]:
        told = f"x{chr(code)}y"
        ends, blob = texts([BLOCKS[0], frame(told.encode() + b"\0" + b"x\0" * 127), BLOCKS[2]])
        data = whole(ends=ends, blob=blob)
        if code in (9, 10) or 0x20 <= code < 0x7F or code >= 0xA0:
            assert opened(data).column("words")[128] == told
        else:
            refused(data, "C8", ASKED["column[rank]"])


@each("block", range(3))
def test_words_of_one_block_alone(block):
    """Whichever block is asked for first is read."""
    ends, blob = texts([frame((f"{place}\0" * (44 if place == 2 else 128)).encode()) for place in range(3)])
    lexicon = opened(whole(ends=ends, blob=blob))
    assert lexicon.column("words")[lexicon[128 * block : 128 * block + 2]] == [str(block)] * 2


def test_the_largest_block_that_is_allowed():
    large = b"x" * ((4 << 20) - 128) + bytes(128)
    ends, blob = texts([BLOCKS[0], frame(large), BLOCKS[2]])
    assert len(opened(whole(ends=ends, blob=blob)).column("words")[128]) == (4 << 20) - 128


def answers(lexicon: Lexicon) -> None:
    """Everything columns can be asked; typed errors are answers."""
    for name in lexicon.columns:
        column = lexicon.column(name)
        for ask in (
            lambda column=column: column[0],
            lambda column=column: column[lexicon.words()],
            lambda column=column: column.is_missing([1, 2]),
            lambda column=column: column.missing,
            lambda column=column: column.containing("X"),
            lambda column=column: repr(column),
        ):
            with contextlib.suppress(LexkitError):
                ask()


def test_damage_is_refused_or_harmless():
    """Bytes changed anywhere in the section, checksums made to fit: a typed error or an answer, and in time."""
    rng = random.Random(7)
    good = whole()
    for number in range(1500):
        data = bytearray(good)
        for _ in range(rng.choice((1, 1, 2, 8))):
            # Half of the damage goes into the directory, which is small.
            at = rng.randrange(200 if rng.random() < 0.5 else len(data))
            data[at] = rng.choice((data[at] ^ 1 << rng.randrange(8), rng.randrange(256)))
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)) :]
        try:
            answers(opened(bytes(data)))
        except LexkitError as error:
            assert str(error).count("\n") == 0, f"damage number {number}: {error}"


def test_every_bit_of_the_file():
    """Without the checksums made to fit no damage passes at all."""
    data = shell({**sections(HONEST), b"columns": whole()})
    assert reseal(data) == data
    start = data.index(whole())
    for at in range(start, len(data), 7):
        with pytest.raises(CorruptFileError, match="S5"):
            open_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
