"""The position that a text describes: its rules, and the tiles on the board.

Two texts are read: a line of CGP, and a drawing of the squares.

Guaranteed for every position that :func:`check_position` accepts: no tile is on a brick; board and known racks
together have no more tiles of a kind than the alphabet's distribution, if it states one (blanks count as blanks);
no rack is longer than the rules allow; all tiles on the board form one group, which covers the start square and has
at least two tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, NamedTuple, cast

from lexkit import lexicons
from lexkit.base.errors import AlphabetError, PositionError, show_value
from lexkit.formats.alphabet import Alphabet

from ..layout import Layout
from ..rules import USUAL, Rules, Variant, check_tiles, require_rules
from ..rules import VARIANTS as RULE_VARIANTS
from .alphabet_of_text import (
    BY_NAME,
    Given,
    alphabet_meant,
    alphabet_said,
    belongs_to,
    for_board,
    is_name_of,
    name_of,
    name_to_write,
    says_alphabet,
    shared_alphabet,
)
from .cgp import number_of, read_fields, read_squares, write_squares
from .drawing import read_drawing
from .notation import MAX_SIDE, square_name, tile_text

#: For ``bytes.translate``: squares -> binary digits, 1 where there is a tile.
_COVERED: Final = b"0" + b"1" * 255
#: Variant if none is named.
CLASSIC: Final[Variant] = USUAL["variant"]
#: Cached by identity: see notation.py. Rules refer to their layout and alphabet, so an id is not used again.
_cache: dict[tuple[object, ...], Rules] = {}


def shared_rules(
    layout: Layout,
    alphabet: Alphabet,
    bingo: int,
    exchange_minimum: int,
    zero_turns: int,
    *,
    variant: Variant = CLASSIC,
) -> Rules:
    """Return cached rules with these values, and the rack size of the language, which CGP cannot express."""
    key = (id(layout), id(alphabet), bingo, exchange_minimum, zero_turns, variant)
    found = _cache.get(key)
    if found is None:
        if len(_cache) >= 64:
            _cache.clear()
        found = _cache[key] = Rules(
            layout,
            alphabet,
            rack_size=lexicons.rules(alphabet.name)["rack_size"],
            bingo=bingo,
            exchange_minimum=exchange_minimum,
            zero_turns=zero_turns,
            variant=variant,
        )
    return found


#: Sources of a board's alphabet: the caller, its text, or none, so that it takes the lexicon's.
CALLER, TEXT, ASSUMED = "caller", "text", "assumed"


class ParsedPosition(NamedTuple):
    """Position of a text, checked: a board of the rules can hold it."""

    rules: Rules
    #: Tile bytes, row by row.
    squares: bytes
    #: Racks and scores as CGP has them, the player to move first.
    racks: tuple[str, ...]
    scores: tuple[int, ...]
    zeros: int
    opcodes: dict[str, str]
    #: CALLER, TEXT or ASSUMED.
    told: str


def read_cgp(text: str, given: Given, layout: Layout | str | None, rules: Rules | None) -> ParsedPosition:
    """Return the position of a CGP text.

    Arguments override the operations of the text. Raises PositionError, with the place.
    """
    fields = read_fields(text)
    opcodes = fields.opcodes
    if rules is not None:
        layout, given = require_rules(rules).layout, given._replace(alphabet=rules.alphabet)
    with blaming_operation("bdn", layout is None):
        chosen = layout_meant(layout if layout is not None else opcodes.get("bdn"), fields.squares.count("/") + 1)
    large = _is_large(chosen)
    with blaming_operation("ld", given.alphabet is None):
        letters = alphabet_meant(given, opcodes, large)
    rows = read_squares(fields.squares, tile_text(letters))
    chosen = fitting_layout(rows, chosen)
    if rules is None:
        numbers = [number_of(opcodes, code, USUAL[name]) for name, code in NUMBERS.items()]
        rules = shared_rules(chosen, letters, *numbers, variant=_variant_meant(opcodes))
    squares = b"".join(rows)
    check_position(rules, squares, fields.racks)
    told = CALLER if given.alphabet is not None else TEXT if says_alphabet(opcodes) else ASSUMED
    if told == CALLER or (told == ASSUMED and given.of_lexicon is not None):
        opcodes = naming_alphabet(opcodes, rules)
    return ParsedPosition(rules, squares, fields.racks, fields.scores, fields.zeros, opcodes, told)


def read_drawn(drawing: str, given: Given, layout: Layout | str | None, rules: Rules | None) -> ParsedPosition:
    """Return the position of a drawing, such as ``str(board)``: two unknown racks, no score yet.

    Raises PositionError, with the place.
    """
    if rules is not None:
        layout, given = require_rules(rules).layout, given._replace(alphabet=rules.alphabet)
    rows = read_drawing(drawing, tile_text(alphabet_meant(given, {}, False)))
    chosen = fitting_layout(rows, layout_meant(layout, len(rows)))
    # The larger board has more tiles of the same letters.
    rules = rules or Rules(chosen, alphabet_meant(given, {}, _is_large(chosen)))
    squares = b"".join(rows)
    check_position(rules, squares, ("", ""))
    told = ASSUMED if given.alphabet is None else CALLER
    return ParsedPosition(rules, squares, ("", ""), (0, 0), 0, opcodes_of(rules), told)


def settled_sources(rules: Rules, of_lexicon: Alphabet) -> frozenset[str]:
    """Return the sources of a board's alphabet for which it may meet a lexicon of these rules unchanged."""
    found = {CALLER}
    if for_board(of_lexicon, _is_large(rules.layout)) is rules.alphabet:
        found.add(ASSUMED)
    if belongs_to(rules.alphabet, of_lexicon):
        found.add(TEXT)
    return frozenset(found)


