"""Cross sets of a board: the letters that the tiles around each empty square allow there.

A tile on an empty square also extends the runs of tiles that touch the square in its row and in its column. The cross
set of a direction holds the letters that make a word of the run in that direction; the cross score is what the tiles of
that run are worth. A move generator that lays a word across consults those of the direction down, and the other way
round (Appel & Jacobson 1988; Gordon 1994, "Computing cross sets").

    crosses = lex.cross_sets(board)
    crosses["8J"].across, crosses["8J"].across_score
    crosses.masks[0, 7, 9]

:class:`CrossSets` reads the table that the move generators use, :mod:`.kernels.squares`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import PositionError, with_plain_types
from lexkit.base.time_limits import look
from lexkit.formats.alphabet import LetterSet

from .judge import core_of
from .layout import read_square
from .move_finder import finder_for
from .text.notation import square_name

if TYPE_CHECKING:
    from ..automaton.index import Index, LexiconLike
    from .board import Board

#: Cross score of a direction in which a letter forms no word.
NO_WORD = -1


@with_plain_types
class Cross(NamedTuple):
    """Cross sets and cross scores of one empty square.

    Attributes:
        across: Letters that make a word with the tiles beside the square in its row; all letters if there are none.
        down: The same for its column.
        across_score: Points of the tiles beside the square in its row, before the premium of the square; None if
            there are none.
        down_score: The same for its column.
    """

    across: LetterSet
    down: LetterSet
    across_score: int | None
    down_score: int | None


class CrossSets:
    """Cross sets and cross scores of all empty squares of a board.

    ``crosses["8D"]`` is the :class:`Cross` of a square. Iteration gives the names of the empty squares, row by row,
    and ``in`` tests whether a square is one of them. Bricks do not count as empty squares. Later plays on the board
    do not change it.

    Attributes:
        masks: uint64 array of shape (2, rows, columns), read-only: cross sets across, then down. Bit ``t`` stands
            for tile ``t`` of the alphabet. 0 on covered squares and on bricks.
        scores: int32 array of shape (2, rows, columns), read-only: cross scores; -1 where no word is formed, on
            covered squares and on bricks.
    """

    def __init__(self, index: Index, board: Board) -> None:
        look()
        index.require_open()
        board.meet(index)
        board.meet(index)
        self._layout, self._alphabet = board.rules.layout, board.rules.alphabet
        squares = finder_for(index, board).new_squares()
        grid = board.grid
        squares.set(grid)
        rows, columns = self._layout.rows, self._layout.columns
        masks = np.zeros((2, rows, columns), np.uint64)
        scores = np.full((2, rows, columns), NO_WORD, np.int32)
        # In the kernel's table, a square of a row stores the letters that its column allows, and the other way
        # round.
        for direction, lines in ((1, rows), (0, columns)):
            for number in range(lines):
                described = np.array(squares.describe_line(1 - direction, number), np.uint64)
                where = (direction, number) if direction else (direction, slice(None), number)
                masks[where] = described[:, 1]
                scores[where] = np.where(described[:, 3] > 0, described[:, 2].astype(np.int32), NO_WORD)
        empty = np.frombuffer(grid, np.uint8).reshape(rows, columns) == 0
        empty &= np.frombuffer(self._layout.word_multipliers, np.uint8).reshape(rows, columns) > 0
        words = np.frombuffer(self._layout.word_multipliers, np.uint8).reshape(rows, columns).astype(np.int32)
        self.masks: NDArray[np.uint64] = np.where(empty, masks, np.uint64(0))
        self.scores: NDArray[np.int32] = np.where(empty & (scores > 0), scores // np.maximum(words, 1), scores)
        self.scores[:, ~empty] = NO_WORD
        self._empty = empty.reshape(-1)
        for array in (self.masks, self.scores):
            array.flags.writeable = False

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple([square_name(square, self._layout.columns) for square in np.flatnonzero(self._empty).tolist()])

    def __getitem__(self, square: str) -> Cross:
        """Return the cross sets of a square.

        Args:
            square: Name of the square, such as ``8D``.

        Raises:
            PositionError: The board has no such square, or the square is covered or a brick.
        """
        place = read_square(self._layout, square)
        if not self._empty[place]:
            raise PositionError("not an empty square", found=square)
        where = divmod(place, self._layout.columns)
        across, down = (LetterSet(self._alphabet, int(mask)) for mask in self.masks[(slice(None), *where)])
        across_score, down_score = (
            None if score == NO_WORD else int(score) for score in self.scores[(slice(None), *where)]
        )
        return Cross(across, down, across_score, down_score)

    def __contains__(self, square: object) -> bool:
        return square in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return int(self._empty.sum())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CrossSets):
            return NotImplemented
        same = self._layout == other._layout and self._alphabet == other._alphabet
        return same and np.array_equal(self.masks, other.masks) and np.array_equal(self.scores, other.scores)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<CrossSets: {len(self)} empty squares, {int((self.scores >= 0).sum())} cross words>"

    def counts(self, across: bool) -> dict[str, int]:
        """Return the number of letters that fit on each square with neighbours in a direction: data for a heat map.

        Args:
            across: True for neighbours in the row, False for the column.
        """
        direction = 0 if across else 1
        rows, columns = np.nonzero(self.scores[direction] >= 0)
        fitting = np.bitwise_count(self.masks[direction, rows, columns])
        squares = (rows * self._layout.columns + columns).tolist()
        names = [square_name(square, self._layout.columns) for square in squares]
        return dict(zip(names, fitting.tolist(), strict=True))


def cross_sets_of(board: Board, lexicon: LexiconLike | None = None) -> CrossSets:
    """Return the cross sets of a board, by default for the lexicon that judges its plays."""
    return CrossSets(board.usual_index() if lexicon is None else core_of(lexicon), board)
