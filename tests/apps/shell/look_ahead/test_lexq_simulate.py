"""lexq simulate as a user meets it."""

import inspect
import json

import pytest

import lexkit
from lexkit.apps.shell.lexq import look_ahead
from tests.apps.shell.shell import assert_refused, json_lines, lexq, on_terminal

POSITION = "15/15/15/15/15/15/15/4CARE7/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
FEW = ("simulate", POSITION, "--iterations", "4", "--candidates", "3")


def test_each_move_is_a_line(english: lexkit.Lexicon) -> None:
    done = lexq("-l", "english", *FEW)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    found = lexkit.simulate(lexkit.Board.from_cgp(POSITION), lexicon=english, iterations=4, candidates=3)
    assert found.best.iterations == 4
    told = [(one.candidate.text, f"{one.win:.4f}", f"{one.stderr:.4f}") for one in found.results]
    assert [(line[0], line[3], line[4]) for line in lines] == told


def test_what_is_not_known_is_not_a_number() -> None:
    lines = lexq("-l", "english", *FEW, "--iterations", "1").stdout.splitlines()
    assert [line.split("\t")[4:] for line in lines] == [["-", "1"]] * 3
    facts = json_lines("-l", "english", *FEW, "--iterations", "1")
    assert [fact["stderr"] for fact in facts] == [None] * 3


def test_however_short_the_time_there_is_a_best_move(english: lexkit.Lexicon) -> None:
    done = lexq("-l", "english", "simulate", POSITION, "--time", "0.000001", "--json", "--top", "1")
    assert (done.returncode, done.stderr) == (0, "")
    fact = json.loads(done.stdout)
    assert (fact["win"], fact["stderr"], fact["iterations"]) == (None, None, 0)
    best = english.moves(lexkit.Board.from_cgp(POSITION)).by_equity(english)[0]
    assert fact["move"] == best.text
    line = lexq("-l", "english", "simulate", POSITION, "-t", "0.000001", "--top", "1").stdout
    assert line.rstrip("\n").split("\t")[3:] == ["-", "-", "0"]


def test_at_40_columns() -> None:
    lines = on_terminal("-l", "english", *FEW, COLUMNS="40", NO_COLOR="1").splitlines()
    assert max(map(len, lines)) <= 40
    assert "..." not in "".join(lines)
    assert "\u2026" not in "".join(lines)
    assert lines[0].split() == ["move", "score", "equity", "win", "+-", "times"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--rack", ""], 3, "rack: the rack is not known: expected one in the position, or --rack TILES"),
        (["--time", "-1"], 2, "'--time' / '-t': expected seconds, more than 0, found -1"),
        (["--time", "nan"], 2, "'--time' / '-t': expected seconds, more than 0, found nan"),
        (["--confidence", "2"], 2, "'--confidence': expected a number between 0 and 1, found 2"),
        (["--threads", "100000"], 2, "expected at most 256, found 100000: each takes memory"),
        (["--plies", "65"], 2, "is not in the range"),
        (["--layout", "nowhere"], 3, "no such board layout"),
    ],
)
def test_what_is_wrong_is_said(arguments: list[str], code: int, message: str) -> None:
    assert_refused(lexq("-l", "english", "simulate", POSITION, *arguments), code, message)


def test_the_defaults_are_those_of_the_library() -> None:
    library = inspect.signature(lexkit.simulate).parameters
    shell = inspect.signature(look_ahead.simulate).parameters
    for name in ("plies", "candidates", "iterations", "confidence", "seed", "threads"):
        assert shell[name].default == library[name].default, name
