"""A table: a game, who plays it, its clock, and what each seat may do and see.

    table = Table.new(["Ann", Seat("club", bot="club")], lexicon="english", seed=7)
    table.act(0, "8D QUIZ"); table.answer(); table.view(0), table.hint(0, 1), table.undo(0)

A table does for its seats what :class:`lexkit.Game` does for a program that knows everything: a seat acts only in its
turn, sees nothing that is hidden from it, and its bots act by themselves (:mod:`.seats`).

Threads: any number may use one table. Actions happen one at a time; readers never wait for them, not even for one that
waits for its file. A bot thinks on a view, and the table does what it chose only if nothing changed meanwhile.

Guaranteed: an action that raises an error changes nothing, except that a game whose time is up then ends; one that
:class:`.tables.Tables` could not save has not happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import lexkit
from lexkit.base.checks import require_whole
from lexkit.errors import GameOverError, IllegalMoveError, NothingToUndoError, PositionError, show_value

from . import seat_view
from .any_table import AnyTable
from .hints import STEPS, advise, hint_of, moves_of
from .lexicons import lasting_name, new_game, open_lexicon
from .seats import LONGEST, NotAllowedError, Seat, Stopwatch, Thought, choice_of_bot, renamed, seated

#: Most moves that are listed.
_MOST: Final = 500


class Table(AnyTable):
    """A game at a table. It is made by :meth:`new`, :meth:`from_gcg`, or opened by :class:`.tables.Tables`.

    ``hints``, ``undo``: whether people may ask for a hint and take turns back, by default if no two people play.
    """

    def __init__(
        self,
        game: lexkit.Game,
        seats: Iterable[Seat | str],
        *,
        lexicon_name: str | None,
        hints: bool | None = None,
        undo: bool | None = None,
        thinking: float = 0.0,
        absent: Iterable[int] = (),
    ) -> None:
        super().__init__(seats, lexicon_name)
        if len(self.seats) != len(game.players):
            raise PositionError("not a seat for each player", expected=len(game.players), found=len(self.seats))
        alone = sum(seat.bot is None for seat in self.seats) < 2
        self.hints = alone if hints is None else hints
        self.undo_allowed = alone if undo is None else undo
        self._game = game
        self._watch = Stopwatch((0.0 if game.clock is None else game.clock.at) + thinking)
        # Seats whose people have not joined yet: until then the clock pauses.
        self._absent = set(absent)
        self._run_clock()

    @classmethod
    def new(
        cls,
        seats: Iterable[Seat | str],
        *,
        lexicon: str | None = None,
        layout: lexkit.Layout | str = "standard",
        rules: Mapping[str, Any] | None = None,
        clock: tuple[float, float] | None = None,
        seed: int | str | None = None,
        first: int = 0,
        hints: bool | None = None,
        undo: bool | None = None,
        wait: bool = False,
        position: str | None = None,
    ) -> Table:
        """A table with a new game.

        ``lexicon``: as :func:`lexkit.open` takes it; the rules are those of its language, with changes (``rules``, such
        as ``{"challenge": "double"}``); ``clock``: seconds of each player, and seconds more after each turn; with
        ``wait``, it starts when each person has come (:meth:`come`); ``position``: a CGP in which the game begins, on
        its board, with ``first`` to move. Raises subclasses of LexkitError, also for bots that lack something here.
        """
        places = seated(seats)
        lexicon = lasting_name(lexicon)
        game = new_game(places, lexicon, layout, rules or {}, clock, seed, first, position)
        absent = [number for number, seat in enumerate(places) if wait and seat.bot is None]
        return cls(game, places, lexicon_name=lexicon, hints=hints, undo=undo, absent=absent)

    @classmethod
    def from_gcg(cls, text: str | bytes, *, lexicon: str | None = None) -> Table:
        """A table with a recorded game, to step through. No action is allowed."""
        lexicon = lasting_name(lexicon)
        game = lexkit.Game.from_gcg(text, open_lexicon(lexicon))
        return cls(game, [Seat(name, bot="record") for name in game.players], lexicon_name=lexicon, hints=False)

    # -- asking -------------------------------------------------------------------------------------

    @property
    def recorded(self) -> bool:
        """Whether this is a game that was played elsewhere."""
        return not self._game.dealt

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.over

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return self._game.to_move

    @property
    def rules(self) -> lexkit.Rules:
        """The rules of the game."""
        return self._game.rules

    @property
    def game(self) -> lexkit.Game:
        """A copy of the game, with all that is hidden: for the program that owns the table, not for its clients."""
        return self._game.copy()

    @property
    def lexicon(self) -> lexkit.Lexicon | None:
        """The lexicon of the game."""
        return self._game.lexicon

    @property
    def bot(self) -> str | None:
        """The bot to move, or None if it is not a bot's turn."""
        game = self._game
        return None if game.over or self.recorded else self.seats[game.to_move].bot

    @property
    def ends_in(self) -> float | None:
        """The seconds until the overtime of the player to move is over; None if no clock runs to such an end."""
        with self._lock:
            game, now, running = self._game, self._read_clock(), self._watch.running
        if now is None or not running or not game.rules.overtime_limit or game.over:
            return None
        left = game.time_left(game.to_move, now)
        return None if left is None else left + game.rules.overtime_limit

    @property
    def timed(self) -> bool:
        """Whether a clock runs, or waits for people to come."""
        return self._game.clock is not None and not self.over

    def setting(self) -> dict[str, Any]:
        """What does not change: also what is allowed, and how the game began."""
        facts: dict[str, Any] = {"recorded": self.recorded, "hints": self.hints, "undo": self.undo_allowed}
        facts |= {"position": self._game.position is not None, "minutes": seat_view.minutes(self._game)}
        return {**facts, **super().setting()}

    def view(self, seat: int | None, turn: int | None = None) -> dict[str, Any]:
        """What a seat sees, as plain data for JSON: see :func:`.seat_view.facts_for_seat`; None: a spectator.

        ``turn``: as it was after this many turns. ``revision``: for :meth:`act`. ``may``: what the seat may do now;
        ``clock``: the seconds that each player has left, and whose clock runs.
        """
        with self._lock:
            game, revision = self._game, self.revision
            now, running = self._read_clock(), self._watch.running
        past = turn is not None and turn != game.turn_number
        shown = seat_view.at_turn(game, turn) if past and turn is not None else game.copy()
        facts = seat_view.facts_for_seat(shown, seat, whole=self.recorded or game.over)
        facts |= {"revision": revision, "turn": shown.turn_number, "turns": game.turn_number}
        facts["clock"] = None if past else seat_view.clock_facts(game, now, running)
        person = seat is not None and self.seats[seat].bot is None and not self.recorded
        acting = seat if person else None
        facts["may"] = {} if past else seat_view.allowed(game, acting, self.hints, self.undo_allowed)
        return facts

    def board(self, seat: int | None, turn: int | None = None) -> lexkit.Board:
        """A board of its own with what a seat sees, to search and to draw; its rack is the only one."""
        return seat_view.board_of(self._at(turn), None if seat is None else self._seat(seat))

    def trying(self, seat: int | None, turn: int | None = None) -> int:
        """Whose rack a seat may try plays with: see :func:`.seat_view.trying`."""
        return seat_view.trying(self._at(turn), seat, self.over or self.recorded)

    def preview(self, seat: int | None, play: str, turn: int | None = None) -> dict[str, Any]:
        """The score, words and squares of a placement, now or after ``turn`` turns. Its words are not judged.

        Raises what :meth:`trying` raises, and IllegalMoveError if the board or the rack forbid it.
        """
        return seat_view.preview(self._at(turn).view(self._seat(self.trying(seat, turn))), play)

    def hint(self, seat: int, step: int) -> dict[str, Any]:
        """A hint in steps from 1 to 4: see :func:`.hints.hint_of`. Raises NotAllowedError if this table has none."""
        if not self.hints:
            raise NotAllowedError("hints are not allowed at this table")
        step = require_whole(step, "step", 1, len(STEPS), PositionError)
        return hint_of(advise(self._game.copy().view(self._seat(seat))), step, self.rules.alphabet)

    def moves(self, seat: int, number: int = 10) -> list[dict[str, Any]]:
        """The best moves of a seat, by equity: see :func:`.hints.moves_of`. They are hints."""
        if not self.hints:
            raise NotAllowedError("hints are not allowed at this table")
        number = require_whole(number, "number of moves", 1, _MOST, PositionError)
        view = self._game.copy().view(self._seat(seat))
        return moves_of(view, open_lexicon(self.lexicon_name), number)

    def to_gcg(self, seat: int | None) -> str:
        """The record as a seat knows it, to be written in UTF-8; there is none of a game that began from a position."""
        game = self._game.copy()
        text = game.to_gcg() if game.over or self.recorded else seat_view.gcg_of_seat(game, seat)
        return seat_view.in_utf8(text)

    def to_cgp(self, seat: int | None, turn: int | None = None) -> str:
        """The position as a seat knows it, in CGP; with all racks that are known if the game is over, or recorded."""
        board = self.board(seat, turn)
        if self.over or self.recorded:
            board.racks = self._at(turn).racks
        return board.to_cgp()

    # -- acting -------------------------------------------------------------------------------------

    def act(self, seat: int, action: str, *, revision: int | None = None) -> lexkit.Turn:
        """Do what a person's text says: ``8D QUIZ``, ``-AEI``, ``pass``, ``challenge QUIZ``, ``resign``.

        ``revision``: of the view that the person saw. Raises StaleTableError if the table has changed since, and what
        :meth:`lexkit.Game.act` raises.
        """
        with self._acting:
            self._require_person(seat, revision)
            if not isinstance(action, str) or len(action) > LONGEST:
                expected = f"a text of at most {LONGEST} characters, such as 8D LIFE, -AEI, pass"
                raise IllegalMoveError("not an action", place="action", expected=expected, found=show_value(action))
            wanted = lexkit.Action.read(action)
            return self._do(lambda game, at: game.act(wanted, player=seat, at=at))

    def undo(self, seat: int, *, revision: int | None = None) -> None:
        """Go back to before the last turn of this seat. Raises NotAllowedError if this table does not allow it."""
        if not self.undo_allowed:
            raise NotAllowedError("undo is not allowed at this table")

        def go_back(game: lexkit.Game, at: float | None) -> lexkit.Turn:
            if not any(turn.player == seat for turn in game.turns):
                raise NothingToUndoError("nothing to undo", expected="a turn of this player")
            while True:
                turn = game.undo(at=at)
                if turn.player == seat:
                    return turn

        with self._acting:
            self._require_person(seat, revision)
            self._do(go_back)

    def flag(self) -> bool:
        """End the game if the player to move has used up clock and overtime. Returns whether that ended it."""
        with self._acting:
            if self._game.over or self._game.clock is None:
                return False
            game = self._game.copy()
            ended = game.flag(at=self._read_clock())
            if ended:
                self._become(game)
            return ended

    def think(self) -> Thought | None:
        """What the bot to move chooses, which may take seconds; None if a person is to move, or the game is over."""
        with self._lock:
            game, revision = self._game, self.revision
            seat = game.to_move
            name = self.seats[seat].bot
            if game.over or name is None or self.recorded:
                return None
            view, now = game.copy().view(seat), self._read_clock()
            # A bot is charged for its thinking, not for the time until a thread was free.
            self._watch.run(not self._absent)
        if view.times is not None and now is not None:
            view = replace(view, times=view.times.spend(seat, now))
        try:
            # A level knows the same words all game long, and others in the next game.
            return Thought(seat, revision, choice_of_bot(name, view, f"{game.seed} {seat}"))
        finally:
            with self._lock:
                if revision == self.revision:
                    self._watch.stop_at_step()

    def settle(self, thought: Thought) -> lexkit.Turn | None:
        """Do what a bot chose; None, and nothing happens, if the table has changed since."""
        with self._acting:
            if thought.revision != self.revision:
                return None
            return self._do(lambda game, at: game.act(thought.action, player=thought.seat, at=at))

    def answer(self) -> list[lexkit.Turn]:
        """Have bots take their turns until a person is to move, or the game is over. Returns the turns."""
        turns = []
        while (thought := self.think()) is not None:
            if (turn := self.settle(thought)) is not None:
                turns.append(turn)
        return turns

    def rename(self, seat: int, name: str) -> None:
        """Give a person another name, also in the record. Raises LexkitError if nobody can have it."""
        with self._acting:
            self._require_person(seat, None)
            before = self.seats
            game, self.seats = renamed(self._game, before, seat, name)
            try:
                self._become(game)
            except BaseException:
                self.seats = before
                raise

    def come(self, seat: int) -> None:
        """Mark a seat as taken. A clock that waits for people starts when all have joined."""
        with self._lock:
            if self._seat(seat) in self._absent:
                self._absent.discard(seat)
                self._run_clock()

    # -- kept ---------------------------------------------------------------------------------------

    def facts(self, game: lexkit.Game | None = None) -> dict[str, Any]:
        """The whole table for JSON, hidden parts included: what :meth:`of_facts` takes."""
        with self._lock:
            kept = self._game if game is None else game
            now, clock = self._read_clock(), kept.clock
            return {
                "seats": [list(seat) for seat in self.seats],
                "lexicon": self.lexicon_name,
                "hints": self.hints,
                "undo": self.undo_allowed,
                "thinking": 0.0 if clock is None or now is None or kept.over else max(0.0, now - clock.at),
                "absent": sorted(self._absent),
                "game": kept.to_json(),
            }

    @classmethod
    def of_facts(cls, facts: Mapping[str, Any]) -> Table:
        """Make a table from what :meth:`facts` gave. Raises GameRecordError if that is damaged."""
        game = lexkit.Game.from_json(facts["game"], open_lexicon(facts["lexicon"]))
        return cls(
            game,
            [Seat(*seat) for seat in facts["seats"]],
            lexicon_name=facts["lexicon"],
            hints=facts["hints"],
            undo=facts["undo"],
            thinking=facts["thinking"],
            absent=facts.get("absent", ()),
        )

    def summary(self, game: lexkit.Game | None = None) -> dict[str, Any]:
        """The fields of :class:`.tables.Listed` that the game decides; None is the game as it is."""
        game = self._game if game is None else game
        over, result = game.over or self.recorded, game.result
        facts = {"players": [seat.name for seat in self.seats], "scores": game.scores, "turns": game.turn_number}
        facts |= {"over": over, "to_move": None if over else game.to_move}
        return facts | ({} if result is None else {"winner": result.winner, "reason": result.reason})

    # -- in here ------------------------------------------------------------------------------------

    def _at(self, turn: int | None) -> lexkit.Game:
        """A copy of the game, as it was after this many turns, or is."""
        return self._game.copy() if turn is None else seat_view.at_turn(self._game, turn)

    def _do(self, change: Callable[[lexkit.Game, float | None], lexkit.Turn]) -> lexkit.Turn:
        """Change a copy of the game, save it, then show it."""
        if self.flag():
            raise GameOverError("the game is over", found="time")
        game = self._game.copy()
        turn = change(game, self._read_clock())
        self._become(game)
        return turn

    def _become(self, game: lexkit.Game) -> None:
        if self.keep is not None:
            self.keep(self, game)
        with self._lock:
            self.revision = self.revision + 1 if self.keep is None else self.kept
            self._game = game
            # The time it took to keep the change counts for no player.
            self._watch = Stopwatch(0.0 if game.clock is None else game.clock.at)
            self._run_clock()

    def _run_clock(self) -> None:
        """A person's clock runs once all are there, a bot's while it thinks."""
        person = self.seats[self._game.to_move].bot is None
        self._watch.run(person and not self._absent and not self._game.over)

    def _read_clock(self) -> float | None:
        """The time of the table's clock, never before the last turn's."""
        with self._lock:
            return None if (clock := self._game.clock) is None else max(clock.at, self._watch.read())
