"""Kernel: ranks to words. One depth-first walk of the forward part spells all words of ascending ranges.

Between ranges the walk skips whole subtrees by their counts, so the cost is that of the words spelled plus a
short descent a range: about 50 ns a word as a Python string, 1 us a single word.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ..formats import interpreted as cython

if cython.compiled:
    from cython.cimports.cpython.list import PyList_Append
    from cython.cimports.cpython.unicode import PyUnicode_FromKindAndData
    from cython.cimports.lexkit.formats.access import count_before, read_set
    from cython.cimports.lexkit.formats.bits import lowest, popcount
else:
    from ..formats.access import count_before, read_set
    from ..formats.bits import lowest, popcount

#: Frames of the walk: no word has more tiles.
DEPTH = 66


@cython.final
@cython.cclass
class Speller:
    """One spelling of ranges; belongs to one call."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    depth: cython.Py_ssize_t
    rank: cython.ulonglong
    nodes: cython.Py_ssize_t[66]
    pending: cython.ulonglong[66]
    highs: cython.ulonglong[66]
    tiles: cython.uchar[66]
    narrow: cython.uchar[66]
    wide: cython.uint[66]
    codes: cython.const[cython.uint][::1]
    ascii: cython.bint

    def __init__(
        self,
        words: memoryview,
        width: int,
        forward_root: int,
        byte_end: int,
        half_end: int,
        total: int,
        codes: memoryview,
        ascii: bool,
    ) -> None:
        """``codes``: code point of each tile's label, uint32; empty where labels are longer than that."""
        if not cython.compiled:
            self.nodes, self.pending, self.highs = [0] * DEPTH, [0] * DEPTH, [0] * DEPTH
            self.tiles, self.narrow, self.wide = [0] * DEPTH, [0] * DEPTH, [0] * DEPTH
        self.words = words
        self.width = width
        self.byte_end = byte_end
        self.half_end = half_end
        self.codes = codes
        self.ascii = ascii
        self.depth = 0
        self.rank = 0
        self.nodes[0] = forward_root
        self.highs[0] = total
        self.pending[0] = read_set(self.words, forward_root, width) | read_set(
            self.words, forward_root + width, width
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.Py_ssize_t:
        """Walk on to the next word with low <= rank < high; its length, 0 where there is none.

        The word is in ``tiles``; ``rank`` is one past it.
        """
        node: cython.Py_ssize_t
        child: cython.Py_ssize_t
        counts: cython.Py_ssize_t
        bits: cython.Py_ssize_t
        fan: cython.Py_ssize_t
        place: cython.Py_ssize_t
        depth: cython.Py_ssize_t = self.depth
        tile: cython.int
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        letters: cython.ulonglong
        children: cython.ulonglong
        top: cython.ulonglong
        ended: cython.bint
        while depth > 0 and self.highs[depth] <= low:
            self.rank = self.highs[depth]
            depth -= 1
        while self.rank < high:
            if self.pending[depth] == 0:
                if depth == 0:
                    break
                depth -= 1
                continue
            node = self.nodes[depth]
            tile = lowest(self.pending[depth])
            bit = one << tile
            self.pending[depth] &= self.pending[depth] - 1
            self.tiles[depth] = tile
            letters = read_set(self.words, node, self.width)
            children = read_set(self.words, node + self.width, self.width)
            ended = (letters & bit) != 0
            if ended:
                self.rank += 1
            if children & bit:
                place = popcount(children & (bit - 1))
                fan = popcount(children)
                if place + 1 < fan:
                    counts = node + 2 * self.width + fan
                    bits = 8 if node < self.byte_end else 16 if node < self.half_end else 32
                    top = self.rank + (
                        count_before(self.words, counts, place + 1, bits)
                        - count_before(self.words, counts, place, bits)
                    )
                else:
                    top = self.highs[depth] - popcount(letters & ~(bit | (bit - 1)))
                if top <= low:
                    self.rank = top
                    continue
                child = self.words[node + 2 * self.width + place]
                depth += 1
                self.nodes[depth] = child
                self.highs[depth] = top
                self.pending[depth] = read_set(self.words, child, self.width) | read_set(
                    self.words, child + self.width, self.width
                )
                if ended and self.rank > low:
                    self.depth = depth
                    return depth
            elif ended and self.rank > low:
                self.depth = depth
                return depth + 1
        self.depth = depth
        return 0

    @cython.cfunc
    def _text(self, length: cython.Py_ssize_t) -> object:
        i: cython.Py_ssize_t
        if not cython.compiled:
            return "".join([chr(self.codes[self.tiles[i]]) for i in range(length)])
        if self.ascii:
            for i in range(length):
                self.narrow[i] = cython.cast(cython.uchar, self.codes[self.tiles[i]])
            return PyUnicode_FromKindAndData(1, cython.address(self.narrow[0]), length)
        for i in range(length):
            self.wide[i] = self.codes[self.tiles[i]]
        return PyUnicode_FromKindAndData(4, cython.address(self.wide[0]), length)

    def spell(
        self, starts: cython.const[cython.longlong][::1], stops: cython.const[cython.longlong][::1]
    ) -> list:
        """The words of these ascending, disjoint ranges of ranks; needs ``codes``."""
        texts: list = []
        i: cython.Py_ssize_t
        length: cython.Py_ssize_t
        low: cython.ulonglong
        high: cython.ulonglong
        for i in range(starts.shape[0]):
            low = starts[i]
            high = stops[i]
            while True:
                length = self._next(low, high)
                if length == 0:
                    break
                if cython.compiled:
                    PyList_Append(texts, self._text(length))
                else:
                    texts.append(self._text(length))
        return texts

    def spell_tiles(
        self, starts: cython.const[cython.longlong][::1], stops: cython.const[cython.longlong][::1]
    ) -> list:
        """The same as :meth:`spell`, as bytes of tile numbers."""
        listed: list = []
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        length: cython.Py_ssize_t
        for i in range(starts.shape[0]):
            while True:
                length = self._next(starts[i], stops[i])
                if length == 0:
                    break
                listed.append(bytes([self.tiles[k] for k in range(length)]))
        return listed

    def lengths(
        self,
        starts: cython.const[cython.longlong][::1],
        stops: cython.const[cython.longlong][::1],
        lengths: cython.uchar[::1],
    ) -> int:
        """Fill ``lengths`` with the number of tiles of each word of the ranges; give how many words."""
        i: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        length: cython.Py_ssize_t
        with cython.nogil:
            for i in range(starts.shape[0]):
                while True:
                    length = self._next(starts[i], stops[i])
                    if length == 0 or word >= lengths.shape[0]:
                        break
                    lengths[word] = cython.cast(cython.uchar, length)
                    word += 1
        return word
