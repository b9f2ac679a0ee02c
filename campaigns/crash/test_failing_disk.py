"""A disk that refuses a step, takes less than it is given, or loses what was not synced: for all that lexkit writes."""

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from campaigns.crash import disturbances
from campaigns.crash.disk import Disk, PowerLossError
from campaigns.crash.disturbances import ERRNOS
from campaigns.crash.layer import Layer, installed
from campaigns.crash.writers import WRITERS, Writer
from lexkit.errors import StorageError
from lexkit.formats import atomic
from lexkit.formats.atomic import write_atomically

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the layer is that of a POSIX system")
every_writer = pytest.mark.parametrize("who", WRITERS, ids=lambda who: who.name)


@pytest.mark.parametrize(
    ("who", "number"),
    [(who, one) for who in WRITERS for one in ((errno.ENOSPC, errno.EINTR) if who.name != "pieces" else ERRNOS)],
    ids=lambda one: one.name if isinstance(one, Writer) else errno.errorcode[one],
)
def test_each_step_refused(who: Writer, number: int) -> None:
    disturbances.assert_kept(disturbances.disk_fails(who, (number,)))


@every_writer
def test_short_writes(who: Writer) -> None:
    disturbances.assert_kept(disturbances.short_writes(who))


def test_device_that_takes_nothing(tmp_path: Path) -> None:
    """Found: a write of no bytes was tried again for ever."""

    class Full(Layer):
        def done(self, name, real, *arguments, **options):  # type: ignore[no-untyped-def]
            return 0 if name == "write" else super().done(name, real, *arguments, **options)

    with installed(Full()), pytest.raises(StorageError, match="accepts no data"):
        write_atomically(tmp_path / "x", [b"words"])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP], ids=errno.errorcode.get)
def test_file_system_that_syncs_no_folders(number: int, tmp_path: Path) -> None:
    """Found: on network file systems that know no such sync, every write ended with an error."""

    class Network(Layer):
        def done(self, name, real, *arguments, **options):  # type: ignore[no-untyped-def]
            if name == "fsync" and os.path.isdir(self.opened[arguments[0]]):
                raise OSError(number, os.strerror(number))
            return super().done(name, real, *arguments, **options)

    with installed(Network()):
        write_atomically(tmp_path / "x", [b"words"])
    assert (tmp_path / "x").read_bytes() == b"words"


# -- the power goes -----------------------------------------------------------------------------------


@every_writer
def test_power_goes_at_each_step(who: Writer) -> None:
    disturbances.assert_kept(disturbances.power_loss(who))


@every_writer
def test_order_of_the_steps(who: Writer) -> None:
    """Contents, sync, rename, sync of the folder: nothing is written behind its sync, nothing renamed before."""
    steps = disturbances.steps_of(who)
    renamed = steps.index("replace")
    synced = steps.index("fsync")
    assert steps.count("replace") == steps.count("fsync") == 1
    assert synced < renamed < len(steps) - 1 - steps[::-1].index("fsync folder")
    assert "write" not in steps[synced:]
    if who.name == "pieces":
        assert [step for step in steps if step.startswith("fsync")] == ["fsync", "fsync folder"]


def _lost(write: Callable[[Path], None], folder: Path) -> set[bytes | None]:
    """All contents that the target can have if the power goes at any step of this writer, or after the last."""
    found: set[bytes | None] = set()
    for at in range(-1, 12):
        for path in folder.iterdir():
            path.unlink()
        (folder / "x").write_bytes(b"old")
        disk = Disk(folder, at)
        with installed(disk), contextlib.suppress(PowerLossError):
            write(folder)
        found.update(disk.after_loss(folder / "x"))
    return found


def _careless(folder: Path, *, sync: bool, in_place: bool = False) -> None:
    """A writer that does not sync, or writes in place."""
    system = atomic.os
    path = folder / ("x" if in_place else "x.tmp")
    descriptor = system.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    system.write(descriptor, b"new words")
    if sync:
        system.fsync(descriptor)
    system.close(descriptor)
    if not in_place:
        system.replace(path, folder / "x")


def test_positive_control(tmp_path: Path) -> None:
    """A case that raises is found, and the model tells a careless writer from a careful one."""
    cases = disturbances.Cases()
    for what in ("kept", "lost"):
        with cases.case(what):
            assert what == "kept"
    assert cases[0] is None
    assert str(cases[1]).startswith("lost: AssertionError")
    folder = tmp_path.resolve()
    assert _lost(lambda folder: _careless(folder, sync=True), folder) == {b"old", b"new words"}
    assert b"" in _lost(lambda folder: _careless(folder, sync=False), folder)
    assert b"" in _lost(lambda folder: _careless(folder, sync=True, in_place=True), folder)
    assert _lost(lambda folder: write_atomically(folder / "x", [b"new words"]) and None, folder) == {
        b"old",
        b"new words",
    }


def test_only_one_place_writes_files() -> None:
    """Nothing else in lexkit opens a file for writing, or renames one, so that these tests cover all of it."""
    import re

    root = Path(__file__).parents[2]
    # Of shutil, only what asks; of names of a writer of texts, only what is the file's method.
    writes = re.compile(
        r"""write_bytes|(?<!def )(?<!super\(\)\.)write_text|os\.(replace|rename|write)\b|"""
        r"""from shutil|shutil\.(?!get_terminal_size\b|which\b)|\bopen\([^)]*["'][wax]b?\+?["']"""
    )
    allowed = {"base/messages.py", "formats/atomic.py", "lexicons/make_english.py"}
    for folder in ("base", "compiler", "formats", "runtime", "players", "lexicons", "src"):
        for path in (root / folder).rglob("*.py"):
            name = path.relative_to(root).as_posix()
            assert name in allowed or not writes.search(path.read_text("utf-8")), name
