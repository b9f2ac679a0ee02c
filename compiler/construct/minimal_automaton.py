"""The minimal automaton between construction and layout: nodes by number, children before parents."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...errors import LexkitError
from ...formats import compiled_kernels
from ...formats.constants import MAX_DEPTH
from ...formats.node_arrays.node_heights import Levels, compute_heights
from ..kernels import node_layout_passes
from ..kernels.check_arguments import RefusedError

__all__ = ["UnplacedNodes", "kernel_errors", "survey"]


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
    """Compute (heights, totals, reached) of each node as the kernel :mod:`..kernels.node_layout_passes` does."""
    if not compiled_kernels.is_compiled(node_layout_passes):
        return _survey_with_numpy(nodes)
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


def _survey_with_numpy(nodes: UnplacedNodes) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint8]]:
    first = nodes.first.astype(np.int64)
    heights = compute_heights(first, nodes.children, 2 * MAX_DEPTH)
    levels = Levels.of(first, nodes.children, heights)
    totals = levels.add_up(np.bitwise_count(nodes.letter_sets).astype(np.uint64))
    reached = levels.mark_reached(nodes.forward_root).astype(np.uint8)
    reached |= levels.mark_reached(nodes.reverse_root).astype(np.uint8) << 1
    return heights, totals, reached


@contextmanager
def kernel_errors() -> Iterator[None]:
    """Raise LexkitError if a kernel refuses to go on: a word or a list is too long for it."""
    try:
        yield
    except RefusedError as error:
        what, expected, found = error.args
        raise LexkitError(what, expected=expected, found=found) from None
