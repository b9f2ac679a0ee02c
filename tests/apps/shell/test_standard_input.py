"""Input that is read as it comes: every word is judged, no reader goes on for ever, packed input is named as such."""

from __future__ import annotations

import gzip
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import lexkit
from lexkit.apps.shell.lexq import read_inputs
from lexkit.compiler.build import Options
from lexkit.errors import ColumnError, LexkitError, PositionError, QueryError, WordListError
from lexkit.formats import bounded_input
from lexkit.formats.bounded_input import MAX_BLANK, MAX_LIST, MAX_STREAM
from lexkit.runtime.game.text import read_positions
from lexkit.runtime.query import batch
from tests.apps.shell.shell import LEXQ, json_lines, lexq, on_terminal, program
from tests.making import bytes_of
from tests.running import each, few_of

WORDS = ["ABLE", "CARE", "CARED", "CARES", "QI", "TABLE"]
EMPTY_CGP = f"{'/'.join(['15'] * 15)} AE/ 0/0 0\n"


# -- every field ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "exact"])
def test_a_judge_reads_every_field_of_a_line(few: str, command: str) -> None:
    """Found: QI ZX passed, since only the first field of a line was looked at."""
    done = lexq("-l", few, command, "-", stdin="QI ZX\n")
    assert (done.stdout, done.returncode) == ("QI\n", 1)
    done = lexq("-l", few, command, "-", "--missing", stdin="QI ZX\n\n care\tTABLEX able\r\n")
    assert (done.stdout, done.returncode) == ("ZX\nTABLEX\n", 1)
    assert lexq("-l", few, command, "-", "--count", stdin="QI care\nABLE\n").stdout == "3\n"
    assert json_lines("-l", few, command, "-", stdin="QI ZX") == [
        {"word": "QI", "valid": True},
        {"word": "ZX", "valid": False},
    ]
    assert lexq("-l", few, command, "-", stdin="QI care\nABLE TABLE").returncode == 0


def test_hooks_and_strings_of_every_field(few: str) -> None:
    assert lexq("-l", few, "hooks", "-", stdin="CARE ABLE\n").stdout == "\tCARE\tDS\nT\tABLE\t\n"
    assert lexq("-l", few, "prefix", "-", stdin="QI TA\n").stdout == "QI\nTABLE\n"
    assert lexq("-l", few, "suffix", "-", "--count", stdin="ED S\nLE").stdout == "1\n1\n2\n"
    assert lexq("-l", few, "substring", "-", stdin="QI TA\n").stdout == "QI\nTABLE\n"


@each(
    ("kind", "line"),
    [("near", "CARE ZX"), ("pattern", "CARE ZX"), ("includes", "CARE ZX"), ("takes-suffix", "S ZX"), ("length", "2 3")],
)
def test_a_command_that_takes_whole_lines_leaves_nothing_of_one_out(few: str, kind: str, line: str) -> None:
    """A value may have blanks in it; a value that may not is refused."""
    done = lexq("-l", few, kind, "-", stdin=line + "\n")
    assert (done.stdout, done.returncode) == ("", 3)


def test_the_letters_of_a_whole_line(few: str) -> None:
    assert lexq("-l", few, "anagram", "-", stdin="CA RE\n").stdout == "CARE\n"


def test_more_words_than_a_page(few: str) -> None:
    """Words are checked as they come; what is said of them is the same."""
    text = "CARE ZX\n" * 5_000
    assert lexq("-l", few, "check", "-", stdin=text).stdout == "CARE\n" * 5_000
    assert lexq("-l", few, "check", "-", "--count", stdin=text).stdout == "5000\n"
    assert lexq("-l", few, "check", "-", stdin="CARE\n" * 4_096 + "ZX").returncode == 1
    assert lexq("-l", few, "check", "-", stdin="ZX\n" + "CARE\n" * 9_000).returncode == 1
    assert lexq("-l", few, "check", "-", stdin="").returncode == 0
    assert on_terminal("-l", few, "check", "ABLE", "ZX") == "ABLE  yes\nZX    no\n"


# -- a byte order mark ---------------------------------------------------------------------------------


