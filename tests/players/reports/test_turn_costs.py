"""What turns cost: nothing for the best, the same again for the same seed, and by endgame what the endgame says."""

import csv
import json
from pathlib import Path
from unittest.mock import MagicMock, Mock

import pytest

import lexkit
from lexkit import Rules, lexicons
from lexkit.errors import QueryError
from lexkit.players.reports import turn_costs
from lexkit.players.reports.report import analyse, summarize
from lexkit.players.reports.turn_costs import Cost, Weighing
from tests.apps.shell.shell import lexq
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED

GOOD = str(Path(__file__).parents[2] / "golden" / "gcg" / "standard.gcg")
ITERATIONS = 16


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


@pytest.fixture(scope="module")
def game(few: lexkit.Lexicon) -> lexkit.Game:
    """A game of two greedy players, whose rules know challenges."""
    rules = Rules(alphabet=few.alphabet, challenge="single")
    return lexkit.Match(few, "greedy", "greedy", rules=rules, seed=3).game(0)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take half a minute")
@pytest.mark.parametrize("way", ["simulation", "champion"])
def test_costs(few: lexkit.Lexicon, game: lexkit.Game, way: str) -> None:
    values = with_leaves(few, 4)
    found = [analyse(game, few, values, with_=way, iterations=ITERATIONS, seed=seed) for seed in (1, 1, 2)]
    costs = [[turn.cost for turn in analysis.turns] for analysis in found]
    assert costs[0] == costs[1] != costs[2]
    met = set()
    for turn in found[0].turns:
        cost = turn.cost
        if turn.kind == "exchange" and turn.equity is None:
            continue
        assert cost is not None
        met.add(cost.by)
        assert 0 <= cost.win <= 1
        assert 0 <= cost.best_win <= 1
        assert min(cost.win_loss, cost.spread_loss) >= 0
        assert cost.win_loss == pytest.approx(max(0, cost.best_win - cost.win), abs=0.0002)
        if cost.found == turn.action:
            assert (cost.win_loss, cost.spread_loss) == (0, 0)
    assert "simulation" in met
    for player in found[0].players:
        own = [turn.cost for turn in found[0].turns if turn.player == player.name and turn.cost is not None]
        assert player.weighed == len(own)
        assert player.win_loss == pytest.approx(sum(cost.win_loss for cost in own))
    assert summarize(found)[0].weighed == sum(analysis.players[0].weighed for analysis in found)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_each_phase_has_its_way(english: lexkit.Lexicon) -> None:
    recorded = lexkit.read_gcg(GOOD, english)
    found = analyse(recorded, english, with_="champion", iterations=2)
    ways = [turn.cost.by for turn in found.turns if turn.cost is not None]
    assert ways == ["simulation"] * 20 + ["endgame"] * 2


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_a_pre_endgame_costs_what_its_outcomes_say(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(
        "15/3Q7U3/3U2TAURINE2/1CHANSONS2W3/2AI6JO3/DIRL1PO3IN3/E1D2EF3V4/F1I2p1TRAIK3/O1L2T4E4/ABy1PIT2BRIG2/"
        "ME1MOZELLE5/1GRADE1O1NOH3/WE3R1V7/AT5E7/G6D7 ENOSTXY/ 356/378 0"
    )
    candidates = english.moves(board, "ENOSTXY").by_equity(english)[:3]
    outcomes = lexkit.pre_endgame(board, english, moves=[candidate.move for candidate in candidates], plies=1)
    for played in candidates:
        cost = Weighing("champion", iterations=1)._by_pre_endgame(board, played, list(candidates), english)
        assert cost is not None
        own = next(outcome for outcome in outcomes if outcome.move == played.move)
        assert cost.found == f"{outcomes[0].move.place} {outcomes[0].move.tiles}"  # type: ignore[union-attr]
        assert cost.win_loss == pytest.approx(outcomes[0].win - own.win, abs=0.0001)
        assert cost.spread_loss == pytest.approx(max(0, outcomes[0].spread - own.spread), abs=0.01)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_an_endgame_costs_what_it_says(english: lexkit.Lexicon) -> None:
    """Whatever is played: the spread of the best, less what it brings and what the other player then gains."""
    game = lexkit.read_gcg(GOOD, english)
    own, others = (str(turn.rack) for turn in game.turns[20:22])
    while len(game.turns) > 20:
        game.undo()
    board = game.board.copy()
    board.racks = (own, others)
    best = lexkit.solve(board, english, plies=4)
    for move in english.moves(board, own)[:60:20]:
        after = board.copy()
        after.play(move)
        value = move.score - lexkit.solve(after, english, plies=4).spread
        other = game.copy()
        other.set_rack(other.to_move, own)
        other.play(move)
        cost = analyse(other, english, with_="champion", iterations=1).turns[-1].cost
        assert cost is not None
        expected = 0 if move == best.move else max(0, best.spread - value)
        assert (cost.by, cost.spread_loss) == ("endgame", expected)


def test_not_weighed_unless_asked(few: lexkit.Lexicon, game: lexkit.Game) -> None:
    analysis = lexkit.analyse(game, few, with_leaves(few, 4))
    assert {turn.cost.by for turn in analysis.turns if turn.cost} == {"equity"}
    assert (analysis.level, analysis.weighed, analysis.to_weigh) == ("static", 0, 0)


def test_refusals(few: lexkit.Lexicon, game: lexkit.Game) -> None:
    values = with_leaves(few, 4)
    for options in (
        {"with_": "greedy"},
        {"with_": "champion", "time": 0},
        {"with_": "champion", "time": float("nan")},
        {"with_": "champion", "iterations": 0},
        {"with_": "champion", "seed": -1},
        {"time": 1},
        {"iterations": 1},
    ):
        with pytest.raises(QueryError):
            analyse(game, few, values, **options)  # type: ignore[arg-type]


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_the_command(english: lexkit.Lexicon) -> None:
    weighed = ("gcg", "analyse", GOOD, "--with", "simulation", "--iterations", "1")
    lines = [json.loads(line) for line in lexq(*weighed, "--json").stdout.splitlines()]
    found = analyse(lexkit.read_gcg(GOOD, english), english, with_="simulation", iterations=1)
    assert [{name: line[name] for name in Cost._fields} for line in lines] == [
        None if turn.cost is None else turn.cost._asdict() for turn in found.turns
    ]
    rows = list(csv.DictReader(lexq(*weighed, "--csv").stdout.splitlines()))
    assert [(row["found"].removeprefix("'"), row["by"]) for row in rows] == [
        (line["found"], "simulation") for line in lines
    ]
    assert "(by simulation)" in lexq(*weighed).stdout
    assert lexq("gcg", "analyse", GOOD, "--time", "1").returncode == 2


@pytest.mark.parametrize(("by", "name"), [("endgame", "solve"), ("pre_endgame", "pre_endgame")])
def test_ctrl_c_ends_more_than_a_turn(few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch, by: str, name: str) -> None:
    """A search that Ctrl-C ends gives what it has: the analysis ends all the same."""
    ended = Mock(stopped="interrupted", spread=0)
    monkeypatch.setattr(turn_costs, name, Mock(return_value=[ended] if by == "pre_endgame" else ended))
    with pytest.raises(KeyboardInterrupt):
        getattr(Weighing("champion"), f"_by_{by}")(lexkit.Board(), Mock(), [], few)


def test_ctrl_c_ends_a_simulated_turn(few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_costs, "simulate", Mock(return_value=MagicMock(finished="interrupted")))
    played = few.moves(lexkit.Board(), "AE").by_equity(with_leaves(few, 4))[0]
    with pytest.raises(KeyboardInterrupt):
        Weighing("simulation")._by_simulation(lexkit.Board(), played, [played], few, with_leaves(few, 4))
