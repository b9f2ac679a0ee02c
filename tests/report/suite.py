"""The tests, counted by promise: ``python -m tests.report.suite --json FILE [--build checked] [PYTEST ARGUMENTS]``.

A test counts as one case; one that tries many says how many (``record_property("cases", n)``), and hypothesis counts
its examples. A row of ``promises.toml`` has the tests that it names; what belongs to none is in a row of its own.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .runs import Row, save

PROMISES = Path(__file__).parent / "promises.toml"
OTHERS = "everything else"


def promises() -> list[dict[str, Any]]:
    """The rows of the first table: hazard, promise, and the tests that show it."""
    rows: list[dict[str, Any]] = tomllib.loads(PROMISES.read_text("utf-8"))["promise"]
    return rows


def belongs(nodeid: str, tests: list[str]) -> bool:
    """Whether a test is one of these: files, folders, or tests of a file."""
    return any(nodeid == one or nodeid.startswith((f"{one}::", f"{one}/", f"{one}[")) for one in tests)


class Recorder:
    """A plugin that counts: cases, failures and seconds of each test."""

    def __init__(self) -> None:
        self.cases: Counter[str] = Counter()
        self.findings: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        report = (yield).get_result()
        self.seconds[item.nodeid] += call.duration
        self.findings[item.nodeid] += report.failed
        if report.when == "call" and not report.skipped:
            told = sum(int(value) for name, value in report.user_properties if name == "cases")
            examples = re.findall(r"(\d+) passing", getattr(item, "hypothesis_statistics", ""))
            self.cases[item.nodeid] = told or sum(map(int, examples)) or 1

    def rows(self) -> list[Row]:
        """A row for each promise, and one for the tests of none."""
        named = [(row["hazard"], row.get("tests", [])) for row in promises()]
        rows = [self._row(hazard, [one for one in self.cases if belongs(one, tests)]) for hazard, tests in named]
        every = [one for _, tests in named for one in tests]
        return [*rows, self._row(OTHERS, [one for one in self.cases if not belongs(one, every)])]

    def _row(self, name: str, tests: list[str]) -> Row:
        return {
            "row": name,
            "tests": len(tests),
            "cases": sum(self.cases[one] for one in tests),
            "findings": sum(self.findings[one] for one in tests),
            "seconds": round(sum(self.seconds[one] for one in tests), 1),
        }


def main() -> int:
    reading = argparse.ArgumentParser(prog="python -m tests.report.suite", description=__doc__.split("\n")[0])
    reading.add_argument("--json", type=Path, required=True)
    reading.add_argument("--build", help="what to call this build; usually compiled or interpreted")
    asked, rest = reading.parse_known_args()
    recorder = Recorder()
    status = pytest.main(rest, plugins=[recorder])
    save(asked.json, "suite", recorder.rows(), asked.build)
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
