"""Words with a text at their start, at their end, or anywhere.

These are the queries that a GADDAG answers directly. A prefix takes one walk; suffixes and substrings are lazy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...formats.constants import MAX_LENGTH
from ..automaton.lazy_substring import LazySubstring
from .words import Words, all_words, words_between, words_of_query

if TYPE_CHECKING:
    from ..automaton.index import Index


def prefix(index: Index, text: str) -> Words:
    """The words that start with this text. One walk."""
    tiles = index.encode(text)
    return words_between(index, *(index.walk().prefix(tiles) if len(tiles) <= MAX_LENGTH else (0, 0)))


def suffix(index: Index, text: str) -> Words:
    """The words that end with this text, found lazily."""
    return _words_with(index, text, only_ends=True)


def substring(index: Index, text: str) -> Words:
    """The words that contain this text anywhere, found lazily."""
    return _words_with(index, text, only_ends=False)


def _words_with(index: Index, text: str, only_ends: bool) -> Words:
    tiles = index.encode(text)
    if not tiles:
        return all_words(index)
    if len(tiles) > MAX_LENGTH:
        return words_between(index, 0, 0)
    return words_of_query(index, LazySubstring(index, tiles, only_ends))
