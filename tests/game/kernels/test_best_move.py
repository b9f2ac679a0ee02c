"""The best move is the best of all moves, ties included; and answers do not depend on how many are asked at once."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexkit
from lexkit import Rules
from lexkit.errors import PositionError
from tests.game.kernels.making import with_kernels
from tests.game.kernels.random_positions import random_positions
from tests.game.kernels.test_generators import golden, written
from tests.game.word_scan import Move
from tests.running import COMPILED, MANY

EMPTY = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"


def preferred(move: Move) -> tuple[object, ...]:
    """The order of the tie rule in moves.py: the least is the best."""
    row, column, across, tiles, score = move
    return (-score, not across, len(tiles), column, row, tiles[::-1])


def test_the_best_is_the_best_of_all() -> None:
    """On positions of every kind: the finder that skips anchors against the word scan's moves, put in order."""
    number = int(os.environ.get("LEXKIT_POSITIONS", "600" if MANY else "60"))
    played = ties = 0
    for position, kernels in with_kernels(random_positions(88, number)):
        found = kernels.moves("best", position.rack, kernels.holding(position.board))
        expected = sorted(position.moves, key=preferred)[:1]
        assert found == expected, (
            f"found {[written(move) for move in found]}, not {[written(move) for move in expected]}: "
            f"rack {position.rack}, board {position.board}"
        )
        played += len(found)
        ties += sum(move[4] == expected[0][4] for move in position.moves) > 1 if expected else 0
    assert played > 40
    assert ties > 10, "positions in which the tie rule decides"


def test_real_positions(english: lexkit.Lexicon) -> None:
    positions = [text for text, _ in golden()][:: 1 if COMPILED else 40]
    boards = [lexkit.Board.from_cgp(text) for text in positions]
    expected = [english.moves(board).best() for board in boards]
    for board, best in zip(boards, expected, strict=True):
        assert english.best_move(board) == best, board
    for threads in (1, 2, 5):
        assert english.best_moves(positions, threads=threads) == expected, f"{threads} threads"


#: Rules with bonuses of every kind.
BONUSES = st.builds(
    Rules,
    bingo=st.sampled_from([0, 35, 50]),
    bonuses=st.dictionaries(st.integers(1, 7), st.integers(0, 60), max_size=3),
    length_bonuses=st.dictionaries(st.integers(2, 15), st.integers(0, 60), max_size=5),
    variant=st.sampled_from(["classic", "classic", "wordsmog"]),
)


@settings(max_examples=(300 if MANY else 60) if COMPILED else 4, deadline=None)
@given(
    rules=BONUSES,
    number=st.integers(0, 10_000),
    bag=st.sampled_from([1, 50]),
    rack=st.lists(st.sampled_from("AEINRSTLOGD?"), min_size=1, max_size=7, unique=True).map("".join),
)
def test_with_bonuses_the_best_is_the_best_of_all(
    english: lexkit.Lexicon, rules: Rules, number: int, bag: int, rack: str
) -> None:
    """By score and by equity; and every score is that of the words and the bonuses."""
    texts = [EMPTY, *(text.split()[0] for text, _ in golden())]
    board = lexkit.Board.from_cgp(f"{texts[number % len(texts)]} / 0/0 0", rules=rules)
    moves = english.moves(board, rack)
    for move in list(moves)[number % 7 :: 7]:
        laid, length = len(move.played), len(move.formed.words[0].tiles)
        bonus = dict(rules.bonuses).get(laid, 0) + dict(rules.length_bonuses).get(length, 0) + (laid == 7) * rules.bingo
        assert move.score == move.formed.score == bonus + sum(word.points for word in move.formed.words)
    assert english.best_move(board, rack) == moves.best()
    listed = moves.by_equity(english.leaves, bag=bag)
    assert english.best_by_equity(board, rack, bag=bag).equity == listed[0].equity


def test_batches_are_the_same_whatever_the_threads(english: lexkit.Lexicon) -> None:
    boards = [lexkit.Board.from_cgp(text) for text, _ in golden()][:: 1 if COMPILED else 40]
    expected = [english.moves(board) for board in boards]
    for threads in (1, 2, 7, None):
        assert english.moves_batch(boards, threads=threads) == expected, f"{threads} threads"
    racks = ["AEINRST"] * len(boards)
    expected = [english.moves(board, "AEINRST") for board in boards]
    assert english.moves_batch(zip(boards, racks, strict=True)) == expected


def test_batches_of_several_rules(english: lexkit.Lexicon) -> None:
    large = lexkit.Board("super", "super_english")
    no_bonus = lexkit.Board(rules=lexkit.Rules(bingo=0))
    usual = lexkit.Board.from_cgp(f"{EMPTY} RETAINS/ 0/0 0")
    found = english.best_moves([(large, "RETAINS"), usual, (no_bonus, "RETAINS"), f"{EMPTY} AEI/ 0/0 0"])
    scores = [move and move.score for move in found]
    assert scores == [
        english.moves(board, rack).best().score
        for board, rack in (  # type: ignore[union-attr]
            (large, "RETAINS"),
            (usual, "RETAINS"),
            (no_bonus, "RETAINS"),
            (usual, "AEI"),
        )
    ]
    assert scores[1] == scores[2] + 50  # type: ignore[operator]


def test_no_positions_and_no_moves(english: lexkit.Lexicon) -> None:
    assert english.moves_batch([]) == []
    assert english.best_moves([]) == []
    assert english.best_move(lexkit.Board(), "VVV") is None
    assert english.best_moves([(lexkit.Board(), "VVV")]) == [None]
    zero = english.best_move(lexkit.Board(), "??")
    assert zero is not None, "a play of blanks scores nothing and is one"
    assert zero.score == 0
    assert zero == english.moves(lexkit.Board(), "??").best()


def test_a_position_needs_a_rack(english: lexkit.Lexicon) -> None:
    board = lexkit.Board()
    for ask in (english.moves, english.best_move):
        with pytest.raises(PositionError, match="the rack to play is not known"):
            ask(board)
    for ask_all in (english.moves_batch, english.best_moves):
        with pytest.raises(PositionError, match="the rack to play is not known"):
            ask_all([board])
    assert list(english.moves(EMPTY, "AB")) == list(english.moves(board, "AB")), "a text is read as CGP"
    with pytest.raises(TypeError, match=r"a position must be a lexkit.Board, its CGP, or the View of a player"):
        english.moves(None, "A")  # type: ignore[arg-type]
