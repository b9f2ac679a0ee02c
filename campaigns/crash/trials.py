"""Disturbs everything that writes files: failing disks, lost power, kill -9, Ctrl-C, concurrent writers, closed pipes.

About ten minutes, on Linux. The last trial needs strace, and says so if there is none. A case is one run with one
disturbance; after it the target must be, byte for byte, the old file or the new one, and open.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from campaigns.crash import at_once, commands, disturbances, system
from campaigns.run import Trial, Tried, tried


def _at_once(run: Callable[[Path], list[str]], cases: int, times: int = 1) -> Tried:
    """Run something at once in a new folder, several times; ``cases`` are those of one time."""
    found: list[str] = []
    for _ in range(times):
        with TemporaryDirectory() as folder:
            found += run(Path(folder))
    return Tried(times * cases, found)


def _pipes() -> Iterator[str | None]:
    with TemporaryDirectory() as scratch:
        folder = commands.folder_for(Path(scratch))
        for command in commands.COMMANDS:
            for where in commands.NOWHERE:
                yield commands.finding(command, where, folder)


def _system() -> Iterator[str | None]:
    if not system.works():
        sys.stderr.write("no strace here: not run\n")
        return
    yield from system.in_order()
    yield from system.refused_or_killed()


def trials(asked: argparse.Namespace) -> list[Trial]:
    def every(row: Callable[..., Iterator[str | None]], *arguments: int) -> Callable[[], Tried]:
        return lambda: tried(disturbances.every(row, *arguments))

    return [
        Trial(
            "a disk that refuses a step",
            "each step refused once with ENOSPC, EIO, EDQUOT, EACCES, EROFS, EINTR, writes also after half of them: "
            "StorageError with that errno, target untouched, nothing left; the cache goes on in memory",
            every(disturbances.disk_fails),
        ),
        Trial(
            "short writes",
            "the device takes half, one byte, or all but one byte of each write",
            every(disturbances.short_writes),
        ),
        Trial(
            "the power goes",
            "before each step and after the last, on a modelled disk that keeps only what was synced: unsynced "
            "contents missing, cut, zeros or noise, unsynced changes of names each there or not, in any combination",
            every(disturbances.power_loss, 8),
        ),
        Trial(
            "kill -9 at each step",
            "before each step, and in the middle of each write; then the next writer cleans up",
            every(disturbances.killed_at_each_step),
        ),
        Trial(
            "kill -9 at random moments",
            "200 times for each writer, of a process that writes again and again",
            every(disturbances.killed_at_random, 200),
        ),
        Trial(
            "Ctrl-C at each step",
            "before each step, as each returns, in the middle of each write: nothing left behind",
            every(disturbances.interrupted),
        ),
        Trial(
            "builders of one target, and readers",
            "8 processes build one file 100 times each, 2 readers open it 400 times each: a reader sees one list whole",
            lambda: _at_once(lambda folder: at_once.builders(folder, 8, 100, 2), 8 * 100 + 2 * 400),
        ),
        Trial(
            "processes attaching to one file",
            "10 times 8 processes that attach a column each at once: none is lost",
            lambda: _at_once(lambda folder: at_once.attachers(folder, 8), 8, 10),
        ),
        Trial(
            "processes filling one cache",
            "10 times 8 processes that open a packed lexicon and two editions at once",
            lambda: _at_once(lambda folder: at_once.fillers(folder, 8), 8 * 3, 10),
        ),
        Trial(
            "outputs that take nothing",
            "all commands; standard output closed, full, a pipe closed at once or after a line, the same for standard "
            "error, everything closed: exit code as documented, no traceback, the file written",
            lambda: tried(_pipes()),
        ),
        Trial(
            "the system refuses or kills (strace)",
            "every system call of the writer in a real `lexc build` refused with three errnos, and killed at; and the "
            "order of these calls, as the system sees it",
            lambda: tried(_system()),
        ),
    ]
