"""Players of a :class:`lexkit.Game`: objects that choose an action for a view.

    player = lexkit.player("static")
    game.act(player.choose(game.view(game.to_move)))

A player is anything with such a ``choose``; those of :func:`player` play by an evaluation (:mod:`.evaluation`).

Guaranteed: a choice depends on the view, the lexicon, the player's name and seed alone: no player knows what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ...errors import OutOfTurnError, QueryError
from ..game.bag import require_seed
from ..game.referee.challenge import invalid_words
from ..game.referee.turn import CHALLENGE, EXCHANGE, PASS, PLACEMENT, Action
from .evaluation import Evaluation, Situation, idle_turns
from .named_evaluations import evaluation, evaluation_names

if TYPE_CHECKING:
    from ..automaton.index import HasIndex
    from ..game.move import Move
    from ..game.referee.player_view import View

__all__ = ["EvaluationPlayer", "Player", "player"]


@runtime_checkable
class Player(Protocol):
    """Anything that chooses an action for a view of a game in which it is to move."""

    def choose(self, view: View) -> Action:
        """The action."""
        ...


def player(
    name: str | Evaluation | Callable[[Move], float], lexicon: HasIndex | None = None, *, seed: int | str = 0
) -> EvaluationPlayer:
    """A player by name, or by a function from a :class:`lexkit.Move` to a number.

    Names: ``greedy`` (the highest score), ``static`` (the highest equity, with the lexicon's leave values),
    ``heuristic-1`` to ``heuristic-3`` (Gordon's), and levels that a person can beat, ``beginner``, ``novice``,
    ``casual``, ``club``, ``tournament``. ``lexicon``: by default that of the game. ``seed`` decides what a level knows
    and sees: the same view gives the same choice. Raises QueryError for an unknown name.
    """
    if isinstance(name, str) and name not in evaluation_names():
        raise QueryError("no such player", expected=", ".join(evaluation_names()), found=repr(name))
    return EvaluationPlayer(name, lexicon, require_seed(seed))


class EvaluationPlayer:
    """A player that plays by an evaluation, and challenges words that are not in its lexicon."""

    def __init__(
        self, chosen: str | Evaluation | Callable[[Move], float], lexicon: HasIndex | None = None, seed: int | str = 0
    ) -> None:
        self._chosen = chosen
        self._core = None if lexicon is None else lexicon.core
        self._seed = seed

    def choose(self, view: View) -> Action:
        """The action for this view.

        Raises OutOfTurnError if the player of the view is not to move, QueryError if there is no lexicon, or none with
        the leave values that ``static`` needs.
        """
        if view.result is not None or view.to_move != view.player:
            raise OutOfTurnError("nothing to choose", place="view", expected="the view of the player to move")
        core = self._core or view.core
        if core is None:
            raise QueryError("a game without a lexicon", remedy="give the player one: lexkit.player(name, lexicon)")
        last = view.turns[-1].move if view.challengeable and view.turns else None
        if last is not None and invalid_words(core, last):
            return Action(CHALLENGE)
        if view.waiting:
            return Action(PASS)
        rules = view.snapshot.rules
        latest = view.turns[-idle_turns(rules) :]
        idle = len(latest) == idle_turns(rules) and not any(turn.score for turn in latest)
        exchanges = 0 if idle else view.exchangeable
        chooser = evaluation(self._chosen, core, rules, self._seed)
        choice = chooser.choose(Situation(core, view.board, view.rack, view.bag, exchanges=exchanges))
        if choice.move is not None:
            return Action(PLACEMENT, choice.move)
        return Action(EXCHANGE, exchanged=choice.exchanged) if choice.exchanged else Action(PASS)

    def __repr__(self) -> str:
        name = self._chosen if isinstance(self._chosen, str) else getattr(self._chosen, "__name__", "function")
        return f"<Player {name}>"
