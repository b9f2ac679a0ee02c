"""Packed lexicons: unpacked once, kept in the user's cache, proved every time."""

import os
from pathlib import Path

import pytest
import zstandard

from lexkit.formats import node_order, packed_lexicon, user_cache
from lexkit.formats.packed_lexicon import open_lexicon, pack, unpack
from tests.attacks.forge import lexicon


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """The cache folder, which is not there yet."""
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def packed(tmp_path) -> Path:
    (tmp_path / "x.gaddag").write_bytes(lexicon(["AB", "ABC", "CAB"]))
    path = tmp_path / "x.gaddag.zst"
    path.write_bytes(pack(tmp_path / "x.gaddag")[1])
    return path


def test_round_trip(packed, folder):
    assert unpack(packed) == packed.with_suffix("").read_bytes()
    assert not folder.exists(), "unpacking alone leaves nothing in the cache"


def test_other_programs_unpack_it(packed):
    assert zstandard.decompress(packed.read_bytes()) == packed.with_suffix("").read_bytes()
    parameters = zstandard.get_frame_parameters(packed.read_bytes())
    assert parameters.has_checksum
    assert parameters.content_size == packed.with_suffix("").stat().st_size


@pytest.mark.parametrize("piece", [1, 100, 1 << 19])
@pytest.mark.parametrize("more", [b"", b"which is longer"])
def test_pieces_become_one_frame(packed, monkeypatch, piece, more):
    monkeypatch.setattr(packed_lexicon, "_PIECE", piece)
    monkeypatch.setattr(packed_lexicon, "_SMALL", 0)
    monkeypatch.setattr(node_order, "arrange_for_packing", lambda file: bytes(file.sections.whole) + more)
    whole = packed.with_suffix("").read_bytes() + more
    made = pack(packed.with_suffix(""))[1]
    assert zstandard.decompress(made) == whole
    assert zstandard.frame_content_size(made) == len(whole)


@pytest.mark.parametrize("backend", ["mmap", "read"])
def test_opened_from_the_cache(packed, folder, backend):
    first = open_lexicon(packed, backend)
    entries = list(folder.iterdir())
    assert len(entries) == 1
    assert first.path == packed
    inode = entries[0].stat().st_ino
    assert open_lexicon(packed, backend).fingerprint == first.fingerprint
    assert entries[0].stat().st_ino == inode, "the second time it is only mapped"


def test_the_name_does_not_matter(packed, folder):
    other = packed.rename(packed.with_name("renamed.bin"))
    assert open_lexicon(other).gaddag.word_count == 3


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "foreign", "folder"])
def test_damaged_entry_is_made_again(packed, folder, damage):
    open_lexicon(packed)
    (entry,) = folder.iterdir()
    good = entry.read_bytes()
    entry.unlink()
    if damage == "folder":
        entry.mkdir()
    else:
        bad = {"cut": good[:-1], "flipped": good[:-1] + b"!", "empty": b"", "foreign": b"text"}[damage]
        entry.write_bytes(bad)
    assert open_lexicon(packed).gaddag.word_count == 3
    if damage != "folder":
        assert entry.read_bytes() == good


def test_cache_that_cannot_be_written(packed, folder, monkeypatch):
    """Held in memory instead; nobody hears of it."""
    folder.parent.joinpath("cache").write_text("a file where the folder should be")
    held = open_lexicon(packed)
    assert held.gaddag.word_count == 3
    assert held.backend == "memory"


def test_read_only_cache(packed, folder):
    folder.mkdir()
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")
    assert open_lexicon(packed).backend == "memory"


def test_another_packed_file_is_another_entry(packed, folder):
    open_lexicon(packed)
    packed.write_bytes(zstandard.compress(lexicon(["AA"])))
    assert open_lexicon(packed).gaddag.word_count == 1
    assert len(list(folder.iterdir())) == 2


def test_cache_folder(monkeypatch):
    monkeypatch.setenv("LEXKIT_CACHE", "/some/where")
    assert user_cache.cache_folder() == Path("/some/where")
    monkeypatch.delenv("LEXKIT_CACHE")
    assert user_cache.cache_folder().name == "lexkit"
