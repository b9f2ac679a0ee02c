"""Evaluations by name, and the player that plays by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from lexkit.base.checks import require_kind
from lexkit.base.errors import OutOfTurnError, QueryError, likely_names, show_value
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.referee.challenge import invalid_words
from lexkit.runtime.game.referee.player_view import View
from lexkit.runtime.game.referee.turn import CHALLENGE, PASS, Action

from .base import ByLeave, ByMove, Greedy, Situation, Static, Strategy, idle_turns
from .enos import Enos
from .leaves import HEURISTICS, HeuristicValues, trained_values
from .levels import Level, level_names
from .positional import Positional
from .two_ply import TwoPly

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import HasIndex, Index
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.rules import Rules

#: The player that thinks: see :mod:`.champion`.
CHAMPION: Final = "champion"
#: What the names of programs begin with: see :mod:`.engine.engine_player`.
SIU: Final = "siu:"


def strategy_names() -> tuple[str, ...]:
    """The names of evaluations."""
    return (Greedy.name, Static.name, Positional.name, *HEURISTICS, TwoPly.name, Enos.name, *level_names())


def player_names() -> tuple[str, ...]:
    """The names of all players but programs."""
    return (*strategy_names(), CHAMPION)


def no_such_player(name: str) -> QueryError:
    """The error for a name that is no player's."""
    names = player_names()
    plain = name.strip().lower().partition(":")[0]
    near = likely_names(plain, names)
    remedy = f"did you mean {near[0]}{name.strip()[len(plain) :] if near[0] == CHAMPION else ''}?" if near else None
    expected = f"{', '.join(names)}, {CHAMPION}:SECONDS or {SIU}COMMAND"
    return QueryError("no such player", expected=expected, found=show_value(name), remedy=remedy)


def strategy(
    chosen: str | Strategy | Callable[[Move], float], index: Index, rules: Rules, seed: int | str = 0
) -> Strategy:
    """The evaluation of a name or a function.

    ``seed`` decides what a level knows and sees, and the racks that ``two-ply`` and ``enos`` give the opponent.

    Raises QueryError for an unknown name.
    """
    if isinstance(chosen, Strategy):
        return chosen
    if isinstance(chosen, str):
        if chosen == Greedy.name:
            return Greedy()
        if chosen == Static.name:
            return Static(trained_values(index))
        if chosen == Positional.name:
            return Positional(trained_values(index))
        if chosen in HEURISTICS:
            return ByLeave(HeuristicValues.named(chosen, rules.alphabet), chosen)
        if chosen == TwoPly.name:
            return TwoPly(seed)
        if chosen == Enos.name:
            return Enos(seed)
        if chosen in level_names():
            return Level(chosen, seed)
        raise no_such_player(chosen)
    if callable(chosen):
        return ByMove(chosen)
    raise TypeError(f"an evaluation is a name or a function of a Move, not {type(chosen).__name__}")


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
        raise QueryError("the game has no lexicon", remedy="give the player one: lexkit.player(name, lexicon)")
    last = view.turns[-1].move if view.challengeable and view.turns else None
    if last is not None and invalid_words(core, last):
        return core, Action(CHALLENGE)
    return core, Action(PASS) if view.waiting else None


class StrategyPlayer:
    """A player that plays by an evaluation, and challenges words that are not in its lexicon."""

    def __init__(
        self, chosen: str | Strategy | Callable[[Move], float], lexicon: HasIndex | None = None, seed: int | str = 0
    ) -> None:
        self._chosen = chosen
        self._core = None if lexicon is None else core_of(lexicon)
        self._seed = seed

    def __eq__(self, other: object) -> bool:
        """Whether the other plays alike: by the same evaluation, lexicon and seed."""
        return isinstance(other, StrategyPlayer) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts[1:])

    @property
    def _facts(self) -> tuple[Any, ...]:
        return self._chosen, self._core and self._core.fingerprint, self._seed

    def choose(self, view: View) -> Action:
        """The action for this view.

        Raises OutOfTurnError if the player of the view is not to move, QueryError if there is no lexicon.
        """
        core, forced = forced_action(view, self._core)
        if forced is not None:
            return forced
        rules = view.snapshot.rules
        latest = view.turns[-idle_turns(rules) :]
        idle = len(latest) == idle_turns(rules) and not any(turn.score for turn in latest)
        exchanges = 0 if idle else view.exchangeable
        chooser = strategy(self._chosen, core, rules, self._seed)
        return chooser.choose(Situation(core, view.board, view.rack, view.bag, exchanges=exchanges)).action

    def __repr__(self) -> str:
        name = self._chosen if isinstance(self._chosen, str) else getattr(self._chosen, "__name__", "function")
        return f"<Player {name}>"
