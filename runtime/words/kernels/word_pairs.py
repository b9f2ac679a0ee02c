"""Kernel: words and what they become with a little more at either end, found by walking two nodes side by side.

Behind the arcs of RE the forward part goes on with all W such that REW is a word; from its root with all words W.
What both do is the words that take RE in front. For what goes behind a word no second node is needed: where the path
is a word, the node it has led to says what follows.

A :class:`Pairs` belongs to one call, and releases the GIL. It walks the forward part only, whose counts are proved.
Guaranteed for every array that the format's proof passed: no read outside of it, no write outside of what it is
given.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import count_before, count_size, read_set, step
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
else:
    from ....formats.kernels.bits import lowest, popcount
    from ....formats.kernels.node import count_before, count_size, read_set, step
    from ....formats.kernels.nodes import Nodes

#: Frames of the walk: no word has more tiles.
DEPTH = 66


@cython.final
@cython.cclass
class Pairs:
    """One walk of two nodes, or of one that knows whether its path is a word."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    forward_root: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    total: cython.ulonglong
    # The path: words before each node and up to its end, on both sides; tiles not tried yet.
    lefts: cython.Py_ssize_t[66]
    rights: cython.Py_ssize_t[66]
    left_lows: cython.ulonglong[66]
    left_highs: cython.ulonglong[66]
    right_lows: cython.ulonglong[66]
    right_highs: cython.ulonglong[66]
    pending: cython.ulonglong[66]
    # What is written: ranks of the left words found, or letters to left words and marks to right ones.
    ranks: cython.longlong[::1]
    masks: cython.ulonglong[::1]
    marks: cython.uchar[::1]
    listing: cython.bint
    letter: cython.ulonglong
    tiles: cython.const[cython.uchar][::1]
    length: cython.Py_ssize_t
    found: cython.Py_ssize_t
    # Of what is stepped to last: the ranks before a tile's word and below its child.
    word_rank: cython.ulonglong
    child_low: cython.ulonglong
    child_high: cython.ulonglong

    def __init__(self, nodes: Nodes) -> None:
        if not cython.compiled:
            self.lefts, self.rights, self.pending = [0] * DEPTH, [0] * DEPTH, [0] * DEPTH
            self.left_lows, self.left_highs = [0] * DEPTH, [0] * DEPTH
            self.right_lows, self.right_highs = [0] * DEPTH, [0] * DEPTH
        self.words = nodes.array
        self.width = nodes.view.width
        self.forward_root = nodes.view.forward_root
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.total = nodes.word_count
        self.found = 0
        self.letter = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(
        self, node: cython.Py_ssize_t, low: cython.ulonglong, high: cython.ulonglong, tile: cython.int
    ) -> cython.void:
        """For a tile that ends a word at this node or goes on: the ranks of that word and of those below its child.

        ``low``, ``high``: of the words below the node.
        """
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        letters: cython.ulonglong = read_set(words, node, width)
        children: cython.ulonglong = read_set(words, node + width, width)
        one: cython.ulonglong = 1
        bit: cython.ulonglong = one << tile
        fan: cython.Py_ssize_t = popcount(children)
        before: cython.Py_ssize_t = popcount(children & (bit - 1))
        counts: cython.Py_ssize_t = node + 2 * width + fan
        size: cython.int = count_size(node, self.byte_end, self.half_end)
        # Behind the last child no count is stored: there the words are counted from the end.
        if before < fan:
            self.word_rank = low + popcount(letters & (bit - 1)) + count_before(words, counts, before, size)
        else:
            self.word_rank = high - popcount(letters) + popcount(letters & (bit - 1))
        self.child_low = self.word_rank + (letters >> tile & 1)
        if before + 1 < fan:
            self.child_high = (
                low + popcount(letters & (bit | (bit - 1))) + count_before(words, counts, before + 1, size)
            )
        else:
            self.child_high = high - popcount(letters) + popcount(letters & (bit | (bit - 1)))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _both(self) -> cython.void:
        """Walk from the pair of nodes in frame 0; say which words are below both."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        depth: cython.Py_ssize_t = 0
        left: cython.Py_ssize_t = self.lefts[0]
        right: cython.Py_ssize_t = self.rights[0]
        letters: cython.ulonglong = read_set(words, left, width) & read_set(words, right, width)
        children: cython.ulonglong = read_set(words, left + width, width) & read_set(words, right + width, width)
        bits: cython.ulonglong = letters | children
        tile: cython.int
        rank: cython.ulonglong
        low: cython.ulonglong
        high: cython.ulonglong
        while True:
            if bits == 0:
                if depth == 0:
                    return
                depth -= 1
                left = self.lefts[depth]
                right = self.rights[depth]
                letters = read_set(words, left, width) & read_set(words, right, width)
                children = read_set(words, left + width, width) & read_set(words, right + width, width)
                bits = self.pending[depth]
                continue
            tile = lowest(bits)
            bits &= bits - 1
            self._place(left, self.left_lows[depth], self.left_highs[depth], tile)
            rank = self.word_rank
            low = self.child_low
            high = self.child_high
            if not self.listing:
                self._place(right, self.right_lows[depth], self.right_highs[depth], tile)
            if letters >> tile & 1:
                if self.listing:
                    if self.found < self.ranks.shape[0]:
                        self.ranks[self.found] = rank
                        self.found += 1
                elif rank < self.total and self.word_rank < self.total:
                    self.masks[rank] |= self.letter
                    self.marks[self.word_rank] |= 1
            if children >> tile & 1:
                self.pending[depth] = bits
                depth += 1
                left = step(words, left, tile, width)
                right = step(words, right, tile, width)
                self.lefts[depth] = left
                self.rights[depth] = right
                self.left_lows[depth] = low
                self.left_highs[depth] = high
                self.right_lows[depth] = self.child_low
                self.right_highs[depth] = self.child_high
                letters = read_set(words, left, width) & read_set(words, right, width)
                children = read_set(words, left + width, width) & read_set(words, right + width, width)
                bits = letters | children

    def taking_front(self, tiles: cython.const[cython.uchar][::1], ranks: cython.longlong[::1]) -> int:
        """Write the ranks of the words that are words with these tiles in front too, ascending; give their number.

        The words that start with the tiles are at least as many: ``ranks`` needs no more room.
        """
        i: cython.Py_ssize_t
        node: cython.Py_ssize_t = self.forward_root
        for i in range(len(tiles)):
            node = step(self.words, node, tiles[i], self.width)
        self.ranks = ranks
        self.listing = True
        self.found = 0
        self.lefts[0] = self.forward_root
        self.rights[0] = node
        self.left_lows[0] = 0
        self.left_highs[0] = self.total
        with cython.nogil:
            self._both()
        return self.found

    def fronts(self, masks: cython.ulonglong[::1], marks: cython.uchar[::1]) -> None:
        """For each word: the tiles that go in front of it, added to ``masks``.

        And to ``marks`` 1, if the word without its first tile is one.
        """
        tile: cython.int
        root: cython.Py_ssize_t = self.forward_root
        one: cython.ulonglong = 1
        firsts: cython.ulonglong = read_set(self.words, root + self.width, self.width)
        if len(masks) < self.total or len(marks) < self.total:
            raise ValueError("one for each word")
        self.masks = masks
        self.marks = marks
        self.listing = False
        with cython.nogil:
            while firsts:
                tile = lowest(firsts)
                firsts &= firsts - 1
                self.letter = one << tile
                self.lefts[0] = root
                self.left_lows[0] = 0
                self.left_highs[0] = self.total
                self._place(root, 0, self.total, tile)
                self.rights[0] = step(self.words, root, tile, self.width)
                self.right_lows[0] = self.child_low
                self.right_highs[0] = self.child_high
                self._both()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _ends(self) -> cython.void:
        """Pass all words; at those that go on say which go on with these tiles, or what follows them."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        depth: cython.Py_ssize_t = 0
        rank: cython.ulonglong = 0
        node: cython.Py_ssize_t = self.forward_root
        child: cython.Py_ssize_t
        end: cython.Py_ssize_t
        i: cython.Py_ssize_t
        letters: cython.ulonglong = read_set(words, node, width)
        children: cython.ulonglong = read_set(words, node + width, width)
        bits: cython.ulonglong = letters | children
        tile: cython.int
        ended: cython.uchar
        behind: cython.Py_ssize_t
        length: cython.Py_ssize_t = self.length
        self.lefts[0] = node
        self.right_lows[0] = 0
        while True:
            if bits == 0:
                if depth == 0:
                    return
                depth -= 1
                node = self.lefts[depth]
                letters = read_set(words, node, width)
                children = read_set(words, node + width, width)
                bits = self.pending[depth]
                continue
            tile = lowest(bits)
            bits &= bits - 1
            ended = letters >> tile & 1
            child = 0
            if children >> tile & 1:
                child = step(words, node, tile, width)
            if ended:
                if not self.listing:
                    if rank < self.total:
                        # Whether the path up to here is a word stands in the frame.
                        self.marks[rank] |= cython.cast(cython.uchar, 2 * self.right_lows[depth])
                        self.masks[rank] = read_set(words, child, width)
                elif child:
                    end = child
                    for i in range(length - 1):
                        end = step(words, end, self.tiles[i], width)
                    if read_set(words, end, width) >> self.tiles[length - 1] & 1 and self.found < self.ranks.shape[0]:
                        self.ranks[self.found] = rank
                        self.found += 1
                rank += 1
            if child:
                if read_set(words, child + width, width) == 0:
                    # Words that do not go on: nothing is behind them, and they need only be counted.
                    behind = popcount(read_set(words, child, width))
                    if ended and not self.listing:
                        for i in range(behind):
                            if rank + i < self.total:
                                self.marks[rank + i] |= 2
                    rank += behind
                    continue
                self.pending[depth] = bits
                depth += 1
                node = child
                self.lefts[depth] = node
                self.right_lows[depth] = ended
                letters = read_set(words, node, width)
                children = read_set(words, node + width, width)
                bits = letters | children

    def taking_back(self, tiles: cython.const[cython.uchar][::1], ranks: cython.longlong[::1]) -> int:
        """Write the ranks of the words that are words with these tiles behind too, ascending; give their number."""
        if len(tiles) == 0:
            raise ValueError("nothing goes behind")
        self.ranks = ranks
        self.listing = True
        self.found = 0
        self.tiles = tiles
        self.length = len(tiles)
        with cython.nogil:
            self._ends()
        return self.found

    def backs(self, masks: cython.ulonglong[::1], marks: cython.uchar[::1]) -> None:
        """For each word: the tiles that go behind it, in ``masks``.

        And added to ``marks`` 2, if the word without its last tile is one.
        """
        if len(masks) < self.total or len(marks) < self.total:
            raise ValueError("one for each word")
        self.masks = masks
        self.marks = marks
        self.listing = False
        self.length = 0
        with cython.nogil:
            self._ends()
