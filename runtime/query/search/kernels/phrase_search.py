"""Kernel: find sets of words whose letters together are exactly the given letters.

Letters are numbered from the rarest, the one in the fewest words. Counts of letters are packed into 128 bits: a
field for each letter, the rarest lowest, with a guard bit that shows at once whether one count can be subtracted
from another. Each step covers the rarest letter that is left: it tries only words that contain this letter and no
rarer one. So each word is in one bucket, that of its rarest letter. Words of one bucket are taken in the bucket's
order, so that each set is found once. The last word is looked up in a hash of the counts.

A search is for sets of one size. It returns its answers in blocks and resumes at the next call; it stores no more
than a path. Indices come from :mod:`..phrases`, which made the tables from the words of a proved
lexicon.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import LOW_64, ONE, arcs, child, children, letters, lowest, rank_before
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given


class Parts:
    """Walk that finds the words that can be part of a phrase: words that use only the given letters.

    It goes through the forward part along letters that are left, and adds up ranks on the way. It stops when its
    arrays are full or its quota of steps is used, and resumes at the next call, so that the caller can check for
    signals. Guaranteed for every array that the format's proof passed: no read outside it, and termination,
    because each node visited is the beginning of a word.
    """

    def __init__(self, nodes: Nodes, counts: memoryview, shortest: int, longest: int) -> None:
        """``counts``: number of each letter, by tile, 64 in all; words have ``shortest`` to ``longest`` tiles."""
        if not cython.compiled:
            self.left, self.path = [0] * 64, [0] * 66
            self.trail, self.pending, self.lows, self.highs = [0] * 66, [0] * 66, [0] * 66, [0] * 66
        self.nodes = given(nodes)
        self.shortest = shortest
        self.longest = min(longest, 63)
        self._set_letters(counts)
        self.depth = 0
        self.done = False
        self.trail[0] = self.nodes.view.forward_root
        self.lows[0], self.highs[0] = 0, self.nodes.word_count
        self.pending[0] = arcs(self.nodes.view, self.trail[0]) & self.have

    def _set_letters(self, counts: memoryview) -> None:
        """Set the letters that are left."""
        if len(counts) != 64:
            raise ValueError("counts of 64 tiles")
        self.have = 0
        for tile in range(64):
            self.left[tile] = counts[tile]
            if counts[tile]:
                self.have |= ONE << tile

    def fill(self, ranks: memoryview, lengths: memoryview, tiles: memoryview) -> tuple[int, int]:
        """Write the next words, ascending: their ranks, int64, their lengths, and their tiles end to end.

        Returns the numbers of words and tiles written. Stops when the arrays are full or after about four million
        steps; see :meth:`ended`. ``tiles`` must have room for 63 tiles per word.
        """
        graph = self.nodes.view
        found, used = 0, 0
        room = min(len(ranks), len(lengths), len(tiles) // 63)
        depth = self.depth
        steps = 1 << 22
        with cython.nogil:
            while found < room and steps > 0 and not self.done:
                steps -= 1
                if steps % LOOK == 0:
                    with cython.gil:
                        self.nodes.look()
                if self.pending[depth] == 0:
                    if depth == 0:
                        self.done = True
                        break
                    depth -= 1
                    tile = self.path[depth]
                    self.left[tile] += 1
                    self.have |= ONE << tile
                    continue
                node = self.trail[depth]
                tile = lowest(self.pending[depth])
                bit = ONE << tile
                self.pending[depth] &= self.pending[depth] - 1
                ends, among = letters(graph, node), children(graph, node)
                low, high = self.lows[depth], self.highs[depth]
                rank = rank_before(graph, node, ends, among, bit, low, high)
                self.path[depth] = tile
                if ends & bit:
                    if depth + 1 >= self.shortest:
                        for i in range(depth + 1):
                            tiles[used + i] = self.path[i]
                        used += depth + 1
                        lengths[found] = depth + 1
                        ranks[found] = rank
                        found += 1
                    rank += 1
                if not among & bit or depth + 1 >= self.longest:
                    continue
                high = rank_before(graph, node, ends, among, bit << 1, low, high)
                self.left[tile] -= 1
                if self.left[tile] == 0:
                    self.have &= ~bit
                node = child(graph, node, among, tile)
                depth += 1
                self.trail[depth] = node
                self.lows[depth], self.highs[depth] = rank, high
                self.pending[depth] = arcs(graph, node) & self.have
        self.depth = depth
        return found, used

    def ended(self) -> bool:
        """Return whether all words have been written."""
        return self.done


#: Maximum number of words of a set, since each has at least one letter.
MOST = 63


class Search:
    """Search for sets among the words that can be parts, which are sorted into buckets."""

    def __init__(
        self,
        low: memoryview,
        high: memoryview,
        lengths: memoryview,
        ends: memoryview,
        numbers: memoryview,
        buckets: memoryview,
        fields: memoryview,
        table: memoryview,
        guard_low: int,
        guard_high: int,
        shortest: int,
        longest: int,
    ) -> None:
        """Arrays have one entry per word, sorted by bucket, then by falling length, with anagrams side by side.

        ``low`` and ``high``: packed counts; ``ends``: end of the word's run of anagrams; ``numbers``: number of the
        word in an answer. ``buckets``: index where each letter's bucket begins, and the end of the last. ``fields``:
        letter of each of the 128 bits. ``table``: zeros, a power of two of them, more than there are words.
        """
        if not cython.compiled:
            self.places, self.stops, self.left, self.bucket = [0] * 64, [0] * 64, [0] * 64, [0] * 64
            self.left_low, self.left_high = [0] * 64, [0] * 64
        self.low, self.high, self.lengths, self.ends = low, high, lengths, ends
        self.numbers, self.buckets, self.fields, self.table = numbers, buckets, fields, table
        self.guard_low, self.guard_high = guard_low, guard_high
        self.shortest, self.longest = shortest, longest
        self.depth = -1
        self.number = 0
        self.count = 0
        if not self._fit(len(self.low)):
            raise ValueError("tables that do not belong together")
        self._fill_table()

    def _fit(self, words: int) -> bool:
        """Return whether the tables have ``words`` words and valid indices. They are read without further checks."""
        size = len(self.table)
        if (
            not 0 < words == len(self.high) == len(self.lengths) == len(self.ends) == len(self.numbers)
            or len(self.fields) < 128
            or len(self.buckets) == 0
            or size <= words
            or size & (size - 1)
        ):
            return False
        for i in range(words):
            if self.ends[i] <= i or self.ends[i] > words:
                return False
        for i in range(len(self.buckets)):
            if self.buckets[i] > words:
                return False
        for i in range(128):
            if self.fields[i] + 1 >= len(self.buckets):
                return False
        for i in range(size):
            if self.table[i]:
                return False
        return True

    def _fill_table(self) -> None:
        """Put the words into the hash table, one entry per set of anagrams."""
        i = 0
        while i < len(self.low):
            place = self._slot(self.low[i], self.high[i])
            while self.table[place]:
                place = (place + 1) & (len(self.table) - 1)
            self.table[place] = i + 1
            i = self.ends[i]

    def _slot(self, low: int, high: int) -> int:
        """Return the index of the table at which to start probing for these counts."""
        factor = 0x9E3779B97F4A7C15
        mixed = (low ^ (low >> 29) ^ (high << 17) ^ high) & LOW_64
        mixed = mixed * factor & LOW_64
        return (mixed >> 32) & (len(self.table) - 1)

    def _of_letters(self, low: int, high: int) -> int:
        """Return the index of the first word with exactly these counts, or -1."""
        place = self._slot(low, high)
        while self.table[place]:
            found = self.table[place] - 1
            if self.low[found] == low and self.high[found] == high:
                return found
            place = (place + 1) & (len(self.table) - 1)
        return -1

    def _enter(self, depth: int, low: int, high: int, left: int, least: int) -> bool:
        """Set up the words to try at this depth for the letters left; in the same bucket, from index ``least`` on.

        Returns False if there are none.
        """
        bucket = self.fields[lowest(low)] if low else self.fields[64 + lowest(high) & 127]
        if depth == self.number - 1:
            first = self._of_letters(low, high)
            if first < 0:
                return False
            stop = self.ends[first]
        else:
            first = self.buckets[bucket]
            stop = self.buckets[bucket + 1]
        if depth and bucket == self.bucket[depth - 1] and first < least:
            first = least
        self.places[depth] = first
        self.stops[depth] = stop
        self.left_low[depth] = low
        self.left_high[depth] = high
        self.left[depth] = left
        self.bucket[depth] = bucket
        return first < stop

    def begin(self, number: int, low: int, high: int, letters: int) -> None:
        """Start a search for sets of ``number`` words with these packed counts, of ``letters`` letters in all."""
        if not 1 <= number <= MOST or not 1 <= letters <= MOST:
            raise ValueError("1 to 63 words, of 1 to 63 letters")
        self.number = number
        self.count = 0
        self.depth = 0 if self._enter(0, low, high, letters, 0) else -1

    def ended(self) -> bool:
        """Return whether all sets have been written or counted."""
        return self.depth < 0

    def counted(self) -> int:
        """Return the number of sets that :meth:`count_on` has counted."""
        return self.count

    def fill(self, sets: Any, steps: int) -> int:
        """Write the next sets, uint32, one per row, their words ascending by number; return the number of sets.

        Stops when ``sets`` is full, when the search has ended, or after ``steps`` steps.
        """
        if sets.shape[1] != self.number:
            raise ValueError("a row for so many words")
        with cython.nogil:
            found = self._run(sets, steps, False)
        return found

    def count_on(self, sets: Any, steps: int) -> None:
        """Continue for ``steps`` steps, counting the sets found instead of writing them. ``sets`` is not used."""
        with cython.nogil:
            self._run(sets, steps, True)

    def _run(self, sets: Any, steps: int, counting: bool) -> int:
        """Continue for at most ``steps`` steps. Write or count the sets found, and return the number written."""
        depth = self.depth
        last = self.number - 1
        found = 0
        while depth >= 0 and steps > 0:
            steps -= 1
            i = self.places[depth]
            if i >= self.stops[depth]:
                depth -= 1
                if depth >= 0:
                    self.places[depth] += 1
                continue
            if depth == last:
                if counting:
                    self.count += self.stops[depth] - i
                    self.places[depth] = self.stops[depth]
                    continue
                if found == sets.shape[0]:
                    break
                for j in range(last + 1):
                    word = self.numbers[self.places[j]]
                    place = j
                    while place > 0 and sets[found, place - 1] > word:
                        sets[found, place] = sets[found, place - 1]
                        place -= 1
                    sets[found, place] = word
                found += 1
                self.places[depth] += 1
                continue
            # The letters left must be enough for the other words, and no more than these can have.
            rest = self.left[depth] - self.lengths[i]
            if rest > self.longest * (last - depth):
                self.places[depth] = self.stops[depth]
                continue
            low = (self.left_low[depth] | self.guard_low) - self.low[i]
            high = (self.left_high[depth] | self.guard_high) - self.high[i]
            if (
                rest < self.shortest * (last - depth)
                or (low & self.guard_low) != self.guard_low
                or (high & self.guard_high) != self.guard_high
                or not self._enter(depth + 1, low ^ self.guard_low, high ^ self.guard_high, rest, i)
            ):
                # The word does not fit, and neither do its anagrams: skip them.
                self.places[depth] = self.ends[i]
                continue
            depth += 1
        self.depth = depth
        return found
