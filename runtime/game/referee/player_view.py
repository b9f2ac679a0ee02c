"""What a player sees of a game: the board, their own rack, turns and clocks, and nothing hidden.

The board shows what everyone sees: squares, scores, turns without a point, but no racks.

Guaranteed: a view is made only of what its player knows, so that any two games that look the same to a player give
equal views; later turns of the game do not change it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from lexkit.base.errors import IllegalMoveError, PositionError, QueryError, show_value

from ..board import Board
from ..judge import core_of
from ..move_finder import finder_for
from ..rules import count_left
from ..text.cgp import CgpFields, write_fields, write_squares
from ..text.notation import KINDS
from ..text.position import opcodes_of

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import HasIndex, Index

    from ..board_observers import Observer
    from ..move import Move, Snapshot
    from ..moves import Moves
    from ..rack import Rack
    from ..rules import Rules
    from .clock import Times
    from .game_state import Result
    from .turn import Turn


class GameBoard(Board):
    """The board of a game: everyone may look at it and search it, only the game changes it.

    It keeps its observers, such as cross sets, through plays, challenges, undo and redo, so that a search on the next
    position costs little. ``copy()`` gives a :class:`lexkit.Board` to try plays on.
    """

    def show(
        self, grid: bytes, scores: tuple[int, ...], to_move: int, zeros: int, squares: Sequence[int] | None = None
    ) -> None:
        """Show another position. ``squares``: those that differ, if the caller knows."""
        state = {"_racks": ("",) * len(scores), "scores": scores, "to_move": to_move, "zeros": zeros}
        before = self._grid
        if before == grid:
            self.__dict__.update(state)
            return
        both = zip(before, grid, strict=True)
        changed = squares or [square for square, (one, other) in enumerate(both) if one != other]
        gone = [square for square in changed if before[square]]
        put = [square for square in changed if grid[square]]

        def tell(observer: Observer) -> None:
            if gone:
                observer.take(gone)
            if put:
                observer.put(put, bytes([grid[square] for square in put]))

        self._become({**state, "_grid": bytearray(grid)}, tell)

    def play(self, move: Move | str) -> NoReturn:
        """Refused: the game plays, and its board shows it."""
        self._refuse("game.play")

    def exchange(self, tiles: Rack | str) -> NoReturn:
        """Refused, as :meth:`play` is."""
        self._refuse("game.exchange")

    def pass_turn(self) -> NoReturn:
        """Refused, as :meth:`play` is."""
        self._refuse("game.pass_turn")

    def undo(self) -> NoReturn:
        """Refused, as :meth:`play` is."""
        self._refuse("game.undo")

    def _refuse(self, instead: str) -> NoReturn:
        raise IllegalMoveError(
            "only the game plays on its board", expected=instead, remedy="or a copy of it: game.board.copy()"
        )

    def copy(self) -> Board:
        """An independent board with this position, for plays of its own."""
        other = Board.__new__(Board)
        own = {"_grid": bytearray(self._grid), "opcodes": dict(self.opcodes), "core": self.core}
        other.__dict__.update({**self.__getstate__(), **own})
        return other

    __copy__ = copy


@dataclass(frozen=True, repr=False)
class View:
    """What a player sees. Lists are by player; ``player`` is whose view it is, and ``players`` have names.

    ``snapshot``: the squares; ``scores``; ``to_move``: the player to move; ``challengeable``: whether the play before
    may be challenged; ``waiting``: whether a player is out, and the next one challenges or accepts; ``times``: the
    clocks; ``result``: how the game ended. The last two may be None. ``core``: the index of the lexicon. ``rack`` is
    the player's own; ``sizes``: how many tiles are on each rack; ``bag``: how many are in the bag; ``known``: tiles of
    each rack that all others have seen, by a play that was challenged off. ``turns``: the turns so far, without the
    racks and the tiles of others. ``zeros`` and ``passes``: turns without a point in a row, as the rules count them,
    and passes; ``exchanges``: how often each player has exchanged; ``exchangeable``: how many tiles may be exchanged
    now.
    """

    player: int
    players: tuple[str, ...]
    snapshot: Snapshot
    rack: Rack
    sizes: tuple[int, ...]
    bag: int
    known: tuple[str, ...]
    scores: tuple[int, ...]
    to_move: int
    zeros: int
    passes: int
    exchanges: tuple[int, ...]
    exchangeable: int
    challengeable: bool
    waiting: bool
    turns: tuple[Turn, ...]
    times: Times | None
    result: Result | None
    #: The lexicon of the game, if there is one.
    core: Index | None = field(default=None, compare=False)
    _live: GameBoard | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        own, scores = f"player {self.player}, {self.players[self.player]}", "/".join(map(str, self.scores))
        now = f"over: {self.result.reason}" if self.result else f"player {self.to_move} to move"
        return f"<View of {own}: rack {self.rack}, scores {scores}, {self.bag} tiles in the bag, {now}>"

    @property
    def board(self) -> Board:
        """The board: to search, not to play on."""
        live, now = self._live, (self.snapshot.grid, self.scores, self.to_move, self.zeros)
        same = live is not None and (live.grid, live.scores, live.to_move, live.zeros) == now
        return live if same and live is not None else self._own_board

    def _repr_svg_(self) -> str:
        from lexkit.runtime.pictures.board import show_view

        return show_view(self)

    @cached_property
    def _own_board(self) -> Board:
        board = GameBoard(rules=self.snapshot.rules)
        board.show(self.snapshot.grid, self.scores, self.to_move, self.zeros)
        board.core = self.core
        return board

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.snapshot.rules

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def legal_moves(self) -> Moves:
        """Every placement of the player that the lexicon allows: none out of turn, and none after the end.

        Also a player without one may pass, and exchange :attr:`exchangeable` tiles. Raises QueryError if the game has
        no lexicon.
        """
        if self.core is None:
            raise QueryError("this game has no lexicon to find moves with", remedy="Game(lexicon, ...)")
        idle = self.over or self.waiting or self.player != self.to_move
        return finder_for(self.core, self.board).moves(self.board, "" if idle else self.rack)

    @property
    def unseen(self) -> Counter[str]:
        """How many there are of each tile, by its label, in the bag and on the other racks together."""
        return unseen_tiles(self.snapshot, self.rack)

    def to_cgp(self) -> str:
        """The position as CGP, with the player's own rack."""
        rules = self.snapshot.rules
        racks = tuple([str(self.rack) if player == self.player else "" for player in range(len(self.players))])
        squares = write_squares(self.snapshot.grid, rules.layout.columns, rules.text)
        opcodes = opcodes_of(rules, None if self.core is None else self.core.alphabet)
        return write_fields(CgpFields(squares, racks, self.scores, self.zeros, opcodes), self.to_move)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_own_board"} | {"_live": None}


