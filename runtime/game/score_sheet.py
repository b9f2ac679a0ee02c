"""A game from a score sheet: entered turn by turn, editable at any line, with racks known, partly known or unknown.

    sheet = lexkit.ScoreSheet(lex, ("Ann", "Bob"))
    sheet.add("8D QUIZ", rack="EIQUZ"); sheet.add("-4"); sheet.add("challenge"); sheet.change(0, note="a fine start")
    sheet.lines[1].fault, sheet.game.scores, sheet.to_gcg()

After each change the referee replays the sheet. A line that the rules do not allow in its place stays on the sheet
with its fault, and the game continues without it: the player passes there if other lines follow. The lines after a
change thus keep their turns as far as these are still legal.

A sheet is also made from a game, or from a GCG record that may have faults. Up to the first fault that stops the
reader, its lines are the turns that the reader played. From there on, each line of the text becomes a line of the
sheet, for the user to correct.

Guaranteed: :func:`lexkit.read_gcg` reads a sheet without faults back to the same game; a method that raises an
error changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from lexkit.base.checks import require_whole
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

    from ..automaton.index import LexiconLike


#: Maximum number of lines of a sheet: more than any game has.
MAX_LINES: Final = 1000
#: Maximum length of an action, in characters.
MAX_ACTION: Final = 1000
#: Rack of a line at which the rack becomes unknown again.
FORGOTTEN: Final = "-"
#: Action of a play that was challenged and taken back, as GCG writes it.
OFF: Final = "--"
#: Action of a play that was challenged and stands, as GCG writes it.
STANDS: Final = "(challenge)"


@with_plain_types
class SheetLine(NamedTuple):
    """A line of a score sheet.

    Attributes:
        player: Number of the player whose turn it was, from 0.
        action: A text that :meth:`lexkit.Action.read` reads, or ``--`` (the play before was challenged and taken
            back), ``(challenge)`` (it was challenged and stands), ``challenge LIFEX* QI`` (these words were
            challenged; a star marks an invalid one), ``accept`` (the last play was accepted), ``time`` (the time
            was up), ``fine 10``.
        rack: Known tiles of the player's rack; ``-`` if they are no longer known.
        note: Note of the line.
        remark: Remark of a check on this line of a file.
        number: Number of the turn in the game, from 1; None if it is not in the game.
        fault: What is wrong with the line, or None.
    """

    player: int
    action: str
    rack: str = ""
    note: str = ""
    remark: str = ""
    number: int | None = None
    fault: str | None = None


class ScoreSheet:
    """Editable score sheet of a game of two to four players.

    Args:
        lexicon: Lexicon that decides challenges whose words are not named.
        players: Names of the players.
        rules: Rules of the game; by default those of the lexicon's language, with the challenge rule ``double``.
        first: Number of the player who begins.
        lines: Lines to begin with, each a :class:`SheetLine` or its first fields.
        racks: Tiles left at the end, by player.

    Attributes:
        game: The game of the sheet, as far as it can be played.
        lines: All lines, with their faults.
        racks: Tiles left at the end, by player.
        rack_faults: Player -> what is wrong with the tiles left.
        remarks: Remarks of a check on a file apart from its turns.
    """

    def __init__(
        self,
        lexicon: LexiconLike | None = None,
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
        """Names of the players."""
        return self._start.players

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return self._start.rules

    @property
    def first(self) -> int:
        """Number of the player who begins."""
        return self._start.first

    def to_move(self, at: int | None = None) -> int:
        """Return the player to move before a line.

        Args:
            at: Index of the line, by default after the last.
        """
        return self._movers[len(self.lines) if at is None else self._place(at, len(self.lines))]

    def to_gcg(self) -> str:
        """Return the record in GCG. Notes mark the passes that stand for turns that are not possible."""
        return self.game.to_gcg()

    def __eq__(self, other: object) -> bool:
        """Return whether the sheets are equal: players, rules, who begins, lines, and racks at the end."""
        return self._told() == other._told() if isinstance(other, ScoreSheet) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        faults = sum(line.fault is not None for line in self.lines)
        return f"<ScoreSheet: {len(self.lines)} lines, {faults} with a fault, {self.game!r}>"

    # -- changes ------------------------------------------------------------------------------------

    def add(self, action: str, *, player: int | None = None, rack: str = "", note: str = "") -> SheetLine:
        """Add a line at the end.

        Args:
            action: Text of the action, see :class:`SheetLine`.
            player: Number of the player, by default the one to move.
            rack: Known tiles of the player's rack.
            note: Note of the line.

        Returns:
            The line on the sheet, with its ``fault`` if it cannot be played.

        Raises:
            GameRecordError: A text or the sheet is too long.
        """
        return self.insert(len(self.lines), action, player=player, rack=rack, note=note)

    def insert(self, at: int, action: str, *, player: int | None = None, rack: str = "", note: str = "") -> SheetLine:
        """Insert a line before another; later lines keep their players.

        Args:
            at: Index of the line to insert before, from 0.
            action: Text of the action, see :class:`SheetLine`.
            player: Number of the player, by default the one to move there.
            rack: Known tiles of the player's rack.
            note: Note of the line.

        Returns:
            The line on the sheet, with its ``fault`` if it cannot be played.
        """
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
        """Change fields of a line; None keeps a field.

        Args:
            at: Index of the line, from 0.
            action: Text of the action, see :class:`SheetLine`.
            player: Number of the player.
            rack: Known tiles of the player's rack.
            note: Note of the line.

        Returns:
            The line on the sheet, with its ``fault`` if it cannot be played.
        """
        at = self._place(at, len(self.lines) - 1)
        given = {"action": action, "player": player, "rack": rack, "note": note}
        wanted: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        line = self._line(self.lines[at]._replace(remark="", **wanted))
        self._replay([*self.lines[:at], line, *self.lines[at + 1 :]], self.racks)
        return self.lines[at]

    def remove(self, at: int) -> SheetLine:
        """Remove a line and return it; later lines keep their players.

        Args:
            at: Index of the line, from 0.
        """
        at = self._place(at, len(self.lines) - 1)
        line = self.lines[at]
        self._replay([*self.lines[:at], *self.lines[at + 1 :]], self.racks)
        return line

    def shift(self, at: int) -> None:
        """Give a line and all after it to the next player, for when an earlier turn was forgotten.

        Args:
            at: Index of the line, from 0.
        """
        at = self._place(at, len(self.lines))
        shifted = [line._replace(player=(line.player + 1) % len(self.players)) for line in self.lines[at:]]
        self._replay([*self.lines[:at], *shifted], self.racks)

    def set_rack(self, player: int, tiles: str) -> None:
        """Set the tiles that a player has left at the end.

        Args:
            player: Number of the player.
            tiles: The tiles; an empty text makes them unknown.
        """
        self._replay(self.lines, {**self.racks, self._player(player): _text(tiles, "rack")})

    # -- from records -------------------------------------------------------------------------------

    @classmethod
    def from_game(cls, game: Game) -> ScoreSheet:
        """Return the sheet of a game, without its times.

        Args:
            game: The game.

        Raises:
            GameRecordError: The game began from a position.
        """
        return sheet_of_game(cls, game)

    @classmethod
    def of(cls, game: Game) -> ScoreSheet:
        """Return the sheet of a game (former name of :meth:`from_game`)."""
        warn_renamed("ScoreSheet.of", "ScoreSheet.from_game")
        return cls.from_game(game)

    @classmethod
    def from_gcg(
        cls,
        text: str | bytes,
        lexicon: LexiconLike | None = None,
        *,
        rules: Rules | None = None,
        alphabet: Alphabet | str | None = None,
    ) -> ScoreSheet:
        """Return the sheet of a text in GCG, which may have faults.

        The remark of a line is what a check reports of it.

        Args:
            text: The record.
            lexicon: Lexicon that decides challenges.
            rules: As for :func:`lexkit.read_gcg`.
            alphabet: As for :func:`lexkit.read_gcg`.

        Raises:
            GameRecordError: The text cannot be a record at all.
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
    """A sheet played from its first line: the game so far, and the lines with their results."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[SheetLine] = []
        self.movers = [game.to_move]
        self.notes: dict[int, list[str]] = {}
        #: Player -> notes on passes that stand for lines that are not possible.
        self.set_aside: dict[int, list[str]] = {}

    def do(self, line: SheetLine) -> None:
        """Play a line: as it is, else with its rack unknown, else with all racks unknown, else not at all."""
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
        """Set the tiles left on racks, and return player -> what is wrong with them."""
        faults = {}
        for player, tiles in racks.items():
            try:
                self.game.set_rack(player, tiles)
            except LexkitError as error:
                faults[player] = str(error)
        return faults


class _Trial:
    """A line tried on a copy of the game: ``game`` after it, or the error.

    ``passes``: number of a pass that stands for a turn missing from the sheet -> the player, and the lines of its
    note; ``acted``: whether the rack was valid; ``forget``: make all racks unknown before it, since one of them is
    wrong.
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
        """Return whether to set the rack of a line; a line that takes back a play restores the earlier rack instead."""
        if word == STANDS or (word == CHALLENGE and told and "*" not in line.action):
            return line.player == self.game.to_move
        return word not in KIND_OF_WORD

    def _pass_until(self, player: int, set_aside: Mapping[int, list[str]]) -> None:
        """Let the players before this one pass, whose turns are missing."""
        game = self.game
        while game.to_move != player and not game.over and not game.waiting and player not in game.resigned:
            mover = game.to_move
            game.pass_turn()
            self.passes[game.turn_number] = mover, set_aside.get(mover) or ["no turn on the score sheet"]

    def _do(self, word: str, told: list[str], line: SheetLine) -> None:
        """Perform the action of a line; ``told``: the words after the first."""
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
    """Return the line of a turn; ``rack`` replaces the turn's."""
    if rack is None:
        lost = turn.kind == CHALLENGE and not turn.success and not turn.score  # which is a pass in GCG
        rack = str(turn.rack or "") if lost or turn.kind in USING_TURN else ""
    return SheetLine(turn.player, form_of(turn).action(turn), rack, note, remark)


