"""Small files that break one rule of SPEC.md each, for ``readers/conformance.json``; all checksums fit but where they
are the point.

Most are an honest file with one number changed, tried in every place; what lexkit then says is the rule. A few of
each rule are kept. The others come from the attacks themselves.
"""

import base64
import itertools
import json
import re
import struct
from collections.abc import Iterator
from typing import Any

from lexkit.compiler.build import Options, compile_list
from lexkit.errors import LexkitError
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.lexicon.lexicon import Lexicon
from tests.attacks import test_arc_table, test_disagreement, test_nodes
from tests.attacks.forge import HEADER, ROW, hand_made, letters, lexicon, reseal, sections, shell, with_alphabet
from tests.attacks.rules import rules_of_spec
from tests.attacks.test_alphabets import BROKEN
from tests.attacks.test_disagreement import chain, dense

#: Files of each rule, at most, and of all.
EACH, ALL = 9, 500
#: Most characters of a forged file, as it is described here.
LONGEST = 2500
#: Rules of packed files, and those that lexkit checks when a column or an edition is used.
NOT_HERE = {"P1", "P2", "P3", "P4", "P5", "P6", "C6", "C7", "C8", "C9", "M9"}

WORDS = ["A", "AA", "AB", "BAA", "CAB", "CABAC", "CC"]
FRAME = bytes.fromhex("28b52ffd200e710000") + b"one\0" + b"\0" * 6 + b"two\0"
COLUMNS = {
    "age": {"kind": "integer", "bits": 8, "missing": 2},
    "meaning": {"kind": "text"},
    "weight": {"kind": "number"},
}
PACKED = {"kind": "number", "decimals": 2, "packed": 7, "sample": 0}
EDITIONS = [{"name": "one", "mark": "$", "sha256": "0" * 64}, {"name": "two", "sha256": "f" * 64, "title": "Two"}]


def columns(directory: object = COLUMNS, behind: bytes = b"") -> bytes:
    """A section of three columns of seven words, and perhaps another directory in front."""
    raw = directory if isinstance(directory, bytes) else json.dumps(directory).encode()
    data = struct.pack("<Q", len(raw)) + raw
    for array in (bytes(range(7)), b"\x05", struct.pack("<Q", len(FRAME)), FRAME, struct.pack("<7d", *range(7))):
        data += bytes(-len(data) % 64) + array
    return data + behind


