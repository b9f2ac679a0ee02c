"""Kernel: a machine that reads words tile by tile, and is built only as far as words are read.

What a query asks of a word is read off a *state*: the places of a pattern that have been reached, the tiles of a rack
that are left. States and what leads from one to the next are worked out when a walk first gets there, and kept in
a table, so that going over the same ground again costs one look: a deterministic automaton made lazily (as grep
and RE2 do). The walks of this folder go through a lexicon and a machine side by side.

:class:`Machine` keeps the table; its subclasses say what a state is, as a key of some 64-bit words, and how it
goes on. State 0 is the dead one, 1 the start. Where the table is full it is emptied, but for the states that the
walk still stands on, so memory is bounded and time is linear whatever was asked.
"""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from .....formats.kernels import uncompiled as cython

#: What is said of a state: words may end there; every text goes on to one that may; there are texts that go on.
ACCEPTS, ALL, GOES_ON = 1, 2, 4
#: States of a table before it is emptied, unless the caller says otherwise: a few MB.
MOST_STATES = 1 << 15


@cython.cclass
class Machine:
    """The table of states of one query; it belongs to one walk at a time."""

    def __init__(self, letters: int, key_words: int, most: int = MOST_STATES) -> None:
        """``letters``: of the alphabet; ``most``: states kept at most, more than twice the tiles of any word."""
        self.stride = letters + 1
        self.key_words = key_words
        self.most = most
        self.states = 1
        self.room = min(64, most)
        self.error = None
        self.scratch = np.zeros(key_words, np.uint64).data
        self.rows = np.zeros(self.room * self.stride, np.uint32).data
        self.known = np.zeros(self.room, np.uint64).data
        self.live = np.zeros(self.room, np.uint64).data
        self.flags = np.zeros(self.room, np.uint8).data
        self.keys = np.zeros(self.room * key_words, np.uint64).data
        self.kept = self.keys
        self.slots = _slots(self.room)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, state: cython.Py_ssize_t, tile: cython.int) -> cython.bint:
        """Write into ``scratch`` the key of what this tile leads to from the state; whether that is anything."""
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge(self) -> cython.int:
        """ACCEPTS, ALL and GOES_ON of the state whose key is in ``scratch``."""
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step(self, state: cython.Py_ssize_t, tile: cython.int) -> cython.Py_ssize_t:
        """Where this tile leads from the state, worked out if it is not known; 0 for nowhere.

        -1 where the table is full, then :meth:`forget`, or where there is no memory, then ``error`` is set.
        """
        one: cython.ulonglong = 1
        to: cython.Py_ssize_t = 0
        if self.known[state] >> tile & 1:
            return self.rows[state * self.stride + tile]
        if self.advance(state, tile):
            to = self.find()
            if to < 0:
                return -1
            self.live[state] |= one << tile
        self.rows[state * self.stride + tile] = cython.cast(cython.uint, to)
        self.known[state] |= one << tile
        return to

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self) -> cython.Py_ssize_t:
        """The state whose key is in ``scratch``, a new one if need be; -1 where there is no room for it."""
        i: cython.Py_ssize_t
        place: cython.Py_ssize_t
        at: cython.Py_ssize_t
        state: cython.Py_ssize_t
        mask: cython.Py_ssize_t
        if self.states == self.room:
            if self.room >= self.most:
                return -1
            with cython.gil:
                self._grow()
            if self.error is not None:
                return -1
        mask = self.slots.shape[0] - 1
        place = self._place(self.scratch, 0)
        while self.slots[place] != 0:
            state = self.slots[place]
            at = state * self.key_words
            for i in range(self.key_words):
                if self.keys[at + i] != self.scratch[i]:
                    break
            else:
                return state
            place = (place + 1) & mask
        state = self.states
        self.states += 1
        self.slots[place] = cython.cast(cython.uint, state)
        for i in range(self.key_words):
            self.keys[state * self.key_words + i] = self.scratch[i]
        self.known[state] = 0
        self.live[state] = 0
        self.flags[state] = cython.cast(cython.uchar, self.judge())
        return state

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, keys: cython.ulonglong[::1], at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where in ``slots`` to look first for the key that begins at this place."""
        i: cython.Py_ssize_t
        hashed: cython.ulonglong = 0
        factor: cython.ulonglong = 0x9E3779B97F4A7C15
        whole: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        for i in range(self.key_words):
            hashed = (hashed ^ keys[at + i]) * factor & whole
            hashed ^= hashed >> 29
        return hashed & (self.slots.shape[0] - 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _grow(self) -> cython.void:
        """Room for four times as many states; ``error`` where there is no memory, and all is as before."""
        state: cython.Py_ssize_t
        place: cython.Py_ssize_t
        room: cython.Py_ssize_t = min(4 * self.room, self.most)
        try:
            rows = _longer(self.rows, room * self.stride, np.uint32)
            known = _longer(self.known, room, np.uint64)
            live = _longer(self.live, room, np.uint64)
            flags = _longer(self.flags, room, np.uint8)
            keys = _longer(self.keys, room * self.key_words, np.uint64)
            slots = _slots(room)
        except BaseException as error:  # no memory; or a signal's, which comes up wherever Python code runs
            self.error = error
            return
        self.rows, self.known, self.live, self.flags = rows, known, live, flags
        self.keys, self.slots = keys, slots
        self.room = room
        for state in range(1, self.states):
            place = self._place(self.keys, state * self.key_words)
            while self.slots[place] != 0:
                place = (place + 1) & (self.slots.shape[0] - 1)
            self.slots[place] = cython.cast(cython.uint, state)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Empty the table. Those states that are still wanted are to be asked for with :meth:`keep`, at once."""
        i: cython.Py_ssize_t
        with cython.gil:
            try:
                self.kept = _longer(self.keys, len(self.keys), np.uint64)
            except BaseException as error:
                self.error = error
                return
        self.states = 1
        for i in range(self.slots.shape[0]):
            self.slots[i] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, state: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number that a state of the table before :meth:`forget` has from now on."""
        i: cython.Py_ssize_t
        for i in range(self.key_words):
            self.scratch[i] = self.kept[state * self.key_words + i]
        return self.find()


def _longer(array: object, size: int, dtype: type) -> object:
    """A copy with zeros behind."""
    copy = np.zeros(size, dtype)
    copy[: len(array)] = array
    return copy.data


def _slots(room: int) -> object:
    """An empty hash table for so many states: a power of two, at least twice as many."""
    return np.zeros(2 << (room - 1).bit_length(), np.uint32).data
