"""Kernel: sets of words whose letters together are exactly the letters given.

Letters are numbered from the rarest, that in the fewest words, and counts of letters are packed into 128 bits: a
field for each letter, the rarest lowest, with a guard bit that shows at once whether one count can be taken from
another. The letter to go on with is always the rarest that is left: only words that contain it are tried, and
they contain no rarer one, so each word stands in one bucket, that of its rarest letter. While a letter lasts its words
are taken in the bucket's order: so each set is met once. The last word is looked up in a hash of the counts.

One number of words is searched at a time. A search gives its answers in blocks and goes on at the next call; it holds
no more than a path. Indices come from :mod:`.phrases`, which made the tables out of the words of a proved lexicon.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from .....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest
else:
    from .....formats.kernels.bits import lowest

#: Most words of a set: each has a letter.
MOST = 63


@cython.final
@cython.cclass
class Search:
    """The words that can be parts, in buckets, and one search among them."""

    low: cython.const[cython.ulonglong][::1]
    high: cython.const[cython.ulonglong][::1]
    lengths: cython.const[cython.uchar][::1]
    ends: cython.const[cython.uint][::1]
    numbers: cython.const[cython.uint][::1]
    buckets: cython.const[cython.uint][::1]
    fields: cython.const[cython.uchar][::1]
    table: cython.uint[::1]
    guard_low: cython.ulonglong
    guard_high: cython.ulonglong
    factor: cython.ulonglong
    full: cython.ulonglong
    shortest: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    # The path: for each word of the set, where it stands, the end of what can be tried, and what is left before it.
    number: cython.Py_ssize_t
    depth: cython.Py_ssize_t
    places: cython.Py_ssize_t[64]
    stops: cython.Py_ssize_t[64]
    left_low: cython.ulonglong[64]
    left_high: cython.ulonglong[64]
    left: cython.Py_ssize_t[64]
    bucket: cython.int[64]
    count: cython.ulonglong

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
        """One entry a word, by bucket and in it by falling length, words of the same letters side by side.

        ``low`` and ``high``: packed counts; ``ends``: where the words of the same letters end; ``numbers``: what an
        answer calls the word. ``buckets``: where each letter's bucket begins, and the end. ``fields``: the letter
        of each of the 128 bits. ``table``: zeros, a power of two of them, more than there are words.
        """
        i: cython.Py_ssize_t = 0
        place: cython.Py_ssize_t
        if not cython.compiled:
            self.places, self.stops, self.left, self.bucket = [0] * 64, [0] * 64, [0] * 64, [0] * 64
            self.left_low, self.left_high = [0] * 64, [0] * 64
        self.low, self.high, self.lengths, self.ends = low, high, lengths, ends
        self.numbers, self.buckets, self.fields, self.table = numbers, buckets, fields, table
        self.guard_low, self.guard_high = guard_low, guard_high
        self.factor = 0x9E3779B97F4A7C15
        self.full = (1 << 64) - 1
        self.shortest, self.longest = shortest, longest
        self.depth = -1
        self.number = 0
        self.count = 0
        while i < self.low.shape[0]:
            place = self._slot(self.low[i], self.high[i])
            while self.table[place]:
                place = (place + 1) & (self.table.shape[0] - 1)
            self.table[place] = i + 1
            i = self.ends[i]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _slot(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.Py_ssize_t:
        """Where the search for these counts begins in the table."""
        mixed: cython.ulonglong = (low ^ (low >> 29) ^ (high << 17) ^ high) & self.full
        mixed = (mixed * self.factor) & self.full
        return (mixed >> 32) & (self.table.shape[0] - 1)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _of_letters(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.Py_ssize_t:
        """The first of the words of exactly these counts; -1 where there is none."""
        place: cython.Py_ssize_t = self._slot(low, high)
        found: cython.Py_ssize_t
        while self.table[place]:
            found = cython.cast(cython.Py_ssize_t, self.table[place]) - 1
            if self.low[found] == low and self.high[found] == high:
                return found
            place = (place + 1) & (self.table.shape[0] - 1)
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter(
        self,
        depth: cython.Py_ssize_t,
        low: cython.ulonglong,
        high: cython.ulonglong,
        left: cython.Py_ssize_t,
        least: cython.Py_ssize_t,
    ) -> cython.bint:
        """Set up the choice of the word at this depth, for these letters, from place ``least`` on in the same bucket.

        False where there is nothing to choose from.
        """
        bucket: cython.int = self.fields[lowest(low)] if low else self.fields[64 + lowest(high)]
        first: cython.Py_ssize_t
        stop: cython.Py_ssize_t
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
        """Start a search for sets of so many words, for these packed counts, ``letters`` in all."""
        if not 1 <= number <= MOST or not 1 <= letters <= MOST:
            raise ValueError("1 to 63 words, of 1 to 63 letters")
        self.number = number
        self.count = 0
        self.depth = 0 if self._enter(0, low, high, letters, 0) else -1

    def ended(self) -> bool:
        """Whether all sets have been given."""
        return self.depth < 0

    def counted(self) -> int:
        """Sets that :meth:`count_on` has counted."""
        return self.count

    def fill(self, sets: cython.uint[:, ::1], steps: cython.Py_ssize_t) -> int:
        """Write the next sets, one a row, their words ascending by number; how many there are.

        Fewer than there is room for where the search has ended or has taken so many steps.
        """
        found: cython.Py_ssize_t
        if sets.shape[1] != self.number:
            raise ValueError("a row for so many words")
        with cython.nogil:
            found = self._run(sets, steps, False)
        return found

    def count_on(self, sets: cython.uint[:, ::1], steps: cython.Py_ssize_t) -> None:
        """Go on for so many steps and count the sets met instead of writing them; ``sets`` is not used."""
        with cython.nogil:
            self._run(sets, steps, True)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, sets: cython.uint[:, ::1], steps: cython.Py_ssize_t, counting: cython.bint) -> cython.Py_ssize_t:
        depth: cython.Py_ssize_t = self.depth
        last: cython.Py_ssize_t = self.number - 1
        found: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        place: cython.Py_ssize_t
        rest: cython.Py_ssize_t
        word: cython.uint
        low: cython.ulonglong
        high: cython.ulonglong
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
            # So many letters must be left for the other words, and no more than they can have.
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
                # Nor does it fit with the other words of these letters.
                self.places[depth] = self.ends[i]
                continue
            depth += 1
        self.depth = depth
        return found
