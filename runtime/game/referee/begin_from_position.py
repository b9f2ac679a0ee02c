"""A game that begins from a position: its squares and scores, the racks it names, and a bag of all other tiles.

A rack that the position names is the player's, whole if fewer tiles than a rack are left; the others are drawn first,
from the player to move on, and then those named are filled up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....errors import PositionError
from ..bag import Bag, BagState
from ..board import Board
from ..rack import Rack
from ..text.cgp import mover_first
from ..text.notation import KINDS
from .game_state import State

if TYPE_CHECKING:
    from ....formats.alphabet import Alphabet
    from ..rules import Rules
    from .clock import Times

__all__ = ["as_board", "begin_from_position"]


def begin_from_position(board: Board, players: int, bag: Bag, first: int, dealt: bool, times: Times | None) -> State:
    """The state in which a game goes on from a board. ``bag``: has all tiles, shuffled; ``first``: who is to move.

    Raises PositionError for another number of racks than players, and if the game is over.
    """
    rules = board.rules
    if len(board.racks) != players:
        raise PositionError("not a rack for each player", place="racks", expected=players, found=len(board.racks))
    order = [(first + step) % players for step in range(players)]
    shown = dict(zip(order, mover_first(tuple(range(players)), board.to_move), strict=True))
    named = {player: Rack(board.racks[at], rules.alphabet) for player, at in shown.items()}
    pool = bytearray(bag.state.tiles)
    for tile in board.grid.translate(KINDS, b"\0") + b"".join([rack.tiles for rack in named.values()]):
        pool.remove(tile)  # the board has checked that it is there
    bag.restore(BagState(bytes(pool), bag.state.used))
    sizes, drawn = {}, {}
    for player in sorted(order, key=lambda player: (len(named[player]) > 0, order.index(player))):
        more = min(rules.rack_size - len(named[player]), len(pool))
        del pool[len(pool) - more :]
        drawn[player] = bag.draw(more if dealt else 0)
        sizes[player] = len(named[player]) + more
    if not all(sizes.values()) or (rules.zero_turns and board.zeros >= rules.zero_turns):
        raise PositionError("the game is over in this position", expected="tiles on each rack, and turns to come")
    racks = [Rack.of_tiles(named[player].tiles + drawn[player], rules.alphabet).counts for player in range(players)]
    return State(
        grid=bytes(board.grid),
        racks=tuple(racks),
        sizes=tuple([sizes[player] for player in range(players)]),
        bag=len(pool),
        pool=bag.state,
        scores=tuple([board.scores[shown[player]] for player in range(players)]),
        to_move=first,
        zeros=board.zeros,
        exchanges=(0,) * players,
        known=(bytes(64),) * players,
        times=times,
    )


def as_board(position: Board | str, rules: Rules | None, alphabet: Alphabet | None) -> Board:
    """The board of a position. Raises PositionError for one of other rules."""
    if not isinstance(position, Board):
        position = Board.from_cgp(position, rules=rules, alphabet=alphabet if rules is None else None)
    if rules is not None and position.rules != rules:
        raise PositionError("a position of other rules", place="position", expected=rules, found=position.rules)
    return position
