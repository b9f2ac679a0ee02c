"""Numbers of numpy, seeds, limits beyond what there is, and moves made by hand with places off the board."""

import itertools
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit.errors import LexkitError, PositionError
from tests.running import each

CGP = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0"


@pytest.fixture(scope="module")
def lex() -> lexkit.Lexicon:
    return lexkit.open()


@pytest.fixture(scope="module")
def moves(lex: lexkit.Lexicon) -> lexkit.Moves:
    return lex.moves(lexkit.Board.from_cgp(CGP))


def test_numbers_of_numpy_are_numbers(lex: lexkit.Lexicon, moves: lexkit.Moves) -> None:
    three = np.int64(3)
    assert lex.search("prefix:QUIX", limit=three) == lex.search("prefix:QUIX limit:3")
    assert moves.top(three) == moves.top(3)
    assert lex.words().of_length(three) == lex.length(3)
    assert lexkit.Bag.from_rules(lexkit.Rules(), 1).draw(three) == lexkit.Bag.from_rules(lexkit.Rules(), 1).draw(3)


def test_numbers_of_nothing_and_of_more_than_there_are(lex: lexkit.Lexicon, moves: lexkit.Moves) -> None:
    assert len(lex.search("prefix:QUIX", limit=0)) == len(moves.top(0)) == len(lexkit.Bag([1]).draw(0)) == 0
    assert len(lex.search("prefix:QUIX", limit=10**30)) == len(lex.prefix("QUIX"))
    assert len(moves.top(10**30)) == len(moves)
    assert lexkit.Bag([1]).draw(10**30) == b"\1"
    assert lex.words().of_length(0, 10**30) == lex.words()


@each("seed", [None, 1.5, float("nan"), b"x", [], True, "\ud800"])
def test_seeds_that_do_not_give_the_same_tiles_anywhere(lex: lexkit.Lexicon, seed: Any) -> None:
    """Found: seed=None drew other tiles each time."""
    with pytest.raises(PositionError, match="invalid seed"):
        lexkit.Bag([1, 2], seed)
    with pytest.raises(PositionError, match="invalid seed"):
        lexkit.Match(lex, seed=seed)


def test_moves_and_squares_that_were_forged(lex: lexkit.Lexicon, moves: lexkit.Moves) -> None:
    """Squares with tiles that there are not, too few of them, and places off the board: refused, or an error."""
    board = lexkit.Board.from_cgp(CGP)
    snapshot = board.snapshot()
    for grid in (b"", b"\xff" * 225, bytes(3), bytes(10000)):
        forged = type(snapshot)(board.rules, grid)
        for row, column, played in itertools.product(
            (0, 7, 255, -1, 1 << 40), (0, 255), (b"", b"\xff", bytes(64), b"A" * 9)
        ):
            move = lexkit.Move(forged, row, column, True, played)
            for ask in (repr, lambda made: made.words, board.copy().play, lambda made: made in moves):
                try:
                    ask(move)
                except (LexkitError, IndexError, OverflowError):
                    continue
    assert board.snapshot() == snapshot
