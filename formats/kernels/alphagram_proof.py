"""Kernel: lookups in the section ``alphagrams``, and its proof. SPEC.md, "Alphagrams", rules F3 and F4.

``starts`` holds the index of each bucket's first entry and, at its end, the number of entries; ``entries`` ascend
in each bucket. The proof walks over all words, adds up the weights of their tiles, and looks up the entry of each
word. There are as many entries as words, and no entry belongs to two words, so if each word has an entry, each
entry has a word.

Guaranteed for a node array that its own proof passed, and for starts that ascend from 0 to the number of words: no
read outside an array, and termination.
"""

from __future__ import annotations

from . import cython

if not cython.compiled:
    from .node import child, children, letters, lowest
    from .nodes import Nodes, given

    def bucket_of(total: int, bits: int) -> int:
        """Return the bucket of a hash: its top bits. The mask drops bits above 64, which only interpreted sums have."""
        return total >> 64 - bits & (1 << bits) - 1

    def entry_of(total: int, bits: int, hash_mask: int) -> int:
        """Return the entry of a hash: the 32 bits below the bucket's bits, with zeros in place of the rank."""
        return total >> 32 - bits & hash_mask

    def find_entry(starts: memoryview, entries: memoryview, bucket: int, wanted: int) -> int:
        """Return the index of the bucket's first entry that is not below ``wanted``, or the bucket's end."""
        low, high = starts[bucket], starts[bucket + 1]
        while high - low > 8:
            middle = (low + high) >> 1
            if entries[middle] < wanted:
                low = middle
            else:
                high = middle
        while low < high and entries[low] < wanted:
            low += 1
        return low

    def prefetch_bucket(starts: memoryview, bucket: int) -> None:
        """Hint that this bucket will be read soon. Compiled code prefetches its start."""

    def prefetch_entries(starts: memoryview, entries: memoryview, bucket: int) -> None:
        """Hint that this bucket's entries will be read soon. Compiled code prefetches the first."""


def unsorted(starts: memoryview, entries: memoryview) -> int:
    """Return the index of the first entry that is not above its predecessor in the bucket (rule F3), or -1."""
    for bucket in range(len(starts) - 1):
        if starts[bucket + 1] > len(entries):
            raise ValueError("buckets beyond the entries")
        for place in range(starts[bucket] + 1, starts[bucket + 1]):
            if entries[place] <= entries[place - 1]:
                return place
    return -1


class Hashed:
    """Node array, and the hash section to check against its words."""

    def __init__(
        self,
        nodes: Nodes,
        starts: memoryview,
        entries: memoryview,
        bucket_bits: int,
        rank_mask: int,
        weights: memoryview,
    ) -> None:
        """``weights``: weight of each of 64 tiles, 0 for tile 0; ``rank_mask``: bits of an entry that hold a rank."""
        self.nodes = given(nodes)
        self.starts = starts
        self.entries = entries
        self.weights = weights
        if not 0 <= bucket_bits < 33 or len(starts) != (1 << bucket_bits) + 1 or len(weights) < 64:
            raise ValueError("a start for each bucket, and 64 weights")
        if starts[len(starts) - 1] > len(entries):
            raise ValueError("buckets beyond the entries")
        self.bucket_bits = bucket_bits
        self.hash_mask = 0xFFFFFFFF & ~rank_mask

    def missing(self) -> int:
        """Return the first rank without an entry in the bucket of its word's hash (rule F4), or -1."""
        graph = self.nodes.view
        node = graph.forward_root
        depth = held = rank = 0
        missing = -1
        if not cython.compiled:
            trail, pending, sums, waiting = [0] * 66, [0] * 66, [0] * 66, [0] * 64
        with cython.nogil:
            letter_set = letters(graph, node)
            child_set = children(graph, node)
            trail[0] = node
            pending[0] = letter_set | child_set
            sums[0] = 0
            while True:
                if pending[depth] == 0:
                    if depth == 0:
                        break
                    depth -= 1
                    node = trail[depth]
                    letter_set = letters(graph, node)
                    child_set = children(graph, node)
                    continue
                tile = lowest(pending[depth])
                pending[depth] &= pending[depth] - 1
                total = sums[depth] + self.weights[tile]
                if letter_set >> tile & 1:
                    # Look up 64 words together, so that their memory accesses overlap.
                    waiting[held] = total
                    prefetch_bucket(self.starts, bucket_of(total, self.bucket_bits))
                    held += 1
                    rank += 1
                    if held == 64:
                        missing = self._first_missing(waiting, held, rank - held)
                        held = 0
                        if missing >= 0:
                            break
                if child_set >> tile & 1:
                    node = child(graph, node, child_set, tile)
                    depth += 1
                    trail[depth] = node
                    sums[depth] = total
                    letter_set = letters(graph, node)
                    child_set = children(graph, node)
                    pending[depth] = letter_set | child_set
            if missing < 0:
                missing = self._first_missing(waiting, held, rank - held)
        return missing

    def _first_missing(self, sums: list[int], number: int, first: int) -> int:
        """Return the first rank, from ``first`` on, whose hash in ``sums`` has no entry, or -1."""
        for lane in range(number):
            prefetch_entries(self.starts, self.entries, bucket_of(sums[lane], self.bucket_bits))
        for lane in range(number):
            bucket = bucket_of(sums[lane], self.bucket_bits)
            wanted = entry_of(sums[lane], self.bucket_bits, self.hash_mask) | first + lane
            place = find_entry(self.starts, self.entries, bucket, wanted)
            if place == self.starts[bucket + 1] or self.entries[place] != wanted:
                return first + lane
        return -1
