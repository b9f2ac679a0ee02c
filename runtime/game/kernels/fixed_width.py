"""How the game's kernels read nodes and write moves: as :mod:`lexkit.formats.kernels.node`, but with widths fixed.

These are the functions for interpreted kernels; compiled ones inline the same from ``nodes.pxd``, where the width of
sets is a constant (``width.h``). All of them trust a node array that the format's proof passed.
"""

from __future__ import annotations

from ....formats.kernels.bits import popcount
from ....formats.kernels.node import read_set, step

__all__ = ["BLANK", "LOOK", "MOST_STATES", "Square", "child", "child_set", "letter_set", "put_move", "step"]

#: States a position may take: seconds; the densest honest ones take some millions.
MOST_STATES = 1 << 27
#: States between two looks at the clock: some ten milliseconds.
LOOK = 1 << 20
#: Set in a tile's byte where a blank stands for it.
BLANK = 128


def letter_set(graph: memoryview, node: int, width: int) -> int:
    """The letters that complete a word at this node."""
    return read_set(graph, node, width)


def child_set(graph: memoryview, node: int, width: int) -> int:
    """The letters by which a node goes on; bit 0 for the separator."""
    return read_set(graph, node + width, width)


def child(graph: memoryview, node: int, children: int, tile: int, width: int) -> int:
    """The child for a tile that is in the node's child set ``children``."""
    return graph[node + 2 * width + popcount(children & ((1 << tile) - 1))]


def put_move(out: list[tuple[int, int]], tiles: int, meta: int) -> list[tuple[int, int]]:
    """Append a move; give the place for the next one."""
    out.append((tiles, meta))
    return out


class Square:
    """One square of one line, where there is no C structure of that name."""

    __slots__ = (
        "blank",
        "cross",
        "cross_multiplier",
        "cross_score",
        "letter_multiplier",
        "run_end",
        "run_score",
        "tile",
        "word_multiplier",
    )

    def __init__(self) -> None:
        for name in self.__slots__:
            setattr(self, name, 0)
