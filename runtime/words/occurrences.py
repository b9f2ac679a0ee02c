"""Occurrences of a text in words: the letters before it, the text itself, and the letters after it.

    for before, match, after in lex.substring("AX").occurrences():
        ...                                         # T, AX, I for TAXI

This is the split that a path of the GADDAG encodes: reversed letters in front of the separator, the others behind
it. Texts are compared tile by tile, so the C of a Spanish CH does not match C.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from lexkit.base.errors import QueryError, with_plain_types
from lexkit.base.time_limits import look

if TYPE_CHECKING:
    from ..automaton.index import Index

#: Number of words split between two checks of the deadline.
_PAGE = 1024


@with_plain_types
class Occurrence(NamedTuple):
    """Occurrence of a text in a word.

    Attributes:
        before: The letters before it.
        match: The text, as the alphabet spells it.
        after: The letters after it.
    """

    before: str
    match: str
    after: str


def split_words(index: Index, words: Iterable[str], tiles: bytes) -> Iterator[Occurrence]:
    """Yield all occurrences of a text in these words, in each word from left to right. They may overlap.

    Args:
        index: Index of the lexicon.
        words: Words of the lexicon, in any order.
        tiles: The text in tiles.

    Raises:
        QueryError: The text is empty.
    """
    if not tiles:
        raise QueryError("the text to look for is empty", expected="a letter at least", found="none")
    return _split(index, words, tiles)


def _split(index: Index, words: Iterable[str], tiles: bytes) -> Iterator[Occurrence]:
    alphabet = index.alphabet
    match = alphabet.decode(tiles)
    for number, word in enumerate(words):
        if number % _PAGE == 0:
            look()
        # In a simple alphabet each letter is one character.
        if alphabet.simple:
            place = word.find(match)
            while place >= 0:
                yield Occurrence(word[:place], match, word[place + len(match) :])
                place = word.find(match, place + 1)
            continue
        spelled = alphabet.encode(word)
        place = spelled.find(tiles)
        while place >= 0:
            yield Occurrence(alphabet.decode(spelled[:place]), match, alphabet.decode(spelled[place + len(tiles) :]))
            place = spelled.find(tiles, place + 1)
