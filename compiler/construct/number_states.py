"""Number the states, in the paper's sense, that nodes stand for.

The expanded form is indexed by states, and the statistics count them. A node is a letter set together with a state; the
state is the node's arcs alone. Nodes that differ only in the letter set share a state, and nodes without arcs have
none. States are numbered from 1, destinations before sources: by height, then by the set of letters, then by the arcs.

Guaranteed: the numbers depend only on the automaton, not on how it was built.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .minimal_automaton import UnplacedNodes, survey


@dataclass(frozen=True)
class States:
    """The states that one root of an automaton leads to.

    ``reached``: the nodes that the root leads to, ascending; ``of_node``: the state of each node of the automaton, 0
    if it has no arcs or is not reached; ``nodes``: a node of each state from 1, at index state - 1.
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
        """The number of arcs of each state, from state 1."""
        first = self.automaton.first.astype(np.intp)
        return first[self.nodes + 1] - first[self.nodes]

    def letter_sets(self) -> NDArray[np.uint64]:
        """The distinct letter sets of the arcs, INIT included, ascending."""
        return np.unique(self.automaton.letter_sets[self.reached])


def number_states(nodes: UnplacedNodes, root: int) -> States:
    """Number the states that ``root`` leads to, its own included."""
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
        """Arc k of these nodes as a number to compare, or 0 if there is none."""
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
    """Mark the first row and each row that differs from the one before."""
    fresh = np.ones(len(keys[0]), bool)
    fresh[1:] = False
    for key in keys:
        fresh[1:] |= key[1:] != key[:-1]
    return fresh
