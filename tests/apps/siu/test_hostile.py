"""No line holds or kills the engine: fuzzed lines, endless ones, huge numbers, bytes, ends in mid search."""

import os
import re
import subprocess
import sys
import tomllib
from codecs import BOM_UTF8
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.apps.siu.protocol_lines import LONGEST, Output, read_lines
from lexkit.apps.siu.requests import COMMANDS, MODES, NUMBERS, read_go
from tests.apps.siu.talking import PATIENCE, Talk
from tests.running import COMPILED

POSITIONS = tomllib.loads((Path(__file__).parent / "conversations.toml").read_text("utf-8"))["positions"]
HUGE = str(10**30)
SIU = [sys.executable, "-c", "from lexkit.apps.shell.console import lexq; lexq()", "-l"]
#: What lines are made of: all words of the protocol, moves and numbers that are some, and others.
WORDS = [
    *sorted(COMMANDS - {"quit"}),
    *MODES,
    *NUMBERS,
    *("searchmoves", "alsosearchmoves", "firstwin", "useinference", "infinite", "cgp", "moves", "name", "value"),
    *(
        "8D.LIFE",
        "8D.",
        "ex.AE",
        "ex.999",
        "pass",
        "phony.8D.X",
        "rack.AEINRST",
        "rack.",
        "0",
        "1",
        "7",
        "-1",
        HUGE,
        "?",
    ),
    *("Lexicon", "Threads", "EndgameHash", "DataPath", "../../etc/passwd", "/etc/passwd", "\x00", "\x1b[2J", "é", "😀"),
    *POSITIONS.values(),
    "15/15 A/",
    "32/" * 50,
    "[" * 1000,
]


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), max_size=12))
def test_lines_of_the_protocols_words(weighed: str, lines: list[str]) -> None:
    with Talk(weighed) as talk:
        talk.send("setoption name LongestSearch value 200")
        for line in lines:
            talk.send(line.replace("LongestSearch", ""))
        talk.send("stop")
        talk.ask("")


@given(st.lists(st.binary(max_size=200), max_size=5))
def test_bytes(weighed: str, lines: list[bytes]) -> None:
    with Talk(weighed) as talk:
        for line in lines:
            if b"quit" not in line:
                talk.ask(line)
        for line in talk.said:
            assert line.isprintable()


def test_a_line_without_end(weighed: str) -> None:
    with Talk(weighed) as talk:
        said = talk.ask(b"position cgp " + b"9" * (40 * LONGEST))
        assert said == [f"info string error unknown-command a line of more than {LONGEST} bytes"]
        assert talk.ask(b"x" * LONGEST) == ["info string error unknown-command " + "x" * 60]
        assert talk.ask(b"y" * (LONGEST + 1)) == said


@given(st.binary(max_size=60).map(lambda text: text.replace(b"a", b"\n")), st.integers(1, 9))
def test_lines_are_those_of_the_text(text: bytes, block: int) -> None:
    """However the blocks are cut."""

    class Slow(BytesIO):
        def readinto(self, buffer: Any) -> int:
            return super().readinto(memoryview(buffer)[:block])

    expected = [line.decode("utf-8", "replace") for line in text.removeprefix(BOM_UTF8).split(b"\n")]
    assert list(read_lines(BufferedReader(Slow(text)))) == (expected if expected[-1] else expected[:-1])


def test_a_byte_order_mark_before_the_first_line_is_dropped() -> None:
    assert list(read_lines(BytesIO(BOM_UTF8 + b"siu\n" + BOM_UTF8 + b"quit\n"))) == ["siu", "\ufeffquit"]


def test_huge_numbers(weighed: str) -> None:
    with Talk(weighed) as talk:
        talk.ask(f"position cgp {POSITIONS['early']}")
        for name in NUMBERS:
            talk.send(f"go gen {name} {HUGE}")
            assert talk.until("bestmove .*")[0].startswith(f"info string ignored {name} ")
        assert talk.ask(f"position cgp {POSITIONS['empty']} moves ex.{HUGE}")[0].startswith(
            "info string error bad-move"
        )
        assert talk.ask(f"position cgp {POSITIONS['empty'].replace('0/0', HUGE + '/0')}")[0].startswith(
            "info string error bad-position"
        )
        assert len(talk.ask(f"position cgp {POSITIONS['empty']} moves {'pass ' * 500}")) == 1
        assert not read_go(["iterations", "0" * 30]).numbers


def test_a_lexicon_is_a_name_never_a_path(weighed: str, tmp_path: Path) -> None:
    with Talk(weighed) as talk:
        for name in ("/etc/passwd", "../weighed", "a" * 10_000, "", "nothing like it", weighed):
            said = talk.ask(f"setoption name Lexicon value {name}")
            assert len(said) == bool(name), said
        assert talk.ask(f"setoption name DataPath value {tmp_path};{Path(weighed).parent}") == []
        assert talk.ask("setoption name Lexicon value few") == []
        assert talk.ask(f"position cgp {POSITIONS['early']} lex weighed;") == []
        talk.send("go gen")
        assert "lexicon=weighed" in talk.until("bestmove .*")[0]
        (said_once,) = talk.ask(f"position cgp {POSITIONS['early']} lex NOSUCH;")
        assert said_once.startswith("info string ignored lex ")


@pytest.mark.parametrize("mode", MODES)
def test_the_input_ends_in_mid_search(weighed: str, mode: str) -> None:
    with Talk(weighed) as talk:
        name = {"endgame": "last", "peg": "nearly"}.get(mode, "early")
        talk.send(f"position cgp {POSITIONS[name]}" + " moves pass rack.AEINRST" * (mode == "infer"))
        talk.send(f"go {mode} infinite")
        talk.until("info string provenance .*")
        assert [line for line in talk.end() if line.startswith("bestmove")]


def test_a_search_with_an_end_is_finished_after_the_input(weighed: str) -> None:
    with Talk(weighed) as talk:
        talk.send(f"position cgp {POSITIONS['early']}")
        talk.send("go sim iterations 3")
        assert len([line for line in talk.end() if " iters 3" in line]) > 1


def test_nobody_reads_any_more(weighed: str) -> None:
    stopped = []
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb", buffering=0) as stream:
        output = Output(stream, lambda: stopped.append(True))
        output.write("a", "b")
        output.write("c")
    assert stopped == [True]
    assert output.closed


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
@pytest.mark.skipif(not COMPILED, reason="the session is the same in a thread")
def test_as_a_program(weighed: str) -> None:
    """It ends by quit, at the end of its input, and when its reader goes; nothing is said on standard error.

    Without its lexicon it ends before it answers.
    """
    position = f"position cgp {POSITIONS['early']}\n"
    for lines, last in (("siu\nquit\n", "siuok"), (f"{position}go gen\n", "bestmove"), ("", "")):
        done = subprocess.run(
            [*SIU, weighed, "siu"], input=lines, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert (done.stdout.splitlines() or [""])[-1].startswith(last)
    command = [*SIU, "nofile", "siu"]
    refused = subprocess.run(command, input="isready\n", capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert re.fullmatch("lexq: no lexicon of that name or path: .*\n", refused.stderr)
    pipe = subprocess.PIPE
    with subprocess.Popen([*SIU, weighed, "siu"], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{position}go sim infinite\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == 141
        assert process.stderr.read() == ""
