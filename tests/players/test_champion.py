"""The player that thinks: what it does by the number of tiles in the bag, and that it keeps its time."""

import dataclasses
import math
import time
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock, Mock

import pytest

import lexkit
from lexkit import Clock, Game, Match, Rules, lexicons
from lexkit.errors import OutOfTurnError, PositionError, QueryError, TimeLimitError
from lexkit.players import champion as thinking
from lexkit.players.champion import Champion
from lexkit.players.endgame.solution import UnsearchableError
from lexkit.players.simulation.simulate import Simulation
from lexkit.runtime.game.referee.turn import action_of
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED

ITERATIONS = 32 if COMPILED else 1


@pytest.fixture(scope="module")
def weighed(tmp_path_factory: pytest.TempPathFactory) -> lexkit.Lexicon:
    """A list of a few hundred words with leave values."""
    few = small_list(lexicons.alphabet("english"))
    folder: Path = tmp_path_factory.mktemp("weighed")
    (folder / "few.gaddag").write_bytes(few.to_bytes())
    values = with_leaves(few, 5)
    lexkit.attach(folder / "few.gaddag", folder / "weighed.gaddag", leaves=values.stored)
    return lexkit.open(folder / "weighed.gaddag")


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_a_whole_game_in_all_its_phases(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game to its end: simulations, then comparisons, then solutions, each with the bag that it is for."""
    met: dict[str, set[int]] = {"simulate": set(), "pre_endgame": set(), "solve": set()}
    bag = 0

    def watch(name: str) -> None:
        original = getattr(thinking, name)

        def call(*arguments: object, **options: object) -> object:
            met[name].add(bag)
            return original(*arguments, **options)

        monkeypatch.setattr(thinking, name, call)

    for name in met:
        watch(name)
    game = Game(english, seed=4)
    player = Champion(english, seconds=0.3, iterations=ITERATIONS, seed=1)
    static = lexkit.player("static", english)
    while not game.over:
        view = game.view(game.to_move)
        bag = view.bag
        game.act((player if bag < 12 or bag > 80 else static).choose(view))
    assert max(met["simulate"]) > 80
    assert met["pre_endgame"] <= {1, 2, 3, 4}
    assert met["solve"] == {0}
    assert game.result.reason == "out"


def test_equal_views_and_seeds_give_equal_choices(weighed: lexkit.Lexicon) -> None:
    """What is hidden has no influence: games that differ only in that are played alike."""
    game = Game(weighed, seed=3)
    view = game.view(0)
    chosen = {str(Champion(weighed, iterations=ITERATIONS, seed=7).choose(view)) for _ in range(2)}
    assert len(chosen) == 1


def test_what_is_hidden_has_no_influence(weighed: lexkit.Lexicon) -> None:
    """Two games with the same squares and rack, but other tiles on the other rack and in the bag."""
    one, other = Game(weighed, seed=1), Game(weighed, seed=2, dealt=False)
    other.set_rack(0, str(one.racks[0]))
    assert one.view(0).rack == other.view(0).rack
    for name in ("static", "champion"):
        player = Champion(weighed, iterations=ITERATIONS) if name == "champion" else lexkit.player(name, weighed)
        assert player.choose(one.view(0)) == player.choose(other.view(0))


class Passing:
    """A clock on which each look takes some milliseconds: the more is done, the later it is."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels look at the clock too seldom")
@pytest.mark.parametrize(("seconds", "step"), [(60.0, 0.02), (8.0, 0.01), (2.0, 0.002)])
def test_it_never_loses_on_time(
    weighed: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch, seconds: float, step: float
) -> None:
    """Whole games with a clock that goes on with every look at it: no overtime, whatever the time for all turns."""
    passing = Passing(step)
    for module in ("lexkit.base.time_limits", "lexkit.players.champion"):
        monkeypatch.setattr(f"{module}.time", passing)
    monkeypatch.setattr("lexkit.players.simulation.simulate.time", passing)
    rules = Rules(overtime_limit=60)
    game = Game(weighed, rules=rules, seed=3, clock=Clock(seconds, now=lambda: passing.now))
    player = Champion(weighed, seconds=10, seed=1)
    while not game.over:
        game.act(player.choose(game.view(game.to_move)))
    assert game.result.reason in ("out", "zeros")
    assert game.result.overtime == (0, 0)
    assert all(left > 0 for left in (game.time_left(0), game.time_left(1)))


