"""Attacks on the JSON sections: rules J and A of SPEC.md. Forty ways to be no alphabet."""

import json
from typing import Any

import pytest

from lexkit.errors import CorruptFileError
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import lexicon, with_alphabet, with_section
from tests.attacks.questions import open_lexicon
from tests.attacks.rules import breaks
from tests.running import each

HONEST = lexicon(["A"], 1)


def alphabet(*labels: Any, **changes: Any) -> dict[str, Any]:
    return {"name": "x", "tiles": [{"label": label} for label in labels], **changes}


def tile(**fields: Any) -> dict[str, Any]:
    return alphabet(tiles=[{"label": "A", **fields}])


DEEP = b"[" * 100_000 + b"]" * 100_000

BROKEN = [
    ("J1", b'{"name":"x","tiles":[' + b" " * (1 << 20) + b"]}"),
    ("J2", b'{"name":"x","tiles":[],"any":["\\udc00"]}'),
    ("J2", b""),
    ("J2", b"{"),
    ("J2", b'{"x":NaN}'),
    ("J2", b'{"x":-Infinity}'),
    ("J2", b"\xff\xfe{}"),
    ("J2", b'{"name":"\xc3(","tiles":[]}'),
    ("J2", b'{"name":"\xed\xa0\x80","tiles":[]}'),
    ("J2", b"\xef\xbb\xbf{}"),
    ("J2", b'{"name":"x","tiles":[]} {}'),
    ("J2", b'{"name":"x","name":"y","tiles":[{"label":"A"}]}'),
    ("J2", b'{"name":"x","tiles":[{"label":"A","label":"B"}]}'),
    ("J2", DEEP),
    ("J2", b'{"a":' * 100_000),
    ("J2", b'{"name":"x","points":' + b"9" * 5000 + b"}"),
    *(
        ("J2", b'{"name":"x","tiles":[],"any":' + number + b"}")
        for number in (
            b"1.",
            b"1.e5",
            b"1.2.3",
            b"01.5",
            b"-01e1",
            b"1e",
            b"1e+",
            b"1-1.5",
            b".5",
            b"+1",
            b"1.0e1.0",
            b"00",
            b"1" * 101,
            b"0." + b"1" * 99,
            b"1e" + b"0" * 99,
        )
    ),
    ("J2", b'{"name":"x","tiles":[],"any":' + b"[" * 100 + b"]" * 100 + b"}"),
    ("J2", b'{"name":"x","tiles":[],"any":' + b'{"a":' * 100 + b"1" + b"}" * 100 + b"}"),
    ("J2", b'{"name":"x\0","tiles":[]}'),
    ("J3", []),
    ("J3", "text"),
    ("J3", None),
    ("J3", 1),
    ("J4", {}),
    ("J4", {"name": "x"}),
    ("J4", {"tiles": []}),
    ("J4", alphabet(tiles={"label": "A"})),
    ("J4", alphabet(tiles=["A"])),
    ("J4", alphabet(tiles=[{}])),
    ("J4", alphabet(1)),
    ("J4", alphabet(None)),
    ("J4", alphabet("A", blank=[])),
    ("J4", alphabet("A", blank={"count": -1})),
    ("J4", alphabet("A", blank={"points": 1.5})),
    ("J4", alphabet("A", title=3)),
    ("J4", alphabet("A", language=None)),
    ("J4", tile(points="1")),
    ("J4", tile(points=-1)),
    ("J4", b'{"name":"x","tiles":[{"label":"A","points":1.0}]}'),
    ("J4", b'{"name":"x","tiles":[{"label":"A","points":1e2}]}'),
    ("J4", b'{"name":"x","tiles":[{"label":"A","points":-0.0}]}'),
    ("J4", b'{"name":"x","tiles":[{"label":"A","count":1e400}]}'),
    ("J4", b'{"name":"x","tiles":[{"label":"A","points":' + b"9" * 100 + b"}]}"),
    ("J4", tile(points=2**31)),
    ("J4", tile(points=True)),
    ("J2", tile(count=1e400)),
    ("J4", tile(count=2**64)),
    ("J4", tile(vowel=1)),
    ("J4", tile(lower=["a"])),
    ("J4", tile(aliases="B")),
    ("J4", tile(aliases=[1])),
    ("A1", alphabet("A", name="")),
    ("A1", alphabet("A", name="\x1b[2Jx")),
    ("J2", alphabet("A", name="\ud800")),
    ("A1", alphabet("A", name="\x9b")),
    ("A1", alphabet("A", name="two\nlines")),
    ("A1", alphabet("A", title="x" * 201)),
    ("A1", alphabet("A", language="en\0")),
    ("A2", alphabet(*map(chr, range(0x4E00, 0x4E00 + 64)))),
    ("A2", alphabet(*map(chr, range(0x4E00, 0x4E00 + 20_000)))),
    ("A2", tile(aliases=[chr(0x4E00 + number) for number in range(17)])),
    ("A3", alphabet("")),
    ("A3", alphabet("?")),
    ("A3", alphabet("[A]")),
    ("A3", alphabet("A]")),
    ("A3", alphabet("[")),
    ("A3", alphabet("A B")),
    ("A3", alphabet("\n")),
    ("A3", alphabet("\u00a0")),
    ("A3", alphabet("\u2028")),
    ("A3", alphabet("\u200b")),
    ("A3", alphabet("\x00")),
    ("J2", alphabet("\ud800")),
    ("A3", alphabet("A\u0301")),
    ("A3", alphabet("\u212b")),
    ("A3", alphabet("ABCDEFGHI")),
    ("A3", alphabet("A" * 500_000)),
    ("A3", tile(lower="")),
    ("A3", tile(aliases=["?"])),
    ("A3", tile(aliases=["e\u0301"])),
    ("A4", alphabet("A", "A")),
    ("A4", alphabet("CH", "C", "CH")),
    ("A5", alphabet(tiles=[{"label": "A"}, {"label": "B", "lower": "a"}])),
    ("A5", alphabet(tiles=[{"label": "A"}, {"label": "B", "aliases": ["A"]}])),
    ("A5", alphabet("A", "a")),
    ("A5", alphabet(tiles=[{"label": "A", "aliases": ["X"]}, {"label": "B", "aliases": ["X"]}])),
]


