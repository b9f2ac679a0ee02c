"""The minimal automaton between construction and layout: nodes by number, children before parents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Nodes"]


@dataclass(frozen=True)
class Nodes:
    """A minimized GADDAG with its DAWG.

    Node i has the letter set ``letter_sets[i]``, the child set ``child_sets[i]`` (uint64; bit t for tile t,
    bit 0 for the separator) and the children ``children[first[i]:first[i + 1]]`` in the order of the bits.
    Node 0 is the empty node. No two nodes are equal, and every child has a lower number than its parent.
    """

    letter_sets: NDArray[np.uint64]
    child_sets: NDArray[np.uint64]
    first: NDArray[np.uint32]
    children: NDArray[np.uint32]
    forward_root: int
    reverse_root: int

    def __len__(self) -> int:
        return len(self.letter_sets)
