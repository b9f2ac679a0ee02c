"""The minimal automaton between construction and layout, and the default way to it.

:mod:`.build_as_gordon` makes the same in the way of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...errors import LexkitError
from ..kernels import minimal_gaddag_from_sorted_words, node_layout_passes
from ..kernels.check_arguments import RefusedError
from ..lists.sorted_words import TileWords


@dataclass(frozen=True)
class UnplacedNodes:
    """A minimized GADDAG with its DAWG.

    Node i has the letter set ``letter_sets[i]``, the child set ``child_sets[i]`` (uint64; bit t for tile t,
    bit 0 for the separator) and the children ``children[first[i]:first[i + 1]]``, in the order of the bits.
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


def survey(nodes: UnplacedNodes) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint8]]:
    """Compute (heights, totals, reached) of each node: see the kernel :mod:`..kernels.node_layout_passes`."""
    heights = np.zeros(len(nodes), np.uint8)
    totals = np.zeros(len(nodes), np.uint64)
    reached = np.zeros(len(nodes), np.uint8)
    node_layout_passes.survey(
        nodes.letter_sets.data,
        nodes.first.data,
        nodes.children.data,
        nodes.forward_root,
        nodes.reverse_root,
        heights.data,
        totals.data,
        reached.data,
    )
    return heights, totals, reached


@contextmanager
def kernel_errors() -> Iterator[None]:
    """Raise LexkitError if a kernel refuses to go on: a word or a list is too long for it."""
    try:
        yield
    except RefusedError as error:
        what, expected, found = error.args
        raise LexkitError(what, expected=expected, found=found) from None


@kernel_errors()
def build_sorted(words: TileWords) -> UnplacedNodes:
    """Build the minimal GADDAG of sorted, unique words.

    Time: O(total tiles). Memory: about 30 bytes a distinct prefix (395,000 of them in 178,691 English words), besides
    the nodes.
    """
    most = len(words.tiles) + 1
    parents = np.empty(most, np.uint32)
    tiles = np.empty(most, np.uint8)
    goals = np.empty(most, np.uint32)
    builder = minimal_gaddag_from_sorted_words.Incremental(max(1 << 10, most // 4))
    prefixes = builder.forward(
        words.tiles.data,
        words.offsets.data,
        parents.data,
        tiles.data,
        goals.data,
    )
    # Copy them, to free the room for the prefixes that words share.
    parents, tiles, goals = parents[:prefixes].copy(), tiles[:prefixes].copy(), goals[:prefixes].copy()
    room = [np.empty(prefixes, kind).data for kind in (np.uint32, np.uint32, np.uint8, np.uint32, np.uint32)]
    builder.reverse(parents.data, tiles.data, goals.data, *room)
    return UnplacedNodes(*builder.result())
