"""From a kernel's records of a game to the game itself, played again by the referee.

Guaranteed: the referee, the same bag and the same choices give the same game, or an error is raised: nothing is taken
from the records but what was chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ....errors import PositionError
from ...game.move import Move, Snapshot
from .kernel_games import EXCHANGE, PLACEMENT

if TYPE_CHECKING:
    from ...game.referee.game import Game
    from .match import Match

__all__ = ["replay"]


def replay(match: Match, number: int, turns: NDArray[np.void]) -> Game:
    """The game of this number, by the records of its turns. About 60 us a turn.

    Raises PositionError if the records are of another game.
    """
    game = match.begin(number)
    for turn in turns:
        tiles = turn["tiles"][: turn["played"]].tobytes()
        if turn["kind"] == PLACEMENT:
            snapshot = Snapshot(match.rules, game.board.grid)
            move = Move(snapshot, int(turn["row"]), int(turn["column"]), not turn["down"], tiles)
            score = game.play(move).score
        elif turn["kind"] == EXCHANGE:
            score = game.exchange(tiles).score
        else:
            score = game.pass_turn().score
        if game.waiting:
            game.pass_turn()
        if score != turn["score"]:
            raise PositionError("records of another game", place=f"game {number}", expected=score, found=turn["score"])
    if not game.over:
        raise PositionError("records of another game", place=f"game {number}", expected="an end")
    return game
