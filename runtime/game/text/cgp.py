"""CGP, the one-line text of a position.

    15/15/.../3CARE8/... AEINRST/ 12/0 0 lex nwl;

Its fields are squares, racks, scores, turns without a point (zeros), and operations. Rows come from the top: a number
is that many empty squares, upper case a tile, lower case a designated blank; a tile of several code points is in
brackets or bare. Racks and scores start with the player to move; an empty rack is unknown. An operation is a code and
its operands, ended by ``;``.

The reader is tolerant: racks, scores, zeros and operations may each be missing or empty, and unknown codes keep their
operands. The writer is canonical: its text, read by :func:`read_fields` and :func:`read_squares` and written again, is
the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from lexkit.base.errors import PositionError, show_value
from lexkit.formats.bounded_input import to_nfc

from .notation import MAX_SIDE, MAX_TEXT, TileText

_USUAL: Final = re.compile(r"(\S+) ([^\s\d;]+) (-?[0-9]{1,9}(?:/-?[0-9]{1,9})*) ([0-9]{1,9})(?: ([^\s].*))?", re.S)
_FIELD: Final = re.compile(r"\s*(\S+)")
_RACKS: Final = re.compile(r"(?:[^\s;\[\]0-9]|\[[^\s;\[\]]*\])+")
_SCORES: Final = re.compile(r"(?:-?[0-9]{1,9})?(?:/(?:-?[0-9]{1,9})?)*")
_ZEROS: Final = re.compile(r"[0-9]{1,9}")
_CODE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
#: Field that can only be the code of an operation.
_BARE_CODE: Final = re.compile(r"-?[a-z][a-z0-9_-]*;?")
#: Separates rows while they are read; not a tile byte.
_ROW_END: Final = b"\xff"


_T = TypeVar("_T")


class CgpFields(NamedTuple):
    """Fields of a CGP text, the squares still as text."""

    squares: str
    racks: tuple[str, ...]
    scores: tuple[int, ...]
    zeros: int
    opcodes: dict[str, str]


def read_fields(text: str) -> CgpFields:
    """Split a CGP text into its fields. Raises PositionError, with the field, if it is malformed."""
    if not isinstance(text, str):
        raise TypeError(f"a CGP text must be a str, not {type(text).__name__}")
    text = str.__str__(text)
    if len(text) > MAX_TEXT:
        raise PositionError("not a CGP text", expected=f"at most {MAX_TEXT} characters", found=len(text))
    text = to_nfc(text, PositionError).strip()
    if not text:
        raise PositionError("not a CGP text: it is empty", expected="rows of squares, racks, scores, zeros")
    usual = _USUAL.fullmatch(text)
    if usual:
        squares, racks_text, scores_text, zeros, rest = usual.groups()
    else:
        squares, racks_text, scores_text, zeros, rest = _unusual_fields(text)
    racks = tuple(racks_text.split("/"))
    scores = tuple([int(score or 0) for score in scores_text.split("/")])
    if not scores_text:
        scores = (0,) * max(len(racks), 2 if not racks_text else 1)
    if len(racks) < len(scores):
        racks += ("",) * (len(scores) - len(racks))
    elif not any(racks):
        racks = racks[: len(scores)]
    elif len(racks) > len(scores):
        if any(scores):
            raise PositionError(
                "there are more racks than scores", place="scores", expected=len(racks), found=len(scores)
            )
        scores = (0,) * len(racks)
    return CgpFields(squares, racks, scores, int(zeros or 0), read_opcodes(rest or ""))


def _unusual_fields(text: str) -> tuple[str, str, str, str, str]:
    """Return the fields of an unusual text, identified by their form.

    Fields may be missing, and there may be extra spaces. A lone number is the zeros; scores without racks have a
    ``/``.
    """
    found = _FIELD.match(text)
    assert found
    squares, at = found[1], found.end()
    values = {"racks": "", "scores": "", "zeros": ""}
    ahead = _FIELD.match(text, at)
    if ahead and _RACKS.fullmatch(ahead[1]) and ("/" in ahead[1] or not _BARE_CODE.fullmatch(ahead[1])):
        values["racks"], at = ahead[1], ahead.end()
        ahead = _FIELD.match(text, at)
    behind = _FIELD.match(text, ahead.end()) if ahead else None
    lone = ahead and _ZEROS.fullmatch(ahead[1]) and not (behind and _ZEROS.fullmatch(behind[1]))
    if ahead and not lone and _SCORES.fullmatch(ahead[1]):
        values["scores"], at = ahead[1], ahead.end()
        ahead = _FIELD.match(text, at)
    if ahead and _ZEROS.fullmatch(ahead[1]):
        values["zeros"], at = ahead[1], ahead.end()
        ahead = _FIELD.match(text, at)
    if ahead and not _CODE.match(ahead[1].removeprefix("-")):
        names = [name for name, value in values.items() if not value]
        expected = "racks, scores, zeros, then operations as lex NAME;"
        raise PositionError(
            "not a field of CGP",
            place=names[0] if names else "operations",
            expected=expected,
            found=show_value(ahead[1]),
        )
    return squares, values["racks"], values["scores"], values["zeros"], text[at:].strip()


def read_opcodes(text: str) -> dict[str, str]:
    """Return code -> operands of the operations, in their order; ``-lex NAME``, as in other programs, is accepted.

    Raises PositionError if an operation is malformed or occurs twice.
    """
    opcodes: dict[str, str] = {}
    if not text:
        return opcodes
    for part in text.split(";"):
        code, _, operands = part.strip().removeprefix("-").partition(" ")
        if not code:
            continue
        if not _CODE.fullmatch(code):
            raise PositionError("not an operation", place="operations", expected="as lex NAME;", found=show_value(part))
        if code in opcodes:
            raise PositionError("an operation occurs twice", place="operations", found=code)
        # A text broken into lines is written on one.
        opcodes[code] = " ".join([line.strip() for line in operands.strip().split("\n")])
    return opcodes


def number_of(opcodes: Mapping[str, str], code: str, default: int) -> int:
    """Return the numeric operand of an operation, or the default.

    Raises PositionError if the operand is not a whole number.
    """
    operand = opcodes.get(code)
    if operand is None:
        return default
    if not _ZEROS.fullmatch(operand):
        raise PositionError(
            "not a number", place=f"operation {code}", expected="a whole number", found=show_value(operand)
        )
    return int(operand)


# -- squares --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _row_reader(text: TileText) -> tuple[re.Pattern[str], dict[str, bytes]]:
    """Return (pattern, meanings) of the tokens of rows, cached by the identity of ``text``."""
    meanings = {
        spelling: bytes([tile])
        for spelling, tile in text.spellings.items()
        if spelling[0] == "[" or set(spelling).isdisjoint("/0123456789")  # these mean something else in rows
    }
    meanings.update({str(count): bytes(count) for count in range(1, MAX_SIDE + 1)})
    meanings["/"] = _ROW_END
    longer = sorted((spelling for spelling in meanings if len(spelling) > 1), key=len, reverse=True)
    bare = [re.escape(spelling) for spelling in longer if spelling[0] != "[" and not spelling.isdecimal()]
    # A bracket ends before the next one, so that a row of opening brackets does not take quadratic time.
    return re.compile("|".join([r"[0-9]+", r"\[[^\[\]/]*\]", *bare, "."]), re.S), meanings


def read_squares(squares: str, text: TileText) -> list[bytes]:
    """Return the rows of a board, one tile byte for each square.

    The caller must check that rows have one width. Raises PositionError, with row and square, for an unknown tile.
    """
    pattern, meanings = _row_reader(text)
    try:
        return b"".join([meanings[token] for token in pattern.findall(squares)]).split(_ROW_END)
    except KeyError:
        raise _unreadable(squares, pattern, meanings, text) from None


def _unreadable(squares: str, pattern: re.Pattern[str], meanings: Mapping[str, bytes], text: TileText) -> PositionError:
    """Return the error for the first token that read_squares cannot read."""
    for number, row in enumerate(squares.split("/"), 1):
        width = 0
        for token in pattern.findall(row):
            if token not in meanings:
                what, expected = (
                    f"not a tile of the {text.alphabet.name} alphabet",
                    "a tile or a number of empty squares",
                )
                if token.isdecimal():
                    what, expected = "not a number of empty squares", f"1 to {MAX_SIDE}"
                place = f"row {number}, square {width + 1}"
                return PositionError(what, place=place, expected=expected, found=show_value(token))
            width += len(meanings[token])
    raise AssertionError("every token was read")


def write_squares(grid: bytes, columns: int, text: TileText) -> str:
    """Return the rows of a board as text."""
    rows = []
    for first in range(0, len(grid), columns):
        row = grid[first : first + columns]
        pieces = []
        for empty, tiles in _RUNS.findall(row):
            if empty:
                pieces.append(str(len(empty)))
            if tiles:
                pieces.append(text.bracketed(tiles))
        rows.append("".join(pieces))
    return "/".join(rows)


_RUNS: Final = re.compile(rb"(\0*)([^\0]*)", re.S)


def mover_first(values: tuple[_T, ...], to_move: int) -> tuple[_T, ...]:
    """Return values by player in the order of CGP: the player to move first, then the next ones."""
    return values[to_move:] + values[:to_move]


def write_fields(fields: CgpFields, to_move: int = 0) -> str:
    """Return the canonical text of these fields, whose racks and scores are by player.

    Raises PositionError for an operation that could not be read back.
    """
    racks, scores = mover_first(fields.racks, to_move), mover_first(fields.scores, to_move)
    parts = [fields.squares, "/".join(racks) or "/", "/".join(map(str, scores)), str(fields.zeros)]
    for code, operands in fields.opcodes.items():
        if not _CODE.fullmatch(code) or ";" in operands or operands.strip() != operands or "\n" in operands:
            raise PositionError("this operation would not be read back", found=show_value(f"{code} {operands}"))
        parts.append(f"{code} {operands};" if operands else f"{code};")
    return " ".join(parts)
