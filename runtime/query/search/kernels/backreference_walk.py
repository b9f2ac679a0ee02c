"""Kernel: match an expression with echoes (backreferences) in one walk of the forward part.

At each place of the walk, a path of letters from the start of a word, the walk has a set of *configurations*: ways
in which the path matches the beginning of the expression. A configuration is a position of the expression, the spans
of the path that groups matched, and the progress of an echo; :mod:`..backreference_program` describes its encoding
in three numbers. A letter takes all configurations of a set to their successors at once, so no letter is tried twice on
a path. The set of the next place is stored after the set of its predecessor, and discarded when the walk comes back.

A configuration is dropped if it needs more letters than the longest word below the place has left: echoes show
early how many letters must follow. If every continuation of a place matches, its words are counted, not visited.

An :class:`EchoWalk` belongs to one query. Guaranteed for every array that the format's proof passed and the tables
that :mod:`..backreference_program` makes: no read outside them; at most MAX_ALONG configurations at a time, and at
most MAX_STEPS steps in all.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import (
        LOW_64,
        ONE,
        arcs,
        below,
        child,
        children,
        kid,
        letters,
        lowest,
        popcount,
        words_before,
    )
    from lexkit.formats.kernels.nodes import Nodes, given

    #: Sets up to this size are searched linearly, which is faster than the table.
    FEW = 12
    #: Reasons why a walk was stopped: see :meth:`EchoWalk.trouble`.
    TOO_MANY, TOO_LONG = 1, 2


def fill_heights(nodes: Nodes, heights: memoryview) -> None:
    """Write for each node of the forward part, at its index, the number of letters that the longest word has left.

    Computed once per lexicon. Each node is visited once: 10 to 30 ms for a large list. ``heights`` must be zeros, a
    byte for each word of the array. The root of an empty lexicon gets 1, one too many, which does no harm.
    """
    graph = given(nodes).view
    if len(heights) < graph.size:
        raise ValueError("a byte for each word of the array")
    if not cython.compiled:
        # For each node of the path: number of finished children, and the largest height so far.
        trail, done, tallest = [0] * 66, [0] * 66, [0] * 66
    depth = 0
    trail[0] = graph.forward_root
    done[0] = 0
    tallest[0] = 1
    with cython.nogil:
        while depth >= 0:
            node = trail[depth]
            if done[depth] == popcount(children(graph, node)):
                heights[node] = tallest[depth]
                depth -= 1
                continue
            node = kid(graph, node, done[depth])
            if heights[node]:
                tallest[depth] = max(tallest[depth], heights[node] + 1)
                done[depth] += 1
            else:
                depth += 1
                trail[depth] = node
                done[depth] = 0
                tallest[depth] = 1


#: Maximum number of configurations along one path: 2 MB.
MAX_ALONG = 1 << 16
#: Maximum number of configurations at one place. The table that detects duplicates has twice as many entries.
MAX_AT_PLACE = 1 << 14
#: Maximum number of steps of a walk (configurations tried): about half a second.
MAX_STEPS = 1 << 26
#: Number of steps between two checks of the deadline, some ten milliseconds.
STRETCH = 1 << 21 if cython.compiled else 1 << 12


class EchoWalk:
    """Walk of one query, run piece by piece."""

    def __init__(self, nodes: Nodes, heights: memoryview, tables: Any) -> None:
        """``tables``: a Program of :mod:`..backreference_program`."""
        if not cython.compiled:
            self.path, self.trail, self.pending = [0] * 512, [0] * 66, [0] * 66
            self.lows, self.begins, self.sizes = [0] * 66, [0] * 66, [0] * 66
        self.nodes = given(nodes)
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
        import numpy as np  # np.empty, since most of the 2 MB are never touched

        self.pool = np.empty((MAX_ALONG, 4), np.uint64).data
        self.table = np.zeros(2 * MAX_AT_PLACE, np.uint64).data
        self.most_here, self.most_along, self.most_steps = MAX_AT_PLACE, MAX_ALONG - 1, MAX_STEPS
        self.sets, self.steps, self.stopped, self.finished = 0, 0, 0, False
        self.low, self.high = 0, 0
        if not self._fit(len(self.labels), len(self.targets)):
            raise ValueError("tables of another size")
        self._begin()

    def _fit(self, positions: int, transitions: int) -> bool:
        """Return whether the tables have exactly these numbers of rows. They are read without further checks."""
        if (
            not 0 < positions == len(self.echoes) == len(self.unlike) == len(self.needs) == len(self.open_ended)
            or self.coming.shape[0] != positions
            or self.coming.shape[1] > 12
            or len(self.firsts) != positions + 1
            or self.effects.shape[0] != transitions
            or self.effects.shape[1] != 12
            or len(self.heights) < self.nodes.view.size
            or self.firsts[0] != 0
        ):
            return False
        for i in range(positions):
            if self.firsts[i + 1] < self.firsts[i] or self.firsts[i + 1] > transitions:
                return False
        for i in range(transitions):
            if self.targets[i] >= positions:
                return False
        return True

    def _begin(self) -> None:
        """Make the set at the root: the configurations that the start of the expression leads to."""
        graph = self.nodes.view
        node = graph.forward_root
        self.begin, self.here = 0, 0
        self._open_set()
        self.tall = self.heights[node]
        self._follow(LOW_64, LOW_64, LOW_64 >> 32, 0)
        self.depth, self.trail[0], self.lows[0], self.begins[0] = 0, node, 0, 0
        self.sizes[0] = self.size
        self.pending[0] = self.wanted & arcs(graph, node)
        if self.everything:
            self.high = below(graph, node)
            self.pending[0] = 0

    def _span(self, first: int, second: int, third: int, slot: int) -> int:
        """Return the span of a slot: the index where it opened in the low byte, where it closed in the high byte."""
        spans = first if slot < 4 else second if slot < 8 else third
        return spans >> ((slot & 3) * 16) & 0xFFFF

    def _open_set(self) -> None:
        """Begin a new set of configurations at ``begin``."""
        self.size = 0
        self.wanted = 0
        self.ending = False
        self.everything = False
        self.sets += 1

    def _follow(self, first: int, second: int, third: int, position: int) -> None:
        """Put the configurations that the position's transitions lead to into the set."""
        here = self.here
        self.steps += self.firsts[position + 1] - self.firsts[position]
        for i in range(self.firsts[position], self.firsts[position + 1]):
            if first & self.effects[i, 9] or second & self.effects[i, 10] or third & self.effects[i, 11]:
                continue
            if self.targets[i] < 0:
                self.ending = True
                continue
            self._put(
                (first & self.effects[i, 0]) + self.effects[i, 3] + self.effects[i, 6] * here,
                (second & self.effects[i, 1]) + self.effects[i, 4] + self.effects[i, 7] * here,
                (third & self.effects[i, 2]) + self.effects[i, 5] + self.effects[i, 8] * here,
            )

    def _put(self, first: int, second: int, third: int) -> None:
        """Put a configuration into the set, unless it is there already or cannot reach an end."""
        position = third >> 48
        if position >= len(self.needs):  # cannot happen with a compiled program
            return
        need = self.needs[position]
        slot = self.echoes[position]
        if slot < 0:
            takes = self.labels[position]
            others = self.unlike[position]
            while others:
                slot = lowest(others)
                others &= others - 1
                span = self._span(first, second, third, slot)
                if span != 0xFFFF:
                    takes &= ~(ONE << self.path[span & 0xFF])
        else:
            span = self._span(first, second, third, slot)
            if span == 0 or span >> 8 == 0xFF:
                return
            progress = third >> 32 & 0xFF
            takes = ONE << self.path[(span & 0xFF) + progress]
            need -= progress
        for slot in range(self.coming.shape[1]):
            if self.coming[position, slot]:
                span = self._span(first, second, third, slot)
                if span == 0xFFFF:
                    return
                end = span >> 8
                if end == 0xFF:
                    end = self.here
                need += self.coming[position, slot] * (end - (span & 0xFF))
        if need > self.tall or takes == 0:
            return
        if self.open_ended[position]:
            self.everything = True
        if self.size >= self.most_here or self.begin + self.size >= self.most_along:
            self.stopped = TOO_MANY
            return
        place = self.begin + self.size
        self.pool[place, 0] = first
        self.pool[place, 1] = second
        self.pool[place, 2] = third
        self.pool[place, 3] = takes
        if self._known(first, second, third):
            return
        self.size += 1
        self.wanted |= takes

    def _known(self, first: int, second: int, third: int) -> bool:
        """Return whether the configuration written just after the end of the set is already in the set."""
        last = self.begin + self.size
        if self.size < FEW:
            for i in range(self.begin, last):
                if self.pool[i, 2] == third and self.pool[i, 0] == first and self.pool[i, 1] == second:
                    return True
            return False
        if self.size == FEW:
            for i in range(self.begin, last):
                self.table[self._entry(i)] = self.sets << 14 | (i - self.begin)
        place = self._entry(last)
        if self.table[place] >> 14 == self.sets:
            return True
        self.table[place] = self.sets << 14 | (last - self.begin)
        return False

    def _entry(self, number: int) -> int:
        """Return the table index of this configuration, or of a free entry. At least half of all entries are free."""
        mask = len(self.table) - 1
        first = self.pool[number, 0]
        second = self.pool[number, 1]
        third = self.pool[number, 2]
        # Small remainders cannot overflow, so interpreted code, whose numbers are unlimited, gets the same index.
        place = first % 1000003 * 31 + second % 999983 * 17 + third % 1000033 * 7 & mask
        while self.table[place] >> 14 == self.sets:
            other = self.begin + (self.table[place] & 0x3FFF)
            if self.pool[other, 2] == third and self.pool[other, 0] == first and self.pool[other, 1] == second:
                return place
            place = place + 1 & mask
        return place

    def _take(self, tile: int, tall: int) -> None:
        """Make the set of the next place, which this tile leads to.

        ``tall``: maximum number of letters that can follow the tile.
        """
        bit = ONE << tile
        start = self.begins[self.depth]
        end = start + self.sizes[self.depth]
        self.path[self.depth] = tile
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
                if (span & 0xFF) + (third >> 32 & 0xFF) + 1 < span >> 8:
                    self.steps += 1
                    self._put(self.pool[i, 0], self.pool[i, 1], third + (ONE << 32))
                    continue
            self._follow(self.pool[i, 0], self.pool[i, 1], third, position)
            if self.stopped or self.steps > self.most_steps:
                return

    def _walk(self, starts: memoryview, stops: memoryview, until: int) -> None:
        """Continue until the lists are full, ``until`` steps have been taken in all, or the walk has ended."""
        graph = self.nodes.view
        while True:
            if self.pending[self.depth] == 0:
                if self.depth == 0:
                    self.finished = True
                    return
                self.depth -= 1
                continue
            # A letter gives at most two ranges: its own word, and all words beyond it. One more comes at the end.
            if self.given + 3 > len(starts) or self.steps > until or self.stopped:
                return
            node = self.trail[self.depth]
            tile = lowest(self.pending[self.depth])
            self.pending[self.depth] &= self.pending[self.depth] - 1
            bit = ONE << tile
            ends, among = letters(graph, node), children(graph, node)
            ended = ends >> tile & 1
            there = child(graph, node, among, tile) if among & bit else 0
            self._take(tile, self.heights[there] if there else 0)
            if not (self.ending and ended) and self.size == 0 and not self.everything:
                continue
            low = self.lows[self.depth] + words_before(graph, node, ends, among, bit)
            if self.ending and ended:
                self._give(low, low + 1, starts, stops)
            if not there:
                continue
            low += ended
            if self.everything:
                self._give(low, low + below(graph, there), starts, stops)
            elif self.size:
                self.depth += 1
                self.trail[self.depth] = there
                self.lows[self.depth] = low
                self.begins[self.depth] = self.begin
                self.sizes[self.depth] = self.size
                self.pending[self.depth] = self.wanted & arcs(graph, there)

    def _give(self, low: int, high: int, starts: memoryview, stops: memoryview) -> None:
        """Add the words with low <= rank < high to the answer. Adjacent ranges are merged."""
        if low != self.high:
            self._write_range(starts, stops)
            self.low = low
        self.high = high

    def _write_range(self, starts: memoryview, stops: memoryview) -> None:
        """Write the last range, which could still grow until now, if there is one."""
        if self.high > self.low:
            starts[self.given] = self.low
            stops[self.given] = self.high
            self.given += 1

    def run(self, starts: memoryview, stops: memoryview) -> int:
        """Fill the lists, int64 of one length of at least three, with the next ranges of ranks; return their number."""
        if len(starts) != len(stops) or len(starts) < 3:
            raise ValueError("lists of one length, at least three")
        until = self.steps + STRETCH
        self.given = 0
        with cython.nogil:
            self._walk(starts, stops, until)
        if self.steps > self.most_steps:
            self.stopped = TOO_LONG
        if self.finished and not self.stopped:
            self._write_range(starts, stops)
            self.high = self.low
        return self.given

    def taken(self) -> int:
        """Return the number of steps taken so far."""
        return self.steps

    def done(self) -> bool:
        """Return whether the walk has ended or was stopped."""
        return self.finished or self.stopped != 0

    def trouble(self) -> int:
        """Return 0, or the reason why the walk stopped without an answer: TOO_MANY configurations, or TOO_LONG."""
        return self.stopped
