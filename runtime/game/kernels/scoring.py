"""Define the record of scoring rules that kernels take, made by :mod:`lexkit.runtime.game.scoring`."""

from __future__ import annotations

from typing import NamedTuple


class Scoring(NamedTuple):
    """Scoring rules in the form that all kernels take.

    ``rack_size``: number of tiles on a full rack.

    ``points``: 64 values indexed by tile number; number 0 is the blank.

    ``bonuses``: int32, 17 rows of 32, indexed by the number of tiles laid and by the length of the main word minus
    1.

    ``rising``: true if a play of more tiles and a longer word never has a lower bonus, so that bounds can skip
    shorter plays.
    """

    rack_size: int
    points: tuple[int, ...]
    bonuses: memoryview
    rising: bool
