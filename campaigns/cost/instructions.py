"""Counts instructions in this process, under callgrind.

A program that wants to count is started under valgrind by :func:`command`; inside, :class:`Counter` counts the calls
that it is given, and nothing else: not the start of Python, and not the making of inputs. What a call cost is read from
the file that callgrind writes when it is asked to.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

SWITCH: Final = """
#include <valgrind/callgrind.h>
void start_counting(void) { CALLGRIND_START_INSTRUMENTATION; }
void forget(void) { CALLGRIND_ZERO_STATS; }
void write_down(void) { CALLGRIND_DUMP_STATS; }
"""


@cache
def what_is_missing() -> str:
    """Why nothing can be counted here, or nothing."""
    if shutil.which("valgrind") is None:
        return "valgrind is not there"
    compiler = os.environ.get("CC", "cc")
    if shutil.which(compiler) is None:
        return "there is no C compiler"
    asked = subprocess.run([compiler, "-E", "-"], input=SWITCH, capture_output=True, text=True, check=False)
    return "the headers of valgrind are not there" if asked.returncode else ""


def command(folder: Path, *arguments: str) -> list[str]:
    """What starts this Python with these arguments under callgrind; what it counts is written to the folder."""
    source, library = folder / "switch.c", folder / "switch.so"
    source.write_text(SWITCH)
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    counting = ["--tool=callgrind", "--instr-atstart=no", "--dump-line=no", f"--callgrind-out-file={folder}/counted"]
    return ["valgrind", "-q", *counting, sys.executable, *arguments]


def environment(folder: Path) -> dict[str, str]:
    """What a counted process is given: no threads of libraries, the same hashes each time."""
    own = {name: str(folder / name) for name in ("LEXKIT_CACHE", "LEXKIT_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    steady = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return {**os.environ, **own, **steady, "LEXKIT_COUNTED": str(folder)}


class Counter:
    """Counts calls in a process that :func:`command` started."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._switch = ctypes.CDLL(str(folder / "switch.so"))
        self._switch.start_counting()

    def count(self, call: Callable[[], Any]) -> int:
        """The instructions of a call. What it raises is passed on."""
        self._switch.forget()
        try:
            call()
        finally:
            self._switch.write_down()
        return self.read()

    def read(self) -> int:
        """The count that was written down last."""
        found = 0
        for path in self._folder.glob("counted.*"):
            with path.open("rb") as file:
                for line in file:
                    if line.startswith((b"totals:", b"summary:")):
                        found = int(line.split()[1])
            path.unlink()
        return found
