"""Luck: what the tiles drawn were worth, against those that might have been drawn.

The luck of a turn is the best equity of the rack that its player had come to, less the mean of the best equities of
other racks: the tiles kept before, filled up from all tiles that the player could not see then and that are not on the
board now. It is measured on the board on which the rack is used, in points. Draws are dealt from a shuffled pool until
it is used up, so that each tile comes about as often as the others: that makes the mean surer.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ....limits import look
from ...game.rack import Rack, tiles_of
from ...game.referee.player_view import GameBoard
from ...game.rules import count_unseen
from ..candidates import best_by_equity
from ..leaves import TrainedValues

if TYPE_CHECKING:
    from ...automaton.index import Index
    from ...game.referee.turn import Turn
    from ..leaves import LeaveValues


def luck_of(
    turn: Turn, kept: bytes, index: Index, values: LeaveValues, best: float, bag: int, exchanged: int, draws: int
) -> float | None:
    """The luck of the rack of a turn in points, or None if the values are too slow to ask so often.

    ``kept``: the tiles of it that its player had before drawing; ``best``: the best equity with the rack; ``draws``:
    how many other racks are tried; the same turn has the same ones.
    """
    rack, rules = turn.rack, turn.snapshot.rules
    if rack is None or not isinstance(values, TrainedValues):
        return None
    drawn = len(rack) - len(kept)
    if drawn <= 0:
        return 0.0
    board = GameBoard(rules=rules)
    board.show(turn.snapshot.grid, turn.scores, turn.player, turn.zeros)
    pool = list(tiles_of(count_unseen(rules, turn.snapshot.grid, kept)))
    chance = random.Random(f"luck {len(pool)} {rack}")
    equities: list[float] = []
    while len(equities) < draws:
        chance.shuffle(pool)
        for start in range(0, len(pool) - drawn + 1, drawn):
            look()
            other = Rack.of_tiles(kept + bytes(pool[start : start + drawn]), rules.alphabet)
            equities.append(best_by_equity(index, board, other, values, bag, exchanged).equity)
    return round(best - sum(equities) / len(equities), 1)
