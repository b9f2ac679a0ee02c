"""Position automaton of a letter expression (Glushkov 1961).

Every place of the expression that takes a letter is a *position*. Positions are numbered from 0, and a set of them
is an integer with bit p for position p. A text matches if positions can take its letters one after the other, the
first in ``first``, each next one in ``follow`` of the one before, and the last in ``last``. There are no empty
steps, so a set of positions and a letter give the next set at once: see :mod:`.kernels.lazy_state_machine`, which
reads the sets as rows of 64-bit words (:func:`position_tables`).

Words that other conditions found are read letter by letter, without walking the lexicon (:func:`read_by`). A state
is a set of positions, built when a word first reaches it, so that memory and time are bounded by the words.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError

from ..language.expression import Choice, Expression, Group, Letters, Repeat, Sequence, written_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.words.words import Words

#: Maximum number of positions of an automaton, with repetitions expanded.
MAX_POSITIONS: Final = 512


class Positions(NamedTuple):
    """Position automaton.

    ``labels``: the letters that each position takes, as masks; ``follow``: a set of positions for each position.
    """

    labels: tuple[int, ...]
    first: int
    follow: tuple[int, ...]
    last: int
    #: True if the empty text matches.
    nullable: bool


def positions(expression: Expression) -> Positions:
    """Return the automaton of an expression without Echo.

    It takes at most quadratic time, usually about 2 us per position. Raises QueryError if there are more than
    MAX_POSITIONS.
    """
    require_size(expression)
    labels: list[int] = []
    follow: list[int] = []
    first, last, nullable = _build(expression, labels, follow)
    return Positions(tuple(labels), first, tuple(follow), last, nullable)


def require_size(expression: Expression) -> None:
    """Raise QueryError if an expression has more than MAX_POSITIONS."""
    size = written_out(expression)
    if size > MAX_POSITIONS:
        raise QueryError(
            "the expression is too large",
            expected=f"at most {MAX_POSITIONS} letters, repetitions written out",
            found=size,
        )


#: First positions, last positions, whether the expression may be empty.
_Ends = tuple[int, int, bool]


def _build(expression: Expression, labels: list[int], follow: list[int]) -> _Ends:
    match expression:
        case Letters(mask):
            labels.append(mask)
            follow.append(0)
            bit = 1 << len(labels) - 1
            return bit, bit, False
        case Sequence(parts):
            ends = (0, 0, True)
            for part in parts:
                ends = _join(ends, _build(part, labels, follow), follow)
            return ends
        case Choice(options):
            first, last, nullable = 0, 0, False
            for option in options:
                begins, stops, empty = _build(option, labels, follow)
                first, last, nullable = first | begins, last | stops, nullable or empty
            return first, last, nullable
        case Group(_, inner):
            return _build(inner, labels, follow)
        case Repeat(inner, least, most):
            return _repeat(inner, least, most, labels, follow)
        case _:
            raise ValueError("an echo has no positions")


def _repeat(inner: Expression, least: int, most: int | None, labels: list[int], follow: list[int]) -> _Ends:
    if most == 0:
        return 0, 0, True
    if written_out(inner) == 0:
        # Only the empty text can match, so once is as good as any number of times.
        first, last, nullable = _build(inner, labels, follow)
        return first, last, nullable or least == 0
    ends = (0, 0, True)
    times = max(1, least) if most is None else most
    for number in range(times):
        first, last, nullable = _build(inner, labels, follow)
        if most is None and number == times - 1:
            _connect(last, first, follow)
        ends = _join(ends, (first, last, nullable or number >= least), follow)
    return ends


def _join(before: _Ends, behind: _Ends, follow: list[int]) -> _Ends:
    """Join two parts in a row, and return their common ends."""
    _connect(before[1], behind[0], follow)
    return (
        before[0] | (behind[0] if before[2] else 0),
        behind[1] | (before[1] if behind[2] else 0),
        before[2] and behind[2],
    )


def _connect(sources: int, targets: int, follow: list[int]) -> None:
    while sources:
        follow[(sources & -sources).bit_length() - 1] |= targets
        sources &= sources - 1


#: Sets of positions in a row.
Rows: TypeAlias = "array[int]"


class PositionTables(NamedTuple):
    """Sets of positions, ``words`` 64-bit words each, in flat arrays of uint64.

    ``follow``: one set for each of 64 * words possible positions; ``labels``: the positions that take each tile,
    from 0; ``last``: those at which a text may end; ``universal``: those from which every rest matches, including
    the empty one.
    """

    words: int
    follow: Rows
    labels: Rows
    last: Rows
    universal: Rows


def position_tables(positions: Positions, letters: int) -> PositionTables:
    """Return the tables of an automaton, for an alphabet of ``letters``. Takes about 1 us per position."""
    words = (len(positions.labels) + 64) // 64
    alphabet = (1 << letters + 1) - 2
    masks = [0] + [label & alphabet for label in positions.labels]
    last = positions.last << 1 | positions.nullable
    follow = _drop_dead_ends([positions.first << 1, *(after << 1 for after in positions.follow)], masks, last)
    universal = _find_universal(follow, masks, last, alphabet)
    return PositionTables(
        words,
        _rows(follow, words, 64 * words),
        _rows(_by_tile(masks, letters, alphabet), words),
        _rows([last], words),
        _rows([universal], words),
    )


def _rows(sets: list[int], words: int, number: int = 0) -> Rows:
    """Return sets of positions as 64-bit words, padded with empty sets to ``number``."""
    padded = sets + [0] * (number - len(sets))
    if words == 1:
        return array("Q", padded)
    rows = array("Q", b"".join([one.to_bytes(8 * words, "little") for one in padded]))
    if sys.byteorder == "big":
        rows.byteswap()
    return rows


def _by_tile(masks: list[int], letters: int, alphabet: int) -> list[int]:
    """Return the positions that take each tile."""
    many = sum([1 << place for place, mask in enumerate(masks) if 2 * mask.bit_count() > letters])
    taking = [many] * (letters + 1)
    for place, mask in enumerate(masks):
        # Of a set of most letters, those that it lacks.
        rest = alphabet & ~mask if many >> place & 1 else mask
        while rest:
            taking[(rest & -rest).bit_length() - 1] ^= 1 << place
            rest &= rest - 1
    return taking


def _drop_dead_ends(follow: list[int], masks: list[int], last: int) -> list[int]:
    """Return ``follow`` without positions that cannot lead to a match.

    Such a position takes no letter, or cannot reach the end.
    """
    takes = sum([1 << place for place, mask in enumerate(masks) if mask])
    good, before = last, -1
    while good != before:
        before = good
        # Most positions are followed by later ones, so one pass from the back settles these.
        for place in range(len(follow) - 1, -1, -1):
            if follow[place] & good & takes:
                good |= 1 << place
    good &= takes
    return [after & good for after in follow]


def _find_universal(follow: list[int], masks: list[int], last: int, alphabet: int) -> int:
    """Return the positions from which every rest matches, including the empty one."""
    wild = sum([1 << place for place, mask in enumerate(masks) if mask == alphabet])
    some, before = last, -1
    while some != before:
        before = left = some
        while left:
            bit = left & -left
            left ^= bit
            if not follow[bit.bit_length() - 1] & some & wild:
                some ^= bit
    return some


def read_by(words: Words, positions: Positions) -> NDArray[np.bool_]:
    """Return which of the words match: bool, shape (words,), in their order. Takes about 0.6 us per word."""
    alphabet = words.core.alphabet
    taking = [
        sum(1 << place for place, label in enumerate(positions.labels) if label >> tile & 1)
        for tile in range(len(alphabet) + 1)
    ]
    texts: Any = words.to_list()
    letters: Mapping[Any, int] = dict(enumerate(taking))
    if alphabet.simple:
        letters = dict(zip(alphabet, taking[1:], strict=True))
    else:
        texts = map(alphabet.encode, texts)
    start = _State(_States(positions, letters), positions.first, positions.nullable)
    return np.fromiter((_accepts(start, text) for text in texts), bool, len(words))


def _accepts(state: _State, text: Any) -> bool:
    for letter in text:
        state = state[letter]
    return state.accepts


class _States:
    """States of one automaton, by their sets of positions."""

    def __init__(self, positions: Positions, letters: Mapping[Any, int]) -> None:
        self.positions = positions
        self.letters = letters
        self.made: dict[int, _State] = {}

    def state(self, reached: int) -> _State:
        """Return the state after these positions have taken a letter."""
        if reached not in self.made:
            following = 0
            rest = reached
            while rest:
                lowest = rest & -rest
                following |= self.positions.follow[lowest.bit_length() - 1]
                rest ^= lowest
            self.made[reached] = _State(self, following, bool(reached & self.positions.last))
        return self.made[reached]


class _State(dict[Any, "_State"]):
    """State: a dict from letter to the next state, built when it is needed."""

    __slots__ = ("accepts", "following", "states")

    def __init__(self, states: _States, following: int, accepts: bool) -> None:
        self.states = states
        self.following = following
        self.accepts = accepts

    def __missing__(self, letter: Any) -> _State:
        behind = self[letter] = self.states.state(self.following & self.states.letters[letter])
        return behind
