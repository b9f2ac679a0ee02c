"""Moves as SIU writes them: fields with a dot between and no spaces.

    8D.DJINN    H11.MAZEY.AEMYZ    ex.ABC    ex.4    pass    phony.8D.DJINX    rack.AEINRST

Tiles on the board are written as the letters that they are; blanks are in lower case; tiles of several letters are in
brackets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ....errors import IllegalMoveError, require_kind, require_object, show_value
from ...game.referee.turn import EXCHANGE, PASS, PLACEMENT, Action
from ...game.text.notation import tile_text
from ..candidates import Candidate

if TYPE_CHECKING:
    from ...game.move import Move

__all__ = ["MoveToken", "read_move", "write_move"]

#: Longest token: that of 32 tiles in brackets, and a rack.
_LONGEST: Final = 1000
_COORDINATE: Final = re.compile(r"[1-9][0-9]?[A-Za-z]{1,2}|[A-Za-z]{1,2}[1-9][0-9]?")
_TILES: Final = re.compile(r"(?:\[[^\s\[\].]+\]|[^\W\d_]|[·'])+")
_RACK: Final = re.compile(r"(?:\[[^\s\[\].]+\]|[^\W\d_]|[·'?])*")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")


class MoveToken(NamedTuple):
    """What a token says.

    ``action``: what the player does, None for ``rack.TILES``; ``rack``: all tiles before it, ``""`` if they are not
    named; ``bonus``: points for a challenge that was wrong; ``lost_turn``: whether the challenger also lost a turn;
    ``withdrawn``: whether the play was challenged off.
    """

    action: Action | None
    rack: str = ""
    bonus: int = 0
    lost_turn: bool = False
    withdrawn: bool = False


def read_move(token: str) -> MoveToken:
    """The move of a token. Whether it is legal is not checked. Raises IllegalMoveError if it is not a token."""
    if len(require_kind(token, str, "token", "a text")) <= _LONGEST:
        first, *fields = token.split(".")
        read = _READERS.get(first, _read_play)
        found = read(first, fields)
        if found is not None:
            return found
    raise IllegalMoveError(
        "not a move of SIU", place="move", expected="8D.TILES, ex.TILES, pass", found=show_value(token)
    )


def _read_play(place: str, fields: list[str]) -> MoveToken | None:
    if not 1 <= len(fields) <= 4 or not _COORDINATE.fullmatch(place) or not _TILES.fullmatch(fields[0]):
        return None
    tiles, rack, *numbers = *fields, *[""] * (2 - len(fields))
    if not _RACK.fullmatch(rack) or not all(_NUMBER.fullmatch(number) for number in numbers):
        return None
    bonus, lost, *_ = *map(int, numbers), 0, 0
    return MoveToken(Action(PLACEMENT, f"{place.upper()} {tiles}"), rack, bonus, lost > 0)


def _read_exchange(_: str, fields: list[str]) -> MoveToken | None:
    match fields:
        case [number] if _NUMBER.fullmatch(number) and int(number):
            return MoveToken(Action(EXCHANGE, exchanged=int(number)))
        case [tiles, *rack] if tiles and len(rack) <= 1 and all(_RACK.fullmatch(text) for text in fields):
            return MoveToken(Action(EXCHANGE, exchanged=tiles), "".join(rack))
    return None


def _read_pass(_: str, fields: list[str]) -> MoveToken | None:
    return None if fields else MoveToken(Action(PASS))


def _read_phony(_: str, fields: list[str]) -> MoveToken | None:
    found = _read_play(fields[0], fields[1:]) if fields else None
    return None if found is None else found._replace(withdrawn=True)


def _read_rack(_: str, fields: list[str]) -> MoveToken | None:
    return MoveToken(None, fields[0]) if len(fields) == 1 and _RACK.fullmatch(fields[0]) else None


_READERS: Final = {"ex": _read_exchange, "pass": _read_pass, "phony": _read_phony, "rack": _read_rack}


def write_move(move: Move | Candidate | Action | None) -> str:
    """The token of a move, a candidate or an action; None is a pass. Raises IllegalMoveError for other actions."""
    # Text of an action is taken as it is.
    if isinstance(move, Action):
        if move.kind == PLACEMENT and move.move is not None:
            return ".".join(move.move.split()) if isinstance(move.move, str) else write_move(move.move)
        if move.kind == EXCHANGE and not isinstance(move.exchanged, bytes):
            return f"ex.{move.exchanged}"
        if move.kind == PASS:
            return "pass"
        raise IllegalMoveError("nothing that SIU has a word for", place="action", found=move.kind)
    if move is None:
        return "pass"
    if isinstance(move, Candidate):
        if move.move is None:
            return f"ex.{move.tiles}" if move.exchanged else "pass"
        move = move.move
    require_object(move, "move", "a Move, a Candidate, an Action or None", "snapshot", "formed", "played")
    snapshot, layout = move.snapshot, move.snapshot.rules.layout
    new = dict(zip(move.squares, move.played, strict=True))
    step = 1 if move.across else layout.columns
    start = move.row * layout.columns + move.column
    squares = range(start, start + step * len(move.formed.tiles), step)
    tiles = bytes([new.get(square) or snapshot.grid[square] for square in squares])
    return f"{move.place}.{tile_text(snapshot.rules.alphabet).bracketed(tiles)}"
