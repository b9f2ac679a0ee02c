"""What readers of other programs' files are given and give, and what writers are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from .sibling_lists import SiblingLists


@dataclass(frozen=True)
class Source:
    """A file to read: its bytes, its path for errors, and the number of letters of the alphabet that it should have."""

    data: bytes
    path: str | PathLike[str] | None
    letters: int


@dataclass(frozen=True)
class FoundWords:
    """The words of a file.

    ``letters``: of all words, end to end; ``lengths``: of each. A letter is the number of a tile or, if there are
    ``labels``, number i stands for the text ``labels[i - 1]``. ``lists``: the nodes of the file, if it has a GADDAG,
    which nobody has compared with the words yet; ``columns``: numbers of each word, by name.
    """

    letters: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    labels: Sequence[str] | None = None
    lists: SiblingLists | None = None
    columns: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)


@dataclass(frozen=True)
class WordsToWrite:
    """The words of a lexicon for a file of another program.

    ``format``: its name, for errors; ``lists``: minimal, with the parts that the file has; ``labels``: the text of each
    letter, in order; ``name``: of the lexicon; ``letters_of_words`` and ``lengths``: the words, spelled, in tiles;
    ``tile_labels``: the texts of these.
    """

    format: str
    lists: SiblingLists
    labels: Sequence[str]
    name: str
    letters_of_words: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    tile_labels: Sequence[str]

    @property
    def count(self) -> int:
        """The number of words."""
        return len(self.lengths)
