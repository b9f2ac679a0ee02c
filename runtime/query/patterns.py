"""Patterns: what a word looks like, place by place.

``?`` or ``.`` is any letter, ``*`` any number of letters, ``[ABC]`` one of these, ``[^ABC]`` any but these, ``^A`` any
but A; digits are variables, the same letter wherever the same digit stands (see :mod:`.echoes`). And subsequences:
letters that stand in a word in this order, whatever is between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .expression import Expression, Letters, Repeat, Sequence
from .kinds import Kind
from .letters import LetterExpression
from .tile_text import TileText

if TYPE_CHECKING:
    from ...formats.alphabet import Alphabet
    from ..lexicon import Lexicon
    from .condition import Condition

__all__ = ["KINDS", "read_pattern"]


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


def _pattern(value: str, lexicon: Lexicon) -> Condition:
    if any("0" <= sign <= "9" for sign in value):
        from .echoes import variables_pattern

        return variables_pattern(value, lexicon)
    return LetterExpression(f"pattern:{value}", read_pattern(value, lexicon.alphabet), lexicon)


def _subsequence(value: str, lexicon: Lexicon) -> Condition:
    source = TileText(value, lexicon.alphabet)
    anything = Repeat(Letters(lexicon.alphabet.mask), 0, None)
    parts: list[Expression] = [anything]
    while source.next:
        parts += [Letters(source.letters()), anything]
    return LetterExpression(f"subsequence:{value}", Sequence(tuple(parts)), lexicon)


KINDS: Final = (
    Kind(
        "pattern", "PATTERN", "Words that look like PATTERN: ? a letter, * any, [AB] one of, ^A not", "Q^U*", _pattern
    ),
    Kind("subsequence", "LETTERS", "Words that have LETTERS in this order, others between", "QZZ", _subsequence),
)
