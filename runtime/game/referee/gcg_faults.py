"""What can be wrong with a record in GCG: faults, each with its line, its rule, and a repair if that is certain.

game.gcg:12: total: expected 66, found 65
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ..text.gcg_lines import GcgText

__all__ = ["RULES", "Fault", "repair"]

#: The rules, each with what it asks.
RULES: Final = {
    "encoding": "the first line names the encoding if the text is not Latin-1, and no other line does",
    "line": "every line is a pragma, an event, or goes on with a note",
    "pragma": "a pragma comes once, before the events, and means something",
    "player": "players are named once, before the events, by nicks that differ",
    "name": "variant, board and tiles are known",
    "note": "a note follows an event",
    "turn": "the player to move acts",
    "end": "a game that has ended has no more turns, and ends once",
    "rack": "a rack has tiles that are left, and no more than there is room for",
    "place": "the board allows the play",
    "tiles": "the tiles played or exchanged are on the rack, and the rules allow the exchange",
    "challenge": "what is challenged is the play before, and the lines agree",
    "score": "the points are those of the action",
    "total": "the total is the total before and the points",
    "last-rack": "#rack1 and #rack2 are the last lines of a game that has not ended",
}


class Fault(NamedTuple):
    """One fault. ``str`` of it is ``rule: expected ..., found ...``."""

    line: int
    rule: str
    expected: str
    found: str
    #: The line as it should be, if that is certain.
    repaired: str | None = None
    #: Whether the game cannot be followed any further.
    fatal: bool = True
    #: Whether the game is none the worse.
    mild: bool = False

    def __str__(self) -> str:
        return f"{self.rule}: expected {self.expected}, found {self.found}"


def repair(text: GcgText, faults: Iterable[Fault]) -> GcgText:
    """The text with every fault repaired whose repair is certain."""
    lines = list(text.lines)
    encoding = text.encoding
    for fault in faults:
        if fault.repaired is None:
            continue
        if fault.rule == "encoding":
            lines.insert(0, (fault.repaired, lines[0][1][:2] or "\n"))
            encoding = "utf-8"
        else:
            shift = len(lines) - len(text.lines)
            lines[fault.line - 1 + shift] = fault.repaired, lines[fault.line - 1 + shift][1]
    return text._replace(lines=tuple(lines), encoding=encoding, guessed=False)
