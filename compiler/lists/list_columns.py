"""What a word list says besides its words, as columns: what stands behind a word, and how the list spells it.

``definition``: the rest of a word's line. ``spelling``: the word as the list has it, where that is not how its tiles
are spelled: small letters, accents that the alphabet reads as plain letters.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...formats.alphabet import Alphabet
from ...formats.columns import StoredColumn
from .column_values import ColumnReport, WordRanks, column_of_rows
from .sorted_words import TileWords
from .value_files import Row

__all__ = ["DEFINITION", "SPELLING", "ListColumns"]

DEFINITION: Final = "definition"
SPELLING: Final = "spelling"
_FIELDS: Final = re.compile(r"[ \t]*([^ \t]+)[ \t]*(.*)", re.S)


class ListColumns:
    """Watches a list being read (``witness`` of :func:`lexkit.compiler.lists.word_list.read_words`) and makes its columns."""

    def __init__(self, definitions: bool, spelling: bool) -> None:
        self.definitions = definitions
        self.spelling = spelling
        self._rows: list[Row] = []

    def __call__(self, block: bytes, line: int, numbers: NDArray[np.int64]) -> None:
        lines = unicodedata.normalize("NFC", block.decode("utf-8")).split("\n")
        for number in numbers.tolist():
            found = _FIELDS.match(lines[number - line].removesuffix("\r"))
            assert found is not None, "a line with a word"
            self._rows.append(Row(number, found[1], found[2].strip() or None, True))

    def columns(self, words: TileWords, alphabet: Alphabet, name: str) -> list[tuple[StoredColumn, ColumnReport]]:
        """The columns asked for; ``words`` are those of the lexicon, ``name`` is the list's.

        ColumnError for a word with two definitions. Of several spellings each is kept, with commas between them.
        """
        ranks = WordRanks(words, alphabet)
        made = []
        if self.definitions:
            made.append(column_of_rows(DEFINITION, self._rows, ranks, name))
        if self.spelling:
            made.append(column_of_rows(SPELLING, self._spellings(ranks, words, alphabet), ranks, name))
        return made

    def _spellings(self, ranks: WordRanks, words: TileWords, alphabet: Alphabet) -> list[Row]:
        found: dict[int, set[str]] = {}
        for row, rank in zip(self._rows, ranks.of_texts(row.word for row in self._rows).tolist(), strict=True):
            found.setdefault(rank, set()).add(row.word)
        rows = []
        for rank, tiles in enumerate(words):
            plain = alphabet.decode(tiles)
            if found[rank] != {plain}:
                rows.append(Row(rank, plain, ", ".join(sorted(found[rank])), True))
        return rows
