"""Records in GCG, from files, streams and texts: read as games, checked, repaired.

    game = lexkit.read_gcg("game.gcg"); lexkit.read_gcg(sys.stdin.buffer); lexkit.Game.from_gcg(text)
    for fault in check_gcg("game.gcg").faults: print(fault.line, fault)

:class:`GcgHeader` reads the pragmas: players, language, board, and the rules that the events imply. In
:class:`GcgReader` the referee replays each event. What does not fit is a fault, with its line, its rule, and a
repair if that is certain:

    game.gcg:12: total: expected 66, found 65

A record is followed as far as possible: a fault that leaves no doubt how the game continued, such as miscounted
points or an impossible rack, does not stop the reader.

Guaranteed: reading any record takes time in proportion to its length; the resulting game is one that its rules
allow; and if a total at the end differs from the record's, there is a fault.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from lexkit.base.errors import (
    ClockError,
    GameRecordError,
    IllegalMoveError,
    LexkitError,
    OutOfTurnError,
    PositionError,
    show_value,
)
from lexkit.formats.atomic import write_atomically

from ..judge import given_of
from ..layout import Layout
from ..names import MAX_NAME, PLAYERS, is_name
from ..rack import MAX_RACK, Rack
from ..referee.challenge import challenge_rule
from ..referee.clock import Clock
from ..referee.endings import OUT, PASSES, ZEROS
from ..referee.game import Game
from ..referee.game_json import content_of, layout_json, read_layout, require_text
from ..referee.turn import Turn
from ..referee.turn_kinds import EVENTS_USING_TURN, KIND_OF_NOTE, TurnKind, repeat_noted
from ..rules import OUT_BONUSES, Rules
from ..rules import VARIANTS as RULE_VARIANTS
from ..text.alphabet_of_text import BY_LIST, BY_NAME, Given
from ..text.position import VARIANTS, rules_named
from .text import (
    BEGINS,
    CHALLENGED,
    CLOCK,
    ENDED_BY,
    FINED,
    MAX_BYTES,
    OF_TURN,
    RULES_ARE,
    TOOK,
    UNKNOWN,
    UNSUCCESSFUL,
    Fault,
    GcgEvent,
    GcgText,
    Record,
    goes_on,
    is_own,
    note_of,
    read_gcg_bytes,
    read_gcg_str,
    read_note,
)

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.runtime.automaton.index import LexiconLike


#: Rule of a check -> its requirement.
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


#: Challenge rule of a record without a wrong challenge.
USUAL_CHALLENGE: Final = "double"
#: Events of GCG, those of the end included.
EVENTS: Final = frozenset(["out", "penalty", *(event for kind in TurnKind for event in kind.form.events)])
#: Pragmas that may occur more than once.
REPEATED: Final = frozenset(["description", "comment", "tile", "-"])
#: Pragmas that may follow events.
LATE: Final = frozenset(["rack1", "rack2", "rack3", "rack4", "incomplete", "comment"])
_PLAYER: Final = re.compile(r"player([0-9]+)")
#: End of a turn: its points, and a total.
_POINTS: Final = re.compile(r"[+-]\d+\s+[+-]?\d+\s*$", re.ASCII)
#: Operation of CGP that names an alphabet -> pragma.
_SAYS: Final = {BY_NAME: "tile-distribution", BY_LIST: "lexicon"}
_RULES: Final = re.compile(rf"\s*{RULES_ARE}\s")


def _named(text: str) -> str:
    """Return the part before a colon, where the line of a turn has a nick."""
    return text.lstrip("> \t").partition(":")[0].strip()


def note_of_rules(rules: Rules) -> str:
    """Return a note of the rules that a record cannot express otherwise: :func:`rules_noted` reads it."""
    layout = layout_json(rules.layout)
    own = {} if isinstance(layout, str) else {"layout": layout}
    return f"{RULES_ARE} {json.dumps({**own, **rules.changed})}"


def rules_noted(notes: Iterable[str], named: Callable[[Layout | None], Rules]) -> tuple[Rules, bool]:
    """Return the rules of a record, and whether one of its notes gives them.

    ``named``: returns the rules that the record names, on a layout if the note has one. Raises GameRecordError if
    the note is not one of rules, and the errors of ``named``.
    """
    text = next((_RULES.sub("", note, 1) for note in notes if _RULES.match(note)), None)
    if text is None:
        return named(None), False
    try:
        changed = {**json.loads(text)}
        layout = changed.pop("layout", None)
        layout = None if layout is None else read_layout(layout)
    except (LexkitError, TypeError, ValueError, RecursionError) as error:
        raise _no_rules(error) from None
    rules = named(layout)
    try:
        return Rules(rules.layout, rules.alphabet, **{"variant": rules.variant, **changed}), True
    except (LexkitError, TypeError, ValueError) as error:
        raise _no_rules(error) from None


def _no_rules(error: Exception) -> GameRecordError:
    return GameRecordError("not the rules of a game", expected="rules as JSON", found=show_value(str(error)))


def begin_game(make: Callable[..., Any], told: Iterable[str], names: list[str], **options: Any) -> Any:
    """Return a game in which to play the turns of a record; its clock, if any, is given the time of each turn.

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


