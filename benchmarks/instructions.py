"""Instructions that each hot job takes, counted by callgrind: of one install, or of two side by side.

    python benchmarks/instructions.py [--python PATH] [--against PATH] [--most 1.01] [--only JOB]... [--json]

PATH: the Python of an environment that has lexkit with compiled kernels; without --python this one. The jobs are
those of jobs.py. With --against each job runs in both installs, and their answers must agree. The exit
code is 1 if a ratio is above --most, or if all jobs together leave out a kernel of the install. A run of two installs
takes some eight minutes. Counts depend on compiler, libraries and processor: compare installs on one machine.

How it is counted: each job runs in a process of its own under valgrind, in one thread, with the same hash seed and
an environment of the same size. The child does the job once unobserved, then switches callgrind on by a client
request, does the job again, and switches it off, so that neither start-up nor what is done only once is counted.
The difference of two repetition counts would run every start-up under callgrind, twice; --toggle-collect wants the
name of a C function that all installs have.

How exact it is: the columns *kernels*, instructions in lexkit's own shared objects, repeat to the instruction, and
are the same for two builds of one source. The others have the interpreter, numpy and the C library in them: they
repeat to within 0.1% in one install, and differ by up to 0.5% between two that do the same, since the steps of
Python's memory allocator depend on what was imported.

Needs valgrind with its headers, and a C compiler.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from installs import CHILD, Install, options

SWITCH = """
#include <valgrind/callgrind.h>
void start_counting(void) { CALLGRIND_START_INSTRUMENTATION; }
void stop_counting(void) { CALLGRIND_STOP_INSTRUMENTATION; }
"""


#: A line of the table; ratios are to the other install.
Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Count:
    """What one job came to in one install."""

    units: int
    answer: int
    #: Instructions a unit, and those of them in lexkit's kernels.
    instructions: float
    kernels: float
    #: The kernels that ran.
    ran: frozenset[str]


class CountedInstall(Install):
    """A Python with lexkit, whose jobs are counted."""

    def __init__(self, python: str, folder: Path, switch: Path) -> None:
        super().__init__(python, folder)
        self.switch = switch
        self.kernels = frozenset(self.told["kernels"])

    def count(self, job: str) -> Count:
        """Run a job under callgrind."""
        out = self.folder / "callgrind.out"
        valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        plain = ["--compress-strings=no", "--compress-pos=no", "--dump-line=no"]
        told = self.run_child([*valgrind, *plain, self.python, CHILD, "run", job, str(self.folder), str(self.switch)])
        by_object = instructions_by_object(out)
        inside = {name: cost for name, cost in by_object.items() if name in self.kernels}
        units = told["units"]
        return Count(units, told["answer"], by_object.total() / units, sum(inside.values()) / units, frozenset(inside))


def instructions_by_object(path: Path) -> Counter[str]:
    """Instructions in each shared object, from a callgrind file without compressed names and positions.

    A line of numbers is a place and its cost. The one after ``calls=`` repeats the cost of the callee, and is skipped.
    """
    counts: Counter[str] = Counter()
    where, callee, total = "", False, 0
    with path.open(encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            if line[:1].isdigit():
                if not callee:
                    counts[where] += int(line.split()[1])
                callee = False
            elif line.startswith("ob="):
                where = os.path.realpath(line[3:].rstrip("\n"))
            elif line.startswith("calls="):
                callee = True
            elif line.startswith("totals:"):
                total = int(line.split()[1])
    if not total or counts.total() != total:
        sys.exit(f"{path}: read {counts.total():,} instructions, but its total is {total:,}")
    return counts


def compile_switch(folder: Path) -> Path:
    """The shared library by which a child starts and stops the count."""
    source, library = folder / "switch.c", folder / "switch.so"
    source.write_text(SWITCH)
    compiler = os.environ.get("CC", "cc")
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stderr}valgrind's headers and a C compiler are needed")
    return library


def make_row(job: str, unit: str, one: Count, other: Count | None) -> Row:
    """The line of a job, in figures a unit; ends the program if the two installs do not answer alike."""
    row: Row = {"job": job, "unit": unit, "units": one.units}
    row |= {"instructions": round(one.instructions), "kernels": round(one.kernels)}
    row |= dict.fromkeys(("other", "other_kernels", "ratio", "kernels_ratio"))
    if other is not None:
        if (one.units, one.answer) != (other.units, other.answer):
            sys.exit(f"{job}: {one.units:,} units, answer {one.answer:,}; against {other.units:,}, {other.answer:,}")
        row |= {"other": round(other.instructions), "other_kernels": round(other.kernels)}
        row["ratio"] = round(one.instructions / other.instructions, 4)
        row["kernels_ratio"] = round(one.kernels / other.kernels, 4) if other.kernels else None
    return row


def show(row: Row) -> None:
    """One line of the table."""
    line = "{job:30} {unit:9} {units:>8,} {instructions:>14,} {kernels:>14,}".format(**row)
    if row["other"] is not None:
        kernels = "" if row["kernels_ratio"] is None else f"{row['kernels_ratio']:8.4f}"
        line += " {other:>14,} {other_kernels:>14,} {ratio:8.4f} {0:>8}".format(kernels, **row)
    print(line, flush=True)


def main() -> int:
    reading = options(__doc__)
    reading.add_argument("--most", type=float, default=1.01, help="largest ratio that is no failure")
    asked = reading.parse_args()
    with tempfile.TemporaryDirectory(prefix="lexkit-") as folder:
        switch = compile_switch(Path(folder))
        install = CountedInstall(asked.python, Path(folder) / "1", switch)
        other = CountedInstall(asked.against, Path(folder) / "2", switch) if asked.against else None
        units = install.units_of(asked.only)
        rows, ran = [], set[str]()
        if not asked.json:
            line = f"{'job':30} {'unit':9} {'units':>8} {'instructions':>14} {'kernels':>14}"
            print(line + (f" {'other':>14} {'kernels':>14} {'ratio':>8} {'kernels':>8}" if other else ""))
        for job in units:
            with ThreadPoolExecutor(1) as second:
                theirs = second.submit(other.count, job) if other else None
                count = install.count(job)
            ran |= count.ran
            rows.append(make_row(job, units[job], count, theirs.result() if theirs else None))
            if not asked.json:
                show(rows[-1])
        left_out = sorted(install.kernels - ran) if not asked.only else []
    if asked.json:
        print(json.dumps(rows, indent=1))
    above = [row["job"] for row in rows if (row["ratio"] or 0) > asked.most]
    if above:
        print(f"more than {asked.most} times the instructions: {'; '.join(above)}", file=sys.stderr)
    if left_out:
        print(f"no job runs these kernels: {', '.join(left_out)}", file=sys.stderr)
    return 1 if above or left_out else 0


if __name__ == "__main__":
    sys.exit(main())
