"""lexq and lexc on a terminal that is theirs, as a user has one: the pager, columns of words, few columns."""

from __future__ import annotations

import os
import re
import struct
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests import forked
from tests.apps.shell.shell import lexq, on_terminal
from tests.running import few_of

pty = pytest.importorskip("pty")

WORDS = [f"{one}{two}" for one in "ABCDEFGHIJ" for two in "ABCDE"]
STYLE = re.compile("\x1b\\[[0-9;]*m")


def in_terminal(name: str, *arguments: str, rows: int = 24, columns: int = 80, **environment: str) -> tuple[str, int]:
    """(what appears, exit code) of a program whose standard input and output are a terminal."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    settings = {"TERM": "xterm", "NO_COLOR": "1", "LINES": str(rows), "COLUMNS": str(columns), **environment}
    written = []

    def read() -> None:
        with suppress(OSError):  # Linux says so at the end
            while piece := os.read(ours, 65536):
                written.append(piece)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        code = f"from lexkit.apps.shell.console import {name}; {name}()"
        ended = forked.run_into(theirs, theirs, code, *arguments, environment=settings, stdin=theirs)
    finally:
        os.close(theirs)
        reader.join()
        os.close(ours)
    return STYLE.sub("", b"".join(written).decode("utf-8").replace("\r\n", "\n")), ended


@pytest.fixture
def pager(tmp_path: Path) -> str:
    """A pager that keeps what it reads, and says what LESS is."""
    path = tmp_path / "pager"
    path.write_text(f'#!/bin/sh\necho "paged with LESS=$LESS $*"\ncat > {tmp_path / "read"}\n')
    path.chmod(0o755)
    return str(path)


# -- the pager ------------------------------------------------------------------------------------------


def test_an_answer_longer_than_the_terminal_is_paged(few: str, pager: str) -> None:
    shown, code = in_terminal("lexq", "-l", few, "prefix", "", PAGER=f"{pager} -x")
    assert (shown, code) == ("paged with LESS=FRX -x\n", 0)
    read = Path(pager).with_name("read").read_text()
    assert [line.split()[0] for line in STYLE.sub("", read).splitlines()[1:-1]] == WORDS
    assert in_terminal("lexq", "-l", few, "prefix", "", PAGER=pager, LESS="S")[0] == "paged with LESS=S \n"


@pytest.mark.parametrize("options", [("--json",), ("--csv",), ("--group", "word"), ("--columns", "word,length")])
def test_whatever_its_format(few: str, pager: str, options: tuple[str, ...]) -> None:
    assert in_terminal("lexq", "-l", few, "prefix", "", *options, PAGER=pager)[0].startswith("paged with")
    lines = STYLE.sub("", Path(pager).with_name("read").read_text()).splitlines()
    assert len(lines) in (50, 51, 52)


def test_the_size_of_the_terminal_decides(few: str, pager: str) -> None:
    for rows in (52, 53):
        shown, _ = in_terminal("lexq", "-l", few, "prefix", "", rows=rows, PAGER=pager)
        assert shown.startswith("paged with") == (rows == 52), "50 words, their heading and their number"


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        (["prefix", "A"], {}),
        (["--no-pager", "prefix", ""], {}),
        (["prefix", ""], {"PAGER": ""}),
        (["prefix", ""], {"PAGER": "cat"}),
        (["prefix", ""], {"PAGER": "/no/such/pager"}),
        (["prefix", ""], {"TERM": "dumb"}),
    ],
)
def test_no_pager(few: str, pager: str, options: list[str], environment: dict[str, str]) -> None:
    shown, code = in_terminal("lexq", "-l", few, *options, **{"PAGER": pager, **environment})
    assert "paged" not in shown
    assert "\nAE" in re.sub(" +", "", shown)
    assert code == 0


def test_never_in_a_pipe(few: str, pager: str) -> None:
    assert lexq("-l", few, "prefix", "", PAGER=pager).stdout.split() == WORDS
    assert "paged" not in on_terminal("-l", few, "prefix", "", PAGER=pager), "nobody is there to press a key"


def test_a_pager_that_is_left_ends_the_answer(english: object) -> None:
    """Quietly, as with git: the words were there."""
    shown, code = in_terminal("lexq", "-l", "english", "substring", "A", PAGER="head -2")
    assert shown.count("\n") == 2
    assert code == 0


def test_an_error_and_nothing_found_are_told_as_ever(few: str, pager: str) -> None:
    assert in_terminal("lexq", "-l", few, "prefix", "Q", PAGER=pager) == ("0 words\n", 1)
    shown, code = in_terminal("lexq", "-l", few, "prefix", "", "A1", PAGER=pager)
    assert shown.startswith("paged with")
    assert "not a letter of the english alphabet" in shown
    assert code == 3


def test_an_answer_that_comes_slowly_is_not_held(few: str, pager: str) -> None:
    """A line stands on the terminal while the next one is looked for."""
    from lexkit.apps.shell.pager import Pager

    read, write = os.pipe()
    out = os.fdopen(write, "w", buffering=1)
    before, sys.stdout = sys.stdout, out
    try:
        slow = Pager([pager])
        slow.write("the first line\n")
        assert os.read(read, 100) == b"the first line\n"
        slow.write("another\n" * 100)
        slow.close()
    finally:
        sys.stdout = before
        out.close()
    assert os.read(read, 10_000) == b"another\n" * 100
    os.close(read)


# -- columns of words -----------------------------------------------------------------------------------


def test_words_alone_are_written_in_columns(few: str) -> None:
    shown, _ = in_terminal("lexq", "-l", few, "prefix", "", "--columns", "word", columns=42)
    lines = shown.splitlines()
    assert lines[0] == "AA  BA  CA  DA  EA  FA  GA  HA  IA  JA"
    assert lines[-1] == "50 words"
    listed = [line.split() for line in lines[:-1]]
    assert [row[column] for column in range(len(listed[0])) for row in listed if column < len(row)] == WORDS
    assert max(map(len, lines)) <= 42
    shown = on_terminal("-l", few, "prefix", "", "--columns", "word", COLUMNS="5", NO_COLOR="1")
    assert STYLE.sub("", shown).split() == [*WORDS, "50", "words"]


@pytest.mark.parametrize("columns", few_of([1, 7, 20, 33, 80, 500], 3))
def test_columns_of_long_and_short_words(english: object, columns: int) -> None:
    words = lexq("search", "length:2-15 limit:1000").stdout.split()
    asked = ("search", "length:2-15 limit:1000", "--columns", "word")
    shown, _ = in_terminal("lexq", "-l", "english", *asked, columns=columns, PAGER="")
    if columns <= 7:
        assert shown.split()[:1000] == words
        return
    listed = [line.split() for line in shown.splitlines()[:-1]]
    assert [row[at] for at in range(len(listed[0])) for row in listed if at < len(row)] == words
    assert columns < 33 or len(listed) < len(words)
    assert max(map(len, shown.splitlines())) <= columns


def test_a_pipe_has_a_word_a_line(few: str) -> None:
    assert lexq("-l", few, "prefix", "A", "--columns", "word").stdout == "AA\nAB\nAC\nAD\nAE\n"


# -- into a file ----------------------------------------------------------------------------------------


def test_an_answer_in_a_file(few: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    for options in ((), ("--json",), ("--csv",), ("--tsv", "--columns", "word,length"), ("--count",)):
        plain = lexq("-l", few, "prefix", "A", "B", *options).stdout
        done = lexq("-l", few, "prefix", "A", "B", *options, "-o", str(path))
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
        assert path.read_text() == plain
    assert in_terminal("lexq", "-l", few, "search", "prefix:A", "--output", str(path)) == ("", 0)
    assert path.read_text() == "AA\nAB\nAC\nAD\nAE\n", "as in a pipe"
    assert lexq("-l", few, "anagram", "AABE", "--words", "2", "-o", str(path)).returncode == 0
    assert path.read_text() == lexq("-l", few, "anagram", "AABE", "--words", "2").stdout != ""


def test_a_file_of_nothing(few: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("old")
    assert lexq("-l", few, "prefix", "Q", "-o", str(path)).returncode == 1
    assert path.read_text() == ""


def test_a_file_stays_if_the_answer_fails(few: str, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("old")
    for arguments in (["prefix", "A", "A1"], ["-l", "/no/such.gaddag", "prefix", "A"], ["search", "foo:1"]):
        done = lexq(*(["-l", few] if arguments[0] != "-l" else []), *arguments, "-o", str(path))
        assert done.returncode == 3
        assert str(path) not in done.stderr
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["words.txt"]
    late = lexq("--timeout", "0.0001", "search", "regex:.*A.*E.*", "-o", str(path))
    assert late.returncode == 3
    assert "not answered in time" in late.stderr
    assert path.read_text() == "old"


def test_a_file_that_is_not_to_be_written(few: str, tmp_path: Path) -> None:
    done = lexq("-l", few, "prefix", "A", "-o", few)
    assert (done.returncode, done.stdout) == (4, "")
    assert "this would overwrite a lexicon" in done.stderr
    assert lexq("-l", few, "prefix", "A", "-o", str(tmp_path / "no" / "words")).returncode == 4
    assert lexq("-l", few, "prefix", "A").returncode == 0


# -- 40 columns -----------------------------------------------------------------------------------------

BOARD = f"{'/'.join([*['15'] * 7, '5CARE6', *['15'] * 7])} AEINRST/ 0/0 0"


def commands_of(name: str) -> dict[str, Any]:
    """The commands of a program."""
    from typer.main import get_command

    from lexkit.apps.shell.lexc.app import app
    from lexkit.apps.shell.lexq.app import program

    group = get_command(app if name == "lexc" else program)
    return {command: group.get_command(None, command) for command in group.list_commands(None)}


@pytest.mark.parametrize("columns", few_of([40, 45, 59], 1))
@pytest.mark.parametrize("name", ["lexq", "lexc"])
def test_help_fits_a_narrow_terminal(name: str, columns: int) -> None:
    """Found: it was written for 50 columns at least, and examples for any number."""
    import subprocess

    program = f"""
