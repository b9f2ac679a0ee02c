"""Leave values from games: what racks say of leaves is counted by hand, and training repeats."""

import itertools
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Rules, lexicons
from lexkit.errors import PositionError, QueryError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.formats.leaves_section import StoredLeaves, leave_count, leave_steps, pack_leaves
from lexkit.players import leave_training
from lexkit.players.autoplay.kernel_games import KernelMatch
from lexkit.players.kernels.leave_sums import LeaveSums
from lexkit.players.leave_training import (
    SHARE,
    RackCensus,
    Training,
    _drawn_to_smaller,
    _leaves_of,
    _shorten,
    plan_training,
    train,
)
from lexkit.runtime.game.rack import count_racks
from tests.making import make
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED, MANY

#: How many games are counted by hand.
GAMES = 30 if COMPILED else 8


def small_rules(lexicon: lexkit.Lexicon) -> Rules:
    """Rules with few enough racks for a census by interpreted kernels."""
    return Rules(alphabet=lexicon.alphabet, rack_size=3, bingo=20)


BAG = {0: 1, 1: 3, 2: 2, 3: 1, 4: 4}


def all_racks(size: int) -> list[tuple[int, ...]]:
    tiles = [tile for tile, count in BAG.items() for _ in range(count)]
    return sorted(set(itertools.combinations(sorted(tiles), size)))


def sums_of(racks: list[tuple[int, ...]], means: list[float], seen: list[float], longest: int) -> LeaveSums:
    size = len(racks[0])
    steps = leave_steps(4, longest)
    bag = np.array(list(BAG.values()), np.int64)
    sums = LeaveSums(steps.reshape(-1).data, longest, bag.data, leave_count(4, longest))
    flat = np.array(racks, np.uint8).reshape(-1)
    sums.add(flat.data, size, np.array(means).data, np.array(seen).data)
    return sums


@pytest.mark.parametrize(("size", "longest"), [(4, 3), (5, 2), (3, 3), (7, 4)])
def test_sums_by_hand(size: int, longest: int) -> None:
    """Every way to draw the rest of a rack from the tiles that a leave has not taken."""
    rng = random.Random(size)
    racks = [rack for rack in all_racks(size) if rng.random() < 0.8]
    means = [rng.uniform(0, 60) for _ in racks]
    seen = [float(rng.randint(1, 9)) for _ in racks]
    sums = sums_of(racks, means, seen, longest)
    steps = leave_steps(4, longest)
    met = np.zeros(leave_count(4, longest), bool)
    for length in range(longest + 1):
        for leave in itertools.combinations_with_replacement(range(5), length):
            place = sum(int(steps[at, tile + 1]) for at, tile in enumerate(sorted(leave, reverse=True)))
            weight = worth = doubt = Fraction(0)
            for rack, mean, times in zip(racks, means, seen, strict=True):
                needed = {tile: rack.count(tile) - leave.count(tile) for tile in BAG}
                if any(count < 0 for count in needed.values()):
                    continue
                ways = Fraction(1)
                for tile, count in needed.items():
                    ways *= comb(BAG[tile] - leave.count(tile), count)
                weight += ways
                worth += ways * Fraction(mean)
                doubt += ways * ways / Fraction(times)
            found = sums.weights[place], sums.worths[place], sums.doubts[place]
            assert found == pytest.approx([float(weight), float(worth), float(doubt)])
            met[place] = True
    assert met.all()


def test_what_sums_refuse() -> None:
    steps, bag = leave_steps(4, 3).reshape(-1), np.array(list(BAG.values()), np.int64)
    for wrong in (
        (steps[:-1], 3, bag, 100),
        (steps, 3, bag, 10),
        (steps, 0, bag, 100),
        (steps[::-1].copy(), 3, bag, 100),
    ):
        with pytest.raises(ValueError, match=r"steps|place"):
            LeaveSums(wrong[0].data, wrong[1], wrong[2].data, wrong[3])
    sums = LeaveSums(steps.data, 3, bag.data, leave_count(4, 3))
    one = np.ones(1)
    for racks in ([2, 1], [1, 5], [1]):
        with pytest.raises(ValueError, match="rack"):
            sums.add(np.array(racks, np.uint8).data, 2, one.data, one.data)


