"""Evaluations by name: ``greedy``, ``static``, ``heuristic-1`` to ``heuristic-3``, or any function of a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ...errors import QueryError
from .evaluation import ByLeave, ByMove, Evaluation, Greedy
from .leaves import HEURISTICS, HeuristicValues
from .static import Static
from .trained_leaves import trained_values

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..game.move import Move
    from ..game.rules import Rules

__all__ = ["EVALUATIONS", "evaluation"]

#: The names of evaluations.
EVALUATIONS: Final = ("greedy", "static", *HEURISTICS)


def evaluation(chosen: str | Evaluation | Callable[[Move], float], index: Index, rules: Rules) -> Evaluation:
    """The evaluation of a name or a function.

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
        raise QueryError("no such evaluation", expected=", ".join(EVALUATIONS), found=repr(chosen))
    if callable(chosen):
        return ByMove(chosen)
    raise TypeError(f"an evaluation is a name or a function of a Move, not {type(chosen).__name__}")
