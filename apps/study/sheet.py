"""Printable study lists: words by rack, with hooks and definitions, as one HTML page in columns.

The page has no scripts and loads nothing. It can be printed as it is, and on a screen it follows the reader's colour
scheme. Words and definitions are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

import lexkit

from ..shell import console
from .racks import words_of_rack

_STYLE: Final = """
:root{{color-scheme:light dark}}
body{{font:15px/1.35 system-ui,sans-serif;margin:1rem}}
h1{{font-size:1.3rem;margin:0;overflow-wrap:anywhere}}p{{margin:.2rem 0 .8rem}}
main{{columns:{columns} 13rem;column-gap:1.2rem;column-rule:1px solid color-mix(in srgb,currentColor 25%,transparent)}}
section{{break-inside:avoid;margin:0 0 .5rem}}
h2{{font:inherit;font-family:ui-monospace,monospace;letter-spacing:.06em;margin:0;
border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)}}
ul{{list-style:none;margin:0;padding:0}}li{{overflow-wrap:anywhere;break-inside:avoid}}
i{{font-style:normal;font-size:.85em}}
div{{font-size:.8em;padding-left:1em}}
@page{{margin:12mm}}
@media print{{:root{{color-scheme:light}}body{{font-size:9pt;margin:0}}main{{columns:{columns}}}}}
"""


class Group(NamedTuple):
    """Words below a heading, which is empty if words are not grouped."""

    head: str
    words: Sequence[str]


def sheet_style(columns: int) -> str:
    """Return the style sheet of a page with this number of columns."""
    return _STYLE.format(columns=columns)


def groups_of_racks(lexicon: lexkit.Lexicon, racks: Iterable[str]) -> list[Group]:
    """Return the words of each rack as a group; racks without words are left out."""
    found = [Group(letters, words_of_rack(lexicon, letters)) for letters in racks]
    return [group for group in found if group.words]


def write_sheet(
    lexicon: lexkit.Lexicon,
    title: str,
    groups: Sequence[Group],
    columns: int = 3,
    definitions: bool = True,
    part: str = "",
) -> Iterator[str]:
    """Yield the page in pieces.

    ``definitions`` includes definitions, if the lexicon has any; ``part`` describes the part of a longer list.
    """
    told = console.format_count(sum(len(group.words) for group in groups), "word", "words")
    if part:
        told += f": {part}"
    yield '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f"<title>{_text(title)}</title><style>{sheet_style(columns)}</style></head>\n"
    told += ". Small letters are hooks, in front and behind."
    yield f"<body><header><h1>{_text(title)}</h1><p>{told}</p></header>\n<main>\n"
    explained = definitions and "definition" in lexicon.columns
    small = {tile.label: tile.lower for tile in lexicon.alphabet.tiles}
    for group in groups:
        head = f"<h2>{_text(group.head)}</h2>" if group.head else ""
        items = [_item(lexicon, word, small, explained) for word in group.words]
        if head:
            yield f"<section>{head}<ul>{''.join(items)}</ul></section>\n"
        else:
            yield f"<ul>{''.join(items)}</ul>\n"
    yield "</main></body></html>\n"


def _item(lexicon: lexkit.Lexicon, word: str, small: Mapping[str, str], explained: bool) -> str:
    hooks = lexicon.hooks(word)
    sides = ("".join([small[label] for label in side]) for side in (hooks.front, hooks.back))
    front, back = (f"<i>{_text(side)}</i>" if side else "" for side in sides)
    told = lexicon.definition(word) if explained else None
    defined = f"<div>{_text(told)}</div>" if told else ""
    return f"<li>{front} <b>{_text(word)}</b> {back}{defined}</li>"


def _text(text: str) -> str:
    """Escape a text for HTML and replace control characters."""
    return escape(console.shown(text))
