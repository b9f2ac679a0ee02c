"""Flags: every one of a public callable refuses what is neither True nor False, an array above all, by its name."""

import inspect
import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Board, Game, Match, Options, Rules, pictures
from tests.running import each

#: What an object of lexkit tells, and what only lexkit makes.
TOLD = {"Cursor", "Inference", "Move", "Outcome", "Simulated", "Solution", "Verdict", "View", "engine.MoveToken"}


@cache
def lex() -> lexkit.Lexicon:
    return lexkit.build(["AA", "AB", "CAT", "CATS"])


def attach(**flags: Any) -> object:
    file = Path("flags.gaddag")
    lexkit.build(["AA", "AB"], file)
    return lexkit.attach(file, "other.gaddag", **flags)


CALLS: dict[str, Callable[..., object]] = {
    "CrossSets.counts": lambda **flags: Board().cross_sets(lex()).counts(**flags),
    "Cursor": lambda **flags: lexkit.Cursor(lex().core, 0, **flags),
    "Game": lambda **flags: Game(lex(), **flags),
    "Game.from_gcg": lambda **flags: Game.from_gcg("#player1 A A\n#player2 B B\n", **flags),
    "Game.to_gcg": lambda **flags: Game(lex()).to_gcg(**flags),
    "Lexicon.cursor": lambda **flags: lex().cursor(**flags),
    "Lexicon.explain": lambda **flags: lex().explain("length:2", **flags),
    "Lexicon.palindrome": lambda **flags: lex().palindrome(**flags),
    "Lexicon.probability": lambda **flags: lex().probability("1-2", **flags),
    "Lexicon.search": lambda **flags: lex().search("length:2", **flags),
    "Listing.sorted_by": lambda **flags: lex().prefix("A").sorted_by("points").sorted_by(**flags),
    "Match": lambda **flags: Match(lex(), **flags),
    "Options": lambda **flags: Options(**flags),
    "Rules": lambda **flags: Rules.from_alphabet("english", **flags),
    "Tile": lambda **flags: lexkit.Alphabet("one", [lexkit.Tile("A", "a", **flags)]),
    "Words.sorted_by": lambda **flags: lex().prefix("A").sorted_by(**flags),
    "attach": attach,
    "build": lambda **flags: lexkit.build(["AA"], **flags),
    "convert": lambda **flags: lexkit.convert("words.txt", "words.gaddag", **flags),
    "diff": lambda **flags: lexkit.diff(["AA"], ["AB"], **flags),
    "merge": lambda **flags: lexkit.merge({"a": ["AA"]}, "merged.gaddag", **flags),
    "pictures.automaton_dot": lambda **flags: pictures.automaton_dot(lex(), **flags),
    "pictures.board_svg": lambda **flags: pictures.board_svg(Board(), **flags),
    "pictures.rack_svg": lambda **flags: pictures.rack_svg("AB", **flags),
    "read_gcg": lambda **flags: lexkit.read_gcg(io.StringIO("#player1 A A\n#player2 B B\n"), **flags),
    "simulate": lambda **flags: lexkit.simulate(Board(), "AB", lexicon=lex(), **flags),
}


def doors() -> Iterator[tuple[str, Any]]:
    for name in lexkit.__all__:
        held = getattr(lexkit, name)
        yield name, held
        if inspect.isclass(held) or inspect.ismodule(held):
            public = held.__dict__ if inspect.isclass(held) else dict.fromkeys(held.__all__)
            inherited = [each for kind in getattr(held, "__mro__", ())[1:-1] for each in vars(kind)]
            for each in dict.fromkeys([*public, *inherited]):
                if not each.startswith("_") and callable(getattr(held, each, None)):
                    yield f"{name}.{each}", getattr(held, each)


def flags() -> list[tuple[str, str]]:
    """(door, argument) of each flag."""
    found = [("diff", "skip_invalid"), ("diff", "fold"), ("merge", "skip_invalid"), ("merge", "expanded")]
    for door, called in doors():
        try:
            arguments = inspect.signature(called).parameters.values()
        except (TypeError, ValueError):
            continue
        named = [each.name for each in arguments if str(each.annotation) in ("bool", "bool | None")]
        found += [(door, name) for name in named if door not in TOLD]
    return list(dict.fromkeys(found))


@each(("door", "argument"), flags())
def test_a_flag_is_true_or_false(door: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: numpy's own errors reached the caller, and "no" was taken for yes."""
    monkeypatch.chdir(tmp_path)
    for wrong in (np.array([1, 2]), np.array([]), np.array([object()]), "no", [], 1.5):
        with pytest.raises((TypeError, lexkit.errors.LexkitError)) as raised:
            CALLS[door](**{argument: wrong})
        assert re.search(rf"\b{argument}\b.*True or False", str(raised.value)), (door, wrong, str(raised.value))


def test_flags_of_numpy() -> None:
    assert len(lex().prefix("A").sorted_by("points", reverse=np.True_)) == 2
    assert len(lex().palindrome(np.False_)) == 3
