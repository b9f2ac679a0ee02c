"""Builds the same lexicons with every Python on this machine, in several surroundings, and compares their bytes.

Each Python gets lexkit from this checkout twice, with kernels and without, in a virtual environment of its own; the
first one also with the oldest libraries allowed. Surroundings are hash seeds, orders of the input, locales, time zones,
permissions. By default the Pythons are this one and those of pyenv. Takes minutes for each.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from campaigns.builds import ROOT, copy_sources
from campaigns.reproducible.outputs import PACKED
from campaigns.run import Trial, Tried

OLDEST = ("numpy==2.0.0", "zstandard==0.23.0")
#: (seed of the order, umask, environment, options of Python): what should make no difference.
SURROUNDINGS: tuple[tuple[int, str, dict[str, str], tuple[str, ...]], ...] = (
    (1, "022", {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}, ()),
    (2, "077", {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONUTF8": "0"}, ()),
    (3, "002", {"PYTHONHASHSEED": "4294967295", "LC_ALL": "tr_TR.UTF-8", "OMP_NUM_THREADS": "1"}, ("-OO",)),
)

Outputs = dict[str, Any]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help="this one and those of pyenv by default")


def trials(asked: argparse.Namespace) -> list[Trial]:
    made: list[Outputs] = []
    found = []
    pythons = {python: f"Python {version_of(python)}" for python in asked.pythons or known_pythons()}
    for python, name in pythons.items():
        for kernels in (True, False):
            found.append(Trial(name, "usual libraries", partial(compare, made, python, kernels)))
    python, name = next(iter(pythons.items()))
    return [*found, Trial(f"{name}, oldest libraries", ", ".join(OLDEST), partial(compare, made, python, True, OLDEST))]


def compare(made: list[Outputs], python: str, kernels: bool, libraries: tuple[str, ...] = ()) -> Tried:
    """Install lexkit, make all files in all surroundings, and compare them with those made before, in ``made``."""
    before = differences(made)
    with tempfile.TemporaryDirectory() as folder:
        here = list(results(installed(python, kernels, libraries, Path(folder))))
    made += here
    first = made[0]["outputs"]
    facts = {
        "build": here[0]["kernels"],
        **{name: here[0][name] for name in ("numpy", "zstandard")},
        "packed alike": [what for what in PACKED if here[0]["outputs"][what] == first[what]],
        "sha256": {what: digest[:16] for what, digest in here[0]["outputs"].items()},
    }
    found = [what for what in differences(made) if what not in before]
    return Tried(sum(len(one["outputs"]) for one in here), found, facts)


def results(python: str | Path) -> Iterator[Outputs]:
    """What this Python makes, once for each of the surroundings."""
    for seed, umask, variables, options in SURROUNDINGS:
        command = [str(python), *options, "-m", f"{__package__}.outputs", str(seed), umask]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr[-2000:]}")
        yield json.loads(done.stdout)


def differences(made: list[Outputs]) -> list[str]:
    """What is not the same everywhere; packed parts are compared for each version of zstandard."""
    found = []
    for what in made[0]["outputs"] if made else ():
        by_version: dict[str, set[str]] = {}
        for one in made:
            by_version.setdefault(one["zstandard"] if what in PACKED else "", set()).add(one["outputs"][what])
        found += [f"{what}: {len(hashes)} different files" for hashes in by_version.values() if len(hashes) > 1]
    return found


def installed(python: str, kernels: bool, libraries: tuple[str, ...], folder: Path) -> Path:
    """A Python with lexkit from this checkout."""
    source = folder / "source"
    source.mkdir()
    copy_sources(source)
    subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
    made = folder / "venv/bin/python"
    environment = {**os.environ, "LEXKIT_KERNELS": "yes" if kernels else "no", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [str(made), "-m", "pip", "install", "--quiet", str(source), *libraries]
    subprocess.run(command, check=True, env=environment)
    return made


def version_of(python: str) -> str:
    asked = [python, "-c", "import platform; print(platform.python_version())"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def known_pythons() -> list[str]:
    """This Python, and each of pyenv that may run lexkit."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    others = [path for path in sorted(versions.glob("3.*")) if path.name != platform.python_version()]
    fit = [path for path in others if tuple(map(int, path.name.split(".")[:2])) >= (3, 11)]
    return [sys.executable, *(str(path / "bin/python") for path in fit)]
