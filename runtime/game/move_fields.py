"""Facts about moves, by name, for tables, data frames and the shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...errors import require_many, require_one_of
from ...limits import look
from ..words.data_frames import find_library, make_frame
from .text.notation import KINDS

if TYPE_CHECKING:
    from .moves import Moves
    from .rack import Rack


@lru_cache(maxsize=1024)
def _leave_text(rack: Rack, played: bytes) -> str:
    """The tiles of a rack that a move keeps: thousands of moves of a rack keep the same."""
    return str(rack - played)


#: Field -> its value for a move of a rack.
MOVE_FIELDS: Final[dict[str, Callable[[Any, Rack], Any]]] = {
    "place": lambda move, rack: move.place,
    "tiles": lambda move, rack: move.tiles,
    "score": lambda move, rack: move.score,
    "words": lambda move, rack: "/".join(move.words),
    "leave": lambda move, rack: _leave_text(rack, bytes(sorted(move.played.translate(KINDS)))),
    "is_bingo": lambda move, rack: move.is_bingo,
    "row": lambda move, rack: move.row,
    "column": lambda move, rack: move.column,
    "across": lambda move, rack: bool(move.across),
    "played": lambda move, rack: len(move.played),
}
#: The fields shown if the caller names none.
USUAL: Final = ("place", "tiles", "score", "words", "leave")


def choose_fields(
    columns: Iterable[str] | None, usual: tuple[str, ...], known: Iterable[str], of: str = "a move"
) -> list[str]:
    """The fields named, each once, or the usual ones. Raises QueryError for an unknown one, TypeError for one text."""
    chosen = list(usual) if columns is None else require_many(columns, "columns", "the names of several columns")
    listed = list(known)
    return list(dict.fromkeys([require_one_of(name, listed, f"{of} has no such field") for name in chosen]))


def make_table(rows: Iterable[tuple[Any, ...]], names: list[str]) -> dict[str, Any]:
    """Rows as columns by name: numbers as arrays, texts as lists."""
    columns = list(zip(*rows, strict=True)) or [() for _ in names]
    return {name: _column(values) for name, values in zip(names, columns, strict=True)}


def _column(values: tuple[Any, ...]) -> Any:
    kinds = {type(value) for value in values}
    if kinds and kinds <= {int, float, bool}:
        return np.array(values)
    return list(values)


def to_frame(moves: Moves, columns: Iterable[str] | None, library: str | None) -> Any:
    """A data frame of moves: see :meth:`lexkit.Moves.to_frame`."""
    names = choose_fields(columns, USUAL, MOVE_FIELDS)
    find_library(library)
    rack = moves.rack

    def rows() -> Iterator[tuple[Any, ...]]:
        for move in moves:
            look()
            yield tuple([MOVE_FIELDS[name](move, rack) for name in names])

    return make_frame(make_table(rows(), names), library)