def unseen_tiles(snapshot: Snapshot, rack: Rack) -> Counter[str]:
    """The tiles that are neither on a board nor on a rack, by label, blanks last."""
    rules = snapshot.rules
    left = count_left(rules, snapshot.grid.translate(KINDS, b"\0") + rack.tiles)
    labels = [*enumerate(rules.alphabet.labels, 1), (0, "?")]
    return Counter({label: left[tile] for tile, label in labels if left[tile] > 0})


def board_before(turn: Turn) -> Board:
    """A board with the position that a turn began with, without racks, for plays of its own."""
    shown = GameBoard(rules=turn.snapshot.rules)
    shown.show(turn.snapshot.grid, turn.scores, turn.player, turn.zeros)
    return shown.copy()


def board_of(position: Board | View | str, index: Index | None = None) -> Board:
    """The board of a position: a board itself, its CGP, or that of a view, with the rack of its player.

    ``index``: the lexicon that it is used with.
    """
    if isinstance(position, Board):
        if index is not None and position.core is not index:
            position.meet(index)
        return position
    if isinstance(position, str):
        if "/" not in position:
            raise PositionError(
                "not a position in CGP: it has no rows of squares",
                found=show_value(position),
                remedy="give a rack with its board: (board, rack)",
            )
        return Board.from_cgp(position, lexicon=index)
    if not isinstance(position, View):
        kind = type(position).__name__
        raise TypeError(f"a position is a lexkit.Board, its CGP, or the View of a player (game.view(0)), not {kind}")
    board = position.board.copy()
    board.racks = [position.rack if player == position.player else "" for player in range(len(position.players))]
    return board


def board_and_index(position: Board | View | str, lexicon: HasIndex | None) -> tuple[Board, Index]:
    """The board of a position, and the index of a lexicon, by default of the one that judges the board's plays."""
    index = None if lexicon is None else core_of(lexicon)
    board = board_of(position, index)
    if index is None:
        index = board.usual_index()
        board.meet(index)
    return board, index


def times_exchanged(position: Board | View | str, given: int) -> int:
    """How often the player to move has exchanged: as the caller says, else as a view knows."""
    return given or (position.exchanges[position.to_move] if isinstance(position, View) else 0)
