"""Kernel: walks through the automaton that answer with ranks.

The words that start with a string are consecutive ranks, found by one walk along the forward part. The words
that contain S are those that start with some xS: walking REV(S) in the reverse part and on to every x gives
the strings xS, each a range of ranks; nothing behind the separator is ever visited. A word that contains S twice
is counted at its first S only: an x that would bring an earlier S is left out with everything behind it.
(Gordon 1994, "Computing cross sets", for the cross sets; ranges are ours.)

A :class:`Walk` belongs to one query, so that queries share no state; its methods release the GIL.
Guaranteed for every array that the format's proof passed: no read outside of it, at most 128 tiles deep.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ..formats import interpreted as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.access import count_before, read_set, step
    from cython.cimports.lexkit.formats.bits import lowest, popcount
else:
    from ..formats.access import count_before, read_set, step
    from ..formats.bits import lowest, popcount

#: Longest path: x and y of REV(x)◊y are at most 64 tiles each.
PATH = 130


@cython.final
@cython.cclass
class Walk:
    """One query's walk. ``path`` holds the tiles walked, last tile of the word first."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    forward_root: cython.Py_ssize_t
    reverse_root: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    total: cython.ulonglong
    path: cython.uchar[130]
    length: cython.Py_ssize_t
    low: cython.ulonglong
    high: cython.ulonglong
    found: cython.Py_ssize_t
    only_ends: cython.bint
    ranges: cython.ulonglong[::1]

    def __init__(
        self,
        words: memoryview,
        width: int,
        forward_root: int,
        reverse_root: int,
        byte_end: int,
        half_end: int,
        total: int,
    ) -> None:
        self.words = words
        self.width = width
        self.forward_root = forward_root
        self.reverse_root = reverse_root
        self.byte_end = byte_end
        self.half_end = half_end
        self.total = total
        self.length = 0
        self.low = 0
        self.high = 0
        self.found = 0
        self.only_ends = False
        if not cython.compiled:
            self.path = [0] * PATH

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _locate(self, length: cython.Py_ssize_t) -> cython.bint:
        """Set ``low`` and ``high`` to the ranks of the words that start with the path, read backwards.

        Walks from the forward root with the range of ranks below each node; counts are of the words below
        the children before, so the last child's range ends where its parent's does.
        """
        node: cython.Py_ssize_t = self.forward_root
        width: cython.Py_ssize_t = self.width
        low: cython.ulonglong = 0
        high: cython.ulonglong = self.total
        start: cython.ulonglong
        letters: cython.ulonglong
        children: cython.ulonglong
        bit: cython.ulonglong
        one: cython.ulonglong = 1
        before: cython.Py_ssize_t
        fan: cython.Py_ssize_t
        counts: cython.Py_ssize_t
        bits: cython.Py_ssize_t
        count: cython.ulonglong
        i: cython.Py_ssize_t = length
        while i > 0:
            i -= 1
            bit = one << self.path[i]
            letters = read_set(self.words, node, width)
            children = read_set(self.words, node + width, width)
            before = popcount(children & (bit - 1))
            fan = popcount(children)
            counts = node + 2 * width + fan
            bits = 8 if node < self.byte_end else 16 if node < self.half_end else 32
            if children & bit:
                count = count_before(self.words, counts, before, bits)
                start = low + popcount(letters & (bit - 1)) + count
                low = start + (1 if letters & bit else 0)
                if before + 1 < fan:
                    high = low + count_before(self.words, counts, before + 1, bits) - count
                else:
                    high = high - popcount(letters & ~(bit | (bit - 1)))
                node = self.words[node + 2 * width + before]
            elif i == 0 and letters & bit:
                if before < fan:
                    start = low + popcount(letters & (bit - 1)) + count_before(self.words, counts, before, bits)
                else:
                    start = high - popcount(letters & ~(bit - 1))
                high = start + 1
            else:
                return False
        self.low = start if length > 0 else 0
        self.high = high
        return self.low < self.high

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_word(self, length: cython.Py_ssize_t) -> cython.bint:
        """Whether the path, read backwards, is a word of the forward part."""
        node: cython.Py_ssize_t = self.forward_root
        i: cython.Py_ssize_t
        for i in range(length - 1, 0, -1):
            node = step(self.words, node, self.path[i], self.width)
        return length > 0 and read_set(self.words, node, self.width) >> self.path[0] & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _record(self) -> cython.void:
        if self.found < self.ranges.shape[0]:
            self.ranges[self.found] = self.low << 32 | self.high
        self.found += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _seen_before(self, length: cython.Py_ssize_t) -> cython.bint:
        """Whether the path, longer than the query, ends with REV(query): the query at the very front."""
        i: cython.Py_ssize_t
        for i in range(self.length):
            if self.path[length - 1 - i] != self.path[self.length - 1 - i]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _extend(
        self,
        node: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        ended: cython.bint,
    ) -> cython.void:
        """Record what the path gives, then extend it by every tile on the left."""
        letters: cython.ulonglong = read_set(self.words, node, self.width)
        children: cython.ulonglong = read_set(self.words, node + self.width, self.width)
        tile: cython.int
        bits: cython.ulonglong
        one: cython.ulonglong = 1
        # A word's own rank is the first of the words that start with it.
        if (ended or (children & 1 and not self.only_ends)) and self._locate(length):
            if self.only_ends:
                self.high = self.low + 1
            self._record()
        bits = (letters | children) & ~one
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            self.path[length] = tile
            if not self.only_ends and self._seen_before(length + 1):
                continue
            if children >> tile & 1:
                self._extend(step(self.words, node, tile, self.width), length + 1, letters >> tile & 1)
            elif self._locate(length + 1):
                if self.only_ends:
                    self.high = self.low + 1
                self._record()

    @cython.cfunc
    def _take(self, tiles: cython.const[cython.uchar][::1]):
        i: cython.Py_ssize_t
        if tiles.shape[0] > 64:
            raise ValueError("a path has at most 64 tiles")
        self.length = tiles.shape[0]
        for i in range(self.length):
            self.path[i] = tiles[self.length - 1 - i]

    def prefix(self, tiles: cython.const[cython.uchar][::1]) -> tuple[int, int]:
        """Ranks [low, high) of the words that start with these tiles (at most 64); (0, 0) for none."""
        found: cython.bint
        self._take(tiles)
        with cython.nogil:
            found = self._locate(self.length)
        if not found:
            return 0, 0
        return self.low, self.high

    def containing(
        self, tiles: cython.const[cython.uchar][::1], ranges: cython.ulonglong[::1], only_ends: cython.bint
    ) -> int:
        """The words that contain these tiles (1 to 64 of them), or end with them.

        Fills ``ranges`` with ``low << 32 | high``, disjoint, in no order, and gives how many there are: if
        that is more than fitted, call again with more room.
        """
        node: cython.Py_ssize_t = self.reverse_root
        i: cython.Py_ssize_t
        ended: cython.bint = False
        self._take(tiles)
        self.found = 0
        self.only_ends = only_ends
        self.ranges = ranges
        with cython.nogil:
            for i in range(self.length):
                ended = read_set(self.words, node, self.width) >> self.path[i] & 1
                node = step(self.words, node, self.path[i], self.width)
            if node:
                self._extend(node, self.length, ended)
            elif ended and self._locate(self.length):
                if only_ends:
                    self.high = self.low + 1
                self._record()
        return self.found

    def cross_sets(self, tiles: cython.const[cython.uchar][::1]) -> tuple[int, int]:
        """(front, back): the tiles that make a word before and behind these, as masks; one walk."""
        node: cython.Py_ssize_t = self.reverse_root
        i: cython.Py_ssize_t
        front: cython.ulonglong
        back: cython.ulonglong
        self._take(tiles)
        for i in range(self.length):
            node = step(self.words, node, self.path[i], self.width)
        front = read_set(self.words, node, self.width)
        back = read_set(self.words, step(self.words, node, 0, self.width), self.width)
        return front, back

    def cross_set(
        self, before: cython.const[cython.uchar][::1], after: cython.const[cython.uchar][::1]
    ) -> int:
        """The tiles that make a word between ``before`` and ``after``, neither empty, as a mask."""
        node: cython.Py_ssize_t = self.reverse_root
        end: cython.Py_ssize_t
        i: cython.Py_ssize_t
        tile: cython.int
        fitting: cython.ulonglong = 0
        bits: cython.ulonglong
        one: cython.ulonglong = 1
        self._take(before)
        for i in range(self.length):
            node = step(self.words, node, self.path[i], self.width)
        node = step(self.words, node, 0, self.width)
        bits = read_set(self.words, node + self.width, self.width)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            end = step(self.words, node, tile, self.width)
            for i in range(after.shape[0] - 1):
                end = step(self.words, end, after[i], self.width)
            if read_set(self.words, end, self.width) >> after[after.shape[0] - 1] & 1:
                fitting |= one << tile
        return fitting

    def rank(self, tiles: cython.const[cython.uchar][::1]) -> int:
        """The rank of the word of these tiles (at most 64); -1 where it is none."""
        self._take(tiles)
        if not self._is_word(self.length) or not self._locate(self.length):
            return -1
        return self.low

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
        k: cython.Py_ssize_t
        length: cython.Py_ssize_t
        code: cython.Py_UCS4
        known: cython.bint
        text: str
        for i in range(len(texts)):
            text = texts[i]
            length = len(text)
            known = length <= 64
            if known:
                for k in range(length):
                    code = text[k]
                    if not cython.compiled:
                        code = ord(code)
                    if code >= table.shape[0] or table[code] == 0:
                        known = False
                        break
                    self.path[length - 1 - k] = table[code]
            if not known:
                ranks[i] = -2
            elif self._is_word(length) and self._locate(length):
                ranks[i] = self.low
            else:
                ranks[i] = -1