def _text(value: Any, what: str, most: int = MAX_ACTION) -> str:
    if not isinstance(value, str):  # a sheet would keep it, and no file could be written any more
        raise TypeError(f"{what}: expected a str, found {show_value(value)}")
    if len(value) > most:
        raise GameRecordError(
            "the text is too long", place=what, expected=f"at most {most:,} characters", found=len(value)
        )
    return value


def _require_room(lines: int) -> None:
    if lines > MAX_LINES:
        raise GameRecordError("the score sheet is too long", expected=f"at most {MAX_LINES:,} lines", found=lines)


_S = TypeVar("_S", bound=ScoreSheet)


def sheet_of_game(kind: type[_S], game: Game, remarks: Iterable[str] = (), said: dict[int, str] | None = None) -> _S:
    """Return the sheet of a game; ``said``: number of a turn -> the remark of its line."""
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
    lexicon: LexiconLike | None,
    rules: Rules | None,
    alphabet: Alphabet | str | None = None,
) -> _S:
    """Return the sheet of a text: see :meth:`lexkit.ScoreSheet.from_gcg`."""
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
    """Raise GameRecordError for a record that names another alphabet than the lexicon, but is readable without it."""
    named = next((fault for fault in checked.faults if fault.rule == "name"), None)
    if named is not None and GcgHeader(checked.text).rules_meant(Given()) is not None:
        what, place = "the record is of another alphabet than the lexicon", f"line {named.line}"
        raise GameRecordError(what, place=place, expected=named.expected, found=named.found)


