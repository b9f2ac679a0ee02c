"""Kernel: ranks to words. One depth-first walk of the forward part spells all words of ascending ranges.

Between ranges the walk skips whole subtrees by their counts, and a subtree that lies in a range is spelled
without looking at counts, so the cost is that of the words spelled plus a short descent a range: about
40 ns a word as a Python string, 1 us a single word.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.cpython.list import PyList_Append
    from cython.cimports.cpython.unicode import PyUnicode_FromKindAndData
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import below, count_before, count_size, read_set
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
    from cython.cimports.lexkit.runtime.automaton.kernels.tile_keys import read_key
else:
    from ....formats.kernels.bits import lowest, popcount
    from ....formats.kernels.node import below, count_before, count_size, read_set
    from ....formats.kernels.nodes import Nodes
    from .tile_keys import read_key

#: Frames of the walk: no word has more tiles.
DEPTH = 66
#: Longest path: a string of 64 tiles and what goes on from it.
PATH = 132


@cython.final
@cython.cclass
class Speller:
    """One spelling of ranges; belongs to one call."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    tile_bits: cython.int
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    # The walk along the edges of ranges.
    depth: cython.Py_ssize_t
    rank: cython.ulonglong
    nodes: cython.Py_ssize_t[66]
    pending: cython.ulonglong[66]
    highs: cython.ulonglong[66]
    # The walk inside of a range.
    inner: cython.Py_ssize_t[132]
    left: cython.ulonglong[132]
    # The path, as tiles and as text; ``kind``: bytes a code point, 0 where labels are longer.
    tiles: cython.uchar[132]
    narrow: cython.uchar[132]
    wide: cython.uint[132]
    codes: cython.const[cython.uint][::1]
    kind: cython.int
    # What is given out.
    listed: list
    measuring: cython.bint
    sizes: cython.uchar[::1]
    given: cython.Py_ssize_t
    total: cython.Py_ssize_t

    def __init__(
        self,
        nodes: Nodes,
        codes: memoryview,
        narrow: bool,
    ) -> None:
        """``codes``: code point of each tile's label, uint32; empty where labels are longer than that.

        ``narrow``: whether all of them are ASCII.
        """
        if not cython.compiled:
            self.nodes, self.pending, self.highs = [0] * DEPTH, [0] * DEPTH, [0] * DEPTH
            self.inner, self.left = [0] * PATH, [0] * PATH
            self.tiles, self.narrow, self.wide = [0] * PATH, [0] * PATH, [0] * PATH
        self.words = nodes.array
        self.width = nodes.view.width
        self.tile_bits = nodes.tile_bits
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.codes = codes
        self.kind = 0 if not len(codes) else 1 if narrow else 4
        self.measuring = False
        self.given = 0
        self.total = nodes.word_count
        self.listed = []
        self.depth = 0
        self.rank = 0
        self.nodes[0] = nodes.view.forward_root
        self.highs[0] = nodes.word_count
        self.pending[0] = read_set(self.words, self.nodes[0], self.width)
        self.pending[0] |= read_set(self.words, self.nodes[0] + self.width, self.width)

    @cython.cfunc
    def _below(self, root: cython.Py_ssize_t, depth: cython.Py_ssize_t) -> cython.int:
        """Give all words below a node, whose path of ``depth`` tiles is in ``tiles``."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        base: cython.Py_ssize_t = depth
        node: cython.Py_ssize_t = root
        tile: cython.int
        one: cython.ulonglong = 1
        bits: cython.ulonglong
        letters: cython.ulonglong = read_set(words, node, width)
        children: cython.ulonglong = read_set(words, node + width, width)
        self.inner[depth] = node
        bits = letters | children
        while True:
            if bits == 0:
                if depth == base:
                    return 0
                depth -= 1
                node = self.inner[depth]
                bits = self.left[depth]
                letters = read_set(words, node, width)
                children = read_set(words, node + width, width)
                continue
            tile = lowest(bits)
            bits &= bits - 1
            self._put(depth, tile)
            if letters >> tile & 1:
                self._give(depth + 1)
            if children >> tile & 1:
                self.left[depth] = bits
                node = words[node + 2 * width + popcount(children & ((one << tile) - 1))]
                depth += 1
                self.inner[depth] = node
                letters = read_set(words, node, width)
                children = read_set(words, node + width, width)
                bits = letters | children

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, depth: cython.Py_ssize_t, tile: cython.int) -> cython.void:
        """The tile at this place of the path, and its label where that is one code point."""
        self.tiles[depth] = tile
        if self.kind == 1:
            self.narrow[depth] = cython.cast(cython.uchar, self.codes[tile])
        elif self.kind == 4:
            self.wide[depth] = self.codes[tile]

    @cython.cfunc
    def _give(self, length: cython.Py_ssize_t) -> cython.int:
        """One word, as the call wants it."""
        if self.measuring:
            if self.given < self.sizes.shape[0]:
                self.sizes[self.given] = cython.cast(cython.uchar, length)
        elif not cython.compiled:
            if self.kind == 0:
                self.listed.append(bytes(self.tiles[:length]))
            else:
                self.listed.append("".join([chr(self.codes[self.tiles[i]]) for i in range(length)]))
        elif self.kind == 1:
            PyList_Append(self.listed, PyUnicode_FromKindAndData(1, cython.address(self.narrow[0]), length))
        elif self.kind == 4:
            PyList_Append(self.listed, PyUnicode_FromKindAndData(4, cython.address(self.wide[0]), length))
        else:
            PyList_Append(self.listed, PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.tiles), length))
        self.given += 1
        return 0

    @cython.cfunc
    def _range(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.int:
        """Give the words with low <= rank < high; ``low`` is not below the last call's ``high``."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        node: cython.Py_ssize_t
        child: cython.Py_ssize_t
        counts: cython.Py_ssize_t
        size: cython.int
        fan: cython.Py_ssize_t
        place: cython.Py_ssize_t
        tile: cython.int
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        letters: cython.ulonglong
        children: cython.ulonglong
        top: cython.ulonglong
        while self.depth > 0 and self.highs[self.depth] <= low:
            self.rank = self.highs[self.depth]
            self.depth -= 1
        while self.rank < high:
            if self.pending[self.depth] == 0:
                if self.depth == 0:
                    return 0
                self.depth -= 1
                continue
            node = self.nodes[self.depth]
            tile = lowest(self.pending[self.depth])
            bit = one << tile
            self.pending[self.depth] &= self.pending[self.depth] - 1
            self._put(self.depth, tile)
            letters = read_set(words, node, width)
            children = read_set(words, node + width, width)
            if letters & bit:
                self.rank += 1
                if self.rank > low:
                    self._give(self.depth + 1)
            if not children & bit:
                continue
            place = popcount(children & (bit - 1))
            fan = popcount(children)
            if place + 1 < fan:
                counts = node + 2 * width + fan
                size = count_size(node, self.byte_end, self.half_end)
                top = self.rank + (
                    count_before(words, counts, place + 1, size) - count_before(words, counts, place, size)
                )
            else:
                top = self.highs[self.depth] - popcount(letters & ~(bit | (bit - 1)))
            child = words[node + 2 * width + place]
            if top <= low:
                self.rank = top
            elif self.rank >= low and top <= high:
                self._below(child, self.depth + 1)
                self.rank = top
            else:
                self.depth += 1
                self.nodes[self.depth] = child
                self.highs[self.depth] = top
                self.pending[self.depth] = read_set(words, child, width) | read_set(words, child + width, width)
        return 0

    def spell(self, starts: cython.const[cython.longlong][::1], stops: cython.const[cython.longlong][::1]) -> list:
        """The words of these ascending, disjoint ranges of ranks: str, or bytes of tiles without ``codes``."""
        i: cython.Py_ssize_t
        self.listed = []
        for i in range(starts.shape[0]):
            self._range(starts[i], stops[i])
        return self.listed

    def spell_texts(self, texts: cython.const[cython.ulonglong][:, ::1]) -> list | None:
        """The words that start with these strings, keys of :mod:`.keys`, in their order; no rank is needed.

        None where they are more than the lexicon has: the strings are not those of its words.
        """
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t
        place: cython.Py_ssize_t
        rows: cython.Py_ssize_t = texts.shape[0] - 1
        depth: cython.Py_ssize_t
        self.listed = []
        for i in range(texts.shape[1]):
            depth = read_key(texts, i, self.tile_bits, self.tiles, 0)
            for place in range(depth):
                self._put(place, self.tiles[place])
            if texts[rows, i] & 1:
                self._give(depth)
            if texts[rows, i] > 1:
                node = texts[rows, i] >> 1
                # A word begins with one of the strings only; counted beforehand, or the list could get too long.
                if self.given + below(self.words, node, self.width, self.byte_end, self.half_end) > self.total:
                    return None
                self._below(node, depth)
        return self.listed if self.given <= self.total else None

    def lengths(
        self,
        starts: cython.const[cython.longlong][::1],
        stops: cython.const[cython.longlong][::1],
        lengths: cython.uchar[::1],
    ) -> int:
        """Fill ``lengths`` with the number of tiles of each word of the ranges; give how many words."""
        i: cython.Py_ssize_t
        self.measuring = True
        self.sizes = lengths
        self.given = 0
        for i in range(starts.shape[0]):
            self._range(starts[i], stops[i])
        return self.given
