"""Changes modules in every small way, and sees whether their tests notice.

A trial is one module. Each mutant is tried in a process of its own, which loads the changed source in place of the
module; nothing is written to the checkout. A changed kernel runs interpreted. Needs a system with fork.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import CodeType, ModuleType

from ..run import Trial, Tried
from .changes import Change, changes
from .clock import Clock

ROOT = Path(__file__).parents[3]
#: A changed kernel is interpreted; lexkit itself must not be loaded here, but by each child with its change.
BUILD = "interpreted"
ATTACKS = "tests/attacks/test_"
WAYS = "tests/formats/test_proof_vectorised.py::test_"
CHANGED = ("cut_and_every_border", "damaged_word")
#: Without three that ask for seconds what others ask too.
PROOF = (
    f"{WAYS}what_the_compiler_makes_passes",
    f"{WAYS}any_array",
    f"{WAYS}what_stands_near_a_node",
    f"{WAYS}every_part_ends_where_a_node_does",
    f"{WAYS}the_most_words_that_a_count_holds",
    f"{WAYS}counts_that_take_more_than_a_word",
    f"{WAYS}as_many_arcs_as_there_are_letters",
    f"{WAYS}the_kernel_names_the_first_fault",
    f"{WAYS}the_node_with_more_words_than_its_count_holds_is_named",
    f"{WAYS}every_height",
    f"{WAYS}sums_that_overflow_are_refused",
    *(f"{WAYS}every_{what}[{name}]" for name in ("small", "wide sets") for what in CHANGED),
    f"{ATTACKS}nodes.py",
    *(f"{WAYS}every_{what}[{name}]" for name in ("four bytes", "many words") for what in CHANGED),
    f"--deselect={ATTACKS}nodes.py::test_bounds_of_the_parts",
    f"--deselect={ATTACKS}nodes.py::test_every_arc_of_a_graph_somewhere_else",
    f"--deselect={ATTACKS}nodes.py::test_every_arc_to_every_lower_word",
)
ALPHAGRAMS = (
    f"{ATTACKS}alphagrams.py",
    "tests/query/test_alphagrams.py",
    "--deselect=tests/query/test_alphagrams.py::test_the_bundled_list",
)
COLUMNS = (f"{ATTACKS}columns.py", "tests/formats/test_columns.py", "tests/runtime/test_column.py")
#: Module -> what pytest is asked for: the tests that should notice, those that notice soonest first.
TESTS = {
    "formats/proof": PROOF,
    "formats/proof_vectorised": PROOF,
    "formats/graph": (f"{ATTACKS}nodes.py", "tests/formats/test_spec.py"),
    "formats/container": (f"{ATTACKS}shell.py", "tests/formats/test_container.py", "tests/formats/test_spec.py"),
    "formats/columns": COLUMNS,
    "formats/text_column": COLUMNS,
    "formats/editions": (f"{ATTACKS}editions.py", "tests/compiler/test_merge.py"),
    "formats/alphagrams": ALPHAGRAMS,
    "formats/alphagram_proof": ALPHAGRAMS,
    "formats/expanded": (f"{ATTACKS}expanded.py", "tests/compiler/test_expanded.py"),
    "formats/json_object": (f"{ATTACKS}shell.py", f"{ATTACKS}alphabets.py", "tests/formats/test_json_object.py"),
    "compiler/check": ("tests/compiler/test_build.py", "tests/compiler/test_verify.py"),
    "runtime/game/scoring": ("tests/game/test_scoring.py", "tests/game/test_judge.py"),
}
#: Seconds of the processor for all tests of a module, beside what each test may take.
LONGEST = 240


class Mutated(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """Finds one module as this changed source, whatever is compiled."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        importlib.machinery.SourceFileLoader.__init__(self, name, str(path))
        self.code = code

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> object:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def get_code(self, name: str) -> CodeType:
        return self.code


