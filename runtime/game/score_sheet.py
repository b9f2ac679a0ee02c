"""A game from a score sheet: entered turn by turn, changed anywhere, with racks known, partly known or unknown.

    sheet = lexkit.ScoreSheet(lex, ("Ann", "Bob"))
    sheet.add("8D QUIZ", rack="EIQUZ"); sheet.add("-4"); sheet.add("challenge"); sheet.change(0, note="a fine start")
    sheet.lines[1].fault, sheet.game.scores, sheet.to_gcg()

After each change the referee replays the sheet. What the rules do not allow in its place stays on the sheet with its
fault, and the game goes on without it: the player has passed there, if others follow. So what follows a change is kept
as far as it is still legal.

A sheet is also made from a game, or from a record in GCG that may have faults. As far as a record can be followed, its
lines are the turns that the reader played. From the first fault that stops the reader, each line of the text becomes
a line of the sheet, for a person to mend.

Guaranteed: :func:`lexkit.read_gcg` reads what a sheet writes without a fault, to the same game; a method that raises an
error changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from lexkit.base.checks import require_kind, require_whole
from lexkit.base.errors import (
    GameRecordError,
    IllegalMoveError,
    LexkitError,
    OutOfTurnError,
    PositionError,
    show_value,
    with_plain_types,
)
from lexkit.base.former_names import warn_renamed

from .gcg.read import USUAL_CHALLENGE, Checked, GcgHeader, check_gcg_text
from .gcg.text import MAX_BYTES, UNSUCCESSFUL, GcgEvent, GcgText, is_own, read_note
from .judge import core_of, given_of
from .names import MAX_NAME, PLAYERS, is_name
from .referee.game import MAX_FINE, Game
from .referee.game_view import choose_nicks, forgotten, overtime, require_empty_start
from .referee.turn import ACCEPT, CHALLENGE, FINE, Turn
from .referee.turn_kinds import EVENTS_USING_TURN, KIND_OF_NOTE, KIND_OF_WORD, USING_TURN, form_of, repeat_noted
from .rules import Rules
from .text.alphabet_of_text import Given, for_board
from .text.notation import PLACE

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet

    from ..automaton.index import HasIndex


#: Most lines, and longest texts: more than any game has.
MAX_LINES: Final = 1000
MAX_ACTION: Final = 1000
#: What is written instead of a rack that is unknown again.
FORGOTTEN: Final = "-"
#: A play that was challenged and taken back, and one that was challenged and stands, as GCG writes them.
OFF: Final = "--"
STANDS: Final = "(challenge)"


@with_plain_types
class SheetLine(NamedTuple):
    """A line of a score sheet.

    ``player``: whose turn it was, from 0; ``action``: what :meth:`lexkit.Action.read` reads; also ``--`` (the play
    before was challenged and taken back), ``(challenge)`` (it was challenged and stands), ``challenge LIFEX* QI``
    (these words were; a star says that one is not valid), ``accept`` (of the last play), ``time`` (is up), ``fine 10``.
    ``rack``: what is known of it, ``-`` if what was known no longer is; ``note``; ``remark``: what a check said of this
    line of a file; ``number``: of the turn in the game, from 1, None if it is not in it; ``fault``: what is wrong.
    """

    player: int
    action: str
    rack: str = ""
    note: str = ""
    remark: str = ""
    number: int | None = None
    fault: str | None = None


class ScoreSheet:
    """The score sheet of a game of two to four players, to enter and to change.

    ``lexicon`` decides challenges whose words are not named; ``rules``: by default those of its language, with the
    challenge rule ``double``; ``first``: the player who begins; ``lines``: to begin with, each a :class:`SheetLine` or
    its first fields.

    ``game``: the game as the sheet tells it, as far as it can be played; ``lines``: all of them, with their faults;
    ``racks``: the tiles left at the end, by player; ``rack_faults``: player -> what is wrong with them; ``remarks``:
    what a check said of a file apart from its turns.
    """

    def __init__(
        self,
        lexicon: HasIndex | None = None,
        players: Sequence[str] = ("Player 1", "Player 2"),
        *,
        rules: Rules | None = None,
        first: int = 0,
        lines: Iterable[SheetLine | tuple[Any, ...]] = (),
        racks: Mapping[int, str] | None = None,
    ) -> None:
        if rules is None:
            alphabet = "english" if lexicon is None else core_of(lexicon).alphabet
            rules = Rules.from_alphabet(alphabet, challenge=USUAL_CHALLENGE)
        self._start = Game(lexicon, players, rules=rules, seed=0, first=first, dealt=False)
        names = [name.strip() for name in self._start.players]
        if len(set(names)) < len(names):
            raise PositionError("two players have the same name", place="players", found=", ".join(names))
        self.game: Game = self._start
        self.racks: dict[int, str] = {}
        self.remarks: tuple[str, ...] = ()
        made = [self._line(SheetLine(*tuple[Any, ...](line))) for line in lines]
        _require_room(len(made))
        self._replay(made, {self._player(player): _text(rack, "rack") for player, rack in (racks or {}).items()})

    # -- what stands on it --------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players."""
        return self._start.players

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._start.rules

    @property
    def first(self) -> int:
        """The player who begins."""
        return self._start.first

    def to_move(self, at: int | None = None) -> int:
        """The player to move before a line, by default behind the last."""
        return self._movers[len(self.lines) if at is None else self._place(at, len(self.lines))]

    def to_gcg(self) -> str:
        """The record in GCG. Notes tell which passes stand for turns that are not possible."""
        return self.game.to_gcg()

    def __eq__(self, other: object) -> bool:
        """Whether the sheets are the same: players, rules, who begins, lines, and racks at the end."""
        return self._told() == other._told() if isinstance(other, ScoreSheet) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        faults = sum(line.fault is not None for line in self.lines)
        return f"<ScoreSheet: {len(self.lines)} lines, {faults} with a fault, {self.game!r}>"

    # -- changes ------------------------------------------------------------------------------------

    def add(self, action: str, *, player: int | None = None, rack: str = "", note: str = "") -> SheetLine:
        """Add a line at the end; ``player``: by default the one to move."""
        return self.insert(len(self.lines), action, player=player, rack=rack, note=note)

    def insert(self, at: int, action: str, *, player: int | None = None, rack: str = "", note: str = "") -> SheetLine:
        """Insert a line before this one, from 0; later lines keep their players."""
        at = self._place(at, len(self.lines))
        _require_room(len(self.lines) + 1)
        line = self._line(SheetLine(self.to_move(at) if player is None else player, action, rack, note))
        self._replay([*self.lines[:at], line, *self.lines[at:]], self.racks)
        return self.lines[at]

    def change(
        self,
        at: int,
        *,
        action: str | None = None,
        player: int | None = None,
        rack: str | None = None,
        note: str | None = None,
    ) -> SheetLine:
        """Change what is given of a line, from 0."""
        at = self._place(at, len(self.lines) - 1)
        given = {"action": action, "player": player, "rack": rack, "note": note}
        wanted: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        line = self._line(self.lines[at]._replace(remark="", **wanted))
        self._replay([*self.lines[:at], line, *self.lines[at + 1 :]], self.racks)
        return self.lines[at]

    def remove(self, at: int) -> SheetLine:
        """Remove a line, from 0, and return it; later lines keep their players."""
        at = self._place(at, len(self.lines) - 1)
        line = self.lines[at]
        self._replay([*self.lines[:at], *self.lines[at + 1 :]], self.racks)
        return line

    def shift(self, at: int) -> None:
        """Move this line and all after it to the next player, for when an earlier turn was forgotten."""
        at = self._place(at, len(self.lines))
        shifted = [line._replace(player=(line.player + 1) % len(self.players)) for line in self.lines[at:]]
        self._replay([*self.lines[:at], *shifted], self.racks)

    def set_rack(self, player: int, tiles: str) -> None:
        """Say which tiles a player has left at the end; an empty text says nothing."""
        self._replay(self.lines, {**self.racks, self._player(player): _text(tiles, "rack")})

    # -- from records -------------------------------------------------------------------------------

    @classmethod
    def from_game(cls, game: Game) -> ScoreSheet:
        """The sheet of a game. Times are left out. Raises GameRecordError if it began from a position."""
        return sheet_of_game(cls, game)

    @classmethod
    def of(cls, game: Game) -> ScoreSheet:
        """The former name of :meth:`from_game`."""
        warn_renamed("ScoreSheet.of", "ScoreSheet.from_game")
        return cls.from_game(game)

    @classmethod
    def from_gcg(
        cls,
        text: str | bytes,
        lexicon: HasIndex | None = None,
        *,
        rules: Rules | None = None,
        alphabet: Alphabet | str | None = None,
    ) -> ScoreSheet:
        """The sheet of a text in GCG, also of one with faults: what a check says of a line is its ``remark``.

        ``rules`` and ``alphabet``: as for :func:`lexkit.read_gcg`. Raises GameRecordError if it cannot be a record at
        all.
        """
        return sheet_of_gcg(cls, text, lexicon, rules, alphabet)

    # -- in here ------------------------------------------------------------------------------------

    def _told(self) -> tuple[Any, ...]:
        return self.players, self.rules, self.first, self.lines, self.racks

    def _line(self, line: SheetLine) -> SheetLine:
        action = " ".join(_text(line.action, "action").split())
        note = _text(line.note, "note", MAX_BYTES)
        player, rack, remark = self._player(line.player), _text(line.rack, "rack"), _text(line.remark, "remark")
        return SheetLine(player, action, rack, note, remark)

    def _player(self, player: int) -> int:
        return require_whole(player, "player", 0, len(self._start.players) - 1, PositionError)

    def _place(self, at: int, most: int) -> int:
        if most < 0:
            raise PositionError("no such line", place="at", expected="a sheet with lines")
        return require_whole(at, "line", 0, most, PositionError)

    def _replay(self, lines: Iterable[SheetLine], racks: Mapping[int, str]) -> None:
        """Play the lines from the start, and store the results."""
        replay = _Replay(self._start.copy())
        for line in lines:
            replay.do(line)
        self.racks = {player: tiles for player, tiles in sorted(racks.items()) if tiles}
        self.rack_faults = replay.set_last_racks(self.racks)
        replay.game.notes = {number: "\n".join(told) for number, told in replay.notes.items()}
        self.lines: tuple[SheetLine, ...] = tuple(replay.lines)
        self._movers = replay.movers
        replay.game.nicknames = self.game.nicknames
        self.game = replay.game


