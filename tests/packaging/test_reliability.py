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


@pytest.mark.parametrize("promise", PROMISES)
def test_the_tests_of_a_promise_are_there(promise: str) -> None:
    for test in PROMISES[promise]:
        path, _, function = test.partition("::")
        assert (ROOT / path).exists(), path
        if function:
            tree = ast.parse((ROOT / path).read_text("utf-8"))
            assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, test
