"""How a query is answered, for people: what goes first, what it was expected to cost, and what was found.

A line says what was done with a part of the query:

======  ====================================================
find    its words were looked for in the whole lexicon
keep    of the words so far, those that meet it were kept
drop    of the words so far, those that meet it were dropped
add     one of several alternatives
======  ====================================================

Then comes how it went about it, the number of steps that were expected, by which the order was chosen, and the number
of words left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .conditions.condition import Filter, about_steps
from .conditions.kinds import kind_names
from .evaluate import Evaluation
from .language.grammar import All, AnyOf, Not, Query, Term, Tree, read

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .conditions.condition import Condition

__all__ = ["Plan", "explain", "written"]


def explain(text: str, index: Index) -> str:
    """Answers the query and tells how; see the top of this file."""
    query = read(text, kind_names())
    plan = Plan()
    evaluation = Evaluation(query, index, plan)
    found = evaluation.words()
    lines = [line for step in plan.steps for line in step.lines(evaluation)]
    if query.tree is None:
        lines.append("all words")
    lines.append(f"{_count(len(found))}{_shown(query)}")
    return "\n".join(lines)


@dataclass
class Step:
    """One thing that was done."""

    depth: int
    verb: str
    part: Tree
    #: How many words were known before; None where it went to find some.
    known: int | None
    estimate: float
    found: int = 0

    def lines(self, evaluation: Evaluation) -> list[str]:
        """What is said of it."""
        start = f"{'  ' * self.depth}{self.verb} {written(self.part)}: "
        if self.known == 0:
            return [f"{start}nothing is left to look at"]
        about = about_steps(self.estimate)
        match self.part:
            case Term():
                how = self._way(evaluation.condition(self.part), evaluation.core)
            case AnyOf(parts):
                how = f"any of {len(parts)}"
            case All(parts):
                how = f"all of {len(parts)}"
            case Not():
                how = "all words but those"
        left = "" if self.verb in ("find", "add") else " left"
        return [f"{start}{how}; {about}; {_count(self.found)}{left}"]

    def _way(self, condition: Condition, index: Index) -> str:
        """How a condition went about it: what takes less among the words known has not looked for its own."""
        if self.known is None and isinstance(condition, Filter):
            return "looks at all words"
        if self.known is not None and condition.cost_among(index, self.known) < condition.cost(index):
            return "looks at each word found so far"
        return condition.plan(index)


class Plan:
    """The steps of an evaluation, in the order in which they were begun."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._open: list[Step] = []

    def begin(self, verb: str, part: Tree, known: int | None, estimate: float) -> None:
        """A step begins; those until its end are parts of it."""
        step = Step(len(self._open), verb, part, known, estimate)
        self.steps.append(step)
        self._open.append(step)

    def end(self, found: int) -> None:
        """It has ended, with so many words."""
        self._open.pop().found = found


#: Terms that a part of a query is written with before it is cut short.
_TERMS = 4


def written(tree: Tree, inside: bool = False) -> str:
    """A part of a query as one would write it; a long one is cut short."""
    match tree:
        case Term():
            return tree.text if len(tree.text) <= 60 else tree.text[:57] + "..."
        case Not(inner):
            return f"-{written(inner, True)}"
        case All(parts) | AnyOf(parts):
            between = " " if isinstance(tree, All) else " or "
            some = [written(part, True) for part in parts[:_TERMS]]
            text = between.join(some + ["..."] * (len(parts) > _TERMS))
            return f"({text})" if inside else text


def _shown(query: Query) -> str:
    """What the query says about showing its answer."""
    parts = []
    if query.sort:
        parts.append(f"sorted by {', '.join(query.sort)}")
    if query.offset:
        parts.append(f"without the first {query.offset:,}")
    if query.limit is not None:
        parts.append(f"at most {query.limit:,} shown")
    return "".join(f", {part}" for part in parts)


def _count(number: int) -> str:
    return f"{number:,} {'word' if number == 1 else 'words'}"
