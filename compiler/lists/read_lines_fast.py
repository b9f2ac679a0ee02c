"""Read the usual lines of a word list with the kernel :mod:`..kernels.word_list_lines`.

Most lists hold words of letters that are one code point of one or two bytes each. If a block has nothing else
before the first space of its lines, the kernel reads it from the bytes alone. Anything else is a surprise:
:mod:`.word_list` reads the block in the exact way, and raises all errors.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lexkit.formats.alphabet import Alphabet
from lexkit.formats.bounded_input import is_nfc
from lexkit.formats.constants import MAX_LENGTH

from ..kernels import word_list_lines


@dataclass(frozen=True)
class BlockWords:
    """The words of a block: their tiles, end to end, their lengths, and their line numbers from 0, if wanted.

    ``lines``: number of lines of the block; ``too_short``, ``too_long``: number of words that were left out.
    """

    tiles: NDArray[np.uint8]
    lengths: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    lines: int
    too_short: int
    too_long: int


class UsualLines:
    """Reads blocks of whole lines, if they hold nothing unusual."""

    def __init__(self, alphabet: Alphabet, min_length: int, max_length: int, max_line: int, numbered: bool) -> None:
        """``max_line``: longest line in bytes; ``numbered``: return the line numbers of the words."""
        self.limits = min_length, max_length, MAX_LENGTH, max_line
        self.numbered = numbered
        self.classes = _classify_letters(alphabet)
        self.tiles = self.lengths = np.zeros(0, np.uint8)
        self.numbers = np.zeros(0, np.int64)
        # Spellings of several code points are safe if each has a code point that is not a letter: it is a
        # surprise.
        self.possible = all(
            any(ord(letter) >= len(self.classes) or not self.classes[ord(letter)] for letter in text)
            for text in alphabet.spellings
            if len(text) > 1
        )

    def read(self, block: bytes) -> BlockWords | None:
        """Read a block, or return None after a surprise. The next block overwrites the arrays."""
        if not self.possible:
            return None
        if len(self.tiles) < len(block):
            # Kept for the next blocks: getting memory from the system again costs more than reading.
            self.tiles = np.empty(len(block), np.uint8)
            self.lengths = np.empty(len(block) // 2 + 1, np.uint8)
            self.numbers = np.empty(len(self.lengths) if self.numbered else 0, np.int64)
        words, written, read, too_short, too_long, is_ascii = word_list_lines.read_lines(
            memoryview(block), self.classes.data, self.tiles.data, self.lengths.data, self.numbers.data, *self.limits
        )
        if words < 0 or not (is_ascii or _is_text(block)):
            return None
        tiles, lengths, numbers = self.tiles[:written], self.lengths[:words], self.numbers[:words]
        return BlockWords(tiles, lengths, numbers, read, too_short, too_long)


def _classify_letters(alphabet: Alphabet) -> NDArray[np.uint8]:
    """Return the kernel's table of the letters that Unicode normalization neither changes nor joins to others."""
    classes = np.zeros(word_list_lines.CODE_POINTS, np.uint8)
    for text, number in alphabet.spellings.items():
        if len(text) == 1 and ord(text) < word_list_lines.CODE_POINTS and _stays(text):
            classes[ord(text)] = number
    classes[[ord("\n"), ord("\r")]] = word_list_lines.NEWLINE, word_list_lines.RETURN
    classes[[ord(" "), ord("\t")]] = word_list_lines.BLANK
    return classes


def _stays(letter: str) -> bool:
    """Return whether NFC leaves a code point below CODE_POINTS unchanged, whatever stands before it."""
    return is_nfc(letter) and unicodedata.category(letter)[0] != "M"


def _is_text(block: bytes) -> bool:
    """Return whether the block is valid UTF-8."""
    try:
        block.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
