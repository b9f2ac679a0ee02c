"""The consoles of other programs as players of a match, each played by a stand-in."""

import sys
from pathlib import Path

import pytest

import lexkit
from benchmarks.strength.console_player import read_play
from tests.running import each

ROOT = Path(__file__).parents[2]
ADAPTER = ROOT / "benchmarks" / "strength" / "console_player.py"
STAND_IN = Path(__file__).with_name("console_stand_in.py")


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("Play   Leave\n 2L P(O)ND   7884.0", "2L.P(O)ND"),
        ("(exch OQ)  AELNT  0", "ex.OQ"),
        ("(Pass)  ", "pass"),
        ("1: 8D ZILLION 76", "8D.ZILLION"),
        ("1) I8 (MI)xUP (12)", "I8.(MI)xUP"),
        ("Simulation started", None),
    ],
)
def test_reads_a_play_of_a_console(text: str, play: str | None) -> None:
    assert read_play(text) == play


def player(console: str, *options: str, habit: str = "") -> str:
    command = [sys.executable, ADAPTER, console, "--lexicon", "ANY", *options, "--", sys.executable, STAND_IN, console]
    return "siu:0.05:" + " ".join(map(str, [*command, *filter(None, [habit])]))


def play_a_game(console: str, log: Path, habit: str = "") -> list[list[str]]:
    """Play a game, and return the choices of the console: seconds asked and taken, position, move, depth."""
    match = lexkit.Match(lexkit.open(), player(console, "--log", str(log), habit=habit), "greedy", seed=4)
    tally = match.tally(1)
    match.close()
    assert not tally.forfeits
    choices = [line.split("\t") for line in log.read_text("utf-8").splitlines()]
    assert len(choices) > 5
    assert {asked for asked, *_ in choices} == {"0.050"}
    assert "none" not in {move for *_, move, _ in choices}
    return choices


@each("console", ["macondo", "magpie"])
def test_a_console_plays_a_match(console: str, tmp_path: Path) -> None:
    choices = play_a_game(console, tmp_path / console)
    assert choices[0][-1] == "0"
    assert choices[-1][-1] in {"macondo": ["0"], "magpie": ["2", "3", "6"]}[console]


@each(("habit", "depth"), [("stuck", "2"), ("refuse", "0")])
def test_an_endgame_that_does_not_end_leaves_the_last_answer(habit: str, depth: str, tmp_path: Path) -> None:
    choices = play_a_game("magpie", tmp_path / habit, habit)
    assert choices[-1][-1] == depth


def test_a_play_against_the_rules_loses_the_game() -> None:
    match = lexkit.Match(lexkit.open(), player("magpie", habit="cheat"), "greedy", seed=4)
    (fault,) = match.tally(1).forfeits
    match.close()
    assert fault.endswith("1A: the first play covers the start square 8H")
