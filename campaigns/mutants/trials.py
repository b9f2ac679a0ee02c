"""Changes modules in every small way, and sees whether their tests notice.

A trial is one module of modules.toml. Each mutant is tried in a process of its own, which loads the changed source in
place of the module; nothing is written to the checkout. A changed kernel runs interpreted. Needs a system with fork.

A mutant that survives is a finding unless survivors.toml lists it. An entry there is a finding too if no change has its
name any more, or if the tests notice the change. The list is kept beside the code rather than in it, because product
code should not carry remarks about its tests; its names outlast rewording, formatting, and files that move.
"""

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, ModuleType

from campaigns.mutants.changes import Change, Name, changes
from campaigns.mutants.clock import Clock
from campaigns.run import ROOT, Trial, Tried

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


class Module:
    """A module to be changed, and the tests that should notice."""

    def __init__(self, name: str, tests: Sequence[str]) -> None:
        """``name`` is FOLDER/STEM; LookupError unless there is one such file below the folder."""
        folder, _, self.stem = name.rpartition("/")
        found = sorted((ROOT / folder).rglob(f"{self.stem}.py"))
        if len(found) != 1:
            places = [path.relative_to(ROOT).as_posix() for path in found]
            raise LookupError(f"modules.toml, {name}: expected one {self.stem}.py below {folder}, found {places}")
        self.path = found[0]
        self.tests = tests
        self.dotted = ".".join(["lexkit", *self.path.relative_to(ROOT).with_suffix("").parts])

    def parsed(self) -> ast.Module:
        return ast.parse(self.path.read_text("utf-8"))

    def changes(self) -> list[Change]:
        return list(changes(self.stem, self.parsed()))

    def begin(self, number: int, clock: Clock, told: int = -1) -> int:
        """Run the tests with this change (-1: none) in a process of its own; its number.

        The seconds of the processor that each test took are written to the descriptor ``told``, if one is given.
        """
        tree = self.parsed()
        if number >= 0:
            list(changes(self.stem, tree))[number].make()
        code = compile(ast.fix_missing_locations(tree), str(self.path), "exec")
        child = os.fork()
        if child == 0:
            _run_tests(self, code, clock, told)
        return child

    def unchanged(self) -> Clock:
        """Run the tests on the module as it is: the time that each may take."""
        source, told = os.pipe()
        child = self.begin(-1, Clock(), told)
        os.close(told)
        with open(source, encoding="utf-8") as pipe:
            taken = pipe.read()
        if os.waitpid(child, 0)[1] != 0:
            raise LookupError(f"{self.path.relative_to(ROOT)}: its tests in modules.toml fail, or are not there")
        return Clock(json.loads(taken))

    def survivors(self, numbers: Sequence[int], jobs: int) -> Iterator[int]:
        """Those of these changes that the tests do not notice, as they are found; ``jobs`` are tried at once."""
        clock = self.unchanged()
        left = list(numbers)[::-1]
        running: dict[int, int] = {}
        while left or running:
            while left and len(running) < jobs:
                number = left.pop()
                running[self.begin(number, clock)] = number
            child, status = os.wait()
            number = running.pop(child)
            if status == 0:
                yield number


def _run_tests(module: Module, code: CodeType, clock: Clock, told: int) -> None:
    """Run the tests with this code as the module, within limits, and end the process with their exit code."""
    import resource

    import pytest

    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        package, _, name = module.dotted.rpartition(".")
        sys.meta_path.insert(0, Mutated(module.dotted, module.path, code))
        # A compiled kernel stands in the place of its source: not of this one.
        if package.endswith(".kernels"):
            vars(import_module(package)).pop(name, None)
            sys.modules.pop(module.dotted, None)
        from lexkit.formats import compiled_kernels

        asked = compiled_kernels.is_compiled

        def is_compiled(other: ModuleType) -> bool:
            # The kernel's way is taken although the kernel is source now.
            return other.__name__ == module.dotted or asked(other)

        compiled_kernels.is_compiled = is_compiled
        arguments = ["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", *module.tests]
        status = int(pytest.main(arguments, plugins=[clock]))
        if told >= 0:
            os.write(told, json.dumps(clock.taken).encode())
    except BaseException:
        status = 1
    finally:
        os._exit(status)


def tests_of_modules() -> dict[str, list[str]]:
    """FOLDER/STEM -> tests."""
    groups = tomllib.loads((Path(__file__).parent / "modules.toml").read_text("utf-8"))["group"]
    return {module: group["tests"] for group in groups for module in group["modules"]}


def listed() -> set[Name]:
    """The survivors that make no difference."""
    rows = tomllib.loads((Path(__file__).parent / "survivors.toml").read_text("utf-8"))["survivor"]
    return {Name(row["in"], mutant) for row in rows for mutant in row["mutants"]}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants tried at once")
    parser.add_argument("--listed", action="store_true", help="only the mutants that survivors.toml lists")


def trials(asked: argparse.Namespace) -> Iterator[Trial]:
    """One for each module."""
    os.environ.setdefault("HYPOTHESIS_PROFILE", "interpreted")
    os.environ["LEXKIT_TESTS"] = "full"
    os.chdir(ROOT)
    # Each source is compiled once for all mutants, outside the checkout; what is changed is not kept.
    sys.pycache_prefix, sys.dont_write_bytecode = str(asked.scratch / "bytecode"), False
    # What every child needs, loaded once; nothing of lexkit, which each child loads with its own change.
    for name in ("hypothesis", "numpy", "pytest", "typer", "zstandard"):
        importlib.import_module(name)
    for name, tests in tests_of_modules().items():
        yield Trial(name, "mutants, noticed by the tests of the module", partial(run, name, tests, asked))


def run(name: str, tests: Sequence[str], asked: argparse.Namespace) -> Tried:
    """Try all changes of a module."""
    try:
        module = Module(name, tests)
        made = module.changes()
        known = {entry for entry in listed() if entry.where.split(".")[0] == module.stem}
        numbers = [number for number, change in enumerate(made) if change.name in known or not asked.listed]
        alive = [made[number] for number in module.survivors(numbers, asked.jobs)]
    except LookupError as error:
        return Tried(0, [str(error)])
    lines = module.path.read_text("utf-8").splitlines()
    found = [
        f"not noticed: {change.name.where}: {change.name.which} (line {change.line}: {lines[change.line - 1].strip()})"
        for change in alive
        if change.name not in known
    ]
    names = {change.name for change in made}
    for entry in sorted(known - {change.name for change in alive}):
        what = "noticed" if entry in names else "no such change"
        found.append(f"survivors.toml, {entry.where}: {entry.which}: {what}")
    survived = sum(change.name in known for change in alive)
    return Tried(len(numbers), found, {"noticed": len(numbers) - len(alive), "listed": survived})
