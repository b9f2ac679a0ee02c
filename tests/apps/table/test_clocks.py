"""Clocks of tables: a bot's runs while it thinks, a person's once all people are there."""

import threading
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.table import Table, Tables, seats
from tests.apps.table.test_table import table

#: What a table asks for a bot's choice.
CHOICE = "lexkit.apps.table.table.choice_of_bot"


class Time:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(seats, "time", made)
    return made


def left(made: Table) -> list[float]:
    found: list[float] = made.view(0)["clock"]["left"]
    return found


def test_a_bot_is_charged_for_its_thinking_alone(small: str, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(small, clock=(60, 0))
    time.now += 7
    made.act(0, "pass")
    seen: list[lexkit.View] = []

    def choose(name: str, view: lexkit.View, seed: Any) -> lexkit.Action:
        seen.append(view)
        time.now += 2
        return lexkit.Action("pass")

    monkeypatch.setattr(CHOICE, choose)
    time.now += 79  # in the pool
    assert made.view(0)["clock"] == {"left": [53, 60], "running": None}
    thought = made.think()
    time.now += 5  # until it is written
    assert thought is not None
    made.settle(thought)
    assert left(made) == [53, 58]
    time.now += 1
    assert left(made) == [52, 58]


def test_a_bot_is_told_the_present_time(small: str, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Table.of_facts({**table(small, clock=(60, 0), first=1).facts(), "thinking": 20.0})
    seen: list[lexkit.View] = []
    monkeypatch.setattr(CHOICE, lambda name, view, seed: seen.append(view) or lexkit.Action("pass"))
    assert made.think()
    assert seen[0].times is not None
    assert seen[0].times.left == (60, 40)


def test_the_clock_waits_for_people(small: str, time: Time, tmp_path: Path) -> None:
    made = table(small, "Ann", "Bob", clock=(60, 0), wait=True)
    made.come(0)
    time.now += 100
    assert made.view(0)["clock"] == {"left": [60, 60], "running": None}
    with Tables(tmp_path / "tables") as tables:
        name = tables.add(made)
        tables.pause(made)
    with Tables(tmp_path / "tables") as tables:
        made = tables.open(name)
        time.now += 100
        made.act(0, "pass")
        time.now += 100
        assert left(made) == [60, 60]
        made.come(1)
        time.now += 1
        assert made.view(0)["clock"] == {"left": [60, 59], "running": 1}


def test_what_a_write_takes_is_nobodys_time(small: str, time: Time) -> None:
    made = table(small, "Ann", "Bob", clock=(60, 0))

    def keep(kept: Table, game: lexkit.Game) -> None:
        time.now += 9
        kept.revision += 1

    made.keep = keep
    made.act(0, "pass")
    assert left(made) == [60, 60]


def test_who_comes_again_does_not_stop_the_clock_of_a_bot(
    small: str, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table(small, clock=(60, 0), first=1)

    def choose(name: str, view: lexkit.View, seed: Any) -> lexkit.Action:
        made.come(0)
        time.now += 2
        return lexkit.Action("pass")

    monkeypatch.setattr(CHOICE, choose)
    made.answer()
    assert left(made) == [60, 58]


@pytest.mark.parametrize("took", [0.0007, 0.0013, 0.049])
def test_what_a_bot_is_charged_tells_nothing_of_its_rack(
    took: float, small: str, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks longer with a blank: each turn counts as a whole number of steps."""
    made = table(small, clock=(60, 0))
    made.act(0, "pass")

    def choose(*_: Any) -> lexkit.Action:
        time.now += took
        return lexkit.Action("pass")

    monkeypatch.setattr(CHOICE, choose)
    made.answer()
    assert left(made)[1] == pytest.approx(60 - seats.STEP, abs=1e-9)


def test_a_clock_that_another_thread_sets_going_is_read_after_that(small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Table.new(["Ann", "Bob"], lexicon=small, clock=(600, 0), wait=True)
    made.come(0)
    half, go_on = threading.Event(), threading.Event()
    run = seats.Stopwatch.run

    def in_two_steps(self: seats.Stopwatch, running: bool) -> None:
        self.at += 400.0
        half.set()
        assert go_on.wait(60)
        self.at -= 400.0
        run(self, running)

    monkeypatch.setattr(seats.Stopwatch, "run", in_two_steps)
    coming = threading.Thread(target=made.come, args=(1,))
    coming.start()
    assert half.wait(60)
    read: list[float | None] = []
    reading = threading.Thread(target=lambda: read.append(made._read_clock()))
    reading.start()
    reading.join(0.05)  # if it does not wait, it has read by now
    go_on.set()
    coming.join()
    reading.join()
    assert read[0] is not None
    assert read[0] < 400


def test_a_game_ends_after_its_overtime_if_it_has_a_clock(small: str) -> None:
    rules = {"overtime_limit": 60}
    assert Table.new(["Ann", "Bob"], lexicon=small, rules=rules).ends_in is None
    assert Table.new(["Ann", "Bob"], lexicon=small, clock=(30, 0)).ends_in is None
    assert 80 < (Table.new(["Ann", "Bob"], lexicon=small, rules=rules, clock=(30, 0)).ends_in or 0) <= 90
