"""Kernel: the words that a machine reads, found by going through the forward part and the machine side by side.

Only where both go on is anything looked at, and a node below which the machine takes everything is not entered: its
words are one range of ranks. Ranks are counted on the way, so the answer is ranges of ranks; from one root they
ascend. Roots are the forward root, or any nodes with the rank of the first word below each.

A :class:`Forward` belongs to one query; its walk releases the GIL, and comes back after as many steps as it was
given, so that the caller can look up. Guaranteed for every array that the format's proof passed: no read outside of
it, and an end: every node entered is the beginning of a word.
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
    from cython.cimports.lexkit.runtime.query.search.kernels.state_machine import Machine
else:
    from .....formats.kernels.bits import lowest, popcount
    from .....formats.kernels.node import below, count_before, count_size, read_set
    from .....formats.kernels.nodes import Nodes
    from .state_machine import Machine

#: No path of the forward part is longer.
DEPTH = 66


@cython.final
@cython.cclass
class Forward:
    """One walk, which may be left and taken up again."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    machine: Machine
    # Where to begin: a node, the rank of the first word below it, the machine's state there.
    root_nodes: cython.const[cython.longlong][::1]
    root_ranks: cython.const[cython.longlong][::1]
    root_state: cython.Py_ssize_t
    root: cython.Py_ssize_t
    # The path: nodes entered, ranks of the first words below them, states, tiles not tried yet.
    depth: cython.Py_ssize_t
    nodes: cython.Py_ssize_t[66]
    ranks: cython.ulonglong[66]
    states: cython.Py_ssize_t[66]
    pending: cython.ulonglong[66]
    # What has been found.
    array: object
    ranges: cython.longlong[:, ::1]
    found: cython.Py_ssize_t
    visits: cython.ulonglong
    error: object

    def __init__(self, nodes: Nodes, machine: Machine) -> None:
        if machine is None:
            raise TypeError("a walk needs a machine")
        if not cython.compiled:
            self.nodes, self.ranks, self.states, self.pending = [0] * 66, [0] * 66, [0] * 66, [0] * 66
        self.words = nodes.array
        self.width = nodes.view.width
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.machine = machine
        self.array = np.empty((2, 256), np.int64)
        self.ranges = memoryview(self.array)
        self.found = 0
        self.visits = 0
        self.error = None
        self.root_nodes = np.zeros(0, np.int64).data
        self.root_ranks = self.root_nodes
        self.root_state = 1
        self.root = 0
        self.depth = -1

    def begin(self, nodes: memoryview, ranks: memoryview) -> None:
        """Walk from these nodes, one after the other, each with the machine at its start.

        int64 both; ``ranks``: of the first word below each node, not of the one that may end there.
        """
        if len(nodes) != len(ranks):
            raise ValueError("a rank for each node")
        self.root_nodes = nodes
        self.root_ranks = ranks
        self.root_state = 1
        self.root = 0
        self.depth = -1

    def begin_behind(self, node: int, rank: int, tiles: bytes) -> bool:
        """Walk from this node with the machine behind these tiles; whether it gets there."""
        tile: cython.int
        state: cython.Py_ssize_t = 1
        for tile in tiles:
            state = self._step(state, tile)
            if state <= 0:
                break
        self.root_nodes = memoryview(np.array([node], np.int64))
        self.root_ranks = memoryview(np.array([rank], np.int64))
        self.root_state = state
        self.root = 0 if state > 0 else 1
        self.depth = -1
        if self.error is not None:
            raise self.error
        return state > 0

    def told(self) -> int:
        """ACCEPTS, ALL and GOES_ON of the state that :meth:`begin_behind` got to, or of the start."""
        return self.machine.flags[self.root_state]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _step(self, state: cython.Py_ssize_t, tile: cython.int) -> cython.Py_ssize_t:
        """The machine's next state; the table is emptied where it is full, and then the path renumbered.

        ``state`` is that of the top of the path, or, where there is no path yet, one that nobody else needs.
        """
        i: cython.Py_ssize_t
        to: cython.Py_ssize_t = self.machine.step(state, tile)
        if to >= 0:
            return to
        if self.machine.error is None:
            self.machine.forget()
        if self.machine.error is None:
            # The start is number 1 for whoever begins next.
            self.machine.keep(1)
            if self.depth < 0:
                state = self.machine.keep(state)
            else:
                self.root_state = self.machine.keep(self.root_state)
                for i in range(self.depth + 1):
                    self.states[i] = self.machine.keep(self.states[i])
                state = self.states[self.depth]
            to = self.machine.step(state, tile)
        if to < 0:
            with cython.gil:
                self.error = self.machine.error
            return 0
        return to

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _give(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.void:
        """The words with low <= rank < high are found."""
        if self.found and self.ranges[1, self.found - 1] == cython.cast(cython.longlong, low):
            self.ranges[1, self.found - 1] = high
            return
        if self.found == self.ranges.shape[1]:
            with cython.gil:
                self._grow()
            if self.error is not None:
                return
        self.ranges[0, self.found] = low
        self.ranges[1, self.found] = high
        self.found += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grow(self) -> cython.void:
        try:
            array = np.empty((2, 4 * self.found), np.int64)
            array[:, : self.found] = self.array
            self.array = array
            self.ranges = memoryview(array)
        except BaseException as error:  # no memory; or a signal's, which comes up wherever Python code runs
            self.error = error

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter(self, node: cython.Py_ssize_t, rank: cython.ulonglong, state: cython.Py_ssize_t) -> cython.void:
        """Go down to this node, if anything there can go on."""
        tiles: cython.ulonglong = read_set(self.words, node, self.width)
        tiles |= read_set(self.words, node + self.width, self.width)
        tiles &= self.machine.live[state] | ~self.machine.known[state]
        if tiles:
            self.depth += 1
            self.nodes[self.depth] = node
            self.ranks[self.depth] = rank
            self.states[self.depth] = state
            self.pending[self.depth] = tiles

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _walk(self, budget: cython.longlong) -> cython.bint:
        """Take so many steps, or all there are; whether any are left."""
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        node: cython.Py_ssize_t
        child: cython.Py_ssize_t
        state: cython.Py_ssize_t
        before: cython.Py_ssize_t
        fan: cython.Py_ssize_t
        tile: cython.int
        flags: cython.int
        ended: cython.ulonglong
        low: cython.ulonglong
        bit: cython.ulonglong
        one: cython.ulonglong = 1
        letters: cython.ulonglong
        children: cython.ulonglong
        while budget > 0:
            if self.depth < 0:
                if self.root == self.root_nodes.shape[0]:
                    return False
                self._enter(self.root_nodes[self.root], self.root_ranks[self.root], self.root_state)
                self.root += 1
                budget -= 1
                continue
            if self.pending[self.depth] == 0:
                self.depth -= 1
                continue
            tile = lowest(self.pending[self.depth])
            self.pending[self.depth] &= self.pending[self.depth] - 1
            budget -= 1
            state = self._step(self.states[self.depth], tile)
            if state == 0:
                if self.error is not None:
                    return False
                continue
            flags = self.machine.flags[state]
            node = self.nodes[self.depth]
            bit = one << tile
            letters = read_set(words, node, width)
            children = read_set(words, node + width, width)
            ended = letters >> tile & 1
            if not (ended and flags & 1) and not (children & bit and flags & 6):
                continue
            before = popcount(children & (bit - 1))
            fan = popcount(children)
            if before < fan:
                low = count_before(
                    words, node + 2 * width + fan, before, count_size(node, self.byte_end, self.half_end)
                )
                low += popcount(letters & (bit - 1))
            else:
                # Behind the last child no count is stored: there the words are counted from the end.
                low = below(words, node, width, self.byte_end, self.half_end) - popcount(letters & ~(bit - 1))
            low += self.ranks[self.depth]
            if ended and flags & 1:
                self._give(low, low + 1)
            if children & bit:
                child = words[node + 2 * width + before]
                low += ended
                if flags & 2:
                    self._give(low, low + below(words, child, width, self.byte_end, self.half_end))
                elif flags & 4:
                    self._enter(child, low, state)
            if self.error is not None:
                return False
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
        """Starts and stops of the ranges found so far: int64, shape (2, ranges), in the order they were met."""
        return self.array[:, : self.found]
