"""Board layouts as files: lexkit's TOML, and those of MAGPIE, Macondo and Quackle.

- MAGPIE: the row and column of the start square, from 0, as ``7,7``; then the rows of glyphs, with a space for a plain
  square. Older versions write ``*`` for a quadruple letter.
- Macondo: the rows of a list in its Go source, each in backticks, with MAGPIE's glyphs; the start square is in the
  middle. The name of the list is that of the layout.
- Quackle, what it keeps in its settings: ``Quackle``, then numbers between spaces: 1, columns, rows, row and column of
  the start square from 0, then letter and word multiplier of each square, row by row.

Boards of these programs are square. Bricks are unknown to Quackle.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple

from lexkit.base.checks import require_one_of, require_path
from lexkit.base.errors import PositionError
from lexkit.formats.bounded_input import parse_toml, read_small_text

from ..layout import GLYPHS, MAX_NAME, Layout
from .notation import MAX_SIDE, square_name

_GO_LIST: Final = re.compile(r"\b(\w++)\s*:?=\s*\[\]string\s*\{([^{}]*)\}")
_PAIR: Final = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*")


#: Arguments of a layout: name, rows of glyphs and start square.
_Layout = tuple[Any, Any, Any]


class LayoutForm(NamedTuple):
    """File format of one program's layouts."""

    #: Reads a text into the arguments of a Layout; the name is that of its file.
    read: Callable[[str, str], _Layout]
    write: Callable[[Layout], str]
    lost: str


def read_layout(kind: type[Layout], path: str | PathLike[str], form: str | None = None) -> Layout:
    """Read the layout of a file, in a form of ``LAYOUT_FORMS``, by default detected.

    ``kind``: the class to make. Raises PositionError, with file and place, if it is not a layout; StorageError if
    it cannot be read.
    """
    path = require_path(path)
    if form is not None:
        _require_form(form)
    text = read_small_text(path, PositionError, "a layout")
    try:
        name = Path(path).stem
        chosen = form or _recognize(path, text)
        if chosen == "toml":
            return kind(*_read_toml(text, name, path))
        return kind(*OTHERS[chosen].read(text, name[:MAX_NAME]))
    except PositionError as error:
        error.path = path
        raise


def write_layout(layout: Layout, form: str = "toml") -> str:
    """Return a layout as the text of a file in one of ``LAYOUT_FORMS``.

    Raises PositionError if that form cannot express it.
    """
    if _require_form(form) == "toml":
        return _write_toml(layout)
    if layout.rows != layout.columns:
        found = f"{layout.rows}x{layout.columns}"
        raise PositionError(f"{form} cannot hold this layout", expected="as many rows as columns", found=found)
    return OTHERS[form].write(layout)


def _require_form(form: str) -> str:
    return require_one_of(form, LAYOUT_FORMS, "no such form of layouts", PositionError)


def _recognize(path: str, text: str) -> str:
    """Return the form of a file by its name, else by its beginning."""
    if path.lower().endswith(".toml"):
        return "toml"
    if text.startswith("Quackle"):
        return "quackle"
    return "macondo" if "`" in text else "magpie"


def _read_toml(text: str, name: str, path: str) -> _Layout:
    data = parse_toml(text, path, PositionError, "a layout")
    rows = data.get("rows")
    if isinstance(rows, str):
        rows = rows.split()
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise PositionError(
            "the layout's rows are missing or not text", place="rows", expected="a string with one line per row"
        )
    return data.get("name", name), rows, data.get("start")


def _write_toml(layout: Layout) -> str:
    name, *rows = [json.dumps(text, ensure_ascii=False) for text in (layout.name, *layout.glyphs)]  # TOML's texts too
    text = str(layout)
    # Three double letters in a row would end such a text.
    written = f"'''\n{text}\n'''" if "'''" not in text else f"[{', '.join(rows)}]"
    return f'name  = {name}\nstart = "{layout.start_name}"\n\nrows = {written}\n'


def _read_glyphs(rows: list[str], name: str, start: tuple[int, int] | None, first_line: int) -> _Layout:
    """Check rows of MAGPIE's glyphs. ``first_line``: the number of the first row's line."""
    for line, row in enumerate(rows, first_line):
        if len(row) != len(rows):
            expected = f"{len(rows)} squares, as there are rows; a plain one is a space"
            raise PositionError("wrong number of squares", place=f"line {line}", expected=expected, found=len(row))
        for column, glyph in enumerate(row, 1):
            if glyph == "." or glyph not in (*GLYPHS, *" *"):
                raise PositionError("no such glyph", place=f"line {line}, column {column}", found=repr(glyph))
    if not rows or len(rows) > MAX_SIDE:
        raise PositionError("wrong number of rows", expected=f"1 to {MAX_SIDE}", found=len(rows))
    plain = [row.translate({ord(" "): ".", ord("*"): "^"}) for row in rows]
    return name, plain, None if start is None else _name_start(*start, len(rows))


