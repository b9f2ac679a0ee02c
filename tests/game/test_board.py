"""The board as an object: squares, drawing, play and undo, and that an error changes nothing."""

import copy
import pickle

import pytest

from lexkit import Board, Layout, Move, Rack, Rules, lexicons
from lexkit.errors import IllegalMoveError, NothingToUndoError, PositionError
from tests.game.positions import EMPTY, SMALL
from tests.running import each

# -- what it is ---------------------------------------------------------------------------------------


def test_empty():
    board = Board()
    assert (board.racks, board.scores, board.zeros, board.opcodes) == (("", ""), (0, 0), 0, {})
    assert board.rules == Rules()
    assert board.layout is Layout.named("standard")
    assert board.alphabet is lexicons.alphabet("english")
    assert board.grid == bytes(225)
    assert board.history == ()
    assert board.lexicon is None
    assert len(board) == 0
    assert list(board) == []
    assert board, "an empty board is a board"
    assert board == Board.from_cgp(EMPTY)
    assert board.to_cgp() == f"{EMPTY} / 0/0 0"


@each(
    ("board", "operations"),
    [
        (Board("super"), "bdn super; ld english;"),
        (Board("super", "super_english"), "bdn super;"),
        (Board(alphabet="polish"), "ld polish;"),
        (Board(rules=Rules(bingo=35, exchange_minimum=1, zero_turns=12)), "bb 35; etl 1; mcnz 12;"),
    ],
)
def test_what_is_not_usual_is_said(board, operations):
    assert board.to_cgp().endswith(f" / 0/0 0 {operations}")
    assert Board.from_cgp(board.to_cgp()) == board


def test_squares(board: Board):
    assert board["8G"] == board["G8"] == board["8g"] == "C"
    assert board["11H"] == "e"
    assert board["1A"] == ""
    assert "8G" in board
    assert "1A" not in board
    assert 7 not in board
    assert len(board) == 7
    assert list(board) == ["8G", "8H", "8I", "8J", "9H", "10H", "11H"]
    assert [board[square] for square in board] == list("CAREBLe")


@pytest.mark.parametrize("square", ["", "16A", "1P", "A0", "AA1", "hello", "8"])
def test_no_square(board: Board, square: str):
    with pytest.raises(PositionError, match=r"not a place|off the board: expected a square of 15x15"):
        board[square]


def test_no_square_at_all(board: Board):
    with pytest.raises(TypeError):
        board[7]  # type: ignore[index]


def test_grid_is_a_copy(board: Board):
    before = board.grid
    board.play("8F S....")
    assert before != board.grid
    assert isinstance(before, bytes)


def test_repr(board: Board):
    assert repr(board) == "<Board standard, english: 7 tiles, racks AEINRST/RETAIN?, scores 12/-3>"


def test_racks_may_be_set(board: Board):
    board.racks = [Rack("CHAOS"), "?"]
    assert board.racks == ("ACHOS", "?")
    for wrong, message in (
        (["A"], "racks: wrong number of racks: expected 2, found 1"),
        (["ZZ", ""], "more tiles Z"),
        (["A!", ""], "rack 1: not a tile"),
        (["", "AEINRSTU"], "rack 2: rack too long"),
    ):
        with pytest.raises(PositionError, match=message):
            board.racks = wrong
    with pytest.raises(TypeError):
        board.racks = "AB"  # type: ignore[assignment]
    assert board.racks == ("ACHOS", "?")


# -- play and undo ------------------------------------------------------------------------------------


def test_play(board: Board):
    move = board.play("8F S....")
    assert isinstance(move, Move)
    assert move.score == 7
    assert board["8F"] == "S"
    assert board.racks == ("AEINRT", "RETAIN?")
    assert (board.to_move, board.rack, board.scores) == (1, "RETAIN?", (19, -3)), "the turn goes on"
    assert board.history == (move,)
    second = board.play("12H s")
    assert second.words == ("ABLES",)
    assert second.place == "H8", "a single tile is named by the word it forms"
    assert board.racks == ("AEINRT", "AEINRT")
    assert board.scores == (19, -3 + second.score)
    assert (board.to_move, board.lead) == (0, 22 - second.score)
    assert board.history == (move, second)


