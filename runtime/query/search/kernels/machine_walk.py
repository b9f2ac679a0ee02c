"""Kernel: run a state machine through a lexicon, from the front of words or from a letter in the middle.

A walk belongs to one query, and may be interrupted and resumed. It releases the GIL, and returns after a given number
of steps, so that the caller can check for signals and deadlines. Guaranteed for every array that the
format's proof passed: no read outside it, and termination.
"""

from __future__ import annotations

from array import array
from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import (
        ONE,
        arcs,
        below,
        child,
        children,
        kid,
        letters,
        lowest,
        prefetch,
        words_before,
    )
    from lexkit.formats.kernels.nodes import Nodes, given
    from lexkit.runtime.automaton.kernels.substring_walk import MAX_NUMBERS, MAX_STRINGS, MAX_VISITS
    from lexkit.runtime.automaton.kernels.tile_strings import copy_keys, in_order, make_keys, write_key

    from .lazy_state_machine import ACCEPTS, ALL, GOES_ON, Machine

from lexkit.runtime.automaton.kernels.substring_walk import TO_COPY, TO_SORT, ContradictionError, TooManyStringsError


class MachineWalk:
    """Path through the node array, and the machine's state at each node of it."""

    columns: Any
    error: BaseException | None

    def set_up(self, nodes: Nodes, machine: Machine, rows: int) -> None:
        """``rows``: number of 64-bit words per result."""
        if machine is None or machine.room == 0:
            raise TypeError("a walk needs a machine")
        if machine.stride != given(nodes).tile_count:
            raise ValueError("a machine for the letters of the lexicon")
        if not 2 <= rows <= 64:
            raise ValueError("2 to 64 rows")
        if not cython.compiled:
            self.trail, self.states, self.pending = [0] * 66, [0] * 66, [0] * 66
        self.nodes = nodes
        self.machine = machine
        self.root_state = 1
        self.depth = -1
        self.columns = make_keys(rows, 256)
        self.found = 0
        self.tile = 0
        self.error = None

    def walk(self, budget: int) -> bool:
        """Take at most this number of steps, and return whether any are left.

        If the walk cannot go on, ``error`` is set.
        """
        return False

    def step_again(self, state: int, tile: int) -> int:
        """Return the machine's next state when its table is full: empty the table, and renumber the path."""
        to = -1
        if self.machine.error is None:
            self.machine.forget()
        if self.machine.error is None:
            # Keep the start first, so that it stays number 1 for the next walk.
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

    def _make_room(self) -> bool:
        """Make room for more columns. Returns False, with ``error`` set, if there is no memory."""
        with cython.gil:
            try:
                more = 4 * self.found if self.found < 1 << 16 else self.found + self.found // 2
                self.nodes.look(TO_COPY * 8 * len(self.columns) * more)
                self.columns = copy_keys(self.columns, self.found, more)
            except BaseException as error:  # no memory; or a signal's, which comes up wherever Python code runs
                self.error = error
                return False
        return True

    def go(self, budget: int) -> bool:
        """Take at most this number of steps, about 10 ns each; return whether any are left."""
        with cython.nogil:
            more = self.walk(budget)
        if self.error is not None:
            raise self.error
        return more


def _enter(walk: MachineWalk, node: int, state: int, tiles: int) -> None:
    """Push this node with these tiles, if the machine may have a transition for any of them."""
    tiles &= walk.machine.live[state] | ~walk.machine.known[state]
    if tiles:
        walk.depth += 1
        walk.trail[walk.depth] = node
        walk.states[walk.depth] = state
        walk.pending[walk.depth] = tiles
        # All these children may be visited: prefetch them, so that their memory accesses overlap.
        graph = walk.nodes.view
        among = children(graph, node)
        tiles &= among
        while tiles:
            prefetch(graph, child(graph, node, among, lowest(tiles)))
            tiles &= tiles - 1


def _advance(walk: MachineWalk) -> int:
    """Take the next untried tile at the top of the path; return the machine's next state, as :func:`_step` does."""
    walk.tile = lowest(walk.pending[walk.depth])
    walk.pending[walk.depth] &= walk.pending[walk.depth] - 1
    return _step(walk, walk.states[walk.depth], walk.tile)


def _step(walk: MachineWalk, state: int, tile: int) -> int:
    """Return the machine's next state, or 0 if it has none or if ``error`` is set.

    ``state`` is the state at the top of the path or, if there is no path yet, a state that nothing else needs.
    """
    to = walk.machine.step(state, tile)
    return to if to >= 0 else walk.step_again(state, tile)


