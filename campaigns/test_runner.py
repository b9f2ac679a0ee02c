"""The runner tells trials and writes records, and the report summarises them."""

import argparse
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns import run
from campaigns.__main__ import CAMPAIGNS, listing
from campaigns.__main__ import main as choose
from campaigns.attacks.kernels import ROOMS
from campaigns.attacks.trials import run_tests
from campaigns.builds import ROOT, package_folders, prepare
from campaigns.report import summary
from campaigns.run import Trial, Tried, tried


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
    assert (record["campaign"], record["command"]) == ("crash", "python -m campaigns crash --minutes 3")
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
    assert run.command("crash", arguments) == "python -m campaigns crash --only 'a row' nwl.gaddag"


def test_every_campaign_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[0] for line in listing().splitlines()] == [*CAMPAIGNS, "report"]
    assert choose(["fuss"]) == 2
    assert listing() in capsys.readouterr().err
    assert choose([]) == 0
    with pytest.raises(SystemExit, match="0"):
        choose(["crash", "--help"])


def _run(build: str, **row: object) -> dict[str, Any]:
    usual = dict.fromkeys(("command", "day", "commit", "lexkit", "python", "system"), "x")
    return {"campaign": "crash", "build": build, **usual, "rows": [{"row": "short writes", "seconds": 30, **row}]}


def test_what_ends_the_process_of_an_attack_is_told(tmp_path: Path) -> None:
    """A sanitizer writes past Python, to the standard error of the process, and then ends it."""
    attack = tmp_path / "test_ends.py"
    attack.write_text("import os\n\n\ndef test_ends():\n    os.write(2, b'runtime error: shift')\n    os._exit(1)\n")
    ended = run_tests((str(attack),))
    assert len(ended.found) == 1
    assert "runtime error: shift" in ended.found[0]


def test_a_build_imports_what_it_compiles(tmp_path: Path) -> None:
    """Kernels are compiled beside their sources, in the folders of the parts."""
    package = Path(prepare("interpreted", tmp_path)["PYTHONPATH"]) / "lexkit"
    for name in package_folders():
        assert (package / name).resolve() == (tmp_path / name).resolve()


def test_no_room_with_kernels_is_forgotten() -> None:
    folders = [path for name in package_folders() for path in (ROOT / name).rglob("kernels")]
    paths = [path.relative_to(ROOT).parts for path in folders if path.is_dir()]
    assert {parts[parts[0] == "runtime"] for parts in paths} == set(ROOMS)


def test_records_are_summarised_by_trial_and_build() -> None:
    runs = [_run("compiled", cases=1000, findings=0), _run("compiled", cases=500, findings=1, found=["lost"])]
    head, _, row, _, found, *sources = summary([*runs, _run("checked", cases=3, findings=0, words=5000)])
    assert head == "| campaign | trial | compiled | checked | notes |"
    assert row == "| crash | short writes | 1,500 / 1 / 60 s | 3 / 0 / 30 s | words 5,000 |"
    assert found == "Found: crash, short writes: lost"
    assert len(sources) == 3
