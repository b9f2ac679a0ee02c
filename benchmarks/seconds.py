"""Seconds of each hot job: of one install, or of two side by side, interleaved.

    python benchmarks/seconds.py [--python PATH] [--against PATH] [--rounds 15] [--only JOB]... [--json]

PATH: the Python of an environment that has lexkit with compiled kernels; without --python this one. The jobs are
those of jobs.py, the same that instructions.py counts. Each install answers from one process; a round does
a job once in each of them, in turns beginning with either, so that what else the machine does meets both alike. Printed
are medians, and the median of the ratios of a round. Identical installs differ by up to 3% on a quiet machine.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from installs import CHILD, Install, options


class TimedInstall(Install):
    """A Python with lexkit, in a process that does one job after the other."""

    def __init__(self, python: str, folder: Path) -> None:
        super().__init__(python, folder)
        self.child = subprocess.Popen(
            [self.python, CHILD, "serve", str(folder)],
            env=self.environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def time(self, job: str) -> dict[str, Any]:
        """Do a job, and give its units, its answer and its seconds."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.write(f"{job}\n")
        self.child.stdin.flush()
        line = self.child.stdout.readline()
        if not line:
            sys.exit(f"{self.python}: the job {job!r} failed")
        told: dict[str, Any] = json.loads(line)
        return told

    def end(self) -> None:
        """End the process."""
        self.child.kill()
        self.child.communicate()


def measure(job: str, unit: str, installs: list[TimedInstall], rounds: int) -> dict[str, Any]:
    """The line of a job; ends the program if two installs do not answer alike."""
    told = [install.time(job) for install in installs]
    if len({(one["units"], one["answer"]) for one in told}) > 1:
        sys.exit(f"{job}: the installs answer {' and '.join(str(one['answer']) for one in told)}")
    spent: list[list[float]] = [[] for _ in installs]
    for number in range(rounds):
        for place in range(len(installs)):
            place = (place + number) % len(installs)
            spent[place].append(installs[place].time(job)["seconds"])
    units = told[0]["units"]
    row: dict[str, Any] = {"job": job, "unit": unit, "units": units, "other": None, "ratio": None}
    row["microseconds"], *others = [round(statistics.median(times) / units * 1e6, 4) for times in spent]
    if others:
        row["other"] = others[0]
        row["ratio"] = round(statistics.median(one / other for one, other in zip(*spent, strict=True)), 3)
    return row


def main() -> None:
    reading = options(__doc__)
    reading.add_argument("--rounds", type=int, default=15, help="rounds of each job")
    asked = reading.parse_args()
    with tempfile.TemporaryDirectory(prefix="lexkit-") as folder:
        pythons = [asked.python, *([asked.against] if asked.against else [])]
        installs = [TimedInstall(python, Path(folder) / str(number)) for number, python in enumerate(pythons)]
        try:
            rows = []
            if not asked.json:
                print(f"{'job':30} {'unit':9} {'units':>8} {'us a unit':>14} {'other':>14} {'ratio':>8}")
            for job, unit in installs[0].units_of(asked.only).items():
                rows.append(measure(job, unit, installs, asked.rounds))
                if not asked.json:
                    line = "{job:30} {unit:9} {units:>8,} {microseconds:>14,.3f}".format(**rows[-1])
                    print(
                        line + (" {other:>14,.3f} {ratio:>8.3f}".format(**rows[-1]) if asked.against else ""),
                        flush=True,
                    )
        finally:
            for install in installs:
                install.end()
    if asked.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
