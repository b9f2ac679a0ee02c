"""A move: tiles put on a board, and their score.

A :class:`Move` stores its place, its tiles and its score. The words and their points are computed lazily from a
:class:`Snapshot` of the board it was made for. A move therefore stays valid after later plays, and a hundred
thousand moves cost little until the caller reads them.

Guaranteed: a move is named by the first square of its main word. A move is immutable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .rack import Rack
from .rules import is_bingo
from .scoring import Formed, fill_squares, form
from .text.notation import write_place

if TYPE_CHECKING:
    from weakref import ref

    from ..automaton.index import Index
    from .rules import Rules


#: Fields of a move, in the order of a generator's record: tile bytes, which zeros may follow; score, or None if it was
#: not computed; row; column; number of tiles; whether it runs down.
MoveFields: TypeAlias = tuple[bytes, int | None, int, int, int, int]


class Snapshot:
    """Squares and rules of a board at one time, shared by all moves of a position.

    Attributes:
        rules: Rules of the game.
        grid: Squares as tile bytes, row by row.
        found_by: Mark of the lexicon whose moves were found here, or None.
        held: Counts of the rack that the moves were found with, or None.
    """

    __slots__ = ("found_by", "grid", "held", "rules")

    def __init__(
        self, rules: Rules, grid: bytes, found_by: ref[Index] | None = None, held: bytes | None = None
    ) -> None:
        self.rules = rules
        self.grid = grid
        self.held = held
        self.found_by = found_by

    def __repr__(self) -> str:
        return f"<Snapshot: {len(self.grid) - self.grid.count(0)} tiles on {self.rules.layout.name}>"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Snapshot) and self.grid == other.grid and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.grid)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Snapshot, (self.rules, self.grid, None, self.held))


class Move:
    """One placement of tiles: ``Move(8D ".IFE" +13 LIFE)``.

    Moves are equal if their ``row``, ``column``, ``across`` and ``played`` are equal. A move is made in about 0.5
    us; the first access to its words takes about 10 us.

    Attributes:
        found_by: Mark of the lexicon that found the move, or None.
    """

    __slots__ = ("_fields", "_formed", "_snapshot", "_squares", "found_by")

    def __init__(
        self,
        snapshot: Snapshot,
        row: int,
        column: int,
        across: bool,
        played: bytes,
        score: int | None = None,
        found_by: ref[Index] | None = None,
    ) -> None:
        """Store a placement that the snapshot allows.

        Args:
            snapshot: Board that the move is made for.
            row: Row of the main word's first square, from 0.
            column: Column of the main word's first square, from 0.
            across: Whether the main word runs across.
            played: Tile bytes put down, in order, with bit 0x80 for a blank.
            score: Points; None computes them when they are needed.
            found_by: Mark of a lexicon (:attr:`Index.mark`) whose generators found the move, so that it need not be
                judged again.
        """
        self.found_by = found_by
        self._snapshot = snapshot
        self._fields: MoveFields = played, score, row, column, len(played), not across
        self._formed: Formed | None = None
        self._squares: tuple[int, ...] | None = None

    # -- place and tiles ----------------------------------------------------------------------------

    @property
    def row(self) -> int:
        """Row of the main word's first square, from 0."""
        return self._fields[2]

    @property
    def column(self) -> int:
        """Column of the main word's first square, from 0."""
        return self._fields[3]

    @property
    def across(self) -> bool:
        """True if the main word runs across, False if it runs down."""
        return not self._fields[5]

    @property
    def played(self) -> bytes:
        """Tile bytes put down, in order; 0x80 + t is a blank designated as t."""
        fields = self._fields
        return fields[0][: fields[4]]

    @property
    def place(self) -> str:
        """Place as text: ``8D`` across, ``D8`` down."""
        return write_place(self.row, self.column, self.across)

    @property
    def tiles(self) -> str:
        """Main word as played: ``.`` for a tile already on the board, lower case for a designated blank."""
        return self._snapshot.rules.text.write(self.formed.tiles)

    @property
    def text(self) -> str:
        """Move in GCG notation: ``8D .IFE``."""
        return f"{self.place} {self.tiles}"

    @property
    def squares(self) -> tuple[int, ...]:
        """Indices of the squares filled (row * columns + column), in the order of the tiles."""
        squares = self._squares
        if squares is None:
            snapshot = self._snapshot
            layout = snapshot.rules.layout
            _, _, row, column, played, down = self._fields
            self._squares = squares = fill_squares(
                layout, snapshot.grid, row * layout.columns + column, not down, played
            )
        return squares

    # -- words and score ----------------------------------------------------------------------------

    @property
    def grid_after(self) -> bytes:
        """Squares after the move."""
        return grid_after(self.snapshot.grid, self)

    @property
    def snapshot(self) -> Snapshot:
        """Board that the move was made for."""
        return self._snapshot

    @property
    def formed(self) -> Formed:
        """All words that the move forms, with their points, computed once."""
        formed = self._formed
        if formed is None:
            snapshot = self._snapshot
            formed = form(snapshot.rules, snapshot.grid, *self._key())
            self._formed = formed
        return formed

    @property
    def score(self) -> int:
        """Points of the move, bonus included."""
        score = self._fields[1]
        return self.formed.score if score is None else score

    @property
    def words(self) -> tuple[str, ...]:
        """Words formed, main word first, spelled as in a lexicon."""
        text = self._snapshot.rules.text
        return tuple([text.word(word.tiles) for word in self.formed.words])

    @property
    def breakdown(self) -> tuple[tuple[str, int], ...]:
        """(word, points) of each word formed, then of the bonuses; the points add up to the score.

        Bonuses are ("bingo", points) for the number of tiles played and ("length", points) for the length of the
        main word.
        """
        each = [(word, formed.points) for word, formed in zip(self.words, self.formed.words, strict=True)]
        return (*each, *self.formed.bonuses)

    @property
    def leave(self) -> Rack | None:
        """Tiles left on the rack, if the move was found for a rack; None if it was read from a text."""
        held = self._snapshot.held
        return None if held is None else Rack(held, self._snapshot.rules.alphabet) - self.played

    @property
    def is_bingo(self) -> bool:
        """True if the move plays a full rack of tiles."""
        return bool(is_bingo(self._fields[4], self._snapshot.rules))

    # -- as an object -------------------------------------------------------------------------------

    def _key(self) -> tuple[int, int, bool, bytes]:
        return (self.row, self.column, self.across, self.played)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (self._snapshot, *self._key(), self._fields[1]))

    def __str__(self) -> str:
        """Return ``8D .IFE +13``, which :meth:`lexkit.Board.play` reads."""
        return f"{self.text} +{self.score}"

    def __repr__(self) -> str:
        return f'Move({self.place} "{self.tiles}" +{self.score} {"/".join(self.words)})'

    def _repr_svg_(self) -> str:
        from ..pictures.board import show_move

        return show_move(self)


def found_move(snapshot: Snapshot, fields: MoveFields) -> Move:
    """Return the move of a record that a generator wrote on the snapshot. Takes half as long as making one."""
    self = Move.__new__(Move)
    self.found_by = snapshot.found_by
    self._snapshot = snapshot
    self._fields = fields
    self._formed = None
    self._squares = None
    return self


def without_rack(move: Move, snapshot: Snapshot) -> Move:
    """Return the same move on this snapshot, without its player's leave, for those who must not see it."""
    return Move(snapshot, move.row, move.column, move.across, move.played, move.score)


def grid_after(grid: bytes | bytearray, move: Move | None) -> bytes:
    """Return the squares after a move; None leaves them unchanged."""
    after = bytearray(grid)
    if move is not None:
        for square, tile in zip(move.squares, move.played, strict=True):
            after[square] = tile
    return bytes(after)
