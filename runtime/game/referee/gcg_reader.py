"""From a record in GCG to a game: each event is done again by the referee, and what does not fit is a fault.

A record is followed as far as possible: a fault that leaves no doubt how the game went on, such as points that were
miscounted or a rack that cannot be true, does not stop the reader.

Guaranteed: whatever a record says, reading it takes time in proportion to its length; the game that it gives is one
that its rules allow; and if a total at the end differs from the record's, there is a fault.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from lexkit.base.errors import ClockError, GameRecordError, IllegalMoveError, LexkitError, PositionError, show_value

from ..rack import Rack
from ..rules import Rules
from ..text.alphabet_of_text import Given
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
    """The source of a game: the text, the players' nicks, and after which line each turn ends.

    ``totals``: the last total that the text has of each player; ``faults``: all that is wrong with it, by line.
    """

    def __init__(self, text: GcgText, nicks: list[str]) -> None:
        self.text = text
        self.nicks = nicks
        self.turns: list[Turn] = []
        self.ends: list[int] = []
        self.totals: list[int] = [0] * len(nicks)
        self.faults: tuple[Fault, ...] = ()


class Reader:
    """One reading of a text: ``game`` is what it gives, ``faults`` are what is wrong with it.

    ``make``: takes names, rules and who begins, and gives a game that is not dealt. ``rules``: None are those of the
    record, its alphabet by what is ``given``.
    """

    def __init__(self, text: GcgText, make: Callable[..., Any], rules: Rules | None, given: Given) -> None:
        header = Header(text)
        self.text = text
        self.make = make
        self.faults = header.faults
        self.nicks, self.names = header.nicks, header.names
        self.events = header.events
        self.game: Any = None
        self.record = Record(text, header.nicks)
        #: Totals as the text has them once it is repaired, and as it has them.
        self.totals: list[int] = []
        self.written = self.record.totals
        #: Whether a repair would be certain, by player.
        self.certain: list[bool] = []
        #: The points of the last play, as the text has them once it is repaired.
        self.played = 0
        #: The line of the last event of each player.
        self.last_lines: dict[int, int] = {}
        self.ended: set[tuple[str, int]] = set()
        self.last_racks = 0
        #: The first line that could not be read, and the one at which the reader stops.
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
        """Do all events again, up to the first that cannot be done."""
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
            # In front of the events some programs write the first racks, which the events show too.
            nick = dict(enumerate(self.nicks, 1)).get(int(event.name[4:6]), "")
            if event.text.strip() != first_racks.get(nick):
                self._set_last_rack(event)

    def _player(self, event: GcgEvent) -> int:
        """The player of an event: of several with one nick, or if the nick is wrong, the one whose event it can be."""
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
        """See that the game's scores are those that the text ends with, unless a fault has told why not."""
        if any(not fault.mild for fault in self.faults):
            return
        for player, line in self.last_lines.items():
            if self.game.scores[player] != self.written[player]:
                self._fault(line, "total", f"{self.game.scores[player]} at the end", self.written[player])

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
            self.last_racks = 0
        if event.kind not in ENDS and game.over:
            is_turn = event.kind in ("play", "pass", "exchange")
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

        Points that were miscounted stay if the total agrees with them: this is what was written on the score sheet.
        Where points and total contradict each other, the board decides.
        """
        kept, written = self.totals[player], self.written[player]
        points, total = event.score, event.total
        agree = total in (kept + points, written + points)
        typed_wrong = points != score and not agree and total in (kept + score, written + score)
        clear = agree or typed_wrong or points == score
        right = score if typed_wrong else points
        # A total that is the board's again shows that only the points before it were wrong.
        counted = event.kind not in ENDS and total == self.game.scores[player]
        expected = kept + right if clear and not counted else total
        self.totals[player], self.written[player] = expected, total
        if event.kind == "play":
            self.played = right
        # Behind a line that could not be read, which may have had points, no total is certain.
        self.certain[player] &= clear and event.line < self.unread
        repaired = self._repaired(event, right, expected) if self.certain[player] else None
        if points != score:
            sure = repaired if typed_wrong else None
            self._fault(event.line, "score", f"{score:+d}", f"{points:+d}", repaired=sure)
        if total != expected and not typed_wrong:
            self._fault(event.line, "total", expected, total, repaired=repaired)

    def _repaired(self, event: GcgEvent, score: int, total: int) -> str | None:
        """The line of an event with these points and this total."""
        line = self.text.lines[event.line - 1][0]
        sign = "+" if event.score >= 0 and event.kind not in ("withdrawn", "penalty", "time") else ""
        pattern = re.compile(rf"(\s)(\+-|[+-])0*{abs(event.score)}(\s+){event.total}(?=\s|$)")
        shown = f"{score:+d}" if score or sign else "-0"
        repaired = pattern.sub(lambda found: f"{found[1]}{shown}{found[3]}{total}", line, count=1)
        return repaired if repaired != line else None

    def _take_turn(self, event: GcgEvent, player: int) -> None:
        """Let those pass whose turns are missing, and set the rack that the line shows."""
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
        """Set the rack that a line shows, if it can be true."""
        try:
            self._without_wrong_racks(event, player, lambda: self._set_rack(player, event.rack))
        except (LexkitError, OverflowError) as error:
            self._refuse(event, error)
            self._set_rack(player, "")

    def _without_wrong_racks(self, event: GcgEvent, player: int, act: Callable[[], Any]) -> Any:
        """Do what racks that were shown may forbid: those are unknown again if it is possible without them."""
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
            except LexkitError:
                self._fault(event.line, "rack", f"what is left, {game.rack(others[0])}", event.text)
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
            self._fault(event.line, "rack", f"what is left, {game.rack(player)}", event.text)
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
    """(words challenged, those invalid) as notes say them, else as given."""
    for note in notes:
        kind, *told = note.split()
        if kind == CHALLENGED and told:
            return [word.removesuffix("*") for word in told], [word[:-1] for word in told if word.endswith("*")]
    return words, invalid
