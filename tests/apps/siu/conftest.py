"""The lexicon that engines of the tests play with."""

from pathlib import Path

import pytest

import lexkit
from lexkit import lexicons
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list


@pytest.fixture(scope="session")
def weighed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a list of a few hundred words with leave values."""
    few = small_list(lexicons.alphabet("english"))
    folder: Path = tmp_path_factory.mktemp("weighed")
    (folder / "few.gaddag").write_bytes(few.to_bytes())
    lexkit.attach(folder / "few.gaddag", folder / "weighed.gaddag", leaves=with_leaves(few, 5).stored)
    return str(folder / "weighed.gaddag")
