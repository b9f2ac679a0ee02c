"""Kernel: position automata of letter expressions (Glushkov 1961), and of the texts near another one.

Every place of an expression that takes a letter is a *position*, numbered from 1; position 0 is the start. A text
matches if positions can take its letters one after the other, the first of those that follow the start, each next
one that follows the one before, and the last in ``last``. There are no empty steps, so a set of positions and a
letter give the next set at once: see :mod:`.lazy_state_machine`. A set is a row of 64-bit words, with bit p % 64 of
word p // 64 for position p.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, lowest
    from lexkit.runtime.query.language.kernels.expression import (
        MOST_DEPTH,
        Choice,
        Expression,
        Group,
        Letters,
        Repeat,
        Sequence,
    )

    #: Maximum number of positions of an automaton, with repetitions written out.
    MAX_POSITIONS = 512

#: Bytes of a number, by its type code.
SIZES = {"Q": 8, "I": 4, "B": 1, "d": 8}


class Positions:
    """Position automaton for an alphabet.

    ``letters``: number of letters of the alphabet; ``number``: number of positions, without the start; ``words``:
    64-bit words of a set. Tables: ``labels``, the letters that each position takes, as masks; ``follow``, the
    positions that can take the next letter, by position, those aside that cannot lead to a match; ``taking``, the
    positions that take each tile, from 0; ``last``, the positions at which a text may end; ``universal``, those from
    which every rest matches, including the empty one.
    """

    def __init__(self, number: int, letters: int, depth: int) -> None:
        """Make an automaton of positions that take no letter and follow none, not even the start.

        ``depth``: that of the expression.
        """
        if not 0 <= number <= MAX_POSITIONS or not 0 <= letters < 64 or not 1 <= depth <= MOST_DEPTH:
            raise ValueError("no such automaton")
        words = (number + 64) // 64
        self.number, self.letters, self.words = number, letters, words
        self.made = 0
        # One allocation, because every new query waits for it.
        self._divide(zeros((number + 1) * (words + 1) + (letters + 4 + 2 * depth) * words, "Q"))

    def _divide(self, table: memoryview) -> None:
        """Make all tables of one."""
        begin, words = self.number + 1, self.words
        self.labels = table[:begin]
        end = begin + begin * words
        self.follow = table[begin:end]
        begin, end = end, end + (self.letters + 1) * words
        self.taking = table[begin:end]
        self.last = table[end : end + words]
        self.universal = table[end + words : end + 2 * words]
        self.sets = table[end + 2 * words :]

    # -- for callers in Python ----------------------------------------------------------------------

    def label(self, position: int) -> int:
        """Return the letters that a position takes, as a mask."""
        return self.labels[self._checked(position)]

    def following(self, position: int) -> int:
        """Return the positions that can take the next letter, as an integer with bit p for position p."""
        return self._set(self.follow, self._checked(position))

    def ends(self) -> int:
        """Return the positions at which a text may end, as an integer with bit p for position p."""
        return self._set(self.last, 0)

    def first_letters(self) -> int:
        """Return the letters that a text may begin with, as a mask."""
        mask = 0
        for position in range(1, self.number + 1):
            if self.follow[position >> 6] >> (position & 63) & 1:
                mask |= self.labels[position]
        return mask

    def _checked(self, position: int) -> int:
        if not 0 <= position <= self.number:
            raise IndexError("no such position")
        return position

    def _set(self, table: memoryview, row: int) -> int:
        number = 0
        for j in range(self.words):
            bits: Any = table[row * self.words + j]
            number |= bits << 64 * j
        return number

    # -- construction -------------------------------------------------------------------------------

    def _add(self, mask: int) -> int:
        """Add a position that takes these letters, and return its number."""
        if self.made == self.number:
            raise ValueError("more positions than there is room for")
        self.made += 1
        self.labels[self.made] = mask & self._alphabet()
        return self.made

    def _build(self, expression: Expression, at: int) -> None:
        """Add the positions of an expression.

        Write its first positions into the row ``at`` of ``sets``, and its last ones into the next row.
        """
        words = self.words
        sets = self.sets
        inside = at + 2
        for j in range(at * words, (at + 2) * words):
            sets[j] = 0
        if isinstance(expression, Letters):
            position = self._add(expression.letters)
            j = at * words + (position >> 6)
            sets[j] = sets[j + words] = ONE << (position & 63)
        elif isinstance(expression, Sequence):
            nullable = True
            for part in expression.parts:
                self._build(part, inside)
                self._join(at, nullable, part.nullable)
                nullable = nullable and part.nullable
        elif isinstance(expression, Choice):
            for part in expression.options:
                self._build(part, inside)
                for j in range(at * words, inside * words):
                    sets[j] |= sets[j + 2 * words]
        elif isinstance(expression, Group):
            self._build(expression.inner, at)
        elif isinstance(expression, Repeat):
            self._repeat(expression, at)
        else:
            raise ValueError("an echo has no positions")

    def _repeat(self, expression: Repeat, at: int) -> None:
        inner = expression.inner
        least, inside = expression.least, at + 2
        times = max(1, least) if expression.most is None else expression.most
        if times == 0:
            return
        if inner.size == 0:
            # Only the empty text can match, so once is as good as any number of times.
            self._build(inner, at)
            return
        nullable = True
        for number in range(times):
            self._build(inner, inside)
            if expression.most is None and number == times - 1:
                self._connect(inside + 1, inside)
            may_miss = inner.nullable or number >= least
            self._join(at, nullable, may_miss)
            nullable = nullable and may_miss

    def _join(self, at: int, nullable: bool, next_nullable: bool) -> None:
        """Join two parts in a row, with their ends in the four rows from ``at`` on, to one.

        ``nullable`` and ``next_nullable``: whether the parts match the empty text.
        """
        words, sets = self.words, self.sets
        self._connect(at + 1, at + 2)
        for j in range(at * words, (at + 1) * words):
            if nullable:
                sets[j] |= sets[j + 2 * words]
            if not next_nullable:
                sets[j + words] = 0
            sets[j + words] |= sets[j + 3 * words]

    def _connect(self, sources: int, targets: int) -> None:
        """Let the positions of one row of ``sets`` be followed by those of another."""
        words, sets = self.words, self.sets
        for i in range(words):
            bits = sets[sources * words + i]
            while bits:
                at = (i * 64 + lowest(bits)) * words
                bits &= bits - 1
                for j in range(words):
                    self.follow[at + j] |= sets[targets * words + j]

    def _complete(self) -> None:
        """Drop the positions that cannot lead to a match, and fill the tables ``taking`` and ``universal``."""
        words = self.words
        # Three sets: positions that are good for something, those that take a letter, those that take all letters.
        sets = self.sets
        for j in range(3 * words):
            sets[j] = 0
        for position in range(1, self.number + 1):
            bit = ONE << (position & 63)
            word = position >> 6
            mask = self.labels[position]
            if mask:
                sets[words + word] |= bit
            if mask == self._alphabet():
                sets[2 * words + word] |= bit
            while mask:
                self.taking[lowest(mask) * words + word] |= bit
                mask &= mask - 1
        for j in range(words):
            sets[j] = self.last[j]
        changed = True
        while changed:
            changed = False
            # Most positions are followed by later ones, so one pass from the back settles these.
            for position in range(self.number, -1, -1):
                if not self._has(0, position) and self._leads_to(position, 0, 1):
                    sets[position >> 6] |= ONE << (position & 63)
                    changed = True
        for position in range(self.number + 1):
            for j in range(words):
                self.follow[position * words + j] &= sets[j] & sets[words + j]
        for j in range(words):
            sets[j] = self.last[j]
        changed = True
        while changed:
            changed = False
            for position in range(self.number + 1):
                if self._has(0, position) and not self._leads_to(position, 0, 2):
                    sets[position >> 6] &= ~(ONE << (position & 63))
                    changed = True
        for j in range(words):
            self.universal[j] = sets[j]

    def _put(self, position: int, next_position: int) -> None:
        """Let a position be followed by another one."""
        self.follow[position * self.words + (next_position >> 6)] |= ONE << (next_position & 63)

    def _has(self, row: int, position: int) -> bool:
        """Return whether a row of ``sets`` has a position."""
        return (self.sets[row * self.words + (position >> 6)] >> (position & 63) & 1) == 1

    def _leads_to(self, position: int, row: int, other: int) -> bool:
        """Return whether a position is followed by one that two rows of ``sets`` have."""
        words = self.words
        for j in range(words):
            if self.follow[position * words + j] & self.sets[row * words + j] & self.sets[other * words + j]:
                return True
        return False

    def _alphabet(self) -> int:
        """Return the mask of all letters."""
        return (ONE << self.letters) - 1 << 1


def positions(expression: Expression, letters: int) -> Positions:
    """Return the automaton of an expression without Echo, for an alphabet of ``letters``.

    Raises ValueError if it has more than MAX_POSITIONS. It takes at most quadratic time, usually some microseconds.
    """
    if not isinstance(expression, Expression):
        raise TypeError("not an expression")
    made = Positions(expression.size, letters, expression.depth)
    made._build(expression, 0)
    for j in range(made.words):
        made.follow[j], made.last[j] = made.sets[j], made.sets[made.words + j]
    made.last[0] |= expression.nullable
    made._complete()
    return made


def near_positions(tiles: bytes, distance: int, letters: int) -> Positions:
    """Return the automaton of the texts at most ``distance`` edits away, for an alphabet of ``letters``.

    A position records how many of ``tiles`` were read, with how many edits, and how the last letter was taken: as
    the letter of the text, or as any other. A deletion takes no letter, so it is part of the next step.
    """
    size = len(tiles)
    if not 0 <= distance <= MAX_POSITIONS or size > MAX_POSITIONS:
        raise ValueError("no such automaton")
    made = Positions(size + distance * (2 * size + 1), letters, 1)
    if tiles and not 0 < min(tiles) <= max(tiles) <= letters:
        raise ValueError("a tile outside the alphabet")
    _follow_edits(made, tiles, distance, 0, 0, 0)
    for edits in range(distance + 1):
        for read in range(size + 1):
            if read:
                _follow_edits(made, tiles, distance, made._add(ONE << tiles[read - 1]), read, edits)
            if edits:
                _follow_edits(made, tiles, distance, made._add(made._alphabet()), read, edits)
    made._complete()
    return made


def _follow_edits(made: Positions, tiles: bytes, distance: int, position: int, read: int, edits: int) -> None:
    """Fill the tables ``follow`` and ``last`` for one position."""
    size = len(tiles)
    for left_out in range(min(distance - edits, size - read) + 1):
        there, now = read + left_out, edits + left_out
        if there < size:
            made._put(position, _place(size, there + 1, now))
        if now < distance:
            made._put(position, _place(size, there, now + 1) + 1)
            if there < size:
                made._put(position, _place(size, there + 1, now + 1) + 1)
    if size - read <= distance - edits:
        made.last[position >> 6] |= ONE << (position & 63)


def _place(size: int, read: int, edits: int) -> int:
    """Return the position that takes the letter of the text; one more is that which takes any, if there are edits."""
    return size + (edits - 1) * (2 * size + 1) + 2 * read if edits else read


def zeros(size: int, code: Any) -> memoryview:
    """Return this number of zeros. ``code``: Q for uint64, I for uint32, B for bytes, d for doubles."""
    return memoryview(bytearray(size * SIZES[code])).cast(code)
