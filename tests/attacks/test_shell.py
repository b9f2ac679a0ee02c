"""Attacks on the shell: sections 1 and 2 of SPEC.md. Lies are sealed, so that only the rule itself refuses them."""

import io
import random
import struct
import zipfile
import zlib

import pytest

from lexkit.errors import CorruptFileError, ForeignFileError, LexiconFileError, TruncatedFileError, VersionError
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import HEADER, ROW, Fields, lexicon, sections, shell
from tests.attacks.questions import answers
from tests.attacks.random_files import honest_files
from tests.attacks.rules import breaks
from tests.running import each

HONEST = lexicon(["AA", "AB", "CAB", "CABAC"])
#: What a field of a hostile file may say.
AMOUNTS = [0, 1, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**32 + 1, 2**63, 2**64 - 1]
PARTS = sections(HONEST)


def lie(edit, error=CorruptFileError, match: str = "") -> None:
    with pytest.raises(error, match=match):
        open_bytes(shell(PARTS, edit))


@breaks("H1", "H3")
def test_cut_at_every_byte():
    for size in range(len(HONEST)):
        with pytest.raises(TruncatedFileError) as caught:
            open_bytes(HONEST[:size])
        assert str(size) in str(caught.value) or size == 0, f"cut at {size}: {caught.value}"
        if size > 32:
            assert f"expected {len(HONEST)} bytes" in str(caught.value)


@breaks("H3")
def test_cut_at_random_places_of_a_larger_file():
    rng = random.Random(3)
    data = honest_files()[2]
    for size in sorted(rng.sample(range(32, len(data)), 200)):
        with pytest.raises(TruncatedFileError):
            open_bytes(data[:size])


