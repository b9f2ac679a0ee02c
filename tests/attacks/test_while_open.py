"""Files that change under an open lexicon, and things that are no files at all."""

import os
import pickle
import signal
import stat
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from lexkit.errors import (
    ChangedFileError,
    ForeignFileError,
    LexiconNotFoundError,
    LexkitError,
    StorageError,
    TruncatedFileError,
)
from lexkit.formats.atomic import write_atomically
from lexkit.formats.lexicon_file import open_file
from lexkit.formats.packed_lexicon import open_lexicon
from lexkit.runtime.lexicon.lexicon import Lexicon
from tests.attacks.forge import lexicon
from tests.running import FULL

ONE, OTHER = lexicon(["AA", "AB", "ABC"]), lexicon(["BA", "BBA", "CAB", "CCC"])
BACKENDS = ["mmap", "read"]


@pytest.fixture
def path(tmp_path) -> Path:
    path = tmp_path / "x.gaddag"
    path.write_bytes(ONE)
    return path


@pytest.mark.parametrize("backend", BACKENDS)
def test_replaced_while_open(path, backend):
    """The open lexicon keeps what it opened; the next one to open gets the new words."""
    before = Lexicon.open(path, backend)
    write_atomically(path, [OTHER])
    assert list(before) == ["AA", "AB", "ABC"]
    assert before.substring("B").to_list() == ["AB", "ABC"]
    assert len(Lexicon.open(path, backend)) == 4


@pytest.mark.parametrize("backend", BACKENDS)
def test_unlinked_while_open(path, backend):
    before = Lexicon.open(path, backend)
    path.unlink()
    assert list(before) == ["AA", "AB", "ABC"]
    with pytest.raises(LexiconNotFoundError):
        Lexicon.open(path, backend)


@pytest.mark.parametrize("how", ["truncate", "overwrite"])
def test_edited_in_place_with_backend_read(path, how):
    """Where others may write into the file itself, ``backend="read"`` holds a copy."""
    before = Lexicon.open(path, "read")
    with path.open("r+b") as file:
        if how == "truncate":
            file.truncate(10)
        else:
            file.write(b"\xff" * len(ONE))
    assert list(before) == ["AA", "AB", "ABC"]
    with pytest.raises(LexkitError):
        Lexicon.open(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let a mapped file be cut")
def test_truncated_in_place_while_mapped(tmp_path):
    """What the documents warn of: the system ends a process that reads behind the end of a mapped file."""
    path = tmp_path / "x.gaddag"
    path.write_bytes(lexicon(["A" * n for n in range(1, 60)] + [a + b for a in "BC" for b in "ABC"]) * 1)
    script = f"""
        import os
        from lexkit.runtime.lexicon.lexicon import Lexicon
        lexicon = Lexicon.open({str(path)!r})
        os.truncate({str(path)!r}, 0)
        print("A" in lexicon)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, timeout=300)
    assert done.returncode == -signal.SIGBUS, done.stderr.decode()


def test_one_writer_eight_readers(path):
    """Each answer belongs to one of the two versions, whole."""
    whole = {("AA", "AB", "ABC"), ("BA", "BBA", "CAB", "CCC")}
    done = threading.Event()
    wrong: list[object] = []

    def read() -> None:
        while not done.is_set():
            try:
                found = tuple(Lexicon.open(path))
            except Exception as error:
                wrong.append(error)
                return
            if found not in whole:
                wrong.append(found)

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    try:
        for turn in range(50 if FULL else 15):
            write_atomically(path, [OTHER if turn % 2 else ONE])
    finally:
        done.set()
    for reader in readers:
        reader.join()
    assert not wrong, wrong[:3]


def test_pickled_and_replaced(path):
    kept = pickle.dumps(Lexicon.open(path))
    write_atomically(path, [OTHER])
    with pytest.raises(ChangedFileError):
        pickle.loads(kept)


# -- no lexicon at all --------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_empty_file(tmp_path, backend):
    path = tmp_path / "empty.gaddag"
    path.touch()
    for ask in (open_file, open_lexicon):
        with pytest.raises(TruncatedFileError, match="the file is empty"):
            ask(path, backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_empty_lexicon(tmp_path, backend):
    """No words are a lexicon."""
    path = tmp_path / "none.gaddag"
    path.write_bytes(lexicon([]))
    none = Lexicon.open(path, backend)
    assert len(none) == 0
    assert list(none) == []
    assert "A" not in none
    assert not none
    assert list(none.substring("A")) == list(none.suffix("A")) == list(none.prefix("")) == []
    assert none.cross_sets("A") == (set(), set())
    assert none.rank("A") is None
    assert none.ranks(["A", "ÄÖ"]).tolist() == [-1, -1]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kind", ["folder", "fifo", "device", "socket"])
def test_special_files(tmp_path, backend, kind):
    """Refused at once: nobody waits for somebody to write into a FIFO."""
    path = tmp_path / "special.gaddag"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no FIFOs on this system")
        os.mkfifo(path)
    elif kind == "device":
        path = Path(os.devnull)
    else:
        os.mknod(path, stat.S_IFSOCK | 0o600) if hasattr(os, "mknod") else pytest.skip("no mknod")
    with pytest.raises((ForeignFileError, StorageError)):
        open_lexicon(path, backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_symbolic_links(path, backend):
    good, dangling, loop = (path.parent / name for name in ("good", "dangling", "loop"))
    good.symlink_to(path)
    dangling.symlink_to("nowhere")
    loop.symlink_to("loop")
    assert len(Lexicon.open(good, backend)) == 3
    with pytest.raises(LexiconNotFoundError):
        open_lexicon(dangling, backend)
    with pytest.raises(StorageError):
        open_lexicon(loop, backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_permission(path, backend):
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(StorageError, match="Permission denied"):
        open_lexicon(path, backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_read_only_file_and_folder(path, backend):
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        assert len(Lexicon.open(path, backend)) == 3
    finally:
        path.parent.chmod(0o755)


@pytest.mark.parametrize("name", ["missing.gaddag", "no/such/folder.gaddag", "x" * 5000, "nul\0byte"])
def test_paths_that_lead_nowhere(tmp_path, name):
    with pytest.raises(LexkitError):
        open_lexicon(tmp_path / name)


def test_no_such_backend(path):
    with pytest.raises(LexkitError, match="no such backend"):
        open_lexicon(path, "magic")
