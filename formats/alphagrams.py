"""The section ``alphagrams``: from the letters of a word, in any order, to its rank. SPEC.md, "Alphagrams".

Enos (2004) keeps words in buckets by the letters they use; here the repeats of a letter count too, so that a bucket
holds hardly anything but anagrams. The hash of a word is a sum of a constant for each tile: no sorting, and a
blank is one addition more. All that defines it stands in this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..errors import CorruptFileError
from .graph import Graph
from .layout import ALPHAGRAMS, MAX_LETTERS

__all__ = ["TILE_WEIGHTS", "Alphagrams", "bucket_bits", "prove_alphagrams", "rank_mask", "read_alphagrams"]


def _tile_weight(tile: int) -> int:
    """The 64-bit constant of a tile: output number ``tile`` of the generator splitmix64 started with 0."""
    full = (1 << 64) - 1
    bits = tile * 0x9E3779B97F4A7C15 & full
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & full
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & full
    return bits ^ bits >> 31


#: By tile number, uint64; that of tile 0 is 0.
TILE_WEIGHTS: Final = np.array([_tile_weight(tile) for tile in range(MAX_LETTERS + 1)], np.uint64)
TILE_WEIGHTS.flags.writeable = False


def bucket_bits(words: int) -> int:
    """Top bits of a hash that choose the bucket: of the fewest that leave at most two words a bucket in the mean."""
    return max(0, (words + 1) // 2 - 1).bit_length()


def rank_mask(words: int) -> int:
    """Low bits of an entry that hold the rank; the others are the hash's."""
    return (1 << max(0, words - 1).bit_length()) - 1


@dataclass(frozen=True)
class Alphagrams:
    """A section whose outline is right. ``starts``: uint32, one a bucket and the end; ``entries``: uint32, one a word.

    Both are read-only views of the section. Buckets lie inside of the entries, one behind the other; that
    the entries are those of the words is for :func:`prove_alphagrams`.
    """

    starts: NDArray[np.uint32]
    entries: NDArray[np.uint32]

    @property
    def bucket_bits(self) -> int:
        """Top bits of a hash that choose the bucket."""
        return bucket_bits(len(self.entries))

    @property
    def rank_mask(self) -> int:
        """Low bits of an entry that hold the rank."""
        return rank_mask(len(self.entries))


def read_alphagrams(section: memoryview, words: int, name: str, path: str | PathLike[str] | None = None) -> Alphagrams:
    """The hash in this section of a lexicon of so many words; CorruptFileError for a broken outline (F1, F2).

    Cost: one look at each bucket's start, 0.1 ms for 178,691 words.
    """
    buckets = 1 << bucket_bits(words)
    size = 4 * (buckets + 1 + words)
    if len(section) != size:
        raise CorruptFileError.at(path, f"section {name}, F1: size", f"{size} bytes", f"{len(section)} bytes")
    starts = np.frombuffer(section, "<u4", buckets + 1)
    entries = np.frombuffer(section, "<u4", words, 4 * (buckets + 1))
    if starts[0] != 0 or starts[-1] != words or (starts[1:] < starts[:-1]).any():
        raise CorruptFileError.at(
            path, f"section {name}, F2: starts of the buckets", f"ascending from 0 to {words}", "other numbers"
        )
    return Alphagrams(starts, entries)


def prove_alphagrams(section: Alphagrams, graph: Graph, path: str | PathLike[str] | None = None) -> None:
    """CorruptFileError unless the section has the entry of each word of the graph, and so no others (F3, F4).

    One walk over all words, 8 ms for 178,691: made before the first answer from the section, not at opening.
    """
    from .kernels import alphagram_proof

    place = alphagram_proof.unsorted(section.starts.data, section.entries.data)
    if place >= 0:
        expected, found = "more than the one before it in its bucket", hex(int(section.entries[place]))
        raise CorruptFileError.at(path, f"section {ALPHAGRAMS}, F3: entry {place}", expected, found)
    rank = alphagram_proof.Hashed(
        graph.walkable(),
        section.starts.data,
        section.entries.data,
        section.bucket_bits,
        section.rank_mask,
        TILE_WEIGHTS.data,
    ).missing()
    if rank >= 0:
        place_of = f"section {ALPHAGRAMS}, F4: the word of rank {rank}"
        raise CorruptFileError.at(path, place_of, "an entry in the bucket of its hash", "none")
