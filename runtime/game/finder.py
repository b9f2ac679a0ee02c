"""From a lexicon and a board to moves: what the kernels need is made once for each lexicon and set of rules.

A board keeps its squares for each lexicon it meets, and tells them of every play and undo; so a game asks for cross
sets only where something changed. Generators are lent out one to a call, so that any number of threads may ask.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...errors import PositionError, QueryError
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
            from . import generate, generate_dawg, squares

            kernels = (generate.Generator, generate_dawg.DawgGenerator, squares.Squares)
        else:
            from . import wide

            kernels = (wide.Generator, wide.DawgGenerator, wide.Squares)
        by_gaddag, by_dawg, squares_class = kernels
        graph = lexicon._graph
        layout = rules.layout
        points = np.zeros(64, "<u2")
        points[: len(rules.points)] = rules.points
        self.rules = rules
        self.both = not layout.symmetric
        self._array = (lexicon._array, graph.width, graph.reverse_root)
        forward = (lexicon._array, graph.width, graph.forward_root)
        self._points = points.tobytes()
        settings = (self._points, rules.bingo, rules.rack_size)
        #: What makes a generator, and those made that nobody uses now, by name.
        self._generators: dict[str, tuple[Callable[[], Any], list[Any]]] = {
            "gaddag": (partial(by_gaddag, *self._array, *settings), []),
            "dawg": (partial(by_dawg, *forward, *settings), []),
        }
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

    # -- one position -------------------------------------------------------------------------------

    def moves(self, board: Board, rack: Rack | str, generator: str = "gaddag") -> Moves:
        """All moves of this rack on this board, by the generator over the GADDAG or the one over the DAWG."""
        counts = self._counts(rack)
        with self._lent(generator) as finds:
            return Moves(board.snapshot(), records(finds.moves_of(self._squares(board), counts, self.both)))

    def counted(self, board: Board, rack: Rack | str, generator: str = "gaddag") -> tuple[int, int, int]:
        """(anchors used, states visited, arcs traversed) to find these moves; see the kernels for what counts."""
        counts = self._counts(rack)
        with self._lent(generator) as finds:
            before = finds.counted()
            finds.moves_of(self._squares(board), counts, self.both)
            anchors, states, arcs = (after - so_far for after, so_far in zip(finds.counted(), before, strict=True))
        return anchors, states, arcs

    def _counts(self, rack: Rack | str) -> memoryview:
        held = as_rack(rack, self.rules.alphabet)
        if len(held) > self.rules.rack_size:
            expected = f"at most {self.rules.rack_size} tiles"
            raise PositionError("rack too long", place="rack", expected=expected, found=len(held))
        return memoryview(held.counts)

    def _squares(self, board: Board) -> Any:
        """The board's squares for this lexicon, which from now on follow it."""
        for follower in board._followers:
            if getattr(follower, "owner", None) is self:
                return follower
        squares = self._blank_board.like()
        squares.owner = self
        squares.set(memoryview(board.grid))
        del board._followers[: max(0, len(board._followers) - _MOST_FOLLOWED + 1)]
        board._followers.append(squares)
        return squares

    @contextmanager
    def _lent(self, name: str) -> Iterator[Any]:
        """A generator that nobody else uses meanwhile."""
        try:
            make, idle = self._generators[name]
        except (KeyError, TypeError):
            expected = " or ".join(self._generators)
            raise QueryError("no such generator", place="generator", expected=expected, found=repr(name)) from None
        try:
            generator = idle.pop()
        except IndexError:
            generator = make()
        try:
            yield generator
        finally:
            idle.append(generator)

    # -- many ---------------------------------------------------------------------------------------

    def moves_of_each(self, boards: Sequence[Board], racks: Sequence[Rack | str], threads: int | None) -> list[Moves]:
        """All moves of each position, whatever the number of threads."""
        counts = np.frombuffer(b"".join([self._counts(rack) for rack in racks]), np.uint8).reshape(-1, 64)
        grids = np.frombuffer(b"".join([board._grid for board in boards]), np.uint8).reshape(len(boards), -1)
        snapshots = [board.snapshot() for board in boards]
        chunks = [slice(first, first + _CHUNK) for first in range(0, len(boards), _CHUNK)]

        def work(chunk: slice) -> list[NDArray[np.void]]:
            squares, ends = self._blank_board.like(), np.zeros(len(grids[chunk]), np.int64)
            with self._lent("gaddag") as finds:
                found = records(finds.moves_of_each(squares, grids[chunk], counts[chunk], self.both, ends))
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
