"""lexc attach, and lexc build with columns, as a user meets them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexkit
from tests.apps.shell.shell import lexq, program
from tests.running import MANY


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


def test_numbers_of_which_some_are_missing(few: Path, tmp_path: Path) -> None:
    """Found: one n/a made texts of all numbers; freq:>1000 found nothing and sort:-freq sorted texts."""
    (tmp_path / "freq.csv").write_text("word,freq\naa,1200\nab,n/a\ncab,7\n")
    done = program("lexc", "attach", str(few), "--column", f"freq={tmp_path / 'freq.csv'}")
    assert "freq: integer, 3 rows, 4 words without one" in done.stderr
    assert lexq("-l", str(few), "search", "freq:>1000").stdout == "AA\n"
    assert lexq("-l", str(few), "search", "sort:-freq limit:3").stdout == "AA\nCAB\nAB\n"
    (tmp_path / "freq.csv").write_text("word,freq\naa,1200\nab,12%\ncab,7\n")
    done = program("lexc", "attach", str(few), "--column", f"freq={tmp_path / 'freq.csv'}")
    assert "freq has texts, since line 3 has no number: '12%'" in done.stderr
    done = lexq("-l", str(few), "search", "freq:>1000")
    assert (done.stdout, done.returncode) == ("", 3)
    assert "column freq has texts, not numbers: found '12%' for AB; attach it again with numbers alone" in done.stderr


@given(
    st.lists(st.none() | st.integers(-(2**63), 2**63 - 1), min_size=6, max_size=6).filter(any)
    | st.lists(st.none() | st.floats(allow_nan=False, allow_infinity=False), min_size=6, max_size=6).filter(any)
)
@settings(max_examples=15 if MANY else 3)
def test_numbers_that_lexq_writes_are_read_back(tmp_path_factory: pytest.TempPathFactory, numbers: list[Any]) -> None:
    folder = tmp_path_factory.mktemp("numbers")
    path, words = str(folder / "few.gaddag"), ["AA", "AB", "CAB", "CARE", "CARES", "TABLE"]
    lexkit.build(words, path)
    texts = [{"word": word, "freq": number} for word, number in zip(words, numbers, strict=True)]
    (folder / "freq.jsonl").write_text("".join(json.dumps(text) + "\n" for text in texts))
    lexkit.attach(path, path, [f"freq={folder / 'freq.jsonl'}"])
    for option, name in (("--csv", "out.csv"), ("--tsv", "out.tsv"), ("--json", "out.jsonl")):
        done = lexq("-l", path, "search", "*", "--columns", "word,freq", option)
        (folder / name).write_text(done.stdout)
        lexkit.attach(path, folder / "again.gaddag", [f"freq={folder / name}"])
        again = lexkit.open(folder / "again.gaddag").column("freq")
        assert [again[word] for word in words] == numbers


def test_a_list_of_phrases_says_what_it_loses(tmp_path: Path) -> None:
    phrases = tmp_path / "phrases.txt"
    phrases.write_text("ice cream\nNew York\na la carte\nhot dog\nhot potato\ncare\n")
    done = program("lexc", "build", str(phrases))
    assert done.returncode == 0
    assert "5 lines have text behind the word, which was left out (keep it: --definitions, or --fields" in done.stderr
    assert "    line 3: 'a la carte'\n" in done.stderr
    assert "text behind" not in program("lexc", "build", str(phrases), "--fields", "word,rest+first").stderr
    done = program("lexc", "merge", str(phrases), "-o", str(tmp_path / "all.gaddag"))
    assert "line 1: 'ice cream (phrases)'" in done.stderr
    done = program("lexc", "convert", str(phrases), str(tmp_path / "out.kwg"))
    assert "kwg files do not keep: the text behind the word of 5 lines" in done.stderr
    done = program("lexc", "diff", str(phrases), str(tmp_path / "phrases.gaddag"))
    assert (done.stdout, done.returncode) == ("", 0)
    told = "lexc: 5 lines have text behind the word, which was left out (a phrase is no word): line 1: 'ice cream'\n"
    assert done.stderr == told
    phrases.write_text("mother-in-law\ndon't\ncare\n")
    assert "line 1, column 7: '-'; line 2, column 4: \"'\"" in program("lexc", "build", str(phrases)).stderr
    done = program("lexc", "build", str(phrases), "--skip-invalid")
    assert 'skipped line 2, column 4: "\'"' in done.stderr
