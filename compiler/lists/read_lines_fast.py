"""Read the usual lines of a word list with the kernel :mod:`..kernels.word_list_lines`.

Most lists hold words of letters that are one code point of one or two bytes each. If a block has nothing else before
the first space of its lines, the kernel reads it from the bytes alone. Any other block is read in the exact way, by
:mod:`.word_list`, which also raises all errors: to this module they are surprises.
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
    """The words of a block: their tiles end to end, their lengths, and their lines from 0, if wanted.

    ``lines``: those of the block; ``too_short``, ``too_long``: words that were left out.
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
        """``max_line``: most bytes of a line; ``numbered``: whether the lines of the words are wanted."""
        self.limits = min_length, max_length, MAX_LENGTH, max_line
        self.numbered = numbered
        self.classes = _classify_letters(alphabet)
        self.tiles = self.lengths = np.zeros(0, np.uint8)
        self.numbers = np.zeros(0, np.int64)
        # A spelling of several code points is read as one letter. If none of its own is a letter, it is a surprise.
        self.possible = all(
            any(ord(letter) >= len(self.classes) or not self.classes[ord(letter)] for letter in text)
            for text in alphabet.spellings
            if len(text) > 1
        )

    def read(self, block: bytes) -> BlockWords | None:
        """Read a block, or return None if it holds a surprise. The arrays are overwritten by the next block."""
        if not self.possible:
            return None
        if len(self.tiles) < len(block):
            # Kept for the next blocks: memory that the system gives again costs more than reading does.
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
    """Make the kernel's table of the letters that Unicode normalization neither changes nor joins to others."""
    classes = np.zeros(word_list_lines.CODE_POINTS, np.uint8)
    for text, number in alphabet.spellings.items():
        if len(text) == 1 and ord(text) < word_list_lines.CODE_POINTS and _stays(text):
            classes[ord(text)] = number
    classes[[ord("\n"), ord("\r")]] = word_list_lines.NEWLINE, word_list_lines.RETURN
    classes[[ord(" "), ord("\t")]] = word_list_lines.BLANK
    return classes


def _stays(letter: str) -> bool:
    """Whether NFC leaves a code point below CODE_POINTS as it is, whatever stands before it."""
    return is_nfc(letter) and unicodedata.category(letter)[0] != "M"


def _is_text(block: bytes) -> bool:
    """Whether it is in UTF-8."""
    try:
        block.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
