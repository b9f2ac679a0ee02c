"""The disturbances: each function tries one kind of them on a writer, at every step or moment."""

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

from campaigns.crash.disk import Disk, PowerLossError
from campaigns.crash.layer import Event, Layer, half, installed, killed, raising, raising_after
from campaigns.crash.writers import WRITERS, Writer, left_behind, writer
from lexkit.errors import StorageError
from lexkit.formats import atomic
from lexkit.formats.atomic import write_atomically

ERRNOS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EINTR)
#: A file system in memory, if there is one: power loss is modelled, and syncing a real disk takes milliseconds.
FAST = "/dev/shm" if os.path.isdir("/dev/shm") else None


class Cases(list[str | None]):
    """The outcomes of cases: None if the promise was kept, else what was found."""

    @contextlib.contextmanager
    def case(self, what: str) -> Iterator[None]:
        """The body is one case; it raises if the promise is not kept."""
        try:
            yield
            self.append(None)
        except Exception as error:
            self.append(f"{what}: {''.join(traceback.format_exception_only(error)).strip()}")


def assert_kept(cases: Cases) -> None:
    """Raises AssertionError if something was found, or if there are no cases."""
    assert cases
    wrong = [one for one in cases if one]
    assert not wrong, "\n".join(wrong[:5])


def steps_of(who: Writer) -> list[str]:
    """The steps of the undisturbed writer."""
    with prepared(who) as folder, installed(Layer()) as layer:
        who.write(folder)
    return layer.steps


@contextlib.contextmanager
def prepared(who: Writer) -> Iterator[Path]:
    """A new folder as it is before the writer runs."""
    with TemporaryDirectory(dir=FAST) as scratch:
        folder = Path(scratch).resolve()
        for name, data in _before(who.name).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        yield folder


@cache
def _before(name: str) -> dict[str, bytes]:
    """The files of a folder before its writer runs."""
    with TemporaryDirectory(dir=FAST) as scratch:
        folder = Path(scratch)
        writer(name).prepare(folder)
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def forked(do: Callable[[], object]) -> int:
    """Run a function in a child process: its process id."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that threads are not copied; what is done here starts none
        child = os.fork()
    if child == 0:
        try:
            do()
            os._exit(0)
        finally:
            os._exit(99)
    return child


# -- the disk fails -----------------------------------------------------------------------------------


def disk_fails(who: Writer, numbers: tuple[int, ...] = ERRNOS) -> Cases:
    """Each step is refused once with each errno, a write also after half of it.

    A typed error with that errno, the target as it was, nothing left behind; behind the rename the new file, whole.
    """
    cases, steps = Cases(), steps_of(who)
    for number in numbers:
        refused = raising(OSError(number, os.strerror(number)))
        for at, step in enumerate(steps):
            for event in [refused, half(refused)] if step == "write" else [refused]:
                with cases.case(f"{who.name}, {step} ({at}), {errno.errorcode[number]}"):
                    _fails(who, steps, at, event, number)
    return cases


def _fails(who: Writer, steps: list[str], at: int, event: Event, number: int) -> None:
    renamed = at > steps.index("replace")
    # Closing gives up the lock: the file is in place, and its failure makes no difference.
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
                assert os.strerror(number) in str(error), error
                target = who.target(folder)
                makes_folders = any(step.startswith("makedirs") for step in steps)
                assert error.path in (str(target), str(target.parent) if makes_folders else ""), error
                assert ("folder cannot be synced" in str(error)) == renamed, error
        assert who.state(folder) == ("new" if renamed else "old")
        assert not left_behind(folder)
        # And once the disk works again:
        who.write(folder)
        assert who.state(folder) == "new"


def short_writes(who: Writer) -> Cases:
    """The device takes one byte less, one byte, or half of each write: the file is whole."""
    cases = Cases()
    for what, much in (("one less", lambda n: n - 1), ("half", lambda n: n // 2), ("one", lambda n: 1)):

        class Short(Layer):
            def done(self, name, real, *arguments, much=much, **options):  # type: ignore[no-untyped-def]
                if name == "write":
                    return real(arguments[0], arguments[1][: max(1, much(len(arguments[1])))])
                return super().done(name, real, *arguments, **options)

        with cases.case(f"{who.name}, {what}"), prepared(who) as folder:
            with installed(Short()):
                who.write(folder)
            assert who.state(folder) == "new"
    return cases


# -- the power goes -----------------------------------------------------------------------------------


def power_loss(who: Writer, seeds: int = 1) -> Cases:
    """The power goes before each step, and after the last: the disk holds one whole version."""
    cases, steps = Cases(), len(steps_of(who))
    for at in [*range(steps), -1]:
        for seed in range(seeds):
            with cases.case(f"{who.name}, before step {at}"), prepared(who) as folder:
                disk = Disk(folder, at)
                with installed(disk), contextlib.suppress(PowerLossError):
                    who.write(folder)
                allowed = [who.new()] if at == -1 and not who.does_without else [who.old(), who.new()]
                for found in disk.after_loss(who.target(folder), seed):
                    assert found in allowed, f"{'nothing' if found is None else len(found)} on the disk"
    return cases


# -- the process is killed, or interrupted ------------------------------------------------------------


def killed_at_each_step(who: Writer) -> Cases:
    """SIGKILL before each step, and in the middle of each write."""
    cases = Cases()
    for at, step in enumerate(steps_of(who)):
        for event in [killed, half(killed)] if step == "write" else [killed]:
            with cases.case(f"{who.name}, {step} ({at})"), prepared(who) as folder:
                with installed(Layer(at, event)):
                    child = forked(lambda folder=folder: who.write(folder))
                    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                assert ended == -signal.SIGKILL, f"not killed: {ended}"
                _whole_then_cleaned(who, folder)
    return cases


def killed_at_random(who: Writer, times: int, seed: int = 1) -> Cases:
    """SIGKILL at random moments of a process that writes again and again."""
    cases, moments = Cases(), random.Random(seed)
    for number in range(times):
        with cases.case(f"{who.name}, time {number}"), prepared(who) as folder:

            def write(folder: Path = folder) -> None:
                while True:
                    who.write(folder)
                    old, target = who.old(), who.target(folder)
                    write_atomically(target, [old]) if old is not None else target.unlink()

            child = forked(write)
            time.sleep(moments.uniform(0.0, 0.08))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            _whole_then_cleaned(who, folder)
    return cases


def _whole_then_cleaned(who: Writer, folder: Path) -> None:
    """Assert that one whole version is there, and that the next writer succeeds and removes what was left."""
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


def interrupted(who: Writer) -> Cases:
    """Ctrl-C before each step, as each returns, and in the middle of each write: one version whole, nothing left."""
    cases = Cases()
    for at, step in enumerate(steps_of(who)):
        stop = raising(KeyboardInterrupt())
        for event in (stop, half(stop)) if step == "write" else (stop, raising_after(KeyboardInterrupt())):
            with cases.case(f"{who.name}, {step} ({at})"), prepared(who) as folder:
                with installed(Layer(at, event)):
                    try:
                        who.write(folder)
                        raise AssertionError("Ctrl-C was swallowed")
                    except KeyboardInterrupt:
                        pass
                who.state(folder)
                assert not left_behind(folder)
    return cases


def every(row: Callable[..., Cases], *arguments: int) -> Iterator[str | None]:
    """The cases of a disturbance for all writers."""
    for who in WRITERS:
        yield from row(who, *arguments)
