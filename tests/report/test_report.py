"""Records read back and are summarised; every promise names existing tests; the suite counts its cases."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .__main__ import summary
from .runs import load, save
from .suite import belongs, promises

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("promise", promises(), ids=lambda promise: promise["hazard"][:40])
def test_the_tests_of_a_promise_are_there(promise: dict[str, list[str]]) -> None:
    for test in promise["tests"]:
        path, _, function = test.partition("::")
        assert (ROOT / path).exists(), path
        if function:
            tree = ast.parse((ROOT / path).read_text("utf-8"))
            assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, test


def _run(build: str, **row: object) -> dict[str, Any]:
    usual = {"day": "2026-11-21", "lexkit": "0.1.0", "python": "3.11.7", "system": "Linux", "command": "python x"}
    return {"campaign": "crash", "build": build, **usual, "rows": [{"row": "short writes", "seconds": 30, **row}]}


def test_records_are_summarised_by_trial_and_build() -> None:
    runs = [_run("compiled", cases=1000, findings=0), _run("compiled", cases=500, findings=1, found=["lost"])]
    head, _, row, _, found, *sources = summary([*runs, _run("checked", cases=3, findings=0, words=5000)])
    assert head == "| campaign | trial | compiled | checked | notes |"
    assert row == "| crash | short writes | 1,500 / 1 / 60 s | 3 / 0 / 30 s | words 5,000 |"
    assert found == "Found: crash, short writes: lost"
    assert len(sources) == 3
    assert summary(runs, totals=True)[2] == "| crash | all | 1,500 / 1 / 60 s |  |"


def test_which_tests_a_row_has() -> None:
    tests = ["tests/a.py", "tests/b.py::test_b", "tests/c"]
    assert belongs("tests/a.py::test_x[1]", tests)
    assert belongs("tests/b.py::test_b[no words]", tests)
    assert belongs("tests/c/test_d.py::test_e", tests)
    assert not belongs("tests/b.py::test_bb", tests)
    assert not belongs("tests/ab.py::test_x", tests)


_COUNTED = """
from hypothesis import given, settings, strategies
import pytest

@settings(max_examples=7, database=None, derandomize=True)
@given(strategies.integers())
def test_drawn(number):
    pass

def test_told(record_property):
    record_property("cases", 3)
    record_property("cases", 2)

@pytest.mark.parametrize("number", [1, 2])
def test_one(number):
    assert number == 1
"""


def test_cases_are_counted(tmp_path: Path) -> None:
    """Examples of hypothesis, what a test says of itself, else one; and failures."""
    (tmp_path / "test_counted.py").write_text(_COUNTED)
    code = f"""
import json, os, pytest
from tests.report.suite import Recorder
recorder = Recorder()
pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir", {str(tmp_path)!r}, {str(tmp_path)!r}], plugins=[recorder])
print(json.dumps([recorder.cases, recorder.findings]))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    cases, findings = json.loads(done.stdout.splitlines()[-1])
    assert {name.rpartition("::")[2]: number for name, number in cases.items()} == {
        "test_drawn": 7,
        "test_told": 5,
        "test_one[1]": 1,
        "test_one[2]": 1,
    }
    assert sum(findings.values()) == 1


def test_a_run_reads_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"row": "a row", "cases": 3, "findings": 0, "seconds": 0.5}
    monkeypatch.setattr(
        "sys.argv",
        [str(ROOT / "tests/crash/__main__.py"), "--row", "a row", "/elsewhere/nwl.gaddag", "--json", "x.json"],
    )
    save(tmp_path / "one.json", "crash", [row], "checked")
    run = load(tmp_path / "one.json")
    assert run["command"] == "python -m tests.crash --row 'a row' nwl.gaddag"
    assert (run["campaign"], run["build"], run["rows"]) == ("crash", "checked", [row])