def test_a_move_is_read_without_being_made():
    board = Board()
    move = board.move("8F CArE")
    assert (move.place, move.tiles, move.words, len(board)) == ("8F", "CArE", ("CARE",), 0)
    assert board.play("8F CArE") == move
    assert board.move("9H NE").place == "9H"
    with pytest.raises(IllegalMoveError, match="not connected"):
        board.move("1A AS")


def test_undo(board: Board):
    board.zeros = 3
    board.opcodes["lm"] = "pass"
    first = board.copy()
    move = board.play("8F S....")
    assert board.zeros == 0
    assert board.opcodes == {"lex": "nwl"}, "the last move of the text is the last one no more"
    assert board.undo() is move
    assert board == first
    assert board.opcodes == {"lex": "nwl", "lm": "pass"}
    with pytest.raises(NothingToUndoError, match="nothing to undo") as caught:
        board.undo()
    assert isinstance(caught.value, IndexError)
    assert isinstance(caught.value, IllegalMoveError)
    assert board == first


def test_exchange_and_pass():
    start = f"{EMPTY} AEINRST/DEF 12/7 0 lm pass;"
    board = Board.from_cgp(start)
    board.exchange("IN")
    assert board.to_cgp() == f"{EMPTY} DEF/AERST 7/12 1"
    board.pass_turn()
    assert board.to_cgp() == f"{EMPTY} AERST/DEF 12/7 2"
    board.exchange("Z")
    assert board.racks == ("", "DEF")
    assert board.history == (None, None, None)
    move = board.play("8G FED")
    assert (board.zeros, board.history[3]) == (0, move)
    assert board.undo() is move
    assert [board.undo() for _ in range(3)] == [None] * 3
    assert board.to_cgp() == start
    for tiles in ("", "ABCDEFGH"):
        with pytest.raises(IllegalMoveError, match="not an exchange: expected 1 to 7 tiles"):
            board.exchange(tiles)
    with pytest.raises(PositionError):
        board.exchange("5")
    assert board.to_cgp() == start


def test_a_play_without_a_point_is_a_turn_without_a_point():
    board = Board.from_cgp(f"{EMPTY} ??/AB 0/0 2")
    assert board.play("8G zo").score == 0
    assert board.zeros == 3


def test_a_rack_that_lacks_the_tiles_becomes_unknown(board: Board):
    board.play("8F Z....")
    assert board.racks == ("", "RETAIN?")
    board.play("12H S")
    assert board.racks == ("", "")
    board.undo()
    board.undo()
    assert board.racks == ("AEINRST", "RETAIN?")


def test_three_players():
    board = Board.from_cgp(f"{EMPTY} ABC/DEF/GHI 1/2/3 0")
    move = board.play("8H CAB")
    assert board.racks == ("", "DEF", "GHI")
    assert (board.scores, board.to_move) == ((1 + move.score, 2, 3), 1)
    assert board.lead == 2 - max(1 + move.score, 3)
    board.rack = "DEFG"
    assert board.racks == ("", "DEFG", "GHI")
    assert board.to_cgp().split()[1:3] == ["DEFG/GHI/", f"2/3/{1 + move.score}"], "CGP begins with the player to move"
    assert Board.from_cgp(board.to_cgp()) == board


def test_racks_of_several_code_points():
    board = Board.from_cgp(f"{EMPTY} [CH]A[LL]E?/ 0/0 0 ld spanish;")
    board.play("8H chE")
    assert board.racks == ("A[CH][LL]", "")
    assert Board.from_cgp(board.to_cgp()) == board


@each("text", ["8H CARE", "8h CARE", "  8H   CARE  ", "8H CARE +12", "8H CARE -3", "8H.CARE", "8H C(AR)E"])
def test_texts_of_a_play(text: str):
    assert Board().play(text).words == ("CARE",)


