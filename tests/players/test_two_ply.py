"""The sampled two-ply search against plain Python: the same racks, the best replies, the same choice."""

from collections import Counter

import numpy as np
import pytest

import lexkit
from lexkit import Board, Rack, lexicons
from lexkit.errors import QueryError
from lexkit.players.base import Situation
from lexkit.players.two_ply import TwoPly, number_of
from tests.players.simulation.test_rollouts import Chances, deal
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED

OPEN = "15/15/15/15/15/7B7/7L7/4CARES6/7D7/7E7/15/15/15/15/15 AEINRLT/ 10/0 0"
RACKS = 8 if COMPILED else 2


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize("number", [1, 3, 12])
def test_choices(few: lexkit.Lexicon, leaves: bool, number: int) -> None:
    board = Board.from_cgp(OPEN)
    rack = Rack(board.racks[0])
    seen = Counter(rack.tiles) + Counter(0 if tile & 128 else tile for tile in board.grid if tile)
    tiles = sorted((Counter(dict(enumerate(board.rules.distribution))) - seen).elements())
    situation = Situation(few.core, board, rack, len(tiles) - 7)
    values = with_leaves(few, 5) if leaves else None
    seed = number_of(11, board.grid + rack.counts)
    moves = few.moves(board)
    if values is None:
        looked_at = [(move, float(move.score)) for move in moves.top(number)]
    else:
        looked_at = [(each.move, each.equity) for each in moves.by_equity(values) if each.move is not None][:number]
    best, highest = None, -np.inf
    for move, worth in looked_at:
        total = 0
        for at in range(RACKS):
            held, _, _ = deal(Chances(seed, at), tiles, len(move.played), [], 7)
            after = board.copy()
            after.play(move)
            reply = few.best_move(after, Rack.of_tiles(bytes(held), few.alphabet))
            total += reply.score if reply else 0
        value = worth - total / RACKS
        if value > highest + 1e-9:
            best, highest = move, value
    assert TwoPly(11, number, RACKS, values).choose(situation).move == best


def test_it_goes_out_if_it_can(few: lexkit.Lexicon) -> None:
    """A play of the last tile gains what the opponent holds, and a reply that goes out costs as much."""
    board = Board.from_cgp(OPEN.replace("AEINRLT", "S"))
    situation = Situation(few.core, board, Rack("S"), 0)
    choice = TwoPly(1).choose(situation)
    assert choice.move is not None
    assert len(choice.move.played) == 1


def test_nothing_to_play(few: lexkit.Lexicon) -> None:
    board = Board.from_cgp(OPEN)
    letter = next(letter for letter in "JKQVXZ" if not len(few.moves(board, letter)))
    choice = TwoPly(1).choose(Situation(few.core, board, Rack(letter), 50))
    assert (choice.move, len(choice.exchanged)) == (None, 1)


def test_wrong_calls() -> None:
    for wrong in ({"moves": 0}, {"racks": 0}, {"racks": 10_001}):
        with pytest.raises(QueryError):
            TwoPly(**wrong)  # type: ignore[arg-type]
