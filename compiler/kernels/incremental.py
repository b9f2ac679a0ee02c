"""Kernel: the minimal GADDAG straight from sorted words, without an unminimized one in between.

First the forward DAWG: words in order, each node registered as soon as no further word can change it (Daciuk
et al. 2000). Then every prefix x that occurs, as REV(x), in the order of the reversed strings: the same
construction again, in which the path of REV(x) ends with the separator's arc to the node that the forward pass
found for x. Both halves share one register, so the states behind the separators *are* those of the DAWG.

Result and minimality are those of Gordon's Figure 4 followed by minimization (tests hold both to the same
bytes), in half of the time and memory: 0.2 s and 14 MB instead of 0.4 s and 30 MB for 178,691 English words.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from ...formats.kernels import uncompiled as cython

if not cython.compiled:
    from ...formats.kernels.bits import ONE
    from .equal_states import Register


class Incremental:
    """The construction's stack: one frame a tile of the current path.

    A frame has the children of its node, the tile that leads to it (``labels``), and whether a word ends with it.
    """

    def __init__(self, expected: int) -> None:
        self.register = Register(expected)
        if not cython.compiled:
            self.rows = [[0] * 64 for _ in range(66)]
            self.counts, self.letter_sets, self.child_sets = [0] * 66, [0] * 66, [0] * 66
            self.labels, self.ends = [0] * 66, [0] * 66
        self.depth = 0
        self.forward_root = 0
        self.reverse_root = 0

    def _push(self, label: int) -> None:
        """Put an empty frame on top."""
        self.depth += 1
        self.labels[self.depth] = label
        self._clear()

    def _clear(self) -> None:
        """Empty the top frame."""
        self.counts[self.depth] = 0
        self.letter_sets[self.depth] = 0
        self.child_sets[self.depth] = 0
        self.ends[self.depth] = 0

    def _add_arc(self, tile: int, node: int) -> None:
        """Add an arc to the top frame; arcs come in the order of their tiles."""
        depth = self.depth
        self.rows[depth][self.counts[depth]] = node
        self.counts[depth] += 1
        self.child_sets[depth] |= ONE << tile

    def _close(self) -> int:
        """Register the top frame's node."""
        depth = self.depth
        return self.register.intern(
            self.letter_sets[depth], self.child_sets[depth], self.rows[depth], self.counts[depth]
        )

    def _pop(self) -> int:
        """Register the top frame's node and hang it on the frame below."""
        node = self._close()
        label = self.labels[self.depth]
        ended = self.ends[self.depth]
        self.depth -= 1
        if ended:
            self.letter_sets[self.depth] |= ONE << label
        if node:
            self._add_arc(label, node)
        return node

    def forward(
        self,
        tiles: memoryview,
        offsets: memoryview,
        parents: memoryview,
        letters: memoryview,
        ends: memoryview,
        nodes: memoryview,
    ) -> int:
        """The DAWG of sorted, unique words. Fills one row a prefix, in order, prefix 0 being the empty one.

        ``parents``: the prefix without its last tile; ``letters``: that tile; ``ends``: 1 if the prefix is
        a word; ``nodes``: its node in the DAWG, 0 if nothing follows. Gives the number of prefixes.
        """
        if not cython.compiled:
            trail = [0] * 66
        prefixes = 1
        self.depth = 0
        self._clear()
        parents[0] = 0
        letters[0] = 0
        ends[0] = 0
        trail[0] = 0
        for word in range(len(offsets) - 1):
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
        self, order: memoryview, parents: memoryview, letters: memoryview, ends: memoryview, nodes: memoryview
    ) -> None:
        """The reverse part: all prefixes in ``order``, which sorts them by their reversed strings."""
        self.depth = 0
        self._clear()
        for i in range(len(order)):
            prefix = order[i]
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
                self._add_arc(0, nodes[prefix])
        while self.depth > 0:
            self._pop()
        self.reverse_root = self._close()

    def result(self) -> tuple[Any, ...]:
        """The register's arrays, the forward root, the reverse root."""
        return (*self.register.arrays(), self.forward_root, self.reverse_root)


def reversed_keys(parents: memoryview, letters: memoryview, keys: memoryview, bits: int) -> None:
    """Sort keys of the reversed prefixes: row c of ``keys`` holds the c-th group of tiles, ``bits`` a tile.

    The reversed string of a prefix is its last letter and then that of its parent: a shift. A group holds
    ``64 // bits`` tiles at the top of its word, so unsigned comparison, row by row, compares the strings.
    """
    low = 64 - 64 // bits * bits
    tile = (1 << bits) - 1
    for prefix in range(1, len(parents)):
        carry = letters[prefix]
        for row in range(len(keys)):
            key = keys[row, parents[prefix]]
            keys[row, prefix] = (carry << (64 - bits)) | ((key >> bits) >> low << low)
            carry = (key >> low) & tile
