"""Columns of the bundled word list that are files of their own, read when somebody asks for one.

They belong to every lexicon whose words are those of the bundled list, as its provenance says; a column of the same
name in the lexicon's own file comes first. :data:`COLUMNS` is the registry: a new column is an entry and a file.

A lexicon with a column ``playability`` of its own, of numbers as ``lexc playability`` writes them, also has
``playability_order``, which is computed from it.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from lexkit import lexicons
from lexkit.base import lazy_numpy as np
from lexkit.base.errors import CorruptFileError
from lexkit.formats.columns_section import NUMBER, TEXT, StoredColumn
from lexkit.formats.constants import TEXTS_PER_BLOCK
from lexkit.formats.text_column import TextBlocks, count_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.formats.lexicon_file import LexiconFile

#: SHA-256 of the bundled list, as its provenance has it.
_LIST_SHA256: Final = "6d33bd0052526212e751abc84164334c153bd2daae8e864bd3ebc2f4fa7781bf"
#: Column of how many people know a word, from 1 to :data:`BEST_KNOWN`, the commonest words.
KNOWN: Final = "known"
BEST_KNOWN: Final = 9
#: The smallest playability above 0, and the ratio of successive ones less 1.
PLAYABILITY_LEAST: Final = 0.001
PLAYABILITY_STEP: Final = 0.005
_PLAYABILITY: Final = "playability"
_ORDER: Final = "playability_order"
#: Number of base words on the way from a word to its definition, at most.
_MOST_BASES: Final = 8


def columns_of(file: LexiconFile) -> Mapping[str, StoredColumn]:
    """Return the columns of a lexicon by name: its own, and those of the bundled list if it has the same words."""
    shared: dict[str, Callable[[str], StoredColumn]] = {}
    if file.provenance.get("sha256") == _LIST_SHA256:
        shared |= dict.fromkeys(COLUMNS, _read)
    own = file.columns.get(_PLAYABILITY)
    if own is not None and own.kind == NUMBER:
        shared[_ORDER] = lambda name: _order(name, own.values)
    return _Columns(file, shared) if shared else file.columns


class _Columns(Mapping[str, StoredColumn]):
    """Columns of a lexicon. Those not in its file are read or computed when they are asked for."""

    def __init__(self, file: LexiconFile, shared: Mapping[str, Callable[[str], StoredColumn]]) -> None:
        self._own = file.columns
        self._shared = shared
        self._made: dict[str, StoredColumn] = {}
        self._words = file.gaddag.word_count
        self._path = file.path
        self._names = sorted({*shared, *self._own})

    def __getitem__(self, name: str) -> StoredColumn:
        if name in self._own:
            return self._own[name]
        column = self._made.get(name)
        if column is None:
            column = self._made[name] = self._shared[name](name)
        if column.words != self._words:
            place = "provenance: sha256, that of the bundled list"
            raise CorruptFileError.at(self._path, place, f"{column.words} words", self._words)
        return column

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@cache
def _read(name: str) -> StoredColumn:
    return COLUMNS[name](name)


def _known(name: str) -> StoredColumn:
    values = BEST_KNOWN - np.frombuffer(lexicons.words_by_class()[1], np.uint8).astype(np.int64)
    return StoredColumn.of_integers(name, values, np.zeros(len(values), bool))


def _playability(name: str) -> StoredColumn:
    return StoredColumn.of_numbers(name, np.round(playability(lexicons.bundled_data("playability"))[0], 2))


def _playability_order(name: str) -> StoredColumn:
    return _order(name, playability(lexicons.bundled_data("playability"))[0])


def _order(name: str, values: NDArray[np.float64]) -> StoredColumn:
    places = np.empty(len(values), np.int64)
    places[np.argsort(-values, kind="stable")] = np.arange(1, len(values) + 1)
    return StoredColumn.of_integers(name, places, np.zeros(len(values), bool))


def playability(data: bytes) -> tuple[NDArray[np.float64], dict[str, int]]:
    """Return (values in points per 1,000 games, games and seed) of a file that ``tools/make_playability.py`` made.

    ``data``: its content, decompressed.
    """
    head, _, planes = data.partition(b"\n")
    low, high = np.frombuffer(planes, np.uint8).reshape(2, -1).astype(np.int64)
    codes = low + 256 * high
    values = np.where(codes > 0, PLAYABILITY_LEAST * (1 + PLAYABILITY_STEP) ** (codes - 1.0), 0.0)
    return values, json.loads(head)


def _definitions(name: str) -> StoredColumn:
    text = lexicons.bundled_data("definitions")
    column = StoredColumn(name, {"kind": TEXT}, (), text.count(b"\n"))
    # In place of the cached property, which would read arrays.
    column.__dict__["texts"] = _Definitions(text, column.words, name)
    return column


class _Definitions(TextBlocks):
    """Definitions as ``make_definitions.py`` writes them: many lines refer to the definition of another word."""

    def __init__(self, text: bytes, words: int, name: str) -> None:
        super().__init__(np.zeros(count_blocks(words), np.uint64), b"", words, name, None)
        self._lines, self._spelled = _Lines(text), _Lines(lexicons.words_by_class()[0])
        #: Ranks of all words, once all definitions were asked for.
        self._ranks: Mapping[bytes, int] | None = None

    def text(self, rank: int) -> str:
        """Return the definition of the word of a rank, or "". About 10 us."""
        word: bytes = self._spelled[rank]
        told = ""
        for _ in range(_MOST_BASES):
            how, _, own = self._lines[rank].decode("utf-8").partition(" ")
            if not how or how.startswith("("):
                return f"{told}{how} {own}" if how else told
            base, shown = base_of(word.decode("ascii"), how)
            told += f"{shown}, "
            if own:
                return f"{told}{own}"
            word = base.encode("ascii")
            rank = bisect_left(self._spelled, word) if self._ranks is None else self._ranks[word]
        raise CorruptFileError("damaged definitions", found=f"no definition behind {told}")

    def texts(self, ranks: NDArray[np.int64]) -> list[str]:
        return [self.text(rank) for rank in ranks.tolist()]

    def unpack(self, block: int, frames: Any = None) -> str:
        """Return the texts of a block. The first call finds the ranks of all words, in 50 ms."""
        self.look()
        if self._ranks is None:
            self._ranks = {word: rank for rank, word in enumerate(self._spelled.text.split())}
        first = block * TEXTS_PER_BLOCK
        return "".join([f"{self.text(rank)}\0" for rank in range(first, min(first + TEXTS_PER_BLOCK, self._words))])


class _Lines(Sequence[bytes]):
    """Lines of a text, without copies."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n")).data

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: Any) -> Any:  # an int: slices are not needed
        return self.text[self._ends[number - 1] + 1 if number else 0 : self._ends[number]]


def base_of(word: str, how: str) -> tuple[str, str]:
    """Return (the base word of a word, how it is shown), from the first part of its line: ``1``, ``3E``, ``2+LY``."""
    if how.endswith("+"):
        base = word[len(how) - 1 :]
        return base, f"{how[:-1]}- + {base}"
    taken, _, ending = how.partition("+")
    added = taken.lstrip("0123456789")
    base = word[: len(word) - int(taken.removesuffix(added))] + added
    return base, f"{base} + -{ending}" if ending else base


#: Functions that read the bundled columns, by name.
COLUMNS: Final[Mapping[str, Callable[[str], StoredColumn]]] = {
    "definition": _definitions,
    KNOWN: _known,
    _PLAYABILITY: _playability,
    _ORDER: _playability_order,
}
