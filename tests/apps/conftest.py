"""The small lexicon that tables of tests play with: quick on interpreted kernels too."""

from pathlib import Path

import pytest

import lexkit
from tests.players.test_match import small_list
from tests.running import COMPILED

#: Apps use what lexkit names, and that is tested on interpreted kernels elsewhere; the tables stand for them here.
collect_ignore = [] if COMPILED else ["siu", "study", "terminal", "web"]


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a lexicon of some three hundred words."""
    path = tmp_path_factory.mktemp("lexicons") / "small.gaddag"
    path.write_bytes(small_list(lexkit.Rules().alphabet).to_bytes())
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of games that is not there yet."""
    return tmp_path / "games.sqlite"
