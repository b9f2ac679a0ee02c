"""Patterns, with or without variables, and subsequences.

In a pattern ``?`` or ``.`` is any letter, ``*`` any number of letters, ``[ABC]`` one of these, ``[^ABC]`` any but
these, ``^A`` any but A. A subsequence is letters that occur in a word in this order, with any others between them.

A digit is a variable, as in Appel and Jacobson's tool for breaking codes (1988): equal digits are equal letters, and
different digits are different letters. In a cryptogram the known letters stand in the pattern, and a variable is a
letter not known yet, so it differs from every letter that the pattern gives by itself. ``?``, ``*``, ``^A`` and
brackets of several letters do not restrict variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .expression import Echo, Expression, Group, Letters, Repeat, Sequence
from .read_letters import TileText

if TYPE_CHECKING:
    from ....formats.alphabet import Alphabet

#: The names of variables.
DIGITS: Final = "0123456789"


def has_variables(text: str) -> bool:
    """Whether the pattern has a digit."""
    return any(sign in DIGITS for sign in text)


def read_pattern(text: str, alphabet: Alphabet) -> Expression:
    """The expression of a pattern without variables. Raises QuerySyntaxError if it is malformed."""
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
    """The expression of these letters in order, with anything between them."""
    source = TileText(text, alphabet)
    anything = Repeat(Letters(alphabet.mask), 0, None)
    parts: list[Expression] = [anything]
    while source.next:
        parts += [Letters(source.letters()), anything]
    return Sequence(tuple(parts))


def read_variables(text: str, alphabet: Alphabet) -> Expression:
    """The expression of a pattern whose digits are variables: ``1221``, ``12?E2*1``.

    Spaces between its parts are ignored. Raises QuerySyntaxError if it is malformed.
    """
    source = TileText(text, alphabet)
    every = alphabet.mask
    #: Masks of letters, digits, and None for any number of letters.
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
