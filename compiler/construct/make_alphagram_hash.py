"""Make the section ``alphagrams``, a hash from the letters of words to their ranks. SPEC.md, "Alphagrams".

The bytes depend on the words alone, so that anyone who has the words can check the section.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...formats.alphagrams_section import TILE_WEIGHTS, bucket_bits, rank_mask
from ...formats.lexicon_file import LexiconFile
from ..lists.sorted_words import TileWords
from ..lists.words_of_lexicon_file import spell_words

__all__ = ["hash_alphagrams", "hash_lexicon"]

#: Words hashed at a time.
_BLOCK = 1 << 18


def hash_alphagrams(words: TileWords) -> bytes:
    """Make the section for sorted, unique words. 7 bytes a word, 20 ms for 178,691 English words."""
    bits, mask = bucket_bits(len(words)), rank_mask(len(words))
    hashes = _add_weights(words)
    # Bucket and entry side by side, at most 31 + 32 bits, so that one sort orders both.
    keys = hashes >> np.uint64(1) >> np.uint64(63 - bits) << np.uint64(32)
    keys |= hashes >> np.uint64(32 - bits) & np.uint64(0xFFFFFFFF & ~mask)
    keys |= np.arange(len(words), dtype=np.uint64)
    keys.sort()
    sizes = np.bincount((keys >> np.uint64(32)).astype(np.int64), minlength=1 << bits)
    starts = np.zeros((1 << bits) + 1, "<u4")
    np.cumsum(sizes, out=starts[1:])
    return starts.tobytes() + (keys & np.uint64(0xFFFFFFFF)).astype("<u4").tobytes()


def _add_weights(words: TileWords) -> NDArray[np.uint64]:
    """Add up the weights of each word's tiles, modulo 2**64."""
    hashes = np.zeros(len(words), np.uint64)
    for start in range(0, len(words), _BLOCK):
        offsets = words.offsets[start : start + _BLOCK + 1]
        weights = TILE_WEIGHTS[words.tiles[offsets[0] : offsets[-1]]]
        hashes[start : start + _BLOCK] = np.add.reduceat(weights, offsets[:-1] - offsets[0])
    return hashes


def hash_lexicon(file: LexiconFile) -> bytes:
    """Make the bytes of the section for the words of an opened file."""
    return hash_alphagrams(spell_words(file.gaddag))
