"""Attacks on the editions section: rules M of SPEC.md. All checksums fit.

The section is taken apart and put together here from SPEC.md, not with ``formats/editions_section.py``.
"""

import json
import random
import struct

import numpy as np
import pytest

from lexkit.compiler.verify import verify_provenance
from lexkit.errors import CorruptFileError, LexkitError, QueryError
from lexkit.formats.editions_section import Edition, Editions
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.lexicon.lexicon import Lexicon
from lexkit.runtime.words.column import edition_names, marks
from tests.attacks.forge import lexicon, reseal, sections, shell
from tests.attacks.questions import answers
from tests.attacks.rules import breaks, refusal
from tests.attacks.test_shell import AMOUNTS
from tests.running import each

WORDS = ["AA", "AB", "ABA", "B", "CAB"]
PLAIN = lexicon(WORDS)
HEAD = {"editions": [{"name": "one", "mark": "$", "sha256": "0" * 64}, {"name": "two", "sha256": "f" * 64}]}
MASKS = [1, 2, 3, 3, 1]


def section(head: object = HEAD, masks: list[int] = MASKS, size: int = 1, **changes: int | bytes) -> bytes:
    """A section; ``changes``: length, stated_size, words, padding (bytes), extra (bytes)."""
    raw = head if isinstance(head, bytes) else json.dumps(head).encode()
    stated = changes.get("length", len(raw)), changes.get("stated_size", size), changes.get("words", len(masks))
    front = struct.pack("<IIQ", *stated) + raw
    padding = changes.get("padding", bytes(-len(front) % 8))
    code = {1: "B", 2: "H", 4: "I", 8: "Q"}[size]
    return front + padding + struct.pack(f"<{len(masks)}{code}", *masks) + changes.get("extra", b"")


def with_editions(content: bytes, data: bytes = PLAIN) -> bytes:
    return shell({**sections(data), b"editions": content})


def with_json(data: bytes, edit) -> bytes:
    """An honest file with another JSON head."""
    content = sections(data)[b"editions"]
    length, size, words = struct.unpack_from("<IIQ", content)
    head = json.loads(content[16 : 16 + length])
    edit(head)
    masks = content[len(content) - size * words :]
    raw = json.dumps(head).encode()
    front = struct.pack("<IIQ", len(raw), size, words) + raw
    return with_editions(front + bytes(-len(front) % 8) + masks, data)


def refused(content: bytes, rule: str) -> None:
    assert f"{rule}: section editions" in refusal(rule, lambda: open_bytes(with_editions(content)))


def edited(**fields: object) -> dict:
    """The head with other fields in its first edition."""
    first, *others = HEAD["editions"]
    return {"editions": [{**first, **fields}, *others]}


def test_honest():
    opened = Lexicon(open_bytes(with_editions(section())))
    assert opened.editions == ("one", "two")
    assert list(opened.edition("two")) == ["AB", "ABA", "B"]
    assert marks(opened.words()) == ["$", "", "", "", "$"]
    assert answers(with_editions(section())) == answers(PLAIN)


@breaks("M1")
def test_cut_anywhere():
    whole = section()
    for size in range(len(whole)):
        with pytest.raises(CorruptFileError, match=r"M[16]: section editions"):
            open_bytes(with_editions(whole[:size]))
    for size in range(16):
        refused(whole[:size], "M1")


@breaks("M1", "M2")
@each("length", AMOUNTS)
def test_length_of_the_json(length):
    if length < 2**32:
        with pytest.raises(CorruptFileError, match=r"M[12]: section editions"):
            open_bytes(with_editions(section(length=length)))


@breaks("M2")
@each(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff{}",
        b'{"editions":[],"editions":[]}',
        b"[" * 100_000,
        b'{"editions":' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"editions":[' + b" " * (1 << 20) + b"]}",
        b"9" * 5000,
    ],
)
def test_json_that_is_none(raw):
    with pytest.raises(CorruptFileError, match=r"M[23]: section editions"):
        open_bytes(with_editions(section(raw)))


@breaks("M3")
@each(
    "head",
    [
        {},
        {"editions": None},
        {"editions": {}},
        {"editions": "one"},
        {"editions": []},
        {"editions": [None]},
        {"editions": [["one"]]},
        {"editions": ["one", "two"]},
        {"editions": [{"name": f"e{k}", "sha256": "0" * 64} for k in range(65)]},
    ],
)
def test_editions_that_are_none(head):
    refused(section(head), "M3")


def test_what_there_is_instead_of_editions_is_told():
    for head, found in (({"editions": []}, "0 of them"), ({"editions": "one"}, "a JSON str"), ({}, "a JSON NoneType")):
        with pytest.raises(CorruptFileError, match=f"M3: .*found {found}"):
            open_bytes(with_editions(section(head)))


@breaks("M4")
@each(
    "fields",
    [
        *({"name": name} for name in ("", " ", "a b", "a@b", "a,b", ".a", "-", "ä", "a\n", "x" * 41, None, 1, [], {})),
        *({"mark": mark} for mark in ("x", "1", " ", "\n", "\0", "#" * 5, "\u202e", "\u0301", None, 1, ["#"])),
        *({"title": title} for title in ("x" * 301, "a\nb", "\x1b[31m", None, 5)),
        *({"source": source} for source in ("x" * 301, "a\tb", 0)),
        *({"sha256": digest} for digest in ("", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "٣" * 64, None, 0)),
        {"name": "two"},
        {"name": "TWO"},
    ],
)
def test_what_is_said_of_an_edition(fields):
    refused(section(edited(**fields)), "M4")


