r"""Patterns, subsequences and regular expressions over tiles: from a text to a letter expression.

In a pattern ``?`` or ``.`` is any letter, ``*`` any number of letters, ``[ABC]`` one of these, ``[^ABC]`` any but
these, ``^A`` any but A. A subsequence is letters that occur in a word in this order, with any others between them.

A digit is a variable, as in Appel and Jacobson's tool for breaking codes (1988): equal digits are equal letters, and
different digits are different letters. In a cryptogram the known letters stand in the pattern, and a variable is a
letter not known yet, so it differs from every letter that the pattern gives by itself. ``?``, ``*``, ``^A`` and
brackets of several letters do not restrict variables.

In a regular expression whole words match, as with ``re.fullmatch``: ``A.*`` finds words that start with A, and ``^`` at
the start or ``$`` at the end may be written but change nothing. A letter is a tile, in any spelling of the alphabet and
in either case; brackets are read by :mod:`.read_letters`.

===========================  =========================================================
``.``                        any letter
``[ABC]`` ``[A-F]`` ``[^A]`` one of these, of this range, any but these
``AB``  ``A|B``              one after the other, one or the other
``(A)``  ``(?:A)``           a group, numbered from 1 by its opening; a group not numbered
``A*``  ``A+``  ``A?``       any number, at least one, at most one
``A{2}``  ``A{2,}``          exactly, at least;
``A{,3}``  ``A{2,3}``        at most, from to
``\1`` to ``\9``             the letters that the group matched, once more
===========================  =========================================================

``*?`` and the like mean the same as ``*``: it does not matter in which way a word matches, only whether it does. No
expression is catastrophic: without an echo (``\1``) it becomes an automaton; with one, the search is limited, see
:mod:`..conditions.letter_expressions`.

Every text gives an expression or a QuerySyntaxError with the place. The tree is less than 300 nodes deep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .kernels import expression_reader
from .kernels.expression import Echo, Expression, Group, Letters, Repeat, Sequence
from .kernels.expression_reader import RegexReader
from .read_letters import tile_reader

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet


#: Names of variables.
DIGITS: Final = frozenset("0123456789")


def has_variables(text: str) -> bool:
    """Return whether the pattern has a digit."""
    return not DIGITS.isdisjoint(text)


def read_pattern(text: str, alphabet: Alphabet) -> Expression:
    """Return the expression of a pattern without variables. Raises QuerySyntaxError if it is malformed."""
    return expression_reader.read_pattern(tile_reader(text, alphabet))


def read_subsequence(text: str, alphabet: Alphabet) -> Expression:
    """Return the expression of these letters in order, with any letters between them."""
    return expression_reader.read_subsequence(tile_reader(text, alphabet))


def read_regex(text: str, alphabet: Alphabet) -> Expression:
    """Parse a regular expression. Raises QuerySyntaxError if it is malformed."""
    return RegexReader(tile_reader(text, alphabet)).read()


def read_variables(text: str, alphabet: Alphabet) -> Expression:
    """Return the expression of a pattern whose digits are variables: ``1221``, ``12?E2*1``.

    Spaces between its parts are ignored. Raises QuerySyntaxError if it is malformed.
    """
    source = tile_reader(text, alphabet)
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
            given |= 1 << letter if letter else 0
            parts.append(1 << letter if letter else source.letters())
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
