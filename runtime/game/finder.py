"""From a lexicon and a board to moves: what the kernels need is made once for each lexicon and set of rules.

A board keeps its squares for each lexicon it meets, and tells them of every play and undo; so a game asks for cross
sets only where something changed. Generators are lent out one to a call, so that any number of threads may ask.
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
from .move import Snapshot
from .moves import Moves, as_move, records
from .rack import Rack, as_rack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index
    from .board import Board
    from .move import Move
    from .rules import Rules

#: A board, and a rack where it is not that of the player to move.
Told: TypeAlias = "tuple[Board, Rack | str | None]"

#: What is answered of one position.
Answer = TypeVar("Answer")

__all__ = ["Finder", "by_rules", "finder_for"]

#: What there is to find moves with: two generators of all of them, and one of the best.
GADDAG, DAWG, BEST = "gaddag", "dawg", "best"
#: Sets of rules under which one lexicon finds moves without preparing for them anew.
_MOST_FINDERS = 16
#: Positions a thread works on before it takes the next ones.
_CHUNK = 64


class Finder:
    """Finds moves by one lexicon under one set of rules."""

    def __init__(self, index: Index, rules: Rules) -> None:
        check_alphabet(index, rules)
        # Narrow kernels are faster; see wide/__init__.py.
        if index.alphabet.width == 1 and rules.rack_size <= 8:
            from .kernels.best_move import BestFinder
            from .kernels.dawg_generator import DawgGenerator
            from .kernels.gaddag_generator import Generator
            from .kernels.shadow import Shadow
            from .kernels.squares import Squares
        else:
            from .kernels.wide import BestFinder, DawgGenerator, Generator, Shadow, Squares
        nodes = index.nodes
        layout = rules.layout
        points = np.zeros(64, "<u2")
        points[: len(rules.points)] = rules.points
        self.rules = rules
        #: The type of the boards it is asked about: :class:`Board`, which cannot be imported above.
        self.boards = _boards()
        self.both = not layout.symmetric
        self._points = points.tobytes()
        self._blank_board = Squares(
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
        shadow = cache(lambda: Shadow(nodes, letters, rules.bingo, rules.rack_size))
        # None of these holds the finder: the map of a lexicon goes with its last user, not with the next collection
        # of cycles.
        self._makers: dict[str, Callable[[], Any]] = {
            GADDAG: lambda: Generator(*game),
            DAWG: lambda: DawgGenerator(*game),
            BEST: lambda: BestFinder(*game, shadow().like()),
        }
        self._idle: dict[str, list[Any]] = {kind: [] for kind in self._makers}

    # -- one position -------------------------------------------------------------------------------

    def moves(self, board: Board, rack: Rack | str | None, generator: str = GADDAG) -> Moves:
        """All moves of this rack on this board, by the generator over the GADDAG or the one over the DAWG."""
        return self._find(_known(generator), board, rack)

    def best(self, board: Board, rack: Rack | str | None) -> Move | None:
        """The best move of this rack on this board, if there is any."""
        found = self._find(BEST, board, rack)
        return found[0] if found else None

    def _find(self, kind: str, board: Board, rack: Rack | str | None) -> Moves:
        counts = self._counts(board, rack)
        # The squares as they are now: another thread may play meanwhile.
        squares, grid = board.follow(self, self._squares)
        generator = self._borrow(kind)
        try:
            found = generator.moves_of(squares, counts, self.both)
        except OverflowError as error:
            raise _too_many(error) from None
        self._idle[kind].append(generator)  # one that raised is not used again
        return Moves(Snapshot(board.rules, bytes(grid)), records(found))

    def counted(self, board: Board, rack: Rack | str | None, generator: str = GADDAG) -> tuple[int, int, int]:
        """(anchors used, states visited, arcs traversed) to find these moves; what counts is said in the kernels."""
        counts = self._counts(board, rack)
        squares, _ = self.squares_of(board)
        finds = self.new_generator(_known(generator))
        try:
            finds.moves_of(squares, counts, self.both)
        except OverflowError as error:
            raise _too_many(error) from None
        anchors, states, arcs = finds.counted()
        return anchors, states, arcs

    def _counts(self, board: Board, rack: Rack | str | None) -> memoryview:
        """The counts of this rack, or of that of the player to move, once it may be played with."""
        if rack is None:
            rack = board.racks[0]
            if not rack:
                raise PositionError(
                    "no rack to play", place="rack", found="an unknown one", remedy="give one: moves(board, rack)"
                )
        held = as_rack(rack, self.rules.alphabet)
        if len(held) > self.rules.rack_size:
            expected = f"at most {self.rules.rack_size} tiles"
            raise PositionError("rack too long", place="rack", expected=expected, found=len(held))
        return memoryview(held.counts)

    def squares_of(self, board: Board) -> tuple[Any, bytearray]:
        """(squares, grid): the board's squares for this lexicon, kept up to date with it, and what they know of it."""
        return board.follow(self, self._squares)

    def new_squares(self) -> Any:
        """The squares of an empty board."""
        return self._blank_board.like()

    def new_generator(self, kind: str) -> Any:
        """A generator of this kind that no call has used yet."""
        return self._makers[kind]()

    def _squares(self, grid: bytearray) -> Any:
        """Squares with these tiles, for this finder's lexicon."""
        squares = self.new_squares()
        squares.owner = self
        squares.set(memoryview(grid))
        return squares

    def _borrow(self, kind: str) -> Any:
        """A generator of this kind that nobody else has."""
        try:
            return self._idle[kind].pop()
        except IndexError:
            return self.new_generator(kind)

    # -- many ---------------------------------------------------------------------------------------

    def moves_of_each(self, positions: Sequence[Told], threads: int | None, generator: str = GADDAG) -> list[Moves]:
        """All moves of each position, the same whatever the number of threads."""

        def each(snapshots: list[Snapshot], found: NDArray[np.void], ends: list[int]) -> list[Moves]:
            bounds = pairwise([0, *ends])
            return [Moves(snapshot, found[low:high]) for snapshot, (low, high) in zip(snapshots, bounds, strict=True)]

        return self._find_each(_known(generator), positions, threads, each)

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
        # All of a chunk's work is its thread's, so that what needs Python's lock is done while another one computes.
        def work(chunk: slice) -> list[Answer]:
            look()
            some = positions[chunk]
            snapshots = [board.snapshot() for board, _ in some]
            racks = [self._counts(board, rack) for board, rack in some]
            counts = np.frombuffer(b"".join(racks), np.uint8).reshape(-1, 64)
            grids = np.frombuffer(b"".join([snapshot.grid for snapshot in snapshots]), np.uint8)
            ends = np.zeros(len(some), np.int64)
            generator = self._borrow(kind)
            squares = self.new_squares()
            try:
                found = generator.moves_of_each(squares, grids.reshape(len(some), -1), counts, self.both, ends)
            except OverflowError as error:
                if len(some) == 1:
                    raise _too_many(error) from None
                # Too many for all of them together: by halves.
                middle = chunk.start + len(some) // 2
                return work(slice(chunk.start, middle)) + work(slice(middle, chunk.start + len(some)))
            self._idle[kind].append(generator)
            return each(snapshots, records(found), ends.tolist())

        chunks = [slice(first, first + _CHUNK) for first in range(0, len(positions), _CHUNK)]
        return [found for chunk in spread(work, chunks, threads) for found in chunk]


