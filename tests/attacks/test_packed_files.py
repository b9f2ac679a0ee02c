"""Attacks on packed lexicons: section 6 of SPEC.md."""

import contextlib
import gzip
import struct
import tracemalloc

import pytest
import zstandard

from lexkit.errors import CorruptFileError, ForeignFileError, LexiconFileError, LexkitError, TruncatedFileError
from lexkit.formats import bounded_input
from lexkit.formats.bounded_input import read_blocks, unzstd
from lexkit.formats.leaves_section import open_leaves
from lexkit.formats.packed_lexicon import open_lexicon, pack, unpack
from tests.attacks.forge import hand_made, lexicon, with_section
from tests.attacks.rules import breaks, refusal
from tests.running import each

HONEST = lexicon(["AA", "AB", "CAB"])
MAGIC = b"\x28\xb5\x2f\xfd"
SKIPPABLE = b"\x50\x2a\x4d\x18" + struct.pack("<I", 4) + b"wxyz"


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))


def compressed(data: bytes, **options) -> bytes:
    return zstandard.ZstdCompressor(**{"write_checksum": True, **options}).compress(data)


def streamed(data: bytes, **options) -> bytes:
    """A frame that does not say its size."""
    packer = zstandard.ZstdCompressor(write_checksum=True, **options).compressobj()
    return packer.compress(data) + packer.flush()


def frame(descriptor: int, rest: bytes) -> bytes:
    return MAGIC + bytes([descriptor]) + rest


def rle_blocks(count: int, byte: int = 0) -> bytes:
    """Blocks of four bytes that become 128 KiB each; the last one says so."""
    size = 128 << 10
    return b"".join(
        struct.pack("<I", size << 3 | 1 << 1 | (number == count - 1))[:3] + bytes([byte]) for number in range(count)
    )


def claiming(size: int, body: bytes) -> bytes:
    """A frame in one piece whose header claims this size, in eight bytes."""
    return frame(0xE0, struct.pack("<Q", size) + body)


def raw_block(data: bytes, kind: int = 0, last: int = 1) -> bytes:
    return struct.pack("<I", len(data) << 3 | kind << 1 | last)[:3] + data


RAW = raw_block(HONEST)

TAKEN = {
    "with size and checksum": compressed(HONEST),
    "without checksum": compressed(HONEST, write_checksum=False),
    "without size": streamed(HONEST),
    "in several blocks": frame(0, bytes([0]) + raw_block(HONEST[:300], last=0) + raw_block(HONEST[300:])),
    "raw block": claiming(len(HONEST), RAW),
    "strongest": compressed(HONEST, level=22),
}

CRAFTED = {
    "P1 magic alone": (MAGIC, TruncatedFileError),
    "P1 skippable frame alone": (SKIPPABLE, LexiconFileError),
    "P1 skippable frame first": (SKIPPABLE + compressed(HONEST), LexiconFileError),
    "P1 old format": (b"\x27\xb5\x2f\xfd" + bytes(40), LexiconFileError),
    "P1 text inside": (compressed(b"AA\nAB\n"), ForeignFileError),
    "P1 packed twice": (compressed(compressed(HONEST)), ForeignFileError),
    "P1 nothing inside": (compressed(b""), LexiconFileError),
    "P1 half a magic inside": (compressed(HONEST[:4]), TruncatedFileError),
    "P2 wrong checksum": (compressed(HONEST)[:-1] + bytes([compressed(HONEST)[-1] ^ 1]), CorruptFileError),
    "P2 reserved bit": (frame(0x28, bytes(40)), CorruptFileError),
    "P2 reserved block type": (claiming(9, raw_block(bytes(9), kind=3)), CorruptFileError),
    "P2 block too large": (claiming(1 << 20, raw_block(bytes(1 << 20))), CorruptFileError),
    "P2 needs a dictionary": (frame(0x21, b"\x07\x04" + RAW), CorruptFileError),
    "P2 noise behind the header": (MAGIC + bytes([0x24]) + bytes(range(200, 256)), LexiconFileError),
    "P2 no last block": (claiming(len(HONEST), raw_block(HONEST, last=0)), TruncatedFileError),
    "P3 one byte behind": (compressed(HONEST) + b"\0", CorruptFileError),
    "P3 second frame": (compressed(HONEST) * 2, CorruptFileError),
    "P3 empty second frame": (compressed(HONEST) + compressed(b""), CorruptFileError),
    "P3 skippable frame behind": (compressed(HONEST) + SKIPPABLE, CorruptFileError),
    "P3 split in two frames": (compressed(HONEST[:300]) + compressed(HONEST[300:]), CorruptFileError),
    "P4 claims 1 TiB": (claiming(1 << 40, RAW), CorruptFileError),
    "P4 claims 2^64 - 3": (claiming(2**64 - 3, RAW), CorruptFileError),
    "P4 claims 4 GiB and a byte": (claiming((4 << 30) + 1, RAW), CorruptFileError),
    "P4 window of 2 GiB": (frame(0x00, bytes([21 << 3]) + RAW), CorruptFileError),
    "P4 window of 3.75 TiB": (frame(0x00, b"\xff" + RAW), CorruptFileError),
    "P4 bomb of zeros": (claiming(4 << 30, rle_blocks(32768)), LexiconFileError),
    "P4 bomb that does not say so": (frame(0x00, bytes([17 << 3]) + rle_blocks(40000)), ForeignFileError),
    "P5 claims a byte more": (claiming(len(HONEST) + 1, RAW), CorruptFileError),
    "P5 claims a byte less": (claiming(len(HONEST) - 1, RAW), CorruptFileError),
    "P5 claims nothing": (claiming(0, RAW), CorruptFileError),
}


