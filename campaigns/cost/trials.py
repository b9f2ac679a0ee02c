"""Cost by length: every public door, option and message with inputs that double, counted in instructions.

Each case of the table in doors/ is asked at lengths that double, under callgrind. It is a finding if what it costs more
for twice the length grows more than 2.8 times from one doubling to the next (linear 2, n log n 2.2, a square 4), unless
another bound is stated with it, or if it raises an error that is none of lexkit. With --looks it is also one if 30
million instructions more, some 10 ms, bring no further look at the clock. What would be a finding is counted again, and
at a longer input: what is done once, from some length on, is no growth. Instructions repeat to within a percent: no
finding depends on how busy a machine is.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from campaigns.cost import instructions
from campaigns.cost.judge import judge
from campaigns.run import ROOT, Trial, Tried

#: Module of the table -> what its doors are.
DOORS: Final = {
    "public": "each parameter of the public calls, and objects of any length",
    "files": "lists, columns, comparisons, files, errors",
    "commands": "arguments, options and standard input of lexq and lexc",
    "served": "requests and messages of lexq serve, lines of SIU, cards",
}
#: Instructions after which a case is not asked at a larger length.
BUDGET: Final = 40_000_000
#: Seconds after which a case has hung.
HUNG: Final = 600.0


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--case", action="append", default=[], metavar="TEXT", help="only cases with this in their name"
    )
    parser.add_argument(
        "--budget", type=int, default=BUDGET, help=f"instructions of the longest input; {BUDGET:,} by default"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th case")
    parser.add_argument(
        "--looks", action="store_true", help="also find what works for long without a look at the clock"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep all counts, one JSON object a line")


def trials(asked: argparse.Namespace) -> list[Trial]:
    return [Trial(name, what, partial(count_cases, asked, name)) for name, what in DOORS.items()]


def count_cases(asked: argparse.Namespace, module: str) -> Tried:
    """Count all cases of a module: what was found."""
    if missing := instructions.what_is_missing():
        raise SystemExit(f"no instructions can be counted: {missing}")
    found: list[str] = []
    doors: set[str] = set()
    cases = 0
    for told in counted(asked.scratch / module, module, asked.case, asked.budget, asked.every):
        cases += 1
        doors.add(told["case"].split(": ")[0])
        found += [told["hung"]] if "hung" in told else judge(told, looks=asked.looks)
        if asked.record:
            with asked.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(told) + "\n")
    return Tried(cases, found, {"doors": len(doors)})


def counted(
    folder: Path, module: str, texts: list[str], budget: int = BUDGET, every: int = 1
) -> Iterator[dict[str, Any]]:
    """The counts of the cases of a module. A case that ends the process or hangs is told, and the next one begun."""
    done = 0
    while True:
        here = folder / str(done)
        here.mkdir(parents=True)
        running = Running(here, module, texts, budget, every, done)
        last = ""
        for line in running.lines():
            told = json.loads(line)
            if "begun" in told:
                last = told["begun"]
            else:
                done += 1
                last = ""
                yield told
        if not last and not running.ended:
            return
        if not last:
            raise SystemExit(f"{module}: the program that counts ended with {running.ended}\n{running.said()}")
        done += 1
        why = "hung" if running.hung else f"the process ended with {running.ended}: {running.said()[-300:]}"
        yield {"case": last, "hung": f"{last}: {why}"}


class Running:
    """A process that counts, which is ended if a case hangs."""

    def __init__(self, folder: Path, module: str, texts: list[str], budget: int, every: int, done: int) -> None:
        program = [
            "-m",
            "campaigns.cost.measure",
            str(folder),
            str(budget),
            module,
            str(done * every),
            str(every),
        ]
        self.errors = folder / "errors.txt"
        self.hung = False
        self.ended = 0
        # Commands write files of odd names where they run.
        work = folder / "work"
        work.mkdir()
        with self.errors.open("wb") as errors:
            self._process = subprocess.Popen(
                instructions.command(folder, *program, *texts),
                cwd=work,
                env={**instructions.environment(folder), "PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
                stderr=errors,
                stdin=subprocess.DEVNULL,
                text=True,
            )

    def lines(self) -> Iterator[str]:
        """What it writes, until its end."""
        assert self._process.stdout is not None
        timer = self._alarm()
        try:
            with self._process.stdout as written:
                for line in written:
                    timer.cancel()
                    yield line
                    timer = self._alarm()
            self.ended = self._process.wait()
        finally:
            timer.cancel()
            self._process.kill()
            self._process.wait()

    def said(self) -> str:
        return self.errors.read_text("utf-8", "replace")

    def _alarm(self) -> threading.Timer:
        def end() -> None:
            self.hung = True
            self._process.kill()

        timer = threading.Timer(HUNG, end)
        timer.daemon = True
        timer.start()
        return timer
