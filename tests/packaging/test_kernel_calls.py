"""No call of a kernel ends the interpreter: neither of an object that is not complete, nor with wrong arguments.

All kernels are found by their files. Each is tried in a process of its own, which says how far it got.
"""

import ast
import importlib
import inspect
import itertools
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit.runtime.game.kernels import kernels_for
from tests import forked
from tests.running import FULL, SANITIZED, each

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

ROOT = Path(__file__).parent.parent.parent
#: What a caller who makes mistakes passes, whatever is asked for.
WRONG: tuple[Any, ...] = (
    *(None, 0, 1, -1, 3, 1 << 31, 1 << 70, True, 1.5, "AX", b"", bytes(3), bytes(range(64)), bytes([255] * 70), [], ()),
    *(np.zeros(size, kind).data for kind in "BIiQqd" for size in (0, 1, 64)),
    *(np.full(3, -1, kind).data for kind in "iq"),
    *(np.full((2, 3), 1 << 40, kind).data for kind in "Qq"),
    ["AX", "B" * 70, ""],
    [None],
)
TRIES = 300 if FULL else 50
#: Address space of a process that is attacked, in bytes.
MEMORY = 2 << 30
#: Python itself ends no interpreter.
only_compiled = pytest.mark.skipif(lexkit.backend() == "interpreted", reason="kernels are not compiled")


def find_kernels(*halves: str) -> list[str]:
    """All kernels of these folders, such as ``runtime.automaton.kernels.ranks``."""
    return sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for half in halves
        for path in (ROOT / half).rglob("kernels/*.py")
        if path.read_text("utf-8").startswith('"""Kernel:')
    )


KERNELS = find_kernels("compiler", "formats", "players", "runtime")
#: The same, and the game's once more, as they are for racks of more than 8 tiles.
BOTH_WIDTHS = [*KERNELS, *(f"{kernel} wide" for kernel in KERNELS if ".game." in kernel)]
TRIED = [one for one in BOTH_WIDTHS if FULL or not one.endswith(" wide")]


def rack_size_for(kernel: str) -> int:
    """The size of racks for which a kernel is used."""
    return 9 if kernel.endswith(" wide") else 7


def home(kernel: str) -> ModuleType:
    """The module that is used, which for the game is the narrow one unless its name says wide."""
    name = kernel.partition(" ")[0]
    if name.startswith("runtime.game") and lexkit.backend() == "compiled":
        package = kernels_for(1, rack_size_for(kernel)).GaddagGenerator.__module__.rpartition(".")[0]
        return importlib.import_module(f"{package}.{name.rpartition('.')[2]}")
    return importlib.import_module(f"lexkit.{name}")


def things_of(kernel: str) -> dict[str, Any]:
    """The functions and classes that Python sees of a kernel, whose module may have others too."""
    source = (ROOT / kernel.partition(" ")[0].replace(".", "/")).with_suffix(".py").read_text("utf-8")
    named = [one.name for one in ast.parse(source).body if isinstance(one, ast.ClassDef | ast.FunctionDef)]
    module = home(kernel)
    return {name: getattr(module, name) for name in named if hasattr(module, name)}


def say(*what: object) -> None:
    """How far it got: the last line is what ended the process."""
    sys.stdout.write(" ".join(map(str, what)) + "\n")
    sys.stdout.flush()


def classes_of(kernel: str) -> list[type]:
    classes = filter(inspect.isclass, things_of(kernel).values())
    return [kind for kind in classes if not issubclass(kind, Exception)]


def made(kind: type, nodes: Any, chance: random.Random) -> Iterator[Any]:
    """Objects of a class: not initialized, and made of whatever it accepts."""
    for arguments in [(), (nodes,)]:
        try:
            yield kind.__new__(kind, *arguments)
        except (TypeError, ValueError):
            continue
    for _ in range(TRIES):
        arguments = tuple(chance.choice((nodes, *WRONG)) for _ in range(chance.randrange(1, 9)))
        try:
            yield kind(nodes, *arguments[1:]) if chance.random() < 0.8 else kind(*arguments)
        except Exception:  # whatever it is: it was refused
            continue


def call_all(thing: Any, nodes: Any, chance: random.Random) -> None:
    """Call all methods of an object, and read all attributes, some of them many times."""
    for name in dir(thing):
        for _ in range(6):
            arguments = tuple(chance.choice((nodes, *WRONG)) for _ in range(chance.randrange(6)))
            try:
                value = getattr(thing, name)
                if callable(value):
                    say(type(thing).__name__, name, arguments)
                    value(*arguments)
            except Exception:
                continue


def assert_survived(attack: str, kernel: str) -> None:
    """Attack a kernel in a process of its own, with what this imports. What it makes is freed as it goes.

    In a full run it ends as a program does: Python frees all that is left, which takes as long as the attack.
    """
    tried = forked.run(f"{attack}; attack({kernel!r}, 1)", cwd=ROOT, environment={}, frees=FULL)
    assert (tried.returncode, tried.stdout.splitlines()[-1:]) == (0, [b"done"]), tried.stderr[-2000:].decode()


def limit_memory() -> None:
    """Refuse gigabytes, which a call asks for that is given a large number: a large machine would be minutes at it.

    A sanitized build has a limit of its own.
    """
    if resource is not None and not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def attack(kernel: str, seed: int) -> None:
    """Call everything in a kernel with wrong arguments."""
    limit_memory()
    chance = random.Random(seed)
    nodes = lexkit.open().core.nodes
    for kind in classes_of(kernel):
        for thing in itertools.islice(made(kind, nodes, chance), 40):
            call_all(thing, nodes, chance)
    for name, function in things_of(kernel).items():
        if inspect.isroutine(function):
            for _ in range(TRIES):
                arguments = tuple(chance.choice((nodes, *WRONG)) for _ in range(chance.randrange(10)))
                say(name, arguments)
                try:
                    function(*arguments)
                except Exception:
                    continue
    say("done")


@only_compiled
@each("kernel", TRIED)
def test_wrong_calls_end_no_interpreter(kernel: str) -> None:
    assert_survived("from tests.packaging.test_kernel_calls import attack", kernel)


@only_compiled
@each("kernel", [one for one in KERNELS if ".game." not in one])
def test_no_object_of_a_kernel_is_made_incomplete_or_made_again(kernel: str) -> None:
    """Found: nodes and alphagrams that ``__new__`` alone had made ended the interpreter when they were asked.

    The game's are made otherwise, and say that they are not complete: tests/game/kernels/test_wrong_calls.py.
    """
    for kind in classes_of(kernel):
        assert kind.__init__ is object.__init__  # type: ignore[misc]
        try:
            kind.__new__(kind)
        except TypeError:
            continue
        kind()  # it needs nothing


def test_an_object_of_a_kernel_is_complete_or_says_so() -> None:
    """Also what a class in Python makes of it."""
    lexicon = lexkit.open()
    for kind in (lexkit.Lexicon, type(lexicon.core), lexkit.Words, lexkit.Listing, lexkit.Moves, lexkit.Column):
        unmade = kind.__new__(kind)
        for ask in (repr, len, list, hash, str, lambda thing: "AX" in thing, lambda thing: thing[0]):
            try:
                assert isinstance(ask(unmade), str | int)
            except (AttributeError, TypeError, lexkit.errors.LexkitError):
                continue
