"""Kernel: walk through the automaton to find ranks and letter sets.

The words that start with a string are consecutive ranks. One walk along the forward part finds them by adding up
the words before each arc. Sixteen strings are walked side by side, so that their memory accesses overlap. Cross sets
are computed as in Gordon ("Computing cross sets", 1994): one walk of the reverse part finds both.

A :class:`Walk` belongs to one query, so that queries share no state. Guaranteed for every array that the format's
proof passed: no read outside it.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import (
        ONE,
        below,
        children,
        count_before,
        kid,
        letters,
        lowest,
        popcount,
        prefetch,
        step,
    )
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given

    from .tile_strings import prefetch_text, read_key, read_tiles, require_tiles


class Walk:
    """Walk of one query: up to sixteen strings in lanes, of at most 64 tiles each, in reading order."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = given(nodes)
        self.lanes = 0
        if not cython.compiled:
            self.tiles = [0] * 1024
            self.lengths, self.reached, self.ended = [0] * 16, [0] * 16, [0] * 16
            self.starts, self.stops, self.lows = [0] * 16, [0] * 16, [0] * 16

    def locate_lanes(self) -> None:
        """Find the ranks of the words that start with each lane's string.

        Sets ``starts`` and ``stops``, equal if there are no such words, and ``ended``, true if the string itself is
        a word, which then has rank ``starts``. Each lane walks from the forward root and adds up the words before
        each arc; the words below its last node are counted there. All lanes take each step together, so that their
        memory accesses overlap.
        """
        graph = self.nodes.view
        longest = 0
        for lane in range(self.lanes):
            self.reached[lane] = graph.forward_root
            self.starts[lane] = 0
            self.lows[lane] = 0
            self.ended[lane] = 0
            longest = max(longest, self.lengths[lane])
        for depth in range(longest):
            for lane in range(self.lanes):
                if depth >= self.lengths[lane]:
                    continue
                node = self.reached[lane]
                bit = ONE << self.tiles[lane * 64 + depth]
                letter_set = letters(graph, node)
                child_set = children(graph, node)
                number = popcount(child_set & (bit - 1))
                fan = popcount(child_set)
                low = self.lows[lane] + popcount(letter_set & (bit - 1))
                ended = (letter_set & bit) != 0
                if child_set & bit:
                    low += count_before(graph, node, fan, number)
                    self.starts[lane] = low
                    self.ended[lane] = ended
                    self.lows[lane] = low + ended
                    node = kid(graph, node, number)
                    prefetch(graph, node)
                    self.reached[lane] = node
                    continue
                self.reached[lane] = 0
                if ended and depth + 1 == self.lengths[lane]:
                    # No count is stored after the last child: count the words from the end.
                    if number < fan:
                        low += count_before(graph, node, fan, number)
                    else:
                        low = self.lows[lane] + below(graph, node) - popcount(letter_set & ~(bit - 1))
                    self.starts[lane] = low
                    self.lows[lane] = low + 1
                    self.ended[lane] = 1
                else:
                    self.starts[lane] = 0
                    self.lows[lane] = 0
                    self.ended[lane] = 0
                    self.lengths[lane] = 0
        for lane in range(self.lanes):
            node = self.reached[lane]
            self.stops[lane] = self.lows[lane] + (below(graph, node) if node else 0)

    def _locate_one(self, tiles: bytes) -> None:
        """Locate one string, using the first lane. Raises ValueError for more than 64 tiles."""
        if len(tiles) > 64:
            raise ValueError("a string to locate has at most 64 tiles")
        require_tiles(tiles)
        for i in range(len(tiles)):
            self.tiles[i] = tiles[i]
        self.lengths[0] = len(tiles)
        self.lanes = 1
        self.locate_lanes()

    def prefix(self, tiles: bytes) -> tuple[int, int]:
        """Return the ranks [low, high) of the words that start with these tiles (at most 64); low = high for none."""
        self._locate_one(tiles)
        return self.starts[0], self.stops[0]

    def rank(self, tiles: bytes) -> int:
        """Return the rank of the word with these tiles (at most 64), or -1 for a non-word."""
        self._locate_one(tiles)
        return self.starts[0] if self.ended[0] else -1

    def locate(self, texts: Any, starts: memoryview, stops: memoryview) -> None:
        """Write the ranks [start, stop) of the words that start with each of these strings.

        ``texts``: keys of :mod:`.tile_strings`, uint64, shape (rows + 1, strings); ``starts`` and ``stops``: int64,
        filled. A string that no letter follows has one word, itself. A string gets no ranks (start = stop) if its
        key has another node than the walk reaches, or is wrong about whether the string is a word.
        """
        last = len(texts) - 1
        if last < 0 or not len(starts) == len(stops) == texts.shape[1]:
            raise ValueError("a start and a stop for each string")
        with cython.nogil:
            for first in range(0, len(starts), 16):
                self.lanes = min(16, len(starts) - first)
                for i in range(self.lanes):
                    self.lengths[i] = read_key(texts, first + i, self.nodes.tile_bits, self.tiles, i * 64)
                self.locate_lanes()
                for i in range(self.lanes):
                    node = texts[last, first + i] >> 1
                    starts[first + i] = self.starts[i]
                    stops[first + i] = self.stops[i] if node else self.starts[i] + self.ended[i]
                    # The key, which comes from the reverse part, must agree with the forward part.
                    if (node and node != self.reached[i]) or (texts[last, first + i] & 1) != self.ended[i]:
                        stops[first + i] = self.starts[i]
                if (first + 16) % LOOK == 0:
                    with cython.gil:
                        self.nodes.look()

    def ranks(self, texts: list[str], table: memoryview, ranks: memoryview) -> None:
        """Write the rank of each text: -1 for a non-word, -2 if it is too long or has a letter not in the table.

        ``table``: tile of each code point, 0 for no letter; it may be empty. Raises TypeError if a text is not exactly
        str, ValueError if the table has a number that is not a tile.
        """
        if len(ranks) < len(texts):
            raise ValueError("a rank for each text")
        # Copy the table, so that no code that runs between two texts can change it.
        known: Any = bytes(table)
        require_tiles(known)
        for first in range(0, len(texts), 16):
            self.lanes = min(16, len(texts) - first)
            for i in range(self.lanes):
                prefetch_text(texts, first + i + 16)
                text = texts[first + i]
                if text is None:
                    raise TypeError("a word is a str, not NoneType")
                self.lengths[i] = read_tiles(text, known, self.tiles, i * 64)
                ranks[first + i] = -2 if self.lengths[i] < 0 else -1
            self.locate_lanes()
            for i in range(self.lanes):
                if self.ended[i]:
                    ranks[first + i] = self.starts[i]
            if (first + 16) % LOOK == 0:
                self.nodes.look()

    def _behind(self, tiles: bytes) -> int:
        """Return the node of the reverse part that REV(tiles) leads to."""
        graph = self.nodes.view
        node = graph.reverse_root
        for i in range(len(tiles) - 1, -1, -1):
            node = step(graph, node, tiles[i])
        return node

    def cross_sets(self, tiles: bytes) -> tuple[int, int]:
        """Return (front, back): masks of the tiles that make a word before and after these tiles, found in one walk."""
        require_tiles(tiles)
        graph = self.nodes.view
        node = self._behind(tiles)
        return letters(graph, node), letters(graph, step(graph, node, 0))

    def cross_set(self, before: bytes, after: bytes) -> int:
        """Return a mask of the tiles that make a word between ``before`` and ``after``, neither empty.

        This is Gordon's rare case: the walk follows one word, then tries every letter followed by the other word.
        """
        if len(before) == 0 or len(after) == 0:
            raise ValueError("a cross set between two texts")
        require_tiles(before)
        require_tiles(after)
        graph = self.nodes.view
        node = step(graph, self._behind(before), 0)
        fitting = 0
        bits = children(graph, node)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            end = step(graph, node, tile)
            for i in range(len(after) - 1):
                end = step(graph, end, after[i])
            if letters(graph, end) >> after[len(after) - 1] & 1:
                fitting |= ONE << tile
        return fitting
