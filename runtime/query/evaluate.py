"""The words a query means: its conditions, each asked at the right moment.

Where several conditions must be met, the one that is expected to cost least finds its words, and the others are asked
only about the words that are left, the cheapest first. What must not be met is taken away last. As all answers are
sets, every order gives the same one; the estimates decide only how long it takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from ...errors import AlphabetError, QueryError, QuerySyntaxError, TimeLimitError
from ..limits import look
from ..words.words import Words, all_words, union
from .conditions.kinds import kind_names, kinds
from .language.grammar import SHOWING, All, AnyOf, Not, Query, Term, Tree, read

if TYPE_CHECKING:
    from ..automaton.index import Index
    from .conditions.condition import Condition

__all__ = ["Evaluation", "meet", "query_text", "search"]

#: Steps for putting two answers together, however small they are.
_JOINING: Final = 1_000.0


def search(text: str, index: Index) -> Words:
    """The words of the lexicon that the query means, in the order and as many as it says."""
    index.require_open()
    return Evaluation(read(text, kind_names()), index).answer()


def meet(index: Index, kind: str, value: str) -> Words:
    """The words of the lexicon that meet the condition ``kind:value``."""
    index.require_open()
    return kinds()[kind].make(query_text(value), index).words(index)


def query_text(text: str) -> str:
    """A query as an exact str; raises TypeError for anything else."""
    if not isinstance(text, str):
        raise TypeError(f"a query is a str, not {type(text).__name__}")
    # What derives from str may say one thing and hold another, also to what keeps queries.
    return str.__str__(text)


class Watcher(Protocol):
    """What is told of each step of an evaluation as it is taken."""

    def begin(self, verb: str, part: Tree, known: int | None, estimate: float) -> None:
        """A step begins; those until its end are parts of it."""

    def end(self, found: int) -> None:
        """It has ended, with ``found`` words."""


class Evaluation:
    """One query of one lexicon; QuerySyntaxError at once where a term has no meaning there.

    ``watcher`` is told of each step as it is taken: see :mod:`.explain`.
    """

    def __init__(self, query: Query, index: Index, watcher: Watcher | None = None) -> None:
        self.query = query
        self.core = index
        self._watcher = watcher
        self._conditions: dict[tuple[str, str], Condition] = {}
        self._found: dict[tuple[str, str], Words] = {}
        for term in _terms(query.tree):
            key = (term.name, term.value)
            if key not in self._conditions:
                self._conditions[key] = _condition(term, query.text, index)
        for name, place in zip(query.sort, query.sort_places, strict=True):
            _require_field(name, place, query.text, index)

    def condition(self, term: Term) -> Condition:
        """What a term of the query asks."""
        return self._conditions[term.name, term.value]

    def words(self) -> Words:
        """The words that meet the conditions, as a set."""
        tree = self.query.tree
        if tree is None:
            return all_words(self.core)
        return self._meet_all(tree.parts if isinstance(tree, All) else (tree,), None)

    def answer(self) -> Words:
        """The words in the order that ``sort:`` says, those that ``offset:`` and ``limit:`` leave."""
        query, words = self.query, self.words()
        if query.sort:
            words = words.sorted_by(*query.sort)
        if query.limit is not None:
            return words[query.offset : query.offset + query.limit]
        return words[query.offset :] if query.offset else words

    # -- what meets a part of the query -------------------------------------------------------------

    def _meet(self, tree: Tree, known: Words | None) -> Words:
        """The words that meet a part of the query: those of the known ones, or all."""
        if isinstance(tree, Term):
            return self._meet_term(tree, known)
        if isinstance(tree, AnyOf):
            return self._meet_any(tree.parts, known)
        return self._meet_all(tree.parts if isinstance(tree, All) else (tree,), known)

    def _meet_term(self, term: Term, known: Words | None) -> Words:
        """A condition that stands in the query several times finds its words once."""
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
        """The words that meet each part, where a Not is a part that must not be met."""
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
            if _any(words):
                words = self._meet(part, words)
            self._end(words)
        for part in self._in_order(unwanted, words):
            self._begin("drop", part, words)
            if _any(words):
                words = words - self._meet(part, words)
            self._end(words)
        return words

    def _begin(self, verb: str, part: Tree, known: Words | None) -> None:
        look()
        if self._watcher is not None:
            number = None if known is None else len(known)
            self._watcher.begin(verb, part, number, self._cost(part, number))

    def _end(self, words: Words) -> None:
        if self._watcher is not None:
            self._watcher.end(len(words))

    # -- what it is expected to cost ----------------------------------------------------------------

    def _cheapest(self, parts: Sequence[Tree]) -> int:
        """Which part finds its words in the fewest steps; of equal ones the first."""
        if len(parts) == 1:
            return 0
        costs = [self._cost(part, None) for part in parts]
        return costs.index(min(costs))

    def _in_order(self, parts: Sequence[Tree], known: Words) -> Sequence[Tree]:
        """The parts, those first that take the fewest steps to look at the words known so far."""
        if len(parts) < 2:
            return parts
        number = len(known)
        return sorted(parts, key=lambda part: self._cost(part, number))

    def _cost(self, tree: Tree, number: float | None) -> float:
        """Steps a part is expected to take: for so many words known, or to find its words where none are."""
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


def _any(words: Words) -> bool:
    """Whether there are words; found where they are, as what comes next will need that anyway."""
    return len(words.ranges()[0]) > 0


def _terms(tree: Tree | None) -> Iterator[Term]:
    """All terms, in the order of the query."""
    if isinstance(tree, Term):
        yield tree
    elif isinstance(tree, Not):
        yield from _terms(tree.inner)
    elif tree is not None:
        for part in tree.parts:
            yield from _terms(part)


# -- what a term means --------------------------------------------------------------------------------


def _condition(term: Term, text: str, index: Index) -> Condition:
    """The condition of a term; QuerySyntaxError with its place in the whole query where there is none."""
    kind = kinds().get(term.name) or kinds().get(term.name.lower())
    try:
        if kind is not None:
            return kind.make(term.value, index)
        if term.name in index.file.columns:
            from .conditions.columns import column_condition

            return column_condition(index, term.name, term.value)
    except AlphabetError as error:
        raise _placed(QuerySyntaxError.of(error, term.value), term, text) from error
    except TimeLimitError:
        raise
    except QueryError as error:
        raise _placed(error, term, text) from error
    raise _unknown(term, text, index)


def _placed(error: QueryError, term: Term, text: str) -> QuerySyntaxError:
    """An error in a value as one in the whole query."""
    inside = error.at if isinstance(error, QuerySyntaxError) and error.text == term.value else 0
    return _at(error, term.place(inside), text)


def _at(error: QueryError, at: int, text: str) -> QuerySyntaxError:
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
    """QuerySyntaxError for a name that nothing can be sorted by, before any work is done."""
    from ..words.fields import field

    if name.removeprefix("-") != "alphabet":
        try:
            field(index, name.removeprefix("-"))
        except QueryError as error:
            raise _at(error, place, text) from error


def _unknown(term: Term, text: str, index: Index) -> QuerySyntaxError:
    """The error for a name that is neither a kind nor a column."""
    from difflib import get_close_matches

    columns = tuple(index.file.columns)
    names = [*kinds(), *columns, *SHOWING]
    near = get_close_matches(term.name.lower(), names, 1)
    expected = f"one of {', '.join([*kinds(), *SHOWING])}"
    if columns:
        expected += f", or a column: {', '.join(columns)}"
    return QuerySyntaxError(
        "no such condition",
        text=text,
        at=term.at,
        expected=expected,
        found=f"{term.name}:"[:60],
        remedy=f"did you mean {near[0]}: ?" if near else None,
    )
