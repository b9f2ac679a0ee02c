"""An acyclic graph by height: what numpy does level by level where a kernel goes node by node.

The graph is given as in :class:`lexkit.compiler.construct.nodes.Nodes`: the children of node i are
``children[first[i]:first[i + 1]]``. A node of height h has only children of lower heights, so all nodes of one
height can be computed at once. Numbers of nodes mean nothing here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Levels", "heights_of", "runs"]

_Number = TypeVar("_Number", np.uint64, np.float64)


def runs(starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers start, start + 1, ... of each run of so many, run after run."""
    ends = np.cumsum(sizes)
    places = np.repeat(starts - ends + sizes, sizes)
    places += np.arange(len(places))
    return places


def heights_of(first: NDArray[np.int64], children: NDArray[np.integer[Any]], limit: int) -> NDArray[np.uint8]:
    """Longest chain of arcs below each node; ``limit + 1`` stands for all that is longer than ``limit`` < 255."""
    heights = np.zeros(len(first) - 1, np.uint8)
    # In round h the arcs that are left have a child of height h - 1 or more.
    parents = np.repeat(np.arange(len(heights), dtype=np.int32), np.diff(first))
    height = 0
    while len(children) and height <= limit:
        height += 1
        heights[parents] = height
        left = heights[children] == height
        parents, children = parents[left], children[left]
    return heights


@dataclass(frozen=True)
class Levels:
    """The nodes in order of height, ``bounds[h]:bounds[h + 1]`` being those of height h, and their arcs so too."""

    heights: NDArray[np.uint8]
    order: NDArray[np.int64]
    bounds: NDArray[np.int64]
    #: Where the arcs of each node of ``order`` begin in ``children``.
    first: NDArray[np.int64]
    children: NDArray[np.integer[Any]]

    @classmethod
    def of(cls, first: NDArray[np.int64], children: NDArray[np.integer[Any]], heights: NDArray[np.uint8]) -> Levels:
        """From a graph and the heights of its nodes."""
        order = np.argsort(heights, kind="stable")
        bounds = np.concatenate([[0], np.cumsum(np.bincount(heights))])
        fan_out = np.diff(first)[order]
        sorted_first = np.concatenate([[0], np.cumsum(fan_out)])
        return cls(heights, order, bounds, sorted_first, children[runs(first[:-1][order], fan_out)])

    def sums(self, values: NDArray[_Number]) -> NDArray[_Number]:
        """The value of each node and, by every path, those of the nodes below; integers modulo 2**64."""
        totals = values.copy()
        for height in range(1, len(self.bounds) - 1):
            low, high = self.bounds[height : height + 2]
            arcs = self.children[self.first[low] : self.first[high]]
            # Above height 0 every node has an arc, so no segment is empty.
            totals[self.order[low:high]] += np.add.reduceat(totals[arcs], self.first[low:high] - self.first[low])
        return totals

    def reached(self, root: int) -> NDArray[np.bool_]:
        """Which nodes the root leads to, itself among them."""
        reached = np.zeros(len(self.order), bool)
        reached[root] = True
        fan_out = np.diff(self.first)
        for height in range(int(self.heights[root]), 0, -1):
            low, high = self.bounds[height : height + 2]
            arcs = self.children[self.first[low] : self.first[high]]
            reached[arcs[np.repeat(reached[self.order[low:high]], fan_out[low:high])]] = True
        return reached
