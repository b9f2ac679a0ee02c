"""The methods of a lexicon that find moves.

They import :mod:`lexkit.runtime.game` when called, so that programs that only look up words start faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from lexkit.base.errors import with_plain_types
from lexkit.base.time_limits import look, within

if TYPE_CHECKING:
    from lexkit.players.candidates import Candidate
    from lexkit.players.leaves import LeaveValues, TrainedValues

    from ..automaton.index import HasIndex, Index
    from ..game.board import Board
    from ..game.move import Move
    from ..game.move_finder import Finder
    from ..game.moves import Moves
    from ..game.rack import Rack
    from ..game.referee.player_view import View

#: A position, or one and a rack.
Position: TypeAlias = "Board | View | str | tuple[Board | View | str, Rack | str]"


@with_plain_types
class Counters(NamedTuple):
    """The work of a move generator (Gordon 1994, Table IV).

    ``anchors`` that it used, ``states`` that it visited and ``arcs`` that it traversed.
    """

    anchors: int
    states: int
    arcs: int


class BoardQueries:
    """The methods of a :class:`lexkit.Lexicon` about boards."""

    core: Index

    def moves(
        self,
        board: Board | View | str,
        rack: Rack | str | None = None,
        generator: str = "gaddag",
        *,
        timeout: float | None = None,
    ) -> Moves:
        """Every legal placement of a rack, each with its score.

        ``board``: a :class:`lexkit.Board`, its CGP, or a player's :class:`lexkit.View`. ``rack``: by default that of
        the player to move; ``?`` is a blank. ``generator``: ``"gaddag"`` (Gordon 1994), or ``"dawg"`` (Appel & Jacobson
        1988), which finds the same moves in another order and takes longer. ``timeout``: seconds, for positions that
        you do not trust. About 10 us, and 0.15 us a move.

        Raises PositionError if there is no rack, or if the rack or the alphabet does not fit the board; TimeLimitError
        when the time is up.
        """
        if timeout is None:
            finder, board = self._finder(board)
            return finder.moves(board, rack, generator)
        with within(timeout):
            finder, board = self._finder(board)
            found = finder.moves(board, rack, generator)
            look()
            return found

    def best_move(
        self, board: Board | View | str, rack: Rack | str | None = None, *, timeout: float | None = None
    ) -> Move | None:
        """The best of :meth:`moves`, or None if there is no move.

        Ties are broken by the rule of :mod:`lexkit.runtime.game.moves`. About twice as fast as finding all moves;
        arguments and errors are the same.
        """
        if timeout is None:
            finder, board = self._finder(board)
            return finder.best(board, rack)
        with within(timeout):
            finder, board = self._finder(board)
            best = finder.best(board, rack)
            look()
            return best

    def best_by_equity(
        self,
        board: Board | View | str,
        rack: Rack | str | None = None,
        leaves: HasIndex | LeaveValues | None = None,
        *,
        bag: int | None = None,
        exchanges: int = 0,
        timeout: float | None = None,
    ) -> Candidate:
        """The best of :meth:`lexkit.Moves.by_equity`: a placement, an exchange or the pass.

        ``leaves``: by default :attr:`leaves`; ``bag`` and ``exchanges``: as there. Found without
        listing all moves: about as fast as :meth:`best_move`. Raises the errors of :meth:`moves`.
        """
        from lexkit.players.candidates import best_for_lexicon

        return best_for_lexicon(self, board, rack, leaves, bag, exchanges, timeout)

    @property
    def leaves(self) -> TrainedValues:
        """The leave values that this lexicon uses: its own, else borrowed ones.

        ``lex.leaves.of("ERS")`` is a leave's value in points. ``lex.leaves.origin`` says whose values they are: those
        of ``the list itself``, else of a bundled list with the same tiles, else of Gordon's heuristics.
        """
        from lexkit.players.leaves import leaves_of_lexicon

        return leaves_of_lexicon(self)

    def moves_batch(
        self,
        positions: Iterable[Position],
        threads: int | None = None,
        *,
        timeout: float | None = None,
        executor: Any = None,
    ) -> list[Moves]:
        """All moves of each position, in the order of the positions.

        A position is what :meth:`moves` takes, or a pair of it and a rack. ``threads``: how many work on them, by
        default one for each processor; ``executor``: a ``concurrent.futures`` executor or a ``dask.distributed.Client``
        that works instead; the answers do not depend on them. ``timeout``: seconds for all of them together. A board is
        read when it is yielded, and may be played on afterwards. Raises the same errors as :meth:`moves`, QueryError
        for more than 16,777,216 moves in all, and WorkerError if workers die again and again.
        """
        from ..game.many_positions import moves_of_each

        with within(timeout):
            return moves_of_each(self.core, positions, threads, executor=executor)

    def best_moves(
        self,
        positions: Iterable[Position],
        threads: int | None = None,
        *,
        timeout: float | None = None,
        executor: Any = None,
    ) -> list[Move | None]:
        """The best move of each position, or None.

        Arguments and errors are those of :meth:`moves_batch`; moves are chosen as by :meth:`best_move`.
        """
        from ..game.many_positions import best_of_each

        with within(timeout):
            return best_of_each(self.core, positions, threads, executor)

    def best_move_batches(
        self,
        batches: Iterable[Any],
        column: str = "cgp",
        columns: Iterable[str] | None = None,
        *,
        executor: Any = None,
    ) -> Iterator[Any]:
        """The best move of each position in record batches, a batch for a batch: pyarrow.RecordBatch in and out.

        ``column``: that of the positions, in CGP. A batch that is yielded has the columns of its own, and behind them
        ``columns``, by default ``place``, ``tiles``, ``score``, ``words`` and ``leave`` (also ``is_bingo``, ``row``,
        ``column``, ``across``, ``played``), and ``error``, what is wrong with the row's position. All are null where
        there is no move; where nothing is wrong, ``error`` is. Moves are chosen as by :meth:`best_move`. About 170 us a
        position, of which 72 are for reading it; ``executor``: as for :meth:`best_moves`, to work on pieces of 512.
        Batches are read as answers are asked for, a few ahead. Raises QueryError if pyarrow is not installed, for an
        unknown column, and for a batch of more than 1,048,576 rows.
        """
        from .record_batches import best_move_batches

        return best_move_batches(self.core, batches, column, columns, executor)

    def counters(
        self, board: Board | View | str, rack: Rack | str | None = None, generator: str = "gaddag"
    ) -> Counters:
        """The work it takes to find the :meth:`moves`.

        Anchors used, states visited, arcs traversed. They are counted as in the papers; each generator's module says
        what exactly counts.
        """
        finder, board = self._finder(board)
        return Counters(*finder.counted(board, rack, generator))

    def _finder(self, board: Board | View | str) -> tuple[Finder, Board]:
        """The finder of moves for a position, and its board."""
        finder: Finder | None = self.core.finders.get(id(getattr(board, "rules", None)))
        if finder is not None and isinstance(board, finder.boards) and board.alphabet_source in finder.settled:
            self.core.require_open()
            board.core = self.core
            return finder, board
        # Imported only here: an import takes longer than everything else outside the kernels.
        from ..game.move_finder import finder_for
        from ..game.referee.player_view import board_of

        board = board_of(board, self.core)
        return finder_for(self.core, board), board
