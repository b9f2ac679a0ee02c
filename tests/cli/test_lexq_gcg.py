"""``lexq gcg``: faults as compilers write them, repairs, turns and boards."""

import json
from pathlib import Path

from tests.cli.shell import json_lines, lexq

FOLDER = Path(__file__).parents[1] / "golden" / "gcg"
GOOD, BAD = str(FOLDER / "standard.gcg"), str(FOLDER / "total.gcg")


def test_check(tmp_path: Path) -> None:
    done = lexq("gcg", "check", GOOD)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = lexq("gcg", "check", GOOD, BAD, str(FOLDER / "binary.gcg"))
    assert done.returncode == 3
    assert done.stdout.splitlines() == [
        f"{BAD}:6: total: expected 52, found 53",
        f"{FOLDER / 'binary.gcg'}:1: text: expected a record in GCG, found a byte 0",
    ]
    fault = {"file": BAD, "line": 6, "rule": "total", "expected": "52", "found": "53"}
    assert json_lines("gcg", "check", BAD) == [fault]
    done = lexq("gcg", "check", BAD, str(tmp_path / "missing.gcg"))
    assert (done.returncode, done.stdout.count("\n"), done.stderr.count("\n")) == (4, 1, 1)


def test_fix(tmp_path: Path) -> None:
    copy = tmp_path / "copy.gcg"
    copy.write_bytes(Path(BAD).read_bytes())
    done = lexq("gcg", "check", "--fix", str(copy))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{copy}: 1 fault repaired\n"
    assert copy.read_bytes() == Path(GOOD).read_bytes()


def test_show() -> None:
    lines = lexq("gcg", "show", GOOD).stdout.splitlines()
    assert lines[0] == "  1 Ann Archer AEHMNN?   8D HANgMEN               +80    80"
    assert lines[-1] == "Ann Archer 433, Bob Baker 358 (over: out)"
    done = lexq("gcg", "show", GOOD, "--turn", "1")
    assert " 8  = . . H A N g M E N . . . . =" in done.stdout.replace("' ", ". ")
    assert done.stdout.splitlines()[-2:] == ["  Ann Archer 80", "* Bob Baker 0 EIRRUUZ"]
    [facts] = json_lines("gcg", "show", GOOD, "--turn", "2")
    assert (facts["scores"], facts["to_move"], facts["over"]) == ([80, 33], 0, False)
    turns = json_lines("gcg", "show", GOOD)
    assert len(turns) == 23
    assert json.dumps(turns[0]["totals"]) == "[80, 0]"


def test_refusals() -> None:
    for arguments, code in (
        (["show", GOOD, "--turn", "99"], 3),
        (["show", BAD], 3),
        (["show", BAD, "--turn", "-1"], 2),
        (["check"], 2),
        (["analyze"], 2),
    ):
        done = lexq("gcg", *arguments)
        assert (done.returncode, done.stdout) == (code, "")
        assert len(done.stderr.splitlines()) < 8
    assert f"{BAD}: line 6: total: expected 52, found 53" in lexq("gcg", "show", BAD).stderr
