"""Every legal move, each once, by the GADDAG and by the DAWG: against the word scan, golden counts and game trees."""

import json
import os
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest

import lexkit
from lexkit.errors import QueryError
from lexkit.lexicons import make_english
from tests.game.kernels.making import GENERATORS, Kernels, with_kernels
from tests.game.kernels.random_positions import random_positions
from tests.game.positions import REAL
from tests.game.two_ply import Case, TwoPlies, counts, game_of, tile
from tests.game.word_scan import BLANK, Game, Grid, Move, put, word_scan
from tests.making import make
from tests.running import COMPILED, MANY, each

GOLDEN = Path(__file__).parents[2] / "golden"
TWO_PLIES: list[Case] = json.loads((GOLDEN / "two_plies.json").read_text("utf-8"))


def same_moves(found: Collection[Move], expected: set[Move], who: str, board: Grid, rack: list[int]) -> None:
    """Fail, saying what is missing, too much or twice there, and where."""
    twice = [move for move, times in Counter(found).items() if times > 1]
    faults = {
        "moves not found": sorted(expected - set(found)),
        "found, but no moves": sorted(set(found) - expected),
        "found twice": sorted(twice),
    }
    told = [f"{what} ({len(moves)}): {'; '.join(map(written, moves[:5]))}" for what, moves in faults.items() if moves]
    if told:
        drawn = "\n".join(" ".join(f"{tile:3}" if tile else "  ." for tile in line) for line in board)
        pytest.fail(f"{who}: {'. '.join(told)}\nrack {rack}\n{drawn}")


def written(move: Move) -> str:
    row, column, across, tiles, score = move
    laid = " ".join(f"{tile & ~BLANK} (blank)" if tile & BLANK else str(tile) for tile in tiles)
    return f"tiles {laid} for {score} {'across' if across else 'down'} from row {row}, column {column}"


def test_both_find_what_the_word_scan_finds() -> None:
    """LEXKIT_POSITIONS: how many positions; thousands in a campaign."""
    number = int(os.environ.get("LEXKIT_POSITIONS", "600" if MANY else "60"))
    moves = 0
    for position, kernels in with_kernels(random_positions(1994, number)):
        squares = kernels.holding(position.board)
        for name in GENERATORS:
            found = kernels.moves(name, position.rack, squares)
            same_moves(found, position.moves, name, position.board, position.rack)
            moves += len(found)
    assert moves > 20 * number


def test_a_tile_at_the_edge_ends_the_word() -> None:
    # CAT reaches the last square; words go on behind it, where there is no square.
    words = [tuple(map(tile, word)) for word in ("CAT", "CATS", "SCAT", "SO", "TO")]
    ones = [[1] * 4 for _ in range(4)]
    game = Game(ones, ones, (1, 1), [0] + [1] * 26)
    for turned in (False, True):
        board = [list(map(tile, line)) for line in ("....", "....", "....", ".CAT")]
        if turned:
            board = [list(line) for line in zip(*board, strict=True)]
        rack = counts("SOO", 27)
        kernels = Kernels(words, 26, game)
        for name in GENERATORS:
            found = kernels.moves(name, rack, kernels.holding(board))
            same_moves(found, word_scan(words, board, rack, game), name, board, rack)


@pytest.fixture(scope="module")
def scowl80(english: lexkit.Lexicon) -> lexkit.Lexicon:
    """The list of one column of counts.tsv, from the bundled one."""
    return make(make_english.scowl80(english.words().to_list()))


def golden() -> list[tuple[str, tuple[int, int, int]]]:
    """Each position with number of moves, top score and sum of the scores, on the words of SCOWL up to size 80."""
    positions = (GOLDEN / "positions.cgp").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in (GOLDEN / "counts.tsv").read_text("utf-8").splitlines()]
    columns = [rows[0].index(f"scowl80_{what}") for what in ("moves", "top", "sum")]
    told = [tuple(int(row[column]) for column in columns) for row in rows[1:]]
    return list(zip(positions, told, strict=True))  # type: ignore[arg-type]


