"""Grammar of the query language: from texts to trees.

::

    query  = either, with sort:... limit:... offset:... beside its terms
    either = each { "or" each }
    each   = part { ["and"] part }
    part   = { "not" | "-" } ( NAME:VALUE | "(" either ")" | LETTERS )

:mod:`.bare_letters` decides what LETTERS mean; :mod:`..evaluate` decides what a name means and whether its value is
valid. This module knows no kinds and no lexicons. A query is read once from left to right, without recursion, in
linear time. Every error is a QuerySyntaxError with the whole query and the place in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Final, TypeAlias

from lexkit.base.errors import QuerySyntaxError

from .bare_letters import BARE, kind_of, mend, shorten

#: Maximum length of a query, in characters.
MAX_TEXT: Final = 65_536
#: Maximum nesting of parentheses.
MAX_DEPTH: Final = 64
#: Maximum number of terms.
MAX_TERMS: Final = 4_096
#: Maximum limit and offset.
MAX_NUMBER: Final = 2**31 - 1
#: Terms that control how the answer is shown.
SHOWING: Final = ("sort", "limit", "offset")

#: Queries up to this length are cached once they are read.
_MAX_CACHED: Final = 1_000
#: Name of a term, in front of its colon.
_NAME: Final = re.compile(r"[^\W\d][\w-]*!?(?=:)")
_BLANKS: Final = re.compile(r"\s*")
_BARE: Final = re.compile(r"[^\s()]*")
#: Operator as a word.
KEYWORD: Final = re.compile(r"(and|or|not)(?![^\s()])", re.IGNORECASE)
_COMPARISON: Final = re.compile(r"[<>=!~]*")
#: Values that need no quotes if their parentheses are balanced.
_UNQUOTED: Final = re.compile(r"(?:[<>=!~]*[^\s\"'<>=!~]\S*)?")
_VALUE_PART: Final = re.compile(r"[^\s()]*")
#: Name to sort by.
_FIELD: Final = re.compile(r"-?[^\s,-][^\s,]*")


@dataclass(frozen=True, slots=True)
class Term:
    """Term ``name:value``, with its places in the query. ``at`` is where the name starts."""

    name: str
    value: str
    at: int
    #: Offset of the value, and of its text behind an opening quote.
    start: int
    unquoted: int

    def place(self, at: int) -> int:
        """Convert an offset in the value to a place in the query."""
        return self.start + at + (at >= self.unquoted)

    @property
    def text(self) -> str:
        """Term in the query language, quoted if it needs quotes."""
        # A value with both kinds of quotes was not quoted.
        if (_UNQUOTED.fullmatch(self.value) and _balanced(self.value)) or ('"' in self.value and "'" in self.value):
            return f"{self.name}:{self.value}"
        quote = "'" if '"' in self.value else '"'
        return f"{self.name}:{quote}{self.value}{quote}"


@dataclass(frozen=True, slots=True)
class Not:
    """All words that do not meet a part."""

    inner: Tree


@dataclass(frozen=True, slots=True)
class _Several:
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class All(_Several):
    """Words that meet every part."""


@dataclass(frozen=True, slots=True)
class AnyOf(_Several):
    """Words that meet at least one part."""


Tree: TypeAlias = Term | Not | All | AnyOf


@dataclass(frozen=True, slots=True)
class Query:
    """Parsed query. Its ``tree`` is None if there is no condition, which means all words."""

    text: str
    tree: Tree | None
    #: Names to sort by, with - in front for the largest first.
    sort: tuple[str, ...] = ()
    #: Places in the query of the names to sort by.
    sort_places: tuple[int, ...] = ()
    limit: int | None = None
    offset: int = 0
    #: Places of letters without a kind.
    bare: tuple[int, ...] = ()


def demand_short(text: str, what: str) -> None:
    """Raise QuerySyntaxError if a text is longer than a query may be."""
    if len(text) > MAX_TEXT:
        raise QuerySyntaxError(
            f"{what} is too long",
            text=text,
            at=MAX_TEXT,
            expected=f"at most {MAX_TEXT:,} characters",
            found=f"{len(text):,}",
        )


def read(text: str, names: frozenset[str] = frozenset()) -> Query:
    """Parse a query.

    Raises QuerySyntaxError if it is malformed. ``names``: the names of the kinds, for the remedy if one of them
    lacks its colon. Recent queries of usual length are cached.
    """
    if len(text) <= _MAX_CACHED:
        return _read_cached(text, names)
    demand_short(text, "the query")
    return _Reader(text, names).query()


@lru_cache(maxsize=256)
def _read_cached(text: str, names: frozenset[str]) -> Query:
    return _Reader(text, names).query()


@dataclass(slots=True)
class _Group:
    """Parenthesized part of a query, while it is read."""

    #: Place of its opening parenthesis, -1 for the whole query.
    at: int
    #: True if an operator in front negates it.
    negated: bool = False
    options: list[Tree] = field(default_factory=list)
    parts: list[Tree] = field(default_factory=list)
    #: Operator that still waits for a term.
    waiting: str = ""
    #: True if the next term is negated.
    flip: bool = False
    alternatives: bool = False


class _Reader:
    """Parser of one query."""

    def __init__(self, text: str, names: frozenset[str]) -> None:
        self.text = text
        self.names = names
        self.alone = text.strip()
        self.place = 0
        self.terms = 0
        self.groups = [_Group(-1)]
        self.shown: dict[str, tuple[int, str]] = {}
        #: Place where the last term lacks its value, -1 if it has one.
        self.left_out = -1
        #: Places of letters.
        self.bare: list[int] = []
        #: True if a term or letters come directly before.
        self.behind_term = False

    def query(self) -> Query:
        """Read the whole query."""
        text = self.text
        while True:
            self.place = _BLANKS.match(text, self.place).end()  # type: ignore[union-attr]
            if self.place == len(text):
                break
            self._read_next()
        if len(self.groups) > 1:
            raise self._error("a parenthesis is not closed", self.groups[-1].at, ")", "the end of the query")
        return self._apply_showing(self._close_group(self.groups[0]))

    def _read_next(self) -> None:
        text, place = self.text, self.place
        group = self.groups[-1]
        char = text[place]
        if char == "(":
            if len(self.groups) > MAX_DEPTH:
                raise self._error("too many nested parentheses", place, f"at most {MAX_DEPTH}", "one more")
            self.groups.append(_Group(place, group.flip))
            self.behind_term = False
            self.place += 1
        elif char == ")":
            if len(self.groups) == 1:
                raise self._error("a closing parenthesis without an opening one", place, "a term like length:7", ")")
            inner = self._close_group(self.groups.pop())
            assert inner is not None
            self.place += 1
            self.behind_term = True
            self._add(inner)
        elif char == "-":
            self._read_operator("-", place)
            self.place += 1
        elif (keyword := KEYWORD.match(text, place)) and keyword.group() != self.alone:
            self._read_operator(keyword.group(1).lower(), place)
            self.place = keyword.end()
        elif name := _NAME.match(text, place):
            self._read_term(name.group(), place)
        elif (letters := BARE.match(text, place)) and not self.behind_term:
            self._read_letters(letters.group(), place)
        else:
            raise self._not_a_term(place)

    def _read_operator(self, word: str, place: int) -> None:
        """Handle ``and``, ``or``, ``not`` or ``-``."""
        group = self.groups[-1]
        self.behind_term = False
        if word in ("not", "-"):
            group.flip = not group.flip
        elif group.waiting or not (group.parts or (word == "and" and self.shown)):
            raise self._error(f"nothing to join in front of {word!r}", place, "a term like length:7", word)
        elif word == "or":
            group.options.append(_join(All, group.parts))
            group.parts = []
            group.alternatives = True
        group.waiting = word

    def _add(self, tree: Tree) -> None:
        """Add a part to the group that is being read."""
        group = self.groups[-1]
        if group.flip:
            tree = tree.inner if isinstance(tree, Not) else Not(tree)
        group.parts.append(tree)
        group.flip = False
        group.waiting = ""

    def _close_group(self, group: _Group) -> Tree | None:
        """Return the tree of a group, or None if it has no condition."""
        if group.waiting:
            after = "-" if group.waiting == "-" else repr(group.waiting)
            end = "the end of the query" if self.place == len(self.text) else ")"
            raise self._error(f"nothing after {after}", self.place, "a term like length:7", end)
        if not group.parts:
            if group.at >= 0:
                raise self._error("nothing between parentheses", self.place, "a term like length:7", ")")
            if self.shown:
                return None
            raise self._error("the query is empty", 0, "a term like length:7", None, "pattern:* is all words")
        last = _join(All, group.parts)
        return _join(AnyOf, [*group.options, last]) if group.alternatives else last

    # -- terms --------------------------------------------------------------------------------------

    def _read_term(self, name: str, at: int) -> None:
        """Read the term that starts here."""
        self._count_term(at)
        text, start = self.text, at + len(name) + 1
        self.place = start + len(_COMPARISON.match(text, start).group())  # type: ignore[union-attr]
        unquoted = self.place - start
        if text[self.place : self.place + 1] in ("'", '"'):
            value = text[start : self.place] + self._read_quoted()
        else:
            self._skip_unquoted()
            value = text[start : self.place]
            unquoted = len(value) + 1
        self.left_out = start if not value else -1
        name = name.lower() if name.lower() in SHOWING else name
        if name in SHOWING:
            self._show(name, value, at)
        else:
            self._add(Term(name, value, at, start, unquoted))

    def _count_term(self, at: int) -> None:
        """Count a term. Letters behind it are refused."""
        self.terms += 1
        self.behind_term = True
        if self.terms > MAX_TERMS:
            raise self._error("too many terms", at, f"at most {MAX_TERMS:,}", "one more")

    def _read_letters(self, letters: str, at: int) -> None:
        """Read letters without a kind."""
        self._count_term(at)
        self.place = at + len(letters)
        self.bare.append(at)
        self._add(Term(kind_of(letters), letters, at, at, len(letters) + 1))

    def _read_quoted(self) -> str:
        """Read a value in quotes, from the opening quote on."""
        text, opened = self.text, self.place
        closed = text.find(text[opened], opened + 1)
        if closed < 0:
            raise self._error("a quote is not closed", opened, text[opened], "the end of the query")
        self.place = closed + 1
        behind = text[self.place : self.place + 1]
        if behind and behind != ")" and not behind.isspace():
            raise self._error("text directly after a closing quote", self.place, "a space", behind)
        return text[opened + 1 : closed]

    def _skip_unquoted(self) -> None:
        """Skip a value without quotes. It ends at white space, or at a closing parenthesis that it did not open."""
        depth = 0
        while True:
            self.place = _VALUE_PART.match(self.text, self.place).end()  # type: ignore[union-attr]
            char = self.text[self.place : self.place + 1]
            if char == "(":
                depth += 1
            elif char == ")" and depth:
                depth -= 1
            else:
                return
            self.place += 1

    def _not_a_term(self, place: int) -> QuerySyntaxError:
        """Return the error for a text that is not a term."""
        word = _BARE.match(self.text, place).group()  # type: ignore[union-attr]
        if word.startswith(":"):
            return self._error("a name is missing", place, "a term like length:7", word)
        before = self.bare[-1] if self.bare and self.behind_term else -1
        colon = self.left_out >= 0 and not self.text[self.left_out : place].strip()
        at, remedy, instead = mend(self.text, place, word, before, colon, self.names)
        found = shorten(_BARE.match(self.text, at).group())  # type: ignore[union-attr]
        error = self._error("a word without its kind", at, "a term like length:7", found, remedy)
        error.instead = instead
        return error

    # -- how the answer is shown --------------------------------------------------------------------

    def _show(self, name: str, value: str, at: int) -> None:
        group = self.groups[-1]
        if group.flip or group.negated:
            raise self._error(f"{name}: cannot be negated", at, f"{name}: beside the conditions", f"-{name}:")
        if group.at >= 0 or group.waiting == "or":
            self._misplaced(name, at)
        if name in self.shown:
            raise self._error(f"{name}: is given twice", at, "one of them", f"{name}:{value}")
        group.waiting = ""
        self.shown[name] = at, value

    def _misplaced(self, name: str, at: int) -> None:
        remedy = f"put the conditions in parentheses: (... or ...) {name}:..."
        raise self._error(f"{name}: applies to the whole answer", at, "it outside parentheses and or", name, remedy)

    def _apply_showing(self, tree: Tree | None) -> Query:
        """Return the query with its sort:, limit: and offset: applied."""
        if self.groups[0].alternatives and self.shown:
            name, (at, _) = next(iter(self.shown.items()))
            self._misplaced(name, at)
        sort: tuple[str, ...] = ()
        places: tuple[int, ...] = ()
        numbers: dict[str, int] = {}
        for name, (at, value) in self.shown.items():
            start = at + len(name) + 1
            if name == "sort":
                sort = tuple(value.split(","))
                if not all(_FIELD.fullmatch(part) for part in sort):
                    example = "names with commas between, like sort:-points,length"
                    raise self._error("nothing to sort by", start, example, repr(value))
                start += self.text[start] in "'\""
                places = tuple(accumulate((len(part) + 1 for part in sort[:-1]), initial=start))
            elif not re.fullmatch("[0-9]{1,10}", value) or int(value) > MAX_NUMBER:
                raise self._error(f"{name}: needs a number", start, f"0 to {MAX_NUMBER:,}", repr(value))
            else:
                numbers[name] = int(value)
        return Query(self.text, tree, sort, places, numbers.get("limit"), numbers.get("offset", 0), tuple(self.bare))

    def _error(
        self, what: str, at: int, expected: str, found: str | None, remedy: str | None = None
    ) -> QuerySyntaxError:
        return QuerySyntaxError(what, text=self.text, at=at, expected=expected, found=found, remedy=remedy)


def _balanced(value: str) -> bool:
    """Return whether all parentheses are balanced."""
    depth = 0
    for sign in value:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def _join(kind: type[_Several], parts: list[Tree]) -> Tree:
    """Join parts in one tree, flattening parts of the same kind."""
    flat: list[Tree] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else [part])
    several: Tree = kind(tuple(flat))  # type: ignore[assignment]
    return flat[0] if len(flat) == 1 else several
