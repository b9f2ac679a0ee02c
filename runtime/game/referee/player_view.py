"""What one player sees of a game: the squares, its own rack, scores, turns, clocks, and nothing that is hidden.

Guaranteed: a view is made of what its player knows alone, so that any two games that look the same to a player give
equal views; later turns of the game do not change it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..rules import count_left
from ..text.cgp import Fields, write_fields, write_squares
from ..text.notation import KINDS
from ..text.position import opcodes_of
from .game_board import GameBoard

if TYPE_CHECKING:
    from ...automaton.index import Index
    from ..board import Board
    from ..move import Snapshot
    from ..rack import Rack
    from .clock import Times
    from .game_state import Result
    from .turn import Turn

__all__ = ["View", "unseen_tiles"]


@dataclass(frozen=True)
class View:
    """What a player sees. Lists are by player; ``player`` is whose view it is.

    ``rack`` is the player's own; ``sizes``: how many tiles are on each rack; ``bag``: how many are in the bag;
    ``known``: tiles of each rack that all others have seen, by a play that was challenged off. ``turns``: the turns so
    far, without the racks and the tiles of others. ``zeros`` and ``passes``: turns without a point in a row, as the
    rules count them, and passes; ``exchanges``: how often each player has exchanged; ``exchangeable``: how many tiles
    may be exchanged now.
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
    core: Index | None = field(default=None, compare=False, repr=False)
    _live: GameBoard | None = field(default=None, compare=False, repr=False)

    @property
    def board(self) -> Board:
        """The board: to search, not to play on."""
        live, now = self._live, (self.snapshot.grid, self.scores, self.to_move, self.zeros)
        same = live is not None and (live.grid, live.scores, live.to_move, live.zeros) == now
        return live if same and live is not None else self._own_board

    def _repr_svg_(self) -> str:
        from ...pictures.board import show_view

        return show_view(self)

    @cached_property
    def _own_board(self) -> Board:
        board = GameBoard(rules=self.snapshot.rules)
        board.show(self.snapshot.grid, self.scores, self.to_move, self.zeros)
        board.core = self.core
        return board

    @property
    def unseen(self) -> Counter[str]:
        """How many there are of each tile, by its label, in the bag and on the other racks together."""
        return unseen_tiles(self.snapshot, self.rack)

    def to_cgp(self) -> str:
        """The position as CGP, with the player's own rack."""
        rules = self.snapshot.rules
        racks = tuple([str(self.rack) if player == self.player else "" for player in range(len(self.players))])
        squares = write_squares(self.snapshot.grid, rules.layout.columns, rules.text)
        return write_fields(Fields(squares, racks, self.scores, self.zeros, opcodes_of(rules)), self.to_move)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_own_board"} | {"_live": None}


def unseen_tiles(snapshot: Snapshot, rack: Rack) -> Counter[str]:
    """The tiles that are neither on a board nor on a rack, by label, blanks last."""
    rules = snapshot.rules
    left = count_left(rules, snapshot.grid.translate(KINDS, b"\0") + rack.tiles)
    labels = [*enumerate(rules.alphabet.labels, 1), (0, "?")]
    return Counter({label: left[tile] for tile, label in labels if left[tile] > 0})
