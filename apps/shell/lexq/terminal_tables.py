"""Tables of answers on a terminal, in colour unless $NO_COLOR is set."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from lexkit.runtime.words.word_fields import Field, field, plain_values

from .. import console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from lexkit.formats.alphabet import Alphabet
    from lexkit.runtime.words.words import Words

    from .answer_options import Shown

#: Default fields of a word.
_USUAL: Final = ("front", "word", "back", "length")
_STYLES: Final = {"front": "cyan", "word": "bold", "back": "cyan", "length": "dim", "rank": "dim"}
#: Spaces between columns of words.
_GAP: Final = 2
#: Style of a letter that needs a blank.
_BLANK: Final = "bold red"
#: Style of the mark of a word.
_MARK: Final = "yellow"


def screen() -> Console:
    """Return the terminal or pager to write tables to, without styles if $NO_COLOR is set."""
    from rich.console import Console

    # With None, rich looks up sys.stdout at each write.
    file = None if console.terminal() is sys.stdout else console.terminal()
    return Console(file=file, color_system=None if os.environ.get("NO_COLOR") else "auto", highlight=False)


def word_table(pages: Iterable[Words], fields: list[Field], shown: Shown, found: int, number: int) -> None:
    """Write words with the named fields, by default hooks, length and sort keys.

    Without any field but the word, words are written in columns, as ``ls`` writes names.
    """
    from rich.table import Table

    terminal = screen()
    if [one.name for one in fields] == ["word"]:
        for page in pages:
            texts = [_cell(text) for text in _style_words(page.to_list(), page, shown)]
            terminal.print(*_join_columns(texts, terminal.width), sep="\n", soft_wrap=True)
        write_total(terminal, found, number, "word")
        return
    for count, page in enumerate(pages):
        chosen = fields or _usual_fields(page, shown)
        table = Table(box=None, show_header=count == 0, header_style="dim", pad_edge=False)
        columns = []
        for one in chosen:
            values = one(page)
            listed = plain_values(values)
            right = not isinstance(values, list) or one.name == "front"
            if one.name == "word":
                listed = _style_words(listed, page, shown)
            # On a narrow terminal nothing is cut off: words and numbers stay whole, other cells are wrapped.
            whole = one.name == "word" or not isinstance(values, list)
            least = max([_cell(value).cell_len for value in listed], default=None) if whole else None
            table.add_column(
                one.name,
                justify="right" if right else "left",
                style=_STYLES.get(one.name),
                overflow="fold",
                no_wrap=whole,
                min_width=least,
            )
            columns.append(listed)
        for row in zip(*columns, strict=True):
            table.add_row(*map(_cell, row))
        if page:
            terminal.print(table)
    write_total(terminal, found, number, "word")


def _join_columns(texts: list[Text], width: int) -> list[Text]:
    """Arrange texts in as many columns as fit, in order down each column, and return the lines."""
    from rich.text import Text

    sizes = [text.cell_len for text in texts]
    columns = max(1, min(len(texts), (width + _GAP) // (min(sizes, default=1) + _GAP)))
    while True:
        rows = -(-len(texts) // columns) or 1
        wide = [max(sizes[first : first + rows]) for first in range(0, len(texts), rows)]
        if columns == 1 or sum(wide) + _GAP * (len(wide) - 1) <= width:
            break
        columns -= 1
    lines = []
    for row in range(rows if texts else 0):
        line = Text()
        for column, place in enumerate(range(row, len(texts), rows)):
            line.append_text(texts[place])
            if place + rows < len(texts):
                line.append(" " * (wide[column] + _GAP - sizes[place]))
        lines.append(line)
    return lines


def group_table(pages: Iterable[list[tuple[Any, list[str]]]], found: int, number: int) -> None:
    """Write groups of words, one per line."""
    from rich.table import Table

    terminal = screen()
    for page in pages:
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim", overflow="fold")
        table.add_column(style="bold", overflow="fold")
        for value, words in page:
            table.add_row(_cell(value), _cell(" ".join(words)))
        terminal.print(table)
    write_total(terminal, found, number, "group")


def _style_words(spelled: list[str], words: Words, shown: Shown) -> list[Any]:
    """Return words with highlighted letters of blanks, and with their marks."""
    from rich.text import Text

    from lexkit.runtime.words.column import marks

    lexicon = words.lexicon
    letters = shown.rack_letters
    if letters is None and not lexicon.editions:
        return list(spelled)
    texts = [Text(word) if letters is None else highlight_blanks(word, letters, lexicon.alphabet) for word in spelled]
    if lexicon.editions:
        for text, mark in zip(texts, marks(words), strict=True):
            text.append(mark, style=_MARK)
    return texts


def highlight_blanks(word: str, letters: bytes, alphabet: Alphabet) -> Text:
    """Highlight the letters of a word that are not among ``letters``, so that they need a blank.

    If only some of several equal letters are missing, the last ones are highlighted.
    """
    from rich.text import Text

    left = Counter(letters)
    tiles = alphabet.encode(word)
    labels = [alphabet.labels[tile - 1] for tile in tiles]
    if "".join(labels) != word:
        labels = [f"[{label}]" for label in labels]
    text = Text()
    for tile, label in zip(tiles, labels, strict=True):
        text.append(label, style=None if left[tile] > 0 else _BLANK)
        left[tile] -= 1
    return text


def _usual_fields(words: Words, shown: Shown) -> list[Field]:
    keys = [key.removeprefix("-") for key in shown.sort]
    extra = [key for key in keys if key not in (*_USUAL, "alphabet")]
    return [field(words.core, name) for name in (*_USUAL, *dict.fromkeys(extra))]


def _cell(value: Any) -> Text:
    """Return a value as plain text, in which brackets are not styles and control characters become spaces."""
    from rich.text import Text

    if isinstance(value, Text):
        return value
    if isinstance(value, str):
        return Text("".join([letter if letter.isprintable() else " " for letter in value]))
    return Text("" if value is None else f"{value:,}" if isinstance(value, int) else str(value))


def number_column(table: Table, title: str, cells: Iterable[str], style: str | None = None) -> None:
    """Add a column of numbers that is never cut off on a narrow terminal; other columns wrap instead."""
    least = max([len(title), *map(len, cells)])
    table.add_column(title, justify="right", style=style, no_wrap=True, min_width=least)


def write_total(terminal: Console, found: int, shown: int, noun: str) -> None:
    """Write the number of results, and how many of them are shown."""
    less = f", {shown:,} shown" if shown < found else ""
    terminal.print(f"{found:,} {noun}{'' if found == 1 else 's'}{less}", style="dim")
