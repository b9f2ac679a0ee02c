"""WordSmog: golden positions of the bundled list, and small ones of any kind against the scan that tries all orders."""

import random
from typing import Any

import pytest
from hypothesis import given, strategies

import lexkit
from tests.game.kernels.make_wordsmog_positions import GOLDEN, spell
from tests.game.kernels.making import SmogKernels
from tests.game.kernels.smog_scan import smog_scan
from tests.game.kernels.test_best_move import preferred
from tests.game.kernels.test_generators import same_moves
from tests.game.word_scan import Game, Grid, Move, Word, put
from tests.running import COMPILED

ROWS = [line.split("\t") for line in GOLDEN.read_text("utf-8").splitlines()[1:]]
LETTERS = 5
WORD = strategies.lists(strategies.integers(1, LETTERS), min_size=1, max_size=5)
WORDS = strategies.lists(WORD, min_size=1, max_size=12)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_golden_positions(english: lexkit.Lexicon) -> None:
    """tests/game/kernels/make_wordsmog_positions.py wrote down what the scan finds, which knows nothing of lexkit."""
    for position, *told in ROWS:
        board = lexkit.Board.from_cgp(position)
        moves = english.moves(board, board.rack)
        scores = [move.score for move in moves]
        best = english.best_move(board, board.rack)
        found = [
            str(len(scores)),
            str(max(scores)),
            str(sum(scores)),
            f"{best.place} {spell(best.played)} {best.score}",
        ]
        assert found == told, position


@strategies.composite
def small_positions(draw: Any) -> tuple[list[Word], Grid, list[int], Game]:
    """Some words of five letters, a board of five by five or six on which some of their plays lie, and a rack."""
    words = [tuple(word) for word in draw(WORDS)]
    columns = draw(strategies.sampled_from((5, 6)))
    premiums = [[draw(strategies.sampled_from((1, 1, 1, 2, 3))) for _ in range(columns)] for _ in range(5)]
    ones = [[1] * columns for _ in range(5)]
    game = Game(premiums, ones, (2, 2), [0, 1, 2, 3, 1, 8], rack_size=4)
    board: Grid = [[0] * columns for _ in range(5)]
    rng = random.Random(draw(strategies.integers(0, 1 << 16)))
    for _ in range(draw(strategies.integers(0, 4))):
        moves = smog_scan(words, board, counts([0, *rng.choices(range(1, LETTERS + 1), k=3)]), game)
        if moves:
            board = put(board, rng.choice(sorted(moves)))
    return words, board, counts(draw(strategies.lists(strategies.integers(0, LETTERS), max_size=4))), game


def counts(tiles: list[int]) -> list[int]:
    return [tiles.count(tile) for tile in range(LETTERS + 1)]


def moves_of(words: list[Word], board: Grid, rack: list[int], game: Game) -> tuple[list[Move], list[Move]]:
    """All moves by the kernels, and the best."""
    kernels = SmogKernels(words, LETTERS, game)
    squares = kernels.holding(board)
    return kernels.moves("all", rack, squares), kernels.moves("best", rack, squares)


@given(small_positions(), strategies.randoms(use_true_random=False))
def test_moves_of_any_position(position: tuple[list[Word], Grid, list[int], Game], rng: random.Random) -> None:
    words, board, rack, game = position
    expected = smog_scan(words, board, rack, game)
    moves, best = moves_of(words, board, rack, game)
    same_moves(moves, expected, "WordSmog", board, rack)
    assert best == sorted(expected, key=preferred)[:1]
    # A list whose words are arranged otherwise is the same list.
    arranged = [tuple(rng.sample(word, len(word))) for word in words]
    assert moves_of(arranged, board, rack, game) == (moves, best)
