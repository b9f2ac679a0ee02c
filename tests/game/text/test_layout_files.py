"""Layouts as files of other programs: read from texts as those write them, written, and read by a reader of its own."""

import random
import re
from pathlib import Path

import pytest

from lexkit import Layout
from lexkit.errors import LexkitError, PositionError
from lexkit.runtime.game.text.layout_files import LAYOUT_FORMS, OTHERS
from tests.apps.shell.shell import assert_refused, program
from tests.running import MANY, each

#: A board of 3x3 with the start square in the corner, and one with it in the middle.
CORNER = Layout("corner", ["=.'", '."^', "-.~"], "1A")
MIDDLE = Layout("middle", ["=.'", '."^', "-.~"])
QUOTES = Layout("quotes", ["'''", '"""', "..."])
BOARDS = [Layout.named("standard"), Layout.named("super"), CORNER, MIDDLE, QUOTES]
TEXTS = {
    "magpie": "0,0\n= '\n \"^\n- ~\n",
    "macondo": "package board\n\nvar x []string\nMiddle = []string{\n\t\t`= '`,\n\t\t` \"^`,\n\t\t`- ~`,\n\t}\n",
    "quackle": "Quackle\n1 3 3 0 0 1 3 1 1 2 1 1 1 3 1 4 1 1 2 1 1 1 4",
}


def read_by_the_facts(form: str, text: str) -> tuple[list[str], tuple[int, int] | None]:
    """Rows of glyphs and the start square: a reader that shares nothing with lexkit's."""
    if form == "quackle":
        _, columns, rows, row, column, *values = map(int, text.split()[1:])
        signs = {(1, 1): ".", (2, 1): "'", (3, 1): '"', (4, 1): "^", (1, 2): "-", (1, 3): "=", (1, 4): "~"}
        squares = [signs[values[2 * at], values[2 * at + 1]] for at in range(rows * columns)]
        return ["".join(squares[at : at + columns]) for at in range(0, len(squares), columns)], (row, column)
    start = None
    if form == "magpie":
        first, *rows = text.splitlines()
        start = tuple(map(int, first.split(",")))
    else:
        rows = re.findall("`(.*)`", text)
    return [row.replace(" ", ".") for row in rows], start


@pytest.mark.parametrize("form", OTHERS)
def test_files_of_other_programs(form: str, tmp_path: Path) -> None:
    path = tmp_path / "corner.txt"
    path.write_text(TEXTS[form], "utf-8")
    wanted = MIDDLE if form == "macondo" else CORNER
    read = Layout.from_file(path)
    assert read == wanted == Layout.from_file(str(path), form)
    assert read.name == ("Middle" if form == "macondo" else "corner")
    path.write_text(TEXTS[form].replace("^", "*").replace("\n", "\r\n"), "utf-8", newline="")
    assert Layout.from_file(path) == wanted


@each("form", LAYOUT_FORMS)
@each("one", BOARDS)
def test_written_and_read_again(one: Layout, form: str, tmp_path: Path) -> None:
    if form == "macondo" and one is CORNER:
        with pytest.raises(PositionError, match="macondo cannot hold this layout: expected a start square"):
            one.to_text(form)
        return
    text = one.to_text(form)
    path = tmp_path / ("mine.toml" if form == "toml" else "mine.txt")
    path.write_text(text, "utf-8")
    again = Layout.from_file(path)
    assert again == one
    if form in ("toml", "macondo"):
        assert again.name == one.name
    if form != "toml":
        start = None if form == "macondo" else divmod(one.start, one.columns)
        assert read_by_the_facts(form, text) == (list(one.glyphs), start)


def test_bricks_and_boards_that_are_not_square(tmp_path: Path) -> None:
    bricks = Layout("bricks", ["#..", "...", "..#"])
    for form in ("magpie", "macondo"):
        (tmp_path / "b.txt").write_text(bricks.to_text(form), "utf-8")
        assert Layout.from_file(tmp_path / "b.txt") == bricks
    with pytest.raises(PositionError, match=r"quackle cannot hold this layout: expected no bricks, found 2 .*1A"):
        bricks.to_text("quackle")
    wide = Layout("wide", ["...", "..."])
    assert 'start = "2B"' in wide.to_text()
    for form in OTHERS:
        with pytest.raises(PositionError, match=f"{form} cannot hold this layout: expected as many rows as columns"):
            wide.to_text(form)


