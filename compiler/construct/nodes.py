"""The minimal automaton between construction and layout: nodes by number, children before parents."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...errors import LexkitError
from ..kernels.equal_states import RefusedError

__all__ = ["Nodes", "kernel_errors"]


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


@contextmanager
def kernel_errors() -> Iterator[None]:
    """Raise LexkitError if a kernel refuses to go on: a word or a list is too long for it."""
    try:
        yield
    except RefusedError as error:
        what, expected, found = error.args
        raise LexkitError(what, expected=expected, found=found) from None