class Forward(MachineWalk):
    """Walk that finds the words that a machine reads, through the forward part and the machine side by side.

    A node is entered only if both can continue there. If the machine accepts everything below a node, its words are
    one range of ranks, and the node is not entered. Ranks are counted on the way, so the answer is ranges of ranks;
    from one root they ascend. Roots are the forward root or, after :meth:`begin`, any nodes with the rank of the first
    word below each. The walk terminates, because every node entered is the beginning of a word.
    """

    def __init__(self, nodes: Nodes, machine: Machine) -> None:
        self.set_up(nodes, machine, 2)
        if not cython.compiled:
            self.ranks = [0] * 66
        self.whole = True
        self.roots = 1
        self.root = 0

    def begin(self, nodes: memoryview, ranks: memoryview) -> None:
        """Walk from these nodes, one after the other, each with the machine at its start.

        Both are int64. ``ranks``: rank of the first word below each node, not of a word that ends at the node.
        """
        if len(nodes) != len(ranks):
            raise ValueError("a rank for each node")
        last = self.nodes.view.size - 2 * self.nodes.view.width
        for i in range(len(nodes)):
            if not 0 <= nodes[i] <= last or not 0 <= ranks[i] <= self.nodes.word_count:
                raise IndexError("no such node, or no such rank")
        self.root_nodes = nodes
        self.root_ranks = ranks
        self.whole = False
        self.roots = len(nodes)
        self.root_state = 1
        self.root = 0
        self.depth = -1

    def begin_behind(self, node: int, rank: int, tiles: bytes) -> bool:
        """Walk from this node after the machine has read these tiles. Returns False if it cannot read them all."""
        self.begin(memoryview(array("q", [node])), memoryview(array("q", [rank])))
        if tiles and not 0 < min(tiles) <= max(tiles) < self.machine.stride:
            raise ValueError("a tile outside the alphabet")
        state = 1
        for tile in tiles:
            state = _step(self, state, tile)
            if state == 0:
                break
        self.root_state = state
        self.root = state == 0
        if self.error is not None:
            raise self.error
        return state > 0

    def told(self) -> int:
        """Return ACCEPTS, ALL and GOES_ON of the state that :meth:`begin_behind` reached, or of the start."""
        return self.machine.flags[self.root_state]

    def _give(self, low: int, high: int) -> None:
        """Add the words with low <= rank < high to the answer."""
        if self.found and self.columns[1, self.found - 1] == low:
            self.columns[1, self.found - 1] = high
            return
        if self.found == self.columns.shape[1] and not self._make_room():
            return
        self.columns[0, self.found] = low
        self.columns[1, self.found] = high
        self.found += 1

    def walk(self, budget: int) -> bool:
        graph = self.nodes.view
        while budget > 0 and self.error is None:
            if self.depth < 0:
                if self.root == self.roots:
                    return False
                node = graph.forward_root
                self.ranks[0] = 0
                if not self.whole:
                    node = self.root_nodes[self.root]
                    self.ranks[0] = self.root_ranks[self.root]
                _enter(self, node, self.root_state, arcs(graph, node))
                self.root += 1
                budget -= 1
                continue
            if self.pending[self.depth] == 0:
                self.depth -= 1
                continue
            budget -= 1
            state = _advance(self)
            if state == 0:
                continue
            tile = self.tile
            flags = self.machine.flags[state]
            node = self.trail[self.depth]
            bit = ONE << tile
            ends, among = letters(graph, node), children(graph, node)
            ended = ends >> tile & 1
            if not (ended and flags & ACCEPTS) and not (among & bit and flags & (ALL | GOES_ON)):
                continue
            low = self.ranks[self.depth] + words_before(graph, node, ends, among, bit)
            if ended and flags & ACCEPTS:
                self._give(low, low + 1)
            if among & bit:
                there = child(graph, node, among, tile)
                low += ended
                if flags & ALL:
                    self._give(low, low + below(graph, there))
                elif flags & GOES_ON:
                    self.ranks[self.depth + 1] = low
                    _enter(self, there, state, arcs(graph, there))
        return True

    def answer(self) -> tuple[memoryview, memoryview]:
        """Return the starts and stops of the ranges found so far: int64, in order of discovery."""
        both = memoryview(bytearray(16 * self.found)).cast("q")
        numbers: Any = both
        for i in range(self.found):
            numbers[i] = self.columns[0, i]
            numbers[self.found + i] = self.columns[1, i]
        return both[: self.found], both[self.found :]

    def number(self) -> int:
        """Return the number of words found so far."""
        words = 0
        for i in range(self.found):
            words += self.columns[1, i] - self.columns[0, i]
        return words


