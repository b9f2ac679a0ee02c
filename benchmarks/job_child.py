"""The child process of instructions.py and seconds.py: makes the inputs, or does jobs and has them measured.

    python benchmarks/job_child.py prepare FOLDER
    python benchmarks/job_child.py run JOB FOLDER SWITCH
    python benchmarks/job_child.py serve FOLDER

The first two print one JSON object. SWITCH is the shared library that starts and stops callgrind's count. The last one
reads the names of jobs, does each, and prints an object for each.
"""

from __future__ import annotations

import ctypes
import gc
import json
import sys
import time
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from job_inputs import Inputs
from jobs import JOBS

import lexkit


def prepare(folder: Path) -> dict[str, object]:
    """Make the inputs; the jobs there are, and what would be measured."""
    Inputs(folder).prepare()
    return {
        "backend": lexkit.backend(),
        "jobs": {name: job.unit for name, job in JOBS.items()},
        "kernels": kernel_files(),
    }


def kernel_files() -> list[str]:
    """The shared objects of all kernels of this install, whether loaded or not."""
    folders = {
        Path(folder)
        for name, module in list(sys.modules.items())
        if name.split(".")[0] == "lexkit"
        for folder in getattr(module, "__path__", ())
    }
    found = {path.resolve() for folder in folders for path in folder.rglob(f"*{EXTENSION_SUFFIXES[0]}")}
    return sorted(map(str, found))


def run(name: str, folder: Path, switch: ctypes.CDLL) -> dict[str, object]:
    """Do a job twice, from inputs of its own each time; the second time is counted.

    The first time loads modules, resolves the symbols of libraries and lets Python specialise its code. The garbage
    collector is off: when it runs depends on how much was imported.
    """
    JOBS[name].start(Inputs(folder))()
    work = JOBS[name].start(Inputs(folder))
    gc.collect()
    gc.disable()
    switch.start_counting()
    units, answer = work()
    switch.stop_counting()
    return {"units": units, "answer": answer}


def serve(folder: Path) -> None:
    """Do the jobs that are named on standard input, and time each; no inputs are made meanwhile."""
    begun: set[str] = set()
    for line in sys.stdin:
        name = line.rstrip("\n")
        if name not in begun:
            JOBS[name].start(Inputs(folder))()
            begun.add(name)
        work = JOBS[name].start(Inputs(folder))
        gc.collect()
        start = time.perf_counter()
        units, answer = work()
        seconds = time.perf_counter() - start
        print(json.dumps({"units": units, "answer": answer, "seconds": seconds}), flush=True)


def main() -> None:
    match sys.argv[1:]:
        case ["serve", folder]:
            serve(Path(folder))
            return
        case ["prepare", folder]:
            told = prepare(Path(folder))
        case ["run", name, folder, switch]:
            told = run(name, Path(folder), ctypes.CDLL(switch))
        case _:
            sys.exit(__doc__)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