@breaks("H1", "H2", "H3", "H5", "S4", "S5")
def test_every_single_bit_flipped():
    """One bit of damage is noticed wherever it is: no file with it opens."""
    for bit in range(8 * len(HONEST)):
        data = bytearray(HONEST)
        data[bit // 8] ^= 1 << bit % 8
        with pytest.raises(LexiconFileError):
            open_bytes(bytes(data))


@breaks("H1")
@each("place", range(8))
def test_wrong_magic(place):
    data = bytearray(HONEST)
    data[place] ^= 0x20
    with pytest.raises(ForeignFileError):
        open_bytes(bytes(data))


def _version(read: int, write: int):
    def edit(header: Fields, rows: list[Fields]) -> None:
        header.update(read=read, write=write)

    return edit


@breaks("H2", "H6")
@pytest.mark.parametrize("write", [0, 1, 2])
@pytest.mark.parametrize("read", [0, 1, 2])
def test_version_skew(read, write):
    """A newer read-version is refused, a newer write-version is not; versions that cannot be are damage."""
    data = shell(PARTS, _version(read, write))
    if read > 1:
        with pytest.raises(VersionError, match="H2"):
            open_bytes(data)
    elif 0 < read <= write:
        assert answers(data) == answers(HONEST)
    else:
        with pytest.raises(CorruptFileError, match="H6"):
            open_bytes(data)


@breaks("H3")
@each("extra", [b"\0", b"\0" * 7, b"\0" * 4096, b"x" * 64])
def test_bytes_behind_the_end(extra):
    with pytest.raises(TruncatedFileError, match=r"H3.*bytes after the end"):
        open_bytes(HONEST + extra)


@breaks("H3", "S6")
def test_zip_appended():
    """A file that is a lexicon to one program and a ZIP to another; also with the size made to fit."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("words.txt", "AA\n")
    both = HONEST + archive.getvalue()
    assert zipfile.is_zipfile(io.BytesIO(both))
    with pytest.raises(TruncatedFileError, match="H3"):
        open_bytes(both)

    def grow(header: Fields, rows: list[Fields]) -> None:
        header["size"] += len(archive.getvalue())

    with pytest.raises(CorruptFileError, match="S6"):
        open_bytes(shell(PARTS, grow) + archive.getvalue())


@breaks("H3")
@each("size", AMOUNTS)
def test_size_lies(size):
    lie(lambda header, rows: header.update(size=size), TruncatedFileError, "H3")


@breaks("H4")
@each("count", [0, 2, 4, 64, 65, 2**31 - 1, 2**31, 2**32 - 1])
def test_number_of_sections_lies(count):
    lie(lambda header, rows: header.update(count=count), match="H4|H5|S|damaged")


@breaks("H5")
def test_header_checksum():
    with pytest.raises(CorruptFileError, match="H5"):
        open_bytes(shell(PARTS, seal=False))


@breaks("H6")
@each("zero", [1, 2**31, 2**32 - 1])
def test_reserved_field_of_the_header(zero):
    lie(lambda header, rows: header.update(zero=zero), match="H6")


@breaks("S1")
@each("name", [b"", b"\0x", b"alpha bet", b"alphabet\n", b"\xc3\x84", b"a\0b", b" alphabet", b"\x7f", b"\x1b[2J"])
def test_section_names(name):
    lie(lambda header, rows: rows[1].update(name=name), match="S1")


@breaks("S2")
def test_section_twice():
    data = shell([*PARTS.items(), (b"gaddag", PARTS[b"gaddag"])])
    with pytest.raises(CorruptFileError, match="S2"):
        open_bytes(data)


@breaks("S3")
@each("row", range(3))
@each("field", ["offset", "length"])
def test_offsets_and_lengths_lie(row, field):
    true = None

    def set_to(value):
        return lambda header, rows: rows[row].update({field: value})

    def remember(header, rows):
        nonlocal true
        true = rows[row][field]

    shell(PARTS, remember)
    for value in [*AMOUNTS, true - 64, true - 1, true + 1, true + 64]:
        lie(set_to(value % 2**64), match="S3|S5|S6|S4")


@breaks("S3")
def test_overlapping_sections():
    def edit(header, rows):
        rows[2]["offset"] = rows[0]["offset"]

    lie(edit, match="S3")


@breaks("S3")
@pytest.mark.parametrize("zero", [1, 2**32 - 1])
def test_reserved_field_of_a_section(zero):
    lie(lambda header, rows: rows[0].update(zero=zero), match="S3")


@breaks("S4")
@each("padding", [1, 0x20, 0xFF])
def test_something_hidden_in_the_padding(padding):
    with pytest.raises(CorruptFileError, match="S4"):
        open_bytes(shell(PARTS, padding=padding))


@breaks("S5")
@each("row", range(3))
def test_checksum_of_a_section(row):
    lie(lambda header, rows: rows[row].update(checksum=rows[row]["checksum"] ^ 1), match="S5")


@breaks("S6")
def test_last_section_too_short():
    def edit(header, rows):
        rows[2]["length"] -= 4
        import zlib

        rows[2]["checksum"] = zlib.crc32(PARTS[b"gaddag"][:-4])

    lie(edit, match="S6")


@breaks("S7")
@each("name", [b"alphabet", b"provenance", b"gaddag"])
def test_section_missing(name):
    with pytest.raises(CorruptFileError, match="S7"):
        open_bytes(shell({key: data for key, data in PARTS.items() if key != name}))


@breaks("S8")
@pytest.mark.parametrize("write", [1, 2, 65535])
def test_unknown_section(write):
    data = shell({**PARTS, b"hints": b"hidden"}, _version(1, write))
    if write == 1:
        with pytest.raises(CorruptFileError, match="S8"):
            open_bytes(data)
    else:
        assert answers(data) == answers(HONEST)


@breaks("H4", "S8")
def test_sixty_four_sections_and_one_more():
    for extra, rule in ((61, "S8"), (62, "H4")):
        with pytest.raises(CorruptFileError, match=rule):
            open_bytes(shell({**PARTS, **{b"s%d" % number: b"" for number in range(extra)}}))


def test_layout_is_the_one_of_the_code():
    """The forge writes SPEC.md down a second time; both must give the same file."""
    assert shell(PARTS) == HONEST
    assert struct.calcsize("<8sHHIQII") == 32


def bare(rows: int, room: int) -> bytes:
    """A header that promises so many rows, sealed, with so many bytes behind it."""
    behind = (ROW.pack(b"alphabet", 0, 0, 0, 0) * 70)[:room]
    front = HEADER.pack(b"\x89LEX\r\n\x1a\n", 1, 1, rows, HEADER.size + room, 0, 0)
    checksum = zlib.crc32(front + behind[: ROW.size * rows])
    return HEADER.pack(b"\x89LEX\r\n\x1a\n", 1, 1, rows, HEADER.size + room, checksum, 0) + behind


@breaks("H4")
@each("rows", [0, 1, 2, 63, 64, 65])
def test_a_table_that_the_file_has_no_room_for(rows):
    """Sealed as it is, cut anywhere: the rule itself refuses it, before a row is read that is not there."""
    for room in {0, 1, 39, 40 * rows - 40, 40 * rows - 1}:
        if 0 <= room < 40 * rows or not 0 < rows <= 64:
            with pytest.raises(CorruptFileError, match="H4"):
                open_bytes(bare(rows, max(room, 0)))
    if 0 < rows <= 64:
        with pytest.raises(CorruptFileError, match="S3: section alphabet"):
            open_bytes(bare(rows, 40 * rows))


@breaks("S3")
def test_a_section_that_goes_on_behind_the_file():
    for row in range(len(PARTS)):

        def longer(header, rows, row=row):
            rows[row]["length"] = len(HONEST) - rows[row]["offset"] + 1

        lie(longer, match=f"S3: section {list(PARTS)[row].decode()}")


@breaks("S1")
def test_every_sign_that_a_name_may_have():
    """A section of a newer release may be called anything printable; nothing else is a name."""
    for sign in range(1, 256):
        data = shell({**PARTS, bytes([sign, 0x61, sign]): b"x"}, _version(1, 2))
        if 0x21 <= sign <= 0x7E:
            assert bytes([sign, 0x61, sign]).decode() in open_bytes(data).sections.data
        else:
            with pytest.raises(CorruptFileError, match="S1"):
                open_bytes(data)
