"""What a lexicon is asked about boards: all moves, the best one, of one position or of many.

The answers are found in :mod:`.game`, which is loaded by the first such question: who asks about words only does not
wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..limits import within

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..game.board import Board
    from ..game.finder import Finder
    from ..game.move import Move
    from ..game.moves import Moves
    from ..game.rack import Rack

__all__ = ["BoardQueries", "Counters"]

#: A board with its rack: as a board, as CGP, or board and rack.
Position: TypeAlias = "Board | str | tuple[Board | str, Rack | str]"


class Counters(NamedTuple):
    """How much a generator did: Gordon 1994, Table IV."""

    anchors: int
    states: int
    arcs: int


class BoardQueries:
    """The part of a :class:`lexkit.Lexicon` that knows boards."""

    core: Index

    def moves(
        self,
        board: Board,
        rack: Rack | str | None = None,
        generator: str = "gaddag",
        *,
        timeout: float | None = None,
    ) -> Moves:
        """Every legal placement of this rack on this board, each with its score.

        The rack is the one given, else that of the player to move. Blanks as ``?``. Raises PositionError for a
        rack or an alphabet that does not fit the board, and where there is no rack. Gordon 1994; about 0.15 us a
        move, and 10 us. ``generator="dawg"`` finds the same moves as Appel & Jacobson 1988 do, slower, in another
        order. ``timeout``: seconds, for positions from outside, then TimeLimitError.
        """
        if timeout is None:
            return self._finder(board).moves(board, rack, generator)
        with within(timeout):
            return self._finder(board).moves(board, rack, generator)

    def best_move(self, board: Board, rack: Rack | str | None = None, *, timeout: float | None = None) -> Move | None:
        """The best of :meth:`moves`, by the tie rule of :mod:`lexkit.runtime.game.moves`, without finding all of
        them; None where there is no move. About twice as fast as all moves."""
        if timeout is None:
            return self._finder(board).best(board, rack)
        with within(timeout):
            return self._finder(board).best(board, rack)

    def moves_batch(
        self, positions: Iterable[Position], threads: int | None = None, *, timeout: float | None = None
    ) -> list[Moves]:
        """All moves of each position: boards, CGP texts, or (board, rack) pairs.

        By so many threads, one for each processor unless said; the answers do not depend on it. ``timeout``: seconds
        for all of them together.
        """
        from ..game.finder import by_rules

        with within(timeout):
            return by_rules(self.core, positions, lambda finder, some: finder.moves_of_each(some, threads))

    def best_moves(
        self, positions: Iterable[Position], threads: int | None = None, *, timeout: float | None = None
    ) -> list[Move | None]:
        """The best move of each position, as :meth:`best_move`; all else as for :meth:`moves_batch`."""
        from ..game.finder import by_rules

        with within(timeout):
            return by_rules(self.core, positions, lambda finder, some: finder.best_of_each(some, threads))

    def counters(self, board: Board, rack: Rack | str | None = None, generator: str = "gaddag") -> Counters:
        """What it takes to find the :meth:`moves`: anchors used, states visited, arcs traversed, as the papers count
        them; what exactly counts is said at each generator."""
        return Counters(*self._finder(board).counted(board, rack, generator))

    def _finder(self, board: Board) -> Finder:
        """The finder of moves on boards of these rules."""
        finder: Finder | None = self.core.finders.get(id(getattr(board, "rules", None)))
        if finder is not None and isinstance(board, finder.boards):
            self.core.require_open()
            board.core = self.core
            return finder
        # Only here: an import takes longer than all else that is done for a position outside of the kernels.
        from ..game.finder import finder_for

        return finder_for(self.core, board)
