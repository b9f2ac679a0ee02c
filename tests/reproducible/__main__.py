"""``python -m tests.reproducible [PYTHON ...]``: the same files from every Python on this machine.

Each Python gets lexkit from this checkout twice, with kernels and without, in a virtual environment of its own; the
first also with the oldest libraries allowed. Each makes all files in several surroundings: hash seeds, orders of the
input, locales, time zones, permissions. By default: this Python, and those that pyenv has. Minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.report.runs import Row, save

from .outputs import PACKED

ROOT = Path(__file__).parents[2]
OLDEST = ("numpy==2.0.0", "zstandard==0.23.0")
#: (seed of the order, umask, environment, options of Python): what should make no difference.
SURROUNDINGS: tuple[tuple[int, str, dict[str, str], tuple[str, ...]], ...] = (
    (1, "022", {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}, ()),
    (2, "077", {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONUTF8": "0"}, ()),
    (3, "002", {"PYTHONHASHSEED": "4294967295", "LC_ALL": "tr_TR.UTF-8", "OMP_NUM_THREADS": "1"}, ("-OO",)),
)


def results(python: str | Path, cwd: Path = ROOT) -> Iterator[dict[str, Any]]:
    """What this Python makes, once for each of the surroundings."""
    for seed, umask, variables, options in SURROUNDINGS:
        command = [str(python), *options, "-m", "tests.reproducible.outputs", str(seed), umask]
        done = subprocess.run(command, cwd=cwd, env={**os.environ, **variables}, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr[-2000:]}")
        yield json.loads(done.stdout)


def differences(made: list[dict[str, Any]]) -> list[str]:
    """What is not the same everywhere; files with something packed are compared for each version of zstandard."""
    found = []
    for what in made[0]["outputs"]:
        by_version: dict[str, set[str]] = {}
        for one in made:
            by_version.setdefault(one["zstandard"] if what in PACKED else "", set()).add(one["outputs"][what])
        found += [f"{what}: {len(hashes)} different files" for hashes in by_version.values() if len(hashes) > 1]
    return found


def installed(python: str, kernels: bool, libraries: tuple[str, ...], folder: Path) -> Path:
    """A Python with lexkit from this checkout."""
    source = folder / "source"
    wanted = ["compiler", "formats", "runtime", "lexicons", "src", "pyproject.toml", "setup.py", "README.md", "LICENSE"]
    for name in wanted:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, source / name, ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
            )
        else:
            source.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
    made = folder / "venv/bin/python"
    environment = {**os.environ, "LEXKIT_KERNELS": "yes" if kernels else "no", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [str(made), "-m", "pip", "install", "--quiet", str(source), *libraries]
    subprocess.run(command, check=True, env=environment)
    return made


def pythons() -> list[str]:
    """This one, and each that pyenv has that may run lexkit."""
    found = [sys.executable]
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for path in sorted(versions.glob("3.*")):
        if tuple(map(int, path.name.split(".")[:2])) >= (3, 11) and path.name != ".".join(
            map(str, sys.version_info[:3])
        ):
            found.append(str(path / "bin/python"))
    return found


def main() -> int:
    reading = argparse.ArgumentParser(prog="python -m tests.reproducible", description=__doc__.split("\n")[0])
    reading.add_argument("pythons", nargs="*", metavar="PYTHON")
    reading.add_argument("--json", type=Path, help="write what all came to, too")
    asked = reading.parse_args()
    named = asked.pythons or pythons()
    rows = [(python, kernels, ()) for python in named for kernels in (True, False)]
    rows.append((named[0], True, OLDEST))
    made: list[dict[str, Any]] = []
    told: list[Row] = []
    for python, kernels, libraries in rows:
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            here = list(results(installed(python, kernels, libraries, Path(folder))))
        made += here
        facts = {name: value for name, value in here[0].items() if name != "outputs"}
        shown = ", ".join(f"{name} {value}" for name, value in facts.items())
        files = sum(len(one["outputs"]) for one in here)
        print(f"{shown}: {len(here)} surroundings, {files} files", flush=True)
        seconds = round(time.perf_counter() - start, 1)
        different = len(differences([made[0], *here]))
        told.append({"row": shown, "cases": files, "findings": different, "seconds": seconds, **facts})
    if asked.json:
        save(asked.json, "reproducible", told)
    found = differences(made)
    for what, hashed in made[0]["outputs"].items():
        print(f"  {hashed[:16]}  {what}")
    for version in {one["zstandard"] for one in made} - {made[0]["zstandard"]}:
        other = next(one for one in made if one["zstandard"] == version)
        same = [what for what in PACKED if other["outputs"][what] == made[0]["outputs"][what]]
        print(f"zstandard {version} packs as {made[0]['zstandard']} does: {', '.join(same) or 'nothing'}")
    print("\n".join(found) if found else "all the same")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
