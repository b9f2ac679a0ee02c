"""Installs of lexkit whose jobs are measured, by Pythons of their own."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

#: The program that makes the inputs and does the jobs.
CHILD = str(Path(__file__).parent / "job_child.py")


class Install:
    """A Python with lexkit, and a folder for its files."""

    def __init__(self, python: str, folder: Path) -> None:
        self.python = os.path.abspath(python)
        self.folder = folder
        folder.mkdir()
        own = {"LEXKIT_CACHE": str(folder / "cache"), "LEXKIT_HOME": str(folder / "home")}
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        self.environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0", **own, **threads}
        self.told = self.run_child([self.python, CHILD, "prepare", str(folder)])
        if self.told["backend"] != "compiled":
            sys.exit(f"{python}: lexkit runs {self.told['backend']} there; only compiled kernels are measured")

    def run_child(self, command: list[str]) -> dict[str, Any]:
        """Run a child process; the object that it prints."""
        done = subprocess.run(
            command, env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stderr}exit code {done.returncode}")
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    def units_of(self, only: list[str] | None) -> dict[str, str]:
        """The jobs asked for, by default all, and the unit of each; ends the program if there is no such job."""
        units: dict[str, str] = self.told["jobs"]
        unknown = set(only or ()) - set(units)
        if unknown:
            sys.exit(f"no such job: {'; '.join(sorted(unknown))}. There are: {'; '.join(units)}")
        return {job: units[job] for job in only or units}


def options(document: str | None) -> argparse.ArgumentParser:
    """The options that say what is measured, and how it is printed."""
    reading = argparse.ArgumentParser(description=(document or "").split("\n")[0])
    reading.add_argument("--python", default=sys.executable, help="Python of the install that is measured")
    reading.add_argument("--against", help="Python of the install to compare with")
    reading.add_argument("--only", action="append", help="this job; may be repeated")
    reading.add_argument("--json", action="store_true", help="print one array instead of a table")
    return reading
