"""A player that plays by an evaluation, and what every player of a game does before it chooses a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...errors import OutOfTurnError, QueryError, require_kind
from ..game.judge import core_of
from ..game.referee.challenge import invalid_words
from ..game.referee.player_view import View
from ..game.referee.turn import CHALLENGE, EXCHANGE, PASS, PLACEMENT, Action
from .evaluation import Evaluation, Situation, idle_turns
from .named_evaluations import evaluation

if TYPE_CHECKING:
    from ..automaton.index import HasIndex, Index
    from ..game.move import Move

__all__ = ["EvaluationPlayer", "forced_action"]


def forced_action(view: View, core: Index | None) -> tuple[Index, Action | None]:
    """(lexicon, action): the lexicon of a player, else of the game, and what is to be done before a move is chosen.

    A play with a word that the lexicon lacks is challenged, the last play of a game is left as it is. Raises
    OutOfTurnError if the player of the view is not to move, QueryError if there is no lexicon.
    """
    require_kind(view, View, "view", "a lexkit.View, as game.view(player) gives")
    if view.result is not None or view.to_move != view.player:
        raise OutOfTurnError("nothing to choose", place="view", expected="the view of the player to move")
    core = core or view.core
    if core is None:
        raise QueryError("a game without a lexicon", remedy="give the player one: lexkit.player(name, lexicon)")
    last = view.turns[-1].move if view.challengeable and view.turns else None
    if last is not None and invalid_words(core, last):
        return core, Action(CHALLENGE)
    return core, Action(PASS) if view.waiting else None


class EvaluationPlayer:
    """A player that plays by an evaluation, and challenges words that are not in its lexicon."""

    def __init__(
        self, chosen: str | Evaluation | Callable[[Move], float], lexicon: HasIndex | None = None, seed: int | str = 0
    ) -> None:
        self._chosen = chosen
        self._core = None if lexicon is None else core_of(lexicon)
        self._seed = seed

    def choose(self, view: View) -> Action:
        """The action for this view.

        Raises OutOfTurnError if the player of the view is not to move, QueryError if there is no lexicon, or none with
        the leave values that ``static`` needs.
        """
        core, forced = forced_action(view, self._core)
        if forced is not None:
            return forced
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
