"""What Gordon (1994) printed in Tables IV to VI: 1000 games on a VAX4300, 74,988 words of 2 to 8 letters.

Tables II and III are in ``compiler/gordon_statistics.py``. In the last two of Table V the paper's columns "with blank"
and "without" are exchanged; here they are as the histogram above them says.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["AVERAGE_ARCS", "TABLE_4", "TABLE_5", "TABLE_6", "Performance", "Rack"]


class Performance(NamedTuple):
    """A column of Table IV. Seconds and page faults with the compressed structure, then with the expanded one."""

    moves: int
    seconds: tuple[int, int]
    faults: tuple[int, int]
    arcs: int
    anchors: int
    average_score: float


#: By generator.
TABLE_4: Final = {
    "dawg": Performance(
        25_569, (8 * 3600 + 11 * 60 + 47, 9 * 3600 + 32 * 60 + 44), (1_011, 6_063), 668_214_539, 3_222_746, 389.58
    ),
    "gaddag": Performance(
        25_363, (3 * 3600 + 26 * 60 + 51, 3 * 3600 + 38 * 60 + 59), (3_120, 32_305), 265_070_715, 1_946_163, 388.75
    ),
}

#: By generator: (moves with a blank, moves without) for 0-255 arcs, 256-511, 512-1K and so on.
TABLE_5: Final = {
    "dawg": (
        (0, 24), (0, 896), (0, 877), (0, 1075), (0, 1809), (7, 4654), (29, 8348), (107, 5209), (201, 602), (569, 1),
        (774, 0), (349, 0), (23, 0), (13, 0), (2, 0),
    ),
    "gaddag": (
        (0, 45), (0, 847), (0, 1618), (0, 2680), (8, 6260), (45, 7935), (126, 3605), (353, 337), (734, 1), (559, 0),
        (183, 0), (18, 0), (7, 0), (2, 0), (0, 0),
    ),
}  # fmt: skip

#: By generator: average arcs of a move with a blank, and without.
AVERAGE_ARCS: Final = {"dawg": (179_850, 11_961), "gaddag": (67_586, 5_467)}


class Rack(NamedTuple):
    """A line of Table VI: DAWG, GADDAG and the ratio of the two, by move. Seconds with the compressed structures."""

    seconds: tuple[float | None, float | None, float]
    arcs: tuple[int, int, float]


#: By the first player, who meets a greedy one. Seconds that the text at hand lacks are None.
TABLE_6: Final = {
    "greedy": Rack((1.154, 0.489, 2.36), (26_134, 10_451, 2.50)),
    "heuristic-1": Rack((None, None, 2.29), (32_213, 12_612, 2.55)),
    "heuristic-2": Rack((None, None, 2.30), (33_573, 13_060, 2.57)),
    "heuristic-3": Rack((1.448, 0.630, 2.30), (35_281, 13_783, 2.56)),
}
