"""lexc attach, and lexc build with columns, as a user meets them."""

import json
from pathlib import Path

import pytest

import lexkit
from tests.cli.shell import program


@pytest.fixture
def few(tmp_path: Path) -> Path:
    lexkit.build(["AA", "AB", "CAB", "CARE", "CARES", "TABLE"], tmp_path / "few.gaddag")
    return tmp_path / "few.gaddag"


def test_attach_at_the_shell(few, tmp_path):
    (tmp_path / "freq.csv").write_text("word,freq\nAA,1\nzzz,5\nCAB,300\n")
    done = program("lexc", "attach", str(few), "--column", f"freq={tmp_path / 'freq.csv'}")
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert "line 3: 'zzz'" in done.stderr
    done = program("lexc", "attach", str(few), "-c", f"freq={tmp_path / 'freq.csv'}", "--skip-invalid")
    assert (done.returncode, done.stdout) == (0, "")
    assert "columns freq" in done.stderr
    assert "freq: integer, 3 rows, 4 words without one" in done.stderr
    assert "line 3: 'zzz'" in done.stderr
    facts = json.loads(program("lexc", "info", str(few), "--json").stdout)
    assert facts["column freq"] == {"kind": "integer", "bytes": 13, "missing": 4}
    assert "column freq: " in program("lexc", "info", str(few)).stdout
    assert program("lexc", "verify", str(few)).returncode == 0
    assert program("lexc", "attach", str(few)).returncode == 2
    other = str(tmp_path / "other.gaddag")
    report = json.loads(program("lexc", "attach", str(few), "--remove", "freq", "-o", other, "--json").stdout)
    assert (report["columns"], report["removed"], report["path"]) == ([], ["freq"], other)
    again = program("lexc", "attach", str(few), "--remove", "freq", "-o", other)
    assert (again.returncode, again.stderr.count("\n")) == (4, 1)
    assert program("lexc", "attach", str(few), "--remove", "freq", "-o", other, "--force", "-q").stderr == ""


def test_attach_to_what_is_no_plain_file(few, tmp_path):
    (tmp_path / "freq.csv").write_text("AA,1\n")
    column = f"freq={tmp_path / 'freq.csv'}"
    program("lexc", "pack", str(few))
    for name in (str(few) + ".zst", "english"):
        done = program("lexc", "attach", name, "-c", column)
        assert (done.returncode, done.stderr.count("\n")) == (3, 1)
        assert "-o FILE" in done.stderr
    made = tmp_path / "made.gaddag"
    assert program("lexc", "attach", str(few) + ".zst", "-c", column, "-o", str(made)).returncode == 0
    assert lexkit.open(made).column("freq")["AA"] == 1


def test_build_with_columns_at_the_shell(tmp_path):
    (tmp_path / "few.txt").write_text("cab a taxi\naa\n")
    (tmp_path / "freq.csv").write_text("AA,1\n")
    options = ["--definitions", "--spelling", "--column", f"freq={tmp_path / 'freq.csv'}"]
    done = program("lexc", "build", str(tmp_path / "few.txt"), *options)
    assert done.returncode == 0
    assert "definition: text, 2 rows, 1 word without one" in done.stderr
    report = json.loads(program("lexc", "build", str(tmp_path / "few.txt"), *options, "--json").stdout)
    assert [column["name"] for column in report["columns"]] == ["definition", "spelling", "freq"]
    lexicon = lexkit.open(tmp_path / "few.gaddag")
    assert lexicon.values_of("CAB") == {"definition": "a taxi", "freq": None, "spelling": "cab"}
    clash = program("lexc", "build", str(tmp_path / "few.txt"), "--definitions", "--column",
                    f"definition={tmp_path / 'freq.csv'}")  # fmt: skip
    assert (clash.returncode, clash.stderr.count("\n")) == (3, 1)
