"""The squares of a table as lines of text, in colour or without, as wide as there is room for.

No drawing depends on colour: empty squares show the glyphs of their layout, blanks are in lower case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

#: What paints a text in a style, by the style's name.
Paint = Callable[[str, str], str]

#: Style -> codes of a terminal with 256 colours: both colours are set, so that dark and light terminals show the same.
STYLES: Final = {
    "tile": "38;5;16;48;5;222",
    "blank": "38;5;124;48;5;222",
    "last": "1;38;5;16;48;5;114",
    "'": "38;5;16;48;5;153",
    '"': "38;5;231;48;5;25",
    "^": "38;5;231;48;5;23",
    "-": "38;5;16;48;5;217",
    "=": "38;5;231;48;5;124",
    "~": "38;5;231;48;5;54",
    "#": "38;5;16;48;5;16",
    "strong": "1",
    "faint": "2",
    "bad": "31",
}
LEGEND: Final = "' double letter, \" triple letter, - double word, = triple word"
#: Columns that the numbers of rows take.
_MARGIN: Final = 3


def plain(text: str, style: str) -> str:
    """Paint nothing."""
    return text


def draw_squares(
    setting: dict[str, Any],
    squares: list[str],
    blanks: Iterable[int],
    last: Iterable[int],
    columns: int,
    paint: Paint = plain,
) -> list[str]:
    """The lines of a board: names of columns, then rows.

    ``setting``, ``squares``, ``blanks``: of a table's view; ``last``: squares of the last play; ``columns``: of the
    terminal. Squares take two columns, or as many as the longest tile needs; fewer if there is no room.
    """
    rows, width = setting["rows"], setting["columns"]
    room = max(1, (columns - _MARGIN) // width)
    names = [_column_name(number) for number in range(width)]
    cell = min(room, 1 + max([len(text) for text in squares] + [1]))
    header = " " * _MARGIN + "".join(name[-cell:].ljust(cell) for name in names)
    lines = [header.rstrip()]
    marked, blank = set(last), set(blanks)
    for row in range(rows):
        line = []
        for column, glyph in enumerate(setting["glyphs"][row]):
            square = row * width + column
            text = squares[square]
            style = glyph
            if text:
                style = "last" if square in marked else "blank" if square in blank else "tile"
            line.append(paint((text or glyph)[:cell].ljust(cell), style))
        lines.append(f"{row + 1:2} " + "".join(line).rstrip())
    return lines


def _column_name(number: int) -> str:
    return chr(65 + number) if number < 26 else "A" + chr(65 + number - 26)
