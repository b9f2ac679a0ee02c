"""Kernel: the minimal GADDAG straight from sorted words, without an unminimized one in between.

First the forward DAWG: words in order, each node registered as soon as no further word can change it (Daciuk
et al. 2000). Then every prefix x that occurs, as REV(x), in the order of the reversed strings: the same
construction again, in which the path of REV(x) ends with the separator's arc to the node that the forward pass
found for x. Both halves share one register, so the states behind the separators *are* those of the DAWG.

Result and minimality are those of Gordon's Figure 4 followed by minimization (tests hold both to the same
bytes), in half of the time and memory: 0.2 s and 14 MB instead of 0.4 s and 30 MB for 178,691 English words.
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

#: Room for a stack of one frame a tile, and of one child a letter with the separator.
_DEPTH = 66
_FANOUT = 64


@cython.final
@cython.cclass
class Incremental:
    """The construction's stack: one frame a tile of the current path."""

    register: Register
    rows: cython.uint[:, ::1]
    counts: cython.uint[::1]
    letter_sets: cython.ulonglong[::1]
    child_sets: cython.ulonglong[::1]
    labels: cython.uchar[::1]
    ends: cython.uchar[::1]
    depth: cython.Py_ssize_t
    forward_root: cython.uint
    reverse_root: cython.uint

    def __init__(self, expected: int) -> None:
        self.register = Register(expected)
        self.rows = memoryview(np.zeros((_DEPTH, _FANOUT), np.uint32))
        self.counts = memoryview(np.zeros(_DEPTH, np.uint32))
        self.letter_sets = memoryview(np.zeros(_DEPTH, np.uint64))
        self.child_sets = memoryview(np.zeros(_DEPTH, np.uint64))
        self.labels = memoryview(np.zeros(_DEPTH, np.uint8))
        self.ends = memoryview(np.zeros(_DEPTH, np.uint8))
        self.depth = 0
        self.forward_root = 0
        self.reverse_root = 0

    @cython.cfunc
    def _push(self, label: cython.uchar):
        self.depth += 1
        depth: cython.Py_ssize_t = self.depth
        self.labels[depth] = label
        self.counts[depth] = 0
        self.letter_sets[depth] = 0
        self.child_sets[depth] = 0
        self.ends[depth] = 0

    @cython.cfunc
    def _arc(self, tile: cython.uchar, node: cython.uint):
        """An arc from the top frame; arcs come in the order of their tiles."""
        depth: cython.Py_ssize_t = self.depth
        one: cython.ulonglong = 1
        self.rows[depth, self.counts[depth]] = node
        self.counts[depth] += 1
        self.child_sets[depth] |= one << tile

    @cython.cfunc
    def _close(self) -> cython.uint:
        """Register the top frame's node."""
        depth: cython.Py_ssize_t = self.depth
        return self.register.intern(
            self.letter_sets[depth], self.child_sets[depth], self.rows, depth, self.counts[depth]
        )

    @cython.cfunc
    def _pop(self) -> cython.uint:
        """Register the top frame's node and hang it on the frame below."""
        node: cython.uint = self._close()
        label: cython.uchar = self.labels[self.depth]
        ended: cython.bint = self.ends[self.depth]
        one: cython.ulonglong = 1
        self.depth -= 1
        if ended:
            self.letter_sets[self.depth] |= one << label
        if node:
            self._arc(label, node)
        return node

    @cython.cfunc
    def _reset(self):
        self.depth = 0
        self.counts[0] = 0
        self.letter_sets[0] = 0
        self.child_sets[0] = 0
        self.ends[0] = 0

    def forward(
        self,
        tiles: cython.const[cython.uchar][::1],
        offsets: cython.const[cython.longlong][::1],
        parents: cython.uint[::1],
        letters: cython.uchar[::1],
        ends: cython.uchar[::1],
        nodes: cython.uint[::1],
    ) -> int:
        """The DAWG of sorted, unique words. Fills one row a prefix, in order, prefix 0 being the empty one.

        ``parents``: the prefix without its last tile; ``letters``: that tile; ``ends``: 1 where the prefix is
        a word; ``nodes``: its node in the DAWG, 0 where nothing follows. Gives the number of prefixes.
        """
        prefixes: cython.uint = 1
        trail: cython.uint[::1] = memoryview(np.zeros(_DEPTH, np.uint32))
        prefix: cython.uint
        word: cython.Py_ssize_t
        words: cython.Py_ssize_t = offsets.shape[0] - 1
        start: cython.Py_ssize_t
        length: cython.Py_ssize_t
        common: cython.Py_ssize_t
        self._reset()
        parents[0] = 0
        letters[0] = 0
        ends[0] = 0
        for word in range(words):
            start = offsets[word]
            length = offsets[word + 1] - start
            common = 0
            while common < length and common < self.depth and self.labels[common + 1] == tiles[start + common]:
                common += 1
            while self.depth > common:
                prefix = trail[self.depth]
                nodes[prefix] = self._pop()
            while self.depth < length:
                self._push(tiles[start + self.depth])
                parents[prefixes] = trail[self.depth - 1]
                letters[prefixes] = self.labels[self.depth]
                ends[prefixes] = 0
                trail[self.depth] = prefixes
                prefixes += 1
            self.ends[length] = 1
            ends[trail[length]] = 1
        while self.depth > 0:
            prefix = trail[self.depth]
            nodes[prefix] = self._pop()
        self.forward_root = self._close()
        nodes[0] = self.forward_root
        return prefixes

    def reverse(
        self,
        order: cython.const[cython.longlong][::1],
        parents: cython.const[cython.uint][::1],
        letters: cython.const[cython.uchar][::1],
        ends: cython.const[cython.uchar][::1],
        nodes: cython.const[cython.uint][::1],
    ) -> None:
        """The reverse part: all prefixes in ``order``, which sorts them by their reversed strings."""
        i: cython.Py_ssize_t
        prefix: cython.uint
        at: cython.uint
        common: cython.Py_ssize_t
        self._reset()
        for i in range(order.shape[0]):
            prefix = cython.cast(cython.uint, order[i])
            at = prefix
            common = 0
            while at != 0 and common < self.depth and self.labels[common + 1] == letters[at]:
                common += 1
                at = parents[at]
            while self.depth > common:
                self._pop()
            while at != 0:
                self._push(letters[at])
                at = parents[at]
            self.ends[self.depth] = ends[prefix]
            if nodes[prefix]:
                self._arc(0, nodes[prefix])
        while self.depth > 0:
            self._pop()
        self.reverse_root = self._close()

    def result(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int, int]:
        """The register's arrays, the forward root, the reverse root."""
        return (*self.register.arrays(), self.forward_root, self.reverse_root)


def reversed_keys(
    parents: cython.const[cython.uint][::1],
    letters: cython.const[cython.uchar][::1],
    keys: cython.ulonglong[:, ::1],
    bits: cython.int,
) -> None:
    """Sort keys of the reversed prefixes: row c of ``keys`` holds the c-th group of tiles, ``bits`` a tile.

    The reversed string of a prefix is its last letter and then that of its parent: a shift. A group holds
    ``64 // bits`` tiles at the top of its word, so unsigned comparison, row by row, compares the strings.
    """
    prefix: cython.Py_ssize_t
    row: cython.Py_ssize_t
    rows: cython.Py_ssize_t = keys.shape[0]
    group: cython.int = 64 // bits
    low: cython.int = 64 - group * bits
    carry: cython.ulonglong
    key: cython.ulonglong
    tile: cython.ulonglong = (1 << bits) - 1
    for prefix in range(1, parents.shape[0]):
        carry = letters[prefix]
        for row in range(rows):
            key = keys[row, parents[prefix]]
            keys[row, prefix] = (carry << (64 - bits)) | ((key >> bits) >> low << low)
            carry = (key >> low) & tile
