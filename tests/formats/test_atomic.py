"""A file is there whole or not at all, with its mode and its links; ``campaigns/crash`` disturbs every step."""

import errno
import os
import stat
from pathlib import Path

import pytest

from lexkit.errors import LexiconFileError, StorageError
from lexkit.formats.atomic import write_atomically
from lexkit.formats.bounded_input import read_blocks
from tests.running import in_threads

OLD, NEW = b"old words\n", [b"new ", b"", bytearray(b"wor"), memoryview(b"ds\n")]
WRITTEN = b"new words\n"

posix = pytest.mark.skipif(os.name == "nt", reason="modes, links and folder descriptors are POSIX's")


@pytest.fixture
def target(tmp_path) -> Path:
    path = tmp_path / "x.gaddag"
    path.write_bytes(OLD)
    return path


def nothing_left(target: Path) -> None:
    assert [path.name for path in target.parent.iterdir()] == [target.name], "a temporary file was left"


def test_maker_of_the_pieces_fails(target):
    def pieces():
        yield b"half"
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        write_atomically(target, pieces())
    assert target.read_bytes() == OLD
    nothing_left(target)


def test_check_sees_the_complete_file_and_can_refuse(target):
    seen = []

    def check(path: Path) -> None:
        seen.append(path.read_bytes())
        raise LexiconFileError("not what was meant")

    with pytest.raises(LexiconFileError):
        write_atomically(target, NEW, check)
    assert seen == [WRITTEN]
    assert target.read_bytes() == OLD
    nothing_left(target)


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664, 0o444, 0o755])
def test_mode_is_kept(mode, target):
    target.chmod(mode)
    write_atomically(target, NEW)
    assert stat.S_IMODE(target.stat().st_mode) == mode
    assert target.read_bytes() == WRITTEN


@posix
@pytest.mark.parametrize("umask", [0o022, 0o027, 0o077, 0o002])
def test_umask_is_respected(umask, tmp_path):
    before = os.umask(umask)
    try:
        path = write_atomically(tmp_path / "new.gaddag", NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


@posix
def test_symbolic_link_is_written_through(target, tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.gaddag"
    link.symlink_to(target)
    assert write_atomically(link, NEW) == target.resolve()
    assert link.is_symlink()
    assert target.read_bytes() == WRITTEN
    assert [path.name for path in folder.iterdir()] == ["link.gaddag"]


@posix
def test_dangling_and_circular_links(tmp_path):
    dangling, loop = tmp_path / "dangling", tmp_path / "loop"
    dangling.symlink_to("later.gaddag")
    loop.symlink_to("loop")
    write_atomically(dangling, NEW)
    assert (tmp_path / "later.gaddag").read_bytes() == WRITTEN
    assert dangling.is_symlink()
    with pytest.raises(StorageError):
        write_atomically(loop, NEW)


def test_longest_name_there_can_be(tmp_path):
    path = tmp_path / ("ж" * 120 + ".gaddag")
    write_atomically(path, NEW)
    assert path.read_bytes() == WRITTEN


@pytest.mark.parametrize("kind", ["folder", "device", "missing folder", "file as folder"])
def test_places_where_no_file_can_be(kind, target, tmp_path):
    path = {
        "folder": tmp_path,
        "device": Path(os.devnull),
        "missing folder": tmp_path / "no" / "x.gaddag",
        "file as folder": target / "x.gaddag",
    }[kind]
    with pytest.raises(StorageError):
        write_atomically(path, NEW)
    nothing_left(target)


@posix
def test_folder_without_permission(tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")
    with pytest.raises(StorageError) as caught:
        write_atomically(folder / "x.gaddag", NEW)
    assert caught.value.errno == errno.EACCES


def test_eight_writers_of_one_target(tmp_path):
    """The last rename wins whole."""
    path = tmp_path / "x.gaddag"
    versions = [bytes([65 + number]) * 50_000 for number in range(8)]

    def write(number: int) -> None:
        for _ in range(12):
            write_atomically(path, [versions[number][:20_000], versions[number][20_000:]])

    in_threads(8, write)
    assert path.read_bytes() in versions
    nothing_left(path)


def test_a_path_that_is_none() -> None:
    with pytest.raises(StorageError, match="not a path to a file"):
        write_atomically("a\0b", [b"x"])
    with pytest.raises(StorageError, match="not a path to a file"):
        list(read_blocks("a\0b"))
