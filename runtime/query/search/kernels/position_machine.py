"""Kernel: the machine of a letter expression.

A state is the set of positions of :mod:`.positions` that a text read so far can stand at, so there is one state
however many ways there are to have got there, and no expression takes more than one step a letter (Thompson 1968;
Glushkov 1961 for the positions).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from .....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest
    from cython.cimports.lexkit.runtime.query.search.kernels.state_machine import Machine
else:
    from .....formats.kernels.bits import lowest
    from .state_machine import Machine


@cython.final
@cython.cclass
class PositionMachine(Machine):
    """Reads texts that an expression may mean, from left to right.

    Its positions are those of the expression, numbered from 1; position 0 is where reading begins.
    """

    def __init__(self, letters: int, tables: object, most: int = 1 << 15) -> None:
        """``tables``: a :class:`.position_tables.PositionTables`; ``most``: states kept at most."""
        Machine.__init__(self, letters, tables.words, most)
        self.follow = tables.follow.data
        self.labels = tables.labels.data
        self.last = tables.last.data
        self.universal = tables.universal.data
        size: cython.Py_ssize_t = self.key_words
        # Positions name rows of these, and are read unchecked.
        if (
            self.follow.shape[0] != 64 * size * size
            or self.labels.shape[0] != self.stride * size
            or self.last.shape[0] != size
            or self.universal.shape[0] != size
        ):
            raise ValueError("tables of another size")
        self.scratch[0] = 1
        self.find()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, state: cython.Py_ssize_t, tile: cython.int) -> cython.bint:
        """The positions that follow one of the state's and take this tile."""
        size: cython.Py_ssize_t = self.key_words
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        bits: cython.ulonglong
        some: cython.ulonglong = 0
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge(self) -> cython.int:
        """1: a text may end here; 2: it may go on in any way; 4: there are positions that follow."""
        size: cython.Py_ssize_t = self.key_words
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        bits: cython.ulonglong
        told: cython.int = 0
        for i in range(size):
            bits = self.scratch[i]
            if bits & self.last[i]:
                told |= 1
            if bits & self.universal[i]:
                told |= 2
            while bits:
                at = (i * 64 + lowest(bits)) * size
                bits &= bits - 1
                for j in range(size):
                    if self.follow[at + j]:
                        told |= 4
        return told
