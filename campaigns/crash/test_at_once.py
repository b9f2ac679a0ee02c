"""Several builders of one target, several processes filling one cache, and caches that cannot be filled."""

import errno
import os
from pathlib import Path

import pytest

from campaigns.crash.at_once import attachers, builders, fillers
from campaigns.crash.layer import Layer, installed, raising
from campaigns.crash.writers import NEW, writer
from lexkit.formats import atomic
from lexkit.formats.lexicon_file import open_bytes
from lexkit.formats.packed_lexicon import open_lexicon, pack


def test_builders_of_one_target_and_readers(tmp_path: Path) -> None:
    assert builders(tmp_path, 3, 6, 1) == []


def test_what_several_attach_at_once_adds_up(tmp_path: Path) -> None:
    """Found: of two processes that attached to one file at once, one was lost silently."""
    assert attachers(tmp_path, 4) == []


def test_processes_filling_one_cache(tmp_path: Path) -> None:
    assert fillers(tmp_path, 3) == []


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    writer("unpack").prepare(tmp_path)
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "few.gaddag.zst"
    path.write_bytes(pack(tmp_path / "new.gaddag")[1])
    return path


@pytest.mark.parametrize(
    "place", ["a file", "below a file", "a device", "a dangling link", "a loop", "no folder's name"]
)
def test_caches_that_are_none(place: str, packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answered from memory, and nothing else is touched."""
    folder = packed.parent
    (folder / "dangling").symlink_to(folder / "nowhere" / "at all")
    (folder / "loop").symlink_to("loop")
    places = {
        "a file": packed,
        "below a file": packed / "cache",
        "a device": Path(os.devnull),
        "a dangling link": folder / "dangling",
        "a loop": folder / "loop",
        "no folder's name": folder / ("x" * 5000),
    }
    monkeypatch.setenv("LEXKIT_CACHE", str(places[place]))
    before = packed.read_bytes()
    assert open_lexicon(packed).gaddag.word_count == len(NEW)
    assert packed.read_bytes() == before


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT], ids=errno.errorcode.get)
def test_full_disk_for_the_cache(number: int, packed: Path) -> None:
    for step in range(12):
        with installed(Layer(step, raising(OSError(number, os.strerror(number))))):
            assert open_lexicon(packed).gaddag.word_count == len(NEW)


def test_cache_that_keeps_nothing_whole(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: an entry that was damaged or gone right after it was written was an error instead of an answer."""
    real = atomic.write_atomically

    def damaging(path: Path, pieces: list[bytes], follow: bool) -> Path:
        return real(path, [pieces[0][:100]], follow=follow)

    def losing(path: Path, pieces: list[bytes], follow: bool) -> Path:
        written = real(path, pieces, follow=follow)
        written.unlink()
        return written

    for writing in (damaging, losing):
        monkeypatch.setattr(atomic, "write_atomically", writing)
        assert open_lexicon(packed).gaddag.word_count == len(NEW)


def test_damaged_entry_is_made_again(packed: Path) -> None:
    open_lexicon(packed)
    (entry,) = (packed.parent / "cache").iterdir()
    whole = entry.read_bytes()
    for damaged in (b"", whole[:-1], whole[:-1] + b"?", b"\0" * len(whole)):
        entry.write_bytes(damaged)
        assert open_lexicon(packed).gaddag.word_count == len(NEW)
        assert entry.read_bytes() == whole
        open_bytes(whole)
