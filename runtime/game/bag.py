"""The bag: the tiles that nobody has drawn yet, in an order that a seed decides.

Guaranteed: what is drawn, left and put back are always the tiles it began with; the same seed and the same calls
give the same tiles, on any machine and Python.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from ...errors import PositionError
from .rules import Rules

__all__ = ["Bag"]

#: Most tiles of a bag: ten of the largest sets there are.
MAX_TILES: Final = 2000


class Bag:
    """Tiles by number, 0 for a blank: ``Bag.of(rules, seed=7).draw(7)``. ``len`` is how many are left."""

    def __init__(self, tiles: Sequence[int], seed: int | str = 0) -> None:
        if len(tiles) > MAX_TILES:
            raise PositionError("too many tiles in a bag", expected=f"at most {MAX_TILES}", found=len(tiles))
        self._random = random.Random(seed)
        self._tiles = bytearray(tiles)
        self._shuffle()

    @classmethod
    def of(cls, rules: Rules, seed: int | str = 0) -> Bag:
        """All the tiles of the rules' alphabet. PositionError where it does not say how many there are."""
        tiles = bytes([tile for tile, count in enumerate(rules.distribution) for _ in range(count)])
        if not tiles:
            raise PositionError(
                "no tiles to play with",
                place=f"alphabet {rules.alphabet.name}",
                expected="a distribution, how many there are of each tile",
            )
        return cls(tiles, seed)

    def __len__(self) -> int:
        return len(self._tiles)

    def __bool__(self) -> bool:
        return len(self._tiles) > 0

    @property
    def counts(self) -> bytes:
        """How many are left of each tile, 64 bytes (255 for more): blanks first, then by tile number."""
        return bytes([min(255, self._tiles.count(tile)) for tile in range(64)])

    def draw(self, number: int) -> bytes:
        """Take so many tiles, or all where fewer are left; in the order drawn."""
        if number < 0:
            raise ValueError("a number of tiles")
        drawn = bytes(self._tiles[: -number - 1 : -1])
        del self._tiles[len(self._tiles) - len(drawn) :]
        return drawn

    def exchange(self, tiles: bytes) -> bytes:
        """Take as many tiles as these, then put these back. PositionError where fewer are left.

        Whether the rules allow an exchange at this time is for the caller to see.
        """
        if len(tiles) > len(self._tiles):
            raise PositionError("too few tiles to exchange", place="bag", expected=len(tiles), found=len(self._tiles))
        drawn = self.draw(len(tiles))
        self._tiles += tiles
        self._shuffle()
        return drawn

    def _shuffle(self) -> None:
        # By random() alone, which is the one method whose numbers Python promises never to change.
        tiles, chance = self._tiles, self._random.random
        for last in range(len(tiles) - 1, 0, -1):
            other = int(chance() * (last + 1))
            tiles[last], tiles[other] = tiles[other], tiles[last]

    def __repr__(self) -> str:
        return f"<Bag: {len(self)} tiles>" if len(self) != 1 else "<Bag: 1 tile>"
