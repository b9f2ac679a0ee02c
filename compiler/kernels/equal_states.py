"""Kernel: the register of nodes, in which equal nodes become one.

A node is (letter set, child set, children). Two states with the same right language have equal nodes once
their children are unique, so a graph that is registered children first is minimal: Nerode's equivalence, as in
Revuz (1992) by height and in Daciuk et al. (2000) by sorted input. Node 0 is the empty node: "no arc".

Guaranteed: the children of a node have lower numbers than the node.
"""

from __future__ import annotations

import numpy as np

from ...errors import LexkitError

try:
    import cython
except ImportError:
    from ...formats.kernels import uncompiled as cython

#: Nodes and children are numbered with 32 bits, the last number is kept for errors.
LIMIT = 0xFFFFFFFE


@cython.final
@cython.cclass
class Register:
    """Nodes in the order of their registration; growing, never forgetting."""

    def __init__(self, expected: int = 1 << 12) -> None:
        """Room for about ``expected`` nodes; it grows by itself."""
        room = max(16, expected)
        self._letter_sets = np.zeros(room, np.uint64)
        self._child_sets = np.zeros(room, np.uint64)
        self._first = np.zeros(room + 1, np.uint32)
        self._children = np.zeros(2 * room, np.uint32)
        self._bind()
        self.nodes = 1
        self.arcs = 0
        self.mask = 0
        self._rehash()

    def _bind(self) -> None:
        # Memory views, also compiled: uncompiled, their elements are Python integers, which do not overflow.
        self.letter_sets = memoryview(self._letter_sets)
        self.child_sets = memoryview(self._child_sets)
        self.first = memoryview(self._first)
        self.children = memoryview(self._children)

    @cython.cfunc
    def _reserve(self, more: cython.Py_ssize_t):
        """Make room for one more node with so many children."""
        room: cython.Py_ssize_t = self.letter_sets.shape[0]
        if self.nodes + 2 > room:
            if self.nodes >= LIMIT // 2:
                raise LexkitError("too many nodes", expected=f"at most {LIMIT // 2}", found=self.nodes)
            self._letter_sets = np.concatenate([self._letter_sets, np.zeros(room, np.uint64)])
            self._child_sets = np.concatenate([self._child_sets, np.zeros(room, np.uint64)])
            self._first = np.concatenate([self._first, np.zeros(room, np.uint32)])
            self._bind()
        room = self.children.shape[0]
        if self.arcs + more > room:
            if self.arcs >= LIMIT // 2:
                raise LexkitError("too many arcs", expected=f"at most {LIMIT // 2}", found=self.arcs)
            self._children = np.concatenate([self._children, np.zeros(max(room, more), np.uint32)])
            self._bind()
        if 2 * cython.cast(cython.ulonglong, self.nodes) > self.mask:
            self._rehash()

    @cython.cfunc
    def _rehash(self):
        """A table at least four times as large as the number of nodes."""
        size: cython.ulonglong = 64
        while size < 4 * cython.cast(cython.ulonglong, self.nodes):
            size *= 2
        self.table = memoryview(np.zeros(size, np.uint32))
        self.mask = size - 1
        node: cython.uint
        slot: cython.ulonglong
        for node in range(1, self.nodes):
            slot = (
                _hash(
                    self.letter_sets[node],
                    self.child_sets[node],
                    self.children,
                    self.first[node],
                    self.first[node + 1],
                )
                & self.mask
            )
            while self.table[slot] != 0:
                slot = (slot + 1) & self.mask
            self.table[slot] = node

    @cython.cfunc
    def intern(
        self,
        letter_set: cython.ulonglong,
        child_set: cython.ulonglong,
        rows: cython.uint[:, ::1],
        row: cython.Py_ssize_t,
        count: cython.Py_ssize_t,
    ) -> cython.uint:
        """The number of the node with these sets and the children ``rows[row, :count]``."""
        if letter_set == 0 and child_set == 0:
            return 0
        self._reserve(count)
        start: cython.uint = self.arcs
        i: cython.Py_ssize_t
        # Written where they would stay: a node that turns out to be new needs no second copy.
        for i in range(count):
            self.children[start + i] = rows[row, i]
        slot: cython.ulonglong = _hash(letter_set, child_set, self.children, start, start + count) & self.mask
        node: cython.uint
        first: cython.uint
        while True:
            node = self.table[slot]
            if node == 0:
                break
            if self.letter_sets[node] == letter_set and self.child_sets[node] == child_set:
                first = self.first[node]
                for i in range(count):
                    if self.children[first + i] != self.children[start + i]:
                        break
                else:
                    return node
            slot = (slot + 1) & self.mask
        node = self.nodes
        self.table[slot] = node
        self.letter_sets[node] = letter_set
        self.child_sets[node] = child_set
        self.first[node] = start
        self.arcs += count
        self.first[node + 1] = self.arcs
        self.nodes = node + 1
        return node

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(letter sets uint64 [n], child sets uint64 [n], first child uint32 [n + 1], children uint32 [arcs])."""
        return (
            self._letter_sets[: self.nodes],
            self._child_sets[: self.nodes],
            self._first[: self.nodes + 1],
            self._children[: self.arcs],
        )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mix(h: cython.ulonglong) -> cython.ulonglong:
    h ^= h >> 32
    if cython.compiled:
        h *= cython.cast(cython.ulonglong, 0xD6E8FEB86659FD93)
    else:
        h = h * 0xD6E8FEB86659FD93 & 0xFFFFFFFFFFFFFFFF
    return h ^ (h >> 32)


@cython.cfunc
@cython.exceptval(check=False)
def _hash(
    letter_set: cython.ulonglong,
    child_set: cython.ulonglong,
    children: cython.uint[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.ulonglong:
    # In a variable: as a literal it would be a Python integer, and the sum too large for C near 2**64.
    seed: cython.ulonglong = 0x9E3779B9
    h: cython.ulonglong = _mix(letter_set ^ seed) ^ child_set
    i: cython.Py_ssize_t
    for i in range(start, end):
        h = _mix(h) ^ children[i]
    return _mix(h)
