"""The moves of a position: an array of records.

Moves are in the order in which the generator found them. The best move has the highest score. Ties are broken in
this order, everywhere in this package: across before down, fewer tiles before more, then the leftmost, the topmost,
and last the smaller tile numbers, comparing the last tile of a play first.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, overload

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_whole
from lexkit.base.errors import IllegalMoveError, show_value
from lexkit.base.time_limits import LEAST_TO_SORT, look

from ..automaton.read_only_arrays import freeze
from .judge import as_played
from .move import Move, found_move
from .rack import Rack

if TYPE_CHECKING:
    from lexkit.players.candidates import Candidates
    from lexkit.players.leaves import LeaveValues
    from lexkit.runtime.lexicon.lexicon import Lexicon

    from ..automaton.index import Index
    from .move import MoveFields, Snapshot

#: Number of moves made at a time while iterating.
_PAGE: Final = 1024
#: Number of records handled between two checks of the deadline.
BLOCK: Final = 1 << 16
#: Minimum time to compare a record, in seconds.
_TO_COMPARE: Final = 2e-9


def _record(tiles: int) -> np.dtype[np.void]:
    fields = [("score", "<i4"), ("row", "u1"), ("column", "u1"), ("played", "u1"), ("down", "u1")]
    return np.dtype([("tiles", "u1", (tiles,)), *fields])


#: Record size -> its dtype: for racks of up to 8 tiles, and for larger racks and alphabets.
_RECORDS: Final = {_record(tiles).itemsize: _record(tiles) for tiles in (8, 16)}

#: Record size -> struct of its fields.
_FIELDS: Final = {size: struct.Struct(f"<{size - 8}siBBBB") for size in _RECORDS}


def records(found: bytes, size: int) -> NDArray[np.void]:
    """View a generator's moves, of ``size`` bytes each, as records, without a copy."""
    return np.frombuffer(found, _RECORDS[size])


def record_of(move: Move) -> NDArray[np.void]:
    """Return an array of one record, made from a move."""
    found = np.zeros(1, next(kind for kind in _RECORDS.values() if len(move.played) <= kind["tiles"].shape[0]))
    found["tiles"][0, : len(move.played)] = list(move.played)
    found["score"], found["row"], found["column"] = move.score, move.row, move.column
    found["played"], found["down"] = len(move.played), not move.across
    return found


def only_move(snapshot: Snapshot, found: bytes) -> Move:
    """Return the move of a generator's only record."""
    return found_move(snapshot, _FIELDS[len(found)].unpack(found))


def fields_of(found: NDArray[np.void]) -> Iterator[MoveFields]:
    """Yield the fields of each record."""
    return _FIELDS[found.itemsize].iter_unpack(found.tobytes())


