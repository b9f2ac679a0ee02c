"""Spell the words of a lexicon file."""

from __future__ import annotations

from typing import Final

import numpy as np

from ...errors import WordListError
from ...formats.automaton_section import Graph
from ...formats.constants import MAX_TILES
from ..kernels import check_paths
from .sorted_words import TileWords

__all__ = ["spell_words"]

#: Most words that are spelled: a gigabyte for their lengths alone.
MOST_WORDS: Final = 1 << 27


def spell_words(graph: Graph) -> TileWords:
    """Spell all words of a proved graph, in order, from its forward part.

    Raises WordListError for more words or letters than a list may have: a few hundred bytes can hold billions.
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
