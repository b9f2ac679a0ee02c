"""CGP, the text of a position: what is read, what is tolerated, what is refused, and that it round-trips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Board, Layout, Rules, lexicons
from lexkit.errors import LexkitError, PositionError
from tests.game.positions import EMPTY, REAL, SMALL
from tests.running import each

SPANISH_ROWS = EMPTY.replace("15/" * 7 + "15", "15/" * 7 + "6A[CH]E[ll]A4", 1)


@each("text", [*REAL, SMALL, f"{EMPTY} / 0/0 0"])
def test_round_trip(text):
    board = Board.from_cgp(text)
    assert board.to_cgp() == text
    assert Board.from_cgp(board.to_cgp()) == board


def test_fields():
    board = Board.from_cgp(SMALL)
    assert board.racks == ("AEINRST", "RETAIN?")
    assert board.scores == (12, -3)
    assert board.zeros == 0
    assert board.opcodes == {"lex": "nwl"}
    assert board.layout is Layout.named("standard")
    assert board.alphabet is lexicons.alphabet("english")
    assert board["8G"] == "C"
    assert board["H11"] == "e"
    assert board["8F"] == ""
    assert board.grid[7 * 15 + 6] == 3
    assert board.grid[10 * 15 + 7] == 0x85
    assert board.grid.count(0) == 225 - 7


@each(
    ("rest", "racks", "scores", "zeros", "opcodes"),
    [
        ("", ("", ""), (0, 0), 0, {}),
        (" AEINRST/ 0/0 0", ("AEINRST", ""), (0, 0), 0, {}),
        (" AEINRST/ 0/0 0 lex nwl;", ("AEINRST", ""), (0, 0), 0, {"lex": "nwl"}),
        (" / 0/0 0", ("", ""), (0, 0), 0, {}),
        ("  0/0 0", ("", ""), (0, 0), 0, {}),
        ("  7/-12 3", ("", ""), (7, -12), 3, {}),
        (" AEINRST/  0 lex nwl;", ("AEINRST", ""), (0, 0), 0, {"lex": "nwl"}),
        (" AEINRST/  2", ("AEINRST", ""), (0, 0), 2, {}),
        (" AEINRST/ / 0", ("AEINRST", ""), (0, 0), 0, {}),
        (" AEINRST/ 5/ 0", ("AEINRST", ""), (5, 0), 0, {}),
        (" AEINRST/", ("AEINRST", ""), (0, 0), 0, {}),
        (" AEINRST", ("AEINRST",), (0,), 0, {}),
        (" AEINRST 0 0", ("AEINRST",), (0,), 0, {}),
        (" AEINRST 3/4 0", ("AEINRST", ""), (3, 4), 0, {}),
        (" / 5 0", ("",), (5,), 0, {}),
        (" A/B/C 1/2/3 0", ("A", "B", "C"), (1, 2, 3), 0, {}),
        (" A/B/C/D", ("A", "B", "C", "D"), (0, 0, 0, 0), 0, {}),
        ("   AEINRST/   1/2   3   lex nwl;  bb 40;", ("AEINRST", ""), (1, 2), 3, {"lex": "nwl", "bb": "40"}),
        (" lex nwl;", ("", ""), (0, 0), 0, {"lex": "nwl"}),
        (" / 0/0 0 lex nwl", ("", ""), (0, 0), 0, {"lex": "nwl"}),
        (" / 0/0 0 oru;", ("", ""), (0, 0), 0, {"oru": ""}),
        (" oru;", ("", ""), (0, 0), 0, {"oru": ""}),
        (" / 0/0 0 ;", ("", ""), (0, 0), 0, {}),
        ("\tA/\t0/0\t0\n", ("A", ""), (0, 0), 0, {}),
        (" aeinrst/ 0/0 0", ("aeinrst", ""), (0, 0), 0, {}),
    ],
)
def test_fields_may_be_missing(rest, racks, scores, zeros, opcodes):
    board = Board.from_cgp(EMPTY + rest)
    assert (board.racks, board.scores, board.zeros, board.opcodes) == (racks, scores, zeros, opcodes)
    assert Board.from_cgp(board.to_cgp()) == board


def test_operations_that_nobody_knows_stay_as_they_are():
    operations = "lm -2; tmr 100/-5; gid a.b/c d; var WordSmog; x-y_z  two  words; cr 5pt; note Ünïcode?;"
    text = f"{EMPTY} / 0/0 0 {operations}"
    board = Board.from_cgp(text)
    assert board.opcodes["lm"] == "-2"
    assert board.opcodes["x-y_z"] == "two  words"
    assert list(board.opcodes) == ["lm", "tmr", "gid", "var", "x-y_z", "cr", "note"]
    assert Board.from_cgp(board.to_cgp()) == board
    assert board.to_cgp() == text.replace("z  two", "z two")


def test_operations_that_set_rules():
    rules = Board.from_cgp(f"{EMPTY} / 0/0 0 bb 35; etl 1; mcnz 12;").rules
    assert (rules.bingo, rules.exchange_minimum, rules.zero_turns, rules.rack_size) == (35, 1, 12, 7)


@each(
    ("operations", "alphabet"),
    [
        ("", "english"),
        ("ld polish;", "polish"),
        ("ld Polish;", "polish"),
        ("ld english_super;", "super_english"),
        ("ld super-catalan;", "super_catalan"),
        ("lex OSPS50;", "polish"),
        ("lex FRA24;", "french"),
        ("lex NWL23;", "english"),
        ("lex CSW24X;", "english"),
        ("lex FILE2017; ld english;", "english"),
        ("lex 123;", "english"),
    ],
)
def test_alphabet(operations, alphabet):
    assert Board.from_cgp(f"{EMPTY} / 0/0 0 {operations}").alphabet is lexicons.alphabet(alphabet)


def test_layout():
    large = "/".join(["21"] * 21)
    assert Board.from_cgp(large).layout is Layout.named("super")
    assert Board.from_cgp(large).alphabet is lexicons.alphabet("super_english")
    assert Board.from_cgp(f"{large} / 0/0 0 ld english;").alphabet is lexicons.alphabet("english")
    assert Board.from_cgp(f"{large} / 0/0 0 lex DISC2; bdn SuperCrosswordGame;").alphabet.name == "super_catalan"
    assert Board.from_cgp(f"{EMPTY} / 0/0 0 bdn CrosswordGame;").layout is Layout.named("standard")


def test_what_is_given_goes_first():
    layout = Layout("mine", ["." * 15] * 15)
    board = Board.from_cgp(f"{EMPTY} / 0/0 0 bdn Nobody; ld klingon;", layout=layout, alphabet="dutch")
    assert board.layout is layout
    assert board.alphabet.name == "dutch"
    rules = Rules(Layout("small", ["....."] * 3), "greek", rack_size=9, bingo=1)
    assert Board.from_cgp("5/5/5 ΑΒΓΔΕΖΗΘΙ/ 0/0 0 bb 70; ld english;", rules=rules).rules is rules


def test_other_sizes_need_a_layout():
    with pytest.raises(
        PositionError, match=r"no layout has this size: expected 15x15 or 21x21, found 3x4; give rules=, or layout="
    ):
        Board.from_cgp("4/4/4")
    assert len(Board.from_cgp("4/1AB1/4", layout=Layout("x", ["...."] * 3))) == 2


def test_tiles_of_several_code_points():
    board = Board.from_cgp(f"{SPANISH_ROWS} [LL][RR]?/ABC 0/0 0 ld spanish;")
    assert board["8H"] == "CH"
    assert board["8J"] == "ll"
    assert board.to_cgp() == f"{SPANISH_ROWS} [LL][RR]?/ABC 0/0 0 ld spanish;"
    bare = SPANISH_ROWS.replace("[", "").replace("]", "")
    assert Board.from_cgp(bare, alphabet="spanish").grid == board.grid


def test_neighbours_that_would_read_as_one_tile_are_bracketed():
    rows = EMPTY.replace("15/" * 7 + "15", "15/" * 7 + "6[A][C][H][A]5", 1)
    board = Board.from_cgp(rows, alphabet="spanish")
    assert len(board) == 4
    assert board.to_cgp().startswith(rows)


def test_a_digit_is_a_number_of_squares_even_where_it_spells_a_tile():
    rows = EMPTY.replace("15/" * 7 + "15", "15/" * 7 + "6A1A6", 1)
    with pytest.raises(PositionError, match=r"floats|reach"):
        Board.from_cgp(rows, alphabet="spanish")
    assert Board.from_cgp(rows.replace("6A1A6", "6A[1]A6"), alphabet="spanish")["8H"] == "CH"


def test_catalan():
    rows = EMPTY.replace("15/" * 7 + "15", "15/" * 7 + "6A[L·L]O[NY]A[qu]3", 1)
    board = Board.from_cgp(f"{rows} QUSA/ 0/0 0 ld catalan;")
    assert [board[square] for square in board] == ["A", "L·L", "O", "NY", "A", "qu"]
    assert board.to_cgp().split(" ")[0] == rows


def test_decomposed_text_is_read():
    board = Board.from_cgp(EMPTY.replace("15/" * 7 + "15", "15/" * 7 + "6AN\u0303O6", 1), alphabet="spanish")
    assert board["8H"] == "Ñ"


ROWS = EMPTY.split("/")


def with_row(number: int, row: str) -> str:
    return "/".join([*ROWS[: number - 1], row, *ROWS[number:]])


@each(
    ("text", "message"),
    [
        ("", "not a CGP text: it is empty"),
        (" \n", "not a CGP text: it is empty"),
        (with_row(3, "14"), "row 3: wrong width: expected 15 squares, found 14"),
        (with_row(3, "16"), "row 3: wrong width: expected 15 squares, found 16"),
        (with_row(3, ""), "row 3: wrong width: expected 15 squares, found 0"),
        (with_row(15, "7A"), "row 15: wrong width: expected 15 squares, found 8"),
        (with_row(1, "3"), "row 1: wrong width: expected 15 squares, found 3"),
        (with_row(8, "6C$RE5"), "row 8, square 8: not a tile of the english alphabet: .*found '\\$'"),
        (with_row(8, "6CÄRE5"), "row 8, square 8: not a tile of the english alphabet"),
        (with_row(8, "6[CH]E7"), r"row 8, square 7: not a tile of the english alphabet: .*found '\[CH\]'"),
        (with_row(8, "6[C9"), r"row 8, square 7: not a tile"),
        (with_row(8, "6C]8"), r"row 8, square 8: not a tile"),
        (with_row(8, "6C?7"), r"row 8, square 8: not a tile"),
        (with_row(8, "6C.RE4"), r"row 8, square 8: not a tile"),
        (with_row(2, "0"), "row 2, square 1: not a number of empty squares: expected 1 to 32, found '0'"),
        (with_row(2, "015"), "row 2, square 1: not a number of empty squares"),
        (with_row(2, "A105"), "row 2, square 2: not a number of empty squares"),
        (with_row(2, "9" * 5000), "row 2, square 1: not a number of empty squares"),
        ("/".join(ROWS[1:]), r"no layout has this size: expected 15x15 or 21x21, found 14x15"),
        (EMPTY + "/15", "no layout has this size: .*found 16x15"),
        (EMPTY + "/", "row 16: wrong width: expected 15 squares, found 0"),
        ("/".join(["32"] * 33), "the board is too large: expected at most 32x32 squares, found 33x32"),
        ("/".join(["32A"] * 32), "the board is too large: expected at most 32x32 squares, found 32x33"),
        ("/" * 60000, "the board is too large"),
        ("A" * 60000, "the board is too large"),
        ("A" * 70000, "not a CGP text: expected at most 65536 characters"),
        (
            with_row(8, "6CARE5") + " ZZ/ 0/0 0",
            "board and racks: more tiles Z than there are: expected at most 1, found 2",
        ),
        (with_row(8, "6ZOO1ZZ3"), "more tiles Z"),
        (with_row(8, "6care5"), r"more tiles \? than there are: expected at most 2, found 4"),
        (with_row(8, "5caRE6") + " ?/ 0/0 0", r"more tiles \?"),
        (with_row(3, "6CARE5"), "3G: the tiles do not reach the start square: expected a tile on 8H"),
        (with_row(8, "6CARE1A3"), "8L: the word floats: it is not connected to the start square"),
        (with_row(8, "7A7"), "8H: a single tile is not a word"),
        (f"{EMPTY} AEINRSTU/ 0/0 0", "rack 1: rack too long: expected at most 7 tiles, found 8"),
        (f"{EMPTY} /AEINRSTU 0/0 0", "rack 2: rack too long"),
        (f"{EMPTY} {'A' * 1000}/ 0/0 0", "rack 1: too many tiles on a rack"),
        (f"{EMPTY} A!/ 0/0 0", "rack 1: not a tile of the english alphabet: found '!'"),
        (f"{EMPTY} A/B/C 0/1 0", "scores: there are more racks than scores: expected 3, found 2"),
        (f"{EMPTY} / 0/0 0 bb 10001;", "bingo: out of range"),
        (f"{EMPTY} / 0/0 0 bb many;", "operation bb: not a number: expected a whole number, found 'many'"),
        (f"{EMPTY} / 0/0 0 bb;", "operation bb: not a number"),
        (f"{EMPTY} / 0/0 0 mcnz -6;", "operation mcnz: not a number"),
        (f"{EMPTY} / 0/0 0 etl {'9' * 10};", "operation etl: not a number"),
        (f"{EMPTY} / 0/0 0 ld klingon;", "operation ld: no such alphabet: .*found 'klingon'; give alphabet="),
        (f"{EMPTY} / 0/0 0 ld ../english;", "operation ld: no such alphabet"),
        (
            f"{EMPTY} / 0/0 0 bdn Nobody;",
            "operation bdn: no such board layout: .*found 'Nobody'; give rules=, or layout=",
        ),
        (f"{EMPTY} / 0/0 0 bdn super;", "board: wrong number of rows: expected 21, found 15"),
        (f"{EMPTY} / 0/0 0 lex a; lex b;", "operations: an operation occurs twice: found lex"),
        (f"{EMPTY} / 0/0 0 lex a; 7up;", "operations: not an operation"),
        (f"{EMPTY} / 0/0 0 7up;", "operations: not a field of CGP|not an operation"),
        (f"{EMPTY} / 0/0 +", r"zeros: not a field of CGP: .*found '\+'"),
        (f"{EMPTY} / 1.5/0 0", "scores: not a field of CGP: .*found '1.5/0'"),
        (f"{EMPTY} / 0/0 -1", "zeros: not a field of CGP: .*found '-1'"),
        (f"{EMPTY} / {'9' * 5000}/0 0", "scores: not a field of CGP"),
        (f"{EMPTY} / 0/0 0 0 0", "operations: not a field|not an operation"),
        (f"{EMPTY} / ٣/0 0", "scores: not a field of CGP"),
    ],
)
def test_refused(text, message):
    with pytest.raises(PositionError, match=message) as caught:
        Board.from_cgp(text)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_an_operation_broken_into_lines():
    """Found: it was read, and then could not be written."""
    board = Board.from_cgp(f"{EMPTY} / 0/0 0 note one\n  two;")
    assert board.opcodes == {"note": "one two"}
    assert Board.from_cgp(board.to_cgp()) == board


def test_not_a_text():
    with pytest.raises(TypeError):
        Board.from_cgp(None)  # type: ignore[arg-type]


@given(st.text(max_size=200), st.integers(0, 10), st.integers(0, 400))
def test_any_text_is_a_position_or_a_typed_error(noise, which, at):
    """The text as it is, put into a real position, and in place of a part of one."""
    real = [*REAL, SMALL, SPANISH_ROWS + " / 0/0 0 ld spanish;"][which % (len(REAL) + 2)]
    for text in (noise, real[:at] + noise + real[at:], real[:at] + noise[:5] + real[at + 5 :]):
        try:
            board = Board.from_cgp(text)
        except LexkitError as error:
            assert str(error)
        else:
            assert Board.from_cgp(board.to_cgp()) == board


def test_every_cut_of_a_position():
    for text in (REAL[4], SMALL):
        for end in range(len(text)):
            try:
                board = Board.from_cgp(text[:end])
            except LexkitError:
                continue
            assert Board.from_cgp(board.to_cgp()) == board


def test_operations_that_would_not_read_back_are_not_written():
    board = Board.from_cgp(SMALL)
    for code, operands in (("a b", ""), ("", "x"), ("note", "a;b"), ("note", " a"), ("note", "a\nb"), ("7", "")):
        board.opcodes = {code: operands}
        with pytest.raises(PositionError, match="would not be read back"):
            board.to_cgp()


@each("sign", ["[", "[A", "A[", "/[", "]"])
def test_a_long_text_of_brackets_is_refused_at_once(sign):
    """Found: from each opening bracket the text was looked through to its end, 65,000 of them took a minute."""
    with pytest.raises(PositionError, match=r"not a tile of the english alphabet|the board is too large"):
        Board.from_cgp((sign * 65_000)[:65_000])
