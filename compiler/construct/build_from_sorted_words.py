"""The default route to the minimal GADDAG, by a kernel or with numpy."""

from __future__ import annotations

import numpy as np

from ...formats import compiled_kernels
from ..kernels import minimal_gaddag_from_sorted_words
from ..lists.sorted_words import TileWords
from .minimal_automaton import UnplacedNodes, kernel_errors

__all__ = ["build_incremental", "build_sorted"]


def build_sorted(words: TileWords, letters: int) -> UnplacedNodes:
    """Build the minimal GADDAG of sorted, unique words.

    The kernel and numpy build the same automaton. ``letters``: the number of letters in the alphabet.
    """
    if compiled_kernels.is_compiled(minimal_gaddag_from_sorted_words):
        return build_incremental(words)
    from .build_from_sorted_words_numpy import build_with_numpy  # loaded only if it is needed

    return build_with_numpy(words, letters)


@kernel_errors()
def build_incremental(words: TileWords) -> UnplacedNodes:
    """Build the minimal GADDAG with the kernel.

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
