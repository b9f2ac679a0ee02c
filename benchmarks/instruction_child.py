"""The child process of instructions.py: makes the inputs, or does one job and has it counted.

    python benchmarks/instruction_child.py prepare FOLDER
    python benchmarks/instruction_child.py run JOB FOLDER SWITCH

Both print one JSON object. SWITCH is the shared library that starts and stops callgrind's count.
"""

from __future__ import annotations

import ctypes
import gc
import json
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from instruction_inputs import Inputs
from instruction_jobs import JOBS

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


def main() -> None:
    match sys.argv[1:]:
        case ["prepare", folder]:
            told = prepare(Path(folder))
        case ["run", name, folder, switch]:
            told = run(name, Path(folder), ctypes.CDLL(switch))
        case _:
            sys.exit(__doc__)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
