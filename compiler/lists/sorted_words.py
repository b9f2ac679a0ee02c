"""Words as tiles, sorted and unique: the input of every stage of the compiler.

Words are sorted in the alphabet's order, tile by tile, a word before its extensions. The result does not depend on
the order of the input, or on repeated words in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import WordListError
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.automaton_section import Graph
from lexkit.formats.constants import MAX_TILES

from ..kernels import check_paths, sort_words, word_list_lines

#: Block size, in words, of steps that take memory.
_BLOCK = 1 << 16
#: The most words that are spelled: their lengths alone take a gigabyte.
MOST_WORDS: Final = 1 << 27


@dataclass(frozen=True)
class TileWords:
    """Words as tile numbers.

    Word i is ``tiles[offsets[i]:offsets[i + 1]]``. ``tiles``: uint8, flat; ``offsets``: int64, shape (number of words +
    1,). After :meth:`sorted_unique` the words ascend strictly.
    """

    tiles: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, words: Iterable[bytes]) -> TileWords:
        """Make it from words given as bytes of tile numbers."""
        listed = list(words)
        return cls.joined(np.frombuffer(b"".join(listed), np.uint8), np.array([len(word) for word in listed], np.int64))

    @classmethod
    def joined(cls, tiles: NDArray[np.uint8], lengths: NDArray[np.integer[Any]]) -> TileWords:
        """Make it from the tiles of all words, end to end, and the lengths of the words."""
        # Summed in place: otherwise numpy would copy the lengths as int64 first.
        offsets = np.zeros(len(lengths) + 1, np.int64)
        offsets[1:] = lengths
        np.cumsum(offsets, out=offsets)
        return cls(tiles, offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[bytes]:
        whole = self.tiles.tobytes()
        bounds = self.offsets.tolist()
        return (whole[start:end] for start, end in pairwise(bounds))

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Number of tiles of each word."""
        return np.diff(self.offsets)

    def take(self, chosen: NDArray[np.intp] | NDArray[np.bool_]) -> TileWords:
        """Return the words at these indices, in this order, or the words in a mask."""
        index = np.flatnonzero(chosen) if chosen.dtype == bool else chosen
        lengths = self.lengths[index]
        offsets = np.zeros(len(index) + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        source = np.repeat(self.offsets[index] - offsets[:-1], lengths)
        source += np.arange(offsets[-1])
        return TileWords(self.tiles[source], offsets)

    def reversed(self) -> TileWords:
        """Return the words with each one reversed, in the same order of words."""
        start = np.repeat(self.offsets[:-1], self.lengths)
        end = np.repeat(self.offsets[1:], self.lengths)
        return TileWords(self.tiles[start + end - 1 - np.arange(len(self.tiles))], self.offsets)

    def _pad(self, size: int) -> NDArray[np.uint8]:
        """Lay out the words in rows of ``size`` bytes, padded with zeros."""
        padded = np.zeros(len(self) * size, np.uint8)
        place = np.repeat(np.arange(len(self), dtype=np.int64) * size - self.offsets[:-1], self.lengths)
        place += np.arange(len(self.tiles))
        padded[place] = self.tiles
        return padded

    def rows(self, size: int) -> NDArray[np.bytes_]:
        """Return the words as byte strings of ``size``, which sort like the words. No word may be longer."""
        return self._pad(size).view(f"S{size}")

    def sorted_unique(self) -> TileWords:
        """Return the words sorted and without repetition. If nothing changes, this costs one comparison a word."""
        if len(self) < 2:
            return self
        if sort_words.ascends(self.tiles.data, self.offsets.data):
            return self
        numbers, room = np.empty(len(self), np.uint32), np.empty(len(self), np.uint32)
        kept = sort_words.sort_words(self.tiles.data, self.offsets.data, numbers.data, room.data)
        if kept < 0:
            raise ValueError("words of at most 63 tiles, each from 1 to 63")
        del room
        return self._copy(numbers[:kept])

    def _copy(self, chosen: NDArray[np.uint32]) -> TileWords:
        """Return the words at these indices, in this order, copied by the kernel."""
        offsets = np.zeros(len(chosen) + 1, np.int64)
        for start in range(0, len(chosen), _BLOCK):
            some = chosen[start : start + _BLOCK]
            offsets[start + 1 : start + 1 + len(some)] = self.offsets[some + np.uint32(1)] - self.offsets[some]
        np.cumsum(offsets, out=offsets)
        tiles = np.empty(offsets[-1], np.uint8)
        sort_words.copy_words(self.tiles.data, self.offsets.data, chosen.data, tiles.data, offsets.data)
        return TileWords(tiles, offsets)

    def text(self, alphabet: Alphabet) -> Iterator[bytes]:
        """Iterate over the list as UTF-8 in blocks, with a newline after each word."""
        if alphabet.simple:
            yield from self._write_lines(alphabet)
            return
        for start in range(0, len(self), _BLOCK):
            block = self.take(np.arange(start, min(start + _BLOCK, len(self))))
            yield "".join([alphabet.decode(word) + "\n" for word in block]).encode()

    def _write_lines(self, alphabet: Alphabet) -> Iterator[bytes]:
        labels, sizes = _encode_labels(alphabet)
        for start in range(0, len(self), _BLOCK):
            end = min(start + _BLOCK, len(self))
            room = np.empty(4 * int(self.offsets[end] - self.offsets[start]) + end - start, np.uint8)
            size = word_list_lines.write_lines(
                self.tiles.data, self.offsets.data, start, end, labels.data, sizes.data, room.data
            )
            yield room[:size].tobytes()

    def sha256(self, alphabet: Alphabet) -> str:
        """Return the SHA-256 of :meth:`text`, in hexadecimal digits."""
        digest = hashlib.sha256()
        for block in self.text(alphabet):
            digest.update(block)
        return digest.hexdigest()


@lru_cache(maxsize=4)
def _encode_labels(alphabet: Alphabet) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return tables for :mod:`..kernels.word_list_lines`: labels of one code point in UTF-8, and their sizes."""
    labels, sizes = np.zeros((64, 4), np.uint8), np.zeros(64, np.uint8)
    for tile, label in enumerate(alphabet, 1):
        encoded = label.encode()
        labels[tile, : len(encoded)] = list(encoded)
        sizes[tile] = len(encoded)
    return labels.reshape(-1), sizes


def spell_words(graph: Graph) -> TileWords:
    """Spell all words of a proved graph, in order, from its forward part.

    Raises WordListError for more words or letters than a list may have, since a few hundred bytes can hold
    billions.
    """
    _require_few("words", graph.word_count, MOST_WORDS)
    lengths = np.zeros(graph.word_count, np.int64)
    nodes = graph.walkable()
    letters = check_paths.spell(nodes, np.zeros(0, np.uint8).data, lengths.data)
    _require_few("letters", letters, MAX_TILES)
    tiles = np.zeros(letters, np.uint8)
    check_paths.spell(nodes, tiles.data, lengths.data)
    return TileWords.joined(tiles, lengths)


def _require_few(what: str, number: int, most: int) -> None:
    if number > most:
        raise WordListError(f"too many {what} to be spelled", expected=f"at most {most:,}", found=f"{number:,}")
