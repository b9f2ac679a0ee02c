"""Which candidates stay in the race of a simulation: by halves, for a budget or a time."""

import math
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest

import lexkit
from lexkit import Board, lexicons
from lexkit.errors import QueryError, TimeLimitError
from lexkit.players.leaves import TrainedValues
from lexkit.players.simulation import race
from lexkit.players.simulation.race import (
    POINT,
    WARM,
    WEIGHT,
    Arm,
    ByConfidence,
    ByHalves,
    Results,
    expect_by_equity,
)
from lexkit.players.simulation.simulate import simulate
from lexkit.players.simulation.win_chances import WinChances
from lexkit.runtime.game.move_finder import Finder
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED

TEXT = "15/15/15/15/15/15/15/4CARES6/15/15/15/15/15/15/15 AEINRST/ 10/0 0"


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


@pytest.fixture(scope="module")
def values(few: lexkit.Lexicon) -> TrainedValues:
    return with_leaves(few, 5)


def arms_of(equities: Sequence[float]) -> list[Arm]:
    """Arms whose candidates have these equities and nothing else."""
    candidates = [SimpleNamespace(equity=equity, score=0, text=f"{equity:g}") for equity in equities]
    return [Arm(candidate, b"", b"", b"", 0, [0] * 5) for candidate in candidates]  # type: ignore[arg-type]


def play(arms: Sequence[Arm], wins: Sequence[float], number: int = 32, noise: float = 0.0, seed: int = 1) -> None:
    """A round: the iterations of each live arm win so often."""
    luck = np.random.default_rng(seed)
    shared = luck.normal(0, noise, number)
    for arm, win in zip(arms, wins, strict=True):
        own = luck.normal(0, noise / 2, number)
        if arm.live:
            arm.add(Results(win + shared + own, np.zeros(number)))


def live(arms: Sequence[Arm]) -> list[Arm]:
    return [arm for arm in arms if arm.live]


def test_half_of_them_for_each_part() -> None:
    """Eight candidates alike: eight, four and two, each for a third of the budget."""
    arms = arms_of([0.0] * 8)
    halves = ByHalves(arms, 96 * 8, 0.0, None)
    numbers = []
    while not halves.over and len(live(arms)) > 1:
        numbers.append(len(live(arms)))
        play(arms, [0.5 + 0.001 * at for at in range(8)], noise=0.3, seed=len(numbers))
        halves.leave_behind(live(arms))
    assert numbers == [8] + [4] * 2 + [2] * 4
    assert sum(map(len, arms)) == 96 * 8