def begin(module: str, number: int, clock: Clock, told: int = -1) -> int:
    """Run the module's tests with this change (-1: none) made to it, in a process of its own; its number.

    What each test took of the processor is written to the file ``told``, where there is one.
    """
    path = ROOT / f"{module}.py"
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    if number >= 0:
        list(changes(source, tree))[number].make()
    code = compile(ast.fix_missing_locations(tree), str(path), "exec")
    child = os.fork()
    if child == 0:
        _try("lexkit." + module.replace("/", "."), path, code, TESTS[module], clock, told)
    return child


def unchanged(module: str) -> Clock:
    """Run the module's tests on the module as it is: what each test may take."""
    source, told = os.pipe()
    child = begin(module, -1, Clock(), told)
    os.close(told)
    with open(source, encoding="utf-8") as pipe:
        taken = pipe.read()
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(f"{module}: its tests fail as it is")
    return Clock(json.loads(taken))


def survivors(module: str, numbers: list[int], jobs: int) -> Iterator[int]:
    """Those of these changes with which the module's tests pass, as they are found; so many are tried at once."""
    clock = unchanged(module)
    left = numbers[::-1]
    running: dict[int, int] = {}
    while left or running:
        while left and len(running) < jobs:
            number = left.pop()
            running[begin(module, number, clock)] = number
        child, status = os.wait()
        number = running.pop(child)
        if status == 0:
            yield number


def _try(name: str, path: Path, code: CodeType, tests: tuple[str, ...], clock: Clock, told: int) -> None:
    """Run the tests with this module, and end with their exit code. What a mutant takes is bounded."""
    import resource

    import pytest

    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        sys.meta_path.insert(0, Mutated(name, path, code))
        from lexkit.formats import backend

        asked = backend.is_compiled
        # The kernel's way is taken although the kernel is source now; or numpy's way, where that is what was changed.
        backend.is_compiled = lambda module: (
            module.__name__ == name or (asked(module) and not name.startswith(f"{module.__name__}_"))
        )
        status = int(pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", *tests], plugins=[clock]))
        if told >= 0:
            os.write(told, json.dumps(clock.taken).encode())
    except BaseException:
        status = 1
    finally:
        os._exit(status)


def known() -> list[dict[str, str]]:
    """The survivors that are no matter, each with why."""
    return tomllib.loads((Path(__file__).parent / "survivors.toml").read_text("utf-8")).get("survivor", [])


def is_known(module: str, change: Change) -> bool:
    """Whether this survivor is listed: by module, line (where there are several by the one before too), and change."""
    return any(
        (one["module"], one["line"], one.get("after", change.before)) == (module, change.line, change.before)
        and change.what in one["changes"]
        for one in known()
    )


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants tried at once")


def trials(asked: argparse.Namespace) -> Iterator[Trial]:
    """One for each module."""
    os.environ.setdefault("HYPOTHESIS_PROFILE", "interpreted")
    os.chdir(ROOT)
    # Each source is compiled once for all mutants, outside of the checkout; what is changed is not kept.
    sys.pycache_prefix, sys.dont_write_bytecode = str(asked.scratch / "bytecode"), False
    # What every child needs, loaded once; nothing of lexkit, which each child loads with its own change.
    for name in ("hypothesis", "numpy", "pytest", "typer", "zstandard"):
        importlib.import_module(name)
    for module in TESTS:
        yield Trial(module, "mutants noticed by the tests of the module", partial(run, module, asked.jobs))


def run(module: str, jobs: int) -> Tried:
    """Try all changes of a module; one that nothing notices and that is not listed is a finding."""
    source = (ROOT / f"{module}.py").read_text("utf-8")
    made = list(changes(source, ast.parse(source)))
    found, alive = [], 0
    for number in survivors(module, list(range(len(made))), jobs):
        change = made[number]
        alive += 1
        if not is_known(module, change):
            found.append(f"line {change.number}, {change.function}: {change.what}: {change.line}")
    return Tried(len(made), found, {"noticed": len(made) - alive, "listed": alive - len(found)})
