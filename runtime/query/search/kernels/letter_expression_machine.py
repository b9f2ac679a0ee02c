"""Kernel: the machine of a letter expression.

A state is the set of positions of :mod:`..glushkov_automaton` that a text read so far can stand at, so there is one
state however many ways there are to have got there, and no expression takes more than one step a letter (Thompson
1968; Glushkov 1961 for the positions).
"""

from __future__ import annotations

from typing import Any

from .....formats.kernels import cython

if not cython.compiled:
    from .....formats.kernels.count_bits import lowest
    from .lazy_state_machine import ACCEPTS, ALL, GOES_ON, MOST_STATES, Machine


class PositionMachine(Machine):
    """Reads texts that an expression may mean, from left to right.

    Its positions are those of the expression, numbered from 1; position 0 is where reading begins.
    """

    def __init__(self, letters: int, tables: Any, most: int = MOST_STATES) -> None:
        """``tables``: a PositionTables of :mod:`..glushkov_automaton`; ``most``: states kept at most."""
        self.make_table(letters, tables.words, most)
        self.follow = tables.follow.data
        self.labels = tables.labels.data
        self.last = tables.last.data
        self.universal = tables.universal.data
        if not self._fit(self.key_words):
            raise ValueError("tables of another size")
        self.scratch[0] = 1
        self.find()

    def _fit(self, size: int) -> bool:
        """Whether the tables are of this many words: positions name rows of them, and are read unchecked."""
        return (
            len(self.follow) == 64 * size * size
            and len(self.labels) == self.stride * size
            and len(self.last) == len(self.universal) == size
        )

    def advance(self, state: int, tile: int) -> bool:
        """The positions that follow one of the state's and take this tile."""
        size, some = self.key_words, 0
        for j in range(size):
            self.scratch[j] = 0
        for i in range(size):
            bits = self.keys[state * size + i]
            while bits:
                at = (i * 64 + lowest(bits)) * size
                bits &= bits - 1
                for j in range(size):
                    self.scratch[j] |= self.follow[at + j]
        for j in range(size):
            self.scratch[j] &= self.labels[tile * size + j]
            some |= self.scratch[j]
        return some != 0

    def flags_of_key(self) -> int:
        """ACCEPTS: a text may end here; ALL: it may go on in any way; GOES_ON: there are positions that follow."""
        size, told = self.key_words, 0
        for i in range(size):
            bits = self.scratch[i]
            if bits & self.last[i]:
                told |= ACCEPTS
            if bits & self.universal[i]:
                told |= ALL
            while bits:
                at = (i * 64 + lowest(bits)) * size
                bits &= bits - 1
                for j in range(size):
                    if self.follow[at + j]:
                        told |= GOES_ON
        return told
