"""Evaluations: how a player chooses among the moves of a position, and when it exchanges.

``greedy`` plays the highest score, as the players of Gordon's Tables IV and V; ``heuristic-1`` to ``heuristic-3`` the
highest sum of score and leave value (Table VI, see :mod:`.leave`); any function from a :class:`Move` to a number plays
the move with the highest one. Ties go by the rule of :mod:`.moves`.

Who has nothing to play exchanges all tiles it can, else passes. The heuristics exchange also where what they keep is
worth more than any play; while the bag is empty, no leave is ever drawn to, and they count points alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import QueryError
from ..game.finder import finder_for
from ..game.moves import Moves, order
from .leaves import HEURISTICS, LeaveValues

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..game.board import Board
    from ..game.move import Move
    from ..game.rack import Rack
    from ..game.rules import Rules
    from ..lexicon import Lexicon

__all__ = ["EVALUATIONS", "ByLeave", "ByMove", "Choice", "Evaluation", "Greedy", "Situation", "evaluation"]

#: The evaluations that have a name.
EVALUATIONS: Final = ("greedy", *HEURISTICS)


@dataclass(frozen=True)
class Situation:
    """What a player knows when it chooses: board, its own rack, how many tiles are in the bag.

    ``find`` lists the moves; None leaves it to the player how it comes to them.
    """

    core: Index
    board: Board
    rack: Rack
    bag: int
    find: Callable[[Board, Rack], Moves] | None = None

    def moves(self) -> Moves:
        """All moves."""
        if self.find is not None:
            return self.find(self.board, self.rack)
        return finder_for(self.core, self.board).moves(self.board, self.rack)

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon of the game."""
        from ..lexicon import lexicon_of

        return lexicon_of(self)

    def best_move(self) -> Move | None:
        """The move of the highest score, found without listing all."""
        return finder_for(self.core, self.board).best(self.board, self.rack)

    @property
    def exchangeable(self) -> int:
        """How many tiles may be exchanged."""
        if self.bag < max(1, self.board.rules.exchange_minimum):
            return 0
        return min(self.bag, len(self.rack))


class Choice(NamedTuple):
    """A player's choice: a move, else tiles to exchange (numbers, blanks 0), else a pass.

    ``considered`` is how many moves there were, None where they were not listed.
    """

    move: Move | None
    exchanged: bytes = b""
    considered: int | None = None


class Evaluation:
    """Chooses in a situation. Subclasses say by what."""

    name = "evaluation"

    def choose(self, situation: Situation) -> Choice:
        """The choice in this situation."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<Evaluation {self.name}>"


class Greedy(Evaluation):
    """Plays the highest score."""

    name = "greedy"

    def choose(self, situation: Situation) -> Choice:
        if situation.find is None:
            move, considered = situation.best_move(), None
        else:
            moves = situation.moves()
            move, considered = moves.best(), len(moves)
        if move is None:
            return _nothing(situation, considered)
        return Choice(move, considered=considered)


class ByLeave(Evaluation):
    """Plays the highest sum of score and leave value."""

    def __init__(self, values: LeaveValues, name: str = "leave") -> None:
        self.values = values
        self.name = name

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        found = moves.to_numpy()
        if not situation.bag:
            return _played(moves, found["score"]) if len(moves) else _nothing(situation, 0)
        leaves = self.values.leaves(situation.rack)
        sums = found["score"] + leaves.of_plays(found["tiles"])
        best = sums.max() if len(sums) else -np.inf
        if situation.exchangeable:
            allowed = (leaves.used > 0) & (leaves.used <= situation.exchangeable)
            worth = np.where(allowed, leaves.values, -np.inf)
            index = int(worth.argmax())
            if worth[index] > best:
                return Choice(None, leaves.tiles(index), len(moves))
        return _played(moves, sums) if len(moves) else _nothing(situation, 0)


class ByMove(Evaluation):
    """Plays the move for which a function gives the highest number."""

    def __init__(self, function: Callable[[Move], float]) -> None:
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        if not len(moves):
            return _nothing(situation, 0)
        return _played(moves, np.array([float(self.function(move)) for move in moves]))


def evaluation(chosen: str | Evaluation | Callable[[Move], float], rules: Rules) -> Evaluation:
    """The evaluation of that name, or of that function."""
    if isinstance(chosen, Evaluation):
        return chosen
    if isinstance(chosen, str):
        if chosen == "greedy":
            return Greedy()
        if chosen in HEURISTICS:
            return ByLeave(LeaveValues.named(chosen, rules.alphabet), chosen)
        raise QueryError("no such evaluation", expected=", ".join(EVALUATIONS), found=repr(chosen))
    if callable(chosen):
        return ByMove(chosen)
    raise TypeError(f"an evaluation is a name or a function of a Move, not {type(chosen).__name__}")


def _played(moves: Moves, values: NDArray[Any]) -> Choice:
    """The move of the highest value; the tie rule's where several have it."""
    best = values.max()
    alike = np.flatnonzero(values == best)
    if not len(alike):
        raise QueryError("an evaluation gives a number for every move", found=best)
    index = alike[0]
    if len(alike) > 1:
        index = alike[order(moves.to_numpy()[alike])[0]]
    return Choice(moves[int(index)], considered=len(moves))


def _nothing(situation: Situation, considered: int | None) -> Choice:
    """What is done where nothing can be played."""
    return Choice(None, situation.rack.tiles[: situation.exchangeable], considered)
