"""A move: tiles put on a board, and their score.

A :class:`Move` stores its place, its tiles and its score. The words and their points are computed lazily from a
:class:`Snapshot` of the board it was made for, so that a move stays valid after later plays, and a hundred thousand
moves cost little until the caller reads them.

Guaranteed: a move names its main word from the word's first square on. A move is immutable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .rack import Rack
from .rules import is_bingo
from .scoring import Formed, fill_squares, form
from .text.notation import write_place

if TYPE_CHECKING:
    from .rules import Rules


class Snapshot:
    """The squares and rules of a board at one time, which all moves of a position share.

    ``rules``; ``grid``: the squares as tile bytes, row by row; ``found_by``: a mark of the lexicon whose moves were
    found here, or None; ``held``: the counts of the rack that they were found with, or None.
    """

    __slots__ = ("found_by", "grid", "held", "rules")

    def __init__(self, rules: Rules, grid: bytes, found_by: object = None, held: bytes | None = None) -> None:
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

    ``row``, ``column`` (from 0) and ``across`` say where the main word starts; ``played`` are the tile bytes put down,
    in order, with bit 0x80 for a blank. Moves are equal if these four are.
    ``found_by``: a mark of the lexicon that found it, or None. A move is made in about 0.5 us; the first
    access to its words takes about 10 us.
    """

    __slots__ = ("_across", "_column", "_formed", "_played", "_row", "_score", "_snapshot", "_squares", "found_by")

    def __init__(
        self,
        snapshot: Snapshot,
        row: int,
        column: int,
        across: bool,
        played: bytes,
        score: int | None = None,
        found_by: object = None,
    ) -> None:
        """Hold a placement that the snapshot allows.

        ``score``: None if it is to be computed when it is needed. ``found_by``: the mark of a lexicon
        (:attr:`Index.mark`) if its generators found the move, so that nobody needs to judge it again.
        """
        self.found_by = found_by
        self._snapshot = snapshot
        self._row = row
        self._column = column
        self._across = across
        self._played = played
        self._score = score
        self._formed: Formed | None = None
        self._squares: tuple[int, ...] | None = None

    # -- place and tiles ----------------------------------------------------------------------------

    @property
    def row(self) -> int:
        """The row of the main word's first square, from 0."""
        return self._row

    @property
    def column(self) -> int:
        """The column of the main word's first square, from 0."""
        return self._column

    @property
    def across(self) -> bool:
        """Whether the main word runs across, not down."""
        return self._across

    @property
    def played(self) -> bytes:
        """The tile bytes put down, in order.

        0x80 + t is a blank designated as t.
        """
        return self._played

    @property
    def place(self) -> str:
        """The place as text: ``8D`` across, ``D8`` down."""
        return write_place(self._row, self._column, self._across)

    @property
    def tiles(self) -> str:
        """The main word as played.

        ``.`` stands for a tile already on the board; a designated blank is in lower case.
        """
        return self._snapshot.rules.text.write(self.formed.tiles)

    @property
    def text(self) -> str:
        """As GCG writes it: ``8D .IFE``."""
        return f"{self.place} {self.tiles}"

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares filled, in the order of the tiles.

        A square is row * columns + column.
        """
        squares = self._squares
        if squares is None:
            snapshot = self._snapshot
            layout = snapshot.rules.layout
            start = self._row * layout.columns + self._column
            self._squares = squares = fill_squares(layout, snapshot.grid, start, self._across, len(self._played))
        return squares

    # -- words and score ----------------------------------------------------------------------------

    @property
    def grid_after(self) -> bytes:
        """The squares after it."""
        return grid_after(self.snapshot.grid, self)

    @property
    def snapshot(self) -> Snapshot:
        """The board it was made for."""
        return self._snapshot

    @property
    def formed(self) -> Formed:
        """All the words it forms, with their points, computed once."""
        formed = self._formed
        if formed is None:
            snapshot = self._snapshot
            formed = form(snapshot.rules, snapshot.grid, self._row, self._column, self._across, self._played)
            self._formed = formed
        return formed

    @property
    def score(self) -> int:
        """The points of the move, bonus included."""
        return self.formed.score if self._score is None else self._score

    @property
    def words(self) -> tuple[str, ...]:
        """The words formed, main word first, as a lexicon spells them."""
        text = self._snapshot.rules.text
        return tuple([text.word(word.tiles) for word in self.formed.words])

    @property
    def breakdown(self) -> tuple[tuple[str, int], ...]:
        """(word, points) of each word formed, which add up to the score.

        Bonuses are the last: ("bingo", points) for the number of tiles played, ("length", points) for that of the word.
        """
        each = [(word, formed.points) for word, formed in zip(self.words, self.formed.words, strict=True)]
        return (*each, *self.formed.bonuses)

    @property
    def leave(self) -> Rack | None:
        """The tiles that it keeps, if it was found for a rack; None if it was read from a text."""
        held = self._snapshot.held
        return None if held is None else Rack(held, self._snapshot.rules.alphabet) - self._played

    @property
    def is_bingo(self) -> bool:
        """Whether it plays a full rack of tiles."""
        return bool(is_bingo(len(self._played), self._snapshot.rules))

    # -- as an object -------------------------------------------------------------------------------

    def _key(self) -> tuple[int, int, bool, bytes]:
        return (self._row, self._column, bool(self._across), self._played)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (self._snapshot, *self._key(), self._score))

    def __str__(self) -> str:
        """``8D .IFE +13``, which :meth:`lexkit.Board.play` reads."""
        return f"{self.text} +{self.score}"

    def __repr__(self) -> str:
        return f'Move({self.place} "{self.tiles}" +{self.score} {"/".join(self.words)})'

    def _repr_svg_(self) -> str:
        from ..pictures.board import show_move

        return show_move(self)


def without_rack(move: Move, snapshot: Snapshot) -> Move:
    """The same move of this snapshot, for those who are not to know what its player held."""
    return Move(snapshot, move.row, move.column, move.across, move.played, move.score)


def grid_after(grid: bytes | bytearray, move: Move | None) -> bytes:
    """The squares when the tiles of a move are on them; None: as they are."""
    after = bytearray(grid)
    if move is not None:
        for square, tile in zip(move.squares, move.played, strict=True):
            after[square] = tile
    return bytes(after)
