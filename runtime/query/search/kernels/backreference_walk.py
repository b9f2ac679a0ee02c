"""Kernel: one walk of the forward part for an expression with echoes.

At each place of the walk, a path of letters from the start of a word, there is a set of *configurations*: ways in
which the path meets the beginning of the expression. One of them is a position of the expression, the spans of the
path that groups met, and how far an echo has got; see :mod:`.echo_program` for how it is written in three numbers. A
letter takes each configuration to others, all ways at once, so nothing is ever tried twice along a path. The set at
the next place is made behind that of the place before, and thrown away when the walk comes back.

A configuration that needs more letters than the longest word below the place has left is dropped: echoes tell early
how much is still to come. Where everything that goes on from a place is met, its words are counted, not visited.

An :class:`EchoWalk` belongs to one query. Guaranteed for every array that the format's proof passed and the tables
that :mod:`.echo_program` makes: no read outside of them; at most MAX_ALONG configurations at a time, at most
MAX_STEPS steps in all.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from .....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import below, count_before, count_size, read_set
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
else:
    from .....formats.kernels.bits import lowest, popcount
    from .....formats.kernels.node import below, count_before, count_size, read_set
    from .....formats.kernels.nodes import Nodes

#: Frames of the walk: no word has more tiles.
DEPTH = 66
#: Most configurations along one path: 2 MB.
MAX_ALONG = 1 << 16
#: Most configurations at one place; the table that finds equal ones has twice as many entries.
MAX_AT_PLACE = 1 << 14
#: Sets up to here are searched from end to end, which is faster than the table.
FEW = 12
#: Most steps of a walk, configurations tried: about half a second.
MAX_STEPS = 1 << 26
#: Steps until signals are looked at.
STRETCH = 1 << 21

#: What stopped a walk: see :meth:`EchoWalk.trouble`.
TOO_MANY, TOO_LONG = 1, 2


@cython.final
@cython.cclass
class EchoWalk:
    """One query's walk, given out piece by piece."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    forward_root: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    # Longest way on from each node, by its number: see :mod:`.heights`.
    heights: cython.const[cython.uchar][::1]
    # The tables.
    labels: cython.const[cython.ulonglong][::1]
    echoes: cython.const[cython.int][::1]
    unlike: cython.const[cython.int][::1]
    needs: cython.const[cython.int][::1]
    coming: cython.const[cython.uchar][:, ::1]
    open_ended: cython.const[cython.uchar][::1]
    firsts: cython.const[cython.int][::1]
    targets: cython.const[cython.int][::1]
    effects: cython.const[cython.ulonglong][:, ::1]
    # The walk.
    depth: cython.Py_ssize_t
    path: cython.uchar[66]
    nodes: cython.Py_ssize_t[66]
    pending: cython.ulonglong[66]
    lows: cython.ulonglong[66]
    begins: cython.Py_ssize_t[66]
    sizes: cython.Py_ssize_t[66]
    # Configurations of all places, four numbers each: the three of a configuration, and the letters it takes.
    pool: cython.ulonglong[:, ::1]
    # Number of a set << 14 | place in it.
    table: cython.ulonglong[::1]
    sets: cython.ulonglong
    # The set being made.
    begin: cython.Py_ssize_t
    size: cython.Py_ssize_t
    here: cython.ulonglong
    tall: cython.int
    wanted: cython.ulonglong
    ending: cython.bint
    everything: cython.bint
    # What is given out: the range that may still grow.
    low: cython.ulonglong
    high: cython.ulonglong
    given: cython.Py_ssize_t
    steps: cython.longlong
    # Limits: constants are out of reach without the GIL.
    few: cython.Py_ssize_t
    most_here: cython.Py_ssize_t
    most_along: cython.Py_ssize_t
    most_steps: cython.longlong
    stopped: cython.int
    finished: cython.bint

    def __init__(self, nodes: Nodes, heights: memoryview, tables: object) -> None:
        """``tables``: a Program of :mod:`.echo_program`."""
        if not cython.compiled:
            self.path = [0] * DEPTH
            self.nodes, self.pending, self.lows = [0] * DEPTH, [0] * DEPTH, [0] * DEPTH
            self.begins, self.sizes = [0] * DEPTH, [0] * DEPTH
        self.words = nodes.array
        self.width = nodes.view.width
        self.forward_root = nodes.view.forward_root
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.heights = heights
        self.labels = tables.labels.data
        self.echoes = tables.echoes.data
        self.unlike = tables.unlike.data
        self.needs = tables.needs.data
        self.coming = tables.coming.data
        self.open_ended = tables.open_ended.data
        self.firsts = tables.firsts.data
        self.targets = tables.targets.data
        self.effects = tables.effects.data
        self.pool = memoryview(np.empty((MAX_ALONG, 4), np.uint64))
        self.table = memoryview(np.zeros(2 * MAX_AT_PLACE, np.uint64))
        self.few, self.most_here, self.most_along, self.most_steps = FEW, MAX_AT_PLACE, MAX_ALONG - 1, MAX_STEPS
        self.sets, self.steps, self.stopped, self.finished = 0, 0, 0, False
        self.low, self.high = 0, 0
        self._begin()

    @cython.cfunc
    def _begin(self) -> cython.int:
        """The set at the root: what the start leads to."""
        one: cython.ulonglong = 1
        half: cython.ulonglong = one << 63
        unset: cython.ulonglong = (half - 1) + half
        node: cython.Py_ssize_t = self.forward_root
        self.begin, self.here = 0, 0
        self._open_set()
        self.tall = self.heights[node]
        self._follow(unset, unset, (one << 32) - 1, 0)
        self.depth, self.nodes[0], self.lows[0], self.begins[0] = 0, node, 0, 0
        self.sizes[0] = self.size
        self.pending[0] = self.wanted & (
            read_set(self.words, node, self.width) | read_set(self.words, node + self.width, self.width)
        )
        if self.everything:
            self.high = below(self.words, node, self.width, self.byte_end, self.half_end)
            self.pending[0] = 0
        return 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _span(
        self, first: cython.ulonglong, second: cython.ulonglong, third: cython.ulonglong, slot: cython.int
    ) -> cython.int:
        """The span of a slot: where it opened, and above that where it closed."""
        spans: cython.ulonglong = first if slot < 4 else second if slot < 8 else third
        return cython.cast(cython.int, spans >> ((slot & 3) * 16) & 0xFFFF)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _open_set(self) -> cython.void:
        """Begin a new set of configurations at ``begin``."""
        self.size = 0
        self.wanted = 0
        self.ending = False
        self.everything = False
        self.sets += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow(
        self, first: cython.ulonglong, second: cython.ulonglong, third: cython.ulonglong, position: cython.Py_ssize_t
    ) -> cython.void:
        """Put what the position's transitions make of the configuration into the set."""
        effects: cython.const[cython.ulonglong][:, ::1] = self.effects
        here: cython.ulonglong = self.here
        i: cython.Py_ssize_t
        self.steps += self.firsts[position + 1] - self.firsts[position]
        for i in range(self.firsts[position], self.firsts[position + 1]):
            if first & effects[i, 9] or second & effects[i, 10] or third & effects[i, 11]:
                continue
            if self.targets[i] < 0:
                self.ending = True
                continue
            self._put(
                (first & effects[i, 0]) + effects[i, 3] + effects[i, 6] * here,
                (second & effects[i, 1]) + effects[i, 4] + effects[i, 7] * here,
                (third & effects[i, 2]) + effects[i, 5] + effects[i, 8] * here,
            )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, first: cython.ulonglong, second: cython.ulonglong, third: cython.ulonglong) -> cython.void:
        """One configuration into the set, unless it is there or cannot come to an end."""
        position: cython.Py_ssize_t = third >> 48
        need: cython.int = self.needs[position]
        slot: cython.int = self.echoes[position]
        span: cython.int
        progress: cython.int
        others: cython.int
        end: cython.int
        letters: cython.ulonglong
        place: cython.Py_ssize_t
        one: cython.ulonglong = 1
        if slot < 0:
            letters = self.labels[position]
            others = self.unlike[position]
            while others:
                slot = lowest(others)
                others &= others - 1
                span = self._span(first, second, third, slot)
                if span != 0xFFFF:
                    letters &= ~(one << self.path[span & 0xFF])
        else:
            span = self._span(first, second, third, slot)
            if span == 0 or span >> 8 == 0xFF:
                return
            progress = cython.cast(cython.int, third >> 32 & 0xFF)
            letters = one << self.path[(span & 0xFF) + progress]
            need -= progress
        for slot in range(self.coming.shape[1]):
            if self.coming[position, slot]:
                span = self._span(first, second, third, slot)
                if span == 0xFFFF:
                    return
                end = span >> 8
                if end == 0xFF:
                    end = cython.cast(cython.int, self.here)
                need += self.coming[position, slot] * (end - (span & 0xFF))
        if need > self.tall or letters == 0:
            return
        if self.open_ended[position]:
            self.everything = True
        if self.size >= self.most_here or self.begin + self.size >= self.most_along:
            self.stopped = 1  # TOO_MANY, which is out of reach without the GIL
            return
        place = self.begin + self.size
        self.pool[place, 0] = first
        self.pool[place, 1] = second
        self.pool[place, 2] = third
        self.pool[place, 3] = letters
        if self._known(first, second, third):
            return
        self.size += 1
        self.wanted |= letters

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _known(self, first: cython.ulonglong, second: cython.ulonglong, third: cython.ulonglong) -> cython.bint:
        """Whether the configuration is in the set already, behind which it has been written."""
        i: cython.Py_ssize_t
        place: cython.Py_ssize_t
        last: cython.Py_ssize_t = self.begin + self.size
        if self.size < self.few:
            for i in range(self.begin, last):
                if self.pool[i, 2] == third and self.pool[i, 0] == first and self.pool[i, 1] == second:
                    return True
            return False
        if self.size == self.few:
            for i in range(self.begin, last):
                self.table[self._entry(i)] = self.sets << 14 | (i - self.begin)
        place = self._entry(last)
        if self.table[place] >> 14 == self.sets:
            return True
        self.table[place] = self.sets << 14 | (last - self.begin)
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _entry(self, number: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the table has this configuration, or has room for it: at least half of it is free."""
        mask: cython.Py_ssize_t = self.table.shape[0] - 1
        other: cython.Py_ssize_t
        first: cython.ulonglong = self.pool[number, 0]
        second: cython.ulonglong = self.pool[number, 1]
        third: cython.ulonglong = self.pool[number, 2]
        # Small remainders, so that nothing overflows where numbers have no end.
        place: cython.Py_ssize_t = cython.cast(
            cython.Py_ssize_t, first % 1000003 * 31 + second % 999983 * 17 + third % 1000033 * 7
        )
        place &= mask
        while self.table[place] >> 14 == self.sets:
            other = self.begin + cython.cast(cython.Py_ssize_t, self.table[place] & 0x3FFF)
            if self.pool[other, 2] == third and self.pool[other, 0] == first and self.pool[other, 1] == second:
                return place
            place = place + 1 & mask
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, tile: cython.int, tall: cython.int) -> cython.void:
        """Make the set behind that of the place reached, for this tile; ``tall``: letters that can follow it."""
        one: cython.ulonglong = 1
        bit: cython.ulonglong = one << tile
        start: cython.Py_ssize_t = self.begins[self.depth]
        end: cython.Py_ssize_t = start + self.sizes[self.depth]
        i: cython.Py_ssize_t
        slot: cython.int
        span: cython.int
        position: cython.Py_ssize_t
        third: cython.ulonglong
        self.path[self.depth] = cython.cast(cython.uchar, tile)
        self.here = self.depth + 1
        self.tall = tall
        self.begin = end
        self._open_set()
        self.steps += self.sizes[self.depth]
        for i in range(start, end):
            if not self.pool[i, 3] & bit:
                continue
            third = self.pool[i, 2]
            position = third >> 48
            slot = self.echoes[position]
            if slot >= 0:
                span = self._span(self.pool[i, 0], self.pool[i, 1], third, slot)
                if (span & 0xFF) + cython.cast(cython.int, third >> 32 & 0xFF) + 1 < span >> 8:
                    self.steps += 1
                    self._put(self.pool[i, 0], self.pool[i, 1], third + (one << 32))
                    continue
            self._follow(self.pool[i, 0], self.pool[i, 1], third, position)
            if self.stopped or self.steps > self.most_steps:
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walk(self, starts: cython.longlong[::1], stops: cython.longlong[::1], until: cython.longlong) -> cython.void:
        """Go on with the walk until the lists are full, or so many steps have been taken, or it is at its end."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        node: cython.Py_ssize_t
        child: cython.Py_ssize_t
        fan: cython.Py_ssize_t
        place: cython.Py_ssize_t
        tile: cython.int
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        letters: cython.ulonglong
        children: cython.ulonglong
        low: cython.ulonglong
        ended: cython.bint
        while True:
            if self.pending[self.depth] == 0:
                if self.depth == 0:
                    self.finished = True
                    return
                self.depth -= 1
                continue
            # A letter gives two ranges at most, its own word and all that go on from it; one more comes at the end.
            if self.given + 3 > starts.shape[0] or self.steps > until or self.stopped:
                return
            node = self.nodes[self.depth]
            tile = lowest(self.pending[self.depth])
            self.pending[self.depth] &= self.pending[self.depth] - 1
            bit = one << tile
            letters = read_set(words, node, width)
            children = read_set(words, node + width, width)
            place = popcount(children & (bit - 1))
            ended = (letters & bit) != 0
            child = words[node + 2 * width + place] if children & bit else 0
            self._take(tile, self.heights[child] if child else 0)
            if not (self.ending and ended) and self.size == 0 and not self.everything:
                continue
            # Behind the last child no count is stored: there the words are counted from the end.
            fan = popcount(children)
            low = self.lows[self.depth]
            if place < fan:
                low += popcount(letters & (bit - 1))
                low += count_before(
                    words, node + 2 * width + fan, place, count_size(node, self.byte_end, self.half_end)
                )
            else:
                low += below(words, node, width, self.byte_end, self.half_end) - popcount(letters & ~(bit - 1))
            if self.ending and ended:
                self._give(low, low + 1, starts, stops)
            if not child:
                continue
            low += ended
            if self.everything:
                self._give(low, low + below(words, child, width, self.byte_end, self.half_end), starts, stops)
            elif self.size:
                self.depth += 1
                self.nodes[self.depth] = child
                self.lows[self.depth] = low
                self.begins[self.depth] = self.begin
                self.sizes[self.depth] = self.size
                self.pending[self.depth] = self.wanted & (
                    read_set(words, child, width) | read_set(words, child + width, width)
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _give(
        self,
        low: cython.ulonglong,
        high: cython.ulonglong,
        starts: cython.longlong[::1],
        stops: cython.longlong[::1],
    ) -> cython.void:
        """The words of these ranks; ranges that touch become one."""
        if low == self.high:
            self.high = high
            return
        if self.high > self.low:
            starts[self.given] = self.low
            stops[self.given] = self.high
            self.given += 1
        self.low = low
        self.high = high

    def run(self, starts: cython.longlong[::1], stops: cython.longlong[::1]) -> int:
        """Fill the lists, of one length of at least three, with the next ranges of ranks; give how many."""
        until: cython.longlong = self.steps + STRETCH
        self.given = 0
        with cython.nogil:
            self._walk(starts, stops, until)
        if self.steps > self.most_steps:
            self.stopped = TOO_LONG
        if self.finished and self.high > self.low and not self.stopped:
            starts[self.given] = self.low
            stops[self.given] = self.high
            self.given += 1
            self.high = self.low
        return self.given

    def taken(self) -> int:
        """Steps taken until now."""
        return self.steps

    def done(self) -> bool:
        """Whether the walk is at its end, or was stopped."""
        return self.finished or self.stopped != 0

    def trouble(self) -> int:
        """0, or what stopped the walk: TOO_MANY configurations, or TOO_LONG; there is no answer then."""
        return self.stopped
