"""The table of statistics: every number of a summary is one, and all that shows players comes from it."""

from dataclasses import fields

from lexkit.apps.shell.lexq.gcg_report_tables import PLAYER, player_lines
from lexkit.apps.web.reports import facts_of
from lexkit.players.reports.report import PlayerSummary, Report
from lexkit.players.reports.statistics import FACTS, STATISTICS, PlayerTable, statistics_of
from tests.running import each

#: Two players with numbers that differ in every statistic.
ANN = PlayerSummary(
    "Ann", games=2, turns=30, compared=25, best_found=11, loss=40.25, bingos=3, missed_bingos=1, phonies=4,
    phonies_withdrawn=2, missed_challenges=5, weighed=24, win_loss=0.1234, spread_loss=17.06, small=6, medium=7,
    large=8, luck=-0.4, score=812, won=1.5, level_table="english",
    level_note="of another list",
)  # fmt: skip
BOB = PlayerSummary("Bob")


def report_of(*players: PlayerSummary) -> Report:
    return Report((), players)


def test_every_number_of_a_summary_is_a_statistic() -> None:
    counted = {field.name for field in fields(PlayerSummary)}
    derived = {name for name, value in vars(PlayerSummary).items() if isinstance(value, property)}
    assert sorted(FACTS) == sorted(counted | derived)
    assert list(ANN.to_json()) == list(FACTS) == list(PLAYER)
    assert (ANN.to_json()["mean_loss"], BOB.to_json()["mean_loss"]) == (1.61, None)


@each("table", list(PlayerTable))
def test_no_table_has_two_columns_of_a_name(table: PlayerTable) -> None:
    heads = [(one.title if table is PlayerTable.PAGE else "") or one.head for one in statistics_of(table)]
    assert len(set(heads)) == len(heads) > 0
    assert all(one.meaning and one.head.islower() for one in STATISTICS)


def test_how_values_are_written() -> None:
    facts = ANN.to_json()
    assert {one.name: one.write(facts[one.name]) for one in STATISTICS} == {
        "games": "2", "won": "1.5", "score": "812", "turns": "30", "compared": "25", "best_found": "11",
        "loss": "40.2", "mean_loss": "1.61", "bingos": "3", "missed_bingos": "1", "phonies": "4",
        "phonies_withdrawn": "2", "missed_challenges": "5", "weighed": "24", "win_loss": "12.3%",
        "spread_loss": "17.1", "small": "6", "medium": "7", "large": "8", "mistake_index": "12.7", "luck": "+0",
        "level_estimate": "above 9", "level": "10", "level_low": "10", "level_high": "10",
        "level_table": "english", "level_note": "of another list",
    }  # fmt: skip
    assert next(one for one in STATISTICS if one.name == "mean_loss").write(None) == ""


def test_tables_at_the_shell() -> None:
    lines = "".join(player_lines([ANN, BOB])).splitlines()
    assert lines[0].split() == ["player", *" ".join(one.head for one in statistics_of(PlayerTable.MISTAKES)).split()]
    assert lines[1].split() == ["Ann", "2", "1.5", "25", "11", "1.61", "12.3%", "6", "7", "8", "12.7", "+0"]
    assert lines[4].split()[:3] == ["player", "level", "bingos"]
    assert lines[5].split() == ["Ann", "above", "9", "3", "1", "4", "2", "5", "17.1"]
    assert lines[6].split() == ["Bob", "0", "0", "0", "0", "0", "0.0"], "of no turns nothing is estimated"
    assert "level: level that loses as many points" in lines[7]
    assert lines[-1] == "of another list"
    assert "of another list" not in "".join(player_lines([ANN, BOB], are_noted=True)), "the turns had the note"
    assert len("".join(player_lines([BOB])).splitlines()) == 5, "and nothing explained"


def test_the_page_shows_its_statistics() -> None:
    players = report_of(ANN, BOB).to_html().partition("<h3>Players</h3>")[2].partition("</table>")[0]
    places = [players.index(f">{one.title or one.head}</th>") for one in statistics_of(PlayerTable.PAGE)]
    assert places == sorted(places)
    assert all(f">{text}</td>" in players for text in ("812", "30", "12.7", "17.1"))


def test_the_browser_gets_columns_with_their_meanings() -> None:
    two, three = (facts_of(report_of(*players).to_dict()) for players in ((ANN, BOB), (ANN, BOB, BOB)))
    assert [one["head"] for one in two["columns"]] == ["small", "medium", "large", "index", "luck"]
    cells = ["6", "7", "8", "12.7", "+0"]
    assert two["players"][0] == {"name": "Ann", "cells": cells, "below": "turns compared 25, estimated level above 9"}
    assert two["players"][1]["below"] == "turns compared 0"
    assert [one["head"] for one in two["below"]] == ["turns compared", "estimated level"]
    assert two["columns"][0]["meaning"] == (
        "mistakes that cost 0.5 percent of the chance to win or more, or with an empty bag 1 point"
    )
    assert two["columns"][3]["meaning"].startswith("0.2 for each small mistake, 0.5 for each medium mistake, 1 for")
    assert [one["head"] for one in three["columns"]] == ["lost", "luck"]
    assert three["players"][0]["cells"] == ["40.2", "+0"]
