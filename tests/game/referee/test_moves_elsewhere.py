"""A Move belongs to its board: at every door that takes one, those of other positions are refused."""

from collections.abc import Callable
from typing import Any

import pytest

import lexkit
from lexkit import Action, Board, Game, Move, Rules
from lexkit.errors import IllegalMoveError, LexkitError, PositionError
from tests.running import each

EMPTY_RACK = "AEINRST"


@pytest.fixture(scope="module")
def lex() -> lexkit.Lexicon:
    return lexkit.open()


def game_at(lex: lexkit.Lexicon, board: Board) -> Game:
    return Game(lex, dealt=False, rules=board.rules, position=board.to_cgp())


#: Door -> how it takes a move on a board.
DOORS: dict[str, Callable[[lexkit.Lexicon, Board, Move], Any]] = {
    "board.play": lambda lex, board, move: board.copy().play(move),
    "game.play": lambda lex, board, move: game_at(lex, board).play(move),
    "game.act": lambda lex, board, move: game_at(lex, board).act(Action("placement", move)),
    "picture": lambda lex, board, move: lexkit.pictures.board_svg(board, move=move),
    "infer": lambda lex, board, move: lexkit.infer(board, "", move, lexicon=lex, most=5),
    "infer an action": lambda lex, board, move: lexkit.infer(board, "", Action("placement", move), lexicon=lex, most=5),
    "simulate": lambda lex, board, move: lexkit.simulate(
        board, EMPTY_RACK, lexicon=lex, iterations=1, candidates=[_candidate(move)]
    ),
}


def _candidate(move: Move) -> lexkit.Candidate:
    return lexkit.Candidate("placement", move, b"", lexkit.Rack(EMPTY_RACK, move.snapshot.rules.alphabet), 0.0)


def others(lex: lexkit.Lexicon) -> dict[str, tuple[Board, Move]]:
    """What a move is -> a board, and a move that is not one of its position."""
    empty = Board()
    first = empty.move("8H RETSINA")
    played = empty.copy()
    played.play(first)
    taken = empty.copy()
    taken.play("8B RETAINS")
    longer = empty.copy()
    longer.play("8E CARE")
    onward = longer.move("8E ....S")
    longer.play("8E ....D")
    spanish = Board(rules=Rules.from_alphabet("spanish")).move("8H RETSINA")
    wide = Board("super").move("11F RETSINA")
    forged = Move(type(first.snapshot)(empty.rules, b""), 7, 7, True, first.played)
    return {
        "played twice": (played, first),
        "its squares are taken": (taken, first),
        "of another alphabet": (empty, spanish),
        "of a larger board": (empty, wide),
        "of a board without squares": (empty, forged),
        "off the board": (empty, Move(first.snapshot, 20, 3, True, first.played)),
        "in another word by now": (longer, onward),
    }


@each("door", DOORS)
@each(
    "kind",
    [
        "played twice",
        "its squares are taken",
        "of another alphabet",
        "of a larger board",
        "of a board without squares",
        "off the board",
        "in another word by now",
    ],
)
def test_moves_of_other_positions(lex: lexkit.Lexicon, door: str, kind: str) -> None:
    """Found: `8B .......RETSINA`, a move played twice, and moves of other alphabets were accepted."""
    board, move = others(lex)[kind]
    before = board.to_cgp()
    with pytest.raises(PositionError if door == "simulate" else IllegalMoveError):
        DOORS[door](lex, board, move)
    assert board.to_cgp() == before
    verdict = board.explain(move, lexicon=lex, rack="")
    assert not verdict
    assert verdict.reason
    assert move not in lex.moves(board, EMPTY_RACK)


@each("door", DOORS)
def test_moves_of_this_position(lex: lexkit.Lexicon, door: str) -> None:
    """Also those found on a copy, or before a play elsewhere that leaves their word as it is."""
    board = Board()
    board.play("8E CARE")
    for move in (board.move("8E ....S"), board.copy().move("8E ....S")):
        if door != "simulate":
            DOORS[door](lex, board, move)
    board.play("F7 T.")
    if door not in ("simulate", "infer", "infer an action"):
        DOORS[door](lex, board, move)
    found = lex.moves(board, EMPTY_RACK)[0]
    DOORS[door](lex, board, found)
    assert found in lex.moves(board, EMPTY_RACK)


def test_a_last_move_that_was_not_played(lex: lexkit.Lexicon) -> None:
    board, move = Board(), Board("super").move("11F RETSINA")
    with pytest.raises(IllegalMoveError, match="not a move that was played here"):
        lexkit.pictures.board_svg(board, last=move)
    board.play("8H RETSINA")
    assert lexkit.pictures.board_svg(board, last=board.history[-1])


def test_a_pre_endgame_compares_moves_of_its_position(lex: lexkit.Lexicon) -> None:
    with pytest.raises(LexkitError):
        lexkit.pre_endgame(Board(), lex, moves=[Board("super").move("11F RETSINA")])


def test_a_move_means_itself() -> None:
    """Found: an error said that a Move was expected, and that a Move was found."""
    board = Board()
    move = board.play("8E CARE")
    board.undo()
    assert board.move(move) == move
    board.play(move)
    with pytest.raises(IllegalMoveError):
        board.move(move)
    with pytest.raises(TypeError, match=r"a move must be a Move or a str, not int|play: expected"):
        board.move(5)  # type: ignore[arg-type]
