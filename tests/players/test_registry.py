"""The registry of players: its entries are what the code, the documents and the pages offer."""

import re
from pathlib import Path

import pytest

import lexkit
from lexkit import lexicons
from lexkit.errors import QueryError
from lexkit.players.base import Strategy, StrategyPlayer
from lexkit.players.registry import COMMAND, LEAVES, PLAYERS, TIME, entry_of, needs, opponents, player_names
from tests.running import each, run_python

DOCS = Path(__file__).parents[2] / "docs"


def test_entries_and_their_classes() -> None:
    names = [name for entry in PLAYERS for name in entry.names]
    assert len(set(names)) == len(names)
    for entry in PLAYERS:
        made = entry.load()
        assert issubclass(made, Strategy) != entry.thinks
        assert hasattr(made, "named")
        assert entry.help[0].islower() or entry.help.startswith("Enos")
        for name in entry.names:
            assert entry_of(name) is (None if COMMAND in entry.needs else entry)
            assert (entry_of(f"{name}:2") is entry) == bool(entry.argument)


def test_the_strongest_come_first() -> None:
    ratings = [entry.rating for entry in PLAYERS if COMMAND not in entry.needs]
    assert ratings == sorted(ratings, reverse=True)
    assert player_names()[-1] == "champion"
    levels = next(entry for entry in PLAYERS if "club" in entry.names)
    assert levels.names == tuple(lexicons.levels())


def test_what_is_offered_to_people_can_play() -> None:
    offered = opponents()
    assert [one.name for one in offered][::10] == ["beginner", "champion:3"]
    for one in offered:
        lexkit.player(one.name)
        assert one.title[0].isupper()
        assert one.note


@each(
    ("name", "needed"),
    [
        ("static", {LEAVES}),
        ("champion", {LEAVES, TIME}),
        ("champion:2.5", {LEAVES, TIME}),
        ("siu:lexq siu", {TIME, COMMAND}),
        ("greedy", set()),
        ("nobody", set()),
        ("siu", set()),
    ],
)
def test_what_players_need(name: str, needed: set[str]) -> None:
    assert {what for what in (LEAVES, TIME, COMMAND) if needs(name, what)} == needed


def test_the_table_of_the_document() -> None:
    """It has a row for each entry, in this order, with its names, its help and how far it looks ahead."""
    text = (DOCS / "players.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \| (.*?) \| (.*?) \|$", text.partition("| name |")[2].partition("\n\n")[0], re.M)
    assert len(rows) == len(PLAYERS)
    for entry, (names, how, ahead) in zip(PLAYERS, rows, strict=True):
        shown = re.findall("`(.*?)`", names)
        if " to " in names:
            assert shown == [entry.names[0], entry.names[-1]]
        elif COMMAND in entry.needs:
            assert shown == [entry.shown]
        else:
            assert [name for name in shown if ":" not in name] == [*entry.names[::-1]]
        assert re.sub(r"( \(|: )\[.*", "", how) == entry.help
        assert ahead == entry.ahead


def test_every_player_is_in_the_list_of_the_api() -> None:
    text = (DOCS / "api.md").read_text("utf-8").replace('"', "")
    for name in player_names():
        assert f"`{name}`" in text or name == "heuristic-2"  # between the first and the third


def test_a_class_is_imported_when_it_plays() -> None:
    """The list of players costs no more than its help."""
    code = "import sys, lexkit.players.registry as r; r.player_names(); print('numpy' in sys.modules)"
    assert run_python(code).split() == ["False"]


def test_a_player_of_a_strategy_and_one_that_thinks() -> None:
    assert isinstance(lexkit.player("club"), StrategyPlayer)
    with pytest.raises(QueryError, match="does not think"):
        lexkit.player("club", time=1)
    assert "0.5 s" in repr(lexkit.player("champion:2", time=0.5))
