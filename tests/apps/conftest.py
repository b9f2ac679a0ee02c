"""Fixtures of tests with tables: a small lexicon, quick on interpreted kernels too, and seeds that stay the same."""

import random
from pathlib import Path

import pytest

import lexkit
from tests.players.test_match import small_list
from tests.running import COMPILED

#: Apps use what lexkit names, and that is tested on interpreted kernels elsewhere; the tables stand for them here.
collect_ignore = [] if COMPILED else ["siu", "study", "terminal", "web"]


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw what tests leave to chance from the name of the test: each game gets its own seed, the same in every run.

    Also who begins, the seeds of puzzles, and the order of what is shuffled. Games of other processes are not affected.
    """
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr("secrets.token_hex", lambda size: chance.randbytes(size).hex())
    monkeypatch.setattr("secrets.randbelow", chance.randrange)
    random.seed(chance.random())


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
