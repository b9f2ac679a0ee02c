"""The options of the engine: their names, kinds and limits, and their current values.

Those that the draft reserves come first; the others are this engine's own.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Final

__all__ = ["OPTIONS", "Option", "Options"]

#: Longest value of an option that is a text.
_LONGEST: Final = 4096
_DIGITS: Final = re.compile(r"[0-9]{1,12}")


@dataclass(frozen=True)
class Option:
    """One option: ``spin`` (a number between two limits), ``combo`` (one of some words) or ``string``."""

    name: str
    kind: str
    default: str
    limits: tuple[int, int] = (0, 0)
    words: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """As the handshake tells it."""
        parts = ["option name", self.name, "type", self.kind]
        parts += ["default", self.default] if self.default else []
        parts += ["min", str(self.limits[0]), "max", str(self.limits[1])] if self.kind == "spin" else []
        for word in self.words:
            parts += ["var", word]
        return " ".join(parts)

    def read(self, text: str) -> str | None:
        """The value of a text, None if it is none."""
        if self.kind == "spin":
            least, most = self.limits
            return str(int(text)) if _DIGITS.fullmatch(text) and least <= int(text) <= most else None
        if self.kind == "combo":
            return next((word for word in self.words if word.lower() == text.lower()), None)
        return text if len(text) <= _LONGEST else None

    @property
    def allowed(self) -> str:
        """What values it takes."""
        least, most = self.limits
        texts = {"spin": f"{least} to {most}", "combo": ", ".join(self.words)}
        return texts.get(self.kind, f"at most {_LONGEST:,} characters")


_CORES: Final = min(64, max(1, os.cpu_count() or 1))
OPTIONS: Final = (
    Option("DataPath", "string", ""),
    Option("EndgameHash", "spin", "64", (1, 4096)),
    Option("Lexicon", "string", ""),
    Option("LetterDistribution", "string", ""),
    # Searches do not challenge.
    Option("ChallengeRule", "combo", "void", words=("void",)),
    Option("Variant", "combo", "classic", words=("classic",)),
    Option("Threads", "spin", str(_CORES), (1, 64)),
    Option("BoardLayout", "combo", "auto", words=("auto", "standard", "super")),
    Option("Candidates", "spin", "15", (1, 100)),
    Option("Seed", "spin", "0", (0, 999_999_999)),
    Option("LongestSearch", "spin", "60000", (1, 86_400_000)),
)
_BY_NAME: Final = {option.name.lower(): option for option in OPTIONS}


class Options:
    """The current values of all options, as texts by name."""

    def __init__(self) -> None:
        self._values = {option.name: option.default for option in OPTIONS}

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        return int(self._values[name])

    def set(self, name: str, value: str | None) -> str | None:
        """Set an option; give why not, or None if it is set. An empty value of a text is the default."""
        option = _BY_NAME.get(name.lower())
        if option is None:
            return "no such option"
        read = option.read(value or "")
        if read is None:
            return f"expected {option.allowed}"
        self._values[option.name] = read or option.default
        return None