@each(
    ("arguments", "answer"),
    [
        (("check", "-"), "QI\nABLE\n"),
        (("anagram", "-"), "QI\nABLE\n"),
        (("hooks", "-"), "\tQI\t\nT\tABLE\t\n"),
        (("near", "-"), "QI\nABLE\nTABLE\n"),
        (("prefix", "-"), "QI\nABLE\n"),
        (("batch", "-"), "qi\t1\tQI\nable\t1\tABLE\n"),
    ],
)
def test_a_byte_order_mark_hides_no_word(few: str, arguments: tuple[str, ...], answer: str) -> None:
    """Found: the first word of a file that a Windows program wrote was no word."""
    plain, marked = (lexq("-l", few, *arguments, stdin=mark + "qi\nable\n") for mark in ("", "\ufeff"))
    assert plain.stdout == answer
    assert (marked.stdout, marked.stderr, marked.returncode) == (plain.stdout, plain.stderr, plain.returncode)


def test_a_byte_order_mark_before_a_query_a_position_and_a_list(few: str, tmp_path: Path) -> None:
    assert lexq("-l", few, "search", "-", stdin="\ufeffprefix:Q").stdout == "QI\n"
    assert lexq("-l", few, "best", "-", stdin="\ufeff" + EMPTY_CGP).returncode == 1
    assert program("lexc", "build", "-", "-o", str(tmp_path / "a.gaddag"), stdin="\ufeffqi\n").returncode == 0
    assert lexq("-l", str(tmp_path / "a.gaddag"), "search", "*").stdout == "QI\n"


# -- without end ----------------------------------------------------------------------------------------