import os, shutil, sys
from typer.main import get_command
from lexkit.apps.shell.lexc.app import app as lexc
from lexkit.apps.shell.lexq.app import program as lexq
group = get_command({name})
for words in [[], *([one] for one in group.list_commands(None))]:
    try:
        group.main([*words, "--help"], prog_name="{name}", standalone_mode=False)
    except SystemExit:
        pass
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env={**os.environ, "COLUMNS": str(columns)},
    )
    lines = done.stdout.splitlines()
    assert done.stdout.count("Usage: ") == len(commands_of(name)) + 1
    # A word longer than the terminal can only be on a line of its own.
    long = [line for line in lines if len(line) > columns and len(line.split()) > 1]
    assert long == []
    text = " ".join(" ".join(lines).split())
    for command, made in commands_of(name).items():
        assert f" {command} {made.get_short_help_str(1_000)} " in text, "a summary is cut off"
    assert "Exit codes: 0" in text


def test_help_of_a_usual_terminal_is_as_it_was() -> None:
    assert in_terminal("lexq", "--help", columns=80)[0].count("...") > 5
    shown = in_terminal("lexq", "search", "--help", columns=80)[0]
    assert max(map(len, shown.splitlines())) <= 80
    assert "  Example: lexq search 'prefix:UN suffix:ING -substring:TT'\n" in shown


