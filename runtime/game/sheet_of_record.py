"""The score sheet of a game, or of a record in GCG that may have faults.

As far as a record can be followed, its lines are the turns that the reader played. From the first fault on that stops
the reader, each line of the text becomes a line of the sheet, for a person to mend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from lexkit.base.errors import GameRecordError

from .judge import given_of
from .names import MAX_NAME, PLAYERS, is_name
from .referee.game import Game
from .referee.gcg_files import Checked, check_gcg_text
from .referee.gcg_header import USUAL_CHALLENGE, Header
from .referee.gcg_writer import choose_nicks, forgotten, overtime, require_empty_start
from .referee.turn import ACCEPT, EXCHANGE, FINE, PASS, PLACEMENT
from .rules import Rules
from .score_sheet import FORGOTTEN, MAX_ACTION, MAX_LINES, OFF, STANDS, ScoreSheet, SheetLine, line_of
from .text.alphabet_of_text import Given, for_board
from .text.gcg_lines import RESIGNED, TIME_UP, UNSUCCESSFUL, GcgEvent, GcgText, is_own, read_note
from .text.notation import PLACE

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet

    from ..automaton.index import HasIndex

_S = TypeVar("_S", bound=ScoreSheet)


def sheet_of_game(kind: type[_S], game: Game, remarks: Iterable[str] = (), said: dict[int, str] | None = None) -> _S:
    """The sheet of a game; ``said``: number of a turn -> the remark of its line."""
    require_empty_start(game)
    lines = list(_lines_of_game(game, said or {}))
    racks = {player: str(rack) for player, rack in enumerate(game.racks)}
    sheet = kind(game.lexicon, _distinct(game.players), rules=game.rules, first=game.first, lines=lines, racks=racks)
    sheet.remarks = tuple(remarks)
    sheet.game.nicknames = tuple(choose_nicks(game))
    return sheet


def _lines_of_game(game: Game, said: dict[int, str]) -> Iterator[SheetLine]:
    turns, unknown = game.turns, forgotten(game)
    waiting: set[int] = set()
    for number, turn in enumerate(turns, 1):
        waiting.update(unknown.get(number - 1, ()))
        rack = None
        if turn.player in waiting and turn.kind in (PLACEMENT, EXCHANGE, PASS):
            waiting.discard(turn.player)
            rack = str(turn.rack or FORGOTTEN)
        yield line_of(turn, rack, game.notes.get(number, ""), said.get(number, ""))
    yield from [SheetLine(player, f"{FINE} {-points}") for player, points, turn in overtime(game) if turn is None]


def sheet_of_gcg(
    kind: type[_S],
    text: str | bytes,
    lexicon: HasIndex | None,
    rules: Rules | None,
    alphabet: Alphabet | str | None = None,
) -> _S:
    """The sheet of a text: see :meth:`lexkit.ScoreSheet.from_gcg`."""
    given = given_of(alphabet, lexicon)
    checked = check_gcg_text(text, partial(Game, lexicon), rules, given=given)
    game = checked.game
    if game is None and rules is None and lexicon is not None:
        _refuse_other_alphabet(checked)
    ends = [] if game is None or game.record is None else game.record.ends
    said: dict[int, str] = {}
    for fault in checked.faults:
        said[fault.line] = "; ".join(filter(None, [said.get(fault.line), str(fault)]))[:MAX_ACTION]
    stop = min((fault.line for fault in checked.faults if fault.fatal), default=None)
    if game is not None and stop is None:
        told = {number: said.pop(line) for number, line in enumerate(ends, 1) if line in said}
        return sheet_of_game(kind, game, _by_line(said), told)
    return _Mended(checked.text, game, rules, stop or 0, said, given).sheet(kind, lexicon)


def _refuse_other_alphabet(checked: Checked) -> None:
    """Raise GameRecordError for a record that names another alphabet than the lexicon's, and could be read without."""
    named = next((fault for fault in checked.faults if fault.rule == "name"), None)
    if named is not None and Header(checked.text).rules_meant(Given()) is not None:
        what, place = "the record is of another alphabet than the lexicon", f"line {named.line}"
        raise GameRecordError(what, place=place, expected=named.expected, found=named.found)


def _distinct(names: Iterable[str]) -> list[str]:
    """The names, with underscores behind one that comes again."""
    found: list[str] = []
    for name in names:
        while name.strip() in map(str.strip, found):
            name = f"{name.strip()[: MAX_NAME - PLAYERS[1]]}_"
        found.append(name)
    return found


def _by_line(said: dict[int, str]) -> list[str]:
    return [f"line {line}: {text}" for line, text in said.items()]