def read_again(rules: Rules, squares: bytes, racks: Iterable[str], of_lexicon: Alphabet) -> tuple[Rules, bytes]:
    """Return (rules, squares) of a position with an assumed alphabet, read again with a lexicon's.

    Raises PositionError if it has tiles that this alphabet lacks.
    """
    letters = for_board(of_lexicon, _is_large(rules.layout))
    if letters is rules.alphabet:
        return rules, squares
    found = b"".join(read_squares(write_squares(squares, rules.layout.columns, rules.text), tile_text(letters)))
    numbers = [getattr(rules, name) for name in NUMBERS]
    shared = shared_rules(rules.layout, letters, *numbers, variant=rules.variant)
    check_position(shared, found, racks)
    return shared, found


def check_position(rules: Rules, grid: bytes, racks: Iterable[str]) -> None:
    """Check squares and racks against the guarantees of this module. Raises PositionError, with the place."""
    layout = rules.layout
    for square in layout.bricks:
        if grid[square]:
            place = square_name(square, layout.columns)
            raise PositionError("there is a tile on a brick", place=place, found=rules.text.square(grid[square]))
    check_tiles(rules, grid, racks)
    if any(grid):
        _check_connected(layout, grid)


def _check_connected(layout: Layout, grid: bytes) -> None:
    """Check that all tiles form one group on the start square.

    It must have two tiles or more. Squares are the bits of one large integer, with an empty column between rows, so
    that shifts move all squares at once: about 10 us for a board. Raises PositionError, with the place.
    """
    columns = layout.columns
    start = square_name(layout.start, columns)
    if not grid[layout.start]:
        place = next(square_name(square, columns) for square, tile in enumerate(grid) if tile)
        raise PositionError("the tiles do not reach the start square", place=place, expected=f"a tile on {start}")
    stride = columns + 1
    rows = [grid[first : first + columns] for first in range(0, len(grid), columns)]
    covered = int(b"\0".join(rows).translate(_COVERED), 2)
    last = layout.rows * stride - 2

    def bit(square: int) -> int:
        return 1 << last - square // columns * stride - square % columns

    group = bit(layout.start)
    if covered == group:
        raise PositionError("a single tile is not a word", place=start, expected="words of at least two tiles")
    reached = 0
    while group != reached:
        reached = group
        group |= group << 1 | group >> 1 | group << stride | group >> stride
        group &= covered
    if group != covered:
        floating = next(square for square, tile in enumerate(grid) if tile and not group & bit(square))
        place = square_name(floating, columns)
        raise PositionError("the word floats: it is not connected to the start square", place=place)


# -- the rules that are meant: layout, alphabet, operations -----------------------------------------------

#: Number of rows -> the default layout.
_BY_ROWS: Final = {15: "standard", 21: "super"}
#: Name of a variant in records, also of other programs -> its name in the rules; ``_super`` means the larger board.
VARIANTS: Final[Mapping[str, Variant]] = {
    **{f"{name}{board}": name for name in RULE_VARIANTS for board in ("", "_super")},
    **dict.fromkeys(("", "super"), CLASSIC),
}
#: Field of the rules -> its operation in CGP.
NUMBERS: Final = {"bingo": "bb", "exchange_minimum": "etl", "zero_turns": "mcnz"}


def _is_large(layout: Layout | None) -> bool:
    return layout is not None and layout.name == "super"


#: Remedy for a board that lexkit does not ship.
_OWN_BOARD: Final = "give rules=, or layout="


