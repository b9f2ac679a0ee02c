"""Parse requests: commands, the parameters of ``go``, the parts of ``position``, and the options.

Nothing here raises: requests that cannot be parsed go to ``ignored``, and the session reports them to the front end.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Final

COMMANDS: Final = frozenset(
    ("siu", "isready", "setoption", "siunewgame", "position", "go", "stop", "quit"),
)
#: Modes of a search, in the order of the draft.
MODES: Final = ("gen", "sim", "infer", "endgame", "peg", "auto")
#: Parameters of ``go`` that take a number, with minimum and maximum.
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
#: Matches numbers; longer texts of digits exceed every limit here.
_DIGITS: Final = re.compile(r"[0-9]{1,12}")
#: Maximum number of moves in a list; a position rarely has more.
_MOST_MOVES: Final = 1000
_SHOWN: Final = 40


@dataclass
class Go:
    """Parameters of a search. ``ignored`` has the parameters that were refused, each with the reason."""

    mode: str = "auto"
    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    searchmoves: list[str] = field(default_factory=list)
    alsosearchmoves: list[str] = field(default_factory=list)
    ignored: list[tuple[str, str]] = field(default_factory=list)

    @property
    def infinite(self) -> bool:
        """True if the search runs until it is stopped."""
        return "infinite" in self.flags


def read_command(line: str) -> tuple[str, list[str], str]:
    """Return (command, tokens after it, first token). Unknown tokens before the command are skipped; "" if none."""
    tokens = line.split()
    for at, token in enumerate(tokens):
        if token in COMMANDS:
            return token, tokens[at + 1 :], tokens[0]
    return "", [], tokens[0] if tokens else ""


def read_go(tokens: list[str]) -> Go:
    """Parse the parameters of ``go``."""
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
    """Return (CGP, moves) of the tokens after ``position``, None without ``cgp``."""
    if "cgp" not in tokens:
        return None
    rest = tokens[tokens.index("cgp") + 1 :]
    at = rest.index("moves") if "moves" in rest else len(rest)
    return " ".join(rest[:at]), rest[at + 1 :]


def read_option(tokens: list[str]) -> tuple[str, str | None] | None:
    """Return (name, value) of the tokens after ``setoption``, None without a name."""
    if "name" not in tokens:
        return None
    rest = tokens[tokens.index("name") + 1 :]
    at = rest.index("value") if "value" in rest else len(rest)
    name = " ".join(rest[:at])
    return (name, " ".join(rest[at + 1 :]) if at < len(rest) else None) if name else None


#: Maximum length of the value of a string option.
_LONGEST: Final = 4096


@dataclass(frozen=True)
class Option:
    """Option of the engine: ``spin`` (a number within limits), ``combo`` (one of some words) or ``string``."""

    name: str
    kind: str
    default: str
    limits: tuple[int, int] = (0, 0)
    words: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """Line of the handshake that declares the option."""
        parts = ["option name", self.name, "type", self.kind]
        parts += ["default", self.default] if self.default else []
        parts += ["min", str(self.limits[0]), "max", str(self.limits[1])] if self.kind == "spin" else []
        for word in self.words:
            parts += ["var", word]
        return " ".join(parts)

    def read(self, text: str) -> str | None:
        """Parse a value; return None if it is not valid."""
        if self.kind == "spin":
            least, most = self.limits
            return str(int(text)) if _DIGITS.fullmatch(text) and least <= int(text) <= most else None
        if self.kind == "combo":
            return next((word for word in self.words if word.lower() == text.lower()), None)
        return text if len(text) <= _LONGEST else None

    @property
    def allowed(self) -> str:
        """Description of the valid values."""
        least, most = self.limits
        texts = {"spin": f"{least} to {most}", "combo": ", ".join(self.words)}
        return texts.get(self.kind, f"at most {_LONGEST:,} characters")


_CORES: Final = min(64, max(1, os.cpu_count() or 1))
OPTIONS: Final = (
    Option("DataPath", "string", ""),
    Option("EndgameHash", "spin", "256", (1, 4096)),
    Option("Lexicon", "string", ""),
    Option("LetterDistribution", "string", ""),
    # Searches never challenge.
    Option("ChallengeRule", "combo", "void", words=("void",)),
    Option("Variant", "combo", "classic", words=("classic", "wordsmog")),
    Option("Threads", "spin", str(_CORES), (1, 64)),
    Option("BoardLayout", "combo", "auto", words=("auto", "standard", "super")),
    Option("Candidates", "spin", "15", (1, 100)),
    Option("Seed", "spin", "0", (0, 999_999_999)),
    Option("LongestSearch", "spin", "60000", (1, 86_400_000)),
)
_BY_NAME: Final = {option.name.lower(): option for option in OPTIONS}


class Options:
    """Current values of all options, as texts by name."""

    def __init__(self) -> None:
        self._values = {option.name: option.default for option in OPTIONS}

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def number(self, name: str) -> int:
        """Return the value of an option as a number."""
        return int(self._values[name])

    def set(self, name: str, value: str | None) -> str | None:
        """Set an option; return None, or the reason if it is refused. An empty string value means the default."""
        option = _BY_NAME.get(name.lower())
        if option is None:
            return "no such option"
        read = option.read(value or "")
        if read is None:
            return f"expected {option.allowed}"
        self._values[option.name] = read or option.default
        return None
