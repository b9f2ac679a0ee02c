"""Evaluation of a query: its conditions, met in the cheapest order.

If several conditions must be met, the one with the lowest estimated cost finds its words, and the others only check
the words that are left, the cheapest first. Negated conditions come last. All answers are sets, so every order
gives the same one; the estimates affect only the time it takes.

:func:`explain` describes the evaluation in lines. Each begins with what was done for one part of the query:

======  ====================================================
find    find its words in the whole lexicon
keep    of the words so far, keep those that meet it
drop    of the words so far, drop those that meet it
add     find the words of one of several alternatives
======  ====================================================

Then follow the method, the estimated number of steps, which determined the order, and the number of words left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lexkit.base.errors import AlphabetError, QueryError, QuerySyntaxError, TimeLimitError
from lexkit.base.time_limits import look

from ..words.spell_in_blocks import union
from ..words.words import Words, all_words
from .conditions.condition import Filter, about_steps
from .conditions.registry import KINDS, NAMES, nearest_kinds
from .language.grammar import SHOWING, All, AnyOf, Not, Query, Term, Tree, demand_short, read

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .conditions.condition import Condition

#: Steps to combine two answers, however small they are.
_JOINING: Final = 1_000.0


def search(text: str, index: Index, fold: bool = False) -> Words:
    """Return the words that a query finds, ordered and cut as it asks. ``fold``: fold the letters of its values."""
    text = query_text(text)
    index.require_open()
    return QueryPlan(read(text, NAMES), index, fold=fold).answer()


def meet(index: Index, kind: str, value: str) -> Words:
    """Return the words that meet the condition ``kind:value``."""
    index.require_open()
    text = query_text(value)
    demand_short(text, "the text")
    return KINDS[kind].make(text, index).words(index)


def query_text(text: str) -> str:
    """Convert a query to an exact str. Raises TypeError for other objects."""
    if not isinstance(text, str):
        raise TypeError(f"a query must be a str, not {type(text).__name__}")
    # A subclass of str may compare and hash differently from its text, even in the cache of queries.
    return str.__str__(text)


@dataclass
class Step:
    """Step of an evaluation. ``known``: number of words to check, or None if the step had to find words."""

    depth: int
    verb: str
    part: Tree
    known: int | None
    estimate: float
    found: int = 0


class QueryPlan:
    """Evaluation of one query of one lexicon.

    ``steps``: the steps taken, in the order in which they began, if they are ``noted``: see :func:`explain`. The
    constructor raises QuerySyntaxError if a term has no meaning in this lexicon.
    """

    def __init__(self, query: Query, index: Index, noted: bool = False, fold: bool = False) -> None:
        self.query = query
        self.core = index
        self.steps: list[Step] = []
        self._noted = noted
        #: Steps that have not ended. Steps that begin meanwhile are parts of the last one.
        self._open: list[Step] = []
        #: Condition of each term, by name and value.
        self._conditions: dict[tuple[str, str], Condition] = {}
        #: Words found by each term, by name and value.
        self._found: dict[tuple[str, str], Words] = {}
        for term in _terms(query.tree):
            key = (term.name, term.value)
            if key not in self._conditions:
                self._conditions[key] = _make_condition(term, query.text, index, fold)
        for name, place in zip(query.sort, query.sort_places, strict=True):
            _require_field(name, place, query.text, index)

    def condition(self, term: Term) -> Condition:
        """Return the condition of a term of the query."""
        return self._conditions[term.name, term.value]

    def words(self) -> Words:
        """Return the words that meet the conditions, as a set."""
        tree = self.query.tree
        if tree is None:
            return all_words(self.core)
        return self._meet_all(tree.parts if isinstance(tree, All) else (tree,), None)

    def answer(self) -> Words:
        """Return the words as ``sort:``, ``offset:`` and ``limit:`` ask for them."""
        query, words = self.query, self.words()
        if query.sort:
            words = words.sorted_by(*query.sort)
        if query.limit is not None:
            return words[query.offset : query.offset + query.limit]
        return words[query.offset :] if query.offset else words

    # -- parts of the query -------------------------------------------------------------------------

    def _meet(self, tree: Tree, known: Words | None) -> Words:
        """Return the words, of ``known`` or of all, that meet a part."""
        if isinstance(tree, Term):
            return self._meet_term(tree, known)
        if isinstance(tree, AnyOf):
            return self._meet_any(tree.parts, known)
        return self._meet_all(tree.parts if isinstance(tree, All) else (tree,), known)

    def _meet_term(self, term: Term, known: Words | None) -> Words:
        """Return the words that meet a term. A term that occurs several times finds its words once."""
        if known is not None:
            return self.condition(term).among(known)
        key = (term.name, term.value)
        if key not in self._found:
            self._found[key] = self._conditions[key].words(self.core)
        return self._found[key]

    def _meet_any(self, parts: Sequence[Tree], known: Words | None) -> Words:
        answers = []
        for part in parts:
            self._begin("add", part, known)
            answers.append(self._meet(part, known))
            self._end(answers[-1])
        return union(self.core, answers)

    def _meet_all(self, parts: Sequence[Tree], known: Words | None) -> Words:
        """Return the words that meet every part, negated parts last."""
        wanted = [part for part in parts if not isinstance(part, Not)]
        unwanted = [part.inner for part in parts if isinstance(part, Not)]
        words = known
        if words is None and wanted:
            first = wanted.pop(self._cheapest(wanted))
            self._begin("find", first, None)
            words = self._meet(first, None)
            self._end(words)
        elif words is None:
            words = all_words(self.core)
        for part in self._in_order(wanted, words):
            self._begin("keep", part, words)
            if _has_words(words):
                words = self._meet(part, words)
            self._end(words)
        for part in self._in_order(unwanted, words):
            self._begin("drop", part, words)
            if _has_words(words):
                words = words - self._meet(part, words)
            self._end(words)
        return words

    def _begin(self, verb: str, part: Tree, known: Words | None) -> None:
        look()
        if self._noted:
            number = None if known is None else len(known)
            step = Step(len(self._open), verb, part, number, self._cost(part, number))
            self.steps.append(step)
            self._open.append(step)

    def _end(self, words: Words) -> None:
        if self._noted:
            self._open.pop().found = len(words)

    # -- estimated cost -----------------------------------------------------------------------------

    def _cheapest(self, parts: Sequence[Tree]) -> int:
        """Return the index of the part that finds its words at the lowest cost."""
        if len(parts) == 1:
            return 0
        costs = [self._cost(part, None) for part in parts]
        return costs.index(min(costs))

    def _in_order(self, parts: Sequence[Tree], known: Words) -> Sequence[Tree]:
        """Return the parts, ordered by the cost of checking the known words."""
        if len(parts) < 2:
            return parts
        number = len(known)
        return sorted(parts, key=lambda part: self._cost(part, number))

    def _cost(self, tree: Tree, number: float | None) -> float:
        """Return the estimated steps to check ``number`` words, or to find words if ``number`` is None."""
        match tree:
            case Term():
                condition = self.condition(tree)
                if number is None:
                    return condition.cost(self.core)
                return condition.cost_among(self.core, number)
            case Not(inner):
                return _JOINING + self._cost(inner, len(self.core) if number is None else number)
            case AnyOf(parts):
                return sum(_JOINING + self._cost(part, number) for part in parts)
            case All(parts):
                return min(self._cost(part, number) for part in parts) + _JOINING * len(parts)


def _has_words(words: Words) -> bool:
    """Return whether there are words. This finds their ranges, which the next step needs anyway."""
    return len(words.ranges()[0]) > 0


def _terms(tree: Tree | None) -> Iterator[Term]:
    """Yield all terms, in the order of the query."""
    if isinstance(tree, Term):
        yield tree
    elif isinstance(tree, Not):
        yield from _terms(tree.inner)
    elif tree is not None:
        for part in tree.parts:
            yield from _terms(part)


# -- the meaning of a term ----------------------------------------------------------------------------


def _make_condition(term: Term, text: str, index: Index, fold: bool) -> Condition:
    """Return the condition that a term means. Raises QuerySyntaxError, with its place in the query."""
    kind = KINDS.get(term.name) or KINDS.get(term.name.lower())
    try:
        if kind is not None:
            kind.require_value(term.value)
            return kind.make(term.value, index, fold)
        if term.name in index.columns:
            from .conditions.column_values import column_condition

            return column_condition(index, term.name, term.value)
    except AlphabetError as error:
        raise _move_to_query(QuerySyntaxError.of(error, term.value), term, text) from error
    except TimeLimitError:
        raise
    except QueryError as error:
        raise _move_to_query(error, term, text) from error
    raise _unknown_kind(term, text, index)


def _move_to_query(error: QueryError, term: Term, text: str) -> QuerySyntaxError:
    """Turn an error in a value into one in the query."""
    inside = error.at if isinstance(error, QuerySyntaxError) and error.text == term.value else 0
    return _place_error(error, term.place(inside), text)


def _place_error(error: QueryError, at: int, text: str) -> QuerySyntaxError:
    """Return the same error with a place in the query."""
    return QuerySyntaxError(
        error.what,
        text=text,
        at=at,
        path=error.path,
        place=error.place,
        expected=error.expected,
        found=error.found,
        remedy=error.remedy,
    )


def _require_field(name: str, place: int, text: str, index: Index) -> None:
    """Raise QuerySyntaxError if words cannot be sorted by a name. It is called before any work is done."""
    from ..words.word_fields import field

    if name.removeprefix("-") != "alphabet":
        try:
            field(index, name.removeprefix("-"))
        except QueryError as error:
            raise _place_error(error, place, text) from error


def _unknown_kind(term: Term, text: str, index: Index) -> QuerySyntaxError:
    """Return the error for a name that is neither a kind nor a column."""
    near, sure = nearest_kinds(term.name, [*index.columns, *SHOWING])
    error = QuerySyntaxError(
        "no such condition",
        text=text,
        at=term.at,
        expected=f"one like {', '.join(f'{name}:' for name in near)}",
        found=f"{term.name}:"[:60],
        remedy=(f"did you mean {near[0]}: ? " if sure else "") + "lexq --help lists all",
    )
    error.instead = f"{text[: term.at]}{near[0]}{text[term.at + len(term.name) :]}" if sure else None
    return error


def explain(text: str, index: Index, fold: bool = False) -> str:
    """Answer the query and describe the steps.

    The top of this file describes the lines. ``fold``: fold the letters of the query's values.
    """
    query = read(text, NAMES)
    evaluation = QueryPlan(query, index, noted=True, fold=fold)
    found = evaluation.words()
    lines = [_describe_step(step, evaluation) for step in evaluation.steps]
    if query.tree is None:
        lines.append("all words")
    lines.append(f"{_count_words(len(found))}{_describe_showing(query)}")
    return "\n".join(lines)


def _describe_step(step: Step, evaluation: QueryPlan) -> str:
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
    """Describe how a condition was met. It checks the known words if that is cheaper than finding its own."""
    if step.known is None and isinstance(condition, Filter):
        return "looks at all words"
    if step.known is not None and condition.cost_among(index, step.known) < condition.cost(index):
        return "looks at each word found so far"
    return condition.plan(index)


#: Number of terms shown of a part of a query; further ones are cut off.
_TERMS = 4


def written(tree: Tree, inside: bool = False) -> str:
    """Return a part of a query in the query language. A long one is cut off."""
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
    """Describe the effect of ``sort:``, ``offset:`` and ``limit:``."""
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
