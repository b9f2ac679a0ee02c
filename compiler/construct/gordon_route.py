"""The paper's way to the minimal GADDAG: Figure 4, then minimization.

Twice the time and memory of :mod:`.sorted_route`, with the same result (tests hold both to the same
bytes): it is there because it has the paper's numbers, and because two ways check each other.
"""

from __future__ import annotations

from ..kernels.gordon import Gordon
from ..kernels.minimize import minimize
from ..lists.sorted_words import TileWords
from .nodes import Nodes, kernel_errors

__all__ = ["build_gordon", "minimal", "semi_minimized_gaddag", "unminimized_dawg", "unminimized_gaddag"]


def build_gordon(words: TileWords, letters: int) -> Nodes:
    """The minimal GADDAG of these words, in any order; ``letters`` as for :func:`.sorted_route.build_sorted`."""
    return minimal(semi_minimized_gaddag(words))


@kernel_errors()
def semi_minimized_gaddag(words: TileWords) -> Gordon:
    """The GADDAG of Figure 4. Memory: about 21 bytes an arc, about as many arcs as tiles."""
    automaton = Gordon(len(words.tiles))
    automaton.add_words(words.tiles.data, words.offsets.data, merging=True)
    return automaton


@kernel_errors()
def unminimized_gaddag(words: TileWords) -> Gordon:
    """The GADDAG with nothing merged: two to three times the arcs."""
    automaton = Gordon(len(words.tiles))
    automaton.add_words(words.tiles.data, words.offsets.data, merging=False)
    return automaton


@kernel_errors()
def unminimized_dawg(words: TileWords) -> Gordon:
    """The words themselves with nothing merged: a trie."""
    automaton = Gordon(len(words.tiles) // 4)
    automaton.add_to_trie(words.tiles.data, words.offsets.data)
    return automaton


@kernel_errors()
def minimal(gaddag: Gordon) -> Nodes:
    """The minimal form of a GADDAG, semi-minimized or not, with the root of its DAWG."""
    letters, destinations, following, letter_sets, first = gaddag.arrays()
    return Nodes(*minimize(letters.data, destinations.data, following.data, letter_sets.data, first.data))
