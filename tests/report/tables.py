"""The tables of docs/reliability.md, as Markdown, from the runs in docs/runs.

A cell of figures is cases / findings / seconds. Below each table stands what was run, when, and on what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from .runs import Row
from .suite import OTHERS, promises

Runs = dict[str, dict[str, Any]]
#: In this order, those that there are.
BUILDS = ("compiled", "interpreted", "checked", "sanitized")
#: What every row has; anything else is told in words.
USUAL = ("row", "what", "cases", "findings", "seconds", "found", "outcomes")


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    """A table of Markdown."""
    lines = [list(head), *[[str(cell) for cell in row] for row in rows]]
    made = ["| " + " | ".join(line) + " |" for line in lines]
    return [made[0], "|" + "---|" * len(lines[0]), *made[1:]]


def figures(row: Row | None) -> str:
    return f"{row['cases']:,} / {row['findings']} / {_seconds(row['seconds'])}" if row and row["cases"] else "-"


def _seconds(seconds: float) -> str:
    return f"{seconds:,.0f}" if seconds >= 10 else f"{seconds:.1f}"


def source(*runs: dict[str, Any]) -> list[str]:
    """What was run, when, on what: one line for all runs of a day on one machine."""
    commands: dict[str, dict[str, None]] = {}
    for run in runs:
        where = f"{run['day']}, lexkit {run['lexkit']}, Python {run['python']}, {run['system']}"
        commands.setdefault(where, {})[f"`{run['command']}`"] = None
    return ["", *[f"({', '.join(run)}: {where})" for where, run in commands.items()]]


def _by_build(runs: Runs, campaign: str) -> dict[str, list[dict[str, Any]]]:
    """The runs of each build that there is."""
    found = {
        build: [run for run in runs.values() if (run["campaign"], run["build"]) == (campaign, build)]
        for build in BUILDS
    }
    return {build: some for build, some in found.items() if some}


def _named(runs: list[dict[str, Any]]) -> dict[str, Row]:
    """The rows by name, those of several runs added up."""
    found: dict[str, Row] = {}
    for row in (row for run in runs for row in run["rows"]):
        before = found.get(row["row"], {"cases": 0, "findings": 0, "seconds": 0})
        found[row["row"]] = {
            **row,
            **{key: before[key] + row[key] for key in ("cases", "findings", "seconds")},
        }
    return found


def of_promises(runs: Runs) -> list[str]:
    builds = _by_build(runs, "suite")
    rows = []
    for promise in promises():
        files = dict.fromkeys(f"`{test.partition('::')[0]}`" for test in promise["tests"])
        shown = ", ".join([*files, *([promise["by"]] if "by" in promise else [])])
        cells = [figures(_named(some).get(promise["hazard"])) for some in builds.values()]
        rows.append([promise["hazard"], promise["promise"], shown, *cells])
    rows.append([OTHERS, "", "", *[figures(_named(some)[OTHERS]) for some in builds.values()]])
    return [*table(["hazard", "promise", "shown by", *builds], rows), *source(*chain(*builds.values()))]


def of_fuzz(runs: Runs) -> list[str]:
    builds = _by_build(runs, "fuzz")
    about = {name: row["what"] for some in builds.values() for name, row in _named(some).items()}
    rows = [
        [f"*{part}*: {what}", *[figures(_named(some).get(part)) for some in builds.values()]]
        for part, what in about.items()
    ]
    return [*table(["part", *builds], rows), *source(*chain(*builds.values()))]


def of_rows(*names: str) -> Callable[[Runs], list[str]]:
    """A table of a campaign's rows, with what else a row says of itself in words."""

    def made(runs: Runs) -> list[str]:
        rows = []
        for row in (row for name in names for row in runs[name]["rows"]):
            more = [f"{key} {_value(value)}" for key, value in row.items() if key not in USUAL]
            what = row["what"] + (f" ({', '.join(more)})" if more else "")
            rows.append([row["row"], what, f"{row['cases']:,}", row["findings"], _seconds(row["seconds"])])
        head = ["row", "what happens", "cases", "findings", "seconds"]
        return [*table(head, rows), *source(*[runs[name] for name in names])]

    return made


def _value(value: object) -> str:
    if isinstance(value, list):
        return " to ".join(map(_value, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def of_mutants(runs: Runs) -> list[str]:
    run = runs["mutants"]
    keys = ("mutants", "noticed", "listed", "others", "seconds")
    rows = [[f"`{row['row']}`", *[f"{row[key]:,}" for key in keys]] for row in run["rows"]]
    total = ["all", *[f"{sum(row[key] for row in run['rows']):,}" for key in keys]]
    head = ["module", "mutants", "noticed", "survive, listed with why", "survive otherwise", "seconds"]
    return [*table(head, [*rows, total]), *source(run)]


def of_reproducible(runs: Runs) -> list[str]:
    run = runs["reproducible"]
    keys = ("python", "kernels", "numpy", "zstandard")
    rows = [
        [*[row[key] for key in keys], row["cases"], row["findings"], _seconds(row["seconds"])] for row in run["rows"]
    ]
    return [*table(["Python", "kernels", "numpy", "zstandard", "files", "different", "seconds"], rows), *source(run)]


def of_worst(runs: Runs) -> list[str]:
    run = runs["worst-cases"]
    rows = [
        [row["row"], row["came to"], f"{row['alone, ms']:,.1f} ms", f"{row['with a limit of 10 ms, ms']:,.1f} ms"]
        for row in sorted(run["rows"], key=lambda row: -row["alone, ms"])
    ]
    return [*table(["question", "came to", "alone", "held with a limit of 10 ms"], rows), *source(run)]


TABLES: dict[str, Callable[[Runs], list[str]]] = {
    "promises": of_promises,
    "fuzz": of_fuzz,
    "crash": of_rows("crash"),
    "load": of_rows("load", "soak"),
    "reproducible": of_reproducible,
    "mutants": of_mutants,
    "worst cases": of_worst,
}
