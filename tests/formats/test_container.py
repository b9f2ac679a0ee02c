"""Sections in, the same sections out. What must not come in is in tests/attacks."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import CorruptFileError
from lexkit.formats.container import pack_sections, read_sections
from lexkit.formats.layout import ALIGNMENT, HEADER, KNOWN_SECTIONS, MAGIC, REQUIRED_SECTIONS

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