def _distinct(names: Iterable[str]) -> list[str]:
    """Return the names, with underscores appended to repeated ones."""
    found: list[str] = []
    for name in names:
        while name.strip() in map(str.strip, found):
            name = f"{name.strip()[: MAX_NAME - PLAYERS[1]]}_"
        found.append(name)
    return found


def _by_line(said: dict[int, str]) -> list[str]:
    return [f"line {line}: {text}" for line, text in said.items()]


class _Mended:
    """The lines of a faulty text: ``stop`` is the line where a reader gives up, ``said`` maps a line to its remark."""

    def __init__(
        self, text: GcgText, game: Game | None, rules: Rules | None, stop: int, said: dict[int, str], given: Given
    ) -> None:
        self.said = said
        self.lines: list[SheetLine] = []
        #: Notes of each line, joined at the end, as there may be many.
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
            # The notes after its last turn are read below.
            game.notes = {number: note for number, note in game.notes.items() if number < len(ends)}
            self.lines += _lines_of_game(game, told)
            events = text.events[ends[-1] :] if ends else events
        for event in events:
            self._read(event)

    def sheet(self, kind: type[_S], lexicon: LexiconLike | None) -> _S:
        """Return the sheet of these lines."""
        names, rules, first = self.start
        lines = self.lines[:MAX_LINES]
        lines = [line._replace(note="\n".join(self.notes.get(at, [line.note]))) for at, line in enumerate(lines)]
        made = kind(lexicon, _distinct(names), rules=rules, first=first, lines=lines, racks=self.racks)
        made.remarks = tuple(_by_line(self.said))
        made.game.nicknames = tuple(self.nicks)
        return made

    def _player(self, event: GcgEvent) -> int:
        """Return the player of a line; if the name is unknown, a player whose turn it may be."""
        if event.name in self.nicks:
            return self.nicks.index(event.name)
        return (self.lines[-1].player + 1) % len(self.nicks) if self.lines else 0

    def _add(self, event: GcgEvent, action: str, player: int | None = None) -> None:
        player = self._player(event) if player is None else player
        rack = event.rack if event.kind in EVENTS_USING_TURN else ""
        remark = self.said.pop(event.line, "")
        self.lines.append(SheetLine(player, action[:MAX_ACTION], rack[:MAX_ACTION], "", remark))

    def _read(self, event: GcgEvent) -> None:
        """Add a line of the text."""
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
        """Add a note to the line before. A note that stands for an event becomes that event."""
        said, last = event.text.strip(), self.lines[-1]
        what, _, nick = said.partition(" ")
        if said == UNSUCCESSFUL and last.action == "-":
            self.lines[-1] = last._replace(action=STANDS)
        elif what in KIND_OF_NOTE and nick in self.nicks:
            self._add(event, KIND_OF_NOTE[what].form.words[0], self.nicks.index(nick))
        elif not is_own(said):
            self.notes.setdefault(len(self.lines) - 1, [last.note] * bool(last.note)).append(read_note(event.text))
