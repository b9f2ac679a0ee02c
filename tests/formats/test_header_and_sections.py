"""The shell of a file and its JSON: what was packed is read again. Damaged files are in tests/attacks."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import CorruptFileError
from lexkit.formats.constants import ALIGNMENT, HEADER, MAGIC, MAX_JSON
from lexkit.formats.header_and_sections import pack_json, pack_sections, parse_json
from lexkit.formats.sections import KNOWN_SECTIONS, REQUIRED_SECTIONS, read_sections

contents = st.binary(max_size=300)


@given(
    required=st.tuples(contents, contents, contents),
    optional=st.dictionaries(st.sampled_from(["daggad", "expanded", "alphagrams"]), contents),
)
def test_round_trip(required, optional):
    sections = dict(zip(REQUIRED_SECTIONS, required, strict=True)) | optional
    data = b"".join(pack_sections(sections))
    read = read_sections(data)
    assert {name: bytes(view) for name, view in read.data.items()} == sections
    assert list(read.data) == list(sections), "the order of the table is kept"
    assert (read.size, read.read_version, read.write_version) == (len(data), 1, 1)
    assert b"".join(pack_sections(read.data)) == data, "packed again, the same bytes"


@given(sizes=st.lists(st.integers(0, 200), min_size=3, max_size=5))
def test_layout(sizes):
    """Sections are aligned, follow one another without holes, and the file ends with the last."""
    sections = {name: b"\xff" * size for name, size in zip(KNOWN_SECTIONS, sizes, strict=False)}
    data = b"".join(pack_sections(sections))
    assert data.startswith(MAGIC)
    ends = [HEADER.size + 40 * len(sections)]
    for row, size in enumerate(sizes):
        offset = int.from_bytes(data[HEADER.size + 40 * row + 16 :][:8], "little")
        assert offset % ALIGNMENT == 0
        assert 0 <= offset - ends[-1] < ALIGNMENT
        ends.append(offset + size)
    assert ends[-1] == len(data)


def test_views_are_not_copies():
    data = bytearray(b"".join(pack_sections(dict.fromkeys(REQUIRED_SECTIONS, b"words"))))
    view = read_sections(data).data["gaddag"]
    data[-1] = ord("!")
    assert bytes(view) == b"word!"


def test_fingerprint_is_of_the_content():
    one = b"".join(pack_sections(dict.fromkeys(REQUIRED_SECTIONS, b"words")))
    other = b"".join(pack_sections({**dict.fromkeys(REQUIRED_SECTIONS, b"words"), "gaddag": b"Words"}))
    assert read_sections(one).fingerprint == read_sections(bytearray(one)).fingerprint
    assert read_sections(one).fingerprint != read_sections(other).fingerprint
    assert len(read_sections(one).fingerprint) == 32


def test_error_says_where_what_and_what_to_do():
    data = bytearray(b"".join(pack_sections(dict.fromkeys(REQUIRED_SECTIONS, b"words"))))
    data[-1] ^= 1
    with pytest.raises(CorruptFileError) as caught:
        read_sections(data, "folder/x.gaddag")
    text = str(caught.value)
    good, bad = f"{zlib.crc32(b'words'):08x}", f"{zlib.crc32(data[-5:]):08x}"
    assert text.startswith("folder/x.gaddag: S5: checksum of section gaddag: damaged lexicon")
    assert f"expected {good}, found {bad}" in text
    assert text.endswith("copy or build it again")


def test_json_does_not_depend_on_the_order_of_keys():
    """The same data gives the same bytes; letters are written as they are, in UTF-8."""
    for data in ({"b": [1, "É"], "a": {"d": 1, "c": 2}}, {"a": {"c": 2, "d": 1}, "b": [1, "É"]}):
        assert pack_json(data) == '{"a":{"c":2,"d":1},"b":[1,"É"]}'.encode()
        assert parse_json(memoryview(pack_json(data)), "alphabet", None) == data


def test_the_largest_json():
    largest = b'{"a":1}'.rjust(MAX_JSON)
    assert MAX_JSON == 1 << 20
    assert parse_json(memoryview(largest), "alphabet", None) == {"a": 1}
    with pytest.raises(CorruptFileError, match="J1: section alphabet"):
        parse_json(memoryview(b" " + largest), "alphabet", None)
