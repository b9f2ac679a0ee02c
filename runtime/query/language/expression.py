"""Letter expressions: what patterns and regular expressions both are, once read.

A tree of a few kinds of node. A letter is a tile, a set of letters a mask with bit t for tile t. What a tree means is
said once, in :mod:`.positions` for those without :class:`Echo`, and in :mod:`.echoes` for those with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Choice", "Echo", "Expression", "Group", "Letters", "Repeat", "Sequence", "reverse", "written_out"]


@dataclass(frozen=True, slots=True)
class Letters:
    """One letter out of a set. An empty set is never met."""

    mask: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other; none of them is the empty text."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One or another of them; none of them is never met."""

    options: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """So many times over, at least ``least``, at most ``most`` (None: any number)."""

    inner: Expression
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """What is met here can be asked for again; ``number`` from 1."""

    number: int
    inner: Expression


@dataclass(frozen=True, slots=True)
class Echo:
    """What the group of this number met, letter by letter, once more."""

    number: int


Expression: TypeAlias = Letters | Sequence | Choice | Repeat | Group | Echo


def written_out(expression: Expression) -> int:
    """Letters and echoes that it has with all repetitions written out."""
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
    """The expression that is met by the same texts read backwards. Not for expressions with an Echo."""
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
