"""What the pragmas of a record in GCG say: players, language, board, and the rules that its events show.

What is wrong with a record are faults, each with its line, its rule, and a repair if that is certain:

    game.gcg:12: total: expected 66, found 65
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from lexkit.base.errors import GameRecordError, LexkitError, show_value

from ..names import MAX_NAME, PLAYERS, is_name
from ..rack import MAX_RACK
from ..rules import OUT_BONUSES, Rules
from ..rules import VARIANTS as RULE_VARIANTS
from ..text.alphabet_of_text import BY_LIST, BY_NAME, Given
from ..text.gcg_lines import (
    CLOCK,
    ENDED_BY,
    RESIGNED,
    RULES_ARE,
    TIME_UP,
    TOOK,
    UNSUCCESSFUL,
    GcgEvent,
    GcgText,
    is_own,
)
from ..text.position import VARIANTS, rules_named
from .clock import Clock

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
    #: Whether the game can be played on all the same.
    mild: bool = False

    def __str__(self) -> str:
        return f"{self.rule}: expected {self.expected}, found {self.found}"


#: What a wrong challenge costs in a record that shows none.
USUAL_CHALLENGE: Final = "double"
EVENTS: Final = frozenset(["play", "withdrawn", "pass", "exchange", "bonus", "out", "penalty", "time"])
#: Pragmas that may come more than once, and those that may follow events.
REPEATED: Final = frozenset(["description", "comment", "tile", "-"])
LATE: Final = frozenset(["rack1", "rack2", "rack3", "rack4", "incomplete", "comment"])
_PLAYER: Final = re.compile(r"player([0-9]+)")
#: The end of a turn: its points, and a total.
_POINTS: Final = re.compile(r"[+-]\d+\s+[+-]?\d+\s*$", re.ASCII)
#: Operation of CGP that names an alphabet -> pragma.
_SAYS: Final = {BY_NAME: "tile-distribution", BY_LIST: "lexicon"}
_RULES: Final = re.compile(rf"\s*{RULES_ARE}\s")


def _named(text: str) -> str:
    """What stands before a colon, where a line of a turn has a nick."""
    return text.lstrip("> \t").partition(":")[0].strip()


def rules_told(rules: Rules, text: str) -> Rules:
    """Rules of the same board and tiles, with the changes that JSON says. Raises GameRecordError for other texts."""
    try:
        return Rules(rules.layout, rules.alphabet, **{"variant": rules.variant, **json.loads(text)})
    except (LexkitError, TypeError, ValueError, RecursionError) as error:
        expected = "rules as JSON"
        raise GameRecordError("not the rules of a game", expected=expected, found=show_value(str(error))) from None


def begin_game(make: Callable[..., Any], told: Iterable[str], names: list[str], **options: Any) -> Any:
    """A game to play the turns of a record, whose clock, if it tells one, has the time that each turn is played.

    Raises GameRecordError if they are not times of a clock.
    """
    game: Any = None
    clock, at = None, [0.0]
    try:
        for kind, *numbers in [line.split() or [""] for line in told]:
            if kind == CLOCK and clock is None:
                seconds, increment = map(float, numbers)
                clock = Clock(seconds, increment, lambda: at[min(game.turn_number + 1, len(at) - 1)])
            elif kind == TOOK:
                for number in numbers:
                    at.append(round(at[-1] + float(number), 6))
    except (LexkitError, ValueError) as error:
        expected = "a clock and times in seconds"
        raise GameRecordError("not the times of a game", expected=expected, found=show_value(str(error))) from None
    game = make(names, **options, **({} if clock is None else {"clock": clock, "at": 0.0}))
    return game


def stop_clock(game: Any) -> None:
    """Let the caller give the times of later turns."""
    if game.start_times is not None:
        game.__dict__["_clock"] = replace(game.start_times[0], now=None)


class Header:
    """The players and the rules of a text, and the faults of its pragmas."""

    def __init__(self, text: GcgText) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self.pragmas: dict[str, str] = {}
        self.nicks: list[str] = []
        self.names: list[str] = []
        self.events = [event for event in text.events if event.kind in EVENTS]
        if any(event.kind != "blank" for event in text.events):
            self._read_pragmas()
            self._add_players()
        else:
            self._fault(1, "line", "a record in GCG", "nothing")

    @property
    def fatal(self) -> bool:
        """Whether a fault leaves no game: one of another rule than ``line``, or nothing was read."""
        return not self.nicks or any(fault.fatal and fault.rule != "line" for fault in self.faults)

    def _fault(self, line: int, rule: str, expected: object, found: object, **more: Any) -> None:
        self.faults.append(Fault(line, rule, str(expected), str(found), **more))

    def _read_pragmas(self) -> None:
        if self.text.misnamed is not None:
            self._fault(self.text.misnamed[0], "encoding", *self.text.misnamed[1:], fatal=False)
        elif self.text.guessed and self.text.encoding == "utf-8":
            line = "#character-encoding UTF-8"
            self._fault(1, "encoding", line, "UTF-8 without it", repaired=line, fatal=False, mild=True)
        begun = acted = False
        for event in self.text.events:
            begun = begun or event.kind in EVENTS
            acted = acted or begun or event.text.split()[:1] in ([RESIGNED], [TIME_UP])
            if event.kind == "unknown":
                found = show_value(event.text) if not event.name else f"{event.name}: {show_value(event.text)}"
                # The record is followed on, if this was hardly a turn.
                turn = event.name or _POINTS.search(event.text) or _named(event.text) in self.nicks
                self._fault(event.line, "line", "a pragma or an event", found, fatal=bool(turn))
            elif event.kind == "note" and not acted and not is_own(event.text.strip()):
                self._fault(event.line, "note", "an event before it", "none", fatal=False, mild=True)
            elif event.kind == "pragma":
                self._read_pragma(event, begun)

    def _read_pragma(self, event: GcgEvent, begun: bool) -> None:
        name = event.name
        if name == "character-encoding":
            if event.line > 1:
                self._fault(event.line, "encoding", "it on line 1", f"it on line {event.line}", fatal=False)
            return
        if begun and name not in LATE:
            self._fault(event.line, "pragma", "pragmas before the events", f"#{name}", fatal=False, mild=True)
        elif name in self.pragmas and name not in REPEATED:
            rule = "player" if _PLAYER.fullmatch(name) else "pragma"
            self._fault(event.line, rule, f"one #{name}", "another one", fatal=False, mild=rule == "pragma")
            if self.pragmas[name] == event.text:
                return
        self.pragmas.setdefault(name, event.text)
        number = _PLAYER.fullmatch(name)
        if number:
            self._read_player(event, int(number[1]) if len(number[1]) < 3 else 99)

    def _read_player(self, event: GcgEvent, number: int) -> None:
        nick, _, name = event.text.strip().partition(" ")
        if number != len(self.nicks) + 1 or number > PLAYERS[1]:
            known = len(self.nicks) >= PLAYERS[1]
            self._fault(
                event.line, "player", f"#player{len(self.nicks) + 1}, of at most 4", f"#{event.name}", fatal=known
            )
        if not is_name(nick[:MAX_NAME]):
            self._fault(event.line, "player", "a nick", show_value(nick))
        elif nick in self.nicks:
            self._fault(event.line, "player", "nicks that differ", f"{nick} twice", fatal=False)
        elif name.strip() and name.strip() in self.names:
            self._fault(event.line, "player", "names that differ", f"{name.strip()} twice", fatal=False, mild=True)
        self.nicks.append(nick)
        shown = name.strip()[:MAX_NAME]
        self.names.append(shown if is_name(shown) else nick[:MAX_NAME])

    def _add_players(self) -> None:
        """Add the players whom only events name, if that makes two to four."""
        if len(self.nicks) >= PLAYERS[0]:
            return
        others = [nick for nick in dict.fromkeys(event.name for event in self.events) if nick not in self.nicks]
        enough = len(self.nicks) + len(others) in range(PLAYERS[0], PLAYERS[1] + 1) and all(map(is_name, others))
        line = self.events[0].line if self.events else 1
        found = f"{len(self.nicks)} players"
        self._fault(line, "player", "#player1 and #player2 before the events", found, fatal=not enough)
        if enough:
            self.nicks += others
            self.names += others

    def rules_meant(self, given: Given) -> Rules | None:
        """The rules that pragmas and events mean, or None with a fault; ``given``: what is known of the alphabet."""
        named = self.pragmas
        variant = named.get("game-type", "").strip().lower()
        if variant not in VARIANTS:
            self._fault(self._line_of("game-type"), "name", " or ".join(RULE_VARIANTS), show_value(variant))
            return None
        opcodes = {code: named[name].strip() for code, name in _SAYS.items() if name in named}
        if "lexicon" in named and not named["lexicon"].strip():
            self._fault(self._line_of("lexicon"), "name", "the name of a lexicon", "none", fatal=False, mild=True)
        try:
            rules = rules_named(variant, named.get("board-layout", ""), opcodes, given)
        except LexkitError as error:
            pragma = _SAYS.get(error.place or "", "board-layout")
            self._fault(self._line_of(pragma), "name", error.expected, error.found)
            return None
        told = next((event for event in self.text.events if event.kind == "note" and _RULES.match(event.text)), None)
        if told is None:
            return Rules(rules.layout, rules.alphabet, **{**rules.changed, **self._conduct(rules)})
        try:
            return rules_told(rules, _RULES.sub("", told.text))
        except GameRecordError as error:
            self._fault(told.line, "name", error.expected, error.found)
            return None

    def _conduct(self, rules: Rules) -> dict[str, Any]:
        """What the events show of the rules: how challenges and going out count."""
        bonuses = {event.score for event in self.events if event.kind == "bonus" and event.score > 0}
        challenge = USUAL_CHALLENGE
        ends = [event.text.strip() for event in self.text.events if event.kind == "note"]
        if f"{ENDED_BY}challenge" in ends:
            challenge = "triple"
        elif bonuses:
            challenge = "5pt" if bonuses == {5} else "10pt" if bonuses == {10} else "5pt/word"
        elif self._has_free_challenge() or any(event.kind == "bonus" for event in self.events):
            challenge = "single"
        out_bonus = self._out_bonus(rules)
        return {"challenge": challenge} if out_bonus is None else {"challenge": challenge, "out_bonus": out_bonus}

    def _out_bonus(self, rules: Rules) -> str | None:
        """Which of ``OUT_BONUSES`` the lines of the end follow, or None if that cannot be seen."""
        outs = [event for event in self.events if event.kind == "out"]
        penalties = [event for event in self.events if event.kind == "penalty" and event.score]
        if not outs and len({event.name for event in penalties}) >= len(self.nicks):
            return None  # the end of a game in which nobody went out
        gained = 0
        if outs:
            points = self._points(outs[-1].text, rules)
            if not points or outs[-1].score not in (points, 2 * points):
                return None
            gained = outs[-1].score // points
        followed = gained, int(any(event.score == -(self._points(event.text, rules) or 0) for event in penalties))
        return next((name for name, counts in OUT_BONUSES.items() if counts == followed), None)

    def _has_free_challenge(self) -> bool:
        """Whether a player who challenged a valid play kept the turn."""
        last, challenger = "", None
        for event in self.text.events:
            if event.kind == "note" and event.text.strip() == UNSUCCESSFUL:
                challenger = last
            elif event.kind in EVENTS:
                if event.name == challenger and event.kind in ("play", "pass", "exchange"):
                    return True
                last, challenger = event.name, None
        return False

    def _line_of(self, pragma: str) -> int:
        return next((event.line for event in self.text.events if event.name == pragma), 1)

    def _points(self, tiles: str, rules: Rules) -> int | None:
        """The points of tiles, or None if these are not tiles."""
        try:
            # The racks of several players may be longer than one.
            numbers = [rules.alphabet.encode(run) for run in tiles[: 64 * MAX_RACK].split("?")]
        except LexkitError:
            return None
        return sum([rules.points[tile] for run in numbers for tile in run]) + rules.points[0] * (len(numbers) - 1)
