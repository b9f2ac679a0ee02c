"""Duplicate games at a terminal: what lines do, what is told and hidden, the clock, the table at the end."""

import re
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from lexkit.apps.table import DuplicateTable, Tables
from lexkit.apps.terminal import command
from lexkit.apps.terminal.duplicate_session import HELP, DuplicateSession
from lexkit.apps.terminal.screen import TimeUpError, _alarm
from tests.apps.shell.shell import assert_refused, lexq
from tests.apps.table.test_duplicate_table import duplicate, plays
from tests.apps.terminal.test_session import Typed


@pytest.fixture
def tables(file: Path) -> Iterator[Tables]:
    with Tables(file) as made:
        yield made


def play(tables: Tables, made: DuplicateTable, lines: Iterable[str], interactive: bool = False) -> Typed:
    """What is told when these lines are typed."""
    if made.name is None:
        tables.add(made, "terminal")
    screen = Typed(lines, interactive)
    DuplicateSession(made, tables, screen).run()
    return screen


def test_a_game_to_its_end(small: str, tables: Tables) -> None:
    made = duplicate(small, "you")

    def lines() -> Iterator[str]:
        yield "none"
        while not made.over:
            yield plays(made)[0]

    end = play(tables, made, lines()).told[-1]
    first, *_ = made.view(0)["history"]
    scores, maximum = made.view(0)["scores"], made.view(0)["maximum"]
    assert scores == [maximum - first["best"]["score"]]
    assert "The game is over" in end
    assert f"\nyou: {scores[0]} of {maximum}, {100 * scores[0] / maximum:.1f}%\n" in end
    assert re.search(rf"^ *1  {''.join(first['rack'])} +{re.escape(first['best']['text'])} .* none +0$", end, re.M)


def test_turns_are_told(small: str, tables: Tables) -> None:
    made = duplicate(small, "you")
    best = plays(made)[0]
    score = made.preview(0, best)["score"]
    told = play(tables, made, [best, "turns", "help", "nonsense", "1A ZZ", "show", "shuffle", "sort", ""]).told
    assert told[0].startswith("turn 1; you 0 of 0; bag 93; rack ")
    assert f"the best play is {best}, {score} points" in told[1]
    assert f"you: {best}, {score} points, the maximum\nturn 2; you {score} of {score};" in told[1]
    assert best in told[2]
    assert HELP in told[3]
    assert "not a command" in told[4]
    assert "1A" in told[5] or "ZZ" in told[5]
    assert "the best was" in told[6]
    assert told[7].startswith("rack ")
    assert told[9].startswith("turn 2; ")


def test_a_word_that_is_not_in_the_list(small: str, tables: Tables) -> None:
    made = duplicate(small, "you")
    play_ = f"8D {''.join(label for label in made.view(0)['rack'] if label != '?')}"
    assert f"you: {play_} is not valid, 0 points" in play(tables, made, [play_]).told[1]


def test_nobody_reads_what_the_one_before_typed(small: str, tables: Tables) -> None:
    made = duplicate(small)
    best, other = plays(made)[:2]
    screen = play(tables, made, [best, other, "quit"], interactive=True)
    assert screen.hidden == ["Bob, it is your turn: press Enter "]
    assert best not in screen.told[0] + screen.told[1], "Ann's play, before the turn has ended"
    assert "Ann   " in screen.told[1]
    assert "handed in" in screen.told[1]
    assert screen.told[2].startswith("turn 1, ")
    assert f"Ann: {best}, " in screen.told[2]
    assert f"Bob: {other}, " in screen.told[2]


def test_the_clock_ends_a_turn(small: str, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    made = duplicate(small, "you", seconds=60)
    asked: list[float | None] = []

    class Slow(Typed):
        def ask(self, prompt: str, seconds: float | None = None) -> str:
            asked.append(seconds)
            if len(asked) == 1:
                now[0] += 60
                raise TimeUpError
            return super().ask(prompt, seconds)

    tables.add(made, "terminal")
    screen = Slow(["quit"])
    DuplicateSession(made, tables, screen).run()
    assert asked == [60, 60]
    assert "you: none\n" in screen.told[0]


def test_an_alarm_ends_a_wait() -> None:
    with pytest.raises(TimeUpError), _alarm(0.02):
        time.sleep(60)
    with _alarm(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0), "none is left to ring later"


def test_at_the_shell(small: str, file: Path) -> None:
    words = ("-l", small, "play", "--file", str(file))
    done = lexq(*words, "--duplicate", "joker", "--seed", "3", "--clock", "2", "-p", "Ann", stdin="none\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("turn 1; Ann 0 of 0; bag ")
    again = lexq(*words, "--resume", stdin="turns\n").stdout
    assert again.startswith("turn 2; Ann 0 of ")
    with Tables(file) as tables:
        (listed,) = tables.list()
        assert re.search(r"  Ann 0 of \d+; 1 turn; small\.gaddag, \d+ words$", command._line(1, listed))
        table: Any = tables.open_any(listed.name)
        assert (table.setting()["duplicate"], table.setting()["seconds"]) == ("joker", 120)
    refused = lexq(*words, "-d", "normal", "--against", "club")
    assert_refused(refused, 2, "--duplicate and --against exclude each other")
    with pytest.raises(typer.BadParameter, match="expected minutes for a turn"):
        command._seconds("3+5")
