"""Messages of SIU: an engine's options, ``info`` lines and the result of a search; and moves.

    8D.DJINN    H11.MAZEY.AEMYZ    ex.ABC    ex.4    pass    phony.8D.DJINX    rack.AEINRST

A move is fields separated by dots, without spaces. Tiles on the board are written as their letters; blanks are in
lower case; tiles of several letters are in brackets.

The engine is not trusted: what cannot be parsed is kept as text.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.errors import EngineError, IllegalMoveError, show_value, with_plain_types
from lexkit.runtime.game.referee.turn import EXCHANGE, PASS, PLACEMENT, Action
from lexkit.runtime.game.text.notation import tile_text

from ..candidates import Candidate

if TYPE_CHECKING:
    from lexkit.runtime.game.move import Move

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_KINDS: Final = ("gen", "sim", "infer", "endgame", "peg")
_OPTION_KINDS: Final = ("check", "spin", "combo", "button", "string")
_DETAILS: Final = re.compile(r"\s(default|min|max|var)(?=\s|$)")
#: Keys of ``info`` that have no value; keys whose value is the rest of the line.
_BARE: Final = ("score", "lowerbound", "upperbound")
#: Value of a key: a word or a number.
Value = str | float


@dataclass(frozen=True)
class Option:
    """An option of an engine.

    Attributes:
        name: Name of the option.
        kind: ``check``, ``spin``, ``combo``, ``string`` or ``button``.
        default: Initial value.
        least: Minimum of a number, or None.
        most: Maximum of a number, or None.
        words: Values of a ``combo``.
    """

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Info:
    """An ``info`` line.

    Attributes:
        kind: ``gen``, ``sim``, ``infer``, ``endgame``, ``peg``, ``string`` or, for others, ``search``.
        move: Token of the move that the line describes, or None.
        values: The other values by name, numbers as numbers: ``wp``, ``eq``, ``iters``, ``spread``, ``depth``.
        line: Moves of ``pv``.
        text: The line without ``info``.
    """

    kind: str
    text: str
    move: str | None = None
    values: dict[str, Value] = field(default_factory=dict)
    line: tuple[str, ...] = ()

    @property
    def error(self) -> str | None:
        """Code of an error, such as ``bad-position``, or None."""
        words = self.text.split(maxsplit=3)
        return words[2] if self.kind == "string" and words[1:2] == ["error"] and len(words) > 2 else None

    @property
    def provenance(self) -> dict[str, str]:
        """Source of the results: engine, leaves, winpct, lexicon; empty for another line."""
        words = self.text.split()
        if self.kind != "string" or words[1:2] != ["provenance"]:
            return {}
        return dict(word.split("=", 1) for word in words[2:] if "=" in word)

    def number(self, name: str) -> float | None:
        """Return a numeric value, or None.

        Args:
            name: Name of the value.
        """
        value = self.values.get(name)
        return value if isinstance(value, float) else None


@dataclass(frozen=True)
class Result:
    """Result of a search.

    Attributes:
        move: The best move, as :meth:`lexkit.Game.act` takes it, or None.
        infos: The last line about each move, in the order of the engine's last ones, and all other lines.
    """

    move: Action | None
    infos: tuple[Info, ...]

    @property
    def provenance(self) -> dict[str, str]:
        """Source of the results, as the engine states it."""
        return next((info.provenance for info in self.infos if info.provenance), {})


def read_info(line: str) -> Info:
    """Parse an ``info`` line, as far as it is valid."""
    words = deque(line.split()[1:])
    text = " ".join(words)
    if not words or words[0] == "string":
        return Info("string", text)
    kind = words.popleft() if words[0] in _KINDS else "search"
    values: dict[str, Value] = {}
    if kind == "peg" and words and words[0] not in ("move",):
        words.appendleft("move")  # as in an example of the draft
    while words:
        name = words.popleft()
        if name == "pv":
            return Info(kind, text, _text_of(values, "move"), values, tuple(words))
        if name[:2] in ("w:", "d:", "l:"):
            values[name[0]] = name[2:]
        elif name not in _BARE or (words and _NUMBER.fullmatch(words[0])):
            value = words.popleft() if words else ""
            values[name] = float(value) if _NUMBER.fullmatch(value) else value
    return Info(kind, text, _text_of(values, "move"), values)


def _text_of(values: dict[str, Value], name: str) -> str | None:
    value = values.pop(name, None)
    return value if isinstance(value, str) and value else None


def read_best(line: str) -> Action | None:
    """Return the action of a ``bestmove`` line, None for ``none``. Raises EngineError if it is not a move."""
    words = line.split()[1:]
    if words == ["none"]:
        return None
    try:
        if len(words) == 1:
            found = read_move(words[0])
            if found.action is not None and not found.withdrawn:
                return found.action
    except IllegalMoveError:
        pass
    raise EngineError("not a move", place="bestmove", expected="a move of SIU", found=show_value(" ".join(words)))


def read_option(line: str) -> Option | None:
    """Return the option of a line, or None if it is malformed."""
    words = line.split()
    ends = [at for at, word in enumerate(words[:-1]) if word == "type" and words[at + 1] in _OPTION_KINDS and at > 2]
    if words[:2] != ["option", "name"] or not ends:
        return None
    end = ends[0]
    pieces = _DETAILS.split(" " + " ".join(words[end + 2 :]))
    details = [(key, value.strip()) for key, value in zip(pieces[1::2], pieces[2::2], strict=True)]
    numbers = {
        key: int(value) for key, value in details if key in ("min", "max") and re.fullmatch(r"-?[0-9]{1,15}", value)
    }
    default = next((value for key, value in details if key == "default"), "")
    choices = tuple([value for key, value in details if key == "var"])
    return Option(" ".join(words[2:end]), words[end + 1], default, numbers.get("min"), numbers.get("max"), choices)


# -- moves ------------------------------------------------------------------------------------------------

#: Maximum length of a token: 32 tiles in brackets, and a rack.
_LONGEST: Final = 1000
_COORDINATE: Final = re.compile(r"[1-9][0-9]?[A-Za-z]{1,2}|[A-Za-z]{1,2}[1-9][0-9]?")
_TILES: Final = re.compile(r"(?:\[[^\s\[\].]+\]|[^\W\d_]|[·'])+")
_RACK: Final = re.compile(r"(?:\[[^\s\[\].]+\]|[^\W\d_]|[·'?])*")
_COUNT: Final = re.compile(r"[0-9]{1,4}")


@with_plain_types
class MoveToken(NamedTuple):
    """Parsed token of a move.

    ``action``: the player's action, None for ``rack.TILES``; ``rack``: all tiles before it, ``""`` if not given;
    ``bonus``: points for a wrong challenge; ``lost_turn``: whether the challenger also lost a turn; ``withdrawn``:
    whether the play was challenged off.
    """

    action: Action | None
    rack: str = ""
    bonus: int = 0
    lost_turn: bool = False
    withdrawn: bool = False


def read_move(token: str) -> MoveToken:
    """Return the move of a token, without checking its legality. Raises IllegalMoveError if it is not a token."""
    if len(token) <= _LONGEST:
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
    if not _RACK.fullmatch(rack) or not all(_COUNT.fullmatch(number) for number in numbers):
        return None
    bonus, lost, *_ = *map(int, numbers), 0, 0
    return MoveToken(Action("placement", f"{place.upper()} {tiles}"), rack, bonus, lost > 0)


def _read_exchange(_: str, fields: list[str]) -> MoveToken | None:
    match fields:
        case [number] if _COUNT.fullmatch(number) and int(number):
            return MoveToken(Action("exchange", exchanged=int(number)))
        case [tiles, *rack] if tiles and len(rack) <= 1 and all(_RACK.fullmatch(text) for text in fields):
            return MoveToken(Action("exchange", exchanged=tiles), "".join(rack))
    return None


def _read_pass(_: str, fields: list[str]) -> MoveToken | None:
    return None if fields else MoveToken(Action("pass"))


def _read_phony(_: str, fields: list[str]) -> MoveToken | None:
    found = _read_play(fields[0], fields[1:]) if fields else None
    return None if found is None else found._replace(withdrawn=True)


def _read_rack(_: str, fields: list[str]) -> MoveToken | None:
    return MoveToken(None, fields[0]) if len(fields) == 1 and _RACK.fullmatch(fields[0]) else None


_READERS: Final = {"ex": _read_exchange, "pass": _read_pass, "phony": _read_phony, "rack": _read_rack}


def write_move(move: Move | Candidate | Action | None) -> str:
    """Return the token of a move, a candidate or an action; None is a pass.

    Raises IllegalMoveError for other actions.
    """
    # The text of an action is used unchanged.
    if isinstance(move, Action):
        if move.kind == PLACEMENT and move.move is not None:
            return ".".join(move.move.split()) if isinstance(move.move, str) else write_move(move.move)
        if move.kind == EXCHANGE:
            return f"ex.{move.exchanged}"
        if move.kind == PASS:
            return "pass"
        raise IllegalMoveError("SIU has no token for this action", place="action", found=move.kind)
    if move is None:
        return "pass"
    if isinstance(move, Candidate):
        if move.move is None:
            return f"ex.{move.tiles}" if move.exchanged else "pass"
        move = move.move
    snapshot, layout = move.snapshot, move.snapshot.rules.layout
    new = dict(zip(move.squares, move.played, strict=True))
    step = 1 if move.across else layout.columns
    start = move.row * layout.columns + move.column
    squares = range(start, start + step * len(move.formed.tiles), step)
    tiles = bytes([new.get(square) or snapshot.grid[square] for square in squares])
    return f"{move.place}.{tile_text(snapshot.rules.alphabet).bracketed(tiles)}"
