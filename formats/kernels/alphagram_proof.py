"""Kernel: the proof that a hash of alphagrams is that of the words. SPEC.md, "Alphagrams", rules F3 and F4.

One walk over all words adds up the weights of their tiles and looks for the entry of each. There are as many
entries as words, and no entry is that of two words: where each word has one, each entry has a word.

Guaranteed for a node array that its own proof passed, and for starts that ascend from 0 to the number of words: no
read outside of an array, and an end.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import prefetch, read_set
else:
    from .bits import lowest, popcount
    from .node import prefetch, read_set


def unsorted(starts: cython.const[cython.uint][::1], entries: cython.const[cython.uint][::1]) -> int:
    """The first entry that is not above the one before it in its bucket (rule F3); -1 where there is none."""
    bucket: cython.Py_ssize_t
    buckets: cython.Py_ssize_t = len(starts) - 1
    place: cython.Py_ssize_t
    first: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    found: cython.Py_ssize_t = -1
    with cython.nogil:
        for bucket in range(buckets):
            first = starts[bucket]
            stop = starts[bucket + 1]
            for place in range(first + 1, stop):
                if entries[place] <= entries[place - 1]:
                    found = place
                    break
            if found >= 0:
                break
    return found


@cython.final
@cython.cclass
class Hashed:
    """A node array and the hash that should be that of its words."""

    words: cython.const[cython.uint][::1]
    starts: cython.const[cython.uint][::1]
    entries: cython.const[cython.uint][::1]
    weights: cython.const[cython.ulonglong][::1]
    width: cython.Py_ssize_t
    forward_root: cython.Py_ssize_t
    bucket_bits: cython.int
    bucket_mask: cython.ulonglong
    hash_mask: cython.ulonglong

    def __init__(
        self,
        words: memoryview,
        width: int,
        forward_root: int,
        starts: memoryview,
        entries: memoryview,
        bucket_bits: int,
        rank_mask: int,
        weights: memoryview,
    ) -> None:
        """``weights``: of 64 tiles, 0 for tile 0."""
        self.words = words
        self.width = width
        self.forward_root = forward_root
        self.starts = starts
        self.entries = entries
        self.weights = weights
        self.bucket_bits = bucket_bits
        self.bucket_mask = (1 << bucket_bits) - 1
        self.hash_mask = 0xFFFFFFFF & ~rank_mask

    def missing(self) -> int:
        """The first rank that has no entry where its word's hash says (rule F4); -1 where all have."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        depth: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t = self.forward_root
        tile: cython.int
        one: cython.ulonglong = 1
        letters: cython.ulonglong
        children: cython.ulonglong
        rank: cython.longlong = 0
        total: cython.ulonglong
        held: cython.int = 0
        missing: cython.longlong = -1
        nodes: cython.Py_ssize_t[66]
        pending: cython.ulonglong[66]
        sums: cython.ulonglong[66]
        waiting: cython.ulonglong[64]
        if not cython.compiled:
            nodes, pending, sums, waiting = [0] * 66, [0] * 66, [0] * 66, [0] * 64
        with cython.nogil:
            letters = read_set(words, node, width)
            children = read_set(words, node + width, width)
            nodes[0] = node
            pending[0] = letters | children
            sums[0] = 0
            while True:
                if pending[depth] == 0:
                    if depth == 0:
                        break
                    depth -= 1
                    node = nodes[depth]
                    letters = read_set(words, node, width)
                    children = read_set(words, node + width, width)
                    continue
                tile = lowest(pending[depth])
                pending[depth] &= pending[depth] - 1
                total = sums[depth] + self.weights[tile]
                if letters >> tile & 1:
                    # 64 words are looked up together, so that the processor waits for the memory of all at once.
                    waiting[held] = total
                    prefetch(self.starts, self._bucket(total))
                    held += 1
                    rank += 1
                    if held == 64:
                        missing = self._first_missing(waiting, held, rank - held)
                        held = 0
                        if missing >= 0:
                            break
                if children >> tile & 1:
                    node = words[node + 2 * width + popcount(children & ((one << tile) - 1))]
                    depth += 1
                    nodes[depth] = node
                    sums[depth] = total
                    letters = read_set(words, node, width)
                    children = read_set(words, node + width, width)
                    pending[depth] = letters | children
            if missing < 0:
                missing = self._first_missing(waiting, held, rank - held)
        return missing

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _bucket(self, total: cython.ulonglong) -> cython.Py_ssize_t:
        """The bucket of a hash: its top bits. (Uncompiled, a sum may have grown beyond 64 bits.)"""
        return ((total >> 1) >> (63 - self.bucket_bits)) & self.bucket_mask

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_missing(self, sums: cython.p_ulonglong, number: cython.int, first: cython.longlong) -> cython.longlong:
        """The first of the ranks from ``first`` on, with these hashes, that has no entry; -1 where all have."""
        lane: cython.int
        wanted: cython.ulonglong
        low: cython.Py_ssize_t
        high: cython.Py_ssize_t
        middle: cython.Py_ssize_t
        for lane in range(number):
            low = self.starts[self._bucket(sums[lane])]
            if low < self.entries.shape[0]:
                prefetch(self.entries, low)
        for lane in range(number):
            wanted = (sums[lane] >> (32 - self.bucket_bits)) & self.hash_mask
            wanted |= cython.cast(cython.ulonglong, first + lane)
            low = self.starts[self._bucket(sums[lane])]
            high = self.starts[self._bucket(sums[lane]) + 1]
            while high - low > 8:
                middle = (low + high) >> 1
                if self.entries[middle] <= wanted:
                    low = middle
                else:
                    high = middle
            while low < high and self.entries[low] != wanted:
                low += 1
            if low == high:
                return first + lane
        return -1
