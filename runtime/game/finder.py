"""From a lexicon and a board to moves, by the kernels.

The data that kernels need is prepared once for each lexicon and set of rules. A board keeps one set of squares for each
lexicon and updates it with every play and undo, so that a game computes only the cross sets that changed. Each call
borrows a generator of its own, so that any number of threads may search.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from ...errors import PositionError, QueryError
from ..limits import look, working_together
from .judge import check_alphabet
from .kernels import kernels_for
from .move import Snapshot
from .moves import Moves, as_move, records
from .rack import Rack, as_rack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index
    from .board import Board
    from .move import Move
    from .rules import Rules

#: A board and a rack; None is the rack of the player to move.
Told: TypeAlias = "tuple[Board, Rack | str | None]"

#: The answer for one position.
Answer = TypeVar("Answer")

__all__ = ["Finder", "by_rules", "finder_for"]

#: The generators: two that find all moves, and one that finds the best.
GADDAG, DAWG, BEST = "gaddag", "dawg", "best"
#: Most finders that a lexicon caches, one for each set of rules.
_MOST_FINDERS = 16
#: Positions that a thread takes at a time.
_CHUNK = 64


class Finder:
    """The finder of moves for one lexicon and one set of rules."""

    def __init__(self, index: Index, rules: Rules) -> None:
        check_alphabet(index, rules)
        kernels = kernels_for(index.alphabet.width, rules.rack_size)
        nodes = index.nodes
        layout = rules.layout
        points = np.zeros(64, "<u2")
        points[: len(rules.points)] = rules.points
        self.rules = rules
        #: :class:`Board`, which cannot be imported above.
        self.boards = _board_class()
        self.both = not layout.symmetric
        self._points = points.tobytes()
        self._blank_board = kernels.Squares(
            nodes,
            index.alphabet.mask,
            layout.rows,
            layout.columns,
            layout.letter_multipliers,
            layout.word_multipliers,
            layout.start,
            self._points,
        )
        game = (nodes, self._points, rules.bingo, rules.rack_size)
        letters = index.alphabet.mask
        shadow = cache(lambda: kernels.Shadow(nodes, letters, rules.bingo, rules.rack_size))
        # None of these refers to the finder, so that the file is unmapped with its last user and not by the garbage
        # collector.
        self._makers: dict[str, Callable[[], Any]] = {
            GADDAG: lambda: kernels.GaddagGenerator(*game),
            DAWG: lambda: kernels.DawgGenerator(*game),
            BEST: lambda: kernels.BestFinder(*game, shadow().like()),
        }
        self._idle: dict[str, list[Any]] = {kind: [] for kind in self._makers}

    # -- one position -------------------------------------------------------------------------------

    def moves(self, board: Board, rack: Rack | str | None, generator: str = GADDAG) -> Moves:
        """All moves of a rack on a board.

        ``generator``: GADDAG or DAWG.
        """
        return self._find(_require_generator(generator), board, rack)

    def best(self, board: Board, rack: Rack | str | None) -> Move | None:
        """The best move of a rack on a board, or None."""
        found = self._find(BEST, board, rack)
        return found[0] if found else None

    def _find(self, kind: str, board: Board, rack: Rack | str | None) -> Moves:
        counts = self._counts(board, rack)
        # The current squares: another thread may play meanwhile.
        squares, grid = board.follow(self, self._make_squares)
        generator = self._borrow(kind)
        try:
            found = generator.moves_of(squares, counts, self.both)
        except OverflowError as error:
            raise _too_many(error) from None
        self._idle[kind].append(generator)  # one that failed is not used again
        return Moves(Snapshot(board.rules, bytes(grid)), records(found))

    def counted(self, board: Board, rack: Rack | str | None, generator: str = GADDAG) -> tuple[int, int, int]:
        """(anchors used, states visited, arcs traversed) to find these moves.

        Each kernel's docstring says what it counts.
        """
        counts = self._counts(board, rack)
        squares, _ = self.squares_of(board)
        unused = self.new_generator(_require_generator(generator))
        try:
            unused.moves_of(squares, counts, self.both)
        except OverflowError as error:
            raise _too_many(error) from None
        anchors, states, arcs = unused.counted()
        return anchors, states, arcs

    def _counts(self, board: Board, rack: Rack | str | None) -> memoryview:
        """The counts of a rack.

        ``rack``: None is that of the player to move. Raises PositionError if the rack is unknown, too long or of
        another alphabet.
        """
        if rack is None:
            rack = board.racks[0]
            if not rack:
                raise PositionError(
                    "no rack to play", place="rack", found="an unknown one", remedy="give one: moves(board, rack)"
                )
        tiles = as_rack(rack, self.rules.alphabet)
        if len(tiles) > self.rules.rack_size:
            expected = f"at most {self.rules.rack_size} tiles"
            raise PositionError("rack too long", place="rack", expected=expected, found=len(tiles))
        return memoryview(tiles.counts)

    def squares_of(self, board: Board) -> tuple[Any, bytearray]:
        """(squares, grid): the board's squares for this lexicon, and their grid.

        The board keeps the squares up to date.
        """
        return board.follow(self, self._make_squares)

    def new_squares(self) -> Any:
        """The squares of an empty board."""
        return self._blank_board.like()

    def new_generator(self, kind: str) -> Any:
        """A new generator of this kind."""
        return self._makers[kind]()

    def _make_squares(self, grid: bytearray) -> Any:
        """Squares with these tiles, for this finder's lexicon."""
        squares = self.new_squares()
        squares.owner = self
        squares.set(memoryview(grid))
        return squares

    def _borrow(self, kind: str) -> Any:
        """A generator of this kind that no other call is using."""
        try:
            return self._idle[kind].pop()
        except IndexError:
            return self.new_generator(kind)

    # -- many positions -----------------------------------------------------------------------------

    def moves_of_each(self, positions: Sequence[Told], threads: int | None, generator: str = GADDAG) -> list[Moves]:
        """All moves of each position.

        The number of threads does not change them.
        """

        def each(snapshots: list[Snapshot], found: NDArray[np.void], ends: list[int]) -> list[Moves]:
            bounds = pairwise([0, *ends])
            return [Moves(snapshot, found[low:high]) for snapshot, (low, high) in zip(snapshots, bounds, strict=True)]

        return self._find_each(_require_generator(generator), positions, threads, each)

    def best_of_each(self, positions: Sequence[Told], threads: int | None) -> list[Move | None]:
        """The best move of each position."""

        def each(snapshots: list[Snapshot], found: NDArray[np.void], ends: list[int]) -> list[Move | None]:
            rows, bounds = found.tolist(), pairwise([0, *ends])
            return [
                as_move(snapshot, rows[low]) if low < high else None
                for snapshot, (low, high) in zip(snapshots, bounds, strict=True)
            ]

        return self._find_each(BEST, positions, threads, each)

    def _find_each(
        self,
        kind: str,
        positions: Sequence[Told],
        threads: int | None,
        each: Callable[[list[Snapshot], NDArray[np.void], list[int]], list[Answer]],
    ) -> list[Answer]:
        # One thread does all work of a chunk, so that parts that need the GIL run while another thread computes.
        def work(chunk: slice) -> list[Answer]:
            look()
            some = positions[chunk]
            snapshots = [board.snapshot() for board, _ in some]
            racks = [self._counts(board, rack) for board, rack in some]
            counts = memoryview(b"".join(racks))
            grids = memoryview(b"".join([snapshot.grid for snapshot in snapshots]))
            ends = np.zeros(len(some), np.int64)
            generator = self._borrow(kind)
            squares = self.new_squares()
            try:
                found = generator.moves_of_each(squares, grids, counts, self.both, ends.data)
            except OverflowError as error:
                if len(some) == 1:
                    raise _too_many(error) from None
                # Too many moves for one call: split the chunk.
                middle = chunk.start + len(some) // 2
                return work(slice(chunk.start, middle)) + work(slice(middle, chunk.start + len(some)))
            self._idle[kind].append(generator)
            return each(snapshots, records(found), ends.tolist())

        chunks = [slice(first, first + _CHUNK) for first in range(0, len(positions), _CHUNK)]
        return [found for chunk in run_in_threads(work, chunks, threads) for found in chunk]


