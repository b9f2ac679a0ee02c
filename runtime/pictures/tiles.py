"""Pictures of tiles: on a rack, and on a board.

A letter's tile has its label and its points. A blank is marked with a circle, on a board around the letter that it
stands for, in lower case if the alphabet has it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from ..game.rack import Rack
from .markup import document, looks, shape, theme
from .markup import element as text_of

#: The part of a tile's side that a label may take.
_ROOM: Final = 0.74
#: Pixels of a tile's side where no size is given.
_TILE_PIXELS: Final = 48


def draw_tile(
    x: float, y: float, label: str, points: int | None, colours: Mapping[str, str], blank: bool
) -> Iterator[str]:
    """The shapes of a tile whose square has its corner at (x, y)."""
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
        yield text_of("text", str(points), fill=colours["tile_ink"], **at)


def draw_label(x: float, y: float, label: str, ink: str) -> str:
    """A label around a point. Long ones are small and squeezed into the tile."""
    sizes = looks()["label"]
    width = sum(not unicodedata.combining(character) for character in label)
    size = sizes[min(max(width, 1), len(sizes)) - 1]
    more: dict[str, object] = {}
    if width > 2:
        more = {"textLength": f"{looks()['square'] * _ROOM:g}", "lengthAdjust": "spacingAndGlyphs"}
    place = {"x": f"{x:g}", "y": f"{y + size * 0.35:g}"}
    return text_of("text", label, **place, font_size=size, font_weight="bold", fill=ink, **more)


def rack_svg(rack: Rack | str, *, dark: bool = False, size: float | None = None) -> str:
    """A picture of a rack, a blank as a tile with an empty circle.

    ``rack``: a Rack, or the text of an English one. ``dark``: for a dark page. ``size``: its width in pixels, by
    default 48 for each tile. Raises PositionError for tiles outside the alphabet.
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
    """(label, tile number) of each tile, blanks last."""
    return list(zip(rack, sorted(rack.tiles, key=lambda tile: (not tile, tile)), strict=True))


def show_rack(rack: Rack) -> str:
    """The picture of a rack in a notebook."""
    return rack_svg(rack)
