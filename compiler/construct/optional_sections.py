"""Make the sections that a build only writes on request: DAGGAD, expanded form, alphagrams. SPEC.md.

The expanded form is the paper's table of arcs by state and letter. It has six times the size of the node array,
but an arc is found without counting bits. It is made from the nodes column by column: the same automaton gives the
same bytes, however it was built.

A node is a letter set together with a state; the state is the node's arcs alone. Nodes that differ only in the
letter set share a state, and nodes without arcs have none. States are numbered from 1, destinations before
sources: by height, then by the set of letters, then by the arcs; so the numbers do not depend on how the automaton
was built.

The alphagrams are a hash from the letters of words to their ranks. Their bytes depend on the words alone, so that
anyone who has the words can check them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lexkit.formats.alphagrams_section import TILE_WEIGHTS, bucket_bits, rank_mask
from lexkit.formats.constants import ALPHAGRAMS, DAGGAD, EXPANDED, EXPANDED_HEAD, EXPANDED_HEAD_SIZE, expanded_widths
from lexkit.formats.header_and_sections import Section
from lexkit.formats.lexicon_file import LexiconFile

from ..lists.sorted_words import TileWords, spell_words
from .minimal_automaton import UnplacedNodes, arrange, survey

#: Number of words that are hashed at a time.
_BLOCK = 1 << 18


def expand(nodes: UnplacedNodes, letters: int) -> memoryview:
    """Make the bytes of the section ``expanded``: a head, the letter sets, and ``letters + 1`` arcs for each state.

    Row 0 is empty and stands for "no state". 43 MB for 178,691 English words.
    """
    states = number_states(nodes, nodes.reverse_root)
    letter_sets = states.letter_sets()
    if letter_sets[0] != 0:
        # Index 0 is the empty set, even in a tiny lexicon in which every arc completes a word.
        letter_sets = np.concatenate([np.zeros(1, np.uint64), letter_sets])
    state_bits, arc_size = expanded_widths(len(states), len(letter_sets))
    # The arc to each node, as the table stores it.
    arc_to = np.searchsorted(letter_sets, nodes.letter_sets).astype(np.uint64) << np.uint64(state_bits)
    arc_to |= states.of_node
    arcs_at = EXPANDED_HEAD_SIZE + 8 * len(letter_sets)
    columns = letters + 1
    section = np.zeros(arcs_at + arc_size * columns * (len(states) + 1), np.uint8)
    head = EXPANDED_HEAD.pack(
        arc_size, columns, len(states), len(letter_sets), state_bits, int(arc_to[nodes.reverse_root])
    )
    section[: len(head)] = np.frombuffer(head, np.uint8)
    section[EXPANDED_HEAD_SIZE:arcs_at].view("<u8")[:] = letter_sets
    table = section[arcs_at:].view(f"<u{arc_size}").reshape(-1, columns)
    child_sets = nodes.child_sets[states.nodes]
    next_arc = nodes.first[states.nodes]
    for letter in range(columns):
        rows = np.flatnonzero(child_sets >> np.uint64(letter) & np.uint64(1))
        table[rows + 1, letter] = arc_to[nodes.children[next_arc[rows]]]
        next_arc[rows] += 1
    return section.data


def hash_alphagrams(words: TileWords) -> bytes:
    """Make the section ``alphagrams`` for sorted, unique words. 7 bytes a word, 20 ms for 178,691 English words."""
    bits, mask = bucket_bits(len(words)), rank_mask(len(words))
    hashes = _add_weights(words)
    # Bucket and entry side by side, at most 31 + 32 bits, so that one sort orders both.
    keys = hashes >> np.uint64(1) >> np.uint64(63 - bits) << np.uint64(32)
    keys |= hashes >> np.uint64(32 - bits) & np.uint64(0xFFFFFFFF & ~mask)
    keys |= np.arange(len(words), dtype=np.uint64)
    keys.sort()
    sizes = np.bincount((keys >> np.uint64(32)).astype(np.int64), minlength=1 << bits)
    starts = np.zeros((1 << bits) + 1, "<u4")
    np.cumsum(sizes, out=starts[1:])
    return starts.tobytes() + (keys & np.uint64(0xFFFFFFFF)).astype("<u4").tobytes()


def _add_weights(words: TileWords) -> NDArray[np.uint64]:
    """Add up the weights of each word's tiles, modulo 2**64."""
    hashes = np.zeros(len(words), np.uint64)
    for start in range(0, len(words), _BLOCK):
        offsets = words.offsets[start : start + _BLOCK + 1]
        weights = TILE_WEIGHTS[words.tiles[offsets[0] : offsets[-1]]]
        hashes[start : start + _BLOCK] = np.add.reduceat(weights, offsets[:-1] - offsets[0])
    return hashes


def hash_lexicon(file: LexiconFile) -> bytes:
    """Make the bytes of the section ``alphagrams`` for an opened file."""
    return hash_alphagrams(spell_words(file.gaddag))


#: A function that makes the automaton of words.
Construct: TypeAlias = Callable[[TileWords], UnplacedNodes]


