"""A table: a game, its seats, its clock, and what each seat may do and see.

    table = Table.new(["Ann", Seat("club", bot="club")], lexicon="english", seed=7)
    table.act(0, "8D QUIZ"); table.answer(); table.view(0), table.hint(0, 1), table.undo(0)

A table limits :class:`lexkit.Game`, which knows everything, to what each seat may know: a seat acts only in its turn
and sees nothing that is hidden from it. Bots act by themselves (:mod:`.seats`).

Threads: any number may use one table. Actions happen one at a time; readers never wait for them, not even for one that
waits for its file. A bot thinks on a view, and its choice is played only if the table has not changed meanwhile.

Guaranteed: an action that raises an error changes nothing, except that a game whose time is up then ends; an action
that :class:`.tables.Tables` could not save has no effect.
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

#: Maximum number of moves listed.
_MOST: Final = 500


class Table(AnyTable):
    """A game at a table, made by :meth:`new` or :meth:`from_gcg`, or opened by :class:`.tables.Tables`.

    ``hints`` and ``undo`` let people ask for hints and take turns back, by default if at most one person plays.
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
        # Seats whose people have not joined yet; the clock pauses until all have.
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
        """Make a table with a new game.

        ``lexicon`` is a name as for :func:`lexkit.open`. The rules are those of its language, changed by ``rules``,
        such as ``{"challenge": "double"}``. ``clock`` has the seconds of each player and the seconds added per turn;
        with ``wait``, it starts when all people have joined (:meth:`come`). ``position`` is a CGP to start from, with
        its board, and with ``first`` to move. Raises subclasses of LexkitError, also for bots that cannot play here.
        """
        places = seated(seats)
        lexicon = lasting_name(lexicon)
        game = new_game(places, lexicon, layout, rules or {}, clock, seed, first, position)
        absent = [number for number, seat in enumerate(places) if wait and seat.bot is None]
        return cls(game, places, lexicon_name=lexicon, hints=hints, undo=undo, absent=absent)

    @classmethod
    def from_gcg(cls, text: str | bytes, *, lexicon: str | None = None) -> Table:
        """Make a table with a recorded game to step through. No action is allowed."""
        lexicon = lasting_name(lexicon)
        game = lexkit.Game.from_gcg(text, open_lexicon(lexicon))
        return cls(game, [Seat(name, bot="record") for name in game.players], lexicon_name=lexicon, hints=False)

    # -- asking -------------------------------------------------------------------------------------

    @property
    def recorded(self) -> bool:
        """True for the record of a game that was played elsewhere."""
        return not self._game.dealt

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self._game.over

    @property
    def to_move(self) -> int:
        """Seat to move."""
        return self._game.to_move

    @property
    def rules(self) -> lexkit.Rules:
        """Rules of the game."""
        return self._game.rules

    @property
    def game(self) -> lexkit.Game:
        """Copy of the game, hidden parts included: for the program that owns the table, not for its clients."""
        return self._game.copy()

    @property
    def lexicon(self) -> lexkit.Lexicon | None:
        """Lexicon of the game."""
        return self._game.lexicon

    @property
    def bot(self) -> str | None:
        """Bot to move, None if it is not a bot's turn."""
        game = self._game
        return None if game.over or self.recorded else self.seats[game.to_move].bot

    @property
    def ends_in(self) -> float | None:
        """Seconds until the overtime of the player to move is used up; None without a clock or limit."""
        with self._lock:
            game, now, running = self._game, self._read_clock(), self._watch.running
        if now is None or not running or not game.rules.overtime_limit or game.over:
            return None
        left = game.time_left(game.to_move, now)
        return None if left is None else left + game.rules.overtime_limit

    @property
    def timed(self) -> bool:
        """True if a clock runs, or waits for people to join."""
        return self._game.clock is not None and not self.over

    def setting(self) -> dict[str, Any]:
        """Return the constant part of the view, with what is allowed and how the game began."""
        facts: dict[str, Any] = {"recorded": self.recorded, "hints": self.hints, "undo": self.undo_allowed}
        facts |= {"position": self._game.position is not None, "minutes": seat_view.minutes(self._game)}
        return {**facts, **super().setting()}

    def view(self, seat: int | None, turn: int | None = None) -> dict[str, Any]:
        """Return what a seat sees, as plain data for JSON (:func:`.seat_view.facts_for_seat`); None is a spectator.

        ``turn`` asks for the state after this many turns. In the result, ``revision`` is for :meth:`act`; ``may`` has
        the actions allowed now; ``clock`` the seconds that each player has left, and whose clock runs.
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
        """Return a new board with what a seat sees, to search and to draw; only its own rack is known."""
        return seat_view.board_of(self._at(turn), None if seat is None else self._seat(seat))

    def known(self, seat: int, turn: int | None = None) -> lexkit.View:
        """Return what a seat knows, now or after ``turn`` turns."""
        return self._at(turn).view(self._seat(seat))

    def trying(self, seat: int | None, turn: int | None = None) -> int:
        """Return the player whose rack a seat may try plays with: see :func:`.seat_view.trying`."""
        return seat_view.trying(self._at(turn), seat, self.over or self.recorded)

    def preview(self, seat: int | None, play: str, turn: int | None = None) -> dict[str, Any]:
        """Return the score, words and squares of a placement, now or after ``turn`` turns, without judging its words.

        Raises the errors of :meth:`trying`, and IllegalMoveError if the board or the rack forbids it.
        """
        return seat_view.preview(self.known(self.trying(seat, turn), turn), play)

    def hint(self, seat: int, step: int) -> dict[str, Any]:
        """Return a hint at a step from 1 to 4: see :func:`.hints.hint_of`. Raises NotAllowedError without hints."""
        if not self.hints:
            raise NotAllowedError("hints are not allowed at this table")
        step = require_whole(step, "step", 1, len(STEPS), PositionError)
        return hint_of(advise(self._game.copy().view(self._seat(seat))), step)

    def moves(self, seat: int, number: int = 10) -> list[dict[str, Any]]:
        """Return the best moves by equity: see :func:`.hints.moves_of`. Raises NotAllowedError without hints."""
        if not self.hints:
            raise NotAllowedError("hints are not allowed at this table")
        number = require_whole(number, "number of moves", 1, _MOST, PositionError)
        view = self._game.copy().view(self._seat(seat))
        return moves_of(view, open_lexicon(self.lexicon_name), number)

    def to_gcg(self, seat: int | None) -> str:
        """Return the GCG record as a seat knows it, to be written in UTF-8. A game from a position has no record."""
        game = self._game.copy()
        text = game.to_gcg() if game.over or self.recorded else seat_view.gcg_of_seat(game, seat)
        return seat_view.in_utf8(text)

    def to_cgp(self, seat: int | None, turn: int | None = None) -> str:
        """Return the position in CGP as a seat knows it, with all known racks if the game is over or recorded."""
        board = self.board(seat, turn)
        if self.over or self.recorded:
            board.racks = self._at(turn).racks
        return board.to_cgp()

    # -- acting -------------------------------------------------------------------------------------

    def act(self, seat: int, action: str, *, revision: int | None = None) -> lexkit.Turn:
        """Carry out an action that a person typed: ``8D QUIZ``, ``-AEI``, ``pass``, ``challenge QUIZ``, ``resign``.

        ``revision`` is that of the view that the person saw. Raises StaleTableError if the table has changed since, and
        the errors of :meth:`lexkit.Game.act`.
        """
        with self._acting:
            self._require_person(seat, revision)
            if not isinstance(action, str) or len(action) > LONGEST:
                expected = f"a text of at most {LONGEST} characters, such as 8D LIFE, -AEI, pass"
                raise IllegalMoveError("not an action", place="action", expected=expected, found=show_value(action))
            wanted = lexkit.Action.read(action)
            return self._do(lambda game, at: game.act(wanted, player=seat, at=at))

    def undo(self, seat: int, *, revision: int | None = None) -> None:
        """Take back the last turn of this seat and all later ones. Raises NotAllowedError if undo is not allowed."""
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
        """End the game if the player to move has used up clock and overtime, and return whether that ended it."""
        with self._acting:
            if self._game.over or self._game.clock is None:
                return False
            game = self._game.copy()
            ended = game.flag(at=self._read_clock())
            if ended:
                self._become(game)
            return ended

    def think(self) -> Thought | None:
        """Let the bot to move choose, which may take seconds; return None if no bot is to move or the game is over."""
        with self._lock:
            game, revision = self._game, self.revision
            seat = game.to_move
            name = self.seats[seat].bot
            if game.over or name is None or self.recorded:
                return None
            view, now = game.copy().view(seat), self._read_clock()
            # Charge a bot for its thinking, not for waiting for a thread.
            self._watch.run(not self._absent)
        if view.times is not None and now is not None:
            view = replace(view, times=view.times.spend(seat, now))
        try:
            # The seed makes a level know the same words throughout a game, and others in the next game.
            return Thought(seat, revision, choice_of_bot(name, view, f"{game.seed} {seat}"))
        finally:
            with self._lock:
                if revision == self.revision:
                    self._watch.stop_at_step()

    def settle(self, thought: Thought) -> lexkit.Turn | None:
        """Play a bot's choice and return the turn; do nothing and return None if the table has changed since."""
        with self._acting:
            if thought.revision != self.revision:
                return None
            return self._do(lambda game, at: game.act(thought.action, player=thought.seat, at=at))

    def answer(self) -> list[lexkit.Turn]:
        """Let bots play until a person is to move or the game is over, and return their turns."""
        turns = []
        while (thought := self.think()) is not None:
            if (turn := self.settle(thought)) is not None:
                turns.append(turn)
        return turns

    def rename(self, seat: int, name: str) -> None:
        """Rename a person, also in the record. Raises LexkitError for an invalid name."""
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

    # -- saving ---------------------------------------------------------------------------------------

    def facts(self, game: lexkit.Game | None = None) -> dict[str, Any]:
        """Return the whole table for JSON, hidden parts included, as :meth:`of_facts` takes it."""
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
        """Make a table from the data of :meth:`facts`. Raises GameRecordError if it is damaged."""
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
        """Return the fields of :class:`.tables.Listed` that depend on the game, by default the current one."""
        game = self._game if game is None else game
        over, result = game.over or self.recorded, game.result
        facts = {"players": [seat.name for seat in self.seats], "scores": game.scores, "turns": game.turn_number}
        facts |= {"over": over, "to_move": None if over else game.to_move}
        return facts | ({} if result is None else {"winner": result.winner, "reason": result.reason})

    # -- in here ------------------------------------------------------------------------------------

    def _at(self, turn: int | None) -> lexkit.Game:
        """Return a copy of the game, as it is or as it was after this many turns."""
        return self._game.copy() if turn is None else seat_view.at_turn(self._game, turn)

    def _do(self, change: Callable[[lexkit.Game, float | None], lexkit.Turn]) -> lexkit.Turn:
        """Change a copy of the game, save it, then replace the game by it."""
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
            # The time that saving took is charged to nobody.
            self._watch = Stopwatch(0.0 if game.clock is None else game.clock.at)
            self._run_clock()

    def _run_clock(self) -> None:
        """Start or stop the clock: a person's runs once all have joined, a bot's only while it thinks."""
        person = self.seats[self._game.to_move].bot is None
        self._watch.run(person and not self._absent and not self._game.over)

    def _read_clock(self) -> float | None:
        """Return the table's time, never before that of the last turn; None without a clock."""
        with self._lock:
            return None if (clock := self._game.clock) is None else max(clock.at, self._watch.read())