def finder_for(index: Index, board: Board) -> Finder:
    """The finder of moves on boards of these rules; the board remembers the lexicon."""
    # By identity, which costs nothing: a finder holds its rules, so their id stays theirs.
    finder: Finder | None = index.finders.get(id(getattr(board, "rules", None)))
    if finder is None or not isinstance(board, finder.boards):
        if not isinstance(board, _boards()):
            raise TypeError(f"a board is a lexkit.Board, not {type(board).__name__}; Board.from_cgp reads a text")
        if len(index.finders) >= _MOST_FINDERS:
            index.finders.clear()
        finder = index.finders[id(board.rules)] = Finder(index, board.rules)
    index.require_open()
    board.core = index
    return finder


def _boards() -> type[Board]:
    from .board import Board

    return Board


def _known(generator: str) -> str:
    """The name of a generator of all moves, which others than this folder may choose."""
    if generator not in (GADDAG, DAWG):
        expected = f"{GADDAG} or {DAWG}"
        raise QueryError("no such generator", place="generator", expected=expected, found=repr(generator))
    return generator


def _too_many(error: OverflowError) -> PositionError:
    """The error of a position in which there is more to find than a generator does."""
    return PositionError("too much to find", found=error, remedy="a rack with fewer blanks")


def spread(work: Callable[[slice], Any], chunks: Sequence[slice], threads: int | None) -> list[Any]:
    """The results of each chunk, in order, by so many threads: one for each processor unless said."""
    threads = min(threads or os.cpu_count() or 1, len(chunks))
    if threads <= 1:
        return [work(chunk) for chunk in chunks]
    # A time limit belongs to whoever asks, and these threads work for him.
    with ThreadPoolExecutor(threads) as pool, working_together():
        asked = []
        with suppress(RuntimeError):  # no more threads to be had: this one does the rest
            for chunk in chunks:
                asked.append(pool.submit(copy_context().run, work, chunk))
        rest = [work(chunk) for chunk in chunks[len(asked) :]]
        return [answer.result() for answer in asked] + rest


def by_rules(index: Index, positions: Iterable[Any], find: Callable[[Finder, list[Any]], list[Any]]) -> list[Any]:
    """What ``find`` says of each position, which it is given together with those of the same rules."""
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
