"""Make columns of what a word list says besides its words: definitions and spellings.

``definition``: the rest of a word's line. ``spelling``: the word as the list spells it, if that differs from the
spelling of its tiles: lower-case letters, accents that the alphabet reads as plain letters.
"""

from __future__ import annotations

import unicodedata
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...formats.alphabet import Alphabet
from ...formats.columns import StoredColumn
from .column_values import ColumnReport, WordRanks, make_column
from .sorted_words import TileWords
from .value_files import Row, split_line

__all__ = ["DEFINITION", "SPELLING", "ListColumns"]

DEFINITION: Final = "definition"
SPELLING: Final = "spelling"


class ListColumns:
    """Collects the lines of a list as ``witness`` of :func:`.word_list.read_words`, and makes its columns."""

    def __init__(self, definitions: bool, spelling: bool) -> None:
        self.definitions = definitions
        self.spelling = spelling
        self._rows: list[Row] = []

    def __call__(self, block: bytes, line: int, numbers: NDArray[np.int64]) -> None:
        lines = unicodedata.normalize("NFC", block.decode("utf-8")).split("\n")
        for number in numbers.tolist():
            self._rows.append(split_line(number, lines[number - line].removesuffix("\r")))

    def make_columns(self, words: TileWords, alphabet: Alphabet, name: str) -> list[tuple[StoredColumn, ColumnReport]]:
        """Make the wanted columns.

        ``words`` are those of the lexicon, ``name`` is the list's. Several spellings of a word are joined with commas.
        Raises ColumnError if a word has two definitions.
        """
        ranks = WordRanks(words, alphabet)
        made = []
        if self.definitions:
            made.append(make_column(DEFINITION, self._rows, ranks, name))
        if self.spelling:
            made.append(make_column(SPELLING, self._collect_spellings(ranks, words, alphabet), ranks, name))
        return made

    def _collect_spellings(self, ranks: WordRanks, words: TileWords, alphabet: Alphabet) -> list[Row]:
        found: dict[int, set[str]] = {}
        for row, rank in zip(self._rows, ranks.of_texts(row.word for row in self._rows).tolist(), strict=True):
            found.setdefault(rank, set()).add(row.word)
        rows = []
        for rank, tiles in enumerate(words):
            plain = alphabet.decode(tiles)
            if found[rank] != {plain}:
                rows.append(Row(rank, plain, ", ".join(sorted(found[rank])), True))
        return rows
