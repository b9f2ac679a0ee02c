"""Kernel: the register of nodes, which merges equal nodes.

A node is (letter set, child set, children). Two states with the same right language have equal nodes once their
children are unique, so a graph that is registered children first is minimal: Nerode's equivalence, as in Revuz
(1992) by height and in Daciuk et al. (2000) by sorted input. Node 0 is the empty node, which stands
for "no arc".

Guaranteed: the children of a node have lower numbers than the node.
"""

from __future__ import annotations

from mmap import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexkit.formats.kernels import cython

if not cython.compiled:
    #: Longest path, in states.
    MOST_FRAMES = 64

from .check_arguments import RefusedError

#: Maximum number of nodes, and of arcs. Both are numbered with 32 bits.
LIMIT = 0x7FFFFFFF


class Register:
    """Nodes in the order of their registration; none is ever removed.

    ``nodes``: number of nodes, including the empty one; ``arcs``: total number of children of all nodes.
    """

    def __init__(self, expected: int = 1 << 12) -> None:
        """Reserve memory for about ``expected`` nodes; it grows when needed."""
        room = max(16, expected)
        # Memory views serve both modes: in interpreted code their elements are Python integers, which cannot
        # overflow.
        self.letter_sets = np.zeros(room, np.uint64).data
        self.child_sets = np.zeros(room, np.uint64).data
        self.first = np.zeros(room + 1, np.uint32).data
        self.children = np.zeros(2 * room, np.uint32).data
        self.nodes = 1
        self.arcs = 0
        self.table = cleared(64)
        self.mask = 63

    def _reserve(self, more: int) -> None:
        """Make room for one more node with ``more`` children. Raises RefusedError beyond LIMIT."""
        if self.nodes + 2 > len(self.letter_sets):
            if self.nodes >= LIMIT:
                raise RefusedError("too many nodes", f"at most {LIMIT}", self.nodes)
            self.letter_sets = doubled(self.letter_sets)
            self.child_sets = doubled(self.child_sets)
            self.first = doubled(self.first)
        while self.arcs + more > len(self.children):
            if self.arcs >= LIMIT:
                raise RefusedError("too many arcs", f"at most {LIMIT}", self.arcs)
            self.children = doubled(self.children)
        if self.nodes > self.mask >> 1:
            self.expect(self.nodes)

    def expect(self, nodes: int) -> None:
        """Rebuild the hash table with more than ``2 * nodes`` slots, so that it need not grow before that many."""
        size = 64
        while size >> 1 <= max(nodes, self.nodes):
            size *= 2
        self.table = cleared(size)
        self.mask = size - 1
        table = self.table
        mask = self.mask
        for node in range(1, self.nodes):
            first = self.first[node]
            hashed = self._hash(self.letter_sets[node], self.child_sets[node], first, self.first[node + 1] - first)
            slot = hashed & mask
            while table[slot] != 0:
                slot = (slot + 1) & mask
            table[slot] = self._entry(hashed, node)

    def _hash(self, letter_set: int, child_set: int, first: int, count: int) -> int:
        """Return a 32-bit hash of a node with these sets and ``count`` children from ``first`` on."""
        # Variables have C types; literals would be Python integers.
        seed = 0x9E3779B9
        low = 0xFFFFFFFF
        hashed = mix(letter_set ^ seed) ^ child_set
        for i in range(first, first + count):
            hashed = mix(hashed) ^ self.children[i]
        return mix(hashed) & low

    def _entry(self, hashed: int, node: int) -> int:
        """Return a table entry: the node's number in the low bits, and above them the high bits of its hash."""
        return hashed & ~(self.mask >> 1) | node

    def intern(self, letter_set: int, child_set: int, children: list[int], count: int) -> int:
        """Return the number of the node with these sets and ``count`` children, registering it if it is new."""
        if letter_set == 0 and child_set == 0:
            return 0
        self._reserve(count)
        # Write the children to the place that they keep if the node is new.
        for i in range(count):
            self.children[self.arcs + i] = children[i]
        hashed = self._hash(letter_set, child_set, self.arcs, count)
        slot = hashed & self.mask
        numbers = self.mask >> 1
        # If the hash bits of an entry match, the nodes are almost always equal, so the processor speculatively
        # continues with this node while it fetches the memory to compare.
        while True:
            entry = self.table[slot]
            if entry == 0:
                break
            if entry ^ hashed <= numbers:
                node = entry & numbers
                if self.letter_sets[node] == letter_set and self.child_sets[node] == child_set:
                    first = self.first[node]
                    for i in range(count):
                        if self.children[first + i] != children[i]:
                            break
                    else:
                        return node
            slot = (slot + 1) & self.mask
        node = self.nodes
        self.table[slot] = self._entry(hashed, node)
        self.letter_sets[node] = letter_set
        self.child_sets[node] = child_set
        self.arcs += count
        self.first[node + 1] = self.arcs
        self.nodes = node + 1
        return node

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return (letter sets uint64 [n], child sets uint64 [n], first children uint32 [n + 1], children uint32)."""
        return (
            np.asarray(self.letter_sets)[: self.nodes],
            np.asarray(self.child_sets)[: self.nodes],
            np.asarray(self.first)[: self.nodes + 1],
            np.asarray(self.children)[: self.arcs],
        )


def mix(bits: int) -> int:
    """Mix 64 bits so that each bit of the result depends on many of them."""
    factor = 0xD6E8FEB86659FD93
    bits ^= bits >> 32
    bits *= factor
    if not cython.compiled:
        bits &= 0xFFFFFFFFFFFFFFFF
    return bits ^ (bits >> 32)


def cleared(size: int) -> memoryview:
    """Return ``size`` zeros, uint32, in a separate mapping that goes back to the system when it is freed."""
    return memoryview(mmap(-1, 4 * size)).cast("I")


def doubled(array: memoryview) -> memoryview:
    """Return a copy with as many zeros appended. Untouched zeros take no memory yet."""
    longer = np.zeros(2 * len(array), np.asarray(array).dtype)
    longer[: len(array)] = array
    return longer.data
