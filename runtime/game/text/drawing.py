"""Drawn boards: the squares of a position as a picture in text.

        A B C D E
     1  . . - . .
     2  . . . . .
     3  - C A r E

Each line is a row, with or without spaces between cells. A cell is a tile (lower case for a designated blank, several
code points in brackets) or a glyph of a layout, which means an empty square. Row numbers, the line of column letters
and frames of ``|`` are optional.

A board as Macondo shows it is read too: its rows are in frames, a blank is an empty square, and what stands around the
frames is left out.

Guaranteed: :func:`read_drawing` reads the text of :func:`draw` as the same squares.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from lexkit.base.errors import PositionError, show_value
from lexkit.formats.bounded_input import to_nfc

from ..layout import GLYPHS, Layout
from .notation import COLUMNS, MAX_SIDE, MAX_TEXT, TileText

#: Characters that no bare spelling of a tile may contain here.
_RESERVED: Final = frozenset([*GLYPHS, *"0123456789|"])
#: A row number, an optional frame, and the row.
_NUMBERED: Final = re.compile(r"\s*([0-9]{1,2})(?![0-9])[\s|]*(.*)", re.S)
#: Row in a frame, in which each square is one character followed by a blank.
_FRAMED: Final = re.compile(r"\s*([0-9]{1,2})\|((?:[^|] )*[^|])\|.*")
#: Characters to strip after a row: frames and white space.
_BEHIND: Final = "| \t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)


def draw(layout: Layout, grid: bytes, text: TileText) -> str:
    """Draw a board: its tiles, and the glyphs of empty squares."""
    cells = [text.square(tile) if tile else glyph for tile, glyph in zip(grid, "".join(layout.glyphs), strict=True)]
    columns = layout.columns
    width = max(map(len, (*cells, COLUMNS[columns - 1])))
    lines = [(" " * 4 + " ".join(name.ljust(width) for name in COLUMNS[:columns])).rstrip()]
    for row in range(layout.rows):
        line = " ".join(cell.ljust(width) for cell in cells[row * columns : (row + 1) * columns])
        lines.append(f"{row + 1:2}  {line}".rstrip())
    return "\n".join(lines)


def read_drawing(drawing: str, text: TileText) -> list[bytes]:
    """Return the rows of a drawn board, one tile byte for each square.

    The caller must check that rows have one width. Raises PositionError, with the row, for an unknown tile.
    """
    if not isinstance(drawing, str):
        raise TypeError(f"a drawing must be a str, not {type(drawing).__name__}: join rows with line ends")
    if len(drawing) > MAX_TEXT:
        raise PositionError("not a drawn board", expected=f"at most {MAX_TEXT} characters", found=len(drawing))
    lines = [line for line in to_nfc(str.__str__(drawing), PositionError).split("\n") if line.strip()]
    lines = _without_frames(lines)
    numbered = [_NUMBERED.fullmatch(line) for line in lines]
    any_numbered = any(numbered)
    rows: list[str] = []
    for line, found in zip(lines, numbered, strict=True):
        if found:
            if int(found[1]) != len(rows) + 1:
                raise PositionError("the rows are out of order", place=f"row {len(rows) + 1}", found=f"row {found[1]}")
            row, behind = found[2].rstrip(_BEHIND), f" {found[1]}"
            rows.append(row.removesuffix(behind).rstrip("| \t\r") if row.endswith(behind) else row)
        elif not any_numbered:
            rows.append(line.strip("| \t\r"))
        elif not _is_frame(line):
            raise PositionError("the line has no row number", place=f"below row {len(rows)}", found=show_value(line))
    if not rows:
        raise PositionError("not a drawn board: it is empty", expected="a line of squares for each row")
    return [_read_row(row, number, text) for number, row in enumerate(rows, 1)]


def _without_frames(lines: list[str]) -> list[str]:
    """Return the rows of a board in frames with a glyph for each blank square; other lines unchanged."""
    framed = [found for found in map(_FRAMED.fullmatch, lines) if found]
    if not framed or not any("  " in found[2] for found in framed):
        return lines
    return [f"{found[1]} {' '.join(found[2][::2].replace(' ', '.'))}" for found in framed]


def _is_frame(line: str) -> bool:
    """Return whether a line has no squares, only column letters or a frame."""
    words = line.replace("|", " ").split()
    return words == list(COLUMNS[: len(words)]) or not set(line) - set("+-=|_ \t\r")


@lru_cache(maxsize=64)
def _cell_reader(text: TileText) -> tuple[re.Pattern[str], dict[str, int]]:
    """Return (pattern, cells) of the cells of rows, cached by the identity of ``text``."""
    cells = {
        spelling: tile
        for spelling, tile in text.spellings.items()
        if spelling[0] == "[" or not _RESERVED & set(spelling)
    }
    cells.update(dict.fromkeys(GLYPHS, 0))
    longest_first = sorted(cells, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))), cells


def _read_row(row: str, number: int, text: TileText) -> bytes:
    pattern, cells = _cell_reader(text)
    tiles = bytearray()
    for chunk in row.replace("|", " ").split():
        at = 0
        while at < len(chunk):
            found = pattern.match(chunk, at)
            if found is None or len(tiles) > MAX_SIDE:
                what = f"not a tile of the {text.alphabet.name} alphabet" if found is None else "too many squares"
                place = f"row {number}, square {len(tiles) + 1}"
                raise PositionError(
                    what, place=place, expected=f"a tile or one of {' '.join(GLYPHS)}", found=chunk[at:][:20]
                )
            tiles.append(cells[found[0]])
            at = found.end()
    return bytes(tiles)