def finder_for(index: Index, board: Board) -> Finder:
    """The cached finder for the rules of a board.

    The board remembers the lexicon.
    """
    # By identity, which costs nothing: a finder refers to its rules, so their id is not used again.
    finder: Finder | None = index.finders.get(id(getattr(board, "rules", None)))
    if finder is None or not isinstance(board, finder.boards):
        if not isinstance(board, _board_class()):
            raise TypeError(f"a board is a lexkit.Board, not {type(board).__name__}; Board.from_cgp reads a text")
        if len(index.finders) >= _MOST_FINDERS:
            index.finders.clear()
        finder = index.finders[id(board.rules)] = Finder(index, board.rules)
    index.require_open()
    board.core = index
    return finder


def _board_class() -> type[Board]:
    from .board import Board

    return Board


def _require_generator(generator: str) -> str:
    """The name itself, if a generator of all moves has it.

    Raises QueryError if not.
    """
    if generator not in (GADDAG, DAWG):
        expected = f"{GADDAG} or {DAWG}"
        raise QueryError("no such generator", place="generator", expected=expected, found=repr(generator))
    return generator


def _too_many(error: OverflowError) -> PositionError:
    """The error for a position with too many moves."""
    return PositionError("too much to find", found=error, remedy="a rack with fewer blanks")


def run_in_threads(work: Callable[[slice], Any], chunks: Sequence[slice], threads: int | None) -> list[Any]:
    """The results of all chunks, in order.

    ``threads``: by default one for each processor.
    """
    threads = min(threads or os.cpu_count() or 1, len(chunks))
    if threads <= 1:
        return [work(chunk) for chunk in chunks]
    # Each task runs in a copy of the caller's context, and so under the caller's time limit.
    with ThreadPoolExecutor(threads) as pool, working_together():
        asked = []
        with suppress(RuntimeError):  # no thread can be started: this one does the rest
            for chunk in chunks:
                asked.append(pool.submit(copy_context().run, work, chunk))
        rest = [work(chunk) for chunk in chunks[len(asked) :]]
        return [answer.result() for answer in asked] + rest


def by_rules(index: Index, positions: Iterable[Any], find: Callable[[Finder, list[Any]], list[Any]]) -> list[Any]:
    """The answers of ``find`` for all positions.

    ``find`` is called once for each set of rules.
    """
    from .board import Board

    told: list[Told] = []
    for position in positions:
        board, rack = position if isinstance(position, tuple) else (position, None)
        board = Board.from_cgp(board) if isinstance(board, str) else board
        if not isinstance(board, Board):
            raise TypeError(f"a position is a lexkit.Board, its CGP, or (board, rack), not {type(board).__name__}")
        told.append((board, rack))
    groups: dict[int, list[int]] = {}
    for number, (board, _) in enumerate(told):
        groups.setdefault(id(board.rules), []).append(number)
    answers: list[Any] = [None] * len(told)
    for numbers in groups.values():
        finder = finder_for(index, told[numbers[0]][0])
        found = find(finder, [told[number] for number in numbers])
        for number, answer in zip(numbers, found, strict=True):
            answers[number] = answer
    return answers
