"""Make the paper's expanded form, a table of arcs by state and letter. SPEC.md, "Expanded form".

It takes six times the size of the node array, but finding an arc needs no counting of bits. It is made from the
nodes column by column, on either route: the same automaton gives the same bytes.
"""

from __future__ import annotations

import numpy as np

from ...formats.constants import EXPANDED_HEAD, EXPANDED_HEAD_SIZE, expanded_widths
from .minimal_automaton import UnplacedNodes
from .number_states import number_states

__all__ = ["expand"]


def expand(nodes: UnplacedNodes, letters: int) -> memoryview:
    """Make the bytes of the section ``expanded``.

    It has a head, the letter sets, and a row of ``letters + 1`` arcs for each state. Row 0 is empty and stands for "no
    state". 43 MB for 178,691 English words.
    """
    states = number_states(nodes, nodes.reverse_root)
    letter_sets = states.letter_sets()
    if letter_sets[0] != 0:
        # Index 0 belongs to the empty set, even in a tiny lexicon in which every arc completes a word.
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