@pytest.mark.skipif(not COMPILED, reason="a whole list is built; interpreted, the game trees below are counted")
@pytest.mark.parametrize("generator", GENERATORS)
def test_golden_counts(scowl80: lexkit.Lexicon, generator: str) -> None:
    wrong = []
    for number, (text, expected) in enumerate(golden(), 1):
        scores = scowl80.moves(lexkit.Board.from_cgp(text), generator=generator).to_numpy()["score"]
        found = (len(scores), int(scores.max(initial=0)), int(scores.sum()))
        if found != expected:
            wrong.append(f"position {number}: {found}, not {expected} (moves, top score, sum of scores)")
    assert not wrong, f"{generator}: {len(wrong)} positions, first {'; '.join(wrong[:3])}"


@pytest.mark.parametrize("case", TWO_PLIES, ids=lambda case: str(case["name"]))
@pytest.mark.parametrize("generator", GENERATORS)
def test_game_trees_two_plies_deep(case: Case, generator: str) -> None:
    """Every first move is put on the squares, answered and taken up again, so cross sets are those of put and take."""
    game = game_of(case)
    kernels = Kernels([tuple(map(tile, word)) for word in case["words"]], 26, game)
    board = [list(map(tile, row)) for row in case["board"]]
    kernels.squares = kernels.holding(board)
    first, second = (counts(rack, 27) for rack in case["racks"])
    moves = kernels.moves(generator, first)
    answers = answer_scores = 0
    for move in moves:
        squares = filled(board, move)
        kernels.squares.put(squares, move[3])
        answer = kernels.moves(generator, second)
        kernels.squares.take(squares)
        answers += len(answer)
        answer_scores += sum(score for *_, score in answer)
    found = TwoPlies(len(moves), sum(score for *_, score in moves), answers, answer_scores)
    told = TwoPlies(**case["counts"])
    assert found == told, f"{generator}, {case['name']}: {found}, not {told}"


def filled(board: Grid, move: Move) -> list[int]:
    """The squares a move fills, numbered row by row."""
    after = put(board, move)
    width = len(board[0])
    return sorted(
        row * width + column
        for row, line in enumerate(after)
        for column, there in enumerate(line)
        if there and not board[row][column]
    )


def test_a_lexicon_finds_moves_by_either(english: lexkit.Lexicon) -> None:
    for text in REAL:
        board = lexkit.Board.from_cgp(text)
        one, other = (english.moves(board, generator=name) for name in GENERATORS)
        assert set(one) == set(other), f"GADDAG and DAWG differ on {text}"
        assert [move.score for move in one.top(20)] == [move.score for move in other.top(20)], text
        assert one.best() == other.best(), f"the best move depends on the generator: {text}"


@each("name", ["trie", "best", "", "GADDAG", None, ["dawg"]])
def test_a_generator_of_another_name_is_refused(english: lexkit.Lexicon, name: object) -> None:
    board = lexkit.Board()
    with pytest.raises(QueryError, match=r"generator: no such generator: expected gaddag, dawg, candidates"):
        english.moves(board, "CARES", generator=name)  # type: ignore[arg-type]
    assert len(english.moves(board, "CARES")), "the lexicon finds moves no more"


def test_what_is_counted(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(REAL[0])
    rack = board.racks[0]
    by = {name: english.counters(board, rack, name) for name in GENERATORS}
    for name, (anchors, states, arcs) in by.items():
        assert 0 < anchors < 225 * 2, f"{name}: {anchors} anchors"
        assert 0 < states <= arcs + 2 * anchors, f"{name}: {states} states by {arcs} arcs"
        assert english.counters(board, rack, name) == by[name], f"{name}: another count for the same position"
    assert by["dawg"][2] > by["gaddag"][2], "the DAWG needs more arcs than the GADDAG"
    empty = lexkit.Board()
    assert [english.counters(empty, "CARES", name)[0] for name in GENERATORS] == [1, 1]
