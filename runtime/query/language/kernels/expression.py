"""Kernel: letter expressions, the trees of patterns and regular expressions.

A letter is a tile, and a set of letters a mask with bit t for tile t. The meaning of a tree without :class:`Echo`
is defined in :mod:`...search.kernels.position_automaton`, that of a tree with one in
:mod:`...conditions.letter_expressions`.
"""

from __future__ import annotations

from lexkit.formats.kernels import cython

if not cython.compiled:
    #: Maximum depth of a tree.
    MOST_DEPTH = 1000


class Expression:
    """Node of a tree. Trees are equal if they have the same form.

    ``size``: number of letters and echoes with all repetitions written out; ``nullable``: whether the empty text
    matches; ``has_echo``: whether the tree contains an Echo; ``letters``: mask of all letters that occur in it.
    """

    __match_args__: tuple[str, ...] = ()
    size: int
    nullable: bool
    has_echo: bool
    letters: int
    depth: int

    def hold(self, inner: Expression) -> Expression:
        """Note the facts about an inner expression, except its size and ``nullable``. Returns it."""
        if not isinstance(inner, Expression):
            raise TypeError("an expression holds expressions")
        if inner.depth >= MOST_DEPTH:
            raise ValueError("expressions nested too deeply")
        self.has_echo = self.has_echo or inner.has_echo
        self.letters |= inner.letters
        if inner.depth >= self.depth:
            self.depth = inner.depth + 1
        return inner

    def begin(self) -> None:
        """Set the facts that :meth:`hold` adds to."""
        self.has_echo = False
        self.letters = 0
        self.depth = 1

    def __eq__(self, other: object) -> bool:
        names = self.__match_args__
        return type(self) is type(other) and [getattr(self, n) for n in names] == [getattr(other, n) for n in names]

    def __hash__(self) -> int:
        return hash((type(self), self.letters, self.depth))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([repr(getattr(self, name)) for name in self.__match_args__])})"


class Letters(Expression):
    """One letter out of a set. Nothing matches an empty set."""

    __match_args__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.begin()
        self.mask = self.letters = mask
        self.size = 1
        self.nullable = False


class Sequence(Expression):
    """Several expressions in a row. An empty row matches the empty text."""

    __match_args__ = ("parts",)

    def __init__(self, parts: tuple[Expression, ...]) -> None:
        self.begin()
        self.parts = parts
        self.nullable = True
        size = 0
        for part in parts:
            inner = self.hold(part)
            size += inner.size
            self.nullable = self.nullable and inner.nullable
        self.size = size


class Choice(Expression):
    """Any of several expressions. Nothing matches an empty choice."""

    __match_args__ = ("options",)

    def __init__(self, options: tuple[Expression, ...]) -> None:
        self.begin()
        self.options = options
        self.nullable = False
        size = 0
        for option in options:
            inner = self.hold(option)
            size += inner.size
            self.nullable = self.nullable or inner.nullable
        self.size = size


class Repeat(Expression):
    """An expression ``least`` to ``most`` times in a row. ``most``: None for any number."""

    __match_args__ = ("inner", "least", "most")

    def __init__(self, inner: Expression, least: int, most: int | None) -> None:
        if least < 0 or (most is not None and most < least):
            raise ValueError("a number of times, and one that is no smaller")
        self.begin()
        self.inner = self.hold(inner)
        self.least = least
        self.most = most
        self.size = self.inner.size * (max(1, least) if most is None else most)
        self.nullable = least == 0 or self.inner.nullable


class Group(Expression):
    """An expression that an Echo of its ``number``, from 1, repeats."""

    __match_args__ = ("number", "inner")

    def __init__(self, number: int, inner: Expression) -> None:
        self.begin()
        self.number = number
        self.inner = self.hold(inner)
        self.size = self.inner.size
        self.nullable = self.inner.nullable


class Echo(Expression):
    """The letters that the group of this number matched, once more."""

    __match_args__ = ("number",)

    def __init__(self, number: int) -> None:
        self.begin()
        self.number = number
        self.has_echo = True
        self.size = 1
        self.nullable = False


def reverse(expression: Expression) -> Expression:
    """Return the expression that the reversed texts match. Raises ValueError for an expression with an Echo."""
    if isinstance(expression, Repeat):
        return Repeat(reverse(expression.inner), expression.least, expression.most)
    if isinstance(expression, Group):
        return Group(expression.number, reverse(expression.inner))
    if isinstance(expression, Sequence):
        return Sequence(tuple([reverse(part) for part in expression.parts[::-1]]))
    if isinstance(expression, Choice):
        return Choice(tuple([reverse(option) for option in expression.options]))
    if isinstance(expression, Echo):
        raise ValueError("an echo cannot be read backwards")
    return expression
