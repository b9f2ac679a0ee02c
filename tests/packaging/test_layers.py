"""The layers: who may import whom. Imports for types and imports inside functions count like all others.

A *room* is a folder, or a file that is named here; kernels are a room below all, wherever their folder is. One thing
may point up: a method whose whole body is ``from .x import f`` and ``return f(self, ...)``, and types that it names.
"""

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.running import run_python

ROOT = Path(__file__).parent.parent.parent
HALVES = ("base", "formats", "lexicons", "compiler", "runtime", "players", "apps")

#: Room -> the rooms it may import besides itself and those that they may import. Kernels may be imported by all.
ABOVE = {
    "base": (),
    "formats": ("base",),
    "lexicons": ("formats",),
    "compiler/lists": ("lexicons",),
    "compiler/construct": ("compiler/lists",),
    "compiler": ("compiler/construct",),
    "runtime/automaton": ("lexicons",),
    "runtime/workers": ("runtime/automaton",),
    "runtime/words": ("runtime/automaton",),
    "runtime/query/language": ("lexicons",),
    "runtime/query/search": ("runtime/query/language", "runtime/words"),
    "runtime/query/conditions": ("runtime/query/search",),
    "runtime/query": ("runtime/query/conditions",),
    "runtime/game": ("runtime/words", "runtime/workers"),
    "runtime/pictures": ("runtime/game",),
    "runtime/lexicon": ("runtime/query", "runtime/game"),
    "runtime": ("runtime/lexicon", "runtime/pictures"),
    "players": ("runtime",),
    "lexkit": ("players", "compiler"),
    "apps/shell": ("lexkit",),
    "apps": ("apps/shell",),
}
KERNELS = "kernels"
#: Library -> the rooms that may import it.
ONLY_IN = {
    "typer": {"apps/shell", "apps"},
    "rich": {"apps/shell", "apps"},
    "zstandard": {"formats", "lexicons"},
}


@dataclass(frozen=True)
class Import:
    """One module that a file imports, and where."""

    name: str
    line: int
    #: Whether the one exception allows it to point up.
    excepted: bool
    at_top: bool


def sources() -> list[Path]:
    found = [path for half in HALVES for path in (ROOT / half).rglob("*.py")]
    return sorted([*found, *(ROOT / "src/lexkit").rglob("*.py")])


def module_name(path: Path) -> str:
    """``lexkit.runtime.words.words`` for ``runtime/words/words.py``."""
    inside = path.relative_to(ROOT / "src" if path.is_relative_to(ROOT / "src") else ROOT).with_suffix("")
    parts = inside.parts if inside.parts[0] == "lexkit" else ("lexkit", *inside.parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sources()}


def room(module: str) -> str:
    """The room of a module: the longest entry of ABOVE that it is in."""
    parts = module.split(".")
    if KERNELS in parts:
        return KERNELS
    inside = "/".join(parts[1:] if parts[1:] and parts[1] in HALVES else parts)
    fitting = [name for name in ABOVE if inside == name.removesuffix(".py") or inside.startswith(f"{name}/")]
    return max([*fitting, *(name for name in ABOVE if inside == name)], key=len, default="lexkit")


def reachable(name: str) -> set[str]:
    """The rooms that a room may import."""
    if name == KERNELS:
        return {KERNELS}
    return {name, KERNELS}.union(*(reachable(below) for below in ABOVE[name]))


