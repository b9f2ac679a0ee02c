"""From a lexicon and a board to moves, by the kernels.

The kernels' data is prepared once for each lexicon and set of rules. A board stores one set of squares for each
lexicon and updates it with every play and undo, so that a game computes only the cross sets that changed. Each call
borrows its own generator, so that any number of threads may search.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_one_of
from lexkit.base.errors import PositionError, QueryError

from ..automaton.kernels.tile_strings import count_tiles
from .judge import check_alphabet
from .kernels import kernels_for, move_size
from .move import Snapshot
from .moves import Moves, only_move, records
from .rack import Rack, as_rack
from .rules import OUT_SWING, require_fitting
from .scoring import scoring_of
from .text.position import settled_sources
from .wordsmog import WORDSMOG, alphagram_nodes

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .board import Board
    from .layout import Layout
    from .move import Move
    from .rules import Rules

#: Generators of many moves: two that find all, and one that finds those that players choose among.
Generator = Literal["gaddag", "dawg", "candidates"]
GADDAG: Final = "gaddag"
DAWG: Final = "dawg"
CANDIDATES: Final = "candidates"
#: Generator of the best move.
BEST: Final = "best"
#: Cost of each vowel beside a premium square on an empty board, for each step of the square's multiplier, in
#: thousandths of a point: it opens that square to the opponent.
OPENING: Final = 350
#: Maximum number of cached finders of a lexicon, one for each set of rules.
_MOST_FINDERS = 16
#: Maximum number of cached tables of leaves of a finder.
_MOST_WORTHS = 4
#: Bytes of an endgame search's memory for each slot (32 bytes), each bucket (64) and each move (16 or 24).
_SLOT_SHARE, _BUCKET_SHARE, _MOVE_SHARE = 256, 128, 128
#: Maximum numbers of slots and moves: more make short searches slower and long ones no faster.
_MOST_SLOTS, _MOST_MOVES = 1 << 18, 1 << 20


#: Squares of a board, or None when it is asked first; its grid; the counts of a rack, and its number of tiles.
Question: TypeAlias = tuple[Any, bytes, bytes, int]


class Worths(NamedTuple):
    """Worths of leaves for kernels, in thousandths of a point.

    ``values``: int32 by the place of a leave; ``steps``: int64, the addend of each tile to a place, ``longest``
    rows; ``opening``: int32, the cost of a vowel on each square of an empty board, for 2 directions, 32 lines and
    32 squares of a line; ``vowels``: a mask of the tiles that are vowels. ``whole``: the 64 counts of all tiles of
    the game, if worths are adapted to the unseen tiles; ``tries``: number of candidates that are played out when
    the bag is empty.
    """

    values: memoryview
    steps: memoryview
    longest: int
    opening: memoryview
    vowels: int
    whole: tuple[int, ...] | None = None
    tries: int = 0


class Row(IntEnum):
    """Columns of a row of rollouts: the gain, the player who is out, the points left on racks, and so on."""

    GAIN, LEAVES, OUT, GIVEN_UP, LEFT, OTHERS_LEFT, UNSEEN, TURNS = range(8)


@lru_cache(maxsize=16)
def opening_costs(layout: Layout) -> NDArray[np.int32]:
    """Return the cost of a vowel on each square of an empty board: int32, shape (2, 32, 32).

    By direction (0 across, 1 down), number of the line, and index in it.
    """
    steps = np.zeros((layout.rows + 2, layout.columns + 2), np.int64)
    for row in range(layout.rows):
        for column in range(layout.columns):
            square = row * layout.columns + column
            worth = layout.word_multipliers[square] + layout.letter_multipliers[square] - 2
            steps[row + 1, column + 1] = max(0, worth)
    costs = np.zeros((2, 32, 32), np.int32)
    costs[0, : layout.rows, : layout.columns] = OPENING * (steps[:-2, 1:-1] + steps[2:, 1:-1])
    costs[1, : layout.columns, : layout.rows] = OPENING * (steps[1:-1, :-2] + steps[1:-1, 2:]).T
    return costs


def spreads_of(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the gain on the opponent of each row of rollouts, by points and by going out."""
    out = rows[:, Row.OUT]
    left = np.where(out == 0, rows[:, Row.OTHERS_LEFT], np.where(out == 1, -rows[:, Row.LEFT], 0))
    spreads: NDArray[np.int64] = rows[:, Row.GAIN] + OUT_SWING * left
    return spreads


