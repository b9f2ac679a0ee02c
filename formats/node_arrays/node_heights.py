"""An acyclic graph by height.

numpy computes level by level what a kernel computes node by node. The children of node i are
``children[first[i]:first[i + 1]]``. The children of a node of height h have lower heights, so that all nodes of one
height can be computed at once. The nodes may be numbered in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Levels", "compute_heights", "list_runs"]

_Number = TypeVar("_Number", np.uint64, np.float64)


def list_runs(starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """List the numbers of each run, from its start on, run after run."""
    ends = np.cumsum(sizes)
    places = np.repeat(starts - ends + sizes, sizes)
    places += np.arange(len(places))
    return places


def compute_heights(first: NDArray[np.int64], children: NDArray[np.integer[Any]], limit: int) -> NDArray[np.uint8]:
    """Compute the longest chain of arcs below each node. ``limit + 1`` means longer than ``limit`` < 255."""
    heights = np.zeros(len(first) - 1, np.uint8)
    # In round h the remaining arcs lead to a child of height h - 1 or more.
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
    """The nodes and arcs by height. ``order[bounds[h]:bounds[h + 1]]`` are the nodes of height h."""

    heights: NDArray[np.uint8]
    order: NDArray[np.int64]
    bounds: NDArray[np.int64]
    #: The start of the arcs of each node of ``order`` in ``children``.
    first: NDArray[np.int64]
    children: NDArray[np.integer[Any]]

    @classmethod
    def of(cls, first: NDArray[np.int64], children: NDArray[np.integer[Any]], heights: NDArray[np.uint8]) -> Levels:
        """Sort the nodes of a graph by their heights."""
        order = np.argsort(heights, kind="stable")
        bounds = np.concatenate([[0], np.cumsum(np.bincount(heights))])
        fan_out = np.diff(first)[order]
        sorted_first = np.concatenate([[0], np.cumsum(fan_out)])
        return cls(heights, order, bounds, sorted_first, children[list_runs(first[:-1][order], fan_out)])

    def add_up(self, values: NDArray[_Number]) -> NDArray[_Number]:
        """Add up the values below each node, once for every path. Integers are modulo 2**64."""
        totals = values.copy()
        for height in range(1, len(self.bounds) - 1):
            low, high = self.bounds[height : height + 2]
            arcs = self.children[self.first[low] : self.first[high]]
            # Above height 0 every node has an arc, so that no segment is empty.
            totals[self.order[low:high]] += np.add.reduceat(totals[arcs], self.first[low:high] - self.first[low])
        return totals

    def mark_reached(self, root: int) -> NDArray[np.bool_]:
        """Mark the nodes that the root leads to, itself included."""
        reached = np.zeros(len(self.order), bool)
        reached[root] = True
        fan_out = np.diff(self.first)
        for height in range(int(self.heights[root]), 0, -1):
            low, high = self.bounds[height : height + 2]
            arcs = self.children[self.first[low] : self.first[high]]
            reached[arcs[np.repeat(reached[self.order[low:high]], fan_out[low:high])]] = True
        return reached
