"""Public calls with values that mean nothing, with numbers of numpy and with wrong types.

The calls and their arguments come from tests/public_calls.py. Time limits count looks at the clock, so that no call is
endless and no verdict depends on the machine.
"""

import inspect
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import lexkit
from lexkit.base import time_limits as limits
from lexkit.errors import LexkitError, TimeLimitError, show_value
from tests.public_calls import Call, World, content, public_calls
from tests.running import FULL, each

#: Numbers that mean something although they are negative: seeds, moments, and what a record tells of another program.
MAY_BE_NEGATIVE = {
    *("seed", "at", "lead", "Action.exchanged", "PuzzlePlay.score", "PuzzlePlay.loss", "PuzzlePlay.win_loss"),
    *("Rules.bonus.tiles", "Rules.bonus.length", "Rules.bonuses_of.tiles", "Rules.bonuses_of.length"),
    *("Rules.idle_after.score", "Rules.idle_after.zeros", "Rules.idle_after.passes"),
    *("SheetLine.player", "SheetLine.number", "Tile.points", "Tile.count"),
    # Only looked at if the level, or the kind of file, has a use for it.
    *("analyse.threads", "Game.report.threads", "Game.reports.threads", "read_batches.rows"),
}
#: Numbers that may be no numbers.
MAY_BE_NAN = {"PuzzlePlay.loss", "PuzzlePlay.win_loss", "WinChances.of_one.lead"}
TEXTS = ("", "a\0b", "\ud800", "x" * 5000)
#: Annotation, or a part of one between bars -> values of that type which mean nothing, or which nobody has.
VALUES: dict[str, tuple[Any, ...]] = {
    r"int": (-1, 1 << 70, 10**400, -(10**400)),
    r"float": (float("nan"), float("inf"), -1.0, 10**400),
    r"str": TEXTS,
    r"PathLike\[str\]": tuple(map(Path, ("", "x" * 5000))),
    r"bytes": (b"", b"\xff" * 3, bytes(64), bytes(10000)),
    r"(Iterable|Sequence)\[int\]": ([], [-1], [1 << 70]),
    r"(Iterable|Sequence)\[str\]": ([], *([text] for text in TEXTS)),
    r"tuple\[str, \.\.\.\]": ((), *((text,) for text in TEXTS)),
    r"ArrayLike|NDArray.*": (
        *(np.array([]), np.array([float("nan")]), np.zeros((2, 2)), np.array([1 << 62]), np.array([-1])),
    ),
    r"Mapping\[str, str\]": ({}, *({text: text} for text in TEXTS)),
    r"Mapping\[str, (float|object|Any)\]": ({}, *({text: 1} for text in TEXTS)),
    r"Mapping\[int, int\]": ({}, {-1: 1}, {1 << 70: 1}, {1: -1}),
}
#: Values of types that most parameters do not take.
WRONG_TYPES: tuple[Any, ...] = (
    *(None, 7, 1.5, True, b"AB", "AB", (), (None,), [1, "A"], [[]], {}, {"A": None}, object(), Ellipsis, lexkit),
    *(np.array([[1.5]]), np.array(3), np.array([1, 2])),
)
#: Looks at the clock that a call may take.
LOOKS = 20
#: A training takes seconds from one look to the next.
SLOW = "train_leaves"


class Tried(NamedTuple):
    """A call with a changed argument, and what it raised."""

    call: str
    error: Exception | None


