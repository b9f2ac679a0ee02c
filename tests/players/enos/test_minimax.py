"""Enos's player: minimax against plain Python without bounds, the opponent's rack, and what a choice depends on."""

import pickle

import numpy as np
import pytest

import lexkit
from lexkit import Board, Game, Match, Rack, Rules, lexicons
from lexkit.errors import QueryError
from lexkit.runtime.game.rules import count_unseen
from lexkit.runtime.players.enos.minimax import SUBSETS, Enos, _Search, from_subsets, likely_rack
from lexkit.runtime.players.enos.promising_subsets import spelled_by
from lexkit.runtime.players.evaluation import Situation
from tests.players.test_match import small_list
from tests.running import COMPILED

OPEN = "15/15/15/15/15/7B7/7L7/4CARES6/7D7/7E7/15/15/15/15/15 AEINRLT/ 10/0 0"
LAST = "15/15/15/15/15/7B7/7L7/4CARES6/7D7/7E7/15/15/15/15/15 AERS/LEIT 10/0 0"


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def plain_value(
    lexicon: lexkit.Lexicon, board: Board, racks: tuple[Rack, Rack], widths: tuple[int, ...], last: bool, passed: bool
) -> float:
    """The value for the player to move: every line within the widths."""
    if not widths or not len(racks[0]):
        return 0.0
    points = [sum(board.rules.points[tile] for tile in rack.tiles) for rack in racks]
    values = plain_values(lexicon, board, racks, widths, last)
    if values:
        return max(values)
    if not last:
        return 0.0
    if passed:
        return float(points[1] - points[0])
    return -plain_value(lexicon, board, (racks[1], racks[0]), widths[1:], last, True)


def plain_values(
    lexicon: lexkit.Lexicon, board: Board, racks: tuple[Rack, Rack], widths: tuple[int, ...], last: bool
) -> list[float]:
    """What each play comes to."""
    moves = lexicon.moves(board, racks[0])
    values = []
    for number in from_subsets(spelled_by(lexicon.core), moves, SUBSETS)[: widths[0]]:
        move = moves[int(number)]
        left = racks[0] - move.played
        if last and not len(left):
            values.append(move.score + 2.0 * sum(board.rules.points[tile] for tile in racks[1].tiles))
            continue
        after = Board.from_cgp(board.to_cgp().rsplit(" ", 3)[0].split(" ")[0] + " / 0/0 0", rules=board.rules)
        after.play(move)
        values.append(move.score - plain_value(lexicon, after, (racks[1], left), widths[1:], last, False))
    return values


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute")
@pytest.mark.parametrize(
    ("text", "widths"), [(OPEN, (12, 1)), (OPEN, (5, 4)), (LAST, (8, 5, 3, 1)), (LAST, (6, 6, 6)), (LAST, (9, 2, 4, 2))]
)
def test_minimax(few: lexkit.Lexicon, text: str, widths: tuple[int, ...]) -> None:
    board = Board.from_cgp(text)
    last = "LEIT" in text
    racks = Rack(board.racks[0]), Rack(board.racks[1] or "DEIRSTU")
    search = _Search(few.core, board, SUBSETS)
    moves, numbers = search.plays(board.grid, racks[0])
    numbers = numbers[: widths[0]]
    expected = plain_values(few, board, racks, widths, last)
    assert len(expected) == len(numbers) > 1
    assert search.best(moves, numbers, racks, widths, last=last) == numbers[int(np.argmax(expected))]
    # The value of each within any bounds that hold it.
    for number, value in zip(numbers, expected, strict=True):
        assert search._value_of(moves[int(number)], racks, widths, value - 1, value + 1, last=last) == value


def test_the_opponents_rack(few: lexkit.Lexicon) -> None:
    board = Board.from_cgp(OPEN)
    unseen = count_unseen(board.rules, board.grid, Rack(board.racks[0]).tiles)
    situation = Situation(few.core, board, Rack(board.racks[0]), sum(unseen) - 7)
    racks = [Enos(seed)._other(situation) for seed in range(40)]
    assert len(set(racks)) > 30
    assert all(len(rack) == 7 and all(map(int.__le__, rack.counts, unseen)) for rack in racks)
    assert Enos(3)._other(situation) == racks[3]
    likely = Enos(3, opponent="likely")._other(situation)
    assert likely == Enos(4, opponent="likely")._other(situation) == likely_rack(unseen, 7, board.rules)
    last = Board.from_cgp(LAST)
    known = Situation(few.core, last, Rack(last.racks[0]), 0)
    # By an empty bag all that is unseen is on the other rack: here the tiles are few.
    few_tiles = count_unseen(last.rules, last.grid, Rack(last.racks[0]).tiles)
    assert len(Enos(1)._other(known)) == min(7, sum(few_tiles))


def test_likely_racks() -> None:
    rules = Rules()
    counts = bytearray(64)
    counts[1], counts[5], counts[9], counts[26] = 10, 4, 4, 2
    for held in range(8):
        rack = likely_rack(bytes(counts), held, rules)
        assert len(rack) == held
        for tile in range(64):
            assert abs(rack.counts[tile] - counts[tile] * held / 20) < 1
    assert not len(likely_rack(bytes(64), 0, rules))


def test_choices_repeat(few: lexkit.Lexicon) -> None:
    """By seed; and what is hidden has no influence."""
    game = Game(few, seed=3)
    view = game.view(0)
    for name in ("enos", "two-ply") if COMPILED else ("enos",):
        first = lexkit.player(name, few, seed=7)
        assert first.choose(view) == lexkit.player(name, few, seed=7).choose(view)
        again = pickle.loads(pickle.dumps(view))
        assert first.choose(view) == lexkit.player(name, few, seed=7).choose(again)


@pytest.mark.parametrize("name", ["enos", "two-ply"])
@pytest.mark.parametrize("alphabet", ["english", "german", "spanish", "hong_kong_english"])
def test_games_to_their_ends(name: str, alphabet: str) -> None:
    if not COMPILED and (name, alphabet) != ("enos", "german"):
        pytest.skip("interpreted kernels take ten seconds for each")
    lexicon = small_list(lexicons.alphabet(alphabet))
    games = Match(lexicon, name, "greedy", seed=2, paired=True)
    assert games.names == (name, "greedy")
    tallies = [games.tally(2, threads=1) for _ in range(2 if COMPILED else 1)]
    assert tallies[0].games == 2
    assert tallies[0].to_json() == tallies[-1].to_json()


def test_wrong_calls() -> None:
    with pytest.raises(QueryError, match="rack"):
        Enos(opponent="certain")
    with pytest.raises(QueryError, match="subsets"):
        Enos(subsets=0)
    with pytest.raises(QueryError, match="does not think"):
        lexkit.player("enos", time=1)
