"""Moves as objects: what they say, when they say it, and that they stay right."""

import pickle

import pytest

from lexkit import Board, Move
from lexkit.runtime.game.move import Snapshot


def test_what_it_says(board: Board):
    move = board.play("H6 Ta....S")
    assert (move.place, move.row, move.column, move.across) == ("H6", 5, 7, False)
    assert move.tiles == "Ta....S"
    assert move.played == bytes([20, 0x81, 19])
    assert move.squares == tuple(row * 15 + 7 for row in (5, 6, 11))
    assert move.words == ("TAABLES",), "the blank on H11 is spelled as its letter"
    assert move.score == 1 + 0 + 1 + 3 + 1 + 0 + 2


def test_texts():
    board = Board()
    move = board.play("8F caRE")
    assert str(move) == "8F caRE +4"
    assert repr(move) == 'Move(8F "caRE" +4 CARE)'
    down = board.play("I7 A.E")
    assert str(down) == "I7 A.E +" + str(down.score)
    assert repr(down) == f'Move(I7 "A.E" +{down.score} AEE)'
    both = board.play("9H A.")
    assert repr(both) == f'Move(9H "A." +{both.score} AE/RA)'


def test_its_text_can_be_played(board: Board):
    for text in ("9E SEa.", "G7 I.E", "12H SAN", "8F S....", "H8 ....S"):
        move = board.play(text)
        board.undo()
        for again in (str(move), f"{move.place} {move.tiles}", move):
            assert board.play(again) == move
            assert board.undo() == move


def test_lazy(board: Board):
    move = Move(board.snapshot(), 7, 5, True, bytes([19]), 10)
    assert move._formed is None
    assert (move.score, move.place, move.played) == (10, "8F", b"\x13")
    assert move._formed is None, "nothing was worked out"
    assert move.words == ("SCARE",)
    assert move.formed is move.formed


def test_score_is_worked_out_where_it_is_not_given(board: Board):
    move = Move(board.snapshot(), 7, 5, True, bytes([19]))
    assert move.score == 1 + 3 + 1 + 1 + 1
    assert move.breakdown == (("SCARE", 7),)
    assert not move.is_bingo


def test_stays_right_when_the_board_goes_on(board: Board):
    move = Move(board.snapshot(), 7, 5, True, bytes([19]))
    board.play("8F A....")
    board.play("G7 A.E")
    assert move.words == ("SCARE",)
    assert move.squares == (7 * 15 + 5,)


def test_bingo():
    board = Board()
    move = board.play("8D RETAINS")
    assert move.is_bingo
    assert move.breakdown[-1] == ("bingo", 50)
    assert sum(points for _, points in move.breakdown) == move.score


def test_equality_and_hash(board: Board):
    snapshot = board.snapshot()
    one = Move(snapshot, 7, 5, True, bytes([19]), 10)
    assert one == Move(Snapshot(board.rules, bytes(225)), 7, 5, True, bytes([19]), 99), "the board does not count"
    assert one != Move(snapshot, 7, 5, False, bytes([19]), 10)
    assert one != Move(snapshot, 7, 5, True, bytes([0x80 | 19]), 10)
    assert one != Move(snapshot, 7, 4, True, bytes([19]), 10)
    assert one != Move(snapshot, 6, 5, True, bytes([19]), 10)
    assert one != "8F S"
    assert len({one, Move(snapshot, 7, 5, True, bytes([19]), 10)}) == 1


def test_never_changes(board: Board):
    move = board.play("8F S....")
    for name in ("row", "column", "across", "played", "score", "place", "tiles", "words", "snapshot"):
        with pytest.raises(AttributeError):
            setattr(move, name, 1)
    with pytest.raises(AttributeError):
        move.note = "good"  # type: ignore[attr-defined]


def test_pickle(board: Board):
    move = board.play("8F S....")
    again = pickle.loads(pickle.dumps(move))
    assert again == move
    assert (again.words, again.score, repr(again)) == (move.words, move.score, repr(move))
    assert again.snapshot == move.snapshot
    assert hash(again.snapshot) == hash(move.snapshot)


def test_digraphs():
    board = Board(alphabet="catalan")
    move = board.play("8G A[L·L]A[ny]")
    assert move.tiles == "AL·LAny"
    assert move.words == ("AL·LANY",)
    assert len(move.played) == 4
    board = Board(alphabet="spanish")
    move = board.play("8G A[C][H]A")
    assert move.tiles == "[A][C][H][A]"
    assert move.words == ("[A][C][H][A]",)
    assert board.undo() == move
    assert board.play(str(move)) == move
