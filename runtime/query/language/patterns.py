"""Patterns: what a word looks like, place by place.

``?`` or ``.`` is any letter, ``*`` any number of letters, ``[ABC]`` one of these, ``[^ABC]`` any but these, ``^A`` any
but A. And subsequences: letters that stand in a word in this order, with any others between them.

A digit is a variable, as in Appel and Jacobson's tool for breaking codes (1988): the same digit is the same letter,
different digits are different letters. In a cryptogram the letters that are known already stand in the pattern, and a
variable is a letter not known yet: it is none of those that stand in the pattern by themselves. ``?``, ``*``, ``^A``
and brackets of more than one letter say nothing about variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .expression import Echo, Expression, Group, Letters, Repeat, Sequence
from .tile_text import TileText

if TYPE_CHECKING:
    from ....formats.alphabet import Alphabet

__all__ = ["DIGITS", "has_variables", "read_pattern", "read_subsequence", "read_variables"]

#: What a variable may be called.
DIGITS: Final = "0123456789"


def has_variables(text: str) -> bool:
    """Whether a digit stands in the pattern."""
    return any(sign in DIGITS for sign in text)


def read_pattern(text: str, alphabet: Alphabet) -> Expression:
    """The expression that a pattern without variables writes; QuerySyntaxError where it is malformed."""
    source = TileText(text, alphabet)
    parts: list[Expression] = []
    while source.next:
        if source.next in "?.":
            source.at += 1
            parts.append(Letters(alphabet.mask))
        elif source.take("*"):
            parts.append(Repeat(Letters(alphabet.mask), 0, None))
        elif source.take("^"):
            parts.append(Letters(alphabet.mask & ~source.letters()))
        else:
            parts.append(Letters(source.letters()))
    return Sequence(tuple(parts))


def read_subsequence(text: str, alphabet: Alphabet) -> Expression:
    """These letters in this order, with anything in front, between and behind."""
    source = TileText(text, alphabet)
    anything = Repeat(Letters(alphabet.mask), 0, None)
    parts: list[Expression] = [anything]
    while source.next:
        parts += [Letters(source.letters()), anything]
    return Sequence(tuple(parts))


def read_variables(text: str, alphabet: Alphabet) -> Expression:
    """The expression of a pattern in which digits are variables: ``1221``, ``1 2 2 1``, ``12?E2*1``.

    Blanks between its parts are left out. QuerySyntaxError where it cannot be read.
    """
    source = TileText(text, alphabet)
    every = alphabet.mask
    #: Letters, digits, and what is neither: None is any number of letters.
    parts: list[int | str | None] = []
    given = 0
    while source.next:
        if source.next.isspace():
            source.at += 1
        elif source.next in DIGITS:
            parts.append(source.next)
            source.at += 1
        elif source.take("*"):
            parts.append(None)
        elif source.take("?") or source.take("."):
            parts.append(every)
        elif source.take("^"):
            parts.append(every & ~source.letters())
        else:
            letter = source.letter()
            given |= 0 if letter is None else 1 << letter
            parts.append(source.letters() if letter is None else 1 << letter)
    numbers = {digit: number for number, digit in enumerate(dict.fromkeys(p for p in parts if isinstance(p, str)), 1)}
    met: set[str] = set()
    sequence: list[Expression] = []
    for part in parts:
        if part is None:
            sequence.append(Repeat(Letters(every), 0, None))
        elif isinstance(part, int):
            sequence.append(Letters(part))
        elif part in met:
            sequence.append(Echo(numbers[part]))
        else:
            met.add(part)
            sequence.append(Group(numbers[part], Letters(every & ~given)))
    return Sequence(tuple(sequence))
