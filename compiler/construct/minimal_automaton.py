"""The minimal automaton, built in two ways, and its layout as the node array of a file (SPEC.md, section 4).

:func:`build_sorted` is the usual way. :func:`build_gordon` follows the paper, Figure 4 and then minimization: it
takes twice the time and memory, reproduces the paper's numbers, and gives the same bytes, so that each checks the
other.

In each part of the array (forward nodes by the width of their counts, then the reverse part) nodes are ordered for
walks, as :mod:`lexkit.formats.node_order` explains. The order depends only on the automaton, not on how it was
built.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import LexkitError, WordListError
from lexkit.formats.automaton_section import Graph
from lexkit.formats.constants import set_width
from lexkit.formats.node_order import order_for_walks

from ..kernels import minimal_gaddag_from_sorted_words, node_layout_passes
from ..kernels import node_layout_passes as passes
from ..kernels.check_arguments import RefusedError
from ..kernels.gordon_automaton import Gordon, minimize
from ..lists.sorted_words import TileWords


@dataclass(frozen=True)
class UnplacedNodes:
    """A minimized GADDAG with its DAWG, before its layout.

    Node i has the letter set ``letter_sets[i]``, the child set ``child_sets[i]`` (uint64; bit t for tile t, bit 0
    for the separator) and the children ``children[first[i]:first[i + 1]]``, in the order of the bits. Node 0 is
    the empty node. No two nodes are equal, and every child has a lower number than its parent.
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
    """Return (heights, totals, reached) of each node: see the kernel :mod:`..kernels.node_layout_passes`."""
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
    """Raise LexkitError if a kernel refuses to continue because a word or a list is too long for it."""
    try:
        yield
    except RefusedError as error:
        what, expected, found = error.args
        raise LexkitError(what, expected=expected, found=found) from None


@kernel_errors()
def build_sorted(words: TileWords) -> UnplacedNodes:
    """Build the minimal GADDAG of sorted, unique words.

    Time: O(total tiles). Memory: about 8 bytes for each distinct prefix (395,000 in 178,691 English words),
    besides the nodes.
    """
    shared = np.empty(len(words), np.uint8)
    goals = np.empty(len(words.tiles) + 1, np.uint32)
    builder = minimal_gaddag_from_sorted_words.Incremental(max(1 << 10, len(words.tiles) // 4))
    prefixes = builder.forward(words.tiles.data, words.offsets.data, shared.data, goals.data)
    builder.reverse(words.tiles.data, words.offsets.data, shared.data, goals[:prefixes].data)
    return UnplacedNodes(*builder.result())


def build_gordon(words: TileWords) -> UnplacedNodes:
    """Build the minimal GADDAG of words in any order."""
    return minimize_gaddag(build_semi_minimized_gaddag(words))


@kernel_errors()
def build_semi_minimized_gaddag(words: TileWords) -> Gordon:
    """Build the GADDAG of Figure 4. Memory: about 21 bytes per tile."""
    automaton = Gordon(len(words.tiles))
    automaton.add_words(words.tiles.data, words.offsets.data, merging=True)
    return automaton


@kernel_errors()
def build_unminimized_gaddag(words: TileWords) -> Gordon:
    """Build the GADDAG without merging states: two to three times the arcs."""
    automaton = Gordon(len(words.tiles))
    automaton.add_words(words.tiles.data, words.offsets.data, merging=False)
    return automaton


@kernel_errors()
def build_unminimized_dawg(words: TileWords) -> Gordon:
    """Build the DAWG without merging states: a trie of the words."""
    automaton = Gordon(len(words.tiles) // 4)
    automaton.add_to_trie(words.tiles.data, words.offsets.data)
    return automaton


@kernel_errors()
def minimize_gaddag(gaddag: Gordon) -> UnplacedNodes:
    """Minimize a GADDAG, semi-minimized or not, and add the root of its DAWG."""
    letters, destinations, following, letter_sets, first = gaddag.arrays()
    return UnplacedNodes(*minimize(letters.data, destinations.data, following.data, letter_sets.data, first.data))


def arrange(nodes: UnplacedNodes, letters: int) -> Graph:
    """Lay out an automaton as a node array. The same automaton gives the same array.

    Raises WordListError if the array would need 2**32 words or more.
    """
    width = set_width(letters)
    totals, reached = survey(nodes)[1:]
    count_bits, parts = np.empty(len(nodes), np.uint8), np.empty(len(nodes), np.uint8)
    passes.choose_parts(totals.data, reached.data, count_bits.data, parts.data)
    order = order_for_walks(nodes.first, nodes.children, nodes.forward_root, nodes.reverse_root, parts)
    places, ends = np.zeros(len(nodes), np.uint32), np.zeros(4, np.int64)
    first, children = nodes.first.data, nodes.children.data
    arcs = passes.assign_places(first, children, parts.data, count_bits.data, order.data, places.data, ends.data, width)
    if int(ends[3]) > 0xFFFFFFFF or int(totals[nodes.forward_root]) > 0xFFFFFFFF:
        raise WordListError("too many words for one lexicon", expected="an array of fewer than 2**32 words")
    words = np.zeros(int(ends[3]), np.uint32)
    passes.emit(
        nodes.letter_sets.data,
        nodes.child_sets.data,
        first,
        children,
        totals.data,
        order.data,
        places.data,
        count_bits.data,
        words.data,
        width,
    )
    byte_end, half_end, forward_end = ends[:3].tolist()
    return Graph(
        memory=words.data,
        width=width,
        letters=letters,
        word_count=int(totals[nodes.forward_root]),
        forward_root=int(places[nodes.forward_root]),
        reverse_root=int(places[nodes.reverse_root]),
        byte_end=byte_end,
        half_end=half_end,
        forward_end=forward_end,
        nodes=len(order),
        arcs=arcs,
    )
