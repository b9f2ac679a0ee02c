"""Moves as tokens: read, written, read again."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Action, engine
from lexkit.errors import IllegalMoveError
from tests.running import each

MoveToken, read_move, write_move = engine.MoveToken, engine.read_move, engine.write_move
PLAY = Action("placement", "8D DJINN")


@each(
    ("text", "token"),
    [
        ("8D.DJINN", MoveToken(PLAY)),
        ("8d.DJINN", MoveToken(PLAY)),
        ("8D.DJINN.DIJNNR?", MoveToken(PLAY, "DIJNNR?")),
        ("8D.DJINN.DIJNNR?.5", MoveToken(PLAY, "DIJNNR?", 5)),
        ("8D.DJINN..0.1", MoveToken(PLAY, "", 0, True)),
        ("J1.sCRIEVE", MoveToken(Action("placement", "J1 sCRIEVE"))),
        ("AB12.[CH]O", MoveToken(Action("placement", "AB12 [CH]O"))),
        ("ex.ABC", MoveToken(Action("exchange", exchanged="ABC"))),
        ("ex.AB?.ABCDEF?", MoveToken(Action("exchange", exchanged="AB?"), "ABCDEF?")),
        ("ex.4", MoveToken(Action("exchange", exchanged=4))),
        ("pass", MoveToken(Action("pass"))),
        ("phony.H11.MAZEY", MoveToken(Action("placement", "H11 MAZEY"), withdrawn=True)),
        ("rack.AEI?", MoveToken(None, "AEI?")),
        ("rack.", MoveToken(None)),
    ],
)
def test_tokens(text: str, token: MoveToken) -> None:
    assert read_move(text) == token


@each(
    "text",
    [
        *("", ".", "8D", "8D.", "D.DOG", "88.DOG", "8D.D G", "8D.D.O.G", "8D.DOG.AB.1.2.3", "8D.DOG.AB.x", "0A.DOG"),
        *(
            "ex",
            "ex.",
            "ex.0",
            "ex.ABC.AB.C",
            "ex.12345",
            "pass.1",
            "phony",
            "phony.pass",
            "rack",
            "rack.A.B",
            "RACK.A",
        ),
        *("8D.[DOG", "8D.DOG\n", "e2e4", "x" * 5000, "8D." + "A" * 5000, "100A.DOG", "8ABC.DOG"),
    ],
)
def test_what_is_none(text: str) -> None:
    with pytest.raises(IllegalMoveError, match="not a move of SIU"):
        read_move(text)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(IllegalMoveError):
        assert len(read_move(text)) == 5


def test_moves_are_written_with_the_letters_on_the_board(english: lexkit.Lexicon) -> None:
    board = lexkit.Board()
    board.play("8F CaRE")
    for text, token in (("8F ....S", "8F.CaRES"), ("G7 B.T", "G7.BaT"), ("8E s....", "8E.sCaRE")):
        move = board.move(text)
        assert write_move(move) == token
        again = read_move(token).action
        assert again is not None
        assert board.move(str(again.move)) == move
        assert write_move(Action("placement", move)) == token
    assert write_move(Action("placement", "8D DOG")) == "8D.DOG"
    assert [write_move(Action("exchange", exchanged=given)) for given in ("AE?", 3)] == ["ex.AE?", "ex.3"]
    assert write_move(None) == write_move(Action("pass")) == "pass"
    for candidate in english.moves(board, "AEINS?Q").by_equity(english)[:200]:
        token = write_move(candidate)
        action = read_move(token).action
        assert action is not None
        assert write_move(action) == token


def test_tiles_of_several_letters() -> None:
    board = lexkit.Board(alphabet="spanish")
    move = board.move("8F [CH]O[rr]O")
    assert write_move(move) == "8F.[CH]O[rr]O"
    assert board.move(str(read_move("8F.[CH]O[rr]O").action.move)) == move  # type: ignore[union-attr]
