"""Squares and panels as text: every width, every layout, with colours and without."""

import re
from typing import Any

import pytest

import lexkit
from lexkit.apps.table.seat_view import setting
from lexkit.apps.terminal.drawing import STYLES, beside, draw_squares, tell_time, unseen_tiles, visible_length
from lexkit.apps.terminal.screen import Screen
from tests.running import each

PAINTED = re.compile("\x1b\\[[0-9;]*m")


def facts(layout: str = "standard", alphabet: str = "english") -> dict[str, Any]:
    return setting(lexkit.Rules.from_alphabet(alphabet, layout))


def squares(made: dict[str, Any], **tiles: str) -> list[str]:
    found = [""] * (made["rows"] * made["columns"])
    for square, tile in tiles.items():
        found[int(square[1:])] = tile
    return found


@each("columns", [20, 40, 80, 200])
@each("layout", ["standard", "super"])
def test_every_line_fits(layout: str, columns: int) -> None:
    made = facts(layout)
    lines = draw_squares(made, squares(made, s0="A", s1="b"), [1], [], columns)
    assert len(lines) == made["rows"] + 1
    if columns >= made["columns"] + 3:
        assert max(map(len, lines)) <= columns
    assert [line[0] if columns < 40 else line.split()[0] for line in lines[1:3]] in (["1", "2"], [" ", " "])


def test_a_board_says_what_its_squares_are() -> None:
    made = facts()
    lines = draw_squares(made, squares(made, s112="Q", s113="u"), [113], [112], 80)
    assert lines[0] == "   A B C D E F G H I J K L M N O"
    assert lines[1] == " 1 = . . ' . . . = . . . ' . . ="
    assert lines[8] == " 8 = . . ' . . . Q u . . ' . . ="


def test_long_tiles_have_room_if_there_is_any() -> None:
    made = facts(alphabet="catalan")
    longest = max((tile["label"] for tile in made["tiles"]), key=len)
    wide = draw_squares(made, squares(made, s112=longest), [], [], 80)
    assert longest in wide[8]
    narrow = draw_squares(made, squares(made, s112=longest), [], [], 40)
    assert max(map(len, narrow)) <= 40


def test_colours_change_nothing_but_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    screen.colours = True
    made = facts()
    arguments = made, squares(made, s112="Q", s113="u", s114="A"), [113], [114], 80
    painted, plain = draw_squares(*arguments, screen.paint), draw_squares(*arguments)
    assert [PAINTED.sub("", line).rstrip() for line in painted] == plain
    assert all(f"\x1b[{STYLES[style]}m" in painted[8] for style in ("tile", "blank", "last"))
    assert max(map(visible_length, painted)) == 33
    screen.colours = False
    assert draw_squares(*arguments, screen.paint) == plain


@pytest.mark.parametrize(
    ("environment", "colours"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_when_there_are_colours(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], colours: bool) -> None:
    monkeypatch.setattr("lexkit.apps.shell.console.on_terminal", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Screen().colours == colours
    monkeypatch.setattr("lexkit.apps.shell.console.on_terminal", lambda: False)
    assert not Screen().colours


def test_a_panel_goes_below_if_there_is_no_room() -> None:
    assert beside(["ab", "c"], ["x"], 2, 80) == ["ab   x", "c"]
    assert beside(["ab", "c"], ["x"], 2, 30) == ["ab", "c", "", "x"]


def test_unseen_tiles() -> None:
    made = facts()
    view = {"unseen": {"A": 3, "B": 1, "?": 1}, "bag": 0}
    assert unseen_tiles(made, view, 80) == ["bag 0, unseen 5: 3 vowels, 1 consonants, 1 blank", "A3 B ?"]


@each(
    ("seconds", "told"), [(1500, "25:00"), (59.2, "1:00"), (0.1, "0:01"), (0, "0:00"), (-0.1, "-0:01"), (-61, "-1:01")]
)
def test_clocks(seconds: float, told: str) -> None:
    assert tell_time(seconds) == told
