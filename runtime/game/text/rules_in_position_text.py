"""The rules that the text of a position names: layout, alphabet, operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from .... import lexicons
from ....errors import AlphabetError, PositionError
from ....formats.alphabet import Alphabet
from ..layout import Layout
from ..rules import Rules
from .cgp import alphabet_name
from .notation import MAX_SIDE

__all__ = ["NUMBERS", "alphabet_meant", "blaming_operation", "fitting_layout", "layout_meant", "opcodes_of"]

#: Number of rows -> the layout, if none is named.
_BY_ROWS: Final = {15: "standard", 21: "super"}
#: Field of the rules -> its operation in CGP, and its usual value.
NUMBERS: Final = {"bingo": ("bb", 50), "exchange_minimum": ("etl", 7), "zero_turns": ("mcnz", 6)}


def alphabet_meant(named: Alphabet | str | None, opcodes: Mapping[str, str], layout: Layout | None) -> Alphabet:
    """The alphabet named, else the one that operations of CGP mean."""
    if named is None:
        named = alphabet_name(opcodes, large=layout is not None and layout.name == "super")
    if not isinstance(named, str | Alphabet):
        raise TypeError(f"an alphabet is an Alphabet or the name of one, not {type(named).__name__}")
    return lexicons.alphabet(named) if isinstance(named, str) else named


def layout_meant(named: Layout | str | None, rows: int) -> Layout | None:
    """The layout named, else the shipped one with ``rows`` rows, else None."""
    if named is None:
        named = _BY_ROWS.get(rows)
    if not isinstance(named, str | Layout | None):
        raise TypeError(f"a layout is a Layout or the name of one, not {type(named).__name__}")
    return Layout.named(named) if isinstance(named, str) else named


@contextmanager
def blaming_operation(code: str, from_text: bool) -> Iterator[None]:
    """Name the operation in errors about an unknown name that it gave."""
    try:
        yield
    except (AlphabetError, PositionError) as error:
        if not from_text:
            raise
        other = "give layout=" if code == "bdn" else "give alphabet="
        raise PositionError(
            error.what, place=f"operation {code}", expected=error.expected, found=error.found, remedy=other
        ) from None


def fitting_layout(rows: list[bytes], layout: Layout | None) -> Layout:
    """The layout of a board.

    Raises PositionError, with the row, if the sizes differ.
    """
    widest = max(map(len, rows))
    if len(rows) > MAX_SIDE or widest > MAX_SIDE:
        raise PositionError(
            "too large a board", expected=f"at most {MAX_SIDE}x{MAX_SIDE} squares", found=f"{len(rows)}x{widest}"
        )
    columns = layout.columns if layout else len(rows[0])
    if layout and len(rows) != layout.rows:
        raise PositionError("wrong number of rows", place="board", expected=layout.rows, found=len(rows))
    for number, row in enumerate(rows, 1):
        if len(row) != columns:
            raise PositionError("wrong width", place=f"row {number}", expected=f"{columns} squares", found=len(row))
    if layout is None:
        size = f"{len(rows)}x{columns}"
        raise PositionError("no layout of that size", expected="15x15 or 21x21", found=size, remedy="name a layout")
    return layout


def opcodes_of(rules: Rules) -> dict[str, str]:
    """The operations of CGP that state unusual rules."""
    opcodes = {}
    for name, (code, usual) in NUMBERS.items():
        value = getattr(rules, name)
        if value != usual and (value or name != "zero_turns"):  # CGP cannot say that no number of them ends a game
            opcodes[code] = str(value)
    if rules.layout.name != "standard":
        opcodes["bdn"] = rules.layout.name
    if rules.alphabet.name != alphabet_name({}, large=rules.layout.name == "super"):
        opcodes["ld"] = rules.alphabet.name
    return opcodes