@each(
    ("form", "text", "message"),
    [
        ("magpie", "7;7\n", "line 1: not a layout: expected row and column of the start square, as 7,7, found '7;7'"),
        ("magpie", "0,0\n", "wrong number of rows: expected 1 to 32, found 0"),
        ("magpie", "0,0\n  \n \n", "line 3: wrong number of squares: expected 2 squares, .* found 1"),
        ("magpie", "0,0\n  \n .\n", r"line 3, column 2: no such glyph: found '\.'"),
        ("magpie", "2,0\n  \n  \n", "the start square is off the board: expected 0 to 1, found row 2, column 0"),
        ("magpie", "0,0\n# \n  \n", "start: the start square is a brick: found 1A"),
        ("macondo", "x = []string{}", "not one layout: .* found 0 lists"),
        ("macondo", "x = []string{` `}\ny = []string{` `}", "not one layout: .* found 2 lists"),
        ("quackle", "Quackle 1 3", "not a layout: expected Quackle, then numbers"),
        ("quackle", "Quackle 2 1 1 0 0 1 1", "the layout was written for a newer version: expected 1, found 2"),
        ("quackle", "Quackle 1 17 13 6 8 1 1", "not a square board: .* found 13x17"),
        ("quackle", "Quackle 1 99 99 6 8 1 1", "not a square board"),
        ("quackle", "Quackle 1 1 1 0 0 1", "wrong number of multipliers: expected 2, two for each square, found 1"),
        ("quackle", "Quackle 1 1 1 0 0 2 2", "square 1A: invalid multipliers: .* found letter 2, word 2"),
        ("quackle", "Quackle 1 1 1 0 1 1 1", "the start square is off the board"),
        ("chess", "", "no such form of layouts: expected toml, magpie, macondo, quackle, found 'chess'"),
    ],
)  # fmt: skip
def test_files_that_are_no_layout(form: str, text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(PositionError, match=message) as caught:
        Layout.from_file(path, form)
    assert form == "chess" or caught.value.path == str(path)


@pytest.mark.parametrize("form", OTHERS)
def test_mutations_are_refused_or_a_layout(form: str, tmp_path: Path) -> None:
    choose = random.Random(form)
    original = Layout.named("standard").to_text(form).encode()
    path = tmp_path / "mine.txt"
    read = 0
    for _ in range(10_000 if MANY else 300):
        data = bytearray(original)
        for _ in range(choose.randint(1, 3)):
            at = choose.randrange(len(data))
            size = choose.randint(0, 3)
            data[at : at + size] = choose.choice([b" " * size, b"'" * size, b"\n", b"1", b"\xff", b"."])
        path.write_bytes(data)
        try:
            found = Layout.from_file(path, form)
        except LexkitError as error:
            assert error.path == str(path)
            continue
        read += 1
        assert Layout(found.name, found.glyphs, found.start_name) == found
    assert read > 10


def test_at_the_shell(tmp_path: Path) -> None:
    text = tmp_path / "super21.txt"
    assert program("lexc", "layouts", "super", "--as", "magpie", "-o", str(text)).returncode == 0
    assert text.read_text("utf-8").startswith("10,10\n~  '   =")
    assert_refused(program("lexc", "layouts", "super", "-o", str(text)), 4, "--force")
    assert program("lexc", "layouts", str(text)).stdout.startswith('name  = "super21"\nstart = "11K"\n')
    assert program("lexc", "layouts").stdout.splitlines() == [
        "standard           15 rows 15 columns, start 8H",
        "super              21 rows 21 columns, start 11K",
    ]
    asked = program("lexq", "moves", "21/" * 20 + "21 AEINRST/ 0/0 0", "--layout", str(text), "--limit", "1")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert_refused(program("lexc", "layouts", "round"), 3, "no such board layout")
    assert_refused(program("lexc", "layouts", "--as", "toml"), 2, "needs the NAME to write")
