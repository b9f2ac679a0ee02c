"""Kernel: the words that can be part of a phrase: those whose letters are all among the letters given.

A walk of the forward part along letters that are left, which adds up ranks on the way. It stops when its arrays are
full or it has taken its steps, and goes on from there at the next call, so that the caller can check for signals.

Guaranteed for every array that the format's proof passed: no read outside of it, and an end: each node visited is the
beginning of a word of its own.
"""

from __future__ import annotations

from .....formats.kernels import cython

if not cython.compiled:
    from .....formats.kernels.count_bits import ONE, lowest
    from .....formats.kernels.node import arcs, child, children, letters, rank_before
    from .....formats.kernels.nodes import LOOK, Nodes, given


class Parts:
    """One walk; belongs to one query."""

    def __init__(self, nodes: Nodes, counts: memoryview, shortest: int, longest: int) -> None:
        """``counts``: of each letter by tile number, 64 of them; words have ``shortest`` to ``longest`` tiles."""
        if not cython.compiled:
            self.left, self.path = [0] * 64, [0] * 66
            self.trail, self.pending, self.lows, self.highs = [0] * 66, [0] * 66, [0] * 66, [0] * 66
        self.nodes = given(nodes)
        self.shortest = shortest
        self.longest = min(longest, 63)
        self._set_letters(counts)
        self.depth = 0
        self.done = False
        self.trail[0] = self.nodes.view.forward_root
        self.lows[0], self.highs[0] = 0, self.nodes.word_count
        self.pending[0] = arcs(self.nodes.view, self.trail[0]) & self.have

    def _set_letters(self, counts: memoryview) -> None:
        """Begin with these letters."""
        if len(counts) != 64:
            raise ValueError("counts of 64 tiles")
        self.have = 0
        for tile in range(64):
            self.left[tile] = counts[tile]
            if counts[tile]:
                self.have |= ONE << tile

    def fill(self, ranks: memoryview, lengths: memoryview, tiles: memoryview) -> tuple[int, int]:
        """Write the next words, ascending: their ranks, int64, their lengths, and their tiles end to end.

        Returns the numbers of words and tiles: as many as there is room for or are found in about four million steps;
        see :meth:`ended`. ``tiles`` has room for 63 a word.
        """
        graph = self.nodes.view
        found, used = 0, 0
        room = min(len(ranks), len(lengths), len(tiles) // 63)
        depth = self.depth
        steps = 1 << 22
        with cython.nogil:
            while found < room and steps > 0 and not self.done:
                steps -= 1
                if steps % LOOK == 0:
                    with cython.gil:
                        self.nodes.look()
                if self.pending[depth] == 0:
                    if depth == 0:
                        self.done = True
                        break
                    depth -= 1
                    tile = self.path[depth]
                    self.left[tile] += 1
                    self.have |= ONE << tile
                    continue
                node = self.trail[depth]
                tile = lowest(self.pending[depth])
                bit = ONE << tile
                self.pending[depth] &= self.pending[depth] - 1
                ends, among = letters(graph, node), children(graph, node)
                low, high = self.lows[depth], self.highs[depth]
                rank = rank_before(graph, node, ends, among, bit, low, high)
                self.path[depth] = tile
                if ends & bit:
                    if depth + 1 >= self.shortest:
                        for i in range(depth + 1):
                            tiles[used + i] = self.path[i]
                        used += depth + 1
                        lengths[found] = depth + 1
                        ranks[found] = rank
                        found += 1
                    rank += 1
                if not among & bit or depth + 1 >= self.longest:
                    continue
                high = rank_before(graph, node, ends, among, bit << 1, low, high)
                self.left[tile] -= 1
                if self.left[tile] == 0:
                    self.have &= ~bit
                node = child(graph, node, among, tile)
                depth += 1
                self.trail[depth] = node
                self.lows[depth], self.highs[depth] = rank, high
                self.pending[depth] = arcs(graph, node) & self.have
        self.depth = depth
        return found, used

    def ended(self) -> bool:
        """Whether all words have been given."""
        return self.done
