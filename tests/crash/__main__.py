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


ROWS: dict[str, Callable[[], Iterator[str | None]]] = {
    "a disk that refuses a step": lambda: every(campaign.disk_fails),
    "short writes": lambda: every(campaign.short_writes),
    "the power goes": _power_loss,
    "kill -9 at each step": lambda: every(campaign.killed_at_each_step),
    "kill -9 at random moments": _killed_at_random,
    "Ctrl-C at each step": lambda: every(campaign.interrupted),
    "builders of one target, and readers": _builders,
    "processes filling one cache": _fillers,
    "outputs that take nothing": _pipes,
    "the system refuses or kills (strace)": _system,
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
        for name, cases in ROWS.items():
            if asked.row in name:
                rows.append(_row(name, cases))
                print(", ".join(f"{what} {value}" for what, value in rows[-1].items()), flush=True)
    if asked.json:
        save(asked.json, "crash", rows)
    return int(any(row["findings"] for row in rows))


def _row(name: str, cases: Callable[[], Iterator[str | None]]) -> Row:
    start = time.perf_counter()
    tried = list(cases())
    found = [one for one in tried if one]
    return {
        "row": name,
        "cases": len(tried),
        "findings": len(found),
        "seconds": round(time.perf_counter() - start, 1),
        "found": found[:5],
    }


if __name__ == "__main__":
    sys.exit(main())
