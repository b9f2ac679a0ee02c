"""The turns of games as a data frame: one row for each, of one game or of thousands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ....errors import require_kind, require_several
from ....limits import look
from ...words.data_frames import find_library, make_frame
from ..move_fields import choose_fields, make_table
from .turn import running_totals

if TYPE_CHECKING:
    from .game import Game
    from .turn import Turn


class _Row(NamedTuple):
    """A turn of a game. ``game`` and ``turn`` count from 0 and from 1."""

    game: int
    of: Game
    number: int
    turn: Turn
    #: The player's total after the turn.
    total: int


#: Field -> its value for a turn of a game. Scores are those of the player of the turn.
TURN_FIELDS: Final[dict[str, Callable[[_Row], Any]]] = {
    "game": lambda row: row.game,
    "turn": lambda row: row.number,
    "player": lambda row: row.turn.player,
    "name": lambda row: row.of.players[row.turn.player],
    "kind": lambda row: row.turn.kind,
    "rack": lambda row: str(row.turn.rack),
    "text": lambda row: row.turn.text,
    "score": lambda row: row.turn.score,
    "total": lambda row: row.total,
    "words": lambda row: "/".join(row.turn.move.words) if row.turn.move else "",
    "is_bingo": lambda row: row.turn.kind == "placement" and row.turn.move is not None and row.turn.move.is_bingo,
    "drawn": lambda row: len(row.turn.drawn),
    "time": lambda row: row.turn.time,
    "final": lambda row: row.of.scores[row.turn.player],
    "won": lambda row: row.of.winner == row.turn.player,
}
#: The fields shown if the caller names none.
USUAL: Final = ("game", "turn", "player", "name", "kind", "rack", "text", "score", "total", "final")


def turns_to_frame(
    games: Game | Iterable[Game], columns: Iterable[str] | None = None, library: str | None = None
) -> Any:
    """A data frame with one row for each turn of a game, or of many: ``turns_to_frame(match.play(1000))``.

    A pandas or polars DataFrame, or a pyarrow Table, chosen as by :meth:`lexkit.Words.to_frame`. ``columns``: of
    ``game`` and ``turn``, which count from 0 and from 1, ``player`` (its number) and ``name``, ``kind``, ``rack``,
    ``text``, ``score``, ``total`` (with this turn), ``words``, ``is_bingo``, ``drawn`` (how many tiles), ``time``
    (seconds), ``final`` (the score at the end) and ``won``; by default the first nine and ``final``. Games are read one
    by one, and not kept. Raises QueryError for an unknown column or library, and if the library is not installed.
    """
    from .game import Game

    names = choose_fields(columns, USUAL, TURN_FIELDS, "a turn")
    find_library(library)
    require_several([games] if isinstance(games, Game) else games, "games", "a Game, or several")

    def rows() -> Iterator[tuple[Any, ...]]:
        for place, game in enumerate([games] if isinstance(games, Game) else games):
            require_kind(game, Game, "games", "a Game, or several")
            totals = running_totals(game.turns, game.start_scores)
            for number, (turn, _, scores, _) in enumerate(totals, 1):
                look()
                row = _Row(place, game, number, turn, scores[turn.player])
                yield tuple([TURN_FIELDS[name](row) for name in names])

    return make_frame(make_table(rows(), names), library)
