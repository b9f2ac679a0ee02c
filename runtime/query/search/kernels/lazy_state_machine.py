"""Kernel: lazy state machines, which read words tile by tile.

A *state* is what a query needs to know of the tiles read so far: for example the positions reached in a pattern, or
the tiles left on a rack. States and transitions are computed when a walk first needs them, and cached in a table: a
deterministic automaton built lazily (as in grep and RE2). The walks of this folder go through a lexicon and a
machine side by side.

:class:`Machine` keeps the table. Its subclasses define states, as keys of some 64-bit words, and transitions. State
0 is the dead state, 1 the start. When the table is full, it is emptied except for the states on the current path of
the walk, so memory is bounded and time is linear for every query.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import LOW_64, ONE, lowest

    #: Flags of a state. ACCEPTS: a word may end there. ALL: every longer text is accepted. GOES_ON: longer
    #: texts may be accepted.
    ACCEPTS, ALL, GOES_ON = 1, 2, 4
    #: Default maximum number of states of a table before it is emptied: a few MB.
    MOST_STATES = 1 << 15
    #: Maximum number of 64-bit words of a key, and maximum number of states of a table.
    MOST_KEY_WORDS, MOST_ROOM = 1 << 16, 1 << 24


#: Bytes of a number, by its type code.
SIZES = {"Q": 8, "I": 4, "B": 1}


class Machine:
    """Table of states of one query; it belongs to one walk at a time."""

    error: BaseException | None

    def make_table(self, letters: int, key_words: int, most: int) -> None:
        """``letters``: size of the alphabet; ``most``: maximum number of states, over twice the tiles of any word."""
        if not 0 <= letters < 64 or not 0 < key_words <= MOST_KEY_WORDS or not 128 < most <= MOST_ROOM:
            raise ValueError("no such machine")
        self.stride = letters + 1
        self.key_words = key_words
        self.most = most
        self.states = 1
        self.room = min(64, most)
        self.error = None
        self.scratch = _zeros(key_words, "Q")
        self.rows = _zeros(self.room * self.stride, "I")
        self.known = _zeros(self.room, "Q")
        self.live = _zeros(self.room, "Q")
        self.flags = _zeros(self.room, "B")
        self.keys = _zeros(self.room * key_words, "Q")
        self.kept = self.keys
        self.slots = _slots(self.room)

    def advance(self, state: int, tile: int) -> bool:
        """Write the key of the state that this tile leads to into ``scratch``. Returns False if it leads nowhere."""
        return False

    def flags_of_key(self) -> int:
        """Return ACCEPTS, ALL and GOES_ON of the state whose key is in ``scratch``."""
        return 0

    def step(self, state: int, tile: int) -> int:
        """Return the state that this tile leads to, computing it if necessary; 0 if it leads nowhere.

        Returns -1 if the table is full (then call :meth:`forget`), or if there is no memory (then ``error`` is
        set).
        """
        to = 0
        if self.known[state] >> tile & 1:
            return self.rows[state * self.stride + tile]
        if self.advance(state, tile):
            to = self.find()
            if to < 0:
                return -1
            self.live[state] |= ONE << tile
        self.rows[state * self.stride + tile] = to
        self.known[state] |= ONE << tile
        return to

    def find(self) -> int:
        """Return the state whose key is in ``scratch``, adding it if it is new; -1 if there is no room for it."""
        if self.states == self.room:
            if self.room >= self.most:
                return -1
            with cython.gil:
                self._grow()
            if self.error is not None:
                return -1
        mask = len(self.slots) - 1
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
        self.slots[place] = state
        for i in range(self.key_words):
            self.keys[state * self.key_words + i] = self.scratch[i]
        self.known[state] = 0
        self.live[state] = 0
        self.flags[state] = self.flags_of_key()
        return state

    def _place(self, keys: memoryview, at: int) -> int:
        """Return the index of ``slots`` at which to start probing for the key that begins at ``keys[at]``."""
        hashed, factor = 0, 0x9E3779B97F4A7C15
        for i in range(self.key_words):
            hashed = (hashed ^ keys[at + i]) * factor & LOW_64
            hashed ^= hashed >> 29
        return hashed & (len(self.slots) - 1)

    def _grow(self) -> None:
        """Make room for four times as many states. If there is no memory, set ``error`` and change nothing."""
        room = min(4 * self.room, self.most)
        try:
            rows = _longer(self.rows, room * self.stride, "I")
            known = _longer(self.known, room, "Q")
            live = _longer(self.live, room, "Q")
            flags = _longer(self.flags, room, "B")
            keys = _longer(self.keys, room * self.key_words, "Q")
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
                place = (place + 1) & (len(self.slots) - 1)
            self.slots[place] = state

    def forget(self) -> None:
        """Empty the table. The caller must then call :meth:`keep` at once for each state that it still needs."""
        with cython.gil:
            try:
                self.kept = _longer(self.keys, len(self.keys), "Q")
                self.slots = _slots(self.room)
            except BaseException as error:
                self.error = error
                return
        self.states = 1

    def keep(self, state: int) -> int:
        """Return the new number of a state, given its number before :meth:`forget`."""
        for i in range(self.key_words):
            self.scratch[i] = self.kept[state * self.key_words + i]
        return self.find()


def _zeros(size: int, code: Any) -> memoryview:
    """Return this number of zeros. ``code``: Q for uint64, I for uint32, B for bytes."""
    zeros: memoryview = memoryview(bytearray(size * SIZES[code])).cast(code)
    return zeros


def _longer(array: memoryview, size: int, code: Any) -> memoryview:
    """Return a copy of ``array``, padded with zeros to ``size`` numbers."""
    copy = bytearray(size * SIZES[code])
    content = memoryview(array).cast("B")
    copy[: len(content)] = content
    longer: memoryview = memoryview(copy).cast(code)
    return longer


def _slots(room: int) -> memoryview:
    """Return an empty hash table for ``room`` states: its size is a power of two, at least twice as large."""
    return _zeros(2 << (room - 1).bit_length(), "I")


class PositionMachine(Machine):
    """Machine of a letter expression: it reads texts from left to right and accepts those that match.

    A state is the set of positions of :mod:`..glushkov_automaton` that the text read so far can reach. All ways to
    match are followed as one state, so every expression takes one step per letter (Thompson 1968; Glushkov 1961 for
    the positions). Positions are numbered from 1; position 0 is the start.
    """

    def __init__(self, letters: int, tables: Any, most: int = MOST_STATES) -> None:
        """``tables``: a PositionTables of :mod:`..glushkov_automaton`; ``most``: maximum number of states."""
        self.make_table(letters, tables.words, most)
        self.follow = memoryview(tables.follow)
        self.labels = memoryview(tables.labels)
        self.last = memoryview(tables.last)
        self.universal = memoryview(tables.universal)
        if not self._fit(self.key_words):
            raise ValueError("tables of another size")
        self.scratch[0] = 1
        self.find()

    def _fit(self, size: int) -> bool:
        """Return whether all tables have the size for ``size`` words per row. They are read without further checks."""
        return (
            len(self.follow) == 64 * size * size
            and len(self.labels) == self.stride * size
            and len(self.last) == len(self.universal) == size
        )

    def advance(self, state: int, tile: int) -> bool:
        """Write the positions that follow any position of the state and accept this tile."""
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
        """Return the flags of the state.

        ACCEPTS: a text may end here; ALL: any continuation matches; GOES_ON: some position follows.
        """
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
