"""The runner tells and records trials; records are summarised; promises name existing tests; cases are counted."""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from . import run
from .__main__ import CAMPAIGNS, listing
from .__main__ import main as choose
from .report import summary
from .run import ROOT, Trial, Tried, tried
from .suite import belongs, promises


def _campaign(found: list[str]) -> SimpleNamespace:
    """A campaign of two trials, of which the second finds something once it is given time."""

    def trials(asked: argparse.Namespace) -> list[Trial]:
        return [
            Trial("short writes", "one", lambda: tried([None, None, None])),
            Trial("long writes", "two", lambda: Tried(int(asked.seconds), found, {"words": 5000, "by": {"a": 1}})),
        ]

    return SimpleNamespace(__doc__="A test.", trials=trials, arguments=lambda parser: run.add_minutes(parser, 2))


def test_a_campaign_tells_its_trials_and_writes_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--json", str(tmp_path / "x.json"), "--minutes", "3", f"--folder={tmp_path}"]
    assert run.main("crash", _campaign(["lost", "cut"]), arguments) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("short writes: 3 cases, 0 findings, ")
    assert lines[1].startswith("long writes: 90 cases, 2 findings, ")
    assert lines[1].endswith(" s, words 5,000, by (a 1)")
    assert lines[2:] == ["  lost", "  cut"]
    record = run.load(tmp_path / "x.json")
    assert (record["campaign"], record["command"]) == ("crash", "python -m tests.campaigns crash --minutes 3")
    assert record["build"] in ("compiled", "interpreted")
    assert [(row["row"], row["cases"], row["findings"], row["found"]) for row in record["rows"]] == [
        ("short writes", 3, 0, []),
        ("long writes", 90, 2, ["lost", "cut"]),
    ]


def test_trials_are_chosen_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    """The chosen ones share the time; if no name fits, that is wrong usage."""
    assert run.main("crash", _campaign([]), ["--only", "long"]) == 0
    assert capsys.readouterr().out.startswith("long writes: 120 cases, 0 findings")
    with pytest.raises(SystemExit, match="2"):
        run.main("crash", _campaign([]), ["--only", "wide"])


def test_a_command_is_recorded_without_folders_of_this_machine() -> None:
    arguments = ["--only", "a row", "/elsewhere/nwl.gaddag", "--json", "x.json", "--corpus=/elsewhere"]
    assert run.command("crash", arguments) == "python -m tests.campaigns crash --only 'a row' nwl.gaddag"


def test_every_campaign_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[0] for line in listing().splitlines()] == [*CAMPAIGNS, "report"]
    assert choose(["fuss"]) == 2
    assert listing() in capsys.readouterr().err
    assert choose([]) == 0
    with pytest.raises(SystemExit, match="0"):
        choose(["crash", "--help"])


@pytest.mark.parametrize("promise", promises(), ids=lambda promise: promise["hazard"][:40])
def test_the_tests_of_a_promise_are_there(promise: dict[str, list[str]]) -> None:
    for test in promise["tests"]:
        path, _, function = test.partition("::")
        assert (ROOT / path).exists(), path
        if function:
            tree = ast.parse((ROOT / path).read_text("utf-8"))
            assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, test


def _run(build: str, **row: object) -> dict[str, Any]:
    usual = dict.fromkeys(("command", "day", "commit", "lexkit", "python", "system"), "x")
    return {"campaign": "crash", "build": build, **usual, "rows": [{"row": "short writes", "seconds": 30, **row}]}


def test_records_are_summarised_by_trial_and_build() -> None:
    runs = [_run("compiled", cases=1000, findings=0), _run("compiled", cases=500, findings=1, found=["lost"])]
    head, _, row, _, found, *sources = summary([*runs, _run("checked", cases=3, findings=0, words=5000)])
    assert head == "| campaign | trial | compiled | checked | notes |"
    assert row == "| crash | short writes | 1,500 / 1 / 60 s | 3 / 0 / 30 s | words 5,000 |"
    assert found == "Found: crash, short writes: lost"
    assert len(sources) == 3


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
from tests.campaigns.suite import Recorder
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