class GcgHeader:
    """Players and rules of a text, and the faults of its pragmas."""

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
        """True if a fault leaves no game: a fault of a rule other than ``line``, or nothing was read."""
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
            acted = acted or begun or not KIND_OF_NOTE.keys().isdisjoint(event.text.split()[:1])
            if event.kind == "unknown":
                found = show_value(event.text) if not event.name else f"{event.name}: {show_value(event.text)}"
                # Continue with the record if this was hardly a turn.
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
        """Return the rules that pragmas and events imply, or None with a fault.

        ``given``: the caller's choice of alphabet.
        """
        named = self.pragmas
        variant = named.get("game-type", "").strip().lower()
        if variant not in VARIANTS:
            self._fault(self._line_of("game-type"), "name", " or ".join(RULE_VARIANTS), show_value(variant))
            return None
        opcodes = {code: named[name].strip() for code, name in _SAYS.items() if name in named}
        if "lexicon" in named and not named["lexicon"].strip():
            self._fault(self._line_of("lexicon"), "name", "the name of a lexicon", "none", fatal=False, mild=True)
        notes = [event for event in self.text.events if event.kind == "note" and _RULES.match(event.text)]
        try:
            rules, noted = rules_noted(
                [event.text for event in notes],
                lambda layout: rules_named(variant, named.get("board-layout", ""), opcodes, given, layout),
            )
        except GameRecordError as error:
            self._fault(notes[0].line, "name", error.expected, error.found)
            return None
        except LexkitError as error:
            pragma = _SAYS.get(error.place or "", "board-layout")
            self._fault(self._line_of(pragma), "name", error.expected, error.found)
            return None
        return rules if noted else Rules(rules.layout, rules.alphabet, **{**rules.changed, **self._conduct(rules)})

    def _conduct(self, rules: Rules) -> dict[str, Any]:
        """Return the rules that the events imply: for challenges and for going out."""
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
        """Return the entry of ``OUT_BONUSES`` that the lines of the end follow, or None if unknown."""
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
        """Return whether a player who challenged a valid play kept the turn."""
        last, challenger = "", None
        for event in self.text.events:
            if event.kind == "note" and event.text.strip() == UNSUCCESSFUL:
                challenger = last
            elif event.kind in EVENTS:
                if event.name == challenger and event.kind in EVENTS_USING_TURN:
                    return True
                last, challenger = event.name, None
        return False

    def _line_of(self, pragma: str) -> int:
        return next((event.line for event in self.text.events if event.name == pragma), 1)

    def _points(self, tiles: str, rules: Rules) -> int | None:
        """Return the points of tiles, or None if the text is not tiles."""
        try:
            # The racks of several players may together be longer than one rack.
            numbers = [rules.alphabet.encode(run) for run in tiles[: 64 * MAX_RACK].split("?")]
        except LexkitError:
            return None
        return sum([rules.points[tile] for run in numbers for tile in run]) + rules.points[0] * (len(numbers) - 1)