def test_values_of_pairs_are_found_again() -> None:
    """Values that are sums over tiles and pairs of tiles are what their smaller leaves say."""
    rng = np.random.default_rng(5)
    alone, together = rng.normal(0, 5, 5), rng.normal(0, 2, (5, 5))
    together = together + together.T
    longest, bag = 5, np.array(list(BAG.values()), np.int64)
    steps = leave_steps(4, longest)
    true, support = np.zeros(leave_count(4, longest)), np.zeros(leave_count(4, longest))
    exist = []
    for length in range(longest + 1):
        for leave in itertools.combinations_with_replacement(range(4, -1, -1), length):
            place = sum(int(steps[at, tile + 1]) for at, tile in enumerate(leave))
            true[place] = sum(alone[tile] for tile in leave)
            true[place] += sum(together[a, b] for a, b in itertools.combinations(leave, 2))
            # Single tiles and pairs are known well, larger leaves not at all.
            support[place] = 1e12 if length <= 2 else 0
            exist.append((place, all(leave.count(tile) <= count for tile, count in BAG.items())))
    found = _drawn_to_smaller(np.where(support > 0, true, 99.0), support, bag, longest, 200.0)
    for place, is_drawn in exist:
        assert found[place] == (pytest.approx(true[place], abs=1e-6) if is_drawn else 0)


def test_leaves_are_listed_descending() -> None:
    leaves = [tuple(leave) for leave in _leaves_of(4, 3).T.tolist()]
    assert len(leaves) == len(set(leaves)) == comb(6, 3)
    assert all(leave == tuple(sorted(leave, reverse=True)) for leave in leaves)


@pytest.mark.parametrize(("method", "rounds"), [("self-play", (70, 70)), ("census", (5, 3))])
def test_training_repeats_with_any_number_of_threads(method: str, rounds: tuple[int, int]) -> None:
    lexicon = small_list(lexicons.alphabet("english"))
    usual = MANY and method == "self-play"
    rules = Rules(alphabet=lexicon.alphabet) if usual else small_rules(lexicon)
    if method == "self-play" and not MANY:
        # More than the 64 games that a thread takes at a time, if there is little time only in the first round.
        rounds = 66, 3
    first = train(lexicon.core, rules, method=method, rounds=rounds, seed=3, threads=1)
    told: list[int] = []
    second = train(lexicon.core, rules, method=method, rounds=rounds, seed=3, threads=2, progress=told.append)
    assert first.values.tolist() == second.values.tolist()
    assert sum(told) == sum(rounds)
    told.clear()
    if COMPILED or method == "census":  # interpreted, the others take half a minute
        with ThreadPoolExecutor(2) if not COMPILED else ProcessPoolExecutor(2) as executor:
            third = train(
                lexicon.core, rules, method=method, rounds=rounds, seed=3, executor=executor, progress=told.append
            )
        assert first.values.tolist() == third.values.tolist()
        assert sum(told) == sum(rounds)
    made = dict(first.made)
    assert (made["method"], made["games"], made["rounds"]) == (method, sum(rounds), list(rounds))
    assert made["list"] == lexicon.provenance["sha256"]
    assert first.values[0] == 0
    other = train(lexicon.core, rules, method=method, rounds=rounds, seed=4)
    assert first.values.tolist() != other.values.tolist()
    assert first.values.any()


