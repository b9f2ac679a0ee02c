"""Board layouts: squares, multipliers, bricks, and the start square.

A layout is rows of glyphs, one for each square: ``.`` plain; ``'`` ``"`` ``^`` double, triple, quadruple letter;
``-`` ``=`` ``~`` double, triple, quadruple word; ``#`` a brick, which takes no tile and ends every word. lexkit
ships two layouts, ``standard`` (15x15) and ``super`` (21x21); others are read from TOML files of the same form:

    name  = "mine"
    start = "3C"          # row number, column letter
    rows  = '''
    ..-..
    .....
    -...-
    .....
    ..-..
    '''

Guaranteed: 1 to 32 rows of 1 to 32 columns, all rows of one width, the start square on the board and not a brick. A
layout is immutable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from os import PathLike
from typing import Any, Final

from lexkit import lexicons
from lexkit.base.errors import LexiconFileError, PositionError

from .text.notation import MAX_SIDE, read_place, square_name

#: Glyph -> (letter multiplier, word multiplier); a brick has neither.
GLYPHS: Final = {
    ".": (1, 1),
    "'": (2, 1),
    '"': (3, 1),
    "^": (4, 1),
    "-": (1, 2),
    "=": (1, 3),
    "~": (1, 4),
    "#": (0, 0),
}
#: Maximum length of a layout's name.
MAX_NAME: Final = 200


@dataclass(frozen=True, init=False, repr=False, slots=True)
class Layout:
    """The squares of a board with their multipliers.

    Layouts are immutable, and equal if their squares and start squares are; the name does not count.

    Attributes:
        name: Name of the layout in CGP.
        glyphs: Rows as text, one glyph for each square; ``str`` returns them too.
        rows: Number of rows.
        columns: Number of columns.
        letter_multipliers: One byte for each square, row by row: 1 to 4, 0 for a brick.
        word_multipliers: The same for words.
        start: Index of the start square, row * columns + column.
        bricks: Indices of the bricks.
        symmetric: Whether the layout equals its transpose, start square included.
    """

    name: str = field(compare=False)
    glyphs: tuple[str, ...]
    rows: int
    columns: int
    letter_multipliers: bytes
    word_multipliers: bytes
    start: int
    bricks: tuple[int, ...]
    symmetric: bool

    def __init__(self, name: str, glyphs: Iterable[str], start: str | None = None) -> None:
        """Read rows of glyphs.

        Args:
            name: Name of the layout, for CGP.
            glyphs: Rows of glyphs.
            start: Name of the start square, such as ``8H``; by default the middle one.

        Raises:
            PositionError: The rows, the name or the start square are not valid.
        """
        if not isinstance(name, str) or not name or len(name) > MAX_NAME or not name.isprintable():
            raise PositionError("a layout has a name", place="name", expected="a short printable text")
        rows = tuple(glyphs)
        _check_rows(rows)
        squares = "".join(rows)
        bricks = tuple([square for square, glyph in enumerate(squares) if glyph == "#"])
        at = self._find_start(rows, bricks, start)
        turned = tuple(["".join(column) for column in zip(*rows, strict=True)])
        letters, words = (bytes([GLYPHS[glyph][at] for glyph in squares]) for at in (0, 1))
        middle = at // len(rows[0]) == at % len(rows[0])
        values = (name, rows, len(rows), len(rows[0]), letters, words, at, bricks, turned == rows and middle)
        for slot, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, slot, value)

    def __hash__(self) -> int:
        return hash((self.letter_multipliers, self.word_multipliers, self.start))

    @staticmethod
    def _find_start(rows: tuple[str, ...], bricks: tuple[int, ...], start: str | None) -> int:
        """Return the index of the start square."""
        columns = len(rows[0])
        row, column = len(rows) // 2, columns // 2
        if start is not None:
            if not isinstance(start, str):
                raise PositionError("not a square", place="start", expected="a text as 8H", found=repr(start))
            row, column, _ = read_place(start)
        square = row * columns + column
        if row >= len(rows) or column >= columns:
            size = f"a square of {len(rows)}x{columns}"
            raise PositionError("the start square is off the board", place="start", expected=size, found=start)
        if square in bricks:
            raise PositionError(
                "the start square is a brick", place="start", found=start or square_name(square, columns)
            )
        return square

    @property
    def start_name(self) -> str:
        """Name of the start square, such as ``8H``."""
        return square_name(self.start, self.columns)

    @classmethod
    def named(cls, name: str) -> Layout:
        """Return the shipped layout of a name or alias.

        Args:
            name: ``standard``, ``super``, or the alias ``CrosswordGame``.

        Raises:
            PositionError: There is no such layout.
        """
        if not isinstance(name, str):
            raise TypeError(f"a layout's name is a str, not {type(name).__name__}")
        return _shipped(name)

    @classmethod
    def from_file(cls, path: str | PathLike[str], form: str | None = None) -> Layout:
        """Return the layout of a file: TOML, or a layout of MAGPIE, Macondo or Quackle.

        Args:
            path: Path of the file.
            form: ``toml``, ``magpie``, ``macondo`` or ``quackle``; by default it is detected.

        Raises:
            PositionError: The file is not a layout, with file and place.
            StorageError: The file cannot be read.
        """
        from .text.layout_files import read_layout

        return read_layout(cls, path, form)

    @classmethod
    def from_toml(cls, path: str | PathLike[str]) -> Layout:
        """Return the layout of a TOML file, whatever its name. Raises the errors of :meth:`from_file`."""
        from .text.layout_files import read_layout

        return read_layout(cls, path, "toml")

    def to_text(self, form: str = "toml") -> str:
        """Return the layout as text in a form that :meth:`from_file` reads.

        Args:
            form: ``toml``, ``magpie``, ``macondo`` or ``quackle``.

        Raises:
            PositionError: The form cannot express the layout.
        """
        from .text.layout_files import write_layout

        return write_layout(self, form)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Layout, (self.name, self.glyphs, self.start_name))

    def _repr_svg_(self) -> str:
        from ..pictures.board import show_layout

        return show_layout(self)

    def __str__(self) -> str:
        return "\n".join(self.glyphs)

    def __repr__(self) -> str:
        return f"<Layout {self.name}: {self.rows}x{self.columns}, start {self.start_name}>"


def read_square(layout: Layout, name: str) -> int:
    """Return the index of a square by its name, such as ``8H``. Raises PositionError if it is not on the board."""
    row, column, _ = read_place(name)
    if row >= layout.rows or column >= layout.columns:
        raise PositionError("off the board", expected=f"a square of {layout.rows}x{layout.columns}", found=name)
    return row * layout.columns + column


def word_lines(layout: Layout) -> Iterator[list[int]]:
    """Iterate over the word multipliers of each row and column, with 1 for bricks."""
    words = [max(1, word) for word in layout.word_multipliers]
    for row in range(layout.rows):
        yield words[row * layout.columns : (row + 1) * layout.columns]
    for column in range(layout.columns):
        yield words[column :: layout.columns]


def find_layout(text: str) -> Layout:
    """Return the layout of a name or a file. Raises the errors of :class:`Layout` for either."""
    return Layout.from_file(text) if lexicons.is_file(text) else Layout.named(text)


@cache
def _shipped(name: str) -> Layout:
    try:
        data = lexicons.layout(name)
    except LexiconFileError as error:
        raise PositionError(
            error.what,
            expected=error.expected,
            found=error.found,
            remedy=error.remedy or "Layout.from_file reads others",
        ) from None
    # Return one object for a name and its aliases, so that caches recognise it.
    if name != data["name"]:
        return _shipped(data["name"])
    return Layout(data["name"], data["rows"], data["start"])


def _check_rows(rows: tuple[str, ...]) -> None:
    if not 1 <= len(rows) <= MAX_SIDE:
        raise PositionError("wrong number of rows", place="rows", expected=f"1 to {MAX_SIDE}", found=len(rows))
    for number, row in enumerate(rows, 1):
        if not isinstance(row, str) or not 1 <= len(row) <= MAX_SIDE:
            found = len(row) if isinstance(row, str) else repr(row)
            raise PositionError(
                "wrong number of squares", place=f"row {number}", expected=f"1 to {MAX_SIDE}", found=found
            )
        if len(row) != len(rows[0]):
            raise PositionError(
                "the rows have different widths",
                place=f"row {number}",
                expected=f"{len(rows[0])} squares",
                found=len(row),
            )
        for column, glyph in enumerate(row, 1):
            if glyph not in GLYPHS:
                place = f"row {number}, column {column}"
                raise PositionError("no such glyph", place=place, expected=" ".join(GLYPHS), found=repr(glyph))
