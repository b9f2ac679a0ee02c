"""The lexicon that the tests of a file ask."""

import pytest

from lexkit.compiler.build import build


@pytest.fixture(scope="module")
def few(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a lexicon of the module's ``WORDS``."""
    path = tmp_path_factory.mktemp("lexicons") / "few.gaddag"
    build(request.module.WORDS, path)
    return str(path)
