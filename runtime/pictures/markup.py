"""Elements of pictures in SVG and of tables in HTML, with everything escaped; tiles, on a rack and on a board.

Guaranteed: the result of :func:`document` is well-formed XML for any texts and attributes. HTML has no scripts and
no references to other files; texts in it stay texts, whatever they contain.

A letter's tile has its label and its points. A blank is marked with a circle; on a board the circle is around the
letter that the blank stands for, in lower case if the alphabet has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from lexkit import lexicons
from lexkit.base.errors import PositionError, show_value

from ..game.rack import Rack

#: Characters that are not allowed in an XML document.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;", ord("'"): "&#39;"}
#: Minimum width of a picture, in pixels.
SMALLEST: Final = 16
#: Maximum width of a picture, in pixels.
LARGEST: Final = 10_000


def looks() -> Mapping[str, Any]:
    """Return the sizes of pictures."""
    return lexicons.looks()


def theme(dark: bool) -> Mapping[str, str]:
    """Return the colours of pictures on a dark or a light page."""
    colours: Mapping[str, str] = looks()["dark" if dark else "light"]
    return colours


def escape(text: str) -> str:
    """Escape a text for XML, as the content of an element or the value of an attribute."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text).translate(_ENTITIES)


def shape(name: str, **attributes: object) -> str:
    """Return an element without content. ``_`` in the name of an attribute means ``-``."""
    return f"<{name}{_attributes(attributes)}/>"


def element(name: str, content: str, **attributes: object) -> str:
    """Return an element that contains a text."""
    return f"<{name}{_attributes(attributes)}>{escape(content)}</{name}>"


def _attributes(attributes: Mapping[str, object]) -> str:
    return "".join([f' {name.replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items()])


def document(width: float, height: float, size: float, title: str, description: str, parts: Iterable[str]) -> str:
    """Return a complete picture of ``width`` x ``height`` units, ``size`` pixels wide.

    Raises PositionError if the size is not a number from 16 to 10,000.
    """
    if not SMALLEST <= size <= LARGEST:
        expected = f"pixels, {SMALLEST} to {LARGEST:,}"
        raise PositionError("not a size of a picture", place="size", expected=expected, found=show_value(size))
    start = _attributes(
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "role": "img",
            "width": f"{size:g}",
            "height": f"{size * height / width:g}",
            "viewBox": f"0 0 {width:g} {height:g}",
            "font-family": looks()["font"],
            "text-anchor": "middle",
        }
    )
    lines = [f"<svg{start}>", element("title", title), element("desc", description), *parts, "</svg>"]
    return "\n".join(lines) + "\n"


# -- HTML for notebooks ----------------------------------------------------------------------------------

#: Number of rows of a table that are shown; the others are only counted.
ROWS: Final = 20


def paragraph(text: str) -> str:
    """Return a text as a paragraph."""
    return element("p", text)


def row(values: Iterable[object], cell: str = "td") -> str:
    """Return a row of a table. None is an empty cell."""
    return f"<tr>{''.join([element(cell, '' if value is None else str(value)) for value in values])}</tr>"


def table(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table with these heads."""
    body = "".join([row(values) for values in rows])
    return f"<table><thead>{row(heads, 'th')}</thead><tbody>{body}</tbody></table>"


def count_rows(number: int, unit: str, more: str = "") -> str:
    """Return a text with the number of rows, and the number of rows shown if that is smaller."""
    told = [f"{number:,} {unit}{'s' * (number != 1)}"]
    told += [f"{ROWS} shown"] * (number > ROWS) + [more] * bool(more)
    return paragraph(", ".join(told))


def beside(*parts: str) -> str:
    """Put parts side by side, if the page is wide enough."""
    style = escape("display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start")
    return f'<div style="{style}">{"".join([f"<div>{part}</div>" for part in parts])}</div>'


#: Share of a tile's side that a label may take.
_ROOM: Final = 0.74
#: Default side of a tile, in pixels.
_TILE_PIXELS: Final = 48


def draw_tile(
    x: float, y: float, label: str, points: int | None, colours: Mapping[str, str], blank: bool
) -> Iterator[str]:
    """Yield the shapes of a tile whose square has its corner at (x, y)."""
    side = looks()["square"]
    yield shape(
        "rect",
        x=x + 1.5,
        y=y + 1.5,
        width=side - 3,
        height=side - 3,
        rx=4,
        fill=colours["tile"],
        stroke=colours["edge"],
    )
    if blank:
        radius = side * 0.39
        yield shape(
            "circle",
            cx=x + side / 2,
            cy=y + side / 2,
            r=f"{radius:g}",
            fill="none",
            stroke=colours["tile_ink"],
            stroke_width=1.5,
        )
    if label:
        aside = 0 if blank else 2
        yield draw_label(x + side / 2 - aside, y + side / 2 - aside / 2, label, colours["tile_ink"])
    if points is not None and not (blank and not points):
        size = looks()["points"]
        at = {"x": x + side - 4.5, "y": y + side - 5, "font_size": size, "text_anchor": "end"}
        yield element("text", str(points), fill=colours["tile_ink"], **at)


def draw_label(x: float, y: float, label: str, ink: str) -> str:
    """Return a label centred on a point. Long labels are made small enough for the tile."""
    sizes = looks()["label"]
    width = sum(not unicodedata.combining(character) for character in label)
    size = sizes[min(max(width, 1), len(sizes)) - 1]
    more: dict[str, object] = {}
    if width > 2:
        more = {"textLength": f"{looks()['square'] * _ROOM:g}", "lengthAdjust": "spacingAndGlyphs"}
    place = {"x": f"{x:g}", "y": f"{y + size * 0.35:g}"}
    return element("text", label, **place, font_size=size, font_weight="bold", fill=ink, **more)


def rack_svg(rack: Rack | str, *, dark: bool = False, size: float | None = None) -> str:
    """Return a picture of a rack, with a blank as a tile with an empty circle.

    Args:
        rack: A Rack, or the text of an English one.
        dark: Use colours for a dark page.
        size: Width in pixels, by default 48 for each tile.

    Raises:
        PositionError: A tile is not in the alphabet.
    """
    held = rack if isinstance(rack, Rack) else Rack(rack)
    side, colours = looks()["square"], theme(dark)
    labels = list(held)
    points = {tile.label: tile.points for tile in held.alphabet.tiles}
    width, height = side * max(len(labels), 1) + 8, side + 8
    parts = [shape("rect", width=width, height=height, rx=6, fill=colours["page"], stroke=colours["line"])]
    for number, (label, tile) in enumerate(_labels(held)):
        shown = label if tile else ""
        worth = points[label] if tile else held.alphabet.blank_points
        parts += draw_tile(4 + side * number, 4, shown, worth, colours, not tile)
    described = ", ".join(label if tile else "a blank" for label, tile in _labels(held)) or "no tiles"
    pixels = _TILE_PIXELS * max(len(labels), 1) if size is None else size
    return document(width, height, pixels, f"Rack of {len(labels)} tile{'s' * (len(labels) != 1)}", described, parts)


def _labels(rack: Rack) -> list[tuple[str, int]]:
    """Return (label, tile number) of each tile, blanks last."""
    return list(zip(rack, sorted(rack.tiles, key=lambda tile: (not tile, tile)), strict=True))


def show_rack(rack: Rack) -> str:
    """Return the picture of a rack for a notebook."""
    return rack_svg(rack)
