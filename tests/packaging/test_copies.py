"""Public objects that can be copied or pickled are equal afterwards and answer the same; the rest refuse at once.

The objects and their calls come from tests/public_calls.py.
"""

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit.errors import IllegalMoveError, LexkitError
from lexkit.runtime.automaton import index
from tests.public_calls import OBJECTS, World, content, public_calls, public_classes
from tests.running import each

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {number}": lambda thing, number=number: pickle.loads(pickle.dumps(thing, number)) for number in (2, 5)},
}
#: Those that cannot be copied, and what they say.
REFUSED = {"Simulation": "results"}
#: Calls of an object whose answer is not its own: places in memory, and iterators that take long.
NOT_COMPARED = {
    "__eq__",
    "__hash__",
    "close",
    "buffer",
    "tally",
    "find",
    "found_by",
    "given",
    "lexicon",
    "now",
    "time_left",
    "read",
    # Millions of answers.
    "Phrases.__iter__",
    "Phrases.__len__",
    "Phrases.count",
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(content("ordinary"), folder=tmp_path)


def plain(answer: Any) -> Any:
    """An answer in a form that can be compared."""
    if isinstance(answer, Iterator):
        answer = list(islice(answer, 3))
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    if hasattr(answer, "to_dicts"):  # a table
        return answer.to_dicts()
    if type(answer) in (tuple, list):
        return [plain(one) for one in answer]
    return repr(answer) if type(answer).__eq__ is object.__eq__ else answer


def shown(answer: Any) -> str:
    return re.sub(" at 0x[0-9a-f]+", "", repr(answer))


def answers(name: str, it: Any, world: World) -> Iterator[tuple[str, Any]]:
    """Yield the answer of each call of an object, in turn, also of those that change it."""
    for call in public_calls().values():
        if call.of == name and NOT_COMPARED.isdisjoint({call.name, call.name.rpartition(".")[2]}):
            try:
                with lexkit.within(60):
                    yield call.name, plain(call.ask(it, next(call.arguments(world))))
            except (LexkitError, IndexError) as error:
                yield call.name, str(error)


def test_every_public_class_has_objects() -> None:
    assert {name for name in public_classes() if not name.startswith("engine.")} <= {*OBJECTS}


@each("way", WAYS)
@each("name", OBJECTS)
def test_copies_are_equal_and_do_the_same(name: str, way: str, world: World) -> None:
    """Found: a game copied or sent to a process lost its lexicon and accepted FLAGO; boards and views too."""
    for thing in OBJECTS[name](world):
        if name in REFUSED:
            with pytest.raises(TypeError, match=REFUSED[name]):
                WAYS[way](thing)
            continue
        again = WAYS[way](thing)
        assert type(again) is type(thing) or name == "Board"
        assert type(thing).__eq__ is object.__eq__ or again == thing
        assert again != object()
        if name in ("Lexicon", "Column", "Match", "WinChances", "Player"):
            assert hash(again) == hash(thing)
        for (call, one), (_, other) in zip(answers(name, thing, world), answers(name, again, world), strict=True):
            assert shown(one) == shown(other) or one == other, call


@each("name", [name for name in OBJECTS if name in (*lexkit.__all__, "Report")])
def test_a_line_says_what_each_is(name: str, world: World) -> None:
    """Found: a report was shown as all of its turns, inferred tiles as thousands of leaves."""
    for thing in OBJECTS[name](world):
        line = repr(thing)
        assert len(line) <= 300, line
        assert " at 0x" not in line
        assert "\n" not in line


def test_a_simulation_that_has_not_begun_shows_no_results(world: World) -> None:
    """Found: it was shown as 0 iterations, with a best candidate that nothing had weighed."""
    (made,) = OBJECTS["Simulation"](world)
    assert repr(made) == "<Simulation of 2 candidates, not begun: iterate over it, or ask for its best>"
    best = made.best
    assert repr(made) == f"<Simulation: 32 iterations of 2 candidates, best {best}>"


@each("way", WAYS)
def test_tallies_and_leave_values_are_copied(way: str, world: World) -> None:
    tally = lexkit.Match(world.lex, rules=world.rules, seed=3).tally(2, threads=1)
    again = WAYS[way](tally)
    assert (again, again.to_json()) == (tally, tally.to_json())
    leaves = WAYS[way](world.trained)
    assert (leaves, leaves.of("AB"), hash(leaves)) == (world.trained, world.trained.of("AB"), hash(world.trained))
    snapshot = world.played.snapshot()
    assert WAYS[way](snapshot) == snapshot


@each("way", WAYS)
def test_a_copied_game_is_judged_as_before(way: str, world: World) -> None:
    """Found: FLAGO was accepted by the copy under rules that refuse it, and undone turns were gone."""
    game = lexkit.Game(world.lex, dealt=False)
    game.play("8H ABBA")
    game.undo()
    other = WAYS[way](game)
    with pytest.raises(IllegalMoveError, match="not in the lexicon"):
        other.play("8H FLAGO")
    assert other.redo().text == "8H ABBA"
    assert other != game
    game.redo()
    assert other == game


def test_long_games_are_copied_too(world: World) -> None:
    rules = lexkit.Rules(zero_turns=0, pass_turns=5000)
    game = lexkit.Game(world.lex, rules=rules, seed=1)
    for _ in range(3000):
        game.pass_turn()
    for _ in range(1000):
        game.undo()
    for way in WAYS.values():
        other = way(game)
        other.redo()
        assert (other.turn_number, len(other.turns)) == (2001, 2001)


def test_a_game_whose_lexicon_cannot_be_pickled_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "MOST_PICKLED", 100)
    game = lexkit.Game(lexkit.build(["CARE", "SCARE"]), seed=1)
    for thing in (game, game.view(0), game.board, game.copy()):
        assert copy.deepcopy(thing) == thing
        with pytest.raises(LexkitError, match=r"write lexicon\.to_bytes"):
            pickle.dumps(thing)
