"""Kernel: the minimal automaton of one that :mod:`.gordon` made.

Nerode's equivalence on an acyclic automaton, bottom-up: once what its arcs lead to has been merged, a state is
equal to another if and only if both have the same arcs. Revuz (1992) takes the states by height; any order with
destinations first gives the same classes, and a depth-first walk gives one without computing heights.

A node of :class:`.nodes.Nodes` is an arc's letter set together with the state the arc leads to. The arcs of
one state may carry different letter sets to the same state (WOUND and ZAGG in the paper): these are different
nodes with the same children, and one state.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from ...formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.compiler.kernels.equal_states import Register
else:
    from .equal_states import Register

#: No path has more arcs than 64; one row more is scratch.
_DEPTH = 66
_FANOUT = 64


def minimize(
    letters: cython.const[cython.uchar][::1],
    destinations: cython.const[cython.uint][::1],
    following: cython.const[cython.uint][::1],
    letter_sets: cython.const[cython.ulonglong][::1],
    first: cython.const[cython.uint][::1],
) -> tuple[object, ...]:
    """Merge equal states of a GADDAG given as :meth:`.gordon.Gordon.arrays` gives it; add the DAWG's root.

    Gives the fields of :class:`.nodes.Nodes`. Memory: 4 bytes a state besides the result.
    """
    register: Register = Register(max(1 << 10, first.shape[0] // 4))
    # The node of each state with the letter set it was first met with; 0 for a state not yet left.
    nodes: cython.uint[::1] = memoryview(np.zeros(first.shape[0], np.uint32))
    rows: cython.uint[:, ::1] = memoryview(np.zeros((_DEPTH, _FANOUT), np.uint32))
    scratch: cython.Py_ssize_t = rows.shape[0] - 1
    # A frame: the arc that is being followed, and what the arcs before it gave.
    at: cython.uint[::1] = memoryview(np.zeros(_DEPTH, np.uint32))
    counts: cython.uint[::1] = memoryview(np.zeros(_DEPTH, np.uint32))
    child_sets: cython.ulonglong[::1] = memoryview(np.zeros(_DEPTH, np.uint64))
    depth: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t
    arc: cython.uint = 0
    state: cython.uint
    node: cython.uint = 0
    start: cython.uint
    letter_set: cython.ulonglong
    one: cython.ulonglong = 1
    # Frame 0 has one arc, INIT.
    while True:
        arc = at[depth]
        if arc == 0 and depth > 0:
            # All arcs of a state are done: go back to the arc that led here.
            count = counts[depth]
            depth -= 1
            arc = at[depth]
            node = register.intern(letter_sets[arc], child_sets[depth + 1], rows, depth + 1, count)
            nodes[destinations[arc]] = node
        else:
            state = destinations[arc]
            letter_set = letter_sets[arc]
            if state == 0:
                node = register.intern(letter_set, 0, rows, scratch, 0)
            elif nodes[state] == 0:
                depth += 1
                at[depth] = first[state]
                counts[depth] = 0
                child_sets[depth] = 0
                continue
            else:
                node = nodes[state]
                if register.letter_sets[node] != letter_set:
                    start = register.first[node]
                    count = register.first[node + 1] - start
                    for i in range(count):
                        rows[scratch, i] = register.children[start + i]
                    node = register.intern(letter_set, register.child_sets[node], rows, scratch, count)
        if depth == 0:
            break
        rows[depth, counts[depth]] = node
        counts[depth] += 1
        child_sets[depth] |= one << letters[arc]
        at[depth] = following[arc]
    return (*_with_forward_root(register, node), node)


@cython.cfunc
def _with_forward_root(register: Register, reverse_root: cython.uint):
    """The register's arrays, and the DAWG's root: by each first letter c it leads to where c◊ does."""
    rows: cython.uint[:, ::1] = memoryview(np.zeros((1, _FANOUT), np.uint32))
    child_set: cython.ulonglong = 0
    left: cython.ulonglong = register.child_sets[reverse_root]
    arc: cython.uint = register.first[reverse_root]
    child: cython.uint
    count: cython.Py_ssize_t = 0
    letter: cython.uchar = 0
    one: cython.ulonglong = 1
    while left != 0:
        if left & 1:
            child = register.children[arc]
            arc += 1
            if register.child_sets[child] & 1:
                # The separator's bit is the lowest, so its child is the first.
                rows[0, count] = register.children[register.first[child]]
                count += 1
                child_set |= one << letter
        left >>= 1
        letter += 1
    forward_root: cython.uint = register.intern(register.letter_sets[reverse_root], child_set, rows, 0, count)
    return (*register.arrays(), forward_root)
