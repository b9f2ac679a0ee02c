"""Kernel: find the words that contain a string S or end with it, by every beginning xS up to the first S.

A word contains S if it starts with some xS. The walk follows REV(S) in the reverse part and from there every x, and
so finds these strings. The separator's arc leads to the node of the forward part where a string continues, so the
walk visits nothing beyond it, and counting needs only the counts there. A word that contains S twice is found at its
first S only: the walk skips an x that would contain an earlier S, and everything beyond it.

A :class:`Containing` belongs to one query, so that queries share no state; its walk releases the GIL. Guaranteed
for every array that the format's proof passed: no read outside it, at most 64 nodes deep, and termination. The
format's proof does not show that the reverse part has the same words as the forward part, and a few hundred bytes
of it can spell more strings than there are atoms. So a walk stops when it has visited more nodes, or found more
strings, than the words of the lexicon can need. SPEC.md, rule Q1.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import (
        ONE,
        child,
        children,
        count_before,
        kid,
        letters,
        lowest,
        popcount,
        prefetch,
        step,
    )
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given

    from .tile_strings import copy_keys, in_order, make_keys, require_tiles, write_key

    #: Maximum number of nodes that a walk visits in any lexicon, which takes seconds.
    MAX_VISITS = 1 << 28
    #: Maximum number of strings that a walk finds.
    MAX_STRINGS = 1 << 22
    #: Maximum number of 64-bit numbers in their keys: 128 MB.
    MAX_NUMBERS = 1 << 24


#: Time to copy a byte to new memory, in seconds.
TO_COPY = 5e-10
#: Time to sort a string, in seconds.
TO_SORT = 4e-8 if cython.compiled else 1e-5


class ContradictionError(Exception):
    """Raised when the two parts of a node array have different words."""


class TooManyStringsError(Exception):
    """Raised when a walk would visit more than MAX_VISITS nodes, or find more than MAX_STRINGS strings."""


class KeyList:
    """Growing list of strings, as keys of :mod:`.tile_strings`.

    ``found``: number of strings; ``longest``: number of tiles of the longest string. A key drops tiles for which it
    has no row.
    """

    def __init__(self, rows: int, nodes: Nodes) -> None:
        """``rows``: number of rows of tiles in a key."""
        if rows < 0:
            raise ValueError("no such number of rows")
        self.keys: Any = make_keys(rows + 1, 512)
        self.rows = rows + 1
        self.room = 512
        self.nodes = given(nodes)
        self.tile_bits = nodes.tile_bits
        # Maximum number of strings that the words of the lexicon can need.
        self.most = nodes.word_count
        self.found = 0
        self.longest = 0

    def add(self, path: list[int], length: int, node: int, ended: int) -> None:
        """Add the string that a path of ``length`` tiles spells, its last tile first.

        ``node``: where the string continues in the forward part, 0 for nowhere; ``ended``: whether it is a word.
        """
        if length > self.longest:
            self.longest = length
        if self.found == self.room:
            with cython.gil:
                self.grow()
        write_key(self.keys, self.found, path, length, self.tile_bits, node, ended)
        self.found += 1

    def grow(self) -> None:
        """Double the room. Raises ContradictionError or TooManyStringsError if the walk has found too many strings."""
        if self.found > self.most:
            raise ContradictionError
        if self.found >= MAX_STRINGS or 2 * self.room * self.rows > MAX_NUMBERS:
            raise TooManyStringsError
        self.nodes.look(TO_COPY * 16 * self.room * self.rows)
        self.keys = copy_keys(self.keys, self.found, 2 * self.room)
        self.room *= 2

    def answer(self) -> memoryview | None:
        """Return the keys of the strings found, in order: uint64, shape (rows + 1, strings); None if there are none."""
        given(self.nodes).look(TO_SORT * self.found)
        return in_order(self.keys, self.found)


class Containing:
    """Walk of one query. ``path`` holds the tiles walked, last tile of the word first."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = given(nodes)
        self.held = 0
        if not cython.compiled:
            # A query has at most 64 tiles, and the reverse part is at most 64 nodes deep.
            self.path = [0] * 130
            self.trail, self.pending, self.waiting = [0] * 66, [0] * 66, [0] * 64

    def _count_later(self, node: int) -> None:
        """Queue a node of the forward part, 0 for none, whose words are to be counted."""
        self.waiting[self.held] = node
        self.held += node != 0
        if self.held == 64:
            self._count_waiting()

    def _count_waiting(self) -> None:
        """Count the words below the nodes in the queue.

        Counts are stored for all children but the last. The words of the last child are counted there in the same
        way. All nodes take each step together, so that their memory accesses overlap and the processor need not
        predict the length of a chain.
        """
        graph = self.nodes.view
        count = 0
        while self.held:
            going = 0
            for i in range(self.held):
                node = self.waiting[i]
                fan = popcount(children(graph, node))
                count += popcount(letters(graph, node)) + count_before(graph, node, fan, fan - (fan != 0))
                # Without children this reads the child set, which is then 0.
                node = kid(graph, node, fan - 1)
                self.waiting[going] = node
                going += node != 0
            self.held = going
        self.count += count

    def _look(self) -> None:
        """Check the deadline and allow more visits. Raises if all permitted visits have been used."""
        if self.visits_beyond == 0:
            with cython.gil:
                raise TooManyStringsError if self.needed > MAX_VISITS else ContradictionError
        self.visits_left = min(LOOK, self.visits_beyond)
        self.visits_beyond -= self.visits_left
        with cython.gil:
            self.nodes.look()

    def _starts_again(self, length: int) -> bool:
        """Return whether the path, longer than the query, ends with REV(query): the word then starts with the query."""
        for i in range(self.length):
            if self.path[length - 1 - i] != self.path[self.length - 1 - i]:
                return False
        return True

    def _extend(self, root: int, ended: int) -> None:
        """Count or record the query's path, and all paths that extend it on the left.

        ``root``: the node that REV(query) leads to in the reverse part, 0 if there is none; ``ended``: whether the
        query is a word.
        """
        graph = self.nodes.view
        separator = 0 if self.only_ends else 1
        first = self.path[self.length - 1]
        base = length = self.length
        node = root
        arrived = True
        while True:
            letter_set = letters(graph, node)
            child_set = children(graph, node)
            if arrived:
                if self.visits_left == 0:
                    self._look()
                self.visits_left -= 1
                there = kid(graph, node, 0) if child_set & separator else 0
                if self.counting:
                    self.count += ended
                    self._count_later(there)
                elif ended or child_set & separator:
                    self.strings.add(self.path, length, there, ended)
                bits = (letter_set | child_set) & ~ONE
                # Only this tile may complete another occurrence of the query, at the very front.
                if bits >> first & 1 and not self.only_ends:
                    self.path[length] = first
                    if self._starts_again(length + 1):
                        bits &= ~(ONE << first)
                if self.counting:
                    # Tiles without an arc lead to nothing to visit.
                    self.count += popcount(bits & ~child_set)
                    bits &= child_set
                self.pending[length - base] = bits
                self.trail[length - base] = node
                # All children will be visited: prefetch them, so that their memory accesses overlap.
                for i in range(child_set & 1, popcount(child_set)):
                    prefetch(graph, kid(graph, node, i))
                arrived = False
            bits = self.pending[length - base]
            if bits == 0:
                if length == base:
                    break
                length -= 1
                node = self.trail[length - base]
                continue
            self.pending[length - base] = bits & (bits - 1)
            tile = lowest(bits)
            self.path[length] = tile
            ended = letter_set >> tile & 1
            if child_set >> tile & 1:
                node = child(graph, node, child_set, tile)
                length += 1
                arrived = True
            else:
                self.strings.add(self.path, length + 1, 0, 1)

    def _run(self, tiles: bytes, only_ends: bool) -> None:
        """Walk for a query of 1 to 64 tiles."""
        if not 0 < len(tiles) <= 64:
            raise ValueError("a query has 1 to 64 tiles")
        require_tiles(tiles)
        graph = self.nodes.view
        node = graph.reverse_root
        ended = 0
        self.length = len(tiles)
        for i in range(self.length):
            self.path[i] = tiles[self.length - 1 - i]
        self.only_ends = only_ends
        self.count = 0
        self.held = 0
        # Each visited node is a string xS inside a word, and S ends in it only once. For a suffix, S may also occur
        # in x, and a word of 63 tiles has up to 63 * 64 / 2 such strings.
        self.needed = (2016 if only_ends else 63) * self.nodes.word_count + 1
        self.visits_beyond = min(self.needed, MAX_VISITS)
        self.visits_left = min(self.visits_beyond, LOOK)
        self.visits_beyond -= self.visits_left
        with cython.nogil:
            for i in range(self.length):
                ended = letters(graph, node) >> self.path[i] & 1
                node = step(graph, node, self.path[i])
            self._extend(node, ended)
            self._count_waiting()

    def size(self, tiles: bytes, only_ends: bool) -> int:
        """Count the words that contain these tiles, or end with them, without spelling or locating them.

        Raises ContradictionError or TooManyStringsError, as :meth:`find` does.
        """
        self.counting = True
        self._run(tiles, only_ends)
        # Each word was counted once, at its only beginning xS.
        if self.count > self.nodes.word_count:
            raise ContradictionError
        return self.count

    def find(self, tiles: bytes, only_ends: bool, rows: int) -> memoryview | None:
        """Return the sorted strings xS, as keys of :mod:`.tile_strings` with ``rows`` rows of tiles; None for none.

        If :meth:`longest_found` then returns more tiles than the rows hold, call again with more rows. Raises
        ContradictionError if the reverse part has other words than the forward part, and TooManyStringsError for
        more work than MAX_VISITS and MAX_STRINGS allow.
        """
        self.counting = False
        self.strings = KeyList(rows, self.nodes)
        self._run(tiles, only_ends)
        # Each string xS begins at least one word, and no two begin the same word.
        if self.strings.found > self.nodes.word_count:
            raise ContradictionError
        return self.strings.answer()

    def longest_found(self) -> int:
        """Return the number of tiles of the longest string of the last :meth:`find`."""
        return self.strings.longest
