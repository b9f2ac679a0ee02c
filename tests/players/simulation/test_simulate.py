"""Simulations: the same with any number of threads, anytime, and right about what is certain."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Board, Rules, lexicons
from lexkit.errors import PositionError, QueryError, TimeLimitError
from lexkit.players.autoplay.kernel_games import KernelMatch
from lexkit.players.candidates import Candidate
from lexkit.players.equity import worths_for
from lexkit.players.leaves import TrainedValues
from lexkit.players.simulation.race import Arm, Moments, Results, worse
from lexkit.players.simulation.simulate import Simulated, simulate
from lexkit.players.simulation.win_chances import WinChances, chances_for, train_win_chances, turns_of
from tests.players.endgame.test_solution import Ticking
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED, each

TEXT = "15/15/15/15/15/15/15/4CARES6/15/15/15/15/15/15/15 AEINRST/ 10/0 0"
NUMBER = 128 if COMPILED else 8


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


@pytest.fixture(scope="module")
def values(few: lexkit.Lexicon) -> TrainedValues:
    return with_leaves(few, 5)


def told(results: list[Simulated]) -> list[tuple[str, float, float, int, bool]]:
    return [(each.candidate.text, each.win, each.equity, each.iterations, each.live) for each in results]


def test_threads_change_nothing(few: lexkit.Lexicon, values: TrainedValues) -> None:
    rounds = []
    for threads in (1, 3):
        simulation = simulate(
            Board.from_cgp(TEXT), lexicon=few, leaves=values, seed=3, threads=threads, iterations=NUMBER, candidates=6
        )
        rounds.append([told(results) for results in simulation])
    assert rounds[0] == rounds[1]
    assert len(rounds[0]) >= NUMBER // 32
    other = simulate(Board.from_cgp(TEXT), lexicon=few, leaves=values, seed=4, iterations=NUMBER, candidates=6)
    assert told(other.best and other.results) != rounds[0][-1]


def test_what_is_left_behind_stays_there(few: lexkit.Lexicon, values: TrainedValues) -> None:
    simulation = simulate(Board.from_cgp(TEXT), lexicon=few, leaves=values, iterations=4 * NUMBER, candidates=8)
    behind: set[str] = set()
    for results in simulation:
        gone = {each.candidate.text for each in results if not each.live}
        assert behind <= gone
        behind = gone
        live = [each.live for each in results]
        assert live == sorted(live, reverse=True)
    assert simulation.finished in ("confident", "iterations")
    assert simulation.results[0] == simulation.best


def test_a_pass_is_worse_than_a_bingo(few: lexkit.Lexicon, values: TrainedValues) -> None:
    board = Board.from_cgp(TEXT)
    candidates = few.moves(board).by_equity(values)
    chosen = [candidates[0], candidates[-1]]
    simulation = simulate(board, lexicon=few, leaves=values, candidates=chosen, iterations=4 * NUMBER)
    assert simulation.best.candidate == chosen[0]
    if COMPILED:
        assert simulation.finished == "confident"


#: Rows of the kernel: gain, leaves, out, given up, points left on both racks, unseen, turns; then the chance to
#: win with a lead of 10 before it, and the change of spread.
ROWS = [
    ([5, 0, 0, 0, 0, 7, 0, 2], 1.0, 5 + 2 * 7),
    ([5, 0, 1, 0, 9, 0, 0, 1], 0.0, 5 - 2 * 9),
    ([-10, 400, 0, 0, 0, 0, 0, 2], 0.5, -10),
    ([-7, 9000, -1, 1, 8, 5, 30, 2], 0.5, -7 - 8 + 5),
    ([0, 0, -1, 0, 8, 5, 30, 2], 1 / (1 + 9 ** (-10 / 60)), 0),
    ([20, -3000, -1, 0, 8, 5, 30, 2], 1 / (1 + 9 ** (-27 / 60)), 17),
    ([20, -3000, -1, 0, 8, 5, 30, 3], 1 / (1 + 9 ** (-27 / 60)), 17),
]


@each(("row", "win", "spread"), ROWS)
def test_rows_as_results(row: list[int], win: float, spread: float) -> None:
    results = arm_of([]).read(np.array([row]), 10, WinChances.by_rule(93))
    assert results.wins[0] == pytest.approx(win, abs=1e-6)
    assert results.spreads[0] == pytest.approx(spread)


def test_stopped(few: lexkit.Lexicon, values: TrainedValues) -> None:
    simulation = simulate(Board.from_cgp(TEXT), lexicon=few, leaves=values, candidates=5)
    for _ in simulation:
        simulation.stop()
    assert simulation.finished == "stopped"
    assert simulation.iterations == 32
    assert simulation.best.iterations == 32


def test_time(few: lexkit.Lexicon, values: TrainedValues) -> None:
    simulation = simulate(
        Board.from_cgp(TEXT),
        lexicon=few,
        leaves=values,
        candidates=5,
        timeout=0.05,
        confidence=1 - 1e-12,
        iterations=1_000_000,
    )
    best = simulation.best
    assert simulation.finished == "time"
    assert best.candidate in [each.candidate for each in simulation.results]
    with pytest.raises(TimeLimitError), lexkit.within(1e-9):
        simulate(Board.from_cgp(TEXT), lexicon=few, leaves=values)


def test_time_is_up_though_nothing_is_played(
    few: lexkit.Lexicon, values: TrainedValues, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After five turns without a point the next one ends the game: no turn is left that looks at the clock.

    Each look takes a second of this clock, so that the first iterations are played however busy the machine is.
    """
    clock = Ticking()
    monkeypatch.setattr("lexkit.base.time_limits.time", clock)
    monkeypatch.setattr("lexkit.players.simulation.simulate.time", clock)
    board = Board.from_cgp(TEXT[:-1] + "5")
    candidates = [each for each in few.moves(board).by_equity(values) if each.kind == "pass"] * 2
    simulation = simulate(
        board,
        lexicon=few,
        leaves=values,
        candidates=candidates,
        timeout=200,
        iterations=1_000_000,
        confidence=1 - 1e-12,
    )
    assert simulation.best.win in (0.0, 0.5, 1.0)
    assert simulation.finished == "time"
    assert simulation.iterations < 1_000_000