def test_the_clock_is_kept(weighed: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """With little time left it takes its share of that, and none when there is hardly any."""
    asked: list[float | None] = []
    original = thinking.simulate

    def simulate(*arguments: object, **options: object) -> Simulation:
        asked.append(options["timeout"])  # type: ignore[arg-type]
        return original(*arguments, **{**options, "iterations": 1})  # type: ignore[arg-type]

    monkeypatch.setattr(thinking, "simulate", simulate)
    now = [0.0]
    clock = Clock(25.0, now=lambda: now[0])
    game = Game(weighed, seed=3, clock=clock)
    player = Champion(weighed, seconds=10)
    player.choose(game.view(0))
    turns = 1 + math.ceil(93 / 9)
    assert asked == [pytest.approx((25 - 1) * 0.8 / turns)]
    now[0] = 24.5
    game.pass_turn()
    game.pass_turn(at=24.6)
    assert player.choose(game.view(0)) == lexkit.player("positional", weighed).choose(game.view(0))
    assert len(asked) == 1


def test_without_time_it_plays_as_positional(weighed: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games, to the last turn, some of which static plays otherwise; nothing is simulated or searched."""
    for name in ("simulate", "pre_endgame", "solve"):
        monkeypatch.setattr(thinking, name, None)
    hurried, positional, static = (
        Champion(weighed, seconds=0.004),
        *(lexkit.player(name, weighed) for name in ("positional", "static")),
    )
    others = 0
    for seed in range(3):
        game = Game(weighed, seed=seed)
        while not game.over:
            view = game.view(game.to_move)
            action = hurried.choose(view)
            assert action == positional.choose(view)
            others += action != static.choose(view)
            game.act(action)
    assert others


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_a_few_milliseconds_are_enough_for_endgames(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without limits of time here, and of few tiles, so that the machine does not matter."""
    original, found = thinking.solve, []

    def solve(board: lexkit.Board, lexicon: lexkit.Lexicon, *, timeout: float, passes: int) -> lexkit.Solution:
        assert (timeout, passes) == (0.01, view.passes)
        found.append(original(board, lexicon))
        return found[-1]

    monkeypatch.setattr(thinking, "solve", solve)
    hurried, positional = Champion(english, seconds=0.01), lexkit.player("positional", english)
    game = Game(english, seed=8)
    while not game.over:
        view = game.view(game.to_move)
        action = positional.choose(view)
        if view.bag:
            assert hurried.choose(view) == action
        elif sum(view.sizes) <= 11:
            action = hurried.choose(view)
            assert action == action_of(found[-1].move)
        game.act(action)
    assert found


def test_what_it_does_not_know_it_plays_by_equity(weighed: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("simulate", "pre_endgame", "solve"):
        monkeypatch.setattr(thinking, name, None)
    game = Game(weighed, players=("Ann", "Bob", "Cy"), seed=1)
    static = lexkit.player("static", weighed).choose(game.view(0))
    assert Champion(weighed).choose(game.view(0)) == static


def test_what_is_caught_and_what_is_not(weighed: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little time, or too much to search: it plays as positional; a fault inside is not hidden."""
    view = Game(weighed, seed=1).view(0)
    positional = lexkit.player("positional", weighed).choose(view)
    for error in (TimeLimitError("late"), UnsearchableError("too much")):
        monkeypatch.setattr(thinking, "simulate", Mock(side_effect=error))
        assert Champion(weighed).choose(view) == positional
    monkeypatch.setattr(thinking, "simulate", Mock(side_effect=PositionError("wrong")))
    with pytest.raises(PositionError, match="wrong"):
        Champion(weighed).choose(view)
    monkeypatch.setattr(thinking, "simulate", Mock(side_effect=TimeLimitError("late")))
    with pytest.raises(TimeLimitError), lexkit.within(1e-9):
        Champion(weighed).choose(view)


def test_a_phoney_is_challenged(weighed: lexkit.Lexicon) -> None:
    game = Game(weighed, rules=Rules(challenge="single"), seed=1)
    pairs = map("".join, permutations(str(game.racks[0]).replace("?", ""), 2))
    game.play(f"8H {next(pair for pair in pairs if pair not in weighed)}")
    assert Champion(weighed).choose(game.view(1)).kind == "challenge"


def test_in_a_match(weighed: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By its name, with its seconds, and what is done is kept: here it has no time, and plays as positional."""
    for name in ("_LEAST", "_LEAST_TO_SOLVE"):
        monkeypatch.setattr(thinking, name, 1.0)
    file = tmp_path / "match.db"
    match = Match(weighed, "champion:0.5", "positional", seed=2, paired=True)
    first = match.tally(4, resume=file)
    assert first.games == 4
    assert first.outcomes.share == 0.5
    assert match.tally(4, resume=file).to_json() == first.to_json()
    assert match.names == ("champion", "positional")
    with pytest.raises(QueryError, match="time"):
        Match(weighed, "champion:soon", "static")


def test_iterations_instead_of_time(weighed: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """No clock ends a simulation then, and one to the end of the game has fewer iterations."""
    asked: list[tuple[object, object]] = []
    original = thinking.simulate

    def simulate(*arguments: object, **options: object) -> Simulation:
        asked.append((options["budget"], options["timeout"]))
        return original(*arguments, **{**options, "iterations": 1, "budget": 1})  # type: ignore[arg-type]

    monkeypatch.setattr(thinking, "simulate", simulate)
    view = Game(weighed, seed=3).view(0)
    for name in ("champion:1:640it", "champion:640it", "champion:2.5", "champion"):
        lexkit.player(name, weighed).choose(view)
    assert asked == [(640, None), (640, None), (None, 2.5), (None, thinking.SECONDS)]
    asked.clear()
    board = lexkit.Board()
    monkeypatch.setattr(thinking, "infer_from_view", Mock(return_value=None))
    for bag, share, budget in ((80, 1.0, 640), (4, 1.0, round(640 * 2 / (1 + 11 / 4.5))), (4, 0.25, 93)):
        late = Mock(unseen={"A": bag + 7}, times=None, passes=0, exchanges=(0, 0), player=0, known=("", ""), turns=())
        monkeypatch.setattr(thinking, "simulate", Mock(return_value=MagicMock(finished="iterations")))
        Champion(weighed, iterations=640)._simulate(board, weighed, late, 1.0, share)
        assert thinking.simulate.call_args.kwargs["budget"] == budget  # type: ignore[attr-defined]


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute for the bundled list")
def test_tiles_that_a_challenge_has_shown_are_not_in_the_bag(
    english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the last draws, those are compared in which the opponent has them; the rest of that rack is not known."""
    asked: list[list[str]] = []
    compared = thinking.pre_endgame

    def compare(board: lexkit.Board, *arguments: object, **options: object) -> list[lexkit.Outcome]:
        asked.append(list(board.racks))
        return compared(board, *arguments, **{**options, "plies": 1})  # type: ignore[arg-type]

    monkeypatch.setattr(thinking, "pre_endgame", compare)
    game, static = Game(english, seed=4), lexkit.player("static", english)
    while (view := game.view(game.to_move)).bag > 4:
        game.act(static.choose(view))
    assert view.bag
    opponent = 1 - game.to_move
    shown = str(game.view(opponent).rack)[:2]
    view = dataclasses.replace(view, known=tuple(shown if seat == opponent else "" for seat in (0, 1)))
    Champion(english, iterations=ITERATIONS).choose(view)
    (racks,) = asked
    assert racks[opponent] == shown
    assert racks[1 - opponent] == str(view.rack)


def test_what_it_infers(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the last turn when few tiles are unseen, unless it is in a hurry; that leaves less time to simulate."""
    asked: list[dict[str, object]] = []
    original = thinking.simulate

    def simulate(*arguments: object, **options: object) -> Simulation:
        asked.append(options)
        return original(*arguments, **{**options, "iterations": 1})  # type: ignore[arg-type]

    monkeypatch.setattr(thinking, "simulate", simulate)
    monkeypatch.setattr(thinking, "pre_endgame", Mock(side_effect=TimeLimitError("late")))
    game, static = Game(english, seed=4), lexkit.player("static", english)
    inferred = 0
    while (view := game.view(game.to_move)).bag:
        asked.clear()
        for name in ("champion:1:2250it", "champion:1:2240it", "champion:600"):
            lexkit.player(name, english).choose(view)
        unseen = sum(view.unseen.values())
        late = unseen <= 21
        known, hasty, timed = (each["opponent"] for each in asked)
        assert hasty is None
        ahead = unseen if late else 2
        assert [each["plies"] for each in asked] == [ahead, unseen if view.bag <= 4 else 2, ahead]
        assert (known is None) >= (not late)
        assert (known is None) == (timed is None)
        assert asked[0]["candidates"] == (32 if late else 16)
        if known is not None:
            inferred += 1
            assert asked[2]["timeout"] < 600  # type: ignore[operator]
        game.act(static.choose(view))
    assert inferred > 0


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_what_takes_too_long_to_infer(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives up what takes too long, as with a slow list, but not what the caller ends."""
    game, static = Game(english, seed=4), lexkit.player("static", english)
    player = Champion(english)
    while player._infer(view := game.view(game.to_move), english, 1000, None) is None:
        game.act(static.choose(view))
    assert player._infer(view, english, 1000, 1e-6) is None
    with pytest.raises(TimeLimitError), lexkit.within(1e-6):
        player._infer(view, english, 1000, 10.0)


def test_wrong_calls(weighed: lexkit.Lexicon) -> None:
    for seconds in (0, -1.0, math.inf, math.nan, True, "3"):
        with pytest.raises(QueryError, match="time"):
            lexkit.player("champion", weighed, time=seconds)  # type: ignore[arg-type]
    with pytest.raises(QueryError, match="iterations"):
        Champion(weighed, iterations=0)
    for text in ("x", "it", "1.5it", "0it", "1:2", "1:2:3it", "7_5it", " 75 it", "\u0663it", "1_0", "+5", "-1", "1e1"):
        name = f"champion:{text}"
        with pytest.raises(QueryError, match=r"time|iterations"):
            lexkit.player(name, weighed)
    with pytest.raises(QueryError, match="does not think"):
        lexkit.player("greedy", weighed, time=1)
    game = Game(weighed, seed=1)
    with pytest.raises(OutOfTurnError):
        lexkit.player("champion", weighed).choose(game.view(1))
    plain = small_list(lexicons.alphabet("english"))
    view = Game(plain, seed=1).view(0)
    assert lexkit.player("champion:20it", plain).choose(view) == lexkit.player("champion:20it", plain).choose(view)


@pytest.mark.parametrize("bag", [0, 1, 50])
def test_ctrl_c_ends_more_than_the_think(weighed: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch, bag: int) -> None:
    """A search that Ctrl-C ends gives what it has: then the choice ends too, and with it the match."""
    simulated = SimpleNamespace(candidate=Mock(move=None, exchanged=b""))
    stopped = MagicMock(finished="interrupted" if bag > 4 else "time", results=[simulated, simulated])
    monkeypatch.setattr(thinking, "simulate", Mock(return_value=stopped))
    monkeypatch.setattr(thinking, "pre_endgame", Mock(return_value=[Mock(stopped="interrupted")]))
    monkeypatch.setattr(thinking, "solve", Mock(return_value=Mock(stopped="interrupted", move=None)))
    monkeypatch.setattr(thinking, "infer_from_view", Mock(return_value=None))
    view = Mock(bag=bag, player=0, snapshot=lexkit.Board().snapshot(), unseen={}, zeros=0, passes=0, exchanges=(0, 0))
    view.known, view.turns = ("", ""), ()
    with pytest.raises(KeyboardInterrupt):
        Champion(weighed)._think(weighed, lexkit.Board(), view, 60.0, time.monotonic())
