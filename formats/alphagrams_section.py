"""The section ``alphagrams``, a hash from letters in any order to ranks. SPEC.md, "Alphagrams".

Enos (2004) keeps words in buckets by the letters they use. Here repeated letters count too, so that a bucket holds
hardly anything but anagrams. The hash of a word is the sum of a constant for each tile: it needs no sorting, and a
blank costs one more addition. This module defines the hash.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import CorruptFileError

from .automaton_section import Graph
from .compiled_kernels import is_compiled
from .constants import ALPHAGRAMS, MAX_LETTERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Time of the proof for a word, in seconds, with compiled kernels.
_PER_WORD: Final = 3e-8
#: The same with interpreted kernels.
_INTERPRETED: Final = 5e-6


def _tile_weight(tile: int) -> int:
    """Return a tile's 64-bit constant: output number ``tile`` of splitmix64 with seed 0."""
    full = (1 << 64) - 1
    bits = tile * 0x9E3779B97F4A7C15 & full
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & full
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & full
    return bits ^ bits >> 31


#: Weights by tile number: uint64, read-only since it is a view of bytes; the weight of tile 0 is 0.
TILE_WEIGHTS: Final = np.frombuffer(
    np.array([_tile_weight(tile) for tile in range(MAX_LETTERS + 1)], np.uint64).tobytes(), np.uint64
)


def bucket_bits(words: int) -> int:
    """Return the number of top bits of a hash that choose the bucket, for at most two words a bucket on average."""
    return max(0, (words + 1) // 2 - 1).bit_length()


def rank_mask(words: int) -> int:
    """Return the mask of the low bits of an entry, which hold the rank. The other bits come from the hash."""
    return (1 << max(0, words - 1).bit_length()) - 1


@dataclass(frozen=True)
class Alphagrams:
    """A section whose outline is proved.

    ``starts``: uint32, one for each bucket and one for the end; ``entries``: uint32, one for each word. Both are
    read-only views of the section. The buckets fill ``entries`` without gaps or overlap. :func:`prove_alphagrams`
    proves that the entries are right for the words.
    """

    starts: NDArray[np.uint32]
    entries: NDArray[np.uint32]

    @property
    def bucket_bits(self) -> int:
        """Number of top bits of a hash that choose the bucket."""
        return bucket_bits(len(self.entries))

    @property
    def rank_mask(self) -> int:
        """Mask of the low bits of an entry, which hold the rank."""
        return rank_mask(len(self.entries))


def read_alphagrams(section: memoryview, words: int, name: str, path: str | PathLike[str] | None = None) -> Alphagrams:
    """Read the section of a lexicon with ``words`` words.

    Raises CorruptFileError if its outline is broken (rules F1 and F2). Cost: one pass over the bucket starts,
    0.1 ms for 178,691 words.
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


def prove_alphagrams(
    section: Alphagrams,
    graph: Graph,
    path: str | PathLike[str] | None = None,
    look: Callable[..., None] = lambda ahead=0.0: None,
) -> None:
    """Prove that the section has the entry of each word of the graph, and no others.

    ``look`` is called first, with the time of the proof in seconds. Raises CorruptFileError if rule F3 or F4 is
    broken. Cost: one walk over all words, 8 ms for 178,691; it runs before the first query that uses the section,
    not when the file is opened.
    """
    from .kernels import alphagram_proof

    look((_PER_WORD if is_compiled(alphagram_proof) else _INTERPRETED) * len(section.entries))
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
