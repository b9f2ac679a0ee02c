"""Blocks of bytes from files, compressed or not: whole, or an error."""

import contextlib
import gzip
import io
import random
import sys

import pytest
import zstandard

from lexkit.errors import CorruptFileError, LexkitError, StorageError, TruncatedFileError
from lexkit.formats.bounded_input import BLOCK, read_blocks, read_small_file, read_small_text

WORDS = b"".join(b"WORD%d\n" % number for number in range(3000))
LARGE = random.Random(1).randbytes(3 * BLOCK + 5)


def packed(data: bytes, kind: str) -> bytes:
    if kind == ".zst":
        return zstandard.ZstdCompressor(write_checksum=True).compress(data)
    return gzip.compress(data, mtime=0) if kind == ".gz" else data


@pytest.mark.parametrize("data", [b"", b"A", WORDS, LARGE], ids=["nothing", "a byte", "words", "3 MiB"])
@pytest.mark.parametrize("kind", ["", ".gz", ".zst"])
def test_round_trip(kind, data, tmp_path):
    path = tmp_path / f"words.txt{kind}"
    path.write_bytes(packed(data, kind))
    assert b"".join(read_blocks(path)) == data
    assert b"".join(read_blocks(str(path))) == data


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WORDS)))
    assert b"".join(read_blocks("-")) == WORDS


def test_several_gzip_members_are_one_text(tmp_path):
    path = tmp_path / "words.txt.gz"
    path.write_bytes(packed(b"A\n", ".gz") + packed(b"B\n", ".gz"))
    assert b"".join(read_blocks(path)) == b"A\nB\n"


@pytest.mark.parametrize("behind", [b"\0" * (8 << 20), packed(b"", ".gz") * 50_000, b""], ids=["zeros", "members", ""])
def test_gzip_data_without_words_are_read_quickly(behind, tmp_path):
    """Found: a name of megabytes in a header, and zeros behind the data, were read byte by byte, deaf to limits."""
    data = bytearray(packed(b"A\n", ".gz"))
    data[3] |= 8  # a name follows
    data[10:10] = b"x" * (8 << 20) + b"\0"
    path = tmp_path / "words.txt.gz"
    path.write_bytes(bytes(data) + behind)
    assert b"".join(read_blocks(path)) == b"A\n"


@pytest.mark.parametrize("kind", [".gz", ".zst"])
def test_cut_at_every_byte(kind, tmp_path):
    """Never fewer words without an error."""
    data = packed(WORDS[:2000], kind)
    path = tmp_path / f"words.txt{kind}"
    for size in range(len(data)):
        path.write_bytes(data[:size])
        with pytest.raises((TruncatedFileError, CorruptFileError)):
            list(read_blocks(path))


@pytest.mark.parametrize("kind", [".gz", ".zst"])
def test_every_bit_flipped(kind, tmp_path):
    """An error, or the same words (a bit of a gzip header may mean nothing)."""
    text = b"AA\nAB\nABLE\nBAKE\n" * 3
    data = packed(text, kind)
    path = tmp_path / f"words.txt{kind}"
    for bit in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(bytes(damaged))
        with contextlib.suppress(LexkitError):
            assert b"".join(read_blocks(path)) == text, f"bit {bit}"


@pytest.mark.parametrize("kind", [".gz", ".zst"])
@pytest.mark.parametrize("data", [b"AA\nAB\n", b"\0" * 100, b"PK\x03\x04" + bytes(40)])
def test_not_compressed_at_all(kind, data, tmp_path):
    path = tmp_path / f"words.txt{kind}"
    path.write_bytes(data)
    with pytest.raises(CorruptFileError):
        list(read_blocks(path))


def test_something_behind_the_gzip_data(tmp_path):
    path = tmp_path / "words.txt.gz"
    path.write_bytes(packed(WORDS, ".gz") + b"more")
    with pytest.raises(CorruptFileError):
        list(read_blocks(path))


@pytest.mark.parametrize("name", ["missing.txt", "missing.txt.gz", "missing.txt.zst", "", "no/such/folder.txt"])
def test_nothing_there(name, tmp_path):
    with pytest.raises(StorageError):
        list(read_blocks(tmp_path / name))


@pytest.mark.parametrize("kind", ["", ".gz", ".zst"])
def test_device_fails_while_reading(kind, tmp_path, monkeypatch):
    """An error of the device is told as one, whatever is being unpacked from it."""
    path = tmp_path / f"words.txt{kind}"
    path.write_bytes(packed(WORDS, kind))

    class Failing(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            raise OSError(5, "Input/output error")

    monkeypatch.setattr("builtins.open", lambda *arguments, **options: io.BufferedReader(Failing()))
    with pytest.raises(StorageError) as caught:
        list(read_blocks(str(path)))
    assert caught.value.errno == 5


def test_a_small_file_is_bounded(tmp_path):
    path = tmp_path / "small"
    path.write_bytes(b"\xef\xbb\xbf\xc3\x89")
    assert read_small_file(path, CorruptFileError, "a file", 5) == path.read_bytes()
    assert read_small_text(path, CorruptFileError, "a file", 5) == "É"
    with pytest.raises(CorruptFileError, match=r"not a file: expected at most 4 bytes"):
        read_small_file(path, CorruptFileError, "a file", 4)
    for other in (tmp_path / "none", tmp_path):
        with pytest.raises(StorageError):
            read_small_file(other, CorruptFileError, "a file")
