"""The game's kernels: squares, generators of all moves, the best move and its bounds, whole games, censuses, endgames.

The files here are compiled twice. In ``narrow/`` sets of letters have 32 bits and a move's tiles 64, which
makes them fast; in ``wide/`` they have 64 and 128, for more than 31 letters or racks of more than 8 tiles: ``width.h``.
In interpreted kernels numbers have no width, and the files here serve for both.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import (
        anagram_table,
        best_move,
        board_census,
        dawg_generator,
        endgame_board,
        endgame_line_moves,
        endgame_search,
        gaddag_generator,
        game_player,
        leave_table,
        rollouts,
        shadow,
        squares,
        word_credits,
        wordsmog,
    )

__all__ = ["GameKernels", "kernels_for", "move_size"]


@dataclass(frozen=True)
class GameKernels:
    """Kernel classes of one width. Each annotation names the module of the class."""

    Squares: type[squares.Squares]
    GaddagGenerator: type[gaddag_generator.GaddagGenerator]
    DawgGenerator: type[dawg_generator.DawgGenerator]
    Shadow: type[shadow.Shadow]
    BestFinder: type[best_move.BestFinder]
    GamePlayer: type[game_player.GamePlayer]
    CreditFinder: type[word_credits.CreditFinder]
    LeaveTable: type[leave_table.LeaveTable]
    AnagramTable: type[anagram_table.AnagramTable]
    Census: type[board_census.Census]
    Rollouts: type[rollouts.Rollouts]
    SearchBoard: type[endgame_board.SearchBoard]
    LineMoves: type[endgame_line_moves.LineMoves]
    SearchTable: type[endgame_board.SearchTable]
    EndgameSearch: type[endgame_search.EndgameSearch]
    WordsmogWalk: type[wordsmog.WordsmogWalk]
    WordsmogFinder: type[wordsmog.WordsmogFinder]


def move_size(width: int, rack_size: int) -> int:
    """Return the bytes of a move: 16 in narrow kernels, 24 in wide ones. Arguments are those of :func:`kernels_for`."""
    return 16 if width == 1 and rack_size <= 8 else 24


def kernels_for(width: int, rack_size: int) -> GameKernels:
    """Return the kernels for letter sets of ``width`` 32-bit words and for racks of this size."""
    kind = "narrow" if move_size(width, rack_size) == 16 else "wide"
    files = {field.name: str(field.type).removeprefix("type[").partition(".")[0] for field in fields(GameKernels)}
    try:
        modules = {name: import_module(f"{__name__}.{kind}.{file}") for name, file in files.items()}
    except ImportError:  # not compiled
        modules = {name: import_module(f"{__name__}.{file}") for name, file in files.items()}
    return GameKernels(**{name: getattr(module, name) for name, module in modules.items()})