def test_hardly_any_time(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """The best by equity is the answer, and says that no iteration was played."""
    board = Board.from_cgp(TEXT)
    simulation = simulate(board, lexicon=few, leaves=values, timeout=1e-9)
    best = simulation.best
    assert simulation.finished == "time"
    assert best.candidate == few.moves(board).by_equity(values)[0]
    assert best.iterations == 0
    assert math.isnan(best.win)
    assert math.isnan(best.stderr)
    assert best.equity == best.candidate.equity
    assert simulation.results[0].candidate == best.candidate
    with pytest.raises(TimeLimitError), lexkit.within(1e-9):
        simulate(board, lexicon=few, leaves=values, timeout=10)


WRONG: dict[str, dict[str, object]] = {
    "plies": {"plies": 65},
    "fewer plies": {"plies": -1},
    "candidates": {"candidates": 0},
    "no candidates": {"candidates": []},
    "confidence": {"confidence": 1},
    "no confidence": {"confidence": math.nan},
    "iterations": {"iterations": 0},
    "seed": {"seed": -1},
    "threads": {"threads": -1},
    "time": {"timeout": 0},
}


@each("case", WRONG)
def test_impossible_numbers(few: lexkit.Lexicon, values: TrainedValues, case: str) -> None:
    with pytest.raises(QueryError):
        simulate(Board.from_cgp(TEXT), lexicon=few, leaves=values, **WRONG[case])  # type: ignore[arg-type]


def test_positions_that_cannot_be_simulated(few: lexkit.Lexicon, values: TrainedValues) -> None:
    with pytest.raises(PositionError, match="rack"):
        simulate(Board(), lexicon=few, leaves=values)
    with pytest.raises(PositionError, match="more tiles"):
        simulate(Board.from_cgp(TEXT.replace("AEINRST", "")), "QQ", lexicon=few, leaves=values)
    others = few.moves(Board(), "AEINRST").by_equity(values)[:1]
    for candidates in (others, few.moves(Board.from_cgp(TEXT), "AEINRS").by_equity(values)[:1]):
        with pytest.raises(PositionError, match="another position"):
            simulate(Board.from_cgp(TEXT), lexicon=few, leaves=values, candidates=candidates)
    three = Board.from_cgp(TEXT.replace("AEINRST/ 10/0", "AEINRST// 10/0/0"))
    with pytest.raises(PositionError, match="two players"):
        simulate(three, lexicon=few, leaves=values)


# -- statistics -----------------------------------------------------------------------------------------


def arm_of(wins: list[float]) -> Arm:
    candidate = Candidate("pass", None, b"", lexkit.Rack("A"), 0.0)
    arm = Arm(candidate, b"", b"", b"", 0, [0] * 5)
    arm.add(Results(np.array(wins), np.zeros(len(wins))))
    return arm


def test_the_same_luck_blurs_nothing() -> None:
    luck = np.random.default_rng(1).random(200)
    leader, arm = arm_of(list(luck + 0.01)), arm_of(list(luck))
    assert worse(arm, leader, 0.01)
    shuffled = arm_of(list(np.random.default_rng(2).random(200)))
    assert not worse(shuffled, arm_of(list(luck)), 0.01)
    assert not worse(leader, leader, 0.01)


@given(pieces=st.lists(st.lists(st.floats(-1e6, 1e6), max_size=9), min_size=1), seed=st.integers(0, 99))
def test_moments_piece_by_piece(pieces: list[list[float]], seed: int) -> None:
    """Means and squares of all numbers together, and comparisons with one leader and another in between."""
    numbers = np.array([number for piece in pieces for number in piece])
    moments = Moments()
    for piece in pieces:
        moments.add(np.array(piece))
    assert moments.number == len(numbers)
    if len(numbers):
        assert moments.mean == pytest.approx(numbers.mean(), abs=1e-6)
        assert moments.squares == pytest.approx(len(numbers) * numbers.var(), rel=1e-6, abs=1e-3)
    chance = np.random.default_rng(seed)
    arms = [arm_of([]) for _ in range(3)]
    for piece in pieces:
        for arm in arms:
            arm.add(Results(chance.random(len(piece)), 100 * chance.random(len(piece))))
        leader = arms[int(chance.integers(3))]
        behind = arms[0].behind(leader)
        difference = leader.worths(0, len(leader)) - arms[0].worths(0, len(leader))
        assert behind.number == len(difference)
        if len(difference):
            assert behind.mean == pytest.approx(difference.mean(), abs=1e-12)
            assert behind.squares == pytest.approx(len(difference) * difference.var(), abs=1e-12)
            assert arms[0].worth == pytest.approx(arms[0].worths(0, len(arms[0])).mean())


def test_rounds_cost_the_same_after_many() -> None:
    """No round reads all iterations before it."""
    arm, leader = arm_of([0.5] * 100_000), arm_of([0.75] * 100_000)
    assert worse(arm, leader, 0.01)
    for one, win in ((arm, 0.5), (leader, 0.75)):
        one.worths(0, 100_000)[:] = math.nan
        one.add(Results(np.array([win]), np.zeros(1)))
    assert arm.behind(leader).number == 100_001
    assert arm.behind(leader).mean == pytest.approx(0.25)
    assert not math.isnan(arm.worth)


def test_how_often_the_better_one_is_left_behind() -> None:
    """Of equal ones none is called worse more often than the risk allows, whenever one looks."""
    chance = np.random.default_rng(3)
    wrong = 0
    for _ in range(200):
        differences = chance.normal(0, 1, 1000)
        for stop in range(96, 1001, 32):
            if worse(arm_of(list(-differences[:stop])), arm_of([0.0] * stop), 0.05):
                wrong += 1
                break
    assert wrong <= 10


def test_chances() -> None:
    chances = WinChances.by_rule(93)
    leads = np.arange(-400, 401, dtype=float)
    for unseen in (0, 7, 50, 93):
        row = chances.of(np.full(len(leads), unseen), leads)
        assert (np.diff(row) > 0).all()
        assert row[400] == pytest.approx(0.5)
        assert np.allclose(row + row[::-1], 1)
    assert chances.of(np.array([60]), np.array([90.0]))[0] == pytest.approx(0.9)
    assert chances.of(np.array([500]), np.array([9e9]))[0] > 0.99
    assert chances.of(np.array([0]), np.array([-9e9]))[0] < 1e-300
    first = WinChances(np.array([5.0]), np.array([10.0]))
    assert first.of(np.array([0]), np.array([-5.0]))[0] == 0.5
    assert first.to_toml() == "gains = [5.0]\nwidths = [10.0]\n"


@each(("gains", "widths"), [([], []), ([0.0], [0.0]), ([0.0], [-1.0]), ([0.0], [1.0, 1.0]), ([math.nan], [1.0])])
def test_impossible_chances(gains: list[float], widths: list[float]) -> None:
    with pytest.raises(PositionError):
        WinChances(np.array(gains), np.array(widths))


def test_chances_of_the_bundled_list() -> None:
    """Measured by 20,000 games: being on turn is an advantage, and leads win more the fewer tiles are unseen."""
    chances = chances_for(Rules())
    assert len(chances.gains) == 101
    assert 0.54 < chances.of(np.array([93]), np.array([0.0]))[0] < 0.6
    won = [chances.of(np.array([unseen]), np.array([40.0]))[0] for unseen in (90, 60, 30, 12)]
    assert won == sorted(won)
    others = chances_for(Rules(bingo=35))
    assert others.gains.max() == 0


def test_challenges_change_nothing(english: lexkit.Lexicon) -> None:
    """Neither chances nor results: the players of a simulation play only words."""
    void, *others = [
        [str(one) for one in simulate(board, lexicon=english, candidates=2, iterations=2, seed=1).results]
        if COMPILED
        else chances_for(rules).gains.tolist()
        for rules in (Rules(), Rules(challenge="single"), Rules(challenge="10pt/word", overtime_points=5))
        for board in [Board.from_cgp("15/15/15/15/15/15/15/4CARES6/15/15/15/15/15/15/15 AEINRST/ 10/0 0", rules=rules)]
    ]
    assert others == [void, void]


def test_turns_of_games(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """Unseen tiles and changes of spread, turn by turn, by hand."""
    worths = worths_for(values, Rules().layout)
    match = KernelMatch(few.core, Rules(), 3, worths, worths)
    games = 20 if COMPILED else 2
    for played in match.play(games, threads=1):
        unseen, changes = turns_of(played, 100)
        at = 0
        for game in range(len(played)):
            laid, scores = 0, [0, 0]
            for number, turn in enumerate(played.turns_of(game)):
                player = (played.first + game + number) % 2
                assert unseen[at] == 100 - laid - turn["held"]
                final = played.scores[game][player] - played.scores[game][1 - player]
                assert changes[at] == final - (scores[player] - scores[1 - player])
                laid += int(turn["played"]) if turn["kind"] == 1 else 0
                scores[player] += int(turn["score"])
                at += 1
        assert at == len(unseen)


def test_training_repeats(few: lexkit.Lexicon) -> None:
    found = [train_win_chances(few, games=8, seed=3, threads=threads) for threads in (1, 2)]
    assert found[0] == found[1]
