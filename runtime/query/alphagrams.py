"""Anagrams through the hash of alphagrams that a lexicon file may hold: letters in, ranks out, in microseconds.

The automaton answers the same questions without it, and those with more than two blanks; who asks for either goes by
the condition ``anagram``. Before the first answer the hash is proved against every word, once for each open lexicon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...formats.alphagrams import TILE_WEIGHTS, prove_alphagrams
from ..words import Words
from .anagrams import MAX_BLANKS, Anagrams

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = ["MAX_BLANKS", "alphagram_ranks", "alphagram_words", "proved_anagrams"]


def proved_anagrams(lexicon: Lexicon) -> Anagrams | None:
    """The lexicon's hash, proved; None where its file has none. Ask :attr:`Lexicon._anagrams`, which keeps it.

    8 ms for 178,691 words. CorruptFileError names the rule that is broken.
    """
    section = lexicon._file.alphagrams
    if section is None:
        return None
    graph = lexicon._graph
    prove_alphagrams(section, graph, lexicon.path)
    return Anagrams(
        lexicon._array,
        graph.width,
        graph.forward_root,
        graph.byte_end,
        graph.half_end,
        len(lexicon.alphabet),
        section.starts.data,
        section.entries.data,
        section.bucket_bits,
        section.rank_mask,
        TILE_WEIGHTS.data,
        lexicon._table,
    )


def alphagram_words(lexicon: Lexicon, tiles: bytes, blanks: int = 0) -> Words | None:
    """The words of exactly these tiles, in any order, and a letter more for each blank.

    None where the file has no hash, or where there are more than two blanks: the automaton can tell. 2 us without
    blanks, 3 with one, 15 with two.
    """
    anagrams = lexicon._anagrams
    found = None if anagrams is None else anagrams.of_tiles(tiles, blanks)
    return None if found is None else Words.of_found(lexicon, *found)


def alphagram_ranks(lexicon: Lexicon, tiles: bytes, blanks: int = 0) -> NDArray[np.int64] | None:
    """The same as ascending ranks, int64."""
    words = alphagram_words(lexicon, tiles, blanks)
    return None if words is None else words.to_numpy()
