"""Fields of moves and turns, by name, for tables, data frames and the shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lexkit.base.checks import require_many, require_one_of
from lexkit.base.time_limits import look

from ..words.data_frames import find_library, make_frame
from .referee.turn import running_totals
from .text.notation import KINDS

if TYPE_CHECKING:
    from .moves import Moves
    from .rack import Rack
    from .referee.game import Game
    from .referee.turn import Turn


@lru_cache(maxsize=1024)
def _leave_text(rack: Rack, played: bytes) -> str:
    """Return the tiles of a rack that a move keeps. Cached: thousands of moves of a rack keep the same tiles."""
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
    """Return the fields named, each once, or the usual ones.

    Raises QueryError for an unknown field, TypeError for a single text.
    """
    chosen = list(usual) if columns is None else require_many(columns, "columns", "the names of several columns")
    listed = list(known)
    return list(dict.fromkeys([require_one_of(name, listed, f"{of} has no such field") for name in chosen]))


def make_table(rows: Iterable[tuple[Any, ...]], names: list[str]) -> dict[str, Any]:
    """Return rows as columns by name: numbers as arrays, texts as lists."""
    columns = list(zip(*rows, strict=True)) or [() for _ in names]
    return {name: _column(values) for name, values in zip(names, columns, strict=True)}


def _column(values: tuple[Any, ...]) -> Any:
    kinds = {type(value) for value in values}
    if kinds and kinds <= {int, float, bool}:
        return np.array(values)
    return list(values)


def to_frame(moves: Moves, columns: Iterable[str] | None, library: str | None) -> Any:
    """Return a data frame of moves: see :meth:`lexkit.Moves.to_frame`."""
    names = choose_fields(columns, USUAL, MOVE_FIELDS)
    find_library(library)
    rack = moves.rack

    def rows() -> Iterator[tuple[Any, ...]]:
        for move in moves:
            look()
            yield tuple([MOVE_FIELDS[name](move, rack) for name in names])

    return make_frame(make_table(rows(), names), library)


class _TurnRow(NamedTuple):
    """A turn of a game. ``game`` counts from 0, ``number`` from 1."""

    game: int
    of: Game
    number: int
    turn: Turn
    #: Total of the player after the turn.
    total: int


#: Field -> its value for a turn of a game. Scores belong to the player of the turn.
TURN_FIELDS: Final[dict[str, Callable[[_TurnRow], Any]]] = {
    "game": lambda row: row.game,
    "turn": lambda row: row.number,
    "player": lambda row: row.turn.player,
    "name": lambda row: row.of.players[row.turn.player],
    "kind": lambda row: row.turn.kind,
    "rack": lambda row: str(row.turn.rack),
    "text": lambda row: row.turn.text,
    "score": lambda row: row.turn.score,
    "total": lambda row: row.total,
    "words": lambda row: "/".join(row.turn.words),
    "is_bingo": lambda row: row.turn.kind == "placement" and row.turn.move is not None and row.turn.move.is_bingo,
    "drawn": lambda row: len(row.turn.drawn or ()),
    "time": lambda row: row.turn.time,
    "final": lambda row: row.of.scores[row.turn.player],
    "won": lambda row: row.of.winner == row.turn.player,
}
#: The fields shown if the caller names none.
USUAL_OF_TURNS: Final = ("game", "turn", "player", "name", "kind", "rack", "text", "score", "total", "final")


def turns_to_frame(
    games: Game | Iterable[Game], columns: Iterable[str] | None = None, library: str | None = None
) -> Any:
    """Return a data frame with one row for each turn of a game, or of many: ``turns_to_frame(match.play(1000))``.

    Games are read one by one, and not kept.

    Args:
        games: A game, or several.
        columns: Names among ``game`` and ``turn``, which count from 0 and from 1, ``player`` (number) and ``name``,
            ``kind``, ``rack``, ``text``, ``score``, ``total`` (with this turn), ``words``, ``is_bingo``, ``drawn``
            (number of tiles), ``time`` (seconds), ``final`` (score at the end) and ``won``; by default the first
            nine and ``final``.
        library: ``pandas``, ``polars`` or ``arrow``, chosen as by :meth:`lexkit.Words.to_frame`.

    Returns:
        A pandas or polars DataFrame, or a pyarrow Table.

    Raises:
        QueryError: A column or the library is unknown, or the library is not installed.
    """
    names = choose_fields(columns, USUAL_OF_TURNS, TURN_FIELDS, "a turn")
    find_library(library)
    return make_frame(make_table(rows_of_turns(games, names), names), library)


def rows_of_turns(games: Game | Iterable[Game], names: list[str]) -> Iterator[tuple[Any, ...]]:
    """Return a row with these fields for each turn of a game, or of many, which are read one by one."""
    from .referee.game import Game

    several = [games] if isinstance(games, Game) else games

    def rows() -> Iterator[tuple[Any, ...]]:
        for place, game in enumerate(several):
            totals = running_totals(game.turns, game.start_scores)
            for number, (turn, _, scores, _) in enumerate(totals, 1):
                look()
                row = _TurnRow(place, game, number, turn, scores[turn.player])
                yield tuple([TURN_FIELDS[name](row) for name in names])

    return rows()
