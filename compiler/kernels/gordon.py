"""Kernel: the automata of Gordon (1994) as his Figure 4 makes them, arc by arc and word by word.

States and arcs are the paper's: a state is what has arcs, an arc has a letter, a destination, which may be
null, and a *letter set*, the letters that complete a word there. ``Gordon`` holds one automaton: the
semi-minimized GADDAG, the unminimized one, or the unminimized DAWG (a trie). They are what Table III counts,
and the first is what :mod:`.minimize` starts from.

Figure 4 as printed leaves three gaps, filled here: the separator's arc may lead nowhere yet when it is
remembered; an arc that was forced to nowhere gets its state once there is one; and the arc that is forced
for the last but one letter has the last one in its letter set. A word of one letter has no arc of its own: its
letter belongs to the arc INIT, which leads to the initial state.

Guaranteed: words may come in any order; the arcs of a state are in the order of their letters, the separator
first. Sorted words are faster, since the paths of the prefixes that a word shares with the one before it are
remembered instead of walked again.
"""

from __future__ import annotations

import numpy as np

from ...errors import LexkitError
from ...formats.layout import MAX_LENGTH

try:
    import cython
except ImportError:
    from ...formats.kernels import uncompiled as cython

#: Arcs and states are numbered with 32 bits.
_LIMIT = 0xFFFFFFFF
#: A word of n letters makes n paths of at most n arcs each.
_ARCS_OF_A_WORD = MAX_LENGTH * MAX_LENGTH