def targets(node: ast.stmt, path: Path) -> Iterator[str]:
    """The modules that one statement imports, by their whole names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = module_name(path).split(".")
        if path.name != "__init__.py":
            package.pop()
        base = [*package[: len(package) - node.level + 1]] if node.level else []
        whole = ".".join([*base, *((node.module or "").split(".") if node.module else [])])
        whole = whole.removeprefix("cython.cimports.")
        for alias in node.names:
            yield f"{whole}.{alias.name}" if f"{whole}.{alias.name}" in MODULES else whole


def points_up(node: ast.AST) -> bool:
    """Whether a function is ``from .x import f; return f(self, ...)`` and nothing else."""
    if not isinstance(node, ast.FunctionDef):
        return False
    body = [part for part in node.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))]
    match body:
        case [
            ast.ImportFrom(names=[ast.alias(name=imported)]),
            ast.Return(value=ast.Call(func=ast.Name(id=called)) as call),
        ]:
            first = call.args[0] if call.args else None
            return called == imported and isinstance(first, ast.Name) and first.id in ("self", "cls")
    return False


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(path: Path) -> list[Import]:
    """Every import of a file."""
    tree = parsed(path)
    nodes = list(ast.walk(tree))
    exceptions = [node for node in nodes if points_up(node)]
    inside = {id(part) for function in exceptions for part in ast.walk(function)}
    signatures = [part for function in exceptions for part in (function.args, function.returns) if part]
    given = {id(part) for signature in signatures for part in ast.walk(signature)}
    # Names that stand nowhere but in the signatures of such methods.
    used = [node for node in nodes if isinstance(node, ast.Name)]
    elsewhere = {node.id for node in used if id(node) not in given}
    only_given = {node.id for node in used} - elsewhere
    typing = [node for node in tree.body if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    for_types = {id(part) for block in typing for part in ast.walk(block)}
    found = []
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.asname or alias.name for alias in node.names}
            excepted = id(node) in inside or (id(node) in for_types and names <= only_given)
            found += [Import(name, node.lineno, excepted, node in tree.body) for name in targets(node, path)]
    return found


def wrong_imports(path: Path) -> Iterator[str]:
    """What is wrong with the imports of a file, and where."""
    home = room(module_name(path))
    allowed = reachable(home)
    for one in imports(path):
        parts = one.name.split(".")
        place = f"{path.relative_to(ROOT)}:{one.line}"
        if parts[0] in HALVES:
            yield f"{place}: {one.name} is not importable once installed"
        if parts[0] == "lexkit" and not one.excepted and room(one.name) not in allowed:
            yield f"{place}: {home} imports {one.name}"
        if parts[0] in ONLY_IN and not path.name.startswith("make_"):
            if home not in ONLY_IN[parts[0]]:
                yield f"{place}: {home} imports {parts[0]}"
            if parts[0] != "typer" and one.at_top:
                yield f"{place}: {parts[0]} is imported before it is needed"


# The tests of this file look at every file in one go: a test for each takes longer than to look.
def test_imports_point_down() -> None:
    assert [wrong for path in sources() for wrong in wrong_imports(path)] == []


#: What an app may import of lexkit, besides other files of apps. ``base`` has checks of values.
PUBLIC_MODULES = ("engine", "errors", "measures", "pictures", "base")
#: The registries of players and of the statistics of reports, for pages and help texts.
REGISTRIES = (["players", "registry"], ["players", "reports", "statistics"])


def public_import(name: str) -> bool:
    """Whether an import of an app names only what is public."""
    import lexkit

    parts = name.split(".")[1:]
    public = parts[:1] in ([name] for name in PUBLIC_MODULES) or any(parts[: len(each)] == each for each in REGISTRIES)
    return not parts or public or (len(parts) == 1 and parts[0] in lexkit.__all__)


def private_imports(path: Path) -> Iterator[str]:
    """What a file of an app imports of lexkit that is not public, and where."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in targets(node, path):
                if name.startswith("lexkit") and not name.startswith("lexkit.apps"):
                    chosen = isinstance(node, ast.ImportFrom) and name == "lexkit"
                    names = [f"lexkit.{alias.name}" for alias in node.names] if chosen else []
                    for one in [name, *names]:
                        if not public_import(one):
                            yield f"{path.relative_to(ROOT)}:{node.lineno}: {one} is not public"


def test_apps_import_public_names_only() -> None:
    apps = [
        path
        for path in sources()
        if path.is_relative_to(ROOT / "apps") and not path.is_relative_to(ROOT / "apps/shell")
    ]
    assert [wrong for path in apps for wrong in private_imports(path)] == []


def test_no_import_circle() -> None:
    graph = {
        name: {one.name for one in imports(path) if one.name in MODULES and one.name != name and not one.excepted}
        for name, path in MODULES.items()
        if path.name != "__init__.py"
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.sweep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each import has a process of its own, cheaply")
def test_every_module_is_imported_alone() -> None:
    code = """
import importlib, os, sys, lexkit
import numpy, typer, rich  # not of the house: imported once, not by each child
for name in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        importlib.import_module(name)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        sys.exit(f"{name} cannot be imported by itself")
"""
    run_python(code, *MODULES)


def test_the_test_sees_what_it_should() -> None:
    """Each rule is broken once, in a file that there is not."""
    assert room("lexkit.runtime.words.kernels.sum_along_words") == KERNELS
    assert room("lexkit.runtime.lexicon.lexicon") == "runtime/lexicon"
    assert room("lexkit.runtime.words.words") == "runtime/words"
    assert room("lexkit.base.errors") == "base"
    assert room("lexkit.errors") == "lexkit"
    assert room("lexkit.catalogue") == "lexkit"
    assert "runtime/query" not in reachable("runtime/game")
    assert "runtime/game" not in reachable("runtime/query")
    assert "runtime" not in reachable("compiler")
    assert "compiler" not in reachable("runtime")
    method = "def f(self):\n    from .x import g\n    return g({})\n"
    good, bad = ast.parse(method.format("self, 1") + method.format("1")).body
    assert points_up(good)
    assert not points_up(bad)
