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

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import LOW_64, ONE, lowest

    from .position_automaton import Positions, zeros

    #: Flags of a state. ACCEPTS: a word may end there. ALL: every longer text is accepted. GOES_ON: longer
    #: texts may be accepted.
    ACCEPTS, ALL, GOES_ON = 1, 2, 4
    #: Default maximum number of states of a table before it is emptied: a few MB.
    MOST_STATES = 1 << 15
    #: Maximum number of 64-bit words of a key, and maximum number of states of a table.
    MOST_KEY_WORDS, MOST_ROOM = 1 << 16, 1 << 24


class Machine:
    """Table of states of one query; it belongs to one walk at a time."""

    known: memoryview
    live: memoryview
    keys: memoryview
    scratch: memoryview
    rows: memoryview
    slots: memoryview
    flags: memoryview
    error: BaseException | None

    def make_table(self, letters: int, key_words: int, most: int) -> None:
        """``letters``: size of the alphabet; ``most``: maximum number of states, over twice the tiles of any word."""
        if not 0 <= letters < 64 or not 0 < key_words <= MOST_KEY_WORDS or not 128 < most <= MOST_ROOM:
            raise ValueError("no such machine")
        self.stride = letters + 1
        self.key_words = key_words
        self.most = most
        self.states = 1
        self.room = 0
        self.error = None
        self._make_room(min(64, most))
        self.kept = self.keys

    def _make_room(self, room: int) -> None:
        """Make room for this number of states, and keep those there are. If there is no memory, change nothing."""
        # Few allocations, because every new query waits for them.
        ends = room * (self.key_words + 3)
        numbers = zeros(ends + self.key_words, "Q")
        indices = zeros(room * self.stride + (2 << (room - 1).bit_length()), "I")
        known, live, flags = numbers[:room], numbers[room : 2 * room], numbers[2 * room : 3 * room]
        keys, scratch = numbers[3 * room : ends], numbers[ends:]
        rows, slots = indices[: room * self.stride], indices[room * self.stride :]
        if self.room:
            known[: self.room] = self.known
            live[: self.room] = self.live
            flags[: self.room] = self.flags
            keys[: len(self.keys)] = self.keys
            rows[: len(self.rows)] = self.rows
            scratch[:] = self.scratch
        self.known, self.live, self.keys, self.scratch = known, live, keys, scratch
        self.rows, self.slots, self.flags = rows, slots, flags
        self.room = room
        for state in range(1, self.states):
            place = self._place(self.keys, state * self.key_words)
            while self.slots[place] != 0:
                place = (place + 1) & (len(self.slots) - 1)
            self.slots[place] = state

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
        """Make room for four times as many states. If there is no memory, set ``error``."""
        try:
            self._make_room(min(4 * self.room, self.most))
        except BaseException as error:  # no memory; or a signal's, which comes up wherever Python code runs
            self.error = error

    def forget(self) -> None:
        """Empty the table. The caller must then call :meth:`keep` at once for each state that it still needs."""
        with cython.gil:
            try:
                self.kept = zeros(len(self.keys), "Q")
                self.kept[:] = self.keys
            except BaseException as error:
                self.error = error
                return
        for place in range(len(self.slots)):
            self.slots[place] = 0
        self.states = 1

    def keep(self, state: int) -> int:
        """Return the new number of a state, given its number before :meth:`forget`."""
        for i in range(self.key_words):
            self.scratch[i] = self.kept[state * self.key_words + i]
        return self.find()


class PositionMachine(Machine):
    """Machine of a letter expression: it reads texts from left to right and accepts those that match.

    A state is the set of positions of :mod:`.position_automaton` that the text read so far can reach. All ways to
    match are followed as one state, so every expression takes one step per letter (Thompson 1968; Glushkov 1961 for
    the positions).
    """

    def __init__(self, positions: Positions, most: int = MOST_STATES) -> None:
        """``most``: maximum number of states."""
        if not isinstance(positions, Positions):
            raise TypeError("a machine needs positions")
        self.begin(positions)
        self.make_table(positions.letters, positions.words, most)
        self.scratch[0] = 1
        self.find()

    def begin(self, positions: Positions) -> None:
        """Take the tables of an automaton, whose sizes fit each other."""
        self.follow = positions.follow
        self.taking = positions.taking
        self.last = positions.last
        self.universal = positions.universal

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
            self.scratch[j] &= self.taking[tile * size + j]
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