def packed(path: Path, line: bytes, size: int) -> str:
    """A file of one line, again and again."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(size >> 20):
            file.write(line * ((1 << 20) // len(line)))
    return str(path)


@pytest.mark.skipif(os.name == "nt", reason="POSIX devices")
@pytest.mark.parametrize("command", [["batch", "/dev/zero"], ["batch", "-"]])
def test_a_line_of_a_batch_that_does_not_end(few: str, command: list[str]) -> None:
    """Found: its rest was skipped for ever, without --timeout."""
    with open("/dev/zero", "rb") as endless:
        done = subprocess.run(
            [*LEXQ, "-l", few, *command], stdin=endless, capture_output=True, text=True, check=False, timeout=300
        )
    assert (done.returncode, done.stdout) == (3, "")
    assert "line 1: the line does not end: expected at most 65,536 characters" in done.stderr


def test_a_batch_goes_on_behind_a_line_that_is_too_long(few: str) -> None:
    done = lexq("-l", few, "batch", "-", stdin="A" * 2_000_000 + "\nprefix:Q\n")
    assert (done.stdout, done.returncode) == ("prefix:Q\t1\tQI\n", 3)
    assert "line 1: the query is too long" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a POSIX pipe")
@pytest.mark.parametrize(
    ("command", "line"),
    few_of(
        [("check", ""), ("check", " \r"), ("near", ""), ("batch", "#"), ("batch", ""), ("best", "  "), ("moves", "")], 4
    ),
)
def test_blank_lines_without_end_on_standard_input(few: str, command: str, line: str) -> None:
    """Found: they were skipped for ever."""
    yes = subprocess.Popen(["yes", line], stdout=subprocess.PIPE)
    try:
        done = subprocess.run(
            [*LEXQ, "-l", few, command, "-"],
            stdin=yes.stdout,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    finally:
        yes.kill()
        yes.wait()
        assert yes.stdout is not None
        yes.stdout.close()
    assert (done.returncode, done.stdout) == (3, "")
    assert "too many blank lines in a row: expected at most 1,048,576 bytes of them" in done.stderr


def test_remarks_without_end_in_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "remarks.txt"
    path.write_text("# a remark that is not short\n" * 200_000)
    with pytest.raises(QueryError, match=r"too many blank lines in a row"):
        list(batch.requests(str(path)))
    path.write_text(("# a remark that is not short\n" * 30_000 + "length:7\n") * 2)
    assert [request.text for request in batch.requests(str(path))] == ["length:7", "length:7"]


@pytest.mark.parametrize("line", [b"\n", b"   \n"])
def test_a_packed_file_of_blank_lines(few: str, tmp_path: Path, line: bytes) -> None:
    """Found: 6 MB of them, for 200 GB, were read to their end."""
    bomb = packed(tmp_path / "bomb.txt.gz", line, 12 << 20)
    for options in (Options(), Options(alphabet="auto")):
        with pytest.raises(WordListError, match=r"too many blank lines in a row"):
            lexkit.build(bomb, tmp_path / "never.gaddag", options)
    with pytest.raises(WordListError, match=r"too many blank lines in a row"):
        lexkit.open(few).in_(bomb)
    values = packed(tmp_path / "bomb.csv.gz", line, 12 << 20)
    with pytest.raises(ColumnError, match=r"too many blank lines in a row"):
        lexkit.attach(few, tmp_path / "never.gaddag", [f"freq={values}"])
    assert not (tmp_path / "never.gaddag").exists()


Reader = Callable[[str], object]


@pytest.mark.parametrize(
    ("module", "limit", "line", "reader", "error"),
    [
        (
            "lexkit.runtime.query.conditions.other_lists.MAX_LIST",
            MAX_LIST,
            "CARE\n",
            lambda path: lexkit.open("english").in_(path),
            WordListError,
        ),
        (
            "lexkit.compiler.lists.word_list.MAX_LIST",
            MAX_LIST,
            "CARE\n",
            lambda path: lexkit.build(path, path + ".gaddag"),
            WordListError,
        ),
        (
            "lexkit.runtime.query.batch.MAX_STREAM",
            MAX_STREAM,
            "length:7\n",
            lambda path: list(batch.requests(path)),
            QueryError,
        ),
        (
            "lexkit.runtime.game.text.read_positions.MAX_STREAM",
            MAX_STREAM,
            EMPTY_CGP,
            lambda path: list(read_positions.read_positions(path)),
            PositionError,
        ),
    ],
)
def test_the_length_of_an_input_is_limited(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    limit: int,
    line: str,
    reader: Reader,
    error: type[LexkitError],
) -> None:
    assert limit >= 1 << 32
    path = tmp_path / "long.txt"
    path.write_text(line * 2_000)
    monkeypatch.setattr(module, len(line) * 2_000)
    reader(str(path))
    monkeypatch.setattr(module, len(line) * 2_000 - 1)
    with pytest.raises(
        error, match=rf"(line \d+: )?the .* is too long: expected at most {len(line) * 2_000 - 1:,} bytes"
    ):
        reader(str(path))


def test_the_length_of_standard_input_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(read_inputs, "MAX_STREAM", 12)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"AA AB\nCARE\n\n")))
    assert list(read_inputs.all_fields(["-"])) == ["AA", "AB", "CARE"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"AA AB\nCARE\n\n\n")))
    with pytest.raises(QueryError, match="standard input: line 4: the input is too long: expected at most 12 bytes"):
        list(read_inputs.whole_lines(["-"]))


def test_a_list_has_room_for_its_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "airy.txt"
    path.write_text("CARE\n" + "\n" * (MAX_BLANK - 100) + "CARES\n" + "\n" * (MAX_BLANK - 100))
    assert lexkit.build(path, tmp_path / "airy.gaddag").words == 2
    assert len(lexkit.open("english").in_(path)) == 2
    assert bounded_input.MAX_BLANK == 1_048_576


#: How a packed file, or a lexicon, begins, where a text is expected.
STARTS = {
    "gzip-compressed data": gzip.compress(b"length:2\nprefix:A\n" * 9),
    "zstandard-compressed data": b"\x28\xb5\x2f\xfd\x04\x20\n\xff\n",
    "a ZIP archive": b"PK\x03\x04\n\0\xff\n\n\xdd",
    "a lexicon": bytes_of(["AB", "BA"]),
}


@pytest.mark.parametrize("found", STARTS)
def test_queries_that_are_packed(tmp_path: Path, found: str) -> None:
    path = tmp_path / "queries"
    path.write_bytes(STARTS[found])
    done = lexq("batch", str(path))
    assert (done.stdout, done.returncode, done.stderr.count("\n")) == ("", 3, 1)
    assert f"not queries: expected a text, found {found}; " in done.stderr


def test_a_list_in_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "list.zip"
    path.write_bytes(STARTS["a ZIP archive"])
    done = program("lexc", "build", str(path), "-o", str(tmp_path / "x.gaddag"))
    assert done.returncode == 3
    assert "not a list: expected a text, found a ZIP archive; unpack it first" in done.stderr
