"""From a record in GCG to a game: each event is done again by the referee, and what does not fit is a fault.

Guaranteed: whatever a record says, reading it takes time in proportion to its length, and the game that it gives is one
that its rules allow.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from ....errors import ClockError, GameRecordError, IllegalMoveError, LexkitError, PositionError, show_value
from ..rack import Rack
from ..rules import Rules
from ..text.gcg_lines import (
    BEGINS,
    CHALLENGED,
    FINED,
    OF_TURN,
    RESIGNED,
    TIME_UP,
    UNKNOWN,
    UNSUCCESSFUL,
    GcgEvent,
    GcgText,
    goes_on,
    is_own,
    note_of,
    read_note,
)
from .challenge import challenge_rule
from .endings import OUT, PASSES, ZEROS
from .gcg_header import EVENTS, Fault, Header, begin_game, stop_clock
from .turn import Turn

ENDS: Final = frozenset(["out", "penalty", "time"])
_RACK: Final = re.compile(r"rack([0-9]+)")


class Record:
    """Where a game came from: the text, the players' nicks, and after which line each turn ends."""

    def __init__(self, text: GcgText, nicks: list[str]) -> None:
        self.text = text
        self.nicks = nicks
        self.turns: list[Turn] = []
        self.ends: list[int] = []


