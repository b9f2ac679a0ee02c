"""Answers on a terminal: tables for a person, in colour unless $NO_COLOR is set."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ..words.fields import Field, field, plain_values

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from ...formats.alphabet import Alphabet
    from ..words.words import Words
    from .options import Shown

__all__ = ["group_table", "screen", "word_table"]

#: Fields where none are named.
_USUAL: Final = ("front", "word", "back", "length")
_STYLES: Final = {"front": "cyan", "word": "bold", "back": "cyan", "length": "dim", "rank": "dim"}
#: A letter that a blank stands for.
_BLANK: Final = "bold red"
#: The sign that says which editions a word is in.
_MARK: Final = "yellow"


def screen() -> Console:
    """The terminal; without any style where $NO_COLOR is set."""
    from rich.console import Console

    return Console(color_system=None if os.environ.get("NO_COLOR") else "auto", highlight=False)


def word_table(pages: Iterable[Words], fields: list[Field], shown: Shown, found: int, number: int) -> None:
    """Words with what was asked for, else with their hooks and what they are sorted by."""
    from rich.table import Table

    terminal = screen()
    for count, page in enumerate(pages):
        chosen = fields or _usual(page, shown)
        table = Table(box=None, show_header=count == 0, header_style="dim", pad_edge=False)
        columns = []
        for one in chosen:
            values = one(page)
            right = not isinstance(values, list) or one.name == "front"
            table.add_column(one.name, justify="right" if right else "left", style=_STYLES.get(one.name))
            columns.append(plain_values(values))
            if one.name == "word":
                columns[-1] = _told_apart(columns[-1], page, shown)
        for row in zip(*columns, strict=True):
            table.add_row(*map(_cell, row))
        if page:
            terminal.print(table)
    _remark(terminal, found, number, "word")


def group_table(pages: Iterable[list[tuple[Any, list[str]]]], found: int, number: int) -> None:
    """Words that share a line."""
    from rich.table import Table

    terminal = screen()
    for page in pages:
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim")
        table.add_column(style="bold")
        for value, words in page:
            table.add_row(_cell(value), _cell(" ".join(words)))
        terminal.print(table)
    _remark(terminal, found, number, "group")


def _told_apart(spelled: list[str], words: Words, shown: Shown) -> list[Any]:
    """Words in which letters of blanks stand out, with the marks of their editions behind them."""
    from rich.text import Text

    from ..words.editions import marks

    lexicon = words.lexicon
    if shown.held is None and not lexicon.editions:
        return list(spelled)
    texts = [Text(word) if shown.held is None else blanks_shown(word, shown.held, lexicon.alphabet) for word in spelled]
    if lexicon.editions:
        for text, mark in zip(texts, marks(words), strict=True):
            text.append(mark, style=_MARK)
    return texts


def blanks_shown(word: str, held: bytes, alphabet: Alphabet) -> Text:
    """A word in which the letters stand out that these tiles have not, of equal ones the last."""
    from rich.text import Text

    left = Counter(held)
    tiles = alphabet.encode(word)
    labels = [alphabet.labels[tile - 1] for tile in tiles]
    if "".join(labels) != word:
        labels = [f"[{label}]" for label in labels]
    text = Text()
    for tile, label in zip(tiles, labels, strict=True):
        text.append(label, style=None if left[tile] > 0 else _BLANK)
        left[tile] -= 1
    return text


def _usual(words: Words, shown: Shown) -> list[Field]:
    keys = [key.removeprefix("-") for key in shown.sort]
    extra = [key for key in keys if key not in (*_USUAL, "alphabet")]
    return [field(words.core, name) for name in (*_USUAL, *dict.fromkeys(extra))]


def _cell(value: Any) -> Text:
    """As plain text: what is in brackets is a tile here, no style, and a terminal obeys no text of a file."""
    from rich.text import Text

    if isinstance(value, Text):
        return value
    if isinstance(value, str):
        return Text("".join([letter if letter.isprintable() else " " for letter in value]))
    return Text("" if value is None else f"{value:,}" if isinstance(value, int) else str(value))


def _remark(terminal: Console, found: int, shown: int, noun: str) -> None:
    less = f", {shown:,} shown" if shown < found else ""
    terminal.print(f"{found:,} {noun}{'' if found == 1 else 's'}{less}", style="dim")
