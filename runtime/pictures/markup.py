"""The elements of pictures in SVG and of tables in HTML, with everything escaped.

Guaranteed: the text of :func:`document` is well-formed XML for any texts and attributes. HTML is without scripts and
refers to nothing outside; whatever the texts are, they stay texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ... import lexicons
from ...errors import PositionError, require_flag, show_value

#: Characters that no XML document may have.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;", ord("'"): "&#39;"}
#: Smallest and largest width of a picture, in pixels.
SMALLEST: Final = 16
LARGEST: Final = 10_000


def looks() -> Mapping[str, Any]:
    """The sizes of pictures."""
    return lexicons.looks()


def theme(dark: bool) -> Mapping[str, str]:
    """The colours of pictures on a dark or a light page."""
    colours: Mapping[str, str] = looks()["dark" if require_flag(dark, "dark") else "light"]
    return colours


def escape(text: str) -> str:
    """A text for XML, inside an element or of an attribute."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text).translate(_ENTITIES)


def shape(name: str, **attributes: object) -> str:
    """An element without content. ``_`` in the name of an attribute means ``-``."""
    return f"<{name}{_attributes(attributes)}/>"


def element(name: str, content: str, **attributes: object) -> str:
    """An element with a text in it."""
    return f"<{name}{_attributes(attributes)}>{escape(content)}</{name}>"


def _attributes(attributes: Mapping[str, object]) -> str:
    return "".join([f' {name.replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items()])


def document(width: float, height: float, size: float, title: str, description: str, parts: Iterable[str]) -> str:
    """A whole picture of ``width`` x ``height`` units, shown ``size`` pixels wide.

    Raises PositionError if the size is not a number from 16 to 10,000.
    """
    if isinstance(size, bool) or not isinstance(size, int | float) or not SMALLEST <= size <= LARGEST:
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

#: Rows of a table before the rest is only counted.
ROWS: Final = 20


def paragraph(text: str) -> str:
    """A text as a paragraph."""
    return element("p", text)


def row(values: Iterable[object], cell: str = "td") -> str:
    """A row of a table. None is an empty cell."""
    return f"<tr>{''.join([element(cell, '' if value is None else str(value)) for value in values])}</tr>"


def table(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A table with these heads."""
    body = "".join([row(values) for values in rows])
    return f"<table><thead>{row(heads, 'th')}</thead><tbody>{body}</tbody></table>"


def count_rows(number: int, unit: str, more: str = "") -> str:
    """How many rows there are, and how many are shown if those are not all."""
    told = [f"{number:,} {unit}{'s' * (number != 1)}"]
    told += [f"{ROWS} shown"] * (number > ROWS) + [more] * bool(more)
    return paragraph(", ".join(told))


def beside(*parts: str) -> str:
    """Parts side by side, if the page is wide enough."""
    style = escape("display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start")
    return f'<div style="{style}">{"".join([f"<div>{part}</div>" for part in parts])}</div>'
