"""Rollouts of the kernel against the same deals and turns in plain Python."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Board, Rules, lexicons
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from lexkit.players.equity import worths_for
from lexkit.players.leaves import TrainedValues
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.rack import Rack, as_rack
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED, each

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
    before: Sequence[int],
    chances: Chances,
) -> list[int]:
    """The row of an iteration, by the words of the rules."""
    rules = board.rules
    all_chances = [chances.chance() for _ in range(plies * len(bag))]
    used = gain = number = 0
    zeros, passes, idle, *exchanged = before

    def given_up() -> bool:
        by_zeros = rules.zero_turns and zeros >= rules.zero_turns and (rules.empty_board_ends or any(board.grid))
        return bool(by_zeros or (rules.pass_turns and passes >= rules.pass_turns))

    left = [0, 0]
    out = -1 if racks[0] or bag else 0
    while number < plies and out < 0 and not given_up():
        player = 1 - number % 2
        rack = Rack.of_tiles(bytes(racks[player]), rules.alphabet)
        candidates = lexicon.moves(board, rack).by_equity(values, bag=len(bag))
        unlimited = not rules.exchange_limit or exchanged[player] < rules.exchange_limit
        may = len(bag) >= max(1, rules.exchange_minimum) and unlimited and idle < max(12, rules.zero_turns)
        best = next(each for each in candidates if may or each.kind != "exchange")
        left[player] = 0
        if best.kind != "pass" and bag:
            left[player] = round(best.equity * 1000) - 1000 * best.score
        gain += best.score if player == 0 else -best.score
        idle = 0 if best.score else idle + 1
        zeros = 0 if best.score else zeros + (best.kind != "exchange" or rules.exchanges_count)
        passes = passes + 1 if best.kind == "pass" else 0
        exchanged[player] += best.kind == "exchange"
        if best.move is not None:
            for tile in best.move.played:
                racks[player].remove(0 if tile & 128 else tile)
            board.play(best.move)
            racks[player] += [bag.pop() for _ in range(min(len(bag), len(best.move.played)))]
            if not bag and not racks[player]:
                out = player
        elif best.kind == "exchange":
            given = [*best.exchanged.tiles]
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
    return [gain, left[0] - left[1], out, out < 0 and given_up(), *points, len(bag) + len(racks[number % 2]), number]


TEXTS = {
    "open": "15/15/15/15/15/15/15/4CARES6/15/15/15/15/15/15/15 AEINRST/ 10/0 0",
    "stuck": "15/15/15/15/15/15/15/7AT6/15/15/15/15/15/15/15 QUUVVWW/ 2/0 0",
    "late": "15/15/15/15/15/15/15/7AT6/15/15/15/15/15/15/15 A?/ 2/0 0",
    "empty": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUUVVWW/ 0/0 0",
}
GERMAN = {"zero_turns": 0, "pass_turns": 4}
POLISH = {"pass_turns": 4, "exchanges_count": False, "exchange_limit": 3}
SPANISH = {"zero_turns": 12, "pass_turns": 4, "exchange_minimum": 1, "empty_board_ends": False}
#: A position, tiles exchanged, turns, the numbers before, changes of the rules.
POSITIONS: list[tuple[str, str, int, list[int], dict[str, Any]]] = [
    ("open", "ES", 2, [0, 0, 0, 0, 0], {}),
    ("open", "", 3, [5, 0, 5, 0, 0], {}),
    ("stuck", "QVVWW", 5, [2, 0, 2, 0, 0], {}),
    ("late", "", 64, [0, 0, 0, 0, 0], {}),
    ("late", "", 64, [3, 0, 3, 0, 0], GERMAN),
    ("stuck", "", 64, [9, 2, 9, 0, 0], GERMAN),
    ("stuck", "QV", 16, [2, 2, 2, 1, 3], POLISH),
    ("late", "", 64, [0, 1, 0, 3, 2], POLISH),
    ("empty", "VV", 20, [3, 0, 3, 0, 0], SPANISH),
    ("late", "", 64, [8, 3, 8, 0, 0], SPANISH),
    ("stuck", "", 8, [4, 1, 4, 0, 0], {"out_bonus": "each", "challenge": "double"}),
    ("open", "", 6, [0, 0, 0, 0, 0], {"bonuses": {4: 12}, "length_bonuses": {3: 7, 5: 25, 8: 40}}),
]


@pytest.mark.parametrize(("name", "exchanged", "plies", "before", "changes"), POSITIONS)
def test_rows(
    few: lexkit.Lexicon,
    values: TrainedValues,
    name: str,
    exchanged: str,
    plies: int,
    before: list[int],
    changes: dict[str, Any],
) -> None:
    """Row for row what plain Python plays, by the rules of several languages: after an exchange and two plays."""
    rules = Rules(**changes)
    board = Board.from_cgp(TEXTS[name], rules=rules)
    finder = finder_for(few.core, board)
    rollouts = finder.new_rollouts(*[worths_for(values, rules.layout)] * 2, patience=max(12, rules.zero_turns))
    whole = Rack(bytes(finder.counts_of(board, None)), rules.alphabet)
    rack = list(whole.tiles)
    pool = [tile for tile, count in enumerate(rules.distribution) for _ in range(count)]
    unseen = Counter(pool) - Counter(rack) - Counter(0 if tile & 128 else tile for tile in board.grid if tile)
    tiles = list(unseen.elements())
    if plies == 64:
        tiles = tiles[::6]
    plays = [each.move for each in few.moves(board, whole).by_equity(values, bag=60) if each.move is not None]
    arms = [(None, list(as_rack(exchanged, rules.alphabet).tiles) if exchanged else [])]
    arms += [(move, [0 if tile & 128 else tile for tile in move.played]) for move in plays[: 2 if COMPILED else 1]]
    held = min(7, len(tiles) - max(len(gone) for _, gone in arms))
    kept = [list((Counter(rack) - Counter(gone)).elements()) for _, gone in arms]
    returned = [[] if move else gone for move, gone in arms]
    number = 12 if COMPILED else 1
    rows = np.zeros((len(arms), number, FIELDS), np.int64)
    rollouts.begin(memoryview(b"".join(move.grid_after if move else bytes(board.grid) for move, _ in arms)))
    rollouts.roll(
        memoryview(counts_of(tiles)),
        memoryview(b"".join(map(counts_of, kept))),
        np.array([len(gone) for _, gone in arms], np.int64).data,
        memoryview(b"".join(map(counts_of, returned))),
        held,
        memoryview(b""),
        np.zeros(0).data,
        np.array(before * len(arms), np.int64).data,
        plies,
        77,
        100,
        rows.reshape(-1).data,
    )
    for at, (move, gone) in enumerate(arms):
        for place in range(number):
            chances = Chances(77, 100 + place)
            opponent, drawn, bag = deal(chances, tiles, len(gone), returned[at], held)
            new = Board.from_cgp(TEXTS[name], rules=rules)
            if move:
                new.play(move)
            expected = play_out(few, values, new, [kept[at] + drawn, opponent], bag, plies, before, chances)
            assert rows[at, place].tolist() == expected


@pytest.mark.skipif(not COMPILED, reason="the same code, and some hundred moves")
@pytest.mark.parametrize("seed", range(4))
def test_candidates_together_and_alone(english: lexkit.Lexicon, seed: int) -> None:
    """Candidates alone share nothing, and have the same results as those that share lines and racks."""
    chance = random.Random(seed)
    game = lexkit.Game(english, seed=seed)
    player = lexkit.player("static")
    for _ in range(chance.randrange(1, 16)):
        game.act(player.choose(game.view(game.to_move)))
    view = game.view(game.to_move)
    plies, number = chance.choice([2, 3, 5]), chance.choice([1, 5])
    options: dict[str, Any] = {"plies": plies, "iterations": number, "seed": seed, "threads": 1}
    together = lexkit.simulate(view, lexicon=english, candidates=20, **options)
    for result in [together.best, *together.results]:
        alone = lexkit.simulate(view, lexicon=english, candidates=[result.candidate], **options).best
        assert (alone.win, alone.equity) == pytest.approx((result.win, result.equity), rel=1e-12)


def test_a_turn_worth_less_than_nothing(few: lexkit.Lexicon) -> None:
    """A play whose leave costs more than it scores is better than to pass, if the bag is too small to exchange."""
    alphabet = few.core.alphabet
    stored = StoredLeaves(len(alphabet), 2, 256, np.full(leave_count(len(alphabet), 2), -40 * 256, np.int16))
    board = Board.from_cgp(TEXTS["late"])
    worths = worths_for(TrainedValues(stored, alphabet), board.rules.layout)
    rollouts = finder_for(few.core, board).new_rollouts(worths, worths)
    rollouts.begin(memoryview(board.grid))
    a, t = 1, 20
    rows = np.zeros((1, FIELDS), np.int64)
    nothing = np.zeros(1, np.int64).data
    counts = memoryview(counts_of([a, a, t, t])), memoryview(counts_of([a, t])), nothing, memoryview(bytes(64))
    before = np.zeros(5, np.int64).data
    rollouts.roll(*counts, 3, memoryview(b""), np.zeros(0).data, before, 1, 1, 0, rows.reshape(-1).data)
    assert rows[0, 1] == 40_000


def test_holdings_are_dealt_by_their_weights(few: lexkit.Lexicon) -> None:
    board = Board()
    finder = finder_for(few.core, board)
    rollouts = finder.new_rollouts()
    rollouts.begin(memoryview(bytes(225)))
    unseen = counts_of([1, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    holdings = b"".join(bytes([len(tiles), *tiles]).ljust(17, b"\0") for tiles in ([1, 1], [26, 2][1:]))
    rows = np.zeros((200, FIELDS), np.int64)
    nothing = memoryview(bytes(64))
    rollouts.roll(
        memoryview(unseen),
        nothing,
        np.zeros(1, np.int64).data,
        nothing,
        2,
        memoryview(holdings),
        np.array([1.0, 4.0]).data,
        np.zeros(5, np.int64).data,
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
    "too many drawn": {"draws": np.full(1, 8).data},
    "draws of nobody": {"draws": np.zeros(2, np.int64).data},
    "tiles of two": {"kept": bytes(128)},
    "too many held": {"held": 8},
    "more than there are": {"unseen": counts_of([1]), "held": 2},
    "a tile outside": {"unseen": counts_of([40] * 20)},
    "too many turns": {"plies": 65},
    "turns that never were": {"before": np.full(5, -1, np.int64).data},
    "too few numbers": {"before": np.zeros(4, np.int64).data},
    "no rows": {"rows": np.zeros(0, np.int64).data},
    "half a row": {"rows": np.zeros(12, np.int64).data},
    "a holding too long": {"holdings": bytes([9]) + bytes(16), "weights": np.ones(1).data},
    "a holding of others": {"holdings": bytes([1, 70]) + bytes(15), "weights": np.ones(1).data},
    "a weight of nothing": {"holdings": bytes([1, 1]) + bytes(15), "weights": np.zeros(1).data},
    "no number": {"holdings": bytes([1, 1]) + bytes(15), "weights": np.full(1, np.nan).data},
    "falling weights": {"holdings": (bytes([1, 1]) + bytes(15)) * 2, "weights": np.array([2.0, 1.0]).data},
}


@each("case", WRONG)
def test_wrong_calls(few: lexkit.Lexicon, case: str) -> None:
    rollouts = finder_for(few.core, Board(rules=Rules())).new_rollouts()
    rollouts.begin(memoryview(bytes(225)))
    call = {
        "unseen": counts_of([1] * 9 + [2] * 9),
        "kept": bytes(64),
        "draws": np.ones(1, np.int64).data,
        "returned": bytes(64),
        "held": 7,
        "holdings": b"",
        "weights": np.zeros(0).data,
        "before": np.zeros(5, np.int64).data,
        "plies": 1,
        "seed": 1,
        "first": 0,
        "rows": np.zeros(FIELDS, np.int64).data,
        **WRONG[case],
    }
    with pytest.raises(ValueError, match=r"tile|turns|rows|weight"):
        rollouts.roll(*[memoryview(value) if isinstance(value, bytes) else value for value in call.values()])
