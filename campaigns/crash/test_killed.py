"""kill -9 and Ctrl-C while files are written: what they leave behind, and that the next writer removes it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lexkit
from campaigns.crash import disturbances
from campaigns.crash.layer import Layer, installed
from campaigns.crash.test_failing_disk import every_writer
from campaigns.crash.writers import WRITERS, Writer, left_behind
from lexkit.formats import atomic
from lexkit.formats.atomic import SECONDS_LEFT_ALONE, write_atomically

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed in copies of this one")
SOME = [who for who in WRITERS if who.name in ("build", "attach", "use, new", "cache, unpacked")]


@pytest.mark.parametrize("who", SOME, ids=lambda who: who.name)
def test_killed_at_each_step(who: Writer) -> None:
    disturbances.assert_kept(disturbances.killed_at_each_step(who))


def test_killed_at_random_moments() -> None:
    disturbances.assert_kept(disturbances.killed_at_random(WRITERS[0], 10))


@every_writer
def test_interrupted_at_each_step(who: Writer) -> None:
    """Found: Ctrl-C as the temporary file came into being left it there."""
    disturbances.assert_kept(disturbances.interrupted(who))


# -- what is left behind ------------------------------------------------------------------------------


def aged(path: Path, seconds: float = SECONDS_LEFT_ALONE + 1) -> Path:
    path.write_bytes(b"half a lex")
    os.utime(path, (0, time.time() - seconds))
    return path


def test_left_behind_is_removed_by_the_next_writer(tmp_path: Path) -> None:
    """Found: what a killed process left stayed for ever."""
    left = aged(tmp_path / ".x.gaddag.0123456789ab.tmp")
    write_atomically(tmp_path / "x.gaddag", [b"words"])
    assert not left.exists()


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    names = [
        ".x.gaddag.0123456789ab.tmp.bak",
        ".x.gaddag.0123456789AB.tmp",
        ".x.gaddag.tmp",
        "x.gaddag.0123456789ab.tmp",
        ".y.gaddag.0123456789ab.tmp",
        ".xxgaddag.0123456789ab.tmp",
    ]
    for name in names:
        aged(tmp_path / name)
    (tmp_path / ".x.gaddag.abababababab.tmp").mkdir()
    (tmp_path / ".x.gaddag.cdcdcdcdcdcd.tmp").symlink_to(tmp_path / names[0])
    (tmp_path / "young").write_bytes(b"")
    (tmp_path / "young").rename(tmp_path / ".x.gaddag.efefefefefef.tmp")
    before = {path.name for path in tmp_path.iterdir()}
    write_atomically(tmp_path / "x.gaddag", [b"words"])
    assert {path.name for path in tmp_path.iterdir()} == before | {"x.gaddag"}


def test_a_file_in_progress_stays(tmp_path: Path) -> None:
    """A slow writer holds a lock on its temporary file."""
    seen = []

    def pieces():  # type: ignore[no-untyped-def]
        yield b"wo"
        (mine,) = left_behind(tmp_path)
        os.utime(mine, (0, 0))
        write_atomically(tmp_path / "x.gaddag", [b"other words"])
        seen.append(mine.exists())
        yield b"rds"

    def check(path: Path) -> None:
        os.utime(path, (0, 0))
        write_atomically(tmp_path / "x.gaddag", [b"other words"])
        seen.append(path.exists())

    write_atomically(tmp_path / "x.gaddag", pieces(), check)
    assert seen == [True, True]
    assert (tmp_path / "x.gaddag").read_bytes() == b"words"
    assert not left_behind(tmp_path)


def test_cleaning_that_fails_is_no_harm(tmp_path: Path) -> None:
    left = aged(tmp_path / ".x.gaddag.0123456789ab.tmp")

    class Refusing(Layer):
        def done(self, name, real, *arguments, **options):  # type: ignore[no-untyped-def]
            if name == "unlink":
                raise PermissionError(1, "Operation not permitted")
            return super().done(name, real, *arguments, **options)

    with installed(Refusing()):
        write_atomically(tmp_path / "x.gaddag", [b"words"])
    assert left.exists()
    assert (tmp_path / "x.gaddag").read_bytes() == b"words"


def test_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the system nor the file system has locks: files are written all the same."""

    def flock(*arguments: object) -> None:
        raise OSError(37, "No locks available")

    left = aged(tmp_path / ".x.gaddag.0123456789ab.tmp")
    monkeypatch.setattr(atomic.fcntl, "flock", flock)
    write_atomically(tmp_path / "x.gaddag", [b"words"])
    monkeypatch.setattr(atomic, "fcntl", None)
    write_atomically(tmp_path / "x.gaddag", [b"more words"])
    assert (tmp_path / "x.gaddag").read_bytes() == b"more words"
    assert left.exists(), "what cannot be told from a file in use stays"


# -- Ctrl-C at the shell ------------------------------------------------------------------------------

#: A program that sends itself SIGINT after its first argument in seconds of processor time, with all modules loaded.
#: Only lexkit is interrupted: outside it, the program waits on.
_PROGRAM = """
import signal, sys, lexkit.apps.shell.lexc.build, lexkit.compiler.build, lexkit.formats.packed_lexicon
from lexkit.apps.shell.console import lexc

def interrupt(number, frame):
    run = "lexkit.apps.shell.console", "run"
    while frame is not None and (frame.f_globals["__name__"], frame.f_code.co_name) != run:
        frame = frame.f_back
    if frame is None:
        signal.setitimer(signal.ITIMER_PROF, 0.0001)
    else:
        signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGPROF, interrupt)
signal.setitimer(signal.ITIMER_PROF, float(sys.argv.pop(1)))
lexc()
"""


@pytest.mark.parametrize("seconds", [0.0001, 0.002, 0.01, 0.03, 0.1])
def test_ctrl_c_in_a_build(seconds: float, tmp_path: Path, english: lexkit.Lexicon) -> None:
    """Exit code 130, nothing said, nothing left; or it was done before.

    Found: on a busy machine the interrupt came before lexkit was at work, in the program of this test.
    """
    (tmp_path / "x.txt").write_text("\n".join(english.prefix("CO")))
    lexkit.build(["OLD"], tmp_path / "x.gaddag")
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(seconds), "build", "-q", str(tmp_path / "x.txt")],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.stdout, done.stderr) == ("", "")
    assert done.returncode in (0, 130, -signal.SIGINT, -signal.SIGPROF)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.gaddag", "x.txt"]
    assert len(lexkit.open(tmp_path / "x.gaddag")) in (1, len(english.prefix("CO")))


def test_ctrl_c_while_a_program_is_loaded() -> None:
    """Found: a traceback, if the command line was not loaded yet."""
    code = """
import lexkit.apps.shell.console, importlib
def import_module(name):
    raise KeyboardInterrupt
importlib.import_module = import_module
lexkit.apps.shell.console.lexq()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (130, "")
