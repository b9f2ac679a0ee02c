"""The long run: ``python -m tests.fuzz --minutes 30 [--seed N] [--part files] [--cases N] [--json FILE]``.

Each part runs in a process of its own; one that dies is a finding, the case that it was at, and a new process goes on
behind that. Findings are written to ``--corpus``; exit code 1 if there are any.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import lexkit
from tests.report.runs import Row, save

from .campaign import CORPUS, Finding, drawn, limit_memory, run
from .parts import ABOUT, PARTS


def child(part: str, seed: int, first: int, cases: int | None, seconds: float, place: Path) -> None:
    """A process's work: says in ``place`` which case it is at, and at its end what all came to."""
    faulthandler.enable()
    limit_memory()
    at = os.open(place, os.O_WRONLY)
    report = run(PARTS[part], seed, first, cases, seconds, lambda number: os.pwrite(at, b"%12d" % number, 0))
    print(json.dumps([report.cases, report.outcomes, [tuple(finding) for finding in report.findings]]))


def parent(part: str, seed: int, cases: int | None, seconds: float) -> tuple[Row, list[Finding]]:
    """Runs a part to its end, whatever it dies of on the way."""
    outcomes: Counter[str] = Counter()
    findings: list[Finding] = []
    done, start = 0, time.monotonic()
    with tempfile.NamedTemporaryFile() as place:
        while done != cases and time.monotonic() - start < seconds:
            left = [str(None if cases is None else cases - done), str(seconds - (time.monotonic() - start))]
            place.seek(0)
            place.write(b"%12d" % done)
            place.flush()
            command = [sys.executable, "-m", "tests.fuzz", "--child", part, str(seed), str(done), *left, place.name]
            ended = subprocess.run(command, capture_output=True, text=True)
            place.seek(0)
            if ended.returncode == 0:
                number, found, told = json.loads(ended.stdout.splitlines()[-1])
                outcomes.update(found)
                findings += [Finding(*finding) for finding in told]
                done += number
                continue
            # What the cases before it came to is lost with the process; only their number is known.
            fatal = int(place.read())
            what = f"the process ended with {ended.returncode}: {ended.stderr[-3000:]}"
            findings.append(Finding(part, f"{seed} {fatal}", what, drawn(PARTS[part], f"{seed} {fatal}")))
            outcomes["not told, as the process ended"] += fatal - done
            outcomes["findings"] += 1
            done = fatal + 1
    row = {
        "row": part,
        "what": ABOUT[part],
        "cases": done * PARTS[part].each,
        "findings": len(findings),
        "seconds": round(time.monotonic() - start, 1),
        "outcomes": dict(outcomes.most_common()),
    }
    return row, findings


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    reader.add_argument("--minutes", type=float, default=1.0, help="for all parts together")
    reader.add_argument("--cases", type=int, help="of each part, at most")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--part", action="append", choices=PARTS, help="only this one; may be given several times")
    reader.add_argument("--corpus", type=Path, default=CORPUS, help="folder that findings are written to")
    reader.add_argument("--json", type=Path, help="write what all came to, too")
    reader.add_argument("--build", default=lexkit.backend(), help="what to call this build in the report")
    reader.add_argument("--expect", help="stop unless the kernels are this: compiled or interpreted")
    asked = reader.parse_args()
    if asked.expect and lexkit.backend() != asked.expect:
        reader.error(f"expected {asked.expect} kernels, found {lexkit.backend()}")
    names = asked.part or list(PARTS)
    rows = []
    for name in names:
        row, findings = parent(name, asked.seed, asked.cases, 60 * asked.minutes / len(names))
        told = ", ".join(f"{count:,} {what}" for what, count in row["outcomes"].items())
        print(f"{name}: {row['cases']:,} cases, {len(findings)} findings, {row['seconds']} s ({told})", flush=True)
        for finding in findings:
            print(f"  {finding.save(asked.corpus)}: {finding.what}", flush=True)
        rows.append({**row, "found": [finding.what for finding in findings]})
    if asked.json:
        save(asked.json, "fuzz", rows, asked.build)
    return int(any(row["findings"] for row in rows))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        part, seed, first, cases, seconds, place = sys.argv[2:]
        count = None if cases == "None" else int(cases)
        child(part, int(seed), int(first), count, float(seconds), Path(place))
    else:
        sys.exit(main())
