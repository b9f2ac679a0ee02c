"""Boards disturbed by Ctrl-C, another thread, no memory, no board; and observers, which hear of everything."""

import contextlib
import random
import sys
from functools import partial

import pytest

from lexkit import Board
from lexkit.errors import IllegalMoveError
from lexkit.runtime.game.move_finder import finder_for
from tests.game.positions import EMPTY
from tests.game.test_scoring import random_play
from tests.making import make

#: CARE in the middle, from F to I.
SMALL_CARE = EMPTY.replace("15/" * 7 + "15", "15/" * 7 + "5CARE6", 1)


def interrupted(act, after):
    """Do it, and have Ctrl-C come after so many lines of the board's own code; whether it came."""
    left = after

    def trace(frame, event, _):
        nonlocal left
        if not frame.f_code.co_filename.endswith("board.py"):
            return None
        if event == "line":
            left -= 1
            if left < 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


@pytest.mark.parametrize("undone", [False, True])
def test_an_interrupted_play_leaves_a_board_whose_moves_are_right(undone):
    """Found: Ctrl-C in the middle of play or undo left tiles on the board without their play, and cross sets of
    another board, so that every later question was answered wrongly."""
    lexicon = make(["CARE", "CARES", "SCARE", "AS", "SO", "OS", "ARE", "CAR"])
    for after in range(200):
        board = Board.from_cgp(SMALL_CARE)
        # A board that was asked about once has no cross sets of its own yet.
        for _ in range(2):
            lexicon.moves(board, "SOA")
        if undone:
            board.play("8F ....S")
            lexicon.moves(board, "SOA")
        assert len(board._observers) == 1
        before = board.copy()
        other = board.copy()
        other.undo() if undone else other.play("8F ....S")
        came = interrupted(board.undo if undone else partial(board.play, "8F ....S"), after)
        assert (board, board.history) in ((before, before.history), (other, other.history))
        fresh = Board.from_cgp(board.to_cgp())
        assert list(lexicon.moves(board, "SOA")) == list(lexicon.moves(fresh, "SOA"))
        if not came:
            assert after > 5
            return
    raise AssertionError("it never came to its end")


@pytest.mark.parametrize("wrong", [5, None, "standard", object()])
def test_rules_and_alphabets_of_a_wrong_type(wrong):
    """Found: AttributeError from inside."""
    for act in (
        lambda: Board(rules=wrong or 5),
        lambda: Board.from_cgp(EMPTY, rules=wrong or 5),
        lambda: Board.from_cgp(EMPTY, alphabet=5),
        lambda: Board.from_cgp(EMPTY, layout=5),
        lambda: Board.from_text(". .", layout=5),
    ):
        with pytest.raises(TypeError, match="not "):
            act()


class Forgetful:
    """Follows a board, and has no memory for what it is told."""

    def __init__(self, board):
        board._observers.add(self, board._grid)

    def put(self, squares, tiles):
        raise MemoryError

    take = put


def test_a_follower_that_cannot_be_told_is_dropped():
    """Found: play raised what it raised, after the play was made."""
    board = Board.from_cgp(SMALL_CARE)
    Forgetful(board)
    board.play("8F ....S")
    assert board["8J"] == "S"
    assert not board._observers
    Forgetful(board)
    board.undo()
    assert board == Board.from_cgp(SMALL_CARE)


def test_cross_sets_of_a_board_that_another_thread_has_played_on_are_not_used_again():
    """Found: where a play came while cross sets were made, they stayed those of the board before it, for all later
    questions, and undo raised ValueError."""
    lexicon = make(["CARE", "CARES", "SCARE", "AS", "SO", "OS", "ARE", "CAR"])
    board = Board.from_cgp(SMALL_CARE)
    before, finder = board.copy(), finder_for(lexicon.core, board)
    lexicon.moves(board, "SOA")

    class Playing:
        def like(self):
            finder._blank_board = blank
            board.play("8F ....S")
            return blank.like()

    blank, finder._blank_board = finder._blank_board, Playing()
    assert lexicon.moves(board, "SOA") == lexicon.moves(before, "SOA")
    assert lexicon.moves(board, "SOA") == lexicon.moves(board.copy(), "SOA")
    board.undo()
    assert lexicon.moves(board, "SOA") == lexicon.moves(before, "SOA")


def test_cross_sets_are_kept_from_the_second_question_on():
    lexicon, other = make(["CARE", "CARES", "SCARE", "AS"]), make(["CARE", "CARES"])
    board = Board.from_cgp(SMALL_CARE)
    for asked, number, kept in ((lexicon, 5, 0), (lexicon, 5, 1), (other, 1, 1), (other, 1, 2), (lexicon, 5, 2)):
        assert len(asked.moves(board, "SA")) == number
        assert len(board._observers) == kept
    board.play("8F ....S")
    for asked in (lexicon, other):
        assert asked.moves(board, "SA") == asked.moves(board.copy(), "SA")
    assert len(board._observers) == 2
    assert not board.copy()._observers


def test_what_only_looks_like_a_board():
    """Found: AttributeError, where it had the rules of a board that was asked about before."""
    lexicon = make(["CARE"])
    board = Board.from_cgp(SMALL_CARE)
    lexicon.moves(board, "A")
    with pytest.raises(TypeError, match="not Snapshot"):
        lexicon.moves(board.snapshot(), "A")


class Mirror:
    """Follows a board by what it is told."""

    def __init__(self, board: Board) -> None:
        self.grid = bytearray(board.grid)
        board._observers.add(self, board._grid)

    def put(self, squares, tiles):
        for square, tile in zip(squares, tiles, strict=True):
            assert not self.grid[square]
            self.grid[square] = tile

    def take(self, squares):
        for square in squares:
            assert self.grid[square]
            self.grid[square] = 0


def test_followers_hear_of_everything(board: Board):
    rng = random.Random(7)
    mirror = Mirror(board)
    for _ in range(600):
        with contextlib.suppress(IllegalMoveError):
            board.undo() if rng.random() < 0.02 and board.history else board.play(random_play(board, rng))
        assert mirror.grid == board.grid
    assert len(board.history) > 5
    assert not board.copy()._observers
