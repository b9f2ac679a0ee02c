"""Numbers that mean nothing are refused by name, whatever public method they are given to."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit.errors import AlphabetError, LexkitError, PositionError, QueryError
from tests.running import each

CGP = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0"
#: No numbers of things, wherever one is expected.
WRONG = (-1, float("nan"), float("inf"), 1.5, "x", b"3", True, [], np.float64(2), -(10**5000))


@pytest.fixture(scope="module")
def lex() -> lexkit.Lexicon:
    return lexkit.open()


@pytest.fixture(scope="module")
def moves(lex: lexkit.Lexicon) -> lexkit.Moves:
    return lex.moves(lexkit.Board.from_cgp(CGP))


#: Name -> what is asked of (lexicon, moves, a bag) with a number, and the error for a wrong one.
ASK: dict[str, tuple[Callable[[Any, Any, Any, Any], Any], type[LexkitError]]] = {
    "limit": (lambda lex, moves, bag, number: lex.search("prefix:QUIX", limit=number), QueryError),
    "timeout": (lambda lex, moves, bag, number: lex.search("prefix:QUIX", timeout=number), QueryError),
    "top": (lambda lex, moves, bag, number: moves.top(number), QueryError),
    "of_length": (lambda lex, moves, bag, number: lex.words().of_length(number), QueryError),
    "of_length to": (lambda lex, moves, bag, number: lex.words().of_length(2, number), QueryError),
    "near": (lambda lex, moves, bag, number: lex.near("QUIZ", number), QueryError),
    "length": (lambda lex, moves, bag, number: lex.length(number), QueryError),
    "probability": (lambda lex, moves, bag, number: lex.probability("1-5", number), QueryError),
    "blanks": (lambda lex, moves, bag, number: lexkit.measures.probability(lex.prefix("QUI"), number), QueryError),
    "stems": (lambda lex, moves, bag, number: lex.stems(number), QueryError),
    "best stems": (lambda lex, moves, bag, number: lex.stems(6, number), QueryError),
    "cryptogram": (lambda lex, moves, bag, number: lex.cryptogram("AB", number), QueryError),
    "phrases": (lambda lex, moves, bag, number: lex.phrases("CLINT", number), QueryError),
    "shortest": (lambda lex, moves, bag, number: lex.phrases("CLINT", 2, shortest=number), QueryError),
    "longest": (lambda lex, moves, bag, number: lex.phrases("CLINT", 2, longest=number), QueryError),
    "threads": (lambda lex, moves, bag, number: lex.moves_batch([], number), QueryError),
    "draw": (lambda lex, moves, bag, number: bag.draw(number), PositionError),
    "exchange": (lambda lex, moves, bag, number: bag.exchange([number]), PositionError),
    "tiles": (lambda lex, moves, bag, number: lexkit.Bag([number]), PositionError),
    "rack size": (lambda lex, moves, bag, number: lexkit.Rules(rack_size=number), PositionError),
    "game": (lambda lex, moves, bag, number: lexkit.Match(lex).game(number), PositionError),
    "games": (lambda lex, moves, bag, number: lexkit.Match(lex).play(number), PositionError),
    "start": (lambda lex, moves, bag, number: lexkit.Match(lex).play(1, number), PositionError),
    "tally": (lambda lex, moves, bag, number: lexkit.Match(lex).tally(number), PositionError),
    "threads of a tally": (lambda lex, moves, bag, number: lexkit.Match(lex).tally(1, threads=number), PositionError),
    "decode": (lambda lex, moves, bag, number: lex.alphabet.decode([number]), AlphabetError),
    "min_length": (lambda lex, moves, bag, number: lexkit.Options(min_length=number), LexkitError),
    "max_length": (lambda lex, moves, bag, number: lexkit.Options(max_length=number), LexkitError),
}
#: Those of the wrong numbers that mean something here: seconds may be a fraction, without end, or true of 1.
MEANT = {"timeout": {float("inf"), 1.5, 2.0, True}, "decode": {True}, "exchange": {True}, "tiles": {True}}


@each("number", WRONG)
@each("name", ASK)
def test_numbers_that_mean_nothing(lex: lexkit.Lexicon, moves: lexkit.Moves, name: str, number: Any) -> None:
    """Found: search(limit=-1) and limit=nan answered nothing, Moves.top(nan) raised a bare TypeError."""
    ask, kind = ASK[name]
    if any(number is meant or number == meant for meant in MEANT.get(name, ())):
        ask(lex, moves, lexkit.Bag.from_rules(lexkit.Rules()), number)
        return
    with pytest.raises(kind):
        ask(lex, moves, lexkit.Bag.from_rules(lexkit.Rules()), number)


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


@each("tiles", [64, -1, [64], [-1], [1 << 70], ["A"], [None], None, 1.5, "AB", np.zeros((2, 2))])
def test_numbers_that_no_tile_has(tiles: Any) -> None:
    """Found: Bag([200]) was made, and drew a tile that no rack could hold."""
    with pytest.raises(PositionError):
        lexkit.Bag(tiles)
    bag = lexkit.Bag(bytes(10))
    with pytest.raises(PositionError):
        bag.exchange(tiles)
    assert bag.counts[0] == len(bag) == 10


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


def test_numbers_of_any_size_are_refused_by_name(lex: lexkit.Lexicon, moves: lexkit.Moves) -> None:
    """Found: Python refuses to write an int of more than 4,300 digits, and its ValueError took the place of ours."""
    game = lexkit.Game(None, seed=1)
    for huge in (10**5000, -(10**5000)):
        for ask in (lex.__getitem__, lex.words().__getitem__, moves.__getitem__):
            with pytest.raises(IndexError, match="an int of 16610 bits"):
                ask(huge)
        for ask in (game.rack, game.view, game.unseen, lexkit.Match(lex).game):
            with pytest.raises(PositionError, match="an int of 16610 bits"):
                ask(huge)


def test_cursors_at_every_number(lex: lexkit.Lexicon) -> None:
    """A number inside the array that is no node's: what is read there is no answer, and no memory of others."""
    small = lexkit.build(["CARE", "SCARE", "QI"])
    for index, numbers in ((small.core, range(2000)), (lex.core, range(0, 1 << 21, 997))):
        for number in numbers:
            try:
                place = lexkit.Cursor(index, number)
                for letter in (*"AEQS", lexkit.SEPARATOR):
                    there = place.step(letter)
                    assert there is None or (repr(there.letters) and repr(there.arcs))
            except (LexkitError, IndexError):
                continue
