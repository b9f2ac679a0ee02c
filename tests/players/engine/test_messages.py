"""What an engine says, read: also what is made to be slow to read."""

from collections import deque

import pytest

from lexkit.players.engine import messages
from lexkit.players.engine.messages import Option, read_info, read_option


def test_options() -> None:
    assert read_option(" option  name Hash Size\ttype spin default 16 min 1 max 1024 ") == Option(
        "Hash Size", "spin", "16", 1, 1024
    )
    assert read_option("option name type of leaves type combo default a b var a b var c") == Option(
        "type of leaves", "combo", "a b", words=("a b", "c")
    )
    assert read_option("option name Clear type button") == Option("Clear", "button")
    for line in ("option name type check", "option name x type", "option name x type word", "option x type check", ""):
        assert read_option(line) is None


def test_blanks_take_no_time() -> None:
    """Each of these takes minutes in a reader that goes back over blanks."""
    blanks = " " * 60_000
    assert read_option(f"option name{blanks}x") is None
    assert read_option(f"option name{blanks}x{blanks}type{blanks}check{blanks}x") == Option("x", "check")


def test_infos_are_read_from_the_front_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list moves all its words for each one that is taken from its front."""
    made: list[int] = []

    class Counted(deque[str]):
        def __init__(self, words: list[str]) -> None:
            super().__init__(words)
            made.append(len(words))

    monkeypatch.setattr(messages, "deque", Counted)
    info = read_info("info peg 8D.QI wp 61.5 w:AB score 3 lowerbound pv a b c")
    assert (info.kind, info.move, info.line) == ("peg", "8D.QI", ("a", "b", "c"))
    assert info.values == {"wp": 61.5, "w": "AB", "score": 3.0}
    assert made == [12]