class Finder:
    """Finder of moves for one lexicon and one set of rules."""

    def __init__(self, index: Index, rules: Rules) -> None:
        check_alphabet(index, rules)
        kernels = kernels_for(index.alphabet.width, rules.rack_size)
        self.move_size = move_size(index.alphabet.width, rules.rack_size)
        self.arranged = rules.variant == WORDSMOG
        nodes = alphagram_nodes(index) if self.arranged else index.nodes
        layout = rules.layout
        scoring = scoring_of(rules)
        self.rules, self._rack_size, self._codes = rules, rules.rack_size, rules.alphabet.code_table
        self._mark = index.mark
        #: Sources of a board's alphabet for which a board needs no check: see :meth:`Board.meet`.
        self.settled = settled_sources(rules, index.alphabet)
        #: :class:`Board`, which cannot be imported at the top.
        self.boards = _board_class()
        self.both = not layout.symmetric
        self._blank_board = kernels.Squares(
            nodes,
            index.alphabet.mask,
            layout.rows,
            layout.columns,
            layout.letter_multipliers,
            layout.word_multipliers,
            layout.start,
            scoring,
            self.arranged,
        )
        self._kernels: Any = kernels
        self._letters = letters = index.alphabet.mask
        self._game = game = (nodes, scoring)
        self._shadow = shadow = cache(lambda: kernels.Shadow(nodes, letters, scoring))
        # None of these refers to the finder, so that its last user unmaps the file and not the garbage collector.
        self._makers: dict[str, Callable[[], Any]] = {
            GADDAG: lambda: kernels.GaddagGenerator(*game),
            DAWG: lambda: kernels.DawgGenerator(*game),
            CANDIDATES: lambda: kernels.GaddagGenerator(*game),
            BEST: lambda: kernels.BestFinder(*game, shadow().like()),
        }
        if self.arranged:
            costs = opening_costs(layout).reshape(-1)
            vowels = sum(1 << number for number, tile in enumerate(rules.alphabet.tiles, 1) if tile.vowel)
            self._makers = {
                GADDAG: lambda: kernels.WordsmogWalk(*game),
                CANDIDATES: lambda: kernels.WordsmogFinder(*game, None, costs.data, vowels, every=True),
                BEST: lambda: kernels.WordsmogFinder(*game),
            }
        #: Identity of worths -> the worths, and the idle finders that use them, each with squares.
        self._weighing: dict[int, tuple[Worths, list[tuple[Any, Any]]]] = {}
        self._idle: dict[str, list[tuple[Any, Any]]] = {kind: [] for kind in self._makers}

    # -- one position -------------------------------------------------------------------------------

    def moves(self, board: Board, rack: Rack | str | None, generator: Generator = GADDAG) -> Moves:
        """Return all moves of a rack on a board.

        ``generator``: GADDAG or DAWG; or CANDIDATES, see :meth:`candidates`.
        """
        squares, grid, counts, _ = self.read(board, rack)
        found = self._list(generator if generator is GADDAG else self._require(generator), squares, grid, counts)
        snapshot = Snapshot(self.rules, grid, self._mark, counts)
        return Moves(snapshot, records(found, self.move_size), counts, self._mark())

    def candidates(self, board: Board, rack: Rack | str | None) -> Moves:
        """Return the moves that players choose among: all; in WordSmog only the best order of the same tiles.

        In WordSmog the same tiles on the same squares may have up to 5,040 orders. On an empty board two orders are
        returned if the best by score is not the best by score less the cost of vowels, see :func:`opening_costs`.
        """
        return self.moves(board, rack, CANDIDATES)

    def _require(self, generator: str) -> str:
        """Return the name of a generator of many moves under these rules. Raises QueryError for another name."""
        if self.arranged and generator == DAWG:
            raise QueryError("no such generator of WordSmog", place="generator", expected=GADDAG, found=DAWG)
        return require_generator(generator)

    def moves_at(self, snapshot: Snapshot, rack: Rack) -> Moves:
        """Return all moves of a rack on a past board, which need not be one of this finder's."""
        found = self._list(CANDIDATES, None, snapshot.grid, rack.counts)
        return Moves(snapshot, records(found, self.move_size), rack.counts, self._mark())

    def best(self, board: Board, rack: Rack | str | None) -> Move | None:
        """Return the best move of a rack on a board, or None."""
        squares, grid, counts, _ = self.read(board, rack)
        found = self._list(BEST, squares, grid, counts)
        return only_move(Snapshot(self.rules, grid, self._mark, counts), found) if found else None

    def read(self, board: Board, rack: Rack | str | None) -> Question:
        """Return what generators ask about: a board and a rack. Raises what :meth:`rack_of` raises."""
        squares, grid, own = board.observe(self, self._make_squares, True)
        if rack is None:
            rack = own or None
        if type(rack) is str and len(rack) <= self._rack_size:
            counts = count_tiles(rack, self._codes)
            if counts is not None:
                return squares, grid, counts, len(rack)
        held = self.rack_of(board, rack)
        return squares, grid, held.counts, len(held)

    def _list(self, kind: str, squares: Any, grid: bytes, counts: bytes) -> bytes:
        """Return a generator's moves. Without ``squares``, as when a board is asked first, lent ones get the grid."""
        generator, lent = pair = self.borrow(kind)
        new = None
        if squares is None:
            squares, new = lent, grid
        try:
            found: bytes = generator.moves_of(squares, counts, self.both, new)
        except OverflowError as error:
            raise too_many(error) from None
        self._idle[kind].append(pair)  # one that failed is not used again
        return found

    def best_by_worth(
        self, question: Question, worths: Worths, bag: int, exchangeable: int, costs: tuple[int, int]
    ) -> tuple[Move | None, int, bytes]:
        """Return (move, worth, exchanged): the best by the worth of leaves, with the counts of the tiles to exchange.

        ``costs``: of keeping tiles when the bag is empty, and the gain of going out, in thousandths of a point.
        """
        squares, grid, counts, _ = question
        known = self._weighing.get(id(worths))
        if known is None:
            if len(self._weighing) >= _MOST_WORTHS:
                self._weighing.clear()
            known = self._weighing[id(worths)] = worths, []
        idle = known[1]
        try:
            finder, lent = pair = idle.pop()
        except IndexError:
            finder, lent = pair = self.new_weighing_finder(worths), self.new_squares()
        new = None
        if squares is None:
            squares, new = lent, grid
        try:
            found, worth, given = finder.best_by_worth(squares, counts, self.both, bag, exchangeable, *costs, new)
        except OverflowError as error:
            raise too_many(error) from None
        idle.append(pair)
        return only_move(Snapshot(self.rules, grid, None, counts), found) if found else None, worth, given

    def counted(self, board: Board, rack: Rack | str | None, generator: Generator = GADDAG) -> tuple[int, int, int]:
        """Return (anchors used, states visited, arcs traversed) of finding these moves.

        Each kernel's docstring defines what it counts.
        """
        counts = self.counts_of(board, rack)
        squares, _ = self.squares_of(board)
        unused = self.new_generator(self._require(generator))
        try:
            unused.moves_of(squares, counts, self.both)
        except OverflowError as error:
            raise too_many(error) from None
        anchors, states, arcs = unused.counted()
        return anchors, states, arcs

    def counts_of(self, board: Board, rack: Rack | str | None) -> bytes:
        """Return the counts of a rack: see :meth:`rack_of`."""
        return self.rack_of(board, rack).counts

    def rack_of(self, board: Board, rack: Rack | str | None) -> Rack:
        """Return the rack that a caller asks about.

        ``rack``: None is the rack of the player to move. Raises PositionError if the rack is unknown, too long or
        has another alphabet.
        """
        if rack is None:
            rack = board.rack
            if not rack:
                raise PositionError(
                    "the rack to play is not known",
                    place="rack",
                    remedy="give one: moves(board, rack), or ask about game.view(player)",
                )
        return require_fitting(as_rack(rack, self.rules.alphabet), self.rules, "rack")

    def squares_of(self, board: Board) -> tuple[Any, bytes]:
        """Return (squares, grid): the board's squares for this lexicon, and their grid.

        The board updates the squares.
        """
        squares, grid, _ = board.observe(self, self._make_squares)
        return squares, grid

    def new_squares(self) -> Any:
        """Return the squares of an empty board."""
        return self._blank_board.like()

    def new_generator(self, kind: str) -> Any:
        """Return a new generator of this kind."""
        return self._makers[kind]()

    def new_weighing_finder(self, worths: Worths) -> Any:
        """Return a new finder of the move of the highest worth, for one thread."""
        leaves = self._kernels.LeaveTable(worths.values, worths.steps, worths.longest, worths.whole)
        if self.arranged:
            return self._kernels.WordsmogFinder(*self._game, leaves, worths.opening, worths.vowels)
        return self._kernels.BestFinder(*self._game, self._shadow().like(), leaves, worths.opening, worths.vowels)

    def new_census(self, steps: memoryview) -> Any:
        """Return a new census of boards, for one thread; ``steps``: for leaves up to the length of a rack.

        Raises PositionError for WordSmog: a census would have to place all tiles in all orders.
        """
        if self.arranged:
            raise PositionError("boards of WordSmog have no census", place="rules", expected="variant classic")
        blanks = min(self.rules.rack_size, self.rules.distribution[0])
        return self._kernels.Census(*self._game, self._letters, blanks, steps)

    def new_game_player(self, first: Worths | None = None, second: Worths | None = None, *, patience: int = 0) -> Any:
        """Return a new table for whole games, for one thread.

        A player without worths plays the highest score; ``patience``: number of scoreless turns in a row after
        which players stop exchanging.
        """
        numbers = self._game_numbers(patience)
        finders = [self._new_finder(worths) for worths in (first, second)]
        tries = [0 if worths is None else worths.tries for worths in (first, second)]
        ahead = None
        if any(tries):
            # There both play by the worth of the leave, which is the same for all when the bag is empty.
            plain = next(worths for worths in (first, second) if worths is not None)._replace(whole=None)
            finders_ahead = [self.new_weighing_finder(plain) for _ in tries]
            ahead = self._kernels.GamePlayer(self.new_squares(), *finders_ahead, *numbers, self.both)
        return self._kernels.GamePlayer(self.new_squares(), *finders, *numbers, self.both, *tries, ahead)

    def _new_finder(self, worths: Worths | None) -> Any:
        """Return a new finder of a player with these worths, or of the highest score."""
        return self.new_generator(BEST) if worths is None else self.new_weighing_finder(worths)

    def _game_numbers(self, patience: int) -> tuple[Any, ...]:
        """Return the rules that tables for whole games take."""
        rules = self.rules
        return (
            rules.rack_size,
            rules.exchange_minimum,
            rules.zero_turns,
            rules.pass_turns,
            rules.exchanges_count,
            rules.empty_board_ends,
            rules.exchange_limit,
            patience,
        )

    def new_credit_player(
        self, worths: Worths, pass_worth: int, patience: int, known: Any = None, classes: Any = None
    ) -> tuple[Any, Any]:
        """Return (a table for whole games of two players with these worths, its finder that credits words).

        For one thread; ``pass_worth``, ``known`` and ``classes``: see :mod:`.kernels.word_credits`. Raises
        PositionError for WordSmog, whose words have no order of letters.
        """
        if self.arranged:
            raise PositionError("words of WordSmog are not credited", place="rules", expected="variant classic")
        squares, kernels = self.new_squares(), self._kernels
        leaves = kernels.LeaveTable(worths.values, worths.steps, worths.longest)
        shadow = self._shadow().like()
        marks = () if known is None else (known, classes)
        finder = kernels.CreditFinder(
            *self._game, shadow, leaves, worths.opening, worths.vowels, squares, pass_worth, *marks
        )
        return kernels.GamePlayer(squares, finder, finder, *self._game_numbers(patience), self.both), finder

    def new_rollouts(self, first: Worths | None = None, second: Worths | None = None, *, patience: int = 0) -> Any:
        """Return a new table for rollouts, for one thread; for the arguments see :meth:`new_game_player`."""
        table = self.new_game_player(first, second, patience=patience)
        return self._kernels.Rollouts(table, self._new_finder(second), self._new_finder(first))

    def new_endgame_search(self, memory: int) -> Any:
        """Return a new search of endgames, for one thread.

        ``memory``: maximum bytes for its tables, at least half of them for positions, the others for moves.
        """
        kernels = self._kernels
        board = kernels.SearchBoard(self.new_squares())
        slots, buckets = (1 << max(0, (memory // share).bit_length() - 1) for share in (_SLOT_SHARE, _BUCKET_SHARE))
        slots, room = min(slots, _MOST_SLOTS), min(memory // _MOVE_SHARE, _MOST_MOVES)
        lines = kernels.LineMoves(board, self.new_generator(GADDAG), self.both, slots, room)
        return kernels.EndgameSearch(lines, kernels.SearchTable(buckets))

    def _make_squares(self, grid: bytes) -> Any:
        """Return squares with these tiles, for this finder's lexicon."""
        squares = self.new_squares()
        squares.owner = self
        squares.set(grid)
        return squares

    def borrow(self, kind: str) -> tuple[Any, Any]:
        """Return (generator, squares): a generator of this kind, and squares, that no other call is using."""
        try:
            return self._idle[kind].pop()
        except IndexError:
            return self.new_generator(kind), self.new_squares()

    def give_back(self, kind: str, pair: tuple[Any, Any]) -> None:
        """Return a borrowed generator and its squares for the next call."""
        self._idle[kind].append(pair)


def finder_for(index: Index, board: Board) -> Finder:
    """Return the cached finder for the rules of a board, and let the board meet the lexicon."""
    finder: Finder | None = index.finders.get(id(board.rules))
    if finder is not None and board.alphabet_source in finder.settled:
        index.require_open()
        board.core = index
        return finder
    if board.core is not index:
        board.meet(index)
    finder = finder_of_rules(index, board.rules)
    index.require_open()
    return finder


def finder_of_rules(index: Index, rules: Rules) -> Finder:
    """Return the cached finder for some rules."""
    # By identity, which costs nothing: a finder refers to its rules, so their id is not used again.
    finder: Finder | None = index.finders.get(id(rules))
    if finder is None:
        if len(index.finders) >= _MOST_FINDERS:
            index.finders.clear()
        finder = index.finders[id(rules)] = Finder(index, rules)
    return finder


def _board_class() -> type[Board]:
    from .board import Board

    return Board


def require_generator(generator: str) -> str:
    """Return the name of a generator of many moves. Raises QueryError for another name."""
    return require_one_of(generator, get_args(Generator), "no such generator", place="generator")


def too_many(error: OverflowError) -> PositionError:
    """Return the error for a position with too many moves."""
    return PositionError("too much to find", found=error, remedy="a rack with fewer blanks")
