"""What all campaigns share: arguments, trials one after the other, the record of a run, its exit code.

A campaign is a module. Its docstring is its help; ``trials(asked)`` gives its trials; ``arguments(parser)`` adds
options of its own. While trials run, ``asked.seconds`` is the share of each in ``--minutes``, and ``asked.scratch`` a
temporary folder.
"""

import argparse
import datetime
import json
import os
import platform
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from campaigns import builds

ROOT = Path(__file__).parents[1]
#: Options whose values say where files are on this machine.
PLACES = ("--json", "--folder", "--corpus")
#: Findings of a trial that are spelled out; all of them are counted.
SPELLED = 20
#: What a row says of a trial in any campaign. ``build`` is there if a trial makes its own.
USUAL = ("row", "what", "build", "cases", "findings", "seconds", "found")

Row = dict[str, Any]


class Tried(NamedTuple):
    """The outcome of a trial: cases tried, a line for each broken promise, and other facts for its row."""

    cases: int
    found: list[str]
    facts: Row = {}  # noqa: RUF012 - never changed


class Trial(NamedTuple):
    """One row of a campaign, before it is tried."""

    name: str
    what: str
    do: Callable[[], Tried]


def tried(cases: Iterable[str | None]) -> Tried:
    """Try all cases; each is None, or says what was found."""
    outcomes = list(cases)
    return Tried(len(outcomes), [found for found in outcomes if found])


def add_minutes(parser: argparse.ArgumentParser, usual: float) -> None:
    """Add ``--minutes``. Each selected trial has the same share of it: ``asked.seconds``."""
    parser.add_argument("--minutes", type=float, default=usual, help=f"for all trials together; {usual:g} by default")


def main(name: str, campaign: Any, arguments: list[str], build: str | None = None) -> int:
    """Run a campaign; 1 if it found something. ``build`` is given if it makes its own builds."""
    parser = argparse.ArgumentParser(prog=f"python -m campaigns {name}", description=campaign.__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a record of the run")
    parser.add_argument("--only", action="append", metavar="TEXT", help="only trials with this in their name")
    if build is None:
        builds.add_build(parser)
    getattr(campaign, "arguments", lambda parser: None)(parser)
    asked = parser.parse_args(arguments)
    build = build or builds.name_of(asked)
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, own_folders(folder)):
        asked.scratch = Path(folder)
        trials = list(campaign.trials(asked))
        if asked.only:
            trials = [trial for trial in trials if any(text in trial.name for text in asked.only)]
        if not trials:
            parser.error(f"no trial with {' or '.join(asked.only)} in its name")
        asked.seconds = 60 * getattr(asked, "minutes", 0.0) / len(trials)
        rows: list[Row] = []
        for trial in trials:
            rows.append(run(trial))
            sys.stdout.write(told(rows[-1]))
            sys.stdout.flush()
            if asked.json:
                save(asked.json, name, arguments, build, rows)
    return int(any(row["findings"] for row in rows))


def own_folders(folder: str) -> dict[str, str]:
    """An environment in which nothing reads or writes the user's cache, lexicons and settings."""
    return {name: str(Path(folder) / name) for name in ("LEXKIT_CACHE", "LEXKIT_HOME")}


def run(trial: Trial) -> Row:
    """Try one trial: its row."""
    start = time.perf_counter()
    outcome = trial.do()
    return {
        "row": trial.name,
        "what": trial.what,
        "cases": outcome.cases,
        "findings": len(outcome.found),
        "seconds": round(time.perf_counter() - start, 1),
        **outcome.facts,
        "found": outcome.found[:SPELLED],
    }


def told(row: Row) -> str:
    """The line that sums up a row, and one for each finding."""
    build = f" ({row['build']})" if "build" in row else ""
    figures = [f"{row['cases']:,} cases", f"{row['findings']:,} findings", f"{row['seconds']} s", *facts(row)]
    return "\n  ".join([f"{row['row']}{build}: {', '.join(figures)}", *row["found"]]) + "\n"


def facts(row: Row) -> list[str]:
    """What a row says beyond what all rows say."""
    return [f"{key} {_text(value)}" for key, value in row.items() if key not in USUAL]


def _text(value: object) -> str:
    if isinstance(value, dict):
        value = [f"{key} {_text(part)}" for key, part in value.items()]
    if isinstance(value, list):
        return f"({', '.join(map(str, value))})"
    return f"{value:,}" if isinstance(value, int) else str(value)


# -- records ------------------------------------------------------------------------------------------


def save(path: Path, name: str, arguments: list[str], build: str, rows: list[Row]) -> None:
    """Write the record: the command, the commit, when and on what it ran, and the rows."""
    record = {
        "campaign": name,
        "command": command(name, arguments),
        "day": datetime.date.today().isoformat(),
        "commit": commit(),
        "lexkit": tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"],
        "build": build,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "rows": rows,
    }
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")


def load(path: Path) -> dict[str, Any]:
    """The record in this file."""
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return record


def command(name: str, arguments: list[str]) -> str:
    """The command of a run, without the folders of this machine."""
    rest = iter(arguments)
    shown = []
    for one in rest:
        if one in PLACES:
            next(rest, None)
        elif one.split("=")[0] not in PLACES:
            shown.append(Path(one).name if Path(one).is_absolute() else one)
    return shlex.join(["python", "-m", "campaigns", name, *shown])


def commit() -> str | None:
    """The commit of this checkout, with ``-dirty`` if files were changed since; None without git."""
    asked = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None
