"""Kernel: the strings with which the words begin that contain something.

The words that contain S are those that start with some xS. Walking REV(S) in the reverse part and on to every x
gives these strings; the separator's arc leads to the node of the forward part where each goes on, so nothing
behind it need be visited, and counting needs no more than the counts there. A word that contains S
twice is met at its first S only: an x that would bring an earlier S is left out with everything behind it.

A :class:`Containing` belongs to one query, so that queries share no state; its walk releases the GIL.
Guaranteed for every array that the format's proof passed: no read outside of it, at most 64 nodes deep, and an
end. The proof does not say that the reverse part tells of the same words as the forward part, and a few hundred
bytes of it can spell more strings than there are atoms: so the walk is stopped where it has done more than any
walk of so many words can need. SPEC.md, rule Q1.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import count_before, count_size, prefetch, read_set, step
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
    from cython.cimports.lexkit.runtime.automaton.kernels.tile_keys import write_key
else:
    from ....formats.kernels.bits import lowest, popcount
    from ....formats.kernels.node import count_before, count_size, prefetch, read_set, step
    from ....formats.kernels.nodes import Nodes
    from .tile_keys import write_key

#: A query has at most 64 tiles, and the reverse part is at most 64 nodes deep.
PATH = 130
#: Nodes one walk may visit, and strings it may keep, whatever the lexicon: seconds, and 2 to 4 GB.
MAX_VISITS = 1 << 28
MAX_STRINGS = 1 << 26
#: Visits between two looks at the clock.
LOOK = 1 << 20

#: What stopped a walk: see :meth:`Containing.trouble`.
CONTRADICTION, TOO_LARGE, INTERRUPTED = 1, 2, 3


@cython.final
@cython.cclass
class Containing:
    """One query's walk. ``path`` holds the tiles walked, last tile of the word first."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    reverse_root: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    tile_bits: cython.int
    path: cython.uchar[130]
    trail: cython.Py_ssize_t[66]
    pending: cython.ulonglong[66]
    # Nodes whose words are counted together.
    waiting: cython.Py_ssize_t[64]
    held: cython.Py_ssize_t
    length: cython.Py_ssize_t
    only_ends: cython.bint
    counting: cython.bint
    array: object
    texts: cython.ulonglong[:, ::1]
    found: cython.Py_ssize_t
    count: cython.ulonglong
    longest: cython.Py_ssize_t
    total: cython.ulonglong
    # Visits before the next look at the clock, and those that may come after it.
    visits_left: cython.ulonglong
    visits_beyond: cython.ulonglong
    stopped: cython.int
    error: object
    look: object

    def __init__(
        self,
        nodes: Nodes,
    ) -> None:
        self.words = nodes.array
        self.width = nodes.view.width
        self.reverse_root = nodes.view.reverse_root
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.tile_bits = nodes.tile_bits
        self.length = 0
        self.found = 0
        self.count = 0
        self.longest = 0
        self.only_ends = False
        self.counting = False
        self.total = nodes.word_count
        self.visits_left = 0
        self.visits_beyond = 0
        self.held = 0
        self.stopped = 0
        self.error = None
        self.look = nodes.look
        if not cython.compiled:
            self.path = [0] * PATH
            self.trail, self.pending = [0] * 66, [0] * 66
            self.waiting = [0] * 64

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _record(self, length: cython.Py_ssize_t, node: cython.Py_ssize_t, ended: cython.bint) -> cython.void:
        """Take note of the path, read backwards: of its words when counting, else of the string.

        ``node``: where it goes on in the forward part, 0 for nowhere; ``ended``: whether it is a word.
        """
        if self.only_ends:
            node = 0
        if self.counting:
            self.count += ended
            self._wait_for(node)
            return
        if length > self.longest:
            self.longest = length
        if self.found == self.texts.shape[1]:
            with cython.gil:
                self._grow()
            if self.stopped:
                return
        write_key(self.texts, self.found, self.path, length, self.tile_bits, node, ended)
        self.found += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _wait_for(self, node: cython.Py_ssize_t) -> cython.void:
        """Have the words below this node of the forward part counted, some time; 0 for none."""
        self.waiting[self.held] = node
        self.held += node != 0
        if self.held == 64:
            self._count_waiting()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_waiting(self) -> cython.void:
        """Count the words below the nodes that wait for it.

        Counts stand for all children but the last, whose words are counted at itself, and so on down: all nodes
        take that step together, so that the processor waits for the memory of all of them at once and has no
        length of a chain to guess.
        """
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        node: cython.Py_ssize_t
        place: cython.Py_ssize_t
        fan: cython.Py_ssize_t
        i: cython.Py_ssize_t
        going: cython.Py_ssize_t
        count: cython.ulonglong = 0
        while self.held:
            going = 0
            for i in range(self.held):
                node = self.waiting[i]
                fan = popcount(read_set(words, node + width, width))
                place = node + 2 * width + fan
                count += popcount(read_set(words, node, width))
                count += count_before(words, place, fan - (fan != 0), count_size(node, self.byte_end, self.half_end))
                # Without children this reads the child set, which is then 0.
                node = words[place - 1]
                self.waiting[going] = node
                going += node != 0
            self.held = going
        self.count += count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grow(self) -> cython.void:
        """Twice the room for strings; where there is none, the walk is stopped (it cannot raise)."""
        if self.found > self.total:
            self.stopped = CONTRADICTION
        elif self.found >= MAX_STRINGS:
            self.stopped = TOO_LARGE
        else:
            try:
                self.array = np.concatenate([self.array, np.empty_like(self.array)], axis=1)
                self.texts = memoryview(self.array)
            except BaseException as error:  # no memory; or a signal's, which comes up wherever Python code runs
                self.error = error
                self.stopped = INTERRUPTED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look(self) -> cython.void:
        """Some visits later: more of them if there is time, and if there can be more in so many words."""
        some: cython.ulonglong = 1 << 20  # LOOK
        if self.visits_beyond == 0:
            self.stopped = 1  # CONTRADICTION, which is out of reach without the GIL
            return
        self.visits_left = min(some, self.visits_beyond)
        self.visits_beyond -= self.visits_left
        with cython.gil:
            try:
                self.look()
            except BaseException as error:  # time is up, or Ctrl-C
                self.error = error
                self.stopped = INTERRUPTED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _seen_before(self, length: cython.Py_ssize_t) -> cython.bint:
        """Whether the path, longer than the query, ends with REV(query): the query at the very front."""
        i: cython.Py_ssize_t
        for i in range(self.length):
            if self.path[length - 1 - i] != self.path[self.length - 1 - i]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _extend(self, root: cython.Py_ssize_t, ended: cython.bint) -> cython.void:
        """Record what the query's path gives, and all paths that extend it on the left.

        ``root``: the node behind REV(query) in the reverse part; ``ended``: whether the query is a word.
        """
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        base: cython.Py_ssize_t = self.length
        depth: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t = root
        kid: cython.Py_ssize_t
        i: cython.Py_ssize_t
        there: cython.Py_ssize_t
        separator: cython.ulonglong = 0 if self.only_ends else 1
        tile: cython.int
        first: cython.uchar = self.path[base - 1]
        letters: cython.ulonglong
        children: cython.ulonglong
        bits: cython.ulonglong
        one: cython.ulonglong = 1
        arrived: cython.bint = True
        while True:
            letters = read_set(words, node, width)
            children = read_set(words, node + width, width)
            if arrived:
                if self.visits_left == 0:
                    self._look()
                if self.stopped:
                    return
                self.visits_left -= 1
                if self.counting:
                    self.count += ended
                    # Where the separator leads, or word 0, which is 0.
                    there = -cython.cast(cython.Py_ssize_t, children & separator)
                    self._wait_for(words[(node + 2 * width) & there])
                elif ended or children & separator:
                    self._record(base + depth, words[node + 2 * width] if children & 1 else 0, ended)
                bits = (letters | children) & ~one
                # The one tile that may bring the query again, at the very front.
                if bits >> first & 1 and not self.only_ends:
                    self.path[base + depth] = first
                    if self._seen_before(base + depth + 1):
                        bits &= ~(one << first)
                if self.counting:
                    # Where nothing goes on there is nothing to visit.
                    self.count += popcount(bits & ~children)
                    bits &= children
                self.pending[depth] = bits
                self.trail[depth] = node
                # All children will be visited: let their memory come while the first are.
                kid = node + 2 * width + (children & 1)
                for i in range(popcount(children & ~one)):
                    prefetch(words, words[kid + i])
                arrived = False
            bits = self.pending[depth]
            if bits == 0:
                if depth == 0:
                    return
                depth -= 1
                node = self.trail[depth]
                continue
            self.pending[depth] = bits & (bits - 1)
            tile = lowest(bits)
            self.path[base + depth] = tile
            ended = letters >> tile & 1
            if children >> tile & 1:
                node = words[node + 2 * width + popcount(children & ((one << tile) - 1))]
                depth += 1
                arrived = True
            else:
                self._record(base + depth + 1, 0, True)
                if self.stopped:
                    return

    @cython.cfunc
    def _run(self, tiles: cython.const[cython.uchar][::1], only_ends: cython.bint):
        node: cython.Py_ssize_t = self.reverse_root
        i: cython.Py_ssize_t
        ended: cython.bint = False
        needed: cython.ulonglong
        limit: cython.ulonglong = MAX_VISITS
        if not 0 < len(tiles) <= 64:
            raise ValueError("a query has 1 to 64 tiles")
        self.length = len(tiles)
        for i in range(self.length):
            self.path[i] = tiles[self.length - 1 - i]
        self.only_ends = only_ends
        self.found = 0
        self.held = 0
        self.stopped = 0
        self.error = None
        # A node visited is a string xS inside of a word, in which S ends once at most; where S may stand in x
        # too (only_ends), a word of 63 tiles has up to 63 * 64 / 2 of them.
        needed = (2016 if only_ends else 63) * self.total + 1
        self.visits_beyond = min(needed, limit)
        self.visits_left = min(self.visits_beyond, cython.cast(cython.ulonglong, LOOK))
        self.visits_beyond -= self.visits_left
        with cython.nogil:
            for i in range(self.length):
                ended = read_set(self.words, node, self.width) >> self.path[i] & 1
                node = step(self.words, node, self.path[i], self.width)
            if node:
                self._extend(node, ended)
            elif ended:
                self._record(self.length, 0, True)
            self._count_waiting()
        if self.error is not None:
            raise self.error
        if self.stopped == CONTRADICTION and needed > limit:
            self.stopped = TOO_LARGE
        # No word begins in two of the ways found, and each way has a word.
        if not self.stopped and (self.count if self.counting else self.found) > self.total:
            self.stopped = CONTRADICTION

    def size(self, tiles: cython.const[cython.uchar][::1], only_ends: cython.bint) -> int:
        """How many words contain these tiles, or end with them. Spells and locates nothing."""
        self.array = np.empty((1, 0), np.uint64)
        self.texts = memoryview(np.empty((1, 1), np.uint64))
        self.counting = True
        self.count = 0
        self._run(tiles, only_ends)
        return self.count

    def beginnings(self, tiles: cython.const[cython.uchar][::1], only_ends: cython.bint, rows: int) -> np.ndarray:
        """The strings xS, as keys of :mod:`.keys` with so many rows of tiles, in no order.

        :meth:`longest_found` tells the longest string: where it has more tiles than the rows hold, ask again with
        more rows.
        """
        self.array = np.empty((rows + 1, 512), np.uint64)
        self.texts = memoryview(self.array)
        self.counting = False
        self.longest = 0
        self._run(tiles, only_ends)
        return self.array[:, : self.found]

    def trouble(self) -> int:
        """0 where the last walk came to its end; else CONTRADICTION (the parts of the array tell of different
        words) or TOO_LARGE (more than MAX_VISITS or MAX_STRINGS), and there is no answer."""
        return self.stopped

    def longest_found(self) -> int:
        """Tiles of the longest string of the last :meth:`beginnings`."""
        return self.longest