class Moves:
    """All legal moves of one position, made by :meth:`lexkit.Lexicon.moves`.

    It supports ``len``, iteration, indexing (``moves[0]``; a slice gives Moves again) and ``move in moves``. Each
    :class:`lexkit.Move` is made when it is read, in about 1 us; :meth:`to_numpy` makes none.
    """

    __slots__ = ("_counts", "_index", "_records", "_snapshot")

    def __init__(self, snapshot: Snapshot, found: NDArray[np.void], counts: bytes, index: Index | None = None) -> None:
        if getattr(found, "dtype", None) not in _RECORDS.values() or found.ndim != 1:
            raise TypeError("moves are made by lexkit.Lexicon.moves")
        self._snapshot = snapshot
        self._records = found
        self._counts = counts
        self._index = index

    def __reduce__(self) -> tuple[Any, ...]:
        return (Moves, (self._snapshot, self._records, self._counts, self._index))

    def __copy__(self) -> Moves:
        return self  # moves are immutable

    def __deepcopy__(self, memo: dict[int, Any]) -> Moves:
        return self

    @property
    def rack(self) -> Rack:
        """Rack that the moves were found for."""
        return Rack(self._counts, self._snapshot.rules.alphabet)

    @property
    def snapshot(self) -> Snapshot:
        """Board that the moves were found on."""
        return self._snapshot

    def to_numpy(self) -> NDArray[np.void]:
        """Return the records of all moves, without making Move objects.

        Returns:
            A read-only structured array of shape (moves,). Fields: ``tiles`` (8 or 16 uint8, the tile bytes put
            down, then zeros), ``score`` (int32), ``row`` and ``column`` (uint8, the main word's first square),
            ``played`` (uint8, number of tiles), ``down`` (uint8, 0 or 1).
        """
        look()
        self._records = freeze(self._records)
        return self._records.view()

    def _make_moves(self, found: NDArray[np.void]) -> Iterator[Move]:
        return map(found_move, repeat(self._snapshot), fields_of(found))

    def __len__(self) -> int:
        return len(self._records)

    def count(self) -> int:
        """Return the number of moves, the same as ``len``."""
        return len(self._records)

    def __iter__(self) -> Iterator[Move]:
        for start in range(0, len(self._records), _PAGE):
            look()
            yield from self._make_moves(self._records[start : start + _PAGE])

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Moves: ...
    def __getitem__(self, index: int | slice) -> Move | Moves:
        look()
        if isinstance(index, slice):
            return Moves(self._snapshot, self._records[index], self._counts, self._index)
        place = operator.index(index)
        if not -len(self._records) <= place < len(self._records):
            raise IndexError(f"move {show_value(place)} of {len(self._records)}")
        return only_move(self._snapshot, self._records[place].tobytes())

    def __contains__(self, move: object) -> bool:
        """Return whether a move, or a text such as ``8D .IFE``, is among these."""
        look(_TO_COMPARE * len(self._records))
        if not isinstance(move, Move | str):
            return False
        try:
            move = as_played(self._snapshot, move)
        except IllegalMoveError:
            return False
        found = self._records
        alike = (found["row"] == move.row) & (found["column"] == move.column) & (found["down"] == (not move.across))
        alike &= found["played"] == len(move.played)
        wanted = np.zeros(found["tiles"].shape[1], np.uint8)
        if len(move.played) > len(wanted):
            return False
        wanted[: len(move.played)] = list(move.played)
        return bool((found["tiles"][alike] == wanted).all(axis=1).any())

    def best(self) -> Move | None:
        """Return the move with the highest score, or None if there is no move.

        Ties are broken by the rule of :mod:`lexkit.runtime.game.moves`.
        """
        top = self.top(1)
        return top[0] if top else None

    def top(self, number: int) -> list[Move]:
        """Return the best moves, best first.

        Ties are broken by the rule of :mod:`lexkit.runtime.game.moves`.

        Args:
            number: Maximum number of moves.

        Raises:
            QueryError: The number is negative.
        """
        scores = self._records["score"]
        number = require_whole(number, "number of moves", 0)
        if not number or not len(scores):
            return []
        look(_TO_COMPARE * len(scores))
        if number < len(scores):
            least = np.partition(scores, len(scores) - number)[len(scores) - number]
            chosen = self._records[scores >= least]
        else:
            chosen = self._records
        look(LEAST_TO_SORT * len(chosen))
        numbers = order(chosen)[:number]
        made: list[Move] = []
        for start in range(0, len(numbers), _PAGE):
            look()
            made += self._make_moves(chosen[numbers[start : start + _PAGE]])
        return made

    def by_equity(
        self, leaves: Lexicon | LeaveValues | None = None, bag: int | None = None, *, exchanges: int = 0
    ) -> Candidates:
        """Return the moves, the exchanges and the pass in order of equity, best first.

        Each :class:`lexkit.Candidate` has ``equity``, ``score`` and ``leave``. About 1 ms for a thousand moves.

        Args:
            leaves: Leave values, or a lexicon that has some; by default those of the lexicon that found the moves.
            bag: Number of tiles in the bag. By default the tiles that remain after the board, this rack and a full
                rack of one opponent.
            exchanges: Number of exchanges that the player has made, for rules that limit them.

        Raises:
            QueryError: The moves were made without a lexicon.
            PositionError: The leave values belong to another alphabet.
        """
        from lexkit.players.candidates import by_equity

        return by_equity(self, self._index if leaves is None else leaves, bag, exchanges)

    def to_frame(self, columns: Iterable[str] | None = None, library: str | None = None) -> Any:
        """Return a data frame with one row for each move, in their order. About 20 us a move.

        Args:
            columns: Names among ``place``, ``tiles``, ``score``, ``words``, ``leave``, ``is_bingo``, ``row``,
                ``column``, ``across`` and ``played``; by default the first five.
            library: ``pandas``, ``polars`` or ``arrow``, chosen as by :meth:`lexkit.Words.to_frame`.

        Returns:
            A pandas or polars DataFrame, or a pyarrow Table.

        Raises:
            QueryError: A column or the library is unknown, or the library is not installed.
        """
        from .fields import to_frame

        return to_frame(self, columns, library)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves):
            return NotImplemented
        look(_TO_COMPARE * len(self._records))
        return self._snapshot == other._snapshot and np.array_equal(self._records, other._records)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        number = "1 move" if len(self) == 1 else f"{len(self):,} moves"
        best = self.best()
        return f"<Moves: {number}{f', best {best}' if best else ''}>"

    def _repr_svg_(self) -> str:
        from ..pictures.board import show_moves

        return show_moves(self)


def order(found: NDArray[np.void]) -> NDArray[np.intp]:
    """Return the indices that sort records, best first, by the tie rule.

    Large arrays are sorted by score first, then each group of equal scores, with checks of the deadline in between.
    Raises TimeLimitError when it has passed.
    """
    if len(found) <= BLOCK:
        return _order(found)
    scores = np.ascontiguousarray(found["score"])
    small = scores.astype(np.int16) if scores.max() < 1 << 15 else scores  # int16 sorts faster
    numbers = np.argsort(-small, kind="stable")
    edges = np.flatnonzero(np.diff(scores[numbers])) + 1
    for start, stop in zip([0, *edges.tolist()], [*edges.tolist(), len(numbers)], strict=True):
        look(LEAST_TO_SORT * (stop - start))
        numbers[start:stop] = numbers[start:stop][_order(found[numbers[start:stop]])]
    return numbers


def _order(found: NDArray[np.void]) -> NDArray[np.intp]:
    tiles = np.ascontiguousarray(found["tiles"]).view("<u8")
    keys = [tiles[:, column] for column in range(tiles.shape[1])]
    return np.lexsort((*keys, found["row"], found["column"], found["played"], found["down"], -found["score"]))
