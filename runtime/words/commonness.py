"""Commonness of words, to put likely words first: the classes of the bundled list, used for every English list."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from lexkit import lexicons

if TYPE_CHECKING:
    from ..automaton.index import Index


def rarity_of(index: Index) -> Callable[[str], int]:
    """Return a function from a word to its rarity: 0 for the most common English words, at most :func:`rarest`.

    It returns 0 for every word of another alphabet, because such words have no classes.
    """
    if index.alphabet.name != lexicons.BUNDLED:
        return lambda word: 0
    classes, last = _classes(), rarest()
    return lambda word: classes.get(word, last)


def rarest() -> int:
    """Return the rarity of words that have no class."""
    return len(lexicons.word_steps()) - 1


@cache
def _classes() -> dict[str, int]:
    """Return the class of each word of the bundled list. Takes 0.1 s, once."""
    text, classes = lexicons.words_by_class()
    return dict(zip(text.decode("ascii").split(), classes, strict=True))
