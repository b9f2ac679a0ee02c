"""A lexicon with definitions, and a deck that is empty."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import lexkit
from lexkit.apps.study import Deck

pytest.importorskip("fsrs")

WORDS = """\
ARE exist
CARE worry
CARES worries
EAR hears
ERA time
RACE run fast
ACRE land
SCARE frighten
SCAR mark
CAR vehicle
CARS vehicles
RACES runs fast
ACRES much land
"""


@pytest.fixture(scope="session")
def defined(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a lexicon with definitions."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "words.txt").write_text(WORDS)
    lexkit.build(folder / "words.txt", folder / "words.gaddag", options=lexkit.Options(definitions=True))
    return str(folder / "words.gaddag")


@pytest.fixture
def deck(tmp_path: Path) -> Iterator[Deck]:
    """A deck without cards."""
    with Deck(tmp_path / "study.sqlite") as made:
        yield made