def layout_meant(named: Layout | str | None, rows: int) -> Layout | None:
    """Return the layout named, else the shipped one with ``rows`` rows, else None."""
    if named is None:
        named = _BY_ROWS.get(rows)
    if not isinstance(named, str | Layout | None):
        raise TypeError(f"a layout must be a Layout or the name of one, not {type(named).__name__}")
    return Layout.named(named) if isinstance(named, str) else named


def rules_named(
    variant: str, board: str, opcodes: Mapping[str, str], given: Given, layout: Layout | None = None
) -> Rules:
    """Return the rules of a game record that names a variant, a board, and tiles or a lexicon.

    ``layout``: the layout of the board, if the name does not decide it.
    """
    try:
        layout = layout or Layout.named(board.strip() or ("super" if "super" in variant else "standard"))
    except PositionError as error:
        error.remedy = "for your own board, give rules="
        raise
    rules = Rules.from_alphabet(alphabet_meant(given, opcodes, _is_large(layout)), layout)
    return with_variant(rules, VARIANTS[variant])


def _variant_meant(opcodes: Mapping[str, str]) -> Variant:
    """Return the variant that an operation of CGP names. Raises PositionError if it is not in :data:`VARIANTS`."""
    named = opcodes.get("var", "")
    variant = VARIANTS.get(named.lower())
    if variant is None:
        expected = ", ".join(filter(None, VARIANTS))
        raise PositionError("no such variant", place="operation var", expected=expected, found=show_value(named))
    return variant


def with_variant(rules: Rules, variant: str) -> Rules:
    """Return the same rules for another variant; the same object if they are for that one already."""
    return rules if rules.variant == variant else replace(rules, variant=cast("Variant", variant))


def variant_named(rules: Rules) -> str:
    """Return the name of the variant of these rules in records, or "" for the classic game."""
    if rules.variant == CLASSIC:
        return ""
    return f"{rules.variant}_super" if rules.layout.name == "super" else rules.variant


@contextmanager
def blaming_operation(code: str, from_text: bool) -> Iterator[None]:
    """Add the operation to errors about it; an error may already name another one."""
    try:
        yield
    except (AlphabetError, PositionError) as error:
        if not from_text:
            raise
        place, remedy = f"operation {error.place or code}", _OWN_BOARD if code == "bdn" else error.remedy
        raise PositionError(
            error.what, place=place, expected=error.expected, found=error.found, remedy=remedy
        ) from None


def fitting_layout(rows: list[bytes], layout: Layout | None) -> Layout:
    """Return the layout of a board. Raises PositionError, with the row, if the sizes differ."""
    widest = max(map(len, rows))
    if len(rows) > MAX_SIDE or widest > MAX_SIDE:
        raise PositionError(
            "the board is too large", expected=f"at most {MAX_SIDE}x{MAX_SIDE} squares", found=f"{len(rows)}x{widest}"
        )
    columns = layout.columns if layout else len(rows[0])
    if layout and len(rows) != layout.rows:
        raise PositionError("wrong number of rows", place="board", expected=layout.rows, found=len(rows))
    for number, row in enumerate(rows, 1):
        if len(row) != columns:
            raise PositionError("wrong width", place=f"row {number}", expected=f"{columns} squares", found=len(row))
    if layout is None:
        size = f"{len(rows)}x{columns}"
        raise PositionError("no layout has this size", expected="15x15 or 21x21", found=size, remedy=_OWN_BOARD)
    return layout


def opcodes_of(rules: Rules, of_lexicon: Alphabet | None = None) -> dict[str, str]:
    """Return the operations of CGP that state unusual rules."""
    opcodes = {}
    for name, code in NUMBERS.items():
        value = getattr(rules, name)
        if value != USUAL[name] and (
            value or name != "zero_turns"
        ):  # CGP cannot say that no number of them ends a game
            opcodes[code] = str(value)
    if rules.layout.name != "standard":
        opcodes["bdn"] = rules.layout.name
    opcodes = naming_alphabet(opcodes, rules, of_lexicon)
    if variant_named(rules):
        opcodes["var"] = variant_named(rules)
    return opcodes


def naming_alphabet(opcodes: dict[str, str], rules: Rules, of_lexicon: Alphabet | None = None) -> dict[str, str]:
    """Return operations that name the alphabet, unless all readers assume it."""
    alphabet, large = rules.alphabet, _is_large(rules.layout)
    name: str | None = name_of(alphabet)
    if BY_NAME in opcodes:
        if is_name_of(opcodes[BY_NAME], alphabet):
            return opcodes
    elif (said := alphabet_said(opcodes, large)) is not None:
        name = None if said is shared_alphabet(alphabet) else name
    else:
        name = name_to_write(alphabet, large, of_lexicon)
    return opcodes if name is None else {**opcodes, BY_NAME: name}
