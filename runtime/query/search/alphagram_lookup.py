"""Anagrams by the hash of alphagrams that a lexicon file may hold.

A lookup takes microseconds. Without a hash, and for more than two blanks, the automaton answers the same questions; the
condition ``anagram`` chooses. Before the first lookup the hash is validated against every word, once for each open
lexicon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....formats.alphagrams_section import TILE_WEIGHTS, prove_alphagrams
from ....formats.kernels import numpy_on_first_use as np
from ....limits import look
from ...words.words import Words
from .kernels.alphagram_hash import Anagrams

if TYPE_CHECKING:
    from ...automaton.index import Index


def proved_anagrams(index: Index) -> Anagrams | None:
    """The lexicon's hash, or None if its file has none.

    The first call validates it: 8 ms for 178,691 words. Raises CorruptFileError, with the rule, if it is damaged.
    """
    return index.remember("alphagrams", _prove)


def _prove(index: Index) -> Anagrams | None:
    section = index.file.alphagrams
    if section is None:
        return None
    prove_alphagrams(section, index.file.gaddag, index.path, look)
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
    """The words of exactly these tiles, ``?`` for blanks, or None.

    None means that the file has no hash, or that the hash cannot tell. 2 us.
    """
    index.require_open()
    anagrams = proved_anagrams(index)
    found = None if anagrams is None or type(text) is not str else anagrams.of_text(text)
    return None if found is None else _words_found(index, *found)


def alphagram_words(index: Index, tiles: bytes, blanks: int = 0) -> Words | None:
    """The words of exactly these tiles and blanks, or None.

    None if the file has no hash, or if there are more than two blanks: the automaton can tell. 2 us without blanks, 3
    with one, 15 with two.
    """
    anagrams = proved_anagrams(index)
    found = None if anagrams is None else anagrams.of_tiles(tiles, blanks)
    return None if found is None else _words_found(index, *found)


def _words_found(index: Index, ranges: int, numbers: bytes) -> Words:
    """The words that the kernel found, as ranges and as ranks.

    ``numbers``: int64, first the starts of ``ranges`` ascending, disjoint ranges, then their stops, then all ranks.
    """
    array = np.frombuffer(numbers, np.int64)
    words = Words.__new__(Words)
    words.hold(index, (array[:ranges], array[ranges : 2 * ranges]), every=array[2 * ranges :])
    return words
