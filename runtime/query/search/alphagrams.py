"""Anagrams through the hash of alphagrams that a lexicon file may hold: letters in, ranks out, in microseconds.

The automaton answers the same questions without it, and those with more than two blanks; who asks for either goes by
the condition ``anagram``. Before the first answer the hash is proved against every word, once for each open lexicon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ....formats.alphagrams import TILE_WEIGHTS, prove_alphagrams
from ...words.words import Words
from .kernels.alphagram_hash import MAX_BLANKS, Anagrams

if TYPE_CHECKING:
    from ...automaton.index import Index

__all__ = ["MAX_BLANKS", "alphagram_ranks", "alphagram_words", "anagrams_of", "proved_anagrams"]


def proved_anagrams(index: Index) -> Anagrams | None:
    """The lexicon's hash, proved by the first call; None if its file has none."""
    return index.remember("alphagrams", _proved)


def _proved(index: Index) -> Anagrams | None:
    """The lexicon's hash, proved.

    8 ms for 178,691 words. CorruptFileError names the rule that is broken.
    """
    section = index.file.alphagrams
    if section is None:
        return None
    prove_alphagrams(section, index.file.gaddag, index.path)
    return Anagrams(
        index.nodes,
        len(index.alphabet),
        section.starts.data,
        section.entries.data,
        section.bucket_bits,
        section.rank_mask,
        TILE_WEIGHTS.data,
        index.table,
    )


def anagrams_of(index: Index, text: str) -> Words | None:
    """The words of these tiles, blanks as ``?``; None if the file has no hash, or the hash cannot tell. 2 us."""
    index.require_open()
    anagrams = proved_anagrams(index)
    found = None if anagrams is None or type(text) is not str else anagrams.of_text(text)
    return None if found is None else Words.of_found(index, *found)


def alphagram_words(index: Index, tiles: bytes, blanks: int = 0) -> Words | None:
    """The words of exactly these tiles, in any order, and a letter more for each blank.

    None where the file has no hash, or where there are more than two blanks: the automaton can tell. 2 us without
    blanks, 3 with one, 15 with two.
    """
    anagrams = proved_anagrams(index)
    found = None if anagrams is None else anagrams.of_tiles(tiles, blanks)
    return None if found is None else Words.of_found(index, *found)


def alphagram_ranks(index: Index, tiles: bytes, blanks: int = 0) -> NDArray[np.int64] | None:
    """The same as ascending ranks, int64."""
    words = alphagram_words(index, tiles, blanks)
    return None if words is None else words.to_numpy()
