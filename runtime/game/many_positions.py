"""Many positions in one call, on several threads or by an executor, within bounds.

A position is read as soon as the caller's iterable yields it: its squares and its rack are copied, so that the
caller may play on the same board meanwhile. Positions are processed in chunks. A call of a kernel takes as many of
a chunk as produce about a million moves, checks the deadline by the number of states visited, whatever position
they belong to, and leaves the rest to the next call.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from contextvars import copy_context
from functools import lru_cache
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np

from lexkit.base.errors import LexkitError, PositionError, QueryError, TimeLimitError, show_value
from lexkit.base.time_limits import count_threads, look, working_together

from ..workers.pieces_of_work import in_order
from .move import Snapshot, found_move
from .move_finder import BEST, GADDAG, finder_for, require_generator, too_many
from .moves import Moves, fields_of, records
from .rack import Rack, as_rack
from .referee.player_view import board_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index
    from .move import Move
    from .move_finder import Finder

#: Maximum number of moves in the answer to one call: 256 MB, or 384 MB with large racks or alphabets.
MOST_MOVES: Final = 1 << 24
#: Number of positions that a thread takes at a time.
_CHUNK: Final = 64
#: Number of positions that a worker of an executor takes at a time.
_PIECE: Final = 512

#: Answer for one position.
Answer = TypeVar("Answer")


class PositionSnapshot(NamedTuple):
    """A position when it was yielded: its squares, and the counts of the rack, 64 bytes."""

    snapshot: Snapshot
    counts: bytes


def moves_of_each(
    index: Index, positions: Iterable[Any], threads: int | None, generator: str = GADDAG, executor: Any = None
) -> list[Moves]:
    """Return all moves of each position.

    Neither threads nor executor change them. Raises QueryError for more than MOST_MOVES moves in all.
    """

    def each(some: list[PositionSnapshot], found: NDArray[np.void], ends: list[int]) -> list[Moves]:
        bounds = pairwise([0, *ends])
        return [
            Moves(one.snapshot, found[low:high], one.counts, index)
            for one, (low, high) in zip(some, bounds, strict=True)
        ]

    return _by_rules(index, positions, threads, require_generator(generator), each, executor)


def best_of_each(
    index: Index, positions: Iterable[Any], threads: int | None, executor: Any = None
) -> list[Move | None]:
    """Return the best move of each position, or None."""
    return _by_rules(index, positions, threads, BEST, _best_of_some, executor)


def best_of_texts(index: Index, texts: Iterable[object]) -> list[tuple[Move, Rack] | None | LexkitError]:
    """Return the best move and the rack of each position in CGP; None if it has no move; the error of a faulty text.

    One thread works; for more, pieces are sent to an executor.
    """
    answers: list[Any] = []
    told: list[PositionSnapshot] = []
    racks: list[tuple[int, Rack]] = []
    finders: dict[int, Finder] = {}
    for text in texts:
        look()
        try:
            if not isinstance(text, str):
                raise PositionError("no position", expected="a position in CGP", found=show_value(text))
            finder, board = _read_board(index, text, finders)
            counts = finder.counts_of(board, None)
        except TimeLimitError:
            raise
        except LexkitError as error:
            answers.append(error)
            continue
        racks.append((len(answers), as_rack(board.rack, board.alphabet)))
        told.append(PositionSnapshot(Snapshot(board.rules, board.grid, None, counts), counts))
        answers.append(None)
    moves = _answer_each(index, told, finders, 1, BEST, _best_of_some, None)
    for (place, rack), move in zip(racks, moves, strict=True):
        answers[place] = None if move is None else (move, rack)
    return answers


def _best_of_some(some: list[PositionSnapshot], found: NDArray[np.void], ends: list[int]) -> list[Move | None]:
    rows = fields_of(found)
    return [
        found_move(one.snapshot, next(rows)) if low < high else None
        for one, (low, high) in zip(some, pairwise([0, *ends]), strict=True)
    ]


def _by_rules(
    index: Index,
    positions: Iterable[Any],
    threads: int | None,
    kind: str,
    each: Callable[[list[PositionSnapshot], NDArray[np.void], list[int]], list[Answer]],
    executor: Any,
) -> list[Answer]:
    """Return the answers for all positions, which are grouped by their rules."""
    threads = count_threads(threads)
    told: list[PositionSnapshot] = []
    finders: dict[int, Finder] = {}
    for position in positions:
        look()
        if isinstance(position, tuple) and len(position) != 2:
            raise TypeError(f"a position: expected a board, or (board, rack), found {show_value(position)}")
        board, rack = position if isinstance(position, tuple) else (position, None)
        finder, board = _read_board(index, board, finders)
        counts = finder.counts_of(board, rack)
        told.append(PositionSnapshot(Snapshot(board.rules, board.grid, None, counts), counts))
    return _answer_each(index, told, finders, threads, kind, each, executor)


def _answer_each(
    index: Index,
    told: list[PositionSnapshot],
    finders: dict[int, Finder],
    threads: int | None,
    kind: str,
    each: Callable[[list[PositionSnapshot], NDArray[np.void], list[int]], list[Answer]],
    executor: Any,
) -> list[Answer]:
    """Return the answers for positions that were read, in their order. ``finders``: by the id of rules."""
    groups: dict[int, list[int]] = {}
    for number, one in enumerate(told):
        # A snapshot refers to its rules, so their id is not used again.
        groups.setdefault(id(one.snapshot.rules), []).append(number)
    answers: list[Any] = [None] * len(told)
    held = _Held()
    for rules, numbers in groups.items():
        group = [told[number] for number in numbers]
        if executor is None:
            found = _find_each(finders[rules], kind, group, threads, each, held)
        else:
            found = list(_find_elsewhere(executor, index, kind, group, each, held))
        for number, answer in zip(numbers, found, strict=True):
            answers[number] = answer
    return answers


def _read_board(index: Index, board: Any, finders: dict[int, Finder]) -> tuple[Finder, Any]:
    """Return a board, or the board of a text, and the finder for its rules."""
    board = board_of(board, index)
    finder = finders.get(id(board.rules))
    if finder is None:
        finder = finders[id(board.rules)] = finder_for(index, board)
    return finder, board


class _Held:
    """Number of moves in the answer."""

    def __init__(self) -> None:
        self.moves = 0
        self._lock = Lock()

    def add(self, moves: int) -> None:
        """Add a number of moves. Raises QueryError if there are too many."""
        with self._lock:
            self.moves += moves
        if self.moves > MOST_MOVES:
            raise QueryError(
                "too many moves in one batch",
                expected=f"at most {MOST_MOVES:,}",
                found=f"{self.moves:,}",
                remedy="ask for fewer positions at a time, or for the best moves",
            )


def _find_each(
    finder: Finder,
    kind: str,
    positions: Sequence[PositionSnapshot],
    threads: int | None,
    each: Callable[[list[PositionSnapshot], NDArray[np.void], list[int]], list[Answer]],
    held: _Held,
) -> list[Answer]:
    # One thread does all work of a chunk, so that parts that need the GIL run while another thread computes.
    def work(chunk: slice) -> list[Answer]:
        look()
        some = positions[chunk]
        counts = memoryview(b"".join([position.counts for position in some]))
        grids = memoryview(b"".join([position.snapshot.grid for position in some]))
        ends = np.zeros(len(some), np.int64)
        generator, squares = pair = finder.borrow(kind)
        try:
            found = records(generator.moves_of_each(squares, grids, counts, finder.both, ends.data), finder.move_size)
        except OverflowError as error:
            if len(some) == 1:
                raise too_many(error) from None
            # Too many moves for one call: split the chunk.
            middle = chunk.start + len(some) // 2
            return work(slice(chunk.start, middle)) + work(slice(middle, chunk.start + len(some)))
        finder.give_back(kind, pair)
        look()
        if kind != BEST:
            held.add(len(found))
        done = [end for end in ends.tolist() if end >= 0]
        answers = each(list(some[: len(done)]), found, done)
        if len(done) < len(some):
            answers += work(slice(chunk.start + len(done), chunk.start + len(some)))
        return answers

    chunks = [slice(first, first + _CHUNK) for first in range(0, len(positions), _CHUNK)]
    return [found for chunk in run_in_threads(work, chunks, threads) for found in chunk]


def _find_elsewhere(
    executor: Any,
    index: Index,
    kind: str,
    positions: Sequence[PositionSnapshot],
    each: Callable[[list[PositionSnapshot], NDArray[np.void], list[int]], list[Answer]],
    held: _Held,
) -> Iterator[Answer]:
    """Find the answers by an executor: a worker takes squares and racks, and returns records of moves."""
    rules = pickle.dumps(positions[0].snapshot.rules)
    starts = range(0, len(positions), _PIECE)
    pieces = (
        (rules, kind, [(one.snapshot.grid, one.counts) for one in positions[start : start + _PIECE]])
        for start in starts
    )
    with closing(in_order(executor, index, _find_piece, pieces)) as results:
        for start, (found, ends) in zip(starts, results, strict=True):
            if kind != BEST:
                held.add(len(found))
            yield from each(list(positions[start : start + _PIECE]), found, ends)


def _find_piece(
    index: Index, rules: bytes, kind: str, positions: Sequence[tuple[bytes, bytes]]
) -> tuple[NDArray[np.void], list[int]]:
    """Return (records of all moves of some positions, the index at which those of each end), in a worker."""
    board = _board_of(rules)
    told = [PositionSnapshot(Snapshot(board.rules, grid), counts) for grid, counts in positions]

    def each(some: list[PositionSnapshot], found: NDArray[np.void], ends: list[int]) -> list[NDArray[np.void]]:
        return [found[low:high] for low, high in pairwise([0, *ends])]

    parts = _find_each(finder_for(index, board), kind, told, 1, each, _Held())
    return np.concatenate(parts), np.cumsum([len(part) for part in parts]).tolist()


@lru_cache(maxsize=16)
def _board_of(rules: bytes) -> Any:
    """Return an empty board of these rules, one for all pieces: finders are cached by their rules."""
    from .board import Board

    return Board(rules=pickle.loads(rules))


def run_in_threads(work: Callable[[slice], Any], chunks: Sequence[slice], threads: int | None) -> list[Any]:
    """Return the results of all chunks, in order. ``threads``: by default one for each processor."""
    threads = min(count_threads(threads), len(chunks))
    if threads <= 1:
        return [work(chunk) for chunk in chunks]
    # Each task runs in a copy of the caller's context, and so under the caller's time limit.
    with ThreadPoolExecutor(threads) as pool, working_together():
        asked: list[Future[Any]] = []
        try:
            with suppress(RuntimeError):  # no thread can be started: this one does the rest
                for chunk in chunks:
                    asked.append(pool.submit(copy_context().run, work, chunk))
            rest = [work(chunk) for chunk in chunks[len(asked) :]]
            wait(asked, return_when=FIRST_EXCEPTION)
            for answer in asked:
                if answer.done():
                    answer.result()
            return [answer.result() for answer in asked] + rest
        except BaseException:
            # Chunks that have not begun are cancelled.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
