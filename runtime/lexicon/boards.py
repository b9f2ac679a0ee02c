"""Methods of a lexicon that find moves.

They import :mod:`lexkit.runtime.game` when they are called, so that programs that only look up words start faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from lexkit.base.errors import with_plain_types
from lexkit.base.time_limits import in_force, look, within

if TYPE_CHECKING:
    from lexkit.players.candidates import Candidate
    from lexkit.players.leaves import LeaveValues, TrainedValues

    from ..automaton.index import Index, LexiconLike
    from ..game.board import Board
    from ..game.move import Move
    from ..game.move_finder import Finder, Generator
    from ..game.moves import Moves
    from ..game.rack import Rack
    from ..game.referee.player_view import View

#: A position, or one and a rack.
Position: TypeAlias = "Board | View | str | tuple[Board | View | str, Rack | str]"


@with_plain_types
class Counters(NamedTuple):
    """Work of a move generator (Gordon 1994, Table IV).

    Attributes:
        anchors: Number of anchors used.
        states: Number of states visited.
        arcs: Number of arcs traversed.
    """

    anchors: int
    states: int
    arcs: int


class BoardQueries:
    """Methods of :class:`lexkit.Lexicon` about boards."""

    core: Index

    def moves(
        self,
        board: Board | View | str,
        rack: Rack | str | None = None,
        generator: Generator = "gaddag",
        *,
        timeout: float | None = None,
    ) -> Moves:
        """Return every legal placement of a rack, with its score.

        Takes about 10 us, and 0.15 us per move.

        Args:
            board: A :class:`lexkit.Board`, its CGP, or a player's :class:`lexkit.View`.
            rack: The tiles, ``?`` for a blank; by default the rack of the player to move.
            generator: ``"gaddag"`` (Gordon 1994), or ``"dawg"`` (Appel & Jacobson 1988), which finds the same moves
                in another order and takes longer.
            timeout: Seconds to answer in, for positions that you do not trust.

        Raises:
            PositionError: There is no rack, or the rack or the alphabet does not fit the board.
            TimeLimitError: The time is up.
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
        """Return the best of :meth:`moves`, or None if there is no move.

        Ties are broken by the rule of :mod:`lexkit.runtime.game.moves`. Takes about half as long as finding all
        moves.

        Args:
            board: As for :meth:`moves`.
            rack: As for :meth:`moves`.
            timeout: As for :meth:`moves`.

        Raises:
            PositionError: As for :meth:`moves`.
            TimeLimitError: The time is up.
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
        leaves: LexiconLike | LeaveValues | None = None,
        *,
        bag: int | None = None,
        exchanges: int = 0,
        timeout: float | None = None,
    ) -> Candidate:
        """Return the best of :meth:`lexkit.Moves.by_equity`: a placement, an exchange or the pass.

        It is found without listing all moves, about as fast as :meth:`best_move`.

        Args:
            board: As for :meth:`moves`.
            rack: As for :meth:`moves`.
            leaves: Leave values, by default :attr:`leaves`.
            bag: As for :meth:`lexkit.Moves.by_equity`.
            exchanges: As for :meth:`lexkit.Moves.by_equity`.
            timeout: As for :meth:`moves`.

        Raises:
            PositionError: As for :meth:`moves`.
            TimeLimitError: The time is up.
        """
        from lexkit.players.candidates import best_for_lexicon

        return best_for_lexicon(self, board, rack, leaves, bag, exchanges, timeout)

    @property
    def leaves(self) -> TrainedValues:
        """Leave values that this lexicon uses: its own or, if it has none, borrowed ones.

        ``lex.leaves.of("ERS")`` is a leave's value in points. ``lex.leaves.origin`` tells their origin: ``the list
        itself``, a list or dictionary with the same tiles, or Gordon's heuristics.
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
        """Return all moves of each position, in the order of the positions.

        Args:
            positions: Positions as :meth:`moves` takes them, or pairs of a position and a rack. A board is read
                when the iterable yields it, and may be played on afterwards.
            threads: Number of threads, by default one for each processor.
            timeout: Seconds for all positions together.
            executor: A ``concurrent.futures`` executor or a ``dask.distributed.Client`` to use instead of threads.
                The answers do not depend on it.

        Raises:
            PositionError: As for :meth:`moves`.
            TimeLimitError: The time is up.
            QueryError: There are more than 16,777,216 moves in all.
            WorkerError: Workers die again and again.
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
        """Return the best move of each position, or None if it has no move.

        Moves are chosen as by :meth:`best_move`. Arguments and errors are those of :meth:`moves_batch`.

        Args:
            positions: As for :meth:`moves_batch`.
            threads: As for :meth:`moves_batch`.
            timeout: As for :meth:`moves_batch`.
            executor: As for :meth:`moves_batch`.
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
        """Yield the best move of each position in record batches, one batch for each batch read.

        Batches are ``pyarrow.RecordBatch`` objects. They are read as answers are asked for, a few ahead. Moves are
        chosen as by :meth:`best_move`. Takes about 170 us per position, of which reading it takes 72.

        Args:
            batches: Batches with a column of positions.
            column: Name of the column that holds positions in CGP.
            columns: Fields of the move to add behind the batch's own columns, by default ``place``, ``tiles``,
                ``score``, ``words`` and ``leave``; also ``is_bingo``, ``row``, ``column``, ``across``, ``played``.
                All are null where there is no move. The column ``error`` is always added: it describes the fault of
                a position, or is null.
            executor: As for :meth:`best_moves`. It gets 512 positions at a time.

        Raises:
            QueryError: pyarrow is not installed, a column is unknown, or a batch has more than 1,048,576 rows.
        """
        from .record_batches import best_move_batches

        return best_move_batches(self.core, batches, column, columns, executor)

    def counters(
        self, board: Board | View | str, rack: Rack | str | None = None, generator: Generator = "gaddag"
    ) -> Counters:
        """Return the work that finding the :meth:`moves` takes: anchors used, states visited and arcs traversed.

        They are counted as in the papers; the module of each generator defines exactly what counts.

        Args:
            board: As for :meth:`moves`.
            rack: As for :meth:`moves`.
            generator: As for :meth:`moves`.
        """
        finder, board = self._finder(board)
        return Counters(*finder.counted(board, rack, generator))

    def _finder(self, board: Board | View | str) -> tuple[Finder, Board]:
        """Return the move finder for a position, and its board."""
        core = self.core
        finder: Finder | None = core.finders.get(id(getattr(board, "rules", None)))
        if finder is not None and isinstance(board, finder.boards) and board.alphabet_source in finder.settled:
            if in_force or not core.nodes.opened:
                core.require_open()
            board.core = core
            return finder, board
        # Imported here only: the imports take longer than all other work outside the kernels.
        from ..game.move_finder import finder_for
        from ..game.referee.player_view import board_of

        board = board_of(board, core)
        return finder_for(core, board), board