@pytest.mark.parametrize("text", ["9H .S", "H8 .", "8G .....", "8G CARES", "8G (CARE)S", "8G c(AR)eS", "8G [C]..ES"])
def test_tiles_that_are_there_may_be_named(board: Board, text: str):
    if "S" not in text:
        with pytest.raises(IllegalMoveError):
            board.play(text)
    elif text == "9H .S":
        assert board.play(text).words == ("BS", "RS")
    else:
        assert board.play(text).tiles == "....S"


WRONG = [
    ("", "not a play: expected a place and tiles, as 8D .IFE"),
    ("8D", "not a play"),
    ("CARE", "not a play"),
    ("8D CARE TO", "not a play"),
    ("8D " + "A" * 500, "not a play"),
    ("88 CARE", "not a place"),
    ("DD CARE", "not a place"),
    ("0A CARE", "not a place"),
    ("16A CARE", "16A: off the board of 15 rows and 15 columns"),
    ("1P CARE", "1P: off the board"),
    ("AF32 CARE", "AF32: off the board"),
    ("8M S...", "8M: off the board"),
    ("N13 SAND", "N13: off the board"),
    ("999ZZ A", "999ZZ: off the board"),
    ("8F S.x..", "8H: the square holds A already, not x"),
    ("8F SCORE", "8H: the square holds A already, not O"),
    ("8F S.....", "8K: a hole: there is no tile to play through"),
    ("7A A.B", "7B: a hole"),
    ("8G CARE", "8G: no tile is put down"),
    ("8G ....", "8G: no tile is put down"),
    ("8F S", "8F: tiles touch it in line, so that the word is SCARE; give the whole word: 8F SCARE"),
    ("8K S", "8K: tiles touch it in line, so that the word is CARES; give the whole word: 8G CARES"),
    ("H7 T...", "H7: tiles touch it in line, so that the word is TABLE; give the whole word: H7 TABLE"),
    ("7H T", None),
    ("1A ZOO", "1A: not connected to the tiles on the board"),
    ("1A Z", "1A: not connected"),
    ("12A EEEEEEEE", "12A: 8 tiles, but a rack has 7"),
    ("8F $....", r"8F: '\$' is not a tile of the english alphabet"),
    ("8F Ä....", "8F: 'Ä' is not a tile"),
    ("8F [CH]....", r"8F: '\[' is not a tile"),
    ("8F ()", "8F: no tile is put down"),
]


@each(("text", "message"), WRONG)
def test_wrong_plays_change_nothing(board: Board, text: str, message: str | None):
    before = board.copy()
    if message is None:
        assert board.play(text).words == ("TABLE",)
        board.undo()
    else:
        with pytest.raises(IllegalMoveError, match=message) as caught:
            board.play(text)
        assert isinstance(caught.value, ValueError)
        assert len(str(caught.value)) < 300
    assert board == before
    assert board.history == ()


@each(
    ("text", "message"),
    [
        ("7H CARE", "7H: the first play covers the start square 8H"),
        ("8D CARE", "8D: the first play covers the start square 8H"),
        ("8I CARE", "8I: the first play covers the start square 8H"),
        ("8H A", "8H: a word has at least two tiles"),
        ("H8 A", "H8: a word has at least two tiles"),
    ],
)
def test_wrong_first_plays(text, message):
    board = Board()
    with pytest.raises(IllegalMoveError, match=message):
        board.play(text)
    assert board == Board()


@each("text", ["8E CARE", "8H CARE", "H5 CARE", "H8 CARE"])
def test_first_plays(text):
    assert Board().play(text).words == ("CARE",)


def test_bricks():
    board = Board(rules=Rules(Layout("x", [".....", "..#..", "....."], "1A")))
    for text in ("2A CAR", "2A CA.E", "C1 AB", "2C A"):
        with pytest.raises(IllegalMoveError, match=r"2C: a brick is in the way|2C: a hole"):
            board.play(text)
    board.play("1A CARE")
    with pytest.raises(IllegalMoveError, match="2C: a brick is in the way"):
        board.play("C1 .AB")
    assert board.play("A1 .AB").words == ("CAB",)
    assert board.play("2A .D").words == ("AD", "AD"), "the brick ends the word"


