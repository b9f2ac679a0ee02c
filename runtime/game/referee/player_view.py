"""A player's view of a game: the board, their own rack, turns and clocks, and nothing hidden.

The board shows what everyone sees: squares, scores, scoreless turns, but no racks.

Guaranteed: a view is made only of what its player knows: two games that look the same to a player give equal views.
Later turns of the game do not change it.
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
from ..rack import parts_of
from ..rules import count_left
from ..text.cgp import CgpFields, write_fields, write_squares
from ..text.notation import KINDS
from ..text.position import opcodes_of
from .turn import Action, Turn

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike

    from ..board_observers import Observer
    from ..move import Move, Snapshot
    from ..moves import Moves
    from ..rack import Rack
    from ..rules import Rules
    from .clock import Times
    from .game_state import Result


class GameBoard(Board):
    """Board of a game: everyone may look at it and search it, only the game changes it.

    It keeps its observers, such as cross sets, through plays, challenges, undo and redo, so that a search on the
    next position costs little. ``copy()`` returns a :class:`lexkit.Board` to try plays on.
    """

    def show(
        self, grid: bytes, scores: tuple[int, ...], to_move: int, zeros: int, squares: Sequence[int] | None = None
    ) -> None:
        """Show another position. ``squares``: the squares that differ, if the caller knows them."""
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

        self._become({**state, "_grid": grid}, tell)

    def play(self, move: Move | str) -> NoReturn:
        """Raise IllegalMoveError: only the game plays on its board."""
        self._refuse("game.play")

    def exchange(self, tiles: Rack | str) -> NoReturn:
        """Raise IllegalMoveError, as :meth:`play` does."""
        self._refuse("game.exchange")

    def pass_turn(self) -> NoReturn:
        """Raise IllegalMoveError, as :meth:`play` does."""
        self._refuse("game.pass_turn")

    def undo(self) -> NoReturn:
        """Raise IllegalMoveError, as :meth:`play` does."""
        self._refuse("game.undo")

    def _refuse(self, instead: str) -> NoReturn:
        raise IllegalMoveError(
            "only the game plays on its board", expected=instead, remedy="or a copy of it: game.board.copy()"
        )

    def copy(self) -> Board:
        """Return an independent board with this position, to play on."""
        other = Board.__new__(Board)
        own = {"opcodes": dict(self.opcodes), "core": self.core}
        other.__dict__.update({**self.__getstate__(), **own})
        return other

    __copy__ = copy


@dataclass(frozen=True, repr=False)
class View:
    """A player's view of a game. Lists are by player.

    Attributes:
        player: Number of the player whose view it is.
        players: Names of the players.
        snapshot: Squares and rules.
        scores: Points.
        to_move: Number of the player to move.
        challengeable: Whether the play before may be challenged.
        waiting: Whether a player is out, and the next one challenges or accepts.
        times: Clocks, or None.
        result: How the game ended, or None.
        rack: The player's own rack.
        sizes: Number of tiles on each rack.
        bag: Number of tiles in the bag.
        known: Tiles of each rack that all others have seen, by a play that was challenged off.
        turns: Turns so far, without the racks and the tiles of others.
        zeros: Number of scoreless turns in a row, as the rules count them.
        passes: Number of passes in a row.
        exchanges: Number of exchanges of each player.
        exchangeable: Number of tiles that may be exchanged now.
        core: Index of the lexicon, or None.
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
    #: Index of the game's lexicon, or None.
    core: Index | None = field(default=None, compare=False)
    _live: GameBoard | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        own, scores = f"player {self.player}, {self.players[self.player]}", "/".join(map(str, self.scores))
        now = f"over: {self.result.reason}" if self.result else f"player {self.to_move} to move"
        return f"<View of {own}: rack {self.rack}, scores {scores}, {self.bag} tiles in the bag, {now}>"

    @property
    def board(self) -> Board:
        """Board, to search, not to play on."""
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
        """Rules of the game."""
        return self.snapshot.rules

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.result is not None

    @property
    def placements(self) -> Moves:
        """All placements of the player that the lexicon allows; none out of turn and after the end.

        Raises:
            QueryError: The game has no lexicon.
        """
        if self.core is None:
            raise QueryError("this game has no lexicon to find moves with", remedy="Game(lexicon, ...)")
        idle = self.over or self.waiting or self.player != self.to_move
        return finder_for(self.core, self.board).moves(self.board, "" if idle else self.rack)

    @property
    def legal_moves(self) -> list[Action]:
        """All actions that need no opponent's consent: placements, then exchanges, then the pass.

        There are none out of turn and after the end. If a player is out, only the pass is left, which accepts the
        last play. Challenges and resignations are not listed.

        Raises:
            QueryError: The game has no lexicon.
        """
        if self.over or self.player != self.to_move:
            return []
        found = [Action("placement", move) for move in self.placements]
        if not self.waiting:
            found += [Action("exchange", exchanged=tiles) for tiles in parts_of(self.rack, self.exchangeable)]
        return [*found, Action("pass")]

    @property
    def unseen(self) -> Counter[str]:
        """Number of each tile, by label, in the bag and on the other racks together."""
        return unseen_tiles(self.snapshot, self.rack)

    def to_cgp(self) -> str:
        """Return the position as CGP, with the player's own rack."""
        rules = self.snapshot.rules
        racks = tuple([str(self.rack) if player == self.player else "" for player in range(len(self.players))])
        squares = write_squares(self.snapshot.grid, rules.layout.columns, rules.text)
        opcodes = opcodes_of(rules, None if self.core is None else self.core.alphabet)
        return write_fields(CgpFields(squares, racks, self.scores, self.zeros, opcodes), self.to_move)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_own_board"} | {"_live": None}


def unseen_tiles(snapshot: Snapshot, rack: Rack) -> Counter[str]:
    """Return the tiles that are neither on a board nor on a rack, by label, blanks last."""
    rules = snapshot.rules
    left = count_left(rules, snapshot.grid.translate(KINDS, b"\0") + rack.tiles)
    labels = [*enumerate(rules.alphabet.labels, 1), (0, "?")]
    return Counter({label: left[tile] for tile, label in labels if left[tile] > 0})


def board_before(turn: Turn) -> Board:
    """Return a board with the position before a turn, without racks, to play on."""
    shown = GameBoard(rules=turn.snapshot.rules)
    shown.show(turn.snapshot.grid, turn.scores, turn.player, turn.zeros)
    return shown.copy()


def board_of(position: Board | View | str, index: Index | None = None) -> Board:
    """Return the board of a position: a board unchanged, or that of a CGP text or a view, with the rack of its player.

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
        raise TypeError(
            f"a position must be a lexkit.Board, its CGP, or the View of a player (game.view(0)), not {kind}"
        )
    board = position.board.copy()
    board.racks = [position.rack if player == position.player else "" for player in range(len(position.players))]
    return board


def board_and_index(position: Board | View | str, lexicon: LexiconLike | None) -> tuple[Board, Index]:
    """Return the board of a position and the index of a lexicon, by default the one that judges the board's plays."""
    index = None if lexicon is None else core_of(lexicon)
    board = board_of(position, index)
    if index is None:
        index = board.usual_index()
        board.meet(index)
    return board, index


def times_exchanged(position: Board | View | str, given: int) -> int:
    """Return the exchanges of the player to move: as the caller says, else as a view knows."""
    return given or (position.exchanges[position.to_move] if isinstance(position, View) else 0)
