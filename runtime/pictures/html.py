"""HTML for notebooks, with everything escaped, without scripts and without anything from outside.

Guaranteed: whatever the texts are, they stay texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .svg import element, escape

__all__ = ["ROWS", "beside", "count_rows", "paragraph", "row", "table"]

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
