"""Estimates of a player's level, computed again by hand from the table of losses."""

from math import sqrt
from pathlib import Path

import pytest

import lexkit
from lexkit import Layout, Rules, lexicons
from lexkit.players.reports.level_estimate import FEWEST, LevelEstimate, estimate_level, level_note, level_table
from lexkit.players.reports.report import PlayerSummary, Report, summarize
from tests.own_game import own_rules
from tests.running import COMPILED, each

MEANS = lexicons.level_costs()["english"]["mean"]
SPREADS = lexicons.level_costs()["english"]["spread"]


def test_the_table_has_every_level_and_each_loses_less_than_the_one_before() -> None:
    for name, costs in lexicons.level_costs().items():
        assert name in lexicons.alphabet_names()
        assert len(costs["mean"]) == len(costs["spread"]) == len(lexicons.levels())
        assert costs["mean"] == sorted(costs["mean"], reverse=True)
        assert min(costs["mean"] + costs["spread"]) > 0


@each("turns", [10, 14, 140, 3000])
@each("level", range(1, 10))
def test_the_range_has_all_levels_that_may_lose_as_much(level: int, turns: int) -> None:
    mean = MEANS[level - 1]
    found = estimate_level(mean * turns, turns, "english")
    assert found is not None
    assert found.nearest == level
    possible = [
        number
        for number, (one, spread) in enumerate(zip(MEANS, SPREADS, strict=True), 1)
        if abs(mean - one) <= 1.96 * spread / sqrt(turns)
    ]
    inside = [number for number in range(found.low, found.high + 1) if 1 <= number <= 9]
    assert inside == list(range(possible[0], possible[-1] + 1))
    if turns == 3000:
        assert found.high - found.low <= 2


@each(
    ("levels", "text"),
    [
        ((5, 3, 7), "5 (3 to 7)"),
        ((5, 5, 5), "5"),
        ((5, 0, 7), "5 (to 7)"),
        ((8, 6, 10), "8 (from 6)"),
        ((5, 0, 10), "5 (any)"),
        ((10, 10, 10), "above 9"),
        ((10, 8, 10), "above 9 (from 8)"),
        ((0, 0, 2), "below 1 (to 2)"),
    ],
)
def test_estimates_as_text(levels: tuple[int, int, int], text: str) -> None:
    assert str(LevelEstimate(*levels)) == text


@each(("mean", "text"), [(0.0, "above 9"), (60.0, "below 1")])
def test_players_outside_of_the_levels(mean: float, text: str) -> None:
    player = PlayerSummary("Ann", compared=400, loss=400 * mean, level_table="english")
    assert player.level_estimate == text
    assert player.level == player.level_low == player.level_high


def test_too_few_turns_and_other_games_have_no_estimate() -> None:
    few = PlayerSummary("Ann", compared=FEWEST - 1, loss=90.0, level_table="english")
    assert (few.level, few.level_low, few.level_high, few.level_estimate) == (None,) * 4
    enough = PlayerSummary("Ann", compared=FEWEST, loss=90.0, level_table="english")
    assert enough.level is not None
    other = PlayerSummary("Ann", compared=FEWEST, loss=90.0)
    assert other.level is None
    (both,) = summarize([Report((), (one,)) for one in (enough, enough)])
    assert (both.compared, both.loss, both.level_table) == (2 * FEWEST, 180.0, "english")
    for pair in ((enough, other), (other, enough)):
        (mixed,) = summarize([Report((), (one,)) for one in pair])
        assert (mixed.compared, mixed.level_table, mixed.level) == (2 * FEWEST, "", None)


def test_the_table_is_that_of_the_same_tiles_on_the_usual_board() -> None:
    assert level_table(Rules()) == "english"
    assert level_table(Rules(challenge="double", zero_turns=4)) == "english"
    for rules in (
        own_rules(),
        Rules("super", "super_english"),
        Rules(rack_size=8),
        Rules(bingo=35),
        Rules(variant="wordsmog"),
        Rules(Layout("standard", ["." * 15] * 15)),
    ):
        assert level_table(rules) == ""


def test_levels_of_another_list_are_noted(tmp_path: Path) -> None:
    """Losses are those of the bundled list, whatever list the games are of."""
    (tmp_path / "few.txt").write_text("CARE\nCARES\nSCARE\nRACE\nAT\nTA\n")
    few = lexkit.open(lexkit.build(tmp_path / "few.txt").path)
    note = "levels were measured with the bundled English list; with another one they lose other amounts"
    assert level_note("english", lexkit.open("english").core) == ""
    assert level_note("english", few.core) == note
    assert level_note("", few.core) == ""
    report = lexkit.Match(few, "greedy", "greedy", seed=1).game(0).report(draws=0)
    assert {player.to_json()["level_note"] for player in report.players} == {note}
    assert lexkit.Match(few, "greedy", "greedy", seed=1).game(0).read_report(report.to_dict()) == report


def test_remarks_and_summaries_have_the_note_if_a_level_is_estimated() -> None:
    noted, own, few = (
        PlayerSummary("Ann", compared=compared, loss=90.0, level_table="english", level_note=note)
        for compared, note in ((FEWEST, "not of this list"), (FEWEST, ""), (FEWEST - 1, "not of this list"))
    )
    assert [Report((), (one,), result="out").remarks for one in (noted, own, few)] == [("Not of this list.",), (), ()]
    for pair in ((noted, own), (own, noted)):
        (both,) = summarize([Report((), (one,)) for one in pair])
        assert both.level_note == "not of this list"


@pytest.mark.skipif(not COMPILED, reason="games of levels take seconds")
def test_levels_are_estimated_as_themselves() -> None:
    """Games of one seed: 4 of each of three levels, which the range has."""
    lexicon = lexkit.open("english")
    for number, level in ((2, "novice"), (8, "advanced")):
        reports = [game.report(draws=0) for game in lexkit.Match(lexicon, level, level, seed=21).play(3)]
        for report in reports:
            for player in report.players:
                player.name = level
        (whole,) = summarize(reports)
        assert whole.level_low is not None
        assert whole.level_high is not None
        assert whole.level_low <= number <= whole.level_high
        assert whole.level_high - whole.level_low <= 5
