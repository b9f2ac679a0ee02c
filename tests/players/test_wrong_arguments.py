"""What is given to matches, trainings and engines, and is none of what they take: an error that names the argument."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.errors import LexkitError
from tests.making import bytes_of
from tests.players.test_kernel_games import with_leaves
from tests.running import each


class Odd:
    """Nothing that anything takes."""


#: Wrong for every argument below, None and texts where they are.
WRONG = (b"x", float("nan"), 10**400, -1, True, "a\0b", Odd(), Odd, (1,), (1, 2, 3))

Lex = lexkit.Lexicon


#: Name -> what is asked of a lexicon with such an argument, and what the error says of it.
ASK: dict[str, tuple[Callable[[Lex, Any], Any], str]] = {
    "lexicon": (lambda lex, it: lexkit.Match(it), "lexicon: expected a Lexicon"),
    "rules": (lambda lex, it: lexkit.Match(lex, rules=it), "rules: expected Rules"),
    "find": (lambda lex, it: lexkit.Match(lex, find=it), "find: expected a function"),
    "clock": (lambda lex, it: lexkit.Match(lex, clock=it), "clock: expected a Clock"),
    "sprt": (lambda lex, it: lexkit.Match(lex).tally(2, sprt=it), "not a test of two shares"),
    "progress": (lambda lex, it: lexkit.Match(lex).tally(1, progress=it), "progress: expected a function"),
    "executor": (lambda lex, it: lexkit.Match(lex).tally(1, executor=it), "executor: expected"),
    "start": (lambda lex, it: lexkit.Match(lex).tally(1, it), "invalid number of a game"),
    "resume": (lambda lex, it: lexkit.Match(lex).tally(1, resume=it), "not a path to a file"),
    "gcg": (lambda lex, it: lexkit.Match(lex).tally(1, gcg=it), "not a path to a file"),
    "positions": (lambda lex, it: lexkit.Match(lex).tally(1, positions=it), "not a path to a file"),
    "rounds": (lambda lex, it: lexkit.train_leaves(lex.path, "x", rounds=it), "rounds: expected|invalid round"),
    "layout": (lambda lex, it: lexkit.train_leaves(lex.path, "x", layout=it), "no such board layout"),
    "threads of chances": (
        lambda lex, it: lexkit.train_win_chances(lex, games=1, threads=it),
        "invalid number of threads",
    ),
    "threads": (lambda lex, it: lexkit.train_leaves(lex.path, "x", threads=it), "invalid number of threads"),
    "progress of a training": (lambda lex, it: lexkit.train_leaves(lex.path, "x", progress=it), "progress: expected"),
    "command": (lambda lex, it: lexkit.engine.open(it), "command: expected|cannot be started"),
    "timeout": (lambda lex, it: lexkit.engine.open("cat", timeout=it), "invalid timeout"),
    "time": (lambda lex, it: lexkit.engine.open("cat", time=it), "invalid time"),
    "lexicon of an engine": (lambda lex, it: lexkit.engine.open("cat", lexicon=it), "lexicon: expected a Lexicon"),
    "lexicon of a player": (lambda lex, it: lexkit.player("greedy", it), "lexicon: expected a lexkit.Lexicon"),
    "game": (lambda lex, it: lexkit.analyse(it, lex), "game: expected a lexkit.Game"),
}
#: Those of the wrong values that mean something here.
MEANT: dict[str, tuple[Any, ...]] = {
    "rounds": (b"x", (1,), (1, 2, 3)),
    "threads": (10**400,),
    "threads of chances": (10**400,),
    "find": (Odd,),
    "progress": (Odd,),
    "progress of a training": (Odd,),
}


@pytest.fixture(scope="module")
def lex(tmp_path_factory: pytest.TempPathFactory) -> Lex:
    path = tmp_path_factory.mktemp("few") / "few.gaddag"
    path.write_bytes(bytes_of(["AB", "BA", "CAB"]))
    lexkit.attach(path, path, leaves=with_leaves(lexkit.open(path), 5).stored)
    return lexkit.open(path)


@each("name", ASK)
def test_wrong_arguments(name: str, lex: Lex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: AttributeError, OverflowError and ValueError, whose texts speak of the inside."""
    monkeypatch.chdir(tmp_path)
    ask, told = ASK[name]
    for wrong in WRONG:
        if wrong in MEANT.get(name, ()):
            continue
        with pytest.raises((LexkitError, TypeError), match=told) as caught:
            ask(lex, wrong)
        assert len(str(caught.value)) < 400
    assert list(tmp_path.iterdir()) == []
