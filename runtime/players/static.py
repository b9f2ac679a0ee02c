"""The static player: the play or exchange of the highest equity, without looking ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .equity import equities, exchanges, highest
from .evaluation import Choice, Evaluation

if TYPE_CHECKING:
    from .evaluation import Situation
    from .trained_leaves import TrainedValues

__all__ = ["Static"]


class Static(Evaluation):
    """The evaluation that chooses by equity (:mod:`.equity`), with trained leave values.

    An exchange is chosen if it is worth more than every play. A player who can do neither passes.
    """

    name = "static"

    def __init__(self, values: TrainedValues) -> None:
        self.values = values

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        found, rules = moves.to_numpy(), situation.board.rules
        best = None
        if len(found):
            grid = situation.board.grid
            worths = equities(found, situation.rack, grid, situation.bag, self.values, rules)
            best = highest(found, worths)
        if situation.exchangeable:
            worth, tiles = exchanges(situation.rack, situation.exchangeable, self.values)[0]
            if best is None or worth > worths[best]:
                return Choice(None, tiles, len(found))
        return Choice(None if best is None else moves[best], considered=len(found))
