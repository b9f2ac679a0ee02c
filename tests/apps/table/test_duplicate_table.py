"""Tables of duplicate games: what a seat sees, when a turn ends, who comes later, what is kept."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from lexkit.apps.table import DuplicateTable, NotAllowedError, StaleTableError, TableNotFoundError, Tables
from lexkit.apps.table.duplicate_table import MOST_PLAYERS
from lexkit.errors import GameOverError, GameRecordError, IllegalMoveError, PositionError, QueryError


def duplicate(small: str, *names: str, **options: Any) -> DuplicateTable:
    return DuplicateTable.new(names or ["Ann", "Bob"], lexicon=small, **{"seed": 7, **options})


def plays(table: DuplicateTable) -> list[str]:
    """Plays of this turn, the best first."""
    game, lexicon = table._standing.game, table.lexicon
    assert lexicon is not None
    assert game._best is not None
    found = [move.text for move in lexicon.moves(game.board, game.rack)]
    return [game._best.text, *[text for text in found if text != game._best.text]]


def test_a_turn_ends_when_all_have_handed_in(small: str) -> None:
    table = duplicate(small)
    best, other = plays(table)[:2]
    assert not table.submit(1, other, turn=1)
    assert (table.turn, table.handed) == (1, {1})
    assert not table.submit(1, best, turn=1), "in place of the first"
    assert table.submit(0, None, turn=1)
    seen = table.view(0)
    assert (seen["turn"], seen["turns"], seen["handed"]) == (1, 1, [False, False])
    (turn,) = seen["history"]
    assert turn["plays"] == [None, {"text": best, "score": turn["best"]["score"]}]
    assert turn["points"] == [0, turn["best"]["score"]] == seen["scores"]
    assert seen["maximum"] == turn["best"]["score"]
    assert all(seen["squares"][square] for square in turn["best"]["squares"])


def test_nobody_sees_what_another_has_handed_in(small: str) -> None:
    """Whatever Bob hands in, Ann and a spectator see the same before the turn ends; also in previews and errors."""
    seen = []
    for at in (0, 1, None):
        table = duplicate(small, seed="not to be seen")
        table.submit(1, None if at is None else plays(table)[at], turn=1)
        views = [table.view(seat) for seat in (0, None)]
        seen.append(json.dumps([views, table.setting(), table.preview(0, plays(table)[0]), table.summary()]))
        assert "not to be seen" not in seen[-1]
        own = table.view(1)["own"]
        assert (own and own["text"]) == (None if at is None else plays(table)[at])
    assert seen[0] == seen[1] == seen[2]
    assert json.loads(seen[0])[0][0]["own"] is None


def test_whether_a_word_is_in_the_list_shows_at_the_end_of_the_turn(small: str) -> None:
    table = duplicate(small, "Ann")
    rack = [label for label in table.view(0)["rack"] if label != "?"]
    play = f"8D {''.join(rack)}"
    assert table.preview(0, play)["score"] > 0
    table.submit(0, play, turn=1)
    (turn,) = table.view(0)["history"]
    assert turn["plays"][0]["text"] == play
    assert turn["points"] == [0]


def test_what_is_refused_changes_nothing(small: str) -> None:
    table = duplicate(small)
    before = table.facts()
    with pytest.raises(StaleTableError, match="this turn has ended"):
        table.submit(0, None, turn=2)
    with pytest.raises(IllegalMoveError):
        table.submit(0, "1A XYZ", turn=1)
    with pytest.raises(PositionError, match="no such seat"):
        table.submit(2, None, turn=1)
    with pytest.raises(QueryError, match="not a play"):
        table.submit(0, "8D" * 200, turn=1)
    with pytest.raises(NotAllowedError, match="who made the game"):
        table.close_turn(1, turn=1)
    with pytest.raises(NotAllowedError, match="no rack"):
        table.preview(None, plays(table)[0])
    with pytest.raises(PositionError):
        table.view(0, turn=1)
    assert {**table.facts(), "spent": 0} == {**before, "spent": 0}
    with pytest.raises(PositionError, match="no such kind"):
        duplicate(small, kind="jokers")


def test_who_has_made_the_game_begins_it_and_ends_turns(small: str) -> None:
    table = duplicate(small, wait=True, seconds=60)
    assert (table.view(0)["rack"], table.view(0)["may"]["begin"], table.view(1)["may"]["begin"]) == ([], True, False)
    with pytest.raises(NotAllowedError, match="not begun"):
        table.submit(0, None, turn=1)
    assert table.ends_in is None
    with pytest.raises(NotAllowedError, match="who made the game"):
        table.begin(1)
    table.begin(0)
    assert table.view(1)["rack"]
    assert 0 < (table.ends_in or 0) <= 60
    table.submit(1, plays(table)[0], turn=1)
    table.close_turn(0, turn=1)
    assert table.view(0)["scores"] == [0, table.view(0)["maximum"]]


def test_the_clock_ends_a_turn(small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    table = duplicate(small, seconds=60)
    table.submit(0, plays(table)[0], turn=1)
    now[0] += 59
    assert not table.flag()
    assert table.ends_in == 1
    assert table.view(1)["clock"] == {"left": 1}
    now[0] += 1
    with pytest.raises(StaleTableError, match="the time for this turn was up"):
        table.submit(1, plays(table)[0], turn=1)
    (turn,) = table.view(1)["history"]
    assert turn["points"] == [turn["best"]["score"], 0]
    assert table.ends_in == 60
    now[0] += 30
    facts = table.facts()
    now[0] += 500
    assert DuplicateTable.of_facts(facts).ends_in == 30, "no time passes while no program has it open"


def test_two_friends_at_once(small: str) -> None:
    """Of any number who hand in at once none is lost, and the turn ends once."""
    table = duplicate(small, *"ABCDEF")
    best = plays(table)[0]
    ended: list[bool] = []
    at_once = threading.Barrier(6)

    def hand_in(seat: int) -> None:
        at_once.wait()
        ended.append(table.submit(seat, best, turn=1))

    threads = [threading.Thread(target=hand_in, args=[seat]) for seat in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ended) == [False] * 5 + [True]
    assert table.view(0)["scores"] == [table.view(0)["maximum"]] * 6


def test_people_come_later(small: str) -> None:
    table = duplicate(small, "Ann", seconds=60)
    table.submit(0, plays(table)[0], turn=1)
    rack = table.view(0)["rack"]
    seat = table.join("ann")
    assert (seat, table.view(1)["names"], table.view(1)["rack"]) == (1, ["Ann", "ann 2"], rack)
    assert table.seat_of(table.seats[1].token) == 1
    assert (table.view(1)["scores"][1], table.view(1)["history"][0]["plays"][1]) == (0, None)
    assert 0 < (table.ends_in or 0) <= 60
    table.submit(0, plays(table)[0], turn=2)
    assert table.turn == 2, "two play now"
    for number in range(2, MOST_PLAYERS):
        table.join(f"P{number}")
    with pytest.raises(NotAllowedError, match="all seats"):
        table.join("one more")


def test_the_past(small: str) -> None:
    table = duplicate(small, "Ann", kind="joker")
    seen = [table.view(0)]
    while not table.over:
        table.submit(0, plays(table)[0], turn=table.turn)
        seen.append(table.view(0))
    assert seen[-1]["over"]
    assert not seen[-1]["rack"]
    assert not any(seen[-1]["may"].values())
    for number, before in enumerate(seen[:-1]):
        then = table.view(0, turn=number)
        assert [then[name] for name in ("squares", "rack", "scores", "maximum", "history", "over")] == [
            before[name] for name in ("squares", "rack", "scores", "maximum", "history", "over")
        ]
    with pytest.raises(GameOverError):
        table.submit(0, None, turn=table.turn)
    with pytest.raises(GameOverError):
        table.join("Bob")


def test_a_file_keeps_it(small: str, file: Path) -> None:
    with Tables(file) as tables:
        table = duplicate(small, seconds=60, wait=True)
        name = tables.add(table, "web")
        table.begin(0)
        table.submit(1, best := plays(table)[0], turn=1)
        with pytest.raises(TableNotFoundError):
            tables.open(name)
        assert tables.open_any(name) is table
    with Tables(file) as tables:
        again: Any = tables.open_any(name)
        assert again is not table
        assert (again.handed, again.view(1)["own"]["text"], again.view(0)["own"]) == ({1}, best, None)
        assert [seat.token for seat in again.seats] == [seat.token for seat in table.seats]
        again.submit(0, None, turn=1)
        (listed,) = tables.list()
        assert listed[3:7] == (False, ("Ann", "Bob"), (0, again.view(0)["maximum"]), 1)
        assert (listed.maximum, listed.to_move, listed.winner) == (again.view(0)["maximum"], None, None)


def test_what_could_not_be_kept_has_not_happened(small: str) -> None:
    table = duplicate(small)

    def fail(*_: Any) -> None:
        raise OSError("the disk is full")

    table.keep = fail
    before = table.view(0)
    for act in (
        lambda: table.submit(0, None, turn=1),
        lambda: table.close_turn(0, turn=1),
        lambda: table.join("Cid"),
    ):
        with pytest.raises(OSError, match="full"):
            act()
        assert table.view(0) == before


@pytest.mark.parametrize("change", [{"game": "{}"}, {"seats": [["Ann", None, "t"]]}, {"seats": [["A", "club", ""]]}])
def test_damaged_facts_are_refused(small: str, change: dict[str, Any]) -> None:
    with pytest.raises((GameRecordError, PositionError)):
        DuplicateTable.of_facts({**duplicate(small).facts(), **change})
