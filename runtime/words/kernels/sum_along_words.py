"""Kernel: compute one number for each word, accumulated along the path to it.

One depth-first walk of the forward part visits the words of ascending ranges of ranks. Results of common prefixes
are kept along the path, so a word costs only its last letters. A sum of tile weights together with the set of letters
takes about 10 ns per word; the number of ways to draw its tiles from a bag about 60. Between ranges, whole subtrees
are skipped by their counts.

A :class:`Measure` belongs to one call, and releases the GIL. Guaranteed for every array that the format's proof
passed: no read outside it, and no write outside the arrays that the caller passes.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import (
        LOW_64,
        ONE,
        arcs,
        below,
        children,
        count_before,
        kid,
        letters,
        lowest,
        popcount,
    )
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given
    from lexkit.runtime.automaton.kernels.spelling import require_ranges


class Measure:
    """Walk that measures words."""

    def __init__(self, nodes: Nodes) -> None:
        if not cython.compiled:
            self.trail, self.pending, self.tiles = [0] * 66, [0] * 66, [0] * 66
            self.totals, self.seen, self.counts = [0] * 66, [0] * 66, [0] * 64
        self.nodes = given(nodes)
        self.depth = 0
        self.rank = 0
        self.given = 0
        self.totals[0] = 0
        self.seen[0] = 0
        self.trail[0] = self.nodes.view.forward_root
        self.pending[0] = arcs(self.nodes.view, self.trail[0])
        for tile in range(64):
            self.counts[tile] = 0

    def _draws(self, length: int) -> None:
        """Write the number of ways to draw the tiles of this word.

        Each kind of tile has a polynomial of degree 2: the coefficient of power k is the number of ways to choose
        the word's tiles of that kind if k of them are blanks. The product over all kinds gives the ways for the word.
        """
        left = self.seen[length]
        none, one, two = 1, 0, 0
        none_size, one_size, two_size = 1.0, 0.0, 0.0
        for i in range(length):
            self.counts[self.tiles[i]] += 1
        while left:
            tile = lowest(left)
            left &= left - 1
            number = self.counts[tile]
            self.counts[tile] = 0
            every, every_size = self.choices[tile, number], self.sizes[tile, number]
            but_one, but_one_size = self.choices[tile, number - 1], self.sizes[tile, number - 1]
            but_two, but_two_size = 0, 0.0
            if number > 1:
                but_two, but_two_size = self.choices[tile, number - 2], self.sizes[tile, number - 2]
            two = two * every + one * but_one + none * but_two & LOW_64
            one = one * every + none * but_one & LOW_64
            none = none * every & LOW_64
            two_size = two_size * every_size + one_size * but_one_size + none_size * but_two_size
            one_size = one_size * every_size + none_size * but_one_size
            none_size = none_size * every_size
        self.sums[self.given] = none + one * self.blanks[1] + two * self.blanks[2] & LOW_64
        self.about[self.given] = none_size + one_size * self.sizes[0, 1] + two_size * self.sizes[0, 2]

    def _give(self, length: int) -> None:
        """Write the result for the word of the first ``length`` tiles of the path."""
        if self.given < self.room:
            if self.kind == 0:
                self.sums[self.given] = self.totals[length]
                self.masks[self.given] = self.seen[length]
            elif self.kind == 1:
                self._draws(length)
            else:
                i = 0
                while 2 * i < length and self.tiles[i] == self.tiles[length - 1 - i]:
                    i += 1
                self.flags[self.given] = 2 * i >= length
            self.given += 1

    def _put(self, depth: int, tile: int) -> None:
        """Append a tile to the path of ``depth`` tiles, and update sum and set."""
        self.tiles[depth] = tile
        self.totals[depth + 1] = self.totals[depth] + self.weights[tile] & LOW_64
        self.seen[depth + 1] = self.seen[depth] | ONE << tile

    def _range(self, low: int, high: int) -> None:
        """Walk to the words with low <= rank < high and write their results. ``low`` is at least the last ``high``."""
        graph = self.nodes.view
        depth, rank = self.depth, self.rank
        node, bits = self.trail[depth], self.pending[depth]
        ends, among = letters(graph, node), children(graph, node)
        while rank < high:
            if bits == 0:
                if depth == 0:
                    break
                depth -= 1
                node, bits = self.trail[depth], self.pending[depth]
                ends, among = letters(graph, node), children(graph, node)
                continue
            tile = lowest(bits)
            bits &= bits - 1
            bit = ONE << tile
            self._put(depth, tile)
            if ends & bit:
                rank += 1
                if rank > low:
                    self._give(depth + 1)
            if not among & bit:
                continue
            place = popcount(among & (bit - 1))
            child = kid(graph, node, place)
            if rank < low:
                fan = popcount(among)
                if place + 1 < fan:
                    skipped = count_before(graph, node, fan, place + 1) - count_before(graph, node, fan, place)
                else:
                    skipped = below(graph, child)
                if rank + skipped <= low:
                    rank += skipped
                    continue
            elif children(graph, child) == 0:
                # A third of all nodes have no children. The walk need not return to them, so they are not pushed.
                ends_there = letters(graph, child)
                if rank + popcount(ends_there) <= high:
                    rank += popcount(ends_there)
                    while ends_there:
                        self._put(depth + 1, lowest(ends_there))
                        ends_there &= ends_there - 1
                        self._give(depth + 2)
                    continue
            self.pending[depth] = bits
            depth += 1
            node = child
            self.trail[depth] = node
            ends, among = letters(graph, node), children(graph, node)
            bits = ends | among
        self.pending[depth] = bits
        self.depth = depth
        self.rank = rank

    def _ranges(self, starts: memoryview, stops: memoryview) -> int:
        """Write the results for the words of these ranges, and return the number written."""
        if len(self.weights) < 64:
            raise ValueError("64 weights")
        require_ranges(self.nodes, starts, stops)
        work = 0
        with cython.nogil:
            for i in range(len(starts)):
                low = starts[i]
                while low < stops[i]:
                    stop = min(stops[i], low + LOOK)
                    self._range(low, stop)
                    work += stop - low
                    low = stop
                    if work >= LOOK:
                        work = 0
                        with cython.gil:
                            self.nodes.look()
        return self.given

    def add(
        self, starts: memoryview, stops: memoryview, weights: memoryview, sums: memoryview, masks: memoryview
    ) -> int:
        """Write for each word of the ranges the sum of its tiles' weights, modulo 2 ** 64, and the set of its letters.

        ``sums`` is int64, ``masks`` uint64. The ranges ascend and are disjoint. Returns the number of words.
        """
        self.kind = 0
        self.weights = weights
        self.sums = sums
        self.masks = masks
        self.room = min(len(sums), len(masks))
        return self._ranges(starts, stops)

    def draw(
        self,
        starts: memoryview,
        stops: memoryview,
        weights: memoryview,
        choices: Any,
        sizes: Any,
        blanks: memoryview,
        ways: memoryview,
        about: memoryview,
    ) -> int:
        """Write for each word of the ranges the number of ways to draw its tiles: modulo 2 ** 64, and approximately.

        ``choices``, uint64, and ``sizes``, float64, both 64 x 64: entry [tile, n] is the number of ways to choose n
        of the bag's tiles of that kind. Row 0, the blank, is read from ``sizes`` only; ``blanks`` has its first
        three entries, modulo 2 ** 64. The weights are not used.
        """
        if min(choices.shape[0], choices.shape[1], sizes.shape[0], sizes.shape[1]) < 64 or len(blanks) < 3:
            raise ValueError("64 numbers of each of 64 tiles, and three of the blank")
        self.kind = 1
        self.weights = weights
        self.choices = choices
        self.sizes = sizes
        self.blanks = blanks
        self.sums = ways
        self.about = about
        self.room = min(len(ways), len(about))
        return self._ranges(starts, stops)

    def mirror(self, starts: memoryview, stops: memoryview, weights: memoryview, flags: memoryview) -> int:
        """Write 1 for each word of the ranges that reads the same backwards, else 0. The weights are not used."""
        self.kind = 2
        self.weights = weights
        self.flags = flags
        self.room = len(flags)
        return self._ranges(starts, stops)