class Leftward(MachineWalk):
    """Walk from a letter in the middle of a word to its beginning, through the reverse part.

    A path of the reverse part is REV(x)◊y (Gordon 1994). A query with a rare letter in its middle starts there: a
    machine reads REV(x), from that letter to the left. If it accepts, x is a possible beginning of words that
    match, and the separator's arc leads to the node of the forward part where they continue.

    The answer is the strings x, each once, as keys of :mod:`....automaton.kernels.tile_strings`: uint64, shape
    (rows + 1, strings). They must be located there, and the rest of each word read by a :class:`Forward`. The walk
    is at most 64 nodes deep and, as in :mod:`....automaton.kernels.substring_walk`, it is stopped if it has done
    more than the lexicon's words can need. SPEC.md, rule Q1.
    """

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
        """``rows``: number of rows of tiles in a key; tiles beyond them are dropped (see ``longest_found``).

        ``first``: mask of the letters to start from; ``unfit``: letters that may not follow to the left of it;
        ``onward``: letters that the rest of a word may begin with, 0 if the rest is always empty; ``whole``:
        whether the rest may be empty; ``anywhere``: record every x, even if the machine does not accept it.
        """
        self.set_up(nodes, machine, rows + 1)
        if not cython.compiled:
            self.path = [0] * 66
        self.onward = onward
        self.whole = whole
        self.unfit = unfit
        self.anywhere = anywhere
        self.longest = 0
        # Each visited node is a string inside a word. A word of 63 tiles has up to 63 * 64 / 2 such strings, and 63
        # beginnings.
        self.visits_left = min(2016 * self.nodes.word_count + 1, MAX_VISITS)
        most = min(MAX_STRINGS, MAX_NUMBERS // len(self.columns))
        self.contradicts = 63 * self.nodes.word_count < most
        self.most = min(63 * self.nodes.word_count, most)
        self.trail[0] = self.nodes.view.reverse_root
        self.states[0] = 1
        self.pending[0] = arcs(self.nodes.view, self.trail[0]) & first
        self.depth = 0

    def _record(self, node: int, ended: bool) -> None:
        """Record the path as a beginning of words.

        ``node``: where the words continue, 0 for nowhere; ``ended``: whether the path is a word.
        """
        if self.depth + 1 > self.longest:
            self.longest = self.depth + 1
        if self.found == self.columns.shape[1]:
            if self.found >= self.most:
                self._refuse()
            if self.error is not None or not self._make_room():
                return
        write_key(self.columns, self.found, self.path, self.depth + 1, self.nodes.tile_bits, node, ended)
        self.found += 1

    def _refuse(self) -> None:
        """Stop a walk that exceeds its limits: set ``error`` to ContradictionError or TooManyStringsError."""
        with cython.gil:
            self.error = ContradictionError() if self.contradicts else TooManyStringsError()

    def walk(self, budget: int) -> bool:
        graph = self.nodes.view
        while budget > 0 and self.error is None:
            if self.pending[self.depth] == 0:
                if self.depth == 0:
                    return False
                self.depth -= 1
                continue
            budget -= 1
            state = _advance(self)
            if state == 0:
                continue
            tile = self.tile
            if self.visits_left == 0:
                self._refuse()
                continue
            self.visits_left -= 1
            flags = self.machine.flags[state]
            node = self.trail[self.depth]
            self.path[self.depth] = tile
            ended = (letters(graph, node) >> tile & 1) == 1
            among = children(graph, node)
            there = child(graph, node, among, tile) if among >> tile & 1 else 0
            if self.anywhere or flags & ACCEPTS:
                behind = kid(graph, there, 0) if there and children(graph, there) & 1 else 0
                # The key records node and ``ended`` unfiltered: the machine for the rest rejects what does not match.
                if (behind and arcs(graph, behind) & self.onward) or (ended and self.whole):
                    self._record(behind, ended)
            if there and flags & GOES_ON:
                _enter(self, there, state, arcs(graph, there) & ~ONE & ~self.unfit)
        return True

    def answer(self) -> Any:
        """Return the sorted keys of the strings found so far, or None if there are none."""
        given(self.nodes).look(TO_SORT * self.found)
        return in_order(self.columns, self.found)

    def longest_found(self) -> int:
        """Return the number of tiles of the longest string found. If the rows do not hold them, repeat with more."""
        return self.longest