def test_moves_made_elsewhere(board: Board):
    snapshot = board.snapshot()
    good = Move(snapshot, 7, 5, True, bytes([19]), 7)
    assert board.play(good) is good
    board.undo()
    for wrong, message in (
        (Move(snapshot, 7, 6, True, b""), "no tile is put down"),
        (Move(snapshot, 7, 10, True, bytes([19])), "8K: the main word starts before this square"),
        (Move(snapshot, 0, 0, True, bytes([19])), "not connected"),
        (Move(snapshot, 15, 0, True, bytes([19])), "off the board of 15 rows and 15 columns: found row 15"),
        (Move(snapshot, -1, 0, True, bytes([19])), "off the board"),
        (Move(snapshot, 0, 99, True, bytes([19])), "off the board"),
        (Move(snapshot, 7, 6, True, bytes(3)), "0 is not a tile of the english alphabet"),
        (Move(snapshot, 7, 6, True, bytes([27])), "27 is not a tile"),
        (Move(snapshot, 7, 6, True, bytes([0x80])), "128 is not a tile"),
        (Move(snapshot, 7, 6, True, bytes([255])), "255 is not a tile"),
        (Move(snapshot, 7, 6, True, bytes([1] * 7)), "8G: off the board"),
        (Move(snapshot, 7, 6, True, bytes([1] * 8)), "8 tiles, but a rack has 7"),
        (Move(snapshot, 8, 12, True, bytes([1] * 4)), "9M: off the board"),
    ):
        with pytest.raises(IllegalMoveError, match=message):
            board.play(wrong)
    assert board.grid == snapshot.grid
    with pytest.raises(TypeError):
        board.play(7)  # type: ignore[arg-type]


def test_a_move_of_another_board_is_scored_on_this_one():
    elsewhere = Board()
    elsewhere.play("8H CARE")
    board = Board()
    board.play("8F A[C][A]E")
    move = Move(elsewhere.snapshot(), 6, 7, False, bytes([1, 2]), 999)
    made = board.play(move)
    assert made == move
    assert made.words == ("AAB",)
    assert made.score != 999


def test_a_single_tile_has_one_name(board: Board):
    both = board.play("K8 S")
    assert (both.place, both.words) == ("8G", ("CARES",))
    board.undo()
    across = board.play("9H .A")
    assert across.words == ("BA", "RA")
    board.undo()
    assert board.play("I8 .A") == across
    board.undo()
    assert str(board.play("I8 RA")) == str(across)


# -- as an object -------------------------------------------------------------------------------------


def test_copies_go_their_own_way(board: Board):
    board.play("8F S....")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board
        assert other.history == board.history
        assert other.rules == board.rules
        other.opcodes["gid"] = "1"
        other.undo()
        other.play("8G ....S")
        assert other != board
        assert board.opcodes == {"lex": "nwl"}
        assert board.to_cgp() != other.to_cgp()
        other.undo()
        assert other == Board.from_cgp(SMALL)


def test_equality(board: Board):
    assert board == Board.from_cgp(SMALL)
    assert board != Board.from_cgp(SMALL.replace("nwl", "csw"))
    assert board != Board.from_cgp(SMALL.replace("12/", "13/"))
    assert board != Board.from_cgp(SMALL.replace("AEINRST", "AEINRS"))
    assert board != Board.from_cgp(SMALL, rules=Rules(bingo=35))
    assert board != SMALL
    with pytest.raises(TypeError):
        hash(board)


def test_exchanges_bring_the_end_nearer_only_by_the_rules():
    for name, zeros in (("english", 1), ("polish", 0)):
        board = Board(rules=Rules.from_alphabet(name))
        board.exchange(board.alphabet.labels[0])
        assert board.zeros == zeros
        board.pass_turn()
        assert board.zeros == zeros + 1


def test_a_rack_is_the_same_in_any_order() -> None:
    """Found: boards with the racks AEINRST and retains were different positions."""
    one, other = Board(), Board()
    one.racks, other.racks = ("AEINRST", "?"), ("retains", "?")
    assert one == other
    other.racks = ("RETAIN?", "?")
    assert one != other
