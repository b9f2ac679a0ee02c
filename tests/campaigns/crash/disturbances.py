"""What is tried: each function gives one entry a case, None where the promise was kept, else what was found."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import signal
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from lexkit.errors import StorageError
from lexkit.formats import atomic
from lexkit.formats.atomic import write_atomically

from .disk import Disk, PowerLossError
from .layer import Event, Layer, half, installed, killed, raising, raising_after
from .writers import WRITERS, Writer, left_behind, writer

ERRNOS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EINTR)
#: A file system in memory where there is one: what a disk loses is modelled, and syncing a real one takes milliseconds.
FAST = "/dev/shm" if os.path.isdir("/dev/shm") else None
Found = Iterator[str | None]


def case(what: str, check: Callable[[], None]) -> str | None:
    """The finding of a case, if there is one."""
    try:
        check()
    except Exception as error:
        return f"{what}: {''.join(traceback.format_exception_only(error)).strip()}"
    return None


def steps_of(who: Writer) -> list[str]:
    """The steps of the undisturbed who."""
    with prepared(who) as folder, installed(Layer()) as layer:
        who.write(folder)
    return layer.steps


@contextlib.contextmanager
def prepared(who: Writer) -> Iterator[Path]:
    """A folder as it was before."""
    with TemporaryDirectory(dir=FAST) as scratch:
        folder = Path(scratch).resolve()
        for name, data in _before(who.name).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        yield folder


@cache
def _before(name: str) -> dict[str, bytes]:
    """What a writer's folder holds before it."""
    with TemporaryDirectory(dir=FAST) as scratch:
        folder = Path(scratch)
        writer(name).prepare(folder)
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def forked(do: Callable[[], object]) -> int:
    """Do something in a process of its own; how that ended: its exit code, or minus the signal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that threads are not copied; what is done here starts none
        child = os.fork()
    if child == 0:
        try:
            do()
            os._exit(0)
        finally:
            os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


# -- the disk fails -----------------------------------------------------------------------------------


def disk_fails(who: Writer, numbers: tuple[int, ...] = ERRNOS) -> Found:
    """Each step refused once with each errno, writes also after half of them was done.

    A typed error with that errno, the target as it was, nothing left behind; behind the rename the new file, whole.
    """
    steps = steps_of(who)
    for number in numbers:
        refused = raising(OSError(number, os.strerror(number)))
        for at, step in enumerate(steps):
            for event in [refused, half(refused)] if step == "write" else [refused]:
                what = f"{who.name}, {step} ({at}), {errno.errorcode[number]}"
                yield case(what, lambda event=event, at=at, number=number: _fails(who, steps, at, event, number))


def _fails(who: Writer, steps: list[str], at: int, event: Event, number: int) -> None:
    renamed = at > steps.index("replace")
    # The lock is given up: the file is there, and nothing can be done about it.
    harmless = renamed and steps[at] == "close"
    with prepared(who) as folder:
        with installed(Layer(at, event)):
            try:
                who.write(folder)
                assert who.does_without or harmless, "an error was swallowed"
            except StorageError as error:
                if who.does_without or harmless:
                    raise AssertionError("this should not matter") from error
                assert error.errno == number, error
                assert error.path, error
                assert ("folder cannot be synced" in str(error)) == renamed, error
        assert who.state(folder) == ("new" if renamed else "old")
        assert not left_behind(folder)
        # And when the disk is well again:
        who.write(folder)
        assert who.state(folder) == "new"


def short_writes(who: Writer) -> Found:
    """A device that takes one byte less, or one byte, or half of each write: the file is whole."""
    for what, much in (("one less", lambda n: n - 1), ("half", lambda n: n // 2), ("one", lambda n: 1)):

        class Short(Layer):
            def done(self, name, real, *arguments, much=much, **options):  # type: ignore[no-untyped-def]
                if name == "write":
                    return real(arguments[0], arguments[1][: max(1, much(len(arguments[1])))])
                return super().done(name, real, *arguments, **options)

        def check(layer: type[Layer] = Short) -> None:
            with prepared(who) as folder:
                with installed(layer()):
                    who.write(folder)
                assert who.state(folder) == "new"

        yield case(f"{who.name}, {what}", check)


# -- the power goes -----------------------------------------------------------------------------------


def power_loss(who: Writer, seeds: int = 1) -> Found:
    """The power goes before each step, and after the last: all that can be on the disk then is one whole version."""
    steps = len(steps_of(who))
    for at in [*range(steps), -1]:
        for seed in range(seeds):

            def check(at: int = at, seed: int = seed) -> None:
                with prepared(who) as folder:
                    disk = Disk(folder, at)
                    with installed(disk), contextlib.suppress(PowerLossError):
                        who.write(folder)
                    allowed = [who.new()] if at == -1 and not who.does_without else [who.old(), who.new()]
                    for found in disk.after_loss(who.target(folder), seed):
                        assert found in allowed, f"{'nothing' if found is None else len(found)} on the disk"

            yield case(f"{who.name}, before step {at}", check)


# -- the process is killed, or interrupted ------------------------------------------------------------


def killed_at_each_step(who: Writer) -> Found:
    """SIGKILL before each step, and in the middle of each write."""
    for at, step in enumerate(steps_of(who)):
        for event in [killed, half(killed)] if step == "write" else [killed]:

            def check(at: int = at, event: Event = event) -> None:
                with prepared(who) as folder:
                    with installed(Layer(at, event)):
                        ended = forked(lambda: who.write(folder))
                    assert ended == -signal.SIGKILL, f"not killed: {ended}"
                    _whole_then_cleaned(who, folder)

            yield case(f"{who.name}, {step} ({at})", check)


def killed_at_random(who: Writer, times: int, seed: int = 1) -> Found:
    """SIGKILL at random moments of a process that writes again and again."""
    moments = random.Random(seed)
    for number in range(times):

        def check(wait: float = moments.uniform(0.0, 0.08)) -> None:
            with prepared(who) as folder:

                def write() -> None:
                    while True:
                        who.write(folder)
                        old, target = who.old(), who.target(folder)
                        write_atomically(target, [old]) if old is not None else target.unlink()

                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    child = os.fork()
                if child == 0:
                    write()
                time.sleep(wait)
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                _whole_then_cleaned(who, folder)

        yield case(f"{who.name}, time {number}", check)


def _whole_then_cleaned(who: Writer, folder: Path) -> None:
    """One whole version is there; the next writer finds nothing in its way, and removes what was left."""
    who.state(folder)
    left = left_behind(folder)
    assert len(left) <= 1, left
    for path in left:
        os.utime(path, (0, time.time() - atomic.SECONDS_LEFT_ALONE - 1))
    # A cache that was filled before the kill is not written again, and cleans nothing.
    if not who.does_without or who.found(folder) is None:
        who.write(folder)
        assert not left_behind(folder)
        assert who.state(folder) == "new"


def interrupted(who: Writer) -> Found:
    """Ctrl-C before each step, as each returns, and in the middle of each write: one version whole, nothing left."""
    for at, step in enumerate(steps_of(who)):
        stop = raising(KeyboardInterrupt())
        for event in (stop, half(stop)) if step == "write" else (stop, raising_after(KeyboardInterrupt())):

            def check(at: int = at, event: Event = event) -> None:
                with prepared(who) as folder:
                    with installed(Layer(at, event)):
                        try:
                            who.write(folder)
                            raise AssertionError("Ctrl-C was swallowed")
                        except KeyboardInterrupt:
                            pass
                    who.state(folder)
                    assert not left_behind(folder)

            yield case(f"{who.name}, {step} ({at})", check)


def every(row: Callable[..., Found], *arguments: int) -> Found:
    """A row of cases for all writers."""
    for who in WRITERS:
        yield from row(who, *arguments)
