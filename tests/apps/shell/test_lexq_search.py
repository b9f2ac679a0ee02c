"""lexq search and lexq batch as a user meets them: as processes, in a pipe, with typing errors."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.apps.shell.shell import LEXQ, json_lines, lexq
from tests.apps.shell.test_lexq import WORDS as WORDS
from tests.running import each


@each(
    ("arguments", "expected"),
    [
        (["prefix:ca -suffix:e"], "CARED\nCARES\n"),
        (["prefix:CA", "-suffix:E"], "CARED\nCARES\n"),
        (["-suffix:E", "prefix:CA"], "CARED\nCARES\n"),
        (["prefix:CA", "not", "suffix:E", "--limit", "1"], "CARED\n"),
        (["-(prefix:CA or suffix:E)"], "TABLES\n"),
        (["--count", "suffix:ABLE", "or", "suffix:ABLES"], "7\n"),
        (["-n", "2", "-suffix:E"], "CARED\nCARES\n"),
        (["prefix:CAR sort:-length,word limit:2"], "CARED\nCARES\n"),
        (["prefix:CAR", "--sort", "-length", "--limit", "1"], "CARED\n"),
        (["offset:8"], "TABLE\nTABLES\n"),
        (["prefix:CARE", "--json", "-n", "1"], '{"word": "CARE", "rank": 2, "length": 4}\n'),
    ],
)
def test_search(few: str, arguments: list[str], expected: str) -> None:
    done = lexq("-l", few, "search", *arguments)
    assert (done.stdout, done.stderr, done.returncode) == (expected, "", 0)


def test_a_query_from_standard_input_may_have_lines(few: str) -> None:
    done = lexq("-l", few, "search", "-", stdin="(prefix:CA\n or prefix:T)\n suffix:S\n")
    assert (done.stdout, done.returncode) == ("CARES\nTABLES\n", 0)


def test_nothing_found_is_exit_code_1_and_wrong_usage_2(few: str) -> None:
    assert lexq("-l", few, "search", "prefix:CA prefix:T").returncode == 1
    assert lexq("-l", few, "search").returncode == 2
    assert lexq("-l", few, "search", "--nonsense", "prefix:A").returncode == 2
    assert lexq("-l", few, "batch").returncode == 2


@each(
    ("arguments", "expected"),
    [
        (
            ["prefix:CA", "CAT"],
            "lexq: a word without its kind: expected a term like length:7, found CAT; "
            "say anagram:CAT, or put quotes around a value with spaces\nprefix:CA CAT\n          ^\n",
        ),
        (["(prefix:CA"], "lexq: a parenthesis is not closed: expected ), found the end of the query\n(prefix:CA\n^\n"),
        (
            ["prefix:CA1"],
            "lexq: not a letter of the english alphabet: expected ABCDEFGHIJKLMNOPQRSTUVWXYZ, found '1'\n"
            "prefix:CA1\n         ^\n",
        ),
    ],
)
def test_a_malformed_query_is_a_line_and_a_caret(few: str, arguments: list[str], expected: str) -> None:
    done = lexq("-l", few, "search", *arguments)
    assert (done.stdout, done.stderr, done.returncode) == ("", expected, 3)


@each("text", ["", "(" * 10_000, "x" * 100_000, "a\x1b[31mb", "lenght:7"])
def test_whatever_is_malformed_is_told_in_three_lines(few: str, text: str) -> None:
    done = lexq("-l", few, "search", text)
    assert (done.stdout, done.returncode) == ("", 3)
    lines = done.stderr.split("\n")
    assert lines[0].startswith("lexq: ")
    assert len(lines) <= 4
    assert max(map(len, lines)) < 700
    assert "\x1b" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="arguments are bytes on POSIX only")
def test_what_is_no_utf8(few: str) -> None:
    command = [*LEXQ, "-l", few, "search"]
    done = subprocess.run([*command, b"prefix:\xff"], capture_output=True, check=False, timeout=300)
    assert (done.stdout, done.returncode) == (b"", 3)
    assert b"not UTF-8" in done.stderr
    for content, what in ((b"prefix:\xff", b"not UTF-8"), (b"prefix:A " * 100_000, b"too long"), (b"", b"empty")):
        done = subprocess.run([*command, "-"], input=content, capture_output=True, check=False, timeout=300)
        assert (done.stdout, done.returncode) == (b"", 3)
        assert what in done.stderr


def test_explain_says_how_instead_of_what(few: str) -> None:
    done = lexq("-l", few, "search", "--explain", "suffix:S prefix:T")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("find prefix:T: one walk from the front; about ")
    assert lines[1].startswith("keep suffix:S: ")
    assert lines[2:] == ["1 word"]
    told = json.loads(lexq("-l", few, "search", "--explain", "--json", "suffix:S prefix:T").stdout)
    assert told == {"query": "suffix:S prefix:T", "plan": lines}


# -- batch ----------------------------------------------------------------------------------------------


def test_a_batch_has_a_line_for_each_query(few: str, tmp_path: Path) -> None:
    path = tmp_path / "queries.txt"
    path.write_text("\ufeffprefix:CAR\n\n# a remark\n  prefix:T   -suffix:S \r\nprefix:Q\n", "utf-8")
    done = lexq("-l", few, "batch", str(path))
    expected = "prefix:CAR\t3\tCARE CARED CARES\nprefix:T -suffix:S\t1\tTABLE\nprefix:Q\t0\t\n"
    assert (done.stdout, done.stderr, done.returncode) == (expected, "", 0)
    assert lexq("-l", few, "batch", "-", stdin=path.read_text("utf-8")).stdout == expected
    assert (
        lexq("-l", few, "batch", str(path), "--count").stdout == "prefix:CAR\t3\nprefix:T -suffix:S\t1\nprefix:Q\t0\n"
    )
    assert lexq("-l", few, "batch", str(path), "-n", "1").stdout.startswith("prefix:CAR\t3\tCARE\n")


def test_a_batch_as_json(few: str) -> None:
    done = lexq("-l", few, "batch", "-", "--json", stdin="prefix:CAR\n\n7\nprefix:Q limit:3")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[0] == {"query": "prefix:CAR", "line": 1, "count": 3, "words": ["CARE", "CARED", "CARES"]}
    assert set(rows[1]) == {"query", "line", "error"}
    assert rows[1]["line"] == 3
    assert rows[2] == {"query": "prefix:Q limit:3", "line": 4, "count": 0, "words": []}
    assert done.returncode == 3
    done = lexq("-l", few, "batch", "-", "--json", "--count", stdin="prefix:CAR")
    assert json.loads(done.stdout) == {"query": "prefix:CAR", "line": 1, "count": 3}


def test_a_malformed_line_stops_nothing_unless_asked(few: str) -> None:
    text = "prefix:CAR\nlenth:7\nprefix:T\n"
    done = lexq("-l", few, "batch", "-", stdin=text)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["prefix:CAR", "prefix:T"]
    assert done.stderr.startswith("lexq: line 2: no such condition")
    assert done.stderr.endswith("lenth:7\n^\n")
    assert done.returncode == 3
    done = lexq("-l", few, "batch", "-", "--stop", stdin=text)
    assert done.stdout == "prefix:CAR\t3\tCARE CARED CARES\n"
    assert done.stderr.startswith("lexq: line 2: no such condition")
    assert done.returncode == 3


def test_a_batch_of_nothing_is_exit_code_1_and_of_no_file_4(few: str) -> None:
    assert lexq("-l", few, "batch", "-", stdin="# nothing\n").returncode == 1
    assert lexq("-l", few, "batch", "-", stdin="prefix:Q\n").returncode == 1
    done = lexq("-l", few, "batch", "/nowhere/queries.txt")
    assert (done.returncode, done.stdout) == (4, "")
    assert "/nowhere/queries.txt" in done.stderr


def test_lines_that_are_too_long_or_no_text_are_malformed_lines(few: str) -> None:
    command = [*LEXQ, "-l", few, "batch", "-"]
    content = b"prefix:CARE\n" + b"x" * 1_000_000 + b"\nprefix:\xff\nprefix:TABLE\n"
    done = subprocess.run(command, input=content, capture_output=True, check=False, timeout=300)
    assert done.stdout == b"prefix:CARE\t3\tCARE CARED CARES\nprefix:TABLE\t2\tTABLE TABLES\n"
    assert b"line 2: the query is too long" in done.stderr
    assert b"line 3: the query is not UTF-8" in done.stderr
    assert done.returncode == 3


def test_each_answer_comes_before_the_next_question(few: str) -> None:
    command = [*LEXQ, "-l", few, "batch", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as asked:
        for query, answer in (("prefix:TAB", "2\tTABLE TABLES"), ("suffix:D", "1\tCARED")):
            asked.stdin.write(f"{query}\n")
            asked.stdin.flush()
            assert asked.stdout.readline() == f"{query}\t{answer}\n"
        asked.stdin.close()
        assert asked.wait(60) == 0


def test_a_saved_search_of_zyzzyva(few: str, tmp_path: Path) -> None:
    path = tmp_path / "saved.zzs"
    path.write_text(
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
        "<!DOCTYPE zyzzyva-search SYSTEM 'http://boshvark.com/dtd/zyzzyva-search.dtd'>\n"
        '<zyzzyva-search version="1">\n <conditions>\n  <and>\n'
        '   <condition type="Length" min="5" max="6"/>\n'
        '   <condition type="Takes Suffix" string="S" negated="1"/>\n'
        "  </and>\n </conditions>\n</zyzzyva-search>\n"
    )
    from lexkit.runtime.query.conditions.registry import KINDS

    if {"length", "takes-suffix"} <= set(KINDS):
        done = lexq("-l", few, "batch", "--show", str(path))
        assert (done.stdout, done.stderr, done.returncode) == ("length:5-6 -takes-suffix:S\n", "", 0)
        done = lexq("-l", few, "batch", str(path))
        assert done.stdout == "length:5-6 -takes-suffix:S\t6\tCABLE CARED CARES FABLE TABLES\n".replace("6\t", "5\t")
    path.write_text('<zyzzyva-search><conditions><and><condition type="Luck"/></and></conditions></zyzzyva-search>')
    done = lexq("-l", few, "batch", str(path))
    assert done.returncode == 3
    assert done.stderr.startswith("lexq: line 1: the condition has no counterpart in lexkit")


def test_help_names_the_commands() -> None:
    listed = lexq("--help").stdout
    assert "search" in listed
    assert "batch" in listed
    assert "Example: lexq search" in lexq("search", "--help").stdout
    assert "Example: lexq batch" in lexq("batch", "--help").stdout


def test_a_batch_of_several_files_names_them(few: str, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("prefix:TABLE\n")
    (tmp_path / "two.txt").write_text("lenght:3\nprefix:TABLES\n")
    one, two = str(tmp_path / "one.txt"), str(tmp_path / "two.txt")
    alone = json.loads(lexq("-l", few, "batch", "--json", one).stdout)
    assert "file" not in alone
    rows = json_lines("-l", few, "batch", one, two)
    assert [(row["file"], row["line"], row.get("count")) for row in rows] == [(one, 1, 2), (two, 1, None), (two, 2, 1)]
    assert rows[0].items() >= alone.items()


@each("number", ["-1", "nan", "1.5", "x", ""])
@each(
    "options",
    [["prefix", "QUIX", "--limit"], ["prefix", "QUIX", "--offset"], ["near", "QUIZ", "--distance"], ["stems"]],
)
def test_numbers_that_mean_nothing(options: list[str], number: str) -> None:
    done = lexq(*options, number)
    assert (done.returncode, done.stdout) in ((2, ""), (3, ""))
    assert "Traceback" not in done.stderr


@each(("seconds", "code"), [("-1", 2), ("0", 2), ("nan", 2), ("x", 2), ("inf", 0), ("1e400", 0)])
def test_seconds(seconds: str, code: int) -> None:
    assert lexq("--timeout", seconds, "prefix", "QUIX").returncode == code


def test_more_than_there_is() -> None:
    assert lexq("prefix", "QUIX", "--limit", "9" * 30).stdout == lexq("prefix", "QUIX").stdout
    assert lexq("prefix", "QUIX", "--offset", "9" * 30).stdout == ""