@cython.final
@cython.cclass
class Gordon:
    """One automaton: arc 0 is INIT; arc 0 as a follower and state 0 as a destination mean "none"."""

    letters: cython.uchar[::1]
    destinations: cython.uint[::1]
    following: cython.uint[::1]
    letter_sets: cython.ulonglong[::1]
    first: cython.uint[::1]
    separators: cython.uint[::1]
    next_arc: cython.uint
    next_state: cython.uint
    _letters: object
    _destinations: object
    _following: object
    _letter_sets: object
    _first: object

    def __init__(self, expected: int = 0) -> None:
        """Room for about ``expected`` arcs; it grows by itself."""
        room = expected + _ARCS_OF_A_WORD
        # Zeros that nobody has touched take no memory yet.
        self._letters = np.zeros(room, np.uint8)
        self._destinations = np.zeros(room, np.uint32)
        self._following = np.zeros(room, np.uint32)
        self._letter_sets = np.zeros(room, np.uint64)
        self._first = np.zeros(room, np.uint32)
        self._bind()
        # The separator's arc behind each proper prefix of the last word, by the prefix's length.
        self.separators = memoryview(np.zeros(MAX_LENGTH, np.uint32))
        self.next_arc = 1
        self.next_state = 1

    def _bind(self) -> None:
        # Memory views, also compiled: uncompiled, their elements are Python integers, which do not overflow.
        self.letters = memoryview(self._letters)
        self.destinations = memoryview(self._destinations)
        self.following = memoryview(self._following)
        self.letter_sets = memoryview(self._letter_sets)
        self.first = memoryview(self._first)

    @cython.cfunc
    def _reserve(self, length: cython.Py_ssize_t):
        """Make room for the arcs of one more word, and for a state before each. Every array index rests on this."""
        if length < 1 or length > MAX_LENGTH:
            raise LexkitError("not a word", expected=f"1 to {MAX_LENGTH} letters", found=length)
        room: cython.Py_ssize_t = self.letters.shape[0]
        if self.next_arc + _ARCS_OF_A_WORD <= room:
            return
        if 2 * room > _LIMIT:
            raise LexkitError("too many arcs", expected=f"at most {_LIMIT}", found=2 * room)
        self._letters = _doubled(self._letters)
        self._destinations = _doubled(self._destinations)
        self._following = _doubled(self._following)
        self._letter_sets = _doubled(self._letter_sets)
        self._first = _doubled(self._first)
        self._bind()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_arc(self, arc: cython.uint, letter: cython.uchar) -> cython.uint:
        """AddArc: the arc for this letter from where ``arc`` leads; arc and state are made where missing."""
        state: cython.uint = self.destinations[arc]
        before: cython.uint = 0
        here: cython.uint
        if state == 0:
            state = self.next_state
            self.next_state = state + 1
            self.destinations[arc] = state
        here = self.first[state]
        while here != 0 and self.letters[here] < letter:
            before = here
            here = self.following[here]
        if here != 0 and self.letters[here] == letter:
            return here
        fresh: cython.uint = self.next_arc
        self.next_arc = fresh + 1
        self.letters[fresh] = letter
        self.following[fresh] = here
        if before == 0:
            self.first[state] = fresh
        else:
            self.following[before] = fresh
        return fresh

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_letter(self, arc: cython.uint, letter: cython.uchar) -> cython.uint:
        """The second half of AddFinalArc: this letter completes a word where ``arc`` leads."""
        one: cython.ulonglong = 1
        self.letter_sets[arc] |= one << letter
        return arc

    @cython.cfunc
    def _force_arc(self, arc: cython.uint, letter: cython.uchar, state: cython.uint) -> cython.uint:
        """ForceArc: the arc for this letter from where ``arc`` leads goes to ``state``, which may be null yet."""
        forced: cython.uint = self._add_arc(arc, letter)
        if state != 0:
            if self.destinations[forced] != 0 and self.destinations[forced] != state:
                raise AssertionError("an arc that is forced to a state already goes to another")
            self.destinations[forced] = state
        return forced

    def semi_minimized(
        self, tiles: cython.const[cython.uchar][::1], offsets: cython.const[cython.longlong][::1]
    ) -> None:
        """Add the words to the GADDAG, merging where REV(x)◊y leads for all x, y with the same xy (Figure 4)."""
        self._gaddag(tiles, offsets, True)

    def unminimized(self, tiles: cython.const[cython.uchar][::1], offsets: cython.const[cython.longlong][::1]) -> None:
        """Add the words to the GADDAG without merging anything: a trie of all REV(x)◊y (Figure 1)."""
        self._gaddag(tiles, offsets, False)

    @cython.cfunc
    def _gaddag(
        self,
        tiles: cython.const[cython.uchar][::1],
        offsets: cython.const[cython.longlong][::1],
        merging: cython.bint,
    ):
        word: cython.Py_ssize_t
        start: cython.Py_ssize_t
        previous: cython.Py_ssize_t = 0
        length: cython.Py_ssize_t
        proper: cython.Py_ssize_t = 0
        common: cython.Py_ssize_t
        m: cython.Py_ssize_t
        i: cython.Py_ssize_t
        arc: cython.uint
        last: cython.uchar
        for word in range(offsets.shape[0] - 1):
            start = offsets[word]
            length = offsets[word + 1] - start
            self._reserve(length)
            last = tiles[start + length - 1]
            # Of the proper prefixes of the word before, those that begin this word too.
            common = 0
            while common < proper and common < length - 1 and tiles[previous + common] == tiles[start + common]:
                common += 1
            # The word backwards; INIT is the last arc of a word of one letter.
            arc = 0
            for i in range(length - 1, 0, -1):
                arc = self._add_arc(arc, tiles[start + i])
            self._add_letter(arc, tiles[start])
            # Each proper prefix backwards, and the separator. The longest one has only the last letter to go.
            for m in range(common + 1, length):
                arc = 0
                for i in range(m - 1, -1, -1):
                    arc = self._add_arc(arc, tiles[start + i])
                arc = self._add_arc(arc, 0)
                self.separators[m] = arc
            if length > 1:
                self._add_letter(self.separators[length - 1], last)
            # The rest of the word behind the other separators.
            for m in range(length - 2, 0, -1):
                arc = self.separators[m]
                if merging:
                    arc = self._force_arc(arc, tiles[start + m], self.destinations[self.separators[m + 1]])
                    if m == length - 2:
                        self._add_letter(arc, last)
                else:
                    for i in range(m, length - 1):
                        arc = self._add_arc(arc, tiles[start + i])
                    self._add_letter(arc, last)
            previous = start
            proper = length - 1

    def trie(self, tiles: cython.const[cython.uchar][::1], offsets: cython.const[cython.longlong][::1]) -> None:
        """Add the words themselves: the unminimized DAWG."""
        word: cython.Py_ssize_t
        i: cython.Py_ssize_t
        last: cython.Py_ssize_t
        arc: cython.uint
        for word in range(offsets.shape[0] - 1):
            self._reserve(offsets[word + 1] - offsets[word])
            arc = 0
            last = offsets[word + 1] - 1
            for i in range(offsets[word], last):
                arc = self._add_arc(arc, tiles[i])
            self._add_letter(arc, tiles[last])

    @property
    def states(self) -> int:
        """Number of states: of destinations that have arcs."""
        return self.next_state - 1

    @property
    def arcs(self) -> int:
        """Number of arcs, without INIT."""
        return self.next_arc - 1

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(letters uint8, destinations uint32, followers uint32, letter sets uint64) by arc, and by state the
        first arc (uint32). An arc's follower is the next arc of the same state, 0 after the last."""
        return (
            self._letters[: self.next_arc],
            self._destinations[: self.next_arc],
            self._following[: self.next_arc],
            self._letter_sets[: self.next_arc],
            self._first[: self.next_state],
        )


def _doubled(array: np.ndarray) -> np.ndarray:
    """The array with as many zeros behind it."""
    longer = np.zeros(2 * len(array), array.dtype)
    longer[: len(array)] = array
    return longer