class _Replay:
    """A sheet played from its first line: the game so far, and the lines with what came of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[SheetLine] = []
        self.movers = [game.to_move]
        self.notes: dict[int, list[str]] = {}
        #: By player: what notes say of a pass that stands for lines that are not possible.
        self.set_aside: dict[int, list[str]] = {}

    def do(self, line: SheetLine) -> None:
        """Play a line, if it is possible: else with its rack unknown, else with all racks unknown, else not at all."""
        fault, unfit = None, False
        for rack, forget in dict.fromkeys([(line.rack, False), (FORGOTTEN, False), (FORGOTTEN, True)]):
            trial = _Trial(self, line, rack, forget)
            if trial.error is None:
                self.game, number = trial.game, trial.game.turn_number
                for passed, (mover, told) in trial.passes.items():
                    self.notes[passed] = told
                    self.set_aside.pop(mover, None)
                self.set_aside.pop(line.player, None)
                if line.note:
                    self.notes[number] = [line.note]
                break
            if fault is None or unfit:  # what is wrong with the action says more than what is wrong with the rack
                fault = str(trial.error)
            unfit = not trial.acted
        else:
            number = None
            told = [f"not possible: {line.action}"] + [line.note] * bool(line.note)
            self.set_aside.setdefault(line.player, []).extend(told)
        self.lines.append(line._replace(number=number, fault=fault))
        self.movers.append(self.game.to_move)

    def set_last_racks(self, racks: Mapping[int, str]) -> dict[int, str]:
        """Say what is left on racks; by player, what is wrong with them."""
        faults = {}
        for player, tiles in racks.items():
            try:
                self.game.set_rack(player, tiles)
            except LexkitError as error:
                faults[player] = str(error)
        return faults


class _Trial:
    """A line tried on a copy of the game: ``game`` after it, or the error.

    ``passes``: number of a pass that stands for a turn which the sheet does not have -> the player, and the
    lines of its note;
    ``acted``: whether the rack was all right; ``forget``: no rack is known before it, since one of them is wrong.
    """

    def __init__(self, replay: _Replay, line: SheetLine, rack: str, forget: bool = False) -> None:
        self.game = replay.game.copy()
        self.passes: dict[int, tuple[int, list[str]]] = {}
        self.error: LexkitError | None = None
        self.acted = False
        try:
            word, *told = line.action.lower().split() or [""]
            kind = KIND_OF_WORD.get(word)
            if kind is None or kind.form.of_mover:
                self._pass_until(line.player, replay.set_aside)
            for player in range(len(self.game.players)) if forget else ():
                self.game.set_rack(player, "")
            if rack and self._shows_rack(word, told, line):
                self.game.set_rack(line.player, "" if rack == FORGOTTEN else rack)
            self.acted = True
            self._do(word, told, line)
        except LexkitError as error:
            self.error = error

    def _shows_rack(self, word: str, told: list[str], line: SheetLine) -> bool:
        """Whether a line tells a rack: not one that takes back a play, and what was known before it, too."""
        if word == STANDS or (word == CHALLENGE and told and "*" not in line.action):
            return line.player == self.game.to_move
        return word not in KIND_OF_WORD

    def _pass_until(self, player: int, set_aside: Mapping[int, list[str]]) -> None:
        """Let those before this player pass, whose turns are missing."""
        game = self.game
        while game.to_move != player and not game.over and not game.waiting and player not in game.resigned:
            mover = game.to_move
            game.pass_turn()
            self.passes[game.turn_number] = mover, set_aside.get(mover) or ["no turn on the score sheet"]

    def _do(self, word: str, told: list[str], line: SheetLine) -> None:
        """Do what a line says; ``told``: the words behind the first."""
        game = self.game
        if word in (OFF, STANDS):
            formed = () if game.challengeable is None else game.challengeable.words
            game.challenge(invalid=formed if word == OFF else ())
        elif word == CHALLENGE and told:
            named = line.action.split()[1:]
            invalid = [one.removesuffix("*") for one in named if one.endswith("*")]
            game.challenge([one.removesuffix("*") for one in named], invalid=invalid)
        elif word == CHALLENGE:
            if game.core is None and game.challengeable is not None:
                remedy = "name the words, those that are not valid with a star: challenge LIFEX*"
                raise IllegalMoveError("there is no lexicon to judge by", place="challenge", remedy=remedy)
            game.challenge()
        elif word == ACCEPT:
            if not game.waiting:
                raise OutOfTurnError("nothing to accept", expected="a play that went out before it")
            game.pass_turn()
        elif word == FINE:
            points = "".join(told)
            if not (points.isascii() and points.isdecimal() and len(points) <= len(str(MAX_FINE))):
                expected = f"points, 1 to {MAX_FINE:,}"
                raise IllegalMoveError("invalid fine", place=FINE, expected=expected, found=show_value(points))
            game.fine(line.player, int(points))
        elif word in KIND_OF_WORD:
            repeat_noted(game, KIND_OF_WORD[word], line.player)
        else:
            game.act(line.action, player=line.player)


def line_of(turn: Turn, rack: str | None = None, note: str = "", remark: str = "") -> SheetLine:
    """The line of a turn; ``rack``: if it is not the turn's."""
    if rack is None:
        lost = turn.kind == CHALLENGE and not turn.success and not turn.score  # which is a pass in GCG
        rack = str(turn.rack or "") if lost or turn.kind in USING_TURN else ""
    return SheetLine(turn.player, form_of(turn).action(turn), rack, note, remark)


def _text(value: Any, what: str, most: int = MAX_ACTION) -> str:
    text: str = require_kind(value, str, what, "a str")
    if len(text) > most:
        raise GameRecordError(
            "the text is too long", place=what, expected=f"at most {most:,} characters", found=len(text)
        )
    return text


def _require_room(lines: int) -> None:
    if lines > MAX_LINES:
        raise GameRecordError("the score sheet is too long", expected=f"at most {MAX_LINES:,} lines", found=lines)


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
        if turn.player in waiting and turn.kind in USING_TURN:
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
    if named is not None and GcgHeader(checked.text).rules_meant(Given()) is not None:
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
        header, events = GcgHeader(text), text.events
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
                rules = header.rules_meant(given) or Rules.from_alphabet(alphabet, challenge=USUAL_CHALLENGE)
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
        rack = event.rack if event.kind in EVENTS_USING_TURN else ""
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
        elif what in KIND_OF_NOTE and nick in self.nicks:
            self._add(event, KIND_OF_NOTE[what].form.words[0], self.nicks.index(nick))
        elif not is_own(said):
            self.notes.setdefault(len(self.lines) - 1, [last.note] * bool(last.note)).append(read_note(event.text))