@pytest.mark.parametrize("method", ["self-play", "census"])
def test_training_for_a_time_can_be_repeated(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it took, the rounds that were noted give the same values."""
    monkeypatch.setattr(leave_training, "_AT_ONCE", {"census": 2, "self-play": 5})
    lexicon = small_list(lexicons.alphabet("english"))
    rules = small_rules(lexicon)
    timed = train(lexicon.core, rules, method=method, minutes=0.0005, seed=3)
    assert 1 <= len(timed.made["rounds"]) <= 4
    again = train(lexicon.core, rules, method=method, rounds=timed.made["rounds"], seed=3)
    assert again.values.tolist() == timed.values.tolist()
    assert again.made == timed.made


class Clock:
    """Seconds in which nothing passes but what a training does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, unit: float, learning: float) -> None:
        self.now = 1000.0
        self.unit, self.learns = unit, 0
        learn = Training._learn

        def slowly(training: Training, *arguments: Any) -> None:
            self.now += learning
            self.learns += 1
            learn(training, *arguments)

        monkeypatch.setattr(leave_training, "monotonic", lambda: self.now)
        monkeypatch.setattr(Training, "_learn", slowly)
        monkeypatch.setattr(leave_training, "_AT_ONCE", {"census": 2, "self-play": 2})

    def passes(self, units: int) -> None:
        self.now += self.unit * units


