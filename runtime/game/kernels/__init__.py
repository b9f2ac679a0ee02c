"""The game's kernels: squares, generators of all moves, the best move and its bounds, whole games, censuses, endgames.

The files here are compiled to two modules. In ``narrow`` sets of letters have 32 bits and a move's tiles 64, which
makes them fast; in ``wide`` they have 64 and 128, for more than 31 letters or racks of more than 8 tiles (``width.h``).
Interpreted, numbers have no width, and the files themselves serve for both.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .anagram_table import AnagramTable
    from .best_move import BestFinder
    from .board_census import Census
    from .dawg_generator import DawgGenerator
    from .endgame_board import SearchBoard
    from .endgame_line_moves import LineMoves
    from .endgame_search import EndgameSearch
    from .endgame_table import SearchTable
    from .gaddag_generator import GaddagGenerator
    from .game_player import GamePlayer
    from .leave_table import LeaveTable
    from .rollouts import Rollouts
    from .shadow import Shadow
    from .squares import Squares

__all__ = ["GameKernels", "kernels_for"]


class GameKernels(NamedTuple):
    """The classes of the kernels, all of one width."""

    Squares: type[Squares]
    GaddagGenerator: type[GaddagGenerator]
    DawgGenerator: type[DawgGenerator]
    Shadow: type[Shadow]
    BestFinder: type[BestFinder]
    GamePlayer: type[GamePlayer]
    LeaveTable: type[LeaveTable]
    AnagramTable: type[AnagramTable]
    Census: type[Census]
    Rollouts: type[Rollouts]
    SearchBoard: type[SearchBoard]
    LineMoves: type[LineMoves]
    SearchTable: type[SearchTable]
    EndgameSearch: type[EndgameSearch]


#: The files of the kernels, in the order of their classes.
_FILES = (
    "squares",
    "gaddag_generator",
    "dawg_generator",
    "shadow",
    "best_move",
    "game_player",
    "leave_table",
    "anagram_table",
    "board_census",
    "rollouts",
    "endgame_board",
    "endgame_line_moves",
    "endgame_table",
    "endgame_search",
)


def kernels_for(width: int, rack_size: int) -> GameKernels:
    """The kernels for sets of ``width`` words of 32 bits and racks of this size."""
    kind = "narrow" if width == 1 and rack_size <= 8 else "wide"
    try:
        modules = [import_module(f"{__name__}.{kind}")] * len(_FILES)
    except ImportError:  # not compiled
        modules = [import_module(f"{__name__}.{file}") for file in _FILES]
    return GameKernels(*(getattr(module, name) for module, name in zip(modules, GameKernels._fields, strict=True)))
