"""A file is there whole or not at all: every step of the writer fails once, with every errno."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from lexkit.errors import LexiconFileError, StorageError
from lexkit.formats.atomic import write_atomically
from lexkit.formats.streams import read_blocks

OLD, NEW = b"old words\n", [b"new ", b"", bytearray(b"wor"), memoryview(b"ds\n")]
WRITTEN = b"new words\n"
ERRNOS = [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EACCES]

posix = pytest.mark.skipif(os.name == "nt", reason="modes, links and folder descriptors are POSIX's")


@pytest.fixture
def target(tmp_path) -> Path:
    path = tmp_path / "x.gaddag"
    path.write_bytes(OLD)
    return path


def nothing_left(target: Path) -> None:
    assert [path.name for path in target.parent.iterdir()] == [target.name], "a temporary file was left"


def fail(monkeypatch, name: str, error: BaseException, when=lambda *arguments: True) -> None:
    """Let a function of os fail where ``when`` says so."""
    real = getattr(os, name)

    def failing(*arguments, **options):
        if when(*arguments):
            raise error
        return real(*arguments, **options)

    monkeypatch.setattr(os, name, failing)


def is_folder(descriptor) -> bool:
    return stat.S_ISDIR(os.fstat(descriptor).st_mode)


STEPS = {
    "create": ("open", lambda path, flags, *mode: flags & os.O_CREAT),
    "mode": ("chmod", lambda *arguments: True),
    "write": ("write", lambda *arguments: True),
    "second write": ("write", lambda descriptor, data: bytes(data) == b"wor"),
    "sync": ("fsync", lambda descriptor: not is_folder(descriptor)),
    "replace": ("replace", lambda *arguments: True),
}


@pytest.mark.parametrize("number", ERRNOS, ids=[errno.errorcode[number] for number in ERRNOS])
@pytest.mark.parametrize("step", STEPS)
def test_step_fails(step, number, target, monkeypatch):
    """Typed error with the system's errno and the target's name; the target untouched; nothing left behind."""
    name, when = STEPS[step]
    fail(monkeypatch, name, OSError(number, os.strerror(number)), when)
    with pytest.raises(StorageError) as caught:
        write_atomically(target, NEW)
    monkeypatch.undo()
    assert caught.value.errno == number
    assert caught.value.path == str(target)
    assert os.strerror(number) in str(caught.value)
    assert target.read_bytes() == OLD
    nothing_left(target)


@posix
@pytest.mark.parametrize("number", ERRNOS, ids=[errno.errorcode[number] for number in ERRNOS])
@pytest.mark.parametrize("step", ["open", "fsync"])
def test_folder_cannot_be_synced(step, number, target, monkeypatch):
    """The one step behind the rename: the new file is there whole, and the error says what is not certain."""
    if step == "open":
        fail(monkeypatch, "open", OSError(number, os.strerror(number)), lambda path, *rest: Path(path).is_dir())
    else:
        fail(monkeypatch, "fsync", OSError(number, os.strerror(number)), is_folder)
    with pytest.raises(StorageError, match="written, but the folder cannot be synced") as caught:
        write_atomically(target, NEW)
    monkeypatch.undo()
    assert caught.value.errno == number
    assert target.read_bytes() == WRITTEN
    nothing_left(target)


@pytest.mark.parametrize("step", ["mode", "write", "second write", "sync", "replace"])
def test_interrupted(step, target, monkeypatch):
    name, when = STEPS[step]
    fail(monkeypatch, name, KeyboardInterrupt(), when)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, NEW)
    monkeypatch.undo()
    assert target.read_bytes() == OLD
    nothing_left(target)


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
def test_order_of_the_steps(target, monkeypatch):
    """Power may go at any moment: contents first, then the name, then the folder that holds the name."""
    order = []
    for name in ("write", "fsync", "replace"):
        real = getattr(os, name)

        def recording(*arguments, name=name, real=real):
            folder = name == "fsync" and is_folder(arguments[0])
            order.append("fsync folder" if folder else name)
            return real(*arguments)

        monkeypatch.setattr(os, name, recording)
    write_atomically(target, [b"words"])
    assert order == ["write", "fsync", "replace", "fsync folder"]


def test_short_writes_are_completed(target, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:3]))
    write_atomically(target, NEW)
    assert target.read_bytes() == WRITTEN


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

    def write(version: bytes) -> None:
        for _ in range(12):
            write_atomically(path, [version[:20_000], version[20_000:]])

    writers = [threading.Thread(target=write, args=(version,)) for version in versions]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert path.read_bytes() in versions
    nothing_left(path)


def test_a_path_that_is_none() -> None:
    with pytest.raises(StorageError, match="no path to a file"):
        write_atomically("a\0b", [b"x"])
    with pytest.raises(StorageError, match="no path to a file"):
        list(read_blocks("a\0b"))