def _name_start(row: int, column: int, side: int) -> str:
    """Return the name of a start square given by numbers from 0."""
    if row >= side or column >= side:
        found = f"row {row}, column {column}"
        raise PositionError("the start square is off the board", expected=f"0 to {side - 1}", found=found)
    return square_name(row * side + column, side)


def _write_rows(layout: Layout) -> list[str]:
    return [row.replace(".", " ") for row in layout.glyphs]


def _read_magpie(text: str, name: str) -> _Layout:
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    pair = _PAIR.fullmatch(lines[0])
    if pair is None:
        raise PositionError(
            "not a layout", place="line 1", expected="row and column of the start square, as 7,7", found=repr(lines[0])
        )
    while lines and not lines[-1]:
        lines.pop()
    return _read_glyphs(lines[1:], name, (int(pair[1]), int(pair[2])), 2)


def _write_magpie(layout: Layout) -> str:
    row, column = divmod(layout.start, layout.columns)
    return "\n".join([f"{row},{column}", *_write_rows(layout)]) + "\n"


def _read_macondo(text: str, name: str) -> _Layout:
    lists = [one for one in _GO_LIST.finditer(text) if "`" in one[2]]
    if len(lists) != 1:
        raise PositionError(
            "not one layout", expected="one list of rows: NAME = []string{`...`, ...}", found=f"{len(lists)} lists"
        )
    (found,) = lists
    return _read_glyphs(found[2].split("`")[1::2], found[1], None, text.count("\n", 0, found.start()) + 2)


def _write_macondo(layout: Layout) -> str:
    middle = layout.columns // 2
    if layout.start != middle * layout.columns + middle:
        expected = "a start square in the middle"
        raise PositionError("macondo cannot hold this layout", expected=expected, found=layout.start_name)
    name = re.sub(r"\W+", "_", layout.name)
    rows = "".join(f"\t`{row}`,\n" for row in _write_rows(layout))
    return f"{name if name[:1].isalpha() else f'Board_{name}'} = []string{{\n{rows}}}\n"


def _read_quackle(text: str, name: str) -> _Layout:
    words = text.split()
    numbers = [int(word) for word in words[1:] if re.fullmatch("[0-9]{1,9}", word)]
    if words[:1] != ["Quackle"] or len(numbers) != len(words) - 1 or len(numbers) < 5:
        raise PositionError("not a layout", expected="Quackle, then numbers", found=repr(" ".join(words[:3])[:40]))
    version, columns, rows, row, column, *multipliers = numbers
    if version > 1:
        raise PositionError("the layout was written for a newer version", expected="1", found=version)
    if not 1 <= rows == columns <= MAX_SIDE:
        expected = f"as many rows as columns, 1 to {MAX_SIDE}"
        raise PositionError("not a square board", expected=expected, found=f"{rows}x{columns}")
    if len(multipliers) != 2 * rows * rows:
        expected = f"{2 * rows * rows}, two for each square"
        raise PositionError("wrong number of multipliers", expected=expected, found=len(multipliers))
    glyphs = {values: glyph for glyph, values in GLYPHS.items() if glyph != "#"}
    squares = list(zip(multipliers[::2], multipliers[1::2], strict=True))
    for square, values in enumerate(squares):
        if values not in glyphs:
            place = f"square {square_name(square, rows)}"
            found = f"letter {values[0]}, word {values[1]}"
            raise PositionError("invalid multipliers", place=place, expected="1 to 4, and one of them 1", found=found)
    text = "".join(glyphs[values] for values in squares)
    return name, [text[at : at + rows] for at in range(0, rows * rows, rows)], _name_start(row, column, rows)


def _write_quackle(layout: Layout) -> str:
    if layout.bricks:
        found = f"{len(layout.bricks)} of them, first {square_name(layout.bricks[0], layout.columns)}"
        raise PositionError("quackle cannot hold this layout", expected="no bricks", found=found)
    numbers = [1, layout.columns, layout.rows, *divmod(layout.start, layout.columns)]
    for values in zip(layout.letter_multipliers, layout.word_multipliers, strict=True):
        numbers += values
    return f"Quackle\n{' '.join(map(str, numbers))}\n"


#: The other programs' forms by name.
OTHERS: Final = {
    "magpie": LayoutForm(_read_magpie, _write_magpie, "the name"),
    "macondo": LayoutForm(_read_macondo, _write_macondo, "characters of the name that Go does not take"),
    "quackle": LayoutForm(_read_quackle, _write_quackle, "the name"),
}
#: The forms of a layout.
LAYOUT_FORMS: Final = ("toml", *OTHERS)
