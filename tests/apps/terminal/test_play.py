"""``lexq play`` as a process: scripts, a terminal, options, resuming after it was killed."""

import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest
import typer

import lexkit
from lexkit.apps.table import Tables
from lexkit.apps.terminal import command
from tests.apps.shell.shell import LEXQ, assert_refused, lexq
from tests.running import each

RACK = re.compile(r"rack ([A-Z?] ?)+$", re.M)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has not played yet."""
    return {"LEXKIT_HOME": str(tmp_path / "home")}


def test_a_script(small: str, home: dict[str, str]) -> None:
    play = ("-l", small, "play", "--against", "greedy", "--seed", "1")
    done = lexq(*play, stdin="pass\nshow\nquit\n", **home)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("you 0, greedy 0; bag 86; rack ")
    assert "\nyou> pass\nyou passed\ngreedy" in done.stdout
    assert lexq(*play, stdin="pass\nshow\n", **home).stdout == done.stdout.removesuffix("you> quit\n"), "the same seed"
    assert "\x1b" not in done.stdout


def test_a_script_with_a_mistake_tells_so(small: str, home: dict[str, str]) -> None:
    done = lexq("-l", small, "play", "-a", "greedy", "--seed", "1", stdin="8A \xff\nnonsense\n", **home)
    assert (done.returncode, done.stderr) == (3, "")
    assert "not a command" in done.stdout


def test_a_long_line_does_not_resign(small: str, home: dict[str, str]) -> None:
    done = lexq("-l", small, "play", "-a", "greedy", "--seed", "1", stdin=f"{' ' * 1000}resign\nhistory\n", **home)
    assert (done.returncode, done.stderr) == (3, "")
    assert "the line is too long" in done.stdout
    assert "no turn yet" in done.stdout


def test_games_are_found_again(small: str, home: dict[str, str]) -> None:
    assert lexq("play", "--list", **home).returncode == 1
    assert_refused(lexq("play", "--resume", **home), 3, "no game to resume")
    play = ("-l", small, "play", "--seed", "1")
    lexq(*play, "-a", "greedy", stdin="pass\n", **home)
    lexq(*play, "--players", "Ann,Bob", "--clock", "25+5", stdin="pass\nresign\n", **home)
    listed = lexq("play", "--list", **home).stdout.splitlines()
    assert ["Ann" in line for line in listed] == [True, False]
    words = f"{Path(small).name}, {len(lexkit.open(small)):,} words"
    assert listed[0].endswith(f", over; {words}")
    assert listed[1].endswith(f", you to move; {words}")
    again = lexq("play", "--resume", stdin="history\n", **home).stdout
    assert "\n  1 you passed; 0 : 0\n" in again
    assert "Ann" not in again
    assert "Ann wins." in lexq("play", "--game", "1", **home).stdout
    assert_refused(lexq("play", "--game", "3", **home), 3, "no such game")


def test_options(small: str, home: dict[str, str], tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    board = tmp_path / "round.toml"
    board.write_text("name = 'mine'\nrows = '''\n.....\n.....\n..-..\n.....\n.....\n'''\n")
    done = lexq(
        *("-l", small, "play", "-p", "Ann", "-a", "greedy", "-a", "greedy", "--file", str(kept)),
        *("--rules", "challenge=double,bingo=35,exchanges_count=no", "--layout", str(board), "--first", "2", "--hints"),
        *("--variant", "wordsmog"),
        stdin="show\n",
        **home,
    )
    assert re.match(r"greedy 1.*\ngreedy 2.*\nAnn 0, greedy 1 ", done.stdout)
    with Tables(kept) as tables:
        rules = tables.open(tables.list()[0].name).rules
    assert (rules.challenge, rules.bingo, rules.exchanges_count, rules.layout.name) == ("double", 35, False, "mine")
    assert rules.variant == "wordsmog"


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--against", "nobody"], 3, "nobody"),
        (["--rules", "bingo=many"], 2, "expected NAME=VALUE"),
        (["--variant", "anagrams"], 3, "expected classic, wordsmog, found 'anagrams'"),
        (["--variant", "wordsmog", "--rules", "variant=classic"], 2, "--rules has another variant: classic"),
        (["--resume", "--variant", "wordsmog"], 2, "--resume and --variant exclude each other"),
        (["--clock", "nan"], 3, "not a time"),
        (["--file", "/dev/null"], 4, "not a regular file"),
        (["--first", "3"], 2, "expected 1 to 2, found 3"),
        (["--position", "/no/such/file.cgp"], 3, "neither a CGP nor a file"),
        (["--position", "nope"], 3, "neither a CGP nor a file"),
        (["--position", "15/15", "--layout", "super"], 2, "--position and --layout exclude each other"),
        (["--resume", "--no-hints"], 2, "--resume and --hints exclude each other"),
        (["--game", "1", "--seed", "3"], 2, "--game and --seed exclude each other"),
    ],
)
def test_what_cannot_be(home: dict[str, str], small: str, options: list[str], code: int, message: str) -> None:
    assert_refused(lexq("-l", small, "play", *options, **home), code, message)


@each(
    ("text", "wrong"),
    [
        ("colour=red", "no such rule, found 'colour=red'; names: rack_size, "),
        ("bonuses=3", "no such rule"),
        ("bingo", "expected NAME=VALUE"),
        ("exchanges_count=perhaps", "expected NAME=VALUE"),
    ],
)
def test_rules_that_are_none(text: str, wrong: str) -> None:
    with pytest.raises(typer.BadParameter, match=wrong):
        command._rules(text)


def test_rules_clocks_and_seats_of_options() -> None:
    assert command._rules("challenge=double, bingo=35,exchanges_count=no") == {
        "challenge": "double",
        "bingo": 35,
        "exchanges_count": False,
    }
    assert command._clock("25") == (1500, 0)
    assert command._clock("10+5") == (600, 5)
    with pytest.raises(typer.BadParameter, match="expected minutes"):
        command._clock("soon")
    assert [seat.name for seat in command._seats(["you"], None)] == ["you", "casual"]
    assert [seat.name for seat in command._seats(["Ann", "Bob"], None)] == ["Ann", "Bob"]
    assert [seat.name for seat in command._seats(["club"], ["club", "champion:2"])] == ["club", "club 1", "champion"]


def start(small: str, home: dict[str, str], *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*LEXQ, "-l", small, "play", "--against", "greedy", "--seed", "1", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
        env={**os.environ, **home},
        # In the background of a shell it would ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
def test_whoever_ends_it_loses_nothing(small: str, home: dict[str, str], how: str) -> None:
    with start(small, home) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("pass\n")
        child.stdin.flush()
        told = [child.stdout.readline() for _ in range(5)]
        os.kill(child.pid, getattr(signal, how))
        rest = child.stdout.read()
    again = lexq("play", "--resume", stdin="history\n", **home).stdout
    assert again.splitlines()[0] == told[4].strip(), "scores, bag and rack"
    assert "  1 you passed; 0 : 0\n" in again
    assert child.returncode == (130 if how == "SIGINT" else -signal.SIGKILL)
    assert "Traceback" not in rest
    assert ("kept: lexq play --resume" in rest) == (how == "SIGINT")


def test_the_line_about_going_on_names_the_file(small: str, home: dict[str, str], tmp_path: Path) -> None:
    """Found: with --file it did not, so that the game was not found."""
    with start(small, home, "--file", str(tmp_path / "my games")) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("pass\n")
        child.stdin.flush()
        assert [child.stdout.readline() for _ in range(5)][4]
        child.send_signal(signal.SIGINT)
        (told,) = [line for line in child.stdout.read().splitlines() if line.startswith("kept: lexq ")]
    again = lexq(*shlex.split(told.removeprefix("kept: lexq ")), stdin="history\n", **home)
    assert "  1 you passed; 0 : 0\n" in again.stdout


pty = pytest.importorskip("pty")


@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal(small: str, home: dict[str, str], columns: int) -> None:
    import fcntl
    import struct
    import termios

    child, ours = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.environ.update({**home, "TERM": "xterm-256color", "PAGER": "less"})
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            os.environ.pop(name, None)
            os.unsetenv(name)  # readline sets them behind Python's back
        os.execv(LEXQ[0], [*LEXQ, "-l", small, "play", "-a", "greedy", "--seed", "1"])
    written, sent = b"", 0
    lines = [b"hint\n", b"pass\n", b"quit\n"]
    deadline = time.monotonic() + 60
    try:
        while time.monotonic() < deadline and (piece := os.read(ours, 65536)):
            written += piece
            if sent < len(lines) and written.count(b"you> ") > sent and written.endswith(b"you> "):
                os.write(ours, lines[sent])
                sent += 1
    except OSError:  # Linux says so at the end
        pass
    os.close(ours)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    shown = written.decode().replace("\r\n", "\n")
    assert "\x1b[38;5;231;48;5;124m=" in shown
    text = re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", shown)
    assert "a play of " in text
    assert "kept: lexq play --resume" in text
    assert max(map(len, text.splitlines())) <= columns
    assert ("  > you" in text) == (columns == 80), "beside the squares, or below"


def test_a_game_from_a_position(small: str, file: Path) -> None:
    text = file.with_name("position.cgp")
    text.write_text("15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRST/ 30/12 0\n")
    play = ("-l", small, "play", "--against", "greedy", "--file", str(file), "--position")
    for given in (text.read_text().strip(), str(text)):
        done = lexq(*play, given, stdin="save game.gcg\n")
        assert done.stdout.startswith("you 30, greedy 12; bag 82; rack A E I N R S T\n")
        assert "from a position" in done.stdout
    refused = lexq(*play, "15/15")
    assert_refused(refused, 3, "no layout has this size")
    assert "--layout" not in refused.stderr
