"""Random input of eight kinds; each answer is held to plain Python that shares no code with lexkit, or to its limits.

A trial is one part. It runs in a process of its own: if that dies, the case it was at is a finding, and a new process
goes on with the next case. Findings are written to the corpus.
"""

import argparse
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

from campaigns.fuzz.cases import CORPUS, Finding, drawn, limit_memory, run
from campaigns.fuzz.parts import ABOUT, EVERY, PARTS
from campaigns.run import Trial, Tried, add_minutes


def arguments(parser: argparse.ArgumentParser) -> None:
    add_minutes(parser, 1)
    parser.add_argument("--seed", type=int, default=1, help="another number draws other cases; 1 by default")
    parser.add_argument("--cases", type=int, help="at most this many in each part")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="the folder that findings are written to")


def trials(asked: argparse.Namespace) -> list[Trial]:
    return [Trial(part, ABOUT[part], partial(try_part, part, asked)) for part in PARTS]


def try_part(part: str, asked: argparse.Namespace) -> Tried:
    """Run a part to its end, however often its process dies."""
    outcomes: Counter[str] = Counter()
    findings: list[Finding] = []
    most: dict[str, float] = {}
    done, start = 0, time.monotonic()
    with tempfile.NamedTemporaryFile() as place:
        while done != asked.cases and time.monotonic() - start < asked.seconds:
            cases = "" if asked.cases is None else str(asked.cases - done)
            seconds = str(asked.seconds - (time.monotonic() - start))
            place.seek(0)
            place.write(b"%12d" % done)
            place.flush()
            work = [part, str(asked.seed), str(done), cases, seconds, place.name]
            ended = subprocess.run([sys.executable, "-m", __spec__.name, *work], capture_output=True, text=True)
            place.seek(0)
            if ended.returncode == 0:
                number, met, told, costs = json.loads(ended.stdout.splitlines()[-1])
                most = {name: max(most.get(name, 0), cost) for name, cost in costs.items()}
                outcomes.update(met)
                findings += [Finding(*finding) for finding in told]
                done += number
                continue
            # The outcomes of the cases before it are lost with the process; only their number is known.
            fatal = int(place.read())
            what = f"the process ended with {ended.returncode}: {ended.stderr[-3000:]}"
            findings.append(Finding(part, f"{asked.seed} {fatal}", what, drawn(EVERY[part], f"{asked.seed} {fatal}")))
            outcomes["not told, as the process ended"] += fatal - done
            outcomes["findings"] += 1
            done = fatal + 1
    found = [f"{finding.save(asked.corpus).name}: {finding.what}" for finding in findings]
    return Tried(done * EVERY[part].each, found, {"outcomes": dict(outcomes.most_common()), **most})


def child(part: str, seed: str, first: str, cases: str, seconds: str, place: str) -> None:
    """The work of one process: keeps the number of its case in ``place``, and prints all outcomes at its end."""
    import resource  # not there on Windows

    faulthandler.enable()
    limit_memory(EVERY[part].gigabytes)
    at = os.open(place, os.O_WRONLY)

    def begun(number: int) -> None:
        os.pwrite(at, b"%12d" % number, 0)

    report = run(EVERY[part], int(seed), int(first), int(cases) if cases else None, float(seconds), begun)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    costs = {"slowest (ms)": round(1000 * report.slowest), "memory (MB)": megabytes}
    told = [report.cases, report.outcomes, [tuple(finding) for finding in report.findings], costs]
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    child(*sys.argv[1:])
