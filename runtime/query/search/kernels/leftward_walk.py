"""Kernel: from a letter in the middle of a word to its beginning, through the reverse part.

A path of the reverse part is REV(x)◊y (Gordon 1994). A query that has a rare letter in its middle starts there: a
machine reads REV(x), from that letter to the left; where it accepts, x is a string with which words that may be
met begin, and the separator's arc leads to where they go on in the forward part. The strings are given as keys of
:mod:`..keys`, to be sorted and located there; the rest of each word is :mod:`.forward`'s.

A :class:`Leftward` belongs to one query; its walk releases the GIL, and comes back after as many steps as it was given.
Guaranteed for every array that the format's proof passed: no read outside of it, at most 64 nodes deep, and an end: as
in :mod:`..contain`, a walk is stopped where it has done more than so many words can need. SPEC.md, rule Q1.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from .....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import read_set
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
    from cython.cimports.lexkit.runtime.automaton.kernels.tile_keys import write_key
    from cython.cimports.lexkit.runtime.query.search.kernels.state_machine import Machine
else:
    from .....formats.kernels.bits import lowest, popcount
    from .....formats.kernels.node import read_set
    from .....formats.kernels.nodes import Nodes
    from ....automaton.kernels.tile_keys import write_key
    from .state_machine import Machine

#: Nodes one walk may visit, and strings it may keep, whatever the lexicon: seconds, and 2 to 4 GB.
MAX_VISITS = 1 << 28
MAX_STRINGS = 1 << 26
#: What stopped a walk: see :meth:`Leftward.trouble`.
CONTRADICTION, TOO_LARGE = 1, 2


@cython.final
@cython.cclass
class Leftward:
    """One walk, which may be left and taken up again. ``path`` holds the tiles walked, last tile of x first."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    tile_bits: cython.int
    machine: Machine
    # What the rest of a word must begin with, and whether there need be none.
    onward: cython.ulonglong
    whole: cython.bint
    unfit: cython.ulonglong
    anywhere: cython.bint
    path: cython.uchar[66]
    depth: cython.Py_ssize_t
    nodes: cython.Py_ssize_t[66]
    states: cython.Py_ssize_t[66]
    pending: cython.ulonglong[66]
    array: object
    keys: cython.ulonglong[:, ::1]
    found: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    visits_left: cython.ulonglong
    stopped: cython.int
    many: cython.ulonglong
    error: object

    def __init__(
        self,
        nodes: Nodes,
        machine: Machine,
        rows: int,
        first: int,
        unfit: int,
        onward: int,
        whole: bool,
        anywhere: bool,
    ) -> None:
        """``rows``: of the keys, tiles beyond are left out (see ``longest_found``).

        ``first``: the letters to start from; ``unfit``: letters that may not come after that; ``onward``: those that
        the rest of a word may begin with, 0 for a rest that is always empty; ``whole``: whether it may be empty;
        ``anywhere``: take every x, whether the machine accepts it or not.
        """
        needed: cython.ulonglong
        limit: cython.ulonglong = MAX_VISITS
        if machine is None:
            raise TypeError("a walk needs a machine")
        if not cython.compiled:
            self.path, self.nodes, self.states, self.pending = [0] * 66, [0] * 66, [0] * 66, [0] * 66
        self.words = nodes.array
        self.width = nodes.view.width
        self.tile_bits = nodes.tile_bits
        self.machine = machine
        self.onward = onward
        self.whole = whole
        self.unfit = unfit
        self.anywhere = anywhere
        self.array = np.empty((rows + 1, 256), np.uint64)
        self.keys = memoryview(self.array)
        self.found = 0
        self.longest = 0
        self.stopped = 0
        self.error = None
        # A node visited is a string inside of a word: a word of 63 tiles has up to 63 * 64 / 2 of them, and
        # as many places to cut it.
        needed = 2016 * nodes.word_count + 1
        self.many = min(63 * nodes.word_count, cython.cast(cython.ulonglong, MAX_STRINGS))
        self.visits_left = min(needed, limit)
        self.nodes[0] = nodes.view.reverse_root
        self.states[0] = 1
        self.pending[0] = read_set(self.words, self.nodes[0], self.width)
        self.pending[0] |= read_set(self.words, self.nodes[0] + self.width, self.width)
        self.pending[0] &= first
        self.depth = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self, tile: cython.int) -> cython.Py_ssize_t:
        """The machine's next state from the top of the path; as in :mod:`.forward`."""
        i: cython.Py_ssize_t
        to: cython.Py_ssize_t = self.machine.step(self.states[self.depth], tile)
        if to >= 0:
            return to
        if self.machine.error is None:
            self.machine.forget()
        if self.machine.error is None:
            for i in range(self.depth + 1):
                self.states[i] = self.machine.keep(self.states[i])
            to = self.machine.step(self.states[self.depth], tile)
        if to < 0:
            with cython.gil:
                self.error = self.machine.error
            return 0
        return to

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grow(self) -> cython.void:
        size: cython.Py_ssize_t = self.found
        if size >= cython.cast(cython.Py_ssize_t, self.many):
            self.stopped = CONTRADICTION if self.many < MAX_STRINGS else TOO_LARGE
            return
        try:
            array = np.empty((self.array.shape[0], 4 * size), np.uint64)
            array[:, :size] = self.array
            self.array = array
            self.keys = memoryview(array)
        except BaseException as error:  # no memory; or a signal's, which comes up wherever Python code runs
            self.error = error

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _record(self, node: cython.Py_ssize_t, ended: cython.bint) -> cython.void:
        """Words begin with the path: ``node``, where they go on, 0 for nowhere, ``ended``: it is one."""
        if self.depth + 1 > self.longest:
            self.longest = self.depth + 1
        if self.found == self.keys.shape[1]:
            with cython.gil:
                self._grow()
            if self.error is not None or self.stopped:
                return
        write_key(self.keys, self.found, self.path, self.depth + 1, self.tile_bits, node, ended)
        self.found += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walk(self, budget: cython.longlong) -> cython.bint:
        """Take so many steps, or all there are; whether any are left."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        node: cython.Py_ssize_t
        child: cython.Py_ssize_t
        there: cython.Py_ssize_t
        state: cython.Py_ssize_t
        tile: cython.int
        flags: cython.int
        ended: cython.bint
        one: cython.ulonglong = 1
        bits: cython.ulonglong
        children: cython.ulonglong
        while budget > 0:
            if self.pending[self.depth] == 0:
                if self.depth == 0:
                    return False
                self.depth -= 1
                continue
            tile = lowest(self.pending[self.depth])
            self.pending[self.depth] &= self.pending[self.depth] - 1
            budget -= 1
            state = self._step(tile)
            if state == 0:
                if self.error is not None:
                    return False
                continue
            if self.visits_left == 0:
                self.stopped = 1 if self.many < (1 << 26) else 2
                return False
            self.visits_left -= 1
            flags = self.machine.flags[state]
            node = self.nodes[self.depth]
            self.path[self.depth] = tile
            ended = read_set(words, node, width) >> tile & 1
            children = read_set(words, node + width, width)
            child = 0
            if children >> tile & 1:
                child = words[node + 2 * width + popcount(children & ((one << tile) - 1))]
            if self.anywhere or flags & 1:
                there = 0
                if child and self.onward and read_set(words, child + width, width) & 1:
                    there = words[child + 2 * width]
                    bits = read_set(words, there, width) | read_set(words, there + width, width)
                    if not bits & self.onward:
                        there = 0
                if there or (ended and self.whole):
                    # What is not wanted of it is left out by those who go on; the key must tell the truth.
                    if child and read_set(words, child + width, width) & 1:
                        there = words[child + 2 * width]
                    self._record(there, ended)
                    if self.error is not None or self.stopped:
                        return False
            if child and flags & 4:
                bits = read_set(words, child, width) | read_set(words, child + width, width)
                bits &= ~one & ~self.unfit
                bits &= self.machine.live[state] | ~self.machine.known[state]
                if bits:
                    self.depth += 1
                    self.nodes[self.depth] = child
                    self.states[self.depth] = state
                    self.pending[self.depth] = bits
        return True

    def go(self, budget: int) -> bool:
        """Take at most so many steps, about 10 ns each; whether there are more to take."""
        more: cython.bint
        steps: cython.longlong = budget
        with cython.nogil:
            more = self._walk(steps)
        if self.error is not None:
            raise self.error
        return more

    def answer(self) -> np.ndarray:
        """Keys of the strings x found so far: uint64, shape (rows + 1, strings), in no order, each once."""
        return self.array[:, : self.found]

    def trouble(self) -> int:
        """0 where the walk is as it should be; else CONTRADICTION (the parts of the array tell of different words)
        or TOO_LARGE (more than MAX_VISITS or MAX_STRINGS), and there is no answer."""
        return self.stopped

    def longest_found(self) -> int:
        """Tiles of the longest string found; where it has more than the rows hold, ask again with more rows."""
        return self.longest
