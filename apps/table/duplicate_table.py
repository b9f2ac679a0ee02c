"""A table of a duplicate game: all have the same rack, and a turn ends when all have handed in or the time is up.

    table = DuplicateTable.new(["Ann"], lexicon="english", seconds=120, seed=7)
    table.join("Bob"); table.submit(0, "8D QUIZ", turn=1); table.submit(1, None, turn=1)    # None: no play

:class:`lexkit.Duplicate` has the rules. The table adds seats, also for people who join later; the play that each has
handed in, which may be replaced until the turn ends; and a clock that runs only while a program has the table open. The
host, who made the game, has the first seat.

Guaranteed: nobody sees another's play, or the best play, before the turn has ended; an action that raises an error
changes nothing, except that a turn whose time is up then ends; an action that :class:`.tables.Tables` could not save
has no effect.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import lexkit
from lexkit.base.checks import require_whole
from lexkit.errors import GameOverError, GameRecordError, PositionError, QueryError, show_value

from . import seat_view
from .any_table import AnyTable
from .lexicons import lasting_name, open_lexicon, rules_for
from .seats import LONGEST, NotAllowedError, Seat, StaleTableError, Stopwatch, free_name, seated

#: Maximum number of people at a table.
MOST_PLAYERS: Final = 12


class _DuplicateState(NamedTuple):
    """State of a game, replaced as a whole with each change.

    ``handed`` has the seats that have handed in a play, or none, in this turn; ``begun`` is True once the first turn
    has begun.
    """

    game: lexkit.Duplicate
    seats: tuple[Seat, ...]
    handed: frozenset[int] = frozenset()
    begun: bool = True


class DuplicateTable(AnyTable):
    """A duplicate game at a table, made by :meth:`new` or opened by :class:`.tables.Tables`.

    With ``wait``, no rack is shown and no time passes until :meth:`begin`. ``spent`` is the time used in this turn, in
    seconds.
    """

    mark = "duplicate"

    def __init__(
        self,
        game: lexkit.Duplicate,
        seats: Iterable[Seat | str],
        *,
        lexicon_name: str | None,
        handed: Iterable[int] = (),
        wait: bool = False,
        spent: float = 0.0,
    ) -> None:
        super().__init__(seats, lexicon_name)
        if [seat.name for seat in self.seats] != [*game.players] or any(seat.bot for seat in self.seats):
            raise PositionError(
                "a duplicate table needs one seat per player, in their order, and no bots",
                place="seats",
                found=show_value(self.seats),
            )
        self._standing = _DuplicateState(game, self.seats, frozenset(handed), not wait)
        self._watch = Stopwatch(spent)
        self._watch.run(not wait and not game.over)

    @classmethod
    def new(
        cls,
        names: Iterable[Seat | str],
        *,
        lexicon: str | None = None,
        kind: str = "normal",
        layout: lexkit.Layout | str = "standard",
        rules: Mapping[str, Any] | None = None,
        seconds: float | None = None,
        seed: int | str | None = None,
        wait: bool = False,
    ) -> DuplicateTable:
        """Make a table with a new game. ``seconds`` is the time per turn. Raises subclasses of LexkitError."""
        seats, lexicon = seated(names), lasting_name(lexicon)
        opened = open_lexicon(lexicon)
        allowed = rules_for(opened, layout, rules or {})
        players = [seat.name for seat in seats]
        game = lexkit.Duplicate(opened, players, rules=allowed, kind=kind, seed=seed, seconds=seconds, at=0.0)
        return cls(game, seats, lexicon_name=lexicon, wait=wait)

    # -- asking -------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self._standing.game.over

    @property
    def rules(self) -> lexkit.Rules:
        """Rules of the game."""
        return self._standing.game.rules

    @property
    def lexicon(self) -> lexkit.Lexicon | None:
        """Lexicon of the game."""
        return open_lexicon(self.lexicon_name)

    @property
    def turn(self) -> int:
        """Number of this turn, from 1, as :meth:`submit` takes it."""
        return len(self._standing.game.turns) + 1

    @property
    def ends_in(self) -> float | None:
        """Seconds left in this turn; None without a clock, and before the first turn."""
        with self._lock:
            ends = self._standing.game.ends_at
            return None if ends is None or not self._watch.running else max(0.0, ends - self._watch.read())

    @property
    def handed(self) -> frozenset[int]:
        """Seats that have handed in a play, or none, in this turn."""
        return self._standing.handed

    def setting(self) -> dict[str, Any]:
        """Return the constant part of the view, with the kind of duplicate game and the seconds per turn."""
        game = self._standing.game
        return {"duplicate": game.kind, "seconds": game.seconds, **super().setting()}

    def view(self, seat: int | None, turn: int | None = None) -> dict[str, Any]:
        """Return what a seat sees, as plain data for JSON; None is a spectator, who sees the rack as well.

        ``turn`` asks for the state after this many turns. In the result, ``history`` has the finished turns with
        everyone's plays; ``handed`` who has handed in; ``own`` this seat's play; ``may`` the actions allowed now.
        """
        with self._lock:
            standing, revision, left = self._standing, self.revision, self.ends_in
        game, done = standing.game, len(standing.game.turns)
        shown = done if turn is None else require_whole(turn, "turn", 0, done, PositionError)
        past = shown < done
        turns, seen = game.turns[:shown], standing.begun
        squares, blanks = seat_view.squares_of(game.rules.alphabet, self._grid(game, shown))
        rack = game.turns[shown].rack if past else game.rack
        own = None if past or seat is None else game.play_of(seat)
        acts = seat is not None and not past and not game.over
        return {
            "names": [one.name for one in standing.seats],
            "seat": seat,
            "revision": revision,
            "turn": shown,
            "turns": done,
            "begun": standing.begun,
            "over": game.over and not past,
            "squares": squares,
            "blanks": blanks,
            "rack": list(rack) if seen else [],
            "bag": game.bag,
            "scores": [sum(one.scores[number] for one in turns) for number in range(len(standing.seats))],
            "maximum": sum(one.best.score for one in turns),
            "history": [_told_turn(one) for one in turns],
            "handed": [number in standing.handed for number in range(len(standing.seats))],
            "own": None if own is None else _told(own),
            "clock": None if past or left is None else {"left": left},
            "may": {
                "submit": acts and seen,
                "begin": acts and not seen and seat == 0,
                "close": acts and seen and seat == 0 and len(standing.seats) > 1,
            },
        }

    def preview(self, seat: int | None, play: str, turn: int | None = None) -> dict[str, Any]:
        """Return the score, words and squares of a placement now, without judging its words.

        Raises NotAllowedError for spectators, and IllegalMoveError if the board or the rack forbid it.
        """
        game = self._standing.game
        if seat is None or turn is not None or game.over or not self._standing.begun:
            raise NotAllowedError("there is no rack to play from here")
        move = seat_view.move_of(game.board, game.rack, play)
        return {"score": move.score, "words": list(move.words), "squares": list(move.squares), "place": move.place}

    # -- acting -------------------------------------------------------------------------------------

    def submit(self, seat: int, play: str | None, *, turn: int) -> bool:
        """Hand in a play, replacing an earlier one, and return whether that ended the turn.

        ``play`` None or "" hands in no play; ``turn`` is the number of the turn. Raises StaleTableError if it has ended
        since, and the errors of :meth:`lexkit.Duplicate.submit`.
        """
        with self._acting:
            self._require_turn(turn)
            self._require_person(seat, None)
            if not isinstance(play, str | None) or len(play or "") > LONGEST:
                raise QueryError(
                    "not a play", expected=f"a text of at most {LONGEST} characters", found=show_value(play)
                )
            before, now = self._standing, self._watch.read()
            game, handed = before.game.copy(), before.handed | {seat}
            game.submit(play or None, player=seat, at=now)
            ended = len(handed) == len(before.seats)
            if ended:
                game.finish_turn(at=now)
            self._become(before._replace(game=game, handed=frozenset() if ended else handed))
            return ended

    def close_turn(self, seat: int, *, turn: int) -> None:
        """End the turn for all; only the host may. Players who have not handed in get no points."""
        with self._acting:
            self._require_turn(turn)
            self._require_host(seat)
            self._finish()

    def begin(self, seat: int) -> None:
        """Begin the first turn; only the host may. Others may still join."""
        with self._acting:
            self._require_host(seat)
            if not self._standing.begun:
                self._become(self._standing._replace(begun=True))

    def join(self, name: str) -> int:
        """Give a person a new seat, without points for the turns before.

        A name that is taken gets a number. Raises NotAllowedError if all seats are taken, GameOverError after the end,
        LexkitError for an invalid name.
        """
        with self._acting:
            self.flag()
            before = self._standing
            if before.game.over:
                raise GameOverError("the game is over")
            if len(before.seats) >= MOST_PLAYERS:
                raise NotAllowedError("all seats of this game are taken")
            name = free_name(name, [seat.name for seat in before.seats])
            seats = (*before.seats, *seated([name]))
            record = json.loads(before.game.to_json())
            record["players"] = [seat.name for seat in seats]
            for plays in (*record["turns"], record["plays"]):
                plays.append(None)
            began = self._began(before.game)
            try:
                game = lexkit.Duplicate.from_json(json.dumps(record), open_lexicon(self.lexicon_name), at=began)
            except GameRecordError as error:
                raise PositionError("not a name", place="name", found=show_value(name)) from error
            self._become(before._replace(game=game, seats=seats))
            return len(seats) - 1

    def come(self, seat: int) -> None:
        """No-op: the host decides when all are present, with :meth:`begin`."""

    def flag(self) -> bool:
        """End the turn if its time is up, and return whether it was."""
        with self._acting:
            left = self.ends_in
            ended = left is not None and left <= 0
            if ended:
                self._finish()
            return ended

    # -- saving ---------------------------------------------------------------------------------------

    def facts(self, game: _DuplicateState | None = None) -> dict[str, Any]:
        """Return the whole table for JSON, hidden parts included, as :meth:`of_facts` takes it."""
        with self._lock:
            kept = self._standing if game is None else game
            spent = 0.0 if kept.game.over else max(0.0, self._watch.read() - self._began(kept.game))
        return {
            "table": self.mark,
            "seats": [list(seat) for seat in kept.seats],
            "lexicon": self.lexicon_name,
            "handed": sorted(kept.handed),
            "wait": not kept.begun,
            "spent": spent,
            "game": kept.game.to_json(),
        }

    @classmethod
    def of_facts(cls, facts: Mapping[str, Any]) -> DuplicateTable:
        """Make a table from the data of :meth:`facts`. Raises GameRecordError if it is damaged."""
        game = lexkit.Duplicate.from_json(facts["game"], open_lexicon(facts["lexicon"]), at=0.0)
        seats = [Seat(*seat) for seat in facts["seats"]]
        told = {name: facts[name] for name in ("handed", "wait", "spent")}
        return cls(game, seats, lexicon_name=facts["lexicon"], **told)

    def summary(self, game: _DuplicateState | None = None) -> dict[str, Any]:
        """Return the fields of :class:`.tables.Listed` that depend on the game, by default the current one."""
        standing = self._standing if game is None else game
        played = standing.game
        facts = {"players": [seat.name for seat in standing.seats], "scores": played.scores}
        return {**facts, "turns": len(played.turns), "over": played.over, "maximum": played.maximum}

    # -- in here ------------------------------------------------------------------------------------

    @staticmethod
    def _grid(game: lexkit.Duplicate, turns: int) -> bytes:
        """Return the squares after this many turns."""
        grid = bytearray(game.board.grid)
        for turn in game.turns[turns:]:
            for square in turn.best.squares:
                grid[square] = 0
        return bytes(grid)

    @staticmethod
    def _began(game: lexkit.Duplicate) -> float:
        """Return the table's time at which this turn began, 0 without a clock."""
        return 0.0 if game.ends_at is None or game.seconds is None else game.ends_at - game.seconds

    def _finish(self) -> None:
        game = self._standing.game.copy()
        game.finish_turn(at=self._watch.read())
        self._become(self._standing._replace(game=game, handed=frozenset()))

    def _become(self, standing: _DuplicateState) -> None:
        if self.keep is not None:
            self.keep(self, standing)
        with self._lock:
            self.revision = self.revision + 1 if self.keep is None else self.kept
            self._standing, self.seats = standing, standing.seats
            self._watch.run(standing.begun and not standing.game.over)

    def _require_turn(self, turn: int) -> None:
        """Raise StaleTableError unless this turn is the current one; NotAllowedError before the first one."""
        if not self._standing.begun:
            raise NotAllowedError("the game has not begun")
        if self.over:
            raise GameOverError("the game is over")
        if self.flag():
            raise StaleTableError("the time for this turn was up")
        if turn != self.turn:
            raise StaleTableError("this turn has ended", expected=self.turn, found=show_value(turn))

    def _require_host(self, seat: int) -> None:
        if self._seat(seat):
            raise NotAllowedError("only the player who made the game may do that")


def _told(move: lexkit.Move) -> dict[str, Any]:
    return {"text": move.text, "score": move.score}


def _told_turn(turn: lexkit.DuplicateTurn) -> dict[str, Any]:
    """Return a finished turn as data. ``plays`` has the points of each play, 0 if its words are not valid."""
    best = turn.best
    told = {"place": best.place, "words": list(best.words), "squares": list(best.squares), "is_bingo": best.is_bingo}
    return {
        "number": turn.number,
        "rack": list(turn.rack),
        "best": _told(best) | told,
        "plays": [None if move is None else _told(move) for move in turn.plays],
        "points": list(turn.scores),
    }
