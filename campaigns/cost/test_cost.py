"""The table of doors is complete, the judgement is right, and a few doors are counted."""

from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from campaigns.cost import instructions
from campaigns.cost.doors import controls
from campaigns.cost.doors.case import Case
from campaigns.cost.judge import LEAST_COST, MOST, growth, judge, lengths_to_confirm
from campaigns.cost.measure import ask_at_lengths
from campaigns.cost.trials import DOORS, counted
from lexkit.apps.shell.lexc.app import COMMANDS as LEXC
from lexkit.apps.shell.lexq.app import Commands
from tests.running import COMPILED


@cache
def table() -> list[Case]:
    return [case for name in DOORS for case in import_module(f"campaigns.cost.doors.{name}").cases()]


@pytest.mark.skipif(not COMPILED, reason="apps are tested with compiled kernels")
def test_public_calls_are_measured() -> None:
    """Parameters by their annotation and name, objects by their class, files by a table of their own."""
    cases = {case.name for case in table()}
    assert {"Lexicon.prefix: text, marks", "Words.to_list: Words of length n"} <= cases
    assert len(cases) > 2000


@pytest.mark.skipif(not COMPILED, reason="apps are tested with compiled kernels")
def test_no_command_is_forgotten() -> None:
    """Each command of lexq and lexc is measured, or takes nothing of a length."""
    doors = {case.door for case in table()}
    measured = {door.split()[1] for door in doors if door.startswith("lexq ")} | {door.split()[0] for door in doors}
    assert set(Commands().list_commands(None)) - measured == set()
    assert set(LEXC) - {door.split()[1] for door in doors if door.startswith("lexc ")} == {"doctor"}


def rows(cost: Any) -> list[list[Any]]:
    return [[n, int(cost(n)), 0, "answered"] for n in (1 << 12, 1 << 13, 1 << 14)]


def test_growth_is_judged() -> None:
    for cost in (lambda n: 3e6, lambda n: 500 * n, lambda n: 100 * n * n.bit_length(), lambda n: n**2 / 1000):
        assert growth(rows(cost))[0] < MOST
    assert growth(rows(lambda n: n**2))[0] == pytest.approx(4)
    # Most of it is linear, and constant.
    assert growth(rows(lambda n: n**2 + 8_000 * n + 1e9))[0] > MOST
    jump = rows(lambda n: 500 * n + 9e6 * (n > 9000))
    assert growth(jump)[0] > MOST
    assert growth([*jump, [1 << 15, (500 << 15) + 9_000_000, 0, "answered"]])[0] < MOST
    told = {"case": "x: y", "bound": 0.0, "rows": rows(lambda n: n**2)}
    assert judge(told) == ["x: y: 4.0 times for twice the length (4,096: 16.8 M, 8,192: 67.1 M, 16,384: 268.4 M)"]
    assert not judge({**told, "bound": 4.5})
    wrong = {**told, "rows": [[9, 9, 0, "KeyError, not one of lexkit"]]}
    assert judge(wrong) == ["x: y: KeyError, not one of lexkit"]


def test_what_would_be_a_finding_is_confirmed() -> None:
    """By a second count of each, then by a longer one, if there may be one."""
    square = rows(lambda n: n**2)
    once, twice = Counter([4096, 8192, 16384]), Counter([4096, 8192, 16384] * 2)
    assert lengths_to_confirm(square, 0.0, 1 << 17, once) == [4096, 8192, 16384]
    assert lengths_to_confirm(square, 0.0, 1 << 17, twice) == [32768]
    assert lengths_to_confirm(square, 0.0, 1 << 14, twice) == []
    assert lengths_to_confirm(square, 4.5, 1 << 17, once) == []
    longer = [*square, [1 << 15, 1 << 30, 0, "answered"]]
    assert lengths_to_confirm(longer, 0.0, 1 << 17, twice + Counter([1 << 15] * 2)) == [1 << 16]
    assert lengths_to_confirm(rows(lambda n: 500 * n), 0.0, 1 << 17, once) == []
    refused = [1 << 15, 1000, 0, "QueryError"]
    assert growth([*square, refused])[0] == pytest.approx(4)


def test_work_without_a_look_at_the_clock_is_judged() -> None:
    told = {"case": "x: y", "bound": 0.0, "rows": [[1, 10**6, 3, "answered"], [2, 10**8, 3, "answered"]]}
    assert judge(told, looks=True) == ["x: y: 3 looks at the clock in 100.0 M instructions (n 2, answered)"]
    assert not judge(told)
    assert not judge({**told, "rows": [[1, 10**6, 3, "answered"], [2, 10**8, 9, "answered"]]}, looks=True)


def test_lengths_between_are_asked_if_longer_ones_are_refused() -> None:
    asked: list[int] = []

    def ask(n: int) -> int:
        asked.append(n)
        return 10 * n if n <= 9000 else 500

    ask_at_lengths(1 << 17, 1 << 27, ask)
    assert asked == [1 << 10, 1 << 13, 1 << 16, 1 << 14, 1 << 15, 1 << 17]
    asked.clear()
    ask_at_lengths(1 << 12, 1 << 27, lambda n: asked.append(n) or n * n)
    assert asked == [1 << 10, 1 << 11, 1 << 12]


@pytest.mark.sweep
@pytest.mark.skipif(bool(instructions.what_is_missing()), reason=instructions.what_is_missing() or "-")
@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a hundred times as many instructions")
def test_a_few_doors(tmp_path: Path) -> None:
    """Squares are found, in Python and in C; doors grow as they should."""
    rows = {told["case"]: told["rows"] for told in counted(tmp_path, "controls", [], LEAST_COST)}
    assert set(rows) == {case.name for case in controls.cases()}
    # Controls are of few instructions, and begin with no constants.
    grown = {name: growth(counts, LEAST_COST // 4)[0] for name, counts in rows.items()}
    assert min(grown["control: square"], grown["control: square in C"]) > 3.2
    assert 1.5 < grown["control: linear"] < 2.5
    doors = [name for name in rows if not name.startswith("control")]
    assert [name for name in doors if growth(rows[name])[0] >= MOST] == []