@pytest.mark.parametrize("method", ["self-play", "census"])
@pytest.mark.parametrize(
    ("learning", "rounds"), [(0.001, 4), (0.7, 4), (3.0, 2), (20.0, 1)], ids=["quick", "usual", "slow", "too slow"]
)
def test_training_keeps_to_its_time(method: str, learning: float, rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """12 s: as many rounds as leave half of the time for games; it goes over by what nobody could foresee."""
    clock = Clock(monkeypatch, 0.15, learning)
    lexicon = small_list(lexicons.alphabet("english"))
    train(lexicon.core, small_rules(lexicon), method=method, minutes=0.2, threads=1, progress=clock.passes, writing=0.5)
    assert clock.learns == rounds
    taken = clock.now - 1000
    if learning < 10:
        assert 10 <= taken <= 11.5 + 0.15
    else:
        assert taken <= 11.5 + learning


def test_a_plan_says_what_a_training_takes() -> None:
    lexicon = small_list(lexicons.alphabet("english"))
    usual, few = Rules(alphabet=lexicon.alphabet), small_rules(lexicon)
    for method in ("census", "self-play"):
        short, long = (plan_training(usual, method=method, rounds=rounds, threads=1) for rounds in ((50,), (50, 50)))
        assert long.seconds == pytest.approx(2 * short.seconds)
        assert plan_training(usual, method=method, rounds=(50,), threads=2).seconds < short.seconds
    assert plan_training(few).method == "census"
    assert plan_training(few).rounds == leave_training.BOARDS
    assert plan_training(few).size == 2 * leave_count(26, 2)
    assert plan_training(usual).size < 1_500_000, "longer leaves are predicted"
    # A census of all racks of seven tiles takes too long to learn from.
    assert [plan_training(usual, minutes=minutes).method for minutes in (0.3, 3)] == ["self-play", "census"]
    assert plan_training(usual, minutes=3).seconds == 180
    with pytest.raises(QueryError, match=r"minutes: too little time to train: expected at least 0\.0\d, found 0\.001"):
        plan_training(usual, minutes=0.001)
    with pytest.raises(QueryError, match=r"at least 0\.1, found 0\.05"):
        plan_training(few, minutes=0.05, writing=5.9)


def test_the_method_is_a_census_if_there_are_few_racks() -> None:
    lexicon = small_list(lexicons.alphabet("english"))
    assert train(lexicon.core, small_rules(lexicon), rounds=(1,)).made["method"] == "census"
    many = Rules(alphabet=lexicon.alphabet, rack_size=9)
    assert train(lexicon.core, many, rounds=(3,)).made["method"] == "self-play"
    with pytest.raises(PositionError, match="too many racks for a census"):
        train(lexicon.core, many, method="census")
    with pytest.raises(QueryError, match="census or self-play"):
        train(lexicon.core, many, method="guessing")


def test_what_a_census_learns_is_the_mean_of_the_racks() -> None:
    """One round: every board, and every rack whose turn it is, weighed by listing its moves."""
    lexicon = small_list(lexicons.alphabet("english"))
    rules = small_rules(lexicon)
    trained = Training(lexicon.core, rules, seed=2, threads=1, method="census")
    census = trained._racks
    assert isinstance(census, RackCensus)
    assert (
        len(census.racks)
        == count_racks(rules.distribution, rules.rack_size)
        == len({bytes(rack) for rack in census.racks})
    )
    assert all(list(rack) == sorted(rack) for rack in census.racks[:: len(census.racks) // 50].tolist())
    values = with_leaves(lexicon, 3, longest=2)
    boards: list[bytes] = []
    board_of = RackCensus._board

    def note(self: RackCensus, *arguments: Any) -> bytes:
        boards.append(board_of(self, *arguments))
        return boards[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RackCensus, "_board", note)
        census.take(values, 3, 10)
    assert len(boards) == 3
    assert all(any(board) for board in boards)
    for number, grid in enumerate(boards, 10):
        board = lexkit.Board(rules=rules)
        board._grid = grid
        for at in range(number % SHARE, len(census.racks), 97 * SHARE):
            rack = lexkit.Rack.of_tiles(census.racks[at].tolist(), lexicon.alphabet)
            best = lexicon.moves(board, rack).by_equity(values, bag=90)[0]
            assert census.seen[at] == 1
            assert census.worth[at] == round(best.equity * 1000)
    assert census.seen.sum() == sum(len(census.racks[number % SHARE :: SHARE]) for number in (10, 11, 12))


def test_what_is_learned_is_the_mean_of_the_racks() -> None:
    """One generation without earlier values, counted turn by turn."""
    lexicon = small_list(lexicons.alphabet("english"))
    rules = Rules(alphabet=lexicon.alphabet)
    trained = Training(lexicon.core, rules, seed=2, threads=1)
    trained.round(GAMES)
    racks: dict[bytes, list[int]] = {}
    from lexkit.players.equity import worths_for

    blank = Training(lexicon.core, rules, seed=2)
    worths = worths_for(blank.values, rules.layout)
    for games in KernelMatch(lexicon.core, rules, 2, worths, worths).play(GAMES):
        for turn in games.turns:
            if turn["held"] == 7 and turn["bag"] and turn["kind"]:
                racks.setdefault(turn["rack"][:7].tobytes(), []).append(int(turn["worth"]))
    means = {rack: sum(some) / len(some) / 1000 for rack, some in racks.items()}
    bag = rules.distribution

    def mean_with(tile: int | None) -> tuple[float, float]:
        weight = worth = doubt = 0.0
        for rack, mean in means.items():
            needed = [rack.count(kind) - (kind == tile) for kind in range(27)]
            if min(needed) < 0:
                continue
            ways = 1.0
            for kind, count in enumerate(needed):
                ways *= comb(bag[kind] - (kind == tile), count)
            weight, worth, doubt = weight + ways, worth + ways * mean, doubt + ways * ways / len(racks[rack])
        return worth / weight, weight * weight / doubt

    overall = mean_with(None)[0]
    for tile in (1, 5, 19):
        mean, support = mean_with(tile)
        expected = (mean - overall) * support / (support + 200)
        assert trained.values.stored.value(bytes([tile])) == pytest.approx(expected, abs=0.003)


def test_what_cannot_be_trained() -> None:
    many = Alphabet("many", [Tile(chr(0x4E00 + at), chr(0x4E00 + at), 1, 2) for at in range(60)])
    lexicon = make(["\u4e00\u4e01"], many)
    with pytest.raises(PositionError, match="too many leaves"):
        Training(lexicon.core, Rules(alphabet=many))
    none = Alphabet("none", [Tile("A", "a"), Tile("B", "b")])
    with pytest.raises(PositionError, match="the alphabet has no tiles to play with"):
        Training(make(["AB"], none).core, Rules(alphabet=none))


@pytest.mark.parametrize(("letters", "longest"), [(5, 6), (26, 5), (40, 4)])
def test_a_file_keeps_no_more_than_its_share(letters: int, longest: int) -> None:
    """Values of longer leaves are predicted."""
    count = leave_count(letters, 6)
    short = _shorten(StoredLeaves(letters, 6, 250, np.zeros(count, np.int16), {"seed": 1}))
    assert (short.longest, short.predicted) == (longest, 6)
    assert len(pack_leaves(short)) <= 1_500_000
    assert short.made["seed"] == 1
