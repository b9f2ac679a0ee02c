"""Make columns of the definitions and spellings in a word list.

``definition``: the rest of a word's line. ``spelling``: the word as the list spells it, if that differs from the
spelling of its tiles: lower-case letters, accents that the alphabet reads as plain letters. If a list is folded, its
words with letters that the alphabet lacks keep their spelling too: see :mod:`lexkit.formats.folding`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...formats.alphabet import Alphabet
from ...formats.columns_section import StoredColumn
from ...formats.folding import Folder
from .columns_from_value_file import ColumnReport, WordRanks, make_column
from .read_value_file import Row, split_line
from .sorted_words import TileWords
from .word_list import decode

DEFINITION: Final = "definition"
SPELLING: Final = "spelling"


class ListColumns:
    """Collects the lines of a list as ``witness`` of :func:`.word_list.read_words`, and makes its columns."""

    def __init__(self, name: str, definitions: bool, spelling: bool, fold: bool = False) -> None:
        """``name``: the list's; ``fold``: keep the spelling of folded words, also without ``spelling``."""
        self.name = name
        self.definitions = definitions
        self.spelling = spelling
        self.fold = fold
        self._rows: list[Row] = []

    def __call__(self, block: bytes, line: int, numbers: NDArray[np.int64]) -> None:
        lines = decode(block, line, self.name).split("\n")
        for number in numbers.tolist():
            self._rows.append(split_line(number, lines[number - line].removesuffix("\r")))

    def make_columns(self, words: TileWords, alphabet: Alphabet) -> list[tuple[StoredColumn, ColumnReport]]:
        """Make the wanted columns.

        ``words`` are those of the lexicon. Several spellings of a word are joined with commas. Raises ColumnError if a
        word has two definitions.
        """
        folder = Folder(alphabet) if self.fold else None
        ranks = WordRanks(words, alphabet, folder)
        made = []
        if self.definitions:
            made.append(make_column(DEFINITION, self._rows, ranks, self.name))
        if self.spelling or self.fold:
            # Without --spelling, only folded words have one, and a list without them has no such column.
            rows = self._collect_spellings(ranks, words, alphabet)
            if rows or self.spelling:
                made.append(make_column(SPELLING, rows, ranks, self.name))
        return made

    def _collect_spellings(self, ranks: WordRanks, words: TileWords, alphabet: Alphabet) -> list[Row]:
        found: dict[int, set[str]] = {}
        listed = [row.word for row in self._rows if self.spelling or _is_folded(row.word, ranks.folder)]
        for word, rank in zip(listed, ranks.of_texts(listed).tolist(), strict=True):
            found.setdefault(rank, set()).add(word)
        rows = []
        for rank, tiles in enumerate(words):
            plain = alphabet.decode(tiles)
            if found.get(rank, {plain}) != {plain}:
                rows.append(Row(rank, plain, ", ".join(sorted(found[rank])), True))
        return rows


def _is_folded(word: str, folder: Folder | None) -> bool:
    """Whether a word, in NFC, has letters that the alphabet lacks."""
    return folder is not None and not word.isascii() and folder.fold(word) != word
