"""docs/reliability.md and promises.toml name the same promises, and the tests that show them are there."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMISES: dict[str, list[str]] = tomllib.loads((ROOT / "tests" / "promises.toml").read_text("utf-8"))


def test_every_promise_of_the_document_has_tests() -> None:
    text = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    assert re.findall(r"^- \*\*(.+?)\.\*\*", text, re.M) == list(PROMISES)


def sweeps_of(path: Path) -> dict[str, bool]:
    """The tests of a file, and whether a short run leaves them out."""
    tree = ast.parse(path.read_text("utf-8"))
    sweeps = any("pytestmark" in ast.dump(node) and "sweep" in ast.dump(node) for node in tree.body)
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return {
        test.name: sweeps or "pytest.mark.sweep" in [ast.unparse(one) for one in test.decorator_list] for test in found
    }


@pytest.mark.parametrize("promise", PROMISES)
def test_the_tests_of_a_promise_are_there(promise: str) -> None:
    left_out = []
    for test in PROMISES[promise]:
        name, _, function = test.partition("::")
        path = ROOT / name
        assert path.exists(), path
        found: dict[str, bool] = {}
        for file in path.rglob("test_*.py") if path.is_dir() else [path]:
            found |= sweeps_of(file)
        if function:
            assert function in found, test
        left_out += [found[function]] if function else found.values()
    assert not all(left_out), "a short run shows nothing of it"
