"""Kernel: the strings that a walk through the reverse part finds, and the limits of such a walk.

The format's proof does not say that the reverse part has the same words as the forward part, and a few hundred
bytes of it can spell more strings than there are atoms. So a walk stops when it has visited more nodes, or found more
strings, than the words of the lexicon can need. SPEC.md, rule Q1.
"""

from __future__ import annotations

from typing import Any

from ....formats.kernels import cython

if not cython.compiled:
    from ....formats.kernels.nodes import Nodes, given
    from .tile_string_keys import copy_keys, in_order, make_keys, write_key

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
    """Strings as keys of :mod:`.tile_string_keys`; room for them grows.

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
