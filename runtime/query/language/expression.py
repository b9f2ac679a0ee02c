"""Letter expressions: the trees of patterns and regular expressions.

A letter is a tile, and a set of letters a mask with bit t for tile t. The meaning of a tree without :class:`Echo`
is defined in :mod:`..search.glushkov_automaton`, that of a tree with one in :mod:`..conditions.letter_expressions`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Letters:
    """One letter out of a set. Nothing matches an empty set."""

    mask: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """Several expressions in a row. An empty row matches the empty text."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any of several expressions. Nothing matches an empty choice."""

    options: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """An expression ``least`` to ``most`` times in a row. ``most``: None for any number."""

    inner: Expression
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """An expression that an Echo of its ``number``, from 1, repeats."""

    number: int
    inner: Expression


@dataclass(frozen=True, slots=True)
class Echo:
    """The letters that the group of this number matched, once more."""

    number: int


Expression: TypeAlias = Letters | Sequence | Choice | Repeat | Group | Echo


def parts_within(expression: Expression) -> Iterator[Expression]:
    """Yield the expression and all expressions inside it, each before its parts."""
    yield expression
    match expression:
        case Sequence(parts) | Choice(parts):
            for part in parts:
                yield from parts_within(part)
        case Repeat(inner) | Group(_, inner):
            yield from parts_within(inner)


def written_out(expression: Expression) -> int:
    """Return the number of letters and echoes with all repetitions expanded."""
    match expression:
        case Letters() | Echo():
            return 1
        case Sequence(parts) | Choice(parts):
            return sum(map(written_out, parts))
        case Repeat(inner, least, most):
            return written_out(inner) * (max(1, least) if most is None else most)
        case Group(_, inner):
            return written_out(inner)


def reverse(expression: Expression) -> Expression:
    """Return the expression that the reversed texts match.

    Raises ValueError for an expression with an Echo.
    """
    match expression:
        case Sequence(parts):
            return Sequence(tuple(reverse(part) for part in reversed(parts)))
        case Choice(options):
            return Choice(tuple(reverse(option) for option in options))
        case Repeat(inner, least, most):
            return Repeat(reverse(inner), least, most)
        case Group(number, inner):
            return Group(number, reverse(inner))
        case Echo():
            raise ValueError("an echo cannot be read backwards")
        case _:
            return expression
