"""Evaluations: how a player chooses a move, an exchange or a pass.

``greedy`` plays the highest score, as the players of Gordon's Tables IV and V do. ``heuristic-1`` to ``heuristic-3``
play the highest sum of score and leave value (Table VI, see :mod:`.leaves`); ``static`` plays the highest equity
(:mod:`.equity`), with trained values. A function from a :class:`lexkit.Move` to a number plays the move with the
highest number. Ties are broken by the rule of :mod:`lexkit.runtime.game.moves`.

A player without a move exchanges as many tiles as possible, else passes. The heuristics also exchange if the leave is
worth more than any play. If the bag is empty, leaves have no value, and the heuristics play the highest score.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import QueryError
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.moves import Moves, order
from lexkit.runtime.game.referee.turn import Action, action_of
from lexkit.runtime.game.rules import exchangeable

from .equity import equities, exchanges, highest
from .leaves import LeaveValues, TrainedValues

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.rack import Rack
    from lexkit.runtime.game.rules import Rules
    from lexkit.runtime.lexicon.lexicon import Lexicon

#: Turns without a point after which players pass instead of exchanging, if the rules do not end the game by then.
IDLE_TURNS: Final = 12


@dataclass(frozen=True)
class Situation:
    """The knowledge of a player when it chooses.

    ``board``, its own ``rack``, ``bag``: how many tiles are in the bag; ``find``: lists the moves, or None to use the
    lexicon's own generators; ``exchanges``: how many tiles the referee lets it exchange, by default what the rules
    allow a player who has not exchanged yet.
    """

    core: Index
    board: Board
    rack: Rack
    bag: int
    find: Callable[[Board, Rack], Moves] | None = None
    exchanges: int | None = None

    def moves(self) -> Moves:
        """All moves of the position that a player chooses among."""
        if self.find is not None:
            return self.find(self.board, self.rack)
        return finder_for(self.core, self.board).candidates(self.board, self.rack)

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon of the game."""
        from lexkit.runtime.lexicon.lexicon import lexicon_of

        return lexicon_of(self)

    def best_move(self) -> Move | None:
        """The move of the highest score, found without listing all."""
        return finder_for(self.core, self.board).best(self.board, self.rack)

    @property
    def exchangeable(self) -> int:
        """How many tiles may be exchanged."""
        if self.exchanges is not None:
            return self.exchanges
        return exchangeable(self.board.rules, self.bag, len(self.rack))


class Choice(NamedTuple):
    """A player's choice: a move, else tiles to exchange, else a pass.

    ``exchanged``: tile numbers, blanks 0; ``considered``: how many moves there were, None if they were not listed.
    """

    move: Move | None
    exchanged: bytes = b""
    considered: int | None = None

    @property
    def action(self) -> Action:
        """The move as an action of a game."""
        return action_of(self.move, self.exchanged)


def idle_turns(rules: Rules) -> int:
    """After how many turns in a row without a point players pass instead of exchanging.

    If only passes end a game, players without a play would exchange for ever.
    """
    return max(IDLE_TURNS, rules.zero_turns)


def count_opponent_tiles(situation: Situation, unseen: bytes) -> int:
    """How many tiles the opponent holds, of two players: those that the player cannot see, without the bag's."""
    return min(situation.board.rules.rack_size, sum(unseen) - situation.bag)


class Strategy(ABC):
    """The base class of strategies: a way to choose."""

    name = "strategy"

    @abstractmethod
    def choose(self, situation: Situation) -> Choice:
        """The choice in this situation."""

    def __repr__(self) -> str:
        return f"<Strategy {self.name}>"


class Greedy(Strategy):
    """The strategy that plays the highest score."""

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
    """The strategy that plays the highest sum of score and leave value."""

    def __init__(self, values: LeaveValues, name: str = "leave") -> None:
        self.values = values
        self.name = name

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
                return Choice(None, leaves.tiles(index), len(moves))
        return _choose_best(moves, sums) if len(moves) else choose_without_moves(situation, 0)


class Static(Strategy):
    """The strategy that plays the highest equity, without looking ahead.

    An exchange is chosen if it is worth more than every play. A player who can do neither passes.
    """

    name = "static"

    def __init__(self, values: TrainedValues) -> None:
        self.values = values

    def choose(self, situation: Situation) -> Choice:
        return choose_by_equity(situation, self.values)


def choose_by_equity(situation: Situation, values: LeaveValues) -> Choice:
    """The play of the highest equity, or the best exchange, if it is worth more."""
    moves = situation.moves()
    found, board = moves.to_numpy(), situation.board
    best = None
    if len(found):
        worths = equities(found, situation.rack, board.grid, situation.bag, values, board.rules)
        best = highest(found, worths)
    if situation.exchangeable:
        worth, tiles = exchanges(situation.rack, situation.exchangeable, values)[0]
        if best is None or worth > worths[best]:
            return Choice(None, tiles, len(found))
    return Choice(None if best is None else moves[best], considered=len(found))


class ByMove(Strategy):
    """The strategy that plays the move with a function's highest number."""

    def __init__(self, function: Callable[[Move], float]) -> None:
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        if not len(moves):
            return choose_without_moves(situation, 0)
        return _choose_best(moves, np.array([float(self.function(move)) for move in moves]))


def _choose_best(moves: Moves, values: NDArray[Any]) -> Choice:
    """The move of the highest value, ties by the rule."""
    best = values.max()
    alike = np.flatnonzero(values == best)
    if not len(alike):
        raise QueryError("an evaluation gives a number for every move", found=best)
    index = alike[0]
    if len(alike) > 1:
        index = alike[order(moves.to_numpy()[alike])[0]]
    return Choice(moves[int(index)], considered=len(moves))


def choose_without_moves(situation: Situation, considered: int | None) -> Choice:
    """The choice if nothing can be played. It exchanges as many tiles as possible, else passes."""
    return Choice(None, situation.rack.tiles[: situation.exchangeable], considered)
