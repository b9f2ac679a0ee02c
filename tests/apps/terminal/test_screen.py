"""Lines that are read: too long ones, and those of the person before."""

import io
import sys

import pytest

from lexkit.apps.terminal.screen import EndOfInputError, Screen
from lexkit.errors import QueryError


def test_a_long_line_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"{' ' * 1000}resign", "A" * 5000, "A" * 1000, "pass"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    screen = Screen()
    for _ in range(2):
        with pytest.raises(QueryError, match="the line is too long: expected at most 1,000 characters"):
            screen.ask("> ")
    assert screen.ask("> ") == f"{lines[2]}\n"
    assert screen.ask("> ") == "pass"
    with pytest.raises(EndOfInputError):
        screen.ask("> ")


def test_a_byte_order_mark_is_no_part_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\ufeffhint\n"))
    assert Screen().ask("> ").strip() == "hint"


def test_the_next_person_does_not_bring_back_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    readline = pytest.importorskip("readline")
    screen = Screen()
    screen.interactive = True
    readline.add_history("-AA")
    seen = []
    monkeypatch.setattr("builtins.input", lambda prompt: seen.append(readline.get_current_history_length()) or "")
    screen.hide("Bob> ")
    assert seen == [0]
