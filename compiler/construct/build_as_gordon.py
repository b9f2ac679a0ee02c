"""The paper's route to the minimal GADDAG: Figure 4, then minimization.

It takes twice the time and memory of :func:`.minimal_automaton.build_sorted` and gives the same result (tests compare
the bytes). It reproduces the paper's numbers, and the two routes check each other.
"""

from __future__ import annotations

from ..kernels.gordon_figure_4 import Gordon
from ..kernels.minimize_gordon_automaton import minimize
from ..lists.sorted_words import TileWords
from .minimal_automaton import UnplacedNodes, kernel_errors


def build_gordon(words: TileWords) -> UnplacedNodes:
    """Build the minimal GADDAG of words in any order."""
    return minimize_gaddag(build_semi_minimized_gaddag(words))


@kernel_errors()
def build_semi_minimized_gaddag(words: TileWords) -> Gordon:
    """Build the GADDAG of Figure 4. Memory: about 21 bytes for each tile."""
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
