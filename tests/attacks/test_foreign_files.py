"""Other programs' files under our name: each is recognized, named in the error and refused."""

import gzip
import hashlib
import struct

import pytest
import zstandard

from lexkit.errors import ForeignFileError, LexiconFileError, TruncatedFileError
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import lexicon
from tests.attacks.rules import breaks
from tests.running import each

HONEST = lexicon(["AA", "AB"])


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def quackle(kind: str) -> bytes:
    digest = hashlib.md5(b"AA").digest()
    if kind == "gaddag":  # offset to the first child in three bytes, letter, terminal, last
        return b"\x01" + digest + bytes.fromhex("000001 00 000001 45 000000 c6".replace(" ", ""))
    return b"\x01" + digest + bytes.fromhex("000001 03".replace(" ", "")) + b"A B C " + bytes.fromhex("00000140000000")


def macondo(kind: bytes) -> bytes:
    alphabet = struct.pack(">III", 2, 65, 66)
    return kind + b"\x05NWL23" + alphabet + struct.pack(">IQI", 1, 3, 1) + bytes(4)


LXD = words(0x40, 2) + b"TWL".ljust(32, b"\0") + b"2006".ljust(20, b"\0") + words(0, 0x8A800000, 0x8A800002)

FOREIGN = {
    "KWG of {AA, AB}": (bytes.fromhex("01004000 02004001 00008001 0000C002"), "KWG (DAWG"),
    "empty KWG gaddawg": (bytes.fromhex("00004000 00004000"), "KWG (GADDAG"),
    "KWG gaddawg": (words(0x400002, 0x400004, 0x1400003, 0x1C00000, 0x1C00000), "KWG (GADDAG"),
    "Macondo gaddag": (macondo(b"cgdg"), "Macondo GADDAG"),
    "Macondo dawg": (macondo(b"cdwg"), "Macondo DAWG"),
    "Quackle gaddag": (quackle("gaddag"), "Quackle"),
    "Quackle dawg": (quackle("dawg"), "Quackle"),
    "MAGPIE packed DAWG": (b"PDWG" + bytes([1, 5, 4, 12, 0, 0, 0, 0]) + words(2, 0) + bytes(8), "MAGPIE packed"),
    "LXD": (LXD, "LXD"),
    "fst": (struct.pack("<QQ", 3, 0) + bytes(20) + struct.pack("<QQ", 0, 36), "fst"),
    "zstd of text": (zstandard.compress(b"AA\nAB\n"), "zstandard"),
    "gzip": (gzip.compress(b"AA\nAB\n"), "gzip"),
    "ZIP": (b"PK\x03\x04" + bytes(40), "ZIP"),
    "SQLite": (b"SQLite format 3\0" + bytes(84), "SQLite"),
    "a word list": (b"AA\nAB\nABLE\n" * 30, "word list"),
    "a word list with letters": ("ÄÖ\nÜBER\n" * 700).encode() and (("ÄÖ\nÜBER\n" * 700).encode(), "word list"),
    "one letter": (b"A", "word list"),
    "noise": (bytes(range(0x80, 0x100)), "unknown"),
    "zeros": (bytes(4096), ""),
}


@breaks("H1")
@each("kind", FOREIGN)
def test_foreign_file(kind):
    data, named = FOREIGN[kind]
    with pytest.raises(ForeignFileError) as caught:
        open_bytes(data)
    assert named in str(caught.value), f"{kind} was taken for: {caught.value}"


@breaks("H1")
@each("kind", FOREIGN)
def test_foreign_file_cut_short(kind):
    """No beginning of a foreign file is anything but a typed error."""
    data, _ = FOREIGN[kind]
    for size in range(min(len(data), 200)):
        with pytest.raises(LexiconFileError):
            open_bytes(data[:size])


TEXT_DAMAGE = {
    "CRLF to LF": HONEST.replace(b"\r\n", b"\n"),
    "LF to CRLF": HONEST.replace(b"\n", b"\r\n"),
    "LF to CRLF, as Windows does": HONEST.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "seven bits": bytes(byte & 0x7F for byte in HONEST),
    "first byte lost": HONEST[1:],
    "read as Latin-1": HONEST.decode("latin-1").encode(),
    "read as UTF-8": HONEST.decode("utf-8", "replace").encode(),
}


@breaks("H1", "H3", "H5")
@each("kind", TEXT_DAMAGE)
def test_sent_as_text(kind):
    damaged = TEXT_DAMAGE[kind]
    if damaged.startswith(HONEST[:8]):
        with pytest.raises(TruncatedFileError):
            open_bytes(damaged)
    else:
        with pytest.raises(ForeignFileError, match="text mode"):
            open_bytes(damaged)
