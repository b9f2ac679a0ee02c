"""What an engine says: its options, ``info`` lines and the result of a search.

Nothing here trusts the engine: what cannot be read is kept as text.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from ....errors import EngineError, IllegalMoveError, show_value
from ...game.referee.turn import Action
from .move_tokens import read_move

__all__ = ["Info", "Option", "Result", "read_best", "read_info", "read_option"]

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_KINDS: Final = ("gen", "sim", "infer", "endgame", "peg")
_OPTION_KINDS: Final = ("check", "spin", "combo", "button", "string")
_DETAILS: Final = re.compile(r"\s(default|min|max|var)(?=\s|$)")
#: Keys of ``info`` without a value, and those whose value is all that follows.
_BARE: Final = ("score", "lowerbound", "upperbound")
#: Values are words or numbers.
Value = str | float


@dataclass(frozen=True)
class Option:
    """An option that an engine has: its name, ``kind`` (``check``, ``spin``, ...), default, limits and words."""

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Info:
    """An ``info`` line.

    ``kind``: ``gen``, ``sim``, ``infer``, ``endgame``, ``peg``, ``string`` or, of others, ``search``; ``move``: the
    token of the move that it is about, or None; ``values``: the rest by name, numbers as numbers: ``wp``, ``eq``,
    ``iters``, ``spread``, ``depth``; ``line``: the moves of ``pv``; ``text``: the line without ``info``.
    """

    kind: str
    text: str
    move: str | None = None
    values: dict[str, Value] = field(default_factory=dict)
    line: tuple[str, ...] = ()

    @property
    def error(self) -> str | None:
        """The code of an error, such as ``bad-position``, or None."""
        words = self.text.split(maxsplit=3)
        return words[2] if self.kind == "string" and words[1:2] == ["error"] and len(words) > 2 else None

    @property
    def provenance(self) -> dict[str, str]:
        """What made the results: engine, leaves, winpct, lexicon; empty for another line."""
        words = self.text.split()
        if self.kind != "string" or words[1:2] != ["provenance"]:
            return {}
        return dict(word.split("=", 1) for word in words[2:] if "=" in word)

    def number(self, name: str) -> float | None:
        """A value that is a number, or None."""
        value = self.values.get(name)
        return value if isinstance(value, float) else None


@dataclass(frozen=True)
class Result:
    """The end of a search.

    ``move``: the best move, as :meth:`lexkit.Game.act` takes it, or None; ``infos``: the last line about each move, in
    the order of the engine's last ones, and all other lines.
    """

    move: Action | None
    infos: tuple[Info, ...]

    @property
    def provenance(self) -> dict[str, str]:
        """What made the results, as the engine says."""
        return next((info.provenance for info in self.infos if info.provenance), {})


def read_info(line: str) -> Info:
    """An ``info`` line, with as much as can be understood of it."""
    words = deque(line.split()[1:])
    text = " ".join(words)
    if not words or words[0] == "string":
        return Info("string", text)
    kind = words.popleft() if words[0] in _KINDS else "search"
    values: dict[str, Value] = {}
    if kind == "peg" and words and words[0] not in ("move",):
        words.appendleft("move")  # as an example of the draft has it
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
    """The action of a ``bestmove`` line, None for ``none``. Raises EngineError if it is not a move."""
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
    """The option of a line, or None if it is malformed."""
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
