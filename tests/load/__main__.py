"""Load at full size: ``python -m tests.load --full``, and ``--soak MINUTES`` for as long as one likes.

    --full          16 threads x 10,000 questions, 8 processes, 8 readers x 500 replacements
    --soak MINUTES  resident memory over time
    --lexicon FILE  by default the bundled English list
    --json FILE     write what all came to, too

Without --full a tenth of it. Ends with 1 where something was found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import lexkit
from tests.report.runs import Row, save

from .together import processes, replaced, soak, threads


def main() -> int:
    reading = argparse.ArgumentParser(prog="python -m tests.load")
    reading.add_argument("--full", action="store_true")
    reading.add_argument("--soak", type=float, default=0.0, metavar="MINUTES")
    reading.add_argument("--lexicon", default="english")
    reading.add_argument("--json", type=Path)
    asked = reading.parse_args()
    path = str(lexkit.open(asked.lexicon).path)
    rows = [_soak(path, asked.soak)] if asked.soak else _rows(path, 10 if asked.full else 1)
    for row in rows:
        print(_text(row), flush=True)
    if asked.json:
        save(asked.json, "soak" if asked.soak else "load", rows)
    return int(any(row["findings"] for row in rows))


def _rows(path: str, size: int) -> list[Row]:
    words = len(lexkit.open(path))

    def row(name: str, what: str, do: Callable[[], tuple[int, list[str], Row]]) -> Row:
        start = time.perf_counter()
        cases, wrong, more = do()
        return {
            "row": name,
            "what": what,
            "cases": cases,
            "findings": len(wrong),
            "seconds": round(time.perf_counter() - start, 1),
            "words": words,
            **more,
            "found": wrong[:5],
        }

    def replacing() -> tuple[int, list[str], Row]:
        with TemporaryDirectory() as folder:
            opened, wrong = replaced(Path(folder), 8, 50 * size)
        return opened, wrong, {"replacements": 50 * size, "readers": 8}

    def sharing() -> tuple[int, list[str], Row]:
        memory = processes(path, 8)
        private = [f"process {number}: {one}" for number, one in enumerate(memory) if one["map private kB"] > 0]
        return 8, private, memory[-1]

    return [
        row(
            "threads on one lexicon",
            "16 threads ask 14 kinds of questions (queries, the language, moves on shared boards, plays and undos) of "
            "a fresh lexicon: each answer is that of one thread alone",
            lambda: (*threads(path, 16, 1000 * size, 1400), {"threads": 16}),
        ),
        row(
            "processes on one map",
            "8 processes have read all of one lexicon; what the eighth has in memory, and what of it is its own",
            sharing,
        ),
        row(
            "a file replaced under its readers",
            "a writer replaces a file, 8 processes open it all the while: one version whole each time, and what was "
            "open before goes on",
            replacing,
        ),
    ]


def _soak(path: str, minutes: float) -> Row:
    said = []
    with TemporaryDirectory() as folder:
        for one in soak(path, Path(folder), minutes * 60, min(30.0, minutes * 6)):
            said.append(one)
            print(_text(one), file=sys.stderr, flush=True)
    resident = [int(one["resident kB"]) for one in said]
    # The first fifth is for what is worked out once.
    settled = resident[len(resident) // 5 :]
    half = len(settled) // 2
    first, second = max(settled[:half], default=0), max(settled[half:])
    return {
        "row": "for long",
        "what": "four threads ask, a fifth builds, replaces, opens and closes: answers as ever, memory flat",
        "cases": int(said[-1]["answers"] + said[-1]["builds"]),
        "findings": int(said[-1]["wrong"]) + (second > first * 1.05 > 0),
        "seconds": said[-1]["seconds"],
        "words": len(lexkit.open(path)),
        "resident kB, after half a minute": resident[0],
        "resident kB, first half": first,
        "resident kB, second half": second,
        "descriptors": [int(min(one["descriptors"] for one in said)), int(max(one["descriptors"] for one in said))],
    }


def _text(row: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items() if value != [])


if __name__ == "__main__":
    sys.exit(main())