ENDS: Final = frozenset(["out", "penalty", "time"])
_RACK: Final = re.compile(r"rack([0-9]+)")


class GcgReader:
    """One reading of a text: ``game`` is the result, ``faults`` are the faults of the text.

    ``make``: takes names, rules and who begins, and returns a game that is not dealt. ``rules``: None for the
    record's, with its alphabet chosen by ``given``.
    """

    def __init__(self, text: GcgText, make: Callable[..., Any], rules: Rules | None, given: Given) -> None:
        header = GcgHeader(text)
        self.text = text
        self.make = make
        self.faults = header.faults
        self.nicks, self.names = header.nicks, header.names
        self.events = header.events
        self.game: Any = None
        self.record = Record(text, header.nicks)
        #: Totals of the text after repair, and as written.
        self.totals: list[int] = []
        self.written = self.record.totals
        #: Player -> True if a repair would be certain.
        self.certain: list[bool] = []
        #: Points of the last play in the text after repair.
        self.played = 0
        #: Line of the last event of each player.
        self.last_lines: dict[int, int] = {}
        self.ended: set[tuple[str, int]] = set()
        self.last_racks = 0
        #: First line that could not be read, and the line at which the reader stops.
        nowhere = len(text.lines) + 1
        self.unread = min((fault.line for fault in header.faults if fault.rule == "line"), default=nowhere)
        self.stop = min((fault.line for fault in header.faults if fault.fatal), default=nowhere)
        self.fines_told = False
        self.rules = rules
        if rules is None and not header.fatal:
            self.rules = header.rules_meant(given)
        if self.rules is not None and not header.fatal:
            self._begin()
            self._replay()
            for event in self.events:
                if event.line > self.stop and event.name in self.nicks:
                    self.written[self.nicks.index(event.name)] = event.total
            if self.game is not None:
                self._compare_totals()
                stop_clock(self.game)
                self.record.turns = list(self.game.turns)
                self.game.notes = self._notes()

    def _fault(
        self, line: int, rule: str, expected: object, found: object, *, fatal: bool = False, **more: Any
    ) -> None:
        self.faults.append(Fault(line, rule, str(expected), str(found), fatal=fatal, **more))
        if fatal:
            self.stop = min(self.stop, line)

    def _refuse(self, event: GcgEvent, error: Exception, fatal: bool = False) -> None:
        """Add the fault of an event that the referee refused."""
        rule = "place" if event.kind == "play" else "tiles"
        if getattr(error, "place", None) == "rack":
            rule = "tiles" if "not on the rack" in str(error) else "rack"
        expected = getattr(error, "expected", None) or "what the rules allow"
        what = getattr(error, "what", str(error))
        found = getattr(error, "found", None)
        self._fault(event.line, rule, expected, what if found is None else f"{what} ({found})", fatal=fatal)

    # -- events -------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Make the game."""
        told = [event.text for event in self.text.events if event.kind == "note"]
        first = next((words[1] for words in map(str.split, told) if words[:1] == [BEGINS] and len(words) == 2), "")
        if first not in self.nicks:
            first = self.events[0].name if self.events else (self.nicks or ["?"])[0]
        begins = self.nicks.index(first) if first in self.nicks else 0
        try:
            self.game = begin_game(self.make, told, self.names, rules=self.rules, first=begins)
        except GameRecordError as error:
            self._fault(1, "name", error.expected, error.found, fatal=True)
        self.totals = [0] * len(self.nicks)
        self.certain = [True] * len(self.nicks)

    def _replay(self) -> None:
        """Replay all events up to the first that is not possible."""
        events = self.text.events
        begins = self.events[0].line if self.events else 0
        early = []
        for at, event in enumerate(events):
            if self.game is None or event.line >= self.stop:
                return
            if event.kind in EVENTS:
                if event.name not in self.nicks:
                    self._fault(event.line, "player", " or ".join(self.nicks), show_value(event.name), fatal=True)
                    return
                player = self._player(event)
                self.last_lines[player] = event.line
                self._do(event, player, self._notes_of(events, at))
            elif event.kind == "note":
                self._do_note(event)
            elif event.kind == "pragma" and _RACK.fullmatch(event.name) and event.line < begins:
                early.append(event)
            elif event.kind == "pragma" and _RACK.fullmatch(event.name):
                self._set_last_rack(event)
        first_racks = {event.name: event.rack for event in reversed(self.events)}
        for event in early:
            # Some programs write the first racks before the events, which show them too.
            nick = dict(enumerate(self.nicks, 1)).get(int(event.name[4:6]), "")
            if event.text.strip() != first_racks.get(nick):
                self._set_last_rack(event)

    def _player(self, event: GcgEvent) -> int:
        """Return the player of an event; if the nick is ambiguous or wrong, the player whose event it can be."""
        game, challenged = self.game, self.game.challengeable_turn
        named = [player for player, nick in enumerate(self.nicks) if nick == event.name]
        fitting = [player for player, total in enumerate(self.written) if total + event.score == event.total]
        likely: int = game.to_move
        if event.kind in ("withdrawn", "bonus") and challenged is not None:
            likely = challenged.turn.player
        elif event.kind in ENDS:
            likely = next((player for player in fitting if (game.out == player) == (event.kind == "out")), -1)
        elif likely in fitting and not set(named) & set(fitting):
            self._miss_turn(event, likely)
            return likely
        return likely if likely in named else named[0]

    def _compare_totals(self) -> None:
        """Check that the game's scores are those at the end of the text, unless a fault explains the difference."""
        if any(not fault.mild for fault in self.faults):
            return
        for player, line in self.last_lines.items():
            if self.game.scores[player] != self.written[player]:
                self._fault(line, "total", f"{self.game.scores[player]} at the end", self.written[player])

    def _notes_of(self, events: tuple[GcgEvent, ...], at: int) -> tuple[str, ...]:
        """Return the notes after an event that encode events GCG lacks."""
        notes = []
        while at + 1 < len(events) and events[at + 1].kind == "note" and is_own(events[at + 1].text.strip()):
            at += 1
            notes.append(events[at].text.strip())
        return tuple(notes)

    def _do_note(self, event: GcgEvent) -> None:
        """Perform the event that a note encodes."""
        note, _, nick = event.text.strip().partition(" ")
        if note == UNKNOWN:
            for player in {self.nicks.index(name) for name in nick.split() if name in self.nicks}:
                self._set_rack(player, "")
        kind = KIND_OF_NOTE.get(note)
        if kind is None or nick not in self.nicks or self.game.over:
            return
        player = self.nicks.index(nick)
        if kind.form.of_mover and player != self.game.to_move:
            return
        turns = self.game.turn_number
        try:
            repeat_noted(self.game, kind, player)
        except OutOfTurnError:  # the note occurs twice
            return
        except ClockError as error:
            self._fault(event.line, "end", error.expected, error.what)
        self.record.ends += [event.line] * (self.game.turn_number - turns)

    def _notes(self) -> dict[int, str]:
        """Return the notes by number of the turn, without those that encode events."""
        found: dict[int, list[str]] = {}
        noted: list[str] = []
        named = 0
        for event in self.text.events:
            said = read_note(event.text)
            if event.kind in EVENTS:
                named = 0
            elif event.kind == "note" and event.text.startswith(f"{OF_TURN} "):
                told = event.text.split()[-1]
                named = int(told) if told.isdecimal() and int(told) <= len(self.record.ends) else 0
            number = named or bisect_left(self.record.ends, event.line)
            if event.kind == "note":
                own = not event.text.strip() or is_own(event.text.strip()) or not number
                noted = [] if own else found.setdefault(number, [])
                if goes_on(noted, event.text):
                    noted[-1] += event.text[2:]
                else:
                    noted += [] if own else [said]
            elif event.kind == "more" and noted:
                noted.append(said)
            elif event.kind not in ("more", "blank"):
                noted = []
        return {number: note_of(lines) for number, lines in found.items()}

    def _do(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> None:
        game = self.game
        if self.last_racks:
            self._fault(event.line, "last-rack", "no event behind #rack1 and #rack2", event.kind)
            self.last_racks = 0
        if event.kind not in ENDS and game.over:
            is_turn = event.kind in EVENTS_USING_TURN
            self._fault(event.line, "end", "no turn after the end", event.kind, fatal=is_turn)
            self.written[player] = event.total
            return
        turns = game.turn_number
        try:
            score = getattr(self, f"_do_{event.kind}")(event, player, notes)
        except (LexkitError, OverflowError) as error:
            self._refuse(event, error, fatal=True)
            score = None
        self.record.ends += [event.line] * (game.turn_number - turns)
        if score is None:
            self.written[player], self.certain[player] = event.total, False
        else:
            self._check_points(event, player, score)

    def _check_points(self, event: GcgEvent, player: int, score: int) -> None:
        """Compare points and total with each other, and the points with the board's.

        Miscounted points stay if the total agrees with them: that is what the score sheet said. Where points and
        total contradict each other, the board decides.
        """
        kept, written = self.totals[player], self.written[player]
        points, total = event.score, event.total
        agree = total in (kept + points, written + points)
        typed_wrong = points != score and not agree and total in (kept + score, written + score)
        clear = agree or typed_wrong or points == score
        right = score if typed_wrong else points
        # A total that agrees with the board again shows that only the points before it were wrong.
        counted = event.kind not in ENDS and total == self.game.scores[player]
        expected = kept + right if clear and not counted else total
        self.totals[player], self.written[player] = expected, total
        if event.kind == "play":
            self.played = right
        # After an unreadable line, which may have had points, no total is certain.
        self.certain[player] &= clear and event.line < self.unread
        repaired = self._repaired(event, right, expected) if self.certain[player] else None
        if points != score:
            sure = repaired if typed_wrong else None
            self._fault(event.line, "score", f"{score:+d}", f"{points:+d}", repaired=sure)
        if total != expected and not typed_wrong:
            self._fault(event.line, "total", expected, total, repaired=repaired)

    def _repaired(self, event: GcgEvent, score: int, total: int) -> str | None:
        """Return the line of an event with these points and this total."""
        line = self.text.lines[event.line - 1][0]
        sign = "+" if event.score >= 0 and event.kind not in ("withdrawn", "penalty", "time") else ""
        pattern = re.compile(rf"(\s)(\+-|[+-])0*{abs(event.score)}(\s+){event.total}(?=\s|$)")
        shown = f"{score:+d}" if score or sign else "-0"
        repaired = pattern.sub(lambda found: f"{found[1]}{shown}{found[3]}{total}", line, count=1)
        return repaired if repaired != line else None

    def _take_turn(self, event: GcgEvent, player: int) -> None:
        """Let the players pass whose turns are missing, and set the rack that the line shows."""
        game = self.game
        if player != game.to_move:
            lost = player in game.resigned
            self._miss_turn(event, game.to_move, fatal=lost)
            while game.to_move != player and not game.over and not lost:
                game.pass_turn()
        if event.rack:
            self._show_rack(event, player)

    def _miss_turn(self, event: GcgEvent, player: int, fatal: bool = False) -> None:
        """Add the fault of an event that is not this player's; no total is certain from there on."""
        self._fault(event.line, "turn", self.nicks[player], event.name, fatal=fatal)
        self.certain = [False] * len(self.nicks)

    def _show_rack(self, event: GcgEvent, player: int) -> None:
        """Set the rack that a line shows, if it is possible."""
        try:
            self._without_wrong_racks(event, player, lambda: self._set_rack(player, event.rack))
        except (LexkitError, OverflowError) as error:
            self._refuse(event, error)
            self._set_rack(player, "")

    def _without_wrong_racks(self, event: GcgEvent, player: int, act: Callable[[], Any]) -> Any:
        """Perform an action; if racks shown earlier forbid it, try it with these racks unknown."""
        try:
            return act()
        except IllegalMoveError as error:
            refused = error
        if refused.place != "rack" or self.game.over:
            raise refused
        known = self.game.racks
        for players in ([player], range(len(self.nicks))):
            for other in players:
                self._set_rack(other, "")
            try:
                done = act()
            except IllegalMoveError:
                continue
            self._refuse(event, refused)
            return done
        for other, rack in enumerate(known):
            self.game.set_rack(other, rack)
        raise refused

    def _set_rack(self, player: int, rack: str) -> None:
        try:
            self.game.set_rack(player, Rack(rack, self.game.rules.alphabet))
        except PositionError as error:
            raise IllegalMoveError(error.what, place="rack", expected=error.expected, found=error.found) from None

    def _do_play(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        self._take_turn(event, player)
        turn: Turn = self._without_wrong_racks(
            event, player, lambda: self.game.play(f"{event.place} {event.text}", player=player)
        )
        return turn.score

    def _do_pass(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        self._take_turn(event, player)
        if UNSUCCESSFUL in notes and self.game.challengeable is not None:
            self.game.challenge(_challenged_in(notes, None, [])[0], invalid=[], player=player)
        else:
            self.game.pass_turn(player=player)
        return 0

    def _do_exchange(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        self._take_turn(event, player)
        tiles = int(event.text) if event.text.isdecimal() and len(event.text) < 3 else event.text
        self._without_wrong_racks(event, player, lambda: self.game.exchange(tiles, player=player))
        return 0

    def _do_withdrawn(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        played = self._challenged(event, player)
        if played is None or played.move is None:
            return None
        if event.rack and played.rack is not None:
            listed = Rack(event.rack, self.game.rules.alphabet)
            if not (listed.has(played.rack) or played.rack.has(listed)):
                self._fault(event.line, "challenge", f"the rack of the play, {played.rack}", event.rack)
        words, invalid = _challenged_in(notes, None, played.move.words)
        self.game.challenge(words, invalid=invalid)
        return -self.played

    def _do_bonus(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        if event.score < 0:  # a wrong challenge costs the challenger points, as in Swedish games
            self.game.fine(player, -event.score)
            return event.score
        played = self._challenged(event, player)
        if played is None or played.move is None:
            return None
        words, rule = played.move.words, challenge_rule(self.game.rules.challenge)
        if rule.each_word:
            words = words[: max(1, event.score // rule.points)]
        if event.rack:
            self._show_rack(event, player)
        turn: Turn = self.game.challenge(_challenged_in(notes, words, [])[0], invalid=[])
        return turn.score

    def _challenged(self, event: GcgEvent, player: int) -> Turn | None:
        """Return the play that is challenged, or None with a fault."""
        moment, before = self.game.challengeable_turn, self.game.last_turn
        if moment is None:
            self._fault(event.line, "challenge", "a play before it", "none" if before is None else before.kind)
            return None
        last: Turn = moment.turn
        if last.player != player:
            self._fault(event.line, "challenge", self.nicks[last.player], self.nicks[player])
            return None
        return last

    def _do_out(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        game = self.game
        if game.waiting:
            game.pass_turn()
        if not self._is_end(event, player, game.out == player):
            return None
        others = [number for number in range(len(self.nicks)) if number != player]
        if len(others) == 1:
            try:
                self._set_rack(others[0], event.text)
            except LexkitError:
                self._fault(event.line, "rack", f"what is left, {game.racks[others[0]]}", event.text)
        return int(game.ending[player])

    def _do_penalty(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        game = self.game
        if game.waiting:
            game.pass_turn()
        if not self._is_end(event, player, game.over):
            return None
        if sorted(event.rack) != sorted(event.text):
            self._fault(event.line, "rack", f"({event.rack})", f"({event.text})")
        try:
            self._set_rack(player, event.text)
        except LexkitError:
            self._fault(event.line, "rack", f"what is left, {game.racks[player]}", event.text)
        return int(game.ending[player])

    def _do_time(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        game = self.game
        if event.score >= 0:
            self._fault(event.line, "score", "points lost", f"{event.score:+d}")
            return None
        if not game.over and game.clock is None:
            game.fine(player, -event.score)
            return event.score
        if not self._is_end(event, player, game.over):
            return None
        told = self._fines_told(notes)
        for fined, points in told or ([] if self.fines_told or game.clock else [(player, -event.score)]):
            game.fine(fined, points)
        self.fines_told = self.fines_told or bool(told)
        return int(game.result.overtime[player])

    def _fines_told(self, notes: tuple[str, ...]) -> list[tuple[int, int]]:
        """Return (player, points) of each fine, if a note lists them because a player had several."""
        for note in notes:
            kind, *told = note.split()
            pairs = list(zip(told[::2], told[1::2], strict=False))
            if kind == FINED and all(nick in self.nicks and points.isdecimal() for nick, points in pairs):
                return [(self.nicks.index(nick), int(points)) for nick, points in pairs]
        return []

    def _is_end(self, event: GcgEvent, player: int, ended: bool) -> bool:
        """Return whether the game has ended in this way, once, and in this order."""
        if not ended or not self.game.over:
            self._fault(event.line, "end", "the end of the game before it", event.kind)
            return False
        key = event.kind, player
        if key in self.ended or (event.kind == "out" and any(kind == "out" for kind, _ in self.ended)):
            self._fault(event.line, "end", f"one such line of {event.name}", "another one")
            return False
        self.ended.add(key)
        return True

    def _set_last_rack(self, event: GcgEvent) -> None:
        player = int(event.name[4:]) - 1 if len(event.name) < 7 else 99
        self.last_racks += 1
        if player not in range(len(self.nicks)):
            self._fault(event.line, "player", f"#rack1 to #rack{len(self.nicks)}", f"#{event.name}")
            return
        counted = self.game.over and self.game.result.reason in (OUT, ZEROS, PASSES)
        if counted and event.text.strip() and len(self.nicks) == 2:
            self._fault(event.line, "last-rack", "no rack after the end", f"#{event.name}")
            return
        scores = self.game.scores
        try:
            self._set_rack(player, event.text.strip())
        except (LexkitError, OverflowError) as error:
            expected = getattr(error, "expected", None) or "tiles that are left"
            self._fault(event.line, "rack", expected, getattr(error, "found", None) or error)
        if self.game.scores != scores:
            self._fault(event.line, "rack", f"one that leaves {scores}", self.game.scores)


def _challenged_in(notes: tuple[str, ...], words: Any, invalid: Any) -> tuple[Any, Any]:
    """Return (words challenged, invalid words) from the notes, else as given."""
    for note in notes:
        kind, *told = note.split()
        if kind == CHALLENGED and told:
            return [word.removesuffix("*") for word in told], [word[:-1] for word in told if word.endswith("*")]
    return words, invalid


#: Remedy for a record with faults.
_REMEDY: Final = "lexkit.ScoreSheet.from_gcg, strict=False and the page Annotate of lexq serve take it with its faults"
#: Remedy for a record that names a board, tiles or rules that are not shipped.
_OWN_RULES: Final = "for your own board and tiles, lexkit.read_gcg takes rules="


class Checked(NamedTuple):
    """A checked file: its text, its faults by line, and the game as far as it can be followed, or None."""

    text: GcgText
    faults: tuple[Fault, ...]
    game: Game | None


def read_gcg(
    path: str | PathLike[str] | IO[str] | IO[bytes],
    lexicon: LexiconLike | None = None,
    *,
    rules: Rules | None = None,
    alphabet: Alphabet | str | None = None,
    strict: bool = True,
) -> Game:
    """Return the game of a record in GCG, finished or not; :meth:`lexkit.Game.from_gcg` takes its text.

    The game is not dealt: its racks are those of the record.

    Args:
        path: Path of the file, or an open file of text or bytes.
        lexicon: Judges later plays; those of the record are not looked up.
        rules: By default those of the language and the board that the record names.
        alphabet: By default the one that the record names, else the lexicon's, else English.
        strict: False reads a faulty record as far as possible: ``game.record.faults`` lists the faults, and the
            game has the points that the board gives.

    Raises:
        GameRecordError: The record is damaged, contradicts itself, or names another alphabet than the lexicon's;
            with file and line.
    """
    data, name = content_of(path, MAX_BYTES, "Game.from_gcg")
    given = given_of(alphabet, lexicon)
    return game_of(check_gcg_text(data, partial(Game, lexicon), rules, name, given=given), name, strict=strict)


def game_of(checked: Checked, path: str | PathLike[str] | None = None, *, strict: bool = True) -> Game:
    """Return the game of a record that was checked.

    Raises GameRecordError if it has no game, and if ``strict`` also if it has serious faults.
    """
    for fault in checked.faults:
        if not fault.mild and (strict or checked.game is None):
            raise GameRecordError(
                fault.rule,
                path=path,
                place=f"line {fault.line}",
                expected=fault.expected,
                found=fault.found,
                remedy=_OWN_RULES if fault.rule == "name" and checked.game is None else _REMEDY,
            )
    if checked.game is None:
        raise GameRecordError("the record has no game", path=path)
    return checked.game


def game_of_gcg(
    kind: type[Game],
    text: str | bytes,
    lexicon: LexiconLike | None,
    rules: Rules | None,
    alphabet: Alphabet | str | None = None,
    strict: bool = True,
) -> Game:
    """Return the game of a text, of this class: see :meth:`lexkit.Game.from_gcg`."""
    given = given_of(alphabet, lexicon)
    return game_of(check_gcg_text(require_text(text), partial(kind, lexicon), rules, given=given), strict=strict)


def check_gcg(
    path: str | PathLike[str] | IO[str] | IO[bytes],
    lexicon: LexiconLike | None = None,
    *,
    rules: Rules | None = None,
    given: Given | None = None,
) -> Checked:
    """Check a file; ``given``: the choice of alphabet, by default the lexicon's.

    Raises GameRecordError if it cannot be a record at all: not a text, endless, undecodable.
    """
    data, name = content_of(path, MAX_BYTES, "Game.from_gcg")
    return check_gcg_text(data, partial(Game, lexicon), rules, name, given=given or given_of(None, lexicon))


def check_gcg_text(
    data: str | bytes,
    make: Callable[..., Game],
    rules: Rules | None = None,
    name: str | None = None,
    *,
    given: Given | None = None,
) -> Checked:
    """Check a text.

    ``make``: a class of games, with its lexicon; ``name``: source of the text, for errors; ``given``: the choice of
    alphabet.
    """
    try:
        text = read_gcg_bytes(data) if isinstance(data, bytes) else read_gcg_str(data)
        reader = GcgReader(text, partial(make, seed=0, dealt=False), rules, given or Given())
    except GameRecordError as error:
        error.path = name
        raise
    game: Game | None = reader.game
    faults = tuple(sorted(reader.faults, key=lambda fault: fault.line))
    if game is not None:
        reader.record.faults = faults
        game.record = reader.record
    return Checked(text, faults, game)


def repair(text: GcgText, faults: Iterable[Fault]) -> GcgText:
    """Return the text with every fault repaired whose repair is certain."""
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


def repair_gcg(path: str | PathLike[str], given: Given | None = None) -> list[Fault]:
    """Repair the faults in a file whose repair is certain, and return them."""
    checked = check_gcg(path, given=given)
    certain = [fault for fault in checked.faults if fault.repaired is not None]
    if certain:
        write_atomically(path, [repair(checked.text, certain).encode()])
    return certain
