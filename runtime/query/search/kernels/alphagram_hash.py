"""Kernel: the words of exactly these letters, through the section ``alphagrams``. SPEC.md, "Alphagrams".

A word's hash is the sum of its tiles' weights, so a blank is one addition for each letter it may stand for. What lies
in the bucket with the right bits of the hash is not yet an answer: different letters may have the same hash, and
each word found is compared, tile by tile, with the letters asked for. Lookups go 64 side by side, so that the
processor waits for the memory of all of them at once.

Guaranteed for a section that is proved (:func:`lexkit.formats.alphagrams.prove_alphagrams`): no read outside of an
array, every word found, each once. The object is not changed by a question: any number of threads may ask.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from .....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import count_before, count_size, prefetch, read_set
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
else:
    from .....formats.kernels.bits import lowest, popcount
    from .....formats.kernels.node import count_before, count_size, prefetch, read_set
    from .....formats.kernels.nodes import Nodes

#: Most blanks of a question: each multiplies the lookups by the letters of the alphabet.
MAX_BLANKS = 2
#: Ranks an answer has room for before an array is needed.
ROOM = 512


@cython.final
@cython.cclass
class Anagrams:
    """The node array of a lexicon, its hash of alphagrams, and the table from code points to tiles."""

    words: cython.const[cython.uint][::1]
    starts: cython.const[cython.uint][::1]
    entries: cython.const[cython.uint][::1]
    weights: cython.const[cython.ulonglong][::1]
    table: cython.const[cython.uchar][::1]
    width: cython.Py_ssize_t
    forward_root: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    total: cython.longlong
    letters: cython.int
    bucket_bits: cython.int
    bucket_mask: cython.ulonglong
    rank_mask: cython.ulonglong
    hash_mask: cython.ulonglong

    def __init__(
        self,
        nodes: Nodes,
        letters: int,
        starts: memoryview,
        entries: memoryview,
        bucket_bits: int,
        rank_mask: int,
        weights: memoryview,
        table: memoryview,
    ) -> None:
        """``weights``: of 64 tiles, 0 for tile 0; ``table``: code point -> tile, 0 for others, or empty."""
        self.words = nodes.array
        self.width = nodes.view.width
        self.forward_root = nodes.view.forward_root
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.letters = letters
        self.starts = starts
        self.entries = entries
        self.total = len(entries)
        self.bucket_bits = bucket_bits
        self.bucket_mask = (1 << bucket_bits) - 1
        self.rank_mask = rank_mask
        self.hash_mask = 0xFFFFFFFF & ~rank_mask
        self.weights = weights
        self.table = table

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _bucket(self, total: cython.ulonglong) -> cython.Py_ssize_t:
        """The bucket of a hash: its top bits. (Uncompiled, a sum may have grown beyond 64 bits.)"""
        return ((total >> 1) >> (63 - self.bucket_bits)) & self.bucket_mask

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _entry(self, total: cython.ulonglong) -> cython.ulonglong:
        """The entry of a hash, without a rank: the 32 bits below the bucket's."""
        return (total >> (32 - self.bucket_bits)) & self.hash_mask

    def of_text(self, text: str) -> tuple[int, bytes] | None:
        """The words of a text's letters, ``?`` for a blank, as in :meth:`of_tiles`; None where it is not for here.

        That is: a letter that the table does not know, no letters at all, too many, or too many blanks.
        """
        counts: cython.uchar[64]
        length: cython.Py_ssize_t = len(text)
        blanks: cython.int = 0
        i: cython.Py_ssize_t
        code: cython.Py_UCS4
        tile: cython.uchar
        if not cython.compiled:
            counts = [0] * 64
        if not 0 < length <= 63:
            return None
        for i in range(64):
            counts[i] = 0
        for i in range(length):
            code = text[i]
            if not cython.compiled:
                code = ord(code)
            if code == 63:  # ?
                blanks += 1
                continue
            if cython.cast(cython.Py_ssize_t, code) >= self.table.shape[0]:
                return None
            tile = self.table[code]
            if tile == 0:
                return None
            counts[tile] += 1
        if blanks > MAX_BLANKS:
            return None
        return self._answer(counts, length, blanks)

    def of_tiles(self, tiles: cython.const[cython.uchar][::1], blanks: cython.int) -> tuple[int, bytes] | None:
        """The words of exactly these tiles and as many letters more as there are blanks; None for too many blanks.

        As ascending, disjoint ranges of ranks: how many, and int64 in bytes: all starts, all stops, then all ranks.
        """
        counts: cython.uchar[64]
        i: cython.Py_ssize_t
        if not cython.compiled:
            counts = [0] * 64
        for i in range(64):
            counts[i] = 0
        if not 0 <= blanks <= MAX_BLANKS:
            return None
        if not 0 < len(tiles) + blanks <= 63:
            return 0, b""
        for i in range(len(tiles)):
            if not 0 < tiles[i] <= self.letters:
                raise ValueError("a tile that the alphabet does not have")
            counts[tiles[i]] += 1
        return self._answer(counts, len(tiles) + blanks, blanks)

    @cython.cfunc
    def _answer(self, counts: cython.p_uchar, length: cython.Py_ssize_t, blanks: cython.int) -> tuple[int, bytes]:
        """The words of these letters and blanks, ``length`` tiles in all, as :meth:`of_tiles` gives them."""
        ranks: cython.longlong[512]
        found: cython.Py_ssize_t
        many: cython.longlong[::1]
        if not cython.compiled:
            ranks = [0] * ROOM
        with cython.nogil:
            found = self._gather(counts, length, blanks, ranks, 512)  # ROOM, which is out of reach without the GIL
        if found <= ROOM:
            _sort(ranks, found)
            return _found(ranks, found)
        array = np.empty(found, np.int64)
        many = array.data
        if cython.compiled:
            with cython.nogil:
                self._gather(counts, length, blanks, cython.address(many[0]), found)
            array.sort()
            return _found(cython.address(many[0]), found)
        self._gather(counts, length, blanks, many, found)
        array.sort()
        return _found(many, found)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _gather(
        self,
        counts: cython.p_uchar,
        length: cython.Py_ssize_t,
        blanks: cython.int,
        ranks: cython.p_longlong,
        room: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Write the ranks of the words, in no order, as far as there is room for them; how many there are."""
        one: cython.ulonglong = 1
        base: cython.ulonglong = 0
        have: cython.ulonglong = 0
        wanted: cython.ulonglong
        place: cython.Py_ssize_t
        high: cython.Py_ssize_t
        middle: cython.Py_ssize_t
        found: cython.Py_ssize_t = 0
        lane: cython.int
        lanes: cython.int
        tile: cython.int
        # The letters that blanks stand for: (0, 0), (0, t), or (t, u) with t <= u.
        first: cython.int = blanks > 1
        second: cython.int = blanks > 0
        last: cython.int = self.letters
        sums: cython.ulonglong[64]
        firsts: cython.uchar[64]
        seconds: cython.uchar[64]
        if not cython.compiled:
            sums, firsts, seconds = [0] * 64, [0] * 64, [0] * 64
        for tile in range(1, last + 1):
            base += self.weights[tile] * counts[tile]
            if counts[tile]:
                have |= one << tile
        while second <= last:
            lanes = 0
            while lanes < 64 and second <= last:
                sums[lanes] = base + self.weights[first] + self.weights[second]
                firsts[lanes] = first
                seconds[lanes] = second
                prefetch(self.starts, self._bucket(sums[lanes]))
                lanes += 1
                if blanks and second < last:
                    second += 1
                elif blanks > 1 and first < last:
                    first += 1
                    second = first
                else:
                    second = last + 1
            for lane in range(lanes):
                place = self.starts[self._bucket(sums[lane])]
                if place < self.total:
                    prefetch(self.entries, place)
            for lane in range(lanes):
                wanted = self._entry(sums[lane])
                place = self.starts[self._bucket(sums[lane])]
                high = self.starts[self._bucket(sums[lane]) + 1]
                while high - place > 8:
                    middle = (place + high) >> 1
                    if self.entries[middle] < wanted:
                        place = middle
                    else:
                        high = middle
                # From here on a few entries that are too low, those of the hash, and one that is too high.
                high = self.starts[self._bucket(sums[lane]) + 1]
                while place < high and self.entries[place] < wanted:
                    place += 1
                while place < high and (self.entries[place] & self.hash_mask) == wanted:
                    counts[firsts[lane]] += 1
                    counts[seconds[lane]] += 1
                    if self._has_letters(
                        self.entries[place] & self.rank_mask,
                        counts,
                        (have | one << firsts[lane] | one << seconds[lane]) & (0 - cython.cast(cython.ulonglong, 2)),
                        length,
                    ):
                        if found < room:
                            ranks[found] = self.entries[place] & self.rank_mask
                        found += 1
                    counts[firsts[lane]] -= 1
                    counts[seconds[lane]] -= 1
                    place += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_letters(
        self,
        rank: cython.longlong,
        counts: cython.p_uchar,
        have: cython.ulonglong,
        length: cython.Py_ssize_t,
    ) -> cython.bint:
        """Whether the word of this rank has exactly these letters, ``length`` in all; ``have`` is the set of them.

        The walk to the rank, on which only letters that are left are looked at.
        """
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        node: cython.Py_ssize_t = self.forward_root
        depth: cython.Py_ssize_t
        fan: cython.Py_ssize_t
        place: cython.Py_ssize_t
        before: cython.Py_ssize_t
        at: cython.Py_ssize_t
        size: cython.int
        tile: cython.int
        chosen: cython.int
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        bits: cython.ulonglong
        letters: cython.ulonglong
        children: cython.ulonglong
        # Ranks of the words below the node: from ``low`` to before ``high``.
        low: cython.longlong = 0
        high: cython.longlong = self.total
        start: cython.longlong
        stop: cython.longlong
        left: cython.uchar[64]
        if not cython.compiled:
            left = [0] * 64
        for tile in range(64):
            left[tile] = counts[tile]
        for depth in range(length):
            letters = read_set(words, node, width)
            children = read_set(words, node + width, width)
            fan = popcount(children)
            at = node + 2 * width + fan
            size = count_size(node, self.byte_end, self.half_end)
            bits = (letters | children) & have
            chosen = 0
            start = 0
            before = 0
            while bits:
                tile = lowest(bits)
                bits &= bits - 1
                bit = one << tile
                place = popcount(children & (bit - 1))
                # Behind the last child no count is stored: there ranks are counted from the end.
                if place < fan:
                    stop = low + popcount(letters & (bit - 1)) + count_before(words, at, place, size)
                else:
                    stop = high - popcount(letters & ~(bit - 1))
                if stop > rank:
                    break
                chosen = tile
                start = stop
                before = place
            if chosen == 0:
                return False
            bit = one << chosen
            if letters & bit:
                if start == rank:
                    return depth + 1 == length
                start += 1
            if not children & bit:
                return False
            if before + 1 < fan:
                high = low + popcount(letters & (bit | (bit - 1))) + count_before(words, at, before + 1, size)
            else:
                high -= popcount(letters & ~(bit | (bit - 1)))
            if rank >= high:
                return False
            low = start
            node = words[node + 2 * width + before]
            left[chosen] -= 1
            if left[chosen] == 0:
                have &= ~bit
        return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort(ranks: cython.p_longlong, number: cython.Py_ssize_t) -> cython.void:
    """Sort a few ranks, by Shell's method: most answers have a handful."""
    gap: cython.Py_ssize_t = 1
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t
    rank: cython.longlong
    while gap < number:
        gap = 3 * gap + 1
    while gap > 1:
        gap //= 3
        for i in range(gap, number):
            rank = ranks[i]
            place = i
            while place >= gap and ranks[place - gap] > rank:
                ranks[place] = ranks[place - gap]
                place -= gap
            ranks[place] = rank


@cython.cfunc
def _found(ranks: cython.p_longlong, number: cython.Py_ssize_t) -> tuple[int, bytes]:
    """Ascending ranks as ranges: how many, and int64 in bytes: all starts, all stops, then all ranks."""
    numbers: cython.p_longlong
    runs: cython.Py_ssize_t = 0
    run: cython.Py_ssize_t = -1
    i: cython.Py_ssize_t
    for i in range(number):
        if i == 0 or ranks[i] != ranks[i - 1] + 1:
            runs += 1
    if cython.compiled:
        answer: bytes = PyBytes_FromStringAndSize(cython.NULL, 8 * (2 * runs + number))
        numbers = cython.cast(cython.p_longlong, PyBytes_AS_STRING(answer))
    else:
        array = np.empty(2 * runs + number, np.int64)
        numbers = array
    for i in range(number):
        if i == 0 or ranks[i] != ranks[i - 1] + 1:
            run += 1
            numbers[run] = ranks[i]
        numbers[runs + run] = ranks[i] + 1
        numbers[2 * runs + i] = ranks[i]
    return runs, answer if cython.compiled else array.tobytes()