def editions(head: object = EDITIONS, masks: bytes = b"\x01\x02\x03\x03\x01\x02\x01", size: int = 1) -> bytes:
    raw = head if isinstance(head, bytes) else json.dumps({"editions": head}).encode()
    front = struct.pack("<IIQ", len(raw), size, len(masks) // size) + raw
    return front + bytes(-len(front) % 8) + masks


def leaves(raw: bytes = b'{"games":1}') -> bytes:
    """Leaves of up to two of the four kinds of tiles."""
    front = struct.pack("<IIIIQ", 4, 2, 256, len(raw), 15) + raw
    return front + bytes(-len(front) % 8) + struct.pack("<15h", *range(15))


def with_everything() -> bytes:
    """A file that has all sections there are."""
    options = Options(alphabet=letters(3), expanded=True, daggad=True, alphagrams=True)
    parts = sections(b"".join(compile_list(WORDS, options)[2]))
    parts[b"provenance"] = b'{"words":7}'
    return shell({**parts, b"columns": columns(), b"editions": editions(), b"leaves": leaves()})


BASES = {
    "everything": with_everything(),
    "tiny": lexicon(["A"], 1),
    "wide": lexicon(["AB", "BA", "ABB", "Б", "АБ"], 39),
    "counts of 32 bits": dense(9, 3),
    "chain": shell({**sections(lexicon(["A"], 26)), b"expanded": bytes(test_arc_table.chain(63))}),
}


def broken_rule(data: bytes, ask: tuple[str, str] | None = None) -> str:
    """The rule that lexkit names, or "" if it opens the file and answers."""
    try:
        opened = Lexicon(open_bytes(data))
        opened.anagram("A")
        if ask:
            list(getattr(opened, ask[0])(ask[1]))
    except LexkitError as error:
        return next(iter(re.findall(r"\b([A-Z]\d+):", str(error))), "H1")
    return ""


# -- What is tried -----------------------------------------------------------------------------------


def numbers_changed(data: bytes) -> Iterator[bytes]:
    """Each number of 32 bits changed in several ways."""
    for place in range(0, len(data) - 3, 4):
        (value,) = struct.unpack_from("<I", data, place)
        for other in (0, value + 1, value - 1, value ^ 1 << 31, value ^ 1 << 9, 0xFFFFFFFF, value ^ 1 << 17):
            if 0 <= other < 1 << 32 and other != value:
                changed = bytearray(data)
                struct.pack_into("<I", changed, place, other)
                yield reseal(bytes(changed)) if place != 24 else bytes(changed)


def shells_changed(data: bytes) -> Iterator[bytes]:
    """Header, table and padding."""
    parts = sections(data)
    yield from (data[:size] for size in (8, 31, 32, 100, len(data) - 1))
    yield from (data + bytes(1), b"\x1f" + data[1:], data[:4] + b"\n" + data[5:])
    yield shell({})
    yield shell([*parts.items(), *((f"x{number}".encode(), b"") for number in range(60))])
    for name, content in parts.items():
        yield shell({key: value for key, value in parts.items() if key != name})
        yield shell([*parts.items(), (name, content)])
        for other in (content[:-1], content[:-4], content[:-8], content + bytes(1), content + bytes(8), b"", bytes(23)):
            yield shell({**parts, name: other})
        at = data.index(name.ljust(16, b"\0"))
        for spelled in (b"\0" * 16, name[:3] + b"\0x" + bytes(11), b"\xe9" + bytes(15), b"a b".ljust(16, b"\0")):
            yield reseal(data[:at] + spelled + data[at + 16 :])
        offset, length = struct.unpack_from("<QQ", data, at + 16)
        yield data[: offset + length - 1] + bytes([data[offset + length - 1] ^ 1]) + data[offset + length :]
    yield shell({**parts, b"future": b"x"})
    yield from (shell(parts, padding=padding) for padding in (1, 255))
    for place in (at for at in range(HEADER.size + ROW.size * len(parts), len(data)) if not data[at] and at % 64 == 63):
        yield reseal(data[:place] + b"\1" + data[place + 1 :])


def texts_changed(data: bytes) -> Iterator[bytes]:
    """The JSON in other sections than the alphabet."""
    parts = sections(data)
    for raw in (b"", b"{", b"[]", b"null", b'{"a":1,"a":2}', b'{"a":NaN}', b"\xff{}", b"{} {}", b"[" * 1000, b'"x"'):
        yield shell({**parts, b"provenance": raw})
        yield shell({**parts, b"columns": columns(raw)})
        yield shell({**parts, b"editions": editions(raw)})
        yield shell({**parts, b"leaves": leaves(raw)})
    for raw in (b"{" + b" " * (1 << 20) + b"}", b" " * (1 << 20) + b"{}"):
        yield from (shell({**parts, b"provenance": raw}), shell({**parts, b"columns": columns(raw)}))
    yield shell({**parts, b"editions": editions(b'{"other":[]}')})
    for names in ([], [""], ["a" * 33], ["1a"], ["-a"], ["a b"], ["é"], [f"n{number}" for number in range(65)]):
        yield shell({**parts, b"columns": columns({name: {"kind": "number"} for name in names})})
    age = COLUMNS["age"]
    for entry in (
        None, {}, {"kind": "date"}, {"kind": "integer"}, {**age, "bits": 24}, {**age, "bits": "8"},
        {**age, "missing": -1}, {**age, "missing": 8}, {**age, "missing": 1.0},
        {**age, "title": ""}, {"kind": "number", "bits": 64},
        {**age, "missing": 1}, {**age, "missing": 3}, {**age, "missing": 0},
        PACKED, {**PACKED, "decimals": 10}, {**PACKED, "packed": 2**31}, {**PACKED, "sample": -1},
    ):  # fmt: skip
        yield shell({**parts, b"columns": columns({**COLUMNS, "age": entry})})
    one = EDITIONS[0]
    many = [{**one, "name": f"n{number}"} for number in range(65)]
    for head in (
        [], {}, [7], [one, one], [one, {**one, "name": "ONE"}], many, [{**one, "name": ""}],
        [{**one, "name": "_a"}], [{**one, "name": "a" * 41}], [{**one, "name": 1}], [{**one, "sha256": "F" * 64}],
        [{**one, "sha256": "0" * 63}], [{"name": "a"}], [{**one, "mark": "a"}], [{**one, "mark": "$$$$$"}],
        [{**one, "mark": 1}], [{**one, "title": "\t"}], [{**one, "title": "x" * 301}], [{**one, "source": []}],
    ):  # fmt: skip
        yield shell({**parts, b"editions": editions(head)})
    for masks, size in ((b"\1" * 14, 2), (b"\1" * 28, 4), (b"\1" * 6, 1), (b"\4" * 7, 1), (b"\0" * 7, 1)):
        yield shell({**parts, b"editions": editions(masks=masks, size=size)})
    for at in (b'{"games":1', b'{"games":1}}'):
        yield shell({**parts, b"leaves": leaves(at)})


def made_by_hand() -> Iterator[bytes]:
    """Node arrays that no honest one is near to; see the tests that they are from."""
    yield from (hand_made(words, nodes=1) for words in ([2, 0], [1, 0], [0, 1, 0], [0xFFFFFFFF, 0], []))
    yield from (hand_made([0, 0, letter_set, 0], nodes=2) for letter_set in (1, 8, 3, 0))
    yield from (hand_made(words) for words in ([0], [0, 0, 2], [0, 0, 2, 2], [0, 0, 6, 0, 6, 6, 2]))
    for child_set in (1, 3, 8, 1 << 31):
        yield hand_made([0, 0, 2, 0, 0, child_set, *[2] * child_set.bit_count(), 0, 0], nodes=3)
    ends = {"byte_end": 4, "half_end": 4, "forward_end": 4, "forward_root": 2, "word_count": 1}
    for target in (4, 6):
        yield hand_made([0, 0, 2, 0, 4, 0, 0, 1, target], reverse_root=6, nodes=4, arcs=1, **ends)
    for levels in (64, 65, 66):
        words, places, total = chain(levels, 1, True)
        yield hand_made(words, 1, word_count=total, forward_root=places[-1], nodes=levels + 1, arcs=levels - 1)
        words, places, _ = chain(levels, 1, False)
        yield hand_made(words, 1, reverse_root=places[-1], nodes=levels + 1, arcs=levels - 1, **ends)
    words, places, total = chain(8, 2, True)
    yield hand_made(words, word_count=total, forward_root=places[-1], nodes=9, arcs=14)
    words, places, total = chain(32, 2, True)
    words = [word & 0xFFFFFFFF for word in words]
    yield hand_made(
        words,
        word_count=total,
        forward_root=places[-1],
        nodes=33,
        arcs=62,
        byte_end=2,
        half_end=2,
        forward_end=len(words),
    )
    for padding in (1 << 8, 1 << 31):
        yield hand_made([0, 0, 2, 0, 0, 6, 2, 2, 1 | padding], word_count=2, forward_root=4, nodes=3, arcs=2)
    yield shell({**sections(test_nodes.HONEST), b"daggad": sections(lexicon(["A"]))[b"gaddag"]})
    yield shell({**sections(test_nodes.HONEST), b"daggad": sections(lexicon(["A", "AB"]))[b"gaddag"]})
    honest = sections(BASES["chain"])
    for section in (test_arc_table.chain(64), test_arc_table.chain(65), test_arc_table.twice_separated()):
        yield shell({**honest, b"expanded": bytes(section)})


def tried() -> Iterator[dict[str, Any]]:
    """Forged files and their rule, those of a rule in no order."""
    for name, base in BASES.items():
        numbers = () if name == "chain" else numbers_changed(base)
        for data in itertools.chain(numbers, shells_changed(base)):
            yield {"rule": broken_rule(data), "base": name, "data": data}
    for data in texts_changed(BASES["everything"]):
        yield {"rule": broken_rule(data), "base": "everything", "data": data}
    for data in made_by_hand():
        base = min(BASES, key=lambda name: len(json.dumps(pieces(data, BASES[name]))))
        yield {"rule": broken_rule(data), "base": base, "data": data}
    for rule, value in BROKEN:
        forged: dict[str, Any] = {"rule": rule, "base": "tiny", "data": with_alphabet(BASES["tiny"], value)}
        text = value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
        if rule in ("A3", "A5") and max(text) > 127:
            forged["unicode"] = True
        # Parsers of JSON disagree about half of a pair of surrogates, odd numbers and levels: all of these are kept.
        forged["kept"] = re.search(rb'\\ud|"any":|"(points|count)":-?[\d.]', text) is not None
        yield forged
    disagreeing = test_disagreement.swapped(["AB", "ABC", "BC", "CAB"], ["BA", "CBA", "ACA", "BCAB"])
    for data in (dense(3, 60), dense(4, 61), disagreeing):
        for ask in itertools.product(("substring", "suffix"), ("A", "B", "AB", "BCA")):
            rule = broken_rule(data, ask)
            yield {"rule": rule if rule[:1] == "Q" else "", "base": "tiny", "data": data, "ask": list(ask)}


# -- What is kept ------------------------------------------------------------------------------------


def common(one: bytes, other: bytes) -> int:
    """How many bytes at the beginning are the same."""
    size, most = 0, min(len(one), len(other))
    for step in (1 << 12, 1 << 6, 1):
        while size + step <= most and one[size : size + step] == other[size : size + step]:
            size += step
    return size


def pieces(data: bytes, base: bytes) -> list[Any]:
    """The bytes as pieces of the base, [from, to], bytes that repeat, and others, in base 64."""
    found: list[Any] = []
    other = bytearray()

    def put(piece: Any) -> None:
        if other:
            found.append(base64.b64encode(other).decode())
            other.clear()
        found.append(piece)

    at = 0
    while at < len(data):
        begin = data[at : at + 12]
        start = at if base[at : at + 12] == begin else base.find(begin)
        size = common(data[at:], base[start:]) if start >= 0 else 0
        same = len(data) - at - len(data[at:].lstrip(begin[:1])) if begin == begin[:1] * 12 else 0
        if max(size, same) < 12:
            other.append(data[at])
            at += 1
        elif size >= same:
            put([start, start + size])
            at += size
        else:
            put({"byte": data[at], "times": same})
            at += same
    if other:
        found.append(base64.b64encode(other).decode())
    return found


def forged_files() -> tuple[dict[str, bytes], list[dict[str, Any]]]:
    """Honest files by name, and forged ones: their rule, their bytes, and what to ask if they open."""
    by_rule: dict[str, list[dict[str, Any]]] = {rule: [] for rule in rules_of_spec() if rule not in NOT_HERE}
    for forged in tried():
        if forged["rule"] in by_rule:
            by_rule[forged["rule"]].append(forged)
    kept = []
    for all_of_rule in by_rule.values():
        always = [forged for forged in all_of_rule if forged.pop("kept", False)]
        others = [forged for forged in all_of_rule if forged not in always]
        few = -len(always)
        for forged in [*always, *others[:: max(1, len(others) // (2 * EACH))]]:
            data = forged.pop("data")
            described = {**forged, "pieces": pieces(data, BASES[forged["base"]])}
            if few < EACH and len(json.dumps(described)) <= LONGEST:
                kept.append(described)
                few += 1
    return BASES, kept
