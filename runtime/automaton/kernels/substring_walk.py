"""Kernel: every prefix xS of a word that ends at the first S, for the words that contain S or end with it.

The words that contain S are those that start with some xS. Walking REV(S) in the reverse part and on to every x
gives these strings; the separator's arc leads to the node of the forward part where each goes on, so nothing
behind it need be visited, and counting needs no more than the counts there. A word that contains S
twice is met at its first S only: an x that would bring an earlier S is left out with everything behind it.

A :class:`Containing` belongs to one query, so that queries share no state; its walk releases the GIL.
Guaranteed for every array that the format's proof passed: no read outside it, at most 64 nodes deep, and an end.
The format's proof does not say that the reverse part has the same words as the forward part, and a few hundred bytes
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

    #: Nodes one walk may visit, and strings it may find, in any lexicon: seconds.
    MAX_VISITS = 1 << 28
    MAX_STRINGS = 1 << 22
    #: Numbers that their keys may be, 128 MB.
    MAX_NUMBERS = 1 << 24


#: Seconds to copy a byte to memory that is new.
TO_COPY = 5e-10
#: Seconds to put a string in order.
TO_SORT = 4e-8 if cython.compiled else 1e-5


class ContradictionError(Exception):
    """The parts of a node array tell of different words."""


class TooManyStringsError(Exception):
    """A walk would visit more than MAX_VISITS nodes, or find more than MAX_STRINGS strings."""


class KeyList:
    """Strings as keys of :mod:`.tile_strings`; room for them grows.

    ``found``: number of strings; ``longest``: tiles of the longest one, of which its key holds what the rows can.
    """

    def __init__(self, rows: int, nodes: Nodes) -> None:
        """``rows``: of tiles in a key."""
        if rows < 0:
            raise ValueError("no such number of rows")
        self.keys: Any = make_keys(rows + 1, 512)
        self.rows = rows + 1
        self.room = 512
        self.nodes = given(nodes)
        self.tile_bits = nodes.tile_bits
        # The strings that the words of the lexicon can need.
        self.most = nodes.word_count
        self.found = 0
        self.longest = 0

    def add(self, path: list[int], length: int, node: int, ended: int) -> None:
        """Add the string that a path of ``length`` tiles spells, its last tile first.

        ``node``: where it goes on in the forward part, 0 for nowhere; ``ended``: whether it is a word.
        """
        if length > self.longest:
            self.longest = length
        if self.found == self.room:
            with cython.gil:
                self.grow()
        write_key(self.keys, self.found, path, length, self.tile_bits, node, ended)
        self.found += 1

    def grow(self) -> None:
        """Double the room. Raises ContradictionError or TooManyStringsError if the walk has found too many."""
        if self.found > self.most:
            raise ContradictionError
        if self.found >= MAX_STRINGS or 2 * self.room * self.rows > MAX_NUMBERS:
            raise TooManyStringsError
        self.nodes.look(TO_COPY * 16 * self.room * self.rows)
        self.keys = copy_keys(self.keys, self.found, 2 * self.room)
        self.room *= 2

    def answer(self) -> memoryview | None:
        """Keys of the strings found, in order: uint64, shape (rows + 1, strings), or None."""
        given(self.nodes).look(TO_SORT * self.found)
        return in_order(self.keys, self.found)


class Containing:
    """One query's walk. ``path`` holds the tiles walked, last tile of the word first."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = given(nodes)
        self.held = 0
        if not cython.compiled:
            # A query has at most 64 tiles, and the reverse part is at most 64 nodes deep.
            self.path = [0] * 130
            self.trail, self.pending, self.waiting = [0] * 66, [0] * 66, [0] * 64

    def _count_later(self, node: int) -> None:
        """Have the words below this node of the forward part counted, some time; 0 for none."""
        self.waiting[self.held] = node
        self.held += node != 0
        if self.held == 64:
            self._count_waiting()

    def _count_waiting(self) -> None:
        """Count the words below the nodes that wait for it.

        Counts stand for all children but the last, whose words are counted at itself, and so on down: all nodes
        take that step together, so that the processor waits for the memory of all of them at once and has no
        length of a chain to guess.
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
        """Allow more visits, if there is time and if the words of the lexicon can need more."""
        if self.visits_beyond == 0:
            with cython.gil:
                raise TooManyStringsError if self.needed > MAX_VISITS else ContradictionError
        self.visits_left = min(LOOK, self.visits_beyond)
        self.visits_beyond -= self.visits_left
        with cython.gil:
            self.nodes.look()

    def _starts_again(self, length: int) -> bool:
        """Whether the path, longer than the query, ends with REV(query): the query at the very front."""
        for i in range(self.length):
            if self.path[length - 1 - i] != self.path[self.length - 1 - i]:
                return False
        return True

    def _extend(self, root: int, ended: int) -> None:
        """Count or record the query's path, and all paths that extend it on the left.

        ``root``: the node behind REV(query) in the reverse part, 0 if there is none; ``ended``: whether the query is
        a word.
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
                # The one tile that may bring the query again, at the very front.
                if bits >> first & 1 and not self.only_ends:
                    self.path[length] = first
                    if self._starts_again(length + 1):
                        bits &= ~(ONE << first)
                if self.counting:
                    # An arc to the empty node leads to nothing to visit.
                    self.count += popcount(bits & ~child_set)
                    bits &= child_set
                self.pending[length - base] = bits
                self.trail[length - base] = node
                # All children will be visited: let their memory come while the first are.
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
        # A node visited is a string xS inside a word, in which S ends once at most; for a suffix, S may stand in x
        # too, and a word of 63 tiles has up to 63 * 64 / 2 of them.
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
        """Count the words that contain these tiles, or end with them. Spells and locates nothing.

        Raises ContradictionError or TooManyStringsError, as :meth:`find` does.
        """
        self.counting = True
        self._run(tiles, only_ends)
        # No word begins in two of the ways found.
        if self.count > self.nodes.word_count:
            raise ContradictionError
        return self.count

    def find(self, tiles: bytes, only_ends: bool, rows: int) -> memoryview | None:
        """The strings xS, in order, as keys of :mod:`.tile_strings` with this number of rows of tiles; None for
        none.

        :meth:`longest_found` gives the tiles of the longest string: if the rows do not hold them, ask again with more.
        Raises ContradictionError if the reverse part has other words than the forward part, and
        TooManyStringsError for more work than MAX_VISITS and MAX_STRINGS allow.
        """
        self.counting = False
        self.strings = KeyList(rows, self.nodes)
        self._run(tiles, only_ends)
        # Each way to begin has a word.
        if self.strings.found > self.nodes.word_count:
            raise ContradictionError
        return self.strings.answer()

    def longest_found(self) -> int:
        """Tiles of the longest string of the last :meth:`find`."""
        return self.strings.longest
