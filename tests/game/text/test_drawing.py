"""Drawn boards: what is drawn reads back, and people's own ways to draw."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Board, Layout, Rules, lexicons
from lexkit.errors import LexkitError, PositionError
from tests.game.positions import REAL
from tests.running import each

DRAWN = """\
    A B C D E F G H I J K L M N O
 1  = . . ' . . . = . . . ' . . =
 2  . - . . . " . . . " . . . - .
 3  . . - . . . ' . ' . . . - . .
 4  ' . . - . . . ' . . . - . . '
 5  . . . . - . . . . . - . . . .
 6  . " . . . " . . . " . . . " .
 7  . . ' . . . ' . ' . . . ' . .
 8  = . . ' . . C A R E . ' . . =
 9  . . ' . . . ' B ' . . . ' . .
10  . " . . . " . L . " . . . " .
11  . . . . - . . e . . - . . . .
12  ' . . - . . . ' . . . - . . '
13  . . - . . . ' . ' . . . - . .
14  . - . . . " . . . " . . . - .
15  = . . ' . . . = . . . ' . . ="""


def test_drawing(board: Board):
    assert str(board) == DRAWN
    assert Board.from_text(DRAWN).grid == board.grid


def bare(drawing: str) -> list[str]:
    return [line[4:] for line in drawing.split("\n")[1:]]


@pytest.mark.parametrize(
    "drawing",
    [
        "\n".join(bare(DRAWN)),
        "\n".join(line.replace(" ", "") for line in bare(DRAWN)),
        "\r\n".join(f"{number}{line.replace(' ', '')}" for number, line in enumerate(bare(DRAWN), 1)),
        "\n\n" + DRAWN + "\n\n",
        "\n".join(f"{number:2} |{line}| {number}" for number, line in enumerate(bare(DRAWN), 1)),
        "  A B C\n +---+\n" + "\n".join(f"{n:2} |{line}|" for n, line in enumerate(bare(DRAWN), 1)) + "\n +---+",
        DRAWN.replace("'", ".").replace('"', ".").replace("-", ".").replace("=", "."),
    ],
)
def test_other_drawings(board: Board, drawing: str):
    assert Board.from_text(drawing).grid == board.grid


@each("text", REAL)
def test_drawings_of_real_positions(text):
    board = Board.from_cgp(text)
    assert Board.from_text(str(board)).grid == board.grid


def test_drawing_tiles_of_several_code_points():
    board = Board(alphabet="catalan")
    board.play("8G A[L·L]A[ny]")
    assert "[L·L]" in str(board)
    assert Board.from_text(str(board), alphabet="catalan").grid == board.grid
    small = Layout("x", ["...", "..."], "1A")
    assert list(Board.from_text("CHELL\n...", alphabet="spanish", layout=small).grid) == [4, 6, 13, 0, 0, 0]
    assert list(Board.from_text("C H E\n...", alphabet="spanish", layout=small).grid) == [3, 9, 6, 0, 0, 0]


def test_drawing_names_its_layout_by_size():
    large = str(Board("super", "super_english"))
    assert Board.from_text(large).layout is Layout.named("super")
    assert Board.from_text(large).alphabet is lexicons.alphabet("super_english")
    bricks = Layout("bricks", ["..#..", "....#"], "1A")
    board = Board(rules=Rules(bricks))
    board.play("1A AB")
    assert str(board) == "    A B C D E\n 1  A B # . .\n 2  . . . . #"
    assert Board.from_text(str(board), layout=bricks).grid == board.grid
    assert Board.from_text(str(board), rules=board.rules).rules is board.rules


@each(
    ("drawing", "message"),
    [
        ("", "not a drawn board: it is empty"),
        (" \n \n", "not a drawn board: it is empty"),
        ("...\n...", "no layout has this size: expected 15x15 or 21x21, found 2x3"),
        ("\n".join(["." * 15] * 14 + ["." * 16]), "row 15: wrong width: expected 15 squares, found 16"),
        (DRAWN.replace("C A R E", "C A & E"), "row 8, square 9: not a tile of the english alphabet: .*found &"),
        (DRAWN.replace("\n 8 ", "\n 9 "), "row 8: the rows are out of order: found row 9"),
        (DRAWN.replace("\n 8 ", "\n   "), "below row 7: the line has no row number"),
        (DRAWN.replace("C A R E", ". . . ."), "reach the start square"),
        (DRAWN.replace("1  =", "1  A"), "1A: the word floats"),
        (DRAWN.replace("C A R E", "c a r E"), r"more tiles \?"),
        ("." * 40, "too many squares|too large"),
        ("\n".join(["." * 32] * 33), "the board is too large"),
        ("." * 70_000, "not a drawn board: expected at most 65536 characters"),
    ],
)
def test_no_drawing(drawing, message):
    with pytest.raises(PositionError, match=message):
        Board.from_text(drawing)


def test_a_drawing_is_a_text():
    with pytest.raises(TypeError):
        Board.from_text(None)  # type: ignore[arg-type]


@given(st.text(alphabet=".ABcd'\"-=#1 2\n|[]", max_size=300), st.integers(0, 500))
def test_any_drawing_is_a_board_or_a_typed_error(noise, at):
    for text in (noise, DRAWN[:at] + noise[:5] + DRAWN[at:]):
        try:
            board = Board.from_text(text)
        except LexkitError as error:
            assert str(error)
        else:
            assert Board.from_text(str(board)).grid == board.grid


def test_many_lines_are_refused_at_once():
    """Found: for each line without a number, all lines were looked at for one: 4 s for the longest drawing."""
    with pytest.raises(PositionError):
        Board.from_text("a\n" * 32_768)


def test_a_long_line_is_refused_at_once():
    """Found: a line of 60,000 blanks between two tiles took minutes, each of them being tried as the line's end."""
    with pytest.raises(PositionError):
        Board.from_text(" 1 A" + " |" * 30_000 + "?")


#: As Macondo shows a game: made for this purpose.
PASTED = """\
ann: Turn 3
   A B C D E F G H I J K L M N O   -> ann                      AEINRST   22
   ------------------------------     bob                      EEIOUVV   0/1
 1|=     '       =       '     =| --Tracking-----------------------------------
 2|  -       "       "       -  | ?AAAB | C  5
 3|    -       '   '       -    |
 4|'     -       '       -     '|
 5|        -           -        |
 6|  "       "       "       "  | v
 7|    '       '   '       '    |
 8|=     '     C A R e   '     S|
 9|    '       '   X       '    |
10|  "       "       "       "  |
11|        -           -        |
12|'     -       '       -     '|
13|    -       '   '       -    |
14|  -       "       "       -  |
15|=     '       =       '     =|
   ------------------------------
"""


def test_a_board_pasted_from_macondo():
    pasted = PASTED.replace("'     S|", "'     =|")
    board = Board.from_text(pasted)
    assert {square: board[square] for square in board} == {"8G": "C", "8H": "A", "8I": "R", "8J": "e", "9I": "X"}
    assert Board.from_text(str(board)) == board
    with pytest.raises(PositionError, match="8O: the word floats"):
        Board.from_text(PASTED)
    with pytest.raises(PositionError, match="the rows are out of order"):
        Board.from_text(pasted.replace("\n 9|", "\n 7|"))
    with pytest.raises(PositionError, match="row 8, square 7: not a tile"):
        Board.from_text(pasted.replace("C A R e", "? A R e"))
