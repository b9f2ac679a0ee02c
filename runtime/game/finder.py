"""From a lexicon and a board to moves: what the kernels need is made once for each lexicon and set of rules.

A board keeps its squares for each lexicon it meets, and tells them of every play and undo; so a game asks for cross
sets only where something changed. Generators are lent out one to a call, so that any number of threads may ask.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...errors import PositionError
from .board import Board
from .moves import Moves, records
from .rack import Rack, as_rack

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from .rules import Rules

__all__ = ["Finder"]

#: Lexicons whose squares one board keeps.
_MOST_FOLLOWED = 4
#: Positions a thread works on before it takes the next ones.
_CHUNK = 256


class Finder:
    """Finds moves by one lexicon under one set of rules."""

    def __init__(self, lexicon: Lexicon, rules: Rules) -> None:
        if lexicon.alphabet.labels != rules.alphabet.labels:
            raise PositionError(
                "the lexicon has another alphabet than the board",
                place="lexicon",
                expected=rules.alphabet.name,
                found=lexicon.alphabet.name,
            )
        # Narrow kernels are faster; see wide/__init__.py.
        if lexicon.alphabet.width == 1 and rules.rack_size <= 8:
            from . import generate, squares

            self.generator_class, squares_class = generate.Generator, squares.Squares
        else:
            from . import wide

            self.generator_class, squares_class = wide.Generator, wide.Squares
        graph = lexicon._graph
        layout = rules.layout
        points = np.zeros(64, "<u2")
        points[: len(rules.points)] = rules.points
        self.rules = rules
        self.both = not layout.symmetric
        self._array = (lexicon._array, graph.width, graph.reverse_root)
        self._points = points.tobytes()
        self._blank_board = squares_class(
            *self._array,
            lexicon.alphabet.mask,
            layout.rows,
            layout.columns,
            layout.letter_multipliers,
            layout.word_multipliers,
            layout.start,
            self._points,
        )
        self._generators: list[Any] = []

    # -- one position -------------------------------------------------------------------------------

    def moves(self, board: Board, rack: Rack | str) -> Moves:
        """All moves of this rack on this board."""
        counts = self._counts(rack)
        squares = self._squares(board)
        generator = self._borrow()
        try:
            return Moves(board.snapshot(), records(generator.moves_of(squares, counts, self.both)))
        finally:
            self._generators.append(generator)

    def _counts(self, rack: Rack | str) -> bytes:
        held = as_rack(rack, self.rules.alphabet)
        if len(held) > self.rules.rack_size:
            expected = f"at most {self.rules.rack_size} tiles"
            raise PositionError("rack too long", place="rack", expected=expected, found=len(held))
        return held.counts

    def _squares(self, board: Board) -> Any:
        """The board's squares for this lexicon, which from now on follow it."""
        for follower in board._followers:
            if getattr(follower, "owner", None) is self:
                return follower
        squares = self._blank_board.like()
        squares.owner = self
        squares.set(board.grid)
        del board._followers[: max(0, len(board._followers) - _MOST_FOLLOWED + 1)]
        board._followers.append(squares)
        return squares

    def _borrow(self) -> Any:
        try:
            return self._generators.pop()
        except IndexError:
            rules = self.rules
            return self.generator_class(*self._array, self._points, rules.bingo, rules.rack_size)

    # -- many ---------------------------------------------------------------------------------------

    def moves_of_each(self, boards: Sequence[Board], racks: Sequence[Rack | str], threads: int | None) -> list[Moves]:
        """All moves of each position, whatever the number of threads."""
        counts = np.frombuffer(b"".join([self._counts(rack) for rack in racks]), np.uint8).reshape(-1, 64)
        grids = np.frombuffer(b"".join([board._grid for board in boards]), np.uint8).reshape(len(boards), -1)
        snapshots = [board.snapshot() for board in boards]
        chunks = [slice(first, first + _CHUNK) for first in range(0, len(boards), _CHUNK)]

        def work(chunk: slice) -> list[NDArray[np.void]]:
            generator, squares = self._borrow(), self._blank_board.like()
            ends = np.zeros(len(grids[chunk]), np.int64)
            try:
                found = records(generator.moves_of_each(squares, grids[chunk], counts[chunk], self.both, ends))
            finally:
                self._generators.append(generator)
            return np.split(found, ends[:-1])

        each = [found for chunk in spread(work, chunks, threads) for found in chunk]
        return [Moves(snapshot, found) for snapshot, found in zip(snapshots, each, strict=True)]


def spread(work: Any, chunks: Iterable[slice], threads: int | None) -> list[Any]:
    """The results of each chunk, in order, by so many threads: one for each processor unless said."""
    chunks = list(chunks)
    threads = min(threads or os.cpu_count() or 1, len(chunks))
    if threads <= 1:
        return [work(chunk) for chunk in chunks]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, chunks))
