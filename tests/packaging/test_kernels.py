"""What a kernel says twice, once for Cython and once for Python, is the same."""

import ast
import re
from pathlib import Path
from types import SimpleNamespace

from lexkit.formats.kernels import uncompiled
from tests.running import each

ROOT = Path(__file__).parent.parent.parent
HALVES = ("compiler", "formats", "players", "runtime")
TYPED = sorted(path for half in HALVES for path in (ROOT / half).rglob("kernels/*.pxd"))


def constants(source: str) -> dict[str, int]:
    """The whole numbers in capitals that a module names, also in a branch for interpreted kernels."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple):
            target = node.targets[0]
            names = [ast.unparse(name) for name in (target.elts if isinstance(target, ast.Tuple) else [target])]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for name, value in zip(names, values, strict=False):
                if name.isupper():
                    found[name] = eval(ast.unparse(value), {"cython": SimpleNamespace(compiled=True)}, dict(found))
    return found


@each("path", TYPED)
def test_constants_are_the_same_compiled_and_interpreted(path: Path) -> None:
    lines = re.findall(r"^cdef enum:\n((?:(?:    .*)?\n)+)", path.read_text("utf-8"), re.MULTILINE)
    compiled = constants("\n".join(line.strip() for block in lines for line in block.splitlines()))
    interpreted = constants(path.with_suffix(".py").read_text("utf-8"))
    # Interpreted, a step takes longer, and the clock is looked at after fewer of them.
    interpreted |= {name: compiled[name] for name in ("LOOK",) if name in compiled}
    assert compiled == {name: interpreted.get(name) for name in compiled}


def test_some_constants_are_compared() -> None:
    assert sum("cdef enum:" in path.read_text("utf-8") for path in TYPED) >= 2
    assert constants("A, B = 1, 1 << 4\nif x:\n    C = B + 1\n") == {"A": 1, "B": 16, "C": 17}


def test_what_kernels_ask_of_cython_is_there_without_it() -> None:
    """Found: a cast to a type that only Cython itself knows; kernels failed where Cython is not installed."""
    asked = set()
    for path in [path for half in HALVES for path in (ROOT / half).rglob("kernels/*.py")]:
        asked |= {
            node.attr
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "cython"
        }
    # Taken in compiled kernels only, behind a look at whether they are.
    assert {"compiled", "nogil", "cast"} < asked
    assert {name for name in asked if not hasattr(uncompiled, name)} <= {"address"}
