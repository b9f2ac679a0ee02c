"""Kernel: the automata of Gordon (1994), built word by word by his Figure 4, and their minimization.

States and arcs are the paper's: a state is a set of arcs; an arc has a letter, a destination, which may be null,
and a *letter set*, the letters that complete a word there. ``Gordon`` holds one automaton: the semi-minimized
GADDAG, the unminimized one, or the unminimized DAWG (a trie). Table III counts these, and :func:`minimize` starts
from the first.

Figure 4 as printed leaves three gaps, which are filled here: the separator's arc may lead nowhere yet when it is
remembered; an arc that was forced to nowhere gets its state once there is one; and the arc that is forced for the
last but one letter has the last one in its letter set. A word of one letter has no arc of its own: its letter
belongs to the arc INIT, which leads to the initial state.

Guaranteed: words may come in any order; the arcs of a state are in the order of their letters, the separator
first. Sorted words are faster, since the paths of the prefixes that a word shares with the one before it are
remembered instead of walked again.

:func:`minimize` computes Nerode's equivalence on an acyclic automaton, bottom-up: once the destinations of
their arcs have been merged, two states are equal if and only if they have the same arcs. Revuz (1992) takes the
states by height; any order with destinations first gives the same classes, and a depth-first walk gives one
without computing heights. A node of the result is an arc's letter set together with the state the arc leads
to. Arcs of one state may carry different letter sets to the same state (WOUND and ZAGG in the paper): these are
different nodes with the same children, and one state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE

    from .merge_equal_states import MOST_FRAMES, Register

    #: Longest word, in letters.
    LONGEST_WORD = 63
    #: Maximum number of arcs that one word can add: 63 paths of at most 63 arcs.
    ARCS_OF_A_WORD = LONGEST_WORD * LONGEST_WORD

from .check_arguments import RefusedError, require_below, require_room, require_words
from .merge_equal_states import doubled


def minimize(
    letters: memoryview, destinations: memoryview, following: memoryview, letter_sets: memoryview, first: memoryview
) -> tuple[Any, ...]:
    """Merge equal states of a GADDAG, given as the arrays of :meth:`Gordon.arrays`, and add the root of its DAWG.

    Returns the arrays of the register (:meth:`.merge_equal_states.Register.arrays`), the forward root and the
    reverse root. Takes 4 bytes of memory per state besides the result. Raises ValueError if the arrays are not
    a valid GADDAG.
    """
    require_room(1, letters, first)
    require_room(len(letters), destinations, following, letter_sets)
    require_below(64, letters)
    require_below(len(first), destinations)
    require_below(len(letters), following, first)
    register = Register(max(1 << 10, len(first) // 4))
    # Node of each state, with the letter set of the first arc to it; 0 for an unfinished state.
    nodes = np.zeros(len(first), np.uint32).data
    # A frame holds the arc that is being followed, and the children of the state's earlier arcs. No path has more
    # than 64 arcs.
    if not cython.compiled:
        rows = [[0] * 64 for _ in range(66)]
        at, counts, child_sets = [0] * 66, [0] * 66, [0] * 66
    depth = 0
    at[0] = counts[0] = 0
    child_sets[0] = 0
    # Frame 0 has one arc, INIT.
    while True:
        arc = at[depth]
        if arc == 0 and depth > 0:
            # All arcs of a state are done: go back to the arc that led here.
            depth -= 1
            arc = at[depth]
            node = register.intern(letter_sets[arc], child_sets[depth + 1], rows[depth + 1], counts[depth + 1])
            nodes[destinations[arc]] = node
        else:
            state = destinations[arc]
            if state == 0:
                node = register.intern(letter_sets[arc], 0, rows[depth + 1], 0)
            elif nodes[state] == 0:
                if depth == MOST_FRAMES:
                    raise ValueError(f"paths of at most {MOST_FRAMES} states")
                depth += 1
                at[depth] = first[state]
                counts[depth] = 0
                child_sets[depth] = 0
                continue
            else:
                node = nodes[state]
                if register.letter_sets[node] != letter_sets[arc]:
                    start = register.first[node]
                    count = register.first[node + 1] - start
                    for i in range(count):
                        rows[depth + 1][i] = register.children[start + i]
                    node = register.intern(letter_sets[arc], register.child_sets[node], rows[depth + 1], count)
        if depth == 0:
            break
        if child_sets[depth] >> letters[arc]:
            raise ValueError("arcs in the order of their letters, each once")
        rows[depth][counts[depth]] = node
        counts[depth] += 1
        child_sets[depth] |= ONE << letters[arc]
        at[depth] = following[arc]
    forward_root = add_forward_root(register, node)
    return (*register.arrays(), forward_root, node)


def add_forward_root(register: Register, reverse_root: int) -> int:
    """Register the root of the DAWG, which leads by each first letter c to the node that c◊ leads to."""
    if not cython.compiled:
        row = [0] * 64
    child_set = 0
    left = register.child_sets[reverse_root]
    arc = register.first[reverse_root]
    count = letter = 0
    while left != 0:
        if left & 1:
            child = register.children[arc]
            arc += 1
            if register.child_sets[child] & 1:
                # The separator's bit is the lowest, so its child is the first.
                row[count] = register.children[register.first[child]]
                count += 1
                child_set |= ONE << letter
        left >>= 1
        letter += 1
    return register.intern(register.letter_sets[reverse_root], child_set, row, count)


#: Maximum number of arcs, and of states. Both are numbered with 32 bits.
_LIMIT = 0xFFFFFFFF


class Gordon:
    """Automaton under construction. Arc 0 is INIT. Arc 0 as a follower and state 0 as a destination mean "none"."""

    def __init__(self, expected: int = 0) -> None:
        """Reserve memory for about ``expected`` arcs; it grows when needed."""
        room = max(0, expected) + ARCS_OF_A_WORD
        # Untouched zeros take no memory yet. Memory views serve both modes: in interpreted code their elements are
        # Python integers, which cannot overflow.
        self.letters = np.zeros(room, np.uint8).data
        self.destinations = np.zeros(room, np.uint32).data
        self.following = np.zeros(room, np.uint32).data
        self.letter_sets = np.zeros(room, np.uint64).data
        self.first = np.zeros(room, np.uint32).data
        if not cython.compiled:
            self.separators = [0] * (LONGEST_WORD + 1)
        self.next_arc = 1
        self.next_state = 1

    def _reserve(self) -> None:
        """Make room for the arcs and states that one more word can add; all array accesses rely on it.

        Raises RefusedError for too many arcs.
        """
        if len(self.letters) - self.next_arc < ARCS_OF_A_WORD:
            if 2 * len(self.letters) > _LIMIT:
                raise RefusedError("too many arcs", f"at most {_LIMIT}", 2 * len(self.letters))
            self.letters = doubled(self.letters)
            self.destinations = doubled(self.destinations)
            self.following = doubled(self.following)
            self.letter_sets = doubled(self.letter_sets)
            self.first = doubled(self.first)

    def _add_arc(self, arc: int, letter: int) -> int:
        """Return the arc for this letter from the destination of ``arc``, adding arc and state if needed (AddArc)."""
        state = self.destinations[arc]
        if state == 0:
            state = self.next_state
            self.next_state = state + 1
            self.destinations[arc] = state
        before = 0
        here = self.first[state]
        while here != 0 and self.letters[here] < letter:
            before = here
            here = self.following[here]
        if here != 0 and self.letters[here] == letter:
            return here
        fresh = self.next_arc
        self.next_arc = fresh + 1
        self.letters[fresh] = letter
        self.following[fresh] = here
        if before == 0:
            self.first[state] = fresh
        else:
            self.following[before] = fresh
        return fresh

    def _add_letter(self, arc: int, letter: int) -> None:
        """Mark that this letter completes a word at the destination of ``arc`` (second half of AddFinalArc)."""
        self.letter_sets[arc] |= ONE << letter

    def _force_arc(self, arc: int, letter: int, state: int) -> int:
        """Point the arc for this letter, from the destination of ``arc``, to ``state``, perhaps null (ForceArc)."""
        forced = self._add_arc(arc, letter)
        if state != 0:
            if self.destinations[forced] != 0 and self.destinations[forced] != state:
                raise AssertionError("an arc that is forced to a state already goes to another")
            self.destinations[forced] = state
        return forced

    def add_words(self, tiles: memoryview, offsets: memoryview, merging: bool) -> None:
        """Add the words to the GADDAG.

        ``merging``: whether to lead REV(x)◊y to the same state for all x, y with the same xy (Figure 4,
        semi-minimized); if false, the GADDAG is a trie of all REV(x)◊y (Figure 1, unminimized). Raises RefusedError
        if a word has no letters or more than LONGEST_WORD.
        """
        require_words(tiles, offsets)
        previous = proper = 0
        for word in range(len(offsets) - 1):
            start = offsets[word]
            length = offsets[word + 1] - start
            self._reserve()
            last = tiles[start + length - 1]
            # Number of proper prefixes that the word shares with the word before.
            common = 0
            while common < proper and common < length - 1 and tiles[previous + common] == tiles[start + common]:
                common += 1
            # Add the word backwards. INIT is the last arc of a word of one letter.
            arc = 0
            for i in range(length - 1, 0, -1):
                arc = self._add_arc(arc, tiles[start + i])
            self._add_letter(arc, tiles[start])
            # Add each proper prefix backwards, then the separator. After the longest one only the last letter remains.
            for m in range(common + 1, length):
                arc = 0
                for i in range(m - 1, -1, -1):
                    arc = self._add_arc(arc, tiles[start + i])
                self.separators[m] = self._add_arc(arc, 0)
            if length > 1:
                self._add_letter(self.separators[length - 1], last)
            # Add the remaining letters after the other separators.
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

    def add_to_trie(self, tiles: memoryview, offsets: memoryview) -> None:
        """Add the words to the unminimized DAWG. Raises RefusedError as :meth:`add_words` does."""
        require_words(tiles, offsets)
        for word in range(len(offsets) - 1):
            self._reserve()
            arc = 0
            last = offsets[word + 1] - 1
            for i in range(offsets[word], last):
                arc = self._add_arc(arc, tiles[i])
            self._add_letter(arc, tiles[last])

    @property
    def states(self) -> int:
        """Number of states, that is, of destinations with arcs."""
        return self.next_state - 1

    @property
    def arcs(self) -> int:
        """Number of arcs, without INIT."""
        return self.next_arc - 1

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return (letters uint8, destinations uint32, followers uint32, letter sets uint64, first arcs uint32).

        The first four are indexed by arc, the last by state. An arc's follower is the next arc of the same state,
        or 0 after the last.
        """
        return (
            np.asarray(self.letters)[: self.next_arc],
            np.asarray(self.destinations)[: self.next_arc],
            np.asarray(self.following)[: self.next_arc],
            np.asarray(self.letter_sets)[: self.next_arc],
            np.asarray(self.first)[: self.next_state],
        )
