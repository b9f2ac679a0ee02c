"""The board that tests of the game play on."""

import pytest

from lexkit import Board
from tests.game.positions import SMALL


@pytest.fixture
def board() -> Board:
    return Board.from_cgp(SMALL)
