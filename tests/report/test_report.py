"""docs/reliability.md says what the runs came to, and every promise names tests that there are."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from .__main__ import DOCUMENT, filled, places
from .runs import load, save
from .suite import belongs, promises
from .tables import TABLES, Runs

ROOT = DOCUMENT.parents[1]


def test_the_document_is_what_the_runs_came_to() -> None:
    """Else: python -m tests.report."""
    text = DOCUMENT.read_text("utf-8")
    assert sorted(places(text)) == sorted(TABLES)
    assert text == filled(text, load())


def test_every_build_ran_every_row() -> None:
    runs = load()
    hazards = [promise["hazard"] for promise in promises()]
    for name in ("suite-compiled", "suite-interpreted", "suite-checked"):
        rows = {row["row"]: row for row in runs[name]["rows"]}
        assert list(rows)[:-1] == hazards, name
        assert not [hazard for hazard in hazards if not rows[hazard]["cases"]], name


@pytest.mark.parametrize("promise", promises(), ids=lambda promise: promise["hazard"][:40])
def test_the_tests_of_a_promise_are_there(promise: dict[str, list[str]]) -> None:
    for test in promise["tests"]:
        path, _, function = test.partition("::")
        assert (ROOT / path).exists(), path
        if function:
            tree = ast.parse((ROOT / path).read_text("utf-8"))
            assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, test


@pytest.fixture
def changed() -> Runs:
    """The runs, with a finding more."""
    runs = load()
    runs["crash"]["rows"][0]["findings"] += 1
    return runs


def test_a_finding_would_show(changed: Runs) -> None:
    text = DOCUMENT.read_text("utf-8")
    assert filled(text, changed) != filled(text, load())


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
    run = load(tmp_path)["one"]
    assert run["command"] == "python -m tests.crash --row 'a row' nwl.gaddag"
    assert (run["campaign"], run["build"], run["rows"]) == ("crash", "checked", [row])
    assert json.loads((tmp_path / "one.json").read_text("utf-8")) == run
