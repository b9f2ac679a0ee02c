"""The campaigns on everything that writes: ``python -m tests.crash``; about ten minutes, on Linux.

    --row TEXT  only rows that hold this text
    --json FILE write what all came to, too

Ends with 1 where something was found. The last row needs strace, and says so where there is none.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.report.runs import Row, save

from . import at_once, campaign, commands, system
from .campaign import every

#: So that no campaign touches the user's own folders.
FOLDERS = ("LEXKIT_CACHE", "LEXKIT_HOME")


def _power_loss() -> Iterator[str | None]:
    yield from every(campaign.power_loss, 8)


def _killed_at_random() -> Iterator[str | None]:
    yield from every(campaign.killed_at_random, 200)


def _builders() -> Iterator[str | None]:
    """8 builders x 100, 2 readers x 400."""
    with TemporaryDirectory() as folder:
        wrong = at_once.builders(Path(folder), 8, 100, 2)
    yield from [*wrong, *[None] * (8 * 100 + 2 * 400 - len(wrong))]


def _fillers() -> Iterator[str | None]:
    for _ in range(10):
        with TemporaryDirectory() as folder:
            wrong = at_once.fillers(Path(folder), 8)
            yield from [*wrong, *[None] * (8 * 3 - len(wrong))]


def _attachers() -> Iterator[str | None]:
    for _ in range(10):
        with TemporaryDirectory() as folder:
            wrong = at_once.attachers(Path(folder), 8)
            yield from [*wrong, *[None] * (8 - len(wrong))]


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


#: Name -> what happens, and its cases.
ROWS: dict[str, tuple[str, Callable[[], Iterator[str | None]]]] = {
    "a disk that refuses a step": (
        "each step refused once with ENOSPC, EIO, EDQUOT, EACCES, EROFS, EINTR, writes also after half of them: "
        "StorageError with that errno, target untouched, nothing left; the cache goes on in memory",
        lambda: every(campaign.disk_fails),
    ),
    "short writes": (
        "the device takes half, one byte, or all but one byte of each write",
        lambda: every(campaign.short_writes),
    ),
    "the power goes": (
        "before each step and after the last, on a modelled disk that keeps only what was synced: unsynced contents "
        "missing, cut, zeros or noise, unsynced changes of names each there or not, in any combination. The model "
        "finds the careless writer (no sync, writing in place)",
        _power_loss,
    ),
    "kill -9 at each step": (
        "before each step, and in the middle of each write; then the next writer cleans up",
        lambda: every(campaign.killed_at_each_step),
    ),
    "kill -9 at random moments": (
        "200 a writer, of a process that writes again and again",
        _killed_at_random,
    ),
    "Ctrl-C at each step": (
        "before each step, as each returns, in the middle of each write: nothing left behind",
        lambda: every(campaign.interrupted),
    ),
    "builders of one target, and readers": (
        "8 processes x 100 builds of one file, 2 readers x 400: a reader sees one list whole",
        _builders,
    ),
    "processes attaching to one file": (
        "10 times 8 processes that attach a column each at once: none is lost",
        _attachers,
    ),
    "processes filling one cache": (
        "10 times 8 processes that ask at once for a packed lexicon and two editions",
        _fillers,
    ),
    "outputs that take nothing": (
        "all commands x standard output closed, full, a pipe closed at once or after a line, the same for standard "
        "error, everything closed: exit code as documented, no traceback, the file written",
        _pipes,
    ),
    "the system refuses or kills (strace)": (
        "every system call of the writer in a real `lexc build`, refused with three errnos and killed at; and their "
        "order, as the system sees it",
        _system,
    ),
}


def main() -> int:
    reading = argparse.ArgumentParser(prog="python -m tests.crash")
    reading.add_argument("--row", default="")
    reading.add_argument("--json", type=Path)
    asked = reading.parse_args()
    rows = []
    with TemporaryDirectory() as folder:
        for name in FOLDERS:
            os.environ[name] = str(Path(folder) / name)
        for name in ROWS:
            if asked.row in name:
                rows.append(_row(name))
                print(", ".join(f"{key} {value}" for key, value in rows[-1].items() if key != "what"), flush=True)
    if asked.json:
        save(asked.json, "crash", rows)
    return int(any(row["findings"] for row in rows))


def _row(name: str) -> Row:
    what, cases = ROWS[name]
    start = time.perf_counter()
    tried = list(cases())
    found = [one for one in tried if one]
    return {
        "row": name,
        "what": what,
        "cases": len(tried),
        "findings": len(found),
        "seconds": round(time.perf_counter() - start, 1),
        "found": found[:5],
    }


if __name__ == "__main__":
    sys.exit(main())