@pytest.mark.parametrize("kind", TAKEN)
def test_honest_packed_files(kind, tmp_path):
    path = tmp_path / "x.gaddag.zst"
    path.write_bytes(TAKEN[kind])
    assert unpack(path) == HONEST
    assert open_lexicon(path).gaddag.word_count == 3
    assert open_lexicon(path, "read").gaddag.word_count == 3, "from the cache"


@breaks("P1", "P2", "P3", "P4", "P5")
@each("kind", CRAFTED)
def test_crafted_packed_files(kind, tmp_path):
    """A typed error, and never more memory than a few blocks."""
    data, error = CRAFTED[kind]
    path = tmp_path / "x.gaddag.zst"
    path.write_bytes(data)
    tracemalloc.start()
    try:
        for ask in (unpack, open_lexicon):
            with pytest.raises(error):
                ask(path)
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
    finally:
        tracemalloc.stop()
    assert not list(tmp_path.glob("cache/*")), "nothing unproved goes into the cache"


@breaks("P2")
@pytest.mark.parametrize("kind", TAKEN)
def test_packed_file_cut_at_every_byte(kind, tmp_path):
    data = TAKEN[kind]
    path = tmp_path / "x.gaddag.zst"
    for size in range(len(data)):
        path.write_bytes(data[:size])
        with pytest.raises(LexkitError):
            unpack(path)


@breaks("P2")
def test_every_bit_of_a_packed_file(tmp_path):
    """A flipped bit is an error or, where it says nothing, the same lexicon."""
    data = TAKEN["with size and checksum"]
    path = tmp_path / "x.gaddag.zst"
    for bit in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(bytes(damaged))
        with contextlib.suppress(LexkitError):
            assert unpack(path) == HONEST


@breaks("P4")
@pytest.mark.parametrize("limit", [0, 1, len(HONEST) - 1])
@pytest.mark.parametrize("kind", ["with size and checksum", "without size"])
def test_limit_of_the_caller(kind, limit, tmp_path):
    path = tmp_path / "x.gaddag.zst"
    path.write_bytes(TAKEN[kind])
    with pytest.raises(CorruptFileError, match="too large"):
        unpack(path, limit)
    assert unpack(path, len(HONEST)) == HONEST


@breaks("P4")
def test_limit_counts_what_comes_out():
    """128 KiB at a time from four bytes: stopped within one piece of the limit."""
    pieces = []
    with pytest.raises(CorruptFileError, match="too large"):
        pieces.extend(unzstd(iter([frame(0x00, bytes([10 << 3]) + rle_blocks(60000))]), "bomb", 1 << 20))
    assert sum(map(len, pieces)) <= 33 << 20


def test_packing_gives_the_same_back(tmp_path):
    path = tmp_path / "x.gaddag"
    path.write_bytes(HONEST)
    file, packed = pack(path)
    assert file.gaddag.word_count == 3
    (tmp_path / "x.gaddag.zst").write_bytes(packed)
    assert unpack(tmp_path / "x.gaddag.zst") == HONEST
    assert pack(path)[1] == packed


@breaks("P6")
@pytest.mark.parametrize("ask", [unpack, open_lexicon])
def test_nodes_that_cannot_be_laid_out_again(tmp_path, ask):
    """A node {A} that nothing leads to, in a file that claims to be laid out for packing."""
    lost = hand_made([0, 0, 2, 0, 4, 0], forward_root=4, reverse_root=4, nodes=3, arcs=0, word_count=1)
    path = tmp_path / "x.zst"
    path.write_bytes(compressed(lost))
    assert ask(path), "as long as it does not claim that, it is a lexicon"
    path.write_bytes(compressed(with_section(lost, b"provenance", b'{"packed":true}')))
    refusal("P6", lambda: ask(path))


@pytest.mark.parametrize("size", [(64 << 20) + 1, 3 << 30, (4 << 30) - 1, 1 << 62])
def test_a_claim_is_refused_before_a_byte_is_unpacked(size, tmp_path, monkeypatch):
    """Found: a megabyte that said that it would become three gigabytes did."""
    path = tmp_path / "a.gaddag.zst"
    path.write_bytes(claiming(size, raw_block(HONEST, last=0) + rle_blocks(1000)))
    monkeypatch.setattr(zstandard, "ZstdDecompressor", lambda **options: pytest.fail("unpacked"))
    words, leaves = tmp_path / "a.txt.zst", tmp_path / "a.leaves.zst"
    for other in (words, leaves):
        other.write_bytes(path.read_bytes())
    for ask in (
        lambda: open_lexicon(path),
        lambda: unpack(path),
        lambda: list(read_blocks(words)),
        lambda: open_leaves(leaves, 26),
    ):
        with pytest.raises(CorruptFileError, match="too large when unpacked") as caught:
            ask()
        assert caught.value.place == "frame header"


@pytest.mark.parametrize("kind", ["zst", "gz"])
def test_what_says_no_size_stops_where_nothing_is_in_it(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(bounded_input, "MAX_UNTOLD", 1 << 20)
    text = b"AB\n" * (1 << 20)
    packed = streamed(text) if kind == "zst" else gzip.compress(text)
    path = tmp_path / f"a.txt.{kind}"
    path.write_bytes(packed)
    read: list[bytes] = []
    with pytest.raises(CorruptFileError, match="too large when unpacked"):
        read.extend(read_blocks(path))
    assert sum(map(len, read)) < len(text)
    monkeypatch.setattr(bounded_input, "MAX_RATIO", 1 << 16)
    assert b"".join(read_blocks(path)) == text