class Clock:
    """A clock that advances by one second with each look at it."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> int:
        self.looks += 1
        return self.looks


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and a clock that counts."""
    monkeypatch.setattr(limits, "time", Clock())
    monkeypatch.setenv("LEXKIT_HOME", str(tmp_path / "home"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


@pytest.fixture
def world(tmp_path: Path) -> World:
    folder = tmp_path / "world"
    folder.mkdir()
    return World(content("ordinary"), folder=folder)


def listed(answer: Any) -> Any:
    """An answer as a caller sees it: the first of an iterator, and what a context gives."""
    if inspect.iscoroutine(answer):
        answer.close()
    elif isinstance(answer, Iterator):
        next(answer, None)
    elif isinstance(answer, AbstractContextManager) and not isinstance(answer, lexkit.Lexicon | Path):
        with answer:
            pass
    return answer


def parts(annotation: Any) -> list[str]:
    """The types between the bars of an annotation."""
    return re.split(r" \| (?![^\[]*\])", str(annotation))


def wrong_values(annotation: Any) -> Iterator[Any]:
    for part in parts(annotation):
        for pattern, values in VALUES.items():
            if re.fullmatch(pattern, part):
                yield from values


def test_a_call_takes_its_examples(world: World) -> None:
    """So that what follows changes one argument of a call that is otherwise right."""
    refused = []
    for name, call in quick_calls().items():
        again = World(content("ordinary"), folder=world.folder)
        outcomes = [outcome_of(call, it, next(call.arguments(again))) for it in call.objects(again)]
        if not any(one is None or isinstance(one, TimeLimitError) or "unhashable" in str(one) for one in outcomes):
            refused.append(f"{name}: {outcomes[0]!r}")
    assert not refused, "\n".join(refused)


def outcome_of(call: Call, it: Any, arguments: dict[str, Any]) -> Exception | None:
    """The error that a call raises."""
    try:
        with lexkit.within(LOOKS):
            listed(call.ask(it, arguments))
    except Exception as error:
        return error
    return None


def quick_calls() -> dict[str, Call]:
    return {name: call for name, call in public_calls().items() if name != SLOW}


def changed(
    world: World,
    values: Callable[[Call, str, inspect.Parameter], Iterable[Any]],
    calls: Mapping[str, Call] | None = None,
) -> Iterator[Tried]:
    """Calls with each of these values in the place of one argument, and what they raised."""
    for call in (calls or quick_calls()).values():
        for parameter, one in call.parameters.items():
            for value in values(call, parameter, one):
                it = call.objects(world)[0]
                arguments = next(call.arguments(world)) | {parameter: value}
                yield Tried(f"{call.name}, {parameter}={show_value(value)}", outcome_of(call, it, arguments))


def test_values_that_mean_nothing_give_errors_of_lexkit(world: World) -> None:
    """Found: OverflowError, UnicodeEncodeError and ValueError of Python or numpy, which speak of the inside.

    An answer is right too: what looks wrong here may mean something there.
    """

    def is_right(error: Exception | None) -> bool:
        typed = isinstance(error, LexkitError) and str(error).isprintable()
        return error is None or typed or (isinstance(error, IndexError) and len(str(error)) < 200)

    tried = list(changed(world, lambda call, name, one: wrong_values(one.annotation)))
    assert len(tried) > 1500
    assert not [str(one) for one in tried if not is_right(one.error)]


def test_negative_numbers_and_nan_are_refused(world: World) -> None:
    """Found: search(limit=-1) answered nothing, Moves.top(nan) raised a bare TypeError."""

    def numbers(call: Call, name: str, one: inspect.Parameter) -> list[Any]:
        kinds, names = set(parts(one.annotation)), {name, f"{call.name}.{name}"}
        negative = [-1] if {"int", "float"} & kinds and not names & MAY_BE_NEGATIVE else []
        return negative + ([float("nan")] if "float" in kinds and not names & MAY_BE_NAN else [])

    tried = list(changed(world, numbers, public_calls()))
    assert len(tried) > 100
    assert not [one for one in tried if not isinstance(one.error, LexkitError | IndexError)]
    assert not [one for one in tried if isinstance(one.error, TimeLimitError)]


def test_flags_of_numpy_are_taken(world: World) -> None:
    def same(call: Call, name: str, one: inspect.Parameter) -> list[Any]:
        example = next(call.arguments(world)).get(name, one.default)
        return [example, np.bool_(example)] if isinstance(example, bool) else []

    tried = list(changed(world, same))
    assert len(tried) > 80
    pairs = zip(tried[::2], tried[1::2], strict=True)
    assert not [str(other) for one, other in pairs if one.error is None and other.error is not None]


def test_wrong_types_do_no_harm(world: World) -> None:
    """Python's own TypeError or any other, or an answer: no hang, no end of the interpreter, no file half written."""
    few = itertools.cycle(range(1 if FULL else 6))  # each call of a short run has some of them
    for one in changed(world, lambda call, name, one: WRONG_TYPES[next(few) :: 1 if FULL else 6]):
        assert not isinstance(one.error, SystemError), one
        written = [*world.folder.glob("out*")]
        assert one.error is None or not written, one
        for path in written:
            path.unlink()


# -- numbers of any size and moves that were forged ----------------------------------------------------------------


@each("seed", [1.5, float("nan"), b"x", [], True, "\ud800"])
def test_seeds_that_do_not_give_the_same_tiles_anywhere(seed: Any, world: World) -> None:
    """Found: a seed that was no number drew other tiles each time."""
    for make in (lambda: lexkit.Bag([1, 2], seed), lambda: lexkit.Match(world.lex, seed=seed)):
        with pytest.raises(LexkitError, match="invalid seed"):
            make()


@each("tiles", [[64], [-1], [1 << 70]])
def test_numbers_that_no_tile_has(tiles: Any) -> None:
    """Found: Bag([200]) was made, and drew a tile that no rack could hold."""
    bag = lexkit.Bag(bytes(10))
    asked: list[Callable[[], Any]] = [lambda: lexkit.Bag(tiles), lambda: bag.exchange(tiles)]
    for make in asked:
        with pytest.raises(LexkitError):
            make()
    assert bag.counts[0] == len(bag) == 10


def test_numbers_of_any_size_are_refused_by_name(world: World) -> None:
    """Found: Python refuses to write an int of more than 4,300 digits, and its ValueError took the place of ours."""
    game = lexkit.Game(None, seed=1)
    for huge in (10**5000, -(10**5000)):
        for get in (world.lex.__getitem__, world.words.__getitem__, world.moves.__getitem__):
            with pytest.raises(IndexError, match="an int of 16610 bits"):
                get(huge)
        for tell in (game.view, game.bingos, lexkit.Match(world.lex).game):
            with pytest.raises(LexkitError, match="an int of 16610 bits"):
                tell(huge)


def test_numbers_of_numpy_are_numbers(world: World) -> None:
    three = np.int64(3)
    assert world.lex.search("prefix:A", limit=three) == world.lex.search("prefix:A limit:3")
    assert world.moves.top(three) == world.moves.top(3)
    assert world.lex.words().of_length(three) == world.lex.length(3)
    assert lexkit.Bag.from_rules(world.rules, 1).draw(three) == lexkit.Bag.from_rules(world.rules, 1).draw(3)
    few = lexkit.build(["AB"], options=lexkit.Options(min_length=np.int64(1)))
    assert few.provenance["options"]["min_length"] == 1


def test_numbers_of_more_than_there_are(world: World) -> None:
    assert len(world.lex.search("prefix:A", limit=0)) == len(world.moves.top(0)) == len(lexkit.Bag([1]).draw(0)) == 0
    assert len(world.lex.search("prefix:A", limit=10**30)) == len(world.lex.prefix("A"))
    assert len(world.moves.top(10**30)) == len(world.moves)
    assert lexkit.Bag([1]).draw(10**30) == b"\1"
    assert world.lex.words().of_length(0, 10**30) == world.lex.words()
