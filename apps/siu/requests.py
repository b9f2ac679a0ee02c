"""What a line asks for: its command, the parameters of ``go``, and the parts of ``position`` and ``setoption``.

Nothing here raises: what cannot be understood is kept in ``ignored``, and the front end is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

__all__ = ["COMMANDS", "MODES", "Go", "read_command", "read_go", "read_option", "read_position"]

COMMANDS: Final = frozenset(
    ("siu", "isready", "setoption", "siunewgame", "position", "go", "stop", "quit"),
)
#: The modes of a search, as the draft lists them.
MODES: Final = ("gen", "sim", "infer", "endgame", "peg", "auto")
#: The parameters of ``go`` that take a number, with the least and the most.
NUMBERS: Final = {
    "depth": (0, 95),
    "iterations": (1, 1_000_000),
    "movetime": (1, 86_400_000),
    "stopcondition": (95, 99),
    "threads": (1, 64),
}
_FLAGS: Final = ("firstwin", "useinference", "infinite")
_LISTS: Final = ("searchmoves", "alsosearchmoves")
_CONDITIONS: Final = (95, 98, 99)
#: Longer texts of digits are no numbers that anything here could mean.
_DIGITS: Final = re.compile(r"[0-9]{1,12}")
#: Most moves of a list: a player rarely has more.
_MOST_MOVES: Final = 1000
_SHOWN: Final = 40


@dataclass
class Go:
    """The parameters of a search; ``ignored``: what was not understood, each with the reason."""

    mode: str = "auto"
    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    searchmoves: list[str] = field(default_factory=list)
    alsosearchmoves: list[str] = field(default_factory=list)
    ignored: list[tuple[str, str]] = field(default_factory=list)

    @property
    def infinite(self) -> bool:
        """Whether it goes on until it is stopped."""
        return "infinite" in self.flags


def read_command(line: str) -> tuple[str, list[str], str]:
    """(command, tokens after it, first token): unknown tokens before a command are skipped; ``""`` for no command."""
    tokens = line.split()
    for at, token in enumerate(tokens):
        if token in COMMANDS:
            return token, tokens[at + 1 :], tokens[0]
    return "", [], tokens[0] if tokens else ""


def read_go(tokens: list[str]) -> Go:
    """The parameters of ``go``."""
    go, at, moded = Go(), 0, False
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token in _LISTS:
            first = at
            while at < len(tokens) and not _is_parameter(tokens[at]):
                at += 1
            moves = getattr(go, token)
            moves += tokens[first:at][: _MOST_MOVES - len(moves)]
            if first == at or at - first > _MOST_MOVES:
                go.ignored.append((token, "no moves" if first == at else f"moves after the first {_MOST_MOVES}"))
        elif token in NUMBERS:
            value = tokens[at] if at < len(tokens) and not _is_parameter(tokens[at]) else ""
            at += bool(value)
            _take_number(go, token, value)
        elif token in _FLAGS:
            go.flags.add(token)
        elif token in MODES and not moded:
            go.mode, moded = token, True
        else:
            go.ignored.append((token[:_SHOWN], "unknown parameter"))
    return go


def _is_parameter(token: str) -> bool:
    return token in NUMBERS or token in _FLAGS or token in _LISTS or token in MODES


def _take_number(go: Go, name: str, value: str) -> None:
    least, most = NUMBERS[name]
    number = int(value) if _DIGITS.fullmatch(value) else -1
    if not least <= number <= most or (name == "stopcondition" and number not in _CONDITIONS):
        allowed = "95, 98 or 99" if name == "stopcondition" else f"a number from {least} to {most}"
        go.ignored.append((name, f"expected {allowed}, found {value[:_SHOWN] or 'none'}"))
    else:
        go.numbers[name] = number


def read_position(tokens: list[str]) -> tuple[str, list[str]] | None:
    """(CGP, moves) of the tokens after ``position``, or None if there is no ``cgp``."""
    if "cgp" not in tokens:
        return None
    rest = tokens[tokens.index("cgp") + 1 :]
    at = rest.index("moves") if "moves" in rest else len(rest)
    return " ".join(rest[:at]), rest[at + 1 :]


def read_option(tokens: list[str]) -> tuple[str, str | None] | None:
    """(name, value) of the tokens after ``setoption``, or None without a name."""
    if "name" not in tokens:
        return None
    rest = tokens[tokens.index("name") + 1 :]
    at = rest.index("value") if "value" in rest else len(rest)
    name = " ".join(rest[:at])
    return (name, " ".join(rest[at + 1 :]) if at < len(rest) else None) if name else None
