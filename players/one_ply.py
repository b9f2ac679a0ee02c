"""Strategies that look at one ply: they rank the moves of a position, without the opponent's reply.

``greedy`` plays the highest score, like the players of Gordon's Tables IV and V. ``heuristic-1`` to ``heuristic-3``
play the highest sum of score and leave value (Table VI, see :mod:`.leaves`); ``static`` plays the highest equity
(:mod:`.equity`), with trained values. A function from a :class:`lexkit.Move` to a number plays the move with the
highest number. Ties are broken by the rule of :mod:`lexkit.runtime.game.moves`.

The heuristics also exchange if the leave is worth more than any play. If the bag is empty, leaves have no value,
and the heuristics play the highest score.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import QueryError
from lexkit.runtime.game.moves import Moves, order
from lexkit.runtime.game.rack import Rack

from .base import Choice, Situation, Strategy, choose_without_moves
from .equity import equities, exchanges, highest
from .leaves import HeuristicValues, LeaveValues, TrainedValues, trained_values

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.rules import Rules


class Greedy(Strategy):
    """Strategy that plays the highest score."""

    name = "greedy"

    def choose(self, situation: Situation) -> Choice:
        if situation.find is None:
            move, considered = situation.best_move(), None
        else:
            moves = situation.moves()
            move, considered = moves.best(), len(moves)
        if move is None:
            return choose_without_moves(situation, considered)
        return Choice(move, considered=considered)


class ByLeave(Strategy):
    """Strategy that plays the highest sum of score and leave value."""

    def __init__(self, values: LeaveValues, name: str = "leave") -> None:
        self.values = values
        self.name = name

    @classmethod
    def named(cls, name: str, index: Index, rules: Rules, seed: int | str) -> Self:
        return cls(HeuristicValues.named(name, rules.alphabet), name)

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        found = moves.to_numpy()
        if not situation.bag:
            return _choose_best(moves, found["score"]) if len(moves) else choose_without_moves(situation, 0)
        leaves = self.values.leaves(situation.rack)
        sums = found["score"] + leaves.of_plays(found["tiles"])
        best = sums.max() if len(sums) else -np.inf
        if situation.exchangeable:
            allowed = (leaves.used > 0) & (leaves.used <= situation.exchangeable)
            worth = np.where(allowed, leaves.values, -np.inf)
            index = int(worth.argmax())
            if worth[index] > best:
                return Choice(None, Rack.of_tiles(leaves.tiles(index), situation.rack.alphabet), len(moves))
        return _choose_best(moves, sums) if len(moves) else choose_without_moves(situation, 0)


class Static(Strategy):
    """Strategy that plays the highest equity, without looking ahead.

    An exchange is chosen if it is worth more than every play. A player who can do neither passes.
    """

    name = "static"

    def __init__(self, values: TrainedValues) -> None:
        self.values = values

    @classmethod
    def named(cls, name: str, index: Index, rules: Rules, seed: int | str) -> Self:
        return cls(trained_values(index))

    def choose(self, situation: Situation) -> Choice:
        return choose_by_equity(situation, self.values)


def choose_by_equity(situation: Situation, values: LeaveValues) -> Choice:
    """Return the play of the highest equity, or the best exchange if it is worth more."""
    moves = situation.moves()
    found, board = moves.to_numpy(), situation.board
    best = None
    if len(found):
        worths = equities(found, situation.rack, board.grid, situation.bag, values, board.rules)
        best = highest(found, worths)
    if situation.exchangeable:
        worth, tiles = exchanges(situation.rack, situation.exchangeable, values)[0]
        if best is None or worth > worths[best]:
            return Choice(None, Rack.of_tiles(tiles, situation.rack.alphabet), len(found))
    return Choice(None if best is None else moves[best], considered=len(found))


class ByMove(Strategy):
    """Strategy that plays the move with a function's highest number."""

    def __init__(self, function: Callable[[Move], float]) -> None:
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        if not len(moves):
            return choose_without_moves(situation, 0)
        return _choose_best(moves, np.array([float(self.function(move)) for move in moves]))


def _choose_best(moves: Moves, values: NDArray[Any]) -> Choice:
    """Return the move of the highest value, ties by the rule."""
    best = values.max()
    alike = np.flatnonzero(values == best)
    if not len(alike):
        raise QueryError("the function must return a number for every move", found=best)
    index = alike[0]
    if len(alike) > 1:
        index = alike[order(moves.to_numpy()[alike])[0]]
    return Choice(moves[int(index)], considered=len(moves))
