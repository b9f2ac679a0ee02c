"""A position as its text describes it: the rules that are meant, and what stands on the board.

Two texts are read: a line of CGP, and a drawing of the squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple

from .... import lexicons
from ....errors import AlphabetError, PositionError
from ....formats.alphabet import Alphabet
from ..layout import Layout
from ..rules import USUAL, Rules, check_position, require_rules
from .cgp import alphabet_name, number_of, read_fields, read_squares
from .drawing import read_drawing
from .notation import MAX_SIDE, tile_text

#: Cached by identity: see notation.py. Rules refer to their layout and alphabet, so an id is not used again.
_cache: dict[tuple[int, ...], Rules] = {}


def shared_rules(layout: Layout, alphabet: Alphabet, bingo: int, exchange_minimum: int, zero_turns: int) -> Rules:
    """Cached rules with these values."""
    key = (id(layout), id(alphabet), bingo, exchange_minimum, zero_turns)
    found = _cache.get(key)
    if found is None:
        if len(_cache) >= 64:
            _cache.clear()
        found = _cache[key] = Rules(
            layout, alphabet, bingo=bingo, exchange_minimum=exchange_minimum, zero_turns=zero_turns
        )
    return found


class Position(NamedTuple):
    """What a text says of a position. It is checked: a board of the rules can hold it."""

    rules: Rules
    #: Tile bytes, row by row.
    squares: bytes
    #: Racks and scores as CGP has them, the player to move first.
    racks: tuple[str, ...]
    scores: tuple[int, ...]
    zeros: int
    opcodes: dict[str, str]


def read_cgp(text: str, alphabet: Alphabet | str | None, layout: Layout | str | None, rules: Rules | None) -> Position:
    """The position of a CGP text.

    Arguments override the operations of the text. Raises PositionError, with the place.
    """
    fields = read_fields(text)
    opcodes = fields.opcodes
    if rules is not None:
        layout, alphabet = require_rules(rules).layout, rules.alphabet
    with blaming_operation("bdn", layout is None):
        chosen = layout_meant(layout if layout is not None else opcodes.get("bdn"), fields.squares.count("/") + 1)
    with blaming_operation("ld", alphabet is None):
        letters = alphabet_meant(alphabet, opcodes, chosen)
    rows = read_squares(fields.squares, tile_text(letters))
    chosen = fitting_layout(rows, chosen)
    if rules is None:
        numbers = [number_of(opcodes, code, USUAL[name]) for name, code in NUMBERS.items()]
        rules = shared_rules(chosen, letters, *numbers)
    squares = b"".join(rows)
    check_position(rules, squares, fields.racks)
    return Position(rules, squares, fields.racks, fields.scores, fields.zeros, opcodes)


def read_drawn(
    drawing: str, alphabet: Alphabet | str | None, layout: Layout | str | None, rules: Rules | None
) -> Position:
    """The position of a drawing, such as ``str(board)`` gives: two unknown racks, no score yet.

    Raises PositionError, with the place.
    """
    if rules is not None:
        layout, alphabet = require_rules(rules).layout, rules.alphabet
    letters = alphabet_meant(alphabet, {}, None)
    rows = read_drawing(drawing, tile_text(letters))
    chosen = fitting_layout(rows, layout_meant(layout, len(rows)))
    if alphabet is None:
        letters = alphabet_meant(None, {}, chosen)  # the larger board has more tiles of the same letters
    rules = rules or Rules(chosen, letters)
    squares = b"".join(rows)
    check_position(rules, squares, ("", ""))
    return Position(rules, squares, ("", ""), (0, 0), 0, opcodes_of(rules))


# -- the rules that are meant: layout, alphabet, operations -----------------------------------------------

#: Number of rows -> the layout, if none is named.
_BY_ROWS: Final = {15: "standard", 21: "super"}
#: Field of the rules -> its operation in CGP.
NUMBERS: Final = {"bingo": "bb", "exchange_minimum": "etl", "zero_turns": "mcnz"}


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
    for name, code in NUMBERS.items():
        value = getattr(rules, name)
        if value != USUAL[name] and (
            value or name != "zero_turns"
        ):  # CGP cannot say that no number of them ends a game
            opcodes[code] = str(value)
    if rules.layout.name != "standard":
        opcodes["bdn"] = rules.layout.name
    if rules.alphabet.name != alphabet_name({}, large=rules.layout.name == "super"):
        opcodes["ld"] = rules.alphabet.name
    return opcodes
