"""Summarises records of runs as a Markdown table: ``python -m campaigns report FILE...``.

A row of the table is one trial, a column one build; a cell gives cases, findings and time. Records of the same trial on
the same build are added up.
"""

import argparse
import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

from campaigns.run import Row, facts, load

BUILDS = ("compiled", "interpreted", "checked", "sanitized")
#: Facts that are too long for a table.
LONG = ("what", "outcomes", "sha256")


def summary(runs: Iterable[dict[str, Any]]) -> list[str]:
    """The lines of the table, then what was found, then one line for each record."""
    runs = list(runs)
    cells: dict[tuple[str, str], dict[str, Row]] = {}
    found: list[str] = []
    for run in runs:
        for row in run["rows"]:
            builds = cells.setdefault((run["campaign"], row["row"]), {})
            build = row.get("build", run["build"])
            before = builds.get(build, {})
            sums = {key: before.get(key, 0) + row[key] for key in ("cases", "findings", "seconds")}
            builds[build] = {**{key: value for key, value in row.items() if key not in LONG}, **sums}
            found += [f"{run['campaign']}, {row['row']}: {what}" for what in row.get("found", [])]
    met = {build for builds in cells.values() for build in builds}
    columns = [build for build in BUILDS if build in met] + sorted(met - set(BUILDS))
    rows = []
    for name, builds in cells.items():
        notes = dict.fromkeys(chain(*map(facts, builds.values())))
        rows.append([*name, *(_figures(builds.get(build)) for build in columns), ", ".join(notes)])
    lines = ["| " + " | ".join(row) + " |" for row in [["campaign", "trial", *columns, "notes"], *rows]]
    lines.insert(1, "|" + "---|" * (len(columns) + 3))
    return [*lines, "", *[f"Found: {what}" for what in found], *[_source(run) for run in runs]]


def _figures(row: Row | None) -> str:
    if row is None or not row["cases"]:
        return "-"
    seconds = row["seconds"]
    time = f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:,.0f} min"
    return f"{row['cases']:,} / {row['findings']:,} / {time}"


def _source(run: dict[str, Any]) -> str:
    measured = f"lexkit {run['lexkit']} at {run['commit'] or 'an unknown commit'}, Python {run['python']}"
    return f"`{run['command']}`: {run['day']}, {measured}, {run['system']}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m campaigns report", description=__doc__)
    parser.add_argument("records", nargs="+", type=Path, metavar="FILE", help="a record that --json wrote")
    records = parser.parse_args(arguments).records
    sys.stdout.write("\n".join(summary(map(load, records))) + "\n")
    return 0
