"""How a query was answered: steps, estimates, numbers of words.

Each line begins with what was done for one part of the query:

======  ====================================================
find    find its words in the whole lexicon
keep    of the words so far, keep those that meet it
drop    of the words so far, drop those that meet it
add     find the words of one of several alternatives
======  ====================================================

Then follow the method, the estimated number of steps, by which the order was chosen, and the number of words left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .conditions.all_kinds import kind_names
from .conditions.condition import Filter, about_steps
from .evaluate import Evaluation, Step
from .language.grammar import All, AnyOf, Not, Query, Term, Tree, read

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .conditions.condition import Condition


def explain(text: str, index: Index, fold: bool = False) -> str:
    """Answer the query and describe the steps.

    The top of this file describes the lines. ``fold``: fold the letters of its values.
    """
    query = read(text, kind_names())
    evaluation = Evaluation(query, index, noted=True, fold=fold)
    found = evaluation.words()
    lines = [_describe_step(step, evaluation) for step in evaluation.steps]
    if query.tree is None:
        lines.append("all words")
    lines.append(f"{_count_words(len(found))}{_describe_showing(query)}")
    return "\n".join(lines)


def _describe_step(step: Step, evaluation: Evaluation) -> str:
    start = f"{'  ' * step.depth}{step.verb} {written(step.part)}: "
    if step.known == 0:
        return f"{start}nothing is left to look at"
    match step.part:
        case Term():
            how = _describe_method(step, evaluation.condition(step.part), evaluation.core)
        case AnyOf(parts):
            how = f"any of {len(parts)}"
        case All(parts):
            how = f"all of {len(parts)}"
        case Not():
            how = "all words but those"
    left = "" if step.verb in ("find", "add") else " left"
    return f"{start}{how}; {about_steps(step.estimate)}; {_count_words(step.found)}{left}"


def _describe_method(step: Step, condition: Condition, index: Index) -> str:
    """How a condition was met. It checks the known words if that is cheaper than finding its own."""
    if step.known is None and isinstance(condition, Filter):
        return "looks at all words"
    if step.known is not None and condition.cost_among(index, step.known) < condition.cost(index):
        return "looks at each word found so far"
    return condition.plan(index)


#: Terms of a part of a query that are written; further ones are cut off.
_TERMS = 4


def written(tree: Tree, inside: bool = False) -> str:
    """A part of a query in the query language. A long one is cut off."""
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


def _describe_showing(query: Query) -> str:
    """The effect of ``sort:``, ``offset:`` and ``limit:``."""
    parts = []
    if query.sort:
        parts.append(f"sorted by {', '.join(query.sort)}")
    if query.offset:
        parts.append(f"without the first {query.offset:,}")
    if query.limit is not None:
        parts.append(f"at most {query.limit:,} shown")
    return "".join(f", {part}" for part in parts)


def _count_words(number: int) -> str:
    return f"{number:,} {'word' if number == 1 else 'words'}"