def test_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the clock says is used counts too."""
    now = [10.0]
    monkeypatch.setattr(race, "time", SimpleNamespace(monotonic=lambda: now[0]))
    arms = arms_of([0.0] * 4)
    halves = ByHalves(arms, None, 10.0, 20.0)
    left = []
    for now[0] in (11.0, 14.9, 15.0, 19.9, 25.0):
        play(arms, [0.5, 0.5, 0.5, 0.5], noise=0.3)
        halves.leave_behind(live(arms))
        left.append(len(live(arms)))
    assert left == [4, 4, 2, 2, 2]
    assert not halves.over  # the clock ends a simulation, not the race


def test_equity_counts_for_some_iterations() -> None:
    """Three points more of equity outweigh a little luck, and not much of it."""
    chances = WinChances.by_rule(93)
    for luck, first in ((0.01, 0), (0.3, 1)):
        arms = arms_of([20.0, 17.0])
        expect_by_equity(arms, chances, 60, 0)
        more = arms[0].prior - arms[1].prior
        assert more == pytest.approx(chances.of_one(60, -17.0) - chances.of_one(60, -20.0) + 3 * POINT)
        assert 0.01 < more < 0.05
        play(arms, [0.4, 0.4 + luck])
        ByHalves(arms, 10_000, 0.0, None).leave_behind(arms)
        assert max(arms, key=lambda arm: arm.worth) is arms[first]
        # What is expected lies around the mean of the results.
        worths = [(32 * arm.mean + WEIGHT * arm.expected) / (32 + WEIGHT) for arm in arms]
        assert [arm.worth for arm in arms] == pytest.approx(worths)
        assert sum(worths) == pytest.approx(0.8 + luck)


def test_one_far_behind_does_not_wait_for_its_half() -> None:
    arms = arms_of([0.0] * 4)
    halves = ByHalves(arms, 1_000_000, 0.0, None)
    for seed in range(WARM // 32 + 1):
        play(arms, [0.5, 0.5, 0.5, 0.1], noise=0.2, seed=seed)
        halves.leave_behind(live(arms))
    assert live(arms) == arms[:3]


def test_the_better_one_is_found_more_often_than_by_equal_shares() -> None:
    """The same 1,024 iterations of sixteen candidates."""
    wins = [0.5 - 0.005 * at for at in range(16)]
    found = [0, 0]
    for seed in range(40):
        arms, halves = arms_of([0.0] * 16), None
        halves = ByHalves(arms, 1024, 0.0, None)
        while not halves.over and len(live(arms)) > 1:
            play(arms, wins, 16, noise=0.4, seed=1000 * seed + len(arms[0]) + sum(map(len, arms)))
            halves.leave_behind(live(arms))
        found[0] += arms.index(max(live(arms), key=lambda arm: arm.worth))
        arms = arms_of([0.0] * 16)
        play(arms, wins, 64, noise=0.4, seed=seed)
        found[1] += arms.index(max(arms, key=lambda arm: arm.worth))
    assert found[0] < found[1]


def test_a_budget_ends_a_race_by_confidence() -> None:
    arms = arms_of([0.0] * 3)
    confidence = ByConfidence(arms, 0.01, 200)
    for used in (96, 192, 288):
        play(arms, [0.5, 0.5, 0.5], noise=0.3)
        confidence.leave_behind(live(arms))
        assert confidence.over == (used >= 200)


def test_simulations_by_halves(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """The same results with any number of threads; those left behind have fewer iterations."""
    budget = 1200 if COMPILED else 100
    told = []
    for threads in (1, 3):
        simulation = simulate(
            Board.from_cgp(TEXT), lexicon=few, leaves=values, candidates=6, budget=budget, halving=True, threads=threads
        )
        best = simulation.best
        told.append([(each.candidate.text, each.win, each.iterations, each.live) for each in simulation.results])
        assert simulation.results[0] == best
    assert told[0] == told[1]
    assert simulation.finished in ("iterations", "confident")
    iterations = [number for _, _, number, _ in told[0]]
    assert sum(iterations) <= budget
    assert iterations[0] == max(iterations)
    if COMPILED:
        assert iterations[0] > min(iterations)


@pytest.mark.parametrize("halving", [False, True])
def test_a_budget_is_kept(few: lexkit.Lexicon, values: TrainedValues, halving: bool) -> None:
    """Found: each candidate had 32 iterations, however small the budget was."""
    board = Board.from_cgp(TEXT)
    for budget, least in ((1, 6), (7, 6), (20, 18), (39, 36)):
        simulation = simulate(board, lexicon=few, leaves=values, candidates=6, plies=1, budget=budget, halving=halving)
        list(simulation)
        done = sum(each.iterations for each in simulation.results)
        assert least <= done <= max(budget, 6)
        assert simulation.finished == "iterations"


def test_rounds_of_a_race() -> None:
    """No more than is left, and by halves a part at most, but at least one of each."""
    arms = arms_of([0.0] * 8)
    assert ByConfidence(arms, 0.01, None).most(8) is None
    assert ByConfidence(arms, 0.01, 100).most(8) == 12
    assert ByHalves(arms, None, 0.0, 1.0).most(8) is None
    assert ByHalves(arms, 100, 0.0, None).most(8) == 4
    assert ByHalves(arms, 2, 0.0, None).most(8) == ByConfidence(arms, 0.01, 2).most(8) == 1


def test_one_candidate_by_halves_is_not_sure(few: lexkit.Lexicon, values: TrainedValues) -> None:
    for halving, finished in ((False, "confident"), (True, "iterations")):
        simulation = simulate(
            Board.from_cgp(TEXT), lexicon=few, leaves=values, candidates=1, plies=1, budget=8, halving=halving
        )
        list(simulation)
        assert simulation.finished == finished


def test_no_table_is_made_when_time_is_up(
    few: lexkit.Lexicon, values: TrainedValues, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found: with many candidates each had a table made for it, long after the time was up."""
    simulation = simulate(Board.from_cgp(TEXT), lexicon=few, leaves=values, candidates=6, threads=2)
    made: list[object] = []
    monkeypatch.setattr(Finder, "new_rollouts", lambda *_, **__: made.append(None))
    with lexkit.within(math.inf) as limit:
        limit.stop()
        with pytest.raises(TimeLimitError):
            simulation._setting.play(simulation._arms, 0, 1, 2)
    assert made == []


def test_time_is_looked_at_within_a_round(
    few: lexkit.Lexicon, values: TrainedValues, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found: a round of all candidates went on for 50 ms after the time was up."""
    simulation = simulate(Board.from_cgp(TEXT), lexicon=few, leaves=values, candidates=8, threads=1)
    asked: list[int] = []
    roll = SimpleNamespace(begin=lambda grids: None, roll=lambda *given: asked.append(len(given[-1])))
    monkeypatch.setattr(Finder, "new_rollouts", lambda *_, **__: roll)

    def look() -> None:
        if len(asked) == 3:
            raise TimeLimitError("time is up")

    monkeypatch.setattr("lexkit.players.simulation.simulate.look", look)
    with pytest.raises(TimeLimitError):
        simulation._setting.play(simulation._arms, 0, 32, 1)
    assert asked == [8 * 4 * 8] * 3


def test_what_is_refused(few: lexkit.Lexicon, values: TrainedValues) -> None:
    board = Board.from_cgp(TEXT)
    with pytest.raises(QueryError, match="nothing to halve"):
        simulate(board, lexicon=few, leaves=values, halving=True)
    for budget in (0, -1, 1.5, "7"):
        with pytest.raises(QueryError, match="iterations in all"):
            simulate(board, lexicon=few, leaves=values, budget=budget)  # type: ignore[arg-type]
