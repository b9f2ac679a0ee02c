"""Kernel: the minimal automaton of one that :mod:`.gordon_figure_4` made.

Nerode's equivalence on an acyclic automaton, bottom-up: once what its arcs lead to has been merged, a state is
equal to another if and only if both have the same arcs. Revuz (1992) takes the states by height; any order with
destinations first gives the same classes, and a depth-first walk gives one without computing heights.

A node here is an arc's letter set together with the state the arc leads to. The arcs of one state may carry different
letter sets to the same state (WOUND and ZAGG in the paper): these are different nodes with the same children, and one
state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...formats.kernels import cython

if not cython.compiled:
    from ...formats.kernels.node import ONE
    from .merge_equal_states import MOST_FRAMES, Register

from .check_arguments import require_below, require_room


def minimize(
    letters: memoryview, destinations: memoryview, following: memoryview, letter_sets: memoryview, first: memoryview
) -> tuple[Any, ...]:
    """Merge equal states of a GADDAG given as :meth:`.gordon_figure_4.Gordon.arrays` gives it; add the DAWG's root.

    Gives the register's arrays (:meth:`.merge_equal_states.Register.arrays`), the forward root and the reverse root.
    Memory: 4 bytes a state besides the result. Raises ValueError if the arrays have no such GADDAG.
    """
    require_room(1, letters, first)
    require_room(len(letters), destinations, following, letter_sets)
    require_below(64, letters)
    require_below(len(first), destinations)
    require_below(len(letters), following, first)
    register = Register(max(1 << 10, len(first) // 4))
    # The node of each state with the letter set it was first met with; 0 for a state not yet left.
    nodes = np.zeros(len(first), np.uint32).data
    # A frame: the arc that is being followed, and what the arcs before it gave. No path has more arcs than 64.
    if not cython.compiled:
        rows = [[0] * 64 for _ in range(66)]
        at, counts, child_sets = [0] * 66, [0] * 66, [0] * 66
    depth = 0
    at[0] = counts[0] = 0
    child_sets[0] = 0
    # Frame 0 has one arc, INIT.
    while True:
        arc = at[depth]
        if arc == 0 and depth > 0:
            # All arcs of a state are done: go back to the arc that led here.
            depth -= 1
            arc = at[depth]
            node = register.intern(letter_sets[arc], child_sets[depth + 1], rows[depth + 1], counts[depth + 1])
            nodes[destinations[arc]] = node
        else:
            state = destinations[arc]
            if state == 0:
                node = register.intern(letter_sets[arc], 0, rows[depth + 1], 0)
            elif nodes[state] == 0:
                if depth == MOST_FRAMES:
                    raise ValueError(f"paths of at most {MOST_FRAMES} states")
                depth += 1
                at[depth] = first[state]
                counts[depth] = 0
                child_sets[depth] = 0
                continue
            else:
                node = nodes[state]
                if register.letter_sets[node] != letter_sets[arc]:
                    start = register.first[node]
                    count = register.first[node + 1] - start
                    for i in range(count):
                        rows[depth + 1][i] = register.children[start + i]
                    node = register.intern(letter_sets[arc], register.child_sets[node], rows[depth + 1], count)
        if depth == 0:
            break
        if child_sets[depth] >> letters[arc]:
            raise ValueError("arcs in the order of their letters, each once")
        rows[depth][counts[depth]] = node
        counts[depth] += 1
        child_sets[depth] |= ONE << letters[arc]
        at[depth] = following[arc]
    forward_root = add_forward_root(register, node)
    return (*register.arrays(), forward_root, node)


def add_forward_root(register: Register, reverse_root: int) -> int:
    """Register the DAWG's root: by each first letter c it leads to the node that c◊ leads to."""
    if not cython.compiled:
        row = [0] * 64
    child_set = 0
    left = register.child_sets[reverse_root]
    arc = register.first[reverse_root]
    count = letter = 0
    while left != 0:
        if left & 1:
            child = register.children[arc]
            arc += 1
            if register.child_sets[child] & 1:
                # The separator's bit is the lowest, so its child is the first.
                row[count] = register.children[register.first[child]]
                count += 1
                child_set |= ONE << letter
        left >>= 1
        letter += 1
    return register.intern(register.letter_sets[reverse_root], child_set, row, count)
