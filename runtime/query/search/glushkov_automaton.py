"""The position automaton of a letter expression (Glushkov 1961).

Every place of the expression that takes a letter is a *position*. Positions are numbered from 0, and a set of them is
an integer with bit p for position p. A text matches if positions can take its letters one after the other, the first in
``first``, each next one in ``follow`` of the one before, and the last in ``last``. There are no empty steps, so a set
of positions and a letter give the next set at once: see :mod:`.kernels.lazy_state_machine`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ....errors import QueryError
from ..language.expression import Choice, Expression, Group, Letters, Repeat, Sequence, written_out

#: Most positions of an automaton, with repetitions expanded.
MAX_POSITIONS: Final = 512


@dataclass(frozen=True)
class Positions:
    """A position automaton.

    ``labels``: the letters that each position takes, as masks; ``follow``: a set of positions for each position.
    """

    labels: tuple[int, ...]
    first: int
    follow: tuple[int, ...]
    last: int
    #: Whether the empty text matches.
    nullable: bool


def positions(expression: Expression) -> Positions:
    """The automaton of an expression without Echo.

    It takes at most quadratic time, usually about 2 us a position. Raises QueryError if there are more than
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


#: First positions, last positions, whether it may be empty.
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
        # Only the empty text can match: once is as good as any number of times.
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