@breaks("M2")
@pytest.mark.parametrize("name", ["mark", "title"])
def test_half_of_a_pair_of_surrogates(name):
    refused(section(edited(**{name: "\ud800"})), "M2")


@breaks("M4")
def test_an_edition_without_name_or_words():
    refused(section({"editions": [{"sha256": "0" * 64}, {"name": "two", "sha256": "0" * 64}]}), "M4")
    refused(section({"editions": [{"name": "one"}, {"name": "two"}]}), "M4")


@breaks("M5")
@each("stated", [size for size in AMOUNTS if size < 2**32 and size != 1] + [2, 3, 4, 8])
def test_size_of_a_mask(stated):
    refused(section(stated_size=stated), "M5")


@breaks("M5")
@each(("editions", "size"), [(8, 2), (9, 1), (9, 4), (16, 4), (17, 2), (32, 8), (33, 4), (64, 4)])
def test_masks_larger_or_smaller_than_they_need_be(editions, size):
    head = {"editions": [{"name": f"e{k}", "sha256": "0" * 64} for k in range(editions)]}
    refused(section(head, size=size), "M5")
    right = next(fits for fits in (1, 2, 4, 8) if 8 * fits >= editions)
    top = 1 << editions - 1
    assert open_bytes(with_editions(section(head, [top] * 5, right))).editions.counts()[-1] == 5


@breaks("M6")
def test_number_of_words_and_size():
    for masks in ([], MASKS[:-1], [*MASKS, 1]):
        refused(section(masks=masks), "M6")
        refused(section(masks=masks, words=5), "M6")
    for words in AMOUNTS:
        refused(section(words=words), "M6")
    refused(section(extra=b"\0"), "M6")
    for padding in (b"\1" * 8, b"\0" * 16):
        raw = b'{"editions":[{"name":"one","sha256":"' + b"0" * 64 + b'"}]}   '
        assert (16 + len(raw)) % 8 in range(8)
        refused(section(raw, [1] * 5, padding=padding), "M6")


@breaks("M6")
def test_something_hidden_before_the_masks():
    content = bytearray(section())
    length = struct.unpack_from("<I", content)[0]
    assert (16 + length) % 8, "there is padding"
    content[16 + length] = 1
    refused(bytes(content), "M6")


@breaks("M7")
@each("place", range(5))
def test_word_in_no_edition(place):
    refused(section(masks=[0 if at == place else mask for at, mask in enumerate(MASKS)]), "M7")


@breaks("M8")
@each("mask", [4, 5, 7, 128, 255])
@each("place", range(5))
def test_word_in_an_edition_there_is_not(place, mask):
    refused(section(masks=[mask if at == place else old for at, old in enumerate(MASKS)]), "M8")


@breaks("M9")
def test_edition_of_other_words_than_it_says():
    file = open_bytes(with_editions(section()))
    honest = Lexicon(open_bytes(PLAIN))
    from lexkit.compiler.merge import extract

    for name in ("one", "two"):
        with pytest.raises(CorruptFileError, match=f"M9: section editions, {name}"):
            extract(file, name)
    with pytest.raises(QueryError):
        extract(file, "three")
    with pytest.raises(QueryError):
        extract(honest.core.file, "one")
    with pytest.raises(LexkitError):
        verify_provenance(file)


def test_damage_is_refused_or_harmless():
    """Any bytes changed and sealed again: no other error, and what opens answers."""
    honest = with_editions(section())
    at = honest.index(sections(honest)[b"editions"])
    rng = random.Random(8)
    opened = 0
    for _ in range(3000):
        data = bytearray(honest)
        for _ in range(rng.choice((1, 1, 2, 4))):
            data[rng.randrange(at, len(data))] = rng.choice((rng.randrange(256), 0, 0x22, 0x7D, 0xFF))
        try:
            found = Lexicon(open_bytes(reseal(bytes(data))))
        except CorruptFileError as error:
            assert "section editions" in str(error)
            continue
        opened += 1
        assert len(marks(found.words())) == len(edition_names(found.words())) == 5
        assert all(found.editions_of(word) for word in found)
        assert [len(found.edition(name)) for name in found.editions] == found.core.file.editions.counts()
    assert opened > 50


@breaks("M4")
def test_texts_as_long_as_they_may_be():
    for field, most, sign in (("mark", 4, "#"), ("title", 300, "x"), ("source", 300, "x"), ("name", 40, "x")):
        open_bytes(with_editions(section(edited(**{field: sign * most}))))
        refused(section(edited(**{field: sign * (most + 1)})), "M4")


@breaks("M1")
def test_json_to_the_end_of_the_section():
    """An edition without words has nothing behind its head; and a head alone has no JSON."""
    empty = lexicon([])
    for spaces in range(8):
        raw = json.dumps(HEAD).encode() + b" " * spaces
        content = section(raw, [])
        assert len(open_bytes(with_editions(content, empty)).editions.masks) == 0
        if len(raw) % 8 == 0:
            assert len(content) == 16 + len(raw)
    refused(section(b"", []), "M2")


def test_marks_that_differ_are_none():
    listed = [Edition("a", "$"), Edition("b", "#"), Edition("c", "$"), Edition("d")]
    editions = Editions(tuple(listed), np.array([1], np.uint8))
    marks = [editions.mark_of(mask) for mask in range(16)]
    assert marks == ["", "$", "#", "", "$", "$", "", "", *[""] * 8]