class _Mended:
    """The lines of a faulty text: ``stop`` is where a reader gives up, ``said`` what it says by line."""

    def __init__(
        self, text: GcgText, game: Game | None, rules: Rules | None, stop: int, said: dict[int, str], given: Given
    ) -> None:
        self.said = said
        self.lines: list[SheetLine] = []
        #: The notes of each line: joined at the end, as there may be many.
        self.notes: dict[int, list[str]] = {}
        self.racks: dict[int, str] = {}
        header, events = Header(text), text.events
        if game is None:
            known = zip(header.nicks, header.names, strict=True)
            named = {nick: name if is_name(name) else nick for nick, name in known if is_name(nick)}
            for event in header.events:
                if len(named) < PLAYERS[1] and event.name not in named and is_name(event.name):
                    named[event.name] = event.name
            while len(named) < PLAYERS[0]:
                named[f"Player_{len(named) + 1}"] = f"Player {len(named) + 1}"
            self.nicks, names = list(named)[: PLAYERS[1]], list(named.values())[: PLAYERS[1]]
            first = self._player(header.events[0]) if header.events else 0
            if rules is None:
                alphabet = for_board(given.of_lexicon, False) if given.alphabet is None else given.alphabet
                rules = header.rules_meant(given) or Rules.of(alphabet, challenge=USUAL_CHALLENGE)
            self.start = names, rules, first
        else:
            self.nicks = [] if game.record is None else game.record.nicks
            self.start = list(game.players), game.rules, game.first
            ends = [] if game.record is None else game.record.ends
            told = {number: said.pop(line) for number, line in enumerate(ends, 1) if line in said and line < stop}
            # The notes behind its last turn are read below.
            game.notes = {number: note for number, note in game.notes.items() if number < len(ends)}
            self.lines += _lines_of_game(game, told)
            events = text.events[ends[-1] :] if ends else events
        for event in events:
            self._read(event)

    def sheet(self, kind: type[_S], lexicon: HasIndex | None) -> _S:
        """The sheet of these lines."""
        names, rules, first = self.start
        lines = self.lines[:MAX_LINES]
        lines = [line._replace(note="\n".join(self.notes.get(at, [line.note]))) for at, line in enumerate(lines)]
        made = kind(lexicon, _distinct(names), rules=rules, first=first, lines=lines, racks=self.racks)
        made.remarks = tuple(_by_line(self.said))
        made.game.nicknames = tuple(self.nicks)
        return made

    def _player(self, event: GcgEvent) -> int:
        """Whose line it is; if no player has its name, whose turn it may be."""
        if event.name in self.nicks:
            return self.nicks.index(event.name)
        return (self.lines[-1].player + 1) % len(self.nicks) if self.lines else 0

    def _add(self, event: GcgEvent, action: str, player: int | None = None) -> None:
        player = self._player(event) if player is None else player
        rack = event.rack if event.kind in ("play", "pass", "exchange") else ""
        remark = self.said.pop(event.line, "")
        self.lines.append(SheetLine(player, action[:MAX_ACTION], rack[:MAX_ACTION], "", remark))

    def _read(self, event: GcgEvent) -> None:
        """Add what a line of the text tells."""
        match event.kind:
            case "play":
                self._add(event, f"{event.place} {event.text}")
            case "pass" | "exchange":
                self._add(event, f"-{event.text}")
            case "withdrawn" | "bonus":
                challenger = (self._player(event) + 1) % len(self.nicks)
                self._add(event, OFF if event.kind == "withdrawn" else STANDS, challenger)
            case "time":
                self._add(event, f"{FINE} {-event.score}")
            case "out":
                if self.start[1].challenge != "void":
                    self._add(event, ACCEPT, (self._player(event) + 1) % len(self.nicks))
                if len(self.nicks) == 2:
                    self.racks[1 - self._player(event)] = event.text[:MAX_ACTION]
            case "penalty":
                self.racks[self._player(event)] = event.text[:MAX_ACTION]
            case "unknown" if event.name:
                tokens = event.text.split()
                at = next((at for at, token in enumerate(tokens[:-1]) if PLACE.fullmatch(token)), None)
                if at is None:
                    self._add(event, event.text)
                else:  # a play without its points
                    self._add(event._replace(kind="play", rack="".join(tokens[:at])), " ".join(tokens[at : at + 2]))
            case "note" | "more" if self.lines:
                self._read_note(event)

    def _read_note(self, event: GcgEvent) -> None:
        """Add a note to the line before; one that stands for an event is that event."""
        said, last = event.text.strip(), self.lines[-1]
        what, _, nick = said.partition(" ")
        if said == UNSUCCESSFUL and last.action == "-":
            self.lines[-1] = last._replace(action=STANDS)
        elif what in (RESIGNED, TIME_UP) and nick in self.nicks:
            self._add(event, "resign" if what == RESIGNED else "time", self.nicks.index(nick))
        elif not is_own(said):
            self.notes.setdefault(len(self.lines) - 1, [last.note] * bool(last.note)).append(read_note(event.text))
