"""Runs the tests and counts them by promise: the cases, failures and seconds of each row of promises.toml.

A test counts as one case; one that tries many tells how many (``record_property("cases", n)``), and hypothesis counts
its examples. A test that belongs to several promises counts for each. Options of pytest follow ``--``.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from .run import Trial, Tried

PROMISES = Path(__file__).parent / "promises.toml"
OTHERS, ALL = "everything else", "all tests"


def promises() -> list[dict[str, Any]]:
    """The rows of promises.toml: hazard, promise, and the tests that show it."""
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
        if report.failed:
            self.findings[item.nodeid] += 1
        if report.when == "call" and not report.skipped:
            told = sum(int(value) for name, value in report.user_properties if name == "cases")
            examples = re.findall(r"(\d+) passing", getattr(item, "hypothesis_statistics", ""))
            self.cases[item.nodeid] = told or sum(map(int, examples)) or 1

    def tests(self) -> list[str]:
        """The tests that ran, or failed before they did."""
        return list(dict.fromkeys([*self.cases, *self.findings]))

    def counted(self, tests: Iterable[str]) -> Tried:
        """The outcome of these tests."""
        some = list(tests)
        seconds = round(sum(self.seconds[one] for one in some), 1)
        failed = [one for one in some if self.findings[one]]
        return Tried(sum(self.cases[one] for one in some), failed, {"tests": len(some), "seconds": seconds})


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("options", nargs="*", metavar="OPTION", help="of pytest, after --")


def trials(asked: argparse.Namespace) -> list[Trial]:
    """One for each promise, then the tests of no promise, then all tests."""
    named = [one for promise in promises() for one in promise["tests"]]

    @cache
    def ran() -> Recorder:
        recorder = Recorder()
        status = pytest.main(asked.options, plugins=[recorder])
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            sys.exit(f"pytest ended with {status!r}")
        return recorder

    def of(tests: list[str]) -> Tried:
        return ran().counted(one for one in ran().tests() if belongs(one, tests))

    def others() -> Tried:
        return ran().counted(one for one in ran().tests() if not belongs(one, named))

    return [
        *(Trial(promise["hazard"], promise["promise"], partial(of, promise["tests"])) for promise in promises()),
        Trial(OTHERS, "tests of no promise", others),
        Trial(ALL, "each test once", lambda: ran().counted(ran().tests())),
    ]
