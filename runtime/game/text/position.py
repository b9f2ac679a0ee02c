"""A position as its text describes it: the rules that are meant, and what stands on the board.

Two texts are read: a line of CGP, and a drawing of the squares.
"""

from __future__ import annotations

from typing import NamedTuple

from ....formats.alphabet import Alphabet
from ..layout import Layout
from ..rules import Rules, check_position, require_rules
from .cgp import number_of, read_fields, read_squares
from .drawing import read_drawing
from .notation import tile_text
from .rules_in_position_text import NUMBERS, alphabet_meant, blaming_operation, fitting_layout, layout_meant, opcodes_of

__all__ = ["Position", "read_cgp", "read_drawn"]


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
        numbers = [number_of(opcodes, code, usual) for code, usual in NUMBERS.values()]
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
