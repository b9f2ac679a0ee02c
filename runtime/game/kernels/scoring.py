"""The record of what plays score, which is made of the rules (:mod:`lexkit.runtime.game.scoring`)."""

from __future__ import annotations

from typing import NamedTuple


class Scoring(NamedTuple):
    """What plays score under some rules, as all kernels take it.

    ``rack_size``: tiles of a full rack; ``points``: by tile number, 64, the blank's first. ``bonuses``: int32, 17 rows
    of 32, by number of tiles laid and by length of the main word, from 1 on; ``rising``: whether a play of more tiles
    and a longer word never has a lower bonus, so that bounds need not look at shorter ones.
    """

    rack_size: int
    points: tuple[int, ...]
    bonuses: memoryview
    rising: bool
