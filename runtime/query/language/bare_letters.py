"""Meaning of letters without a kind in a query. It is decided here and nowhere else.

================================  ===================================================================
``CARE``, ``AEINRT?``             ``anagram:``, the words of exactly these tiles: a ``?`` behind the letters is a blank
``c?o?s``, ``*zz*``, ``Q[^U]*``   ``pattern:``, the words that fit: ``*``, brackets, ``^``, or a ``?`` before letters
================================  ===================================================================

Letters begin a query or a parenthesis, or follow ``and``, ``or``, ``not`` or ``-``. Behind a term they are refused:
there they are the rest of a value that lacks its quotes. Digits and other signs need a kind.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from lexkit.base.errors import with_plain_types
from lexkit.base.time_limits import look

#: Letters, of any alphabet, and the signs of patterns.
BARE: Final = re.compile(r"""[^\s\d!"#$%&'()+,./:;<=>@\\_`{|}~‘’“”]+(?![^\s()])""")
#: Letters, then blanks.
_TILES: Final = re.compile(r"([^?*\[\]^]+)(\?*)")
#: Characters that may surround letters by mistake.
_AROUND: Final = "\"'.,;:!‘’“”"
#: A number of letters.
_NUMBER: Final = re.compile("[0-9]{1,2}")
#: Characters of a pattern.
_PATTERN: Final = re.compile(r"[\w?.*\[\]^-]+")


def kind_of(letters: str) -> str:
    """Return the kind of condition that letters mean."""
    return "anagram" if _TILES.fullmatch(letters) else "pattern"


@with_plain_types
class Understood(NamedTuple):
    """Query as it is understood, returned by :meth:`lexkit.Lexicon.understand`.

    Attributes:
        query: The same query with a kind in front of all letters: ``anagram:CARE``.
        letters: The letters, if the query consists of letters alone and has no blank or ``*``; otherwise None. A
            caller can then also look up whether they are a word.
        others: Queries that the letters could mean instead, if the query consists of letters alone.
    """

    query: str
    letters: str | None
    others: tuple[str, ...]


def write_out(text: str, bare: tuple[int, ...]) -> Understood:
    """Return the meaning of a query that has letters at these places."""
    parts, end = [], 0
    look()
    for at in bare:
        letters = BARE.match(text, at).group()  # type: ignore[union-attr]
        parts += [text[end:at], f"{kind_of(letters)}:"]
        end = at
    whole = "".join([*parts, text[end:]]).strip()
    alone = text.strip()
    if not bare or not BARE.fullmatch(alone):
        return Understood(whole, None, ())
    tiles = _TILES.fullmatch(alone)
    if tiles is None:
        kinds: tuple[str, ...] = () if "*" in alone or "^" in alone else ("anagram",)
    else:
        kinds = ("pattern", "subanagram") if tiles[2] else ("subanagram", "substring", "near")
    return Understood(whole, alone if tiles and not tiles[2] else None, tuple(f"{kind}:{alone}" for kind in kinds))


def shorten(word: str) -> str:
    """Return a word of a query as an error shows it."""
    return word if len(word) <= 40 else word[:40] + "..."


def mend(
    text: str, place: int, word: str, before: int, colon: bool, names: frozenset[str]
) -> tuple[int, str, str | None]:
    """Return the place of a word that is not a term, a remedy, and the query that was surely meant, or None.

    ``before``: the place of letters directly before it, or -1; ``colon``: whether a colon without a value is there;
    ``names``: the names of the kinds.
    """
    start = text[:place].rstrip()
    first = text[before : len(start)] if before >= 0 else ""
    if colon:
        return place, "no space goes behind a colon", start + text[place:]
    if first.lower() in names:
        return before, f"{first.lower()}: has a colon behind it", f"{text[:before]}{first.lower()}:{text[place:]}"
    if word.lower() in names:
        rest = text[place + len(word) :].lstrip()
        return place, f"{word.lower()}: has a colon behind it", f"{text[:place]}{word.lower()}:{rest}" if rest else None
    if first and BARE.match(text, place):
        behind = text[place:].split()
        others = " or ".join(behind) if all(BARE.fullmatch(one) for one in behind) else text[place:]
        return place, f"{shorten(first)} or {shorten(word)} finds the words of both", f"{text[:place]}or {others}"
    letters = word.strip(_AROUND)
    letters = letters if BARE.fullmatch(letters) else letters.replace("'", "").replace("’", "")
    instead = text[:place] + letters + text[place + len(word) :] if BARE.fullmatch(letters) and place == 0 else None
    if word.strip("\"'") != word:
        return place, "quotes go around a value, behind the colon", instead
    if _NUMBER.fullmatch(word):
        return (
            place,
            f"length:{word} is a number of letters, pattern:{word} a pattern",
            f"{start} length:{text[place:]}".strip(),
        )
    short = shorten(word)
    if BARE.fullmatch(word):
        return place, f"say {kind_of(word)}:{short}, or put quotes around a value with spaces", instead
    if _PATTERN.fullmatch(word):
        return place, f"pattern:{short} is the word or pattern {short}", instead
    return place, f"did you mean {shorten(letters)} ?" if instead else "letters need no other signs", instead
