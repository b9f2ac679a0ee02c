"""Base classes of players: strategies, the situations in which they choose, and their choices.

A :class:`Strategy` chooses in a :class:`Situation` of a match; a :class:`StrategyPlayer` makes a :class:`Player` of
it, who chooses an action for its view of a game. A new player is a strategy, or a class with ``choose``, in its own
file, and an entry of :mod:`.registry`.

A player without a move exchanges as many tiles as possible, else passes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self, runtime_checkable

from lexkit.base.errors import OutOfTurnError, QueryError
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.referee.challenge import invalid_words
from lexkit.runtime.game.referee.player_view import View
from lexkit.runtime.game.referee.turn import Action, action_of
from lexkit.runtime.game.rules import exchangeable

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.moves import Moves
    from lexkit.runtime.game.rules import Rules
    from lexkit.runtime.lexicon.lexicon import Lexicon

#: Number of scoreless turns after which players pass instead of exchanging, if the rules do not end the game by
#: then.
IDLE_TURNS: Final = 12


@dataclass(frozen=True)
class Situation:
    """A player's knowledge when it chooses.

    Attributes:
        board: The board.
        rack: The player's rack.
        bag: Number of tiles in the bag.
        find: Function that lists the moves, or None for the lexicon's generators.
        exchanges: Number of tiles that the referee allows to exchange; by default the number that the rules allow a
            player who has not exchanged yet.
    """

    core: Index
    board: Board
    rack: Rack
    bag: int
    find: Callable[[Board, Rack], Moves] | None = None
    exchanges: int | None = None

    def moves(self) -> Moves:
        """Return all moves among which players choose."""
        if self.find is not None:
            return self.find(self.board, self.rack)
        return finder_for(self.core, self.board).candidates(self.board, self.rack)

    @property
    def lexicon(self) -> Lexicon:
        """Lexicon of the game."""
        from lexkit.runtime.lexicon.lexicon import lexicon_of

        return lexicon_of(self)

    def best_move(self) -> Move | None:
        """Return the move of the highest score, without listing all moves."""
        return finder_for(self.core, self.board).best(self.board, self.rack)

    @property
    def exchangeable(self) -> int:
        """Number of tiles that may be exchanged."""
        if self.exchanges is not None:
            return self.exchanges
        return exchangeable(self.board.rules, self.bag, len(self.rack))


class Choice(NamedTuple):
    """A player's choice: a move, else tiles to exchange, else a pass.

    Attributes:
        move: The move, or None.
        exchanged: The tiles exchanged, or None.
        considered: Number of moves, None if they were not listed.
    """

    move: Move | None
    exchanged: Rack | None = None
    considered: int | None = None

    @property
    def action(self) -> Action:
        """Choice as an action of a game."""
        return action_of(self.move, self.exchanged)


def idle_turns(rules: Rules) -> int:
    """Return the number of scoreless turns in a row after which players pass instead of exchanging.

    If only passes end a game, players without a play would exchange for ever.
    """
    return max(IDLE_TURNS, rules.zero_turns)


def count_opponent_tiles(situation: Situation, unseen: bytes) -> int:
    """Return the number of tiles on the opponent's rack (two players): unseen tiles minus bag."""
    return min(situation.board.rules.rack_size, sum(unseen) - situation.bag)


class Strategy(ABC):
    """Base class of strategies: ways to choose.

    A strategy keeps nothing from one choice to the next: a :class:`StrategyPlayer` makes a new one for each. One that
    draws at random takes its numbers from its seed, the squares and the rack (``seed_of`` in :mod:`.levels`).
    """

    name = "strategy"

    @classmethod
    def named(cls, name: str, index: Index, rules: Rules, seed: int | str) -> Self:
        """Make the strategy of a name in the registry.

        ``seed`` decides what it knows, and the racks that it deals the opponent.
        """
        return cls()

    @abstractmethod
    def choose(self, situation: Situation) -> Choice:
        """Return the choice in a situation.

        Args:
            situation: The player's knowledge.
        """

    def __repr__(self) -> str:
        return f"<Strategy {self.name}>"


@runtime_checkable
class Player(Protocol):
    """Anything that chooses an action for a view of a game in which it is to move."""

    def choose(self, view: View) -> Action:
        """Return the action that the player chooses.

        Args:
            view: The player's view of the game.
        """
        ...


def choose_without_moves(situation: Situation, considered: int | None) -> Choice:
    """Return the choice if nothing can be played: exchange as many tiles as possible, else pass."""
    given = Rack.of_tiles(situation.rack.tiles[: situation.exchangeable], situation.rack.alphabet)
    return Choice(None, given, considered)


def forced_action(view: View, core: Index | None) -> tuple[Index, Action | None]:
    """Return (lexicon, action): the player's lexicon, else the game's, and the action required before choosing a move.

    A play with a word that the lexicon lacks is challenged; the last play of a game is accepted. Raises
    OutOfTurnError if the player of the view is not to move, QueryError if there is no lexicon.
    """
    if view.result is not None or view.to_move != view.player:
        raise OutOfTurnError("nothing to choose", place="view", expected="the view of the player to move")
    core = core or view.core
    if core is None:
        raise QueryError("the game has no lexicon", remedy="give the player one: lexkit.player(name, lexicon)")
    last = view.turns[-1].move if view.challengeable and view.turns else None
    if last is not None and invalid_words(core, last):
        return core, Action("challenge")
    return core, Action("pass") if view.waiting else None


class StrategyPlayer:
    """A player with a strategy. It challenges words that are not in its lexicon.

    ``chosen``: a name, a strategy, or a function of a move; ``make``: makes the strategy of ``chosen`` for a
    lexicon, rules and a seed.
    """

    def __init__(
        self,
        chosen: str | Strategy | Callable[[Move], float],
        make: Callable[[Any, Index, Rules, int | str], Strategy],
        lexicon: LexiconLike | None = None,
        seed: int | str = 0,
    ) -> None:
        self._chosen = chosen
        self._make = make
        self._core = None if lexicon is None else core_of(lexicon)
        self._seed = seed

    def __eq__(self, other: object) -> bool:
        """Return whether the other player chooses alike: same strategy, lexicon and seed."""
        return isinstance(other, StrategyPlayer) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts[1:])

    @property
    def _facts(self) -> tuple[Any, ...]:
        return self._chosen, self._core and self._core.fingerprint, self._seed

    def choose(self, view: View) -> Action:
        """Return the action for a view.

        Args:
            view: The player's view of the game.

        Raises:
            OutOfTurnError: The player of the view is not to move.
            QueryError: There is no lexicon.
        """
        core, forced = forced_action(view, self._core)
        if forced is not None:
            return forced
        rules = view.snapshot.rules
        latest = view.turns[-idle_turns(rules) :]
        idle = len(latest) == idle_turns(rules) and not any(turn.score for turn in latest)
        exchanges = 0 if idle else view.exchangeable
        chooser = self._make(self._chosen, core, rules, self._seed)
        return chooser.choose(Situation(core, view.board, view.rack, view.bag, exchanges=exchanges)).action

    def __repr__(self) -> str:
        name = self._chosen if isinstance(self._chosen, str) else getattr(self._chosen, "__name__", "function")
        return f"<Player {name}>"