class Reader:
    """One reading of a text: ``game`` is what it gives, ``faults`` are what is wrong with it.

    ``make``: takes names, rules and who begins, and gives a game that is not dealt.
    """

    def __init__(self, text: GcgText, make: Callable[..., Any], rules: Rules | None = None) -> None:
        header = Header(text)
        self.text = text
        self.make = make
        self.faults = header.faults
        self.nicks, self.names = header.nicks, header.names
        self.events = header.events
        self.game: Any = None
        self.record = Record(text, header.nicks)
        #: Totals as they should be, and as the text has them.
        self.totals: list[int] = []
        self.written: list[int] = []
        self.ended: set[tuple[str, str]] = set()
        self.last_racks = 0
        #: The first line that could not be read.
        self.unread = min((fault.line for fault in header.faults if fault.rule == "line"), default=len(text.lines) + 1)
        self.fines_told = False
        self.rules = rules
        if rules is None and not header.fatal:
            self.rules = header.rules_meant()
        if self.rules is not None and not self.fatal:
            self._begin()
            self._replay()
            if self.game is not None:
                stop_clock(self.game)
                self.record.turns = list(self.game.turns)
                self.game.notes = self._notes()

    @property
    def fatal(self) -> bool:
        """Whether a fault leaves no game."""
        return any(fault.fatal for fault in self.faults)

    def _fault(self, line: int, rule: str, expected: object, found: object, **more: Any) -> None:
        self.faults.append(Fault(line, rule, str(expected), str(found), **more))

    # -- events -------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Make the game."""
        told = [event.text for event in self.text.events if event.kind == "note"]
        first = next((words[1] for words in map(str.split, told) if words[:1] == [BEGINS] and len(words) == 2), "")
        if first not in self.nicks:
            first = self.events[0].name if self.events else (self.nicks or ["?"])[0]
        if len(self.nicks) < 2:
            line = self.events[0].line if self.events else 1
            self._fault(line, "player", "#player1 and #player2 before the events", f"{len(self.nicks)} players")
            return
        begins = self.nicks.index(first) if first in self.nicks else 0
        try:
            self.game = begin_game(self.make, told, self.names, rules=self.rules, first=begins)
        except GameRecordError as error:
            self._fault(1, "name", error.expected, error.found)
        self.totals = [0] * len(self.nicks)
        self.written = [0] * len(self.nicks)

    def _replay(self) -> None:
        """Do all events again, up to the first that cannot be done."""
        events = self.text.events
        for at, event in enumerate(events):
            if self.game is None or self.fatal:
                return
            if event.kind in EVENTS:
                if event.name not in self.nicks:
                    self._fault(event.line, "player", " or ".join(self.nicks), show_value(event.name))
                    return
                self._do(event, self.nicks.index(event.name), self._notes_of(events, at))
            elif event.kind == "note":
                self._do_note(event)
            elif event.kind == "pragma" and _RACK.fullmatch(event.name):
                self._set_last_rack(event)

    def _notes_of(self, events: tuple[GcgEvent, ...], at: int) -> tuple[str, ...]:
        """The notes after an event that stand for what GCG has no event for."""
        notes = []
        while at + 1 < len(events) and events[at + 1].kind == "note" and is_own(events[at + 1].text.strip()):
            at += 1
            notes.append(events[at].text.strip())
        return tuple(notes)

    def _do_note(self, event: GcgEvent) -> None:
        """Do what a note says that GCG has no event for."""
        kind, _, nick = event.text.strip().partition(" ")
        if kind == UNKNOWN:
            for player in {self.nicks.index(name) for name in nick.split() if name in self.nicks}:
                self._set_rack(player, "")
        if kind not in (RESIGNED, TIME_UP) or nick not in self.nicks or self.game.over:
            return
        player = self.nicks.index(nick)
        turns = self.game.turn_number
        try:
            if kind == RESIGNED and player not in self.game.resigned:
                self.game.resign(player=player)
            elif kind == TIME_UP and player == self.game.to_move:
                self.game.flag()
        except ClockError as error:
            self._fault(event.line, "end", error.expected, error.what)
        self.record.ends += [event.line] * (self.game.turn_number - turns)

    def _notes(self) -> dict[int, str]:
        """What notes say, by number of the turn; notes that stand for events are left out."""
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
            return
        if event.kind not in ENDS and game.over:
            self._fault(event.line, "end", "no turn after the end", event.kind)
            return
        turns = game.turn_number
        try:
            score = getattr(self, f"_do_{event.kind}")(event, player, notes)
        except (LexkitError, OverflowError) as error:
            rule = "place" if event.kind == "play" else "tiles"
            if getattr(error, "place", None) == "rack":
                rule = "tiles" if "not on the rack" in str(error) else "rack"
            expected = getattr(error, "expected", None) or "what the rules allow"
            what = getattr(error, "what", str(error))
            found = getattr(error, "found", None)
            self._fault(event.line, rule, expected, what if found is None else f"{what} ({found})")
            return
        if score is None:
            return
        self._check_points(event, player, score)
        self.record.ends += [event.line] * (game.turn_number - turns)

    def _check_points(self, event: GcgEvent, player: int, score: int) -> None:
        """Compare points and total with what they should be."""
        before = self.totals[player]
        expected, carried = before + score, self.written[player] + event.score
        self.totals[player], self.written[player] = expected, event.total
        line = self.text.lines[event.line - 1][0]
        sign = "+" if event.score >= 0 and event.kind not in ("withdrawn", "penalty", "time") else ""
        pattern = re.compile(rf"(\s)(\+-|[+-])0*{abs(event.score)}(\s+){event.total}(?=\s|$)")
        shown = f"{score:+d}" if score or sign else "-0"
        repaired = pattern.sub(lambda found: f"{found[1]}{shown}{found[3]}{expected}", line, count=1)
        # Behind a line that could not be read, which may have had points, no total is certain.
        certain = repaired if repaired != line and event.line < self.unread else None
        if event.score != score:
            # The score is the one of the board if the total agrees with it.
            sure = certain if event.total == expected else None
            self._fault(event.line, "score", f"{score:+d}", f"{event.score:+d}", repaired=sure, fatal=False)
            return
        if event.total not in (expected, carried) or event.total != expected:
            self._fault(event.line, "total", expected, event.total, repaired=certain, fatal=False)

    def _turn_of(self, event: GcgEvent, player: int) -> bool:
        """Whether it is this player's turn."""
        game = self.game
        if player != game.to_move:
            self._fault(event.line, "turn", self.nicks[game.to_move], self.nicks[player])
            return False
        if event.rack:
            self._set_rack(player, event.rack)
        return True

    def _set_rack(self, player: int, rack: str) -> None:
        try:
            self.game.set_rack(player, Rack(rack, self.game.rules.alphabet))
        except PositionError as error:
            raise IllegalMoveError(error.what, place="rack", expected=error.expected, found=error.found) from None

    def _do_play(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        if not self._turn_of(event, player):
            return None
        turn: Turn = self.game.play(f"{event.place} {event.text}")
        return turn.score

    def _do_pass(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        if not self._turn_of(event, player):
            return None
        if UNSUCCESSFUL in notes and self.game.challengeable is not None:
            self.game.challenge(_challenged_in(notes, None, [])[0], invalid=[])
        else:
            self.game.pass_turn()
        return 0

    def _do_exchange(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        if not self._turn_of(event, player):
            return None
        count = event.text.isdecimal() and len(event.text) < 3
        self.game.exchange(int(event.text) if count else event.text)
        return 0

    def _do_withdrawn(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        played = self._challenged(event, player)
        if played is None or played.move is None:
            return None
        if event.rack and played.rack is not None:
            listed = Rack(event.rack, self.game.rules.alphabet)
            if not (listed.has(played.rack) or played.rack.has(listed)):
                self._fault(event.line, "challenge", f"the rack of the play, {played.rack}", event.rack)
                return None
        words, invalid = _challenged_in(notes, None, played.move.words)
        self.game.challenge(words, invalid=invalid)
        return -played.score

    def _do_bonus(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        played = self._challenged(event, player)
        if played is None or played.move is None:
            return None
        words, rule = played.move.words, challenge_rule(self.game.rules.challenge)
        if rule.each_word:
            words = words[: max(1, event.score // rule.points)]
        if event.rack:
            self._set_rack(player, event.rack)
        turn: Turn = self.game.challenge(_challenged_in(notes, words, [])[0], invalid=[])
        return turn.score

    def _challenged(self, event: GcgEvent, player: int) -> Turn | None:
        """The play that is challenged, or None with a fault."""
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
            except IllegalMoveError:
                self._fault(event.line, "rack", f"what is left, {game.rack(others[0])}", event.text)
                return None
        return int(game.ending[player])

    def _do_penalty(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        game = self.game
        if game.waiting:
            game.pass_turn()
        if not self._is_end(event, player, game.over):
            return None
        if event.rack != event.text:
            self._fault(event.line, "rack", f"({event.rack})", f"({event.text})")
            return None
        self._set_rack(player, event.text)
        if game.result.reason == OUT and game.rules.out_bonus == "double":
            return -int(game.rules.points_of(game.rack(player).counts)) if game.out != player else 0
        return int(game.ending[player])

    def _do_time(self, event: GcgEvent, player: int, notes: tuple[str, ...]) -> int | None:
        game = self.game
        if not self._is_end(event, player, game.over and not game.waiting):
            return None
        if event.score >= 0:
            self._fault(event.line, "score", "points lost", f"{event.score:+d}")
            return None
        told = self._fines_told(notes)
        for fined, points in told or ([] if self.fines_told or game.clock else [(player, -event.score)]):
            game.fine(fined, points)
        self.fines_told = self.fines_told or bool(told)
        return int(game.result.overtime[player])

    def _fines_told(self, notes: tuple[str, ...]) -> list[tuple[int, int]]:
        """(player, points) of each fine, if a note says them, since a player had several."""
        for note in notes:
            kind, *told = note.split()
            pairs = list(zip(told[::2], told[1::2], strict=False))
            if kind == FINED and all(nick in self.nicks and points.isdecimal() for nick, points in pairs):
                return [(self.nicks.index(nick), int(points)) for nick, points in pairs]
        return []

    def _is_end(self, event: GcgEvent, player: int, ended: bool) -> bool:
        """Whether the game has ended in this way, once, and in this order."""
        if not ended or not self.game.over:
            self._fault(event.line, "end", "the end of the game before it", event.kind)
            return False
        key = event.kind, event.name
        if key in self.ended or (event.kind == "out" and any(kind == "out" for kind, _ in self.ended)):
            self._fault(event.line, "end", f"one such line of {event.name}", "another one")
            return False
        if event.kind != "time" and any(kind == "time" for kind, _ in self.ended):
            self._fault(event.line, "end", "time last", f"{event.kind} after time")
            return False
        racks_count = self.game.result.reason in (OUT, ZEROS, PASSES) and any(self.game.ending)
        missing = event.kind == "time" and not self.ended and racks_count
        if missing:
            self._fault(event.line, "end", "the points of the racks before time", "time")
        self.ended.add(key)
        return not missing

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
    """(words challenged, those invalid) as notes say them, else as given."""
    for note in notes:
        kind, *told = note.split()
        if kind == CHALLENGED and told:
            return [word.removesuffix("*") for word in told], [word[:-1] for word in told if word.endswith("*")]
    return words, invalid
