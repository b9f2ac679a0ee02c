"""How the benchmarks measure and print: medians of interleaved rounds, the machine, a peer's figure beside ours."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy

import lexkit


def machine() -> str:
    """Processor, cores, Python, numpy, and how lexkit's kernels run."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return (
        f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, numpy {numpy.__version__}, "
        f"lexkit {lexkit.__version__} {lexkit.backend()}"
    )


def rounds_of(
    tasks: Mapping[str, Callable[[], object]], rounds: int = 9, clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[float]]:
    """Seconds of each task in each round. Every task runs in every round, so that noise meets all alike.

    A task runs twice a round and the second time counts, as in a program that asks many questions of one kind.
    ``clock``: ``time.process_time`` for processor seconds.
    """
    spent: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            task()
            start = clock()
            task()
            spent[name].append(clock() - start)
    return spent


def medians(
    tasks: Mapping[str, Callable[[], object]], rounds: int = 9, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Seconds of each task: the median of its rounds, as :func:`rounds_of` takes them."""
    return {name: statistics.median(times) for name, times in rounds_of(tasks, rounds, clock).items()}


def process(code: str, *arguments: str) -> tuple[float, float, str]:
    """(seconds, peak megabytes, output) of a fresh Python process that runs this code."""
    wrapped = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], capture_output=True, text=True); "
        "sys.stdout.write(done.stdout); sys.stderr.write(done.stderr); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024); sys.exit(done.returncode)"
    )
    command = [sys.executable, "-c", code, *arguments]
    start = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    seconds = time.perf_counter() - start
    done = subprocess.run([sys.executable, "-c", wrapped, *command], capture_output=True, text=True, check=True)
    *output, peak = done.stdout.splitlines()
    return seconds, float(peak), "\n".join(output)


@cache
def _peers() -> dict[str, dict[str, str]]:
    with (Path(__file__).parent / "peers.toml").open("rb") as file:
        return tomllib.load(file)


def row(what: str, ours: str, others: str = "") -> None:
    """Print a line of a report: what was measured, our figure, and those of other programs.

    ``others``: by default those of ``peers.toml`` for this row, with the machine each was measured on.
    """
    others = others or "; ".join(f"[{where}] {told}" for where, told in _peers().get(what, {}).items())
    print(f"{what:54} {ours:>22}   {others}".rstrip())
