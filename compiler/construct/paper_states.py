"""States in the paper's sense, out of nodes: what the expanded form is indexed by and the reports count.

A node is a letter set with a state behind it; the state alone is the node's arcs. Nodes that differ in the
letter set only share their state, and nodes without arcs have none. States are numbered from 1, destinations
before sources: by height, in a height by the set of letters and then by the arcs.

Guaranteed: the numbers depend on the automaton only, not on the way it was built.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .nodes import Nodes
from .place_nodes import survey

__all__ = ["States", "states_of"]


@dataclass(frozen=True)
class States:
    """The states that one root of ``nodes`` leads to.

    ``reached``: the nodes themselves, ascending; ``of_node``: the state of each node of the automaton, 0 where
    it has no arcs or is not reached; ``nodes``: for each state from 1 a node of it, at index state - 1.
    """

    automaton: Nodes
    root: int
    reached: NDArray[np.intp]
    of_node: NDArray[np.uint32]
    nodes: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def fan_out(self) -> NDArray[np.intp]:
        """Arcs of each state, from state 1."""
        first = self.automaton.first.astype(np.intp)
        return first[self.nodes + 1] - first[self.nodes]

    def letter_sets(self) -> NDArray[np.uint64]:
        """The different letter sets of the arcs, the arc INIT to the root included, ascending."""
        return np.unique(self.automaton.letter_sets[self.reached])


def states_of(nodes: Nodes, root: int) -> States:
    """The states that ``root`` leads to, itself included."""
    heights, reached = _heights(nodes, root)
    # A number for (letter set, state) in which nodes of lower heights sort alike however they were built.
    of_node = np.zeros(len(nodes), np.uint32)
    kept: list[NDArray[np.intp]] = []
    states = 0
    height_of = heights[reached]
    _, letter_set_of = np.unique(nodes.letter_sets, return_inverse=True)
    for height in range(1, int(height_of.max(initial=0)) + 1):
        members = reached[height_of == height]
        members, fresh = _grouped(nodes, members, of_node, letter_set_of)
        of_node[members] = states + np.cumsum(fresh)
        kept.append(members[fresh])
        states += int(fresh.sum())
    return States(nodes, root, reached, of_node, np.concatenate(kept) if kept else np.zeros(0, np.intp))


def _heights(nodes: Nodes, root: int) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """The longest chain of arcs below each node that the root leads to, and which nodes these are."""
    heights, _, reached = survey(replace(nodes, forward_root=root))
    return heights, np.flatnonzero(reached & 1)


def _grouped(
    nodes: Nodes, members: NDArray[np.intp], of_node: NDArray[np.uint32], letter_set_of: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The members in the order of their arcs, and which of them differ from the one before."""
    first = nodes.first.astype(np.intp)
    fan_out = first[members + 1] - first[members]

    def column(which: NDArray[np.intp], k: int) -> NDArray[np.uint64]:
        """Arc number k of these nodes as a number to compare, 0 where there are not so many."""
        there = first[which + 1] - first[which] > k
        child = nodes.children[np.where(there, first[which] + k, 0)]
        arc = letter_set_of[child].astype(np.uint64) << np.uint64(32) | of_node[child]
        return np.where(there, arc + np.uint64(1), np.uint64(0))

    # Two arcs tell nearly all states apart; only runs of equal ones are compared in full.
    keys = [nodes.child_sets[members], column(members, 0), column(members, 1)]
    order = np.lexsort(keys[::-1])
    members = members[order]
    fresh = _differs([key[order] for key in keys])
    tied = ~fresh
    tied[:-1] |= tied[1:]
    tied &= fan_out[order] > 2
    if tied.any():
        run = members[tied]
        most = int(fan_out[order][tied].max())
        keys = [nodes.child_sets[run], *(column(run, k) for k in range(most))]
        order = np.lexsort(keys[::-1])
        members[tied] = run[order]
        fresh[tied] = _differs([key[order] for key in keys])
    return members, fresh


def _differs(keys: list[NDArray[np.uint64]]) -> NDArray[np.bool_]:
    """Whether each row differs from the row before it; the first does."""
    fresh = np.ones(len(keys[0]), bool)
    fresh[1:] = False
    for key in keys:
        fresh[1:] |= key[1:] != key[:-1]
    return fresh
