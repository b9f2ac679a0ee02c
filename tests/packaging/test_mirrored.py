"""``nox -s quick`` finds the tests of a file."""

import pytest

from tests.mirrored import ROOT, mirror
from tests.packaging.test_layers import sources


@pytest.mark.parametrize(
    ("name", "tests"),
    [
        ("runtime/query/language/patterns_and_regex.py", "tests/query/language/test_patterns_and_regex.py"),
        ("runtime/game/kernels/best_move.pxd", "tests/game/kernels/test_best_move.py"),
        ("runtime/lexicon/lexicon.py", "tests/runtime/test_lexicon.py"),
        ("runtime/words/no_such_file.py", "tests/words"),
        ("compiler/no_such_folder/file.py", "tests/compiler"),
        ("tests/words/test_column.py", "tests/words/test_column.py"),
        ("tests/words/no_test.py", "tests/words"),
        ("docs/api.md", "tests/packaging/test_docs.py"),
        ("tests/conftest.py", None),
        ("pyproject.toml", None),
    ],
)
def test_tests_of_a_file(name: str, tests: str | None) -> None:
    assert mirror(name) == tests


def test_every_source_has_tests() -> None:
    for path in sources():
        tests = mirror(path.relative_to(ROOT).as_posix())
        assert tests is not None, path
        assert (ROOT / tests).exists(), path
