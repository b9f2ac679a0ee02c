"""Kernel: find the words of exactly these letters, using the section ``alphagrams``. SPEC.md, "Alphagrams".

A word's hash is the sum of its tiles' weights, so a blank costs one addition for each letter it may stand for.
Different letters may have the same hash, so each word found is compared, tile by tile, with the letters wanted. 64
lookups run side by side, so that their memory accesses overlap.

Guaranteed for a section that is proved (:func:`lexkit.formats.alphagrams_section.prove_alphagrams`): no read
outside an array, and every word found, each once. Queries do not change the object, so any number of threads may
use it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.alphagram_proof import (
        bucket_of,
        entry_of,
        find_entry,
        prefetch_bucket,
        prefetch_entries,
    )
    from lexkit.formats.kernels.node import ONE, child, children, letters, lowest, rank_before
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given

    #: Maximum number of blanks of a query: each multiplies the lookups by the letters of the alphabet.
    MAX_BLANKS = 2
    #: Maximum number of ranks of an answer on the stack; a longer answer gets an array.
    ROOM = 512

    def bytes_of(numbers: list[int], size: int) -> bytes:
        """Return the first ``size`` bytes of these numbers, int64."""
        import numpy as np

        return np.array(numbers[: size // 8], np.int64).tobytes()


class Anagrams:
    """Node array of a lexicon, its hash of alphagrams, and the table from code points to tiles."""

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
        """``weights``: of 64 tiles, 0 for tile 0; ``table``: tile of each code point, 0 for no letter; or empty."""
        self.nodes = given(nodes)
        if not 0 <= letters < 64:
            raise ValueError("at most 63 letters")
        self.letters = letters
        self.starts = starts
        self.entries = entries
        if not 0 <= bucket_bits < 33 or len(starts) != (1 << bucket_bits) + 1 or len(weights) < 64:
            raise ValueError("a start for each bucket, and 64 weights")
        if starts[len(starts) - 1] > len(entries):
            raise ValueError("buckets beyond the entries")
        self.bucket_bits = bucket_bits
        self.rank_mask = rank_mask
        self.hash_mask = 0xFFFFFFFF & ~rank_mask
        self.weights = weights
        self.table = table

    def of_text(self, text: str) -> tuple[int, bytes] | None:
        """Return the words of a text's letters, ``?`` for a blank, as :meth:`of_tiles` does.

        Returns None if the hash cannot answer: if the text has a letter that the table lacks, no letters, too many
        letters, or too many blanks.
        """
        if not cython.compiled:
            counts = [0] * 64
        length = len(text)
        blanks = 0
        if not 0 < length <= 63:
            return None
        for i in range(64):
            counts[i] = 0
        for i in range(length):
            code = ord(text[i])
            if code == 63:  # ?
                blanks += 1
                continue
            if code >= len(self.table):
                return None
            tile = self.table[code]
            if tile == 0:
                return None
            counts[tile] += 1
        if blanks > MAX_BLANKS:
            return None
        return self._answer(counts, length, blanks)

    def of_tiles(self, tiles: bytes, blanks: int) -> tuple[int, bytes] | None:
        """Return the words of exactly these tiles and one more letter for each blank; None for too many blanks.

        The answer is the number of ascending, disjoint ranges of ranks, and the bytes of int64 numbers: all starts,
        all stops, then all ranks.
        """
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

    def _answer(self, counts: list[int], length: int, blanks: int) -> tuple[int, bytes]:
        """Return the words of these letters and blanks, ``length`` tiles in all, as :meth:`of_tiles` does."""
        if not cython.compiled:
            ranks, numbers = [0] * ROOM, [0] * (3 * ROOM)
        with cython.nogil:
            found = self._gather(counts, length, blanks, ranks, ROOM)
        if found <= ROOM:
            _sort(ranks, found)
            runs = _write_ranges(ranks, found, numbers)
            return runs, bytes_of(numbers, 8 * (2 * runs + found))
        import numpy as np  # not needed for a usual query

        array = np.empty(found, np.int64)
        many = array.data
        if cython.compiled:
            with cython.nogil:
                self._gather(counts, length, blanks, cython.address(many[0]), found)
        else:
            self._gather(counts, length, blanks, many, found)
        array.sort()
        return _ranges_of(array)

    def _gather(self, counts: list[int], length: int, blanks: int, ranks: list[int] | memoryview, room: int) -> int:
        """Write up to ``room`` ranks of the words, in no order; return the number of words."""
        base, have, found, compared = 0, 0, 0, 0
        bits = self.bucket_bits
        # The letters that blanks stand for: (0, 0), (0, t), or (t, u) with t <= u.
        first, second, last = 1 if blanks > 1 else 0, 1 if blanks else 0, self.letters
        if not cython.compiled:
            sums, firsts, seconds = [0] * 64, [0] * 64, [0] * 64
        for tile in range(1, last + 1):
            base += self.weights[tile] * counts[tile]
            if counts[tile]:
                have |= ONE << tile
        while second <= last:
            lanes = 0
            while lanes < 64 and second <= last:
                sums[lanes] = base + self.weights[first] + self.weights[second]
                firsts[lanes] = first
                seconds[lanes] = second
                prefetch_bucket(self.starts, bucket_of(sums[lanes], bits))
                lanes += 1
                if blanks and second < last:
                    second += 1
                elif blanks > 1 and first < last:
                    first += 1
                    second = first
                else:
                    second = last + 1
            for lane in range(lanes):
                prefetch_entries(self.starts, self.entries, bucket_of(sums[lane], bits))
            for lane in range(lanes):
                bucket = bucket_of(sums[lane], bits)
                wanted = entry_of(sums[lane], bits, self.hash_mask)
                place = find_entry(self.starts, self.entries, bucket, wanted)
                while place < self.starts[bucket + 1] and (self.entries[place] & self.hash_mask) == wanted:
                    rank = self.entries[place] & self.rank_mask
                    counts[firsts[lane]] += 1
                    counts[seconds[lane]] += 1
                    if self._has_letters(
                        rank, counts, (have | ONE << firsts[lane] | ONE << seconds[lane]) & ~ONE, length
                    ):
                        if found < room:
                            ranks[found] = rank
                        found += 1
                    counts[firsts[lane]] -= 1
                    counts[seconds[lane]] -= 1
                    place += 1
                    compared += 1
                    if compared % LOOK == 0:
                        with cython.gil:
                            self.nodes.look()
        return found

    def _has_letters(self, rank: int, counts: list[int], have: int, length: int) -> bool:
        """Return whether the word of this rank has exactly these letters, ``length`` in all.

        ``have`` is the set of the letters. The walk to the rank takes only letters that are left.
        """
        graph = self.nodes.view
        node = graph.forward_root
        # The words below the node have ranks ``low`` to before ``high``.
        low, high = 0, self.nodes.word_count
        if not cython.compiled:
            left = [0] * 64
        for tile in range(64):
            left[tile] = counts[tile]
        for depth in range(length):
            ends, among = letters(graph, node), children(graph, node)
            bits = (ends | among) & have
            chosen, start = 0, 0
            while bits:
                tile = lowest(bits)
                bits &= bits - 1
                stop = rank_before(graph, node, ends, among, ONE << tile, low, high)
                if stop > rank:
                    break
                chosen, start = tile, stop
            if chosen == 0:
                return False
            bit = ONE << chosen
            if ends & bit:
                if start == rank:
                    return depth + 1 == length
                start += 1
            if not among & bit:
                return False
            high = rank_before(graph, node, ends, among, bit << 1, low, high)
            if rank >= high:
                return False
            low = start
            node = child(graph, node, among, chosen)
            left[chosen] -= 1
            if left[chosen] == 0:
                have &= ~bit
        return False


def _sort(ranks: list[int], number: int) -> None:
    """Sort ranks by Shell's method, since most answers have only a few."""
    gap = 1
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


def _write_ranges(ranks: list[int], number: int, numbers: list[int]) -> int:
    """Write ascending ranks as ranges: all starts, all stops, then all ranks. Returns the number of ranges."""
    runs, run = 0, -1
    for i in range(number):
        if i == 0 or ranks[i] != ranks[i - 1] + 1:
            runs += 1
    for i in range(number):
        if i == 0 or ranks[i] != ranks[i - 1] + 1:
            run += 1
            numbers[run] = ranks[i]
        numbers[runs + run] = ranks[i] + 1
        numbers[2 * runs + i] = ranks[i]
    return runs


def _ranges_of(ranks: NDArray[np.int64]) -> tuple[int, bytes]:
    """Return the number of ranges of ascending ranks, and the bytes of the numbers of :func:`_write_ranges`."""
    import numpy as np

    begins = np.diff(ranks, prepend=-2) != 1
    ends = np.roll(begins, -1)
    return int(begins.sum()), np.concatenate([ranks[begins], ranks[ends] + 1, ranks]).tobytes()
