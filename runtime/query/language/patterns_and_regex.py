r"""Patterns, subsequences and regular expressions over tiles: from a text to a letter expression.

In a pattern ``?`` or ``.`` is any letter, ``*`` any number of letters, ``[ABC]`` one of these, ``[^ABC]`` any but
these, ``^A`` any but A. A subsequence is letters that occur in a word in this order, with any others between them.

A digit is a variable, as in Appel and Jacobson's tool for breaking codes (1988): equal digits are equal letters, and
different digits are different letters. In a cryptogram the known letters stand in the pattern, and a variable is a
letter not known yet, so it differs from every letter that the pattern gives by itself. ``?``, ``*``, ``^A`` and
brackets of several letters do not restrict variables.

In a regular expression whole words match, as with ``re.fullmatch``: ``A.*`` finds words that start with A, and ``^`` at
the start or ``$`` at the end may be written but change nothing. A letter is a tile, in any spelling of the alphabet and
in either case; brackets are read by :mod:`.read_letters`.

===========================  =========================================================
``.``                        any letter
``[ABC]`` ``[A-F]`` ``[^A]`` one of these, of this range, any but these
``AB``  ``A|B``              one after the other, one or the other
``(A)``  ``(?:A)``           a group, numbered from 1 by its opening; a group not numbered
``A*``  ``A+``  ``A?``       any number, at least one, at most one
``A{2}``  ``A{2,}``          exactly, at least;
``A{,3}``  ``A{2,3}``        at most, from to
``\1`` to ``\9``             the letters that the group matched, once more
===========================  =========================================================

``*?`` and the like mean the same as ``*``: it does not matter in which way a word matches, only whether it does. No
expression is catastrophic: without an echo (``\1``) it becomes an automaton; with one, the search is limited, see
:mod:`..conditions.letter_expressions`.

Every text gives an expression or a QuerySyntaxError with the place. The tree is less than 300 nodes deep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from .expression import Choice, Echo, Expression, Group, Letters, Repeat, Sequence, parts_within
from .read_letters import TileText

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet


#: Names of variables.
DIGITS: Final = "0123456789"


def has_variables(text: str) -> bool:
    """Return whether the pattern has a digit."""
    return any(sign in DIGITS for sign in text)


def read_pattern(text: str, alphabet: Alphabet) -> Expression:
    """Return the expression of a pattern without variables. Raises QuerySyntaxError if it is malformed."""
    source = TileText(text, alphabet)
    letter = Letters(alphabet.mask)
    anything = Repeat(letter, 0, None)
    parts: list[Expression] = []
    while sign := source.next:
        if sign in "?.":
            source.at += 1
            parts.append(letter)
        elif source.take("*"):
            parts.append(anything)
        elif source.take("^"):
            parts.append(Letters(alphabet.mask & ~source.letters()))
        else:
            parts.append(Letters(source.letters()))
    return Sequence(tuple(parts))


def read_subsequence(text: str, alphabet: Alphabet) -> Expression:
    """Return the expression of these letters in order, with any letters between them."""
    source = TileText(text, alphabet)
    anything = Repeat(Letters(alphabet.mask), 0, None)
    parts: list[Expression] = [anything]
    while source.next:
        parts += [Letters(source.letters()), anything]
    return Sequence(tuple(parts))


def read_variables(text: str, alphabet: Alphabet) -> Expression:
    """Return the expression of a pattern whose digits are variables: ``1221``, ``12?E2*1``.

    Spaces between its parts are ignored. Raises QuerySyntaxError if it is malformed.
    """
    source = TileText(text, alphabet)
    every = alphabet.mask
    #: Masks of letters, digits, and None for any number of letters.
    parts: list[int | str | None] = []
    given = 0
    while source.next:
        if source.next.isspace():
            source.at += 1
        elif source.next in DIGITS:
            parts.append(source.next)
            source.at += 1
        elif source.take("*"):
            parts.append(None)
        elif source.take("?") or source.take("."):
            parts.append(every)
        elif source.take("^"):
            parts.append(every & ~source.letters())
        else:
            letter = source.letter()
            given |= 0 if letter is None else 1 << letter
            parts.append(source.letters() if letter is None else 1 << letter)
    numbers = {digit: number for number, digit in enumerate(dict.fromkeys(p for p in parts if isinstance(p, str)), 1)}
    met: set[str] = set()
    sequence: list[Expression] = []
    for part in parts:
        if part is None:
            sequence.append(Repeat(Letters(every), 0, None))
        elif isinstance(part, int):
            sequence.append(Letters(part))
        elif part in met:
            sequence.append(Echo(numbers[part]))
        else:
            met.add(part)
            sequence.append(Group(numbers[part], Letters(every & ~given)))
    return Sequence(tuple(sequence))


#: Maximum nesting of groups.
MAX_NESTING: Final = 50
#: Maximum number in a repetition, more than any word has letters.
MAX_TIMES: Final = 999
#: Maximum number of an echo, which is written with one digit.
MAX_ECHO: Final = 9

_TIMES: Final = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_PART: Final = "a letter, ., [LETTERS] or ("
#: Signs that are not letters where a part begins.
_SIGNS: Final = frozenset(".()|*+?{}\\^$]")


def read_regex(text: str, alphabet: Alphabet) -> Expression:
    """Parse a regular expression. Raises QuerySyntaxError if it is malformed."""
    return _Reader(TileText(text, alphabet)).read()


def has_echo(expression: Expression) -> bool:
    """Return whether an expression contains an Echo."""
    return any(isinstance(part, Echo) for part in parts_within(expression))


class _Reader:
    """Parser of one text, with a method for each level of the grammar."""

    def __init__(self, source: TileText) -> None:
        self.source = source
        self.any = Letters(source.alphabet.mask)
        self.groups = 0
        #: Numbers of the groups that are closed.
        self.closed: set[int] = set()
        #: Number of groups that are open.
        self.nesting = 0

    def read(self) -> Expression:
        source = self.source
        source.take("^")
        expression = self.choice()
        if source.next == "$" and source.at == len(source.text) - 1:
            source.at += 1
        if source.next == ")":
            source.fail("a closing parenthesis without an opening one", f"{_PART} or the end")
        if source.next:
            self.misplaced()
        return expression

    def choice(self) -> Expression:
        options = [self.sequence()]
        while self.source.take("|"):
            options.append(self.sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self) -> Expression:
        parts = []
        while (sign := self.source.next) not in ("", "|", ")") and not (sign == "$" and self.at_end()):
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def at_end(self) -> bool:
        """Return whether only a final $ is left."""
        return self.source.next == "$" and self.source.at == len(self.source.text) - 1

    def repeated(self) -> Expression:
        source = self.source
        part = self.part()
        least: int
        most: int | None
        sign = source.next
        if sign in _TIMES:
            least, most = _TIMES[sign]
            source.at += 1
        elif sign == "{":
            least, most = self.braces()
        else:
            return part
        source.take("?")
        if source.next and source.next in "*+?{":
            source.fail("a repetition cannot be repeated", _PART, remedy="put the repeated part into (?: )")
        return Repeat(part, least, most)

    def braces(self) -> tuple[int, int | None]:
        source = self.source
        opening = source.at
        source.take("{")
        least = self.number()
        most = least
        if source.take(","):
            most = self.number()
        elif least is None:
            source.fail("a repetition needs one or two numbers", "{2}, {2,}, {,3} or {2,3}")
        if not source.take("}"):
            source.fail("a repetition is not closed", "a digit, a comma or }")
        if most is not None and most < (least or 0):
            source.fail("the repetition is backwards", "the smaller number on the left", opening)
        return least or 0, most

    def number(self) -> int | None:
        source = self.source
        start = source.at
        while source.next and source.next in "0123456789":
            source.at += 1
            if source.at - start > len(str(MAX_TIMES)):
                source.fail("a repetition is too long", f"at most {MAX_TIMES}", start)
        return int(source.text[start : source.at]) if source.at > start else None

    def part(self) -> Expression:
        source = self.source
        if source.take("."):
            return self.any
        sign = source.next
        if sign == "[":
            return Letters(source.letters())
        if sign == "(":
            return self.group()
        if sign == "\\":
            return self.echo()
        if sign in _SIGNS:
            self.misplaced()
        return Letters(1 << source.letter_or_fail(f"not a letter of the {source.alphabet.name} alphabet", _PART))

    def group(self) -> Expression:
        source = self.source
        opening = source.at
        source.take("(")
        number = 0
        if source.take("?"):
            if not source.take(":"):
                source.fail("no such group", "(?: or (")
        else:
            self.groups += 1
            number = self.groups
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            source.fail("too many nested groups", f"at most {MAX_NESTING} of them", opening)
        inner = self.choice()
        self.nesting -= 1
        if not source.take(")"):
            if source.next:
                self.misplaced()
            source.fail("a parenthesis is not closed", ")", opening)
        if not number:
            return inner
        self.closed.add(number)
        return Group(number, inner)

    def echo(self) -> Expression:
        source = self.source
        start = source.at
        source.take("\\")
        digit = source.next
        if not digit or digit not in "123456789":
            source.fail("only a digit may follow \\", f"1 to {MAX_ECHO}, the number of a group")
        number = int(digit)
        if number not in self.closed:
            what = f"group {number} is not closed yet" if number <= self.groups else f"there is no group {number} yet"
            source.fail(what, "the number of a group that ends before", start + 1)
        source.at += 1
        if source.next and source.next in "0123456789":
            source.fail("a backreference has one digit", f"{_PART} or a repetition")
        return Echo(number)

    def misplaced(self) -> NoReturn:
        """Raise the error for a sign that is out of place."""
        source = self.source
        match source.next:
            case "*" | "+" | "?" | "{":
                source.fail("nothing to repeat", _PART)
            case "^":
                source.fail(
                    "^ is allowed at the start only", _PART, remedy="an expression matches whole words: leave it out"
                )
            case "$":
                source.fail(
                    "$ is allowed at the end only", _PART, remedy="an expression matches whole words: leave it out"
                )
            case sign:
                source.fail(f"{sign} closes nothing", _PART)