DEEPEST = b'{"name":"x","tiles":[{"label":"A","points":-0}],"any":' + b"[" * 99 + b"]" * 99 + b"}"
LONGEST = b'{"name":"x","tiles":[{"label":"A"}],"any":[' + b"1" * 100 + b",0." + b"1" * 98 + b",1e400]}"


@each("value", [DEEPEST, LONGEST, alphabet("A", any="[" * 200 + "{" * 200 + "1" * 200 + "1.5")])
def test_the_deepest_and_longest_values_are_read(value):
    assert open_bytes(with_alphabet(HONEST, value)).alphabet.labels == ("A",)


@breaks("J1", "J2", "J3", "J4", "A1", "A2", "A3", "A4", "A5")
@each(("rule", "value"), BROKEN)
def test_broken_alphabet(rule, value):
    """The error is one short line that can be shown on a terminal."""
    with pytest.raises(CorruptFileError) as caught:
        open_bytes(with_alphabet(HONEST, value))
    message = str(caught.value)
    number = "J4" if rule[0] == "A" else rule
    assert f"{number}: section alphabet" in message, message
    assert len(message) < 2000, f"{len(message)} characters: {message[:200]!r}"
    assert message.isprintable(), repr(message)


@breaks("J1", "J2", "J3")
@each(("rule", "value"), [case for case in BROKEN if case[0] in ("J1", "J2", "J3")])
def test_broken_provenance(rule, value):
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    with pytest.raises(CorruptFileError, match=f"{rule}: section provenance"):
        open_bytes(with_section(HONEST, b"provenance", raw))


@breaks("A3")
@each("labels", [("A", "\u0301"), ("\u1112", "\u1161", "\u11ab"), ("A", "\u0301", "B")])
def test_labels_that_melt_together(labels):
    """Marks are letters of some alphabets; their words read back although NFC joins the plain text."""
    data = lexicon([], len(labels))
    changed = open_bytes(with_alphabet(data, alphabet(*labels))).alphabet
    for word in ([1, 2], [2, 1], [2, 2, 1, 1], [1, 2] * 5):
        assert list(changed.encode(changed.decode(word))) == word


@breaks("A2", "A5")
def test_largest_alphabet_there_can_be():
    """63 tiles of 16 aliases of 8 code points: it is opened and read."""
    tiles = [
        {"label": chr(0x4E00 + number) * 8, "aliases": [chr(0x5000 + 16 * number + alias) * 8 for alias in range(16)]}
        for number in range(63)
    ]
    data = with_alphabet(lexicon(["A", "AB"], 63), alphabet(tiles=tiles))
    lexicon_ = open_lexicon(data)
    assert lexicon_[0] == "\u4e00" * 8
    assert "\u5000" * 8 in lexicon_
    assert "\u4e00" not in lexicon_


def test_unknown_keys_are_left_alone():
    """What a newer writer says of a tile does not stop a reader."""
    data = with_alphabet(HONEST, {"name": "x", "colour": [1], "tiles": [{"label": "A", "sound": {"ipa": "a"}}]})
    assert list(open_lexicon(data)) == ["A"]
