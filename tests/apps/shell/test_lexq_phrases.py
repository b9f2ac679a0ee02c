"""``lexq anagram --words``: sets of words at the shell."""

import csv
import io
import json
import subprocess
from itertools import islice
from pathlib import Path

import pytest
import typer

from lexkit.apps.shell.lexq.answer_options import read_numbers
from lexkit.compiler.build import Options, build
from tests.apps.shell.shell import LEXQ, assert_refused, lexq
from tests.running import each

WORDS = ["AT", "TA", "CAT", "ACT", "TACT", "CA", "C", "TATA", "ATTAC"]
PAIRS = ["AT CAT", "ACT AT", "CAT TA", "ACT TA", "CA TAT", "C TATA", "A TACT"]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("lexicons") / "few.gaddag"
    build([*WORDS, "TAT", "A"], path, Options(alphagrams=True))
    return str(path)


def ask(few: str, *arguments: str) -> list[str]:
    done = lexq("-l", few, "anagram", *arguments)
    assert (done.stderr, done.returncode) == ("", 0 if done.stdout else 1)
    return done.stdout.splitlines()


def test_sets_of_words(few):
    assert sorted(ask(few, "CATTA", "--words", "2")) == sorted(PAIRS)
    assert sorted(ask(few, "C AT  ta", "--words", "1-2")) == sorted([*PAIRS, "ATTAC"])
    assert sorted(ask(few, "CATTA", "-w", "2", "--min", "2", "--max", "3")) == sorted(
        pair for pair in PAIRS if all(2 <= len(word) <= 3 for word in pair.split())
    )
    assert sorted(ask(few, "CATTA", "-w", "2", "--using", "TA")) == sorted(p for p in PAIRS if "TA" in p.split())
    assert sorted(ask(few, "CATTA", "-u", "AT", "-u", "CAT")) == ["AT CAT"]
    assert ask(few, "C?", "--words", "2") == ["A C", "C C"]
    assert ask(few, "CATTA") == ["ATTAC"], "without --words it is one word"
    assert ask(few, "CATTA", "--max", "4") == []


def test_counted_and_paged(few):
    everything = ask(few, "CATTA", "--words", "1-5")
    assert ask(few, "CATTA", "--words", "1-5", "--count") == [str(len(everything))]
    assert ask(few, "CATTA", "--words", "1-5", "--offset", "2", "--limit", "3") == everything[2:5]
    for none in (["--limit", "0"], ["--offset", "10000"]):
        done = lexq("-l", few, "anagram", "CATTA", "--words", "2", *none)
        assert (done.stdout, done.returncode) == ("", 0), "there are some, none was asked for"
    done = lexq("-l", few, "anagram", "ZZZ", "--words", "2", "--limit", "0")
    assert (done.stdout, done.returncode) == ("", 1)
    done = lexq("-l", few, "anagram", "ZZZ", "--words", "2", "--count")
    assert (done.stdout, done.returncode) == ("0\n", 1)


def test_for_programs(few):
    lines = ask(few, "CATTA", "--words", "2")
    rows = [json.loads(line) for line in ask(few, "CATTA", "--words", "2", "--json")]
    assert [" ".join(row["words"]) for row in rows] == lines
    assert json.loads(ask(few, "CATTA", "--words", "2", "--json", "--count")[0]) == {"count": len(lines)}
    for option, delimiter in (("--csv", ","), ("--tsv", "\t")):
        done = lexq("-l", few, "anagram", "CATTA", "AT", "--words", "1-2", option)
        table = list(csv.reader(io.StringIO(done.stdout), delimiter=delimiter))
        assert table[0] == ["words"]
        assert [row[0] for row in table[1:]] == ask(few, "CATTA", "AT", "--words", "1-2")


@each(
    ("arguments", "code", "said"),
    [
        (["A", "--words", "x"], 2, "expected a number of words like 2, or a range like 2-3, found 'x'"),
        (["A", "--words", "3-2"], 2, "expected a number of words"),
        (["A", "--words", "2", "--sort", "length"], 2, "--sort is for single words"),
        (["A", "--words", "2", "--group", "alphagram"], 2, "--marks and --length are for single words"),
        (["A", "--words", "2", "--marks"], 2, "--marks and --length are for single words"),
        (["A", "--words", "2", "--min", "3", "--max", "2"], 3, "invalid lengths"),
        (["A???", "--words", "2"], 3, "at most 2, found 3"),
        (["A", "--using", "QQQ"], 3, "not a word of the lexicon"),
        (["AT 5", "--words", "2"], 3, "not a letter of the english alphabet"),
    ],
)
def test_what_cannot_be_asked(few, arguments, code, said):
    assert_refused(lexq("-l", few, "anagram", *arguments), code, said, lines=3 if "AT 5" in arguments else 1)


@each(("text", "numbers"), [("2", (2, 2)), ("2-3", (2, 3)), ("2-", (2, 63)), ("-2", (1, 2)), ("63", (63, 63))])
def test_numbers_of_words(text, numbers):
    assert read_numbers(text, "so many") == numbers


@each("text", ["", "0", "3-2", "2-x", "1-2-3", "²", " 2"])
def test_no_numbers_of_words(text):
    with pytest.raises(typer.BadParameter, match="expected so many, found"):
        read_numbers(text, "so many")


def test_the_first_come_at_once_and_a_closed_pipe_ends_it(tmp_path):
    """Far more sets than could ever be written."""
    words = Path(tmp_path / "many.txt")
    words.write_text("".join(f"{a}{b}\n" for a in "ABCDEFGH" for b in "ABCDEFGH"), "utf-8")
    build(words)
    many = [*LEXQ, "-l", str(tmp_path / "many.gaddag"), "anagram", "ABCDEFGH" * 4, "--words", "16"]
    with subprocess.Popen(many, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        lines = [line.split() for line in islice(process.stdout, 3)]
        assert [len(line) for line in lines] == [16] * 3
        process.stdout.close()
        assert process.wait(60) is not None
        assert b"Traceback" not in process.stderr.read()
