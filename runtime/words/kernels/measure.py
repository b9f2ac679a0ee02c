"""Kernel: one number for each word, added up on the way to it.

One depth-first walk of the forward part passes the words of ascending ranges of ranks. What is said of a word is
carried along the path, so a word costs only its last letters: a sum of weights, one a tile, and the set of its letters
take about 10 ns a word; ways to draw its tiles from a bag about 60. Between ranges whole subtrees are skipped by their
counts.

A :class:`Measure` belongs to one call, and releases the GIL. Guaranteed for every array that the format's proof
passed: no read outside of it, no write outside of what it is given.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import below, count_before, count_size, read_set
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
else:
    from ....formats.kernels.bits import lowest, popcount
    from ....formats.kernels.node import below, count_before, count_size, read_set
    from ....formats.kernels.nodes import Nodes

#: Frames of the walk: no word has more tiles.
DEPTH = 66
#: Uncompiled, sums and products wrap as they do compiled.
WRAP = (1 << 64) - 1


@cython.final
@cython.cclass
class Measure:
    """One walk that measures words."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    # The walk: nodes of the path, tiles not tried yet, words passed.
    depth: cython.Py_ssize_t
    rank: cython.ulonglong
    nodes: cython.Py_ssize_t[66]
    pending: cython.ulonglong[66]
    tiles: cython.uchar[66]
    # The path so far: sum of the weights, set of the letters.
    totals: cython.ulonglong[66]
    seen: cython.ulonglong[66]
    weights: cython.const[cython.ulonglong][::1]
    # What is written: 0 sums and masks, 1 ways to draw, 2 palindromes.
    kind: cython.int
    given: cython.Py_ssize_t
    room: cython.Py_ssize_t
    sums: cython.ulonglong[::1]
    masks: cython.ulonglong[::1]
    flags: cython.uchar[::1]
    # Ways to choose so many of each tile, [tile, number], modulo 2 ** 64 and about; of the blanks, so many.
    choices: cython.const[cython.ulonglong][:, ::1]
    sizes: cython.const[cython.double][:, ::1]
    blanks: cython.const[cython.ulonglong][::1]
    about: cython.double[::1]
    counts: cython.uchar[64]

    def __init__(self, nodes: Nodes) -> None:
        if not cython.compiled:
            self.nodes, self.pending, self.tiles = [0] * DEPTH, [0] * DEPTH, [0] * DEPTH
            self.totals, self.seen, self.counts = [0] * DEPTH, [0] * DEPTH, [0] * 64
        self.words = nodes.array
        self.width = nodes.view.width
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.depth = 0
        self.rank = 0
        self.given = 0
        self.totals[0] = 0
        self.seen[0] = 0
        self.nodes[0] = nodes.view.forward_root
        self.pending[0] = read_set(self.words, self.nodes[0], self.width)
        self.pending[0] |= read_set(self.words, self.nodes[0] + self.width, self.width)
        tile: cython.int
        for tile in range(64):
            self.counts[tile] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draws(self, length: cython.Py_ssize_t) -> cython.void:
        """Write in how many ways the tiles of this word can be drawn.

        Which tiles of a kind are drawn is a choice for each kind; for each number of blanks in it, the choices of one
        way to put the blanks are multiplied, those of all ways added. So a polynomial for each kind of tile, in
        powers of the blank, up to its square.
        """
        i: cython.Py_ssize_t
        tile: cython.int
        number: cython.int
        left: cython.ulonglong = self.seen[length]
        none: cython.ulonglong = 1
        one: cython.ulonglong = 0
        two: cython.ulonglong = 0
        all_of: cython.ulonglong
        but_one: cython.ulonglong
        but_two: cython.ulonglong
        none_size: cython.double = 1
        one_size: cython.double = 0
        two_size: cython.double = 0
        all_size: cython.double
        but_one_size: cython.double
        but_two_size: cython.double
        for i in range(length):
            self.counts[self.tiles[i]] += 1
        while left:
            tile = lowest(left)
            left &= left - 1
            number = self.counts[tile]
            self.counts[tile] = 0
            all_of = self.choices[tile, number]
            all_size = self.sizes[tile, number]
            but_one = self.choices[tile, number - 1]
            but_one_size = self.sizes[tile, number - 1]
            but_two = 0
            but_two_size = 0
            if number > 1:
                but_two = self.choices[tile, number - 2]
                but_two_size = self.sizes[tile, number - 2]
            two = two * all_of + one * but_one + none * but_two
            one = one * all_of + none * but_one
            none = none * all_of
            two_size = two_size * all_size + one_size * but_one_size + none_size * but_two_size
            one_size = one_size * all_size + none_size * but_one_size
            none_size = none_size * all_size
            if not cython.compiled:
                none, one, two = none & WRAP, one & WRAP, two & WRAP
        none = none + one * self.blanks[1] + two * self.blanks[2]
        if not cython.compiled:
            none &= WRAP
        self.sums[self.given] = none
        self.about[self.given] = none_size + one_size * self.sizes[0, 1] + two_size * self.sizes[0, 2]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _give(self, length: cython.Py_ssize_t) -> cython.void:
        """Write what was asked of the word that the path has become."""
        i: cython.Py_ssize_t
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _range(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.void:
        """Pass on to the words with low <= rank < high and give them; ``low`` is not below the last ``high``."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        depth: cython.Py_ssize_t = self.depth
        rank: cython.ulonglong = self.rank
        node: cython.Py_ssize_t = self.nodes[depth]
        bits: cython.ulonglong = self.pending[depth]
        letters: cython.ulonglong = read_set(words, node, width)
        children: cython.ulonglong = read_set(words, node + width, width)
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        skipped: cython.ulonglong
        ends: cython.ulonglong
        tile: cython.int
        fan: cython.Py_ssize_t
        place: cython.Py_ssize_t
        child: cython.Py_ssize_t
        counts: cython.Py_ssize_t
        size: cython.int
        while rank < high:
            if bits == 0:
                if depth == 0:
                    break
                depth -= 1
                node = self.nodes[depth]
                bits = self.pending[depth]
                letters = read_set(words, node, width)
                children = read_set(words, node + width, width)
                continue
            tile = lowest(bits)
            bits &= bits - 1
            bit = one << tile
            self.tiles[depth] = tile
            self.totals[depth + 1] = self.totals[depth] + self.weights[tile]
            if not cython.compiled:
                self.totals[depth + 1] &= WRAP
            self.seen[depth + 1] = self.seen[depth] | bit
            if letters & bit:
                rank += 1
                if rank > low:
                    self._give(depth + 1)
            if not children & bit:
                continue
            place = popcount(children & (bit - 1))
            child = words[node + 2 * width + place]
            if rank < low:
                fan = popcount(children)
                if place + 1 < fan:
                    counts = node + 2 * width + fan
                    size = count_size(node, self.byte_end, self.half_end)
                    skipped = count_before(words, counts, place + 1, size) - count_before(words, counts, place, size)
                else:
                    skipped = below(words, child, width, self.byte_end, self.half_end)
                if rank + skipped <= low:
                    rank += skipped
                    continue
            elif read_set(words, child + width, width) == 0:
                # A third of the nodes: nothing goes on, so nothing needs to be remembered to come back.
                ends = read_set(words, child, width)
                if rank + popcount(ends) <= high:
                    rank += popcount(ends)
                    while ends:
                        tile = lowest(ends)
                        ends &= ends - 1
                        self.tiles[depth + 1] = tile
                        self.totals[depth + 2] = self.totals[depth + 1] + self.weights[tile]
                        if not cython.compiled:
                            self.totals[depth + 2] &= WRAP
                        self.seen[depth + 2] = self.seen[depth + 1] | one << tile
                        self._give(depth + 2)
                    continue
            self.pending[depth] = bits
            depth += 1
            node = child
            self.nodes[depth] = node
            letters = read_set(words, node, width)
            children = read_set(words, node + width, width)
            bits = letters | children
        self.pending[depth] = bits
        self.depth = depth
        self.rank = rank

    @cython.cfunc
    def _ranges(
        self, starts: cython.const[cython.longlong][::1], stops: cython.const[cython.longlong][::1]
    ) -> cython.int:
        i: cython.Py_ssize_t
        if starts.shape[0] != stops.shape[0] or self.weights.shape[0] < 64:
            raise ValueError("a stop for each start, and 64 weights")
        with cython.nogil:
            for i in range(starts.shape[0]):
                self._range(starts[i], stops[i])
        return 0

    def add(
        self,
        starts: cython.const[cython.longlong][::1],
        stops: cython.const[cython.longlong][::1],
        weights: cython.const[cython.ulonglong][::1],
        sums: cython.ulonglong[::1],
        masks: cython.ulonglong[::1],
    ) -> int:
        """For each word of the ranges: the sum of its tiles' weights, modulo 2 ** 64, and the set of its letters.

        The ranges ascend and are disjoint. Gives the number of words.
        """
        self.kind = 0
        self.weights = weights
        self.sums = sums
        self.masks = masks
        self.room = min(len(sums), len(masks))
        self._ranges(starts, stops)
        return self.given

    def draw(
        self,
        starts: cython.const[cython.longlong][::1],
        stops: cython.const[cython.longlong][::1],
        weights: cython.const[cython.ulonglong][::1],
        choices: cython.const[cython.ulonglong][:, ::1],
        sizes: cython.const[cython.double][:, ::1],
        blanks: cython.const[cython.ulonglong][::1],
        ways: cython.ulonglong[::1],
        about: cython.double[::1],
    ) -> int:
        """For each word of the ranges: the ways to draw its tiles, modulo 2 ** 64, and how many they are about.

        ``choices``, ``sizes``: 64 x 64, the ways to choose so many of the bag's tiles of each kind. Row 0 is the
        blank's, as counted in ``sizes``; ``blanks``: its first three, modulo 2 ** 64. Any weights will do.
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
        self._ranges(starts, stops)
        return self.given

    def mirror(
        self,
        starts: cython.const[cython.longlong][::1],
        stops: cython.const[cython.longlong][::1],
        weights: cython.const[cython.ulonglong][::1],
        flags: cython.uchar[::1],
    ) -> int:
        """For each word of the ranges: whether it reads the same backwards, tile by tile. Any weights will do."""
        self.kind = 2
        self.weights = weights
        self.flags = flags
        self.room = len(flags)
        self._ranges(starts, stops)
        return self.given
