"""Cross sets of boards: against a plain search of the words, by square, as arrays, and where there are none."""

import random

import numpy as np
import pytest

import lexkit
from lexkit import Board, Layout, Rules
from lexkit.errors import PositionError
from tests.game.positions import REAL, SMALL
from tests.making import make
from tests.running import MANY, each

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def oracle(words: set[str], board: Board, row: int, column: int, across: bool) -> tuple[set[str], int | None]:
    """The letters that fit on an empty square, and the points beside it: each letter is tried."""
    rows, columns = board.layout.rows, board.layout.columns
    step = (0, 1) if across else (1, 0)

    def tile(at: tuple[int, int]) -> str:
        if not (0 <= at[0] < rows and 0 <= at[1] < columns):
            return ""
        return board[f"{at[0] + 1}{LETTERS[at[1]]}"]

    def run(sign: int) -> str:
        found, at = "", (row + sign * step[0], column + sign * step[1])
        while tile(at):
            found += tile(at)
            at = at[0] + sign * step[0], at[1] + sign * step[1]
        return found

    before, after = run(-1)[::-1], run(1)
    if not before + after:
        return {one.label for one in board.alphabet.tiles}, None
    points = sum(board.alphabet.tiles[LETTERS.index(one)].points for one in before + after if one.isupper())
    labels = {one.label for one in board.alphabet.tiles}
    return {one for one in labels if before.upper() + one + after.upper() in words}, points


def check(lexicon: lexkit.Lexicon, board: Board) -> None:
    crosses, words = lexicon.cross_sets(board), set(lexicon)
    layout = board.layout
    empty = []
    for row in range(layout.rows):
        for column in range(layout.columns):
            name = f"{row + 1}{LETTERS[column]}"
            if board[name] or row * layout.columns + column in layout.bricks:
                assert name not in crosses
                assert not crosses.masks[:, row, column].any()
                assert (crosses.scores[:, row, column] == -1).all()
                continue
            empty.append(name)
            cross = crosses[name]
            found = [(set(cross.across), cross.across_score), (set(cross.down), cross.down_score)]
            assert found == [oracle(words, board, row, column, across) for across in (True, False)], name
            assert crosses.masks[:, row, column].tolist() == [cross.across.mask, cross.down.mask]
            wanted = [-1 if score is None else score for score in (cross.across_score, cross.down_score)]
            assert crosses.scores[:, row, column].tolist() == wanted
    assert list(crosses) == empty
    assert len(crosses) == len(empty)


@each("text", [SMALL, *(REAL if MANY else REAL[:2])])
def test_real_positions(text: str, english: lexkit.Lexicon) -> None:
    check(english, Board.from_cgp(text))


def test_games_of_few_letters_with_bricks_and_premiums() -> None:
    rng = random.Random(3)
    glyphs = ["=..'..-", '.#."...', "..-..'.", "'..-.#.", "..'..-.", ".-...#.", "=..'..="]
    rules = Rules(Layout("small", glyphs))
    words = sorted({"".join(rng.choice("ABE") for _ in range(rng.randint(2, 6))) for _ in range(150)})
    lexicon = make(words)
    for _ in range(10):
        board = Board(rules=rules)
        for _ in range(6):
            moves = lexicon.moves(board, "".join(rng.choice("ABE?") for _ in range(5)))
            if moves:
                board.play(rng.choice(list(moves)))
            check(lexicon, board)


def test_ways_to_ask(english: lexkit.Lexicon) -> None:
    board = Board.from_cgp(SMALL)
    crosses = english.cross_sets(board)
    for other in (english.cross_sets(lexkit.Game(english, position=SMALL).view(0)), board.cross_sets(english)):
        assert np.array_equal(other.masks, crosses.masks)
        assert np.array_equal(other.scores, crosses.scores)
    assert english.cross_sets("CARE").back == crosses["8K"].across
    assert crosses.counts(across=True)["8K"] == 5
    assert set(crosses.counts(across=False)) == {name for name in crosses if crosses[name].down_score is not None}
    assert repr(crosses) == "<CrossSets: 218 empty squares, 16 cross words>"
    with pytest.raises(ValueError, match="read-only"):
        crosses.masks[0, 0, 0] = 1
    board.play("9F ABB")
    assert "9F" in crosses  # of the board as it was
    assert "9F" not in board.cross_sets(english)


@each("square", ["8G", "16A", "8", "", 8])
def test_squares_that_are_not_empty(square: object, english: lexkit.Lexicon) -> None:
    crosses = english.cross_sets(Board.from_cgp(SMALL))
    assert square not in crosses
    with pytest.raises((PositionError, TypeError)):
        crosses[square]  # type: ignore[index]


def test_a_board_that_names_no_language_has_that_of_the_lexicon() -> None:
    text = "15/15/15/15/15/15/15/7KA6/15/15/15/15/15/15/15 / 0/0 0"
    # K has 5 points in English.
    for alphabet, points in (("polish", 2), ("french", 10)):
        lexicon = make(["KA", "AK"], alphabet)
        for ask in (lexicon.cross_sets, lambda board, lexicon=lexicon: board.cross_sets(lexicon)):
            crosses = ask(Board.from_cgp(text))
            assert crosses["9H"] == (crosses["1A"].across, lexicon.cross_sets("K").back, None, points)


def test_a_board_of_another_alphabet(english: lexkit.Lexicon) -> None:
    for ask in (english.cross_sets, lambda board: board.cross_sets(english)):
        with pytest.raises(PositionError, match="alphabet"):
            ask(Board(alphabet="polish"))


def test_rules_with_other_bonuses_have_cross_sets(english: lexkit.Lexicon) -> None:
    rules = Rules(bonuses=((7, 50), (8, 60)))
    board = Board(rules=rules)
    board.play("8F CARE")
    assert english.cross_sets(board)["8J"].across == english.cross_sets("CARE").back
