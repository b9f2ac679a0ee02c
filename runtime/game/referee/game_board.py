"""The board of a game: everyone may look at it and search it, only the game changes it.

It keeps its followers, such as cross sets, through plays, challenges, undo and redo, so that a search on the next
position costs little. It shows what everyone sees: squares, scores, turns without a point, but no racks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from ....errors import IllegalMoveError
from ..board import Board

if TYPE_CHECKING:
    from ..board_followers import Follower
    from ..move import Move
    from ..rack import Rack

__all__ = ["GameBoard"]


class GameBoard(Board):
    """The board of a game. ``copy()`` gives a :class:`lexkit.Board` to try plays on."""

    def show(
        self, grid: bytes, scores: tuple[int, ...], to_move: int, zeros: int, squares: Sequence[int] | None = None
    ) -> None:
        """Show another position. ``squares``: those that differ, if the caller knows."""
        state = {"_racks": ("",) * len(scores), "scores": scores, "to_move": to_move, "zeros": zeros}
        before = self._grid
        if before == grid:
            self.__dict__.update(state)
            return
        both = zip(before, grid, strict=True)
        changed = squares or [square for square, (one, other) in enumerate(both) if one != other]
        gone = [square for square in changed if before[square]]
        put = [square for square in changed if grid[square]]

        def tell(follower: Follower) -> None:
            if gone:
                follower.take(gone)
            if put:
                follower.put(put, bytes([grid[square] for square in put]))

        self._become({**state, "_grid": bytearray(grid)}, tell)

    def play(self, move: Move | str) -> NoReturn:
        """Refused: the game plays, and its board shows it."""
        self._refuse("game.play")

    def exchange(self, tiles: Rack | str) -> NoReturn:
        """Refused, as :meth:`play` is."""
        self._refuse("game.exchange")

    def pass_turn(self) -> NoReturn:
        """Refused, as :meth:`play` is."""
        self._refuse("game.pass_turn")

    def undo(self) -> NoReturn:
        """Refused, as :meth:`play` is."""
        self._refuse("game.undo")

    def _refuse(self, instead: str) -> NoReturn:
        raise IllegalMoveError("the board of a game", expected=instead, remedy="or a copy of it: game.board.copy()")

    def copy(self) -> Board:
        """An independent board with this position, for plays of its own."""
        other = Board.__new__(Board)
        own = {"_grid": bytearray(self._grid), "opcodes": dict(self.opcodes), "core": self.core}
        other.__dict__.update({**self.__getstate__(), **own})
        return other

    __copy__ = copy
