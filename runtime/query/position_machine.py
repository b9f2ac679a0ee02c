"""Kernel: the machine of a letter expression.

A state is the set of positions of :mod:`.positions` that a text read so far can stand at, so there is one state
however many ways there are to have got there, and no expression takes more than one step a letter (Thompson 1968;
Glushkov 1961 for the positions).
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from ...formats import interpreted as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.bits import lowest
    from cython.cimports.lexkit.runtime.query.machine import Machine
else:
    from ...formats.bits import lowest
    from .machine import Machine


@cython.final
@cython.cclass
class PositionMachine(Machine):
    """Reads texts that an expression may mean, from left to right.

    Its positions are those of the expression, numbered from 1; position 0 is where reading begins.
    """

    def __init__(self, letters: int, positions: object, most: int = 1 << 15) -> None:
        """``positions``: a :class:`.positions.Positions`; ``most``: states kept at most."""
        number: int = len(positions.labels) + 1
        words: int = (number + 63) // 64
        Machine.__init__(self, letters, words, most)
        alphabet = (1 << letters + 1) - 2
        masks = [0] + [label & alphabet for label in positions.labels]
        follow = [positions.first << 1] + [after << 1 for after in positions.follow]
        last = positions.last << 1 | positions.nullable
        follow = _leading_on(follow, masks, last)
        self.follow = _rows(follow, words)
        self.labels = _rows(_by_tile(masks, letters, alphabet), words)
        self.last = _rows([last], words)
        self.universal = _rows([_anything(follow, masks, last, alphabet)], words)
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


def _rows(sets: list[int], words: int) -> memoryview:
    """Sets of positions as ``words`` 64-bit words each."""
    return np.frombuffer(b"".join([one.to_bytes(8 * words, "little") for one in sets]), "<u8").astype(np.uint64).data


def _by_tile(masks: list[int], letters: int, alphabet: int) -> list[int]:
    """The positions that take each tile."""
    wild = sum([1 << place for place, mask in enumerate(masks) if mask == alphabet])
    taking = [wild] * (letters + 1)
    for place, mask in enumerate(masks):
        while mask and mask != alphabet:
            taking[(mask & -mask).bit_length() - 1] |= 1 << place
            mask &= mask - 1
    return taking


def _leading_on(follow: list[int], masks: list[int], last: int) -> list[int]:
    """``follow`` without positions from which nothing can be met: no letter fits, or the end is out of reach."""
    good = last
    while True:
        fitting = sum(1 << place for place, mask in enumerate(masks) if mask and good >> place & 1)
        more = good | sum(1 << place for place, after in enumerate(follow) if after & fitting)
        if more == good:
            return [after & fitting for after in follow]
        good = more


def _anything(follow: list[int], masks: list[int], last: int, alphabet: int) -> int:
    """Positions behind which every text is met, the empty one too."""
    wild = sum(1 << place for place, mask in enumerate(masks) if mask == alphabet)
    some = last
    while True:
        fewer = sum(1 << place for place, after in enumerate(follow) if some >> place & 1 and after & some & wild)
        if fewer == some:
            return some
        some = fewer