class Derived(NamedTuple):
    """A section that the words determine."""

    #: Makes the section for words, the number of letters of their alphabet, and a function that makes automata.
    make: Callable[[TileWords, int, Construct], Section]
    #: Parts of the error if a file has a different one: what differs, expected, found.
    difference: tuple[str, str, str]


def _make_daggad(words: TileWords, letters: int, construct: Construct) -> Section:
    return arrange(construct(mirror(words)), letters).pieces()


def mirror(words: TileWords) -> TileWords:
    """Return the words whose GADDAG is the DAGGAD of these words.

    A path REV(y)◊REV(x) of the reversed words is a path y◊REV(x) of the words: the same construction.
    """
    return words.reversed().sorted_unique()


def _make_expanded(words: TileWords, letters: int, construct: Construct) -> Section:
    return expand(construct(words), letters)


def _make_alphagrams(words: TileWords, letters: int, construct: Construct) -> Section:
    return hash_alphagrams(words)


#: The sections that :data:`lexkit.formats.sections.SECTIONS` marks as derived, by name.
DERIVED: Final[Mapping[str, Derived]] = {
    DAGGAD: Derived(_make_daggad, ("the DAGGAD", "that of its words", "another one")),
    EXPANDED: Derived(_make_expanded, ("the expanded form", "that of its words", "another one")),
    ALPHAGRAMS: Derived(_make_alphagrams, ("the alphagrams", "those of its words", "other ones")),
}


@dataclass(frozen=True)
class States:
    """The states that are reachable from one root of an automaton.

    ``reached``: the reachable nodes, ascending; ``of_node``: the state of each node of the automaton, 0 if it has
    no arcs or is unreachable; ``nodes``: a node of each state from 1, at index state - 1.
    """

    automaton: UnplacedNodes
    root: int
    reached: NDArray[np.intp]
    of_node: NDArray[np.uint32]
    nodes: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def fan_out(self) -> NDArray[np.intp]:
        """Number of arcs of each state, from state 1."""
        first = self.automaton.first.astype(np.intp)
        return first[self.nodes + 1] - first[self.nodes]

    def letter_sets(self) -> NDArray[np.uint64]:
        """Return the distinct letter sets of the arcs, INIT included, ascending."""
        return np.unique(self.automaton.letter_sets[self.reached])


def number_states(nodes: UnplacedNodes, root: int) -> States:
    """Number the states that are reachable from ``root``, its own included."""
    heights, _, roots = survey(replace(nodes, forward_root=root))
    reached = np.flatnonzero(roots & 1)
    # Arcs are compared by the letter set and the state of their child, which do not depend on the construction.
    of_node = np.zeros(len(nodes), np.uint32)
    kept: list[NDArray[np.intp]] = []
    states = 0
    height_of = heights[reached]
    _, letter_set_of = np.unique(nodes.letter_sets, return_inverse=True)
    for height in range(1, int(height_of.max(initial=0)) + 1):
        members = reached[height_of == height]
        members, fresh = _sort_by_arcs(nodes, members, of_node, letter_set_of)
        of_node[members] = states + np.cumsum(fresh)
        kept.append(members[fresh])
        states += int(fresh.sum())
    return States(nodes, root, reached, of_node, np.concatenate(kept) if kept else np.zeros(0, np.intp))


def _sort_by_arcs(
    nodes: UnplacedNodes, members: NDArray[np.intp], of_node: NDArray[np.uint32], letter_set_of: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Sort nodes by their arcs, and mark those that differ from the one before."""
    first = nodes.first.astype(np.intp)
    fan_out = first[members + 1] - first[members]

    def column(which: NDArray[np.intp], k: int) -> NDArray[np.uint64]:
        """Return arc k of these nodes as numbers to compare, 0 where there is none."""
        there = first[which + 1] - first[which] > k
        child = nodes.children[np.where(there, first[which] + k, 0)]
        arc = letter_set_of[child].astype(np.uint64) << np.uint64(32) | of_node[child]
        return np.where(there, arc + np.uint64(1), np.uint64(0))

    # Two arcs distinguish nearly all states; only runs of equal ones are compared in full.
    keys = [nodes.child_sets[members], column(members, 0), column(members, 1)]
    order = np.lexsort(keys[::-1])
    members = members[order]
    fresh = _mark_changes([key[order] for key in keys])
    tied = ~fresh
    tied[:-1] |= tied[1:]
    tied &= fan_out[order] > 2
    if tied.any():
        run = members[tied]
        most = int(fan_out[order][tied].max())
        keys = [nodes.child_sets[run], *(column(run, k) for k in range(most))]
        order = np.lexsort(keys[::-1])
        members[tied] = run[order]
        fresh[tied] = _mark_changes([key[order] for key in keys])
    return members, fresh


def _mark_changes(keys: list[NDArray[np.uint64]]) -> NDArray[np.bool_]:
    """Mark the first row, and each row that differs from the one before."""
    fresh = np.ones(len(keys[0]), bool)
    fresh[1:] = False
    for key in keys:
        fresh[1:] |= key[1:] != key[:-1]
    return fresh
