"""Spelling checker: each word of a text that the lexicon lacks, with its line and the words near to it.

Appel and Jacobson (1988) name a spelling checker among the uses of their automaton. A text is read in blocks, so it
may be of any length.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.errors import AlphabetError, QueryError
from lexkit.base.time_limits import look
from lexkit.formats.bounded_input import MAX_STREAM, Meter, to_nfc
from lexkit.formats.constants import MAX_LENGTH

from ..words.commonness import rarity_of
from .evaluate import meet

if TYPE_CHECKING:
    from ..automaton.index import Index

#: Token: letters and digits, with apostrophes inside, or the dot of Catalan: ``don't``, ``1990s``, ``col·lega``.
_TOKEN: Final = re.compile(r"[^\W_]+(?:['\u2019\u00b7][^\W_]+)*")
#: A digit: words with digits are not checked.
_DIGIT: Final = re.compile(r"\d")
#: Split points of a token: an apostrophe, and before the negation of ``isn't``, which is ``is`` and ``n't``.
_JOINT: Final = re.compile(r"(?:(?<=[^\W_])n(?=['\u2019]t$))?['\u2019]", re.IGNORECASE)
#: Maximum length of a part of a token with an apostrophe that is not checked: ``'s``, ``'ll``, ``l'``.
_SHORT: Final = 2
#: Maximum number of near words of a word.
_NEAR: Final = 5
#: Number of words whose near words are cached.
_CACHED: Final = 4096
#: From this length on, words two changes away are used if none is one change away. Shorter words have hundreds of
#: these.
_TWO_CHANGES: Final = 5
#: Longer runs of characters are cut: no word is that long.
_LONGEST: Final = 1 << 16
#: Invisible hyphen, which is ignored.
_SOFT_HYPHEN: Final = "\u00ad"


class UnknownWord(NamedTuple):
    """Word of a text that the lexicon lacks. ``near``: at most five words near to it, the likeliest first."""

    line: int
    word: str
    near: tuple[str, ...]


def unknown_words(
    index: Index, blocks: Iterable[bytes], name: str, fold: Callable[[str], str] = str
) -> Iterator[UnknownWord]:
    """Yield the words of a text in UTF-8 that the lexicon lacks, in order, each time they occur.

    A word is a run of letters. Words with digits and single letters are not checked. Of a word with an apostrophe
    the parts are checked, except those of one or two letters.

    Args:
        index: Index of the lexicon.
        blocks: The text, in pieces of any size.
        name: Name of the text in errors.
        fold: Function that spells a word with the letters of the lexicon's alphabet.

    Raises:
        QueryError: The text is not UTF-8, or too long.
    """
    near = lru_cache(_CACHED)(lambda word: _near_words(index, word))
    for line, text in _lines(blocks, name):
        tokens = [token[0] for token in _TOKEN.finditer(text.replace(_SOFT_HYPHEN, "")) if not _DIGIT.search(token[0])]
        parts = [[fold(part) for part in _parts(token)] for token in tokens]
        valid = iter(index.contains_each([part for some in parts for part in some]))
        for token, some in zip(tokens, parts, strict=True):
            wrong = [part for part in some if not next(valid)]
            if wrong and index.rank(fold(token)) is None:
                yield UnknownWord(line, token, near(wrong[0]))


def _parts(token: str) -> list[str]:
    """Return the parts of a token that are checked."""
    parts = [part for part in _JOINT.split(token) if part]
    return [part for part in parts if len(part) > (_SHORT if len(parts) > 1 else 1)]


def _lines(blocks: Iterable[bytes], name: str) -> Iterator[tuple[int, str]]:
    """Yield (number, text) of each line, a long one in pieces that end behind a space."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    meter = Meter(name, "the text", QueryError, MAX_STREAM)
    number, kept = 1, ""
    for block in blocks:
        meter.count(len(block), number, block.isspace())
        look()
        try:
            kept += decoder.decode(block)
        except UnicodeDecodeError as error:
            wrong = number + error.object[: error.start].count(b"\n")
            found = f"byte 0x{error.object[error.start]:02x}"
            raise QueryError("the text is not UTF-8", path=name, place=f"line {wrong}", found=found) from None
        *whole, kept = kept.split("\n")
        for line in whole:
            yield number, to_nfc(line, QueryError, path=name, line=number)
            number += 1
        if len(kept) > _LONGEST:
            end = max(kept.rfind(" "), kept.rfind("\t")) + 1 or len(kept)
            yield number, to_nfc(kept[:end], QueryError, path=name, line=number)
            kept = kept[end:]
    if decoder.getstate()[0]:
        raise QueryError(
            "the text is not UTF-8", path=name, place=f"line {number}", found="the end, inside a character"
        )
    yield number, to_nfc(kept, QueryError, path=name, line=number)


def _near_words(index: Index, word: str) -> tuple[str, ...]:
    """Return words near to a word that the lexicon lacks: first those with two neighbouring letters exchanged."""
    alphabet = index.alphabet
    try:
        tiles = alphabet.encode(word)
    except AlphabetError:
        return ()
    if len(tiles) > MAX_LENGTH:
        return ()
    rarity, spelled = rarity_of(index), alphabet.decode(tiles)
    swapped = [tiles[:at] + bytes([tiles[at + 1], tiles[at]]) + tiles[at + 2 :] for at in range(len(tiles) - 1)]
    found = sorted(
        {text for text in map(alphabet.decode, swapped) if index.rank(text) is not None},
        key=lambda text: (rarity(text), text),
    )
    for distance in (1, 2) if len(tiles) >= _TWO_CHANGES else (1,):
        if distance == 1 or not found:
            changed = meet(index, "near", f"{spelled}~{distance}")
            found += sorted(changed, key=lambda text: (text[0] != spelled[0], rarity(text), text))
    return tuple(dict.fromkeys(found))[:_NEAR]
