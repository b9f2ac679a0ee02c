"""Evaluations by name: those that look no turn ahead, two that look some ahead, levels; or a function of a move."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from ...errors import QueryError, show_value
from .enos.minimax import Enos
from .evaluation import ByLeave, ByMove, Evaluation, Greedy
from .leaves import HEURISTICS, HeuristicValues
from .levels import Level, level_names
from .static import Static
from .trained_leaves import trained_values
from .two_ply import TwoPly

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..game.move import Move
    from ..game.rules import Rules

__all__ = ["CHAMPION", "SIU", "evaluation", "evaluation_names", "no_such_player", "player_names"]

#: The player that thinks: see :mod:`.champion`.
CHAMPION: Final = "champion"
#: What the names of programs begin with: see :mod:`.engine.engine_player`.
SIU: Final = "siu:"


def evaluation_names() -> tuple[str, ...]:
    """The names of evaluations."""
    return ("greedy", "static", *HEURISTICS, TwoPly.name, Enos.name, *level_names())


def player_names() -> tuple[str, ...]:
    """The names of all players but programs."""
    return (*evaluation_names(), CHAMPION)


def no_such_player(name: str) -> QueryError:
    """The error for a name that is no player's."""
    names = player_names()
    plain = name.strip().lower().partition(":")[0]
    near = get_close_matches(plain, names, 1)
    remedy = f"did you mean {near[0]}{name.strip()[len(plain) :] if near[0] == CHAMPION else ''}?" if near else None
    expected = f"{', '.join(names)}, {CHAMPION}:SECONDS or {SIU}COMMAND"
    return QueryError("no such player", expected=expected, found=show_value(name), remedy=remedy)


def evaluation(
    chosen: str | Evaluation | Callable[[Move], float], index: Index, rules: Rules, seed: int | str = 0
) -> Evaluation:
    """The evaluation of a name or a function.

    ``seed`` decides what a level knows and sees, and the racks that ``two-ply`` and ``enos`` give the opponent.

    Raises QueryError for an unknown name, and if the lexicon has no leave values for ``static``; AlphabetError if no
    values of a heuristic were measured for the alphabet.
    """
    if isinstance(chosen, Evaluation):
        return chosen
    if isinstance(chosen, str):
        if chosen == "greedy":
            return Greedy()
        if chosen == "static":
            return Static(trained_values(index))
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