@pytest.mark.parametrize(
    "arguments",
    few_of(
        [
            ["prefix", "QUIXO"],
            ["prefix", "QUIXO", "--columns", "word,points,alphagram,probability,back"],
            ["anagram", "RETAIN?", "--group", "alphagram"],
            ["info", "QUIXOTRY"],
            ["info"],
            ["moves", BOARD, "--top", "9"],
            ["best", BOARD],
            ["score", BOARD, "8F", "CARES"],
            ["autoplay", "-n", "2"],
            ["check", "QI", "ZX"],
        ],
        5,
    ),
)
def test_answers_fit_40_columns(english: object, arguments: list[str]) -> None:
    shown = on_terminal("-l", "english", *arguments, COLUMNS="40", NO_COLOR="1")
    lines = STYLE.sub("", shown).splitlines()
    assert max(map(len, lines)) <= 40
    assert "…" not in shown


def test_words_and_numbers_are_never_broken(english: object) -> None:
    """Found: QUIXOTI…, and 14,88 above 0."""
    shown = on_terminal("prefix", "QUIXO", "--columns", "word,points,alphagram,probability", COLUMNS="40", NO_COLOR="1")
    words = lexq("prefix", "QUIXO", "--columns", "word,probability").stdout.splitlines()
    for row in words:
        word, place = row.split("\t")
        assert any(
            line.split()[0] == word and f" {int(place):,}" in line for line in shown.splitlines() if line.strip()
        )
    moves = on_terminal("moves", BOARD, "--top", "1", COLUMNS="40", NO_COLOR="1")
    assert "RETSINA/ " in moves
    assert " SCARE " in moves.splitlines()[-2] + " "


@pytest.mark.parametrize("arguments", [["doctor"], ["alphabets"], ["info", "english"]])
def test_facts_fit_40_columns(arguments: list[str]) -> None:
    shown, code = in_terminal("lexc", *arguments, columns=40)
    assert code == 0
    # Remarks, such as that kernels run interpreted, are one line of any length.
    facts = [line for line in shown.splitlines() if not line.startswith(("lexc: ", "lexkit: "))]
    assert max(map(len, facts)) <= 40
    wide, _ = in_terminal("lexc", *arguments, columns=400)
    if arguments != ["info", "english"]:
        assert "".join(shown.split()) == "".join(wide.split()), "nothing but blanks and line ends differ"
