"""Kernel: walks through the automaton that answer with ranks and letter sets.

The words that start with a string are consecutive ranks, found by one walk along the forward part: it adds up
the words before each arc. Strings are walked sixteen side by side, so that the processor waits for the memory of
all of them at once. Cross sets are Gordon's ("Computing cross sets", 1994): both from one walk of the reverse
part.

A :class:`Walk` belongs to one query, so that queries share no state.
Guaranteed for every array that the format's proof passed: no read outside of it.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import below, count_before, count_size, prefetch, read_set, step
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
    from cython.cimports.lexkit.runtime.automaton.kernels.text_tiles import prefetch_text, read_tiles
    from cython.cimports.lexkit.runtime.automaton.kernels.tile_keys import read_key
else:
    from ....formats.kernels.bits import lowest, popcount
    from ....formats.kernels.node import below, count_before, count_size, prefetch, read_set, step
    from ....formats.kernels.nodes import Nodes
    from .text_tiles import prefetch_text, read_tiles
    from .tile_keys import read_key

#: Strings located side by side, of at most 64 tiles each.
LANES = 16


@cython.final
@cython.cclass
class Walk:
    """One query's walk: up to sixteen strings in lanes."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    forward_root: cython.Py_ssize_t
    reverse_root: cython.Py_ssize_t
    tile_bits: cython.int
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    # Strings being located, in reading order.
    lanes: cython.Py_ssize_t
    tiles: cython.uchar[1024]
    lengths: cython.Py_ssize_t[16]
    nodes: cython.Py_ssize_t[16]
    starts: cython.ulonglong[16]
    stops: cython.ulonglong[16]
    lows: cython.ulonglong[16]
    ended: cython.uchar[16]

    def __init__(
        self,
        nodes: Nodes,
    ) -> None:
        self.words = nodes.array
        self.width = nodes.view.width
        self.forward_root = nodes.view.forward_root
        self.reverse_root = nodes.view.reverse_root
        self.tile_bits = nodes.tile_bits
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.lanes = 0
        if not cython.compiled:
            self.tiles = [0] * (64 * LANES)
            self.lengths, self.nodes, self.ended = [0] * LANES, [0] * LANES, [0] * LANES
            self.starts, self.stops, self.lows = [0] * LANES, [0] * LANES, [0] * LANES

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _locate(self) -> cython.void:
        """Find the ranks of the words that start with each lane's string.

        Sets ``starts`` and ``stops``, equal where there are none, and ``ended``: whether the string itself is a
        word, which then has rank ``starts``. One walk from the forward root, adding up the words before each
        arc; the words below the node it ends at are counted there. The lanes go step by step side by side,
        so that the processor waits for the memory of all of them at once.
        """
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        byte_end: cython.Py_ssize_t = self.byte_end
        half_end: cython.Py_ssize_t = self.half_end
        lanes: cython.Py_ssize_t = self.lanes
        lane: cython.Py_ssize_t
        depth: cython.Py_ssize_t
        longest: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t
        letters: cython.ulonglong
        children: cython.ulonglong
        bit: cython.ulonglong
        one: cython.ulonglong = 1
        before: cython.Py_ssize_t
        fan: cython.Py_ssize_t
        counts: cython.Py_ssize_t
        size: cython.int
        low: cython.ulonglong
        ended: cython.ulonglong
        for lane in range(lanes):
            self.nodes[lane] = self.forward_root
            self.starts[lane] = 0
            self.lows[lane] = 0
            self.ended[lane] = 0
            if self.lengths[lane] > longest:
                longest = self.lengths[lane]
        for depth in range(longest):
            for lane in range(lanes):
                if depth >= self.lengths[lane]:
                    continue
                node = self.nodes[lane]
                bit = one << self.tiles[lane * 64 + depth]
                letters = read_set(words, node, width)
                children = read_set(words, node + width, width)
                before = popcount(children & (bit - 1))
                fan = popcount(children)
                counts = node + 2 * width + fan
                size = count_size(node, byte_end, half_end)
                low = self.lows[lane] + popcount(letters & (bit - 1))
                ended = (letters & bit) != 0
                if children & bit:
                    low += count_before(words, counts, before, size)
                    self.starts[lane] = low
                    self.ended[lane] = ended
                    self.lows[lane] = low + ended
                    node = words[node + 2 * width + before]
                    prefetch(words, node)
                    self.nodes[lane] = node
                elif ended and depth + 1 == self.lengths[lane]:
                    # Behind the last child no count is stored: there the words are counted from the end.
                    if before < fan:
                        low += count_before(words, counts, before, size)
                    else:
                        low = self.lows[lane] + below(words, node, width, byte_end, half_end)
                        low -= popcount(letters & ~(bit - 1))
                    self.starts[lane] = low
                    self.lows[lane] = low + 1
                    self.ended[lane] = 1
                    self.nodes[lane] = 0
                else:
                    self.starts[lane] = 0
                    self.lows[lane] = 0
                    self.ended[lane] = 0
                    self.nodes[lane] = 0
                    self.lengths[lane] = 0
        for lane in range(lanes):
            node = self.nodes[lane]
            self.stops[lane] = self.lows[lane]
            if node:
                self.stops[lane] += below(words, node, width, byte_end, half_end)

    @cython.cfunc
    def _take(self, tiles: cython.const[cython.uchar][::1]):
        """One string, in the first lane."""
        i: cython.Py_ssize_t
        if len(tiles) > 64:
            raise ValueError("a string to locate has at most 64 tiles")
        for i in range(len(tiles)):
            self.tiles[i] = tiles[i]
        self.lengths[0] = len(tiles)
        self.lanes = 1

    def prefix(self, tiles: cython.const[cython.uchar][::1]) -> tuple[int, int]:
        """Ranks [low, high) of the words that start with these tiles (at most 64); equal for none."""
        self._take(tiles)
        self._locate()
        return self.starts[0], self.stops[0]

    def locate(
        self,
        texts: cython.const[cython.ulonglong][:, ::1],
        starts: cython.longlong[::1],
        stops: cython.longlong[::1],
    ) -> None:
        """Ranks [start, stop) of the words that start with each of these strings, as keys of :mod:`.keys`.

        A string that nothing goes on from has one word, itself. A string whose key names another node than
        the walk ends at, or is wrong about being a word, gets no rank (start = stop).
        """
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        first: cython.Py_ssize_t
        rows: cython.Py_ssize_t = texts.shape[0] - 1
        with cython.nogil:
            for first in range(0, texts.shape[1], 16):
                self.lanes = min(16, texts.shape[1] - first)
                for i in range(self.lanes):
                    self.lengths[i] = read_key(texts, first + i, self.tile_bits, self.tiles, i * 64)
                self._locate()
                for i in range(self.lanes):
                    node = texts[rows, first + i] >> 1
                    starts[first + i] = self.starts[i]
                    stops[first + i] = self.stops[i] if node else self.starts[i] + self.ended[i]
                    # What the reverse part said of the string must be what the forward part says.
                    if (node and node != self.nodes[i]) or (texts[rows, first + i] & 1) != self.ended[i]:
                        stops[first + i] = self.starts[i]
            self.lanes = 0

    @cython.cfunc
    def _behind(self, tiles: cython.const[cython.uchar][::1]) -> cython.Py_ssize_t:
        """The node of the reverse part behind REV(tiles)."""
        node: cython.Py_ssize_t = self.reverse_root
        i: cython.Py_ssize_t
        for i in range(len(tiles) - 1, -1, -1):
            node = step(self.words, node, tiles[i], self.width)
        return node

    def cross_sets(self, tiles: cython.const[cython.uchar][::1]) -> tuple[int, int]:
        """(front, back): the tiles that make a word before and behind these, as masks; one walk."""
        node: cython.Py_ssize_t = self._behind(tiles)
        front: cython.ulonglong = read_set(self.words, node, self.width)
        back: cython.ulonglong = read_set(self.words, step(self.words, node, 0, self.width), self.width)
        return front, back

    def cross_set(self, before: cython.const[cython.uchar][::1], after: cython.const[cython.uchar][::1]) -> int:
        """The tiles that make a word between ``before`` and ``after``, neither empty, as a mask.

        Gordon's rare case: one word is followed, then every letter, then the letters of the other word.
        """
        node: cython.Py_ssize_t = step(self.words, self._behind(before), 0, self.width)
        end: cython.Py_ssize_t
        i: cython.Py_ssize_t
        tile: cython.int
        fitting: cython.ulonglong = 0
        bits: cython.ulonglong = read_set(self.words, node + self.width, self.width)
        one: cython.ulonglong = 1
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            end = step(self.words, node, tile, self.width)
            for i in range(len(after) - 1):
                end = step(self.words, end, after[i], self.width)
            if read_set(self.words, end, self.width) >> after[len(after) - 1] & 1:
                fitting |= one << tile
        return fitting

    def rank(self, tiles: cython.const[cython.uchar][::1]) -> int:
        """The rank of the word of these tiles (at most 64); -1 where it is none."""
        self._take(tiles)
        self._locate()
        return self.starts[0] if self.ended[0] else -1

    def ranks(
        self,
        texts: list,
        table: cython.const[cython.uchar][::1],
        ranks: cython.longlong[::1],
    ) -> None:
        """Rank of each text, -1 where it is no word, -2 where the table does not know all of its letters.

        ``table``: code point -> tile, 0 for others; it may be empty.
        """
        i: cython.Py_ssize_t
        first: cython.Py_ssize_t
        length: cython.Py_ssize_t
        text: str
        for first in range(0, len(texts), 16):
            self.lanes = min(16, len(texts) - first)
            for i in range(self.lanes):
                prefetch_text(texts, first + i + 16)
                text = texts[first + i]
                if text is None:
                    raise TypeError("a word is a str, not NoneType")
                length = read_tiles(text, table, self.tiles, i * 64)
                ranks[first + i] = -2 if length < 0 else -1
                self.lengths[i] = length
            self._locate()
            for i in range(self.lanes):
                if self.ended[i]:
                    ranks[first + i] = self.starts[i]
        self.lanes = 0
