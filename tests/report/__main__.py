"""Summarise run records as a Markdown table: ``python -m tests.report FILE...``.

A row of the table is one trial, or one campaign with ``--totals``; a column is one build; a cell gives cases, findings
and time. Records of the same trial on the same build are added up.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .runs import Row, load

BUILDS = ("compiled", "interpreted", "checked", "sanitized")
#: The keys of a row that a cell shows, or that are too long for a table.
SHOWN = {"row", "what", "build", "cases", "findings", "seconds", "found", "outcomes"}


def summary(runs: Iterable[dict[str, Any]], totals: bool = False) -> list[str]:
    """The lines of the table, then what was found, then one line for each record."""
    runs = list(runs)
    cells: dict[tuple[str, str], dict[str, Row]] = {}
    found: list[str] = []
    for run in runs:
        for row in run["rows"]:
            name = (run["campaign"], "all" if totals else row["row"])
            builds = cells.setdefault(name, {})
            build = row.get("build", run["build"])
            builds[build] = _added(builds.get(build), {} if totals else row, row)
            found += [f"{run['campaign']}, {row['row']}: {what}" for what in row.get("found", [])]
    met = {build for builds in cells.values() for build in builds}
    columns = [build for build in BUILDS if build in met] + sorted(met - set(BUILDS))
    rows = [
        [*name, *(_figures(builds.get(build)) for build in columns), _facts(builds.values())]
        for name, builds in cells.items()
    ]
    lines = ["| " + " | ".join(row) + " |" for row in [["campaign", "trial", *columns, "notes"], *rows]]
    lines.insert(1, "|" + "---|" * (len(columns) + 3))
    return [*lines, "", *[f"Found: {what}" for what in found], *[_source(run) for run in runs]]


def _added(before: Row | None, facts: Row, row: Row) -> Row:
    sums = {key: row[key] + (before or {}).get(key, 0) for key in ("cases", "findings", "seconds")}
    return {**{key: value for key, value in facts.items() if key not in SHOWN}, **sums}


def _figures(row: Row | None) -> str:
    if row is None or not row["cases"]:
        return "-"
    seconds = row["seconds"]
    time = f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:,.0f} min"
    return f"{row['cases']:,} / {row['findings']:,} / {time}"


def _facts(rows: Iterable[Row]) -> str:
    """What rows say beyond their figures, each fact once."""
    facts = [f"{key} {_value(value)}" for row in rows for key, value in row.items() if key not in SHOWN]
    return ", ".join(dict.fromkeys(facts))


def _value(value: object) -> str:
    if isinstance(value, list):
        return " to ".join(map(_value, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def _source(run: dict[str, Any]) -> str:
    commit = run.get("commit") or "of no known commit"
    return f"`{run['command']}`: {run['day']}, lexkit {run['lexkit']} {commit}, Python {run['python']}, {run['system']}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.report", description=__doc__.split(":")[0])
    parser.add_argument("records", nargs="+", type=Path, metavar="FILE", help="a record of a campaign (--json)")
    parser.add_argument("--totals", action="store_true", help="one row for each campaign")
    asked = parser.parse_args()
    sys.stdout.write("\n".join(summary(map(load, asked.records), asked.totals)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
