"""Outcomes and the sequential test: shares, intervals, verdicts, by sums done in another way."""

import random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import PositionError
from lexkit.players.autoplay.match_tally import Tally
from lexkit.players.autoplay.outcome_statistics import Outcomes, SequentialTest, _tilt, share_of_elo

UNITS = st.lists(st.tuples(st.integers(0, 4), st.integers(-900, 900)), max_size=60)


def outcomes_of(units: list[tuple[int, int]]) -> Outcomes:
    outcomes = Outcomes(2)
    for half_points, spread in units:
        outcomes.add(half_points, spread)
    return outcomes


@given(UNITS)
def test_figures_are_those_of_statistics(units: list[tuple[int, int]]) -> None:
    found = outcomes_of(units)
    if units:
        assert found.share == pytest.approx(mean(half / 4 for half, _ in units))
        assert found.mean == pytest.approx(mean(spread / 2 for _, spread in units))
    if len(units) > 1:
        assert found.deviation == pytest.approx(stdev([spread / 2 for _, spread in units]))
    low, high = found.interval
    assert 0 <= low <= found.share <= high <= 1


@given(UNITS, st.integers(0, 60))
def test_parts_add_up(units: list[tuple[int, int]], cut: int) -> None:
    whole, one, other = outcomes_of(units), outcomes_of(units[:cut]), outcomes_of(units[cut:])
    one.merge(other)
    assert one == whole


def test_the_interval_holds_the_true_share() -> None:
    """In 19 of 20 series, for pairs whose games are alike more often than not."""
    rng, inside = random.Random(5), 0
    for _ in range(400):
        outcomes = outcomes_of([(rng.choice([0, 2, 2, 2, 4, 4, 3]), 0) for _ in range(80)])
        low, high = outcomes.interval
        inside += low <= 17 / 28 <= high
    assert 0.91 <= inside / 400 <= 0.985
    assert outcomes_of([(4, 1)] * 40).interval[0] < 0.93


@given(st.lists(st.integers(0, 300), min_size=5, max_size=5), st.floats(0.02, 0.98))
def test_the_most_likely_distribution_has_the_share(counts: list[int], share: float) -> None:
    known = [count + 1e-3 for count in counts]
    worths = [at / 4 for at in range(5)]
    tilt = _tilt(known, worths, share)
    weights = [count / (1 + tilt * (worth - share)) for count, worth in zip(known, worths, strict=True)]
    assert min(weights) > 0
    assert sum(weights) == pytest.approx(sum(known), rel=1e-6)
    assert sum(weight * worth for weight, worth in zip(weights, worths, strict=True)) / sum(known) == pytest.approx(
        share, abs=1e-6
    )


@pytest.mark.parametrize(("share", "expected"), [(0.4, "low"), (0.6, "high")])
def test_verdicts(share: float, expected: str) -> None:
    """Of a hundred matches of each strength, no more than one in ten is judged wrongly."""
    test, rng, wrong = SequentialTest(0.4, 0.6), random.Random(3), 0
    for _ in range(100):
        counts = [0] * 5
        while (verdict := test.verdict(counts)) is None:
            counts[sum(2 * (rng.random() < share) for _ in range(2))] += 1
        wrong += verdict != expected
    assert wrong <= 10


def test_ratios_are_those_of_games_won_or_lost() -> None:
    """Without draws the likelihoods are those of a coin."""
    from math import log

    test = SequentialTest(0.5, 0.6)
    expected = 70 * log(0.6 / 0.5) + 30 * log(0.4 / 0.5)
    assert test.ratio([30, 0, 70]) == pytest.approx(expected, rel=1e-2)
    assert test.ratio([0, 0, 0]) == 0
    assert test.bound == pytest.approx(2.944, abs=1e-3)


def test_texts_of_tests() -> None:
    assert SequentialTest.read("0.5, 0.52") == SequentialTest(0.5, 0.52)
    assert SequentialTest.read("0elo,10ELO") == SequentialTest(share_of_elo(0), share_of_elo(10))
    for text in ("", "0.5", "0.5,x", "0.6,0.5", "0,0.5", "0.5,1", "nan,0.5", "0.1,0.2,0.3"):
        with pytest.raises(PositionError, match="not a test of two shares"):
            SequentialTest.read(text)
    with pytest.raises(PositionError, match="probability"):
        SequentialTest(0.5, 0.6, 0.5)


def test_a_tally_of_nothing() -> None:
    tally = Tally()
    assert tally.to_json()["share"] == 0.5
    assert tally.outcomes.elo == 0
    assert Outcomes(1, [0, 0, 3]).elo is None
    assert Tally.of_state(tally.state()).to_json() == tally.to_json()


def test_the_state_of_a_tally_stays_as_it_was() -> None:
    """Found: the state held the attributes of its tally, which Python 3.13 may clear when it deletes the tally."""
    tally = Tally()
    tally.add_pair([(2, 5), (0, -3)], alike=False)
    state = tally.state()
    before = repr(state)
    tally.add_pair([(2, 5), (2, 3)], alike=False)
    tally.forfeits["game 1"] += 1
    tally.merge(tally)
    assert repr(state) == before
    assert Tally.of_state(state).pairs.units == 1
