"""Rollouts of the kernel against the same deals and turns in plain Python."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

import lexkit
from lexkit import Board, Rules, lexicons
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.rack import Rack, as_rack
from lexkit.runtime.players.equity import worths_for
from lexkit.runtime.players.trained_leaves import TrainedValues
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED

FIELDS = 8
LOW = (1 << 64) - 1


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


@pytest.fixture(scope="module")
def values(few: lexkit.Lexicon) -> TrainedValues:
    return with_leaves(few, 5)


class Chances:
    """SplitMix64, as the kernel's documentation says."""

    def __init__(self, seed: int, number: int) -> None:
        self.state = seed ^ self.mixed(number)

    @staticmethod
    def mixed(number: int) -> int:
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & LOW
        number = (number ^ number >> 27) * 0x94D049BB133111EB & LOW
        return number ^ number >> 31

    def next(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & LOW
        return self.mixed(self.state)

    def below(self, stop: int) -> int:
        return (self.next() >> 32) * stop >> 32

    def chance(self) -> float:
        return (self.next() >> 11) / (1 << 53)


def counts_of(tiles: Sequence[int]) -> bytes:
    counted = Counter(tiles)
    return bytes(counted[tile] for tile in range(64))


def deal(
    chances: Chances, unseen: list[int], draws: int, returned: Sequence[int], held: int
) -> tuple[list[int], list[int], list[int]]:
    """(the opponent's tiles, those drawn, the bag, of which the last is drawn first)."""
    bag = sorted(unseen)
    for last in range(len(bag) - 1, 0, -1):
        other = chances.below(last + 1)
        bag[last], bag[other] = bag[other], bag[last]
    opponent = [bag.pop() for _ in range(held)]
    drawn = [bag.pop() for _ in range(draws)]
    for tile in sorted(returned):
        bag.append(tile)
        at = chances.below(len(bag))
        bag[-1], bag[at] = bag[at], bag[-1]
    return opponent, drawn, bag


def play_out(
    lexicon: lexkit.Lexicon,
    values: TrainedValues,
    board: Board,
    racks: list[list[int]],
    bag: list[int],
    plies: int,
    zeros: int,
    chances: Chances,
) -> list[int]:
    """The row of an iteration."""
    rules = board.rules
    all_chances = [chances.chance() for _ in range(plies * len(bag))]
    used = gain = number = 0
    left = [0, 0]
    out = -1 if racks[0] or bag else 0
    while number < plies and out < 0 and zeros < rules.zero_turns:
        player = 1 - number % 2
        rack = Rack.of_tiles(bytes(racks[player]), rules.alphabet)
        best = lexicon.best_by_equity(board, rack, leaves=values, bag=len(bag))
        left[player] = 0
        if best.kind != "pass" and bag:
            left[player] = round(best.equity * 1000) - 1000 * best.score
        gain += best.score if player == 0 else -best.score
        zeros = 0 if best.score else zeros + 1
        if best.move is not None:
            for tile in best.move.played:
                racks[player].remove(0 if tile & 128 else tile)
            board.play(best.move)
            racks[player] += [bag.pop() for _ in range(min(len(bag), len(best.move.played)))]
            if not bag and not racks[player]:
                out = player
        elif best.kind == "exchange":
            given = sorted(best.exchanged)
            for tile in given:
                racks[player].remove(tile)
            racks[player] += [bag.pop() for _ in given]
            bag += given
            for last in range(len(bag) - 1, 0, -1):
                other = int(all_chances[used] * (last + 1))
                used += 1
                bag[last], bag[other] = bag[other], bag[last]
        number += 1
    points = [sum(rules.points[tile] for tile in rack) for rack in racks]
    return [gain, left[0] - left[1], out, zeros, *points, len(bag) + len(racks[number % 2]), number]


POSITIONS = [
    ("15/15/15/15/15/15/15/4CARES6/15/15/15/15/15/15/15 AEINRST/ 10/0 0", "ES", 2, 0),
    ("15/15/15/15/15/15/15/4CARES6/15/15/15/15/15/15/15 AEINRST/ 10/0 0", "", 3, 5),
    ("15/15/15/15/15/15/15/7AT6/15/15/15/15/15/15/15 QUUVVWW/ 2/0 0", "QVVWW", 5, 2),
    ("15/15/15/15/15/15/15/7AT6/15/15/15/15/15/15/15 A?/ 2/0 0", "", 64, 0),
]


@pytest.mark.parametrize(("text", "exchanged", "plies", "zeros"), POSITIONS)
def test_rows(few: lexkit.Lexicon, values: TrainedValues, text: str, exchanged: str, plies: int, zeros: int) -> None:
    board = Board.from_cgp(text)
    finder = finder_for(few.core, board)
    rollouts, after = finder.new_rollouts(*[worths_for(values, board.rules.layout)] * 2)
    rack = list(Rack(bytes(finder.counts_of(board, None)), board.rules.alphabet).tiles)
    given = list(as_rack(exchanged, board.rules.alphabet).tiles) if exchanged else []
    kept = list((Counter(rack) - Counter(given)).elements())
    pool = [tile for tile, count in enumerate(board.rules.distribution) for _ in range(count)]
    unseen = Counter(pool) - Counter(rack) - Counter(0 if tile & 128 else tile for tile in board.grid if tile)
    tiles = list(unseen.elements())
    if plies == 64:
        tiles = tiles[::6]
    number = 12 if COMPILED else 2
    rows = np.zeros((number, FIELDS), np.int64)
    after.set(memoryview(board.grid))
    counts = memoryview(counts_of(tiles)), memoryview(counts_of(kept)), len(given), memoryview(counts_of(given))
    held = min(7, len(tiles) - len(given))
    rollouts.roll(*counts, held, memoryview(b""), np.zeros(0).data, zeros, plies, 77, 100, rows.reshape(-1).data)
    for at in range(number):
        chances = Chances(77, 100 + at)
        opponent, drawn, bag = deal(chances, tiles, len(given), given, held)
        racks = [kept + drawn, opponent]
        expected = play_out(few, values, Board.from_cgp(text), racks, bag, plies, zeros, chances)
        assert rows[at].tolist() == expected


def test_holdings_are_dealt_by_their_weights(few: lexkit.Lexicon) -> None:
    board = Board()
    finder = finder_for(few.core, board)
    rollouts, _ = finder.new_rollouts()
    unseen = counts_of([1, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    holdings = b"".join(bytes([len(tiles), *tiles]).ljust(17, b"\0") for tiles in ([1, 1], [26, 2][1:]))
    rows = np.zeros((200, FIELDS), np.int64)
    nothing = memoryview(bytes(64))
    rollouts.roll(
        memoryview(unseen),
        nothing,
        0,
        nothing,
        2,
        memoryview(holdings),
        np.array([1.0, 4.0]).data,
        0,
        0,
        1,
        0,
        rows.reshape(-1).data,
    )
    points = board.rules.points
    # Two As are dealt in one case of five, and by chance in one of nine of the others that have the B.
    share = float((rows[:, 5] == 2 * points[1]).mean())
    assert 0.1 < share < 0.3


WRONG = {
    "too many drawn": {"draws": 8},
    "too many held": {"held": 8},
    "more than there are": {"unseen": counts_of([1]), "held": 2},
    "a tile outside": {"unseen": counts_of([40] * 20)},
    "too many turns": {"plies": 65},
    "no rows": {"rows": np.zeros(0, np.int64).data},
    "half a row": {"rows": np.zeros(12, np.int64).data},
    "a holding too long": {"holdings": bytes([9]) + bytes(16), "weights": np.ones(1).data},
    "a holding of others": {"holdings": bytes([1, 70]) + bytes(15), "weights": np.ones(1).data},
    "a weight of nothing": {"holdings": bytes([1, 1]) + bytes(15), "weights": np.zeros(1).data},
    "no number": {"holdings": bytes([1, 1]) + bytes(15), "weights": np.full(1, np.nan).data},
    "falling weights": {"holdings": (bytes([1, 1]) + bytes(15)) * 2, "weights": np.array([2.0, 1.0]).data},
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_calls(few: lexkit.Lexicon, case: str) -> None:
    rollouts, _ = finder_for(few.core, Board(rules=Rules())).new_rollouts()
    call = {
        "unseen": counts_of([1] * 9 + [2] * 9),
        "kept": bytes(64),
        "draws": 1,
        "returned": bytes(64),
        "held": 7,
        "holdings": b"",
        "weights": np.zeros(0).data,
        "zeros": 0,
        "plies": 1,
        "seed": 1,
        "first": 0,
        "rows": np.zeros(FIELDS, np.int64).data,
        **WRONG[case],
    }
    with pytest.raises(ValueError, match=r"tile|turns|rows|weight"):
        rollouts.roll(*[memoryview(value) if isinstance(value, bytes) else value for value in call.values()])
